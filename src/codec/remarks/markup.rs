//! What is around a word and means nothing: colours, tags, marks.

use crate::codec::lexicon;
use crate::codec::text::slice::Slice;

/// A text without what turns it red on a terminal: `ESC [ 31 m`.
fn without_colour(text: Slice<'_>) -> Slice<'_> {
    let mut rest = text;
    while let Some(begun) = rest.text.strip_prefix("\u{1b}[") {
        let Some(end) = begun.find(|c: char| !c.is_ascii_digit() && c != ';') else { break };
        rest = rest.after(2 + end + usize::from(begun[end..].starts_with('m')));
    }
    rest
}

/// A text without a tag in front of it that only dresses it up: `<b>`.
fn without_tag(text: Slice<'_>) -> Slice<'_> {
    const TAGS: [&str; 6] = ["<b>", "<strong>", "<em>", "<i>", "<u>", "<code>"];
    let tag = TAGS.iter().find(|tag| text.text.starts_with(**tag));
    tag.map_or(text, |tag| text.after(tag.len()))
}

/// A text without the marks around it: `**Verdict**`, `[PASS]`, `✅ Verdict`.
pub(super) fn without_markup(text: Slice<'_>) -> Slice<'_> {
    let text = without_tag(without_colour(text.trim()));
    let opens = |c: char| !c.is_alphanumeric();
    let start = text.text.find(|c| !opens(c)).unwrap_or(text.text.len());
    let inner = text.after(start);
    let end = inner
        .text
        .trim_end_matches(|c: char| lexicon::is_markup(c) || matches!(c, ' ' | ':' | ']' | '#'));
    Slice::new(end, inner.start)
}
