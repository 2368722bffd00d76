//! What becomes of a cell.

use super::Cell;
use crate::ir::{Absence, Cause, Outcome, State, Verdict};

impl Cell {
    pub(super) fn be_absent(&mut self, absence: &Absence) {
        match absence {
            Absence::Errored(why) => self.set_state(State::Errored, why),
            Absence::Stale(why) => self.set_state(State::Stale, why),
            Absence::Unreadable(cause, why) => {
                self.set_state(State::Unreadable, why);
                self.cause = Some(*cause);
            }
            Absence::Awaiting(why) => {
                self.set_state(State::Missing, why);
                self.awaiting = true;
            }
            Absence::Missing | Absence::Skipped(_) | Absence::Excused(_) => {}
        }
    }

    /// Takes a verdict by its place. One that was given up is not a report: its findings are kept, and
    /// what they say of failing is.
    pub(in crate::ir) fn report(&mut self, verdict: &Verdict, place: usize) {
        let outcome = verdict.effective();
        let gave_up = verdict.gave_up.filter(|_| outcome != Some(Outcome::Fail));
        if outcome.is_some() || gave_up.is_some() {
            self.verdict = u32::try_from(place).ok();
        }
        match (gave_up, outcome) {
            (Some(cause), _) => self.become_unreadable(cause),
            (None, None) => self.become_unreadable(Cause::NoVerdict),
            (None, Some(outcome)) => {
                self.state = State::Reported;
                self.cause = None;
                // What only `lenient` found opens nothing.
                let found = verdict.inferred && outcome.opens();
                self.effective = Some(if found { Outcome::Hold } else { outcome });
            }
        }
    }
}
