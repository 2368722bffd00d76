//! A review that was judged, with all that belongs to it.

use super::batch::{Batch, Disposition};
use super::compare::Comparison;
use super::follow::{Defect, Proposal};
use super::history::Counters;
use super::kind::ReviewKind;
use super::outcome::word_of;
use crate::ir::Ruling;

/// A review that was judged.
#[derive(Debug)]
pub struct Reviewed {
    /// Which kind.
    pub kind: ReviewKind,
    /// The ruling: whether the work may go on.
    pub ruling: Ruling,
    /// The outcome of the review itself, whatever is still to be decided: what its batch says.
    pub verdict: String,
    /// Whether several runs were asked for.
    pub consensus: bool,
    /// Whether the lead derived the verdict, because the auditor stayed out.
    pub derived: bool,
    /// The inspectors that were read, by their seats.
    pub read: Vec<String>,
    /// Those that were expected, and could not be read.
    pub lost: Vec<Lost>,
    /// The auditors' verdicts beside the issues of their inspectors.
    pub comparisons: Vec<Comparison>,
    /// Decisions that are to be written down.
    pub proposals: Vec<Decision>,
    /// Defects of the specification.
    pub defects: Vec<Defect>,
    /// How often the work was sent back, this time included.
    pub counters: Counters,
    /// How often it may be.
    pub limits: ReturnLimits,
    /// What follows.
    pub next: Next,
    /// What was recorded, or would be.
    pub batch: Batch,
    /// The name of the batch, and the log that it was written to; none where nothing was.
    pub recorded: Option<(String, String)>,
}

/// Somebody who could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// The run, where there are several.
    pub run: Option<String>,
    /// The inspector.
    pub name: String,
    /// Why.
    pub reason: String,
}

/// A proposal, and whether somebody has decided it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The proposal.
    pub proposal: Proposal,
    /// Whether `--decided` names its target.
    pub decided: bool,
}

/// So often the work may be sent back before a person decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReturnLimits {
    /// The NO-GO with this number goes to a person.
    pub no_go: i64,
    /// The update of the specification with this number does.
    pub spec_update: i64,
    /// The one or the other does, both counted.
    pub aggregate: i64,
}

/// What follows a review.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Next {
    /// `accept`, `fix`, `update_spec`, `respawn`, `escalate`.
    pub action: String,
    /// Why.
    pub reason: String,
}

impl Reviewed {
    /// The word of CPF that it results in, decisions included.
    pub fn word(&self) -> &str {
        word_of(&self.ruling)
    }

    /// What its batch says became of it.
    pub fn disposition(&self) -> Option<Disposition> {
        self.batch.disposition
    }

    /// The proposals that block the next phase.
    pub fn undecided(&self) -> impl Iterator<Item = &Proposal> {
        let open = self.proposals.iter().filter(|one| one.proposal.blocks && !one.decided);
        open.map(|one| &one.proposal)
    }
}

/// `PARTIAL:quality|missing`
pub(super) fn partial(lost: &Lost) -> String {
    let name = match &lost.run {
        Some(run) => format!("{run} {}", lost.name),
        None => lost.name.clone(),
    };
    format!("PARTIAL:{name}|{}", lost.reason)
}

impl Lost {
    /// How it is written down (CPF Spec 4.4).
    pub fn tag(&self) -> String {
        super::outcome::one_line(&partial(self))
    }
}
