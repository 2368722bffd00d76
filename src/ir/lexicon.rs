//! The words that reviewers decide with, and those that a host adds.

use std::collections::BTreeMap;

use super::shape::ShapeNode;
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
    /// Words of lines that introduce an example.
    pub(crate) introductions: Vec<String>,
    /// Names of parts of the work.
    pub(crate) parts: Vec<String>,
    /// Shapes of records that others define.
    pub(crate) shapes: Vec<ShapeNode>,
    /// The texts that they were read from.
    pub(crate) shape_texts: Vec<String>,
}

impl Lexicon {
    /// The words of verdicts that were added.
    pub fn verdict_words(&self) -> Vec<String> {
        self.words.keys().chain(&self.cautions).cloned().collect()
    }
}

/// The outcome of a word of a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WordMeaning {
    Stop,
    /// A word of a host that means `hold`.
    Hold,
    /// `CONDITIONAL`: yes, but only if something comes true that the word does not name.
    Caution,
    Warn,
    Go,
    /// An answer to a question, and behind no other label.
    Yes,
}

impl WordMeaning {
    /// What a verdict of this word is; a caution is a warning, for anyone who takes it as a verdict.
    pub(crate) const fn outcome(self) -> Outcome {
        match self {
            Self::Go | Self::Yes => Outcome::Pass,
            Self::Warn | Self::Caution => Outcome::Warn,
            Self::Hold => Outcome::Hold,
            Self::Stop => Outcome::Fail,
        }
    }
}

/// Words of a verdict, and what they come to. Readers look them up, and a policy gives none of them a better meaning.
pub(crate) const VERDICT_WORDS: &[(&str, WordMeaning)] = &[
    ("fail", WordMeaning::Stop),
    ("fails", WordMeaning::Stop),
    ("failed", WordMeaning::Stop),
    ("failing", WordMeaning::Stop),
    ("failure", WordMeaning::Stop),
    ("critical fail", WordMeaning::Stop),
    ("critical failure", WordMeaning::Stop),
    ("no-go", WordMeaning::Stop),
    ("reject", WordMeaning::Stop),
    ("rejected", WordMeaning::Stop),
    ("reject immediately", WordMeaning::Stop),
    ("stop", WordMeaning::Stop),
    ("block", WordMeaning::Stop),
    ("blocks", WordMeaning::Stop),
    ("blocked", WordMeaning::Stop),
    ("blocking", WordMeaning::Stop),
    ("deny", WordMeaning::Stop),
    ("denied", WordMeaning::Stop),
    ("decline", WordMeaning::Stop),
    ("declined", WordMeaning::Stop),
    ("disapprove", WordMeaning::Stop),
    ("disapproved", WordMeaning::Stop),
    ("revise", WordMeaning::Stop),
    ("rethink", WordMeaning::Stop),
    ("rework", WordMeaning::Stop),
    ("request changes", WordMeaning::Stop),
    ("requests changes", WordMeaning::Stop),
    ("requesting changes", WordMeaning::Stop),
    ("changes requested", WordMeaning::Stop),
    ("changes required", WordMeaning::Stop),
    ("changes needed", WordMeaning::Stop),
    ("needs changes", WordMeaning::Stop),
    ("requires changes", WordMeaning::Stop),
    ("needs work", WordMeaning::Stop),
    ("needs rework", WordMeaning::Stop),
    ("needs revision", WordMeaning::Stop),
    ("revision needed", WordMeaning::Stop),
    ("requires attention", WordMeaning::Stop),
    ("needs attention", WordMeaning::Stop),
    ("spec update needed", WordMeaning::Stop),
    ("do not merge", WordMeaning::Stop),
    ("don't merge", WordMeaning::Stop),
    ("do not approve", WordMeaning::Stop),
    ("cannot approve", WordMeaning::Stop),
    ("not approved", WordMeaning::Stop),
    ("not accepted", WordMeaning::Stop),
    ("not acceptable", WordMeaning::Stop),
    ("not mergeable", WordMeaning::Stop),
    ("not passed", WordMeaning::Stop),
    ("not passing", WordMeaning::Stop),
    ("not ready", WordMeaning::Stop),
    ("not yet", WordMeaning::Stop),
    ("unacceptable", WordMeaning::Stop),
    ("no merge", WordMeaning::Stop),
    ("❌", WordMeaning::Stop),
    ("⛔", WordMeaning::Stop),
    ("🚫", WordMeaning::Stop),
    ("🛑", WordMeaning::Stop),
    ("👎", WordMeaning::Stop),
    ("request clarification", WordMeaning::Hold),
    ("conditional", WordMeaning::Caution),
    ("conditionally", WordMeaning::Caution),
    ("conditions", WordMeaning::Caution),
    ("concern", WordMeaning::Caution),
    ("concerns", WordMeaning::Caution),
    ("reservations", WordMeaning::Caution),
    ("changes", WordMeaning::Caution),
    ("fixes", WordMeaning::Caution),
    ("warn", WordMeaning::Warn),
    ("warning", WordMeaning::Warn),
    ("pass", WordMeaning::Go),
    ("passes", WordMeaning::Go),
    ("passed", WordMeaning::Go),
    ("passing", WordMeaning::Go),
    ("approve", WordMeaning::Go),
    ("approves", WordMeaning::Go),
    ("approved", WordMeaning::Go),
    ("accept", WordMeaning::Go),
    ("accepts", WordMeaning::Go),
    ("accepted", WordMeaning::Go),
    ("lgtm", WordMeaning::Go),
    ("go", WordMeaning::Go),
    ("ship it", WordMeaning::Go),
    ("good to go", WordMeaning::Go),
    ("merge", WordMeaning::Go),
    ("ready to merge", WordMeaning::Go),
    ("ready for merge", WordMeaning::Go),
    ("cleared", WordMeaning::Go),
    ("acceptable", WordMeaning::Go),
    ("qa complete", WordMeaning::Go),
    ("no violation", WordMeaning::Go),
    ("no violations", WordMeaning::Go),
    ("yes", WordMeaning::Yes),
    ("true", WordMeaning::Yes),
    ("✅", WordMeaning::Yes),
    ("👍", WordMeaning::Yes),
    ("✔", WordMeaning::Yes),
];
