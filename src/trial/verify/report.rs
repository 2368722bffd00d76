//! What verifying a policy came to.

use super::super::space::{Beyond, Scope, Space, stage_of};
use super::walk::{Chosen, Worst};
use super::{Meant, Own, ParamDirection};
use crate::engine::{Bare, Judge, Policy, Stage};
use crate::ir::{ActionKind, Diagnostics, MadeDocket, Outcome, words};
use crate::trial::Ruled;

words! {
    /// What must hold of every policy.
    #[derive(PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum Property {
        /// A rule that opens holds wherever the gate is open: nothing opens by default.
        Claimed = "claimed",
        /// No one required is missing, unreadable, stale or errored, nor effectively `fail` or `hold` without an
        /// override, where the gate is open. No audit makes a verdict better than it was stated. No one is given up who has
        /// spoken, and no answer is accepted that is not there.
        FailClosed = "fail-closed",
        /// Without an override, a worse answer, or more or worse findings, never make a better ruling; nor does a plain
        /// pass that goes missing. An answer that becomes a hold, or is gone, may make a hold of the fail that rested on
        /// it: both are shut.
        Monotone = "monotone",
        /// A second file for a seat never makes a better ruling.
        DuplicateFree = "duplicate-free",
        /// A reviewer who speaks about one subject more outvotes no one.
        OneVoice = "one-voice",
        /// What a redispatch policy asks for ends: where it called a person it does not ask again after one more
        /// attempt, and no one is asked for ever.
        Bounded = "bounded",
        /// The order of seats that no policy names decides nothing; in an audit, that of findings.
        OrderFree = "order-free",
        /// Every blocker of a shut gate is cited, or its seat has something to do.
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
    /// Whether it has something to say of policies of a stage.
    pub fn is_about(self, stage: Stage) -> bool {
        self.of_stage(stage).is_some()
    }

    /// What it says of a policy of a stage, in a few words.
    pub fn says(self, stage: Stage) -> &'static str {
        self.of_stage(stage).unwrap_or(self.of_gates())
    }

    fn of_stage(self, stage: Stage) -> Option<&'static str> {
        Some(match stage {
            Stage::Gate if self == Self::Bounded => return None,
            Stage::Gate => self.of_gates(),
            Stage::Audit => match self {
                Self::FailClosed => "no verdict comes to something better than it states",
                Self::Monotone => {
                    "a worse verdict, or one finding more, never comes to something better"
                }
                Self::OrderFree => "the order of findings decides nothing",
                Self::NoDeadRule | Self::Params => self.of_gates(),
                _ => return None,
            },
            Stage::Redispatch => match self {
                Self::FailClosed => {
                    "nobody is given up who has spoken, and no answer is accepted that is not there"
                }
                Self::Bounded => "asking again comes to an end, and does not begin again behind it",
                Self::NoDeadRule | Self::Params => self.of_gates(),
                _ => return None,
            },
        })
    }

    fn of_gates(self) -> &'static str {
        match self {
            Self::Claimed => "nothing opens by default",
            Self::FailClosed => "nobody required is passed over",
            Self::Monotone => "a worse answer never makes a better ruling",
            Self::DuplicateFree => "a second file for a seat never makes a better ruling",
            Self::OneVoice => "who speaks about more subjects outvotes nobody",
            Self::Bounded => "asking again comes to an end",
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
    /// Which question it answers.
    pub stage: Stage,
    /// What was tried, scope by scope.
    pub scopes: Vec<Scoped>,
    /// What does not hold, each with the plainest docket that shows it.
    pub violations: Vec<Violation>,
    /// What the policy says that it breaks on purpose.
    pub meant: Vec<Meant>,
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
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Scoped {
    /// The seat that is asked about, where the policy is asked about one.
    pub about: String,
    /// What was asked for.
    pub asked: Scope,
    /// What was tried.
    pub scope: Scope,
    /// How many seats have names of their own beside it.
    pub named: usize,
    /// How many rounds, by what is reported besides answers.
    pub worlds: usize,
    /// Whether only those were tried in which all seats but two answer alike, or the first so many of them pass.
    pub all_but_two_alike: bool,
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
    /// Of a property of the team's own: what the ruling has to be, one of these.
    pub means: Vec<Outcome>,
}

/// A docket, and the outcome of the policy on it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Witness {
    /// The docket.
    pub docket: MadeDocket,
    /// The outcome of the policy.
    pub ruled: Ruled,
    /// Its word for that.
    pub word: String,
}

impl Witness {
    /// About a seat by its place where the policy is of another stage than the gate.
    pub(in crate::trial) fn about(
        policy: &Policy,
        docket: MadeDocket,
        seat: usize,
    ) -> Result<Self, Diagnostics> {
        if stage_of(&[policy]) == Stage::Gate {
            return Self::of(policy, docket);
        }
        let bare: Bare = Judge::new(policy).judge(&docket.docket().close(), seat)?;
        let ruled = Ruled::by(policy, bare);
        let word = ruled.action.map_or(ruled.outcome.as_str(), ActionKind::as_str).to_owned();
        Ok(Self { docket, ruled, word })
    }

    pub(in crate::trial) fn of(policy: &Policy, docket: MadeDocket) -> Result<Self, Diagnostics> {
        let ruling = policy.judge(&docket.docket().close())?;
        Ok(Self { docket, word: ruling.word().to_owned(), ruled: Ruled::of(&ruling) })
    }
}

impl Violation {
    pub(super) fn of(property: Property) -> Self {
        Self { property, name: None, witness: None, other: None, rule: None, means: Vec::new() }
    }
}

impl Verified {
    pub(super) fn new(policy: &Policy) -> Self {
        Self {
            policy: policy.facts().name.clone(),
            stage: stage_of(&[policy]),
            scopes: Vec::new(),
            violations: Vec::new(),
            meant: Vec::new(),
            unsure: Vec::new(),
            params: Vec::new(),
            beyond: Vec::new(),
            extends: !policy.bases().is_empty(),
            has_own: false,
        }
    }

    pub(super) fn left_out(&mut self, beyond: &[Beyond]) {
        for what in beyond {
            if !self.beyond.contains(&what.says) {
                self.beyond.push(what.says.clone());
            }
        }
    }

    pub(super) fn violated(
        &mut self,
        policy: &Policy,
        space: &Space,
        (property, own): (Property, Option<&Own>),
        worst: &Worst,
    ) -> Result<(), Diagnostics> {
        let name = own.map(|own| own.name.clone());
        let same = |found: &Violation| found.property == property && found.name == name;
        if self.violations.iter().any(same) {
            return Ok(());
        }
        let about = |docket: &Chosen| Witness::about(policy, docket.docket(space), 0);
        let witness = Some(about(&worst.docket)?);
        let other = match &worst.other {
            Some(other) => Some(about(other)?),
            None => None,
        };
        let means = own.map(|own| own.means.clone()).unwrap_or_default();
        self.violations.push(Violation { name, witness, other, means, ..Violation::of(property) });
        Ok(())
    }

    /// Whether nothing was found but what is meant.
    pub fn holds(&self) -> bool {
        self.violations.is_empty()
    }
}
