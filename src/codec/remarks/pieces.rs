//! Pieces of a line.

use std::borrow::Cow;
use std::ops::Range;

use crate::codec::lexicon::{
    LONGEST_NAME, Label, Lexicon, are_done, is_markup, is_noun, names_the_past, words_of,
};
use crate::codec::text::lines::{Form, Line};
use crate::codec::text::slice::Slice;
use crate::codec::text::word::ODD_BREAKS;

/// A line, and what some programs show as lines of their own. With each, whether it belongs to a finding that is
/// done: `{severity: critical, status: fixed}`.
pub(super) fn pieces<'a>(
    line: Slice<'a>,
    lexicon: &Lexicon,
) -> impl Iterator<Item = (Slice<'a>, bool)> {
    let flow = is_flow(line);
    let settled = if flow { settled_maps(line.text, lexicon) } else { Vec::new() };
    let pieces = cut(line, if flow { &['{', '}', '[', ']', ',', '"'] } else { &[] });
    pieces.map(move |piece| (piece, lies_in(piece, line, &settled)))
}

/// The values of a list of findings that stands in one line, as YAML writes it: of
/// `findings: [{severity: critical}]` what is in brackets. With each, whether it belongs to a finding that is done.
pub(super) fn listed<'a>(
    line: Slice<'a>,
    lexicon: &Lexicon,
) -> Option<impl Iterator<Item = (Slice<'a>, bool)>> {
    // A byte is found faster than a string, and most lines have none.
    let bytes = line.text.as_bytes();
    (bytes.contains(&b'[') || bytes.contains(&b'{')).then_some(())?;
    let (name, value) = line.text.split_once(':')?;
    let name = name.trim_matches(|c: char| is_markup(c) || c == ' ');
    let mut value = value.trim_start_matches(|c: char| is_markup(c) || c == ' ');
    // `findings: !!seq [{severity: critical}]`
    while value.starts_with(['!', '&']) {
        value = value.split_once(' ')?.1.trim_start();
    }
    // `open findings: [{severity: critical}]`, `problems: [{severity: critical}]`, `results: [{severity: critical}]`
    // `` `results: [1, 2]` `` is code, and `Problems: [P0](#p0)` a link.
    let list = value.starts_with('[') && !line.text.starts_with('`') && !value.contains("](");
    let result = |word: &str| {
        let singular = word.strip_suffix(['s', 'S']).unwrap_or(word);
        lexicon.label(singular) == Some(Label::Program)
    };
    let named = |last: &str| lexicon.names_a_list(last) || list && (is_noun(last) || result(last));
    let last = || words_of(name).last().is_some_and(named);
    let flow = value.starts_with(['{', '['])
        && (lexicon.finding(name).is_some()
            || (name.len() <= LONGEST_NAME && last() && !names_the_past(name)));
    // Quotation marks stand around one value, and none ends at them.
    let values = line.after(line.text.len() - value.len());
    flow.then(|| {
        let settled = settled_maps(value, lexicon);
        let pieces = cut(values, &['{', '}', '[', ']', ',']);
        pieces.map(move |piece| (piece, lies_in(piece, values, &settled)))
    })
}

/// Whether a piece of a text lies in one of some places in it.
fn lies_in(piece: Slice<'_>, text: Slice<'_>, places: &[Range<usize>]) -> bool {
    let at = piece.start - text.start;
    let next = places.partition_point(|place| place.end <= at);
    places.get(next).is_some_and(|place| place.contains(&at))
}

/// A text without the maps of YAML in it that say of a finding that it is done.
pub(in crate::codec) fn without_settled<'a>(text: &'a str, lexicon: &Lexicon) -> Cow<'a, str> {
    let maps = settled_maps(text, lexicon);
    let mut kept = Cow::Borrowed(text);
    for map in maps.into_iter().rev() {
        kept.to_mut().replace_range(map, "");
    }
    kept
}

/// Where the maps of YAML stand in a text that hold no other value and say that what they are about is done:
/// `{severity: critical, status: fixed}`.
fn settled_maps(text: &str, lexicon: &Lexicon) -> Vec<Range<usize>> {
    let mut maps = Vec::new();
    let mut open = None;
    for (at, c) in text.char_indices() {
        match c {
            '{' => open = Some(at),
            '[' | ']' => open = None,
            '}' => {
                let map = open.take().map(|open| open..at + 1);
                let members = |map: &Range<usize>| members(&text[map.start + 1..map.end - 1]);
                let done = |map: &Range<usize>| {
                    members(map).is_some_and(|members| are_done(members.into_iter(), lexicon))
                };
                maps.extend(map.filter(done));
            }
            _ => {}
        }
    }
    maps
}

/// The members of a map of YAML. None where a value may hold more than it shows: a quotation that goes on, or a line
/// with a label (`note: "Verdict: FAIL"`).
fn members(map: &str) -> Option<Vec<(&str, &str)>> {
    let mut members = Vec::new();
    for member in map.split(',') {
        let goes_on = |mark: char| member.matches(mark).count() % 2 == 1;
        if member.contains('\\') || goes_on('"') || goes_on('\'') {
            return None;
        }
        let Some((name, value)) = member.split_once(':') else { continue };
        // `file: src/a.rs:12` names a place.
        if value.contains([':', '=', '—']) && !value.contains('/') {
            return None;
        }
        members.push((name, value));
    }
    Some(members)
}

/// A line, cut at odd ends of lines and at some signs.
fn cut<'a>(line: Slice<'a>, signs: &'static [char]) -> impl Iterator<Item = Slice<'a>> {
    // Most lines are plain: a loop without an early end looks at many bytes at once.
    let may_be = |b: u8| matches!(b, 0xb | 0xc | 0x1c..=0x1e | 0x85 | 0xa8 | 0xa9);
    let may = line.text.bytes().fold(false, |may, b| may | may_be(b));
    let broken = !signs.is_empty() || (may && line.text.contains(ODD_BREAKS));
    let odd = move |c: char| ODD_BREAKS.contains(&c) || signs.contains(&c);
    let mut rest = Some(line);
    std::iter::from_fn(move || {
        let now = rest?;
        let cut = if broken { now.text.find(odd) } else { None };
        let (piece, behind) = match cut {
            Some(at) => {
                let (piece, behind) = now.split_at(at);
                let width = behind.text.chars().next().map_or(0, char::len_utf8);
                (piece, Some(behind.after(width)))
            }
            None => (now, None),
        };
        rest = behind;
        Some(piece.trim())
    })
    .filter(|piece| !piece.is_empty())
}

/// `[]`, `{}`, `~`: a value of YAML with nothing in it.
pub(super) fn is_empty_flow(value: Slice<'_>) -> bool {
    ["[]", "{}", "~"].contains(&value.trim().text)
}

/// `{severity: critical, text: SQL}`, `["Blocker: SQL"]`: several values in one line, as YAML writes them.
pub(super) fn is_flow(line: Slice<'_>) -> bool {
    // `[{severity: critical}]`
    let text = line.text.strip_prefix('[').map_or(line.text, str::trim_start);
    let held = text.strip_prefix('{').map(str::trim_start);
    let map = |held: &str| held.starts_with(char::is_alphabetic) && held.contains(": ");
    held.is_some_and(map) || line.text.starts_with("[\"")
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
