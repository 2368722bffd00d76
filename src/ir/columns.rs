//! Cells and findings as columns: the outcome of a docket when it is closed.

mod cell;
mod groups;
mod mistakes;
mod split;
#[cfg(feature = "trial")]
mod stamp;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

pub(crate) use cell::Cell;
use groups::Groups;
pub(crate) use groups::{Group, Row};
#[cfg(feature = "trial")]
pub(crate) use stamp::Stamp;

use super::bits::Bits;
use super::closed::{CellRef, FindingRef, Input, Role};
use super::docket::{Seat, Submission};
use super::known::Known;
use super::open::says_something;
use super::topics::TopicIndexes;
use super::{
    Absence, Attempts, Binding, Cause, Diagnostic, Docket, FindingKind, Given, Outcome, PanelFacts,
    Profile, Severity, Stake, State, Subject, Verdict, Waiver,
};
use crate::source::{Source, SourceId, outermost, text_of};

/// Cells and findings as columns, and sets of cells by name.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    pub(crate) id: String,
    pub(crate) round: u32,
    pub(crate) binding: Binding,
    pub(crate) profile: Profile,
    pub(crate) given: BTreeMap<String, Given>,
    pub(crate) attempts: Attempts,
    pub(crate) waivers: Vec<Waiver>,
    /// The paths that the change touches, and how many lines, if that was told.
    pub(crate) changed: Option<Vec<String>>,
    pub(crate) lines_changed: Option<u64>,
    /// The fingerprints of what earlier rounds found, if that was told.
    pub(crate) previous: Option<BTreeSet<String>>,
    pub(crate) known: Known,
    /// Whether no reviewer wrote it.
    pub(crate) made_up: bool,
    /// Whether an opening may lift or excuse something.
    pub(crate) overrides: bool,
    /// Who said who sits, where it was a panel.
    pub(crate) panel: Option<PanelFacts>,
    pub(crate) sources: Vec<Source>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Each diagnostic about a text, by the source that a person can open, and its place among all.
    about: Vec<(SourceId, usize)>,
    pub(crate) inputs: Vec<Input>,
    pub(crate) cells: Vec<Cell>,
    pub(crate) verdicts: Vec<Arc<Verdict>>,
    /// For each finding, in the order of the cells: the cell it belongs to.
    pub(crate) finding_cell: Vec<u32>,
    pub(crate) finding_kind: Vec<FindingKind>,
    pub(crate) finding_severity: Vec<Option<Severity>>,
    /// What they are about.
    pub(super) topics: Arc<TopicIndexes>,
    /// The seats, in the order of their cells.
    pub(crate) rows: Vec<Row>,
    groups: Groups,
    /// Whether a redispatch policy was asked what is to be tried.
    pub(super) redispatched: bool,
    /// Cells of sources that take no seat because they hold no verdict: a policy may name them.
    pub(super) ignored: Vec<Cell>,
}

impl Columns {
    pub(super) fn build(docket: Docket) -> Self {
        let mut columns = Self {
            id: docket.id,
            round: docket.round,
            binding: docket.binding,
            profile: docket.options.profile,
            given: docket.given,
            attempts: docket.attempts.into_iter().collect(),
            waivers: docket.waivers,
            changed: docket.changed,
            lines_changed: docket.lines_changed,
            previous: docket.previous,
            known: docket.known,
            made_up: docket.made_up,
            overrides: docket.overrides,
            panel: docket.panel,
            sources: docket.sources,
            diagnostics: docket.diagnostics,
            about: Vec::new(),
            inputs: Vec::with_capacity(docket.submissions.len()),
            cells: Vec::with_capacity(docket.seats.len()),
            verdicts: Vec::with_capacity(docket.submissions.len()),
            finding_cell: Vec::new(),
            finding_kind: Vec::new(),
            finding_severity: Vec::new(),
            topics: Arc::default(),
            rows: Vec::new(),
            groups: Groups::none(),
            redispatched: false,
            ignored: Vec::new(),
        };
        let mut own: Vec<Vec<Submission>> = docket.seats.iter().map(|_| Vec::new()).collect();
        // Whoever takes no seat was never expected.
        let mut unexpected = Vec::new();
        for submission in docket.submissions {
            match docket.places.get(&submission.seat).filter(|_| submission.unseated.is_none()) {
                Some(&place) => own[place].push(submission),
                None => unexpected.push(submission),
            }
        }
        for (seat, own) in docket.seats.iter().zip(own) {
            columns.known.labels.insert(seat.name.clone(), seat.labels.clone());
            columns.seat_submissions(seat, own);
        }
        columns.ask_for(docket.options.expected);
        unexpected.sort_by(|a, b| a.seat.cmp(&b.seat));
        for submission in unexpected {
            columns.unexpected(submission);
        }
        columns.inputs.sort_by_key(|input| input.source);
        columns.hold_stand_ins();
        columns.report_stand_ins();
        columns.report_split_bundle();
        columns.index_findings();
        columns.index_diagnostics();
        columns.regroup();
        columns
    }

