//! Reviews by inspectors and their auditor, in the Compact Pipe-Delimited Format (CPF).
//!
//! Several inspectors look at the same work, one auditor verifies what they report, and anyone who leads the review records what
//! came of it. This module holds the steps in between, as values:
//!
//! | type | what it says |
//! |---|---|
//! | [`ReviewKind`] | who inspects what, and by which table the auditor's findings are counted |
//! | [`Comparison`] | what became of every issue of the inspectors in the auditor's verdict, and what it added |
//! | [`derived`] | the verdict that the lead derives where the auditor stays out |
//! | [`History`] | what the log of earlier reviews says: counters, and what was tracked |
//! | [`Batch`] | the review as it is appended to the log |
//! | [`close_batch`] | what became of a batch, written below it later |
//! | [`Reviewed`] | all of this, and how it is printed |
//! | [`Proposal`], [`Defect`] | decisions to be taken, and defects of the specification |
//!
//! Nothing here decides whether the work may go on: the policies `sdd` and `sdd-consensus` do.

mod batch;
mod compare;
mod derive;
mod follow;
mod history;
mod kind;
mod likeness;
mod match_rows;
mod mistakes;
mod outcome;
mod owners;
mod places;
mod records;
mod reviewed;
mod text;
mod unexplained;
mod view;

pub use batch::{Batch, Disposition, Row, Run, close_batch};
pub use compare::{Comparison, Extra, Fate, Issue, compare};
pub use derive::derived;
pub use follow::{Defect, Proposal, defects, proposals};
pub use history::{Counters, History};
pub use kind::ReviewKind;
pub use match_rows::MatchedBy;
pub use mistakes::remarks;
pub use outcome::{follow_up_text, resolved_since, rows_of, tracked_of, word_of};
pub use reviewed::{Decision, Lost, Next, ReturnLimits, Reviewed};
pub use text::LEFT_OUT;
pub use unexplained::Unexplained;
pub use view::review_schema;
