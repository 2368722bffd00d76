//! Who sits, and what rules ask of seats that have not answered.

use super::mistakes::{list_without_seats, nobody, quorum_is_moot, quorum_shrinks, states_unasked};
use super::{Checking, Lint};
use crate::engine::Stage;
use crate::engine::eval::Node;
use crate::engine::facts::{Id, fact_named, verb_id};
use crate::engine::logic::{Tag, tags};
use crate::engine::policy::{Code, Rule};
use crate::engine::syntax::{Expr, ExprKind, Op};
use crate::ir::{Diagnostic, Group, Outcome, Stake};

/// The states in which an expected seat has not answered.
const SILENT: [(Group, &str); 4] = [
    (Group::Missing, "missing"),
    (Group::Unreadable, "unreadable"),
    (Group::Stale, "stale"),
    (Group::Errored, "errored"),
];

/// `seats([])`
pub(super) fn empty_seats(checking: &Checking<'_>, lint: &Lint) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for code in checking.code.codes() {
        code.expr.each(&mut |expr| {
            if let ExprKind::Call { name, args, .. } = &expr.kind
                && fact_named(checking.code.stage, name).is_some_and(|fact| fact.id == Id::Seats)
                && let [Expr { kind: ExprKind::List(entries), .. }] = &args[..]
                && entries.is_empty()
            {
                found.push(nobody(lint, expr.span));
            }
        });
    }
    found
}

/// A redispatch policy that never asks what became of a reviewer who crashed.
pub(super) fn unmentioned_state(checking: &Checking<'_>, lint: &Lint) -> Vec<Diagnostic> {
    let code = checking.code;
    let otherwise = code.rules().any(|rule| rule.when.is_none());
    let covered = code.stage != Stage::Redispatch || otherwise;
    let acts = |rule: &&Rule| rule.word.is_some();
    let Some(first) = code.rules().find(acts).filter(|_| !covered) else { return Vec::new() };
    let mut seen = Seen { checking, silent: [false; 4], lets: Vec::new() };
    code.rules().filter_map(|rule| rule.when.as_ref()).for_each(|when| seen.look(when));
    let silent = SILENT.iter().zip(seen.silent).filter(|(_, seen)| !seen);
    let silent: Vec<&str> = silent.map(|((_, name), _)| *name).collect();
    match silent.is_empty() {
        true => Vec::new(),
        false => vec![states_unasked(lint, checking.name_of(first), &silent)],
    }
}

/// What conditions, and the `let`s and `fn`s that they use, ask for.
struct Seen<'s, 'p> {
    checking: &'s Checking<'p>,
    silent: [bool; 4],
    lets: Vec<&'s str>,
}

impl<'s> Seen<'s, '_> {
    fn look(&mut self, code: &'s Code) {
        let checking = self.checking;
        let mut ids = Vec::new();
        code.expr.each(&mut |expr| ids.extend(self.id(expr)));
        for called in checking.called_by(code) {
            let body = called.body.iter();
            body.for_each(|statement| statement.each(&mut |expr| ids.extend(self.id(expr))));
        }
        for id in ids {
            let group = match id {
                Id::Settled => Group::Unsettled,
                Id::Group(group) => group,
                _ => continue,
            };
            for (seen, (state, _)) in self.silent.iter_mut().zip(SILENT) {
                *seen |= group.is_within(state) || state.is_within(group);
            }
        }
        for name in &code.thunk.names {
            let own = checking.code.codes().find(|code| code.name.as_ref() == Some(name));
            if let Some(own) = own
                && !self.lets.contains(&name.as_str())
            {
                self.lets.push(name);
                self.look(own);
            }
        }
    }

    /// What an expression asks for by its own name.
    fn id(&self, expr: &Expr) -> Option<Id> {
        match &expr.kind {
            ExprKind::Name(name) => {
                fact_named(self.checking.code.stage, name).map(|entry| entry.id)
            }
            ExprKind::Member { name, .. } => verb_id(name),
            _ => None,
        }
    }
}

/// `seats(owners)` without `seat owners voting;`
pub(super) fn unseated_list(checking: &Checking<'_>, lint: &Lint) -> Vec<Diagnostic> {
    let code = checking.code;
    let seated = |param: usize| {
        let mut places = code.seat_params.iter();
        places.any(|(other, place)| *other == param && place.is_some())
    };
    let params = checking.declared(&["param"]).zip(0_usize..);
    let bare = params.filter(|(_, param)| {
        let asked = code.seat_params.iter().any(|(other, _)| other == param);
        asked && !seated(*param)
    });
    bare.map(|(declared, _)| list_without_seats(lint, declared)).collect()
}

