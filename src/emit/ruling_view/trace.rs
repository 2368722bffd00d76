//! What rules saw, as it stands in JSON.

use serde::Serialize;

use super::what_if::WhatIfs;
use crate::emit::view::{Subject, subject};
use crate::emit::words;
use crate::ir;

/// The value of an operand or a parameter.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(super) enum Value {
    Bool(bool),
    Int(i64),
    Text(String),
    /// A list of texts; a set of seats (`quality`), or of findings by seat and place
    /// from 1 (`quality#1`). A subject other than the change follows in brackets.
    List(Vec<String>),
}

/// One operand of a condition.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Operand<'a> {
    /// Its text in the policy.
    text: &'a str,
    /// Its value; null when it could not be evaluated, and was not needed for the condition.
    value: Option<Value>,
}

/// One rule or note, and what it saw.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct TraceEntry<'a> {
    /// Its name.
    rule: &'a str,
    /// Its line in the policy, from 1.
    line: u32,
    /// The policy that it stands in, where that is one that the policy extends; else null.
    base: Option<&'a str>,
    /// Whether its condition holds. Of the rules that hold, the one with the worst
    /// word decides; a note never does.
    holds: bool,
    /// The condition as it is written, on one line; null for an `otherwise`.
    condition: Option<&'a str>,
    /// What its condition looked at.
    operands: Vec<Operand<'a>>,
}

/// Every rule of a policy before the gate, on one verdict or on one seat.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct StageTrace<'a> {
    /// The stage of the policy: `audit`, `redispatch`.
    stage: &'a str,
    /// The name of the policy.
    policy: &'a str,
    /// The seat whose verdict was audited, or that was asked about.
    seat: &'a str,
    /// What its verdict is about; null where the whole seat was asked about.
    subject: Option<Subject<'a>>,
    /// The rule that decided; null when no rule holds.
    rule: Option<&'a str>,
    /// Its word: an outcome, an action, or one of the policy's own; null when no rule holds.
    word: Option<&'a str>,
    /// Every rule and note in order, and what it saw. In an audit the one with the worst word decides of those that
    /// hold, in a redispatch policy the first.
    trace: Vec<TraceEntry<'a>>,
    /// What would change the answer: the outcome of the verdict, with its audit; what is tried on the seat.
    what_if: WhatIfs<'a>,
}

pub(super) fn stage_traces(traces: &[ir::StageTrace]) -> Vec<StageTrace<'_>> {
    let view = |trace| {
        let trace: &ir::StageTrace = trace;
        let policy = trace.policy();
        StageTrace {
            stage: policy.stage,
            policy: &policy.name,
            seat: trace.cell().seat(),
            subject: (policy.stage == "audit").then(|| subject(trace.cell().subject())),
            rule: trace.rule().map(|rule| rule.name.as_str()),
            word: trace.word(),
            trace: trace.trace().map(trace_entry).collect(),
            what_if: WhatIfs::of(trace.what_ifs(), trace.docket()),
        }
    };
    traces.iter().map(view).collect()
}

pub(super) fn trace_entry(entry: ir::TraceEntry<'_>) -> TraceEntry<'_> {
    TraceEntry {
        rule: &entry.rule.name,
        line: entry.rule.line,
        base: entry.rule.base.as_deref(),
        holds: entry.holds,
        condition: entry.rule.condition.as_deref(),
        operands: entry
            .operands
            .into_iter()
            .map(|(text, seen)| Operand { text, value: seen.as_ref().map(value) })
            .collect(),
    }
}

pub(super) fn value(operand: &ir::Operand<'_>) -> Value {
    match operand {
        ir::Operand::Value(ir::Value::Bool(value)) => Value::Bool(*value),
        ir::Operand::Value(ir::Value::Int(value)) => Value::Int(*value),
        ir::Operand::Value(ir::Value::Text(value)) => Value::Text(value.clone()),
        ir::Operand::Value(ir::Value::Date(value)) => Value::Text(value.to_string()),
        ir::Operand::Value(ir::Value::List(_))
        | ir::Operand::Seats(_)
        | ir::Operand::Findings(_) => Value::List(words::members(operand)),
    }
}
