//! How many columns of a terminal a text takes: `日` takes two, a combining mark none.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// How many columns a visible text takes.
pub(crate) fn columns_of(text: &str) -> usize {
    text.width()
}

/// As much of a text, from its beginning, as fits into some columns.
pub(crate) fn fit(text: &str, columns: usize) -> &str {
    if columns_of(text) <= columns {
        return text;
    }
    let mut taken = 0;
    let too_much = text.char_indices().find(|(_, c)| {
        taken += c.width().unwrap_or(0);
        taken > columns
    });
    let mut shown = &text[..too_much.map_or(text.len(), |(at, _)| at)];
    // A mark for an emoji makes the character in front of it wider.
    while columns_of(shown) > columns {
        shown = shown.char_indices().next_back().map_or("", |(at, _)| &shown[..at]);
    }
    shown
}

/// A text filled up with blanks to some columns.
#[cfg(feature = "cli")]
pub(crate) fn pad(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(columns_of(text))))
}

#[cfg(test)]
mod tests {
    use super::{columns_of, fit};

    #[test]
    fn a_text_is_as_wide_as_a_terminal_shows_it() {
        for (text, columns) in
            [("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("☺\u{fe0f}", 2)]
        {
            assert_eq!(columns_of(text), columns, "{text}");
        }
    }

    #[test]
    fn what_fits_is_the_beginning_and_never_wider() {
        assert_eq!(fit("abc", 3), "abc");
        assert_eq!(fit("abcd", 3), "abc");
        assert_eq!(fit("日本語", 5), "日本");
        assert_eq!(fit("e\u{301}e\u{301}", 1), "e\u{301}");
        for text in ["☺\u{fe0f}☺\u{fe0f}☺\u{fe0f}", "👩\u{200d}🔬👩\u{200d}🔬", "a日b本c語"]
        {
            for columns in 0..8 {
                let shown = fit(text, columns);
                assert!(
                    text.starts_with(shown) && columns_of(shown) <= columns,
                    "{text} {columns}"
                );
            }
        }
    }
}
