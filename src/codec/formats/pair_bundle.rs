//! Pair reviews of commonplace as one JSON object: the same verdicts as in blocks, without a
//! decision that has to be looked for.

mod contract;
mod mistakes;
mod write;

use std::collections::HashSet;

use crate::codec::ReadOptions;
use crate::codec::builder::DecodeLog;
use crate::codec::input::{Input, Recognition};
use crate::codec::interface::Codec;
use crate::codec::members::Kind::{Grade, ListOf, Name, SomeOf, Text, TextOrNull};
use crate::codec::members::document::{self, wrong_type};
use crate::codec::members::{Object, Read, member, object};
use crate::codec::render::holds;
use crate::codec::shared::pair::{self, LETTER_CASE, SEVERITY_WORD, Spelling, Value as Decision};
use crate::codec::text::slice::Slice;
use crate::codec::tree::json::{self, Value};
use crate::ir::{Cause, Decoded, Finding, Format, Outcome, Profile, Stated, Subject, Verdict};
use crate::source::Span;

pub(in crate::codec) const CODEC: Codec = Codec {
    grammar: Some(json::GRAMMAR),
    example: contract::EXAMPLE,
    schema: Some(|| contract::SCHEMA.as_str()),
    encode: Some(write::encode),
    holds: holds!(Subject Stated Hold Warn Summary Findings Severity Revision),
    ..Codec::new(recognise, decode, contract::contract)
};

const BUNDLE: Object =
    object("the bundle", &[member("pairs", SomeOf(&REVIEW)).required()]).closed();

const REVIEW: Object = object(
    "a review",
    &[
        member("note", Name).required().says("Path of the note, as it was given."),
        member("gate", Name).required().says("Id of the gate, as it was given."),
        member("decision", Grade(&pair::CHOICES))
            .required()
            .free()
            .says("Not better than the worst finding. ERROR: the pair could not be judged."),
        member("summary", Text).required().free().form("what it comes to, in a sentence or two"),
        member("findings", ListOf(&FINDING)).required(),
        member("suggested_revision", TextOrNull).free().form("what you would write instead"),
    ],
)
.closed();

const FINDING: Object = object(
    "a finding",
    &[
        member("severity", Grade(&pair::SEVERITIES))
            .required()
            .free()
            .says("With `fail` or `error` the review fails, with `warn` it warns."),
        member("text", Text).required().free().form("one finding"),
    ],
)
.closed();

fn recognise(input: &Input<'_>) -> Recognition {
    match input.json() {
        Some(Ok(doc)) if doc.root().get("pairs").is_some() => {
            Recognition::Yes("it has a member `pairs`")
        }
        Some(Ok(_)) => input.no("the object has no member `pairs`"),
        _ => input.no("it is not a JSON object"),
    }
}

fn decode(input: &Input<'_>) -> Decoded {
    let mut bundle = Bundle {
        reading: DecodeLog::new(input.options),
        expected: input.options.expected.iter().filter_map(pair::key_of).collect(),
        seen: HashSet::new(),
        verdicts: Vec::new(),
    };
    if let Some(root) = document::object(input, &mut bundle.reading) {
        bundle.read(root);
    }
    let unseen =
        |subject: &&Subject| pair::key_of(subject).is_some_and(|key| !bundle.seen.contains(&key));
    let missing = input.options.expected.iter().filter(unseen);
    let missing: Vec<Subject> = missing.cloned().collect();
    let decoded = bundle.reading.finish(input.source, Format::PairBundle, bundle.verdicts);
    Decoded { missing, ..decoded }
}

/// A bundle while its pairs come in.
struct Bundle<'a> {
    reading: DecodeLog<'a>,
    expected: HashSet<pair::PairKey<'a>>,
    /// Pairs that have a review.
    seen: HashSet<pair::PairKey<'static>>,
    verdicts: Vec<Verdict>,
}

impl<'a> Bundle<'a> {
    fn read(&mut self, root: Value<'_>) {
        let Some(bundle) = BUNDLE.read(&mut self.reading, root, &mut Vec::new()) else { return };
        for review in bundle.items("pairs") {
            let decision = review.get("decision").and_then(Value::text);
            self.reading.says_fail |= decision.is_some_and(|word| self.says_fail(&word));
            if let Some(read) = REVIEW.read(&mut self.reading, review, &mut Vec::new())
                && read.whole
            {
                self.review(&read);
            }
        }
        if self.verdicts.is_empty() && self.reading.cause.is_none() {
            self.reading.refuse(Cause::Malformed, mistakes::no_pair(root.span()));
        }
    }

    /// Whether a decision says fail, also in a review that is not as it should be.
    fn says_fail(&self, word: &str) -> bool {
        match decision(word, self.reading.options) {
            Ok(said) => said.outcome == Outcome::Fail,
            Err(NotRead::Template) => false,
            Err(NotRead::Unknown) => pair::stops(word, self.reading.options),
        }
    }

