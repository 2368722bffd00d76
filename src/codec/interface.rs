//! What a format gives, as one table: the only way in which those above see it.

use super::ReadOptions;
use super::input::{Input, Recognition};
use super::render::{EncodeInput, Part};
use super::text::grammar::Grammar;
use super::text::slice::Slice;
use crate::ir::{Decoded, Diagnostic};

/// Everything there is to know about a format: how to find it, read it, write it and ask for it.
pub(in crate::codec) struct Codec {
    /// Its grammar; none where another crate reads it.
    pub(in crate::codec) grammar: Option<Grammar>,
    /// Whether a body is in this format. Cheap: it is asked of every text.
    pub(in crate::codec) recognise: fn(&Input<'_>) -> Recognition,
    /// Whether it may stand in a fence of a message.
    pub(in crate::codec) fenced: bool,
    /// Whether it is no exact format: it is tried after all that are, and `strict` leaves it out.
    pub(in crate::codec) loose: bool,
    /// Reads a body, whether or not it is in this format. Total.
    pub(in crate::codec) decode: fn(&Input<'_>) -> Decoded,
    /// A text in this format as it should be: it needs no repair, and writing what was read of
    /// it gives it again. None for a format that says nothing by itself.
    pub(in crate::codec) example: &'static str,
    /// What to tell a reviewer who is to write it.
    pub(in crate::codec) contract: fn(&ReadOptions) -> String,
    /// A JSON Schema of it, where it is JSON.
    pub(in crate::codec) schema: Option<fn() -> &'static str>,
    /// Writes verdicts, when they have none but the parts that it `holds`.
    pub(in crate::codec) encode: Option<Encode>,
    /// The parts of a verdict that it can hold.
    pub(in crate::codec) holds: &'static [Part],
    /// What few formats have.
    pub(in crate::codec) special: Special,
}

impl Codec {
    /// An exact format that a fence may hold, and that is only read; its row adds what it has besides.
    pub(in crate::codec) const fn new(
        recognise: fn(&Input<'_>) -> Recognition,
        decode: fn(&Input<'_>) -> Decoded,
        contract: fn(&ReadOptions) -> String,
    ) -> Self {
        Self {
            grammar: None,
            recognise,
            fenced: true,
            loose: false,
            decode,
            example: "",
            contract,
            schema: None,
            encode: None,
            holds: &[],
            special: Special::NONE,
        }
    }
}

/// What few formats have.
#[derive(Clone, Copy)]
pub(in crate::codec) struct Special {
    /// Whether it holds an answer in another format: it is looked for whatever was asked for.
    pub(in crate::codec) envelope: bool,
    /// Whether a line shows that a text without a verdict was meant to be in this format, and why.
    pub(in crate::codec) trace: Option<Trace>,
    /// What was read again, as it was before it was written: a log makes a batch of one verdict.
    pub(in crate::codec) unwrap: Option<fn(&Decoded, Decoded) -> Decoded>,
}

/// Whether a line is a trace of a format, and what it says of it.
pub(in crate::codec) type Trace = (fn(Slice<'_>) -> bool, &'static str);

impl Special {
    pub(in crate::codec) const NONE: Self = Self { envelope: false, trace: None, unwrap: None };
}

/// Writes verdicts; what stands in the way is reported.
pub(in crate::codec) type Encode = fn(&EncodeInput<'_>) -> Result<String, Vec<Diagnostic>>;
