//! The walk over a space: the outcome of each docket, and what is checked of it there.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use super::checks::{self, Blocked};
use super::{Property, own};
use crate::engine::{Bare, Policy, Stage};
use crate::ir::{ActionKind, Diagnostics, MadeDocket, MadeWorld, Outcome};
use crate::trial::space::{Bench, Space, Spot, Step, Twist};

/// What one part of a walk came to.
#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    /// Dockets that were judged, each once, and how many they stand for.
    pub(super) tried: u64,
    pub(super) stands_for: u64,
    /// How often the policy was asked.
    pub(super) judgings: u64,
    pub(super) in_rhai: u64,
    /// The rules and notes that held, and those that decided.
    pub(super) held: u64,
    pub(super) decided: u64,
    /// The plainest violation of each property, by a number that tells own ones apart.
    pub(super) worst: BTreeMap<(Property, usize), Worst>,
    /// The plainest shut docket with a blocker of each kind.
    pub(super) shut: HashMap<Blocked, (u32, Chosen)>,
    /// What the free seat's answers come to at one spot.
    pub(super) bare: Vec<Option<Bare>>,
}

/// A docket by the choices of its seats.
#[derive(Clone, Debug)]
pub(super) struct Chosen {
    pub(super) choices: Vec<u32>,
    pub(super) world: MadeWorld,
    /// The seat that passes a subject more than the others are asked about.
    pub(super) more: Option<usize>,
}

/// The plainest violation of a property.
#[derive(Clone, Debug)]
pub(super) struct Worst {
    pub(super) cost: u32,
    pub(super) docket: Chosen,
    /// The docket that it is held against.
    pub(super) other: Option<Chosen>,
}

impl Part {
    fn add(&mut self, other: Self) {
        self.tried += other.tried;
        self.stands_for = self.stands_for.saturating_add(other.stands_for);
        self.judgings += other.judgings;
        self.in_rhai += other.in_rhai;
        self.held |= other.held;
        self.decided |= other.decided;
        for (property, worst) in other.worst {
            self.worse(property, worst.cost, || worst);
        }
        for (kind, (cost, chosen)) in other.shut {
            self.shut_like(kind, cost, || chosen);
        }
    }

    /// Remembers the rules that held, and the one that decided.
    fn sees(&mut self, bare: Bare) {
        self.held |= bare.holds;
        self.decided |= bare.rule.map_or(0, |rule| 1_u64.checked_shl(rule).unwrap_or_default());
    }

    /// Remembers them on every docket of a space.
    pub(super) fn sees_on(&mut self, policy: &Policy, space: &Space) -> Result<(), Diagnostics> {
        let benches = [Bench::new(policy, space)?];
        let found = space.walk(space.last(), &benches, Self::default, |part, spot| {
            for choice in spot.choices() {
                let Some(bare) = spot.judge(PLAIN, choice) else { return };
                part.sees(bare);
            }
        })?;
        found.parts.into_iter().for_each(|part| self.add(part));
        Ok(())
    }

    /// What is no plainer than what is known is not made.
    fn worse(&mut self, property: (Property, usize), cost: u32, worst: impl FnOnce() -> Worst) {
        if self.worst.get(&property).is_none_or(|known| cost < known.cost) {
            self.worst.insert(property, worst());
        }
    }

    fn shut_like(&mut self, kind: Blocked, cost: u32, chosen: impl FnOnce() -> Chosen) {
        if self.shut.get(&kind).is_none_or(|(known, _)| cost < *known) {
            self.shut.insert(kind, (cost, chosen()));
        }
    }
}

/// A policy on one space, and what is asked beside it.
pub(super) struct Run<'r> {
    pub(super) policy: &'r Policy,
    pub(super) plain: bool,
    pub(super) stage: Stage,
    /// The rules that lift something, as a set.
    pub(super) overriding: u64,
    pub(super) space: &'r Space,
    pub(super) own: &'r own::Compiled,
    pub(super) twist: Option<&'r Twist>,
}

/// The place of the policy itself among those that are asked at one spot.
const PLAIN: usize = 0;

