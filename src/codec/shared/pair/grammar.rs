//! What the grammar of pair reviews finds: lines of a text, sections, the value of a result.

use pest::Parser;
use pest::iterators::Pair;

use super::repairs::{BOLD_TOKEN, QUOTED_WORD};
use crate::codec::repairs::Repair;
use crate::codec::text::slice::Slice;

#[derive(pest_derive::Parser)]
#[grammar = "grammar/pair_review.pest"]
#[grammar = "grammar/common.pest"]
struct Reviews;

/// What the grammar makes of one line.
#[derive(Clone, Copy, Debug)]
pub(in crate::codec) enum Line<'a> {
    /// `=== PAIR REVIEW START: note :: gate ===`, or its end.
    Sentinel {
        starts: bool,
        note: Slice<'a>,
        gate: Slice<'a>,
    },
    /// A line that opens a fence or closes one.
    Marker {
        mark: Slice<'a>,
        info: Slice<'a>,
    },
    /// `<!-- ...`, and what follows its end; none when it goes on.
    Remark(Option<Slice<'a>>),
    Heading {
        level: Slice<'a>,
        title: Slice<'a>,
    },
    Item {
        bullet: Slice<'a>,
        text: Slice<'a>,
    },
    /// `self-reported-model: NAME`
    Model(Slice<'a>),
    Other,
}

/// Which part of a block a line belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::codec) enum Section {
    Loose,
    Summary,
    Findings,
    Revision,
    Other,
}

/// Every line with something on it. None when pest was told to give up early.
pub(in crate::codec) fn lines(
    body: Slice<'_>,
) -> Option<impl Iterator<Item = (Line<'_>, Slice<'_>)>> {
    let reviews = Reviews::parse(Rule::reviews, body.text).ok()?.next()?;
    Some(reviews.into_inner().filter(|pair| pair.as_rule() != Rule::EOI).flat_map(move |pair| {
        let line = to_line(&pair, body.start);
        // A token may hold many lines that begin with a letter.
        to_slice(&pair, body.start).lines().map(move |slice| (line, slice))
    }))
}

fn to_line<'a>(pair: &Pair<'a, Rule>, offset: usize) -> Line<'a> {
    // The end of the text is a part of its last line; what stands behind a comment is another.
    let parts = pair.clone().into_inner().filter(|part| part.as_rule() != Rule::EOI);
    let mut parts = parts.map(|part| to_slice(&part, offset));
    let mut part = || parts.next().unwrap_or(Slice::new("", offset + pair.as_span().start()));
    match pair.as_rule() {
        Rule::sentinel => {
            Line::Sentinel { starts: part().text == "START", note: part(), gate: part() }
        }
        Rule::item => Line::Item { bullet: part(), text: part().trim() },
        Rule::heading => Line::Heading { level: part(), title: part().trim() },
        Rule::marker => Line::Marker { mark: part(), info: part() },
        Rule::remark => Line::Remark(parts.nth(1).map(Slice::trim)),
        Rule::model => Line::Model(part().trim()),
        _ => Line::Other,
    }
}

/// The section that a title begins, and whether it is written in another way than the format's.
/// Where pest was told to give up early, findings count below it.
pub(in crate::codec) fn section(title: Slice<'_>) -> Option<(Section, bool)> {
    let Ok(mut read) = Reviews::parse(Rule::section, title.text) else {
        return Some((Section::Loose, true));
    };
    let found = read.next()?.into_inner().next()?;
    let styled = found.as_rule() == Rule::heading_style;
    let name = if styled { found.into_inner().next()? } else { found };
    let section = match name.as_rule() {
        Rule::summary => Section::Summary,
        Rule::findings => Section::Findings,
        _ => Section::Revision,
    };
    Some((section, styled))
}

/// A word without the marks around it, what follows it, and what the marks are.
pub(in crate::codec) fn marked(
    value: Slice<'_>,
) -> Option<(Slice<'_>, Slice<'_>, &'static Repair)> {
    let whole = Reviews::parse(Rule::value, value.text).ok()?.next()?.into_inner().next()?;
    let repair = match whole.as_rule() {
        Rule::bold_token => &BOLD_TOKEN,
        _ => &QUOTED_WORD,
    };
    let behind = value.after(whole.as_span().end());
    Some((to_slice(&whole.into_inner().next()?, value.start), behind, repair))
}

fn to_slice<'a>(pair: &Pair<'a, Rule>, offset: usize) -> Slice<'a> {
    Slice::new(pair.as_str(), offset + pair.as_span().start())
}
