//! What may be told besides answers: facts of the run, what changed, rounds, attempts, waivers.

use std::collections::BTreeSet;

use super::facts;
use super::paths::told_apart;
use crate::engine::{GivenRead, GivenType, LINES, OWNER, ROUND, Reads, TOUCHED, labelled};
use crate::ir::glob::{fits_exactly, path_for};
use crate::ir::{Date, Given, MadeWorld};

use super::{Beyond, Expected, OTHERS};

/// How many worlds are tried.
const MOST: usize = 64;
/// And where one seat is asked about.
const MOST_OF_ONE: usize = 400;
/// And where everything is tried beside everything, on few seats.
const MOST_WIDE: usize = 4096;
/// And where very many seats are tried in each.
const MOST_NARROW: usize = 12;

/// The worlds that policies can tell apart, the plainest first, and what is left out of them.
///
/// Where one seat is asked about, everything may have been tried on it any number of times.
pub(super) fn of(
    reads: &Reads,
    named: &[Expected],
    about: Option<&str>,
    guide: Option<&Guide<'_>>,
) -> (Vec<MadeWorld>, Vec<Beyond>) {
    let most_worlds = match about {
        Some(_) => MOST_OF_ONE,
        None if reads.wide => MOST_WIDE,
        None => MOST,
    };
    let mut beyond = Vec::new();
    let mut sides: Vec<Vec<Change>> = Vec::new();
    if reads.sums && (!reads.given.is_empty() || reads.lines_changed || reads.round) {
        let says =
            "numbers at which sums change; those that are written out, and around them, were tried";
        beyond.push(Beyond::of("", says));
    }
    for given in &reads.given {
        match given.of {
            GivenType::List if given.among.is_empty() => {
                let says = format!(
                    "`{}`: lists but those of none, one, two or all of the texts that are written out",
                    given.name
                );
                beyond.push(Beyond::of(&given.name, says));
            }
            GivenType::Date => {
                let says =
                    format!("`{}`: days but those that are written out, and far ones", given.name);
                beyond.push(Beyond::of(&given.name, says));
            }
            GivenType::Text if given.among.is_empty() && reads.texts.len() > MOST_TEXTS => {
                let says = format!("`{}`: more than {MOST_TEXTS} texts", given.name);
                beyond.push(Beyond::of(&given.name, says));
            }
            _ => {}
        }
        let values = if reads.wide { facts::values(given, reads) } else { values(given, reads) };
        let name = given.name.as_str();
        let told = values.into_iter().map(|value| Change::Given(name.to_owned(), value));
        let untold = given.untold.then(|| Change::Untold(name.to_owned()));
        sides.push(told.chain(untold).collect());
    }
    if !reads.changed.is_empty() {
        let mut paths: Vec<String> = match reads.wide {
            true => told_apart(&reads.changed),
            false => elsewhere(&reads.changed).into_iter().collect(),
        };
        for pattern in reads.changed.iter().filter(|_| !reads.wide) {
            match path_for(pattern) {
                Some(path) if !paths.contains(&path) => paths.push(path),
                Some(_) => {}
                None => {
                    let says = format!("changes under `{pattern}`: no path was found for it");
                    beyond.push(Beyond::of("changed", says));
                }
            }
        }
        if paths.len() > 6 && reads.wide {
            sides.push(few_of(&paths).into_iter().map(Change::Paths).collect());
        } else {
            if paths.len() > 6 {
                let says = "changes of more than 6 of the paths that are asked for";
                beyond.push(Beyond::of("changed", says));
            }
            paths.truncate(6);
            let sets = (0..1_usize << paths.len()).map(|set| {
                let own = paths.iter().enumerate().filter(move |(place, _)| set >> place & 1 == 1);
                Change::Paths(own.map(|(_, path)| path.clone()).collect())
            });
            sides.push(sets.collect());
        }
    }
    if reads.lines_changed {
        let own = if reads.wide { facts::numbers(reads, LINES) } else { edges(reads) };
        let lines = own.into_iter().filter_map(|n| u64::try_from(n).ok());
        sides.push(lines.map(Change::Lines).collect());
    }
    if reads.round {
        let own = if reads.wide { facts::numbers(reads, ROUND) } else { edges(reads) };
        let rounds = own.into_iter().filter_map(|n| u32::try_from(n).ok());
        sides.push(rounds.filter(|round| *round > 0).map(Change::Round).collect());
    }
    let most = reads.numbers.iter().copied().filter(|n| (1..=10).contains(n)).max().unwrap_or(2);
    if let Some(seat) = about {
        for action in &reads.actions {
            let times = (0..=most).map(|n| {
                Change::Attempts((0..n).map(|_| (seat.to_owned(), action.clone())).collect())
            });
            sides.push(times.collect());
        }
    } else if !reads.actions.is_empty() {
        // On everybody alike: whoever has no name of its own is one of several.
        let names = named.iter().map(|seat| seat.name.as_str()).chain(OTHERS);
        let all: Vec<(String, String)> = names
            .flat_map(|seat| {
                reads.actions.iter().map(move |action| (seat.to_owned(), action.clone()))
            })
            .collect();
        let times = (0..=most).map(|n| {
            let again = (0..n).flat_map(|_| all.iter().cloned());
            Change::Attempts(again.collect())
        });
        sides.push(times.collect());
        beyond.push(Beyond::of("tried", "attempts that differ from seat to seat"));
    }
    if reads.waivers {
        let days = [None, Date::new(2027, 1, 1), Date::new(2026, 1, 1)];
        let near = facts::days(reads).into_iter().filter(|_| reads.wide).map(Some);
        sides.push(days.into_iter().chain(near).map(Change::Waived).collect());
    }
    let plain = MadeWorld {
        changed: (!reads.changed.is_empty()).then(Vec::new),
        lines_changed: reads.lines_changed.then_some(0),
        round: 1,
        previous: reads.unseen,
        labels: reads
            .labels
            .iter()
            .map(|(name, value)| (labelled(name, value), name.clone(), value.clone()))
            .collect(),
        owners: reads.owners.then(|| vec![(TOUCHED.replace("**", ""), OWNER.to_owned())]),
        ..MadeWorld::default()
    };
    let whole: usize = sides.iter().map(Vec::len).product();
    let mut worlds = vec![plain];
    if reads.narrow
        && let Some(guide) = guide
    {
        let first = sides.iter().filter_map(|side| side.first());
        let base = first.fold(worlds.remove(0), |world, one| one.in_(&world));
        let base = guide.calmed(base, &sides);
        worlds = guide.around(&base, &sides);
        worlds.truncate(MOST_NARROW);
        worlds.insert(0, base);
    } else if whole <= most_worlds {
        for side in &sides {
            let wider = worlds.iter().flat_map(|world| side.iter().map(|change| change.in_(world)));
            worlds = wider.collect();
        }
    } else {
        // Each alone, beside the first value of all others; then its last values together.
        let first = |world: MadeWorld, side: &Vec<Change>| match side.first() {
            Some(change) => change.in_(&world),
            None => world,
        };
        let mut base = sides.iter().fold(worlds.remove(0), first);
        if let Some(guide) = guide {
            base = guide.calmed(base, &sides);
            worlds = guide.around(&base, &sides);
        }
        worlds.insert(0, base.clone());
        for side in &sides {
            worlds.extend(side.iter().map(|change| change.in_(&base)));
        }
        worlds.truncate(most_worlds);
        beyond.push(Beyond::of("", format!(
            "facts of the run and of the change together: {whole} ways, of which {} were tried, each fact by itself",
            worlds.len()
        )));
    }
    (worlds, beyond)
}

