//! `assize policy new`: a policy of one's own.

use std::fmt::Write as _;

use clap::Args;

use super::inputs::current_dir;
use super::policy::StageArg;
use crate::host::{Writer, new_policy, shown};
use crate::{Diagnostic, Stage};

/// Start a policy of your own: copy one, with its cases
///
/// The copy lies in `.assize/policies/STAGE/`, beside `assize.kdl` or at the root of the repository. Nothing that
/// is there is replaced.
#[derive(Args, Debug)]
#[command(after_help = "\
Exit codes:
  0  it was written
  2  it was not: a name that is taken or is none, or it could not be written

Examples:
  assize policy new mine
  assize policy new stricter --from any-blocker
  assize policy new another --from ours.rhai
  assize policy new our-audit --stage audit --from impl")]
pub(super) struct New {
    /// What it is to be called: letters, digits, `-` and `_`
    #[arg(value_name = "NAME")]
    name: String,
    /// The policy to copy, by name or file [default: any-blocker, as-stated or standard, by the stage]
    #[arg(long, value_name = "POLICY")]
    from: Option<String>,
    /// Which question the policy answers
    #[arg(long, value_name = "STAGE", default_value = "gate")]
    stage: StageArg,
}

impl New {
    pub(super) fn text(&self, disk: &dyn Writer) -> Result<String, Diagnostic> {
        let here = current_dir()?;
        let stage = self.stage.to_stage();
        let made = new_policy(disk, stage, &self.name, self.from.as_deref(), &here)?;
        let near = |path: &std::path::Path| shown(path.strip_prefix(&here).unwrap_or(path));
        let mut text = format!("{}  copied from {}\n", near(&made.file), shown(&made.from));
        if let Some((folder, count)) = &made.cases {
            let cases = if *count == 1 { "case" } else { "cases" };
            let _ = writeln!(text, "{}/  {count} {cases}", near(folder));
        }
        let name = &self.name;
        let _ = writeln!(text, "\nnext\n  edit it, then `assize policy check {name}`");
        let (what, command) = match stage {
            Stage::Gate => ("judge", "gate REPORTS"),
            Stage::Audit => ("audit", "audit REPORT"),
            Stage::Redispatch => ("ask", "redispatch REPORTS"),
        };
        let _ = writeln!(text, "  {what} by it: `assize {command} --policy {name}`");
        Ok(text)
    }
}
