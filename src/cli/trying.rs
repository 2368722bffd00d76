//! `assize policy verify` and `assize policy diff`: policies on every small docket.

mod base;
mod diff;
mod told;
mod verify;

use std::path::PathBuf;

use clap::Args;

pub(super) use diff::{DiffArgs, told_of_rounds};
pub(super) use verify::Verify;

use super::inputs::{current_dir, pair, twice};
use super::panel::panels;
use super::words::ConfigArgs;
use crate::host::{Files, Judged, Panel, policies};
use crate::ruling::BUILT_IN;
use crate::trial::{Expected, Scope};
use crate::{Diagnostics, Policy, Stage};

/// How large the dockets are, and who sits.
#[derive(Args, Clone, Debug)]
struct ScopeArgs {
    /// How many seats sit beside those that the policy names [default: 3, and 2 where there are two subjects; 0 beside a panel]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=6), help_heading = "Scope")]
    seats: Option<u8>,
    /// How many findings there are in all, at most
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u8).range(0..=2), help_heading = "Scope")]
    findings: u8,
    /// Seat whom this panel names
    #[arg(long, value_name = "NAME", help_heading = "Scope")]
    panel: Option<String>,
    #[command(flatten)]
    config: ConfigArgs,
}

impl ScopeArgs {
    /// The sizes, where a panel may say who sits.
    fn scopes(&self, panel: &[Expected]) -> Vec<Scope> {
        let findings = usize::from(self.findings);
        let sized = |scope: Scope| {
            // A panel says who sits, all of them.
            let others = if panel.is_empty() { scope.seats } else { 0 };
            let seats = self.seats.map_or(others, usize::from);
            // Two subjects of many seats are too many dockets for what they tell.
            let seats = if scope.subjects > 1 { seats.min(2) } else { seats };
            Scope { seats, findings, ..scope }
        };
        vec![sized(Scope::ONE_SUBJECT), sized(Scope::TWO_SUBJECTS)]
    }

    /// The panel that was asked for.
    fn panel(&self, disk: &dyn Files) -> Result<Option<Panel>, Diagnostics> {
        let Some(name) = &self.panel else { return Ok(None) };
        panels(disk, &self.config)?.find(name).map(Some)
    }
}

/// Who sits, as a panel names them.
fn expected(panel: Option<&Panel>) -> Vec<Expected> {
    let seats = panel.into_iter().flat_map(|panel| &panel.seats);
    let expected = seats.map(|seat| {
        let mut expected = Expected::new(&seat.name);
        (expected.stake, expected.weight) = (seat.stake, seat.weight);
        expected
    });
    expected.collect()
}

/// A policy by its name or its file, and what it imports.
struct Compiled {
    name: String,
    policy: Policy,
    imports: Vec<(String, String)>,
    file: Option<PathBuf>,
}

fn compiled(
    files: &dyn Files,
    stage: Stage,
    asked: &str,
    set: &[(String, String)],
    panel: Option<&Panel>,
) -> Result<Compiled, Diagnostics> {
    let here = current_dir()?;
    let found = policies::find(files, stage, asked, &here, &Judged::default())?;
    let mut policy = found.compile(stage)?;
    let name = found.name.trim_end_matches(".rhai").to_owned();
    if let Some(panel) =
        panel.filter(|panel| panel.policy(stage).is_some_and(|chosen| chosen.name == name))
    {
        panel.tune(stage, &mut policy)?;
    }
    for (name, value) in set {
        policy.set_param(name, value)?;
    }
    let origin = found.file.as_deref().map(|file| file.to_string_lossy().into_owned());
    let policy = policy.with_origin(origin.unwrap_or_else(|| BUILT_IN.to_owned()));
    Ok(Compiled { name, policy, imports: found.imports, file: found.file })
}
