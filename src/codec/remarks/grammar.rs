//! A line against the grammar of labelled lines.

use pest::Parser;
use pest::iterators::Pair;

use crate::codec::lexicon::LONGEST_NAME;
use crate::codec::text::slice::Slice;

#[derive(pest_derive::Parser)]
#[grammar = "grammar/labelled.pest"]
struct Labels;

/// What the grammar makes of a line.
#[derive(Clone, Copy)]
pub(super) enum Read<'a> {
    /// The first two cells, and the third if there is one.
    Row(Slice<'a>, Slice<'a>, Option<Slice<'a>>),
    Tag(Slice<'a>, Slice<'a>),
    /// An element of HTML, and more behind it.
    Elements,
    Boxed(Slice<'a>, Slice<'a>),
    /// The label, the mark, the value.
    Marked(Slice<'a>, Slice<'a>, Slice<'a>),
    Bare,
    /// pest was told to give up early.
    GaveUp,
}

/// So many characters before a mark may be a label.
const LONGEST_LABEL: usize = 80;

pub(super) fn labelled(line: Slice<'_>) -> Read<'_> {
    if is_bare(line.text) {
        return Read::Bare;
    }
    let Some(shape) = parse(line.text) else { return Read::GaveUp };
    let rule = shape.as_rule();
    let mut parts = shape.into_inner().map(|part| to_slice(&part, line.start));
    let mut next = || parts.next();
    match rule {
        Rule::tag => match (next(), next()) {
            (Some(name), Some(value)) => Read::Tag(name, value),
            _ => Read::Bare,
        },
        Rule::elements => Read::Elements,
        Rule::boxed => match (next(), next()) {
            (Some(name), Some(value)) => Read::Boxed(name, value),
            _ => Read::Bare,
        },
        Rule::marked => match (next(), next(), next()) {
            (Some(label), ..) if label.text.chars().nth(LONGEST_LABEL).is_some() => Read::Bare,
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

/// Whether a line holds no byte of a mark and none that a tag, a row or a box begins with: to the
/// grammar it is bare, and most lines are.
fn is_bare(line: &str) -> bool {
    // The other marks take several bytes, or begin with a dash.
    let tells = |b: u8| !b.is_ascii() | matches!(b, b'<' | b'[' | b'|' | b':' | b'=' | b'?');
    let dashes = || line.contains("->") || line.contains(" -");
    !(any(line, tells) || any(line, |b| b == b'-') && dashes())
}

/// Whether a byte of a line is one of some. A loop without an early end looks at many at once.
fn any(line: &str, is: impl Fn(u8) -> bool) -> bool {
    line.bytes().fold(false, |any, b| any | is(b))
}

/// What of a line names something, if anything does: all that stands before the first mark, or
/// more. None where only the grammar tells.
pub(super) fn head(line: &str) -> Option<&str> {
    let first = *line.as_bytes().first()?;
    // Neither a mark nor what begins a tag, a row or a box. Colours and bars are left to others.
    let plain = first.is_ascii_alphanumeric() || matches!(first, b'*' | b'_' | b'`' | b'"');
    let boxed = || line.trim_start_matches(['*', '_', '`', '~', ' ', '\t']).starts_with('[');
    if !plain || any(line, |b| !b.is_ascii() | (b == b'|') | (b == 0x1b)) || boxed() {
        return None;
    }
    match line.bytes().position(|b| matches!(b, b':' | b'=' | b'?')) {
        Some(at) if at <= LONGEST_LABEL => Some(&line[..at]),
        // Such a line is bare, unless a dash or an arrow stands before; as a whole it is too long for
        // a name.
        Some(at) => {
            let dashed = line[..at].contains(" -") || line[..at].contains("->");
            let said = line.trim_end_matches(|c: char| !c.is_alphanumeric());
            let long = first.is_ascii_alphanumeric() && said.len() > LONGEST_NAME;
            (long && !dashed).then_some("")
        }
        None => Some(line),
    }
}

/// None when pest was told to give up early.
fn parse(line: &str) -> Option<Pair<'_, Rule>> {
    Labels::parse(Rule::line, line).ok()?.next()?.into_inner().next()
}

fn to_slice<'a>(pair: &Pair<'a, Rule>, offset: usize) -> Slice<'a> {
    Slice::new(pair.as_str(), offset + pair.as_span().start())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_of_a_thousand_bars_has_three_cells() {
        let row = "|a".repeat(1000);
        let cells = parse(&row).map(|shape| shape.into_inner().count());
        assert_eq!(cells, Some(3));
        let Read::Row(first, second, third) = labelled(Slice::new("|a|b|c|d", 7)) else {
            panic!("it is a row")
        };
        assert_eq!((first.text, second.text, third.map(|cell| cell.text)), ("a", "b", Some("c")));
        assert_eq!(third.map(|cell| cell.start), Some(12));
    }
}
