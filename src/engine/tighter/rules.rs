//! What the conditions of two texts say about each other.

use super::Answer;
use super::names::Meanings;
use super::ways::Names;
use crate::engine::Policy;
use crate::engine::eval::Node;
use crate::engine::facts::Id;
use crate::engine::logic::Logic;
use crate::engine::policy::{Meaning, Rule};
use crate::ir::Outcome;

/// A rule, with its condition as both policies name things.
pub(super) struct Ruled {
    answer: Answer,
    /// Whether a redispatch policy gives the seat up by it.
    gives_up: bool,
    when: Node,
    lifts: Option<Node>,
}

impl Ruled {
    /// The rules of a policy. None where one is too large.
    pub(super) fn all(policy: &Policy, names: &Names, meanings: &Meanings) -> Option<Vec<Self>> {
        let logic = Logic::new(&[], &[], &policy.code.lets);
        let plain = |node: &Node| names.put_in(policy, &logic.plain(node)?);
        let mut all: Vec<Self> = Vec::new();
        for rule in policy.code.rules().filter(|rule| rule.word.is_some()) {
            let when = match &rule.when {
                Some(code) => match code.native.as_ref().map(&plain) {
                    Some(node) => node?,
                    None => opaque(policy, code_text(policy, rule), meanings),
                },
                // It holds where no other one does.
                None => {
                    Node::Not(Box::new(Node::Or(all.iter().map(|own| own.when.clone()).collect())))
                }
            };
            let lifts = match &rule.overriding {
                Some(over) => Some(match over.group.native.as_ref().map(&plain) {
                    Some(node) => node?,
                    None => opaque(policy, policy.text_of(&over.group), meanings),
                }),
                None => None,
            };
            let answer = policy.code.outcome(rule);
            all.push(Self { answer, gives_up: gives_up(policy, rule), when, lifts });
        }
        Some(all)
    }

    fn is_at_least(&self, outcome: Outcome) -> bool {
        self.answer.is_some_and(|own| own >= outcome)
    }
}

fn code_text<'p>(policy: &'p Policy, rule: &Rule) -> &'p str {
    rule.when.as_ref().map(|code| policy.text_of(code)).unwrap_or_default()
}

/// What only rhai can run: the same text is the same where its names are, and nothing else is known of it.
fn opaque(policy: &Policy, text: &str, meanings: &Meanings) -> Node {
    let own = match meanings.are_same(text) {
        true => String::new(),
        false => policy.facts.sha256.to_string(),
    };
    Node::Verb(Id::Filter, Box::new(Node::Text(format!("{own} {text}"))), Vec::new())
}

fn gives_up(policy: &Policy, rule: &Rule) -> bool {
    let word = rule.word.and_then(|word| policy.code.words.get(word));
    word.is_some_and(|word| matches!(word.means, Meaning::Action("excuse")))
}

/// Whether it cannot be that these hold and those do not.
fn excludes(logic: &Logic<'_>, hold: &[&Ruled], not: &[&Ruled]) -> bool {
    let hold = hold.iter().map(|rule| (&rule.when, true));
    logic.excludes(&not.iter().map(|rule| (&rule.when, false)).chain(hold).collect::<Vec<_>>())
}

/// The rules of at least this answer.
fn from(rules: &[Ruled], outcome: Outcome) -> Vec<&Ruled> {
    rules.iter().filter(|rule| rule.is_at_least(outcome)).collect()
}

/// Whether no rule that opens decides.
pub(super) fn never_opens(logic: &Logic<'_>, rules: &[Ruled]) -> bool {
    let shut = from(rules, Outcome::Hold);
    let mut opening = rules.iter().filter(|rule| !rule.is_at_least(Outcome::Hold));
    opening.all(|rule| excludes(logic, &[rule], &shut))
}

/// Whether each answer that rules gave is at least as bad now. Where no rule holds a gate that stands by itself is shut.
pub(super) fn opens_no_more(logic: &Logic<'_>, was: &[Ruled], is: &[Ruled], stands: bool) -> bool {
    // What was this bad is so now, or worse.
    let kept = was.iter().all(|old| match old.answer {
        // A gate that is held anyway is as shut.
        Some(Outcome::Hold) if stands => true,
        Some(Outcome::Pass) | None => true,
        Some(outcome) => {
            let shut = from(is, outcome);
            match stands && outcome == Outcome::Warn {
                true => is
                    .iter()
                    .filter(|new| new.answer == Some(Outcome::Pass))
                    .all(|new| excludes(logic, &[old, new], &shut)),
                false => excludes(logic, &[old], &shut),
            }
        }
    });
    // What opens now was no answer, or none that shut.
    let shut = from(is, Outcome::Hold);
    let held: Vec<&Ruled> = was.iter().filter(|old| old.answer == Some(Outcome::Hold)).collect();
    let none: Vec<&Ruled> = was.iter().collect();
    let opened = || is.iter().filter(|new| !new.is_at_least(Outcome::Hold));
    let beside = || shut.iter().copied().chain(none.iter().copied()).collect::<Vec<_>>();
    kept && if stands {
        opened().all(|new| {
            held.iter().all(|old| excludes(logic, &[new, old], &shut))
                && excludes(logic, &[new], &beside())
        })
    } else {
        // What no rule answered is answered by none now: its answer lies elsewhere.
        is.iter().all(|new| excludes(logic, &[new], &none) || new.is_at_least(Outcome::Hold))
    }
}

/// Whether the same is lifted, in the same cases.
pub(super) fn lift_alike(logic: &Logic<'_>, was: &[Ruled], is: &[Ruled]) -> bool {
    let within = |one: &[Ruled], other: &[Ruled]| {
        one.iter().filter(|rule| rule.lifts.is_some()).all(|rule| {
            let like: Vec<&Ruled> =
                other.iter().filter(|other| other.lifts == rule.lifts).collect();
            excludes(logic, &[rule], &like)
        })
    };
    within(was, is) && within(is, was)
}

/// Whether a seat is given up only where it was. The first rule that holds decides.
pub(super) fn gives_up_no_more(logic: &Logic<'_>, was: &[Ruled], is: &[Ruled]) -> bool {
    let before = |rules: &'_ [Ruled], at: usize| -> Vec<(Node, bool)> {
        rules[..at].iter().map(|rule| (rule.when.clone(), false)).collect()
    };
    let deciding = |rules: &[Ruled], at: usize| {
        let mut all = before(rules, at);
        all.extend(rules.get(at).map(|rule| (rule.when.clone(), true)));
        all
    };
    let new = (0..is.len()).filter(|at| is[*at].gives_up);
    new.into_iter().all(|new| {
        let others = (0..=was.len()).filter(|old| was.get(*old).is_none_or(|old| !old.gives_up));
        others.into_iter().all(|old| {
            let all = [deciding(is, new), deciding(was, old)].concat();
            logic.excludes(&all.iter().map(|(node, wanted)| (node, *wanted)).collect::<Vec<_>>())
        })
    })
}
