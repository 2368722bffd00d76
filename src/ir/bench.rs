//! Who must sit, as a policy says it, and how that fits what the host says.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::columns::{Cell, Columns};
use super::{ClosedDocket, Outcome, Stake, State};

/// Who must sit, and how they count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Bench {
    /// Seats by name. Without a place, the policy only asks for the seat: the host says how it counts.
    pub(crate) seats: BTreeMap<String, Option<Place>>,
    /// All seats that are not named.
    pub(crate) others: Option<Place>,
    /// The seats that a run names and a policy requires, whatever else is said of them.
    pub(crate) by_run: BTreeSet<String>,
}

/// How a seat counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Place {
    pub(crate) stake: Stake,
    pub(crate) weight: Option<u32>,
    pub(crate) left_out: LeftOut,
}

/// What may have become of a voter so that an opening goes on without it: `others voting, unreadable may be left out;`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct LeftOut {
    /// Its text cannot be read, and may hide an answer.
    pub(crate) unreadable: bool,
    /// Its verdict opens, and cannot be relied on.
    pub(crate) doubted: bool,
}

impl LeftOut {
    fn and(self, other: Self) -> Self {
        Self {
            unreadable: self.unreadable && other.unreadable,
            doubted: self.doubted && other.doubted,
        }
    }

    /// Whether all that may be left out here may be left out there.
    pub(crate) fn is_within(self, other: Self) -> bool {
        self.and(other) == self
    }
}

impl Bench {
    /// Adds what another policy asks for; where both say how a seat counts, the stricter one stands.
    pub(crate) fn tighten(&mut self, other: &Self) {
        for (name, place) in &other.seats {
            let own = self.seats.entry(name.clone()).or_default();
            *own = stricter(*own, *place);
        }
        self.others = stricter(self.others, other.others);
    }
}

fn stricter(one: Option<Place>, other: Option<Place>) -> Option<Place> {
    match (one, other) {
        (Some(one), Some(other)) if other.stake.laxity() < one.stake.laxity() => Some(other),
        (Some(one), Some(other)) if other.stake == one.stake => {
            Some(Place { left_out: one.left_out.and(other.left_out), ..one })
        }
        (one, other) => one.or(other),
    }
}

/// What the host says of a seat, where the policy says otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Misplaced {
    pub(crate) seat: String,
    /// What the policy does, and what the seat is for the host: `says voting`, `observer`.
    pub(crate) policy: String,
    pub(crate) host: String,
}

impl ClosedDocket {
    /// The same docket with the seats that a policy asks for.
    ///
    /// A seat that it names takes its own file, no matter who else was expected; it is missing where there is none. The
    /// host may make a voter required; any other difference is reported.
    pub(crate) fn seated(&self, bench: &Bench) -> Result<Cow<'_, Self>, Vec<Misplaced>> {
        if bench.seats.is_empty() && bench.others.is_none() && bench.by_run.is_empty() {
            return Ok(Cow::Borrowed(self));
        }
        let mut columns = Columns::clone(self.columns());
        columns.take_files(bench);
        let mut wrong: Vec<Misplaced> = Vec::new();
        for cell in columns.cells.iter_mut().filter(|cell| cell.stake != Stake::Unexpected) {
            let own = bench.seats.get(&cell.seat);
            cell.named |= own.is_some();
            cell.by_policy = matches!(own, Some(Some(_)));
            let asked = own.is_some_and(Option::is_none);
            // Nobody says that an observer votes who is only one of the others: it stays one, and counts for nothing.
            let watches = cell.stake_set && cell.stake == Stake::Observer;
            let votes = |place: &Place| place.stake == Stake::Voting;
            let others = bench.others.filter(|place| !(asked || watches && votes(place)));
            cell.left_out = LeftOut::default();
            if bench.by_run.contains(&cell.seat) {
                let weight = own.copied().flatten().or(bench.others).and_then(|place| place.weight);
                cell.be_required(weight, &mut wrong);
                continue;
            }
            match own.copied().flatten().or(others) {
                Some(place) => {
                    cell.left_out = place.left_out;
                    if let Err(misplaced) = cell.sit(place)
                        && wrong.last() != Some(&misplaced)
                    {
                        wrong.push(misplaced);
                    }
                }
                None if asked && cell.stake == Stake::Observer => wrong.push(Misplaced {
                    seat: cell.seat.clone(),
                    policy: "asks for its answer".to_owned(),
                    host: cell.stake.to_string(),
                }),
                None => {}
            }
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        columns.regroup();
        Ok(Cow::Owned(Self::new(columns)))
    }
}

