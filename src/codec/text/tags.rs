//! Elements and characters as HTML writes them in a line.

use std::char;

use super::slice::Slice;

/// `<td class="n">`
#[derive(Clone, Copy)]
pub(in crate::codec) struct Tag<'a> {
    pub(in crate::codec) name: &'a str,
    /// `</td>`
    pub(in crate::codec) closes: bool,
}

impl<'a> Tag<'a> {
    /// The tag that a text begins with, and what stands behind it. What holds anything but attributes in front
    /// of its end is none, so that it is shown.
    pub(in crate::codec) fn read(text: &'a str) -> Option<(Self, &'a str)> {
        let inner = text.strip_prefix('<')?;
        let (closes, inner) = match inner.strip_prefix('/') {
            Some(inner) => (true, inner),
            None => (false, inner),
        };
        let end = inner.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '_'))?;
        let (name, mut rest) = inner.split_at(end);
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        loop {
            let attribute = rest.trim_start();
            if let Some(behind) =
                attribute.strip_prefix('>').or_else(|| attribute.strip_prefix("/>"))
            {
                return Some((Self { name, closes }, behind));
            }
            if attribute.len() == rest.len() {
                return None;
            }
            rest = behind_attribute(attribute)?;
        }
    }
}

/// What stands behind an attribute: `class="n"`, `open`.
fn behind_attribute(text: &str) -> Option<&str> {
    let name = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '-')?;
    if name == 0 {
        return None;
    }
    let Some(value) = text[name..].strip_prefix('=') else {
        // One word without a value, as `<details open>` has it.
        let alone = text[name..].starts_with(['>', '/']) && text[..name] == *"open";
        return alone.then_some(&text[name..]);
    };
    match value.chars().next()? {
        quote @ ('"' | '\'') => Some(value[1..].split_once(quote)?.1),
        // What begins another tag is no value, and nobody looks for its end.
        _ => {
            let end = value.find(|c: char| c.is_whitespace() || matches!(c, '>' | '<'))?;
            (!value[end..].starts_with('<')).then_some(&value[end..])
        }
    }
}

/// The name of the tag that a text begins with, and what stands behind the tag.
pub(in crate::codec) fn opened(text: Slice<'_>) -> Option<(&str, Slice<'_>)> {
    let inner = text.text.strip_prefix('<')?;
    let end = inner.find('>')?;
    let name = inner[..end].split([' ', '\t']).next()?;
    Some((name, text.after(end + 2).trim()))
}

pub(in crate::codec) fn is_one_of(name: &str, names: &[&str]) -> bool {
    names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// A text without an element around it that is only markup, or without what begins one: `<b>FAIL</b>`.
pub(in crate::codec) fn without_tag(text: Slice<'_>) -> Slice<'_> {
    const NAMES: [&str; 6] = ["b", "strong", "em", "i", "u", "code"];
    let Some((name, held)) = opened(text).filter(|(name, _)| NAMES.contains(name)) else {
        return text;
    };
    let closed = held.text.strip_suffix('>').and_then(|held| held.strip_suffix(name));
    match closed.and_then(|held| held.strip_suffix("</")) {
        Some(inner) if !inner.contains('<') => Slice::new(inner, held.start),
        _ => held,
    }
}

/// A line with its characters spelt out that HTML writes in ASCII, if it has one: `&#86;erdict&colon; FAIL`. What
/// would be a mark of HTML stays as it is, and so does a line with code in it.
pub(in crate::codec) fn spelt_out(line: &str) -> Option<String> {
    const NAMES: [(&str, char); 10] = [
        ("nbsp", ' '),
        ("ensp", ' '),
        ("emsp", ' '),
        ("thinsp", ' '),
        ("bull", '•'),
        ("middot", '·'),
        ("mdash", '—'),
        ("ndash", '–'),
        ("colon", ':'),
        ("equals", '='),
    ];
    // A name is no longer than a few letters, and a number than a few digits.
    const LONGEST: usize = 10;
    if !line.contains('&') || line.contains('`') {
        return None;
    }
    let mut parts = line.split('&');
    let mut text = parts.next().unwrap_or_default().to_owned();
    let mut spelt = false;
    for part in parts {
        let end = part.bytes().take(LONGEST).position(|b| b == b';');
        let meant = end.and_then(|end| {
            let name = &part[..end];
            let number =
                name.strip_prefix('#').and_then(|digits| match digits.strip_prefix(['x', 'X']) {
                    Some(digits) => u32::from_str_radix(digits, 16).ok(),
                    None => digits.parse().ok(),
                });
            let named = || NAMES.iter().find(|(known, _)| *known == name).map(|(_, c)| *c);
            let c = number.and_then(char::from_u32).or_else(named)?;
            (!matches!(c, '<' | '>' | '&' | '\n' | '\r')).then_some((c, &part[end + 1..]))
        });
        match meant {
            Some((c, behind)) => {
                spelt = true;
                text.extend([if c == '\u{a0}' { ' ' } else { c }]);
                text.push_str(behind);
            }
            None => {
                text.push('&');
                text.push_str(part);
            }
        }
    }
    spelt.then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_spelt_out_and_marks_are_not() {
        let spelt = |line| spelt_out(line);
        assert_eq!(spelt("&#86;erdict&colon;&nbsp;FAIL").as_deref(), Some("Verdict: FAIL"));
        assert_eq!(spelt("&#x2022; Blocker &mdash; SQL").as_deref(), Some("• Blocker — SQL"));
        assert_eq!(spelt("a && b; c &amp; d &lt;b&gt; &#60; &#xD800; &#99999999; &"), None);
        assert_eq!(spelt("`&nbsp;` is gone"), None);
        assert_eq!(spelt("é&é;&#10;"), None);
    }

    #[test]
    fn what_holds_more_than_attributes_is_no_tag() {
        let name = |text| Tag::read(text).map(|(tag, behind)| (tag.name, tag.closes, behind));
        assert_eq!(name("<td class=\"n\">x"), Some(("td", false, "x")));
        assert_eq!(name("</b >x"), Some(("b", true, "x")));
        assert_eq!(name("<details open>x"), Some(("details", false, "x")));
        assert_eq!(name("<b Verdict: FAIL>"), None);
        assert_eq!(name("<b a='x"), None);
        assert_eq!(name("< b>"), None);
        assert_eq!(name("<"), None);
    }
}
