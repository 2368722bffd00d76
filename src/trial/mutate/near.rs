//! What the cases of a policy, and dockets near to them, show of its mutants.

use super::{Apart, Compared, Mutating, Mutation};
use crate::engine::{Policy, Stage};
use crate::ir::{CellRef, ClosedDocket, Outcome, State, Suppose};
use crate::trial::{Case, Suite, Tried};

/// Lets the cases of a policy judge its mutants. A mutant that none of them notices is compared with the policy on dockets
/// near to theirs, where one seat or two say something else, and then by `small`, over every small docket.
///
/// None where the policy does not compile, has no cases, or does not pass them all.
pub fn mutated(
    suite: &Suite,
    small: &(dyn Fn(&Policy, &Policy) -> Compared + Sync),
) -> Option<Mutation> {
    let policy = suite.policy.as_ref().filter(|_| !suite.cases.is_empty())?;
    let cases: Vec<(&Case, ClosedDocket)> =
        suite.cases.iter().map(|case| (case, case.closed())).collect();
    let kills = |mutant: &Policy| {
        cases.iter().any(|(case, docket)| match mutant.set_like(&case.policy) {
            Ok(mutant) => !Tried::on(case, &mutant, docket).passed,
            Err(_) => true,
        })
    };
    let compare = |policy: &Policy, mutant: &Policy| {
        let near = near(suite.stage, mutant, &cases);
        match (small(policy, mutant), near) {
            // What is made up can be written down.
            (Compared::Differ(difference), _) if difference.opens => Compared::Differ(difference),
            (_, Some(difference)) if difference.opens => Compared::Differ(difference),
            (Compared::Differ(difference), _) | (_, Some(difference)) => {
                Compared::Differ(difference)
            }
            (compared, None) => compared,
        }
    };
    Mutating { kills: &kills, compare: &compare }.run(policy)
}

/// A docket near to a case that a mutant answers otherwise; one on which it opens, where there is one.
fn near(stage: Stage, mutant: &Policy, cases: &[(&Case, ClosedDocket)]) -> Option<Apart> {
    let mut found = None;
    for (case, docket) in cases {
        let Ok(mutant) = mutant.set_like(&case.policy) else { continue };
        for supposed in supposed(docket) {
            let docket = docket.supposing(supposed.iter());
            let (before, after) =
                (answers(stage, &case.policy, &docket), answers(stage, &mutant, &docket));
            let pairs = before.iter().zip(&after).filter(|(before, after)| before != after);
            let opens = |(before, after): &(&Answered, &Answered)| after.open && !before.open;
            let Some(pair) = pairs.clone().find(opens).or_else(|| pairs.clone().next()) else {
                continue;
            };
            let difference = Apart {
                before: pair.0.text.clone(),
                after: pair.1.text.clone(),
                opens: opens(&pair),
                case: told(&case.name, &supposed),
                made: None,
            };
            if difference.opens {
                return Some(difference);
            }
            found = found.or(Some(difference));
        }
    }
    found
}

/// What may be otherwise in a case: nothing, a finding that is not there, what one seat says, what two say.
fn supposed(docket: &ClosedDocket) -> Vec<Vec<Suppose>> {
    let mut seats: Vec<&str> = docket.cells().map(CellRef::seat).collect();
    seats.sort_unstable();
    seats.dedup();
    seats.truncate(SEATS);
    let says = |seat: &str| {
        let says = |&outcome| Suppose::Says { seat: seat.to_owned(), subject: None, outcome };
        Outcome::ALL.iter().map(says).collect::<Vec<_>>()
    };
    let mut all = vec![Vec::new()];
    let findings = docket.cells().map(|cell| cell.findings().len()).sum();
    all.extend((0..findings).map(|finding| vec![Suppose::Without { findings: vec![finding] }]));
    for (place, seat) in seats.iter().enumerate() {
        all.extend(says(seat).into_iter().map(|one| vec![one]));
        for other in &seats[place + 1..] {
            let pairs = says(seat)
                .into_iter()
                .flat_map(|one| says(other).into_iter().map(move |other| vec![one.clone(), other]));
            all.extend(pairs);
        }
    }
    all
}

/// So many seats of a case are let say something else.
const SEATS: usize = 4;

/// What a policy answers: about the docket, a verdict or a seat.
#[derive(PartialEq)]
struct Answered {
    text: String,
    /// Whether something goes on that would else wait: a gate opens, a verdict lets it, a seat is given up.
    open: bool,
}

fn answers(stage: Stage, policy: &Policy, docket: &ClosedDocket) -> Vec<Answered> {
    let none = || Answered { text: "no answer".to_owned(), open: false };
    match stage {
        Stage::Gate => {
            let ruled = policy.judge(docket).map(|ruling| Answered {
                text: ruling.outcome().to_string(),
                open: ruling.opening().is_some(),
            });
            vec![ruled.unwrap_or_else(|_| none())]
        }
        Stage::Audit => {
            let read = docket.cells().filter(|cell| cell.state() == State::Reported);
            let audited = read.map(|cell| {
                let answer = policy.audit(docket, cell).ok()?;
                let outcome = cell.effective().max(answer.outcome)?;
                Some(Answered { text: outcome.to_string(), open: outcome.opens() })
            });
            audited.map(|answer| answer.unwrap_or_else(none)).collect()
        }
        Stage::Redispatch => {
            let asked = docket.cells().map(|cell| {
                let action = policy.redispatch(docket, cell).ok()?.action.unwrap_or("nothing");
                Some(Answered { text: action.to_owned(), open: action == "excuse" })
            });
            asked.map(|answer| answer.unwrap_or_else(none)).collect()
        }
    }
}

/// `a-required-seat-is-waited-for, but a says pass`
fn told(case: &str, supposed: &[Suppose]) -> String {
    let otherwise = supposed.iter().map(ToString::to_string);
    let otherwise: Vec<String> = otherwise.collect();
    match otherwise.is_empty() {
        true => case.to_owned(),
        false => format!("{case}, but {}", otherwise.join(" and ")),
    }
}
