//! Groups in conditions: which hold each other, which have nothing in common, which are empty.
//!
//! What is claimed here must be true of every docket; `tests/judge/claims.rs` holds it to random ones.

use super::{Logic, Part, compared};
use crate::engine::eval::Node;
use crate::engine::facts::Id;
use crate::engine::syntax::Op;
use crate::ir::{Fingerprint, Group, Severity};

/// Something that is true of every member of a group.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::engine) enum Tag {
    /// Seats: they are in this group.
    In(Group),
    /// Findings: they have this severity.
    Of(Severity),
    /// Findings: they have this severity or a worse one.
    Least(Severity),
    Blockers,
    Advisories,
}

impl Tag {
    fn implies(self, other: Self) -> bool {
        match (self, other) {
            (Self::In(one), Self::In(other)) => one.is_within(other),
            (Self::Of(one) | Self::Least(one), Self::Least(other)) => one >= other,
            _ => self == other,
        }
    }

    fn excludes(self, other: Self) -> bool {
        match (self, other) {
            (Self::In(one), Self::In(other)) => one.excludes(other),
            (Self::Of(one), Self::Of(other)) => one != other,
            (Self::Of(one), Self::Least(other)) | (Self::Least(other), Self::Of(one)) => {
                one < other
            }
            (Self::Blockers, Self::Advisories) | (Self::Advisories, Self::Blockers) => true,
            _ => false,
        }
    }
}

/// `failed.some`, or `failed.none`
pub(super) fn some(of: Node, wanted: bool) -> Part {
    match of {
        Node::Verb(Id::Or, one, mut args) if args.len() == 1 => {
            let some = |group: Node| Node::Verb(Id::Some, Box::new(group), Vec::new());
            let parts = [*one].into_iter().chain(args.pop());
            let parts = parts.map(|group| (some(group), wanted)).collect();
            if wanted { Part::Any(parts) } else { Part::All(parts) }
        }
        of => {
            let count = Node::Verb(Id::Count, Box::new(of), Vec::new());
            let op = if wanted { Op::Greater } else { Op::LessEqual };
            match compared(op, count, Node::Int(0)) {
                Node::Binary(op, left, right) => Part::Compared(op, *left, *right),
                other => Part::Atom(other, true),
            }
        }
    }
}

/// Whether a verb keeps some of what it stands behind, and makes nothing else of it.
fn narrows(id: Id, of: &Node) -> bool {
    match id {
        Id::Blockers | Id::Advisories => !has_findings(of),
        Id::Group(_)
        | Id::Said
        | Id::Tried
        | Id::Confident
        | Id::Without
        | Id::And
        | Id::Severity(_)
        | Id::AtLeast
        | Id::InCategory
        | Id::InPath
        | Id::InChange
        | Id::Having
        | Id::Rated
        | Id::Mentioning
        | Id::Fingerprint
        | Id::By
        | Id::Unseen
        | Id::Seen
        | Id::Waived
        | Id::PassedBy
        | Id::ReportedBy
        | Id::Expired
        | Id::Unused
        | Id::Ownerless => true,
        _ => false,
    }
}

/// Whether there is something behind a verb only where there is something before it.
fn needs(id: Id, of: &Node) -> bool {
    narrows(id, of)
        || matches!(
            id,
            Id::Blockers | Id::Advisories | Id::Findings | Id::Remarks | Id::Within | Id::ByPath
        )
}

/// Whether it keeps no more of a smaller group than of a larger one, when it is asked for the same.
fn grows(id: Id, of: &Node) -> bool {
    needs(id, of) && !matches!(id, Id::Within | Id::ByPath | Id::ReportedBy)
}

/// Whether a weight is taken of a bench, which counts who is excused as well.
pub(super) fn is_of_a_bench(node: &Node) -> bool {
    matches!(root(node), Node::Fact(Id::Group(Group::Expected), _))
}

/// Whether it is a group of seats or subjects, which have findings and are none.
fn has_findings(node: &Node) -> bool {
    match node {
        Node::Fact(id, _) => matches!(id, Id::Group(_) | Id::Seat | Id::Seats | Id::Subjects),
        Node::Verb(Id::Blockers | Id::Advisories | Id::Findings | Id::Remarks, ..) => false,
        Node::Verb(_, of, _) => has_findings(of),
        _ => false,
    }
}

/// What a group is chosen from: the fact at its beginning.
pub(in crate::engine) fn root(node: &Node) -> &Node {
    match node {
        Node::Verb(_, of, _) => root(of),
        other => other,
    }
}

/// Whether a group is of seats that are named, and so may be none where they are skipped, or do not sit.
pub(in crate::engine) fn is_of_named_seats(node: &Node) -> bool {
    matches!(root(node), Node::Fact(Id::Seat | Id::Seats | Id::Told, _))
}

