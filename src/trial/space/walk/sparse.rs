//! Benches that are too large to try all of them: most seats answer alike, and few answer anything.

use std::ops::Range;

use super::Spot;
use crate::engine::{Policy, Reads};
use crate::ir::MadeAnswer;
use crate::trial::space::options::Few;
use crate::trial::space::{Expected, MOST, MOST_WHOLE, Scope, Shape, Sitting, Space};

/// With two seats that answer anything, so many passes more or less are tried around each of these.
const STEP: usize = 4;

impl Space {
    /// The dockets of one subject in which all named seats answer alike, or the first so many of them pass, but for two, who
    /// answer anything. None where even these are too many.
    pub(in crate::trial::space) fn sparse(
        policies: &[&Policy],
        panel: &[Expected],
    ) -> Option<Self> {
        let reads = Self::reads(policies, panel);
        let named = Self::named(&reads, panel);
        let plain = policies.iter().all(|policy| policy.is_plain());
        let most = if plain { MOST } else { MOST_WHOLE };
        [1, 0].into_iter().find_map(|findings| Self::sparse_of(&reads, &named, findings, most))
    }

    fn sparse_of(reads: &Reads, named: &[Expected], findings: usize, most: u64) -> Option<Self> {
        let scope = Scope { seats: 0, subjects: 1, findings };
        let sitting = Sitting::of_gate(named.to_vec());
        // It is made for few seats, and then seated in full.
        let one = Sitting { named: named.get(..1)?.to_vec(), ..sitting };
        let mut space = Self::sitting(reads, one, scope, u64::MAX, None).ok()?;
        space.crowd(named, 0, None, reads);
        (space.shape, space.named, space.beyond) = (Shape::Sparse, named.len(), Vec::new());
        let kinds = space.choices.all.len();
        let seats = named.len();
        let bases = space.firsts().count() * seats.div_ceil(STEP);
        let few = space.few_of_each().len();
        let of_one = bases * (1 + few.saturating_sub(1) * kinds) * kinds * few;
        let worlds = usize::try_from(most).unwrap_or(usize::MAX) / of_one.max(1);
        space.worlds.truncate(worlds);
        (!space.worlds.is_empty()).then_some(space)
    }

    /// What the first of the other seats answers, one after the other; or all of them, where most answer alike.
    pub(super) fn firsts(&self) -> impl Iterator<Item = u32> {
        let all = (0_u32..).zip(&self.choices.all);
        let first = |answers: &[MadeAnswer]| answers.iter().all(|one| Few::AllButPlain.has(one));
        let own =
            all.filter(move |(_, choice)| self.shape != Shape::Sparse || first(&choice.answers));
        own.map(|(place, _)| place)
    }

    /// Of seats that no condition tells apart the first two and the last two: one of each kind beside another one.
    pub(super) fn few_of_each(&self) -> Vec<usize> {
        let ends = |alike: &Range<usize>| {
            let (first, last) = (alike.start + 2, alike.end.saturating_sub(2));
            alike.clone().filter(move |seat| *seat < first || *seat >= last).collect::<Vec<_>>()
        };
        self.alike.iter().flat_map(ends).collect()
    }

    /// Visits all dockets in which seats answer one of two things: so many one and the others the other, or one of them alone.
    pub(super) fn visit_crowd<'s, 'p>(
        &self,
        order: &[usize],
        first: Option<u32>,
        spot: &mut Spot<'s, 'p>,
        visit: &mut dyn FnMut(&mut Spot<'s, 'p>),
    ) {
        let Some(most) = first else { return };
        let few = u32::try_from(self.choices.all.len()).unwrap_or(u32::MAX);
        let named = self.named;
        for other in (0..few).filter(|other| *other != most) {
            spot.only = Some(most);
            order.iter().for_each(|seat| spot.put(*seat, most));
            for seat in order.iter().skip(1).filter(|seat| **seat < named) {
                spot.put(*seat, other);
                visit(spot);
                spot.put(*seat, most);
            }
            // Those who differ stand first, and so do seats with names.
            for seat in order {
                visit(spot);
                if spot.done || spot.failed.is_some() {
                    return;
                }
                spot.put(*seat, other);
            }
            if !order.is_empty() {
                visit(spot);
            }
        }
    }

    /// Visits all dockets in which one seat, beside the free one, answers otherwise than most.
    pub(super) fn visit_sparse<'s, 'p>(
        &self,
        order: &[usize],
        first: Option<u32>,
        spot: &mut Spot<'s, 'p>,
        visit: &mut dyn FnMut(&mut Spot<'s, 'p>),
    ) {
        let Some(most) = first else { return };
        let plain = self.choices.plainest();
        let few = u32::try_from(self.choices.all.len()).unwrap_or(u32::MAX);
        let prefixes = if most == plain { 1 } else { order.len().max(1) };
        spot.left = self.scope.findings;
        for passes in (0..prefixes).step_by(STEP) {
            let of = |at: usize| if at < passes { plain } else { most };
            order.iter().enumerate().for_each(|(at, seat)| spot.put(*seat, of(at)));
            let few_of_each = self.few_of_each();
            let one_of_them = |(_, seat): &(usize, &usize)| few_of_each.contains(seat);
            for (place, (at, seat)) in order.iter().enumerate().filter(one_of_them).enumerate() {
                spot.apart = Some(*seat);
                // What it says as all others do is tried beside the first of them.
                for other in (0..few).filter(|other| place == 0 || *other != of(at)) {
                    let found = self.choices.all[other as usize].findings;
                    spot.left = self.scope.findings.saturating_sub(found);
                    spot.put(*seat, other);
                    visit(spot);
                    if spot.done || spot.failed.is_some() {
                        return;
                    }
                }
                spot.put(*seat, of(at));
            }
        }
    }
}
