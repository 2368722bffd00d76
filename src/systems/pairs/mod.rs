//! Reviews of pairs: what the reviewers of notes and gates are told, and what is kept of what they answered.
//!
//! A [`Prompt`] asks for a review of each pair of a note and a gate, in blocks between sentinel lines or as one JSON
//! object. What comes back is read once ([`Intake`]) and kept as one [`PairRecord`] a pair; anyone who asks later is answered
//! from the records: the [`bundle`] that a gate judges, and the [`Warning`]s for a person.

mod canonical;
mod embed;
mod intake;
mod links;
mod mistakes;
mod open;
mod prompt;
mod record;
mod superseded;
mod texts;
mod warnings;

pub use embed::{embed, restore};
pub use intake::{Intake, Output, Retry, RetryReason, Structural, read_options};
pub use links::{NoteLink, link_targets, unescaped};
pub use open::{OpenPairs, check_bundle};
pub use prompt::{Form, Prompt, Text};
pub use record::{Decision, KeptReview, PairRecord, bundle, record_name};
pub use superseded::{Place, Superseded, Supersessions};
pub use texts::{Asked, AskedText, PairTexts};
pub use warnings::{Reported, Warning, warnings};

/// A note and a gate.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
pub struct Pair {
    /// The path of the note.
    pub note: String,
    /// The id of the gate.
    pub gate: String,
}

impl Pair {
    /// A pair.
    pub fn new(note: impl Into<String>, gate: impl Into<String>) -> Self {
        Self { note: note.into(), gate: gate.into() }
    }

    /// Whether it can stand in a sentinel line, which is read as this pair again.
    pub fn can_be_asked_for(&self) -> bool {
        let plain = crate::codec::is_writable(&self.note)
            && crate::codec::is_writable(&self.gate.replace(" :: ", " "));
        plain && canonical::decision_of(self, "## Result: PASS\n") == Some(Decision::Pass)
    }

    /// The same, as a docket knows it.
    pub fn subject(&self) -> crate::ir::Subject {
        crate::ir::Subject::Pair { note: self.note.clone(), gate: self.gate.clone() }
    }

    /// The pair that a subject is.
    pub fn of(subject: &crate::ir::Subject) -> Option<Self> {
        match subject {
            crate::ir::Subject::Pair { note, gate } => Some(Self::new(note, gate)),
            _ => None,
        }
    }
}

impl std::fmt::Display for Pair {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} :: {}", self.note, self.gate)
    }
}

#[cfg(test)]
mod tests;
