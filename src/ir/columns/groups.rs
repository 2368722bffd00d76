//! Named sets of seats.

use std::ops::Range;

use super::{Cell, Columns};
use crate::ir::bits::Bits;
use crate::ir::{CellRef, FindingKind, Outcome, Stake, State};

/// A named set of seats that is settled when the docket is closed. A seat is counted once, however many
/// subjects its answer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Group {
    Failed,
    Held,
    Warned,
    Passed,
    InFavour,
    Unsure,
    Doubted,
    Unexplained,
    Missing,
    Awaiting,
    Unreadable,
    Stale,
    Errored,
    Unsettled,
    Reported,
    Expected,
    Excused,
    Skipped,
    Required,
    Voting,
    Others,
    Observers,
    Unexpected,
}

impl Group {
    pub(crate) const COUNT: usize = Self::Unexpected as usize + 1;

    pub(crate) const fn bit(self) -> u32 {
        1 << self as u32
    }

    /// Whether it says how seats stand, and not who they are: `.all` may follow.
    pub(crate) fn is_state(self) -> bool {
        !matches!(
            self,
            Self::Expected
                | Self::Required
                | Self::Voting
                | Self::Others
                | Self::Observers
                | Self::Unexpected
        )
    }

    /// Whether every seat of it is in the other one as well, on any docket.
    pub(crate) fn is_within(self, other: Self) -> bool {
        self.with_wider() & other.bit() != 0
    }

    /// Whether no seat is in both, on any docket.
    pub(crate) fn excludes(self, other: Self) -> bool {
        let (own, others) = (self.with_wider(), other.with_wider());
        let apart = |(one, another): &(u32, u32)| {
            own & one != 0 && others & another != 0 || others & one != 0 && own & another != 0
        };
        APART.iter().any(apart)
    }

    /// It, and the groups that hold all of it: what [`Columns::belongs_to`] makes of a seat.
    const fn with_wider(self) -> u32 {
        let wider = match self {
            Self::Failed | Self::Unsure | Self::Doubted | Self::Unsettled | Self::Reported => {
                return self.bit() | Self::Expected.bit();
            }
            Self::Unexplained => Self::Failed,
            Self::Awaiting => Self::Missing,
            Self::Held | Self::Missing | Self::Unreadable | Self::Stale | Self::Errored => {
                Self::Unsettled
            }
            Self::Warned | Self::Passed => Self::InFavour,
            Self::InFavour => Self::Reported,
            _ => return self.bit(),
        };
        self.bit() | wider.with_wider()
    }
}

/// Groups of which no seat is in both.
const APART: [(u32, u32); 6] = [
    (Group::Warned.bit(), Group::Passed.bit()),
    (Group::InFavour.bit(), AGAINST),
    (
        Group::Reported.bit(),
        Group::Missing.bit() | Group::Unreadable.bit() | Group::Stale.bit() | Group::Errored.bit(),
    ),
    (Group::Expected.bit(), AWAY | Group::Observers.bit()),
    (Group::Required.bit(), Group::Voting.bit()),
    (
        Group::Required.bit() | Group::Voting.bit() | Group::Others.bit(),
        Group::Skipped.bit() | Group::Observers.bit(),
    ),
];

/// What a seat is when one of its cells is.
const BY_ANY: u32 = Group::Failed.bit()
    | Group::Held.bit()
    | Group::Unsure.bit()
    | Group::Doubted.bit()
    | Group::Unexplained.bit()
    | Group::Missing.bit()
    | Group::Awaiting.bit()
    | Group::Unreadable.bit()
    | Group::Stale.bit()
    | Group::Errored.bit()
    | Group::Unsettled.bit();
const AGAINST: u32 = Group::Failed.bit() | Group::Unsettled.bit();
const AWAY: u32 = Group::Skipped.bit() | Group::Excused.bit();

/// The seats of each group.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    whole: [Bits; Group::COUNT],
    /// The same as a policy names them, where that is not the same.
    named: Option<Box<[Bits; Group::COUNT]>>,
    /// The same where observers stand as voters do, where there are any.
    with_observers: Option<Box<[Bits; Group::COUNT]>>,
    /// Seats that sit only because a condition asks for them, and those of them whose source was not expected.
    asked: Bits,
    strays: Bits,
}