    fn review(&mut self, review: &Read<'_>) {
        let named = review.get("note").map(Value::span).unwrap_or(review.span);
        let (Some(note), Some(gate)) = (review.text("note"), review.text("gate")) else {
            return self.reading.refuse(Cause::Malformed, mistakes::blank_name(review.span));
        };
        if !self.expected.is_empty() && !self.expected.contains(&pair::pair_key(&note, &gate)) {
            self.reading.refuse(Cause::Malformed, pair::unexpected_pair(named));
        }
        let (note, gate) = (note.into_owned(), gate.into_owned());
        let key = pair::pair_key(&note, &gate);
        if !self.seen.insert((key.0.into_owned().into(), key.1.into_owned().into())) {
            self.reading.refuse(Cause::Malformed, pair::duplicate_pair(named));
        }
        let mut verdict = Verdict::new(review.span);
        verdict.subject = Subject::Pair { note, gate };
        verdict.summary = self.text(review, "summary");
        verdict.revision = self.text(review, "suggested_revision");
        for finding in review.items("findings") {
            if let Some(read) = FINDING.read(&mut self.reading, finding, &mut Vec::new())
                && read.whole
            {
                self.finding(&mut verdict, &read);
            }
        }
        let decision = review.get("decision").and_then(|value| self.decision(value));
        verdict.stated = decision.map(|(stated, _)| stated);
        verdict.gave_up = decision.filter(|(_, errs)| *errs).map(|_| Cause::Errored);
        pair::check_agreement(&mut verdict, &mut self.reading);
        self.verdicts.push(verdict);
    }

    /// A text; a blank one says nothing.
    fn text(&mut self, review: &Read<'_>, name: &str) -> Option<Span> {
        review.text(name)?;
        review.place(name, &mut self.reading)
    }

    fn finding(&mut self, verdict: &mut Verdict, finding: &Read<'_>) {
        let Some(severity) = finding.get("severity") else { return };
        let Some(word) = severity.text() else {
            let refusal = wrong_type("`severity`", "a string", severity);
            return self.reading.refuse(Cause::Malformed, refusal);
        };
        let known = pair::rate(word.trim(), self.reading.options);
        let rating = known.unwrap_or_else(pair::unknown_rating);
        let at = severity.span();
        match rating.spelling {
            Spelling::Exact => {}
            Spelling::OtherCase => self.reading.recover(LETTER_CASE, at),
            Spelling::Foreign => self.reading.recover(SEVERITY_WORD, at),
            Spelling::Unknown => _ = self.reading.report(mistakes::unknown_severity(at)),
        }
        let Some(said) = finding.place("text", &mut self.reading) else { return };
        let mut found = Finding::new(rating.kind, said);
        found.severity = rating.severity;
        found.span = finding.span;
        verdict.findings.push(found);
        verdict.derived = verdict.derived.max(Some(rating.outcome));
    }

    /// What was decided, and whether the reviewer could not do its job.
    fn decision(&mut self, value: Value<'_>) -> Option<(Stated, bool)> {
        let (Some(text), Some(at)) = (value.text(), value.place(&mut self.reading.embedded)) else {
            let refusal = wrong_type("`decision`", "a string", value);
            self.reading.refuse(Cause::Malformed, refusal);
            return None;
        };
        let (outcome, errs) = match decision(&text, self.reading.options) {
            Ok(StatedWord { outcome, errs, exact }) => {
                if !exact {
                    self.reading.recover(LETTER_CASE, value.span());
                }
                (outcome, errs)
            }
            Err(NotRead::Template) => {
                self.reading.refuse(Cause::Template, mistakes::template(value.span()));
                return None;
            }
            Err(NotRead::Unknown) => {
                let diagnostic = mistakes::unknown_decision(&text, value.span());
                self.reading.refuse(Cause::Malformed, diagnostic);
                return None;
            }
        };
        if errs && self.reading.options.profile == Profile::Strict {
            self.reading.refuse(Cause::Errored, pair::errored(value.span()));
        }
        Some((Stated { outcome, word: at }, errs))
    }
}

/// A decision that is understood.
struct StatedWord {
    outcome: Outcome,
    errs: bool,
    exact: bool,
}

/// Why a decision is not.
enum NotRead {
    Template,
    Unknown,
}

/// One of the words that are asked for, or of the host's, and nothing around it.
fn decision(text: &str, options: &ReadOptions) -> Result<StatedWord, NotRead> {
    if let Some(known) = pair::asked_for().find(|w| text.eq_ignore_ascii_case(w.word)) {
        let (outcome, errs) = (known.outcome, known.errs);
        return Ok(StatedWord { outcome, errs, exact: text == known.word });
    }
    let own = pair::is_word(text);
    let known = pair::host_words(options).find(|(word, _)| !own && text.eq_ignore_ascii_case(word));
    if let Some((word, outcome)) = known {
        return Ok(StatedWord { outcome, errs: false, exact: text == word });
    }
    match pair::value(Slice::new(text, 0), options) {
        Decision::Template => Err(NotRead::Template),
        _ => Err(NotRead::Unknown),
    }
}
