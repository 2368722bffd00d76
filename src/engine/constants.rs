//! What a fact of the run is compared with: each number, text and day at which a condition may turn.

use std::collections::{BTreeMap, BTreeSet};

use super::Policy;
use super::eval::Node;
use super::facts::Id;
use super::logic::Logic;
use crate::ir::Value;

/// What stands in conditions beside one fact.
#[derive(Clone, Debug, Default)]
pub(crate) struct Constants {
    /// Numbers that it is compared with, or its length.
    pub(crate) numbers: BTreeSet<i64>,
    /// Whether it is computed with, or compared with what is counted: then any number may tell.
    pub(crate) joint: bool,
    /// What it begins with, what stands in it, what it ends in.
    pub(crate) starts: BTreeSet<String>,
    pub(crate) holds: BTreeSet<String>,
    pub(crate) ends: BTreeSet<String>,
    /// Texts that it is, or has among others.
    pub(crate) texts: BTreeSet<String>,
}

/// The number of lines that a change has, and the round, beside the names of facts.
pub(crate) const LINES: &str = "lines_changed";
pub(crate) const ROUND: &str = "round";

impl Policy {
    /// Adds what the facts of the run are held against in its own conditions, by their names.
    pub(super) fn compared(&self, all: &mut BTreeMap<String, Constants>) {
        let logic = Logic::new(&[], &[], &self.code.lets);
        for node in self.code.deciding().filter_map(|code| code.native.as_ref()) {
            let Some(node) = logic.plain(node) else { continue };
            node.each(&mut |node| look(self, node, all));
        }
    }
}

/// Remembers what one comparison, or one question, tells of the facts in it.
fn look(policy: &Policy, node: &Node, all: &mut BTreeMap<String, Constants>) {
    match node {
        Node::Binary(op, ..) if op.is_arithmetic() => {}
        Node::Binary(..) | Node::Within(..) | Node::Among(..) | Node::InList(..) => {
            let (mut facts, mut numbers, mut texts, mut joint) =
                (BTreeSet::new(), BTreeSet::new(), BTreeSet::new(), false);
            node.each(&mut |part| match part {
                Node::Int(number) => drop(numbers.insert(*number)),
                Node::Text(text) => drop(texts.insert(text.clone())),
                Node::List(entries) => texts.extend(entries.iter().cloned()),
                Node::Param(place) => match policy.facts().params.get(*place) {
                    Some((_, Value::Int(number))) => drop(numbers.insert(*number)),
                    Some((_, Value::Text(text))) => drop(texts.insert(text.clone())),
                    Some((_, Value::List(entries))) => texts.extend(entries.iter().cloned()),
                    _ => {}
                },
                Node::Verb(Id::Count | Id::Weight | Id::Quorum, of, _) => {
                    joint |= !matches!(**of, Node::Given(_));
                }
                Node::Verb(Id::DaysUntil, ..) => joint = true,
                Node::Binary(op, ..) => joint |= op.is_arithmetic(),
                other => facts.extend(name_of(policy, other)),
            });
            let joint = joint || facts.len() > 1;
            for fact in facts {
                let own = all.entry(fact).or_default();
                own.joint |= joint;
                own.numbers.extend(numbers.iter().copied());
                own.texts.extend(texts.iter().cloned());
            }
        }
        Node::Verb(id, of, args) => {
            let Some(name) = name_of(policy, of) else { return };
            let own = all.entry(name).or_default();
            let texts: Vec<String> = args.iter().flat_map(|arg| texts_in(policy, arg)).collect();
            match id {
                Id::StartsWith => own.starts.extend(texts),
                Id::EndsWith => own.ends.extend(texts),
                Id::Contains => {
                    own.holds.extend(texts.iter().cloned());
                    own.texts.extend(texts);
                }
                _ => own.texts.extend(texts),
            }
        }
        _ => {}
    }
}

fn name_of(policy: &Policy, node: &Node) -> Option<String> {
    match node {
        Node::Given(place) => policy.code.given.get(*place).map(|given| given.name.clone()),
        Node::Fact(Id::LinesChanged, _) => Some(LINES.to_owned()),
        Node::Fact(Id::Round, _) => Some(ROUND.to_owned()),
        _ => None,
    }
}

fn texts_in(policy: &Policy, node: &Node) -> Vec<String> {
    match node {
        Node::Text(text) => vec![text.clone()],
        Node::Param(place) => match policy.facts().params.get(*place) {
            Some((_, Value::Text(text))) => vec![text.clone()],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}
