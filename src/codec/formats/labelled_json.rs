//! Reviews in JSON of no exact format: an object with one member that states a verdict.
//!
//! ```text
//! {"decision": "approve", "findings": [{"severity": "low", "path": "src/a.rs", "title": "a typo"}]}
//!
//! {"approved": false, "must_fix": ["src/a.rs:3 the lock is never released"]}
//! ```
//!
//! It is tried after all exact formats. Codex' review output is one of these; lists of findings in
//! rdjson and SARIF are read, too, and hold until somebody says what they come to.

mod contract;
mod findings;
mod mistakes;

use std::borrow::Cow;

use crate::codec::ReadOptions;
use crate::codec::builder::DecodeLog;
use crate::codec::input::{Input, Recognition};
use crate::codec::interface::{Codec, Special};
use crate::codec::lexicon::{self, Label, Meaning, Says, is_none, read_value, same};
use crate::codec::members::document;
use crate::codec::text::fields;
use crate::codec::text::slice::Slice;
use crate::codec::tree::json::{Type, Value};
use crate::ir::{Cause, Confidence, Decoded, Format, Member, Outcome, Profile, Stated, Verdict};
use crate::source::Span;

pub(in crate::codec) const CODEC: Codec = Codec {
    grammar: Some(include_str!("../../../grammar/json.pest")),
    recognise,
    fenced: true,
    loose: true,
    decode,
    example: contract::EXAMPLE,
    contract: contract::contract,
    schema: Some(|| contract::SCHEMA),
    encode: None,
    holds: &[],
    special: Special::NONE,
};

/// The member by which Codex says what a review comes to.
const CORRECTNESS: &str = "overall_correctness";
/// What Codex writes there.
const CORRECT: [(&str, Outcome); 2] =
    [("patch is correct", Outcome::Pass), ("patch is incorrect", Outcome::Fail)];
/// What says in a sentence what a review comes to; the first that is there.
const SUMMARIES: [&str; 8] = [
    "summary",
    "overall_explanation",
    "message",
    "rationale",
    "reason",
    "reasoning",
    "explanation",
    "feedback",
];
/// A misspelt name of these is not taken for a member that decides nothing.
const DECIDING: [&str; 2] = ["verdict", "decision"];

/// Whether a text is an object that states a verdict, or a list of findings. It is asked last.
fn recognise(input: &Input<'_>) -> Recognition {
    if input.options.profile == Profile::Strict {
        return input
            .no("reviews in JSON of no exact format are not read with the `strict` profile");
    }
    let Some(Ok(document)) = input.json() else { return input.no("the text is not a JSON object") };
    let root = document.root();
    if !statements(root, input.options).is_empty() {
        return Recognition::Yes("it is an object with a member that states a verdict");
    }
    match findings::Listing::of(root) {
        Some(listing) => Recognition::Yes(listing.why()),
        None if fails_deeper(root, input.options) => {
            Recognition::Yes("an object in it has a member that states a fail")
        }
        None => {
            input.no("no member of the object states a verdict, such as `\"verdict\": \"approve\"`")
        }
    }
}

/// Reads an object, whether or not it states a verdict. Total.
fn decode(input: &Input<'_>) -> Decoded {
    let mut reading = DecodeLog::new(input.options);
    let Some(root) = document::object(input, &mut reading) else {
        return reading.finish(input.source, Format::LabelledJson, Vec::new());
    };
    let mut review = Review { verdict: Verdict::new(root.span()), reading, stops: Vec::new() };
    let statements = statements(root, input.options);
    let decided = review.state(&statements);
    let why = decided.map(|statement| statement.why(input));
    let listing = findings::Listing::of(root);
    if statements.is_empty() {
        match listing {
            // Nobody said what the findings come to: it holds.
            Some(_) => review.verdict.derived = Some(Outcome::Hold),
            None => {
                review.reading.says_fail |= fails_deeper(root, input.options);
                review.reading.refuse(Cause::NoVerdict, mistakes::no_verdict(root.span()));
            }
        }
    }
    review.members(root, &statements, listing);
    review.stop();
    let decoded = review.reading.finish(input.source, Format::LabelledJson, vec![review.verdict]);
    match why {
        Some(why) => Decoded { why: Cow::Owned(why), ..decoded },
        None => decoded,
    }
}

/// A member that states a verdict.
struct Statement<'d> {
    name: Value<'d>,
    value: Value<'d>,
    asks: Asks,
}

