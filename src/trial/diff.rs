//! What a change of a policy would open or shut: both are run on every small docket.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use super::progress::Progress;
use super::space::{Bench, Expected, Scope, Space, stage_of};
use super::undecided::{Undecided, edited, is_plain};
use crate::engine::{Bare, Policy, Stage};
use crate::ir::{ActionKind, Diagnostics, MadeDocket, MadeWorld, Outcome, Ruling};

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
}

impl Differing {
    /// Whether something is let through, or told better than it was.
    pub fn loosens(&self) -> bool {
        self.to.outcome < self.from.outcome
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
    let mut spaces = Space::all(&[old, new], panel, scopes)?;
    let (edits, small) = (edited(old, new), spaces.len());
    let is_gate = stage_of(&[old, new]) == Stage::Gate;
    // What is counted, matched or computed may differ only where a docket is large.
    if is_gate && !edits.is_empty() {
        spaces.extend(Space::wide(&[old, new], panel));
    }
    let plain = is_gate && [old, new].iter().all(|policy| is_plain(policy));
    let all_tried = plain && spaces.iter().take(small).all(Space::has_its_size);
    let mut undecided = Vec::new();
    for edit in edits {
        if !all_tried && !edit.is_shown(&spaces)? {
            undecided.push(edit.told);
        }
    }
    let spaces: Vec<Space> = spaces.into_iter().map(|space| space.telling(progress)).collect();
    Ok(Difference { undecided, ..over(old, new, &spaces, small)? })
}

/// Where two policies differ, over every docket of some spaces. The first few say what they do not cover; the others are
/// beside them.
fn over(
    old: &Policy,
    new: &Policy,
    spaces: &[Space],
    small: usize,
) -> Result<Difference, Diagnostics> {
    let stage = stage_of(&[old, new]);
    let small = spaces.get(..small).unwrap_or(spaces);
    let (whole, mut beyond) = (small.iter().all(Space::is_whole), Vec::new());
    for what in small.iter().flat_map(|space| &space.beyond) {
        if !beyond.contains(what) {
            beyond.push(what.clone());
        }
    }
    let mut all = Part::default();
    for (place, space) in spaces.iter().enumerate() {
        all.add(walked(old, new, space, place, false)?);
    }
    let groups = all.groups.into_iter();
    let mut groups: Vec<Differing> = groups
        .map(|((from, to, old_rule, new_rule), group)| Differing {
            from: Ruled::by(old, bare(from, old_rule)),
            to: Ruled::by(new, bare(to, new_rule)),
            dockets: group.dockets,
            witness: spaces[group.scope].docket(&group.chosen, &group.world),
        })
        .collect();
    groups
        .sort_by_key(|group| (!group.opens(), !group.loosens(), std::cmp::Reverse(group.dockets)));
    let (dockets, tried) = (all.dockets, all.tried);
    Ok(Difference { stage, dockets, tried, groups, beyond, whole, undecided: Vec::new() })
}

/// Whether any docket of a space is answered otherwise.
pub(super) fn differs(old: &Policy, new: &Policy, space: &Space) -> Result<bool, Diagnostics> {
    Ok(!walked(old, new, space, 0, true)?.groups.is_empty())
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
    let spaces = Space::all(&[old, new], &[], scopes)?;
    let found = over(old, new, &spaces, spaces.len())?;
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
    let all = walked(old, new, space, 0, false)?;
    let mut turned = Turned::default();
    for (from, to, ..) in all.groups.keys() {
        turned.better |= to < from;
        turned.worse |= to > from;
        turned.other |= to == from;
    }
    Ok(turned)
}

fn walked(
    old: &Policy,
    new: &Policy,
    space: &Space,
    scope: usize,
    until_one: bool,
) -> Result<Part, Diagnostics> {
    let found_one = AtomicBool::new(false);
    let benches = [Bench::new(old, space)?, Bench::new(new, space)?];
    let found = space.walk(space.last(), &benches, Part::default, |part, spot| {
        for choice in spot.choices() {
            if !spot.is_first(choice) {
                continue;
            }
            if found_one.load(Ordering::Relaxed) {
                spot.done = true;
                return;
            }
            let (Some(one), Some(other)) = (spot.judge(0, choice), spot.judge(1, choice)) else {
                return;
            };
            let stands_for = spot.stands_for();
            part.tried += 1;
            part.dockets = part.dockets.saturating_add(stands_for);
            let same = (one.outcome, one.action) == (other.outcome, other.action);
            if same {
                continue;
            }
            found_one.fetch_or(until_one, Ordering::Relaxed);
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
    let mut all = Part::default();
    found.parts.into_iter().for_each(|part| all.add(part));
    Ok(all)
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
