//! Decides whether reviewed work may go on.

pub mod codec;
#[cfg(any(feature = "judge", feature = "serde", feature = "miette"))]
pub mod emit;
mod ir;
pub mod source;

pub use codec::{ReadOptions, read};
pub use ir::*;
#[cfg(feature = "hash")]
pub use source::Sha256;
pub use source::{EncodingError, LineColumn, Piece, Source, SourceId, Span};

#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "judge")]
mod engine;
#[cfg(feature = "host")]
pub mod host;
#[cfg(feature = "judge")]
pub use engine::{
    Argument, Entry, GivenType, Policy, REVIEWER_WORDS, Stage, Type, VOCABULARY, built_in,
    built_in_names, imports_of, vocabulary,
};
