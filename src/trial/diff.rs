//! What a change of a policy would open or shut: both are run on every small docket.

mod further;

use std::collections::{BTreeMap, BTreeSet};

use super::progress::Progress;
use super::space::{Bench, Beyond, Expected, OneOf, Scope, Space, stage_of};
use super::undecided::{Edit, Edited, Undecided, edited};
use crate::engine::{Bare, Clause, Policy, Stage};
use crate::ir::{ActionKind, Diagnostics, MadeDocket, MadeWorld, Outcome, Ruling};
use further::looser_beside;

/// What a change of a policy does.
#[derive(Clone, Debug)]
#[must_use]
#[non_exhaustive]
pub struct Difference {
    /// Which question the two answer.
    pub stage: Stage,
    /// How many dockets there are, and how many of them were judged.
    pub dockets: u64,
    /// Of those that no fact can tell apart, one.
    pub tried: u64,
    /// Dockets on which the two differ, shut before and open now first.
    pub groups: Vec<Differing>,
    /// What was not covered, in words.
    pub beyond: Vec<String>,
    /// Whether everything was tried that the two can tell apart in benches of this size.
    pub whole: bool,
    /// The clauses that were changed, and what each of these changes does: first what opens.
    pub edits: Vec<Edited>,
    /// Clauses that were changed, and no docket that was tried shows what that does.
    pub undecided: Vec<Undecided>,
}

/// Dockets on which two policies differ alike.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Differing {
    /// The outcome of the first.
    pub from: Ruled,
    /// The outcome of the second.
    pub to: Ruled,
    /// How many dockets.
    pub dockets: u64,
    /// The plainest of them.
    pub witness: MadeDocket,
    /// What a host sets, where it takes that: a parameter and its value.
    pub set: Option<(String, String)>,
}

impl Differing {
    /// Whether something is let through, or told better than it was.
    pub fn loosens(&self) -> bool {
        self.to.outcome < self.from.outcome
    }

    /// Whether something is answered worse than it was.
    fn tightens(&self) -> bool {
        self.to.outcome > self.from.outcome
    }

    /// What opens comes first, then what is better otherwise, then what there is most of.
    fn rank(&self) -> (bool, bool, std::cmp::Reverse<u64>) {
        (!self.opens(), !self.loosens(), std::cmp::Reverse(self.dockets))
    }

    /// Whether something opens that was shut.
    pub fn opens(&self) -> bool {
        self.to.outcome.opens() && !self.from.outcome.opens()
    }
}

impl Difference {
    /// Whether anything became better.
    pub fn loosens(&self) -> bool {
        self.groups.iter().any(Differing::loosens)
    }
}

/// The outcome of a policy on a docket.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Ruled {
    /// Which question was asked.
    pub stage: Stage,
    /// The outcome; of a redispatch policy `warn` where it gives the seat up, else `hold`.
    pub outcome: Outcome,
    /// The rule that decides; none where no rule holds.
    pub rule: Option<String>,
    /// Whether the rule would have opened the gate, and was not allowed to.
    pub refused: bool,
    /// What a redispatch policy wants tried next.
    pub action: Option<ActionKind>,
}

impl Ruled {
    pub(crate) fn of(ruling: &Ruling) -> Self {
        let rule = ruling.rule().map(|rule| rule.name.clone());
        Self::gate(ruling.outcome(), rule, ruling.refused().is_some())
    }

    /// The outcome of a gate.
    pub(crate) fn gate(outcome: Outcome, rule: Option<String>, refused: bool) -> Self {
        Self { stage: Stage::Gate, outcome, rule, refused, action: None }
    }

    pub(super) fn by(policy: &Policy, bare: Bare) -> Self {
        let rule = bare.rule.and_then(|rule| policy.facts().rules.get(rule as usize));
        Self {
            stage: stage_of(&[policy]),
            outcome: bare.outcome,
            rule: rule.map(|rule| rule.name.clone()),
            refused: bare.refused,
            action: bare.action,
        }
    }
}

/// Both are asked about each docket, and what is looser shows on few: of small dockets one of so many.
const PART: OneOf = OneOf { gates: 3, others: 1 };
/// Mutants are many.
#[cfg(feature = "cli")]
const PART_OF_MUTANT: OneOf = OneOf { gates: 3, others: 3 };

/// Of more clauses that were changed than these it is not tried what each does.
const MOST_EDITS: usize = 24;

/// The outcomes of two policies, and how they come about.
type Key = (Outcome, Outcome, How, How);
/// By which rule, whether it was refused, and what is tried next.
type How = (Option<u32>, bool, Option<ActionKind>);

#[derive(Clone, Debug, Default)]
struct Part {
    tried: u64,
    dockets: u64,
    groups: BTreeMap<Key, Group>,
}

