//! What a verdict comes to, and how sure its reviewer is.

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

display_as_str!(Outcome, Confidence);
