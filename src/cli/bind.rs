//! What reviews are bound to: the state of the work, as flags and git tell it.

use clap::Args;

use super::inputs::current_dir;
use super::open_round::OpenRound;
use crate::docket::Binding;
use crate::host::{BINDING_NAMES, Files, state_of_work};

/// What reviews are bound to.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct BindArgs {
    /// The state of the work: `commit=…`, `tree=…`, `run=…`. In a round that was begun, what is bound to another
    /// state is stale [default: in a round, what git says]
    #[arg(long, value_name = "NAME=VALUE,…", value_delimiter = ',', value_parser = bound,
          help_heading = "Docket")]
    bind: Vec<(String, String)>,
}

impl BindArgs {
    /// What the flags say.
    pub(super) fn told(&self) -> Binding {
        let all = self.bind.iter();
        all.fold(Binding::new(), |bound, (name, value)| bound.and(name, value))
    }

    /// The state of the work now: as the flags say it, and git, where a round is bound to what git tells.
    pub(super) fn now(&self, files: &dyn Files, round: Option<&OpenRound>) -> Binding {
        let told = self.told();
        let Some(open) = round.filter(|open| open.round.binding().get("commit").is_some()) else {
            return told;
        };
        self.with_git(files, &open.rounds.folder)
    }

    /// The same, as git tells it for a folder of reports; the flags decide.
    pub(super) fn with_git(&self, files: &dyn Files, reports: &std::path::Path) -> Binding {
        let told = self.told();
        if told.get("commit").is_some() || told.get("tree").is_some() {
            return told;
        }
        let Ok(here) = current_dir() else { return told };
        let around = reports.parent().map(|around| here.join(around)).unwrap_or_default();
        let except = files.resolve(&around).unwrap_or(around);
        let git = state_of_work(&here, &except);
        told.iter().fold(git, |bound, (name, value)| bound.and(name, value))
    }
}

/// `commit=4f2a9c1`
fn bound(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !value.trim().is_empty() => {
            let name = name.trim();
            match BINDING_NAMES.contains(&name) {
                true => Ok((name.to_owned(), value.trim().to_owned())),
                false => Err(format!(
                    "`{name}` is none of {}",
                    BINDING_NAMES.map(|name| format!("`{name}`")).join(", ")
                )),
            }
        }
        _ => Err("write a name, `=` and a value: `commit=4f2a9c1`".to_owned()),
    }
}
