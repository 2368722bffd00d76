//! A ruling as it stands in JSON.
//!
//! The doc comments here become the descriptions of the JSON Schema.

mod cell;
mod consensus;
mod policy;
mod shadow;
mod stages;
mod trace;
mod what_if;

use serde::Serialize;

use super::view::{Diagnostic, Finding, Recovery, Subject, ViewBuilder, subject};
use super::words;
use crate::ir::{self, CellRef, ClosedDocket, Format, Outcome, Profile, RuleFacts};
use cell::{Action, Cell, action_view, cell_view};
use policy::{Policy, policy, stage};
pub(super) use stages::{Actions, Audits};
use trace::{StageTrace, TraceEntry, Value, stage_traces, trace_entry, value};
use what_if::WhatIfs;

/// The work under judgement.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Docket<'a> {
    /// Its name.
    id: &'a str,
    /// Which round of review this is, from 1.
    round: u32,
    /// The state of the work that was reviewed, as far as anybody says it.
    binding: Binding<'a>,
}

/// The state of the work that was reviewed.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Binding<'a> {
    /// The commit, by its hash; null where it is not said.
    commit: Option<&'a str>,
    /// The files of the commit, by the hash of their tree; null where it is not said.
    tree: Option<&'a str>,
    /// What differs from the commit, by a hash of it; null where nothing does, or it is not said.
    changes: Option<&'a str>,
    /// The run that asked for the reviews; null where it is not said.
    run: Option<&'a str>,
}

fn docket_view(docket: &ClosedDocket) -> Docket<'_> {
    let bound = docket.binding();
    let binding = Binding {
        commit: bound.get("commit"),
        tree: bound.get("tree"),
        changes: bound.get("changes"),
        run: bound.get("run"),
    };
    Docket { id: docket.id(), round: docket.round(), binding }
}

/// One rule or note of the policy.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Rule<'a> {
    /// Its name, which is its reason.
    name: &'a str,
    /// Its line in the policy, from 1.
    line: u32,
    /// The policy that it stands in, where that is one that the policy extends; else null.
    base: Option<&'a str>,
}

/// One thing that stands against opening the gate.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Impediment<'a> {
    /// What kind: `nothing_counts` (no verdict that counts), `nobody_in_favour` (none of those that count
    /// would open), `unsettled` (a required cell without a verdict), `doubted` (a line beside the verdict of a
    /// required cell says worse), `against` (a required cell says fail or hold), `inferred` (only the lenient profile found the verdict), `unexpected` (a
    /// source that was not expected says fail or hold, or cannot be read), `unnamed_voter` (a voter who was not named),
    /// `excused` (somebody was excused, and overrides are refused).
    name: &'a str,
    /// The seat it is about; null for `nothing_counts` and `nobody_in_favour`.
    seat: Option<&'a str>,
    /// The subject it is about; null for `nothing_counts` and `nobody_in_favour`.
    subject: Option<Subject<'a>>,
    /// The same in a sentence.
    text: String,
}

/// A rule wanted to open the gate and was not allowed to.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Refused<'a> {
    /// The name of the rule.
    rule: &'a str,
    /// The word it said.
    word: &'a str,
    /// Everything that stands against it.
    impediments: Vec<Impediment<'a>>,
}

/// One thing that a rule lifted.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Lifted<'a> {
    /// The seat whose `fail` or `hold` it lifted.
    seat: &'a str,
    /// The subject it is about.
    subject: Subject<'a>,
    /// The same in words.
    text: String,
}

/// A rule opened the gate over what reviewers said.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Override<'a> {
    /// The name of the rule.
    rule: &'a str,
    /// The policy's reason.
    reason: String,
    /// What it lifted.
    lifts: Vec<Lifted<'a>>,
}

/// One thing a rule or note points at.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Cite<'a> {
    /// The seat.
    seat: &'a str,
    /// What it judges.
    subject: Subject<'a>,
    /// The finding; null when the whole cell is cited.
    finding: Option<Finding<'a>>,
}

/// A note that holds.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Note<'a> {
    /// Its name, which is what it says.
    name: &'a str,
    /// Its line in the policy, from 1.
    line: u32,
    /// What it points at.
    cites: Vec<Cite<'a>>,
    /// The waivers that it points at, by name.
    waivers: Vec<&'a str>,
}

