//! Pieces of a line.

use super::markup::is_block;
use crate::codec::text::lines::{Form, Line};
use crate::codec::text::slice::Slice;
use crate::codec::text::word::{ODD_BREAKS, may_have_odd_breaks};

/// A line, and what some programs show as lines of their own.
pub(super) fn pieces<'a>(line: Slice<'a>) -> impl Iterator<Item = Slice<'a>> {
    // A cell of a table may be broken.
    let tags = line.text.as_bytes().contains(&b'<') && !line.text.starts_with('|');
    let breaks = move |text: &str| if tags { break_of(text) } else { None };
    cut(line, breaks).flat_map(|line| {
        let flow = is_flow(line);
        // A name and its value stand in quotation marks each.
        let quotes = flow && !line.text.split_once(": ").is_some_and(|(_, value)| is_json(value));
        let odd = move |c: char| {
            ODD_BREAKS.contains(&c)
                || (flow && matches!(c, '{' | '}' | '[' | ']' | ','))
                || (quotes && c == '"')
        };
        let broken = flow || may_have_odd_breaks(line.text);
        cut(line, move |text| {
            let at = if broken { text.find(odd)? } else { return None };
            Some((at, text[at..].chars().next().map_or(0, char::len_utf8)))
        })
    })
}

/// The pieces of a text between breaks, of which the next is told by its place and its length.
fn cut<'a>(
    text: Slice<'a>,
    next: impl Fn(&str) -> Option<(usize, usize)>,
) -> impl Iterator<Item = Slice<'a>> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let now = rest?;
        let (piece, behind) = match next(now.text) {
            Some((at, width)) => {
                let (piece, behind) = now.split_at(at);
                (piece, Some(behind.after(width)))
            }
            None => (now, None),
        };
        rest = behind;
        Some(piece.trim())
    })
    .filter(|piece| !piece.is_empty())
}

/// Where HTML begins another line, and how long that tag is: `<br>`, `</p>`.
fn break_of(text: &str) -> Option<(usize, usize)> {
    let mut begun = text.match_indices('<').map(|(at, _)| (at, &text[at..]));
    begun.find_map(|(at, tag)| {
        let closed = tag[1..].strip_prefix('/');
        let name = closed.unwrap_or(&tag[1..]);
        let len = name.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let (name, rest) = name.split_at(len);
        let breaks = match closed {
            Some(_) => is_block(name),
            None => name.eq_ignore_ascii_case("br"),
        };
        let rest = rest.trim_start_matches([' ', '/']);
        (breaks && rest.starts_with('>')).then(|| (at, tag.len() - rest.len() + 1))
    })
}

/// `{severity: critical, text: SQL}`, `["Blocker: SQL"]`, `findings: [{severity: critical}]`: several values
/// in one line, as YAML writes them.
pub(super) fn is_flow(line: Slice<'_>) -> bool {
    is_held(line.text) || is_named_flow(line)
}

/// `findings: [{severity: critical}]`
pub(super) fn is_named_flow(line: Slice<'_>) -> bool {
    // A byte is found faster than a string, and most lines have none.
    let bytes = line.text.as_bytes();
    if !bytes.contains(&b'{') && !bytes.contains(&b'[') {
        return false;
    }
    let value = line.text.split_once(": ").map(|(_, value)| value.trim_start());
    value.is_some_and(|value| value.starts_with(['{', '[']) && (is_held(value) || is_json(value)))
}

/// `[{"severity": "critical"}]`: in a line of its own, JSON is a text for itself.
fn is_json(text: &str) -> bool {
    let held = text.trim_start_matches(['[', '{', ' ']);
    held.starts_with('"') && held.contains("\": ")
}

/// `{severity: critical}`, `["SQL"]`, `[{severity: critical}]`
fn is_held(text: &str) -> bool {
    let map = |text: &str| {
        let held = text.strip_prefix('{').map(str::trim_start);
        held.is_some_and(|held| held.starts_with(char::is_alphabetic) && held.contains(": "))
    };
    let list = text.strip_prefix('[').map(str::trim_start);
    map(text) || list.is_some_and(|list| list.starts_with('"') || map(list))
}

/// `|---|---|`
pub(super) fn is_separator(line: &Line<'_>) -> bool {
    line.form == Form::Row
        && line.text.text.contains('-')
        && line.text.text.bytes().all(|b| matches!(b, b'|' | b'-' | b':' | b' ' | b'\t'))
}

impl<'a> Slice<'a> {
    /// The longer of two pieces.
    pub(super) fn max(self, other: Slice<'a>) -> Slice<'a> {
        if self.text.len() >= other.text.len() { self } else { other }
    }
}
