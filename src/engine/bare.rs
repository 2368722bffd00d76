//! The outcome of a policy, and nothing else: for judging very many dockets that no reviewer wrote.
//!
//! A policy that lowers and stands by itself is evaluated natively, without a trace. Any other is judged as a docket
//! of texts is. Texts of reasons and requests are not made. What both come to is the same; `trial/space/tests.rs` holds them to it.

use std::borrow::Cow;

use super::budget::Budget;
use super::eval::{Env, Focus, Val};
use super::limits::LIMITS;
use super::policy::{Code, Rule, Step};
use super::{Policy, Stage};
use crate::ir::open::{Lift, check_opening, refused_outcome};
use crate::ir::{ActionKind, ClosedDocket, Diagnostics, Given, Outcome, Selection};

/// The outcome of a policy on one docket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Bare {
    pub(crate) outcome: Outcome,
    /// The rule that decides, by its place among the policy's rules and notes.
    pub(crate) rule: Option<u32>,
    /// The rules and notes that hold, as far as there are 64.
    pub(crate) holds: u64,
    /// Whether the rule would have opened and was not allowed to.
    pub(crate) refused: bool,
    /// Whether the opening lifts something.
    pub(crate) lifts: bool,
    /// What is to be tried next on a seat, by a redispatch policy. Its outcome is `warn` where the seat is given up, and
    /// else `hold`: the gate goes on without it, or waits.
    pub(crate) action: Option<ActionKind>,
}

impl Bare {
    /// No rule holds.
    pub(crate) const NOTHING: Self = Self {
        outcome: Outcome::Hold,
        rule: None,
        holds: 0,
        refused: false,
        lifts: false,
        action: None,
    };
    /// There is no ruling: the gate is shut.
    pub(crate) const REFUSED: Self = Self { refused: true, ..Self::NOTHING };
}

/// A policy that is asked about one made-up docket after the other.
pub(crate) struct Judge<'p> {
    policy: &'p Policy,
    plain: bool,
    /// How many judgings something was run in rhai for.
    pub(crate) in_rhai: u64,
}

impl Policy {
    /// Whether it lowers whole, stands on no other and has no stage before it.
    pub(crate) fn is_plain(&self) -> bool {
        let native = |code: &Code| code.native.is_some();
        let mut codes = self.code.deciding();
        self.lowering
            && self.stages.is_empty()
            && self.code.bases.is_empty()
            && self.facts.rules.len() <= 64
            && codes.all(native)
    }

    /// What a docket says of the run, for each `given` of its own.
    ///
    /// # Errors
    ///
    /// Something is not told, or is not what it may be.
    pub(crate) fn told_by(&self, docket: &ClosedDocket) -> Result<Vec<Given>, Diagnostics> {
        match self.code.given.is_empty() && self.code.asks.is_empty() {
            true => Ok(Vec::new()),
            false => self.given_of(docket).map_err(|items| self.told(items)),
        }
    }

    /// Whether a run may name somebody whom it requires.
    pub(crate) fn is_seated_by_run(&self) -> bool {
        self.all_givens().iter().any(|given| given.is_required)
    }

    /// Whether a docket says all that it asks of the run, and in values that it takes.
    pub(crate) fn is_answered_by(&self, docket: &ClosedDocket) -> bool {
        self.given_of(docket).is_ok()
            && self.code.bases.iter().all(|base| base.is_answered_by(docket))
    }

    /// The docket with the policy's own bench.
    pub(crate) fn seats_in<'d>(&self, docket: &'d ClosedDocket) -> Cow<'d, ClosedDocket> {
        self.seated(docket).unwrap_or(Cow::Borrowed(docket))
    }

    /// The docket as it is asked about: with the policy's own bench where it is plain.
    pub(crate) fn bench_of(&self, docket: &ClosedDocket) -> Result<ClosedDocket, Diagnostics> {
        let seated = self.seated(docket)?.into_owned();
        Ok(if self.is_plain() { seated } else { docket.clone() })
    }
}

impl Policy {
    /// The policies that it extends.
    pub(crate) fn bases(&self) -> &[Policy] {
        &self.code.bases
    }
}

impl<'p> Judge<'p> {
    pub(crate) fn new(policy: &'p Policy) -> Self {
        Self { policy, plain: policy.is_plain(), in_rhai: 0 }
    }

