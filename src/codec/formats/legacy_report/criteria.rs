//! Criteria and requirements of a report: whether each was met.

use super::builder::{ReportBuilder, counts};
use super::items::first;
use crate::codec::lexicon::is_condition;
use crate::codec::mistakes::mistake_rows;
use crate::codec::statements::says_fail;
use crate::codec::text::word::begins_with;
use crate::codec::tree::yaml::{At, Kind};
use crate::codec::words::Words;
use crate::ir::{Criterion, Diagnostic, Outcome};
use crate::source::Span;

/// Keys that name a criterion.
const NAMES: [&str; 5] = ["criterion", "name", "ac", "id", "requirement"];
/// Keys that tell whether it was met.
const ANSWERS: &str =
    "met tested satisfied passed pass verified covered implemented status result verdict outcome";
/// Keys that tell why.
const REASONS: [&str; 2] = ["evidence", "test_location"];

/// The outcome of an answer; the longer of two that begin alike comes first.
const WORDS: [(&[&str], Option<Outcome>); 5] = [
    (&["n/a", "not applicable"], None),
    (&["not tested", "not_tested", "not covered", "not_covered"], Some(Outcome::Warn)),
    (&["not", "not_met", "unmet", "violated", "false", "no"], Some(Outcome::Fail)),
    (
        &["missing", "partial", "partially", "untested", "uncovered", "unverified", "warn"],
        Some(Outcome::Warn),
    ),
    (
        &[
            "true",
            "yes",
            "met",
            "ok",
            "pass",
            "passed",
            "satisfied",
            "covered",
            "tested",
            "verified",
            "implemented",
            "complete",
            "done",
        ],
        Some(Outcome::Pass),
    ),
];

/// Whether a key is one of criteria or requirements: `requirements_traceability`.
pub(super) fn names_criteria(key: &str) -> bool {
    const WORDS: [&str; 6] =
        ["unmet", "criteria", "criterion", "requirements", "requirement", "traceability"];
    key.contains("not_met")
        || key.split(['_', '-', ' ']).any(|word| WORDS.iter().any(|w| word.eq_ignore_ascii_case(w)))
}

/// What an answer says.
enum Answer {
    Is(Outcome),
    Nothing,
    Unclear,
}

impl<'a> ReportBuilder<'a> {
    /// `acceptance_criteria_checked`, `requirements_traceability`: a list, a map, or one of them.
    pub(super) fn criteria(&mut self, key: &str, at: At<'_, 'a>) {
        let presumed = presumed(key);
        let answers = |at: At<'_, 'a>| {
            at.children().any(|child| child.key().is_some_and(|key| is_answer(key.text)))
        };
        match at.kind() {
            Kind::Map if answers(at) => self.criterion(at, presumed),
            Kind::Map | Kind::List => {
                at.children().for_each(|item| self.criterion(item, presumed));
            }
            _ if at.is_null() => {}
            // `criteria_failed: 2`
            _ if counts(at) => self.derived = self.derived.max(presumed),
            _ => {
                let words = &self.inner.reading.words;
                let said = at.text().and_then(|said| in_a_sentence(said.as_str(), words));
                self.derived = self.derived.max(said.filter(|said| *said > Outcome::Pass));
            }
        }
    }

    fn criterion(&mut self, item: At<'_, 'a>, presumed: Option<Outcome>) {
        let name = first(item, &NAMES).and_then(At::text);
        let name = match (name, item.key()) {
            (Some(name), _) => name.place(&mut self.inner.reading.embedded),
            (None, Some(key)) => key.span(),
            (None, None) => item.raw(self.text).span(),
        };
        let (mut outcome, mut unclear) = (presumed, Vec::new());
        let words = &self.inner.reading.words;
        let mut read_answer = |key: &str, at: At<'_, 'a>| match at
            .text()
            .map(|said| answer(key, said.as_str(), words))
        {
            Some(Answer::Is(is)) => outcome = outcome.max(Some(is)),
            Some(Answer::Nothing) | None => {}
            Some(Answer::Unclear) => {
                outcome = outcome.max(Some(Outcome::Warn));
                unclear.push(at.span());
            }
        };
        match item.key() {
            Some(key) if matches!(item.kind(), Kind::Scalar(_)) => read_answer(key.text, item),
            _ => {}
        }
        for child in item.children() {
            match child.key() {
                Some(key) if is_answer(key.text) => read_answer(key.text, child),
                _ => {}
            }
        }
        if item.key().is_none()
            && let Some(said) = item.text()
        {
            outcome = outcome.max(in_a_sentence(said.as_str(), words));
            self.inner.reading.unclaimed(item.raw(self.text).span());
        }
        for at in unclear {
            self.inner.report(unclear_criterion(at));
        }
        let text = first(item, &REASONS).and_then(At::text);
        let text = text.map(|text| text.place(&mut self.inner.reading.embedded));
        self.derived = self.derived.max(outcome.filter(|outcome| *outcome > Outcome::Pass));
        self.inner.verdict.criteria.push(Criterion { name, outcome, text });
    }
}