    /// Fills the cells of one seat from all that was submitted for it.
    fn seat_submissions(&mut self, seat: &Seat, mut submitted: Vec<Submission>) {
        let mut cell = Cell {
            weight: seat.weight.unwrap_or(1),
            named: seat.named,
            stake_set: seat.stake.is_some(),
            weight_set: seat.weight.is_some(),
            ..Cell::of_seat(&seat.name, seat.stake.unwrap_or(Stake::Required))
        };
        match &seat.absence {
            Some(Absence::Skipped(why)) => {
                cell.set_state(State::Skipped, why);
            }
            // Only who has not spoken can be excused.
            Some(Absence::Excused(why))
                if says_something(why) && !submitted.iter().any(|own| own.spoke) =>
            {
                cell.set_state(State::Excused, why);
                self.cells.push(cell);
                return self.record_inputs(submitted, Role::Seat);
            }
            absence => {
                if submitted.len() > 1 {
                    let names =
                        submitted.iter().map(|submission| self.name_of(submission)).collect();
                    let pairs = submitted.iter().all(Submission::is_of_pairs);
                    self.diagnostics.push(mistakes::duplicate_seat(&seat.name, names, pairs));
                }
                let failing = submitted.iter().position(|submission| self.can_fail(submission));
                match (absence, submitted.len()) {
                    (
                        None | Some(Absence::Missing | Absence::Awaiting(_) | Absence::Excused(_)),
                        1,
                    ) => {
                        let only = submitted.remove(0);
                        return self.seat_submission(cell, only, Role::Seat);
                    }
                    (None | Some(Absence::Missing | Absence::Excused(_)), 0) => {}
                    // A second source, or a failed reviewer, takes no `fail` back.
                    (_, 1..) if failing.is_some() => {
                        let first = submitted.remove(failing.unwrap_or_default());
                        self.record_inputs(submitted, Role::Seat);
                        return self.seat_submission(cell, first, Role::Seat);
                    }
                    (
                        Some(
                            absence @ (Absence::Errored(_)
                            | Absence::Stale(_)
                            | Absence::Unreadable(..)),
                        ),
                        _,
                    )
                    | (Some(absence @ Absence::Awaiting(_)), 0) => {
                        cell.be_absent(absence);
                    }
                    _ => {
                        cell.become_unreadable(Cause::DuplicateSeat);
                        cell.detail = Some(self.why_duplicate(&submitted));
                    }
                }
                let hidden = |own: &Submission| own.spoke && own.unreadable.is_some();
                cell.answered |= submitted.iter().any(hidden);
                let fails = submitted.iter().any(Submission::says_fail);
                cell.effective = fails.then_some(Outcome::Fail);
                self.record_inputs(submitted, Role::Seat);
                return self.cells.push(cell);
            }
        }
        self.cells.push(cell);
        // Nobody waits for this seat any more, so what it says can only shut.
        submitted.into_iter().for_each(|submission| self.unexpected(submission));
    }

