//! Rules that open over somebody who is silent or against it, and say no more than where there is no such one: found
//! by judging dockets that are made up.

use super::mistakes::{Shown, crashed_seats, dissent_unsaid};
use super::{Checking, Lint};
use crate::engine::eval::Node;
use crate::engine::facts::Id;
use crate::engine::policy::{GivenFact, Param, Rule};
use crate::engine::{GivenType, Stage};
use crate::ir::glob::path_for;
use crate::ir::{
    Absence, Cause, ClosedDocket, Confidence, Date, Decoded, Diagnostic, Docket, Finding,
    FindingKind, Given, Group, Outcome, Ruling, Stake, Stated, Value, Verdict,
};
use crate::source::{Source, Span};

/// How many dockets are judged for one question, and how many where rhai has to run.
const TRIALS: usize = 3000;
const TRIALS_IN_RHAI: usize = 300;

/// How many sit who was not names: as few as vote, and as many as are counted.
const BENCHES: [usize; 3] = [3, 5, 9];

/// Seats that no policy names.
const NAMES: [&str; 9] = ["ann", "ben", "cleo", "dan", "eve", "finn", "gus", "hal", "ida"];

/// What becomes of a voter who does not pass.
#[derive(Clone, Copy)]
pub(super) enum Lack {
    /// In one of these states, and says nothing.
    Silent(Group, &'static str),
    /// It fails the change.
    Against,
}

const SILENT: [Lack; 4] = [
    Lack::Silent(Group::Missing, "missing"),
    Lack::Silent(Group::Errored, "errored"),
    Lack::Silent(Group::Stale, "stale"),
    Lack::Silent(Group::Unreadable, "unreadable"),
];

/// `others voting; rule "two agree" when in_favour.count >= 2 then pass;`, and a third one is missing
pub(super) fn silent_seats(checking: &Checking<'_>, lint: &Lint) -> Vec<Diagnostic> {
    let shown = SILENT.into_iter().find_map(|lack| checking.opens_over(lack));
    shown.map(|shown| crashed_seats(lint, &shown)).into_iter().collect()
}

/// `others voting; rule "two agree" when in_favour.count >= 2 then pass;`, and a third one fails it
pub(super) fn unsaid_dissent(checking: &Checking<'_>, lint: &Lint) -> Vec<Diagnostic> {
    let shown = checking.opens_over(Lack::Against);
    shown.map(|shown| dissent_unsaid(lint, &shown)).into_iter().collect()
}

impl Checking<'_> {
    /// A docket that opens where a voter lacks, and whose ruling says the same as where it passes.
    fn opens_over(&self, lack: Lack) -> Option<Shown> {
        if !self.may_open_over(lack) {
            return None;
        }
        let mut made = Made::of(self);
        for world in made.worlds() {
            for bench in made.benches() {
                for lacking in bench.lacking() {
                    let opened = made.judge(&bench.docket(&world, &lacking, lack))?;
                    let Some(open) = opened else { continue };
                    let like = made.judge(&bench.docket(&world, &[], lack))?;
                    if like.is_some_and(|like| says(&like) == says(&open)) {
                        return Some(self.shown(&open, &bench, &lacking, lack));
                    }
                }
            }
        }
        None
    }

    /// Whether one of many who passes opens the gate where all others are missing.
    pub(super) fn opens_by_one_of_many(&self, rule: &Rule) -> bool {
        let mut made = Made::of(self);
        made.worlds().into_iter().any(|world| {
            made.benches().into_iter().any(|bench| {
                let lacking = bench.lacking().into_iter().next();
                let Some(lacking) = lacking.filter(|lacking| lacking.len() > 1) else {
                    return false;
                };
                let docket = bench.docket(&world, &lacking, SILENT[0]);
                let opened = made.judge(&docket).flatten();
                opened.is_some_and(|ruling| {
                    let also = ruling.also().any(|also| also.name == rule.name);
                    also || ruling.rule_name() == rule.name
                })
            })
        })
    }

    /// Whether there may be such a docket, as far as conditions say so.
    fn may_open_over(&self, lack: Lack) -> bool {
        if self.code.stage != Stage::Gate || !self.code.bases.is_empty() {
            return false;
        }
        let group = match lack {
            Lack::Silent(group, _) => group,
            Lack::Against => Group::Failed,
        };
        let of = Box::new(Node::Fact(Id::Group(group), Vec::new()));
        let some = Node::Verb(Id::Some, of, Vec::new());
        let opens = |rule: &Rule| self.code.outcome(rule).is_some_and(Outcome::opens);
        self.rules.iter().filter(|(rule, _)| opens(rule)).any(|(_, when)| {
            let Some(when) = when else { return true };
            let shut = self.shutting().map(|(_, when)| (when, false));
            !self.logic.excludes(&shut.chain([(when, true), (&some, true)]).collect::<Vec<_>>())
        })
    }

