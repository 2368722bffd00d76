//! The facts, verbs and names that a condition names, and the words that stand behind them.

use super::{OWNER, Reads, TOUCHED, labelled};
use crate::engine::Policy;
use crate::engine::eval::Node;
use crate::engine::facts::{Id, REVIEWER_WORDS};
use crate::engine::policy::Step;
use crate::engine::syntax::{Expr, ExprKind};
use crate::ir::{Fingerprint, Group, MadeEntry, Value};

impl Reads {
    pub(super) fn node(&mut self, policy: &Policy, node: &Node) {
        match node {
            Node::Binary(op, ..) if op.is_arithmetic() => self.sums = true,
            Node::Int(number) => drop(self.numbers.insert(*number)),
            Node::Text(text) => self.text(text),
            Node::List(entries) => self.list(entries),
            Node::Fact(id, args) | Node::Verb(id, _, args) => self.asks(policy, *id, args),
            _ => {}
        }
    }

    fn asks(&mut self, policy: &Policy, id: Id, args: &[Node]) {
        let mut computed = false;
        let mut texts = || match args.first().map(|arg| texts_of(policy, arg)) {
            Some(Some(texts)) => texts,
            Some(None) => {
                computed = true;
                Vec::new()
            }
            None => Vec::new(),
        };
        match id {
            Id::Group(group) => {
                self.groups |= group.bit();
                if group == Group::Unexpected {
                    self.beyond.insert(("sources that nobody expected: not made up", "unexpected"));
                }
            }
            Id::Weight => {
                let what = "weights that neither policy nor panel names: all are 1";
                self.beyond.insert((what, "weight"));
            }
            Id::Confident => self.confidence = true,
            Id::Severity(_) | Id::AtLeast => self.severity = true,
            Id::Topics => self.topics = true,
            Id::Unseen | Id::Seen => self.unseen = true,
            Id::Waived => self.waivers = true,
            Id::LinesChanged => self.lines_changed = true,
            Id::Round => self.round = true,
            Id::InChange => {
                self.changed.insert(TOUCHED.to_owned());
                self.paths.insert(TOUCHED.to_owned());
                self.leave_out("in_change", "which lines of a file a change touches: any of it");
            }
            Id::Unowned => {
                self.changed.insert(TOUCHED.to_owned());
                self.owners = true;
                self.alone.insert(OWNER.to_owned());
                self.seats.insert(OWNER.to_owned());
                self.leave_out("unowned", "owners of paths: but one who owns one folder");
            }
            Id::Having => {
                let said = args.iter().map(|arg| texts_of(policy, arg).unwrap_or_default());
                if let [name, values] = said.collect::<Vec<_>>().as_slice() {
                    let of = |value: &String| (name.concat(), value.clone());
                    self.labels.extend(values.iter().map(of));
                    let seats = values.iter().map(|value| labelled(&name.concat(), value));
                    self.alone.extend(seats.clone());
                    self.seats.extend(seats);
                }
                self.leave_out(
                    "with",
                    "what a panel says of seats: of one for each text that is asked for",
                );
            }
            Id::Said => self.words.extend(texts()),
            Id::InCategory => self.categories.extend(texts()),
            Id::InPath => self.paths.extend(texts()),
            Id::Changed | Id::OnlyChanged => self.changed.extend(texts()),
            Id::Mentioning => self.mentions.extend(texts()),
            Id::Tried => self.actions.extend(texts()),
            Id::Rated => self.leave_out("rated", "`rated`: not made up"),
            Id::Approvers => self.leave_out("approvers", "`approvers`: not made up"),
            Id::Fingerprint => {
                let texts = texts().into_iter().map(|text| text.trim().to_owned());
                // No finding has what is not one.
                self.fingerprints.extend(texts.filter(|text| Fingerprint::is_one(text)));
            }
            Id::Remarks => self.leave_out("remarks", "`remarks`: not made up"),
            Id::Unclaimed => self.leave_out("unclaimed", "`unclaimed`: not made up"),
            Id::Unused => self.leave_out("unused", "`waivers.unused`: not made up"),
            Id::Ownerless => self.leave_out("ownerless", "`waivers.ownerless`: not made up"),
            Id::Waivers => self.waivers = true,
            Id::Day => self.days.extend(texts()),
            Id::SpecFeedback => drop(self.entries.insert(MadeEntry::SpecFeedback)),
            Id::Unresolved => drop(self.entries.insert(MadeEntry::Unresolved)),
            Id::Contradictory => drop(self.entries.insert(MadeEntry::Contradictory)),
            Id::Settled => {
                self.groups |= Group::Unsure.bit();
                self.entries.insert(MadeEntry::Contradictory);
            }
            Id::SeatName => self.seat_name = true,
            Id::OtherSeats => self.others = true,
            // They choose and count among what others gave them.
            Id::Seat
            | Id::Seats
            | Id::Told
            | Id::AllFindings
            | Id::Some
            | Id::None
            | Id::All
            | Id::Count
            | Id::Quorum
            | Id::Under
            | Id::Blockers
            | Id::Advisories
            | Id::Findings
            | Id::Without
            | Id::Filter
            | Id::Named
            | Id::Has
            | Id::PassedBy
            | Id::Subjects
            | Id::ReportedBy
            | Id::ByPath
            | Id::Within
            | Id::Expired
            | Id::By
            | Id::And
            | Id::Or
            | Id::DaysUntil
            | Id::Len
            | Id::StartsWith
            | Id::EndsWith
            | Id::Contains
            | Id::Min
            | Id::Max
            | Id::Abs
            | Id::In => {}
        }
        if computed {
            self.beyond.insert(("words, patterns and days that are computed", ""));
        }
        let lines = "findings in different lines of one file";
        match id {
            Id::Within => self.leave_out("within", lines),
            Id::Under => self.leave_out("under", lines),
            _ => {}
        }
    }

