//! Every codec, by its format.

use super::ReadOptions;
use super::encode::{Part, Spoken};
use super::task::{Fit, Task};
use crate::ir::{Decoded, Diagnostic, Format, formats};

/// Everything there is to know about a format: how to find it, read it, write it and ask for it.
pub(super) struct Codec {
    /// Its grammar; none where another crate reads it.
    pub(super) grammar: Option<&'static str>,
    /// Whether a body is in this format. Cheap: it is asked of every text.
    pub(super) recognise: fn(&Task<'_>) -> Fit,
    /// Whether it may stand in a fence of a message.
    pub(super) fenced: bool,
    /// Reads a body, whether or not it is in this format. Total.
    pub(super) decode: fn(&Task<'_>) -> Decoded,
    /// A text in this format as it should be: it needs no repair, and writing what was read of
    /// it gives it again. None for a format that says nothing by itself.
    pub(super) example: &'static str,
    /// What to tell a reviewer who is to write it.
    pub(super) contract: fn(&ReadOptions) -> String,
    /// A JSON Schema of it, where it is JSON.
    pub(super) schema: Option<&'static str>,
    /// Writes verdicts, when they have none but the parts that it `holds`.
    pub(super) encode: Option<Encode>,
    /// The parts of a verdict that it can hold.
    pub(super) holds: &'static [Part],
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
pub(super) use whole_grammar;

/// Writes verdicts; what stands in the way is told.
pub(super) type Encode = fn(&Spoken<'_>) -> Result<String, Vec<Diagnostic>>;

macro_rules! registry {
    ($($(#[doc = $doc:literal])* $variant:ident $module:ident $name:literal,)*) => {
        /// The codec of a format.
        pub(super) fn codec(format: Format) -> &'static Codec {
            match format {
                $(Format::$variant => &super::$module::CODEC,)*
            }
        }
    };
}

formats!(registry);