#[derive(Clone, Debug)]
struct Group {
    dockets: u64,
    cost: u32,
    chosen: Vec<u32>,
    world: MadeWorld,
    scope: usize,
}

/// Where two gate policies differ, over every docket of some scopes.
///
/// # Errors
///
/// One of them refuses the bench, or cannot judge.
pub fn diff(
    old: &Policy,
    new: &Policy,
    panel: &[Expected],
    scopes: &[Scope],
) -> Result<Difference, Diagnostics> {
    diff_telling(old, new, panel, scopes, &Progress::default())
}

/// The same, telling how far it is.
///
/// # Errors
///
/// As [`diff`].
pub fn diff_telling(
    old: &Policy,
    new: &Policy,
    panel: &[Expected],
    scopes: &[Scope],
    progress: &Progress,
) -> Result<Difference, Diagnostics> {
    let small = Space::some(&[old, new], panel, scopes, PART)?;
    let (mut found, beyond) = over(old, new, &telling(small, progress))?;
    let edits = edited(old, new);
    let is_proven = !found.loosens() && (edits.is_empty() || new.is_as_strict_as(old));
    if !is_proven {
        found.look_further(old, new, panel, (&edits, progress))?;
    }
    found.edits = told(old, new, panel, (&edits, &found))?;
    found.beyond = about(beyond, &edits, [old, new], is_proven);
    Ok(found)
}

/// What each change of a clause does, the worst first.
fn told(
    old: &Policy,
    new: &Policy,
    panel: &[Expected],
    (edits, found): (&[Edit], &Difference),
) -> Result<Vec<Edited>, Diagnostics> {
    let whole = Turned {
        better: found.loosens(),
        worse: found.groups.iter().any(Differing::tightens),
        other: found.groups.iter().any(|group| !group.loosens() && !group.tightens()),
    };
    let mut all = Vec::with_capacity(edits.len());
    for edit in edits {
        let is_whole = edits.len() == 1 || edit.is_whole(old, new);
        let few = edits.len() <= MOST_EDITS;
        all.push(edit.told(match is_whole {
            true => whole,
            false if few => {
                let mut seen = edit.seen(panel)?;
                // Who sits otherwise shows beside who is there all the same.
                if edit.is_of_seats() && !seen.better && !edit.is_harmless() {
                    let (old, new, edits) =
                        (edit.before(), edit.after(), std::slice::from_ref(edit));
                    let beside = looser_beside(old, new, panel, (edits, &Progress::default()))?;
                    seen.better = !beside.is_empty();
                }
                seen
            }
            false => Turned::default(),
        }));
    }
    all.sort_by_key(|edit| edit.does);
    Ok(all)
}

/// What was not covered, as far as it is about a clause that was changed, and something is open.
fn about(
    beyond: Vec<Beyond>,
    edits: &[Edit],
    policies: [&Policy; 2],
    is_proven: bool,
) -> Vec<String> {
    let mut words: BTreeSet<String> = BTreeSet::new();
    let mut todo: Vec<String> = edits.iter().map(|edit| edit.says.clone()).collect();
    // What a clause names by a `let` it names as well.
    let lets: Vec<Clause> = policies.iter().flat_map(|policy| policy.clauses()).collect();
    while let Some(says) = todo.pop() {
        for word in says.split(' ').filter(|word| !words.contains(*word)).collect::<Vec<_>>() {
            words.insert(word.to_owned());
            let own = lets.iter().filter(|clause| clause.name.strip_prefix("let ") == Some(word));
            todo.extend(own.map(Clause::in_words));
        }
    }
    let own = beyond.into_iter().filter(|what| !is_proven && words.contains(what.about.as_str()));
    own.map(|what| what.says).collect()
}

fn telling(spaces: Vec<Space>, progress: &Progress) -> Vec<Space> {
    spaces.into_iter().map(|space| space.telling(progress)).collect()
}

/// Where two policies differ, over every docket of some spaces; and what is not covered by these.
fn over(
    old: &Policy,
    new: &Policy,
    spaces: &[Space],
) -> Result<(Difference, Vec<Beyond>), Diagnostics> {
    let stage = stage_of(&[old, new]);
    let (whole, mut beyond) = (spaces.iter().all(Space::is_whole), Vec::<Beyond>::new());
    for what in spaces.iter().flat_map(|space| &space.beyond) {
        if !beyond.contains(what) {
            beyond.push(what.clone());
        }
    }
    let mut all = Part::default();
    for (place, space) in spaces.iter().enumerate() {
        all.add(walked(old, new, space, place)?);
    }
    let groups = all.groups.into_iter();
    let mut groups: Vec<Differing> = groups
        .map(|((from, to, old_rule, new_rule), group)| Differing {
            from: Ruled::by(old, bare(from, old_rule)),
            to: Ruled::by(new, bare(to, new_rule)),
            dockets: group.dockets,
            witness: spaces[group.scope].docket(&group.chosen, &group.world),
            set: None,
        })
        .collect();
    groups.sort_by_key(Differing::rank);
    let (dockets, tried) = (all.dockets, all.tried);
    let (edits, undecided) = (Vec::new(), Vec::new());
    let found =
        Difference { stage, dockets, tried, groups, beyond: Vec::new(), whole, edits, undecided };
    Ok((found, beyond))
}