fn is_answer(key: &str) -> bool {
    ANSWERS.split(' ').any(|known| key.eq_ignore_ascii_case(known))
}

/// Whether a criterion was met: `true`, `partial (2 of 3)`, `not met`.
fn answer(key: &str, said: &str, tables: &Words) -> Answer {
    let plain = said.trim_start_matches(|c: char| !c.is_alphanumeric());
    let marks = &said[..said.len() - plain.len()];
    let fails = |text: &str| says_fail(text, tables);
    if fails(marks) || marks.contains(['✗', '✘', '✖']) {
        return Answer::Is(Outcome::Fail);
    }
    if plain.is_empty() {
        return match marks.contains(['✓', '✔', '✅']) {
            true => Answer::Is(Outcome::Pass),
            false => Answer::Nothing,
        };
    }
    let mut known = WORDS.iter().flat_map(|(words, is)| words.iter().map(move |word| (*word, is)));
    let Some((word, outcome)) = known.find(|(word, _)| begins_with(plain, word)) else {
        return if fails(plain) { Answer::Is(Outcome::Fail) } else { Answer::Unclear };
    };
    let tail = &plain[word.len()..];
    let untested = ["tested", "covered", "verified"].iter().any(|k| key.eq_ignore_ascii_case(k));
    match outcome {
        None => Answer::Nothing,
        // What was not tested need not be wrong.
        Some(Outcome::Fail) if untested && ["false", "no"].contains(&word) => {
            Answer::Is(Outcome::Warn)
        }
        Some(Outcome::Pass) if fails(tail) => Answer::Is(Outcome::Fail),
        Some(Outcome::Pass) if is_condition(tail) => Answer::Unclear,
        Some(outcome) => Answer::Is(*outcome),
    }
}

/// What an item says that is a sentence: `A user can log in: not met`, `R1 missing`.
fn in_a_sentence(said: &str, tables: &Words) -> Option<Outcome> {
    let last = said.rsplit([':', '–', '—', '|']).next().unwrap_or(said);
    let words: Vec<&str> = last.split_whitespace().collect();
    // `- no issues` begins with no answer.
    let ends = [words.len().saturating_sub(2), words.len().saturating_sub(1)];
    let short = if words.len() <= 4 { &ends[..] } else { &[] };
    let told =
        short.iter().filter_map(|from| match answer("", &words[*from..].join(" "), tables) {
            Answer::Is(outcome) => Some(outcome),
            Answer::Nothing | Answer::Unclear => None,
        });
    told.max()
}

/// What a list says of all that is in it by its name: `unmet_criteria`.
fn presumed(key: &str) -> Option<Outcome> {
    let words = key.split(['_', '-', ' ']);
    let told = words.filter_map(|word| match word.to_ascii_lowercase().as_str() {
        "unmet" | "failed" | "failing" | "violated" => Some(Outcome::Fail),
        "missing" | "untested" | "uncovered" | "partial" => Some(Outcome::Warn),
        _ => None,
    });
    told.max().or(key.contains("not_met").then_some(Outcome::Fail))
}

mistake_rows! {
    /// `met: somewhat`
    warning "assize::read::unclear_criterion" unclear_criterion(at: Span)
        "the report does not say clearly whether a criterion was met",
        at "neither yes nor no", "write `met: true` or `met: false`; until then the verdict is at best `warn`";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_ends_in_its_answer() {
        for (said, expected) in [
            ("A user can log in: not met", Some(Outcome::Fail)),
            ("R1 missing", Some(Outcome::Warn)),
            ("A was not met", Some(Outcome::Fail)),
            ("B: FAIL", Some(Outcome::Fail)),
            ("B: met", Some(Outcome::Pass)),
            ("A user can log in - no issues", None),
            ("Nobody can log in without a password", None),
        ] {
            assert_eq!(in_a_sentence(said, &Words::default()), expected, "{said}");
        }
    }
}
