//! What a text says beside its fields.

use super::{Outcome, words};
use crate::source::Span;

/// A labelled line outside the fields of a verdict that states an outcome or a finding: it can
/// shut a gate, and never opens one.
///
/// A verdict that opens and has a remark that is worse is [doubted](super::Verdict::doubted).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Remark {
    /// What kind of line.
    pub kind: RemarkKind,
    /// What it says. A finding says `fail`, a word that cannot be read as an outcome says `hold`.
    pub says: Outcome,
    /// The words that say it: `FAIL` of `Overall verdict: FAIL`.
    pub text: Span,
    /// The whole line.
    pub span: Span,
}

words! {
    /// What kind of line a remark is.
    #[derive(PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum RemarkKind {
        /// A stop word that stands alone: `**NO-GO**`.
        Alone = "alone",
        /// A label of a verdict and a word: `Overall verdict: FAIL`.
        Verdict = "verdict",
        /// A label of a finding and something behind it: `Blocker: SQL by concatenation`.
        Finding = "finding",
        /// A label of a verdict and words that are neither yes nor no: `Final verdict: so so`.
        Unclear = "unclear",
    }
}

impl Remark {
    /// A remark.
    pub fn new(kind: RemarkKind, says: Outcome, text: Span, span: Span) -> Self {
        Self { kind, says, text, span }
    }

    /// Whether it says worse than what opens a gate.
    pub fn doubts(&self, outcome: Outcome) -> bool {
        outcome.opens() && self.says > outcome
    }

    pub(crate) fn each_span(&mut self, change: &mut dyn FnMut(&mut Span)) {
        [&mut self.text, &mut self.span].into_iter().for_each(change);
    }
}
