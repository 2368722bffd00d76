//! What a policy looks at: which facts and verbs it names, and with which words and numbers.

mod named;

use std::collections::{BTreeMap, BTreeSet};

use super::constants::Constants;
use super::{GivenType, Policy, Stage};
use crate::ir::{Given, Group, MadeEntry, SeatPlace, Stake, Value};
use crate::source::composed;

/// What policies look at. What is not here, no condition of theirs can tell apart.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reads {
    /// The groups that are named, as a set of [`Group::bit`]s.
    pub(crate) groups: u32,
    /// Whether all that is read is a gate's.
    pub(crate) gate: bool,
    /// How sure somebody is, beyond `unsure`.
    pub(crate) confidence: bool,
    pub(crate) severity: bool,
    pub(crate) topics: bool,
    pub(crate) unseen: bool,
    pub(crate) waivers: bool,
    pub(crate) lines_changed: bool,
    pub(crate) round: bool,
    /// The words that reviewers are asked for.
    pub(crate) words: BTreeSet<String>,
    pub(crate) categories: BTreeSet<String>,
    /// Patterns of paths of findings, and of the change.
    pub(crate) paths: BTreeSet<String>,
    pub(crate) changed: BTreeSet<String>,
    pub(crate) mentions: BTreeSet<String>,
    pub(crate) fingerprints: BTreeSet<String>,
    pub(crate) actions: BTreeSet<String>,
    /// Whether somebody votes: of voters the gate itself tells apart who cannot be read and who is doubted.
    pub(crate) voters: bool,
    /// What verdicts hold beside findings.
    pub(crate) entries: BTreeSet<MadeEntry>,
    /// Whether a policy leaves it to the host how those count whom it does not name.
    pub(crate) others_open: bool,
    /// Whether a redispatch policy asks who is asked about, and who else sits.
    pub(crate) seat_name: bool,
    pub(crate) others: bool,
    /// All numbers and texts that stand in it, and the values of its parameters.
    pub(crate) numbers: BTreeSet<i64>,
    pub(crate) texts: BTreeSet<String>,
    /// The days that are written out, and those of parameters.
    pub(crate) days: BTreeSet<String>,
    pub(crate) given: Vec<GivenRead>,
    /// What is asked of seats, by name and text; whether owners of paths are.
    pub(crate) labels: BTreeSet<(String, String)>,
    pub(crate) owners: bool,
    /// The seats that it names.
    pub(crate) seats: BTreeSet<String>,
    /// How each policy seats them, the lists that they are in, and who is named alone.
    places: Vec<BTreeMap<String, Option<SeatPlace>>>,
    lists: Vec<BTreeSet<String>>,
    alone: BTreeSet<String>,
    /// Facts and verbs whose values are not made up, and the name that asks for them.
    pub(crate) beyond: BTreeSet<Beyond>,
    /// Whether it computes with numbers.
    pub(crate) sums: bool,
    /// How many expressions only rhai can run: they may look at anything.
    pub(crate) thunks: usize,
    /// Whether everything is tried beside everything, at each value at which it may turn.
    pub(crate) wide: bool,
    /// Whether one world is enough: one in which few rules shut.
    pub(crate) narrow: bool,
    /// What facts of the run are held against.
    constants: BTreeMap<String, Constants>,
}

/// What is not made up, and the name of a fact or a verb that asks for it; none: no single one does.
pub(crate) type Beyond = (&'static str, &'static str);

/// A fact of the run that is asked for.
#[derive(Clone, Debug)]
pub(crate) struct GivenRead {
    pub(crate) name: String,
    pub(crate) of: super::GivenType,
    pub(crate) among: Vec<Given>,
    pub(crate) default: Option<Given>,
    /// Whether a policy takes more than its choices.
    pub(crate) open: bool,
    /// Whether it matters that a host leaves it out: not all policies ask for it in the same way.
    pub(crate) untold: bool,
    /// How many policies ask for it.
    asked: usize,
}

