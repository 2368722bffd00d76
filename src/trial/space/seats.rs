//! Who sits in a space, and whom no policy can tell apart.

use std::ops::Range;

use super::{Expected, OTHERS, Scope, Shape, Space};
use crate::engine::Reads;
use crate::ir::Stake;

impl Space {
    /// Whom the policies and the panel name. What only the panel says of seats is what they count for, so those that count
    /// alike stand side by side.
    pub(super) fn named(reads: &Reads, panel: &[Expected]) -> Vec<Expected> {
        let own = |seat: &&Expected| reads.seat_name || reads.seats.contains(&seat.name);
        let mut named: Vec<Expected> = panel.iter().filter(own).cloned().collect();
        for seat in &reads.seats {
            if !named.iter().any(|known| known.name == *seat) {
                named.push(Expected::new(seat));
            }
        }
        // Those that no condition tells apart are beside each other.
        let mut sorted: Vec<Expected> = Vec::with_capacity(named.len());
        for seat in named {
            let like = |other: &Expected| Self::is_like(reads, &seat, other);
            let at = sorted.iter().rposition(like).map_or(sorted.len(), |at| at + 1);
            sorted.insert(at, seat);
        }
        let mut named = sorted;
        let mut others: Vec<Expected> = panel.iter().filter(|seat| !own(seat)).cloned().collect();
        others.sort_by_key(|seat| (seat.stake.map(Stake::as_str), seat.weight));
        named.extend(others);
        named
    }

    /// Makes it one of so many seats beside the named ones, who answer one of two things.
    pub(super) fn crowd(
        &mut self,
        named: &[Expected],
        seats: usize,
        stake: Option<Stake>,
        reads: &Reads,
    ) {
        self.seats = seated(named.to_vec(), seats, stake);
        self.alike = Self::alike(reads, &self.seats, named.len());
        self.shape = Shape::Crowd;
    }

    /// The ranges of seats that no policy can tell apart: those that it names alike, the seats of a panel that count alike,
    /// those that no policy names.
    pub(super) fn alike(reads: &Reads, seats: &[Expected], named: usize) -> Vec<Range<usize>> {
        let mut alike: Vec<Range<usize>> = Vec::new();
        for at in 0..seats.len() {
            let same = |last: &Range<usize>| {
                (last.start >= named) == (at >= named)
                    && (at >= named || Self::is_like(reads, &seats[last.start], &seats[at]))
            };
            match alike.last_mut().filter(|last| same(last)) {
                Some(last) => last.end = at + 1,
                None => alike.push(at..at + 1),
            }
        }
        alike
    }

    /// Whether two named seats count alike, and no condition tells them apart.
    fn is_like(reads: &Reads, one: &Expected, other: &Expected) -> bool {
        let own = |seat: &Expected| reads.seat_name || reads.seats.contains(&seat.name);
        let like = match (own(one), own(other)) {
            (false, false) => true,
            (true, true) => reads.are_alike(&one.name, &other.name),
            _ => false,
        };
        like && (one.stake, one.weight) == (other.stake, other.weight)
    }
}

/// Those that are named, and so many others who count for the host as is said.
pub(super) fn seated(named: Vec<Expected>, others: usize, stake: Option<Stake>) -> Vec<Expected> {
    let names = OTHERS.iter().map(|name| (*name).to_owned());
    let names = names.chain((OTHERS.len()..).map(|n| format!("dev-{n}")));
    let free = names.filter(|name| !named.iter().any(|seat| seat.name == *name));
    let other = |name: String| Expected { stake, ..Expected::new(name) };
    let free: Vec<Expected> = free.take(others).map(other).collect();
    [named, free].concat()
}

impl Scope {
    /// One size smaller; false when it is as small as can be.
    pub(super) fn shrink(&mut self) -> bool {
        match self {
            Self { findings: more @ 2.., .. } | Self { seats: more @ 3.., .. } => *more -= 1,
            Self { findings: more @ 1.., .. } | Self { seats: more @ 1.., .. } => *more -= 1,
            _ => return false,
        }
        true
    }
}
