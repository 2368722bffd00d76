//! `verdict-summary.kdl`: what came of a whole bench, a gate and one node for each reviewer.
//!
//! KDL has no grammar here: this file turns what the KDL crate reads into plain nodes with places,
//! and nothing below it knows of that crate.

#[cfg(feature = "kdl")]
mod members;
#[cfg(feature = "kdl")]
mod mistakes;
#[cfg(feature = "kdl")]
mod raw;
#[cfg(feature = "kdl")]
mod reader;
#[cfg(feature = "kdl")]
mod reviewer;
mod shape;
#[cfg(feature = "kdl")]
mod writer;

use crate::codec::interface::{Codec, Encode, Special};
use crate::codec::render::Part;

pub(in crate::codec) const CODEC: Codec = Codec {
    grammar: None,
    recognise: shape::recognise,
    fenced: false,
    loose: false,
    decode,
    example: EXAMPLE,
    contract: shape::contract,
    schema: None,
    encode: ENCODE,
    holds: &[
        Part::Reviewer,
        Part::Subject,
        Part::Stated,
        Part::Hold,
        Part::Warn,
        Part::Confidence,
        Part::Findings,
        Part::Location,
        Part::Notes,
        Part::Members,
    ],
    special: Special::NONE,
};

#[cfg(feature = "kdl")]
const EXAMPLE: &str = shape::EXAMPLE;
/// A build without KDL reads no summary, so there is none that it would read as it should.
#[cfg(not(feature = "kdl"))]
const EXAMPLE: &str = "";

#[cfg(feature = "kdl")]
const ENCODE: Option<Encode> = Some(writer::encode);
#[cfg(not(feature = "kdl"))]
const ENCODE: Option<Encode> = None;

#[cfg(feature = "kdl")]
use parse::decode;
#[cfg(not(feature = "kdl"))]
use without::decode;

#[cfg(not(feature = "kdl"))]
mod without {
    //! A build that knows no KDL.

    use crate::codec::builder::DecodeLog;
    use crate::codec::input::Input;
    use crate::codec::mistakes::format_not_read;
    use crate::codec::shared::dartai;
    use crate::ir::{Cause, Decoded, Format};

    pub(super) fn decode(input: &Input<'_>) -> Decoded {
        let mut reading = DecodeLog::new(input.options);
        reading.says_fail = dartai::says_fail(input.body, input.options);
        let refusal = format_not_read("a summary in KDL", input.first.span());
        reading.refuse(Cause::FormatNotRead, refusal);
        reading.finish(input.source, Format::VerdictSummary, Vec::new())
    }
}

#[cfg(feature = "kdl")]
mod parse {
    //! From the document of the KDL crate to plain nodes.

    use ::kdl::{KdlDiagnostic, KdlDocument, KdlEntry, KdlIdentifier, KdlNode, KdlValue};

    use super::mistakes;
    use super::raw::{self, Spelt};
    use super::reader::{self, Entry, Node, Value};
    use super::shape::{self, Refusal};
    use crate::codec::builder::DecodeLog;
    use crate::codec::input::Input;
    use crate::codec::shared::dartai;
    use crate::codec::text::embed::Embedded;
    use crate::codec::text::slice::Slice;
    use crate::ir::{Cause, Decoded};
    use crate::source::Span;

    /// More of what the KDL crate has to say helps nobody.
    const MOST: usize = 10;

    pub(super) fn decode(input: &Input<'_>) -> Decoded {
        let mut reading = DecodeLog::new(input.options);
        let mut nodes = Vec::new();
        let spelt = Spelt::of(input.body);
        spelt.raw.iter().for_each(|at| reading.recover(raw::RAW_CHARACTER, *at));
        let sound = match shape::pieces(Slice::new(&spelt.text, 0)) {
            Ok(pieces) => {
                // What stands beside a piece that is not KDL is kept.
                let mut sound = true;
                for piece in pieces {
                    sound &= read(&mut reading, &spelt, piece, &mut nodes);
                }
                sound
            }
            Err(Refusal::TooDeep(at)) => {
                reading.refuse(Cause::Malformed, mistakes::too_deep(spelt.span(at)));
                false
            }
            Err(Refusal::Odd(at, why)) => {
                let mistake = mistakes::malformed(spelt.span(at), why, None);
                reading.refuse(Cause::Malformed, mistake);
                false
            }
        };
        let said = input.body.text.trim_end_matches([' ', '\t', '\r']);
        // The time stands last, and nothing can follow a block on its line.
        let ended =
            nodes.last().is_some_and(|node| node.name.0 == "recorded") && said.ends_with('"');
        if sound && !ended && !said.ends_with(['\n', '}']) {
            // `reviewer "qa" verdict="pass"` may have gone on with a blocker.
            let end = Span::new(input.body.start + said.len(), input.body.start + said.len());
            reading.refuse(Cause::Truncated, mistakes::cut_off(end));
        }
        reading.says_fail |= !sound && dartai::says_fail(input.body, input.options);
        reader::decode(input, reading, &nodes)
    }

    /// Reads some nodes; whether they could be read.
    fn read(
        reading: &mut DecodeLog<'_>,
        spelt: &Spelt<'_>,
        piece: Slice<'_>,
        nodes: &mut Vec<Node>,
    ) -> bool {
        match KdlDocument::parse_v2(piece.text) {
            Ok(document) => {
                let embedded = std::mem::take(&mut reading.embedded);
                let mut places = Places { spelt, piece, embedded };
                nodes.extend(places.nodes(&document));
                reading.embedded = places.embedded;
                true
            }
            Err(error) => {
                for found in error.diagnostics.iter().take(MOST) {
                    refuse(reading, spelt, piece, found);
                }
                if error.diagnostics.is_empty() {
                    let mistake = mistakes::malformed(spelt.span(piece.trim().span()), "", None);
                    reading.refuse(Cause::Malformed, mistake);
                }
                false
            }
        }
    }

    /// Says what the KDL crate says. A mistake at the very end is a text that was cut off, and so
    /// is a block that is never closed.
    fn refuse(
        reading: &mut DecodeLog<'_>,
        spelt: &Spelt<'_>,
        body: Slice<'_>,
        found: &KdlDiagnostic,
    ) {
        let border = |mut at: usize| {
            at = at.min(body.text.len());
            while !body.text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let start = border(found.span.offset());
        let end = border(found.span.offset().saturating_add(found.span.len())).max(start);
        let at = spelt.span(Span::new(body.start + start, body.start + end));
        let said = found.message.as_deref().unwrap_or_default();
        let open = said.starts_with("No closing");
        let cut_off = open || (end >= body.text.len() && !body.text.ends_with('\n'));
        let cause = if cut_off { Cause::Truncated } else { Cause::Malformed };
        reading.refuse(cause, mistakes::malformed(at, said, found.help.as_deref()));
    }

    /// Where the values of a document stand in the text.
    struct Places<'s, 'a> {
        spelt: &'s Spelt<'a>,
        /// What was handed to the KDL crate.
        piece: Slice<'s>,
        embedded: Embedded,
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
}
