//! One reviewer of a summary.

use super::mistakes;
use super::reader::members_of;
use crate::codec::builder::DecodeLog;
use crate::codec::repairs::{LETTER_CASE, Repair, TOKEN_TAIL};
use crate::codec::shared::cpf;
use crate::codec::shared::dartai::{self, Tail};
use crate::codec::text::location;
use crate::codec::text::slice::Slice;
use crate::codec::tree::kdl::{Entry, Node};
use crate::ir::{Cause, Finding, FindingKind, Member, Outcome, Stated, Subject, Verdict};
use crate::source::Span;

/// Why a reviewer has no verdict, and what that counts for the gate. For anyone who reads the
/// summary it is no verdict in any case.
const STATES: &[(&str, Weight)] = &[
    ("missing", Weight::Full),
    ("unreadable", Weight::Full),
    ("stale", Weight::Full),
    ("errored", Weight::Full),
    ("excused", Weight::Warns),
    ("skipped", Weight::Nothing),
];

/// What a reviewer counts for the gate.
#[derive(Clone, Copy)]
pub(super) enum Weight {
    /// It shuts the gate unless it passes.
    Full,
    /// The gate goes on without it, and warns.
    Warns,
    /// The gate is not about it, or a policy weighed it.
    Nothing,
}

impl Weight {
    pub(super) fn of(self, outcome: Outcome) -> Option<Outcome> {
        match self {
            Self::Full => Some(outcome),
            Self::Warns => Some(Outcome::Warn),
            Self::Nothing => None,
        }
    }
}

/// `reviewer "qa" verdict="fail" confidence="high" { blocker "…" }`
pub(super) fn decode(reading: &mut DecodeLog<'_>, node: &Node) -> (Verdict, Weight) {
    let mut verdict = Verdict::new(node.at);
    let name = name(reading, &mut verdict, node);
    let mut weight = Weight::Full;
    let mut verdicts = node.properties().filter(|(name, ..)| *name == "verdict");
    // Of several, a fail stands.
    let fails = |text: &str| says_fail(reading, text);
    let fails = verdicts.any(|(.., entry)| entry.value.text().is_some_and(fails));
    reading.says_fail |= fails;
    match node.property("verdict", reading) {
        Some(entry) => weight = state(reading, &mut verdict, entry),
        None => {
            reading.refuse(Cause::Malformed, mistakes::lacks(node.at, "the property `verdict`"));
        }
    }
    if let Some(entry) = node.property("stated", reading) {
        stated(reading, &mut verdict, entry, node.properties());
    }
    if let Some(entry) = node.property("confidence", reading) {
        confidence(reading, &mut verdict, entry);
    }
    let mut subject = name.unwrap_or_default();
    for (name, at, entry) in node.properties() {
        match name {
            "verdict" | "stated" | "confidence" => continue,
            "blocker" => find(reading, &mut verdict, FindingKind::Blocker, entry),
            "advisory" => find(reading, &mut verdict, FindingKind::Advisory, entry),
            _ => {
                // What it judged, where a reviewer judged several things.
                if let ("criterion" | "note" | "gate" | "batch" | "run" | "of", Some(text)) =
                    (name, entry.value.text())
                {
                    subject = format!("{subject} {text}");
                }
                verdict.members.push(Member { name: at, text: entry.at });
            }
        }
    }
    for child in &node.children {
        self::child(reading, &mut verdict, child);
    }
    verdict.subject = Subject::Reviewer(subject);
    if check_agreement(reading, &mut verdict) {
        // Whoever was skipped and still lists a blocker was not.
        weight = Weight::Full;
    }
    if let Some(entry) = node.property("stake", reading)
        && entry.value.text() != Some("required")
    {
        weight = Weight::Nothing;
    }
    (verdict, weight)
}

fn name(reading: &mut DecodeLog<'_>, verdict: &mut Verdict, node: &Node) -> Option<String> {
    let mut arguments = node.arguments();
    let Some(first) = arguments.next() else {
        reading.refuse(Cause::Malformed, mistakes::lacks(node.at, "the name of the reviewer"));
        return None;
    };
    for more in arguments {
        verdict.members.push(Member { name: node.name.1, text: more.at });
        reading.report(mistakes::not_read(more.whole));
    }
    match first.value.text() {
        Some(name) if !name.trim().is_empty() => {
            verdict.reviewer = Some(first.at);
            Some(name.to_owned())
        }
        _ => {
            let mistake = mistakes::wrong_type(first.at, "the name of a reviewer", "a name");
            reading.refuse(Cause::Malformed, mistake);
            None
        }
    }
}

/// The `verdict`: an outcome, a state, or what a reviewer wrote itself.
fn state(reading: &mut DecodeLog<'_>, verdict: &mut Verdict, entry: &Entry) -> Weight {
    let Some(text) = entry.value.text() else {
        let mistake = mistakes::wrong_type(entry.at, "`verdict`", "a text");
        reading.refuse(Cause::Malformed, mistake);
        return Weight::Full;
    };
    if let Some(&(_, weight)) = STATES.iter().find(|(state, _)| *state == text) {
        verdict.stated = Some(Stated { outcome: Outcome::Hold, word: entry.at });
        return weight;
    }
    match outcome(reading, verdict, text, entry.at) {
        Some(outcome) => verdict.stated = Some(Stated { outcome, word: entry.at }),
        None => {
            reading.says_fail |= says_fail(reading, text);
            reading.refuse(Cause::UnknownWord, mistakes::unknown_word(text, entry.at));
        }
    }
    Weight::Full
}

