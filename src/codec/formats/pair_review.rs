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
use crate::codec::interface::Codec;
use crate::codec::render::holds;
use crate::codec::shared::pair::grammar::{self, Line, Section};
use crate::codec::text::fields;
use crate::codec::text::slice::Slice;
use crate::ir::{Decoded, Format};

pub(in crate::codec) const CODEC: Codec = Codec {
    grammar: Some(grammar::GRAMMAR),
    example: EXAMPLE,
    encode: Some(canonical::encode),
    holds: holds!(
        Reviewer Subject Stated Hold Warn Summary Findings Severity Notes Revision
    ),
    ..Codec::new(recognise, decode, contract::contract)
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

const SUMMARY: &str = "Summary";
const FINDINGS: &str = "Findings";
const REVISION: &str = "Suggested Revision";
/// Says which model wrote the text; above the first block.
const MODEL: &str = "self-reported-model:";

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
