//! What the commands of the stages before the gate share.

use std::path::Path;

use super::NO_ANSWER;
use super::answer::Shape;
use super::console::Console;
use crate::docket::ClosedDocket;
use crate::emit::text::{self, TextOptions};
use crate::host::{Judged, Rules, policies};
use crate::policy::default_policy;
use crate::ruling::{BUILT_IN, StageTrace};
use crate::{Diagnostic, Diagnostics, Policy, Ruling, Stage, built_in};

/// A policy of a stage, and what is worth saying about where it was looked for.
pub(super) fn find(
    rules: &Rules<'_>,
    (stage, asked): (Stage, &str),
    here: &Path,
    judged: &Judged,
    console: &Console,
) -> Result<(Policy, Vec<Diagnostic>), Diagnostics> {
    let found = policies::find(rules, stage, asked, here, judged)?;
    match &found.file {
        Some(file) => console.verbose(&format!("policy: {}\n", rules.origin(file))),
        None => console.verbose(&format!("policy: {asked} (built in)\n")),
    }
    let origin = found.file.as_deref().map(|file| rules.origin(file));
    let policy = found.compile(stage)?.with_origin(origin.as_deref().unwrap_or(BUILT_IN));
    Ok((policy, found.remarks))
}

/// A gate for the stages to stand before. What it says is not told.
pub(super) fn any_gate() -> Result<Policy, Diagnostics> {
    let name = default_policy(Stage::Gate);
    Policy::compile(Stage::Gate, name, built_in(Stage::Gate, name).unwrap_or_default())
}

/// What was judged, and what the stages saw where that was asked for.
pub(super) type Answered = (Ruling, Option<Vec<StageTrace>>);

pub(super) fn judge(
    gate: &Policy,
    docket: &ClosedDocket,
    explains: bool,
) -> Result<Answered, Diagnostics> {
    let traces = explains.then(|| gate.stage_traces(docket)).transpose()?;
    Ok((gate.judge(docket)?, traces))
}

/// An answer, and what the stages saw behind it.
pub(super) fn explained(
    told: String,
    traces: Option<&[StageTrace]>,
    options: &TextOptions,
) -> String {
    match traces.map(|traces| text::stage_traces(traces, options)) {
        Some(more) if !more.is_empty() => format!("{told}\n{more}"),
        _ => told,
    }
}

/// There is no answer, and why.
pub(super) fn refuse(reason: &Diagnostics, shape: Shape, console: &Console) -> u8 {
    if let Some(text) = shape.format().no_ruling(reason) {
        console.answer(&text, NO_ANSWER);
    }
    console.report(reason);
    NO_ANSWER
}
