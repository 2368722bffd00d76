//! Labels that fail: `FAIL: the pool is never closed`, `Security: FAIL`, `| AC2 | FAIL |`.

use super::{LONGEST_TITLE, SIGNS, alarm_len, ends_clause, is_one_of, plain_words, says_none};
use crate::codec::words;

/// `FAIL: the pool is never closed`, but not `fail: 0`.
pub(super) fn is_fail(text: &str) -> bool {
    let capital = text.starts_with(char::is_uppercase);
    let loud = || {
        let len = capital.then(|| alarm_len(text)).flatten();
        len.filter(|len| !text[..*len].contains(char::is_lowercase))
    };
    let Some(len) = words::fail_len(text).or_else(loud) else { return false };
    if text[len..].starts_with("] ") || text[len..].starts_with(") ") {
        return true;
    }
    let behind = text[len..].trim_start_matches(['*', '_', '`', ']', ')']);
    let told = [":", "：", " - ", " – ", " — "].iter().find_map(|mark| behind.strip_prefix(*mark));
    told.is_some_and(|told| told.contains(char::is_alphabetic) && !says_none(told))
}

/// Words that tell of another time, or of what would be.
const ELSEWHEN: &[&str] = &[
    "baseline",
    "before",
    "earlier",
    "expect",
    "expected",
    "expects",
    "initial",
    "initially",
    "mutant",
    "otherwise",
    "previous",
    "previously",
];
/// Words that do so where a label begins with them: `Login without a password` is a test.
const OTHERWISE: &[&str] = &["if", "old", "red", "when", "without"];

/// Whether a word tells of another time: `what failed before is mended`.
pub(in crate::codec) fn is_elsewhen(word: &str) -> bool {
    is_one_of(word, ELSEWHEN) || is_one_of(word, OTHERWISE)
}

/// `Security: FAIL`, `Security: fail`: one word in capitals, or nothing but the plain word, behind a
/// short label.
pub(super) fn fails(value: &str, head: &str) -> bool {
    let value =
        value.trim_start_matches([':', '：', '=', '】', '*', '_', '`', '"', '[', ' ', '\t']);
    let mut words = plain_words(head);
    let unmet = || ["not met", "unmet"].iter().any(|word| words::begins_with(value, word));
    let alone = value.trim_end_matches(['.', '*', '_', '`', '"', ']', ' ', '\t', '\r', '\n']);
    (is_loud(value) || unmet() || is_one_of(alone, &["fail", "no-go"]))
        && plain_words(head).next().is_none_or(|first| !is_one_of(first, OTHERWISE))
        && words.by_ref().take(5).all(|word| !is_one_of(word, ELSEWHEN))
        && words.next().is_none()
}

/// `Spec 2.AC1 - FAIL`
pub(super) fn ends_in_fail(text: &str) -> bool {
    // Most lines have no dash.
    if text.len() > 2 * LONGEST_TITLE || (text.is_ascii() && !text.as_bytes().contains(&b'-')) {
        return false;
    }
    let dashes = [" - ", " – ", " — ", " -> ", " → "];
    let dash = dashes.iter().filter_map(|dash| text.rfind(dash)).max();
    dash.is_some_and(|at| {
        fails(text[at..].trim_start_matches([' ', '-', '–', '—', '→', '>']), &text[..at])
    })
}

/// `| AC2 | FAIL | the pool is never closed |`, and not `| PASS | FAIL |` or `| FAIL | 0 |`.
pub(super) fn is_failing_row(text: &str) -> bool {
    if !text.starts_with('|') {
        return false;
    }
    let cells = || text.split('|').map(|cell| cell.trim_matches([' ', '*', '_', '`']));
    let passes = |cell: &str| words::begins_with(cell, "pass") || is_one_of(cell, &["passed"]);
    let said = || cells().filter(|cell| !cell.is_empty());
    let others = || said().filter(|cell| !is_loud(cell));
    let header = said().nth(1).is_some() && said().all(|cell| is_loud(cell) || passes(cell));
    let counted = others().next().is_some() && others().all(says_none);
    let elsewhen = cells().flat_map(plain_words).any(|word| is_one_of(word, ELSEWHEN));
    said().any(is_loud) && !(header || counted || elsewhen)
}

/// Alarms that tests are glad of: `Expired token: REJECTED`.
const WELCOME: &[&str] = &["rejected", "rejects", "blocked"];

/// `FAIL`, `NO-GO (see below)`, `❌`
fn is_loud(value: &str) -> bool {
    if value.starts_with(SIGNS) {
        let behind = value.trim_start_matches(|c: char| !c.is_alphanumeric());
        return behind.is_empty() || is_loud(behind);
    }
    if !value.starts_with(char::is_uppercase) {
        return false;
    }
    alarm_len(value).is_some_and(|len| {
        let word = &value[..len];
        !word.contains(char::is_lowercase)
            && !is_one_of(word, WELCOME)
            && ends_clause(&value[len..])
    })
}
