//! Going through a space: all seats but one are seated, and that one answers everything in turn.

mod bench;
mod sparse;

use rayon::prelude::*;

use super::{Shape, Space};
use crate::engine::{Bare, Judge, Stage};
use crate::ir::{ClosedDocket, Diagnostics, MadeAnswer, MadeWorld, Outcome};
use bench::put;
pub(crate) use bench::{Bench, Twist};

/// All seats but one have answered.
pub(crate) struct Spot<'s, 'p> {
    pub(crate) space: &'s Space,
    pub(crate) world: &'s MadeWorld,
    /// What each seat answers, the free one included once it did.
    pub(crate) chosen: Vec<u32>,
    pub(crate) free: usize,
    /// How many findings the free seat may have.
    left: usize,
    /// All that the free seat may answer, where that is one thing.
    only: Option<u32>,
    /// The seat that answers otherwise than most beside the free one, where only two do.
    apart: Option<usize>,
    benches: Vec<Bench<'p>>,
    judges: Vec<Judge<'p>>,
    /// Why a judging had no ruling.
    pub(crate) failed: Option<Diagnostics>,
    /// Whether nothing more is asked.
    pub(crate) done: bool,
}

impl Spot<'_, '_> {
    /// What the free seat may answer.
    pub(crate) fn choices(&self) -> Vec<u32> {
        if let Some(only) = self.only {
            return vec![only];
        }
        let own = (0_u32..)
            .zip(&self.space.choices.all)
            .filter(|(_, choice)| choice.findings <= self.left)
            .map(|(place, _)| place);
        own.collect()
    }

    /// Whether this docket is tried here, and not where its seats stand in another order.
    pub(crate) fn is_first(&self, choice: u32) -> bool {
        let mut others = self.space.like(self.free).filter(|seat| *seat != self.free);
        match self.space.shape {
            Shape::All => others.all(|seat| self.chosen[seat] <= choice),
            Shape::Crowd => true,
            Shape::Sparse => self.apart.is_some_and(|apart| apart < self.free),
        }
    }

    /// The outcome of a policy when the free seat answers this.
    pub(crate) fn judge(&mut self, bench: usize, choice: u32) -> Option<Bare> {
        self.chosen[self.free] = choice;
        let own = &mut self.benches[bench];
        own.put(self.free, choice);
        let seen = own.judge(&mut self.judges[bench], self.free);
        seen.map_err(|error| self.failed.get_or_insert(error)).ok()
    }

    /// The same, where an error is what it is for a gate: there is no ruling.
    pub(crate) fn judge_or_none(&mut self, bench: usize, choice: u32) -> Bare {
        let seen = self.judge(bench, choice);
        self.failed = None;
        seen.unwrap_or(Bare::REFUSED)
    }

    /// The same where its findings are told from the last to the first; none where that is no other list.
    pub(crate) fn judge_turned(&mut self, bench: usize, choice: u32) -> Option<Bare> {
        let own = &mut self.benches[bench];
        let stamps = own.turned.get(choice as usize).filter(|stamps| !stamps.is_empty())?;
        put(&mut own.docket, *own.first.get(self.free)?, stamps);
        let seen = own.judge(&mut self.judges[bench], self.free);
        own.put(self.free, choice);
        seen.map_err(|error| self.failed.get_or_insert(error)).ok()
    }

    /// The same in another world.
    pub(crate) fn judge_in(
        &mut self,
        bench: usize,
        choice: u32,
        world: &MadeWorld,
    ) -> Option<Bare> {
        self.benches[bench].be_in(world);
        let seen = self.judge(bench, choice);
        self.benches[bench].be_in(self.world);
        seen
    }

    fn put(&mut self, seat: usize, choice: u32) {
        self.chosen[seat] = choice;
        self.benches.iter_mut().for_each(|bench| bench.put(seat, choice));
    }

