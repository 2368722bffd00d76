//! Findings whose text is a scalar of its own.

use super::VerdictBuilder;
use crate::codec::text::location;
use crate::codec::text::slice::Slice;
use crate::codec::tree::yaml::Text;
use crate::ir::{Finding, FindingKind};
use crate::source::{SourceId, Span};

impl VerdictBuilder<'_> {
    /// Adds a finding, and takes its location from its text.
    pub(in crate::codec) fn push_text(&mut self, kind: FindingKind, text: &Text<'_>, span: Span) {
        let finding = match text {
            Text::Here(slice) => {
                let (location, text) = location::split(slice.trim());
                Finding { location, span, ..Finding::new(kind, text.span()) }
            }
            Text::Spelt(_) => {
                let place = text.place(&mut self.reading.embedded);
                let (location, text) = location::split(Slice::new(text.as_str(), 0).trim());
                let moved = |at: Span| Span {
                    start: at.start + place.start,
                    end: at.end + place.start,
                    source: SourceId(1),
                };
                let location = location.map(|location| location::moved(location, moved));
                Finding { location, span, ..Finding::new(kind, moved(text.span())) }
            }
        };
        self.verdict.findings.push(finding);
    }
}