    /// Makes cells of subjects that were to be judged and that no seat speaks about: a verdict on the whole
    /// change answers for none of them, unless it lists them.
    fn ask_for(&mut self, mut subjects: Vec<Subject>) {
        let listed = self.verdicts.iter().flat_map(|verdict| &verdict.criteria);
        let listed = listed.map(|criterion| text_of(&self.sources, criterion.name).into_owned());
        let own = self.cells.iter().map(|cell| cell.subject.clone());
        let known: HashSet<Subject> =
            listed.map(Subject::Criterion).chain(own).map(Subject::bare).collect();
        subjects.retain(|subject| !known.contains(&subject.clone().bare()));
        if subjects.is_empty() {
            return;
        }
        for cell in std::mem::take(&mut self.cells) {
            let lacks = cell.stake.counts()
                && cell.state == State::Reported
                && self.cells.last().is_none_or(|last| last.seat != cell.seat);
            if lacks {
                let blank =
                    Cell { state: State::Missing, verdict: None, effective: None, ..cell.clone() };
                let asked = subjects.iter().cloned();
                self.cells.extend(asked.map(|subject| Cell { subject, ..blank.clone() }));
            }
            self.cells.push(cell);
        }
    }

    /// Whether a source can be read, and fails.
    fn can_fail(&self, submission: &Submission) -> bool {
        let readable = submission.unreadable.is_none() && submission.profile == self.profile;
        readable && submission.worst() == Some(Outcome::Fail)
    }

    fn why_duplicate(&self, submitted: &[Submission]) -> String {
        let count = submitted.len();
        match submitted.iter().find(|submission| submission.says_fail()) {
            Some(lost) => format!(
                "{count} sources for one seat, and `{}`, which cannot be read, says fail",
                self.name_of(lost)
            ),
            None => format!("{count} sources for one seat"),
        }
    }

    fn name_of(&self, submission: &Submission) -> &str {
        self.sources.get(submission.source.0 as usize).map_or("", Source::name)
    }

    fn record_inputs(&mut self, submitted: Vec<Submission>, role: Role) {
        for submission in submitted {
            self.input(&submission, role);
        }
    }

    fn unexpected(&mut self, submission: Submission) {
        match submission.unseated {
            Some(role) if role != Role::Ignored => self.input(&submission, role),
            None if submission.unreadable != Some(Cause::NoVerdict) || submission.warns() => {
                let cell = Cell { weight: 0, ..Cell::of_seat(&submission.seat, Stake::Unexpected) };
                self.seat_submission(cell, submission, Role::Unexpected);
            }
            _ => {
                let first = self.cells.len();
                let cell = Cell::of_seat(&submission.seat, Stake::Unexpected);
                self.seat_submission(cell, submission, Role::Ignored);
                self.ignored.extend(self.cells.drain(first..));
            }
        }
    }

    fn input(&mut self, submission: &Submission, role: Role) {
        self.inputs.push(Input {
            source: submission.source,
            format: submission.format,
            role,
            recoveries: submission.recoveries.clone(),
        });
    }

    /// Makes the cells of one source: one for each subject it speaks about.
    fn seat_submission(&mut self, mut blank: Cell, submission: Submission, role: Role) {
        self.input(&submission, role);
        blank.source = Some(submission.source);
        blank.format = submission.format;
        let cause = if submission.profile != self.profile {
            Some(Cause::MixedProfiles)
        } else if submission.verdicts.is_empty() && submission.missing.is_empty() {
            Some(submission.unreadable.unwrap_or(Cause::NoVerdict))
        } else {
            submission.unreadable
        };
        if let Some(cause) = cause {
            blank.become_unreadable(cause);
            blank.effective = submission.says_fail().then_some(Outcome::Fail);
            blank.answered = submission.spoke;
            blank.remarks = submission.remarks;
            return self.cells.push(blank);
        }
        for subject in submission.missing {
            self.cells.push(Cell { subject, ..blank.clone() });
        }
        let mut known = HashMap::new();
        for verdict in submission.verdicts {
            match known.get(&verdict.subject) {
                Some(&place) => self.speak_again(place, verdict),
                None => {
                    known.insert(verdict.subject.clone(), self.cells.len());
                    let mut cell = Cell { subject: verdict.subject.clone(), ..blank.clone() };
                    cell.report(&verdict, self.verdicts.len());
                    self.verdicts.push(Arc::new(verdict));
                    self.cells.push(cell);
                }
            }
        }
    }

