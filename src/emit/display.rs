//! Sources as they are shown, and where their parts stand then.

use std::ops::Range;
#[cfg(feature = "cli")]
use std::ops::RangeInclusive;
use std::sync::Arc;

use super::visible::push_visible;
use crate::source::{Source, SourceId, Span};

/// The copies of sources for showing, each made when it is first asked for.
pub(super) struct DisplaySources<'a> {
    sources: &'a [Source],
    shown: Vec<Option<Arc<DisplayText>>>,
}

impl<'a> DisplaySources<'a> {
    pub(super) fn new(sources: &'a [Source]) -> Self {
        Self { sources, shown: vec![None; sources.len()] }
    }

    pub(super) fn sources(&self) -> &'a [Source] {
        self.sources
    }

    pub(super) fn take(&mut self, id: SourceId) -> Option<Arc<DisplayText>> {
        let source = self.sources.get(id.0 as usize)?;
        let place = self.shown.get_mut(id.0 as usize)?;
        Some(place.get_or_insert_with(|| Arc::new(DisplayText::of(source.bytes()))).clone())
    }
}

/// How many characters of a line are shown. A drawing cannot be wider than 65,535 columns, and
/// no one reads the end of such a line; what lies behind is pointed at with `…`.
const LONGEST: usize = 500;

/// A text for showing, and where its parts come from.
#[derive(Debug)]
pub(super) struct DisplayText {
    text: String,
    /// Offsets in the bytes and in the text where the distance between the two changes.
    moves: Vec<(usize, usize)>,
    /// Where each line of the text begins.
    lines: Vec<usize>,
}

impl DisplayText {
    fn of(bytes: &[u8]) -> Self {
        let text = String::with_capacity(bytes.len());
        let mut shown = Self { text, moves: vec![(0, 0)], lines: vec![0] };
        let (mut at, mut column, mut cut) = (0, 0, false);
        for chunk in bytes.utf8_chunks() {
            let mut chars = chunk.valid().chars().peekable();
            while let Some(c) = chars.next() {
                at += c.len_utf8();
                if c == '\n' {
                    (column, cut) = (0, false);
                } else {
                    column += 1;
                }
                if column > LONGEST {
                    if !std::mem::replace(&mut cut, true) {
                        shown.text.push('…');
                        shown.moved(at);
                    }
                    continue;
                }
                match c {
                    '\n' => {
                        shown.text.push(c);
                        shown.lines.push(shown.text.len());
                    }
                    '\t' => shown.text.push(c),
                    // A line may end in both.
                    '\r' if chars.peek() == Some(&'\n') => {}
                    // `\u{0}` takes as many columns as it is drawn in.
                    c => {
                        let before = shown.text.len();
                        push_visible(&mut shown.text, c);
                        column += shown.text[before..].chars().count().saturating_sub(1);
                    }
                }
                shown.moved(at);
            }
            if !chunk.invalid().is_empty() {
                at += chunk.invalid().len();
                column += 1;
                if column > LONGEST {
                    continue;
                }
                shown.text.push(char::REPLACEMENT_CHARACTER);
                shown.moved(at);
            }
        }
        shown
    }

    fn moved(&mut self, at: usize) {
        let to = self.text.len();
        if self.moves.last().is_none_or(|(from, before)| at + before != to + from) {
            self.moves.push((at, to));
        }
    }

    /// Where a byte offset ends up; inside a character, where the character begins.
    fn offset(&self, at: usize) -> usize {
        let behind = self.moves.partition_point(|(from, _)| *from <= at);
        let (from, to) =
            behind.checked_sub(1).and_then(|i| self.moves.get(i)).copied().unwrap_or_default();
        // What lies before the next move is no longer than the text up to it.
        let limit = self.moves.get(behind).map_or(self.text.len(), |(_, to)| *to);
        let mut found = (to + at - from).min(limit).min(self.text.len());
        while !self.text.is_char_boundary(found) {
            found -= 1;
        }
        found
    }

    /// Where the bytes of a span stand in the text.
    pub(super) fn range(&self, span: Span) -> Range<usize> {
        let start = self.offset(span.start as usize);
        start..self.offset(span.end as usize).max(start)
    }

    /// The line that an offset lies in; the first is 0.
    fn line_of(&self, at: usize) -> usize {
        self.lines.partition_point(|&start| start <= at) - 1
    }

    /// The lines that a range lies on.
    #[cfg(feature = "cli")]
    pub(super) fn lines_of(&self, range: &Range<usize>) -> RangeInclusive<usize> {
        let last = range.end.saturating_sub(1).max(range.start);
        self.line_of(range.start)..=self.line_of(last)
    }

    /// A range, and the rest of its lines up to the end of the last.
    pub(super) fn whole_lines(&self, range: Range<usize>) -> Range<usize> {
        let last = range.end.saturating_sub(1).max(range.start);
        let next = self.lines.get(self.line_of(last) + 1).map_or(self.text.len(), |next| next - 1);
        self.lines[self.line_of(range.start)]..next.max(range.end)
    }

    /// The lines around a range, with where they begin: the offset, and the lines above.
    pub(super) fn window(
        &self,
        range: Range<usize>,
        before: usize,
        after: usize,
    ) -> (&str, usize, usize) {
        let first = self.line_of(range.start).saturating_sub(before + 1);
        let start = self.lines[first];
        let behind = self.line_of(range.end) + after + 2;
        let end = self.lines.get(behind).copied().unwrap_or(self.text.len());
        (&self.text[start..end], start, first)
    }
}