/// What a member that states a verdict is answered with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asks {
    /// `"verdict": "approve"`
    Word(Label),
    /// `"approved": true`
    YesNo,
    /// `"overall_correctness": "patch is correct"`
    Correctness,
}

/// What a word comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Known(Outcome),
    /// `approve | request changes`
    Template,
    /// `CONDITIONAL`
    Caution,
    /// `approve if the tests pass`, and what its first word comes to.
    Tail(Option<Outcome>),
    Unknown,
    /// A sentence, or nothing.
    Prose,
}

/// The members at the top of an object that state a verdict. A name that others use, too
/// (`recommendation`, `gate`), counts by its value: beside a better one only when it is a word.
fn statements<'d>(root: Value<'d>, options: &ReadOptions) -> Vec<Statement<'d>> {
    let mut certain = Vec::new();
    let mut others = Vec::new();
    for (name, value) in root.members() {
        let Some(asks) = asks(name, value, options) else { continue };
        let statement = Statement { name, value, asks };
        let word = match asks {
            Asks::Word(Label::Decides) => {
                read_word(&value.text().unwrap_or_default(), Label::Decides, options)
            }
            _ => Word::Template,
        };
        match word {
            Word::Known(_) | Word::Template => certain.push(statement),
            Word::Prose => {}
            _ => others.push(statement),
        }
    }
    if certain.is_empty() { others } else { certain }
}

/// Whether an object in an object states a fail: `{"review": {"verdict": "fail"}}`. A better word there
/// states nothing.
fn fails_deeper(root: Value<'_>, options: &ReadOptions) -> bool {
    let fails = |statement: Statement<'_>| match (statement.asks, statement.value.kind()) {
        (Asks::YesNo, kind) => kind == Type::Bool(false),
        (Asks::Word(label @ Label::Verdict), Type::String) => {
            let word = read_word(&statement.value.text().unwrap_or_default(), label, options);
            matches!(word, Word::Known(Outcome::Fail) | Word::Tail(Some(Outcome::Fail)))
        }
        _ => false,
    };
    let now = |name: Value<'_>| !lexicon::names_the_past(&name.text().unwrap_or_default());
    let mut members = root.members().filter(|(name, _)| now(*name));
    members.any(|(_, value)| statements(value, options).into_iter().any(fails))
}

/// Whether a member states a verdict, by its name and the kind of its value.
fn asks(name: Value<'_>, value: Value<'_>, options: &ReadOptions) -> Option<Asks> {
    let name = name.text()?;
    if same(&name, CORRECTNESS) {
        return Some(Asks::Correctness);
    }
    match options.lexicon.label_of_member(&name)? {
        Label::Verdict => Some(Asks::Word(Label::Verdict)),
        // Under `decision` whatever stands there is meant as one.
        Label::Decides if ends_in_decision(&name) => Some(Asks::Word(Label::Verdict)),
        Label::Decides if value.kind() == Type::String => Some(Asks::Word(Label::Decides)),
        Label::Question if same(&name, "approved") && matches!(value.kind(), Type::Bool(_)) => {
            Some(Asks::YesNo)
        }
        _ => None,
    }
}

/// `decision`, `finalDecision`
fn ends_in_decision(name: &str) -> bool {
    name.to_ascii_lowercase().ends_with("decision")
}

/// Reads a word of a verdict. What stands behind it makes it unclear.
fn read_word(text: &str, label: Label, options: &ReadOptions) -> Word {
    let text = text.trim();
    if document::is_template(text) {
        return Word::Template;
    }
    // `APPROVE_WITH_NITS` is three words.
    let token = !text.contains(char::is_whitespace) && text.contains(['_', '-']);
    let plain = if token { text.replace(['_', '-'], " ") } else { text.to_owned() };
    let read = |text| read_value(Slice::new(text, 0), label, &options.lexicon);
    let said = read(&plain);
    let known = said.says.outcome();
    let mut words = options.lexicon.words.iter();
    // A host cannot make better what the table knows as worse.
    let host = words.find(|(word, outcome)| same(word, text) && known <= Some(**outcome));
    if let Some((_, outcome)) = host {
        return Word::Known(*outcome);
    }
    // `❌ approve` says two things.
    let signs = &text[..text.find(char::is_alphanumeric).unwrap_or_default()];
    let signed = read(signs).says.outcome();
    match said.says {
        Says::Word(_) if signed.is_some_and(|signed| known < Some(signed)) => Word::Unknown,
        Says::Template => Word::Template,
        Says::Word(Meaning::Caution) => Word::Caution,
        Says::Word(_) => {
            let alone = !said.tail.text.contains(char::is_alphanumeric);
            match known.filter(|_| said.clear && alone) {
                Some(outcome) => Word::Known(outcome),
                None => Word::Tail(known),
            }
        }
        Says::Unclear => Word::Unknown,
        Says::Nothing | Says::Prose => Word::Prose,
    }
}

