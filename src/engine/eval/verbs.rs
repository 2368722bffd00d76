//! What each fact and verb comes to.

use std::collections::HashMap;

use super::texts::{number, text_verb};
use super::{EvalError, Result, Val, int, same_word};
use crate::engine::budget::Budget;
use crate::engine::facts::Id;
use crate::ir::bits::Bits;
use crate::ir::{Columns, FindingKind, Group, Severity};

/// The value of a fact.
pub(in crate::engine) fn fact<'a>(
    columns: &'a Columns,
    budget: &Budget,
    id: Id,
    args: &[Val<'_>],
) -> Result<'a> {
    let visit = Visit { columns, budget };
    Ok(match (id, args) {
        (Id::Group(group), []) => Val::cells(columns.group(group)),
        (Id::Seat, [Val::Text(name)]) => visit.seats(1, &mut |seat| seat == name.as_ref())?,
        (Id::Seats, [Val::List(names)]) => {
            visit.seats(names.len(), &mut |seat| names.iter().any(|name| name == seat))?
        }
        (Id::AllFindings, []) => visit.findings_of(columns.group(Group::Reported), |_| true)?,
        (Id::Round, []) => Val::Int(columns.round.into()),
        (id, args) => number(id, args)?,
    })
}

/// The value of a verb on a value.
pub(in crate::engine) fn verb<'a>(
    columns: &'a Columns,
    budget: &Budget,
    id: Id,
    of: &Val<'a>,
    args: &[Val<'_>],
) -> Result<'a> {
    let visit = Visit { columns, budget };
    // Every verb looks through the group or list that it stands behind.
    budget.visit(of.visits(columns))?;
    Ok(match (of, id, args) {
        (Val::Cells(set) | Val::Findings(set), Id::Some, []) => Val::Bool(!set.is_empty()),
        (Val::Cells(set) | Val::Findings(set), Id::None, []) => Val::Bool(set.is_empty()),
        (Val::Cells(set) | Val::Findings(set), Id::Count, []) => Val::Int(int(set.count())),
        (Val::Cells(set), Id::Without, [Val::Cells(other)]) => Val::cells_of(set.without(other)),
        (Val::Findings(set), Id::Without, [Val::Findings(other)]) => {
            Val::findings_of(set.without(other))
        }
        (Val::Cells(cells), id, args) => visit.cells_verb(id, cells, args)?,
        (Val::Findings(findings), id, args) => visit.findings_verb(id, findings, args)?,
        (Val::List(list), Id::Count, []) => Val::Int(int(list.len())),
        (Val::List(list), Id::Has, [Val::Text(text)]) => {
            Val::Bool(list.iter().any(|entry| entry == text.as_ref()))
        }
        (Val::Text(text), id, args) => text_verb(budget, id, text, args)?,
        _ => return Err(EvalError::Internal),
    })
}

/// Goes through cells and findings, and has each paid for before it is looked at.
#[derive(Clone, Copy)]
struct Visit<'a, 'b> {
    columns: &'a Columns,
    budget: &'b Budget,
}

