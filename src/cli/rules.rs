//! Whose rules judge.

use clap::Args;

use super::inputs::{current_dir, from_environment};
use super::words::ConfigArgs;
use crate::host::{Config, Files, Judged, Rules};
use crate::{Diagnostic, Diagnostics, Docket};

/// The variable that says what `--rules-from` says.
const VARIABLE: &str = "ASSIZE_RULES_FROM";

/// Where rules come from.
#[derive(Args, Clone, Debug)]
pub(super) struct RulesFrom {
    /// Take `assize.kdl`, policies and waivers from a commit, and not from what the change brought
    /// along [env: ASSIZE_RULES_FROM]
    #[arg(long, value_name = "REF", help_heading = "Policy")]
    rules_from: Option<String>,
}

/// Whose rules judge.
#[derive(Args, Clone, Debug)]
pub(super) struct RulesArgs {
    #[command(flatten)]
    pub(super) from: RulesFrom,
    /// Refuse an opening that overrides or excuses something, whatever the policy says
    #[arg(long, help_heading = "Policy")]
    no_overrides: bool,
}

impl RulesFrom {
    /// As the environment says it, and else `assize.kdl`.
    pub(super) fn of_environment() -> Self {
        Self { rules_from: None }
    }

    /// The files that rules are read from: the flag decides, then the environment, then the `assize.kdl` of the work tree,
    /// which is one of them where no commit is named.
    pub(super) fn open<'d>(
        &self,
        disk: &'d dyn Files,
        config: impl FnOnce(&dyn Files) -> Option<Config>,
    ) -> Result<Rules<'d>, Diagnostic> {
        let here = current_dir()?;
        let named = match &self.rules_from {
            Some(named) => Some(named.clone()),
            None => from_environment(VARIABLE, "origin/main")?,
        };
        if let Some(named) = named {
            return Rules::of_commit(disk, &here, &named);
        }
        let tree = Rules::of_work_tree(disk, &here);
        // What is wrong with the file is told when it is read.
        match config(&tree).and_then(|found| found.rules_from) {
            Some(named) => Rules::of_commit(disk, &here, &named),
            None => Ok(tree),
        }
    }

    /// The same, with the `assize.kdl` that is among them.
    pub(super) fn open_with<'d>(
        &self,
        disk: &'d dyn Files,
        config: &ConfigArgs,
        judged: &Judged,
    ) -> Result<(Rules<'d>, Config), Diagnostics> {
        let mut own = None;
        let rules = self.open(disk, |files| {
            own = config.find(files, judged).ok();
            own.clone()
        })?;
        // Where no commit judges, what was read is what judges: it is not read a second time.
        let config = match own.filter(|own| own.rules_from.is_none()) {
            Some(own) => own,
            None => config.find(&rules, judged)?,
        };
        Ok((rules, config))
    }
}

impl RulesArgs {
    /// The files that rules are read from.
    pub(super) fn open<'d>(
        &self,
        disk: &'d dyn Files,
        config: impl FnOnce(&dyn Files) -> Option<Config>,
    ) -> Result<Rules<'d>, Diagnostic> {
        self.from.open(disk, config)
    }

    /// What the flags say of the docket itself.
    pub(super) fn tell(&self, docket: Docket) -> Docket {
        if self.no_overrides { docket.no_overrides() } else { docket }
    }
}