/// What leads to worlds in which a change shows, where there are too many to try them all.
pub(super) struct Guide<'g> {
    /// How many rules shut the gate although everybody passes.
    pub(super) shuts: &'g dyn Fn(&MadeWorld) -> usize,
    /// Whether a changed clause names this fact.
    pub(super) names: &'g dyn Fn(&str) -> bool,
}

impl Guide<'_> {
    /// A world in which few rules shut, found fact by fact.
    fn calmed(&self, mut world: MadeWorld, sides: &[Vec<Change>]) -> MadeWorld {
        for side in sides.iter().chain(sides) {
            let all = side.iter().map(|change| change.in_(&world)).chain([world.clone()]);
            if let Some(best) = all.min_by_key(|world| (self.shuts)(world)) {
                world = best;
            }
        }
        world
    }

    /// Around a world, all values of the facts that changed clauses name.
    fn around(&self, base: &MadeWorld, sides: &[Vec<Change>]) -> Vec<MadeWorld> {
        let mut worlds = vec![base.clone()];
        let named = |side: &&Vec<Change>| side.first().is_some_and(|one| (self.names)(one.name()));
        for side in sides.iter().filter(named) {
            if worlds.len().saturating_mul(side.len()) <= MOST_WIDE {
                let wider = worlds.iter().flat_map(|world| side.iter().map(|c| c.in_(world)));
                worlds = wider.collect();
            }
        }
        worlds
    }
}