impl Run<'_> {
    pub(super) fn all(&self) -> Result<Part, Diagnostics> {
        let mut all = Part::default();
        for free in self.space.free_seats() {
            all.add(self.with_free(free)?);
        }
        Ok(all)
    }

    /// Everything that can be seen where one seat answers anything, and the others stay.
    fn with_free(&self, free: usize) -> Result<Part, Diagnostics> {
        let space = self.space;
        let mut benches = vec![Bench::new(self.policy, space)?.twisted(self.twist)];
        let mut more = None;
        if self.stage == Stage::Gate && space.scope.subjects < 2 {
            more = Some(benches.len());
            benches.push(Bench::with_more(self.policy, space, free)?.twisted(self.twist));
        }
        let mut own = None;
        if let Some(policy) = &self.own.policy {
            own = Some(benches.len());
            benches.push(Bench::new(policy, space)?);
        }
        let first_base = benches.len();
        for base in self.policy.bases() {
            benches.push(Bench::new(base, space)?);
        }
        let at = At { free, more, own, bases: first_base..benches.len() };
        // Each docket is counted once.
        let counts = space.is_sparse() || space.free_seats().last() == Some(&free);
        let found = space.walk(free, &benches, Part::default, |part, spot| {
            self.spot(part, spot, &at, counts);
        })?;
        let mut all = Part { in_rhai: found.in_rhai, ..Part::default() };
        found.parts.into_iter().for_each(|part| all.add(part));
        Ok(all)
    }

    fn spot(&self, part: &mut Part, spot: &mut Spot<'_, '_>, at: &At, counts: bool) {
        let choices = spot.choices();
        part.bare.clear();
        part.bare.resize(self.space.choices.all.len(), None);
        for &choice in &choices {
            let Some(bare) = spot.judge(PLAIN, choice) else { return };
            part.judgings += 1;
            part.bare[choice as usize] = Some(bare);
            self.one_docket(part, spot, at, bare, counts && spot.is_first(choice));
        }
        if self.stage == Stage::Redispatch {
            return;
        }
        let all = &self.space.choices.all;
        // What fails although this seat passes everything is nobody's fail but another one's.
        let plain = part.bare[self.space.choices.plainest() as usize];
        let fails_anyway =
            plain.is_some_and(|plain| plain.outcome == Outcome::Fail && !plain.refused);
        let mut found: Vec<(Property, u32, u32)> = Vec::new();
        for (better, worse, step) in self.space.choices.worse_within(spot.left()) {
            let (Some(one), Some(other)) =
                (part.bare[*better as usize], part.bare[*worse as usize])
            else {
                continue;
            };
            // An override is what an exception is made by: where it lifts, or would and is refused.
            let refused = !other.outcome.opens() && other.holds & self.overriding != 0;
            if other.lifts || refused {
                continue;
            }
            // Who no longer says what failed it leaves a hold: nobody's fail, and as shut.
            // So does an opening that was refused because of somebody's fail, and is no longer wanted.
            let left_open = (all[*worse as usize].is_open && !fails_anyway || one.refused)
                && (one.outcome, other.outcome) == (Outcome::Fail, Outcome::Hold);
            if other.outcome < one.outcome && !left_open {
                let property = match step {
                    Step::Worse => Property::Monotone,
                    Step::Twice => Property::DuplicateFree,
                };
                found.push((property, *better, *worse));
            }
        }
        for (property, better, worse) in found {
            spot.chosen[at.free] = worse;
            let pair = all[worse as usize].cost + all[better as usize].cost;
            let cost = pair + self.cost_of(&spot.chosen);
            part.worse((property, 0), cost, || {
                let docket = Chosen::at(spot);
                spot.chosen[at.free] = better;
                Worst { cost, docket, other: Some(Chosen::at(spot)) }
            });
        }
    }

    fn cost_of(&self, choices: &[u32]) -> u32 {
        choices.iter().map(|choice| self.space.choices.all[*choice as usize].cost).sum()
    }

    /// What is checked of each docket by itself.
    fn one_docket(
        &self,
        part: &mut Part,
        spot: &mut Spot<'_, '_>,
        at: &At,
        bare: Bare,
        counts: bool,
    ) {
        let choice = spot.chosen[at.free];
        if counts {
            part.tried += 1;
            part.stands_for = part.stands_for.saturating_add(spot.stands_for());
            part.sees(bare);
            if self.stage != Stage::Gate {
                self.asked(part, spot, bare);
                return;
            }
            if bare.outcome.opens() {
                let docket = spot.docket_of(PLAIN);
                // Who is asked plainly is asked about its own bench already.
                let own = match self.plain {
                    true => Cow::Borrowed(docket),
                    false => self.policy.seats_in(docket),
                };
                if let Some(property) = checks::opens_wrongly(self.policy, bare, &own) {
                    self.violation(part, spot, (property, 0));
                }
            }
            if let Some(kind) = Blocked::of(self.space, &spot.chosen, bare) {
                let cost = self.cost_of(&spot.chosen);
                part.shut_like(kind, cost, || Chosen::at(spot));
            }
            if let Some(own) = at.own
                && let Some(seen) = spot.judge(own, choice)
            {
                part.judgings += 1;
                for broken in self.own.broken(seen, bare) {
                    self.violation(part, spot, (Property::Own, broken));
                }
            }
            for base in at.bases.clone() {
                let Some(seen) = spot.judge(base, choice) else { return };
                part.judgings += 1;
                if bare.outcome < seen.outcome {
                    self.violation(part, spot, (Property::Base, 0));
                }
            }
        }
        if let Some(more) = at.more.filter(|_| self.space.choices.speaks(choice)) {
            let Some(seen) = spot.judge(more, choice) else { return };
            part.judgings += 1;
            if seen.outcome < bare.outcome {
                let cost = self.cost_of(&spot.chosen);
                part.worse((Property::OneVoice, 0), cost, || {
                    let with = Chosen { more: Some(at.free), ..Chosen::at(spot) };
                    Worst { cost, docket: with, other: Some(Chosen::at(spot)) }
                });
            }
        }
        // Any order can be reached by changing two neighbours.
        if counts {
            let neighbours = self.space.alike.iter().flat_map(|alike| alike.start..alike.end - 1);
            for one in neighbours {
                if spot.chosen[one] == spot.chosen[one + 1] {
                    continue;
                }
                let Some(seen) = spot.swapped(PLAIN, one) else { return };
                part.judgings += 1;
                if seen.outcome != bare.outcome || seen.rule != bare.rule {
                    self.violation(part, spot, (Property::OrderFree, 0));
                }
            }
        }
    }

    /// What is checked of one answer of an audit or a redispatch policy.
    fn asked(&self, part: &mut Part, spot: &mut Spot<'_, '_>, bare: Bare) {
        let choice = spot.chosen[spot.free];
        let too_far = spot
            .docket_of(PLAIN)
            .cells()
            .nth(spot.free)
            .is_some_and(|cell| checks::goes_too_far(self.stage, bare, cell));
        if too_far {
            self.violation(part, spot, (Property::FailClosed, 0));
        }
        if self.stage == Stage::Audit {
            if let Some(turned) = spot.judge_turned(PLAIN, choice) {
                part.judgings += 1;
                if (turned.outcome, turned.rule) != (bare.outcome, bare.rule) {
                    self.violation(part, spot, (Property::OrderFree, 0));
                }
            }
            return;
        }
        if bare.action == Some(ActionKind::Escalate) {
            for world in self.space.one_more(spot.world) {
                let Some(seen) = spot.judge_in(PLAIN, choice, &world) else { return };
                part.judgings += 1;
                if checks::asks(seen.action) {
                    let cost = self.cost_of(&spot.chosen);
                    part.worse((Property::Bounded, 0), cost, || {
                        let docket = Chosen { world, ..Chosen::at(spot) };
                        Worst { cost, docket, other: Some(Chosen::at(spot)) }
                    });
                }
            }
        }
        if checks::asks_a_reviewer(bare.action) && self.space.has_most(spot.world) {
            self.violation(part, spot, (Property::Bounded, 0));
        }
    }

    fn violation(&self, part: &mut Part, spot: &Spot<'_, '_>, property: (Property, usize)) {
        let cost = self.cost_of(&spot.chosen);
        part.worse(property, cost, || Worst { cost, docket: Chosen::at(spot), other: None });
    }
}

/// Which seat is free, and where the policies stand that are asked at a spot.
struct At {
    free: usize,
    more: Option<usize>,
    own: Option<usize>,
    bases: std::ops::Range<usize>,
}

impl Chosen {
    fn at(spot: &Spot<'_, '_>) -> Self {
        Self { choices: spot.chosen.clone(), world: spot.world.clone(), more: None }
    }

    pub(super) fn docket(&self, space: &Space) -> MadeDocket {
        let made = space.docket(&self.choices, &self.world);
        match self.more {
            Some(seat) => made.with_more(seat),
            None => made,
        }
    }
}
