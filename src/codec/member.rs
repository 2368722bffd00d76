//! What members that no format has say of failing, in JSON and in YAML: `ok: false`,
//! `errors: [x]`.

use super::claims::{self, Claim};
use super::text::slice::Slice;

/// What the name of a list has in it that holds reasons to stop.
const REASONS: &[&str] = &[
    "block",
    "changes_req",
    "critical",
    "error",
    "fail",
    "must_fix",
    "mustfix",
    "no_go",
    "nogo",
    "problem",
    "reject",
    "required_change",
    "required_fix",
    "violation",
];

/// Whole names that do so when they are true.
const REQUESTS: &[&str] = &[
    "block",
    "blocks_merge",
    "changes_requested",
    "changes_required",
    "do_not_merge",
    "must_fix",
    "needs_changes",
    "needs_work",
    "no_go",
    "nogo",
    "request_changes",
];

/// Names that 0 says no to; others count what passed.
const ZEROES: &[&str] = &["approve", "approved", "lgtm", "mergeable", "ok", "success"];

/// The value of a member, as far as it matters here.
#[derive(Clone, Copy)]
pub(super) enum Told<'a> {
    Nothing,
    Bool(bool),
    Number(f64),
    Text(&'a str),
    /// A list or a map with something in it.
    Listed,
}

/// `"decision": "FAIL"`, `"final_verdict": "fail"`, `"approved": false`, `"must_fix": ["x"]`
pub(super) fn fails(name: &str, told: Told<'_>) -> bool {
    names_a_fail(name, told)
        || match told {
            Told::Number(number) => number != 0.0 && claimed(name, "1"),
            Told::Text(text) => claimed(name, text),
            _ => false,
        }
}

/// `approved: false`, `errors: 2`, `must_fix: [x]`: what the name says, without the words of a text.
fn names_a_fail(name: &str, told: Told<'_>) -> bool {
    let plain = plain(name);
    match told {
        Told::Nothing => false,
        Told::Listed => REASONS.iter().any(|reason| plain.contains(reason)) && !denies(&plain),
        Told::Bool(false) => claims::last_is_consent(&plain),
        Told::Bool(true) => claims::is_fault(&plain, false) || REQUESTS.contains(&plain.as_str()),
        Told::Number(0.0) => ZEROES.contains(&plain.as_str()),
        Told::Number(_) => claims::is_fault(&plain, true),
        Told::Text(text) => {
            let no = ["no", "false"].iter().any(|no| text.trim().eq_ignore_ascii_case(no));
            match no {
                true => claims::last_is_consent(&plain),
                false => claims::is_fault(&plain, false) && !says_nothing(text),
            }
        }
    }
}

/// `no_errors`, but not `no_go_reasons` or `node_errors`
fn denies(name: &str) -> bool {
    let first = name.split('_').next().unwrap_or("");
    ["no", "non", "not", "none", "never"].contains(&first) && !name.starts_with("no_go")
}

/// What a person reads in the member as a line.
fn claimed(name: &str, text: &str) -> bool {
    let line = format!("{}: {text}", plain(name).replace('_', " "));
    match claims::claim(Slice::new(&line, 0)) {
        Some(Claim::Verdict(value)) => claims::alarms(value.text),
        Some(Claim::Fails | Claim::Blocker | Claim::Serious) => true,
        _ => false,
    }
}

/// Small letters, and `_` between words: `finalVerdict`, `Final Verdict`.
fn plain(name: &str) -> String {
    let mut plain = String::with_capacity(name.len() + 2);
    let mut small = false;
    for c in name.trim().chars() {
        match c {
            '-' | ' ' => plain.push('_'),
            _ => {
                if c.is_ascii_uppercase() && small {
                    plain.push('_');
                }
                plain.push(c.to_ascii_lowercase());
            }
        }
        small = c.is_ascii_lowercase();
    }
    plain
}

/// `none`, `0`, `ok`
fn says_nothing(text: &str) -> bool {
    let mut parts = text.split([',', ';', '(']).map(str::trim);
    let text = parts.next().unwrap_or("");
    // `0, high: 2`, but not `0 in unit, 3 in e2e`
    let nothing =
        |part: &str| part.is_empty() || claims::says_none(part) || claims::is_lesser(part);
    if !parts.all(|part| nothing(part.trim_end_matches(')'))) {
        return false;
    }
    let fine =
        ["ok", "success", "pass", "passed"].iter().any(|fine| text.eq_ignore_ascii_case(fine));
    text.is_empty() || fine || super::words::begins_with(text, "0") || claims::says_none(text)
}

#[cfg(test)]
mod tests {
    use super::{Told, fails};

    #[test]
    fn a_name_and_its_value_say_together_whether_something_fails() {
        for (name, told) in [
            ("ok", Told::Bool(false)),
            ("allTestsPassed", Told::Bool(false)),
            ("rejected", Told::Bool(true)),
            ("needs_changes", Told::Bool(true)),
            ("errors", Told::Listed),
            ("Open Problems", Told::Listed),
            ("error-count", Told::Number(2.0)),
            ("failed_tests", Told::Number(1.0)),
            ("failure_reason", Told::Text("the pool is never closed")),
            ("status", Told::Text("failed")),
            ("finalVerdict", Told::Text("NO-GO")),
            ("severity", Told::Text("critical")),
            ("mergeable", Told::Text("no")),
            ("node_errors", Told::Listed),
            ("no_go_reasons", Told::Listed),
            ("nogo", Told::Bool(true)),
            ("is_ready_to_merge", Told::Bool(false)),
            ("should_merge", Told::Bool(false)),
            ("go_ahead", Told::Bool(false)),
            ("approved", Told::Number(0.0)),
            ("failures", Told::Text("0 in unit, 3 in e2e")),
        ] {
            assert!(fails(name, told), "{name}");
        }
        for (name, told) in [
            ("ok", Told::Bool(true)),
            ("rejected", Told::Bool(false)),
            ("fail_fast", Told::Bool(true)),
            ("no_errors", Told::Bool(true)),
            ("no_errors", Told::Listed),
            ("warnings", Told::Listed),
            ("errors", Told::Number(0.0)),
            ("not_ready", Told::Bool(false)),
            ("auto_merge", Told::Bool(false)),
            ("tests_passed", Told::Number(0.0)),
            ("max_failures", Told::Number(5.0)),
            ("error_rate", Told::Number(0.2)),
            ("errors", Told::Text("none")),
            ("critical", Told::Text("0, high: 2")),
            ("error_handling", Told::Text("good")),
            ("status", Told::Text("completed")),
            ("errors", Told::Nothing),
        ] {
            assert!(!fails(name, told), "{name}");
        }
    }
}