    /// How many dockets this one stands for.
    pub(crate) fn stands_for(&self) -> u64 {
        if self.space.shape != Shape::All {
            return 1;
        }
        let count = |choice: u32| self.space.choices.all[choice as usize].stands_for;
        let mut all: u64 = 1;
        for alike in &self.space.alike {
            let mut own = self.chosen[alike.clone()].to_vec();
            own.sort_unstable();
            for same in own.chunk_by(|one, other| one == other) {
                all = all.saturating_mul(multisets(count(same[0]), same.len()));
            }
        }
        all
    }

    /// How many findings the free seat may have.
    pub(crate) fn left(&self) -> usize {
        self.left
    }

    /// How far the docket is from one in which everybody passes.
    pub(crate) fn cost(&self) -> u32 {
        self.chosen.iter().map(|choice| self.space.choices.all[*choice as usize].cost).sum()
    }

    /// The outcome of a policy when two neighbours change their answers.
    pub(crate) fn swapped(&mut self, bench: usize, one: usize) -> Option<Bare> {
        let (a, b) = (self.chosen[one], self.chosen[one + 1]);
        let own = &mut self.benches[bench];
        own.put(one, b);
        own.put(one + 1, a);
        let seen = own.judge(&mut self.judges[bench], self.free);
        own.put(one, a);
        own.put(one + 1, b);
        seen.map_err(|error| self.failed.get_or_insert(error)).ok()
    }

    /// The docket of a policy as it stands.
    pub(crate) fn docket_of(&self, bench: usize) -> &ClosedDocket {
        &self.benches[bench].docket
    }
}

/// What a walk came to.
#[derive(Debug)]
pub(crate) struct Found<T> {
    pub(crate) parts: Vec<T>,
    pub(crate) in_rhai: u64,
}

impl Space {
    /// The seats of which each can be the free one: of those that are alike, one.
    pub(crate) fn free_seats(&self) -> Vec<usize> {
        match (self.stage, self.shape) {
            (Stage::Gate, Shape::Sparse) => self.few_of_each(),
            (Stage::Gate, _) => self.alike.iter().map(|alike| alike.start).collect(),
            _ => vec![0],
        }
    }

    /// Visits every way in which all seats but `free` can answer, on all cores; parts in a fixed order.
    ///
    /// # Errors
    ///
    /// A judging had no ruling.
    pub(crate) fn walk<'p, T: Send>(
        &self,
        free: usize,
        benches: &[Bench<'p>],
        start: impl Fn() -> T + Sync,
        visit: impl Fn(&mut T, &mut Spot<'_, 'p>) + Sync,
    ) -> Result<Found<T>, Diagnostics> {
        let order: Vec<usize> = (0..self.seats.len()).filter(|seat| *seat != free).collect();
        let firsts: Vec<Option<u32>> = match order.is_empty() {
            true => vec![None],
            false => self.firsts().map(Some).collect(),
        };
        // Few large tasks: a task copies its benches.
        let per_task = firsts.len().div_ceil(32).max(1);
        let tasks: Vec<(&MadeWorld, &[Option<u32>])> = self
            .worlds
            .iter()
            .flat_map(|world| firsts.chunks(per_task).map(move |own| (world, own)))
            .collect();
        self.progress.told(tasks.len(), 0);
        let parts: Result<Vec<(T, u64)>, Diagnostics> = tasks
            .into_par_iter()
            .map(|(world, firsts)| {
                let mut spot = Spot {
                    space: self,
                    world,
                    chosen: vec![self.choices.plainest(); self.seats.len()],
                    free,
                    left: self.scope.findings,
                    only: None,
                    apart: None,
                    benches: benches.iter().map(|own| own.entering(self, world)).collect(),
                    judges: benches.iter().map(|bench| Judge::new(bench.policy)).collect(),
                    failed: None,
                    done: false,
                };
                let mut part = start();
                for first in firsts {
                    let (spot, visit) = (&mut spot, &mut |spot: &mut _| visit(&mut part, spot));
                    match self.shape {
                        Shape::All => {
                            self.go(&order, *first, 0, self.scope.findings, spot, visit);
                        }
                        Shape::Crowd => self.visit_crowd(&order, *first, spot, visit),
                        Shape::Sparse => self.visit_sparse(&order, *first, spot, visit),
                    }
                    if let Some(failed) = spot.failed.take() {
                        return Err(failed);
                    }
                }
                let in_rhai = spot.judges.iter().map(|judge| judge.in_rhai).sum();
                self.progress.told(0, 1);
                Ok((part, in_rhai))
            })
            .collect();
        let parts = parts?;
        let in_rhai = parts.iter().map(|(_, in_rhai)| in_rhai).sum();
        Ok(Found { parts: parts.into_iter().map(|(part, _)| part).collect(), in_rhai })
    }