impl Reads {
    /// What several policies look at, with those that they extend and those of the stages before.
    pub(crate) fn of<'p>(policies: impl IntoIterator<Item = &'p Policy>) -> Self {
        let mut reads = Self { gate: true, ..Self::default() };
        let mut many = 0;
        for policy in policies {
            many += 1;
            reads.gate &= policy.code.stage == Stage::Gate;
            reads.policy(policy);
        }
        reads.given.iter_mut().for_each(|given| given.untold |= given.asked < many);
        reads
    }

    /// What a fact is held against.
    pub(crate) fn constants(&self, name: &str) -> Constants {
        self.constants.get(name).cloned().unwrap_or_default()
    }

    /// The same, where everything is tried beside everything.
    pub(crate) fn widened(self) -> Self {
        Self { wide: true, ..self }
    }

    fn policy(&mut self, policy: &Policy) {
        policy.code.bases.iter().chain(&policy.stages).for_each(|other| self.policy(other));
        if !policy.stages.is_empty() {
            self.beyond.insert((STAGES, ""));
        }
        self.seats.extend(policy.bench().seats.keys().cloned());
        self.others_open |= policy.bench().others.is_none();
        self.places.push(policy.bench().seats.clone());
        let mut places = policy.bench().seats.values().flatten().chain(&policy.bench().others);
        self.voters |= places.any(|place| place.stake == Stake::Voting);
        for code in policy.code.deciding() {
            match &code.native {
                Some(node) => node.each(&mut |node| self.node(policy, node)),
                None => {
                    self.thunks += 1;
                    code.expr.each(&mut |expr| self.expr(expr));
                }
            }
        }
        for function in &policy.code.functions {
            let body = function.body.iter();
            body.for_each(|statement| statement.each(&mut |expr| self.expr(expr)));
        }
        if self.thunks > 0 {
            self.beyond.insert((IN_RHAI, "fn"));
        }
        let said = policy.code.codes().filter(|code| code.native.is_none()).count();
        let run = policy.code.deciding().filter(|code| code.native.is_none()).count();
        if said > run {
            let what = "texts of `because`: they are not made, so an error in one is not seen";
            self.beyond.insert((what, "because"));
        }
        for (_, value) in &policy.facts().params {
            match value {
                Value::Int(number) => drop(self.numbers.insert(*number)),
                Value::Text(text) => self.text(text),
                Value::List(entries) => self.list(entries),
                Value::Date(day) => drop(self.days.insert(day.to_string())),
                Value::Bool(_) => {}
            }
        }
        policy.compared(&mut self.constants);
        for given in &policy.code.given {
            if given.of.names_seats() {
                // One of the bench, who has no name but this.
                self.seats.insert(given.name.clone());
                self.leave_out("given", "seats that a host names: all but one of its own, who sits, and one who does not");
            }
            match self.given.iter_mut().find(|known| known.name == given.name) {
                Some(known) => {
                    known.open |= given.among.is_empty();
                    known.untold |= known.default != given.default;
                    known.asked += 1;
                    let more = given.among.iter().filter(|value| !known.among.contains(value));
                    known.among.extend(more.cloned().collect::<Vec<_>>());
                }
                None => self.given.push(GivenRead {
                    name: given.name.clone(),
                    of: given.of,
                    among: given.among.clone(),
                    default: given.default.clone(),
                    open: given.among.is_empty(),
                    untold: false,
                    asked: 1,
                }),
            }
        }
    }

    fn text(&mut self, text: &str) {
        self.texts.insert(text.to_owned());
        self.alone.insert(composed(text).into_owned());
    }

    fn list(&mut self, entries: &[String]) {
        self.texts.extend(entries.iter().cloned());
        self.lists.push(entries.iter().map(|entry| composed(entry).into_owned()).collect());
    }

    /// Whether no condition can tell two seats of these names apart: each is in all lists in which the other is, counts
    /// alike, and is named in no other way.
    pub(crate) fn are_alike(&self, one: &str, other: &str) -> bool {
        let told = |given: &GivenRead| !matches!(given.of, GivenType::Int | GivenType::Bool);
        let named = |name: &str| self.seat_name || self.alone.contains(name);
        self.thunks == 0
            && !self.given.iter().any(told)
            && !named(one)
            && !named(other)
            && self.places.iter().all(|seats| seats.get(one) == seats.get(other))
            && self.lists.iter().all(|list| list.contains(one) == list.contains(other))
    }

    /// Whom a fact of the run names, where it names seats: nobody who sits, one who does, all of these.
    pub(crate) fn told(&self, of: GivenType) -> Vec<Given> {
        let own = self.given.iter().filter(|given| given.of.names_seats());
        let own: Vec<String> = own.map(|given| given.name.clone()).collect();
        let nobody = "somebody else".to_owned();
        match of {
            GivenType::Seat => own.into_iter().chain([nobody]).map(Given::Text).collect(),
            _ => {
                let one = own.iter().map(|name| Given::List(vec![name.clone()]));
                let one: Vec<Given> = one.collect();
                let all = (own.len() > 1).then_some(Given::List(own));
                one.into_iter().chain(all).chain([Given::List(Vec::new())]).collect()
            }
        }
    }

    /// The same, with the first world alone: of facts of the run nothing is tried.
    pub(crate) fn narrowed(self) -> Self {
        Self { narrow: true, ..self }
    }

    /// The seats that not all policies seat, or not alike.
    pub(crate) fn seated_otherwise(&self) -> Vec<String> {
        let all = self.seats.iter();
        let differs = |name: &&String| {
            let mut places = self.places.iter().map(|seats| seats.get(*name));
            let first = places.next();
            places.any(|place| Some(place) != first)
        };
        all.filter(differs).cloned().collect()
    }

    fn leave_out(&mut self, about: &'static str, says: &'static str) {
        self.beyond.insert((says, about));
    }

    /// What of a cell can be told apart, as a set of groups.
    pub(crate) fn mask(&self) -> u32 {
        if self.thunks > 0 || self.beyond.contains(&(STAGES, "")) {
            return u32::MAX;
        }
        let voters: &[Group] = if self.voters { &OF_VOTERS } else { &[] };
        ALWAYS.iter().chain(voters).fold(self.groups, |mask, group| mask | group.bit())
    }
}

/// The folder that a made-up change touches, and who owns it.
pub(crate) const TOUCHED: &str = "touched/**";
pub(crate) const OWNER: &str = "owner of touched";

/// The seat of which a text is said.
pub(crate) fn labelled(name: &str, value: &str) -> String {
    format!("{name} {value}")
}

/// What is left out where something is run in rhai.
const IN_RHAI: &str = "what closures and `fn`s compute: the words and numbers that they name were made up, and what is made of these was not";

/// What is left out where stages stand before the gate.
const STAGES: &str =
    "audits and redispatch policies: they are asked, and their own facts are not made up";

/// What the native judging itself tells apart.
const ALWAYS: [Group; 9] = [
    Group::Failed,
    Group::Held,
    Group::Warned,
    Group::Passed,
    Group::Unsettled,
    Group::Reported,
    Group::Excused,
    Group::Skipped,
    Group::Expected,
];

/// And of voters.
const OF_VOTERS: [Group; 2] = [Group::Unreadable, Group::Doubted];
