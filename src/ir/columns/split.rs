//! A bundle of pairs that lies in several files, each of which took a seat.

use std::collections::HashSet;

use super::{Columns, mistakes};
use crate::ir::{State, Subject};

impl Columns {
    /// Several reviewers each leave out what another one reviews: likely the parts of one bundle.
    pub(super) fn report_split_bundle(&mut self) {
        let of_pairs = |state: State| {
            let counting = self.cells.iter().filter(|cell| cell.stake.counts());
            counting.filter(move |cell| {
                cell.state == state && matches!(cell.subject, Subject::Pair { .. })
            })
        };
        let reviewed: HashSet<&Subject> =
            of_pairs(State::Reported).map(|cell| &cell.subject).collect();
        let mut parts: Vec<&str> = Vec::new();
        for cell in of_pairs(State::Missing) {
            if !reviewed.contains(&cell.subject) {
                return;
            }
            if parts.last() != Some(&cell.seat.as_str()) {
                parts.push(&cell.seat);
            }
        }
        if parts.len() > 1 {
            let told = mistakes::split_bundle(&parts);
            self.diagnostics.push(told);
        }
    }
}
