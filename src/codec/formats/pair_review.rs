//! Pair reviews of commonplace: blocks between sentinel lines, one for each note and gate.

mod block;
mod canonical;
mod chain;
mod contract;
mod finish;
mod label;
mod sentinel;
mod signal;
mod statement;
mod text;

use crate::codec::input::{Input, Recognition};
use crate::codec::interface::{Codec, Special, whole_grammar};
use crate::codec::render::Part;
use crate::codec::text::fields;
use crate::codec::text::slice::Slice;
use crate::ir::{Decoded, Format};

pub(in crate::codec) const CODEC: Codec = Codec {
    grammar: Some(whole_grammar!("pair_review.pest")),
    recognise,
    fenced: true,
    loose: false,
    decode,
    example: EXAMPLE,
    contract: contract::contract,
    schema: None,
    encode: Some(canonical::encode),
    holds: HOLDS,
    special: Special::NONE,
};

const EXAMPLE: &str = "\
=== PAIR REVIEW START: notes/links.md :: claim-titles ===
### Summary

One of the two claims does not hold, and the title does not say what they are.

### Findings

- fail: the second claim rests on a source that says the opposite
- warn: the title names a topic, not a claim
- info: three of the links go to notes that nobody has written yet

### Suggested Revision

Call it `Links carry the argument, not the folder they are in`.

## Result: FAIL
=== PAIR REVIEW END: notes/links.md :: claim-titles ===
";

const HOLDS: &[Part] = &[
    Part::Reviewer,
    Part::Subject,
    Part::Stated,
    Part::Hold,
    Part::Warn,
    Part::Summary,
    Part::Findings,
    Part::Severity,
    Part::Notes,
    Part::Revision,
];

const SUMMARY: &str = "Summary";
const FINDINGS: &str = "Findings";
const REVISION: &str = "Suggested Revision";

/// How a block begins.
const START: &str = "=== PAIR REVIEW START: ";
/// How it begins and ends: a block that lost its first line is one all the same.
const EDGE: &str = "=== PAIR REVIEW ";

fn recognise(input: &Input<'_>) -> Recognition {
    let text = input.body.text;
    let begins = |at: usize| {
        let before = text[..at].trim_end_matches(|c: char| c != '\n' && c.is_whitespace());
        before.is_empty() || before.ends_with('\n')
    };
    match text.match_indices(EDGE).any(|(at, _)| begins(at)) {
        true => Recognition::Yes("it has a sentinel line of a pair review"),
        false => input.no("no line begins with `=== PAIR REVIEW`"),
    }
}

/// Reads a text that has blocks in it.
fn decode(input: &Input<'_>) -> Decoded {
    let Some(lines) = grammar::lines(input.body) else {
        return input.given_up(Format::PairReview);
    };
    let mut text = text::Text::new(input);
    for (line, slice) in lines {
        text.line(line, slice);
    }
    text.finish()
}

/// What the grammar makes of one line.
#[derive(Clone, Copy, Debug)]
enum Line<'a> {
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
    /// `<!-- ...`, and what follows the mark.
    Remark(Slice<'a>),
    Heading {
        level: Slice<'a>,
        title: Slice<'a>,
    },
    Item {
        bullet: Slice<'a>,
        text: Slice<'a>,
    },
    Other,
}

