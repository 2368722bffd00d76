//! What one reviewer said about one subject.

use std::borrow::Cow;

use super::{Cause, Confidence, Finding, FindingKind, Outcome, Remark, words};
use crate::source::{Span, composed};

/// What one reviewer said about one subject.
///
/// `stated`, `derived` and `audited` are kept apart; [`Verdict::effective`] is computed from
/// them and is stored nowhere, so that no input can claim it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verdict {
    /// The reviewer's own name for itself, where the format has one.
    pub reviewer: Option<Span>,
    /// What was judged.
    pub subject: Subject,
    /// Which kind of verdict, where the format has kinds (`design`, `impl`, `dead-code`).
    pub kind: Option<String>,
    /// Its outcome in a few words, where the format asks for that.
    pub summary: Option<Span>,
    /// What the reviewer declared.
    pub stated: Option<Stated>,
    /// What the verdict's own findings imply by the format's rules; none where the format
    /// has nothing to derive from.
    pub derived: Option<Outcome>,
    /// What would be derived without any finding, where the format derives the rest from its findings alone.
    pub(crate) derived_besides: Option<Outcome>,
    /// What an audit policy made of it.
    pub audited: Option<Outcome>,
    /// Where it says that it was derived in the place of a reviewer who was lost.
    pub stands_in: Option<Span>,
    /// The worst of what it was derived from, which only a docket knows. It is never better than that.
    pub rests_on: Option<Outcome>,
    /// What the reviewer wants done, where the format says so.
    pub action: Option<Span>,
    /// How sure the reviewer is.
    pub confidence: Option<Confidence>,
    /// What the reviewer looked at, in its words.
    pub scope: Option<Span>,
    /// What was found, in the order it was written.
    pub findings: Vec<Finding>,
    /// Criteria that were checked one by one.
    pub criteria: Vec<Criterion>,
    /// Findings that were thrown out, with the reason.
    pub removed: Vec<Removed>,
    /// Conflicts between reviewers that were settled.
    pub resolved: Vec<Resolved>,
    /// Decisions to write down.
    pub steering: Vec<Steering>,
    /// Defects of the specification.
    pub spec_feedback: Vec<SpecFeedback>,
    /// Free text.
    pub notes: Vec<Span>,
    /// What the reviewer would write instead, where the format asks for that.
    pub revision: Option<Span>,
    /// What else the text says under a name of its own: `WAVE_SCOPE:1..3`.
    pub members: Vec<Member>,
    /// Those of them that are numbers on a scale.
    pub numbers: Vec<Number>,
    /// Whose approval counts, where a forge lists them.
    pub approved_by: Vec<Span>,
    /// Marks such as `PARTIAL:name|reason`.
    pub tags: Vec<Span>,
    /// Where the details are. A path is never followed.
    pub evidence: Option<Evidence>,
    /// The verdict contradicts itself, or gives no reason for its `fail`: ask again.
    pub contradictory: bool,
    /// Why the reviewer came to no verdict, although it says something: `ERROR` above findings is
    /// `errored`. Its cell has that state and keeps the findings, unless they come to `fail`.
    pub gave_up: Option<Cause>,
    /// Only the `lenient` profile found this verdict.
    pub inferred: bool,
    /// What the text says beside its fields, in the order it was written. See
    /// [`Verdict::doubted`].
    pub remarks: Vec<Remark>,
    /// How many lines of prose stand outside the fields. They decide nothing.
    pub unclaimed: u32,
    /// The first of these lines.
    pub first_unclaimed: Option<Span>,
    /// The whole of it in the reviewer's text.
    pub span: Span,
}

/// A criterion without what makes no difference: the blanks around it, the full stop of a sentence, and how its letters
/// are put together.
pub(crate) fn bare_criterion(name: &str) -> Cow<'_, str> {
    let name = name.trim();
    composed(name.strip_suffix('.').unwrap_or(name).trim_end())
}

