//! What a line was found to say.

use crate::codec::lexicon::{Label, Meaning, ReadValue, Says};
use crate::codec::text::slice::Slice;
use crate::ir::{Outcome, RemarkKind};

/// What one line says.
#[derive(Clone, Copy, Debug)]
pub(in crate::codec) struct Found<'a> {
    pub(in crate::codec) kind: RemarkKind,
    pub(in crate::codec) says: Outcome,
    /// The words that say it.
    pub(in crate::codec) text: Slice<'a>,
    /// The whole line.
    pub(in crate::codec) line: Slice<'a>,
    /// The title above it that asks for it.
    pub(in crate::codec) title: Option<Slice<'a>>,
    /// The label and its value, of a labelled verdict.
    pub(in crate::codec) labelled: Option<Labelled<'a>>,
}

/// A label and its value.
#[derive(Clone, Copy, Debug)]
pub(in crate::codec) struct Labelled<'a> {
    pub(in crate::codec) label: Label,
    pub(in crate::codec) shape: Shape,
    pub(in crate::codec) said: ReadValue<'a>,
}

/// How a labelled verdict is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::codec) enum Shape {
    /// `### Verdict: APPROVE`
    Heading,
    /// `## Verdict`, and the word below it.
    Below,
    /// `**Verdict**: PASS`
    Bold,
    /// `Verdict: PASS`, `- Verdict: PASS`
    Plain,
    /// `| Verdict | PASS |`
    Row,
    /// `<verdict>PASS</verdict>`
    Tag,
}

impl Shape {
    /// Whether a label that programs print, too, decides in this shape.
    pub(in crate::codec) fn is_marked(self) -> bool {
        matches!(self, Self::Heading | Self::Below | Self::Bold)
    }
}

impl<'a> Found<'a> {
    /// Where it begins: an element of several lines with its tag.
    pub(in crate::codec) fn start(&self) -> usize {
        let element = self.labelled.is_some_and(|labelled| labelled.shape == Shape::Tag);
        self.title.filter(|_| element).unwrap_or(self.line).start
    }

    /// What it says beside a verdict: a value that begins with a go word agrees, whatever follows.
    pub(in crate::codec) fn beside(&self) -> Outcome {
        match self.labelled.map(|labelled| labelled.said.says) {
            Some(Says::Word(Meaning::Noted)) => Outcome::Pass,
            _ => self.says,
        }
    }

    /// Whether it says something of a verdict, and is not only a label with prose behind it.
    pub(in crate::codec) fn is_remark(&self) -> bool {
        self.labelled.is_none_or(|labelled| {
            matches!(labelled.said.says, Says::Word(_)) || self.kind == RemarkKind::Unclear
        })
    }
}
