//! Verbs of groups of seats, and of their findings.

use std::borrow::Cow;
use std::collections::HashMap;

use super::value::{Seats, Val, int};
use super::{EvalError, Focus, Result, Visit, same_word};
use crate::engine::facts::Id;
use crate::ir::bits::Bits;
use crate::ir::glob::{fits, plain_path, says_which};
use crate::ir::{ACCEPT, CellRef, Confidence, FindingKind, Group, Row, Severity, State, Waiver};
use crate::source::{composed, text_of};

type Tested = std::result::Result<bool, EvalError>;

impl<'a> Visit<'a, '_> {
    pub(super) fn seats_verb(self, id: Id, seats: &Seats<'_>, args: &[Val<'_>]) -> Result<'a> {
        let columns = self.columns;
        let set = seats.set.as_ref();
        Ok(match (id, args) {
            (Id::Some, []) => Val::Bool(!set.is_empty()),
            (Id::None, []) => Val::Bool(set.is_empty()),
            (Id::Count, []) => Val::Int(int(set.count())),
            (Id::Group(group), []) => {
                Val::Seats(seats.chosen(set.and(self.group(group)), Some(group)))
            }
            (Id::All, []) => {
                let expected = self.group(Group::Expected);
                let whole = match &seats.of {
                    Some(of) => of.and(expected),
                    None => columns.named_group(Group::Expected).clone(),
                };
                Val::Bool(!whole.is_empty() && whole.is_within(set))
            }
            (Id::Weight, []) => {
                let set = self.bench(seats);
                self.budget.visit(set.count() as u64)?;
                let seats = set.iter().filter_map(|seat| columns.seat(seat));
                Val::Int(seats.map(|seat| i64::from(seat.weight())).sum())
            }
            (Id::Quorum, [Val::Int(percent)]) => {
                let count = int(self.bench(seats).count());
                let whole = i128::from(count) * i128::from((*percent).max(1));
                Val::Int(i64::try_from((whole + 99) / 100).unwrap_or(i64::MAX))
            }
            (Id::Without, [Val::Seats(other)]) => {
                let by = seats.by;
                Val::Seats(Seats { by, ..Seats::plain(set.without(&other.set)) })
            }
            (Id::And, [Val::Seats(other)]) => {
                let by = seats.by;
                Val::Seats(Seats { by, ..Seats::plain(set.and(&other.set)) })
            }
            (Id::Or, [Val::Seats(other)]) => {
                let by = seats.by.filter(|by| Some(*by) == other.by);
                Val::Seats(Seats { by, ..Seats::plain(set.or(&other.set)) })
            }
            (Id::Named, [Val::List(names)]) => {
                let names: Vec<Cow<'_, str>> = names.iter().map(|name| composed(name)).collect();
                self.budget.visit((names.len() as u64).saturating_mul(set.count() as u64))?;
                self.chosen(seats, |cell| Ok(names.iter().any(|name| name == cell.seat())))?
            }
            (Id::Having, [Val::Text(name), Val::Text(value)]) => {
                let by = seats.by;
                self.budget.visit(set.count() as u64)?;
                let mut kept = columns.no_seats();
                let named = set.iter().filter_map(|seat| Some((seat, columns.seat(seat)?.seat())));
                let own = named.filter(|(_, own)| columns.known.is_labelled(own, name, value));
                own.for_each(|(seat, _)| kept.insert(seat));
                Val::Seats(Seats { by, ..Seats::plain(kept) })
            }
            (Id::Unowned, []) => self.unowned(set)?,
            (Id::Approvers, []) => self.approvers(set)?,
            (Id::Findings, []) => Val::findings(self.findings_of(&self.cells(set)?, |_| true)?),
            (Id::Blockers, []) => self.of_kind(set, FindingKind::Blocker)?,
            (Id::Advisories, []) => self.of_kind(set, FindingKind::Advisory)?,
            (Id::Remarks, []) => self.remarks(&self.cells(set)?)?,
            (Id::Said, [Val::Text(word)]) => self.chosen(seats, |cell| self.is_said(cell, word))?,
            (Id::Confident, [Val::Text(word)]) => {
                let least: Confidence = word.parse().map_err(|_| EvalError::Internal)?;
                self.budget.visit(set.count() as u64)?;
                let mut kept = columns.no_seats();
                for seat in set.and(self.group(Group::Reported)).iter() {
                    let cells = columns.rows.get(seat).map(Row::cells).unwrap_or_default();
                    self.budget.visit(cells.len() as u64)?;
                    if cells.clone().all(|cell| columns.cell(cell).is_sure(least)) {
                        kept.insert(seat);
                    }
                }
                Val::Seats(seats.chosen(kept, None))
            }
            (Id::Rated, [Val::Text(name), Val::Int(least)]) => {
                self.budget.visit(set.count() as u64)?;
                let mut kept = columns.no_seats();
                for seat in set.and(self.group(Group::Reported)).iter() {
                    if self.is_rated(seat, name, *least)? {
                        kept.insert(seat);
                    }
                }
                Val::Seats(seats.chosen(kept, None))
            }
            (Id::Tried, [Val::Text(action), Val::Int(times)]) => {
                let tries = self.tries(action)?;
                self.chosen(seats, |cell| {
                    Ok(tries.get(cell.seat()).copied().unwrap_or_default() >= *times)
                })?
            }
            _ => return Err(EvalError::Internal),
        })
    }

    /// Whether a seat gives a number of this name, and none that is less.
    fn is_rated(self, seat: usize, name: &str, least: i64) -> Tested {
        let (mut given, mut low) = (false, false);
        for cell in self.columns.rows.get(seat).map(Row::cells).unwrap_or_default() {
            let numbers = self.columns.cell(cell).verdict().map(|verdict| &verdict.numbers);
            for number in numbers.into_iter().flatten() {
                let own = text_of(&self.columns.sources, number.name);
                self.budget.visit((1 + own.len() + name.len()) as u64)?;
                if same_word(&own, name) {
                    given = true;
                    low |= i64::from(number.percent) < least;
                }
            }
        }
        Ok(given && !low)
    }

    fn is_said(self, cell: CellRef<'_>, word: &str) -> Tested {
        let Some(said) = cell.word() else { return Ok(false) };
        self.budget.visit((said.len() + word.len()) as u64)?;
        Ok(same_word(&said, word))
    }

    /// Whether a verdict of a seat uses this word.
    pub(super) fn says(self, seat: usize, word: &str) -> Tested {
        let cells = self.columns.rows.get(seat).map(Row::cells).unwrap_or_default();
        for cell in cells {
            self.budget.visit(1)?;
            if self.is_said(self.columns.cell(cell), word)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// How often this was tried on each seat since its last `accept`; how often it was accepted, from the beginning.
    pub(super) fn tries(
        self,
        action: &str,
    ) -> std::result::Result<HashMap<&'a str, i64>, EvalError> {
        let attempts = self.columns.attempts.all();
        self.budget.visit(attempts.len() as u64)?;
        let mut tries: HashMap<&str, i64> = HashMap::new();
        for attempt in attempts {
            if attempt.action == action {
                *tries.entry(&attempt.seat).or_default() += 1;
            } else if attempt.action == ACCEPT {
                tries.remove(attempt.seat.as_str());
            }
        }
        Ok(tries)
    }

    /// The same of one seat.
    pub(super) fn tries_on(self, seat: &str, action: &str) -> std::result::Result<i64, EvalError> {
        let own = self.columns.attempts.of(seat);
        self.budget.visit(1 + own.len() as u64)?;
        Ok(own.fold(0, |tries, attempt| match attempt.action.as_str() {
            tried if tried == action => tries + 1,
            ACCEPT => 0,
            _ => tries,
        }))
    }

    /// All seats of a group. Anyone who is asked about one seat sees what observers say as well; they are voters to no one.
    fn group(self, group: Group) -> &'a Bits {
        let by_stake = matches!(group, Group::Required | Group::Voting | Group::Observers);
        match self.focus {
            Focus::Seat(_) if !by_stake => self.columns.group_with_observers(group),
            _ => self.columns.group(group),
        }
    }

    /// The seats that a share is taken of: a bench does not become easier as seats are given up.
    fn bench(self, seats: &Seats<'_>) -> Bits {
        let set = seats.set.as_ref();
        match seats.is_bench {
            true => set.or(self.columns.named_group(Group::Excused)),
            false => set.clone(),
        }
    }

    pub(super) fn findings_verb(self, id: Id, findings: &Bits, args: &[Val<'_>]) -> Result<'a> {
        let columns = self.columns;
        let kind = |finding: usize| columns.finding_kind[finding];
        let keep = |test: &dyn Fn(usize) -> Tested| {
            self.budget.visit(findings.count() as u64)?;
            let mut kept = columns.no_findings();
            for finding in findings.iter() {
                if test(finding)? {
                    kept.insert(finding);
                }
            }
            Ok::<_, EvalError>(Val::findings(kept))
        };
        match (id, args) {
            (Id::Some, []) => Ok(Val::Bool(!findings.is_empty())),
            (Id::None, []) => Ok(Val::Bool(findings.is_empty())),
            (Id::Count, []) => Ok(Val::Int(int(findings.count()))),
            (Id::Without, [Val::Findings(other)]) => Ok(Val::findings(findings.without(other))),
            (Id::And, [Val::Findings(other)]) => Ok(Val::findings(findings.and(other))),
            (Id::Or, [Val::Findings(other)]) => Ok(Val::findings(findings.or(other))),
            (Id::Severity(wanted), []) => {
                keep(&|finding| Ok(self.columns.severity(finding) == Some(wanted)))
            }
            (Id::AtLeast, [Val::Text(word)]) => {
                let least: Severity = word.parse().map_err(|_| EvalError::Internal)?;
                keep(&|finding| {
                    Ok(self.columns.severity(finding).is_some_and(|severity| severity >= least))
                })
            }
            (Id::InCategory, [Val::Text(category)]) => {
                keep(&|finding| self.is_in_category(finding, category))
            }
            (Id::InPath, [Val::Text(pattern)]) => {
                keep(&|finding| self.is_in_path(finding, pattern))
            }
            (Id::InChange, []) => {
                let changed = self.paths("")?;
                keep(&|finding| {
                    let finding = columns.finding(finding);
                    self.budget
                        .visit(finding.places().count() as u64 * (1 + changed.len() as u64))?;
                    Ok(columns.known.is_in_change(finding, changed))
                })
            }
            (Id::Mentioning, [Val::Text(text)]) => {
                // A blank text stands in every finding, and asks for none.
                let wanted = text.trim().to_lowercase();
                keep(&|finding| {
                    let own = columns.finding(finding).in_full();
                    self.budget.visit((own.len() + wanted.len()) as u64)?;
                    Ok(!wanted.is_empty() && own.to_lowercase().contains(&wanted))
                })
            }
            (Id::Fingerprint, [Val::Text(wanted)]) => {
                keep(&|finding| Ok(self.paid_fingerprint(finding)? == wanted.trim()))
            }
            (Id::Unseen | Id::Seen, []) => keep(&|finding| {
                let seen = match &columns.previous {
                    Some(previous) => previous.contains(&self.paid_fingerprint(finding)?),
                    None => false,
                };
                Ok(seen == (id == Id::Seen))
            }),
            (Id::Waived, [Val::Date(day)]) => keep(&|finding| {
                for waiver in columns.waivers.iter().filter(|waiver| *day <= waiver.until) {
                    if self.covers(waiver, finding)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }),
            (Id::By, [Val::Seats(seats)]) => keep(&|finding| {
                let cell = columns.finding_cell[finding] as usize;
                Ok(seats.set.contains(columns.seat_of(cell)))
            }),
            (Id::Blockers, []) => keep(&|finding| Ok(kind(finding) == FindingKind::Blocker)),
            (Id::Advisories, []) => keep(&|finding| Ok(kind(finding) == FindingKind::Advisory)),
            _ => Err(EvalError::Internal),
        }
    }

    fn paid_fingerprint(self, finding: usize) -> std::result::Result<String, EvalError> {
        let length = self.columns.finding(finding).in_full().len();
        self.budget.visit(64 + length as u64)?;
        Ok(self.columns.fingerprint(finding))
    }

    fn is_in_category(self, finding: usize, category: &str) -> Tested {
        let Some(own) = self.columns.finding(finding).category() else { return Ok(false) };
        self.budget.visit((own.len() + category.len()) as u64)?;
        // `test_failure` and `Test failure` are `test-failure`.
        let letter = |c: char| if matches!(c, '_' | ' ') { '-' } else { c.to_ascii_lowercase() };
        let (own, category) = (composed(own.trim()), composed(category.trim()));
        Ok(own.chars().map(letter).eq(category.chars().map(letter)))
    }

    /// Whether one of the files that it names fits.
    fn is_in_path(self, finding: usize, pattern: &str) -> Tested {
        for path in self.columns.finding(finding).paths() {
            self.budget.visit((1 + path.len() + pattern.len()) as u64)?;
            if fits(pattern, &plain_path(&path)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a waiver covers a finding: somebody answers for it, all that it names matches, and it names something, of
    /// paths not all. A finding that names several files is covered when all of them are.
    pub(super) fn covers(self, waiver: &Waiver, finding: usize) -> Tested {
        let named = [&waiver.category, &waiver.path, &waiver.fingerprint];
        if named.iter().all(|part| part.is_none()) || !waiver.is_owned() {
            return Ok(false);
        }
        if let Some(category) = &waiver.category
            && !self.is_in_category(finding, category)?
        {
            return Ok(false);
        }
        if let Some(pattern) = &waiver.path {
            let paths: Vec<_> = self.columns.finding(finding).paths().collect();
            let length: usize = paths.iter().map(|path| 1 + path.len() + pattern.len()).sum();
            self.budget.visit(length as u64)?;
            if !says_which(pattern)
                || paths.is_empty()
                || !paths.iter().all(|path| fits(pattern, path))
            {
                return Ok(false);
            }
        }
        match &waiver.fingerprint {
            Some(fingerprint) => Ok(self.paid_fingerprint(finding)? == fingerprint.trim()),
            None => Ok(true),
        }
    }

    /// The cells of some seats.
    fn cells(self, seats: &Bits) -> std::result::Result<Bits, EvalError> {
        self.budget.visit_set(self.columns.cells.len())?;
        self.budget.visit(seats.count() as u64)?;
        let mut found = self.columns.no_cells();
        for row in seats.iter().filter_map(|seat| self.columns.rows.get(seat)) {
            self.budget.visit(row.cells().len() as u64)?;
            row.cells().for_each(|cell| found.insert(cell));
        }
        Ok(found)
    }

    /// The seats one of whose cells passes a test.
    fn chosen(self, seats: &Seats<'_>, test: impl Fn(CellRef<'a>) -> Tested) -> Result<'a> {
        let mut kept = self.columns.no_seats();
        for seat in seats.set.iter() {
            let Some(row) = self.columns.rows.get(seat) else { continue };
            for cell in row.cells() {
                self.budget.visit(1)?;
                if test(self.columns.cell(cell))? {
                    kept.insert(seat);
                    break;
                }
            }
        }
        Ok(Val::Seats(seats.chosen(kept, None)))
    }

    fn of_kind(self, seats: &Bits, kind: FindingKind) -> Result<'a> {
        let cells = self.cells(seats)?;
        let found =
            self.findings_of(&cells, |finding| self.columns.finding_kind[finding] == kind)?;
        Ok(Val::findings(found))
    }

    pub(super) fn findings_of(
        self,
        cells: &Bits,
        test: impl Fn(usize) -> bool,
    ) -> std::result::Result<Bits, EvalError> {
        self.budget.visit_set(self.columns.finding_cell.len())?;
        let mut found = self.columns.no_findings();
        for cell in cells.iter() {
            let findings = &self.columns.cells[cell].findings;
            let range = findings.start as usize..findings.end as usize;
            self.budget.visit(1 + range.len() as u64)?;
            range.filter(|&finding| test(finding)).for_each(|finding| found.insert(finding));
        }
        Ok(found)
    }
}

impl CellRef<'_> {
    /// Whether its reviewer is so sure at least, or was not asked.
    fn is_sure(self, least: Confidence) -> bool {
        self.state() == State::Reported
            && match self.confidence() {
                Some(confidence) => confidence >= least,
                None => !self.asks_confidence(),
            }
    }
}
