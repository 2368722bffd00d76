//! The words of reviewers that a host adds to those of Assize.

use std::collections::BTreeMap;

use super::{Confidence, Outcome, Severity};

/// The words of reviewers that a host knows besides those of Assize: its own language, its own
/// house words.
///
/// ```
/// use assize::Outcome;
/// use assize::codec::Lexicon;
/// let mut lexicon = Lexicon::default();
/// lexicon.add_label("Bewertung");
/// lexicon.add_word("freigegeben", Outcome::Pass)?;
/// // What reviewers mean a fail by cannot be made a pass.
/// assert!(lexicon.add_word("no-go", Outcome::Pass).is_err());
/// # Ok::<(), assize::codec::MisleadingWord>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lexicon {
    /// Words of verdicts, and what they come to.
    pub(crate) words: BTreeMap<String, Outcome>,
    /// Words that make a pass doubtful, and decide nothing themselves.
    pub(crate) cautions: Vec<String>,
    /// Names of verdicts.
    pub(crate) labels: Vec<String>,
    /// Names of findings, and how bad they are.
    pub(crate) findings: BTreeMap<String, Severity>,
    /// Words for how bad a finding is.
    pub(crate) severities: BTreeMap<String, Severity>,
    /// Words for how sure a reviewer is.
    pub(crate) confidences: BTreeMap<String, Confidence>,
    /// Words that say that there is nothing.
    pub(crate) none: Vec<String>,
}
