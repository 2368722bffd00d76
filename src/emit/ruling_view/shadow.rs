//! The outcome of a policy that decides nothing, as it stands in JSON.

use serde::Serialize;

use crate::ir::{self, Outcome};

/// The outcome of a policy that decides nothing.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Shadow<'a> {
    /// The name of the policy.
    policy: &'a str,
    /// SHA-256 of it.
    sha256: String,
    /// Its outcome.
    outcome: Outcome,
    /// Its word for it.
    word: &'a str,
    /// Whether it would open the gate.
    would_open: bool,
    /// The rule that decides; null when none holds.
    rule: Option<&'a str>,
}

pub(super) fn view(shadow: &ir::Ruling) -> Shadow<'_> {
    let facts = shadow.policy();
    Shadow {
        policy: &facts.name,
        sha256: facts.sha256.to_string(),
        outcome: shadow.outcome(),
        word: shadow.word(),
        would_open: shadow.opening().is_some(),
        rule: shadow.rule().map(|rule| rule.name.as_str()),
    }
}
