//! Mutants: a policy with one small thing changed, which its cases should notice.

mod edits;
mod near;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use rayon::prelude::*;

use crate::engine::Policy;
use crate::ir::{Diagnostic, Diagnostics, MadeDocket};
use crate::source::Span;
pub use edits::Edit;
pub use near::mutated;

/// What dockets show of a policy and a mutant of it that no case notices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compared {
    /// Both answer every small docket alike.
    Alike,
    /// Some docket is answered otherwise.
    Differ(Apart),
    /// No docket was found that shows a difference.
    Unknown,
}

/// A docket on which a mutant answers otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Apart {
    /// The outcome of the policy: `fail`.
    pub before: String,
    /// The outcome of the mutant: `pass`.
    pub after: String,
    /// Whether the mutant opens what was shut.
    pub opens: bool,
    /// The docket: a case, or what is otherwise in one.
    pub case: String,
    /// The docket where it is made up, so that it can be written as a case, and the rule that decides it.
    pub made: Option<Box<(MadeDocket, Option<String>)>>,
}

/// A mutant that no case notices.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Survivor {
    /// What was changed.
    pub edit: Edit,
    /// The line where it was changed, from 1.
    pub line: u32,
    /// The lines that it changes, as they were and as they are.
    pub diff: [Vec<String>; 2],
    /// Where it rules otherwise, as far as that is known.
    pub difference: Option<Apart>,
}

impl Survivor {
    /// Whether it opens what was shut; none where that is not known.
    pub fn opens(&self) -> Option<bool> {
        self.difference.as_ref().map(|difference| difference.opens)
    }
}

/// What became of the mutants of a policy.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Mutation {
    /// Mutants that a case noticed.
    pub killed: usize,
    /// Mutants that answer every small docket alike.
    pub alike: usize,
    /// Those that no case notices: first those that open what was shut, then those of which that is not known.
    pub survivors: Vec<Survivor>,
}

impl Mutation {
    /// How many mutants there were, those that do not compile left out.
    pub fn tried(&self) -> usize {
        self.killed + self.alike + self.survivors.len()
    }

    /// The survivors, each at its place in the policy.
    pub fn diagnostics(&self, policy: &Policy) -> Diagnostics {
        let told = |survivor: &Survivor| {
            let found = match survivor.opens() {
                Some(true) => Diagnostic::error("assize::mutation::opens"),
                _ => Diagnostic::warning("assize::mutation::unnoticed"),
            };
            let found = found.message(format!("no case notices that {}", survivor.edit.what));
            let found = found.label(survivor.edit.span, "changed here");
            match &survivor.difference {
                Some(Apart { before, after, case, .. }) => {
                    found.help(format!("{case}: {before}, and then {after}"))
                }
                None => found,
            }
        };
        let items = self.survivors.iter().map(told).collect();
        Diagnostics::new(vec![policy.facts().source.clone()], items)
    }

    /// The survivors that are known to open what was shut.
    pub fn loosening(&self) -> impl Iterator<Item = &Survivor> {
        self.survivors.iter().filter(|survivor| survivor.opens() == Some(true))
    }
}

/// How mutants are made and tried.
pub struct Mutating<'a> {
    /// Whether a case of the policy notices: it no longer meets its expectation.
    pub kills: &'a (dyn Fn(&Policy) -> bool + Sync),
    /// Compares the policy with a mutant that no case notices.
    pub compare: &'a (dyn Fn(&Policy, &Policy) -> Compared + Sync),
}