/// Who said who sits.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Panel<'a> {
    /// Its name.
    name: &'a str,
    /// Where it came from: `built in`, a path, or a path at a commit.
    origin: &'a str,
    /// SHA-256 of the file that it stands in, in hexadecimal.
    sha256: String,
}

/// One source and what became of it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Input<'a> {
    /// Its name.
    source: &'a str,
    /// SHA-256 of its bytes, in hexadecimal.
    sha256: String,
    /// How it was understood; null when no format fits.
    format: Option<Format>,
    /// What it was used for.
    #[cfg_attr(
        test,
        schemars(extend("enum" = ["seat", "unexpected", "evidence", "ignored"]))
    )]
    role: &'a str,
    /// Repairs that reading had to make.
    recoveries: Vec<Recovery<'a>>,
}

/// What a policy decided about a docket, and why.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Ruling<'a> {
    /// The version of this shape. Additions do not change it.
    #[cfg_attr(test, schemars(extend("const" = 1)))]
    schema_version: u32,
    /// The work under judgement.
    docket: Docket<'a>,
    /// `pass` and `warn` open the gate, `hold` and `fail` shut it.
    outcome: Outcome,
    /// The policy's word for the outcome; the outcome itself when an opening was refused.
    word: &'a str,
    /// Whether the gate is open. Nothing else says so.
    open: bool,
    /// What the process returns.
    exit_code: u8,
    /// The rule that decided, or that was refused; null when no rule holds.
    rule: Option<Rule<'a>>,
    /// What was refused; null when the rule's word stands.
    refused: Option<Refused<'a>>,
    /// The rule's `because`.
    reason: Option<&'a str>,
    /// The other rules that hold.
    also: Vec<Rule<'a>>,
    /// Notes that hold.
    notes: Vec<Note<'a>>,
    /// What the rule points at.
    cites: Vec<Cite<'a>>,
    /// Every expected answer in the order of the seats, then the unexpected ones.
    cells: Vec<Cell<'a>>,
    /// How many seats the gate opened on where none of them was expected by name, which caps it at `warn`;
    /// else null.
    unnamed_seats: Option<usize>,
    /// What should happen next.
    actions: Vec<Action<'a>>,
    /// What the policy lifted so that the gate opens.
    overrides: Vec<Override<'a>>,
    /// Every rule and note in order, and what it saw.
    trace: Vec<TraceEntry<'a>>,
    /// Every rule of the policies before the gate on each verdict and each seat, and what would change its answer; null
    /// unless that was asked for, as `assize explain` does.
    stage_traces: Option<Vec<StageTrace<'a>>>,
    /// What would change the ruling; null unless that was asked for, as `assize explain` does.
    what_if: Option<WhatIfs<'a>>,
    /// How often several runs of one review report each finding; null unless that was asked for, as
    /// `assize consensus` does.
    consensus: Option<consensus::Consensus<'a>>,
    /// The outcome of another policy, which decides nothing; null where none was asked (`assize gate --shadow`).
    shadow: Option<shadow::Shadow<'a>>,
    /// The policy that judged.
    policy: Policy<'a>,
    /// The policies of the stages before the gate: `audit`, `redispatch`.
    stages: Vec<Policy<'a>>,
    /// The panel that says who sits; null where flags, files or a host say it.
    panel: Option<Panel<'a>>,
    /// How forgiving reading was.
    profile: Profile,
    /// Every source.
    inputs: Vec<Input<'a>>,
    /// What reading and gathering had to say.
    diagnostics: Vec<Diagnostic<'a>>,
}

