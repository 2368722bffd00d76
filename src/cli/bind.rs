//! What reviews are bound to: the state of the work, as flags and git tell it.

use std::path::Path;

use clap::Args;

use super::inputs::current_dir;
use super::open_round::OpenRound;
use crate::docket::Binding;
use crate::host::{BINDING_NAMES, Files, Kind, Rounds, state_of_work, without_reports};
use crate::round::is_same;

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
        let by_git = |open: &&OpenRound| {
            let bound = open.round.binding();
            ["commit", "tree", "changes"].iter().any(|name| bound.get(name).is_some())
        };
        match round.filter(by_git) {
            Some(open) => self.with_git(files, &open.rounds, Some(&open.round.binding())),
            None => self.told(),
        }
    }

    /// The same, as git tells it of the repository that the reports lie in. Where the flags name another commit than
    /// the one that is checked out, git knows nothing of it.
    pub(super) fn with_git(
        &self,
        files: &dyn Files,
        rounds: &Rounds,
        bound: Option<&Binding>,
    ) -> Binding {
        let told = self.told();
        let Ok(here) = current_dir() else { return told };
        let folder = here.join(&rounds.folder);
        let there = |path: &&Path| files.kind(path).is_ok_and(|kind| kind == Kind::Folder);
        let Some(around) = folder.ancestors().find(there) else { return told };
        let resolved = |path: &Path| files.resolve(path).unwrap_or_else(|_| path.to_owned());
        let except = [resolved(&folder), resolved(&here.join(rounds.all_kept()))];
        let mut git = state_of_work(around, &except);
        if let Some(bound) = bound {
            git = without_reports(around, bound, git, &except);
        }
        let differs = |(name, value): (&str, &str)| {
            name != "run" && git.get(name).is_none_or(|known| !is_same(value, known))
        };
        if told.iter().any(differs) {
            return told;
        }
        let more = told.iter().filter(|(name, _)| git.get(name).is_none());
        more.fold(git.clone(), |bound, (name, value)| bound.and(name, value))
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