    /// The outcome of the policy on a docket that [`Policy::bench_of`] gave: for the gate, for the verdict in a cell, or
    /// for its seat, as its stage is.
    pub(crate) fn judge(
        &mut self,
        docket: &ClosedDocket,
        cell: usize,
    ) -> Result<Bare, Diagnostics> {
        let given = match self.plain && self.policy.code.stage == Stage::Gate {
            true => self.policy.told_by(docket)?,
            false => Vec::new(),
        };
        self.judge_told(docket, cell, &given)
    }

    /// The same, where it is known what the docket says of the run, as [`Policy::told_by`] has it.
    pub(crate) fn judge_told(
        &mut self,
        docket: &ClosedDocket,
        cell: usize,
        given: &[Given],
    ) -> Result<Bare, Diagnostics> {
        if self.policy.code.stage != Stage::Gate {
            self.in_rhai += u64::from(self.policy.thunks().next().is_some());
            return self.policy.bare_about(docket, cell);
        }
        if self.plain
            && let Some(bare) = self.natively(docket, given)
        {
            return Ok(bare);
        }
        self.in_rhai += u64::from(self.policy.thunks().next().is_some());
        let ruling = self.policy.judge(docket)?;
        let mut holds = 0;
        for (place, entry) in ruling.trace().enumerate().take(64) {
            holds |= u64::from(entry.holds) << place;
        }
        let rule = ruling.rule().and_then(|rule| {
            let rules = ruling.policy().rules.iter();
            rules.clone().position(|other| std::ptr::eq(other, rule))
        });
        Ok(Bare {
            outcome: ruling.outcome(),
            rule: rule.and_then(|rule| u32::try_from(rule).ok()),
            holds,
            refused: ruling.refused().is_some(),
            lifts: ruling.opening().is_some_and(|opening| !opening.overrides().is_empty()),
            action: None,
        })
    }

    /// None where it cannot be told without a trace: something errs.
    fn natively(&self, docket: &ClosedDocket, given: &[Given]) -> Option<Bare> {
        let Policy { code, facts, .. } = self.policy;
        let columns = docket.columns();
        let budget = Budget::new(LIMITS.operations);
        let mut lets: Vec<Option<Val<'_>>> = Vec::new();
        let mut holds = 0;
        let mut place: u32 = 0;
        let mut decided: Option<(u32, &Rule)> = None;
        let mut any = false;
        let mut lifts = Vec::new();
        for step in &code.steps {
            let env = Env {
                columns,
                focus: Focus::Docket,
                params: &facts.params,
                given,
                lets: &lets,
                budget: &budget,
            };
            match step {
                Step::Let(code) => {
                    let Some(Ok(value)) =
                        code.native.as_ref().map(|node| node.eval(&env, &mut |_, _| {}))
                    else {
                        return None;
                    };
                    lets.push(Some(value));
                }
                Step::Rule(rule) => {
                    let holding = match &rule.when {
                        Some(when) => {
                            let node = when.native.as_ref();
                            let Some(Ok(holding)) =
                                node.map(|node| node.holds(&env, &mut |_, _| {}))
                            else {
                                return None;
                            };
                            holding
                        }
                        None => !any,
                    };
                    if holding {
                        holds |= 1_u64.checked_shl(place).unwrap_or_default();
                        if rule.citing.iter().any(Code::can_err) {
                            return None;
                        }
                    }
                    if holding && rule.word.is_some() {
                        any = true;
                        let better = decided.is_none_or(|(at, other)| {
                            code.rank(place, rule) < code.rank(at, other)
                        });
                        if better {
                            decided = Some((place, rule));
                        }
                        if let Some(over) = &rule.overriding {
                            let node = over.group.native.as_ref();
                            let Some(Ok(value)) = node.map(|node| node.eval(&env, &mut |_, _| {}))
                            else {
                                return None;
                            };
                            let group = value.selection(columns).unwrap_or(Selection::Nothing);
                            lifts.push(Lift { rule: place, reason: String::new(), group });
                        }
                    }
                    place += 1;
                }
            }
        }
        if budget.is_spent() {
            return None;
        }
        let wanted = decided.and_then(|(_, rule)| code.outcome(rule)).unwrap_or(Outcome::Hold);
        let rule = decided.map(|(place, _)| place);
        let action = None;
        let bare = |outcome, refused, lifts| Bare { outcome, rule, holds, refused, lifts, action };
        Some(if wanted.opens() {
            match check_opening(columns, wanted, &lifts) {
                Ok(found) => bare(found.outcome, false, !found.overrides.is_empty()),
                Err(found) => bare(refused_outcome(columns, &found), true, false),
            }
        } else {
            bare(wanted, false, false)
        })
    }
}
