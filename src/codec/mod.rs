//! Text to verdicts: one reader for each format, and the search for the format.

mod agree;
mod builder;
mod detect;
#[cfg(all(feature = "judge", feature = "serde"))]
mod docket;
mod document;
mod formats;
mod input;
mod interface;
mod lexicon;
mod members;
mod mistakes;
mod read;
mod render;
mod repairs;
mod review;
mod shared;
mod statements;
mod text;
mod traces;
mod tree;
mod words;
mod write;

#[cfg(feature = "host")]
pub use docket::RecordedAs;
#[cfg(feature = "cli")]
pub(crate) use docket::texts_in;
#[cfg(feature = "host")]
pub(crate) use docket::{Bounds, KnownTexts};
use formats::codec;
#[cfg(feature = "host")]
pub(crate) use input::count_pieces;
#[cfg(feature = "host")]
pub(crate) use mistakes::{SHORTER, size};
#[cfg(feature = "host")]
pub(crate) use shared::contract::contract_of;
#[cfg(feature = "host")]
pub(crate) use shared::data::{Data, Datum, Entry, data_of, data_of_json};
#[cfg(feature = "host")]
pub(crate) use shared::pair::is_writable;

pub use formats::verdicts_log::BatchHeader;
pub use lexicon::{Lexicon, MisleadingName, MisleadingWord};
pub use mistakes::{Code, Example, codes};
pub use read::{read, rule_tree};
pub use render::Part;
pub use review::{FieldEffect, FieldRow, UnknownHalf, fields};
pub use text::grammar::RuleMatch;
pub use words::LexiconEntry;
pub use write::{WriteOptions, append_batch, write};
#[cfg(feature = "host")]
pub(crate) use write::{append_text, close_batch};

pub use crate::ir::{
    Cause, Decoded, Format, LIMIT, PIECES, Pointer, Profile, ReadOptions, Recovery, Tried,
};
#[cfg(feature = "judge")]
use crate::source::Source;

/// What to tell a reviewer who is to write a format, as text for a prompt.
///
/// ```
/// use assize::{Format, ReadOptions, contract};
/// assert!(contract(Format::VerdictFile, &ReadOptions::default()).contains("verdict: fail"));
/// ```
pub fn contract(format: Format, options: &ReadOptions) -> String {
    (codec(format).contract)(options)
}

/// A text that is nothing but a place in the work, `src/a.rs:7`, which begins at `start` of its source.
#[cfg(feature = "host")]
pub(crate) fn location(text: &str, start: usize) -> crate::ir::Location {
    text::location::whole(text::slice::Slice::new(text, start))
}

/// The JSON Schema of a format, where it is JSON.
pub fn json_schema(format: Format) -> Option<&'static str> {
    codec(format).schema.map(|schema| schema())
}

/// The pest grammar of a format, with every rule that it uses; none where another crate reads it.
pub fn grammar(format: Format) -> Option<&'static str> {
    codec(format).grammar.map(|grammar| grammar.text)
}

/// A text in a format as it should be. Empty for a format that says nothing by itself.
pub fn example(format: Format) -> &'static str {
    codec(format).example
}

/// Whether [`write()`] can write a format.
pub fn is_written(format: Format) -> bool {
    codec(format).encode.is_some()
}

#[cfg(feature = "judge")]
impl crate::ir::Docket {
    /// Reads what a seat wrote and hands it in. Total: it cannot fail.
    #[expect(clippy::needless_pass_by_value, reason = "a source is cheap to clone and is kept")]
    pub fn submit(&mut self, seat: impl Into<String>, source: Source) {
        let decoded = read(&source, self.read_options());
        self.submit_decoded(seat, decoded);
    }
}
