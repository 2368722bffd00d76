//! What conditions say about each other, as far as that can be seen without a docket.
//!
//! The one place that reasons about policies: the compiler refuses an opening that always holds by it, and
//! the linter finds rules that never hold or never decide. Conditions are taken apart into [`Branch`]es, each a list
//! of what must be true at once; a branch that contradicts itself is closed. Whatever is not understood, or would take
//! too long, stays open: nothing is claimed of it.

mod branch;
mod groups;
mod numbers;
mod sums;

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use super::eval::Node;
use super::facts::Id;
use super::lower::{LetType, ParamType};
use super::policy::GivenFact;
use super::syntax::Op;
use crate::ir::glob::is_within;
use crate::ir::{Bench, Given, Group};
pub(super) use branch::Branch;
pub(super) use groups::{Tag, is_of_named_seats, root, tags};

/// Steps of one question; a readable policy needs some hundred.
const STEPS: u32 = 10_000;

/// Parts of a condition without `let`s; one that is read aloud has twenty.
const PARTS: u32 = 1000;

/// Nesting of an expression without `let`s.
const DEEPEST: usize = 200;

/// What is known of parameters, facts of this run and `let`s, and how much may still be looked at.
pub(super) struct Logic<'a> {
    params: &'a [ParamType],
    given: &'a [GivenFact],
    lets: &'a [LetType],
    /// Who sits by the policy; none where that is not known yet.
    bench: Option<&'a Bench>,
    /// Steps that are left of the question that is asked.
    left: Cell<u32>,
    /// Steps that are left of all questions.
    all_left: Cell<u32>,
    /// What is known of patterns of paths.
    paths: RefCell<BTreeMap<(String, Vec<String>), bool>>,
}

impl<'a> Logic<'a> {
    pub(super) fn new(
        params: &'a [ParamType],
        given: &'a [GivenFact],
        lets: &'a [LetType],
    ) -> Self {
        let (left, all_left, paths) = (Cell::new(0), Cell::new(STEPS), RefCell::default());
        Self { params, given, lets, bench: None, left, all_left, paths }
    }

