//! Rules that open: what they ask of who reported, and what they lift.

use super::mistakes::{nobody_needs_to_report, nothing_to_lift, true_of_skipped};
use super::{Checking, Lint};
use crate::engine::eval::Node;
use crate::engine::facts::Id;
use crate::engine::logic::{Branch, Tag, is_of_named_seats, root, tags};
use crate::ir::{Diagnostic, Group};

fn verb(id: Id, of: Node) -> Node {
    Node::Verb(id, Box::new(of), Vec::new())
}

/// An override beside `rule "a reviewer failed" when failed.some then fail`
pub(super) fn needless_override(checking: &Checking<'_>, lint: &Lint) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (rule, when) in checking.openings() {
        let Some(overriding) = &rule.overriding else { continue };
        let group = overriding.group.native.as_ref().and_then(|group| checking.logic.plain(group));
        let Some(group) = group else { continue };
        let lifts = checking.something_to_lift(group);
        let own = [(when, true), (&lifts, true)];
        let never_holds = checking.logic.excludes(&own[..1]);
        let shut = checking.shutting().map(|(_, when)| (when, false));
        if never_holds || !checking.logic.excludes(&shut.chain(own).collect::<Vec<_>>()) {
            continue;
        }
        let by = checking.shutting().find(|(_, shut)| {
            checking.logic.excludes(&[own[0], own[1], (shut, false)])
                && !checking.logic.excludes(&own)
        });
        let by = by.map(|(other, _)| (other.name.as_str(), checking.name_of(other)));
        found.push(nothing_to_lift(lint, rule, overriding.group.span, by));
    }
    found
}

/// `rule "nobody failed it" when failed.none then pass`
pub(super) fn opens_without_reports(checking: &Checking<'_>, lint: &Lint) -> Vec<Diagnostic> {
    let open = checking.openings().filter(|(_, when)| {
        checking.may_open_when(when, &|branch| {
            let groups = branch.groups();
            let mut some = groups.iter().filter(|(_, low, _)| *low > 0);
            let said = |node: &Node| measured(node).iter().any(|group| checking.was_said(group));
            // Votes that must reach a share of a bench.
            let mut shares = branch.least().filter(|(votes, bench)| {
                let of_bench = |node: &&Node| !measured(node).is_empty() && !said(node);
                votes.iter().any(|node| said(node)) && bench.iter().any(of_bench)
            });
            !some.any(|(group, ..)| checking.was_said(group)) && shares.next().is_none()
        })
    });
    open.map(|(rule, _)| nobody_needs_to_report(lint, rule, checking.condition_of(rule))).collect()
}

/// `seat("security").failed.none`
pub(super) fn none_of_skippable(checking: &Checking<'_>, lint: &Lint) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (rule, when) in checking.openings() {
        let mut asked: Vec<Node> = Vec::new();
        checking.logic.every(&[(when, true)], &mut |branch| {
            let none = branch.groups().into_iter().filter(|(group, _, high)| {
                *high <= 0 && is_of_named_seats(group) && !is_of_the_skipped(group)
            });
            asked.extend(none.map(|(group, ..)| group.clone()));
            true
        });
        let skipped = asked.iter().find(|group| {
            checking.may_open_when(when, &|branch| {
                let groups = branch.groups();
                let mut same = groups.iter().filter(|(other, ..)| root(other) == root(group));
                !same.any(|(other, low, high)| *low > 0 || (*high <= 0 && is_of_the_skipped(other)))
            })
        });
        if let Some(group) = skipped {
            found.push(true_of_skipped(lint, rule, checking.condition_of(rule), &names_of(group)));
        }
    }
    found
}

/// The groups whose members, or whose weight, a number counts.
fn measured(node: &Node) -> Vec<&Node> {
    let mut found = Vec::new();
    node.each(&mut |part| {
        if let Node::Verb(Id::Count | Id::Weight | Id::Quorum, group, _) = part {
            found.push(&**group);
        }
    });
    found
}

/// Whether it asks for seats that are skipped or excused.
fn is_of_the_skipped(group: &Node) -> bool {
    let skipped = [Tag::In(Group::Skipped), Tag::In(Group::Excused)];
    tags(group).iter().any(|tag| skipped.contains(tag))
}

/// The seats that a group names, for a message.
fn names_of(group: &Node) -> String {
    match root(group) {
        Node::Fact(Id::Told, _) => "the one whom the run names does not sit, or is".to_owned(),
        Node::Fact(_, args) => match &args[..] {
            [Node::Text(name)] => format!("`{name}` is"),
            [Node::List(names)] => format!("{} are", quoted(names)),
            _ => "these seats are".to_owned(),
        },
        _ => "these seats are".to_owned(),
    }
}

fn quoted(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

impl Checking<'_> {
    /// Whether a rule may hold, and no rule that shuts, in a way that passes a test. False where that cannot be seen.
    fn may_open_when(&self, when: &Node, test: &dyn Fn(&Branch<'_>) -> bool) -> bool {
        let shut = self.shutting().map(|(_, when)| (when, false));
        let all: Vec<(&Node, bool)> = shut.chain([(when, true)]).collect();
        let mut may = false;
        self.logic.every(&all, &mut |branch| {
            may |= test(branch);
            !may
        });
        may
    }

    /// What must be true for an override to lift something.
    fn something_to_lift(&self, group: Node) -> Node {
        let some = |group: Node| verb(Id::Some, group);
        let state = |group: Node, state: Group| verb(Id::Group(state), group);
        if is_of_findings(&group) {
            let blockers = some(verb(Id::Blockers, group));
            let failed = some(Node::Fact(Id::Group(Group::Failed), Vec::new()));
            // Who is only asked for in a condition is not in `failed`.
            let asked = self.code.bench.seats.values().any(Option::is_none);
            return if asked { blockers } else { Node::And(vec![blockers, failed]) };
        }
        Node::Or(vec![some(state(group.clone(), Group::Failed)), some(state(group, Group::Held))])
    }

    /// Whether a group has members only where somebody said something.
    fn was_said(&self, group: &Node) -> bool {
        match root(group) {
            Node::Fact(Id::AllFindings | Id::Topics | Id::Remarks, _) => true,
            Node::Fact(Id::Waivers, _) => false,
            _ if is_of_findings(group) => true,
            _ => self.stated(group),
        }
    }

    fn stated(&self, group: &Node) -> bool {
        let said = [Group::Reported, Group::Failed, Group::Held, Group::Unsure, Group::Doubted];
        let by_state = tags(group).iter().any(|tag| match tag {
            Tag::In(state) => said.iter().any(|said| state.is_within(*said)),
            _ => false,
        });
        let mut by_verb = false;
        group.each(&mut |part| {
            by_verb |= match part {
                Node::Verb(Id::Said, ..) => true,
                Node::Verb(Id::PassedBy, _, args) => {
                    args.iter().all(|least| self.logic.range(least).is_some_and(|(low, _)| low > 0))
                }
                _ => false,
            };
        });
        by_state || by_verb
    }
}

fn is_of_findings(group: &Node) -> bool {
    match group {
        Node::Fact(id, _) => *id == Id::AllFindings,
        Node::Verb(Id::Blockers | Id::Advisories | Id::Findings, ..) => true,
        Node::Verb(_, of, _) => is_of_findings(of),
        _ => false,
    }
}
