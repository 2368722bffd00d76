//! The gate of `policies/gate/any-blocker.rhai`, written by hand: what Assize is measured
//! against.
//!
//! It keeps the same data as a [`Ruling`](assize::Ruling): outcome, rule, citations, later
//! rules, notes, the whole trace with its values, and what stands against opening.

#![allow(dead_code, reason = "each bench uses its part of it")]

pub(crate) mod consensus;
mod read;
pub(crate) mod scenes;

use std::sync::Arc;

use assize::docket::{Stake, State};
use assize::ruling::Operand;
use assize::verdict::{Confidence, FindingKind};
use assize::{Outcome, Verdict};

pub(crate) use read::read;

/// The rules and the note, in order.
pub(crate) const RULES: [&str; 6] = [
    "a reviewer failed the change",
    "a verdict is missing or cannot be read",
    "too few reviewers to decide",
    "a reviewer is unsure",
    "passed with advisories",
    "everybody passed",
];

/// What is judged.
pub(crate) struct Docket {
    pub(crate) sources: Vec<(String, Vec<u8>, [u8; 32])>,
    pub(crate) cells: Vec<Cell>,
}

/// One expected answer.
pub(crate) struct Cell {
    pub(crate) seat: String,
    pub(crate) stake: Stake,
    pub(crate) state: State,
    pub(crate) verdict: Option<Verdict>,
    pub(crate) effective: Option<Outcome>,
}

/// What came of it.
#[derive(Clone, Debug)]
pub(crate) struct Ruling {
    pub(crate) docket: Arc<Docket>,
    pub(crate) outcome: Outcome,
    pub(crate) rule: u32,
    pub(crate) cites: Cites,
    pub(crate) also: Vec<u32>,
    pub(crate) notes: Vec<(u32, Cites)>,
    pub(crate) trace: Vec<Line>,
    pub(crate) refused: Vec<Impediment>,
}

/// What a rule points at.
#[derive(Clone, Debug)]
pub(crate) enum Cites {
    Nothing,
    Cells(Vec<u32>),
    Findings(Vec<(u32, u32)>),
}

/// One line of the trace.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) rule: u32,
    pub(crate) holds: bool,
    pub(crate) values: Vec<(&'static str, Value)>,
}

/// What an operand came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Bool(bool),
    Int(i64),
}

/// What stands against opening.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Impediment {
    NothingCounts,
    Unsettled(u32),
    Against(u32),
    Inferred(u32),
    Unexpected(u32),
}

impl std::fmt::Debug for Docket {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Docket({} cells)", self.cells.len())
    }
}

impl Cell {
    /// A cell whose reviewer gave this verdict, or none.
    pub(crate) fn new(seat: impl Into<String>, verdict: Option<Verdict>) -> Self {
        let effective = verdict.as_ref().and_then(Verdict::effective);
        let state = if effective.is_some() { State::Reported } else { State::Missing };
        Self { seat: seat.into(), stake: Stake::Required, state, verdict, effective }
    }

    fn counts(&self) -> bool {
        matches!(self.stake, Stake::Required | Stake::Voting)
    }

    fn reported(&self) -> bool {
        self.counts() && self.state == State::Reported
    }

    fn is(&self, outcome: Outcome) -> bool {
        self.reported() && self.effective == Some(outcome)
    }

    fn expected(&self) -> bool {
        self.counts() && !matches!(self.state, State::Skipped | State::Excused)
    }

    fn unsettled(&self) -> bool {
        self.expected() && (self.state != State::Reported || self.effective == Some(Outcome::Hold))
    }

    fn unsure(&self) -> bool {
        let confidence = self.verdict.as_ref().and_then(|verdict| verdict.confidence);
        self.reported() && confidence.is_none_or(|confidence| confidence == Confidence::Low)
    }
}

