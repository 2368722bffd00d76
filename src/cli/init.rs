//! `assize init`: an `assize.kdl` to begin with, and a hook that is registered; what there is to begin with.

mod found;
mod proposed;

use std::path::PathBuf;

use clap::Args;

use super::NO_ANSWER;
use super::console::Console;
use super::hook::Harness;
use super::house::dialect;
use super::inputs::current_dir;
use crate::Diagnostics;
use crate::host::{Panel, Writer, init, shown};

/// Set up a repository: who must report and what judges, a hook of your agents' client, the words of your reviewers
///
/// Without arguments it writes nothing: it shows what it found here, and the command to run.
///
/// With `--expect` and `--harness` it prints an `assize.kdl`, the registration of the hook in the client's own settings, and
/// what to put into each prompt; `--write` writes them. Settings that are there are kept, and merged with.
///
/// With `--panel` it writes an `assize.kdl` with a panel that comes with Assize, to edit. It lies at the root of the
/// repository, or here where there is none, and every command finds it from there. Nothing that is there is replaced.
///
/// With `--from` it reads reviews that you have, and lists what it does not know: names above a word that decides,
/// words under the name of a verdict, the most frequent first, with their places. What they mean is for you to say, so
/// each line is a comment.
#[derive(Args, Debug)]
#[command(after_help = "\
Exit codes:
  0  it was written, or printed
  2  it was not: there is one already, no panel has that name, no review has a word to add, or it could not be written

Examples:
  assize init
  assize init --expect qa,security,style --harness claude-code
  assize init --panel dartai
  assize init --from old-reviews --print
  assize init --harness codex --write
  assize panel list")]
pub(super) struct Init {
    /// Who must report
    #[arg(long, value_name = "SEAT,…", value_delimiter = ',', conflicts_with_all = ["panel", "from"])]
    expect: Vec<String>,
    /// The client whose hook is registered
    #[arg(long, value_name = "HARNESS", conflicts_with_all = ["panel", "from"])]
    harness: Option<Harness>,
    /// Write what is printed
    #[arg(long, conflicts_with_all = ["panel", "from"])]
    write: bool,
    /// The panel to begin with: one of those that come with Assize
    #[arg(long, value_name = "NAME")]
    panel: Option<String>,
    /// Reviews whose names and words to list: files, folders of files, or `-` for standard input
    #[arg(long, value_name = "PATH", num_args = 1..)]
    from: Vec<PathBuf>,
    /// Print the dialect, and write no file
    #[arg(long, requires = "from", conflicts_with = "panel")]
    print: bool,
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
        if !self.expect.is_empty() || self.harness.is_some() || self.write {
            return proposed::text(disk, &here, (&self.expect, self.harness), self.write);
        }
        if self.panel.is_none() && self.from.is_empty() {
            return Ok(found::text(disk, &here));
        }
        let learnt = (!self.from.is_empty()).then(|| dialect(&self.from)).transpose()?;
        if let Some(learnt) = learnt.as_ref().filter(|_| self.print) {
            return Ok(learnt.clone());
        }
        let file = init(disk, self.panel.as_deref(), learnt.as_deref(), &here)?;
        let near = shown(file.strip_prefix(&here).unwrap_or(&file));
        let Some(panel) = &self.panel else {
            return Ok(format!(
                "{near}  names and words of your reviews, as comments\n\nnext\n  edit it, then read them again: `assize parse`\n"
            ));
        };
        let by_name = Panel::built_in(panel).is_some_and(|panel| !panel.reports.is_empty());
        let work = if by_name { "TASK" } else { "./reports" };
        Ok(format!(
            "{near}  the panel {panel}, called `ours`\n\nnext\n  edit it, then look at it: `assize panel show ours`\n  \
             judge by it: `assize gate {work}`\n"
        ))
    }
}
