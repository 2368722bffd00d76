//! A line against the grammar of labelled lines.

use pest::Parser;
use pest::iterators::Pair;

use crate::codec::text::slice::Slice;

#[derive(pest_derive::Parser)]
#[grammar = "grammar/labelled.pest"]
struct Labels;

/// What the grammar makes of a line.
pub(super) enum Read<'a> {
    /// The first two cells, and the third if there is one.
    Row(Slice<'a>, Slice<'a>, Option<Slice<'a>>),
    Tag(Slice<'a>, Slice<'a>),
    Boxed(Slice<'a>, Slice<'a>),
    /// The label, the mark, the value.
    Marked(Slice<'a>, Slice<'a>, Slice<'a>),
    Bare,
    /// pest was told to give up early.
    GaveUp,
}

pub(super) fn labelled(line: Slice<'_>) -> Read<'_> {
    let Some(shape) = parse(line.text) else { return Read::GaveUp };
    let rule = shape.as_rule();
    let mut parts = shape.into_inner().map(|part| to_slice(&part, line.start));
    let mut next = || parts.next();
    match rule {
        Rule::tag => match (next(), next()) {
            (Some(name), Some(value)) => Read::Tag(name, value),
            _ => Read::Bare,
        },
        Rule::boxed => match (next(), next()) {
            (Some(name), Some(value)) => Read::Boxed(name, value),
            _ => Read::Bare,
        },
        Rule::marked => match (next(), next(), next()) {
            (Some(label), Some(mark), Some(value)) => Read::Marked(label, mark, value),
            _ => Read::Bare,
        },
        Rule::row => match (next(), next()) {
            (Some(first), Some(second)) => {
                // A bar at the end opens no cell.
                let third = next().filter(|cell| !cell.trim().is_empty());
                let closed = second.trim().is_empty() && third.is_none();
                if closed { Read::Bare } else { Read::Row(first, second, third) }
            }
            _ => Read::Bare,
        },
        _ => Read::Bare,
    }
}

/// None when pest was told to give up early.
fn parse(line: &str) -> Option<Pair<'_, Rule>> {
    Labels::parse(Rule::line, line).ok()?.next()?.into_inner().next()
}

fn to_slice<'a>(pair: &Pair<'a, Rule>, offset: usize) -> Slice<'a> {
    Slice::new(pair.as_str(), offset + pair.as_span().start())
}
