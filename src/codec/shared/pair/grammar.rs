//! What the grammar of pair reviews finds: lines of a text, sections, the value of a result.

use super::repairs::{BOLD_TOKEN, QUOTED_WORD};
use crate::codec::repairs::Repair;
use crate::codec::text::grammar::{Part, grammar};
use crate::codec::text::slice::Slice;

grammar!(pair_review, reviews);

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
    // A token may hold many lines that begin with a letter.
    Some(parts(Rule::reviews, body)?.flat_map(|part| {
        let line = to_line(&part);
        part.text.lines().map(move |slice| (line, slice))
    }))
}

fn to_line<'a>(line: &Part<'a, Rule>) -> Line<'a> {
    // What stands behind a comment is another line.
    let mut parts = line.parts().map(|part| part.text);
    let mut part = || parts.next().unwrap_or(line.text.split_at(0).0);
    match line.rule {
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
    let Some(mut read) = parts(Rule::section, title) else {
        return Some((Section::Loose, true));
    };
    let found = read.next()?;
    let styled = found.rule == Rule::heading_style;
    let name = if styled { found.parts().next()? } else { found };
    let section = match name.rule {
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
    let whole = parts(Rule::value, value)?.next()?;
    let repair = match whole.rule {
        Rule::bold_token => &BOLD_TOKEN,
        _ => &QUOTED_WORD,
    };
    let behind = value.after(whole.text.end() - value.start);
    Some((whole.parts().next()?.text, behind, repair))
}