    /// The texts that a parameter or a fact of this run can be, when they are listed.
    pub(super) fn choices(&self, node: &Node) -> Option<Vec<&'a str>> {
        match node {
            Node::Param(place) => {
                let choices = self.params.get(*place)?.choices.as_ref()?;
                Some(choices.iter().map(String::as_str).collect())
            }
            Node::Given(place) => {
                let among = &self.given.get(*place)?.among;
                let text = |given: &'a Given| match given {
                    Given::Text(text) => Some(text.as_str()),
                    _ => None,
                };
                let texts: Option<Vec<&str>> = among.iter().map(text).collect();
                texts.filter(|texts| !texts.is_empty())
            }
            _ => None,
        }
    }

    /// The same of a whole policy, for so many questions.
    pub(super) fn of_whole(self, bench: &'a Bench, questions: u32) -> Self {
        let all_left = Cell::new(STEPS.saturating_mul(questions));
        Self { bench: Some(bench), all_left, ..self }
    }

    /// Whether there was too much to look at for all questions.
    pub(super) fn gave_up(&self) -> bool {
        self.all_left.get() == 0
    }

    /// The outcome of a condition whatever the docket, and whatever a parameter may be set to. None when that
    /// depends on them, or cannot be seen.
    pub(super) fn constant(&self, node: &Node) -> Option<bool> {
        let node = self.plain(node)?;
        let never = |wanted: bool| self.excludes(&[(&node, wanted)]);
        never(true).then_some(false).or_else(|| never(false).then_some(true))
    }

    /// Whether no docket makes all of these true, or false where it is asked so.
    pub(super) fn excludes(&self, all: &[(&Node, bool)]) -> bool {
        self.every(all, &mut |_| false)
    }

    /// Whether every way in which all of these can be so passes a test. False where that cannot be seen.
    pub(super) fn every(
        &self,
        all: &[(&Node, bool)],
        test: &mut dyn FnMut(&Branch<'_>) -> bool,
    ) -> bool {
        self.left.set(STEPS.min(self.all_left.get()));
        let asked = self.left.get();
        // What is taken apart is paid for before it is copied.
        let mut parts = 0;
        all.iter().for_each(|(node, _)| node.each(&mut |_| parts += 1));
        if !self.pay(parts) {
            self.all_left.set(self.all_left.get().saturating_sub(asked));
            return false;
        }
        let todo = all.iter().map(|&(node, wanted)| (node.clone(), wanted)).collect();
        let holds = self.closed(todo, Vec::new(), Branch::new(self), test);
        let used = asked - self.left.get();
        self.all_left.set(self.all_left.get().saturating_sub(used));
        holds
    }

    /// Whether every path that fits a pattern fits one of some others.
    fn is_within_paths(&self, pattern: &str, others: &[&str]) -> bool {
        let owned = others.iter().map(|other| (*other).to_owned()).collect();
        let key = (pattern.to_owned(), owned);
        let known = self.paths.borrow().get(&key).copied();
        known.unwrap_or_else(|| {
            let found = is_within(pattern, others);
            self.paths.borrow_mut().insert(key, found);
            found
        })
    }

    /// Takes so many steps; false once they are spent.
    fn pay(&self, steps: usize) -> bool {
        let steps = u32::try_from(steps).unwrap_or(u32::MAX);
        match self.left.get().checked_sub(steps) {
            Some(left) => {
                self.left.set(left);
                true
            }
            None => {
                self.left.set(0);
                false
            }
        }
    }

    /// The same expression without `let`s and marks of operands; none when it grows too large.
    pub(super) fn plain(&self, node: &Node) -> Option<Node> {
        self.left.set(PARTS);
        self.inlined(node, DEEPEST)
    }

    fn inlined(&self, node: &Node, depth: usize) -> Option<Node> {
        let depth = depth.checked_sub(1).filter(|_| self.pay(1))?;
        match node {
            Node::Let(place) => self.inlined(self.lets.get(*place)?.node.as_ref()?, depth),
            Node::Operand(_, inner) => self.inlined(inner, depth),
            other => other.with_parts(&mut |part| self.inlined(part, depth)),
        }
    }

    /// Whether every branch below this one contradicts itself, or passes the test. `splits` are choices that are
    /// still to be made.
    fn closed(
        &self,
        mut todo: Vec<(Node, bool)>,
        mut splits: Vec<Rc<Vec<(Node, bool)>>>,
        mut branch: Branch<'_>,
        test: &mut dyn FnMut(&Branch<'_>) -> bool,
    ) -> bool {
        while let Some((node, wanted)) = todo.pop() {
            if !self.pay(1) {
                return false;
            }
            match self.part(node, wanted) {
                Part::Known(true) => {}
                Part::Known(false) => return true,
                Part::All(parts) => todo.extend(parts),
                Part::Any(parts) => splits.push(Rc::new(parts)),
                Part::Atom(node, wanted) => branch.atom(node, wanted),
                Part::Compared(op, left, right) => match self.bound(op, &left, &right) {
                    Some(bound) => branch.bound(bound),
                    None => branch.atom(compared(op, left, right), true),
                },
            }
        }
        if !self.pay(branch.size() * branch.size()) {
            return false;
        }
        if branch.contradicts() {
            return true;
        }
        let Some(parts) = splits.pop() else { return test(&branch) };
        parts.iter().all(|part| {
            self.pay(1 + branch.size() + splits.len())
                && self.closed(vec![part.clone()], splits.clone(), branch.clone(), test)
        })
    }

    /// What a part of a condition asks for, one step down.
    fn part(&self, node: Node, wanted: bool) -> Part {
        let same = |parts: Vec<Node>| parts.into_iter().map(|part| (part, wanted)).collect();
        match node {
            Node::Bool(value) => Part::Known(value == wanted),
            Node::Not(inner) => Part::All(vec![(*inner, !wanted)]),
            Node::And(parts) if wanted => Part::All(same(parts)),
            Node::Or(parts) if !wanted => Part::All(same(parts)),
            Node::And(parts) | Node::Or(parts) => Part::Any(same(parts)),
            Node::Verb(id @ (Id::Some | Id::None), of, _) => {
                groups::some(*of, (id == Id::Some) == wanted)
            }
            Node::Fact(Id::Settled, _) => {
                // As it is evaluated: neither unsettled nor unsure, and without a contradiction.
                let group = |group| Node::Fact(Id::Group(group), Vec::new());
                let open = [group(Group::Unsettled), group(Group::Unsure)];
                let open = open.into_iter().chain([Node::Fact(Id::Contradictory, Vec::new())]);
                let open = open.map(|part| (part, !wanted)).collect();
                if wanted { Part::All(open) } else { Part::Any(open) }
            }
            Node::Within(parts, closed) => {
                let [item, low, high] = *parts;
                let below = if closed { Op::LessEqual } else { Op::Less };
                let above = compared(Op::GreaterEqual, item.clone(), low);
                let ends = vec![(above, wanted), (compared(below, item, high), wanted)];
                if wanted { Part::All(ends) } else { Part::Any(ends) }
            }
            Node::Among(item, entries) => {
                let equal = |entry| (compared(Op::Equal, (*item).clone(), entry), wanted);
                let equals = entries.into_iter().map(equal).collect();
                if wanted { Part::Any(equals) } else { Part::All(equals) }
            }
            Node::InList(item, list) => match *list {
                Node::List(entries) => {
                    let entries = entries.into_iter().map(Node::Text).collect();
                    Part::All(vec![(Node::Among(item, entries), wanted)])
                }
                list => Part::Atom(Node::InList(item, Box::new(list)), wanted),
            },
            Node::Binary(op, left, right) if !op.is_arithmetic() => {
                comparison(op, *left, *right, wanted)
            }
            other => Part::Atom(other, wanted),
        }
    }
}

/// What a condition asks for, one step down.
enum Part {
    Known(bool),
    All(Vec<(Node, bool)>),
    Any(Vec<(Node, bool)>),
    /// It is so, or not so, and no more is known of it.
    Atom(Node, bool),
    /// This comparison holds.
    Compared(Op, Node, Node),
}

fn compared(op: Op, left: Node, right: Node) -> Node {
    Node::Binary(op, Box::new(left), Box::new(right))
}

fn comparison(op: Op, left: Node, right: Node, wanted: bool) -> Part {
    let op = if wanted { op } else { op.opposite() };
    match (&left, &right) {
        (one, other) if one == other && op.is_equality() => Part::Known(op == Op::Equal),
        (Node::Text(one), Node::Text(other)) if op.is_equality() => {
            Part::Known((one == other) == (op == Op::Equal))
        }
        (Node::Bool(value), _) if op.is_equality() => {
            Part::All(vec![(right, *value == (op == Op::Equal))])
        }
        (_, Node::Bool(value)) if op.is_equality() => {
            let value = *value == (op == Op::Equal);
            Part::All(vec![(left, value)])
        }
        // A text is asked for what it is; two of them, as numbers are, for how they stand to each other.
        (Node::Text(_), _) if op.is_equality() => {
            let equal = compared(Op::Equal, right, left);
            Part::Atom(equal, op == Op::Equal)
        }
        (_, Node::Text(_)) if op.is_equality() => {
            let equal = compared(Op::Equal, left, right);
            Part::Atom(equal, op == Op::Equal)
        }
        _ if op == Op::NotEqual => {
            let less = compared(Op::Less, left.clone(), right.clone());
            Part::Any(vec![(less, true), (compared(Op::Greater, left, right), true)])
        }
        _ => Part::Compared(op, left, right),
    }
}
