//! Whose rules judge.

use std::ffi::OsString;
use std::path::Path;

use clap::Args;

use super::inputs::current_dir;
use crate::host::{Config, Files, Judged, Rules};
use crate::{Diagnostic, Docket};

/// The variable that says what `--rules-from` says.
const VARIABLE: &str = "ASSIZE_RULES_FROM";

/// Whose rules judge.
#[derive(Args, Clone, Debug)]
pub(super) struct RulesArgs {
    /// Take `assize.kdl`, policies and waivers from a commit, and not from what the change brought
    /// along [env: ASSIZE_RULES_FROM]
    #[arg(long, value_name = "REF", help_heading = "Policy")]
    rules_from: Option<String>,
    /// Refuse an opening that overrides or excuses something, whatever the policy says
    #[arg(long, help_heading = "Policy")]
    no_overrides: bool,
}

impl RulesArgs {
    /// The files that rules are read from: the flag decides, then the environment, then `assize.kdl`.
    pub(super) fn open<'d>(
        &self,
        disk: &'d dyn Files,
        config: Option<&Path>,
        judged: &Judged,
    ) -> Result<Rules<'d>, Diagnostic> {
        let here = current_dir()?;
        let named = match (&self.rules_from, from_environment()) {
            (Some(named), _) => Some(named.clone()),
            (None, Some(named)) => Some(named.into_string().map_err(|_| not_unicode())?),
            // What is wrong with the file is told when its words are read.
            (None, None) => {
                Config::find(disk, &here, config, judged).ok().and_then(|found| found.rules_from)
            }
        };
        match named {
            Some(named) => Rules::of_commit(disk, &here, &named),
            None => Ok(Rules::of_work_tree(disk, &here)),
        }
    }

    /// What the flags say of the docket itself.
    pub(super) fn tell(&self, docket: Docket) -> Docket {
        if self.no_overrides { docket.no_overrides() } else { docket }
    }
}

#[expect(clippy::disallowed_methods, reason = "a variable that the help names")]
fn from_environment() -> Option<OsString> {
    std::env::var_os(VARIABLE)
}

/// `ASSIZE_RULES_FROM=$'\xff'`
fn not_unicode() -> Diagnostic {
    Diagnostic::error("assize::rules::odd_name")
        .message(format!("`{VARIABLE}` is not UTF-8"))
        .help("name a branch, a tag or a hash: `ASSIZE_RULES_FROM=origin/main`")
}