/// What is true of every member of a group.
pub(in crate::engine) fn tags(node: &Node) -> Vec<Tag> {
    match node {
        // It also has seats that only a condition asks for, which are in other groups, too.
        Node::Fact(Id::Group(Group::Unexpected), _) => Vec::new(),
        Node::Fact(Id::Group(group), _) => vec![Tag::In(*group)],
        // A subject is in a group as a seat is, but only `failed`, `unsettled`, `warned` and `passed` are asked.
        Node::Verb(id, of, args) => {
            let own = match (id, &args[..]) {
                (Id::Group(group), _) => Some(Tag::In(*group)),
                (Id::Confident | Id::Rated, _) => Some(Tag::In(Group::Reported)),
                (Id::Severity(severity), _) => Some(Tag::Of(*severity)),
                (Id::AtLeast, [Node::Text(least)]) if !is_of_topics(of) => {
                    least.parse().ok().map(Tag::Least)
                }
                (Id::Blockers, _) => Some(Tag::Blockers),
                (Id::Advisories, _) => Some(Tag::Advisories),
                _ => None,
            };
            let mut all: Vec<Tag> = own.into_iter().collect();
            match (id, &args[..]) {
                (Id::And, [other]) => all.extend([tags(of), tags(other)].concat()),
                (Id::Or, [other]) => {
                    let (one, other) = (tags(of), tags(other));
                    let common = |tag: &Tag| other.iter().any(|other| other.implies(*tag));
                    all.extend(one.iter().copied().filter(common));
                }
                _ if narrows(*id, of) => all.extend(tags(of)),
                _ => {}
            }
            all
        }
        _ => Vec::new(),
    }
}

fn is_of_topics(node: &Node) -> bool {
    matches!(root(node), Node::Fact(Id::Topics, _))
        && !matches!(node, Node::Verb(Id::Findings | Id::Blockers | Id::Advisories, ..))
}

