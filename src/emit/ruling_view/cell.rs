//! Cells and actions as they stand in JSON.

use serde::Serialize;

use crate::emit::view::{Finding, Remark, Stated, Subject, ViewBuilder, subject};
use crate::ir::{self, Cause, CellRef, Confidence, Outcome, Stake, State};

/// One expected answer, or one that was not expected.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Cell<'a> {
    /// The seat.
    seat: &'a str,
    /// What it judges.
    subject: Subject<'a>,
    /// What its answer counts for.
    stake: Stake,
    /// How much it weighs.
    weight: u32,
    /// What became of it.
    state: State,
    /// Why it cannot be read; null unless it is `unreadable`.
    cause: Option<Cause>,
    /// What the reviewer declared.
    stated: Option<Stated<'a>>,
    /// What its own findings imply by the format's rules.
    derived: Option<Outcome>,
    /// What the audit policy made of it; null where none was asked, and where none of its rules holds.
    audit: Option<Audit<'a>>,
    /// The worst of what was stated, derived and audited; null unless it is `reported`.
    effective: Option<Outcome>,
    /// Whether a line of its own beside the verdict says worse, so that it is effectively `hold`.
    doubted: bool,
    /// Whether it is missing, and somebody is at it: its time is not up, or it was asked again.
    awaiting: bool,
    /// How sure the reviewer is; null when it did not say.
    confidence: Option<Confidence>,
    /// What was found, in the order it was written.
    findings: Vec<Finding<'a>>,
    /// What its source says beside the fields: labelled lines that can shut and never open.
    remarks: Vec<Remark<'a>>,
}

/// What an audit policy made of a verdict.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Audit<'a> {
    /// The rule that decided.
    rule: &'a str,
    /// Its line in the audit policy, from 1.
    line: u32,
    /// Its word.
    word: &'a str,
    /// The outcome of the word.
    outcome: Outcome,
    /// The rule's `because`.
    reason: Option<&'a str>,
    /// What it cites, by the places in `findings`, from 0.
    cites: &'a [usize],
}

/// What should happen next.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Action<'a> {
    /// What to do: `fix` (mend the findings), `redispatch` (ask the reviewer again), or a
    /// word of a redispatch policy.
    kind: &'a str,
    /// For whom.
    seat: &'a str,
    /// Why.
    reason: String,
    /// What to tell them, ready to be sent to the reviewer or the author: it names what is wrong,
    /// and quotes the line.
    message: String,
    /// The findings it is about.
    findings: Vec<Finding<'a>>,
}

pub(super) fn cell_view<'a>(builder: &ViewBuilder<'a>, cell: CellRef<'a>) -> Cell<'a> {
    Cell {
        seat: cell.seat(),
        subject: subject(cell.subject()),
        stake: cell.stake(),
        weight: cell.weight(),
        state: cell.state(),
        cause: cell.cause(),
        stated: cell.verdict().and_then(|verdict| builder.stated(verdict)),
        derived: cell.verdict().and_then(|verdict| verdict.derived),
        audit: cell.audit().map(|audit| Audit {
            rule: &audit.rule,
            line: audit.line,
            word: &audit.word,
            outcome: audit.outcome,
            reason: audit.reason.as_deref(),
            cites: &audit.cites,
        }),
        effective: cell.effective(),
        doubted: cell.doubted(),
        awaiting: cell.awaited(),
        confidence: cell.confidence(),
        findings: cell
            .findings()
            .filter_map(ir::FindingRef::finding)
            .map(|f| builder.finding(f))
            .collect(),
        remarks: cell.remarks().iter().map(|remark| builder.remark(remark)).collect(),
    }
}

pub(super) fn action_view<'a>(builder: &ViewBuilder<'a>, action: ir::Action<'a>) -> Action<'a> {
    Action {
        kind: action.kind.as_str(),
        seat: action.cell.seat(),
        reason: action.reason().into_owned(),
        message: action.message(),
        findings: action
            .findings()
            .iter()
            .filter_map(|finding| finding.finding())
            .map(|finding| builder.finding(finding))
            .collect(),
    }
}
