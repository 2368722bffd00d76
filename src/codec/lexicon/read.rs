//! Reading what stands behind a label: marks, the word, and what follows it.

use super::{Label, Lexicon, Meaning, is_gap};
use crate::codec::text::slice::Slice;

/// A value without marks and signs in front of it, and what the signs say: the worst of them.
pub(super) fn without_markup<'a>(
    value: Slice<'a>,
    lexicon: &Lexicon,
) -> (Option<Meaning>, Slice<'a>) {
    let mut sign: Option<Meaning> = None;
    let letter = |c: char| c.is_alphanumeric();
    let start = value.text.find(letter).unwrap_or(value.text.len());
    for (at, c) in value.text[..start].char_indices() {
        if !c.is_ascii()
            && let Some(meaning) = lexicon.meaning(&value.text[at..at + c.len_utf8()])
        {
            sign = match sign {
                Some(known) if known.outcome() >= meaning.outcome() => sign,
                _ => Some(meaning),
            };
        }
    }
    // A digit of a keycap or a bracketed count is no word.
    (sign, value.after(start))
}

/// The longest known word that a text begins with, and its length. `yes` counts behind a question.
pub(super) fn leading(text: &str, label: Label, lexicon: &Lexicon) -> Option<(usize, Meaning)> {
    let mut found = None;
    let mut end = 0;
    for _ in 0..4 {
        let gap = text[end..].chars().take_while(|c| is_gap(*c)).map(char::len_utf8).sum::<usize>();
        let len = word_len(&text[end + gap..]);
        if len == 0 || (end > 0 && gap == 0) {
            break;
        }
        end += gap + len;
        let Some(meaning) = lexicon.meaning(&text[..end]) else { continue };
        if meaning == Meaning::Yes && label != Label::Question {
            continue;
        }
        // `fail-safe` and `pass_through` are other words.
        let mut behind = text[end..].chars();
        let joined = matches!(behind.next(), Some('-' | '_'))
            && behind.next().is_some_and(char::is_alphanumeric);
        if !joined {
            found = Some((end, meaning));
        }
    }
    found
}

/// The length of the word that a text begins with: letters, digits, `'`.
pub(super) fn word_len(text: &str) -> usize {
    text.find(|c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '\u{2019}'))
        .unwrap_or(text.len())
}