impl Logic<'_> {
    /// Whether every member of one group is in the other.
    pub(super) fn is_within(&self, one: &Node, other: &Node) -> bool {
        if one == other {
            return true;
        }
        // What is too deep is compared with nothing.
        if !self.pay(1) {
            return false;
        }
        let tagged = |tag: Tag| tags(one).iter().any(|own| own.implies(tag));
        let wider = match other {
            // Named groups leave out who is only asked for in a condition, and so must the other one.
            Node::Fact(Id::Group(group), _) => self.is_of_groups(one) && tagged(Tag::In(*group)),
            Node::Fact(Id::Seats, args) => match (one, &args[..]) {
                (Node::Fact(Id::Seat | Id::Seats, own), [Node::List(names)]) => match &own[..] {
                    [Node::Text(name)] => names.contains(name),
                    [Node::List(own)] => own.iter().all(|name| names.contains(name)),
                    _ => false,
                },
                _ => false,
            },
            Node::Verb(Id::Or, a, args) => {
                self.is_within(one, a) || args.iter().any(|group| self.is_within(one, group))
            }
            Node::Verb(Id::And, a, args) => {
                self.is_within(one, a) && args.iter().all(|group| self.is_within(one, group))
            }
            Node::Verb(Id::Group(group), of, _) => {
                self.is_within(one, of) && tagged(Tag::In(*group))
            }
            Node::Verb(Id::Severity(severity), of, _) => {
                self.is_within(one, of) && tagged(Tag::Of(*severity))
            }
            Node::Verb(Id::AtLeast, of, args) => match &args[..] {
                [Node::Text(least)] if !is_of_topics(of) => {
                    let least = least.parse().ok().map(Tag::Least);
                    self.is_within(one, of) && least.is_some_and(tagged)
                }
                _ => false,
            },
            _ => false,
        };
        if wider {
            return true;
        }
        match (one, other) {
            (Node::Verb(Id::Or, a, args), _) => {
                self.is_within(a, other) && args.iter().all(|group| self.is_within(group, other))
            }
            (
                Node::Verb(Id::Without, of, left_out),
                Node::Verb(Id::Without, of_other, other_out),
            ) if left_out.len() == 1
                && other_out.len() == 1
                && self.is_within(of, of_other)
                && self.is_within(&other_out[0], &left_out[0]) =>
            {
                true
            }
            (Node::Verb(id, of, args), Node::Verb(other_id, of_other, other_args))
                if id == other_id
                    && args == other_args
                    && *id != Id::Without
                    && grows(*id, of)
                    && self.is_within(of, of_other) =>
            {
                true
            }
            (Node::Verb(Id::InPath, of, args), Node::Verb(Id::InPath, of_other, other_args))
                if matches!((&args[..], &other_args[..]), ([Node::Text(one)], [Node::Text(wider)])
                    if self.is_within_paths(one, &[wider]))
                    && self.is_within(of, of_other) =>
            {
                true
            }
            (Node::Verb(Id::And, of, args), _) => {
                self.is_within(of, other) || args.iter().any(|group| self.is_within(group, other))
            }
            (Node::Verb(id, of, _), _) if narrows(*id, of) => self.is_within(of, other),
            _ => false,
        }
    }

    /// Whether all of it comes from groups that have names, or from seats that the policy seats, which are in them.
    fn is_of_groups(&self, node: &Node) -> bool {
        let seated = |name: &str| {
            let seats = self.bench.map(|bench| &bench.seats);
            seats.is_some_and(|seats| seats.get(name).is_some_and(Option::is_some))
        };
        match node {
            Node::Fact(Id::Group(group), _) => *group != Group::Unexpected,
            Node::Fact(Id::Seat | Id::Seats, args) => match &args[..] {
                [Node::Text(name)] => seated(name),
                [Node::List(names)] => names.iter().all(|name| seated(name)),
                _ => false,
            },
            Node::Verb(Id::Or, of, args) => {
                self.is_of_groups(of) && args.iter().all(|group| self.is_of_groups(group))
            }
            Node::Verb(Id::And, of, args) => {
                self.is_of_groups(of) || args.iter().any(|group| self.is_of_groups(group))
            }
            Node::Verb(id, of, _) => narrows(*id, of) && self.is_of_groups(of),
            _ => false,
        }
    }

    /// Whether there is something in one group only where there is something in the other.
    pub(super) fn needs_some(&self, one: &Node, other: &Node) -> bool {
        if self.is_within(one, other) {
            return true;
        }
        match one {
            // Only of what required and voting seats reported.
            Node::Fact(Id::AllFindings, _) => {
                *other == Node::Fact(Id::Group(Group::Expected), Vec::new())
            }
            Node::Verb(Id::Or, of, args) => {
                self.needs_some(of, other) && args.iter().all(|group| self.needs_some(group, other))
            }
            Node::Verb(Id::And | Id::By, of, args) => {
                self.needs_some(of, other) || args.iter().any(|group| self.needs_some(group, other))
            }
            Node::Verb(id, of, _) => needs(*id, of) && self.needs_some(of, other),
            _ => false,
        }
    }

    /// Whether a group has no member on any docket.
    pub(super) fn is_empty(&self, node: &Node) -> bool {
        let tags = tags(node);
        let apart = tags
            .iter()
            .enumerate()
            .any(|(place, tag)| tags[..place].iter().any(|other| tag.excludes(*other)));
        apart
            || match node {
                Node::Fact(Id::Seats, args) => {
                    matches!(&args[..], [Node::List(names)] if names.is_empty())
                }
                Node::Verb(Id::Fingerprint, _, args) => {
                    matches!(&args[..], [Node::Text(text)] if !Fingerprint::is_one(text.trim()))
                }
                Node::Verb(Id::Or, of, args) => {
                    self.is_empty(of) && args.iter().all(|group| self.is_empty(group))
                }
                Node::Verb(Id::And, of, args) => {
                    self.is_empty(of) || args.iter().any(|group| self.is_empty(group))
                }
                Node::Verb(Id::Without, of, args) => {
                    self.is_empty(of) || args.iter().any(|group| self.is_within(of, group))
                }
                Node::Verb(id, of, _) => needs(*id, of) && self.is_empty(of),
                _ => false,
            }
    }

    /// Where all that are expected among some are in a state, whether none of them can be in a group.
    pub(super) fn leaves_none(&self, all: &Node, group: &Node) -> bool {
        let Some((state, of)) = state_of(all) else { return false };
        let own = tags(group);
        let apart = own.iter().any(|tag| tag.excludes(Tag::In(state)));
        let expected = Tag::In(Group::Expected);
        // What can be asked of subjects are states that each of them has, or has not.
        let live = own.iter().any(|tag| tag.implies(expected));
        let among = match of {
            Some(of) => self.is_within(group, of),
            None => self.is_of_groups(group),
        };
        apart && live && among
    }

    /// Whether two groups ask the same seat for states that it cannot be in at once.
    pub(super) fn is_same_seat_apart(&self, one: &Node, other: &Node) -> bool {
        let single = |node: &Node| {
            matches!(root(node), Node::Fact(Id::Seat, _)) && self.most(node) == Some(1)
        };
        single(one)
            && single(other)
            && root(one) == root(other)
            && tags(one).iter().any(|tag| tags(other).iter().any(|apart| tag.excludes(*apart)))
    }

    /// How many members a group has at most; none where nothing says so.
    pub(super) fn most(&self, node: &Node) -> Option<i128> {
        if self.is_empty(node) {
            return Some(0);
        }
        match node {
            Node::Fact(Id::Seat, _) => Some(1),
            Node::Fact(Id::Seats, args) => match &args[..] {
                [Node::List(names)] => i128::try_from(names.len()).ok(),
                _ => None,
            },
            Node::Verb(id, of, _) if narrows(*id, of) => self.most(of),
            _ => None,
        }
    }
}

/// Where all that are expected among some are in a state, whether all of them are in another one as well.
pub(super) fn all_are(one: &Node, other: &Node) -> bool {
    match (state_of(one), state_of(other)) {
        (Some((state, of)), Some((wider, of_other))) => of == of_other && state.is_within(wider),
        _ => false,
    }
}

/// A state, and what it is asked of; none: of everybody who is expected.
fn state_of(node: &Node) -> Option<(Group, Option<&Node>)> {
    match node {
        Node::Fact(Id::Group(group), _) => Some((*group, None)),
        Node::Verb(Id::Group(group), of, _) => Some((*group, Some(of))),
        _ => None,
    }
}
