//! Elements and characters as HTML writes them in a line.

use std::char;

use super::slice::Slice;

/// `<td class="n">`
#[derive(Clone, Copy)]
pub(in crate::codec) struct Tag<'a> {
    pub(in crate::codec) name: &'a str,
    /// `</td>`
    pub(in crate::codec) closes: bool,
    /// It has no attribute that may hide what it holds, or strike it out.
    pub(in crate::codec) plain: bool,
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
        let mut plain = true;
        loop {
            let attribute = rest.trim_start();
            if let Some(behind) =
                attribute.strip_prefix('>').or_else(|| attribute.strip_prefix("/>"))
            {
                return Some((Self { name, closes, plain }, behind));
            }
            if attribute.len() == rest.len() {
                return None;
            }
            rest = behind_attribute(attribute)?;
            plain &= !hides(&attribute[..attribute.len() - rest.len()]);
        }
    }
}

/// `hidden="until-found"`, `style="display: none"`, `style="text-decoration: line-through"`
fn hides(attribute: &str) -> bool {
    let attribute = attribute.to_ascii_lowercase();
    attribute.starts_with("hidden")
        || (attribute.starts_with("style")
            && ["none", "hidden", "through"].iter().any(|said| attribute.contains(said)))
}

/// What stands behind an attribute: `class="n"`, `open`.
fn behind_attribute(text: &str) -> Option<&str> {
    let name = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '-')?;
    if name == 0 {
        return None;
    }
    let Some(value) = text[name..].strip_prefix('=') else {
        // One word without a value, as `<details open>` and `<div hidden>` have it.
        let known = ["open", "hidden"].iter().any(|word| text[..name].eq_ignore_ascii_case(word));
        let alone = text[name..].starts_with(['>', '/']) && known;
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

pub(in crate::codec) fn is_one_of(name: &str, names: &[&str]) -> bool {
    names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// A text without an element around it that is only markup, or without what begins one: `<b>FAIL</b>`.
pub(in crate::codec) fn without_tag(text: Slice<'_>) -> Slice<'_> {
    const NAMES: [&str; 7] = ["b", "strong", "em", "i", "u", "code", "span"];
    let Some((tag, held)) = Tag::read(text.text) else { return text };
    if tag.closes || !is_one_of(tag.name, &NAMES) {
        return text;
    }
    let held = text.after(text.text.len() - held.len()).trim();
    match held.text.rfind('<').map(|at| held.split_at(at)) {
        Some((inner, end))
            if closes(end.text, tag.name) == Some("") && !inner.text.contains('<') =>
        {
            inner
        }
        _ => held,
    }
}

/// The pieces of a text between its plain tags: of `**Verdict:** <span class="ok">` what is no tag.
pub(in crate::codec) fn outside_tags(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let tags = text.match_indices('<').map(|(at, _)| (at, Tag::read(&text[at..])));
        let mut plain =
            tags.filter_map(|(at, tag)| Some((at, tag.filter(|(tag, _)| tag.plain)?.1)));
        let (end, behind) = plain.next().map_or((text.len(), None), |(at, rest)| (at, Some(rest)));
        rest = behind;
        Some(&text[..end])
    })
}

/// What stands behind the end of an element of this name, which a text begins with.
fn closes<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let (tag, behind) = Tag::read(text)?;
    (tag.closes && tag.name.eq_ignore_ascii_case(name)).then_some(behind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_holds_more_than_attributes_is_no_tag() {
        let name = |text| Tag::read(text).map(|(tag, behind)| (tag.name, tag.closes, behind));
        assert_eq!(name("<td class=\"n\">x"), Some(("td", false, "x")));
        assert_eq!(name("</b >x"), Some(("b", true, "x")));
        assert_eq!(name("<details open>x"), Some(("details", false, "x")));
        assert_eq!(name("<b Verdict: FAIL>"), None);
        assert_eq!(name("<b a='x"), None);
        let plain = |text| Tag::read(text).map(|(tag, _)| tag.plain);
        assert_eq!(plain("<b class='ok'>x"), Some(true));
        assert_eq!(plain("<b class=ok style='display: none'>x"), Some(false));
        assert_eq!(plain("<b style='color: green' lang=en>x"), Some(true));
        let outside = |text| outside_tags(text).collect::<Vec<&str>>();
        assert_eq!(outside("a <b class=\"x\">\"c\" <d e=\"f\">"), ["a ", "\"c\" ", ""]);
        assert_eq!(outside("a <d hidden=\"\">b"), ["a <d hidden=\"\">b"]);
        assert_eq!(name("< b>"), None);
        assert_eq!(name("<"), None);
    }
}
