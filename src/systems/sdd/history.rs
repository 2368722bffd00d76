//! What a log says of earlier reviews of a kind.

use super::kind::ReviewKind;
use crate::ir::Attempt;
use crate::ir::{Decoded, Outcome};
use crate::ir::{Subject, Verdict};

/// Earlier reviews of one kind, as their log has them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct History {
    /// What followed each of them, in their order: `accept`, `fix`, `update_spec`; those that went to a person without
    /// a verdict are left out.
    pub steps: Vec<&'static str>,
    /// The last one: its name, and the rows that it tracks.
    pub previous: Option<(String, Vec<String>)>,
}

/// How often a review sent the work back since it last let it go on (CPF: `retry_count`, `spec_update_count`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counters {
    /// So often it was NO-GO.
    pub retry_count: usize,
    /// So often it asked for another specification.
    pub spec_update_count: usize,
}

impl Counters {
    /// Both together.
    pub fn aggregate(self) -> usize {
        self.retry_count + self.spec_update_count
    }

    /// The same after one more step.
    #[must_use]
    pub fn after(mut self, step: Option<&str>) -> Self {
        match step {
            Some("accept") => return Self::default(),
            Some("fix") => self.retry_count += 1,
            Some("update_spec") => self.spec_update_count += 1,
            _ => {}
        }
        self
    }
}

impl History {
    /// Reads the history of a kind off a log that was read.
    ///
    /// ```
    /// use assize::sdd::{History, ReviewKind};
    /// use assize::{Format, ReadOptions, Source, read};
    /// let log = "## [B1] impl\n\n### Raw\n#### V1\nVERDICT:NO-GO\nSCOPE:x\nVERIFIED:\ntest|C|test-failure|Login|fails\n";
    /// let options = ReadOptions::default().format(Some(Format::VerdictsLog));
    /// let log = read(&Source::new("verdicts.md", log), &options);
    /// assert_eq!(History::of(&log, ReviewKind::Impl).counters().retry_count, 1);
    /// assert_eq!(History::of(&log, ReviewKind::Design).counters().retry_count, 0);
    /// ```
    pub fn of(log: &Decoded, kind: ReviewKind) -> Self {
        let mut history = Self::default();
        let batches = log.verdicts.iter().filter_map(|verdict| match &verdict.subject {
            Subject::Batch { batch, run: None } => Some((batch.as_str(), verdict)),
            _ => None,
        });
        for (name, batch) in batches.filter(|(name, batch)| is_of(kind, name, batch)) {
            history.steps.extend(step_of(log, name, batch));
            let is_tracked = |title: &str| title.to_ascii_lowercase().starts_with("tracked");
            let members = batch.members.iter();
            let tracked = members.filter(|member| is_tracked(&log.text(member.name)));
            let tracked = tracked.map(|member| log.text(member.text).trim().to_owned());
            history.previous = Some((name.to_owned(), tracked.collect()));
        }
        history
    }

    /// What they come to.
    pub fn counters(&self) -> Counters {
        self.steps.iter().fold(Counters::default(), |counters, step| counters.after(Some(step)))
    }

    /// The same as attempts on a seat, for a policy that says what follows.
    pub fn attempts<'h>(&'h self, seat: &'h str) -> impl Iterator<Item = Attempt> + 'h {
        let rounds = 1..;
        let attempt =
            move |(step, round): (&&'static str, u32)| Attempt::new(seat, *step).round(round);
        self.steps.iter().zip(rounds).map(attempt)
    }
}

/// Whether a batch is of a kind: by its heading, or by its name where the heading says nothing.
fn is_of(kind: ReviewKind, name: &str, batch: &Verdict) -> bool {
    let same = |word: &str| word.trim().eq_ignore_ascii_case(kind.as_str());
    match (&batch.kind, name.rsplit_once("-B")) {
        (Some(told), _) if told.parse::<ReviewKind>().is_ok() || same(told) => same(told),
        (_, Some((prefix, _))) if prefix.to_lowercase().parse::<ReviewKind>().is_ok() => {
            same(prefix)
        }
        // A log of one kind need not name it.
        (None, _) => true,
        (Some(_), _) => false,
    }
}

/// What followed a batch.
fn step_of(log: &Decoded, name: &str, batch: &Verdict) -> Option<&'static str> {
    let disposition = batch.stated.map(|stated| log.text(stated.word).to_uppercase());
    match batch.effective()? {
        Outcome::Pass | Outcome::Warn => Some("accept"),
        Outcome::Hold => None,
        Outcome::Fail if disposition.as_deref() == Some("SPEC-UPDATE-CASCADED") => {
            Some("update_spec")
        }
        Outcome::Fail if disposition.as_deref() == Some("NO-GO-FIXED") => Some("fix"),
        // Nobody has closed it, or it went to a person: its runs say what it was.
        Outcome::Fail => {
            let own = |verdict: &&Verdict| matches!(&verdict.subject, Subject::Batch { batch, run: Some(_) } if batch == name);
            let runs = log.verdicts.iter().filter(own);
            let failing = runs.filter(|run| run.effective() == Some(Outcome::Fail));
            let updates = |run: &&Verdict| {
                let word = run.stated.map(|stated| log.text(stated.word));
                word.is_some_and(|word| word.eq_ignore_ascii_case("SPEC-UPDATE-NEEDED"))
            };
            let (updates, others): (Vec<_>, Vec<_>) = failing.partition(updates);
            Some(if !updates.is_empty() && updates.len() > others.len() {
                "update_spec"
            } else {
                "fix"
            })
        }
    }
}
