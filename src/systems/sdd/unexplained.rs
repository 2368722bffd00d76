//! What an inspector says against the work and no issue of it shows: a word without rows, a text that cannot be read.

use crate::ir::{CellRef, Outcome, Severity, State};
use crate::source::Span;

/// An inspector that is against the work, or has reservations, for a reason that no row of it gives.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unexplained {
    /// The inspector's seat.
    pub inspector: String,
    /// What it says.
    pub says: Outcome,
    /// Whether its text can be read.
    pub readable: bool,
    /// The word, where there is one, or the line that says so.
    pub span: Option<Span>,
}

impl Unexplained {
    /// Fail or hold: as grave as an issue of severity C that was dropped.
    pub fn is_serious(&self) -> bool {
        self.says >= Outcome::Hold
    }
}

/// What an inspector says beside its issues, where its auditor is better.
pub(super) fn unexplained(cell: CellRef<'_>, auditor: Option<Outcome>) -> Option<Unexplained> {
    let read = cell.state() == State::Reported;
    let (says, span) = if read { of_word(cell)? } else { of_unread(cell)? };
    let better = auditor.is_none_or(|auditor| auditor < says);
    let inspector = cell.seat().to_owned();
    better.then_some(Unexplained { inspector, says, readable: read, span })
}

/// A fail or a hold is explained by an issue of severity C or H, reservations by any issue, and a line that denies the
/// verdict by none.
fn of_word(cell: CellRef<'_>) -> Option<(Outcome, Option<Span>)> {
    let verdict = cell.verdict()?;
    if verdict.doubted() {
        return Some((Outcome::Hold, verdict.doubting().next().map(|remark| remark.span)));
    }
    let stated = verdict.stated.as_ref()?;
    let needed = match stated.outcome {
        Outcome::Fail | Outcome::Hold => Some(Severity::High),
        Outcome::Warn => None,
        Outcome::Pass => return None,
    };
    let explained = verdict.findings.iter().any(|finding| finding.severity >= needed);
    (!explained).then_some((stated.outcome, Some(stated.word)))
}

/// A text that cannot be used may say anything, unless it says nothing.
fn of_unread(cell: CellRef<'_>) -> Option<(Outcome, Option<Span>)> {
    let remark = cell.remarks().iter().find(|remark| !remark.says.opens());
    let fails = cell.effective() == Some(Outcome::Fail) || remark.is_some();
    let says = if fails { Outcome::Fail } else { Outcome::Hold };
    cell.is_unheard().then_some((says, remark.map(|remark| remark.span)))
}
