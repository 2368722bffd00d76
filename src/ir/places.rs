//! Where the cells and seats of one docket stand in another one of the same sources.
//!
//! Policies that stand on each other are judged on benches of their own: each adds the seats that it names behind
//! those that the host has.

use std::collections::HashMap;

use super::ClosedDocket;
use super::bits::Bits;
use super::columns::Columns;
use super::ruling::{Seen, Selection};

/// The places of cells and seats in another docket.
pub(crate) struct Places {
    cells: Vec<usize>,
    seats: Vec<usize>,
    /// How many there are in the other one.
    all: (usize, usize),
}

impl ClosedDocket {
    /// Where its cells and seats stand in another docket, which has all of them.
    pub(crate) fn places_in(&self, other: &Self) -> Places {
        let (from, to) = (self.columns(), other.columns());
        let name = |columns: &Columns, cell: usize| {
            let cell = &columns.cells[cell];
            (cell.seat.clone(), cell.subject.clone(), cell.source)
        };
        let mut known = HashMap::new();
        for cell in 0..to.cells.len() {
            known.entry(name(to, cell)).or_insert(cell);
        }
        let same = |cell: usize| to.cells.get(cell).is_some() && name(from, cell) == name(to, cell);
        let cells: Vec<usize> = (0..from.cells.len())
            .map(|cell| {
                if same(cell) {
                    cell
                } else {
                    known.get(&name(from, cell)).copied().unwrap_or(cell)
                }
            })
            .collect();
        let first = |row: &super::Row| cells.get(row.cells().start).copied().unwrap_or_default();
        let seats = from.rows.iter().map(|row| to.seat_of(first(row))).collect();
        Places { cells, seats, all: (to.cells.len(), to.rows.len()) }
    }
}

impl Places {
    pub(crate) fn cell(&self, cell: usize) -> usize {
        self.cells.get(cell).copied().unwrap_or(cell)
    }

    pub(crate) fn move_selection(&self, selection: &mut Selection) {
        if let Selection::Cells(cells) = selection {
            *cells = moved(cells, &self.cells, self.all.0);
        }
    }

    pub(crate) fn move_seen(&self, seen: &mut Seen) {
        if let Seen::Seats(seats) = seen {
            *seats = moved(seats, &self.seats, self.all.1);
        }
    }
}

fn moved(set: &Bits, places: &[usize], len: usize) -> Bits {
    let mut other = Bits::empty(len);
    set.iter().filter_map(|place| places.get(place)).for_each(|&place| other.insert(place));
    other
}
