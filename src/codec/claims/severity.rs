//! Lines that call something critical: `CRITICAL: SQL by hand`, `severity: critical`.

use super::{Claim, FINDINGS, is_one_of, plain_words, says_none};
use crate::codec::text::slice::Slice;
use crate::codec::words;

/// Severities that stop the work, whatever the scale.
const WORST: &[&str] = &["critical", "blocking", "blocker", "fatal", "showstopper", "p0"];
/// Severities that do not.
const LESSER: &[&str] =
    &["high", "major", "medium", "moderate", "minor", "low", "info", "nit", "p1", "p2", "p3"];

/// What a line says of something critical, if it does.
pub(super) fn claim(body: Slice<'_>, cut: Option<usize>, heading: bool) -> Option<Claim<'static>> {
    if let Some(value) = cut.and_then(|at| behind_key(body.text, at)) {
        let rest = &value[worst_len(value)?..];
        // `severity: critical | high | medium`
        let choice = rest.trim_start_matches(['*', '_', '`', '"', '\'', ' ']);
        let choice = choice.strip_prefix(['|', '/', ',', '>']);
        return (!choice.is_some_and(is_lesser)).then_some(Claim::Serious);
    }
    let rest = &body.text[worst_len(body.text)?..];
    let closed = rest.trim_start_matches(['*', '_', '`', '"', '\'']);
    // `Critical bug: SQL`
    let noun = FINDINGS.iter().find(|noun| words::begins_with(closed.trim_start(), noun));
    let closed = noun.map_or(closed, |noun| &closed.trim_start()[noun.len()..]);
    if heading && closed.trim().is_empty() {
        return Some(Claim::Critical);
    }
    let value = told(closed)?;
    let counted = value.trim_start_matches(|c: char| !c.is_alphanumeric());
    if counted.is_empty() {
        // `Critical:`, and nothing but marks such as those of a table's empty cell.
        return value
            .trim_matches(['*', '_', '`', ' ', '\t'])
            .is_empty()
            .then_some(Claim::Critical);
    }
    let first = counted.split([',', ';', '|', '/', '.', '(']).next().unwrap_or("");
    let none = says_none(first) || words::begins_with(first, "0") || is_one_of(first, &["false"]);
    (!none && !is_lesser(counted)).then_some(Claim::Serious)
}

/// What stands behind `severity:`, which ends at a place.
fn behind_key(text: &str, at: usize) -> Option<&str> {
    const KEY: &str = "severity";
    let head = text[..at].trim_end_matches(['*', '_', '`', '"', '\'', ' ']);
    let begin = head.len().checked_sub(KEY.len())?;
    let key = head.get(begin..).filter(|key| key.eq_ignore_ascii_case(KEY));
    key.map(|_| text[at..].trim_start_matches(|c: char| !c.is_alphanumeric()))
}

fn worst_len(text: &str) -> Option<usize> {
    WORST.iter().find(|word| words::begins_with(text, word)).map(|word| word.len())
}

/// What is told behind the word: `: SQL`, ` - SQL`, `] SQL`, `| SQL |`, ` (2)`.
fn told(behind: &str) -> Option<&str> {
    if let Some(told) = behind.strip_prefix([']', ')', ':', '：', '|']) {
        return Some(told);
    }
    let set_off = behind.trim_start_matches([' ', '\t']);
    let blank = set_off.len() < behind.len();
    let dash = set_off.strip_prefix(['–', '—', ':', '|']);
    dash.or_else(|| set_off.strip_prefix('-').filter(|_| blank)).or_else(|| {
        let count = set_off.strip_prefix('(')?;
        count.starts_with(|c: char| c.is_ascii_digit()).then_some(count)
    })
}

/// Whether a text begins with a severity that stops nothing: `High: 2`.
pub(in crate::codec) fn is_lesser(text: &str) -> bool {
    plain_words(text).next().is_some_and(|word| is_one_of(word, LESSER))
}
