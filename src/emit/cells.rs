//! Cells for a person: what became of each, how sure the reviewer is, and what is odd about it.

use super::page::{Page, Style};
use super::visible::visible;
use super::width::columns_of;
use super::words;
use crate::ir::{Audit, CellRef, ClosedDocket, Outcome, Stake, State};

/// Every cell: what became of it, how sure the reviewer is, and what is odd about it.
pub(super) fn table(page: &mut Page, docket: &ClosedDocket) {
    page.gap();
    if docket.cells().len() == 0 {
        return page.line(Style::Bad, "  no reviewer was expected, and none reported");
    }
    let names: Vec<String> = docket.cells().map(words::cell_name).collect();
    let widest = names.iter().map(|name| columns_of(&visible(name))).max();
    let widest = widest.unwrap_or_default().min(page.width() / 2);
    for (cell, name) in docket.cells().zip(&names) {
        page.put(Style::Plain, "  ").cell(Style::Plain, name, widest + 2);
        let (word, style) = comes_to(cell);
        page.cell(style, word, 12);
        page.cell(Style::Plain, confidence(cell), 6);
        page.put(Style::Quiet, &oddities(cell).join("; ")).end();
    }
}

/// The outcome of a cell, or its state when it has none.
pub(crate) fn comes_to(cell: CellRef<'_>) -> (&'static str, Style) {
    match (cell.effective(), cell.state()) {
        (Some(outcome), State::Reported) => (outcome.as_str(), style_of(outcome)),
        (_, state @ (State::Skipped | State::Excused)) => (state.as_str(), Style::Odd),
        (_, state) => (state.as_str(), Style::Bad),
    }
}

/// `high`, `med`, `low`; `?` when the reviewer was asked and did not say.
fn confidence(cell: CellRef<'_>) -> &'static str {
    match (cell.state(), cell.confidence()) {
        (_, Some(confidence)) => confidence.as_str(),
        (State::Reported, None) if cell.unsure() => "?",
        _ => "",
    }
}

/// Of findings, or of a batch, that no one judged.
pub(super) const NO_VERDICT: &str = "states no verdict";

/// What is worth knowing about a cell beyond its outcome.
pub(crate) fn oddities(cell: CellRef<'_>) -> Vec<String> {
    let mut odd = Vec::new();
    if cell.stake() != Stake::Required {
        odd.push(cell.stake().to_string());
    }
    if cell.stake().counts() && cell.weight() != 1 {
        odd.push(format!("weight {}", cell.weight()));
    }
    if let Some(verdict) = cell.verdict() {
        if verdict.stated.is_some_and(|stated| Some(stated.outcome) != cell.effective()) {
            odd.extend(cell.word().map(|word| format!("stated {word}")));
        }
        let held = cell.effective() == Some(Outcome::Hold) && !cell.doubted();
        if verdict.stated.is_none() && held {
            odd.push(NO_VERDICT.to_owned());
        }
        let said = verdict.stated.map(|stated| stated.outcome).max(verdict.derived);
        let worse = |audit: &&Audit| said < Some(audit.outcome);
        odd.extend(cell.audit().filter(worse).map(words::audited));
        if cell.doubted() {
            odd.push("doubted".to_owned());
        }
        if verdict.contradictory {
            odd.push("contradicts itself".to_owned());
        }
        if verdict.inferred {
            odd.push("found by the lenient profile only".to_owned());
        }
        if verdict.unclaimed > 0 {
            let lines = words::counted(verdict.unclaimed as usize, "line");
            odd.push(format!("{lines} outside the verdict"));
        }
    }
    if cell.state() != State::Reported && cell.effective() == Some(Outcome::Fail) {
        odd.push("says fail".to_owned());
    }
    // What the host says of it is closer to the case than the name of the cause.
    let detail = cell.detail().map(str::to_owned);
    odd.extend(detail.or_else(|| cell.cause().map(|cause| words::cause(cause).to_owned())));
    odd
}

pub(super) fn style_of(outcome: Outcome) -> Style {
    match outcome {
        Outcome::Pass => Style::Good,
        Outcome::Warn => Style::Odd,
        Outcome::Hold | Outcome::Fail => Style::Bad,
    }
}
