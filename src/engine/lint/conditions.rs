//! Rules that never hold, always hold, or never decide.

use super::mistakes::{always, decided_before, never, not_all_compared, otherwise_is_never_left};
use super::{Checking, Lint};
use crate::engine::eval::Node;
use crate::engine::policy::Rule;
use crate::ir::Diagnostic;

/// `failed.some && passed.all`
pub(super) fn never_holds(checking: &Checking<'_>, lint: &Lint) -> Vec<Diagnostic> {
    let rules = checking.rules.iter().filter_map(|(rule, when)| Some((rule, when.as_ref()?)));
    let never_true = rules.filter(|(_, when)| checking.logic.excludes(&[(when, true)]));
    never_true.map(|(rule, _)| never(lint, rule, checking.condition_of(rule))).collect()
}

/// `reported.count >= 0`
pub(super) fn always_holds(checking: &Checking<'_>, lint: &Lint) -> Vec<Diagnostic> {
    let rules = checking.rules.iter().filter_map(|(rule, when)| Some((rule, when.as_ref()?)));
    let always_true = rules.filter(|(_, when)| checking.holds_always(when));
    always_true.map(|(rule, _)| always(lint, rule, checking.condition_of(rule))).collect()
}

/// A rule below one that is worse and asks for less.
pub(super) fn never_decides(checking: &Checking<'_>, lint: &Lint) -> Vec<Diagnostic> {
    let told = |shadow: Shadow<'_>| {
        let (rule, by) = (shadow.rule, shadow.by);
        if rule.when.is_none() {
            return otherwise_is_never_left(lint, rule, checking.name_of(rule));
        }
        let other = by.map(|other| (other.name.as_str(), checking.name_of(other)));
        decided_before(lint, rule, checking.condition_of(rule), other)
    };
    shadowed(checking).into_iter().map(told).collect()
}

/// A rule that others leave nothing to decide.
pub(super) struct Shadow<'p> {
    /// Its place among rules and notes.
    #[cfg_attr(not(feature = "trial"), expect(dead_code, reason = "coverage asks for it"))]
    pub(super) place: usize,
    pub(super) rule: &'p Rule,
    /// The one that decides instead, where it is always the same.
    pub(super) by: Option<&'p Rule>,
}

/// The rules that never decide.
pub(super) fn shadowed<'p>(checking: &Checking<'p>) -> Vec<Shadow<'p>> {
    let mut found = Vec::new();
    let ranked: Vec<_> = (0u32..)
        .zip(&checking.rules)
        .filter(|(_, (rule, _))| rule.word.is_some())
        .map(|(place, (rule, when))| {
            (place as usize, checking.code.rank(place, rule), *rule, when.as_ref())
        })
        .collect();
    for (place, rank, rule, when) in &ranked {
        let own: Vec<(&Node, bool)> = when.iter().map(|when| (*when, true)).collect();
        // What it lifts counts also when another rule decides, and what never holds is told as that.
        if rule.overriding.is_some() || own.iter().any(|_| checking.logic.excludes(&own)) {
            continue;
        }
        let before = ranked.iter().filter_map(|(_, other_rank, other, when)| {
            let comes_first = match rule.when {
                Some(_) => other_rank < rank,
                None => other.when.is_some(),
            };
            let when = when.filter(|when| comes_first && !checking.holds_always(when))?;
            Some((*other, when))
        });
        let before: Vec<(&Rule, &Node)> = before.collect();
        if before.is_empty() || !checking.always_beside(&own, &before) {
            continue;
        }
        let asked = rule.when.is_some();
        let one = before.iter().find(|other| asked && checking.always_beside(&own, &[**other]));
        found.push(Shadow { place: *place, rule, by: one.map(|(other, _)| *other) });
    }
    found
}

/// More than [`QUESTIONS`](super::QUESTIONS) take.
pub(super) fn too_much(checking: &Checking<'_>, lint: &Lint) -> Vec<Diagnostic> {
    checking.logic.gave_up().then(|| not_all_compared(lint)).into_iter().collect()
}

impl Checking<'_> {
    /// Whether one of some rules holds whenever all of these are so.
    fn always_beside(&self, own: &[(&Node, bool)], others: &[(&Rule, &Node)]) -> bool {
        let others = others.iter().map(|(_, when)| (*when, false));
        self.logic.excludes(&others.chain(own.iter().copied()).collect::<Vec<_>>())
    }

    fn holds_always(&self, when: &Node) -> bool {
        self.logic.excludes(&[(when, false)])
    }
}
