//! The small closed vocabularies: outcomes, states, stakes, confidence.

/// What a verdict or a ruling comes to. Ordered from best to worst, so that `max` is the worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Outcome {
    /// Nothing stands against it. Opens.
    Pass,
    /// It may go on, with something to look at. Opens.
    Warn,
    /// The gate stays shut without anybody's `fail`: there is nothing to decide on yet.
    Hold,
    /// Somebody said, or listed, a reason to stop.
    Fail,
}

impl Outcome {
    /// All outcomes, worst first.
    pub const WORST_FIRST: [Outcome; 4] = [Self::Fail, Self::Hold, Self::Warn, Self::Pass];

    /// `pass` and `warn` open the gate, `fail` and `hold` shut it.
    pub fn opens(self) -> bool {
        matches!(self, Self::Pass | Self::Warn)
    }

    /// The word for it: `pass`, `warn`, `hold`, `fail`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Warn => "warn",
            Self::Hold => "hold",
            Self::Fail => "fail",
        }
    }
}

/// How sure a reviewer is of its verdict: `high`, `med` or `low` in a dartai verdict file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Confidence {
    /// Uncertain: ask again, or ask a person.
    Low,
    /// Reasonably sure.
    Med,
    /// Sure.
    High,
}

impl Confidence {
    /// The word for it: `low`, `med`, `high`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Med => "med",
            Self::High => "high",
        }
    }
}

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
    /// Something arrived that cannot be read; the [`Cause`](crate::Cause) says why.
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

display_as_str!(Outcome, Confidence, Stake, State);
