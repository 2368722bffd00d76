//! Lines and columns of many spans, without counting from the top each time.

use std::cell::OnceCell;

use crate::source::{LineColumn, Source, Span, outermost};

/// Places of spans among `sources`, in the files that a person can open.
pub(crate) struct Places<'a> {
    sources: &'a [Source],
    steps: Vec<OnceCell<Vec<LineColumn>>>,
}

/// The place of every so many-th byte is kept, so that counting is short from anywhere.
const STEP: usize = 512;

/// A span in the outermost source around it.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    pub(crate) source: &'a Source,
    pub(crate) span: Span,
    pub(crate) at: LineColumn,
}

impl<'a> Places<'a> {
    pub(crate) fn new(sources: &'a [Source]) -> Self {
        Self { sources, steps: vec![OnceCell::new(); sources.len()] }
    }

    #[cfg(feature = "serde")]
    pub(super) fn sources(&self) -> &'a [Source] {
        self.sources
    }

    /// The place of a span; none when it lies in no source.
    pub(crate) fn of(&self, span: Span) -> Option<Place<'a>> {
        let mut span = outermost(self.sources, span);
        let source = self.sources.get(span.source.0 as usize)?;
        let end = u32::try_from(source.bytes().len()).unwrap_or(u32::MAX);
        span.end = span.end.min(end);
        span.start = span.start.min(span.end);
        Some(Place { source, span, at: self.count(source, span) })
    }

    fn count(&self, source: &Source, span: Span) -> LineColumn {
        let at = span.start as usize;
        let bytes = source.bytes();
        let Some(steps) = self.steps.get(span.source.0 as usize) else {
            return source.line_column(span.start);
        };
        let steps = steps.get_or_init(|| {
            let next = |place: &mut LineColumn, piece: &[u8]| {
                let here = *place;
                *place = behind(here, piece);
                Some(here)
            };
            // One more than there are pieces, for the end.
            bytes.chunks(STEP).chain([&[][..]]).scan(TOP, next).collect()
        });
        let step = at / STEP;
        let from = steps.get(step).copied().unwrap_or(TOP);
        behind(from, bytes.get(step * STEP..at).unwrap_or_default())
    }
}

const TOP: LineColumn = LineColumn { line: 1, column: 1 };

/// The place behind some bytes.
fn behind(mut place: LineColumn, bytes: &[u8]) -> LineColumn {
    for byte in bytes {
        match byte {
            b'\n' => place = LineColumn { line: place.line.saturating_add(1), column: 1 },
            // Every character has one byte that continues no other.
            byte if byte & 0xc0 != 0x80 => place.column = place.column.saturating_add(1),
            _ => {}
        }
    }
    place
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_in_any_order_are_those_of_the_source() {
        let source = Source::new("x", "é\nçà!\n\nend".repeat(150));
        let sources = [source.clone()];
        let places = Places::new(&sources);
        for at in [0, 2, 3, 7, 5, 9, 1000, 3, 511, 512, 513, 1500, 9999] {
            let end = source.bytes().len().min(at as usize);
            let found = places.of(Span::new(end, end)).map(|place| place.at);
            if source.text().is_ok_and(|text| text.is_char_boundary(end)) {
                assert_eq!(found, Some(source.line_column(at)), "{at}");
            }
        }
    }
}
