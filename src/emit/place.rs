//! Lines and columns of many spans, without counting from the top each time.

use std::cell::RefCell;

use crate::source::{LineColumn, Source, Span, outermost};

/// Places of spans among `sources`, in the files that a person can open.
pub(super) struct Places<'a> {
    sources: &'a [Source],
    last: RefCell<Vec<Mark>>,
}

/// How far a source has been counted.
#[derive(Clone, Copy)]
struct Mark {
    at: usize,
    line: u32,
    column: u32,
}

/// A span in the outermost source around it.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) source: &'a Source,
    pub(super) span: Span,
    pub(super) at: LineColumn,
}

impl<'a> Places<'a> {
    pub(super) fn new(sources: &'a [Source]) -> Self {
        let top = Mark { at: 0, line: 1, column: 1 };
        Self { sources, last: RefCell::new(vec![top; sources.len()]) }
    }

    #[cfg(feature = "serde")]
    pub(super) fn sources(&self) -> &'a [Source] {
        self.sources
    }

    /// The place of a span; none when it lies in no source.
    pub(super) fn of(&self, span: Span) -> Option<Place<'a>> {
        let mut span = outermost(self.sources, span);
        let source = self.sources.get(span.source.0 as usize)?;
        let end = u32::try_from(source.bytes().len()).unwrap_or(u32::MAX);
        span.end = span.end.min(end);
        span.start = span.start.min(span.end);
        Some(Place { source, span, at: self.count(source, span) })
    }

    /// Spans mostly come in the order of the text, so counting goes on where it stopped.
    fn count(&self, source: &Source, span: Span) -> LineColumn {
        let mut marks = self.last.borrow_mut();
        let Some(mark) = marks.get_mut(span.source.0 as usize) else {
            return source.line_column(span.start);
        };
        let to = span.start as usize;
        if to < mark.at {
            *mark = Mark { at: 0, line: 1, column: 1 };
        }
        for byte in source.bytes().get(mark.at..to).unwrap_or_default() {
            match byte {
                b'\n' => (mark.line, mark.column) = (mark.line.saturating_add(1), 1),
                // Every character has one byte that continues no other.
                byte if byte & 0xc0 != 0x80 => mark.column = mark.column.saturating_add(1),
                _ => {}
            }
        }
        mark.at = to.max(mark.at);
        LineColumn { line: mark.line, column: mark.column }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_in_any_order_are_those_of_the_source() {
        let source = Source::new("x", "é\nçà!\n\nend");
        let sources = [source.clone()];
        let places = Places::new(&sources);
        for at in [0, 2, 3, 7, 5, 9, 1000, 3] {
            let end = source.bytes().len().min(at as usize);
            let found = places.of(Span::new(end, end)).map(|place| place.at);
            if source.text().is_ok_and(|text| text.is_char_boundary(end)) {
                assert_eq!(found, Some(source.line_column(at)), "{at}");
            }
        }
    }
}
