//! A case of a policy: a docket, and what the policy is to answer.

use std::path::PathBuf;

use super::Tried;
use super::coverage::Coverage;
use super::line::Line;
use crate::engine::{Policy, Stage};
use crate::ir::{ClosedDocket, Diagnostics, Docket};

/// One case of a policy.
#[derive(Clone, Debug)]
pub struct Case {
    /// What it says, in words: the name of its folder, or of its line in `cases.kdl`.
    pub name: String,
    /// Where it stands.
    pub place: Place,
    /// The policy, as the case sets it.
    pub policy: Policy,
    /// What is judged.
    pub docket: Docket,
    /// What the policy is to answer.
    pub expected: Vec<Line>,
}

/// Where a case stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file that says what is expected, as it is shown.
    pub file: String,
    /// That file; none when it comes with Assize.
    pub path: Option<PathBuf>,
    /// The line of the case in it, from 1.
    pub line: u32,
    /// Whether the file holds other cases as well.
    pub shared: bool,
}

/// A policy and its cases.
#[derive(Clone, Debug)]
pub struct Suite {
    /// The question that the policy answers.
    pub stage: Stage,
    /// Its name.
    pub name: String,
    /// Its file, as it is shown; none when it is built in.
    pub file: Option<String>,
    /// The policy itself, as no case sets it; none when it does not compile.
    pub policy: Option<Policy>,
    /// Its cases, in the order of their names.
    pub cases: Vec<Case>,
    /// Why there are not more of them.
    pub wrong: Diagnostics,
}

impl Case {
    /// The docket, as it is judged.
    pub fn closed(&self) -> ClosedDocket {
        self.docket.clone().close()
    }

    /// Asks the policy, and holds its answer against what is expected.
    pub fn try_it(&self) -> Tried {
        Tried::of(self, &self.policy)
    }

    /// The same with another policy.
    pub fn try_with(&self, policy: &Policy) -> Tried {
        Tried::of(self, policy)
    }
}

impl Suite {
    /// What its cases try of its policy; none where it does not compile. A case that has no answer tries nothing.
    pub fn coverage(&self) -> Option<Coverage> {
        let mut coverage = Coverage::of(self.policy.as_ref()?);
        for case in &self.cases {
            // That there is no answer is what the case is about.
            let _ = coverage.add(&case.policy, &case.closed());
        }
        Some(coverage)
    }
}

/// `src/a.kdl:7`
impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.shared {
            true => write!(f, "{}:{}", self.file, self.line),
            false => f.write_str(&self.file),
        }
    }
}
