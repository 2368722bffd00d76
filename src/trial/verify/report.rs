//! What verifying a policy came to.

use super::super::space::{Scope, Space};
use super::{ParamDirection, Worst};
use crate::engine::Policy;
use crate::ir::{Diagnostics, MadeDocket, words};
use crate::trial::Ruled;

words! {
    /// What must hold of every policy.
    #[derive(PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum Property {
        /// A rule that opens holds wherever the gate is open: nothing opens by default.
        Claimed = "claimed",
        /// Nobody required is missing, unreadable, stale or errored, nor effectively `fail` or `hold` without an
        /// override, where the gate is open.
        FailClosed = "fail-closed",
        /// Without an override, a worse answer, or more or worse findings, never make a better ruling; nor does a plain
        /// pass that goes missing. An answer that becomes a hold, or is gone, may make a hold of the fail that rested on
        /// it: both are shut.
        Monotone = "monotone",
        /// A second file for a seat never makes a better ruling.
        DuplicateFree = "duplicate-free",
        /// A reviewer who speaks about one subject more outvotes nobody.
        OneVoice = "one-voice",
        /// The order of seats that nobody names decides nothing.
        OrderFree = "order-free",
        /// Every blocker of a shut gate is cited, or its seat is told what to do.
        BlockersKept = "blockers-kept",
        /// An extension opens nothing that a policy it extends leaves shut.
        Base = "base",
        /// Every rule and note holds somewhere, and every rule that shuts decides somewhere.
        NoDeadRule = "no-dead-rule",
        /// A parameter shuts the gate in one direction only.
        Params = "params",
        /// What the team requires itself.
        Own = "own",
    }
}

impl Property {
    /// What it says, in a few words.
    pub fn says(self) -> &'static str {
        match self {
            Self::Claimed => "nothing opens by default",
            Self::FailClosed => "nobody required is passed over",
            Self::Monotone => "a worse answer never makes a better ruling",
            Self::DuplicateFree => "a second file for a seat never makes a better ruling",
            Self::OneVoice => "who speaks about more subjects outvotes nobody",
            Self::OrderFree => "the order of reviewers decides nothing",
            Self::BlockersKept => {
                "every blocker of a shut gate is cited, or its reviewer is told what to do"
            }
            Self::Base => "it opens nothing that a policy it extends leaves shut",
            Self::NoDeadRule => "every rule holds and decides somewhere",
            Self::Params => "each parameter shuts in one direction",
            Self::Own => "what the team requires",
        }
    }
}

/// What verifying a policy came to.
#[derive(Clone, Debug)]
#[must_use]
#[non_exhaustive]
pub struct Verified {
    /// The policy's name.
    pub policy: String,
    /// What was tried, scope by scope.
    pub scopes: Vec<Scoped>,
    /// What does not hold, each with the plainest docket that shows it.
    pub violations: Vec<Violation>,
    /// Rules that were never seen to hold or to decide, where not everything was made up.
    pub unsure: Vec<Violation>,
    /// Which way each parameter shuts.
    pub params: Vec<ParamDirection>,
    /// What was not covered, in words.
    pub beyond: Vec<String>,
    /// Whether it extends other policies.
    pub extends: bool,
    /// Whether the team requires something itself.
    pub has_own: bool,
}

/// What was tried of one scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Scoped {
    /// What was asked for.
    pub asked: Scope,
    /// What was tried.
    pub scope: Scope,
    /// How many seats have names of their own beside it.
    pub named: usize,
    /// How many rounds, by what is told besides answers.
    pub worlds: usize,
    /// How many dockets there are.
    pub dockets: u64,
    /// How many of them were judged: of those that no fact can tell apart, one.
    pub tried: u64,
    /// How often the policy was asked.
    pub judgings: u64,
    /// For how many of these something had to be run in rhai.
    pub in_rhai: u64,
}

/// Something that does not hold.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Violation {
    /// What does not hold.
    pub property: Property,
    /// The name of a property of the team's own; what is wrong with a rule or a parameter.
    pub name: Option<String>,
    /// The plainest docket that shows it.
    pub witness: Option<Witness>,
    /// The docket that it is held against: the better one.
    pub other: Option<Witness>,
    /// The rule or parameter that it is about.
    pub rule: Option<String>,
}

/// A docket, and what the policy comes to on it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Witness {
    /// The docket.
    pub docket: MadeDocket,
    /// What the policy comes to.
    pub ruled: Ruled,
    /// Its word for that.
    pub word: String,
}

impl Witness {
    pub(in crate::trial) fn of(policy: &Policy, docket: MadeDocket) -> Result<Self, Diagnostics> {
        let ruling = policy.judge(&docket.docket().close())?;
        Ok(Self { docket, word: ruling.word().to_owned(), ruled: Ruled::of(&ruling) })
    }
}

impl Violation {
    pub(super) fn of(property: Property) -> Self {
        Self { property, name: None, witness: None, other: None, rule: None }
    }
}

impl Verified {
    pub(super) fn new(policy: &Policy) -> Self {
        Self {
            policy: policy.facts().name.clone(),
            scopes: Vec::new(),
            violations: Vec::new(),
            unsure: Vec::new(),
            params: Vec::new(),
            beyond: Vec::new(),
            extends: !policy.bases().is_empty(),
            has_own: false,
        }
    }

    pub(super) fn left_out(&mut self, beyond: &[String]) {
        for what in beyond {
            if !self.beyond.contains(what) {
                self.beyond.push(what.clone());
            }
        }
    }

    pub(super) fn violated(
        &mut self,
        policy: &Policy,
        space: &Space,
        (property, name): (Property, Option<String>),
        worst: &Worst,
    ) -> Result<(), Diagnostics> {
        let same = |found: &Violation| found.property == property && found.name == name;
        if self.violations.iter().any(same) {
            return Ok(());
        }
        let witness = Some(Witness::of(policy, worst.docket.docket(space))?);
        let other = match &worst.other {
            Some(other) => Some(Witness::of(policy, other.docket(space))?),
            None => None,
        };
        self.violations.push(Violation { name, witness, other, ..Violation::of(property) });
        Ok(())
    }

    /// Whether nothing was found.
    pub fn holds(&self) -> bool {
        self.violations.is_empty()
    }
}