impl Groups {
    pub(super) fn none() -> Self {
        let whole = std::array::from_fn(|_| Bits::empty(0));
        Self {
            whole,
            named: None,
            with_observers: None,
            asked: Bits::empty(0),
            strays: Bits::empty(0),
        }
    }
}

/// One seat: its cells lie side by side.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    cells: Range<u32>,
}

impl Row {
    pub(crate) fn cells(&self) -> Range<usize> {
        self.cells.start as usize..self.cells.end as usize
    }
}

impl CellRef<'_> {
    /// What a cell is by itself, as a set of groups.
    pub(super) fn qualities(self) -> u32 {
        let cell = self.cell();
        let reported = cell.state == State::Reported;
        let mut bits = match cell.state {
            State::Reported => Group::Reported,
            State::Missing => Group::Missing,
            State::Unreadable => Group::Unreadable,
            State::Stale => Group::Stale,
            State::Errored => Group::Errored,
            State::Skipped => Group::Skipped,
            State::Excused => Group::Excused,
        }
        .bit();
        let mut add = |holds: bool, group: Group| bits |= if holds { group.bit() } else { 0 };
        let away = matches!(cell.state, State::Skipped | State::Excused);
        add(!away && (!reported || cell.effective == Some(Outcome::Hold)), Group::Unsettled);
        add(cell.awaiting && cell.state == State::Missing, Group::Awaiting);
        match cell.effective {
            Some(Outcome::Fail) => add(true, Group::Failed),
            Some(Outcome::Hold) => add(true, Group::Held),
            Some(Outcome::Warn) => add(true, Group::Warned),
            Some(Outcome::Pass) => add(true, Group::Passed),
            None => {}
        }
        add(self.unsure(), Group::Unsure);
        add(self.doubted(), Group::Doubted);
        add(cell.effective == Some(Outcome::Fail) && !self.lists_a_blocker(), Group::Unexplained);
        bits
    }

    fn lists_a_blocker(self) -> bool {
        let Range { start, end } = self.cell().findings;
        let kinds = self.docket.finding_kind.get(start as usize..end as usize);
        kinds.unwrap_or_default().contains(&FindingKind::Blocker)
    }
}

impl Columns {
    /// Settles which seats there are and which groups each belongs to.
    pub(in crate::ir) fn regroup(&mut self) {
        self.rows.clear();
        let mut first = 0;
        while let Some(cell) = self.cells.get(first) {
            let same = |other: &Cell| {
                other.seat == cell.seat
                    && (other.stake == Stake::Unexpected) == (cell.stake == Stake::Unexpected)
            };
            let end = self.cells[first..].iter().position(|other| !same(other));
            let end = end.map_or(self.cells.len(), |more| first + more);
            let place = |n| u32::try_from(n).unwrap_or(u32::MAX);
            self.rows.push(Row { cells: place(first)..place(end) });
            first = end;
        }
        for index in 0..self.cells.len() {
            self.cells[index].qualities = self.cell(index).qualities();
        }
        let rows = || self.rows.iter().enumerate();
        let first = |row: &Row| self.cells.get(row.cells().start);
        let (mut asked, mut strays) = (self.no_seats(), self.no_seats());
        for (index, row) in rows() {
            if first(row).is_some_and(|cell| cell.asked) {
                asked.insert(index);
            }
            if first(row).is_some_and(|cell| cell.stray) {
                strays.insert(index);
            }
        }
        (self.groups.asked, self.groups.strays) = (asked, strays);
        self.index_groups();
    }

    /// Settles which groups each seat belongs to, by what its cells are.
    pub(super) fn index_groups(&mut self) {
        let whole = self.sorted(Stake::Observer);
        let observed = !whole[Group::Observers as usize].is_empty();
        self.groups.with_observers = observed.then(|| Box::new(self.sorted(Stake::Voting)));
        let Groups { asked, strays, .. } = &self.groups;
        self.groups.named = (!asked.is_empty()).then(|| {
            let mut named = whole.each_ref().map(|group| group.without(asked));
            let unexpected = &mut named[Group::Unexpected as usize];
            *unexpected = unexpected.or(strays);
            Box::new(named)
        });
        self.groups.whole = whole;
    }

