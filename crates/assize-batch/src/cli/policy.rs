//! The policy, by its name or its file, and what it is told.

use std::path::Path;

use assize::docket::{Date, Given};
use assize::host::{Config, Files, Judged, Rules, policies};
use assize::policy::{GivenType, default_policy};
use assize::ruling::BUILT_IN;
use assize::{Diagnostic, Diagnostics, Policy, Stage};

use super::Line;

/// The words of the team.
pub(super) fn config(files: &dyn Files, here: &Path, line: &Line) -> Result<Config, Diagnostics> {
    match line.no_config {
        true => Ok(Config::default()),
        false => Config::find(files, here, line.config.as_deref(), &judged(files, line)),
    }
}

/// The gate behind its other stages, each compiled once.
pub(super) fn find(files: &dyn Files, here: &Path, line: &Line) -> Result<Policy, Diagnostics> {
    let rules = Rules::of_work_tree(files, here);
    let judged = judged(files, line);
    let compiled = |stage: Stage, asked: &str| {
        let found = policies::find(&rules, stage, asked, here, &judged)?;
        let origin = found.file.as_deref().map(|file| rules.origin(file));
        let policy = found.compile(stage)?;
        Ok::<_, Diagnostics>(policy.with_origin(origin.as_deref().unwrap_or(BUILT_IN)))
    };
    let gate = line.policy.as_deref().unwrap_or(default_policy(Stage::Gate));
    let mut gate = compiled(Stage::Gate, gate)?.with(line.set.iter().map(|(n, v)| (n, v)))?;
    if let Some(audit) = &line.audit {
        gate = gate.with_audit(compiled(Stage::Audit, audit)?)?;
    }
    if let Some(redispatch) = &line.redispatch {
        gate = gate.with_redispatch(compiled(Stage::Redispatch, redispatch)?)?;
    }
    Ok(gate)
}

/// A table of reviews lies beside the rules of a team, as a file of recorded dockets does.
fn judged(files: &dyn Files, line: &Line) -> Judged {
    Judged::of(files, &line.inputs).only_read()
}

/// A fact of this run, of the type that the policy asks for.
pub(super) fn fact(policy: &Policy, name: &str, value: &str) -> Result<Given, Diagnostic> {
    let asked = policy.givens().find(|(known, _)| *known == name);
    let (_, of) = asked.ok_or_else(|| not_asked_for(policy, name))?;
    let given = match of {
        GivenType::Int => value.parse().ok().map(Given::Int),
        GivenType::Bool => value.parse().ok().map(Given::Bool),
        GivenType::Date => Date::parse(value).map(Given::Date),
        GivenType::List | GivenType::Seats => {
            let entries = value.split(',').map(str::trim).filter(|entry| !entry.is_empty());
            Some(Given::List(entries.map(str::to_owned).collect()))
        }
        _ => Some(Given::Text(value.to_owned())),
    };
    given.ok_or_else(|| {
        Diagnostic::error("assize::batch::given_type")
            .message(format!("`{value}` is not a value for `{name}`"))
            .help(format!("the policy asks for one of the type `{}`", of.as_str()))
    })
}

/// `--given phse=3`
fn not_asked_for(policy: &Policy, name: &str) -> Diagnostic {
    let known: Vec<&str> = policy.givens().map(|(name, _)| name).collect();
    Diagnostic::error("assize::batch::not_asked_for")
        .message(format!("the policy does not ask for `{name}`"))
        .help(match known.is_empty() {
            true => "it asks for no facts of this run: leave it out".to_owned(),
            false => format!("it asks for {}", known.join(", ")),
        })
}
