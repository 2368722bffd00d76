//! One expected answer, and what becomes of it.

use std::ops::Range;
use std::sync::Arc;

use crate::ir::bench::LeftOut;
use crate::ir::stages::{Audit, NextStep};
use crate::ir::{Absence, Cause, Format, Outcome, Remark, Stake, State, Subject, Verdict};
use crate::source::SourceId;

/// One expected answer.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    pub(crate) seat: String,
    pub(crate) subject: Subject,
    pub(crate) stake: Stake,
    pub(crate) weight: u32,
    /// Whether somebody expects it by name: a host, a command line, a policy.
    pub(crate) named: bool,
    /// Whether the host chose its stake, and its weight; a policy may choose what is open.
    pub(in crate::ir) stake_set: bool,
    pub(in crate::ir) weight_set: bool,
    /// Whether the policy says how this seat, by its name, counts.
    pub(in crate::ir) by_policy: bool,
    /// What may become of it, where it votes, so that an opening goes on without it.
    pub(in crate::ir) left_out: LeftOut,
    /// Whether it sits only because a condition asks for it. And whether its source was not expected before.
    pub(in crate::ir) asked: bool,
    pub(in crate::ir) stray: bool,
    /// Whether somebody answered, and no one could read it.
    pub(in crate::ir) answered: bool,
    /// Whether its answer is still on the way.
    pub(in crate::ir) awaiting: bool,
    /// What an audit policy made of its verdict, and what is to be tried on its seat.
    pub(in crate::ir) audit: Option<Arc<Audit>>,
    pub(in crate::ir) next: Option<Arc<NextStep>>,
    /// What it is by itself, as a set of groups.
    pub(in crate::ir) qualities: u32,
    pub(crate) state: State,
    pub(crate) cause: Option<Cause>,
    /// Why it is in its state, in words.
    pub(crate) detail: Option<String>,
    pub(crate) source: Option<SourceId>,
    /// How its source was understood.
    pub(crate) format: Option<Format>,
    /// Its verdict, by its place among `verdicts`.
    pub(crate) verdict: Option<u32>,
    /// The outcome of its verdict; `fail` also where a source that cannot be used says so in the
    /// fields of a format.
    pub(crate) effective: Option<Outcome>,
    /// What a source without a verdict says all the same.
    pub(crate) remarks: Vec<Remark>,
    /// Its findings, by their place in the finding columns.
    pub(crate) findings: Range<u32>,
}

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
