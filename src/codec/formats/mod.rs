//! Every codec, by its format: one file a format, a folder only for the large ones.

mod agent_envelope;
mod court;
mod cpf;
mod cpf_auditor;
mod cpf_inspector;
pub(in crate::codec) mod criteria;
mod dartai;
mod labelled;
mod labelled_json;
mod legacy_report;
mod pair_bundle;
mod pair_review;
mod pointer;
mod quality;
mod trap_report;
pub(in crate::codec) mod verdict_file;
mod verdict_summary;
pub(in crate::codec) mod verdicts_log;
mod yaml_block;

use super::ReadOptions;
use super::input::{Fit, Task};
use super::write::{Part, Spoken};
use crate::ir::{Decoded, Diagnostic, Format, formats};

/// Everything there is to know about a format: how to find it, read it, write it and ask for it.
pub(in crate::codec) struct Codec {
    /// Its grammar; none where another crate reads it.
    pub(in crate::codec) grammar: Option<&'static str>,
    /// Whether a body is in this format. Cheap: it is asked of every text.
    pub(in crate::codec) recognise: fn(&Task<'_>) -> Fit,
    /// Whether it may stand in a fence of a message.
    pub(in crate::codec) fenced: bool,
    /// Whether it is no exact format: it is tried after all that are, and `strict` leaves it out.
    pub(in crate::codec) loose: bool,
    /// Reads a body, whether or not it is in this format. Total.
    pub(in crate::codec) decode: fn(&Task<'_>) -> Decoded,
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
}

/// A grammar of a format as one text: its own file, and the rules that it takes from
/// `common.pest`.
macro_rules! whole_grammar {
    ($name:literal) => {
        concat!(
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/grammar/", $name)),
            "\n// From common.pest.\n\n",
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/grammar/common.pest")),
        )
    };
}
pub(in crate::codec) use whole_grammar;

/// Writes verdicts; what stands in the way is told.
pub(in crate::codec) type Encode = fn(&Spoken<'_>) -> Result<String, Vec<Diagnostic>>;

macro_rules! registry {
    ($($(#[doc = $doc:literal])* $variant:ident $module:ident $name:literal $($field:ident)?,)*) => {
        /// The codec of a format.
        pub(in crate::codec) fn codec(format: Format) -> &'static Codec {
            match format {
                $(Format::$variant => &$module::CODEC,)*
            }
        }
    };
}

formats!(registry);
