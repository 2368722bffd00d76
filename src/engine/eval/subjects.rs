//! What is judged: the change, its criteria, its pairs. Each is as bad as the worst of its cells.

use std::collections::HashMap;

use super::value::{Subjects, Val, int};
use super::{EvalError, Result, Visit};
use crate::engine::facts::Id;
use crate::ir::bits::Bits;
use crate::ir::{Columns, FindingKind, Group, State, Subject};

/// A subject and the required and voting cells that judge it, but for skipped and excused ones.
pub(in crate::engine) struct Judged<'a> {
    pub(in crate::engine) name: &'a Subject,
    pub(in crate::engine) cells: Vec<usize>,
}

/// All subjects, in the order of their first cells.
pub(in crate::engine) fn all(columns: &Columns) -> Vec<Judged<'_>> {
    let mut places: HashMap<&Subject, usize> = HashMap::new();
    let mut found: Vec<Judged<'_>> = Vec::new();
    for index in 0..columns.cells.len() {
        let cell = columns.cell(index);
        if !cell.stake().counts()
            || cell.is_asked()
            || matches!(cell.state(), State::Skipped | State::Excused)
        {
            continue;
        }
        let place = *places.entry(cell.subject()).or_insert_with(|| {
            found.push(Judged { name: cell.subject(), cells: Vec::new() });
            found.len() - 1
        });
        if let Some(judged) = found.get_mut(place) {
            judged.cells.push(index);
        }
    }
    found
}

impl<'a> Visit<'a, '_> {
    pub(super) fn all_subjects(self) -> Result<'a> {
        self.budget.visit(self.columns.cells.len() as u64)?;
        let count = all(self.columns).len();
        let mut set = Bits::empty(count);
        (0..count).for_each(|place| set.insert(place));
        Ok(Val::Subjects(Subjects { set, of: None }))
    }

    pub(super) fn subjects_verb(self, id: Id, of: &Subjects, args: &[Val<'_>]) -> Result<'a> {
        let chosen = |test: &dyn Fn(&Judged<'_>) -> bool| {
            self.budget.visit(self.columns.cells.len() as u64)?;
            let all = all(self.columns);
            let mut set = Bits::empty(all.len());
            let kept = of.set.iter().filter(|&place| all.get(place).is_some_and(test));
            kept.for_each(|place| set.insert(place));
            Ok::<_, EvalError>(Val::Subjects(Subjects { set, of: Some(Box::new(of.set.clone())) }))
        };
        let any = |judged: &Judged<'_>, group: Group| {
            judged.cells.iter().any(|&cell| self.columns.is_in(cell, group))
        };
        let settled = |judged: &Judged<'_>| {
            !judged.cells.is_empty()
                && !any(judged, Group::Failed)
                && !any(judged, Group::Unsettled)
        };
        Ok(match (id, args) {
            (Id::Some, []) => Val::Bool(!of.set.is_empty()),
            (Id::None, []) => Val::Bool(of.set.is_empty()),
            (Id::Count, []) => Val::Int(int(of.set.count())),
            (Id::All, []) => {
                let whole = match &of.of {
                    Some(whole) => whole.as_ref().clone(),
                    None => of.set.clone(),
                };
                Val::Bool(!whole.is_empty() && whole.is_within(&of.set))
            }
            (Id::Group(group @ (Group::Failed | Group::Unsettled)), []) => {
                chosen(&|judged| any(judged, group))?
            }
            (Id::Group(Group::Warned), []) => {
                chosen(&|judged| settled(judged) && any(judged, Group::Warned))?
            }
            (Id::Group(Group::Passed), []) => {
                chosen(&|judged| settled(judged) && !any(judged, Group::Warned))?
            }
            (Id::PassedBy, [Val::Int(least)]) => chosen(&|judged| {
                let passed =
                    judged.cells.iter().filter(|&&cell| self.columns.is_in(cell, Group::Passed));
                let mut seats: Vec<usize> =
                    passed.map(|&cell| self.columns.seat_of(cell)).collect();
                seats.dedup();
                int(seats.len()) >= (*least).max(1)
            })?,
            (Id::Findings, []) => Val::findings(self.findings_of(&self.cells_of(of)?, |_| true)?),
            (Id::Blockers, []) => self.subjects_findings(of, FindingKind::Blocker)?,
            (Id::Advisories, []) => self.subjects_findings(of, FindingKind::Advisory)?,
            _ => return Err(EvalError::Internal),
        })
    }

    fn subjects_findings(self, of: &Subjects, kind: FindingKind) -> Result<'a> {
        let of_kind = |finding: usize| self.columns.finding_kind[finding] == kind;
        Ok(Val::findings(self.findings_of(&self.cells_of(of)?, of_kind)?))
    }

    /// The cells that judge some subjects.
    fn cells_of(self, subjects: &Subjects) -> std::result::Result<Bits, EvalError> {
        self.budget.visit(2 * self.columns.cells.len() as u64)?;
        let mut cells = self.columns.no_cells();
        let all = all(self.columns);
        let judged = subjects.set.iter().filter_map(|place| all.get(place));
        judged.flat_map(|judged| &judged.cells).for_each(|&cell| cells.insert(cell));
        Ok(cells)
    }
}