    fn shown(&self, ruling: &Ruling, bench: &Bench, lacking: &[usize], lack: Lack) -> Shown {
        let names = |wanted: &dyn Fn(usize) -> bool| {
            let seats = bench.seats.iter().enumerate().filter(|(at, _)| wanted(*at));
            seats.map(|(_, (name, _))| name.clone()).collect::<Vec<_>>()
        };
        let rule = self.code.rules().find(|rule| rule.name == ruling.rule_name());
        Shown {
            rule: ruling.rule_name().to_owned(),
            at: rule.map_or_else(Span::default, |rule| self.name_of(rule)),
            pass: names(&|at| !lacking.contains(&at)),
            lack: names(&|at| lacking.contains(&at)),
            state: match lack {
                Lack::Silent(_, state) => state,
                Lack::Against => "against it",
            },
        }
    }
}

/// What a ruling says beside what it rests on.
fn says(ruling: &Ruling) -> (&str, &str, Vec<&str>) {
    let notes = ruling.notes().map(|note| note.note.name.as_str()).collect();
    (ruling.word(), ruling.rule_name(), notes)
}

/// Who sits, how each counts, and who of them votes.
struct Bench {
    seats: Vec<(String, Stake)>,
}

impl Bench {
    /// The voters that may lack at once: all but one, fewer, and each that is named alone.
    fn lacking(&self) -> Vec<Vec<usize>> {
        let voters =
            self.seats.iter().enumerate().filter(|(_, (_, stake))| *stake == Stake::Voting);
        let voters: Vec<usize> = voters.map(|(at, _)| at).collect();
        let single = voters.iter().map(|at| vec![*at]);
        (1..voters.len()).map(|first| voters[first..].to_vec()).chain(single).collect()
    }

    fn docket(&self, world: &World, lacking: &[usize], lack: Lack) -> ClosedDocket {
        let mut docket = world.docket();
        for (at, (name, stake)) in self.seats.iter().enumerate() {
            docket.seat(name.as_str()).stake(*stake);
            let lack = Some(lack).filter(|_| lacking.contains(&at));
            match lack {
                None => docket.submit_decoded(name.as_str(), verdict(name, Outcome::Pass)),
                Some(Lack::Against) => {
                    docket.submit_decoded(name.as_str(), verdict(name, Outcome::Fail));
                }
                Some(Lack::Silent(Group::Errored, why)) => {
                    docket.absent(name.as_str(), Absence::Errored(why.to_owned()));
                }
                Some(Lack::Silent(Group::Stale, why)) => {
                    docket.absent(name.as_str(), Absence::Stale(why.to_owned()));
                }
                Some(Lack::Silent(Group::Unreadable, why)) => {
                    let absence = Absence::Unreadable(Cause::Empty, why.to_owned());
                    docket.absent(name.as_str(), absence);
                }
                Some(Lack::Silent(..)) => {}
            }
        }
        docket.close()
    }
}

fn verdict(seat: &str, outcome: Outcome) -> Decoded {
    let word = outcome.as_str();
    let mut verdict = Verdict::new(Span::new(0, word.len()));
    verdict.stated = Some(Stated { outcome, word: verdict.span });
    verdict.confidence = Some(Confidence::High);
    if !outcome.opens() {
        verdict.findings.push(Finding::new(FindingKind::Blocker, verdict.span));
    }
    Decoded::of(Source::new(format!("{seat}.md"), word), vec![verdict])
}

/// What else is reported: each fact of the run by its name, paths, lines, the round.
#[derive(Clone)]
struct World {
    given: Vec<Given>,
    names: Vec<String>,
    changed: Vec<String>,
    lines: u64,
    round: u32,
}

impl World {
    fn docket(&self) -> Docket {
        let docket = Docket::new("made up").round(self.round).lines_changed(self.lines);
        let docket = docket.changed(self.changed.iter().cloned()).previous(Vec::<String>::new());
        let given = self.names.iter().zip(&self.given);
        given.fold(docket, |docket, (name, value)| docket.given(name.as_str(), value.clone()))
    }
}

/// Dockets for one question about a policy.
struct Made<'c, 'p> {
    checking: &'c Checking<'p>,
    left: usize,
    numbers: Vec<i64>,
    texts: Vec<String>,
    patterns: Vec<String>,
}

impl<'c, 'p> Made<'c, 'p> {
    fn of(checking: &'c Checking<'p>) -> Self {
        let in_rhai = checking.policy.thunks().next().is_some();
        let left = if in_rhai { TRIALS_IN_RHAI } else { TRIALS };
        let (mut numbers, mut texts, mut patterns) = (vec![0], Vec::new(), Vec::new());
        let params = &checking.code.params;
        let mut text = |text: &str| texts.push(text.to_owned());
        for Param { value, .. } in params {
            match value {
                Value::Int(number) => numbers.push(*number),
                Value::Text(own) => text(own),
                _ => {}
            }
        }
        let mut look = |node: &Node| match node {
            Node::Int(number) => numbers.push(*number),
            Node::Text(own) => text(own),
            Node::Fact(Id::Changed | Id::OnlyChanged, args) => match args.first() {
                Some(Node::Text(pattern)) => patterns.push(pattern.clone()),
                Some(Node::Param(place)) => {
                    if let Some(Param { value: Value::Text(pattern), .. }) = params.get(*place) {
                        patterns.push(pattern.clone());
                    }
                }
                _ => {}
            },
            _ => {}
        };
        let native = checking.code.codes().filter_map(|code| code.native.as_ref());
        native.for_each(|node| node.each(&mut look));
        Self { checking, left, numbers, texts, patterns }
    }

