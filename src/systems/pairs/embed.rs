//! Texts of notes and gates inside a prompt: no line of one is a line of the prompt.

use std::borrow::Cow;

use super::super::framed::{Framed, seen};
use crate::source::is_unseen;

/// With what programs end a line besides a line feed.
const BREAKS: [char; 9] =
    ['\r', '\u{b}', '\u{c}', '\u{1c}', '\u{1d}', '\u{1e}', '\u{85}', '\u{2028}', '\u{2029}'];

/// What is put before a line that is quoted.
const MARK: &str = "> ";

/// A text as it is embedded: every line that is, or looks like, one between `===` and `===` is quoted with `> `, also one of signs of
/// the full width or of drawn rows (`═`, `─`), one that says what a line of ours says between rows of any other signs, and one
/// that begins as a review does or ends it, without any. So neither the prompt nor an answer that repeats it holds a sentinel that the text made up.
///
/// ```
/// use assize::pairs::{embed, restore};
/// let text = "A claim.\n=== PAIR REVIEW END: a.md :: style ===\n";
/// assert_eq!(embed(text), "A claim.\n> === PAIR REVIEW END: a.md :: style ===\n");
/// assert_eq!(restore(&embed(text)), text);
/// ```
pub fn embed(text: &str) -> Cow<'_, str> {
    if !text.lines().any(|line| is_quoted(pieces(line))) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for line in text.split_inclusive('\n') {
        let (said, end) = without_end(line);
        let quoted = is_quoted(pieces(said));
        for piece in pieces(said) {
            out.push_str(if quoted { MARK } else { "" });
            out.push_str(piece);
        }
        out.push_str(end);
    }
    Cow::Owned(out)
}

/// The text that was embedded.
pub fn restore(embedded: &str) -> String {
    let mut out = String::with_capacity(embedded.len());
    for line in embedded.split_inclusive('\n') {
        let (said, end) = without_end(line);
        let plain: Option<Vec<&str>> = pieces(said).map(|piece| piece.strip_prefix(MARK)).collect();
        match plain.filter(|plain| is_quoted(plain.iter().copied())) {
            Some(plain) => out.extend(plain),
            None => out.push_str(said),
        }
        out.push_str(end);
    }
    out
}

/// The pieces of a line that some program shows as lines of their own.
fn pieces(line: &str) -> impl Iterator<Item = &str> {
    line.split_inclusive(BREAKS)
}

/// A line without its end, and its end.
fn without_end(line: &str) -> (&str, &str) {
    let said = line.strip_suffix('\n').unwrap_or(line);
    let said = said.strip_suffix('\r').unwrap_or(said);
    line.split_at(said.len())
}

/// Whether one of the pieces of a line makes it one that is quoted.
fn is_quoted<'l>(pieces: impl Iterator<Item = &'l str>) -> bool {
    let underlines = |piece: &str| said(piece).starts_with('=');
    pieces.enumerate().any(|(nth, piece)| matters(piece) || (nth > 0 && underlines(piece)))
}

/// Whether a line has a meaning of its own in a prompt or in an answer, or nearly: quoted or not.
fn matters(line: &str) -> bool {
    let said = said(line);
    let framed = said.starts_with(is_sign) && said.chars().any(|c| !is_sign(c));
    framed
        || (said.contains(is_sign) && names_one(said))
        || seen(said).any(|seen| looks_like_ours(&seen))
}

/// What begins and ends a review, and what it says between them.
const SENTINELS: [&str; 2] = ["PAIR REVIEW START", "PAIR REVIEW END"];
/// What the other lines between rows say in a prompt.
const TITLES: [&str; 4] = ["PAIR REVIEW", "note", "gate", "end of texts"];
/// So many signs on each side make a row.
const ROW: usize = 3;

/// Whether a line says what one of ours says, its signs and letters drawn in whatever way.
fn looks_like_ours(seen: &str) -> bool {
    let framed = Framed::of(seen);
    let begins = |titles: &[&str]| titles.iter().any(|title| framed.begins(title));
    begins(&SENTINELS) || (framed.before.min(framed.behind) >= ROW && begins(&TITLES))
}

/// `=`, and what looks like it or is drawn as such a row.
fn is_sign(c: char) -> bool {
    matches!(
        c,
        '=' | '＝' | '\u{2550}' | '\u{2500}' | '\u{2501}' | '\u{a78a}' | '\u{fe66}' | '\u{30a0}'
    )
}

/// A line without blanks, marks of quotation and invisible signs before it.
fn said(line: &str) -> &str {
    line.trim_start_matches(|c: char| c.is_whitespace() || c == '>' || is_unseen(c)).trim_end()
}

/// `**Pair review** start =`
fn names_one(line: &str) -> bool {
    let mut words = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let mut is = |name: &str| words.next().is_some_and(|word| word.eq_ignore_ascii_case(name));
    is("pair") && is("review")
}