/// Judges: the worst rule that holds decides, and the rules stand worst first. None when no rule holds.
pub(crate) fn judge(docket: &Arc<Docket>, min_reviewers: i64) -> Option<Ruling> {
    let cells = &docket.cells;
    let any = |test: fn(&Cell) -> bool| cells.iter().any(test);
    let of = |test: fn(&Cell) -> bool| Cites::Cells(places(cells, test));
    let findings = |outcome: Outcome, kind: FindingKind| {
        let mut found = Vec::new();
        for (place, cell) in (0..).zip(cells) {
            if let (true, Some(verdict)) = (cell.is(outcome), &cell.verdict) {
                let own = (0..).zip(&verdict.findings).filter(|(_, f)| f.kind == kind);
                found.extend(own.map(|(finding, _)| (place, finding)));
            }
        }
        Cites::Findings(found)
    };

    let failed = any(|cell| cell.is(Outcome::Fail));
    let unsettled = any(Cell::unsettled);
    let reported = cells.iter().filter(|cell| cell.reported()).count();
    let reported = i64::try_from(reported).unwrap_or(i64::MAX);
    let unsure = any(Cell::unsure);
    let warned = any(|cell| cell.is(Outcome::Warn));
    let all_passed = any(|cell| cell.is(Outcome::Pass))
        && cells.iter().all(|cell| !cell.expected() || cell.is(Outcome::Pass));

    let line = |rule, holds, values: &[(&'static str, Value)]| Line {
        rule,
        holds,
        values: values.to_vec(),
    };
    let few = reported < min_reviewers;
    let trace = vec![
        line(0, failed, &[("failed.some", Value::Bool(failed))]),
        line(1, unsettled, &[("unsettled.some", Value::Bool(unsettled))]),
        line(
            2,
            few,
            &[
                ("reported.count", Value::Int(reported)),
                ("min_reviewers", Value::Int(min_reviewers)),
            ],
        ),
        line(3, unsure, &[("unsure.some", Value::Bool(unsure))]),
        line(4, warned, &[("warned.some", Value::Bool(warned))]),
        line(5, all_passed, &[("passed.all", Value::Bool(all_passed))]),
    ];

    let notes = if unsure { vec![(3, of(Cell::unsure))] } else { Vec::new() };
    let (rule, outcome, cites) = if failed {
        (0, Outcome::Fail, findings(Outcome::Fail, FindingKind::Blocker))
    } else if unsettled {
        (1, Outcome::Hold, of(Cell::unsettled))
    } else if few {
        (2, Outcome::Hold, of(Cell::reported))
    } else if warned {
        (4, Outcome::Warn, findings(Outcome::Warn, FindingKind::Advisory))
    } else if all_passed {
        (5, Outcome::Pass, Cites::Nothing)
    } else {
        return None;
    };
    let later = trace.iter().filter(|line| line.holds && line.rule > rule && line.rule != 3);
    let also = later.map(|line| line.rule).collect();
    let (outcome, refused) = if outcome.opens() { open(cells, outcome) } else { (outcome, vec![]) };
    Some(Ruling { docket: Arc::clone(docket), outcome, rule, cites, also, notes, trace, refused })
}

fn places(cells: &[Cell], test: fn(&Cell) -> bool) -> Vec<u32> {
    (0..).zip(cells).filter(|(_, cell)| test(cell)).map(|(place, _)| place).collect()
}

/// Whether the gate may open, and what stands against it.
fn open(cells: &[Cell], wanted: Outcome) -> (Outcome, Vec<Impediment>) {
    let mut against = Vec::new();
    if !cells.iter().any(Cell::reported) {
        against.push(Impediment::NothingCounts);
    }
    let mut fails = false;
    let mut excused = false;
    for (place, cell) in (0..).zip(cells) {
        let inferred = cell.verdict.as_ref().is_some_and(|verdict| verdict.inferred);
        match (cell.stake, cell.state, cell.effective) {
            (Stake::Unexpected, State::Reported, Some(Outcome::Pass | Outcome::Warn)) => {}
            (Stake::Unexpected, _, effective) => {
                fails |= effective == Some(Outcome::Fail);
                against.push(Impediment::Unexpected(place));
            }
            (
                Stake::Required,
                State::Missing | State::Unreadable | State::Stale | State::Errored,
                _,
            ) => against.push(Impediment::Unsettled(place)),
            (
                Stake::Required,
                State::Reported,
                Some(effective @ (Outcome::Fail | Outcome::Hold)),
            ) => {
                fails |= effective == Outcome::Fail;
                against.push(Impediment::Against(place));
            }
            (Stake::Required, State::Excused, _) => excused = true,
            _ => {}
        }
        if inferred && cell.reported() {
            against.push(Impediment::Inferred(place));
        }
    }
    let outcome = match (against.is_empty(), fails, excused) {
        (true, _, false) => wanted,
        (true, _, true) => wanted.max(Outcome::Warn),
        (false, true, _) => Outcome::Fail,
        (false, false, _) => Outcome::Hold,
    };
    (outcome, against)
}

/// Whether both say the same.
pub(crate) fn agree(ours: &assize::Ruling, twin: &Ruling) -> bool {
    let value = |seen: Option<Operand<'_>>| match seen {
        Some(Operand::Value(assize::ruling::Value::Bool(value))) => Some(Value::Bool(*value)),
        Some(Operand::Value(assize::ruling::Value::Int(value))) => Some(Value::Int(*value)),
        _ => None,
    };
    let trace = ours.trace().map(|entry| {
        let values = entry.operands.into_iter().map(|(text, seen)| (text.to_owned(), value(seen)));
        (entry.rule.name.clone(), entry.holds, values.collect::<Vec<_>>())
    });
    let twin_trace = twin.trace.iter().map(|line| {
        let values = line.values.iter().map(|(text, value)| ((*text).to_owned(), Some(*value)));
        (RULES[line.rule as usize].to_owned(), line.holds, values.collect::<Vec<_>>())
    });
    let cited = |cites: &Cites| match cites {
        Cites::Nothing => 0,
        Cites::Cells(cells) => cells.len(),
        Cites::Findings(findings) => findings.len(),
    };
    ours.outcome() == twin.outcome
        && ours.rule_name() == RULES[twin.rule as usize]
        && ours.cites().len() == cited(&twin.cites)
        && ours.also().map(|rule| &*rule.name).eq(twin.also.iter().map(|&r| RULES[r as usize]))
        && ours.notes().map(|note| note.cites.len()).eq(twin.notes.iter().map(|(_, c)| cited(c)))
        && ours.refused().map_or(0, <[_]>::len) == twin.refused.len()
        && trace.eq(twin_trace)
}
