//! The outcome of each fact and verb.

use std::borrow::Cow;

use super::texts::{number, text_verb};
use super::value::{Entries, Seats, Val, int};
use super::{EvalError, Focus, Result, Visit};
use crate::engine::facts::Id;
use crate::ir::bits::Bits;
use crate::ir::glob::fits_exactly;
use crate::ir::{CellRef, Date, Group, Row, State, Verdict};
use crate::source::{composed, text_of};

/// A list of paths is to be shown, and to be a list of rhai's: so many of them, and so many characters of each.
const MOST_PATHS: usize = 20;
const LONGEST_PATH: usize = 200;
/// So many people of a forge; a page of its answer has no more.
const MOST_PEOPLE: usize = 100;

/// The value of a fact.
pub(in crate::engine) fn fact<'a>(visit: Visit<'a, '_>, id: Id, args: &[Val<'_>]) -> Result<'a> {
    let columns = visit.columns;
    Ok(match (id, args) {
        (Id::Group(group), []) => match visit.focus {
            Focus::Docket => Val::Seats(Seats::group(columns, group)),
            Focus::Seat(seat) => Val::Bool(columns.group(group).contains(seat)),
            Focus::Cell(cell) => Val::Bool(columns.is_in(cell, group)),
        },
        (Id::Seat | Id::Told, [Val::Text(name)]) => {
            let name = composed(name);
            visit.named(1, &mut |seat| seat == name)?
        }
        (Id::Seats | Id::Told, [Val::List(names)]) => {
            let names: Vec<Cow<'_, str>> = names.iter().map(|name| composed(name)).collect();
            visit.named(names.len(), &mut |seat| names.iter().any(|name| name == seat))?
        }
        (Id::SeatName, []) => {
            let cell = visit.one_seat().and_then(|seat| columns.seat(seat));
            Val::Text(Cow::Borrowed(cell.ok_or(EvalError::Internal)?.seat()))
        }
        (Id::AllFindings, []) => Val::findings(visit.reported_findings()?),
        (Id::OtherSeats, []) => {
            let own = visit.one_seat().ok_or(EvalError::Internal)?;
            let of = [Group::Required, Group::Voting, Group::Observers];
            let [required, voting, observers] = of.map(|group| columns.named_group(group));
            let all = required.or(voting).or(observers);
            let mut only = columns.no_seats();
            only.insert(own);
            Val::seats(all.without(&only))
        }
        (Id::Round, []) => Val::Int(columns.round.into()),
        (Id::Topics, []) => visit.all_topics()?,
        (Id::Subjects, []) => visit.all_subjects()?,
        (Id::Waivers, []) => {
            let mut all = Bits::empty(columns.waivers.len());
            (0..columns.waivers.len()).for_each(|place| all.insert(place));
            Val::Waivers(all)
        }
        (Id::Remarks, []) => visit.remarks(&visit.reported_cells()?)?,
        (Id::Unclaimed, []) => {
            let verdicts = visit.verdicts()?;
            Val::Int(verdicts.iter().map(|(_, verdict)| i64::from(verdict.unclaimed)).sum())
        }
        (Id::SpecFeedback, []) => visit.entries(|verdict| verdict.spec_feedback.len())?,
        (Id::Unresolved, []) => {
            let sources = &columns.sources;
            let open = |span| crate::source::text_of(sources, span).contains("UNRESOLVED");
            visit.entries(|verdict| {
                let resolved = verdict.resolved.iter();
                resolved.filter(|row| open(row.resolution) || open(row.text)).count()
            })?
        }
        (Id::Changed, [Val::Text(pattern)]) => {
            Val::Bool(visit.paths(pattern)?.iter().any(|path| fits_exactly(pattern, path)))
        }
        (Id::OnlyChanged, [Val::Text(pattern)]) => {
            let paths = visit.paths(pattern)?;
            Val::Bool(!paths.is_empty() && paths.iter().all(|path| fits_exactly(pattern, path)))
        }
        (Id::LinesChanged, []) => {
            let lines = columns.lines_changed.ok_or(EvalError::Internal)?;
            Val::Int(i64::try_from(lines).unwrap_or(i64::MAX))
        }
        (Id::Day, [Val::Text(day)]) => Val::Date(Date::parse(day).ok_or(EvalError::Internal)?),
        (Id::Settled, []) => {
            let unsettled = [Group::Unsettled, Group::Unsure];
            let Focus::Seat(seat) = visit.focus else { return Err(EvalError::Internal) };
            let open = unsettled.iter().any(|group| columns.group(*group).contains(seat));
            Val::Bool(!open && !visit.contradicts())
        }
        (Id::Contradictory, []) => Val::Bool(visit.contradicts()),
        (Id::Said, [Val::Text(word)]) => {
            let seat = visit.one_seat().ok_or(EvalError::Internal)?;
            Val::Bool(visit.says(seat, word)?)
        }
        (Id::Tried, [Val::Text(action)]) => {
            let seat = visit.one_seat().and_then(|seat| columns.seat(seat)).map(CellRef::seat);
            Val::Int(seat.map(|seat| visit.tries_on(seat, action)).transpose()?.unwrap_or_default())
        }
        (id, args) => number(id, args)?,
    })
}

