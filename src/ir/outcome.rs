//! The outcome of a verdict, and how sure its reviewer is.

use super::words;

words! {
    /// The outcome of a verdict or a ruling. Ordered from best to worst, so that `max` is the worst.
    #[derive(PartialOrd, Ord)]
    pub enum Outcome {
        /// Nothing stands against it. Opens.
        Pass = "pass",
        /// It may go on, with something to look at. Opens.
        Warn = "warn",
        /// The gate stays shut without anybody's `fail`: there is nothing to decide on yet.
        Hold = "hold",
        /// Somebody said, or listed, a reason to stop.
        Fail = "fail",
    }
}

impl Outcome {
    /// All outcomes, worst first.
    pub const WORST_FIRST: [Outcome; 4] = [Self::Fail, Self::Hold, Self::Warn, Self::Pass];

    /// `pass` and `warn` open the gate, `fail` and `hold` shut it.
    pub fn opens(self) -> bool {
        matches!(self, Self::Pass | Self::Warn)
    }
}

words! {
    /// How sure a reviewer is of its verdict: `high`, `med` or `low` in a dartai verdict file.
    #[derive(PartialOrd, Ord)]
    pub enum Confidence {
        /// Uncertain: ask again, or ask a person.
        Low = "low",
        /// Reasonably sure.
        Med = "med",
        /// Sure.
        High = "high",
    }
}
