//! What says that there is nothing: `None.`, `no blockers found`.

use super::{is_one_of, plain_words};

/// `None.`, `no blockers found`, `0`: every word belongs to such a sentence.
pub(in crate::codec) fn says_none(text: &str) -> bool {
    let mut none = super::super::lexicon::is_none(text.trim(), &crate::codec::Lexicon::default());
    for word in plain_words(text) {
        let denies = is_one_of(word, NONE);
        if !denies && !is_one_of(word, AROUND_NONE) {
            return false;
        }
        none |= denies;
    }
    none
}

/// Words that deny what follows.
pub(super) const NOT: &[&str] = &["no", "not", "non", "zero", "0", "without", "nothing", "never"];
/// Words that say there is nothing.
const NONE: &[&str] =
    &["none", "no", "nothing", "nil", "null", "zero", "0", "free", "na", "n", "without"];
/// Words that stand around one that says there is nothing.
const AROUND_NONE: &[&str] = &[
    "a",
    "any",
    "are",
    "at",
    "been",
    "blocker",
    "blockers",
    "blocking",
    "critical",
    "detected",
    "finding",
    "findings",
    "found",
    "have",
    "has",
    "here",
    "i",
    "identified",
    "is",
    "issue",
    "issues",
    "item",
    "items",
    "left",
    "of",
    "open",
    "outstanding",
    "remain",
    "remaining",
    "report",
    "reported",
    "s",
    "there",
    "this",
    "time",
    "to",
    "was",
    "were",
];
