//! Verdicts that somebody derived in the place of a reviewer who was lost.

use std::sync::Arc;

use super::columns::{Cell, Columns};
use super::{Diagnostic, Outcome, State, Verdict};
use crate::source::Span;

impl Columns {
    /// Holds each of them against all that the other seats say, observers included: it is never better than the worst of
    /// them, and where none of them says anything, it rests on nothing.
    pub(super) fn hold_stand_ins(&mut self) {
        let stands_in = |cell: &Cell| self.verdict_of(cell).is_some_and(Verdict::is_stand_in);
        if !self.verdicts.iter().any(|verdict| verdict.is_stand_in()) {
            return;
        }
        // The worst, and the worst of those in another seat.
        let mut worst: [Option<(Outcome, &str)>; 2] = [None, None];
        for cell in self.cells.iter().filter(|cell| !stands_in(cell)) {
            let Some(outcome) = cell.effective else { continue };
            let other = worst[0].filter(|(_, seat)| *seat != cell.seat);
            if worst[0].is_none_or(|(known, _)| outcome > known) {
                worst = [Some((outcome, &cell.seat)), other.or(worst[1])];
            } else if other.is_some() && worst[1].is_none_or(|(known, _)| outcome > known) {
                worst[1] = Some((outcome, &cell.seat));
            }
        }
        let worst = worst.map(|found| found.map(|(outcome, seat)| (outcome, seat.to_owned())));
        for index in 0..self.cells.len() {
            let cell = &mut self.cells[index];
            let Some(place) = cell.verdict.filter(|_| cell.state == State::Reported) else {
                continue;
            };
            let Some(verdict) = self.verdicts.get_mut(place as usize) else { continue };
            if !verdict.is_stand_in() {
                continue;
            }
            let other = worst.iter().flatten().find(|(_, seat)| *seat != cell.seat);
            let verdict = Arc::make_mut(verdict);
            verdict.rests_on = Some(other.map_or(Outcome::Hold, |(outcome, _)| *outcome));
            cell.report(verdict, place as usize);
        }
    }

    /// What is worth saying about those that are worse than they say.
    pub(super) fn report_stand_ins(&mut self) {
        let told = self.cells.iter().filter_map(|cell| {
            let verdict = self.verdict_of(cell)?;
            let (at, rests_on) = (verdict.stands_in?, verdict.rests_on?);
            let own = Verdict { rests_on: None, ..verdict.clone() }.effective()?;
            let mut others = self.cells.iter().filter(|other| other.seat != cell.seat);
            let worse = others.find(|other| other.effective == Some(rests_on));
            (rests_on > own).then(|| worse_than_derived(at, &cell.seat, worse))
        });
        let told: Vec<Diagnostic> = told.collect();
        self.diagnostics.extend(told);
    }

    fn verdict_of(&self, cell: &Cell) -> Option<&Verdict> {
        self.verdicts.get(cell.verdict? as usize).map(Arc::as_ref)
    }
}

/// `AUDITOR_UNAVAILABLE|lead-derived verdict`, and an inspector that says NO-GO
fn worse_than_derived(at: Span, seat: &str, worse: Option<&Cell>) -> Diagnostic {
    let (message, help) = match worse {
        Some(worse) => (
            format!(
                "the verdict of `{seat}` was derived in its place, and `{}` says worse",
                worse.seat
            ),
            "it is never better than the worst that it rests on; let the auditor judge, or mend what is found",
        ),
        None => (
            format!(
                "the verdict of `{seat}` was derived in its place, and nobody it rests on has answered"
            ),
            "give those who did answer a seat, with `--observers` where they are only read",
        ),
    };
    Diagnostic::warning("assize::docket::worse_than_derived")
        .message(message)
        .label(at, "says that nobody else judged")
        .help(help)
}
