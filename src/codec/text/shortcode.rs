//! Emoji as they are typed on forges and in chats: `LGTM :rocket:`, `:x: Rejected`. The colons of one
//! are no marks of a label.

use super::slice::Slice;

/// The longest name of one has fewer letters.
const LONGEST: usize = 48;

/// The shortcode that a text begins with, in its colons.
pub(in crate::codec) fn leading(text: &str) -> Option<&str> {
    let behind = text.strip_prefix(':')?;
    let end = behind.bytes().take(LONGEST).position(|b| b == b':')?;
    let (code, rest) = text.split_at(end + 2);
    (is_name(&behind[..end]) && !rest.starts_with(is_of_a_word)).then_some(code)
}

/// The shortcode that a text ends with, in its colons.
fn trailing(text: &str) -> Option<&str> {
    let before = text.strip_suffix(':')?;
    let start = before.bytes().rev().take(LONGEST).position(|b| b == b':')?;
    let start = before.len() - start - 1;
    (is_name(&before[start + 1..]) && !text[..start].ends_with(is_of_a_word))
        .then(|| &text[start..])
}

/// A text without the shortcodes at its end, but for those that say something.
pub(in crate::codec) fn without_trailing<'a>(
    text: Slice<'a>,
    says: impl Fn(&str) -> bool,
) -> Slice<'a> {
    let mut text = text;
    while let Some(code) = trailing(text.text).filter(|code| !says(code)) {
        text = text.split_at(text.text.len() - code.len()).0.trim();
    }
    text
}

/// `white_check_mark`, `+1`
fn is_name(name: &str) -> bool {
    let known = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b"_+-".contains(&b);
    let number = name.bytes().all(|b| b.is_ascii_digit());
    !name.is_empty() && name.bytes().all(known) && !number
}

/// `a:b:c` is no shortcode.
fn is_of_a_word(c: char) -> bool {
    c.is_alphanumeric() || c == ':'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shortcode_is_a_name_between_colons_of_its_own() {
        for (text, first) in [
            (":x: Rejected", Some(":x:")),
            (":+1:", Some(":+1:")),
            (":white_check_mark:, and", Some(":white_check_mark:")),
            (":x:y", None),
            (":12: so", None),
            ("::x:", None),
            (": x: so", None),
            (":FAIL: so", None),
            (":x", None),
            ("", None),
        ] {
            assert_eq!(leading(text), first, "{text:?}");
        }
        let cut = |text| without_trailing(Slice::new(text, 0), |code| code == ":x:").text;
        assert_eq!(cut("LGTM :rocket: :tada:"), "LGTM");
        assert_eq!(cut("LGTM :rocket: :x:"), "LGTM :rocket: :x:");
        for text in ["src/a.rs:12:", "std::fmt:", "a:b:", "Verdict:", "at 10:30:", ":", "é:é:"] {
            assert_eq!(cut(text), text);
        }
        assert_eq!(cut(":tada:"), "");
    }
}
