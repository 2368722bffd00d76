//! Decides whether reviewed work may go on.
//!
//! [Sources](Source) are decoded into [verdicts](Verdict), verdicts take their seats in a
//! `Docket`, a `Policy` judges the docket, and its `Ruling` is emitted.
//!
#![cfg_attr(feature = "judge", doc = "```")]
#![cfg_attr(not(feature = "judge"), doc = "```ignore")]
//! use assize::{Absence, Docket, Opening, Policy, Source, Stage, built_in};
//!
//! /// Cannot be called without a ruling that opened.
//! fn merge(_: &Opening) {}
//!
//! let text = built_in(Stage::Gate, "any-blocker").unwrap();
//! let policy = Policy::compile(Stage::Gate, "any-blocker", text)?;
//!
//! let mut docket = Docket::new("task-17").round(2);
//! docket.seat("qa");
//! docket.seat("security").weight(2);
//! docket.submit("qa", Source::new("qa.md", "verdict: pass\nconfidence: high\n"));
//! docket.absent("security", Absence::Errored("timed out after 240 s".into()));
//!
//! let ruling = policy.judge(&docket.close())?; // an error leaves the gate shut
//! if let Some(opening) = ruling.opening() {
//!     merge(opening);
//! }
//! assert!(ruling.opening().is_none());
//! assert_eq!(ruling.rule().name, "a verdict is missing or cannot be read");
//! assert_eq!(ruling.actions()[0].cell.seat(), "security");
//! # Ok::<(), assize::Diagnostics>(())
//! ```
//!
//! Without features the crate only reads: [`read`] turns a text into verdicts, or names the
//! cause why there are none. `judge` adds dockets and policies; see the README for the rest.

pub mod codec;
#[cfg(any(feature = "judge", feature = "serde", feature = "miette"))]
pub mod emit;
mod ir;
pub mod source;

pub use codec::{
    Part, ReadOptions, WriteOptions, contract, example, grammar, is_written, json_schema, read,
    write,
};
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
