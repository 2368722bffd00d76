//! Decides whether reviewed work may go on.

pub mod codec;
mod ir;
pub mod source;

pub use codec::{ReadOptions, read};
pub use ir::*;
#[cfg(feature = "hash")]
pub use source::Sha256;
pub use source::{EncodingError, LineColumn, Piece, Source, SourceId, Span};

#[cfg(feature = "judge")]
mod engine;
#[cfg(feature = "judge")]
pub use engine::{GivenType, Policy, Stage, built_in, built_in_names};

#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "host")]
mod emit;
#[cfg(feature = "host")]
pub mod host;
#[cfg(feature = "judge")]
mod vocabulary;
#[cfg(feature = "judge")]
pub use vocabulary::{Term, vocabulary};
