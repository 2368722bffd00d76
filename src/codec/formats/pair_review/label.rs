//! The severity that a finding begins with: `- warn: the title names a topic`.

use crate::codec::ReadOptions;
use crate::codec::shared::pair::{self as words, Rating, Spelling};
use crate::codec::text::slice::Slice;

/// The severity that a finding begins with, and what is left.
pub(super) struct Label<'a> {
    pub(super) word: Slice<'a>,
    pub(super) text: Slice<'a>,
    /// What the word says; none when it is no severity.
    pub(super) rating: Option<Rating>,
    /// It follows `Severity:`.
    pub(super) named: bool,
    /// Not written as `warn: text`.
    pub(super) styled: bool,
}

/// Closes what may be put around a word.
const CLOSERS: [char; 9] = ['*', '_', '`', ']', ')', '}', '"', '\'', '>'];
/// Stands between a word and its text.
const SEPARATORS: [char; 9] = [':', '：', '-', '–', '—', '|', '=', ' ', '\t'];

/// Reads `warn: text`, `**warn** - text`, `[WARN] text`, `Severity: warn - text`.
pub(super) fn read<'a>(line: Slice<'a>, options: &ReadOptions) -> Option<Label<'a>> {
    let line = line.trim();
    let bare = without_number(strip_marks(line));
    if bare.is_empty() {
        return None;
    }
    let named = strip_severity(bare);
    let from = named.unwrap_or(bare);
    let letter = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let end = from.text.find(|c| !letter(c)).unwrap_or(from.text.len());
    let (word, rest) = from.split_at(end);
    if word.is_empty() {
        return None;
    }
    let closed = rest.trim_start_of(&CLOSERS);
    let marked = closed.start != rest.start && from.start != line.start;
    let after = closed.trim_start_of(&[' ', '\t']);
    let blank = after.start != closed.start;
    let set_off = closed.text.starts_with([':', '：', '='])
        || after.text.starts_with([':', '：'])
        || (blank && after.text.starts_with(['-', '–', '—', '|']))
        || (blank && after.text.starts_with('('))
        || closed.text.starts_with(['–', '—', '|'])
        || after.is_empty();
    if !set_off && !marked && named.is_none() {
        return None;
    }
    let text = match closed.text.starts_with(": ") && !marked {
        // What follows the colon may begin with a dash of its own.
        true => closed.after(1).trim(),
        false => after.trim_start_of(&SEPARATORS).trim_start_of(&CLOSERS).trim(),
    };
    let rating = words::rate(word.text, options);
    let exact = rating.is_some_and(|rating| rating.spelling != Spelling::Foreign);
    let plain = from.start == line.start && closed.start == rest.start;
    let styled = !(exact && plain && closed.text.starts_with(':'));
    Some(Label { word, text, rating, named: named.is_some(), styled })
}

/// A text without the marks in front of its first word.
pub(super) fn strip_marks(line: Slice<'_>) -> Slice<'_> {
    let mut rest = line;
    loop {
        let start = rest.text.find(|c: char| c.is_alphabetic() || c == '<' || c == '[');
        rest = rest.after(start.unwrap_or(rest.text.len()));
        let skipped = match rest.text.as_bytes() {
            [b'[', b'x' | b'X', b']', ..] => 3,
            [b'<', ..] => rest.text.find('>').map_or(1, |end| end + 1),
            [b'[', ..] => 1,
            _ => return rest.trim(),
        };
        rest = rest.after(skipped);
    }
}

/// A text without the letters and digits that number it: `a) fail: so`, `ii. fail: so`, `F1: fail: so`.
fn without_number(text: Slice<'_>) -> Slice<'_> {
    let end = text.text.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(text.text.len());
    let (number, rest) = text.split_at(end);
    let counts = number.text.contains(|c: char| c.is_ascii_digit());
    let marked = rest.text.starts_with([')', '.']) || (counts && rest.text.starts_with(':'));
    let behind = rest.after(usize::from(marked));
    match marked && (1..=4).contains(&end) && behind.text.starts_with([' ', '\t']) {
        true => strip_marks(behind),
        false => text,
    }
}

/// What follows `Severity:` at the start of a text.
fn strip_severity(text: Slice<'_>) -> Option<Slice<'_>> {
    let name = "severity";
    let head = text.text.get(..name.len())?;
    let rest = head.eq_ignore_ascii_case(name).then(|| text.after(name.len()))?;
    let rest = rest.trim_start_of(&CLOSERS).trim_start_of(&[' ']);
    let value = rest.text.starts_with([':', '=']).then(|| strip_marks(rest))?;
    (!value.is_empty()).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(line: &str) -> String {
        let Some(label) = read(Slice::new(line, 0), &ReadOptions::default()) else {
            return String::new();
        };
        let rating = label.rating.map_or("?", |rating| rating.outcome.as_str());
        let styled = if label.styled { " styled" } else { "" };
        format!("{}={rating}{styled}|{}", label.word.text, label.text.text)
    }

    #[test]
    fn a_severity_is_read_with_any_marks() {
        for (line, expected) in [
            ("warn: so", "warn=warn|so"),
            ("warn: - so", "warn=warn|- so"),
            ("WARN : so", "WARN=warn styled|so"),
            ("**fail**: so", "fail=fail styled|so"),
            ("**fail:** so", "fail=fail styled|so"),
            ("**Severity:** fail - so", "fail=fail styled|so"),
            ("[FAIL] so", "FAIL=fail styled|so"),
            ("❌ `error` so", "error=fail styled|so"),
            ("fail — so", "fail=fail styled|so"),
            ("| fail | so |", "fail=fail styled|so |"),
            ("fail", "fail=fail styled|"),
            ("critical: so", "critical=fail styled|so"),
            ("lede: so", "lede=? styled|so"),
            ("warn:", "warn=warn|"),
            ("a) fail: so", "fail=fail styled|so"),
            ("(a) fail: so", "fail=fail styled|so"),
            ("ii. **fail**: so", "fail=fail styled|so"),
            ("F1. fail: so", "fail=fail styled|so"),
            ("F1: fail: so", "fail=fail styled|so"),
            ("1a) warn: so", "warn=warn styled|so"),
        ] {
            assert_eq!(told(line), expected, "{line}");
        }
    }

    #[test]
    fn prose_has_no_severity() {
        for line in [
            "fail to see why",
            "fail-safe: so",
            "pass the salt",
            "",
            "12",
            "Error handling: so",
            "a) fail to see why",
            "e.g. failing: so",
            "note: fail early",
        ] {
            let told = told(line);
            assert!(told.is_empty() || told.contains("=?"), "{line}: {told}");
        }
    }
}
