//! Names that say no: `approved: no`, `"ready_to_merge": false`, `rejected: true`, `failures: 2`.

use super::{SIGNS, begins_with, ends_clause, plain_words};

/// Words that consent when they are true.
const CONSENTS: &[&str] = &[
    "accepted",
    "acceptable",
    "approve",
    "approved",
    "can_merge",
    "clean",
    "compliant",
    "correct",
    "go",
    "go_ahead",
    "green",
    "lgtm",
    "merge",
    "mergeable",
    "met",
    "ok",
    "ok_to_merge",
    "overall_pass",
    "pass",
    "passed",
    "passes",
    "passing",
    "ready",
    "ready_to_merge",
    "ready_to_ship",
    "safe",
    "safe_to_merge",
    "ship",
    "ship_it",
    "shippable",
    "success",
    "successful",
    "succeeded",
    "valid",
    "verified",
];

/// What is done with work that passed, and words that ask whether it may be.
const STEPS: &[&str] = &["merge", "ship", "release", "deploy", "go", "proceed"];
const MAY: &[&str] = &["ready", "can", "may", "should", "safe", "ok", "approved", "clear"];

/// Whether a name is one of them; small letters, `_` between its words.
fn is_consent(name: &str) -> bool {
    CONSENTS.contains(&name)
}

/// `all_tests_passed`; but `auto_merge` asks how, not whether, and `not_ready` the other way round.
pub(in crate::codec) fn last_is_consent(name: &str) -> bool {
    let last = name.rsplit('_').next().unwrap_or("");
    let may = || name.split('_').any(|word| MAY.contains(&word));
    let consent = match STEPS.contains(&last) {
        true => may(),
        false => is_consent(last),
    };
    let denied = name.split('_').any(|word| matches!(word, "not" | "no" | "non" | "never"));
    !denied && (is_consent(name) || consent)
}

/// Names that speak of failing when their value is true, more than nothing, or a text.
const FAULTS: &[&str] = &[
    "blocked",
    "blocker",
    "blockers",
    "blocking",
    "broken",
    "critical",
    "declined",
    "denied",
    "error",
    "errors",
    "fail",
    "failed",
    "failing",
    "fails",
    "failure",
    "failures",
    "fatal",
    "invalid",
    "refused",
    "reject",
    "rejected",
    "rejection",
    "rejects",
    "unsafe",
    "veto",
    "vetoed",
    "violation",
    "violations",
];

/// Names that do so when they count something.
const COUNTED: &[&str] = &["defects", "problems"];
/// What is only told of what follows: `failed_tests`, `critical_issues`.
const KINDS: &[&str] = &["blocking", "critical", "failed", "failing"];
/// What is sorted out, and counted where it should be: `rejected: 3`.
const SORTED_OUT: &[&str] =
    &["declined", "denied", "invalid", "refused", "rejected", "rejection", "rejections", "rejects"];
/// What stands behind such a name and says how it is told: `error_count`, `failure_reason`.
const TOLD: &[&str] = &[
    "count", "counts", "found", "list", "message", "messages", "n", "num", "number", "reason",
    "reasons", "total",
];
/// What a name begins with that speaks of other times, or of what is allowed.
const ELSEWHEN: &[&str] = &[
    "allow",
    "allowed",
    "can",
    "closed",
    "expect",
    "expected",
    "fixed",
    "if",
    "ignored",
    "known",
    "max",
    "min",
    "never",
    "no",
    "non",
    "not",
    "old",
    "on",
    "previous",
    "previously",
    "prior",
    "resolved",
    "retry",
    "should",
    "skip",
    "skipped",
    "threshold",
    "without",
    "zero",
];

/// `rejected`, `error_count`, and with a number `failed_tests`; small letters, `_` between words.
pub(in crate::codec) fn is_fault(name: &str, counted: bool) -> bool {
    let mut words: Vec<&str> = name.split('_').filter(|word| !word.is_empty()).collect();
    while words.len() > 1 && words.last().is_some_and(|last| TOLD.contains(last)) {
        words.pop();
    }
    let (Some(first), Some(last)) = (words.first(), words.last()) else { return false };
    let counts = counted && (COUNTED.contains(last) || KINDS.contains(first));
    let sorted_out = counted && SORTED_OUT.contains(last);
    !ELSEWHEN.contains(first) && !sorted_out && (FAULTS.contains(last) || counts)
}

/// `Ready to merge: no` and `Rejected: yes`; not `Merge: no conflicts`.
pub(super) fn say_no(head: &str, value: &str) -> bool {
    let said = value.trim_start_matches(|c: char| !c.is_alphanumeric() && !SIGNS.contains(&c));
    let alone = |word: &&str| begins_with(said, word) && ends_clause(&said[word.len()..]);
    let digits = said.bytes().take_while(u8::is_ascii_digit).count();
    let counted = said[..digits].bytes().any(|b| b != b'0') && said[digits..].trim().is_empty();
    let no = said.starts_with(SIGNS) || ["no", "false", "not yet"].iter().any(&alone);
    let yes = counted || ["yes", "true"].iter().any(alone);
    (no && last_is_consent(&to_name(head))) || (yes && is_fault(&to_name(head), counted))
}

/// `Ready to merge` as a name: `ready_to_merge`.
fn to_name(head: &str) -> String {
    let mut name = String::with_capacity(head.len());
    for word in plain_words(head) {
        if !name.is_empty() {
            name.push('_');
        }
        name.push_str(&word.to_ascii_lowercase());
    }
    name
}
