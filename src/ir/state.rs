//! What a seat's answer counts for, and what became of it.

/// What a seat's answer weighs in the ruling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Stake {
    /// Its fail or its absence shuts the gate.
    Required,
    /// Its fail is for the policy to weigh.
    Voting,
    /// Listened to, never counted.
    Observer,
    /// Nobody expected it: it can shut the gate and never open it.
    Unexpected,
}

impl Stake {
    /// The word for it: `required`, `voting`, `observer`, `unexpected`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Required => "required",
            Self::Voting => "voting",
            Self::Observer => "observer",
            Self::Unexpected => "unexpected",
        }
    }

    /// Required and voting seats are the ones a policy judges.
    pub fn counts(self) -> bool {
        matches!(self, Self::Required | Self::Voting)
    }
}

/// What became of one expected answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum State {
    /// A verdict was read.
    Reported,
    /// Nothing arrived.
    Missing,
    /// Something arrived that cannot be read; the [`Cause`](crate::codec::Cause) says why.
    Unreadable,
    /// What arrived belongs to an earlier state of the work.
    Stale,
    /// The reviewer could not do its job.
    Errored,
    /// The seat's predicate is false for this change.
    Skipped,
    /// Somebody decided, with a reason, to go on without it.
    Excused,
}

impl State {
    /// The word for it: `reported`, `missing`, …
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Reported => "reported",
            Self::Missing => "missing",
            Self::Unreadable => "unreadable",
            Self::Stale => "stale",
            Self::Errored => "errored",
            Self::Skipped => "skipped",
            Self::Excused => "excused",
        }
    }
}

display_as_str!(Stake, State);
