//! `assize init`: an `assize.kdl` to begin with.

use clap::Args;

use super::NO_ANSWER;
use super::console::Console;
use super::inputs::current_dir;
use crate::Diagnostics;
use crate::host::{Panel, Writer, init, shown};

/// Write an `assize.kdl` to edit: who must report, in which files, and what judges
///
/// It lies at the root of the repository, or here where there is none, and every command finds it from there. Nothing
/// that is there is replaced.
#[derive(Args, Debug)]
#[command(after_help = "\
Exit codes:
  0  it was written
  2  it was not: there is one already, no panel has that name, or it could not be written

Examples:
  assize init --panel dartai
  assize panel list")]
pub(super) struct Init {
    /// The panel to begin with: one of those that come with Assize
    #[arg(long, value_name = "NAME")]
    panel: String,
}

impl Init {
    pub(super) fn run(&self, disk: &dyn Writer, console: &Console) -> u8 {
        match self.text(disk) {
            Ok(text) => console.answer(&text, 0),
            Err(reason) => {
                console.report(&reason);
                NO_ANSWER
            }
        }
    }

    fn text(&self, disk: &dyn Writer) -> Result<String, Diagnostics> {
        let here = current_dir()?;
        let file = init(disk, &self.panel, &here)?;
        let near = shown(file.strip_prefix(&here).unwrap_or(&file));
        let by_name = Panel::built_in(&self.panel).is_some_and(|panel| !panel.reports.is_empty());
        let work = if by_name { "TASK" } else { "./reports" };
        Ok(format!(
            "{near}  the panel {}, called `ours`\n\nnext\n  edit it, then look at it: `assize panel show ours`\n  \
             judge by it: `assize gate {work}`\n",
            self.panel
        ))
    }
}