impl Mutating<'_> {
    /// Makes every mutant of a policy's own text and lets its cases judge it. None where a case already fails on the
    /// policy as it is: then nothing would be learnt.
    ///
    /// ```
    /// use assize::trial::{Compared, Mutating};
    /// use assize::{Docket, Policy, Source, Stage};
    ///
    /// let text = r#"
    ///     rule "a reviewer failed it" when failed.some then fail;
    ///     rule "everybody passed"     when passed.all then pass;
    /// "#;
    /// let policy = Policy::compile(Stage::Gate, "ours.rhai", text)?;
    /// let docket = |outcome: &str| {
    ///     let mut docket = Docket::new("task-17");
    ///     docket.seat("qa");
    ///     let reply = format!("verdict: {outcome}\nconfidence: high\nblocker: a.rs:1 it leaks\n");
    ///     docket.submit("qa", Source::new("qa.md", reply));
    ///     docket.close()
    /// };
    /// let shut = docket("fail");
    /// let mutation = Mutating {
    ///     kills: &|policy| policy.judge(&shut).is_ok_and(|ruling| ruling.outcome().as_str() != "fail"),
    ///     compare: &|_, _| Compared::Unknown,
    /// };
    /// let mutation = mutation.run(&policy).unwrap();
    /// assert!(mutation.killed > 0);
    /// let survivors = mutation.survivors.iter().map(|survivor| survivor.edit.what.as_str());
    /// assert!(survivors.collect::<Vec<_>>().contains(&"the rule is dropped"));
    /// # Ok::<(), assize::Diagnostics>(())
    /// ```
    pub fn run(&self, policy: &Policy) -> Option<Mutation> {
        if (self.kills)(policy) {
            return None;
        }
        let source = &policy.facts().source;
        let text = source.text().ok()?;
        let mut known = BTreeSet::from([text.to_owned()]);
        let mutants = edits::edits(policy).into_iter().map(|edit| (edit.applied_to(text), edit));
        // Two ways to write the same are one mutant.
        let mutants: Vec<(String, Edit)> =
            mutants.filter(|(mutant, _)| known.insert(mutant.clone())).collect();
        let fates: Vec<Option<Fate>> =
            mutants.par_iter().map(|(mutant, _)| self.fate(policy, mutant)).collect();
        let mut mutation = Mutation::default();
        for ((mutant, edit), fate) in mutants.into_iter().zip(fates) {
            match fate {
                None => {}
                Some(Fate::Killed) => mutation.killed += 1,
                Some(Fate::Alike) => mutation.alike += 1,
                Some(Fate::Survives(difference)) => {
                    let line = source.line_column(edit.span.start).line;
                    let diff = changed_lines(text, &mutant);
                    mutation.survivors.push(Survivor { edit, line, diff, difference });
                }
            }
        }
        mutation.survivors.sort_by_key(|survivor| match survivor.opens() {
            Some(true) => 0,
            None => 1,
            Some(false) => 2,
        });
        Some(mutation)
    }

    /// None where it does not compile.
    fn fate(&self, policy: &Policy, mutant: &str) -> Option<Fate> {
        let mutant = policy.rewritten(mutant).ok()?;
        if (self.kills)(&mutant) {
            return Some(Fate::Killed);
        }
        Some(match (self.compare)(policy, &mutant) {
            Compared::Alike => Fate::Alike,
            Compared::Differ(difference) => Fate::Survives(Some(difference)),
            Compared::Unknown => Fate::Survives(None),
        })
    }
}

/// What became of a mutant.
enum Fate {
    Killed,
    Alike,
    Survives(Option<Apart>),
}

/// The lines in which two texts differ: all from the first to the last of them.
fn changed_lines(before: &str, after: &str) -> [Vec<String>; 2] {
    let (before, after): (Vec<&str>, Vec<&str>) =
        (before.lines().collect(), after.lines().collect());
    let same = |pair: &(&&str, &&str)| pair.0 == pair.1;
    let first = before.iter().zip(&after).take_while(same).count();
    let last = before.iter().rev().zip(after.iter().rev()).take_while(same).count();
    let least = before.len().min(after.len());
    let last = last.min(least - first.min(least));
    let part = |lines: &[&str]| {
        let lines = lines.get(first..lines.len() - last).unwrap_or_default();
        lines.iter().map(|&line| line.to_owned()).collect()
    };
    [part(&before), part(&after)]
}

impl Edit {
    fn applied_to(&self, text: &str) -> String {
        let Span { start, end, .. } = self.span;
        let (before, after) = (text.get(..start as usize), text.get(end as usize..));
        [before.unwrap_or_default(), &self.with, after.unwrap_or_default()].concat()
    }
}
