//! The verdict that the lead derives where the auditor stays out.

use std::fmt::Write as _;

use super::batch::Row;
use super::compare::seat_name;
use super::kind::ReviewKind;
use super::likeness::Words;
use super::outcome::{one_line, rows_of};
use crate::ir::Outcome;
use crate::ir::{CellRef, ClosedDocket};
use crate::ir::{Kind, Severity};
use crate::source::text_of;

/// A conservative verdict from what the inspectors report, by their C and H (CPF, "Error Handling"): NO-GO where one is
/// critical or an inspector says so, CONDITIONAL where one is high, or somebody is not content or not there, else GO.
///
/// It is tagged `AUDITOR_UNAVAILABLE`: a docket holds it to the worst of what it rests on. `lost` are the inspectors
/// that could not be read, and why.
pub fn derived(
    docket: &ClosedDocket,
    kind: ReviewKind,
    seats: &[&str],
    lost: &[(String, String)],
) -> String {
    let mut rows: Vec<Row> = Vec::new();
    let mut unrated = Vec::new();
    for seat in seats {
        for row in rows_of(docket, seat) {
            match row.severity {
                Some(_) => {
                    merge(&mut rows, Row { agents: vec![seat_name(seat).to_owned()], ..row });
                }
                None => {
                    unrated.push(format!(
                        "unrated by {}: {}",
                        seat_name(seat),
                        one_line(&row.text)
                    ));
                }
            }
        }
    }
    rows.sort_by_key(|row| std::cmp::Reverse(row.severity));
    let worst = rows.first().and_then(|row| row.severity);
    let cells = || docket.cells().filter(|cell| seats.contains(&cell.seat()));
    let says = |outcome| cells().any(|cell| cell.effective() == Some(outcome));
    let content = cells().filter_map(CellRef::effective).all(|outcome| outcome == Outcome::Pass);
    let word = match worst {
        Some(Severity::Critical) => "NO-GO",
        _ if says(Outcome::Fail) => "NO-GO",
        worst if worst >= Some(Severity::High) || !content || !lost.is_empty() => "CONDITIONAL",
        _ => "GO",
    };
    let mut text = format!("VERDICT:{word}\n");
    if kind.kind() != Kind::DeadCode {
        let scope = cells().find_map(|cell| cell.verdict()?.scope);
        let scope = scope.map(|span| one_line(&text_of(docket.sources(), span)));
        let scope = scope.filter(|scope| !scope.is_empty()).unwrap_or_else(|| kind.to_string());
        let _ = writeln!(text, "SCOPE:{scope}");
    }
    if !rows.is_empty() {
        text.push_str("VERIFIED:\n");
        rows.iter().for_each(|row| {
            let _ = writeln!(text, "{}", row.verified());
        });
    }
    text.push_str("NOTES:\nAUDITOR_UNAVAILABLE|lead-derived verdict\n");
    for (name, reason) in lost {
        let _ = writeln!(text, "PARTIAL:{}|{}", one_line(name), one_line(reason));
    }
    unrated.iter().for_each(|line| {
        let _ = writeln!(text, "{line}");
    });
    text
}

/// One row for each category and place, with the worst severity, everybody who reports it, and all that they say.
fn merge(rows: &mut Vec<Row>, row: Row) {
    let same = |known: &&mut Row| known.key() == row.key() && known.key() != Default::default();
    let Some(known) = rows.iter_mut().find(same) else { return rows.push(row) };
    let other = std::mem::take(&mut known.text);
    known.text = match row.severity > known.severity {
        true => joined(row.text, other),
        false => joined(other, row.text),
    };
    known.severity = known.severity.max(row.severity);
    for agent in row.agents {
        if !known.agents.contains(&agent) {
            known.agents.push(agent);
        }
    }
}

/// Two texts as one, without the one that says nothing beyond the other.
fn joined(first: String, second: String) -> String {
    let words = |text: &str| Words::of([text]);
    let is_within =
        |one: &str, other: &str| words(one).is_empty() || words(other).covers(&words(one), 100);
    match () {
        () if is_within(&second, &first) => first,
        () if is_within(&first, &second) => second,
        () => format!("{first}; {second}"),
    }
}
