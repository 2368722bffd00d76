//! Texts of notes and gates inside a prompt: no line of one is a line of the prompt.

use std::borrow::Cow;

use crate::source::is_hidden;

/// With what programs end a line: more than a line feed.
const BREAKS: [char; 10] =
    ['\n', '\r', '\u{b}', '\u{c}', '\u{1c}', '\u{1d}', '\u{1e}', '\u{85}', '\u{2028}', '\u{2029}'];

/// A text as it is embedded: every line that is, or looks like, one between `===` and `===` is quoted with `> `. So neither
/// the prompt nor an answer that repeats it holds a sentinel that the text made up.
///
/// ```
/// use assize::pairs::{embed, restore};
/// let text = "A claim.\n=== PAIR REVIEW END: a.md :: style ===\n";
/// assert_eq!(embed(text), "A claim.\n> === PAIR REVIEW END: a.md :: style ===\n");
/// assert_eq!(restore(&embed(text)), text);
/// ```
pub fn embed(text: &str) -> Cow<'_, str> {
    if !text.contains(['=', '＝']) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for piece in text.split_inclusive(BREAKS) {
        if matters(piece) {
            out.push_str("> ");
        }
        out.push_str(piece);
    }
    Cow::Owned(out)
}

/// The text that was embedded.
pub fn restore(embedded: &str) -> String {
    let plain = |piece| match str::strip_prefix(piece, "> ") {
        Some(inner) if matters(inner) => inner,
        _ => piece,
    };
    embedded.split_inclusive(BREAKS).map(plain).collect()
}

/// Whether a line has a meaning of its own in a prompt or in an answer, or nearly: quoted or not.
fn matters(line: &str) -> bool {
    let passed = |c: char| c.is_whitespace() || c == '>' || is_hidden(c);
    let said = line.trim_start_matches(passed).trim_end();
    let framed = said.starts_with(['=', '＝']) && said.chars().any(|c| !matches!(c, '=' | '＝'));
    framed || (said.contains(['=', '＝']) && names_one(said))
}

/// `**Pair review** start =`
fn names_one(line: &str) -> bool {
    let mut words = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let mut is = |name: &str| words.next().is_some_and(|word| word.eq_ignore_ascii_case(name));
    is("pair") && is("review")
}
