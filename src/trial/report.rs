//! What became of cases.

use rayon::prelude::*;
use similar::TextDiff;

use super::answer::{Answered, answered};
use super::expect::pinned;
use super::line::to_text;
use super::{Case, Line, Suite};
use crate::engine::Policy;
use crate::ir::{ClosedDocket, Diagnostics};

/// What became of one case.
#[derive(Debug)]
pub struct Tried {
    /// What was answered.
    pub answered: Answered,
    /// Of that, what the case mentions.
    pub pinned: Vec<Line>,
    /// Whether it is what the case expects.
    pub passed: bool,
}

/// What became of the cases of some policies.
#[derive(Debug)]
pub struct Report {
    /// The policies and their cases.
    pub suites: Vec<Suite>,
    /// What became of the cases of each policy, in their order.
    pub tried: Vec<Vec<Tried>>,
    /// What could not be read, of no policy alone.
    pub wrong: Diagnostics,
}

impl Tried {
    pub(super) fn of(case: &Case, policy: &Policy) -> Self {
        Self::on(case, policy, &case.closed())
    }

    /// The same where its docket is closed already.
    pub(super) fn on(case: &Case, policy: &Policy, docket: &ClosedDocket) -> Self {
        let answered = answered(policy, docket);
        let pinned = pinned(&case.expected, &answered.lines);
        // Who expects nothing is not satisfied by anything.
        let passed = pinned == case.expected && !case.expected.is_empty();
        Self { answered, pinned, passed }
    }

    /// What was expected and what was answered, line by line.
    pub fn difference(&self, case: &Case) -> String {
        let (expected, found) = (to_text(&case.expected), to_text(&self.pinned));
        difference(("expected", &expected), ("answered", &found))
    }
}

/// Two texts, each with its name, as a unified diff.
pub fn difference(old: (&str, &str), new: (&str, &str)) -> String {
    let diff = TextDiff::from_lines(old.1, new.1);
    diff.unified_diff().header(old.0, new.0).to_string()
}

impl Report {
    /// Tries all cases of some policies, on all cores; the order stays.
    pub fn of(suites: Vec<Suite>, wrong: Diagnostics, done: impl Fn() + Sync) -> Self {
        let try_all = |suite: &Suite| {
            let cases = suite.cases.par_iter().map(|case| {
                let tried = case.try_it();
                done();
                tried
            });
            cases.collect::<Vec<Tried>>()
        };
        let tried = suites.par_iter().map(try_all).collect();
        Self { suites, tried, wrong }
    }

    /// Every case, and what became of it.
    pub fn cases(&self) -> impl Iterator<Item = (&Suite, &Case, &Tried)> {
        let suites = self.suites.iter().zip(&self.tried);
        suites.flat_map(|(suite, tried)| {
            suite.cases.iter().zip(tried).map(move |(case, tried)| (suite, case, tried))
        })
    }

    /// How many cases there are.
    pub fn count(&self) -> usize {
        self.tried.iter().map(Vec::len).sum()
    }

    /// The cases that failed.
    pub fn failures(&self) -> impl Iterator<Item = (&Suite, &Case, &Tried)> {
        self.cases().filter(|(_, _, tried)| !tried.passed)
    }

    /// Everything that could not be read.
    pub fn unread(&self) -> Diagnostics {
        let mut all = self.wrong.clone();
        self.suites.iter().for_each(|suite| all.absorb(suite.wrong.clone()));
        all
    }

    /// 0 when all cases pass, 1 when one failed, 2 when something could not be read or there is no case.
    pub fn exit_code(&self) -> u8 {
        let whole = self.wrong.is_empty() && self.suites.iter().all(|suite| suite.wrong.is_empty());
        match (whole && self.count() > 0, self.failures().next()) {
            (false, _) => 2,
            (true, Some(_)) => 1,
            (true, None) => 0,
        }
    }
}