impl<'a> Visit<'a, '_> {
    fn cells_verb(self, id: Id, cells: &Bits, args: &[Val<'_>]) -> Result<'a> {
        let columns = self.columns;
        Ok(match (id, args) {
            (Id::Group(group), []) => Val::cells_of(cells.and(columns.group(group))),
            (Id::All, []) => {
                Val::Bool(!cells.is_empty() && cells == columns.group(Group::Expected))
            }
            (Id::Weight, []) => {
                self.budget.visit(cells.count() as u64)?;
                let weights = cells.iter().map(|cell| i64::from(columns.cell(cell).weight()));
                Val::Int(weights.sum())
            }
            (Id::Quorum, [Val::Int(percent)]) => {
                let whole = i128::from(int(cells.count())) * i128::from((*percent).max(0));
                Val::Int(i64::try_from((whole + 99) / 100).unwrap_or(i64::MAX))
            }
            (Id::Findings, []) => self.findings_of(cells, |_| true)?,
            (Id::Blockers, []) => self.of_kind(cells, FindingKind::Blocker)?,
            (Id::Advisories, []) => self.of_kind(cells, FindingKind::Advisory)?,
            (Id::Said, [Val::Text(word)]) => self.chosen(cells, |cell| {
                let Some(said) = columns.cell(cell).word() else { return Ok(false) };
                self.budget.visit((said.len() + word.len()) as u64)?;
                Ok(same_word(&said, word))
            })?,
            (Id::Tried, [Val::Text(action), Val::Int(times)]) => {
                self.budget.visit(columns.attempts.len() as u64)?;
                let mut tries: HashMap<&str, i64> = HashMap::new();
                for attempt in columns.attempts.iter().filter(|attempt| attempt.action == *action) {
                    *tries.entry(&attempt.seat).or_default() += 1;
                }
                self.chosen(cells, |cell| {
                    let tried = tries.get(columns.cell(cell).seat()).copied();
                    Ok(tried.unwrap_or_default() >= *times)
                })?
            }
            _ => return Err(EvalError::Internal),
        })
    }

    fn findings_verb(self, id: Id, findings: &Bits, args: &[Val<'_>]) -> Result<'a> {
        let columns = self.columns;
        let severity = |finding: usize| {
            // A blocker is reason enough to stop, whatever else was said of it.
            let worst = columns.finding_kind[finding] == FindingKind::Blocker;
            columns.finding_severity[finding].or(worst.then_some(Severity::Critical))
        };
        let kind = |finding: usize| columns.finding_kind[finding];
        let keep = |test: &dyn Fn(usize) -> bool| {
            self.budget.visit(findings.count() as u64)?;
            let mut kept = columns.no_findings();
            let chosen = findings.iter().filter(|&finding| test(finding));
            chosen.for_each(|finding| kept.insert(finding));
            Ok::<_, EvalError>(Val::findings_of(kept))
        };
        match (id, args) {
            (Id::Severity(wanted), []) => keep(&|finding| severity(finding) == Some(wanted)),
            (Id::AtLeast, [Val::Text(word)]) => {
                let least: Severity = word.parse().map_err(|_| EvalError::Internal)?;
                keep(&|finding| severity(finding).is_some_and(|severity| severity >= least))
            }
            (Id::InCategory, [Val::Text(category)]) => keep(&|finding| {
                let own = columns.finding(finding).category();
                own.is_some_and(|own| own.trim().eq_ignore_ascii_case(category.trim()))
            }),
            (Id::Blockers, []) => keep(&|finding| kind(finding) == FindingKind::Blocker),
            (Id::Advisories, []) => keep(&|finding| kind(finding) == FindingKind::Advisory),
            _ => Err(EvalError::Internal),
        }
    }

    /// The counting cells of the seats that one of `names` names.
    fn seats(self, names: usize, named: &mut dyn FnMut(&str) -> bool) -> Result<'a> {
        self.budget.visit((self.columns.cells.len() as u64).saturating_mul(1 + names as u64))?;
        let mut found = self.columns.no_cells();
        for (index, cell) in self.columns.cells.iter().enumerate() {
            if cell.stake.counts() && named(&cell.seat) {
                found.insert(index);
            }
        }
        Ok(Val::cells_of(found))
    }

    fn chosen(
        self,
        cells: &Bits,
        test: impl Fn(usize) -> std::result::Result<bool, EvalError>,
    ) -> Result<'a> {
        self.budget.visit(cells.count() as u64)?;
        let mut kept = self.columns.no_cells();
        for cell in cells.iter() {
            if test(cell)? {
                kept.insert(cell);
            }
        }
        Ok(Val::cells_of(kept))
    }

    fn of_kind(self, cells: &Bits, kind: FindingKind) -> Result<'a> {
        self.findings_of(cells, |finding| self.columns.finding_kind[finding] == kind)
    }

    fn findings_of(self, cells: &Bits, test: impl Fn(usize) -> bool) -> Result<'a> {
        self.budget.visit_set(self.columns.finding_cell.len())?;
        let mut found = self.columns.no_findings();
        for cell in cells.iter() {
            let findings = &self.columns.cells[cell].findings;
            let range = findings.start as usize..findings.end as usize;
            self.budget.visit(1 + range.len() as u64)?;
            range.filter(|&finding| test(finding)).for_each(|finding| found.insert(finding));
        }
        Ok(Val::findings_of(found))
    }
}