/// What is judged.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Subject {
    /// The change as a whole.
    #[default]
    Change,
    /// One criterion of a contract, by its id.
    Criterion(String),
    /// One note held against one gate.
    Pair {
        /// Path of the note.
        note: String,
        /// Id of the gate.
        gate: String,
    },
    /// One batch of a log, or one run of it.
    Batch {
        /// Its name: `B2`, `W2-DC-B1`.
        batch: String,
        /// Which of its runs: `V1`; none for what the batch came to.
        run: Option<String>,
    },
    /// What a summary says of one reviewer.
    Reviewer(String),
}

/// `the change`, `AC2`, `notes/cache.md × evidence`, `B2 V1`, `qa`.
#[cfg(feature = "judge")]
impl Subject {
    /// The same, as it is compared.
    pub(crate) fn bare(self) -> Self {
        match self {
            Self::Criterion(name) => Self::Criterion(bare_criterion(&name).into_owned()),
            Self::Pair { note, gate } => Self::Pair {
                note: composed(&note).into_owned(),
                gate: composed(&gate).into_owned(),
            },
            other => other,
        }
    }
}

impl std::fmt::Display for Subject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Change => f.write_str("the change"),
            Self::Criterion(name)
            | Self::Batch { batch: name, run: None }
            | Self::Reviewer(name) => f.write_str(name),
            Self::Pair { note, gate } => write!(f, "{note} × {gate}"),
            Self::Batch { batch, run: Some(run) } => write!(f, "{batch} {run}"),
        }
    }
}

words! {
    /// Which kind of work an auditor judges (CPF Spec 3).
    pub enum Kind {
        /// A design.
        Design = "design",
        /// Its implementation.
        Impl = "impl",
        /// What nothing uses any more.
        DeadCode = "dead-code",
    }
}

/// Something a text says under a name of its own: `WAVE_SCOPE:1..3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// The name.
    pub name: Span,
    /// What it says.
    pub text: Span,
}

/// A number that a reviewer gives on a scale: `"score": 0.85`, of 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// Its name.
    pub name: Span,
    /// How far up its scale it lies, in percent, rounded down.
    pub percent: u8,
}

/// What a reviewer declared: the outcome, and the word it used. It will never be more than these
/// two, so that a host's own reader can write it down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stated {
    /// The outcome of the word.
    pub outcome: Outcome,
    /// The word in the reviewer's text.
    pub word: Span,
}

/// One criterion and whether it was met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Criterion {
    /// Its id or text.
    pub name: Span,
    /// Whether it was met; none when the reviewer did not say.
    pub outcome: Option<Outcome>,
    /// What the reviewer said about it.
    pub text: Option<Span>,
}

/// A finding that was thrown out: `best-practices|over-engineering|needs a cache` in the Compact
/// Pipe-Delimited Format (CPF Spec 3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Removed {
    /// Who had reported it.
    pub agent: Span,
    /// Why it was thrown out.
    pub reason: Span,
    /// What it said.
    pub text: Span,
}

/// A conflict that was settled (CPF Spec 3.4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// Who disagreed.
    pub agents: Vec<Span>,
    /// How it was settled.
    pub resolution: Span,
    /// What the conflict was.
    pub text: Span,
}

/// A decision to write down (CPF Spec 3.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steering {
    /// `CODIFY` or `PROPOSE`.
    pub level: Span,
    /// The file to write it into. Never followed.
    pub target: Span,
    /// The decision.
    pub text: Span,
}

/// A defect of the specification (CPF Spec 3.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpecFeedback {
    /// `specifications` or `design`.
    pub phase: Span,
    /// Which specification.
    pub spec: Span,
    /// What is wrong with it.
    pub text: Span,
}

/// Where the details of a verdict are: in a file of their own, or in the text. There is no third
/// place, so that a host can match on both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// A path, never followed.
    Path(Span),
    /// The rest of the text.
    Inline(Span),
}