/// The reviewer's own word, where it came to something else.
fn stated<'n>(
    reading: &mut DecodeLog<'_>,
    verdict: &mut Verdict,
    entry: &Entry,
    mut properties: impl Iterator<Item = (&'n str, Span, &'n Entry)>,
) {
    let counted = verdict.stated;
    let known = entry.value.text().and_then(|text| word(reading, text));
    let at = properties.find(|(name, ..)| *name == "stated").map_or(entry.at, |(_, at, _)| at);
    let (Some((outcome, ..)), Some(counted)) = (known, counted) else {
        // A word of a format that is not ours to know.
        reading.says_fail |= entry.value.text().is_some_and(|text| says_fail(reading, text));
        verdict.members.push(Member { name: at, text: entry.at });
        return;
    };
    verdict.stated = Some(Stated { outcome, word: entry.at });
    verdict.derived = Some(counted.outcome);
    if outcome > counted.outcome {
        verdict.contradictory = true;
        reading.report(mistakes::stated_is_worse(entry.whole, counted.word));
    }
}

/// The outcome of a word, what had to be overlooked to know it, and what stands behind it.
fn word<'t>(
    reading: &DecodeLog<'_>,
    text: &'t str,
) -> Option<(Outcome, Option<Repair>, Slice<'t>)> {
    let none = Slice::new("", text.len());
    if text.eq_ignore_ascii_case("hold") {
        return Some((Outcome::Hold, (text != "hold").then_some(LETTER_CASE), none));
    }
    // Words of auditors, letter by letter.
    if let Some((_, outcome)) = cpf::WORDS.iter().find(|(word, _)| *word == text) {
        return Some((*outcome, None, none));
    }
    let known = dartai::read_word(Slice::new(text, 0), reading.options)?;
    Some((known.meaning.outcome, known.meaning.repair.or(known.markup), known.tail))
}

/// Whether a text that is not a verdict says fail.
fn says_fail(reading: &DecodeLog<'_>, text: &str) -> bool {
    dartai::says_fail(Slice::new(text, 0), reading)
}

/// What the text of a `verdict` results in: upstream writes down whatever the reviewer wrote.
fn outcome(
    reading: &mut DecodeLog<'_>,
    verdict: &mut Verdict,
    text: &str,
    at: Span,
) -> Option<Outcome> {
    let (outcome, repair, tail) = word(reading, text)?;
    repair.into_iter().for_each(|repair| reading.recover(repair, at));
    if tail.is_empty() {
        return Some(outcome);
    }
    reading.recover(TOKEN_TAIL, at);
    match dartai::read_tail(tail, reading) {
        Tail::Stops if outcome != Outcome::Fail => {
            reading.says_fail = true;
            reading.refuse(Cause::Ambiguous, mistakes::two_words(at));
        }
        Tail::Condition if outcome == Outcome::Pass => {
            reading.refuse(Cause::Ambiguous, mistakes::two_words(at));
        }
        _ => {}
    }
    if outcome != Outcome::Pass {
        return Some(outcome);
    }
    reading.report(mistakes::pass_with_tail(at));
    verdict.findings.push(Finding::new(FindingKind::Advisory, at));
    Some(Outcome::Warn)
}

fn confidence(reading: &mut DecodeLog<'_>, verdict: &mut Verdict, entry: &Entry) {
    let text = entry.value.text().unwrap_or_default();
    match dartai::read_confidence(Slice::new(text, 0), reading.options) {
        Some((confidence, repairs, _)) => {
            verdict.confidence = Some(confidence);
            repairs.for_each(|repair| reading.recover(repair, entry.at));
        }
        // As upstream writes down that there was none.
        None if text == "?" => {}
        None => {
            reading.report(mistakes::unknown_confidence(entry.at));
        }
    }
}

/// `blocker "src/handler.ts:88 SQL built by concatenation"`
fn child(reading: &mut DecodeLog<'_>, verdict: &mut Verdict, node: &Node) {
    let kind = match node.name.0.as_str() {
        "blocker" => FindingKind::Blocker,
        "advisory" => FindingKind::Advisory,
        _ => return members_of(verdict, node, true),
    };
    let before = verdict.findings.len();
    node.arguments().for_each(|entry| find(reading, verdict, kind, entry));
    if verdict.findings.len() == before {
        reading.refuse(Cause::Malformed, mistakes::lacks(node.at, "its text"));
    }
}

fn find(reading: &mut DecodeLog<'_>, verdict: &mut Verdict, kind: FindingKind, entry: &Entry) {
    let Some(text) = entry.value.text() else {
        let mistake = mistakes::wrong_type(entry.at, "a finding", "a text");
        return reading.refuse(Cause::Malformed, mistake);
    };
    // The place is in the source or among the texts that had to be spelt out.
    let (location, rest) = location::split(Slice::new(text, entry.at.start as usize));
    let here = |span: Span| span.in_source(entry.at.source);
    let location = location.map(|found| location::moved(found, here));
    let finding = Finding::new(kind, here(rest.span()));
    verdict.findings.push(Finding { location, span: entry.at, ..finding });
}

/// A blocker keeps the gate shut, whatever word stands beside it. Whether there is one.
fn check_agreement(reading: &mut DecodeLog<'_>, verdict: &mut Verdict) -> bool {
    let mut blockers = verdict.findings.iter().filter(|found| found.kind == FindingKind::Blocker);
    let Some(blocker) = blockers.next().map(|found| found.span) else { return false };
    let Some(stated) = verdict.stated else { return true };
    let counted = verdict.derived.max(Some(stated.outcome));
    verdict.derived = Some(Outcome::Fail);
    if counted != Some(Outcome::Fail) {
        verdict.contradictory = true;
        reading.report(mistakes::blockers_on_nonfail(stated.word, blocker));
    }
    true
}
