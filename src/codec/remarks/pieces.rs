//! Pieces of a line.

use crate::codec::lexicon::{LONGEST_NAME, Lexicon, is_markup, names_the_past, words_of};
use crate::codec::text::lines::{Form, Line};
use crate::codec::text::slice::Slice;
use crate::codec::text::word::ODD_BREAKS;

/// A line, and what some programs show as lines of their own.
pub(super) fn pieces<'a>(line: Slice<'a>) -> impl Iterator<Item = Slice<'a>> {
    cut(line, if is_flow(line) { &['{', '}', '[', ']', ',', '"'] } else { &[] })
}

/// The values of a list of findings that stands in one line, as YAML writes it: of
/// `findings: [{severity: critical}]` what is in brackets.
pub(super) fn listed<'a>(
    line: Slice<'a>,
    lexicon: &Lexicon,
) -> Option<impl Iterator<Item = Slice<'a>>> {
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
    // `open findings: [{severity: critical}]`
    let last = || words_of(name).last().is_some_and(|last| lexicon.names_a_list(last));
    let flow = value.starts_with(['{', '['])
        && (lexicon.finding(name).is_some()
            || (name.len() <= LONGEST_NAME && last() && !names_the_past(name)));
    // Quotation marks stand around one value, and none ends at them.
    let values = line.after(line.text.len() - value.len());
    flow.then(|| cut(values, &['{', '}', '[', ']', ',']))
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