    /// What stands in an expression that only rhai can run: it may ask for anything that it names.
    pub(super) fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Int(number) => drop(self.numbers.insert(*number)),
            ExprKind::Text(text) => {
                self.texts.insert(text.clone());
                if REVIEWER_WORDS.contains(&text.as_str()) {
                    self.words.insert(text.clone());
                } else if text.contains(['*', '/']) {
                    self.paths.insert(text.clone());
                } else {
                    self.categories.insert(text.clone());
                    self.mentions.insert(text.clone());
                }
            }
            ExprKind::Name(name) | ExprKind::Member { name, .. } | ExprKind::Call { name, .. } => {
                match name.as_str() {
                    "in_change" => {
                        self.changed.insert(TOUCHED.to_owned());
                        self.paths.insert(TOUCHED.to_owned());
                    }
                    "unowned" => {
                        self.changed.insert(TOUCHED.to_owned());
                        self.owners = true;
                        self.alone.insert(OWNER.to_owned());
                        self.seats.insert(OWNER.to_owned());
                    }
                    "topics" => self.topics = true,
                    "unseen" | "seen" => self.unseen = true,
                    "waived" | "waivers" => self.waivers = true,
                    "lines_changed" => self.lines_changed = true,
                    "round" => self.round = true,
                    "seat" => self.seat_name = true,
                    "others" => self.others = true,
                    _ => {}
                }
            }
            _ => {}
        }
    }
}

/// The text that an argument is: written out, a parameter's, or that of a `let`. None where it is computed.
fn texts_of(policy: &Policy, arg: &Node) -> Option<Vec<String>> {
    match arg {
        Node::Text(text) => Some(vec![text.clone()]),
        Node::Operand(_, part) => texts_of(policy, part),
        Node::Param(place) => match policy.facts().params.get(*place) {
            Some((_, Value::Text(text))) => Some(vec![text.clone()]),
            _ => None,
        },
        Node::Let(place) => {
            let lets = policy.code.steps.iter().filter_map(|step| match step {
                Step::Let(code) => Some(code),
                Step::Rule(_) => None,
            });
            texts_of(policy, lets.into_iter().nth(*place)?.native.as_ref()?)
        }
        // Groups, numbers: no text.
        Node::Fact(..) | Node::Verb(..) | Node::Int(_) | Node::Bool(_) | Node::List(_) => {
            Some(Vec::new())
        }
        _ => None,
    }
}
