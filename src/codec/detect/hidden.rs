//! A verdict in an element whose text does not count.

use std::ops::Range;

use super::others;
use super::wrong::hidden_verdict;
use crate::codec::builder;
use crate::codec::input::Input;
use crate::ir::{Cause, Decoded, Diagnostic, Outcome};
use crate::source::{SourceId, Span};

/// Refuses a verdict that opens and stands in such an element, in whatever format: exact ones know nothing of them.
pub(super) fn check(input: &Input<'_>, decoded: &mut Decoded) {
    let opening = decoded.verdicts.iter().filter(|v| v.effective().is_some_and(Outcome::opens));
    let places: Vec<Span> = opening
        .map(|verdict| verdict.stated.map_or(verdict.span, |stated| stated.word))
        // What was read in a text of its own was looked at there.
        .filter(|at| at.source == SourceId(0))
        .collect();
    if places.is_empty() || !may_hide(input.body.text) || input.json().is_some() {
        return;
    }
    let text = input.lines();
    let held = places.iter().find_map(|at| Some((at, text.hides(at.start as usize)?)));
    if let Some((at, element)) = held {
        builder::refuse(decoded, Cause::Ambiguous, told(input, element, *at));
    }
}

/// Whether such an element may stand in a text: it begins a line, or only its end was written.
fn may_hide(text: &str) -> bool {
    let blank = |c: char| c.is_whitespace() || c == '\u{feff}';
    let begins = |line: &str| line.trim_start_matches(blank).starts_with('<');
    text.contains("</") || text.contains('<') && text.split(['\n', '\r']).any(begins)
}

/// Says that a verdict is in an element.
pub(super) fn told(input: &Input<'_>, element: &Range<usize>, verdict: Span) -> Diagnostic {
    let begins = others::first_line(input.body.after(element.start - input.body.start));
    hidden_verdict(begins.span(), verdict)
}
