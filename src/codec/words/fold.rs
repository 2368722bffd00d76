//! Spellings that are one: case, full-width letters, invisible signs, apostrophes, letters that look alike.

/// Letters of other alphabets that look like a Latin one, as pairs: a `v` and a Cyrillic `е` make `ve`.
const LOOK_ALIKES: &str = "аaеeоoрpсcуyхxіiѕsјjԁdһhӏlкkмmтtвbнhαaεeοoρpνvιiκkτtυu";

/// A character as it counts: none where it is invisible.
pub(super) fn plain(c: char) -> Option<char> {
    match c {
        '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => None,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{feff}' | '\u{fe00}'..='\u{fe0f}' | '\u{20e3}' => {
            None
        }
        '\u{e0000}'..='\u{e0fff}' | '\u{180b}'..='\u{180f}' => None,
        '\u{ff01}'..='\u{ff5e}' => Some(char::from_u32(c as u32 - 0xfee0).unwrap_or(c)),
        '‘' | '’' | 'ʼ' | '′' => Some('\''),
        '。' | '｡' => Some('.'),
        '、' | '､' => Some(','),
        '\u{2010}' | '\u{2011}' => Some('-'),
        '–' | '—' | '―' | '−' => Some('—'),
        '→' | '➜' | '⇒' | '➔' | '⟶' | '➡' => Some('→'),
        '【' | '「' | '〔' => Some('['),
        '】' | '」' | '〕' => Some(']'),
        c if c.is_whitespace() => Some(' '),
        c => Some(c),
    }
}

/// Whether a word of a text may be spelled with other signs than Latin letters: letters of another alphabet or width, or what
/// is not seen behind a letter.
pub(super) fn has_odd_letter(text: &str) -> bool {
    let mut within = false;
    !text.is_ascii()
        && text.chars().any(|c| {
            let odd = !c.is_ascii() && plain(c).map_or(within, char::is_alphanumeric);
            within = c.is_alphanumeric();
            odd
        })
}

/// The Latin letter that one of another alphabet looks like.
pub(super) fn latin(c: char) -> Option<char> {
    let mut pairs = LOOK_ALIKES.chars();
    while let (Some(other), Some(latin)) = (pairs.next(), pairs.next()) {
        if other == c {
            return Some(latin);
        }
    }
    None
}

/// Whether a script is written without blanks between words: what stands in it is a token each character.
pub(super) fn is_glyph(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{e00}'..='\u{e7f}' | '\u{20000}'..='\u{3ffff}')
}