    /// The seats of each group, where observers have this stake.
    fn sorted(&self, observers: Stake) -> [Bits; Group::COUNT] {
        let mut whole: [Bits; Group::COUNT] = std::array::from_fn(|_| Bits::empty(self.rows.len()));
        for (index, row) in self.rows.iter().enumerate() {
            let mut bits = self.belongs_to(row, observers);
            while bits != 0 {
                if let Some(group) = whole.get_mut(bits.trailing_zeros() as usize) {
                    group.insert(index);
                }
                bits &= bits - 1;
            }
        }
        whole
    }

    /// The groups of a seat. It is as bad as the worst of its cells, and reported when all of them are.
    fn belongs_to(&self, row: &Row, observers: Stake) -> u32 {
        let cells = &self.cells[row.cells()];
        let Some(first) = cells.first() else { return 0 };
        let stake = if first.stake == Stake::Observer { observers } else { first.stake };
        let who = match stake {
            Stake::Required => Group::Required.bit(),
            Stake::Voting => Group::Voting.bit(),
            Stake::Observer => return Group::Observers.bit(),
            Stake::Unexpected => return Group::Unexpected.bit(),
        } | if first.by_policy { 0 } else { Group::Others.bit() };
        let live = || cells.iter().filter(|cell| cell.qualities & AWAY == 0);
        let any = live().fold(0, |bits, cell| bits | cell.qualities);
        if any == 0 {
            let away = cells.iter().fold(0, |bits, cell| bits | cell.qualities & AWAY);
            return if away & Group::Skipped.bit() == 0 { who | away } else { away };
        }
        let mut bits = who | Group::Expected.bit() | any & BY_ANY;
        bits |= live().fold(Group::Reported.bit(), |bits, cell| bits & cell.qualities);
        if any & AGAINST == 0 {
            let warned = any & Group::Warned.bit() != 0;
            bits |= if warned { Group::Warned.bit() } else { Group::Passed.bit() };
            bits |= Group::InFavour.bit();
        }
        bits
    }

    /// All seats of a group.
    #[inline]
    pub(crate) fn group(&self, group: Group) -> &Bits {
        &self.groups.whole[group as usize]
    }

    /// All seats of a group, where observers stand as voters do: what somebody sees who asks about one seat, and
    /// not whether the gate opens.
    #[inline]
    pub(crate) fn group_with_observers(&self, group: Group) -> &Bits {
        &self.groups.with_observers.as_deref().unwrap_or(&self.groups.whole)[group as usize]
    }

    /// A group as a policy names it. A seat that a condition asks for, and no one else, is in none of them: one
    /// rule cannot change what another one sees.
    #[inline]
    pub(crate) fn named_group(&self, group: Group) -> &Bits {
        &self.groups.named.as_deref().unwrap_or(&self.groups.whole)[group as usize]
    }

    /// The seat's first cell, which has its name, stake and weight.
    pub(crate) fn seat(&self, seat: usize) -> Option<CellRef<'_>> {
        Some(self.cell(self.rows.get(seat)?.cells().start))
    }

    /// The seat that a cell belongs to, by its place among all.
    pub(crate) fn seat_of(&self, cell: usize) -> usize {
        self.rows.partition_point(|row| row.cells().end <= cell)
    }

    /// The cells that put these seats into `group`; all their cells where no single one does.
    pub(crate) fn cells_of(&self, seats: &Bits, group: Option<Group>) -> Bits {
        let mut found = self.no_cells();
        let bit = group.map_or(0, Group::bit);
        for row in seats.iter().filter_map(|seat| self.rows.get(seat)) {
            let own = |cell: &usize| self.cells[*cell].qualities & bit != 0;
            let any = row.cells().any(|cell| own(&cell));
            row.cells().filter(|cell| !any || own(cell)).for_each(|cell| found.insert(cell));
        }
        found
    }

    /// Whether a cell is one by itself: `group` says how cells stand.
    pub(crate) fn is_in(&self, cell: usize, group: Group) -> bool {
        self.cells[cell].qualities & group.bit() != 0
    }

    pub(crate) fn no_seats(&self) -> Bits {
        Bits::empty(self.rows.len())
    }
}