/// The value of a verb on a value.
pub(in crate::engine) fn verb<'a>(
    visit: Visit<'a, '_>,
    id: Id,
    of: &Val<'a>,
    args: &[Val<'_>],
) -> Result<'a> {
    // Every verb looks through the group or list that it stands behind.
    visit.budget.visit(of.visits(visit.columns))?;
    Ok(match (of, id, args) {
        (Val::Seats(seats), id, args) => visit.seats_verb(id, seats, args)?,
        (Val::Findings(findings), id, args) => visit.findings_verb(id, findings, args)?,
        (Val::Subjects(subjects), id, args) => visit.subjects_verb(id, subjects, args)?,
        (Val::Topics(topics), id, args) => visit.topics_verb(id, topics, args)?,
        (Val::Waivers(waivers), Id::Some, []) => Val::Bool(!waivers.is_empty()),
        (Val::Waivers(waivers), Id::None, []) => Val::Bool(waivers.is_empty()),
        (Val::Waivers(waivers), Id::Count, []) => Val::Int(int(waivers.count())),
        (Val::Waivers(waivers), Id::Expired, [Val::Date(day)]) => {
            visit.waivers(waivers, |place| Ok(visit.columns.waivers[place].until < *day))?
        }
        (Val::Waivers(waivers), Id::Ownerless, []) => {
            visit.waivers(waivers, |place| Ok(!visit.columns.waivers[place].is_owned()))?
        }
        (Val::Waivers(waivers), Id::Unused, []) => {
            let findings = visit.reported_findings()?;
            visit.waivers(waivers, |place| {
                let waiver = &visit.columns.waivers[place];
                for finding in findings.iter() {
                    if visit.covers(waiver, finding)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            })?
        }
        (Val::Entries(entries), Id::Some, []) => Val::Bool(entries.count > 0),
        (Val::Entries(entries), Id::None, []) => Val::Bool(entries.count == 0),
        (Val::Entries(entries), Id::Count, []) => Val::Int(entries.count),
        (Val::List(list), Id::Count, []) => Val::Int(int(list.len())),
        (Val::List(list), Id::Has, [Val::Text(text)]) => {
            Val::Bool(list.iter().any(|entry| entry == text.as_ref()))
        }
        (Val::Date(from), Id::DaysUntil, [Val::Date(to)]) => Val::Int(from.days_until(*to)),
        (Val::Text(text), id, args) => text_verb(visit.budget, id, text, args)?,
        _ => return Err(EvalError::Internal),
    })
}