/// What stands behind the end of a comment; none when it goes on.
fn behind_comment(line: Slice<'_>) -> Option<Slice<'_>> {
    let mark = "-->";
    line.text.find(mark).map(|at| line.after(at + mark.len()).trim())
}

/// Whether a comment begins in a line that does not end there.
fn leaves_comment_open(line: &str) -> bool {
    let mark = "<!--";
    // A byte is found faster than a string, and most lines have none.
    line.as_bytes().contains(&b'<') && line.find(mark).is_some_and(|at| !line[at..].contains("-->"))
}

/// A fence that is open.
#[derive(Clone, Copy)]
struct Fence {
    mark: char,
    length: usize,
    indented: bool,
}

impl Fence {
    fn open(mark: Slice<'_>, line: Slice<'_>) -> Self {
        Self {
            mark: mark.text.chars().next().unwrap_or('`'),
            length: mark.text.len(),
            indented: fields::indent(line.text) > 0,
        }
    }

    /// Whether a line closes it.
    fn closes(self, line: Line<'_>) -> bool {
        let Line::Marker { mark, info } = line else { return false };
        mark.text.starts_with(self.mark) && mark.text.len() >= self.length && info.trim().is_empty()
    }
}

mod grammar {
    use pest::Parser;
    use pest::iterators::Pair;

    use super::{Line, Slice};

    #[derive(pest_derive::Parser)]
    #[grammar = "grammar/pair_review.pest"]
    #[grammar = "grammar/common.pest"]
    struct Reviews;

    /// Every line with something on it. None when pest was told to give up early.
    pub(super) fn lines(body: Slice<'_>) -> Option<impl Iterator<Item = (Line<'_>, Slice<'_>)>> {
        let reviews = Reviews::parse(Rule::reviews, body.text).ok()?.next()?;
        Some(reviews.into_inner().flat_map(move |pair| {
            // A token may hold many lines that are alike.
            let lines = to_slice(&pair, body.start).lines();
            lines.filter_map(move |slice| Some((to_line(&pair, slice, body.start)?, slice)))
        }))
    }

    fn to_line<'a>(pair: &Pair<'a, Rule>, slice: Slice<'a>, offset: usize) -> Option<Line<'a>> {
        Some(match pair.as_rule() {
            Rule::plain | Rule::other => Line::Other,
            Rule::items | Rule::item => to_item(slice),
            Rule::heading => to_heading(slice),
            Rule::sentinel => to_sentinel(pair.clone(), offset),
            Rule::marker => to_marker(slice),
            Rule::remark => Line::Remark(without_gap(without_end(slice)).after("<!--".len())),
            _ => return None,
        })
    }

    fn to_sentinel(pair: Pair<'_, Rule>, offset: usize) -> Line<'_> {
        let empty = Slice::new("", offset + pair.as_span().start());
        let (mut starts, mut note, mut gate) = (false, empty, empty);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::edge => starts = part.as_str() == "START",
                Rule::note => note = to_slice(&part, offset),
                Rule::gate => gate = to_slice(&part, offset),
                _ => {}
            }
        }
        Line::Sentinel { starts, note, gate }
    }

    /// The bullet ends at the first blank.
    fn to_item(line: Slice<'_>) -> Line<'_> {
        let body = without_gap(without_end(line));
        let end = body.text.bytes().position(|b| matches!(b, b' ' | b'\t'));
        let (bullet, text) = body.split_at(end.unwrap_or(body.text.len()));
        Line::Item { bullet, text: text.trim() }
    }

    /// A heading has six signs at most, and stands less far in than code.
    fn to_heading(line: Slice<'_>) -> Line<'_> {
        let (level, title) = run_of(b'#', without_gap(without_end(line)));
        match level.text.len() {
            1..=6 => Line::Heading { level, title: title.trim() },
            _ => Line::Other,
        }
    }

    /// The info of a fence of backticks holds none; such a line is code in a sentence.
    fn to_marker(line: Slice<'_>) -> Line<'_> {
        let body = without_gap(without_end(line));
        let ticks = body.text.starts_with('`');
        let (mark, info) = run_of(if ticks { b'`' } else { b'~' }, body);
        match ticks && info.text.contains('`') {
            true => Line::Other,
            false => Line::Marker { mark, info },
        }
    }

    fn run_of(byte: u8, body: Slice<'_>) -> (Slice<'_>, Slice<'_>) {
        body.split_at(body.text.bytes().take_while(|b| *b == byte).count())
    }

    fn without_gap(line: Slice<'_>) -> Slice<'_> {
        line.after(line.text.bytes().take_while(|b| matches!(b, b' ' | b'\t')).count())
    }

    fn without_end(line: Slice<'_>) -> Slice<'_> {
        Slice::new(line.text.strip_suffix('\n').unwrap_or(line.text), line.start)
    }

    fn to_slice<'a>(pair: &Pair<'a, Rule>, offset: usize) -> Slice<'a> {
        Slice::new(pair.as_str(), offset + pair.as_span().start())
    }
}
