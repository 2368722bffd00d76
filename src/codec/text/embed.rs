//! Texts that stand in a source in another spelling: JSON strings, folded scalars.

use crate::source::{Piece, Source, SourceId, Span};

/// Texts that reading had to spell out, one behind the other in one source of their own, so that
/// spans can point at them and a person is still shown the reviewer's bytes.
///
/// Only what differs from its spelling goes here: `"a b"` is a span of the source itself.
#[derive(Default)]
pub(in crate::codec) struct Embedded {
    text: String,
    pieces: Vec<Piece>,
}

/// One text on its way into [`Embedded`].
#[derive(Clone, Copy)]
#[must_use]
pub(in crate::codec) struct Begun(usize);

impl Embedded {
    /// Begins a text.
    pub(in crate::codec) fn begin(&self) -> Begun {
        Begun(self.text.len())
    }

    /// Adds a run of it: the text, and the bytes of the source that it was written with.
    pub(in crate::codec) fn push(&mut self, run: &str, outer_start: usize, outer_len: usize) {
        if run.is_empty() {
            return;
        }
        self.pieces.push(Piece {
            start: narrow(self.text.len()),
            outer_start: narrow(outer_start),
            outer_len: narrow(outer_len),
        });
        self.text.push_str(run);
    }

    /// Ends a text, and gives its place.
    pub(in crate::codec) fn end(&mut self, begun: Begun) -> Span {
        let span = Span::new(begun.0, self.text.len()).in_source(SourceId(1));
        // Texts do not touch, so that the end of one is not the start of the next.
        self.text.push('\n');
        span
    }

    /// The source that the places lie in, if there are any.
    pub(in crate::codec) fn into_source(self, around: &Source) -> Option<Source> {
        let name = format!("{} (spelt out)", around.name());
        (!self.text.is_empty()).then(|| Source::embedded(name, self.text, SourceId(0), self.pieces))
    }
}

/// Sources of 4 GiB are refused long before.
fn narrow(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