/// One thing that is reported otherwise.
enum Change {
    Given(String, Given),
    Untold(String),
    Paths(Vec<String>),
    Lines(u64),
    Round(u32),
    Attempts(Vec<(String, String)>),
    Waived(Option<Date>),
}

impl Change {
    /// As conditions name it.
    fn name(&self) -> &str {
        match self {
            Self::Given(name, _) | Self::Untold(name) => name,
            Self::Paths(_) => "changed",
            Self::Lines(_) => LINES,
            Self::Round(_) => ROUND,
            Self::Attempts(_) => "tried",
            Self::Waived(_) => "waived",
        }
    }

    fn in_(&self, world: &MadeWorld) -> MadeWorld {
        let mut world = world.clone();
        match self {
            // One value in the place of another one, where each fact is tried by itself.
            Self::Given(name, value) => {
                match world.given.iter_mut().find(|(known, _)| known == name) {
                    Some((_, known)) => known.clone_from(value),
                    None => world.given.push((name.clone(), value.clone())),
                }
            }
            Self::Untold(name) => world.given.retain(|(known, _)| known != name),
            Self::Paths(paths) => world.changed = Some(paths.clone()),
            Self::Lines(lines) => world.lines_changed = Some(*lines),
            Self::Round(round) => world.round = *round,
            Self::Attempts(attempts) => world.attempts.extend_from_slice(attempts),
            Self::Waived(until) => world.waived_until = *until,
        }
        world
    }
}

/// No path, each by itself, each two, and all.
fn few_of(paths: &[String]) -> Vec<Vec<String>> {
    let mut all = vec![Vec::new()];
    all.extend(paths.iter().map(|path| vec![path.clone()]));
    for (at, one) in paths.iter().enumerate() {
        all.extend(paths[at + 1..].iter().map(|other| vec![one.clone(), other.clone()]));
        all.push(paths.iter().filter(|path| *path != one).cloned().collect());
    }
    all.push(paths.to_vec());
    all
}

/// How many texts a fact is tried with.
const MOST_TEXTS: usize = 12;

/// A path that none of these patterns fits, if there is one.
pub(super) fn elsewhere(patterns: &BTreeSet<String>) -> Option<String> {
    let paths = ["elsewhere/a.rs", "elsewhere/notes.txt", "elsewhere", ".elsewhere/x/y.z"];
    let free = |path: &&str| !patterns.iter().any(|pattern| fits_exactly(pattern, path));
    paths.into_iter().find(free).map(str::to_owned)
}

/// The values of a fact at which conditions can change.
fn values(given: &GivenRead, reads: &Reads) -> Vec<Given> {
    if !given.among.is_empty() {
        return given.among.clone();
    }
    let texts = || reads.texts.iter().filter(|text| !text.is_empty()).take(MOST_TEXTS).cloned();
    let mut values: Vec<Given> = given.default.iter().cloned().collect();
    values.extend(match given.of {
        GivenType::Bool => vec![Given::Bool(false), Given::Bool(true)],
        GivenType::Int => edges(reads).into_iter().map(Given::Int).collect(),
        GivenType::Text => texts().chain(["something else".to_owned()]).map(Given::Text).collect(),
        GivenType::Date => {
            // Before and behind all that is written out, and on each of these days.
            let written = reads.days.iter().filter_map(|day| Date::parse(day));
            let around = [Date::new(2026, 6, 15), Date::new(2000, 1, 1), Date::new(2100, 1, 1)];
            around.into_iter().flatten().chain(written).map(Given::Date).collect::<Vec<_>>()
        }
        GivenType::Seat | GivenType::Seats => reads.told(given.of),
        GivenType::List => {
            let one = texts().map(|text| Given::List(vec![text]));
            let all = Given::List(texts().collect());
            let pairs = texts().enumerate().flat_map(|(place, text)| {
                let behind = texts().skip(place + 1);
                behind.map(move |other| Given::List(vec![text.clone(), other])).collect::<Vec<_>>()
            });
            let one = one.chain(pairs.collect::<Vec<_>>());
            [Given::List(Vec::new())].into_iter().chain(one).chain([all]).collect()
        }
    });
    let mut once: Vec<Given> = Vec::new();
    for value in values {
        if !once.contains(&value) {
            once.push(value);
        }
    }
    once
}

/// The numbers that stand in a policy, and their neighbours.
pub(super) fn edges(reads: &Reads) -> Vec<i64> {
    let mut all: Vec<i64> = vec![0, 1];
    for number in &reads.numbers {
        all.extend([number.saturating_sub(1), *number, number.saturating_add(1)]);
    }
    all.sort_unstable();
    all.dedup();
    all
}