impl Verdict {
    /// A verdict that says nothing yet.
    pub fn new(span: Span) -> Self {
        Self {
            reviewer: None,
            subject: Subject::Change,
            kind: None,
            summary: None,
            stated: None,
            derived: None,
            derived_besides: None,
            audited: None,
            stands_in: None,
            rests_on: None,
            action: None,
            confidence: None,
            scope: None,
            findings: Vec::new(),
            criteria: Vec::new(),
            removed: Vec::new(),
            resolved: Vec::new(),
            steering: Vec::new(),
            spec_feedback: Vec::new(),
            notes: Vec::new(),
            revision: None,
            members: Vec::new(),
            numbers: Vec::new(),
            approved_by: Vec::new(),
            tags: Vec::new(),
            evidence: None,
            contradictory: false,
            gave_up: None,
            inferred: false,
            remarks: Vec::new(),
            unclaimed: 0,
            first_unclaimed: None,
            span,
        }
    }

    /// The worst of what was stated, derived and audited, and of what it [rests on](Verdict::rests_on); a blocker is never better than `fail`,
    /// what was given up never better than `hold`, and what would open is a `hold` when its own remarks [doubt](Verdict::doubted) it.
    ///
    /// None when nothing was stated or derived: then it is not a verdict.
    ///
    /// ```
    /// # use assize::verdict::Stated;
    /// # use assize::{Outcome, Span, Verdict};
    /// let mut verdict = Verdict::new(Span::default());
    /// verdict.stated = Some(Stated { outcome: Outcome::Pass, word: Span::default() });
    /// verdict.derived = Some(Outcome::Fail);
    /// assert_eq!(verdict.effective(), Some(Outcome::Fail));
    /// ```
    pub fn effective(&self) -> Option<Outcome> {
        let outcome = self.undoubted()?;
        Some(if self.doubts(outcome).next().is_some() { Outcome::Hold } else { outcome })
    }

    /// Whether the verdict would open a gate, and a remark of its own says worse.
    ///
    /// ```
    /// # use assize::verdict::{Remark, RemarkKind, Stated};
    /// # use assize::{Outcome, Span, Verdict};
    /// let mut verdict = Verdict::new(Span::default());
    /// verdict.stated = Some(Stated { outcome: Outcome::Pass, word: Span::default() });
    /// let line = Span::new(20, 41);
    /// verdict.remarks.push(Remark::new(RemarkKind::Verdict, Outcome::Fail, line, line));
    /// assert!(verdict.doubted());
    /// assert_eq!(verdict.effective(), Some(Outcome::Hold));
    /// ```
    pub fn doubted(&self) -> bool {
        self.undoubted().is_some_and(|outcome| self.doubts(outcome).next().is_some())
    }

    /// The remarks that doubt the verdict.
    pub fn doubting(&self) -> impl Iterator<Item = &Remark> {
        self.undoubted().into_iter().flat_map(|outcome| self.doubts(outcome))
    }

    fn doubts(&self, outcome: Outcome) -> impl Iterator<Item = &Remark> {
        self.remarks.iter().filter(move |remark| remark.doubts(outcome))
    }

    /// Whether it was derived in the place of a reviewer who was lost.
    #[cfg(feature = "judge")]
    pub(crate) fn is_stand_in(&self) -> bool {
        self.stands_in.is_some()
    }

    /// Its outcome by its fields alone.
    fn undoubted(&self) -> Option<Outcome> {
        let said = self.stated.map(|stated| stated.outcome).max(self.derived)?;
        let blocked = self.findings.iter().any(|finding| finding.kind == FindingKind::Blocker);
        let least = match (blocked, self.gave_up) {
            (true, _) => Outcome::Fail,
            (false, Some(_)) => Outcome::Hold,
            (false, None) => Outcome::Pass,
        };
        let told = self.audited.max(self.rests_on).unwrap_or(Outcome::Pass);
        Some(said.max(told).max(least))
    }
}
