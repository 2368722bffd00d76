//! Texts of somebody else inside a text of ours, so that they cannot be mistaken for it.

use std::borrow::Cow;

/// What a line that imitates a delimiter is shown behind.
pub(super) const BEHIND: &str = "| ";
/// As many signs make a delimiter; fewer already look like one.
const LOOKS_LIKE: usize = 8;
/// What a payload says in brackets of its own.
const OURS: [&str; 5] = [
    "[binary file",
    "[file not found",
    "[error reading file",
    "[no files provided",
    "[lines that imitate",
];

/// A text whose lines cannot be taken for delimiters or notices, and whether one had to be changed.
///
/// A delimiter is a line between two rows of `-` or `=`. What looks like one, in any of the signs that look like
/// these, is shown behind `| `; a row alone is an underline, and stays as it is.
pub(super) fn without_delimiters(text: &str) -> (Cow<'_, str>, bool) {
    if !lines(text).any(imitates) {
        return (Cow::Borrowed(text), false);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for line in lines(text) {
        shown.push_str(if imitates(line) { BEHIND } else { "" });
        shown.push_str(line);
    }
    (Cow::Owned(shown), true)
}

/// A text as a quotation of markdown: no line of it is a heading, a fence or an item of ours.
pub(super) fn quotation(text: &str) -> String {
    let mut shown = String::with_capacity(text.len() + 16);
    for line in lines(text.trim_end()) {
        let bare = line.trim_end_matches(is_break);
        let line = format!("> {bare}");
        shown.push_str(line.trim_end());
        shown.push('\n');
    }
    shown.pop();
    shown
}

/// A text between fences that no line of it closes.
pub(super) fn fenced(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}text\n{text}\n{fence}")
}

/// Lines as any reader may see them, each with its end.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive(is_break)
}

fn is_break(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

fn imitates(line: &str) -> bool {
    let seen: String = line.chars().filter(|c| is_seen(*c)).collect();
    let seen = seen.trim();
    let ours = || {
        let lower = seen.to_lowercase();
        let count = lower
            .strip_prefix('[')
            .map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
        let counted =
            count.is_some_and(|rest| rest.starts_with(" files ") && !lower.starts_with("[ "));
        counted || OURS.iter().any(|start| lower.starts_with(start))
    };
    let inner = seen.trim_matches(is_rule);
    let before = seen.chars().take_while(|c| is_rule(*c)).count();
    let behind = seen.chars().rev().take_while(|c| is_rule(*c)).count();
    let between = !inner.is_empty() && (before >= LOOKS_LIKE || behind >= LOOKS_LIKE);
    between || ours()
}

/// A sign that looks like `-` or `=`.
fn is_rule(c: char) -> bool {
    matches!(
        c,
        '-' | '=' | '_' | '\u{2010}'
            ..='\u{2015}'
                | '\u{2212}'
                | '\u{2500}'
                | '\u{2501}'
                | '\u{2550}'
                | '\u{ff0d}'
                | '\u{ff1d}'
                | '\u{fe58}'
                | '\u{fe63}'
                | '\u{a78a}'
                | '\u{30a0}'
                | '\u{30fc}'
    )
}

/// Whether a reader sees a character at all.
fn is_seen(c: char) -> bool {
    c == '\t' || !crate::source::is_hidden(c)
}
