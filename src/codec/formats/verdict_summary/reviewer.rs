//! One reviewer of a summary.

use super::mistakes;
use super::reader::{Entry, Node, members_of};
use crate::codec::builder::Reading;
use crate::codec::lexicon::{self, Label, is_condition};
use crate::codec::repairs::{LETTER_CASE, TOKEN_TAIL};
use crate::codec::text::location;
use crate::codec::text::slice::Slice;
use crate::codec::words;
use crate::ir::{
    Cause, Finding, FindingKind, Location, Member, Outcome, Place, Stated, Subject, Verdict,
};
use crate::source::Span;

/// Why a reviewer has no verdict, and what that counts for the gate. For whoever reads the
/// summary it is no verdict in any case.
const STATES: &[(&str, Weight)] = &[
    ("missing", Weight::Full),
    ("unreadable", Weight::Full),
    ("stale", Weight::Full),
    ("errored", Weight::Full),
    ("excused", Weight::Warns),
    ("skipped", Weight::Nothing),
];

/// Whether a word says why a reviewer has no verdict.
pub(super) fn is_state(word: &str) -> bool {
    STATES.iter().any(|(state, _)| *state == word)
}

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
pub(super) fn decode(reading: &mut Reading<'_>, node: &Node) -> (Verdict, Weight) {
    let mut verdict = Verdict::new(node.at);
    let name = name(reading, &mut verdict, node);
    let mut weight = Weight::Full;
    let mut verdicts = node.properties().filter(|(name, ..)| *name == "verdict");
    // Of several, a fail stands.
    reading.says_fail |=
        verdicts.any(|(.., entry)| entry.value.text().is_some_and(words::says_fail));
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
        && matches!(entry.value.text(), Some("heard" | "observer" | "voting"))
    {
        weight = Weight::Nothing;
    }
    (verdict, weight)
}

fn name(reading: &mut Reading<'_>, verdict: &mut Verdict, node: &Node) -> Option<String> {
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
fn state(reading: &mut Reading<'_>, verdict: &mut Verdict, entry: &Entry) -> Weight {
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
            reading.says_fail |= words::says_fail(text);
            reading.refuse(Cause::UnknownWord, mistakes::unknown_word(text, entry.at));
        }
    }
    Weight::Full
}

/// The reviewer's own word, where it came to something else.
fn stated<'n>(
    reading: &mut Reading<'_>,
    verdict: &mut Verdict,
    entry: &Entry,
    mut properties: impl Iterator<Item = (&'n str, Span, &'n Entry)>,
) {
    let counted = verdict.stated;
    let known = entry.value.text().and_then(|text| word(reading, text));
    let at = properties.find(|(name, ..)| *name == "stated").map_or(entry.at, |(_, at, _)| at);
    let (Some((outcome, _)), Some(counted)) = (known, counted) else {
        // A word of a format that is not ours to know.
        reading.says_fail |= entry.value.text().is_some_and(words::says_fail);
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

/// What a word comes to, and how much of the text it is.
fn word(reading: &Reading<'_>, text: &str) -> Option<(Outcome, usize)> {
    if text.eq_ignore_ascii_case("hold") {
        return Some((Outcome::Hold, text.len()));
    }
    let cpf = words::CPF_WORDS.iter().find(|(word, _)| *word == text);
    let cpf = cpf.map(|(word, outcome)| (*outcome, word.len()));
    let own = words::leading_word(text, &reading.options.lexicon.words);
    cpf.or(own.map(|known| (known.outcome, known.len)))
}

/// What the text of a `verdict` comes to: upstream writes down whatever the reviewer wrote.
fn outcome(
    reading: &mut Reading<'_>,
    verdict: &mut Verdict,
    text: &str,
    at: Span,
) -> Option<Outcome> {
    let (outcome, len) = word(reading, text)?;
    let (head, tail) = text.split_at(len);
    let fits = tail.is_empty() || TAILS.iter().any(|start| tail.starts_with(start));
    if !fits {
        return None;
    }
    let plain = outcome.as_str() == head || words::CPF_WORDS.iter().any(|(word, _)| *word == head);
    if !plain {
        let known = words::leading_word(text, &reading.options.lexicon.words);
        reading.recover(known.and_then(|known| known.repair).unwrap_or(LETTER_CASE), at);
    }
    if tail.is_empty() {
        return Some(outcome);
    }
    reading.recover(TOKEN_TAIL, at);
    let lexicon = &reading.options.lexicon;
    let behind = lexicon::read_value(Slice::new(tail, 0), Label::Verdict, lexicon).says;
    let fails = behind.outcome() == Some(Outcome::Fail);
    if outcome != Outcome::Fail && (fails || (outcome == Outcome::Pass && is_condition(tail))) {
        reading.says_fail |= fails;
        reading.refuse(Cause::Ambiguous, mistakes::two_words(at));
    }
    if outcome != Outcome::Pass {
        return Some(outcome);
    }
    reading.report(mistakes::pass_with_tail(at));
    verdict.findings.push(Finding::new(FindingKind::Advisory, at));
    Some(Outcome::Warn)
}

/// What may stand behind a word: ` (2 blockers)`, ` - see the file`.
const TAILS: [&str; 4] = [" (", " - ", " – ", " — "];

fn confidence(reading: &mut Reading<'_>, verdict: &mut Verdict, entry: &Entry) {
    match entry.value.text().map(words::confidence) {
        Some(Some((confidence, repair))) => {
            verdict.confidence = Some(confidence);
            repair.into_iter().for_each(|repair| reading.recover(repair, entry.at));
        }
        // As upstream writes down that there was none.
        _ if entry.value.text() == Some("?") => {}
        _ => {
            reading.report(mistakes::unknown_confidence(entry.at));
        }
    }
}

/// `blocker "src/handler.ts:88 SQL built by concatenation"`
fn child(reading: &mut Reading<'_>, verdict: &mut Verdict, node: &Node) {
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

fn find(reading: &mut Reading<'_>, verdict: &mut Verdict, kind: FindingKind, entry: &Entry) {
    let Some(text) = entry.value.text() else {
        let mistake = mistakes::wrong_type(entry.at, "a finding", "a text");
        return reading.refuse(Cause::Malformed, mistake);
    };
    // The place is in the source or among the texts that had to be spelt out.
    let (location, rest) = location::split(Slice::new(text, entry.at.start as usize));
    let here = |span: Span| span.in_source(entry.at.source);
    let location = location.map(|found| Location {
        text: here(found.text),
        path: found.path.map(here),
        lines: found.lines,
        also: found.also.into_iter().map(|p| Place { path: here(p.path), ..p }).collect(),
    });
    let finding = Finding::new(kind, here(rest.span()));
    verdict.findings.push(Finding { location, span: entry.at, ..finding });
}

/// A blocker keeps the gate shut, whatever word stands beside it. Whether there is one.
fn check_agreement(reading: &mut Reading<'_>, verdict: &mut Verdict) -> bool {
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