    fn go<'s, 'p>(
        &self,
        order: &[usize],
        first: Option<u32>,
        at: usize,
        left: usize,
        spot: &mut Spot<'s, 'p>,
        visit: &mut dyn FnMut(&mut Spot<'s, 'p>),
    ) {
        let Some(seat) = order.get(at).copied() else {
            spot.left = left;
            visit(spot);
            return;
        };
        // Seats that are alike stand in one order.
        let before = order[..at].last().filter(|other| self.like(seat).contains(other));
        let least = before.map_or(0, |other| spot.chosen[*other]);
        let choices = match first {
            Some(first) if at == 0 => first..first + 1,
            _ => least..u32::try_from(self.choices.all.len()).unwrap_or(u32::MAX),
        };
        for choice in choices {
            let more = self.choices.all[choice as usize].findings;
            if more > left || spot.failed.is_some() || spot.done {
                continue;
            }
            spot.put(seat, choice);
            self.go(order, first, at + 1, left - more, spot, visit);
        }
    }

    /// How many dockets are tried.
    pub(crate) fn tried(&self) -> u64 {
        let most = self.scope.findings;
        let mut with: Vec<u64> = vec![0; most + 1];
        for choice in self.choices.all.iter().filter(|choice| choice.findings <= most) {
            with[choice.findings] += 1;
        }
        // Ways by the findings in them: of the seats that are alike, one kind after the other.
        let mut ways = vec![0_u64; most + 1];
        ways[0] = 1;
        for alike in &self.alike {
            ways = with_alike(ways, &with, alike.len());
        }
        let worlds = u64::try_from(self.worlds.len()).unwrap_or(u64::MAX);
        ways.iter().fold(0_u64, |sum, more| sum.saturating_add(*more)).saturating_mul(worlds)
    }
}

impl super::Choices {
    /// The plain pass.
    pub(crate) fn plainest(&self) -> u32 {
        let plain = |choice: &super::Choice| {
            choice.answers.iter().all(|answer| *answer == MadeAnswer::says(Outcome::Pass))
        };
        (0_u32..).zip(&self.all).find(|(_, choice)| plain(choice)).map_or(0, |(place, _)| place)
    }
}

/// The ways by their findings, where so many more seats sit that are alike.
fn with_alike(ways: Vec<u64>, with: &[u64], seats: usize) -> Vec<u64> {
    let most = ways.len();
    let mut by_seats = vec![vec![0_u64; most]; seats + 1];
    by_seats[0] = ways;
    for (findings, kinds) in with.iter().enumerate() {
        let mut next = vec![vec![0_u64; most]; seats + 1];
        for (seated, row) in by_seats.iter().enumerate() {
            for more in 0..=seats - seated {
                let same = if more == 0 { 1 } else { multisets(*kinds, more) };
                for (had, count) in row.iter().enumerate() {
                    let all = had + more * findings;
                    if all < most {
                        let found = &mut next[seated + more][all];
                        *found = found.saturating_add(count.saturating_mul(same));
                    }
                }
            }
        }
        by_seats = next;
    }
    by_seats.swap_remove(seats)
}

/// How many multisets of so many members there are over so many kinds.
fn multisets(kinds: u64, members: usize) -> u64 {
    let mut all: u128 = 1;
    for n in 0..members as u128 {
        all = all.saturating_mul(u128::from(kinds) + n) / (n + 1);
    }
    u64::try_from(all).unwrap_or(u64::MAX)
}