impl Columns {
    /// Seats the sources of named seats that take none, and adds the seats that are missing.
    fn take_files(&mut self, bench: &Bench) {
        let sits = |cells: &[Cell], name: &str| {
            cells.iter().any(|cell| cell.seat == name && cell.is_seat())
        };
        let mut placed = std::mem::take(&mut self.ignored);
        let end = u32::try_from(self.finding_cell.len()).unwrap_or(u32::MAX);
        let by_run = bench.by_run.iter().map(|name| (name, false));
        let named = bench.seats.iter().filter(|(name, _)| !bench.by_run.contains(*name));
        let named = named.map(|(name, place)| (name, place.is_none()));
        for (name, asked) in named.chain(by_run) {
            if sits(&self.cells, name) {
                continue;
            }
            let blank = Cell {
                detail: Some("the policy names this seat".into()),
                asked,
                findings: end..end,
                ..Cell::of_seat(name, Stake::Required)
            };
            let own = |cell: &Cell| cell.seat == *name;
            let mut more = placed.iter().filter(|cell| own(cell)).count();
            let strays = self.cells.iter().any(own);
            if !strays {
                let first = placed.iter().position(own).map(|at| placed.remove(at));
                more = more.saturating_sub(1);
                self.cells.push(first.map_or(blank, |cell| Cell { findings: end..end, ..cell }));
            }
            for cell in self.cells.iter_mut().filter(|cell| own(cell)) {
                (cell.stake, cell.weight) = (Stake::Required, 1);
                (cell.asked, cell.stray) = (asked, asked && strays);
            }
            self.mark_duplicates(name, more);
        }
        self.ignored = placed;
    }

    /// Of several sources for one seat only a readable fail counts, as where the host seats them. `more` hold no
    /// verdict and have no cell.
    fn mark_duplicates(&mut self, seat: &str, more: usize) {
        let own = |cell: &Cell| cell.seat == seat;
        let sources = self.cells.iter().filter(|cell| own(cell)).map(|cell| cell.source);
        let mut sources: Vec<_> = sources.collect();
        sources.dedup();
        let count = sources.len() + more;
        if count < 2 {
            return;
        }
        let fails = |cell: &&Cell| {
            own(cell) && cell.state == State::Reported && cell.effective == Some(Outcome::Fail)
        };
        let kept = self.cells.iter().find(fails).map(|cell| cell.source);
        for cell in self.cells.iter_mut().filter(|cell| own(cell) && Some(cell.source) != kept) {
            cell.be_duplicate(count);
        }
    }
}

impl Cell {
    fn is_seat(&self) -> bool {
        self.stake != Stake::Unexpected
    }

    /// Is required because the run names it, whatever else is said of it: a voter by its name is no less for that.
    fn be_required(&mut self, weight: Option<u32>, wrong: &mut Vec<Misplaced>) {
        self.named = true;
        if self.stake == Stake::Voting {
            self.stake = Stake::Required;
        }
        let place = Place { stake: Stake::Required, weight, left_out: LeftOut::default() };
        if let Err(misplaced) = self.sit(place)
            && wrong.last() != Some(&misplaced)
        {
            wrong.push(misplaced);
        }
    }

    /// Takes a place that a policy gives it, unless the host gave it another.
    fn sit(&mut self, place: Place) -> Result<(), Misplaced> {
        let stricter = (place.stake, self.stake) == (Stake::Voting, Stake::Required);
        let misplaced =
            |policy: String, host: String| Misplaced { seat: self.seat.clone(), policy, host };
        if self.stake_set && self.stake != place.stake && !stricter {
            return Err(misplaced(format!("says {}", place.stake), self.stake.to_string()));
        }
        if let Some(weight) =
            place.weight.filter(|weight| self.weight_set && *weight != self.weight)
        {
            return Err(misplaced(
                format!("says weight {weight}"),
                format!("given weight {}", self.weight),
            ));
        }
        if !self.stake_set {
            self.stake = place.stake;
        }
        self.weight = place.weight.unwrap_or(self.weight);
        Ok(())
    }
}
