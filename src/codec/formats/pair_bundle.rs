//! Pair reviews of commonplace as one JSON object: the same verdicts as in blocks, without a
//! decision that has to be looked for.

mod contract;
mod shape;
#[cfg(feature = "serde")]
mod write;

use std::collections::HashSet;

use crate::codec::ReadOptions;
use crate::codec::builder::Reading;
use crate::codec::formats::pair_review::{self, Decision, LETTER_CASE, SEVERITY_WORD, Spelling};
use crate::codec::formats::{Codec, Encode};
use crate::codec::input::{Fit, Task};
use crate::codec::text::slice::Slice;
use crate::codec::tree::json::{self, Doc, Type, Value};
use crate::codec::write::Part;
use crate::ir::{Cause, Decoded, Finding, Format, Outcome, Profile, Stated, Subject, Verdict};
use crate::source::Span;

pub(in crate::codec) const CODEC: Codec = Codec {
    grammar: Some(include_str!("../../../grammar/json.pest")),
    recognise,
    fenced: true,
    loose: false,
    decode,
    example: contract::EXAMPLE,
    contract: contract::contract,
    schema: Some(|| contract::SCHEMA),
    encode: ENCODE,
    holds: &[
        Part::Subject,
        Part::Stated,
        Part::Hold,
        Part::Warn,
        Part::Summary,
        Part::Findings,
        Part::Severity,
        Part::Revision,
    ],
};

#[cfg(feature = "serde")]
const ENCODE: Option<Encode> = Some(write::encode);
#[cfg(not(feature = "serde"))]
const ENCODE: Option<Encode> = None;

/// The only member of a bundle.
const PAIRS: &str = "pairs";

fn recognise(task: &Task<'_>) -> Fit {
    match task.json() {
        Some(Ok(doc)) if doc.root().get(PAIRS).is_some() => Fit::Yes("it has a member `pairs`"),
        Some(Ok(_)) => task.no("the object has no member `pairs`"),
        _ => task.no("it is not a JSON object"),
    }
}

fn decode(task: &Task<'_>) -> Decoded {
    let mut bundle = Bundle {
        reading: Reading::new(task.options),
        expected: task.options.expected.iter().filter_map(pair_of).collect(),
        seen: HashSet::new(),
        verdicts: Vec::new(),
    };
    match task.json() {
        Some(Ok(doc)) => bundle.document(doc),
        Some(Err(broken)) => bundle.reading.refuse(broken.cause, broken.diagnostic.clone()),
        None => bundle.reading.refuse(Cause::NoVerdict, shape::no_object(task.first.span())),
    }
    let missing = task.options.expected.iter().filter(|subject| {
        let seen =
            |(note, gate): (&str, &str)| bundle.seen.contains(&(note.to_owned(), gate.to_owned()));
        !pair_of(subject).is_none_or(seen)
    });
    let missing: Vec<Subject> = missing.cloned().collect();
    let decoded = bundle.reading.finish(task.source, Format::PairBundle, bundle.verdicts);
    Decoded { missing, ..decoded }
}

fn pair_of(subject: &Subject) -> Option<(&str, &str)> {
    match subject {
        Subject::Pair { note, gate } => Some((note, gate)),
        _ => None,
    }
}

/// A bundle while its pairs come in.
struct Bundle<'a> {
    reading: Reading<'a>,
    expected: HashSet<(&'a str, &'a str)>,
    /// Pairs that have a review.
    seen: HashSet<(String, String)>,
    verdicts: Vec<Verdict>,
}

/// The members of one review.
struct Members<'d> {
    note: Value<'d>,
    gate: Value<'d>,
    decision: Value<'d>,
    summary: Value<'d>,
    findings: Value<'d>,
    revision: Option<Value<'d>>,
}

impl<'a> Bundle<'a> {
    fn document(&mut self, doc: &Doc<'_>) {
        json::check(&mut self.reading, doc);
        let root = doc.root();
        let Some(pairs) = root.get(PAIRS) else {
            return self.reading.refuse(Cause::Malformed, shape::missing_member(root, PAIRS));
        };
        self.only(root, &[PAIRS]);
        if !self.is(pairs, PAIRS, Type::List) {
            return;
        }
        for review in pairs.items() {
            self.review(review);
        }
        if self.verdicts.is_empty() && self.reading.cause.is_none() {
            self.reading.refuse(Cause::Malformed, shape::no_pair(pairs.span()));
        }
    }

    fn review(&mut self, review: Value<'_>) {
        if !self.is(review, "an item of `pairs`", Type::Object) {
            return;
        }
        self.only(review, &shape::MEMBERS);
        let Some(members) = self.members(review) else { return };
        let (note, gate) = (members.note.text(), members.gate.text());
        let (Some(note), Some(gate)) = (note, gate) else { return };
        if note.trim().is_empty() || gate.trim().is_empty() {
            return self.reading.refuse(Cause::Malformed, shape::blank_name(review.span()));
        }
        if !self.expected.is_empty() && !self.expected.contains(&(&*note, &*gate)) {
            let diagnostic = pair_review::unexpected_pair(members.note.span());
            self.reading.refuse(Cause::Malformed, diagnostic);
        }
        let (note, gate) = (note.into_owned(), gate.into_owned());
        if !self.seen.insert((note.clone(), gate.clone())) {
            let diagnostic = pair_review::duplicate_pair(members.note.span());
            self.reading.refuse(Cause::Malformed, diagnostic);
        }
        let mut verdict = Verdict::new(review.span());
        verdict.subject = Subject::Pair { note, gate };
        verdict.summary = self.text(members.summary);
        verdict.revision = members.revision.and_then(|revision| self.text(revision));
        for finding in members.findings.items() {
            self.finding(&mut verdict, finding);
        }
        let decision = self.decision(members.decision);
        verdict.stated = decision.map(|(stated, _)| stated);
        verdict.gave_up = decision.filter(|(_, errs)| *errs).map(|_| Cause::Errored);
        pair_review::check_agreement(&mut verdict, &mut self.reading);
        self.verdicts.push(verdict);
    }

