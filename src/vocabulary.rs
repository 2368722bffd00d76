//! What a policy can ask for. (A stand-in while the fact table is being written.)

use crate::Stage;

/// One fact or verb of the rule language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// How a policy writes it: `failed`, `G.some`.
    pub name: String,
    /// What it is: `cells`, `bool`, `int`.
    pub kind: String,
    /// What it means.
    pub doc: String,
    /// What it is when there is nothing.
    pub when_empty: Option<String>,
    /// What it is when nobody knows.
    pub when_unknown: Option<String>,
}

/// Everything that a policy of a stage can ask for.
pub fn vocabulary(_stage: Stage) -> Vec<Term> {
    Vec::new()
}