    /// The outcome of the policy, where it opens. None once enough was judged.
    #[expect(clippy::option_option, reason = "no more is judged, or it does not open")]
    fn judge(&mut self, docket: &ClosedDocket) -> Option<Option<Ruling>> {
        self.left = self.left.checked_sub(1)?;
        let ruling = self.checking.policy.judge(docket).ok();
        Some(ruling.filter(|ruling| ruling.opening().is_some()))
    }

    /// Whom the policy names, and some others, who vote where the policy leaves it open how they count.
    fn benches(&self) -> Vec<Bench> {
        let bench = self.checking.policy.bench();
        let stake = |place: Option<crate::ir::SeatPlace>| place.map(|place| place.stake);
        let named: Vec<(String, Stake)> = bench
            .seats
            .iter()
            .map(|(name, place)| (name.clone(), stake(*place).unwrap_or(Stake::Required)))
            .collect();
        let votes = named.iter().any(|(_, stake)| *stake == Stake::Voting);
        let others = match stake(bench.others) {
            None if votes => Some(Stake::Required),
            None => Some(Stake::Voting),
            Some(Stake::Observer) => None,
            Some(stake) => Some(stake),
        };
        let of = |count: usize| {
            let free = NAMES.iter().filter(|name| !bench.seats.contains_key(**name)).take(count);
            let others = free.filter_map(|name| Some(((*name).to_owned(), others?)));
            Bench { seats: others.chain(named.iter().cloned()).collect() }
        };
        let sizes = if others.is_some() { &BENCHES[..] } else { &[0] };
        sizes.iter().map(|count| of(*count)).collect()
    }

    /// One in which all is as plain as it can be, one for each other value of a fact, and one of all their last values.
    fn worlds(&self) -> Vec<World> {
        let given = &self.checking.code.given;
        let values: Vec<Vec<Given>> = given.iter().map(|given| self.values(given)).collect();
        let plain = World {
            names: given.iter().map(|given| given.name.clone()).collect(),
            given: values.iter().filter_map(|values| values.first().cloned()).collect(),
            changed: Vec::new(),
            lines: 0,
            round: 1,
        };
        let mut worlds = vec![plain.clone()];
        for (at, values) in values.iter().enumerate() {
            for value in values.iter().skip(1) {
                let mut world = plain.clone();
                world.given[at] = value.clone();
                worlds.push(world);
            }
        }
        let paths = self.patterns.iter().filter_map(|pattern| path_for(pattern));
        worlds.extend(paths.map(|path| World { changed: vec![path], ..plain.clone() }));
        let most = self.numbers.iter().copied().max().unwrap_or_default().saturating_add(1);
        worlds.push(World {
            given: values.iter().filter_map(|values| values.last().cloned()).collect(),
            lines: u64::try_from(most).unwrap_or_default(),
            round: u32::try_from(most).unwrap_or(1),
            ..plain
        });
        worlds
    }

    fn values(&self, given: &GivenFact) -> Vec<Given> {
        if !given.among.is_empty() {
            return given.among.clone();
        }
        let own = match given.of {
            GivenType::Bool => vec![Given::Bool(false), Given::Bool(true)],
            GivenType::Int => {
                let most = self.numbers.iter().copied().max().unwrap_or_default();
                self.numbers
                    .iter()
                    .copied()
                    .chain([most.saturating_add(1)])
                    .map(Given::Int)
                    .collect()
            }
            GivenType::Text => {
                let other = ["something else".to_owned()];
                other.iter().chain(&self.texts).cloned().map(Given::Text).collect()
            }
            GivenType::Date => {
                let days = [(2026, 6, 15), (2000, 1, 1), (2100, 1, 1)];
                days.iter().filter_map(|(y, m, d)| Date::new(*y, *m, *d)).map(Given::Date).collect()
            }
            GivenType::Seat => [NAMES[0], "somebody else"].map(Given::from).to_vec(),
            GivenType::Seats => [vec![NAMES[0].to_owned()], Vec::new()].map(Given::List).to_vec(),
            GivenType::List => {
                let one = self.texts.iter().map(|text| vec![text.clone()]);
                [Vec::new()].into_iter().chain(one).map(Given::List).collect::<Vec<_>>()
            }
        };
        given.default.iter().cloned().chain(own).collect()
    }
}