    /// The members of a review, each of the type that it has to be.
    fn members<'d>(&mut self, review: Value<'d>) -> Option<Members<'d>> {
        let decision = review.get(shape::DECISION).and_then(Value::text);
        self.reading.says_fail |= decision.is_some_and(|word| {
            let read = self::decision(&word, self.reading.options);
            match read {
                Ok(said) => said.outcome == Outcome::Fail,
                Err(NotRead::Template) => false,
                Err(NotRead::Unknown) => pair_review::stops(&word, self.reading.options),
            }
        });
        let note = self.member(review, shape::NOTE, Type::String);
        let gate = self.member(review, shape::GATE, Type::String);
        let decision = self.member(review, shape::DECISION, Type::String);
        let summary = self.member(review, shape::SUMMARY, Type::String);
        let findings = self.member(review, shape::FINDINGS, Type::List);
        let revision = review.get(shape::REVISION).filter(|value| value.kind() != Type::Null);
        let fits = revision.is_none_or(|value| self.is(value, shape::REVISION, Type::String));
        let members = Members {
            note: note?,
            gate: gate?,
            decision: decision?,
            summary: summary?,
            findings: findings?,
            revision,
        };
        fits.then_some(members)
    }

    fn member<'d>(&mut self, of: Value<'d>, name: &'static str, kind: Type) -> Option<Value<'d>> {
        let Some(value) = of.get(name) else {
            self.reading.refuse(Cause::Malformed, shape::missing_member(of, name));
            return None;
        };
        self.is(value, name, kind).then_some(value)
    }

    fn is(&mut self, value: Value<'_>, name: &str, kind: Type) -> bool {
        let fits = value.kind() == kind;
        if !fits {
            self.reading.refuse(Cause::Malformed, shape::wrong_type(value, name, kind));
        }
        fits
    }

    /// Unknown members might say what nobody reads.
    fn only(&mut self, object: Value<'_>, known: &[&'static str]) {
        for (name, value) in object.members() {
            if !known.iter().any(|known| name.is(known)) {
                self.reading.unclaimed(name.span().to(value.span()));
                self.reading.refuse(Cause::Malformed, shape::unknown_member(name, known));
            }
        }
    }

    /// A text; a blank one says nothing.
    fn text(&mut self, value: Value<'_>) -> Option<Span> {
        let said = value.text().is_some_and(|text| !text.trim().is_empty());
        said.then(|| value.place(&mut self.reading.embedded)).flatten()
    }

    fn finding(&mut self, verdict: &mut Verdict, value: Value<'_>) {
        if !self.is(value, "an item of `findings`", Type::Object) {
            return;
        }
        self.only(value, &[shape::SEVERITY, shape::TEXT]);
        let severity = self.member(value, shape::SEVERITY, Type::String);
        let text = self.member(value, shape::TEXT, Type::String);
        let (Some(severity), Some(text)) = (severity, text) else { return };
        let word = severity.text().unwrap_or_default();
        let known = pair_review::rate(word.trim(), self.reading.options);
        let rating = known.unwrap_or_else(pair_review::unknown_rating);
        match rating.spelling {
            Spelling::Exact => {}
            Spelling::OtherCase => self.reading.recover(LETTER_CASE, severity.span()),
            Spelling::Foreign => self.reading.recover(SEVERITY_WORD, severity.span()),
            Spelling::Unknown => _ = self.reading.report(shape::unknown_severity(severity.span())),
        }
        let Some(said) = text.place(&mut self.reading.embedded) else { return };
        let mut finding = Finding::new(rating.kind, said);
        finding.severity = rating.severity;
        finding.span = value.span();
        verdict.findings.push(finding);
        verdict.derived = verdict.derived.max(Some(rating.outcome));
    }

    /// What was decided, and whether the reviewer could not do its job.
    fn decision(&mut self, value: Value<'_>) -> Option<(Stated, bool)> {
        let at = value.place(&mut self.reading.embedded)?;
        let text = value.text()?;
        let (outcome, errs) = match decision(&text, self.reading.options) {
            Ok(StatedWord { outcome, errs, exact }) => {
                if !exact {
                    self.reading.recover(LETTER_CASE, value.span());
                }
                (outcome, errs)
            }
            Err(NotRead::Template) => {
                self.reading.refuse(Cause::Template, shape::template(value.span()));
                return None;
            }
            Err(NotRead::Unknown) => {
                let diagnostic = shape::unknown_decision(&text, value.span());
                self.reading.refuse(Cause::Malformed, diagnostic);
                return None;
            }
        };
        if errs && self.reading.options.profile == Profile::Strict {
            self.reading.refuse(Cause::Errored, pair_review::errored(value.span()));
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
    if let Some(known) = pair_review::asked_for().find(|w| text.eq_ignore_ascii_case(w.word)) {
        let (outcome, errs) = (known.outcome, known.errs);
        return Ok(StatedWord { outcome, errs, exact: text == known.word });
    }
    let own = pair_review::is_word(text);
    let known =
        pair_review::host_words(options).find(|(word, _)| !own && text.eq_ignore_ascii_case(word));
    if let Some((word, outcome)) = known {
        return Ok(StatedWord { outcome, errs: false, exact: text == word });
    }
    match pair_review::value(Slice::new(text, 0), options) {
        Decision::Template => Err(NotRead::Template),
        _ => Err(NotRead::Unknown),
    }
}
