//! The words that exact formats take in a field that is written otherwise than asked, as data. Reviews have the tables of
//! `grammar/words/`.
//!
//! English, compared without case, blanks, `-` and `_`: `NO-GO`, `no go` and `No_Go` are one word.
//! A word enters when a real document needs it. A host adds its own with
//! [`Lexicon`](super::Lexicon); what a format means by a word is the format's own affair.

use super::index::{Rows, Starts};
use super::{Finding, Label, Meaning, Severity};
pub(super) use crate::ir::VERDICT_WORDS as WORDS;

/// What a verdict is called: `Overall verdict: …`.
pub(super) const LABELS: &[(&str, Label)] = &[
    ("verdict", Label::Verdict),
    ("decision", Label::Decides),
    ("recommendation", Label::Decides),
    ("recommend", Label::Decides),
    ("gate", Label::Decides),
    ("ruling", Label::Decides),
    ("judgement", Label::Decides),
    ("judgment", Label::Decides),
    // Programs print these, too.
    ("result", Label::Program),
    ("status", Label::Program),
    ("outcome", Label::Program),
    ("overall", Label::Program),
    ("assessment", Label::Program),
    // They are asked, and answered with yes or no.
    ("approve", Label::Question),
    ("approved", Label::Question),
    ("approval", Label::Question),
    ("mergeable", Label::Question),
    ("lgtm", Label::Question),
    ("ready to merge", Label::Question),
    ("ready for merge", Label::Question),
    ("safe to merge", Label::Question),
    ("can merge", Label::Question),
    ("ship it", Label::Question),
];

/// What stops the work is called, in front of a mark or above a list.
pub(super) const FINDINGS: &[(&str, Finding)] = &[
    ("blocker", Finding::Named(Severity::Critical)),
    ("blocking", Finding::Named(Severity::Critical)),
    ("blockers found", Finding::Named(Severity::Critical)),
    ("critical", Finding::Named(Severity::Critical)),
    ("must fix", Finding::Named(Severity::Critical)),
    ("required change", Finding::Named(Severity::Critical)),
    ("required fix", Finding::Named(Severity::Critical)),
    ("required fixes", Finding::Named(Severity::Critical)),
    ("p0", Finding::Named(Severity::Critical)),
    // A number other than 0 counts, and no text does.
    ("failure", Finding::Counted),
    ("failure count", Finding::Counted),
    // Its value is the severity.
    ("severity", Finding::Severity),
];

/// Severities outside a format's scale.
pub(super) const SEVERITIES: &[(&str, Severity)] = &[
    ("critical", Severity::Critical),
    ("crit", Severity::Critical),
    ("blocker", Severity::Critical),
    ("p0", Severity::Critical),
    ("s0", Severity::Critical),
    ("s1", Severity::Critical),
    ("sev0", Severity::Critical),
    ("sev1", Severity::Critical),
    ("high", Severity::High),
    ("major", Severity::High),
    ("p1", Severity::High),
    ("s2", Severity::High),
    ("sev2", Severity::High),
    ("medium", Severity::Medium),
    ("moderate", Severity::Medium),
    ("p2", Severity::Medium),
    ("low", Severity::Low),
    ("minor", Severity::Low),
    ("trivial", Severity::Low),
    ("nit", Severity::Low),
    ("p3", Severity::Low),
    ("info", Severity::Info),
];

/// Words that say that there is nothing.
pub(super) const NONE: &[&str] = &[
    "none",
    "no",
    "nothing",
    "nil",
    "n/a",
    "not applicable",
    "zero",
    "0",
    "false",
    "null",
    "empty",
    "resolved",
    "fixed",
    "addressed",
];

/// What is found: `Critical bugs` is another name of `Critical`.
pub(super) const FOUND: &[&str] = &[
    "issue",
    "finding",
    "blocker",
    "concern",
    "problem",
    "defect",
    "bug",
    "violation",
    "comment",
    "vulnerabilities",
    "vulnerability",
];

/// The tables by their first letters.
pub(super) const LABEL_ROWS: Rows = Rows::of(LABELS);
pub(super) const WORD_ROWS: Rows = Rows::of(WORDS);
pub(super) const FINDING_ROWS: Rows = Rows::of(FINDINGS);
pub(super) const SEVERITY_ROWS: Rows = Rows::of(SEVERITIES);

/// How names of verdicts and of findings begin.
pub(super) const NAME_STARTS: Starts =
    Starts::NONE.with(LABELS, &[true; LABELS.len()]).with(FINDINGS, &[true; FINDINGS.len()]);

/// How words begin that stop.
pub(super) const STOP_STARTS: Starts = {
    let mut stops = [false; WORDS.len()];
    let mut at = 0;
    while at < WORDS.len() {
        stops[at] = matches!(WORDS[at].1, Meaning::Stop);
        at += 1;
    }
    Starts::NONE.with(WORDS, &stops)
};