impl<'a> Ruling<'a> {
    pub(crate) fn of(ruling: &'a ir::Ruling, exit_code: u8) -> Self {
        let docket = ruling.docket();
        let builder = ViewBuilder::new(docket.sources());
        Self {
            schema_version: super::json::SCHEMA_VERSION,
            docket: docket_view(docket),
            outcome: ruling.outcome(),
            word: ruling.word(),
            open: ruling.opening().is_some() && exit_code == 0,
            exit_code,
            rule: ruling.rule().map(rule),
            refused: ruling.refused().map(|found| Refused {
                rule: ruling.rule_name(),
                word: ruling.rule_word().map_or("", |word| &word.name),
                impediments: impediments(found, docket),
            }),
            reason: ruling.reason(),
            also: ruling.also().map(rule).collect(),
            notes: ruling
                .notes()
                .map(|note| Note {
                    name: &note.note.name,
                    line: note.note.line,
                    cites: cites(&builder, &note.cites),
                    waivers: note.waivers.iter().map(|waiver| waiver.id.as_str()).collect(),
                })
                .collect(),
            cites: cites(&builder, &ruling.cites()),
            unnamed_seats: ruling.opening().and_then(ir::Opening::unnamed),
            cells: docket.cells().map(|cell| cell_view(&builder, cell)).collect(),
            actions: words::next_actions(ruling)
                .into_iter()
                .map(|action| action_view(&builder, action))
                .collect(),
            overrides: overrides(ruling),
            trace: ruling.trace().map(trace_entry).collect(),
            stage_traces: None,
            what_if: None,
            consensus: None,
            shadow: None,
            policy: policy(ruling),
            stages: ruling.policy().stages.iter().map(|facts| stage(facts, docket)).collect(),
            panel: docket.panel().map(|panel| Panel {
                name: &panel.name,
                origin: &panel.origin,
                sha256: panel.sha256.to_string(),
            }),
            profile: docket.profile(),
            inputs: docket
                .inputs()
                .iter()
                .map(|input| input_view(&builder, input, docket))
                .collect(),
            diagnostics: docket.diagnostics().iter().map(|d| builder.diagnostic(d)).collect(),
        }
    }

    /// The same with how often each finding is reported.
    pub(crate) fn with_consensus(self, ruling: &'a ir::Ruling) -> Self {
        let builder = ViewBuilder::new(ruling.docket().sources());
        Self { consensus: consensus::view(&builder, ruling), ..self }
    }

    /// The same with the outcome of a policy that decides nothing.
    pub(super) fn with_shadow(self, shadow: &'a ir::Ruling) -> Self {
        Self { shadow: Some(shadow::view(shadow)), ..self }
    }

    /// The same with what would change it, and what the policies before the gate saw.
    pub(super) fn with(
        self,
        explained: super::json::Explained<'a>,
        ruling: &'a ir::Ruling,
    ) -> Self {
        let what_if = Some(WhatIfs::of(explained.what_ifs, ruling.docket()));
        Self { what_if, stage_traces: Some(stage_traces(explained.stages)), ..self }
    }
}

fn rule(rule: &RuleFacts) -> Rule<'_> {
    Rule { name: &rule.name, line: rule.line, base: rule.base.as_deref() }
}

fn impediments<'a>(found: &'a [ir::Impediment], docket: &'a ClosedDocket) -> Vec<Impediment<'a>> {
    let view = |impediment: &ir::Impediment| {
        let cell = impediment.cell(docket);
        Impediment {
            name: impediment.name(),
            seat: cell.map(CellRef::seat),
            subject: cell.map(|cell| subject(cell.subject())),
            text: words::impediment(*impediment, docket),
        }
    };
    found.iter().map(view).collect()
}

fn overrides(ruling: &ir::Ruling) -> Vec<Override<'_>> {
    let Some(opening) = ruling.opening() else { return Vec::new() };
    let rules = &ruling.policy().rules;
    let view = |found: &'_ ir::Override| Override {
        rule: rules.get(found.rule as usize).map_or("", |rule| &rule.name),
        reason: found.reason.clone(),
        lifts: found
            .cells(ruling.docket())
            .map(|cell| Lifted {
                seat: cell.seat(),
                subject: subject(cell.subject()),
                text: words::lifted(cell),
            })
            .collect(),
    };
    opening.overrides().iter().map(view).collect()
}

fn cites<'a>(builder: &ViewBuilder<'a>, cites: &[ir::Cite<'a>]) -> Vec<Cite<'a>> {
    let view = |cite: &ir::Cite<'a>| Cite {
        seat: cite.cell.seat(),
        subject: subject(cite.cell.subject()),
        finding: cite
            .finding
            .and_then(ir::FindingRef::finding)
            .map(|finding| builder.finding(finding)),
    };
    cites.iter().map(view).collect()
}

fn input_view<'a>(
    builder: &ViewBuilder<'a>,
    input: &'a ir::Input,
    docket: &'a ClosedDocket,
) -> Input<'a> {
    let source = docket.sources().get(input.source.0 as usize);
    Input {
        source: source.map_or("", |source| source.name()),
        sha256: source.map(|source| source.sha256().to_string()).unwrap_or_default(),
        format: input.format,
        role: input.role.as_str(),
        recoveries: input.recoveries.iter().map(|recovery| builder.recovery(recovery)).collect(),
    }
}
