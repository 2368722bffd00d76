//! Text that cannot act on a terminal.

use std::borrow::Cow;

pub(super) use crate::source::is_hidden;

/// The same text with every character spelled out that a terminal would act on, or that
/// changes the order or the look of what stands around it: `\n`, `\u{1b}`, `\u{202e}`.
///
/// A tab becomes a blank.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(|c| c == '\t' || is_hidden(c)) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    text.chars().for_each(|c| push_visible(&mut shown, c));
    Cow::Owned(shown)
}

/// Appends one character as [`visible`] shows it.
pub(super) fn push_visible(shown: &mut String, c: char) {
    match c {
        '\t' => shown.push(' '),
        '\n' => shown.push_str("\\n"),
        '\r' => shown.push_str("\\r"),
        c if is_hidden(c) => shown.extend(c.escape_unicode()),
        c => shown.push(c),
    }
}

#[cfg(test)]
mod tests {
    use super::visible;

    #[test]
    fn nothing_acts_on_the_terminal() {
        assert_eq!(visible("plain é 日本 👩\u{200d}🔬"), "plain é 日本 👩\u{200d}🔬");
        assert_eq!(visible("a\r\nOPEN\tb"), "a\\r\\nOPEN b");
        assert_eq!(visible("\u{1b}[2K\u{9b}1A"), "\\u{1b}[2K\\u{9b}1A");
        assert_eq!(visible("\u{202e}ssap\u{2066}\u{feff}"), "\\u{202e}ssap\\u{2066}\\u{feff}");
    }
}
