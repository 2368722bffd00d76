//! A verdict in an element of HTML over several lines that a page does not show, strikes out, or that names it another's.

use std::ops::Range;

use super::others;
use super::wrong::hidden_verdict;
use crate::codec::builder;
use crate::codec::input::Input;
use crate::codec::text::lines::{hidden, place_in};
use crate::ir::{Cause, Decoded, Diagnostic, Outcome};
use crate::source::{SourceId, Span};

/// What is not shown or struck out opens nothing. It can shut all the same.
pub(super) fn check(input: &Input<'_>, decoded: &mut Decoded) {
    let opening = decoded.verdicts.iter().filter(|v| v.effective().is_some_and(Outcome::opens));
    let places: Vec<Span> = opening
        .map(|verdict| verdict.stated.map_or(verdict.span, |stated| stated.word))
        .filter(|at| at.source == SourceId(0))
        .collect();
    if places.is_empty() || !input.body.text.contains('<') || input.json().is_some() {
        return;
    }
    let elements = hidden(&input.lines().lines);
    let held = places.iter().find_map(|at| Some((at, place_in(&elements, at.start as usize)?)));
    if let Some((at, element)) = held {
        builder::refuse(decoded, Cause::Ambiguous, told(input, &elements[element], *at));
    }
}

/// Says that a verdict is in an element.
pub(super) fn told(input: &Input<'_>, element: &Range<usize>, verdict: Span) -> Diagnostic {
    let begins = others::first_line(input.body.after(element.start - input.body.start));
    hidden_verdict(begins.span(), verdict)
}
