//! The severity that a finding begins with: `- warn: the title names a topic`.

use std::collections::BTreeMap;

use super::words::{self, Spelling, Weight};
use crate::codec::claims;
use crate::codec::text::slice::Slice;
use crate::ir::{Outcome, Severity};

/// The severity that a finding begins with, and what is left.
pub(super) struct Label<'a> {
    pub(super) word: Slice<'a>,
    pub(super) text: Slice<'a>,
    /// What the word says; none when it is no severity.
    pub(super) weight: Option<Weight>,
    /// Not written as `warn: text`.
    pub(super) styled: bool,
}

/// Closes what may be put around a word.
const CLOSERS: [char; 9] = ['*', '_', '`', ']', ')', '}', '"', '\'', '>'];
/// Stands between a word and its text.
const SEPARATORS: [char; 9] = [':', '：', '-', '–', '—', '|', '=', ' ', '\t'];

/// Reads `warn: text`, `**warn** - text`, `[WARN] text`, `Severity: warn - text`.
pub(super) fn read<'a>(line: Slice<'a>, extra: &BTreeMap<String, Severity>) -> Option<Label<'a>> {
    let line = line.trim();
    let bare = match claims::bare(line) {
        bare if bare.is_empty() => return None,
        bare => bare,
    };
    let named = strip_severity(bare);
    let from = named.unwrap_or(bare);
    let letter = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let end = from.text.find(|c| !letter(c)).unwrap_or(from.text.len());
    let (word, rest) = from.split_at(end);
    if word.is_empty() {
        return None;
    }
    let closed = rest.trim_start_of(&CLOSERS);
    let dressed = closed.start != rest.start && from.start != line.start;
    let after = closed.trim_start_of(&[' ', '\t']);
    let blank = after.start != closed.start;
    let set_off = closed.text.starts_with([':', '：', '='])
        || after.text.starts_with([':', '：'])
        || (blank && after.text.starts_with(['-', '–', '—', '|']))
        || closed.text.starts_with(['–', '—', '|'])
        || after.is_empty();
    if !set_off && !dressed && named.is_none() {
        return None;
    }
    let text = match closed.text.starts_with(": ") && !dressed {
        // What follows the colon may begin with a dash of its own.
        true => closed.after(1).trim(),
        false => after.trim_start_of(&SEPARATORS).trim_start_of(&CLOSERS).trim(),
    };
    let weight = words::weigh(word.text, extra);
    let exact = weight.is_some_and(|w| w.spelling != Spelling::Foreign);
    let plain = from.start == line.start && closed.start == rest.start;
    let styled = !(exact && plain && closed.text.starts_with(':'));
    Some(Label { word, text, weight, styled })
}

/// Whether a text begins with a severity that fails: `[critical] SQL`, `FAIL: no source`.
pub(in crate::codec) fn fails(text: &str, extra: &BTreeMap<String, Severity>) -> bool {
    let weight = read(Slice::new(text, 0), extra).and_then(|label| label.weight);
    weight.is_some_and(|weight| weight.outcome == Outcome::Fail)
}

/// What follows `Severity:` at the start of a text.
fn strip_severity(text: Slice<'_>) -> Option<Slice<'_>> {
    let name = "severity";
    let head = text.text.get(..name.len())?;
    let rest = head.eq_ignore_ascii_case(name).then(|| text.after(name.len()))?;
    let rest = rest.trim_start_of(&CLOSERS).trim_start_of(&[' ']);
    let value = rest.text.starts_with([':', '=']).then(|| claims::bare(rest))?;
    (!value.is_empty()).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(line: &str) -> String {
        let Some(label) = read(Slice::new(line, 0), &BTreeMap::new()) else { return String::new() };
        let weight = label.weight.map_or("?", |weight| weight.outcome.as_str());
        let styled = if label.styled { " styled" } else { "" };
        format!("{}={weight}{styled}|{}", label.word.text, label.text.text)
    }

    #[test]
    fn a_severity_is_read_in_any_dress() {
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
        ] {
            assert_eq!(told(line), expected, "{line}");
        }
    }

    #[test]
    fn prose_has_no_severity() {
        for line in
            ["fail to see why", "fail-safe: so", "pass the salt", "", "12", "Error handling: so"]
        {
            let told = told(line);
            assert!(told.is_empty() || told.contains("=?"), "{line}: {told}");
        }
    }
}
