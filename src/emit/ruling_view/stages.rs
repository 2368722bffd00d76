//! What the stages before the gate came to, as it stands in JSON.

use serde::Serialize;

use super::cell::{Action, Cell, action_view, cell_view};
use super::policy::{Policy, stage};
use super::trace::{StageTrace, stage_traces};
use super::{Docket, Input, docket_view, input_view};
use crate::emit::json::SCHEMA_VERSION;
use crate::emit::stages::worst;
use crate::emit::view::{Diagnostic, ViewBuilder};
use crate::ir::{self, Outcome};

/// What an audit policy makes of some verdicts. It opens nothing.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::emit) struct Audits<'a> {
    /// The version of this shape. Additions do not change it.
    #[cfg_attr(test, schemars(extend("const" = 1)))]
    schema_version: u32,
    /// The worst of what the verdicts come to; `hold` where one cannot be read.
    outcome: Outcome,
    /// What the process returns.
    exit_code: u8,
    /// Every verdict, by the name of its text, and every text without one.
    cells: Vec<Cell<'a>>,
    /// Every rule of the audit policy on each verdict, and what would change its outcome; null unless that was
    /// asked for with `--explain`.
    stage_traces: Option<Vec<StageTrace<'a>>>,
    /// The audit policy.
    policy: Option<Policy<'a>>,
    /// Every text.
    inputs: Vec<Input<'a>>,
    /// What reading had to say.
    diagnostics: Vec<Diagnostic<'a>>,
}

/// What is to be done next.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::emit) struct Actions<'a> {
    /// The version of this shape. Additions do not change it.
    #[cfg_attr(test, schemars(extend("const" = 1)))]
    schema_version: u32,
    /// The work under judgement.
    docket: Docket<'a>,
    /// What is to be done, and the message to send for it.
    actions: Vec<Action<'a>>,
    /// Every rule of the policies on each verdict and each seat, and what would change its answer; null unless that was
    /// asked for with `--explain`.
    stage_traces: Option<Vec<StageTrace<'a>>>,
    /// The policies that were asked: `audit`, `redispatch`.
    stages: Vec<Policy<'a>>,
    /// Every source.
    inputs: Vec<Input<'a>>,
    /// What reading and gathering had to say.
    diagnostics: Vec<Diagnostic<'a>>,
}

impl<'a> Audits<'a> {
    pub(in crate::emit) fn of(
        ruling: &'a ir::Ruling,
        traces: Option<&'a [ir::StageTrace]>,
        exit_code: u8,
    ) -> Self {
        let docket = ruling.docket();
        let builder = ViewBuilder::new(docket.sources());
        let policy = ruling.policy().stages.iter().find(|policy| policy.stage == "audit");
        Self {
            schema_version: SCHEMA_VERSION,
            outcome: worst(docket),
            exit_code,
            cells: docket.cells().map(|cell| cell_view(&builder, cell)).collect(),
            stage_traces: traces.map(stage_traces),
            policy: policy.map(|facts| stage(facts, docket)),
            inputs: docket.inputs().iter().map(|i| input_view(&builder, i, docket)).collect(),
            diagnostics: docket.diagnostics().iter().map(|d| builder.diagnostic(d)).collect(),
        }
    }
}

impl<'a> Actions<'a> {
    pub(in crate::emit) fn of(
        ruling: &'a ir::Ruling,
        traces: Option<&'a [ir::StageTrace]>,
    ) -> Self {
        let docket = ruling.docket();
        let builder = ViewBuilder::new(docket.sources());
        let actions = ruling.actions().into_iter();
        Self {
            schema_version: SCHEMA_VERSION,
            docket: docket_view(docket),
            actions: actions.map(|action| action_view(&builder, action)).collect(),
            stage_traces: traces.map(stage_traces),
            stages: ruling.policy().stages.iter().map(|facts| stage(facts, docket)).collect(),
            inputs: docket.inputs().iter().map(|i| input_view(&builder, i, docket)).collect(),
            diagnostics: docket.diagnostics().iter().map(|d| builder.diagnostic(d)).collect(),
        }
    }
}
