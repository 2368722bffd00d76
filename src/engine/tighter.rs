//! Whether a policy lets nothing through that another one stops, on whatever docket: seen from what both say.
//!
//! Each way in which a host may set both is looked at: parameters at their values and anywhere in their ranges, facts of
//! the run that are told and those that are not. What cannot be seen is not claimed.

mod benches;
mod names;
mod rules;
mod ways;

use super::eval::Node;
use super::logic::Logic;
use super::policy::{Code, GivenFact, Rule, Step};
use super::{Policy, Stage};
use crate::ir::Outcome;
use names::Meanings;
use rules::{Ruled, never_opens, opens_no_more};
use ways::{Way, Ways};

/// How many questions are asked of [`Logic`] at most, each of which may take all its steps.
const QUESTIONS: u32 = 400;

impl Policy {
    /// Whether no docket has a better answer here than by an older text of it, nor is answered better where that one gives
    /// no answer. False where that cannot be seen.
    pub(crate) fn is_as_strict_as(&self, old: &Self) -> bool {
        if !self.stages.is_empty() || !old.stages.is_empty() || self.code.stage != old.code.stage {
            return false;
        }
        // What stands on another policy can only tighten it.
        if self.code.bases.iter().any(|base| base.is_same_as(old)) {
            return true;
        }
        let same_bases = self.code.bases.len() == old.code.bases.len()
            && self
                .code
                .bases
                .iter()
                .zip(&old.code.bases)
                .all(|(one, other)| one.is_same_as(other));
        let meanings = Meanings::of(old, self);
        if !same_bases || !benches::is_as_strict(old, self) || !self.errs_where(old, &meanings) {
            return false;
        }
        let Some(ways) = Ways::of(old, self) else { return false };
        ways.all(|way| self.is_as_strict_in(old, way, &meanings))
    }

    /// Whether both say the same, and are set alike.
    fn is_same_as(&self, other: &Self) -> bool {
        let text = |policy: &Self| policy.facts.source.text().map(str::to_owned);
        text(self) == text(other)
            && self.facts.params == other.facts.params
            && self.below() == other.below()
            && self
                .code
                .bases
                .iter()
                .zip(&other.code.bases)
                .all(|(one, other)| one.is_same_as(other))
    }

    /// The same for one way in which a host sets both.
    fn is_as_strict_in(&self, old: &Self, way: &Way, meanings: &Meanings) -> bool {
        let (was, is) = (Ruled::all(old, &way.old, meanings), Ruled::all(self, &way.new, meanings));
        let (Some(was), Some(is)) = (was, is) else { return false };
        let logic = Logic::new(&way.params, &way.given, &[]).of_whole(&self.bench, QUESTIONS);
        match self.code.stage {
            _ if way.old_refuses => self.code.stage == Stage::Gate && never_opens(&logic, &is),
            Stage::Redispatch => rules::gives_up_no_more(&logic, &was, &is),
            stage => {
                let stands = stage == Stage::Gate && self.code.bases.is_empty();
                opens_no_more(&logic, &was, &is, stands) && rules::lift_alike(&logic, &was, &is)
            }
        }
    }

    /// Whether every expression of an older text that may err, for which there is no ruling, stands here as well.
    fn errs_where(&self, old: &Self, meanings: &Meanings) -> bool {
        let own: Vec<&str> = self.code.codes().map(|code| self.text_of(code)).collect();
        let mut erring = old.code.steps.iter().flat_map(|step| match step {
            Step::Let(code) => vec![&**code],
            // Where it errs its rule holds, and what holds here shuts the gate as well.
            Step::Rule(rule) if self.shuts_as(old, rule, meanings) => rule.when.iter().collect(),
            Step::Rule(rule) => rule.codes().collect(),
        });
        erring.all(|code| {
            let text = old.text_of(code);
            !old.may_err(code) || own.contains(&text) && meanings.are_same(text)
        }) && old.code.asks.iter().all(|(id, _)| self.code.asks.iter().any(|(own, _)| own == id))
    }

    /// Whether a rule of an older gate shuts it, and stands here with the same condition, and shuts it too.
    fn shuts_as(&self, old: &Self, rule: &Rule, meanings: &Meanings) -> bool {
        let shuts = |policy: &Self, rule: &Rule| {
            policy.code.outcome(rule).is_some_and(|outcome| !outcome.opens())
        };
        let same = |own: &Rule| {
            let when = [(old, rule), (self, own)]
                .map(|(policy, rule)| rule.when.as_ref().map(|code| policy.text_of(code)));
            let is_same = when[0].is_some_and(|text| when[0] == when[1] && meanings.are_same(text));
            own.name == rule.name && is_same && shuts(self, own)
        };
        self.code.stage == Stage::Gate && shuts(old, rule) && self.code.rules().any(same)
    }

    fn text_of(&self, code: &Code) -> &str {
        let text = self.facts.source.text().unwrap_or_default();
        text.get(code.span.start as usize..code.span.end as usize).unwrap_or_default()
    }

    /// Whether an expression can end in an error: only rhai runs it, or a number of it may grow too large.
    fn may_err(&self, code: &Code) -> bool {
        let Some(node) = &code.native else { return true };
        let params: Vec<_> = self.code.params.iter().map(Into::into).collect();
        let logic = Logic::new(&params, &self.code.given, &self.code.lets);
        let mut errs = false;
        node.each(&mut |part| {
            let computed = match part {
                Node::Negate(_) | Node::Fact(super::facts::Id::Abs, _) => true,
                Node::Binary(op, ..) => op.is_arithmetic(),
                _ => false,
            };
            errs |= computed && logic.range(part).is_none();
        });
        errs
    }
}

/// The outcome of the word of a rule, in a gate or an audit.
type Answer = Option<Outcome>;

/// A fact of the run as both policies know it.
fn given_of(name: &str, of: super::GivenType, among: Vec<crate::ir::Given>) -> GivenFact {
    GivenFact { name: name.to_owned(), of, default: None, among, is_required: false }
}