impl Statement<'_> {
    /// `its member "decision" says "APPROVE" (line 3)`
    fn why(&self, input: &Input<'_>) -> String {
        let line = input.source.line_column(self.name.span().start).line;
        let said = self.value.text().unwrap_or(Cow::Borrowed(self.value.raw().text));
        let name = self.name.text().unwrap_or_default();
        format!("its member `{name}` says `{}` (line {line})", mistakes::shown(&said))
    }

    /// Whether two statements come to the same; a yes does not tell a pass from a warning.
    fn agrees(&self, outcome: Outcome, other: &Self, theirs: Outcome) -> bool {
        match self.asks == Asks::YesNo || other.asks == Asks::YesNo {
            true => outcome.opens() == theirs.opens(),
            false => outcome == theirs,
        }
    }
}

/// A review, and what there is to say about its text.
struct Review<'a> {
    reading: DecodeLog<'a>,
    verdict: Verdict,
    /// The findings that were named as what stops the work, by their places.
    stops: Vec<usize>,
}

impl Review<'_> {
    /// States what the members say; gives the one that decides.
    fn state<'s, 'd>(&mut self, statements: &'s [Statement<'d>]) -> Option<&'s Statement<'d>> {
        let mut worst: Option<(Outcome, &Statement<'_>)> = None;
        let mut read = Vec::new();
        for statement in statements {
            let Some(outcome) = self.read(statement) else { continue };
            read.push((outcome, statement));
            if worst.is_none_or(|(known, _)| outcome > known) {
                worst = Some((outcome, statement));
            }
        }
        let (outcome, statement) = worst?;
        let fails = outcome == Outcome::Fail;
        self.reading.says_fail |= fails;
        let word = statement.value.place(&mut self.reading.embedded);
        let word = word.unwrap_or_else(|| statement.value.span());
        self.verdict.stated = Some(Stated { outcome, word });
        let other = read.iter().find(|(theirs, other)| !statement.agrees(outcome, other, *theirs));
        if let Some((_, other)) = other {
            let conflict = mistakes::conflicting([statement, other].map(|s| s.value.span()), fails);
            self.verdict.contradictory = fails;
            match fails {
                true => _ = self.reading.report(conflict),
                false => self.reading.refuse(Cause::Ambiguous, conflict),
            }
        }
        Some(statement)
    }

    /// What one member comes to. None when that is not known, which was told.
    fn read(&mut self, statement: &Statement<'_>) -> Option<Outcome> {
        let Statement { name, value, asks } = statement;
        if let (Asks::YesNo, Type::Bool(yes)) = (asks, value.kind()) {
            return Some(if yes { Outcome::Pass } else { Outcome::Fail });
        }
        let Some(text) = value.text() else {
            self.reading.says_fail |= value.kind() == Type::Bool(false);
            // What it holds is shown, and read for remarks.
            self.keep(*name, *value);
            let name = name.text().unwrap_or_default();
            let wrong =
                document::wrong_type(&format!("`{name}`"), "a string with one word", *value);
            self.reading.refuse(Cause::Malformed, wrong);
            return None;
        };
        let at = value.span();
        let own = CORRECT.iter().find(|(word, _)| *asks == Asks::Correctness && same(word, &text));
        let word = match (own, asks) {
            (Some((_, outcome)), _) => Word::Known(*outcome),
            (None, Asks::Word(label)) => read_word(&text, *label, self.reading.options),
            (None, _) if document::is_template(&text) => Word::Template,
            (None, _) => Word::Unknown,
        };
        let codex = *asks == Asks::Correctness;
        let (cause, told) = match word {
            Word::Known(outcome) => return Some(outcome),
            Word::Template => (Cause::Template, mistakes::template(at)),
            Word::Caution => (Cause::UnknownWord, mistakes::caution(&text, at)),
            Word::Tail(known) => {
                self.reading.says_fail |= known == Some(Outcome::Fail);
                (Cause::UnknownWord, mistakes::unclear_word(&text, at))
            }
            Word::Prose if text.trim().is_empty() => (Cause::UnknownWord, mistakes::empty_word(at)),
            _ if codex => (Cause::UnknownWord, mistakes::unknown_correctness(&text, at)),
            Word::Unknown | Word::Prose => (Cause::UnknownWord, mistakes::unknown_word(&text, at)),
        };
        self.reading.refuse(cause, told);
        None
    }

    /// All that is said beside the verdict.
    fn members(
        &mut self,
        root: Value<'_>,
        statements: &[Statement<'_>],
        listing: Option<findings::Listing>,
    ) {
        let options = self.reading.options;
        let given = root.get("severity").and_then(|value| findings::severity(value, options));
        for (name, value) in root.members() {
            let states = |statement: &Statement<'_>| statement.name.span() == name.span();
            if statements.iter().any(states) {
                continue;
            }
            let key = name.text().unwrap_or_default();
            let is_one_of = |names: &[&str]| names.iter().any(|known| same(known, &key));
            let text = value.kind() == Type::String;
            if self.list(&key, value, given, listing) {
                continue;
            } else if text && self.verdict.summary.is_none() && is_one_of(&SUMMARIES) {
                self.verdict.summary = value.place(&mut self.reading.embedded);
            } else if text && self.verdict.reviewer.is_none() && key == "reviewer" {
                self.verdict.reviewer = value.place(&mut self.reading.embedded);
            } else if let Some(sure) = self.confidence(&key, value) {
                self.verdict.confidence = Some(sure);
            } else {
                // A list of errors may be what a program found.
                let happened = match value.kind() {
                    Type::String => !is_none(&value.text().unwrap_or_default(), &options.lexicon),
                    kind => kind == Type::Bool(true),
                };
                if happened && document::ERRORS.contains(&&*key) {
                    self.reading.refuse(Cause::Errored, document::errored(value.span()));
                }
                self.check_name(name, value);
                self.keep(name, value);
            }
        }
    }

    /// `"confidence": "high"`; a number is kept as it is.
    fn confidence(&self, key: &str, value: Value<'_>) -> Option<Confidence> {
        let text = value.text().filter(|_| key == "confidence")?;
        let own =
            [("high", Confidence::High), ("medium", Confidence::Med), ("low", Confidence::Low)];
        let lexicon = self.reading.options.lexicon.confidences.iter();
        let mut hosts = self.reading.options.lexicon.confidences.iter().chain(lexicon);
        let own = own.iter().find(|(word, _)| same(word, &text)).map(|(_, sure)| *sure);
        own.or_else(|| same("med", &text).then_some(Confidence::Med))
            .or_else(|| hosts.find(|(word, _)| same(word, &text)).map(|(_, sure)| *sure))
    }

    /// A name that is hard to tell from one that states a verdict, or from one that lists what stops the work.
    fn check_name(&mut self, name: Value<'_>, value: Value<'_>) {
        let states = matches!(value.kind(), Type::String | Type::Bool(_));
        let key = name.text().unwrap_or_default();
        let lists = match value.kind() {
            Type::Object => value.members().next().is_some(),
            Type::List => value.items().next().is_some(),
            Type::Bool(yes) => yes,
            Type::Null => false,
            _ => !is_none(
                &value.text().unwrap_or(value.raw().text.into()),
                &self.reading.options.lexicon,
            ),
        };
        let deciding = || fields::meant_of(&key, DECIDING.into_iter()).filter(|_| states);
        let known = || names_what_stops(&key, self.reading.options);
        let stops = || {
            let meant = fields::meant(&key).filter(|meant| meant.starts_with("blocker"));
            meant.filter(|_| lists && !known())
        };
        if let Some(meant) = deciding().or_else(stops) {
            let mistake = mistakes::misspelt_name(name.span(), meant);
            self.reading.refuse(Cause::MisspeltKey, mistake);
        }
    }

    /// Something that decides nothing by itself, under its own name.
    fn keep(&mut self, name: Value<'_>, value: Value<'_>) {
        let Some(name) = name.place(&mut self.reading.embedded) else { return };
        let text = value.place(&mut self.reading.embedded).unwrap_or_else(|| value.span());
        self.verdict.members.push(Member { name, text });
    }
}

/// The place of a text that lies in the source or among those that had to be spelt out.
fn within(at: Span, span: Span) -> Span {
    span.in_source(at.source)
}

/// Whether a name is that of a list of what stops the work: `blockers`, `must_fix`.
fn names_what_stops(name: &str, options: &ReadOptions) -> bool {
    options.lexicon.names_what_stops(name)
}

#[cfg(test)]
mod tests;