impl<'a> Visit<'a, '_> {
    /// The findings of everybody who counts and reported, or of the verdict that is looked at.
    pub(super) fn reported_findings(self) -> std::result::Result<Bits, EvalError> {
        self.findings_of(&self.reported_cells()?, |_| true)
    }

    /// The cells whose verdicts are looked at: of everybody who counts and reported, of one seat, or one.
    fn reported_cells(self) -> std::result::Result<Bits, EvalError> {
        let all = self.columns.cells.len();
        // Asked about one seat or verdict, nobody else is looked at: every one of them is asked about in turn.
        let looked_at = match self.focus {
            Focus::Docket => 0..all,
            Focus::Seat(seat) => self.columns.rows.get(seat).map(Row::cells).unwrap_or_default(),
            Focus::Cell(only) => only..only + 1,
        };
        self.budget.visit(looked_at.len() as u64)?;
        self.budget.visit_set(all)?;
        let mut cells = self.columns.no_cells();
        for index in looked_at {
            let cell = self.columns.cell(index);
            let counts = match self.focus {
                Focus::Docket => cell.stake().counts() && !cell.is_asked(),
                Focus::Seat(_) | Focus::Cell(_) => true,
            };
            if counts && cell.state() == State::Reported {
                cells.insert(index);
            }
        }
        Ok(cells)
    }

    fn one_seat(self) -> Option<usize> {
        match self.focus {
            Focus::Seat(seat) => Some(seat),
            Focus::Docket | Focus::Cell(_) => None,
        }
    }

    fn verdicts(self) -> std::result::Result<Vec<(usize, &'a Verdict)>, EvalError> {
        let cells = self.reported_cells()?;
        let columns = self.columns;
        Ok(cells.iter().filter_map(|cell| Some((cell, columns.cell(cell).verdict()?))).collect())
    }

    fn entries(self, count: impl Fn(&Verdict) -> usize) -> Result<'a> {
        let (mut total, mut cells) = (0, self.columns.no_cells());
        for (cell, verdict) in self.verdicts()? {
            let own = count(verdict);
            self.budget.visit(1 + own as u64)?;
            total += own;
            if own > 0 {
                cells.insert(cell);
            }
        }
        Ok(Val::Entries(Entries { count: int(total), cells }))
    }

    /// What was said beside the fields of these cells' verdicts.
    pub(super) fn remarks(self, of: &Bits) -> Result<'a> {
        let (mut total, mut cells) = (0, self.columns.no_cells());
        for cell in of.iter() {
            let own = self.columns.cell(cell).remarks().len();
            self.budget.visit(1 + own as u64)?;
            total += own;
            if own > 0 {
                cells.insert(cell);
            }
        }
        Ok(Val::Entries(Entries { count: int(total), cells }))
    }

    /// The paths of the change that have owners, none of whom is among these seats.
    pub(super) fn unowned(self, seats: &Bits) -> Result<'a> {
        let columns = self.columns;
        let owners = columns.known.owners.as_ref().ok_or(EvalError::Internal)?;
        let names: Vec<&str> =
            seats.iter().filter_map(|seat| Some(columns.seat(seat)?.seat())).collect();
        let paths = self.paths("")?;
        let each = owners.rules().len() as u64 + names.len() as u64;
        self.budget.visit(each.saturating_mul(paths.len() as u64))?;
        let open = paths.iter().filter(|path| {
            let owns = |owners: &[String], name: &&str| columns.known.is_owner(name, owners);
            owners.of(path).is_some_and(|owners| !names.iter().any(|name| owns(owners, name)))
        });
        let short = |path: &String| path.chars().take(LONGEST_PATH).collect();
        Ok(Val::List(Cow::Owned(open.take(MOST_PATHS).map(short).collect())))
    }

    /// Whose approval counts in the reports of those of these seats who reported all.
    pub(super) fn approvers(self, seats: &Bits) -> Result<'a> {
        let columns = self.columns;
        let mut names: Vec<String> = Vec::new();
        for seat in seats.and(columns.group(Group::Reported)).iter() {
            self.budget.visit(1)?;
            for cell in columns.rows.get(seat).map(Row::cells).unwrap_or_default() {
                let approved = columns.cell(cell).verdict().map(|verdict| &verdict.approved_by);
                for by in approved.into_iter().flatten() {
                    self.budget.visit(1 + names.len() as u64)?;
                    let name: String =
                        text_of(&columns.sources, *by).chars().take(LONGEST_PATH).collect();
                    if names.len() < MOST_PEOPLE && !names.contains(&name) {
                        names.push(name);
                    }
                }
            }
        }
        Ok(Val::List(Cow::Owned(names)))
    }

    /// The paths that the change touches. Judging has made sure that they were told.
    pub(super) fn paths(self, pattern: &str) -> std::result::Result<&'a [String], EvalError> {
        let paths = self.columns.changed.as_deref().ok_or(EvalError::Internal)?;
        // Nothing is copied: a path is looked at once, many bytes to a visit.
        let length = |path: &String| 1 + (path.len() + pattern.len()) / 16;
        self.budget.visit(paths.iter().map(length).sum::<usize>() as u64)?;
        Ok(paths)
    }

    fn contradicts(self) -> bool {
        let Focus::Seat(seat) = self.focus else { return false };
        let Some(row) = self.columns.rows.get(seat) else { return false };
        row.cells().any(|cell| {
            self.columns.cell(cell).verdict().is_some_and(|verdict| verdict.contradictory)
        })
    }

    fn waivers(
        self,
        of: &Bits,
        test: impl Fn(usize) -> std::result::Result<bool, EvalError>,
    ) -> Result<'a> {
        self.budget.visit(of.count() as u64)?;
        let mut kept = Bits::empty(self.columns.waivers.len());
        for place in of.iter() {
            if test(place)? {
                kept.insert(place);
            }
        }
        Ok(Val::Waivers(kept))
    }

    /// The counting seats that one of `names` names.
    fn named(self, names: usize, named: &mut dyn FnMut(&str) -> bool) -> Result<'a> {
        let columns = self.columns;
        self.budget.visit((columns.rows.len() as u64).saturating_mul(1 + names as u64))?;
        let mut found = columns.no_seats();
        for index in 0..columns.rows.len() {
            if let Some(cell) = columns.seat(index)
                && cell.stake().counts()
                && named(cell.seat())
            {
                found.insert(index);
            }
        }
        Ok(Val::seats(found))
    }
}
