//! The court: what it reads of a work, and what is kept of what it ruled.
//!
//! A [`Briefing`] holds the evidence and nothing else: the contract, the diff, the result of the verification and how
//! sure that is. Plans, commit messages, ledgers and earlier verdicts cannot stand in it, at any depth
//! ([`FORBIDDEN_KEYS`]). A [`Record`] is what a round of the court came to; no briefing is ever made of one.

mod briefing;
mod forbidden;
mod mistakes;
mod narration;
mod record;
mod shape;

pub use briefing::{Briefing, Confidence, Evidence};
pub use forbidden::{FORBIDDEN_KEYS, is_forbidden};
pub use record::{Judged, Outcome, Record, Round, check_record, check_reply};

#[cfg(test)]
mod tests;