/// What a comparison measures.
#[derive(Default)]
struct Measured {
    /// Votes in favour.
    yes: bool,
    /// Votes against.
    no: bool,
    /// A share of who is expected.
    of_expected: bool,
    /// A share of who reported.
    of_reported: bool,
    /// All votes in favour, or all against, and no narrower group.
    all: bool,
    /// Whether a share is computed at all.
    share: bool,
}

impl Measured {
    fn of(sides: [&Node; 2]) -> Self {
        let mut measured = Self::default();
        let mut look = |node: &Node| match node {
            Node::Verb(id @ (Id::Count | Id::Weight | Id::Quorum), group, _) => {
                let is = |wanted: Group| {
                    let within = |tag: &Tag| matches!(tag, Tag::In(own) if own.is_within(wanted));
                    tags(group).iter().any(within)
                };
                let vote = is(Group::InFavour) || is(Group::Failed);
                let all = [Group::InFavour, Group::Failed].map(Id::Group);
                measured.all |= matches!(&**group, Node::Fact(id, _) if all.contains(id));
                measured.yes |= is(Group::InFavour);
                measured.no |= is(Group::Failed);
                let reported = is(Group::Reported) || leaves_out_the_silent(group);
                measured.of_reported |= !vote && reported;
                measured.of_expected |= !vote && !reported && is(Group::Expected);
                measured.share |= *id == Id::Quorum;
            }
            Node::Binary(Op::Multiply, ..) => measured.share = true,
            _ => {}
        };
        sides.into_iter().for_each(|side| side.each(&mut look));
        measured
    }
}

/// `expected.without(unsettled)`: who reported, in other words.
fn leaves_out_the_silent(group: &Node) -> bool {
    let Node::Verb(Id::Without, of, without) = group else { return false };
    let silent = |node: &Node| match node {
        Node::Fact(Id::Group(group), _) => {
            SILENT.iter().any(|(state, _)| state.is_within(*group) && *group != Group::Expected)
        }
        _ => false,
    };
    leaves_out_the_silent(of) || without.iter().any(silent)
}

/// The comparisons of a condition.
fn comparisons(when: &Node) -> Vec<Measured> {
    let mut found = Vec::new();
    when.each(&mut |part| {
        if let Node::Binary(op, left, right) = part
            && !op.is_arithmetic()
        {
            found.push(Measured::of([left, right]));
        }
    });
    found
}

/// `in_favour.count >= reported.quorum(60)`
pub(super) fn quorum_of_reported(checking: &Checking<'_>, lint: &Lint) -> Vec<Diagnostic> {
    let shrinks =
        |when: &Node| comparisons(when).iter().any(|found| found.yes && found.of_reported);
    let opening = checking.openings().filter(|(_, when)| shrinks(when));
    let opening = opening.filter(|(rule, _)| checking.opens_by_one_of_many(rule));
    opening.map(|(rule, _)| quorum_shrinks(lint, rule, checking.condition_of(rule))).collect()
}

/// `in_favour.count >= expected.quorum(60)`, and no one votes
pub(super) fn quorum_of_required(checking: &Checking<'_>, lint: &Lint) -> Vec<Diagnostic> {
    let bench = checking.policy.bench();
    let mut places = bench.seats.values().flatten().chain(&bench.others);
    if checking.code.stage != Stage::Gate || places.any(|place| place.stake == Stake::Voting) {
        return Vec::new();
    }
    let votes = |when: &Node| {
        // Of a part of the votes, such as those of who is sure, a quorum decides on any bench.
        let share = |found: &Measured| (found.of_expected || found.of_reported) && found.share;
        comparisons(when).iter().any(|found| found.all && share(found))
    };
    let decides = |rule: &Rule| checking.code.outcome(rule) != Some(Outcome::Fail);
    let mut rules = checking.rules.iter().filter_map(|(rule, when)| Some((rule, when.as_ref()?)));
    let first = rules.find(|(rule, when)| rule.word.is_some() && decides(rule) && votes(when));
    first.map(|(rule, _)| quorum_is_moot(lint, checking.condition_of(rule))).into_iter().collect()
}