    /// A second verdict about one subject in one source: a `fail` stands, else it is ambiguous.
    fn speak_again(&mut self, place: usize, verdict: Verdict) {
        let cell = &mut self.cells[place];
        if cell.effective == Some(Outcome::Fail) {
            return;
        }
        if verdict.effective() == Some(Outcome::Fail) {
            cell.report(&verdict, self.verdicts.len());
            self.verdicts.push(Arc::new(verdict));
        } else {
            cell.verdict = None;
            cell.effective = None;
            cell.become_unreadable(Cause::DuplicateSubject);
        }
    }

    fn index_diagnostics(&mut self) {
        let spans = self.diagnostics.iter().map(Diagnostic::span).enumerate();
        let about =
            spans.filter_map(|(place, span)| Some((outermost(&self.sources, span?).source, place)));
        self.about = about.collect();
        self.about.sort_unstable_by_key(|(source, place)| (source.0, *place));
    }

    /// What there is to say about the text of a source, in the order of all diagnostics.
    pub(crate) fn diagnostics_about(&self, source: SourceId) -> impl Iterator<Item = &Diagnostic> {
        let first = self.about.partition_point(|(about, _)| about.0 < source.0);
        let own = self.about[first..].iter().take_while(move |(about, _)| about.0 == source.0);
        own.filter_map(|(_, place)| self.diagnostics.get(*place))
    }

    pub(super) fn index_findings(&mut self) {
        self.finding_cell.clear();
        self.finding_kind.clear();
        self.finding_severity.clear();
        TopicIndexes::forget(&mut self.topics);
        for (index, cell) in self.cells.iter_mut().enumerate() {
            let start = self.finding_cell.len();
            let verdict = cell.verdict.and_then(|verdict| self.verdicts.get(verdict as usize));
            let findings = verdict.iter().flat_map(|verdict| &verdict.findings);
            for (place, finding) in findings.enumerate() {
                let blamed = cell.audit.as_ref().is_some_and(|audit| audit.blames(place));
                let kind = if blamed { FindingKind::Blocker } else { finding.kind };
                self.finding_cell.push(u32::try_from(index).unwrap_or(u32::MAX));
                self.finding_kind.push(kind);
                self.finding_severity.push(finding.severity);
            }
            let place = |n| u32::try_from(n).unwrap_or(u32::MAX);
            cell.findings = place(start)..place(self.finding_cell.len());
        }
    }

    pub(crate) fn cell(&self, index: usize) -> CellRef<'_> {
        CellRef { docket: self, index }
    }

    pub(crate) fn finding(&self, index: usize) -> FindingRef<'_> {
        FindingRef { docket: self, index }
    }

    pub(crate) fn no_cells(&self) -> Bits {
        Bits::empty(self.cells.len())
    }

    pub(crate) fn no_findings(&self) -> Bits {
        Bits::empty(self.finding_cell.len())
    }
}

impl Submission {
    /// Whether it reviews pairs of a note and a gate, and nothing else.
    fn is_of_pairs(&self) -> bool {
        let pair = |verdict: &Verdict| matches!(verdict.subject, Subject::Pair { .. });
        !self.verdicts.is_empty() && self.verdicts.iter().all(pair)
    }

    /// Whether a text without a verdict says all the same that something is wrong.
    fn warns(&self) -> bool {
        self.says_fail || self.remarks.iter().any(|remark| remark.says > Outcome::Pass)
    }

    /// Whether its fields say fail, also where it cannot be used.
    fn says_fail(&self) -> bool {
        self.says_fail || self.worst() == Some(Outcome::Fail)
    }

    fn worst(&self) -> Option<Outcome> {
        self.verdicts.iter().filter_map(Verdict::effective).max()
    }
}

#[cfg(test)]
mod tests;
