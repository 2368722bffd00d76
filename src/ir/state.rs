//! What a seat's answer counts for, and what became of it.

use super::words;

words! {
    /// What a seat's answer weighs in the ruling.
    pub enum Stake {
        /// Its fail or its absence shuts the gate.
        Required = "required",
        /// Its fail counts as far as the policy says.
        Voting = "voting",
        /// Read and shown, never counted.
        Observer = "observer",
        /// It was not expected: it can shut the gate and never open it.
        Unexpected = "unexpected",
    }
}

impl Stake {
    /// Required and voting seats are the ones a policy judges.
    pub fn counts(self) -> bool {
        matches!(self, Self::Required | Self::Voting)
    }

    /// How little its fail or absence does: the strictest is 0.
    pub(crate) fn laxity(self) -> u8 {
        match self {
            Self::Required => 0,
            Self::Voting => 1,
            Self::Observer | Self::Unexpected => 2,
        }
    }
}

words! {
    /// What became of one expected answer.
    pub enum State {
        /// A verdict was read.
        Reported = "reported",
        /// Nothing arrived.
        Missing = "missing",
        /// Something arrived that cannot be read; the [`Cause`](crate::codec::Cause) says why.
        Unreadable = "unreadable",
        /// What arrived belongs to an earlier state of the work.
        Stale = "stale",
        /// The reviewer could not do its job.
        Errored = "errored",
        /// The seat's predicate is false for this change.
        Skipped = "skipped",
        /// Somebody decided, with a reason, to go on without it.
        Excused = "excused",
    }
}

/// How much the fail of a seat with this stake does.
#[cfg(feature = "host")]
pub(crate) fn rank(stake: Option<Stake>) -> u8 {
    match stake {
        Some(Stake::Required) => 3,
        None => 2,
        Some(Stake::Voting) => 1,
        Some(Stake::Observer | Stake::Unexpected) => 0,
    }
}
