//! What an inspector says against the work and no issue of it shows: a word without rows, a text that cannot be read.

use crate::ir::{CellRef, Outcome, Severity, State};
use crate::source::{Source, Span};

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

/// What an inspector says beside its issues, where its auditor comes to something better.
pub(super) fn unexplained(cell: CellRef<'_>, auditor: Option<Outcome>) -> Option<Unexplained> {
    let read = cell.state() == State::Reported;
    let (says, span) = if read { of_word(cell)? } else { of_unread(cell)? };
    let better = auditor.is_none_or(|auditor| auditor < says);
    let inspector = cell.seat().to_owned();
    better.then_some(Unexplained { inspector, says, readable: read, span })
}

/// A fail or a hold is explained by an issue of severity C or H, reservations by any issue.
fn of_word(cell: CellRef<'_>) -> Option<(Outcome, Option<Span>)> {
    let verdict = cell.verdict()?;
    let stated = verdict.stated.as_ref()?;
    let needed = match stated.outcome {
        Outcome::Fail | Outcome::Hold => Some(Severity::High),
        Outcome::Warn => None,
        Outcome::Pass => return None,
    };
    let explained = verdict.findings.iter().any(|finding| finding.severity >= needed);
    (!explained).then_some((stated.outcome, Some(stated.word)))
}

/// A text that cannot be read is against the work where it says fail or lists something critical or high, in whatever
/// shape.
fn of_unread(cell: CellRef<'_>) -> Option<(Outcome, Option<Span>)> {
    if cell.verdict().is_some_and(|verdict| !verdict.findings.is_empty()) {
        return None;
    }
    let remark = cell.remarks().iter().find(|remark| remark.says >= Outcome::Hold);
    if cell.effective() == Some(Outcome::Fail) {
        return Some((Outcome::Fail, remark.map(|remark| remark.span)));
    }
    if let Some(remark) = remark {
        return Some((Outcome::Fail, Some(remark.span)));
    }
    cell.source().is_some_and(speaks_against).then_some((Outcome::Fail, None))
}

/// Whether a line begins as an issue of severity C or H, or as a verdict that fails.
fn speaks_against(source: &Source) -> bool {
    let text = String::from_utf8_lossy(source.bytes());
    text.split(['\n', '\r']).any(|line| {
        let line = line.trim_start_matches(|c: char| !c.is_alphanumeric()).to_uppercase();
        let mut fields = line.split(['|', '｜']).map(str::trim);
        let first = fields.next().unwrap_or_default();
        let serious = ["C", "H", "CRITICAL", "HIGH"].contains(&first.trim_matches('*'));
        let word = line.split_once([':', '：']).map(|(key, word)| {
            let plain: String = word.chars().filter(|c| c.is_alphanumeric()).collect();
            key.ends_with("VERDICT") && ["NOGO", "SPECUPDATENEEDED"].contains(&plain.as_str())
        });
        (serious && fields.next().is_some()) || word == Some(true)
    })
}
