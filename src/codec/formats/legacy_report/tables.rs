//! The words and keys of older reports.

use crate::codec::ReadOptions;
use crate::codec::lexicon::Lexicon;
use crate::codec::mistakes::mistake_rows;
use crate::codec::text::slice::Slice;
use crate::codec::text::word::begins_with;
use crate::ir::{Diagnostic, Outcome, Severity};

/// The key that holds a report.
const ROOTS: [&str; 6] = [
    "qa_report",
    "code_quality_report",
    "post_task_report",
    "review_report",
    "doc_review_report",
    "verification_report",
];

/// Reports about something else: they judge nothing.
pub(super) const NO_VERDICT: &str = "research_report";

/// Words of a report, what they come to, and whether that is `fail` with a serious finding.
const WORDS: &[(&str, Outcome, bool)] = &[
    ("PASS", Outcome::Pass, false),
    ("FAIL", Outcome::Fail, false),
    ("NEEDS_WORK", Outcome::Warn, true),
    ("WARNING", Outcome::Warn, true),
    ("WARN", Outcome::Warn, true),
    ("REJECT IMMEDIATELY", Outcome::Fail, false),
    ("REJECT", Outcome::Fail, false),
    ("STOP", Outcome::Fail, false),
    ("all_pass", Outcome::Pass, false),
    ("critical_security", Outcome::Fail, false),
];

/// Keys with a list of findings.
pub(super) const LISTS: [&str; 5] =
    ["issues", "findings", "doc_issues", "issues_found", "tdd_violations"];
/// Keys that tell what a finding says, the best first.
pub(super) const TEXTS: [&str; 8] =
    ["description", "message", "text", "title", "issue", "problem", "violation", "summary"];
pub(super) const PLACES: [&str; 4] = ["location", "file", "path", "test_location"];
pub(super) const ADVICE: [&str; 5] =
    ["recommendation", "remediation", "suggestion", "fix", "action"];
/// Keys that tell how bad a finding is, the best first.
pub(super) const SEVERITIES: [&str; 4] = ["severity", "level", "priority", "risk"];
/// Counts that stand for findings.
pub(super) const COUNTS: [&str; 12] = [
    "critical_issues",
    "high_issues",
    "critical",
    "high",
    "critical_findings",
    "high_findings",
    "failed",
    "failures",
    "tests_failed",
    "failed_tests",
    "failing_tests",
    "blockers",
];

pub(super) fn is_root(key: &str) -> bool {
    ROOTS.contains(&key) || key == NO_VERDICT
}

/// The outcome of a word.
pub(super) struct Meaning {
    pub(super) outcome: Outcome,
    pub(super) fails_when_blocked: bool,
    /// Spelt as the format spells it.
    pub(super) exact: bool,
    pub(super) len: usize,
}

/// The word that a text begins with.
pub(super) fn leading_word(text: &str, lexicon: &Lexicon) -> Option<Meaning> {
    let own = WORDS.iter().copied();
    let hosts = lexicon.words.iter().map(|(word, outcome)| (word.as_str(), *outcome, false));
    let mut known = own.chain(hosts).filter(|(word, ..)| begins_with(text, word));
    known.next().map(|(word, outcome, fails_when_blocked)| Meaning {
        outcome,
        fails_when_blocked,
        exact: text.starts_with(word) || (word == "NEEDS_WORK" && text.starts_with("needs_work")),
        len: word.len(),
    })
}

/// How bad a finding is; `FAIL` and `WARNING` are severities of TDD violations.
pub(super) fn severity(word: &str, options: &ReadOptions) -> Option<Severity> {
    let host = || {
        let mut hosts = options.lexicon.severities.iter();
        hosts.find(|(known, _)| known.eq_ignore_ascii_case(word)).map(|(_, severity)| *severity)
    };
    match word.to_ascii_lowercase().as_str() {
        "fail" => Some(Severity::High),
        "warning" => Some(Severity::Medium),
        plain => plain.parse().ok().or_else(host).or_else(|| options.lexicon.severity(word)),
    }
}

/// Whether a key names what stopped the work once, or never did: `resolved_issues`.
pub(super) fn is_over(key: &str) -> bool {
    const WORDS: [&str; 11] = [
        "resolved",
        "fixed",
        "closed",
        "addressed",
        "previous",
        "previously",
        "prior",
        "positive",
        "passed",
        "strengths",
        "historical",
    ];
    let mut words = key.split(['_', '-', ' ']);
    words.any(|word| WORDS.iter().any(|known| word.eq_ignore_ascii_case(known)))
}

/// `critical|high|medium|low`
pub(super) fn is_template(word: &str) -> bool {
    word.contains('|') || (word.starts_with('<') && word.ends_with('>'))
}

mistake_rows! {
    /// `severity: terrible`
    pub(super) warning "assize::read::unknown_severity" unknown_severity(word: Slice<'_>)
        "`{word}` is not a severity", word "not one of `critical`, `high`, `medium`, `low`", "write one of these; until then the finding counts as `high`";
}
