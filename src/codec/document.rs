//! A text as one tree: what a page shows, with a voice and a place for every line, and the fields in it.
//!
//! ```text
//! # Code review                        section, whose heading is the title
//! **Verdict:** APPROVE                   paragraph, line: a field in the reviewer's own voice
//! > **Verdict:** REJECT                  quotation, line: a field that is quoted
//! ```
//!
//! Nothing else looks at a text to learn its structure, and nothing here knows what a word means.

mod boxes;
mod build;
mod clean;
mod data;
mod fields;
mod html;
mod leaf;
mod markdown;
mod pieces;
mod place;
#[cfg(test)]
mod tests;
mod voice;

pub(in crate::codec) use fields::{Container, Field};
pub(in crate::codec) use leaf::{Mark, Text};
pub(in crate::codec) use voice::Voice;

use std::ops::Range;

use crate::codec::words::Words;
use crate::source::Span;
use leaf::Shown;

/// Free text above this is not read: `too_much`.
pub(in crate::codec) const MOST: usize = 2 << 20;

/// Containers inside containers: deeper texts are not read. No review needs twenty.
pub(in crate::codec) const DEPTH: usize = 200;

/// A text, read once.
#[derive(Debug)]
pub(in crate::codec) struct Document {
    /// In the order of the text, each before those inside it.
    nodes: Vec<Node>,
    shown: Shown,
    /// What acts as the document: its root, or what the whole text is put into.
    body: NodeId,
    /// In the order of the nodes that their names stand in.
    fields: Vec<Field>,
    /// What JSON was mended of, each with its place.
    mended: Vec<(Mended, Span)>,
}

/// Why a text is no document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::codec) struct TooMuch;

/// A node, by its place in the order of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::codec) struct NodeId(u32);

impl NodeId {
    pub(in crate::codec) const ROOT: Self = Self(0);
}

/// A part of a document.
#[derive(Debug)]
struct Node {
    kind: Kind,
    parent: NodeId,
    /// The first node behind this one and all that is inside it.
    next: NodeId,
    span: Span,
    voice: Voice,
    /// A line's words, a heading, a key, the name of an element, what is said behind a fence's marks.
    text: Text,
    /// Begun and never ended: the text may be cut.
    open: bool,
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::codec) enum Kind {
    /// The whole text, a fence of markdown, a text of several lines in data.
    Document,
    /// A heading, and what stands below it. A `<summary>` is a heading of level 7.
    Section {
        level: u8,
    },
    Paragraph,
    List,
    /// Its box, where it has one, and whether that is ticked.
    Item {
        ticked: Option<bool>,
    },
    Table,
    Row {
        header: bool,
    },
    Cell,
    Code,
    Quotation,
    /// `> [!CAUTION]`; its text is the word.
    Alert,
    Element,
    /// An attribute of an element; its value is a line in it.
    Attribute,
    /// An element that only puts others together: `<div>`.
    Group,
    Comment,
    /// A list of terms and definitions.
    Definitions,
    Term,
    Definition,
    Footnote,
    FrontMatter,
    Data {
        syntax: Syntax,
        shape: Shape,
    },
    Member {
        shape: Shape,
    },
    Entry {
        shape: Shape,
    },
    /// What is neither whole nor ended: `{"verdict": "app`.
    Cut,
    /// `---` between paragraphs.
    Rule,
    Line,
}

/// How data is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::codec) enum Syntax {
    Json,
    Yaml,
    Toml,
}

/// What a value of data is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::codec) enum Shape {
    Null,
    Bool,
    Number,
    Text,
    List,
    Object,
}

/// Rules of JSON that a text broke with a certain meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::codec) enum Mended {
    /// A line end in a string.
    LineEnd,
    /// `[1, 2, ]`
    TrailingComma,
    /// `// why`, `/* why */`
    Comment,
}

/// Reads a text: its tree, its voices, its fields. A fence or a quotation around all of it is taken off.
pub(in crate::codec) fn read(text: &str, words: &Words) -> Result<Document, TooMuch> {
    read_as(text, 0..text.len(), words, true)
}

/// Reads a part of a text: what all of it is put into stays around it.
pub(in crate::codec) fn read_part(text: &str, words: &Words) -> Result<Document, TooMuch> {
    read_as(text, 0..text.len(), words, false)
}

/// Reads a piece of a text as a document of its own, whose places are those of the text.
pub(in crate::codec) fn read_piece(
    text: &str,
    at: Range<usize>,
    words: &Words,
) -> Result<Document, TooMuch> {
    read_as(text, at, words, true)
}

fn read_as(text: &str, at: Range<usize>, words: &Words, whole: bool) -> Result<Document, TooMuch> {
    let piece = text.get(at.clone()).unwrap_or_default();
    if piece.len() > MOST || pieces::is_too_deep(piece) {
        return Err(TooMuch);
    }
    let plain = pieces::without_sequences(piece);
    let start = pieces::Map(vec![(0, leaf::short(at.start))]);
    let mut built = build::Builder::new(start.around(&plain.map.0));
    built.is_part = !whole;
    built.document(&plain.text);
    let mut document = built.finish(at.end).ok_or(TooMuch)?;
    if whole {
        document.find_body();
    }
    boxes::tick(&mut document);
    voice::decide(&mut document, text, words);
    document.fields = fields::gather(&document);
    Ok(document)
}

impl Document {
    #[cfg(test)]
    fn empty() -> Self {
        let (nodes, shown, body) = (Vec::new(), Shown::default(), NodeId::ROOT);
        Self { nodes, shown, body, fields: Vec::new(), mended: Vec::new() }
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    pub(in crate::codec) fn kind(&self, id: NodeId) -> Kind {
        self.node(id).kind
    }

    pub(in crate::codec) fn voice(&self, id: NodeId) -> Voice {
        self.node(id).voice
    }

    /// Where all of a node is written.
    pub(in crate::codec) fn span(&self, id: NodeId) -> Span {
        self.node(id).span
    }

    /// A line's words, a heading, a key, the name of an element.
    pub(in crate::codec) fn text(&self, id: NodeId) -> Text {
        self.node(id).text
    }

    /// Whether it is begun and never ended.
    pub(in crate::codec) fn is_open(&self, id: NodeId) -> bool {
        self.node(id).open
    }

    pub(in crate::codec) fn shown(&self, text: Text) -> &str {
        self.shown.get(text)
    }

    /// The bytes that a text was written with.
    pub(in crate::codec) fn bytes_of(&self, text: Text) -> Span {
        self.shown.span(text)
    }

    /// What is strong, code, struck or linked on the line of a text.
    pub(in crate::codec) fn drawn(&self, text: Text, mark: Mark) -> &[Text] {
        self.shown.drawn(text, mark)
    }

    /// Whether all of a text is drawn in some way, signs around it aside.
    pub(in crate::codec) fn is_all(&self, text: Text, mark: Mark) -> bool {
        self.shown.is_all(text, mark)
    }

    /// What acts as the document: its root, or the one fence, quotation or element that it is put into.
    pub(in crate::codec) fn body(&self) -> NodeId {
        self.body
    }

    pub(in crate::codec) fn mended(&self) -> &[(Mended, Span)] {
        &self.mended
    }

    /// All fields, in the order of the nodes that their names stand in.
    pub(in crate::codec) fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// The fields whose names stand in a node.
    pub(in crate::codec) fn fields_in(&self, id: NodeId) -> &[Field] {
        let first = self.fields.partition_point(|field| field.node < id);
        let next = self.node(id).next;
        let behind = self.fields.partition_point(|field| field.node < next);
        self.fields.get(first..behind).unwrap_or(&[])
    }
}
