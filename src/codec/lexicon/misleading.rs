//! What a word that a host adds would hide: something worse that reviewers mean by it.

use super::Lexicon;
use crate::ir::{Outcome, Severity};

impl Lexicon {
    /// What the name or the mark of a finding is worth, where that is more than it is to be worth. What
    /// was added before counts, too.
    pub(crate) fn worth_more(&self, word: &str, meant: Severity) -> Option<Severity> {
        let known = Self::default().severity_named(word);
        known.max(self.severity_named(word)).filter(|means| *means > meant)
    }

    /// Whether the name of a verdict is the name of a finding: what stands behind it is one.
    pub(crate) fn names_a_finding(label: &str) -> bool {
        Self::default().severity_named(label).is_some()
    }

    /// What a word that is to say that there is nothing says instead: `` `fail` ``.
    pub(crate) fn is_something(word: &str) -> Option<String> {
        let known = Self::default();
        match (known.outcome(word), known.severity_named(word)) {
            (Some(outcome), _) if outcome > Outcome::Pass => Some(format!("`{outcome}`")),
            (_, Some(severity)) => Some(format!("a `{severity}` finding")),
            _ => None,
        }
    }
}