fn bare(outcome: Outcome, (rule, refused, action): How) -> Bare {
    Bare { outcome, rule, refused, action, ..Bare::NOTHING }
}

/// The first docket of a scope on which two policies come to different outcomes, if there is one; and whether all was
/// tried that they can tell apart there.
///
/// # Errors
///
/// As [`diff`].
#[cfg(feature = "cli")]
pub(crate) fn told_apart(
    old: &Policy,
    new: &Policy,
    scopes: &[Scope],
) -> Result<(Option<Differing>, bool), Diagnostics> {
    let spaces = Space::some(&[old, new], &[], scopes, PART_OF_MUTANT)?;
    let (found, _) = over(old, new, &spaces)?;
    Ok((found.groups.into_iter().next(), found.whole))
}

/// Whether a change makes any ruling of a space better, and whether it makes any worse.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Turned {
    pub(crate) better: bool,
    pub(crate) worse: bool,
    /// Something else is tried next.
    pub(crate) other: bool,
}

pub(crate) fn turned(old: &Policy, new: &Policy, space: &Space) -> Result<Turned, Diagnostics> {
    let all = walked(old, new, space, 0)?;
    let mut turned = Turned::default();
    for (from, to, ..) in all.groups.keys() {
        turned.better |= to < from;
        turned.worse |= to > from;
        turned.other |= to == from;
    }
    Ok(turned)
}

fn walked(old: &Policy, new: &Policy, space: &Space, scope: usize) -> Result<Part, Diagnostics> {
    let mut all = Part::default();
    // Where so much is counted that no seat is left, no one answers.
    if space.seats.is_empty() {
        return Ok(all);
    }
    let benches = [Bench::new(old, space)?, Bench::new(new, space)?];
    let free = if space.is_sparse() { space.free_seats() } else { vec![space.last()] };
    for free in free {
        walked_from(free, (space, scope), &benches, &mut all)?;
    }
    Ok(all)
}

/// Where one seat answers anything, and the others stay.
fn walked_from(
    free: usize,
    (space, scope): (&Space, usize),
    benches: &[Bench<'_>],
    all: &mut Part,
) -> Result<(), Diagnostics> {
    let found = space.walk(free, benches, Part::default, |part, spot| {
        for choice in spot.choices() {
            if !spot.is_first(choice) {
                continue;
            }
            let [one, other] = [0, 1].map(|policy| spot.judge_or_none(policy, choice));
            let stands_for = spot.stands_for();
            part.tried += 1;
            part.dockets = part.dockets.saturating_add(stands_for);
            // An opening that was refused over a fail, and is not wanted any more, leaves the gate as shut.
            let (from, to) = (one.outcome, other.outcome);
            let as_shut = one.refused && (from, to) == (Outcome::Fail, Outcome::Hold)
                || other == Bare::REFUSED && !from.opens();
            if (from, one.action) == (to, other.action) || as_shut {
                continue;
            }
            let cost = spot.cost();
            let group = || Group {
                dockets: stands_for,
                cost,
                chosen: spot.chosen.clone(),
                world: spot.world.clone(),
                scope,
            };
            let how = |bare: Bare| (bare.rule, bare.refused, bare.action);
            let key = (one.outcome, other.outcome, how(one), how(other));
            part.add_group(key, cost, stands_for, group);
        }
    })?;
    found.parts.into_iter().for_each(|part| all.add(part));
    Ok(())
}

impl Part {
    fn add_group(&mut self, key: Key, cost: u32, dockets: u64, group: impl FnOnce() -> Group) {
        match self.groups.get_mut(&key) {
            Some(known) if known.cost <= cost => {
                known.dockets = known.dockets.saturating_add(dockets);
            }
            Some(known) => {
                let had = known.dockets;
                *known = group();
                known.dockets = had.saturating_add(dockets);
            }
            None => drop(self.groups.insert(key, group())),
        }
    }

    fn add(&mut self, other: Self) {
        self.tried += other.tried;
        self.dockets = self.dockets.saturating_add(other.dockets);
        for (key, group) in other.groups {
            self.add_group(key, group.cost, group.dockets, || group.clone());
        }
    }
}
