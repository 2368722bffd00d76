//! Text that cannot act on a terminal.

use std::borrow::Cow;

pub(super) use crate::source::{is_command, is_hidden};

/// The same text with every character spelled out that a terminal would act on, or that
/// changes the order or the look of what stands around it: `\n`, `\u{1b}`, `\u{202e}`.
///
/// A tab becomes a blank, and the first sign of `##name[`, which CI services that interpret the output take for a command, `\u{23}`.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    let commands = has_commands(text);
    if !commands && !text.chars().any(|c| c == '\t' || is_hidden(c)) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for (at, c) in text.char_indices() {
        match c {
            '#' if commands && is_command(&text[at..]) => shown.push_str("\\u{23}"),
            c => push_visible(&mut shown, c),
        }
    }
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

/// The same lines, none of which is a command to the service that runs the process and reads what it prints: a line
/// that begins with `::`, behind blanks (GitHub), or `##name[` wherever it stands (Azure, TeamCity).
#[cfg(feature = "judge")]
pub(crate) fn without_commands(text: String) -> String {
    let begins = |line: &str| line.trim_start().starts_with("::");
    if !text.lines().any(begins) && !has_commands(&text) {
        return text;
    }
    let mut plain = String::with_capacity(text.len() + 8);
    for line in text.split_inclusive('\n') {
        let blanks = line.len() - line.trim_start().len();
        let (blanks, mut rest) = line.split_at(blanks);
        plain.push_str(blanks);
        if let Some(behind) = rest.strip_prefix(':').filter(|behind| behind.starts_with(':')) {
            plain.push_str("\\u{3a}");
            rest = behind;
        }
        for (at, c) in rest.char_indices() {
            match c {
                '#' if is_command(&rest[at..]) => plain.push_str("\\u{23}"),
                c => plain.push(c),
            }
        }
    }
    plain
}

fn has_commands(text: &str) -> bool {
    text.match_indices('#').any(|(at, _)| is_command(&text[at..]))
}

#[cfg(test)]
mod tests {
    use super::visible;
    #[cfg(feature = "judge")]
    use super::without_commands;

    #[test]
    #[cfg(feature = "judge")]
    fn no_line_is_a_command() {
        let plain = |text: &str| without_commands(text.to_owned());
        for text in ["std::io, ::core\n  a ::b\n", "## Title\n#[test] ##\n", "###\n"] {
            assert_eq!(plain(text), text);
        }
        assert_eq!(plain("a\n \u{a0}::error::x\n:::x"), "a\n \u{a0}\\u{3a}:error::x\n\\u{3a}::x");
        assert_eq!(plain("a ##vso[x] ##[y]\n"), "a \\u{23}#vso[x] \\u{23}#[y]\n");
        assert_eq!(plain("###[y]"), "#\\u{23}#[y]");
    }

    #[test]
    fn nothing_acts_on_the_terminal() {
        assert_eq!(visible("plain é 日本 👩\u{200d}🔬"), "plain é 日本 👩\u{200d}🔬");
        assert_eq!(visible("a\r\nOPEN\tb"), "a\\r\\nOPEN b");
        assert_eq!(visible("\u{1b}[2K\u{9b}1A"), "\\u{1b}[2K\\u{9b}1A");
        assert_eq!(visible("## ##vso[x"), "## \\u{23}#vso[x");
        assert_eq!(visible("\u{202e}ssap\u{2066}\u{feff}"), "\\u{202e}ssap\\u{2066}\\u{feff}");
    }
}
