//! Texts of somebody else inside a text of ours, so that they cannot be mistaken for it.

use std::borrow::Cow;

use super::super::framed::{Framed, seen};

/// What a line that imitates a delimiter is shown behind.
pub(super) const BEHIND: &str = "| ";
/// As many signs make a delimiter; fewer already look like one.
const LOOKS_LIKE: usize = 8;
/// So many are enough around what stands between ours.
const LOOKS_LIKE_OF_OURS: usize = 4;
/// What stands between ours.
const TITLES: [&str; 2] = ["OUTPUTS", "AUTHOR NOTES"];
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
/// A delimiter is a line between two rows of `-` or `=`. What looks like one, with a row of eight of the signs that look like
/// these, or of four beside a title of ours, with blanks between them or not, is shown behind `| `, and so is a title of ours between
/// signs of any kind; a row alone is an underline, and stays as it is. Invisible signs makes no difference, nor does the size or shape of a letter.
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
    seen(line).any(|seen| looks_like_ours(seen.trim()))
}

/// Of a line as it is seen.
fn looks_like_ours(seen: &str) -> bool {
    let ours = || {
        let lower = seen.to_lowercase();
        let count = lower
            .strip_prefix('[')
            .map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
        let counted =
            count.is_some_and(|rest| rest.starts_with(" files ") && !lower.starts_with("[ "));
        counted || OURS.iter().any(|start| lower.starts_with(start))
    };
    let signs = |c: char| is_rule(c) || c.is_whitespace();
    let inner = seen.trim_matches(signs);
    let rules = |row: &str| row.chars().filter(|c| is_rule(*c)).count();
    let before = rules(&seen[..seen.len() - seen.trim_start_matches(signs).len()]);
    let behind = rules(&seen[seen.trim_end_matches(signs).len()..]);
    let row = before.max(behind);
    let named = || TITLES.iter().any(|title| inner.to_uppercase().contains(title));
    let between =
        !inner.is_empty() && (row >= LOOKS_LIKE || (row >= LOOKS_LIKE_OF_OURS && named()));
    between || ours() || is_title(inner_of(seen)) || is_framed_title(seen) || is_in_odd_rows(seen)
}

/// Whether a line says nothing but a title of ours, between signs of any kind, mixed or not.
fn is_framed_title(seen: &str) -> bool {
    let framed = Framed::of(seen);
    let most = framed.before.max(framed.behind);
    let signs = most >= LOOKS_LIKE || framed.before.min(framed.behind) >= LOOKS_LIKE_OF_OURS;
    let says = |title: &&str| {
        ["", "BEGIN ", "END "].iter().any(|edge| framed.says(&format!("{edge}{title}")))
    };
    signs && TITLES.iter().any(says)
}

/// Whether a line stands between two rows of signs that no keyboard has, each as long as those that look like ours.
fn is_in_odd_rows(seen: &str) -> bool {
    let odd = |c: char| is_rule(c) || !(c.is_ascii() || c.is_alphanumeric() || c.is_whitespace());
    let inner = seen.trim_matches(odd);
    let row = |row: &str| row.chars().count() >= LOOKS_LIKE;
    let begins = seen.len() - seen.trim_start_matches(odd).len();
    !inner.is_empty() && row(&seen[..begins]) && row(&seen[seen.trim_end_matches(odd).len()..])
}

/// Whether a title of ours stands between two rows of one sign each, whatever signs they are: no list has all that
/// look like a dash in some font.
fn is_title(around: Option<(char, &str, char)>) -> bool {
    let sign = |c: char| !c.is_ascii_alphanumeric() && !c.is_whitespace();
    around.is_some_and(|(before, inner, behind)| {
        let inner = inner.trim().to_uppercase();
        sign(before) && sign(behind) && TITLES.iter().any(|title| inner.contains(title))
    })
}

/// What stands between a row of one sign and another, and which signs they are.
fn inner_of(line: &str) -> Option<(char, &str, char)> {
    let (before, behind) = (line.chars().next()?, line.chars().next_back()?);
    let (head, tail) = (line.trim_start_matches(before), line.trim_end_matches(behind));
    let rows = |shorter: &str, sign: char| {
        (line.len() - shorter.len()) / sign.len_utf8() >= LOOKS_LIKE_OF_OURS
    };
    let inner = || head.strip_suffix(&line[tail.len()..]);
    (rows(head, before) && rows(tail, behind)).then(inner)?.map(|inner| (before, inner, behind))
}

/// A sign that looks like `-` or `=`.
fn is_rule(c: char) -> bool {
    matches!(
        c,
        '-' | '=' | '_' | '\u{2010}'
            ..='\u{2015}'
                | '\u{2043}'
                | '\u{2212}'
                | '\u{23af}'
                | '\u{23e4}'
                | '\u{2500}'
            ..='\u{257f}'
                | '\u{2796}'
                | '\u{2e3a}'
                | '\u{2e3b}'
                | '\u{ff0d}'
                | '\u{ff1d}'
                | '\u{ff3f}'
                | '\u{fe58}'
                | '\u{fe63}'
                | '\u{a78a}'
                | '\u{30a0}'
                | '\u{30fc}'
    )
}
