//! What a text that cannot be used says all the same: that it speaks of a verdict, or of failing.

use super::statements;
use super::text::fields;
use super::text::slice::Slice;
use super::words::Words;

/// Whether a text is JSON that speaks of a verdict, of blockers or of criteria.
pub(super) fn is_json_verdict(held: Slice<'_>) -> bool {
    const KEYS: [&str; 4] =
        ["\"verdict\"", "\"blocker", "\"per_criterion\"", "\"criteria_results\""];
    // `"passed": 12` counts the tests of a run.
    let asks = |behind: &str| {
        let value = behind.trim_start_matches(|c: char| c == ':' || c.is_whitespace());
        value.starts_with(['t', 'f', 'T', 'F']) || value.is_empty()
    };
    let held = held.trim().text;
    let known =
        || KEYS.iter().any(|key| held.contains(key)) || held.split("\"passed\"").skip(1).any(asks);
    held.starts_with(['{', '[']) && known()
}

/// Whether a line of a text that cannot be used states a fail in the field of some format.
pub(super) fn says_fail(text: &str) -> bool {
    let words = Words::default();
    // Members of JSON may share a line.
    text.split(['\n', '\r', ',', '{']).any(|line| {
        let line = line.trim_matches([' ', '\t', '"', '}', ']', '#']);
        let Some(field) = fields::split(Slice::new(line, 0)) else { return false };
        match field.key.text.trim_matches('"') {
            "passed" => field.value.text.starts_with("false"),
            key if key.eq_ignore_ascii_case("verdict") => {
                statements::says_fail(field.value.text, &words)
            }
            _ => false,
        }
    })
}
