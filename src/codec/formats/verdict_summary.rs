//! `verdict-summary.kdl`: what came of a whole bench, a gate and one node for each reviewer.
//!
//! KDL has no grammar here: the KDL crate reads it.

#[cfg(feature = "kdl")]
mod members;
#[cfg(feature = "kdl")]
mod mistakes;
#[cfg(feature = "kdl")]
mod reader;
#[cfg(feature = "kdl")]
mod reviewer;
mod shape;

use crate::codec::interface::Codec;

pub(in crate::codec) const CODEC: Codec = Codec {
    fenced: false,
    example: EXAMPLE,
    ..Codec::new(shape::recognise, decode, shape::contract)
};

#[cfg(feature = "kdl")]
const EXAMPLE: &str = shape::EXAMPLE;
/// A build without KDL reads no summary, so there is none that it would read as it should.
#[cfg(not(feature = "kdl"))]
const EXAMPLE: &str = "";

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
        reading.says_fail = dartai::says_fail(input.body, &reading);
        let refusal = format_not_read("a summary in KDL", input.first.span());
        reading.refuse(Cause::FormatNotRead, refusal);
        reading.finish(input.source, Format::VerdictSummary, Vec::new())
    }
}

#[cfg(feature = "kdl")]
mod parse {
    //! From the text to its nodes.

    use super::mistakes;
    use super::reader;
    use super::shape::{self, Refusal};
    use crate::codec::builder::DecodeLog;
    use crate::codec::input::Input;
    use crate::codec::mistakes::too_large;
    use crate::codec::shared::dartai;
    use crate::codec::text::slice::Slice;
    use crate::codec::tree::kdl::{LARGEST, Node, RAW_CHARACTER, Spelt, parse};
    use crate::ir::{Cause, Decoded};
    use crate::source::Span;

    /// Findings, which upstream writes over several lines.
    const LONG: [&str; 2] = ["blocker", "advisory"];

    pub(super) fn decode(input: &Input<'_>) -> Decoded {
        let mut reading = DecodeLog::new(input.options);
        let mut nodes = Vec::new();
        if input.body.text.len() > LARGEST {
            reading.refuse(Cause::TooLarge, too_large(LARGEST));
            reading.says_fail = dartai::says_fail(input.body, &reading);
            return reader::decode(input, reading, &nodes);
        }
        let spelt = Spelt::of(input.body, &LONG);
        spelt.raw.iter().for_each(|at| reading.recover(RAW_CHARACTER, *at));
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
        reading.says_fail |= !sound && dartai::says_fail(input.body, &reading);
        reader::decode(input, reading, &nodes)
    }

    /// Reads some nodes; whether they could be read.
    fn read(
        reading: &mut DecodeLog<'_>,
        spelt: &Spelt<'_>,
        piece: Slice<'_>,
        nodes: &mut Vec<Node>,
    ) -> bool {
        let wrong = match parse(spelt, piece, &mut reading.embedded) {
            Ok(found) => {
                nodes.extend(found);
                return true;
            }
            Err(wrong) => wrong,
        };
        for wrong in &wrong {
            let cause = if wrong.cut_off { Cause::Truncated } else { Cause::Malformed };
            let mistake = mistakes::malformed(wrong.at, &wrong.message, wrong.help.as_deref());
            reading.refuse(cause, mistake);
        }
        if wrong.is_empty() {
            let mistake = mistakes::malformed(spelt.span(piece.trim().span()), "", None);
            reading.refuse(Cause::Malformed, mistake);
        }
        false
    }
}
