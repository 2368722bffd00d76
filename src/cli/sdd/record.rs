//! What is recorded of a review, and what follows it.

use super::bench::Bench;
use crate::docket::{CellRef, ClosedDocket, State};
use crate::policy::default_policy;
use crate::ruling::{Ruling, Value};
use crate::sdd::{
    Batch, Counters, Defect, Disposition, History, Lost, Next, ReturnLimits, ReviewKind, Row, Run,
    follow_up_text, resolved_since, rows_of, tracked_of, word_of,
};
use crate::source::text_of;
use crate::{Diagnostics, Docket, Outcome, Policy, ReadOptions, Source, Stage, built_in, read};

/// The policy that says what follows a verdict.
const FOLLOW_UP: &str = "fix-loop";

/// The seat that the whole review takes there.
const REVIEW: &str = "review";

/// The policy that says what follows, with the limits that were asked for.
pub(super) fn follow_up_policy(
    kind: ReviewKind,
    limits: [(&'static str, Option<u32>); 3],
) -> Result<Policy, Diagnostics> {
    let text = built_in(Stage::Redispatch, FOLLOW_UP).unwrap_or_default();
    let mut policy = Policy::compile(Stage::Redispatch, FOLLOW_UP, text)?;
    // What somebody asks for who may not goes to a person at once.
    let own = (!kind.may_update_spec()).then_some(("spec_update_limit", 1));
    let told = limits.into_iter().filter_map(|(name, limit)| Some((name, limit?)));
    let mut wrong = Diagnostics::default();
    for (name, limit) in told.chain(own) {
        wrong.extend(policy.set_param(name, &limit.to_string()).err());
    }
    if wrong.is_empty() { Ok(policy) } else { Err(wrong) }
}

pub(super) fn limits_of(policy: &Policy) -> ReturnLimits {
    let number = |name: &str| {
        let facts = policy.facts();
        let found = facts.params.iter().find(|(known, _)| known == name);
        match found {
            Some((_, Value::Int(number))) => *number,
            _ => 0,
        }
    };
    ReturnLimits {
        no_go: number("no_go_limit"),
        spec_update: number("spec_update_limit"),
        aggregate: number("limit_together"),
    }
}

/// What follows, and how often the work was sent back, this time included.
pub(super) fn follow_up(
    ruling: &Ruling,
    rows: &[Row],
    defects: &[Defect],
    history: &History,
    policy: Policy,
) -> Result<(Next, Counters), Diagnostics> {
    let counters = history.counters();
    let next =
        |action: &str, reason: &str| Next { action: action.to_owned(), reason: reason.to_owned() };
    match ruling.outcome() {
        Outcome::Pass | Outcome::Warn => {
            return Ok((next("accept", "the work goes on"), counters.after(Some("accept"))));
        }
        Outcome::Hold => return Ok((next("escalate", ruling.rule_name()), counters)),
        Outcome::Fail => {}
    }
    let word = word_of(ruling);
    let text = follow_up_text(word, rows, defects);
    let options = ReadOptions::default().format(Some(super::OF_AUDITOR));
    let mut docket = Docket::new(REVIEW);
    docket.seat(REVIEW);
    docket.submit_decoded(REVIEW, read(&Source::new("review.cpf", text), &options));
    history.attempts(REVIEW).for_each(|attempt| docket.attempt(attempt));
    let gate = default_policy(Stage::Gate);
    let gate = Policy::compile(Stage::Gate, gate, built_in(Stage::Gate, gate).unwrap_or_default())?;
    let answer = gate.with_redispatch(policy)?.judge(&docket.close())?;
    let step = if word == "SPEC-UPDATE-NEEDED" { "update_spec" } else { "fix" };
    let counters = counters.after(Some(step));
    let action = answer.actions().into_iter().next();
    Ok(match action {
        Some(action) => (next(action.kind.as_str(), &action.reason()), counters),
        None => (next("escalate", "nobody knows what follows"), counters),
    })
}

/// What is known of a review when it is recorded.
pub(super) struct Known<'a> {
    pub(super) kind: ReviewKind,
    pub(super) consensus: bool,
    pub(super) version: &'a str,
    pub(super) recorded: String,
}

/// The rows that a review rests on: what its auditor lists, or what enough runs report, and the rest.
pub(super) fn rows(ruling: &Ruling, consensus: bool, bench: &Seats) -> (Vec<Row>, Vec<Row>) {
    let docket = ruling.docket();
    if !consensus {
        return (rows_of(docket, &bench.auditors[0]), Vec::new());
    }
    let Some(counted) = ruling.consensus() else {
        let all = bench.auditors.iter().flat_map(|seat| rows_of(docket, seat));
        return (Vec::new(), all.collect());
    };
    let row = |topic: &crate::ruling::CountedTopic| {
        let mut findings = topic.topic.findings(docket);
        let worst = findings.by_ref().find(|found| {
            found.finding().and_then(|finding| finding.severity) == topic.topic.severity
        });
        let found = worst.or_else(|| topic.topic.findings(docket).next())?;
        let finding = found.finding()?;
        let text = |span| text_of(docket.sources(), span).into_owned();
        Some(Row {
            agents: finding.agents.iter().map(|agent| text(*agent)).collect(),
            severity: topic.topic.severity,
            category: finding.category.map(text).unwrap_or_default(),
            location: finding.location.as_ref().map(|place| text(place.text)).unwrap_or_default(),
            text: text(finding.text),
            frequency: Some((topic.topic.seats, counted.read)),
        })
    };
    let (agreed, noise): (Vec<_>, Vec<_>) = counted.topics.iter().partition(|topic| topic.agreed);
    (agreed.into_iter().filter_map(row).collect(), noise.into_iter().filter_map(row).collect())
}

/// The seats of a bench, once its docket is closed.
pub(super) struct Seats {
    pub(super) auditors: Vec<String>,
    pub(super) lost: Vec<Lost>,
    pub(super) derived: bool,
}

impl Seats {
    pub(super) fn of(bench: &Bench) -> Self {
        Self {
            auditors: bench.runs.iter().map(|run| run.auditor.clone()).collect(),
            lost: bench.lost.clone(),
            derived: bench.derived,
        }
    }
}

/// The review as it is recorded: its outcome, whatever is still to be decided.
pub(super) fn batch(
    known: &Known<'_>,
    review: &Ruling,
    seats: &Seats,
    (agreed, noise): (&[Row], &[Row]),
    (history, next): (&History, &Next),
) -> Batch {
    let docket = review.docket();
    let runs: Vec<Run> = seats
        .auditors
        .iter()
        .enumerate()
        .filter_map(|(place, seat)| {
            let name = format!("V{}", place + 1);
            text_of_run(docket, seat).map(|text| Run { name, text })
        })
        .collect();
    let disposition = Disposition::of(review.outcome(), next.action == "escalate");
    let tracks = disposition == Some(Disposition::ConditionalTracked);
    // What is tracked may be gone only because whoever would report it is.
    let whole = seats.lost.is_empty() && !seats.derived && review.outcome() != Outcome::Hold;
    let found: Vec<Row> = agreed.iter().chain(noise).cloned().collect();
    Batch {
        kind: known.kind,
        recorded: known.recorded.clone(),
        version: known.version.to_owned(),
        needed: known.consensus.then(|| review.consensus().map(|found| found.needed)).flatten(),
        notes: seats.lost.iter().map(Lost::tag).collect(),
        agreed: if known.consensus { agreed.to_vec() } else { Vec::new() },
        noise: if known.consensus { noise.to_vec() } else { Vec::new() },
        tracked: if tracks { tracked_of(agreed) } else { Vec::new() },
        resolved: whole.then(|| resolved_since(history, &found)).flatten(),
        disposition,
        runs,
    }
}

/// What the auditor of a run wrote, letter for letter.
fn text_of_run(docket: &ClosedDocket, seat: &str) -> Option<String> {
    let cell = docket.cells().find(|cell| cell.seat() == seat)?;
    let verdict = CellRef::verdict(cell).filter(|_| cell.state() == State::Reported)?;
    Some(text_of(docket.sources(), verdict.span).into_owned())
}
