//! What machines have names for, in a person's words.

use crate::ir::{
    Action, ActionKind, Audit, BUILT_IN, Cause, CellRef, Cite, ClosedDocket, FindingRef,
    Impediment, Operand, Outcome, Ruling, Stake, State, Subject, Value,
};

/// What should happen next. No reviewer is asked again where the work goes on: the notes say who is not sure.
pub(crate) fn next_actions(ruling: &Ruling) -> Vec<Action<'_>> {
    let mut actions = ruling.actions();
    let open = ruling.opening().is_some();
    actions.retain(|action| !(open && action.kind == ActionKind::Redispatch));
    actions
}

/// Why a source holds no verdict, in a few words.
pub(super) fn cause(cause: Cause) -> &'static str {
    match cause {
        Cause::Empty => "it is empty",
        Cause::Encoding => "it is not UTF-8 text",
        Cause::TooLarge => "it is too large",
        Cause::TooMuch => "there is too much in it",
        Cause::NoVerdict => "it contains no verdict",
        Cause::Truncated => "it may have been cut off",
        Cause::Ambiguous => "it can be read in two ways",
        Cause::Template => "the template was echoed, not filled in",
        Cause::UnknownWord => "its word is not a verdict",
        Cause::MisspeltKey => "a key is misspelt",
        Cause::FormatNotRead => "this build cannot read its format",
        Cause::Malformed => "it breaks the structure of its format",
        Cause::Errored => "the reviewer could not do its job",
        Cause::Unfollowed => "it only points to a file",
        Cause::RecoveryForbidden => "it needs a repair, and `strict` forbids that",
        Cause::MixedProfiles => "it was read with another profile",
        Cause::DuplicateSeat => "two sources claim its seat",
        Cause::DuplicateSubject => "it judges one subject twice",
        Cause::NotAFile => "it is not a regular file",
        Cause::Permission => "it may not be read",
        Cause::BadPath => "its path leaves the folder",
        Cause::ReadError => "reading it failed",
        Cause::Changing => "somebody was still writing it",
    }
}

/// What stands against opening: `required reviewer security is missing`.
pub(crate) fn impediment(impediment: Impediment, docket: &ClosedDocket) -> String {
    let Some(cell) = impediment.cell(docket) else {
        return match impediment {
            Impediment::NobodyInFavour => "no reviewer whose verdict counts is in favour",
            _ => "no reviewer whose verdict counts has reported",
        }
        .to_owned();
    };
    let name = cell_name(cell);
    match impediment {
        Impediment::Unexpected { .. } => format!("{name} was not expected, and {}", says(cell)),
        Impediment::Doubted { .. } => {
            format!("the verdict of {name} is doubted by a line beside it")
        }
        Impediment::Inferred { .. } => {
            format!("the verdict of {name} was only found by the lenient profile")
        }
        Impediment::UnnamedVoter { .. } => {
            format!("{name} votes, and nobody named it: name the voters with --voting or --expect")
        }
        Impediment::Excused { .. } => {
            format!("{name} was excused, and this is judged without overrides")
        }
        _ if cell.stake() == Stake::Voting => {
            format!("voter {name} {}, and may have said no", says(cell))
        }
        _ => format!("required reviewer {name} {}", says(cell)),
    }
}

/// The policy and the line of the rule that decided: `ours:7 of ours.rhai`, `ours, by any-blocker:6`.
pub(crate) fn judged_by(ruling: &Ruling) -> String {
    let policy = ruling.policy();
    let from = policy.own_origin().map(|origin| format!(" of {origin}")).unwrap_or_default();
    match ruling.rule().map(|rule| (rule.line, &rule.base)) {
        Some((line, None)) => format!("{}:{line}{from}", policy.name),
        Some((line, Some(base))) => format!("{}{from}, by {base}:{line}", policy.name),
        None => format!("{}{from}", policy.name),
    }
}

/// `, panel dartai`, where there is one: who said who sits.
pub(super) fn seated_by(docket: &ClosedDocket) -> String {
    let Some(panel) = docket.panel() else { return String::new() };
    match panel.origin.as_str() {
        BUILT_IN => format!(", panel {}", panel.name),
        origin => format!(", panel {} of {origin}", panel.name),
    }
}

/// What an override lifts: `qa, which says fail`.
pub(super) fn lifted(cell: CellRef<'_>) -> String {
    format!("{}, which {}", cell_name(cell), says(cell))
}

/// What an audit made of a verdict: `audited NO-GO (fail): a critical finding remains`.
pub(super) fn audited(audit: &Audit) -> String {
    let outcome = match audit.word == audit.outcome.as_str() {
        true => String::new(),
        false => format!(" ({})", audit.outcome),
    };
    format!("audited {}{outcome}: {}", audit.word, audit.rule)
}

/// What is shown of an opening on a bench where no one is expected by name.
pub(crate) fn unnamed(seats: usize) -> String {
    format!("{}, none expected by name", counted(seats, "seat"))
}

/// The outcome of a cell, as the end of a sentence: `says fail`, `is missing`.
fn says(cell: CellRef<'_>) -> String {
    match (cell.state(), cell.effective()) {
        (State::Reported, Some(Outcome::Hold)) if cell.doubted() => {
            "is doubted by a line beside its verdict".to_owned()
        }
        (State::Reported, Some(Outcome::Fail)) => "says fail".to_owned(),
        (State::Reported, Some(outcome)) => format!("says {outcome}"),
        (State::Unreadable, outcome) => {
            let why = cell.cause().map(|why| format!(": {}", cause(why))).unwrap_or_default();
            let fails = if outcome.is_some() { ", and says fail" } else { "" };
            format!("is unreadable{why}{fails}")
        }
        (State::Errored, _) => "has failed to do its job".to_owned(),
        (state, _) => format!("is {state}"),
    }
}

/// The seat, and the subject where it is not the whole change: `qa (AC1)`.
pub(crate) fn cell_name(cell: CellRef<'_>) -> String {
    match subject(cell.subject()) {
        Some(subject) => format!("{} ({subject})", cell.seat()),
        None => cell.seat().to_owned(),
    }
}

/// What is judged; none for the change as a whole.
pub(super) fn subject(subject: &Subject) -> Option<String> {
    (*subject != Subject::Change).then(|| subject.to_string())
}

/// A finding by its seat and its place there, from 1: `quality#1`.
pub(super) fn finding_name(finding: FindingRef<'_>) -> String {
    format!("{}#{}", cell_name(finding.cell()), finding.place() + 1)
}

/// The names of some cells, or of some findings.
pub(super) fn members(operand: &Operand<'_>) -> Vec<String> {
    match operand {
        Operand::Seats(seats) => seats.iter().map(|&seat| seat.to_owned()).collect(),
        Operand::Findings(found) => found.iter().map(|&finding| finding_name(finding)).collect(),
        Operand::Value(Value::List(list)) => list.clone(),
        Operand::Value(Value::Bool(_) | Value::Int(_) | Value::Text(_) | Value::Date(_)) => {
            Vec::new()
        }
    }
}

/// `qa`, `qa and docs`, `qa, docs and style`
pub(super) fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The cells that are cited, each once: `quality, security`.
pub(super) fn cited_cells(cites: &[Cite<'_>]) -> String {
    let mut names: Vec<String> = Vec::new();
    for cite in cites {
        let name = cell_name(cite.cell);
        if names.last() != Some(&name) {
            names.push(name);
        }
    }
    names.join(", ")
}

/// `1 blocker`, `2 blockers`.
pub(crate) fn counted(count: usize, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}
