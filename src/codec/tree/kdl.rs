//! KDL as plain nodes with places. It has no grammar here: the KDL crate reads it, and nothing else
//! in `codec/` knows of that crate.

mod spelt;

use ::kdl::{KdlDiagnostic, KdlDocument, KdlEntry, KdlIdentifier, KdlNode, KdlValue};

use crate::codec::text::embed::Embedded;
use crate::codec::text::slice::Slice;
use crate::source::Span;

pub(in crate::codec) use spelt::{RAW_CHARACTER, Spelt};

/// One node, and where it stands.
pub(in crate::codec) struct Node {
    pub(in crate::codec) name: (String, Span),
    pub(in crate::codec) at: Span,
    /// It has a type in front: `(odd)gate`.
    pub(in crate::codec) typed: bool,
    pub(in crate::codec) entries: Vec<Entry>,
    pub(in crate::codec) children: Vec<Node>,
}

/// One argument or property.
pub(in crate::codec) struct Entry {
    /// None for an argument.
    pub(in crate::codec) name: Option<(String, Span)>,
    pub(in crate::codec) typed: bool,
    pub(in crate::codec) value: Value,
    /// The value as it reads.
    pub(in crate::codec) at: Span,
    /// All of it, name included.
    pub(in crate::codec) whole: Span,
}

/// What an entry says.
pub(in crate::codec) enum Value {
    Text(String),
    Int(i128),
    Bool(bool),
    /// A float, or `#null`.
    Other,
}

impl Node {
    /// Its arguments, in their order.
    pub(in crate::codec) fn arguments(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| entry.name.is_none())
    }

    /// Its properties, in their order; one name may come up several times.
    pub(in crate::codec) fn properties(&self) -> impl Iterator<Item = (&str, Span, &Entry)> {
        self.entries.iter().filter_map(|entry| {
            let (name, at) = entry.name.as_ref()?;
            Some((name.as_str(), *at, entry))
        })
    }
}

impl Value {
    pub(in crate::codec) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(in crate::codec) fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Text(one), Self::Text(other)) => one == other,
            (Self::Int(one), Self::Int(other)) => one == other,
            (Self::Bool(one), Self::Bool(other)) => one == other,
            _ => false,
        }
    }
}

/// Why a piece of a text cannot be read.
pub(in crate::codec) struct Wrong {
    /// The text stops too early: a mistake stands at its very end, or a block is never closed.
    pub(in crate::codec) cut_off: bool,
    pub(in crate::codec) at: Span,
    pub(in crate::codec) message: String,
    pub(in crate::codec) help: Option<String>,
}

/// Larger texts are not read: the KDL crate takes up to 430 times their size, where other readers take
/// up to 40 times that of the largest text. It is the summary of 30,000 reviewers.
pub(in crate::codec) const LARGEST: usize = 1024 * 1024;

/// More of what the KDL crate has to say helps no reader.
const MOST: usize = 10;

/// Reads the nodes of a piece of a text, or tells what the KDL crate says is wrong with it.
pub(in crate::codec) fn parse(
    spelt: &Spelt<'_>,
    piece: Slice<'_>,
    embedded: &mut Embedded,
) -> Result<Vec<Node>, Vec<Wrong>> {
    match KdlDocument::parse_v2(piece.text) {
        Ok(document) => Ok(Places { spelt, piece, embedded }.nodes(&document)),
        Err(error) => {
            let wrong =
                error.diagnostics.iter().take(MOST).map(|found| to_wrong(spelt, piece, found));
            Err(wrong.collect())
        }
    }
}

fn to_wrong(spelt: &Spelt<'_>, body: Slice<'_>, found: &KdlDiagnostic) -> Wrong {
    let border = |mut at: usize| {
        at = at.min(body.text.len());
        while !body.text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = border(found.span.offset());
    let end = border(found.span.offset().saturating_add(found.span.len())).max(start);
    let message = found.message.clone().unwrap_or_default();
    let open = message.starts_with("No closing");
    Wrong {
        cut_off: open || (end >= body.text.len() && !body.text.ends_with('\n')),
        at: spelt.span(Span::new(body.start + start, body.start + end)),
        message,
        help: found.help.clone(),
    }
}

/// Where the values of a document stand in the text.
struct Places<'s, 'a> {
    spelt: &'s Spelt<'a>,
    /// What was handed to the KDL crate.
    piece: Slice<'s>,
    embedded: &'s mut Embedded,
}

impl<'a> Places<'_, 'a> {
    fn nodes(&mut self, document: &KdlDocument) -> Vec<Node> {
        document.nodes().iter().map(|node| self.node(node)).collect()
    }

    fn node(&mut self, node: &KdlNode) -> Node {
        let name = self.name(node.name());
        let whole = self.text(node.span().offset(), node.span().len());
        let from = (name.1.start as usize).max(whole.start);
        let until = whole.text.trim_end_matches([' ', '\t', '\r', '\n', ';']).len();
        let until = (whole.start + until).max(from);
        Node {
            at: Span::new(from, until),
            typed: node.ty().is_some(),
            entries: node.entries().iter().map(|entry| self.entry(entry)).collect(),
            children: node.children().map(|nodes| self.nodes(nodes)).unwrap_or_default(),
            name,
        }
    }

    fn name(&mut self, name: &KdlIdentifier) -> (String, Span) {
        let whole = self.text(name.span().offset(), name.span().len());
        (name.value().to_owned(), whole.trim().span())
    }

    fn entry(&mut self, entry: &KdlEntry) -> Entry {
        let (offset, len) = (entry.span().offset(), entry.span().len());
        let whole = self.text(offset, len);
        let repr = entry.format().map_or("", |format| format.value_repr.as_str());
        let read = self.piece.text.get(offset..offset.saturating_add(len)).unwrap_or_default();
        let written = match read.ends_with(repr) {
            true => self.text(offset + read.len() - repr.len(), repr.len()),
            false => whole,
        };
        let at = match entry.value() {
            KdlValue::String(text) => self.spelt(written, text),
            _ => written.span(),
        };
        Entry {
            name: entry.name().map(|name| self.name(name)),
            typed: entry.ty().is_some(),
            value: match entry.value() {
                KdlValue::String(text) => Value::Text(text.clone()),
                KdlValue::Integer(number) => Value::Int(*number),
                KdlValue::Bool(yes) => Value::Bool(*yes),
                _ => Value::Other,
            },
            at,
            whole: whole.span(),
        }
    }

    /// The place of a string as it reads; one with escapes is spelt out.
    fn spelt(&mut self, written: Slice<'_>, text: &str) -> Span {
        let hashes = written.text.len() - written.text.trim_start_matches('#').len();
        let bare = written.text.trim_matches('#');
        let inner = bare.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        if inner == Some(text) {
            let start = written.start + hashes + 1;
            return Span::new(start, start + text.len());
        }
        if written.text == text {
            return written.span();
        }
        let begun = self.embedded.begin();
        self.embedded.push(text, written.start, written.text.len());
        self.embedded.end(begun)
    }

    /// A piece of the body, by where the KDL crate says that it stands.
    fn text(&self, offset: usize, len: usize) -> Slice<'a> {
        let read = self.piece.text;
        let start = offset.min(read.len());
        let end = match read.get(start..start.saturating_add(len)) {
            Some(held) => start + held.len(),
            None => start,
        };
        self.spelt.slice(self.piece.start + start, self.piece.start + end)
    }
}
