//! Cells as answers leave them, so that a docket can be made into its neighbour without being built anew.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Cell, Columns};
use crate::ir::made::{KNOWN, MadeAnswer, MadeState, MadeWorld, Pen};
use crate::ir::{Absence, Cause, Confidence, Decoded, Outcome, State};
use crate::source::Source;

/// A cell as an answer leaves it.
#[derive(Clone, Debug)]
pub(crate) struct Stamp {
    pub(crate) state: State,
    pub(crate) effective: Option<Outcome>,
    pub(crate) confidence: Option<Confidence>,
    /// What it is by itself, as a set of groups.
    pub(crate) qualities: u32,
    cause: Option<Cause>,
    answered: bool,
    awaiting: bool,
    verdict: Option<u32>,
}

impl Columns {
    /// What an answer makes of a cell. Its verdict joins those of the docket.
    pub(crate) fn stamp(&mut self, cell: usize, answer: &MadeAnswer) -> Stamp {
        let base = self.cells[cell].clone();
        let blank = Cell { weight: base.weight, ..Cell::of_seat(&base.seat, base.stake) };
        self.cells[cell] =
            Cell { subject: base.subject.clone(), by_policy: base.by_policy, ..blank };
        self.answer(cell, answer);
        self.index_findings();
        let qualities = self.cell(cell).qualities();
        let confidence = self.cell(cell).confidence();
        let own = std::mem::replace(&mut self.cells[cell], base);
        Stamp {
            state: own.state,
            effective: own.effective,
            confidence,
            qualities,
            cause: own.cause,
            answered: own.answered,
            awaiting: own.awaiting,
            verdict: own.verdict,
        }
    }

    fn answer(&mut self, at: usize, answer: &MadeAnswer) {
        let mut pen = Pen::default();
        if let Some(verdict) = pen.verdict(answer) {
            let mut decoded = Decoded::of(Source::new("made-up.md", pen.text), vec![verdict]);
            decoded.shift(u32::try_from(self.sources.len()).unwrap_or(u32::MAX));
            self.sources.append(&mut decoded.sources);
            let place = self.verdicts.len();
            self.verdicts.extend(decoded.verdicts.into_iter().map(Arc::new));
            let verdict = self.verdicts.get(place);
            if let Some(verdict) = verdict {
                self.cells[at].report(verdict, place);
            }
            return;
        }
        let MadeAnswer::Is(state) = answer else { return };
        let cell = &mut self.cells[at];
        let why = || "made up".to_owned();
        match state {
            MadeState::Missing => {}
            MadeState::Awaiting => cell.be_absent(&Absence::Awaiting(why())),
            MadeState::Unreadable => cell.become_unreadable(Cause::Truncated),
            MadeState::Garbled => {
                cell.become_unreadable(Cause::Truncated);
                cell.effective = Some(Outcome::Fail);
            }
            MadeState::Stale => cell.be_absent(&Absence::Stale(why())),
            MadeState::Errored => cell.be_absent(&Absence::Errored(why())),
            MadeState::Skipped => cell.set_state(State::Skipped, &why()),
            MadeState::Excused => cell.set_state(State::Excused, &why()),
        }
    }

    /// Lets a cell be as this answer leaves it. [`Columns::reindex`] has to follow.
    #[inline]
    pub(crate) fn apply_stamp(&mut self, cell: usize, stamp: &Stamp) {
        let cell = &mut self.cells[cell];
        cell.state = stamp.state;
        cell.effective = stamp.effective;
        cell.qualities = stamp.qualities;
        cell.cause = stamp.cause;
        cell.answered = stamp.answered;
        cell.awaiting = stamp.awaiting;
        cell.verdict = stamp.verdict;
    }

    /// Settles findings and groups after cells were put.
    #[inline]
    pub(crate) fn reindex(&mut self) {
        self.index_findings();
        self.index_groups();
    }

    /// Lets the docket be of another world: all that is not an answer.
    pub(crate) fn be_in(&mut self, world: &MadeWorld, known: &BTreeSet<String>) {
        let columns = Self::build(world.docket());
        self.given = columns.given;
        self.attempts = columns.attempts;
        self.waivers = columns.waivers;
        self.changed = columns.changed;
        self.lines_changed = columns.lines_changed;
        self.round = columns.round;
        self.known.owners = columns.known.owners;
        self.previous = columns.previous.map(|_| known.clone());
    }

    /// The fingerprints of the findings that are called known.
    pub(crate) fn known(&self) -> BTreeSet<String> {
        let findings = self.verdicts.iter().flat_map(|verdict| &verdict.findings);
        let known = findings.filter(|finding| {
            crate::source::text_of(&self.sources, finding.text).starts_with(KNOWN)
        });
        known.map(|finding| finding.fingerprint(&self.sources).to_string()).collect()
    }
}
