//! What becomes of a cell.

use super::Cell;
use crate::ir::bench::LeftOut;
use crate::ir::{Absence, Cause, Outcome, Stake, State, Subject, Verdict};

impl Cell {
    pub(in crate::ir) fn of_seat(name: &str, stake: Stake) -> Self {
        Self {
            seat: name.to_owned(),
            subject: Subject::Change,
            stake,
            weight: 1,
            named: false,
            stake_set: false,
            weight_set: false,
            by_policy: false,
            left_out: LeftOut::default(),
            asked: false,
            stray: false,
            answered: false,
            awaiting: false,
            audit: None,
            next: None,
            qualities: 0,
            state: State::Missing,
            cause: None,
            detail: None,
            source: None,
            format: None,
            verdict: None,
            effective: None,
            remarks: Vec::new(),
            findings: 0..0,
        }
    }

    pub(super) fn become_unreadable(&mut self, cause: Cause) {
        self.answered |= cause.hides_an_answer();
        (self.state, self.cause) = match cause {
            Cause::Errored => (State::Errored, None),
            _ => (State::Unreadable, Some(cause)),
        };
    }

    /// Whether it says something against the work, or may: a text that cannot be read may say anything.
    pub(in crate::ir) fn may_have_answered(&self) -> bool {
        self.answered
            || self.effective.is_some_and(|said| !said.opens())
            || self.remarks.iter().any(|remark| !remark.says.opens())
    }

    /// Settles into a state, and says why where there is something to say.
    pub(super) fn set_state(&mut self, state: State, why: &str) {
        self.state = state;
        self.detail = Some(why.to_owned()).filter(|why| !why.trim().is_empty());
    }

    pub(super) fn be_absent(&mut self, absence: &Absence) {
        match absence {
            Absence::Errored(why) => self.set_state(State::Errored, why),
            Absence::Stale(why) => self.set_state(State::Stale, why),
            Absence::Unreadable(cause, why) => {
                self.set_state(State::Unreadable, why);
                self.cause = Some(*cause);
                self.answered |= cause.hides_an_answer();
            }
            Absence::Awaiting(why) => {
                self.set_state(State::Missing, why);
                self.awaiting = true;
            }
            Absence::Missing | Absence::Skipped(_) | Absence::Excused(_) => {}
        }
    }

    /// Somebody decided to go on without it.
    pub(in crate::ir) fn be_excused(&mut self, why: &str) {
        self.set_state(State::Excused, why);
        (self.cause, self.effective) = (None, None);
    }

    /// One of several sources for one seat: it counts only where it says fail.
    pub(in crate::ir) fn be_duplicate(&mut self, sources: usize) {
        self.become_unreadable(Cause::DuplicateSeat);
        self.detail = Some(format!("{sources} sources for one seat"));
        self.effective = self.effective.filter(|outcome| *outcome == Outcome::Fail);
        (self.verdict, self.findings) = (None, self.findings.start..self.findings.start);
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
