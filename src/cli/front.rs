//! What the first screens of help show: commands in groups, and the flags of a gate that most runs need.

use clap::{Arg, Subcommand};

use super::begin::Begin;
use super::console::Console;
use super::gate::Gate;
use super::replay::Replay;
use super::rounds::RoundsCommand;
use super::watch::Watch;
use crate::host::Writer;

/// The help of `assize`: clap lists commands in one group only. A test holds it to the commands that there are.
pub(super) const TEMPLATE: &str = "\
{about-with-newline}
{usage-heading} {usage}

Judge:
  gate         say whether reviewed work may go on
  explain      the same, with every rule and what would change it
  audit        say what the findings of a verdict amount to
  redispatch   say what to do about each reviewer
  judge        judge recorded dockets, a ruling a line
  batch        read or judge a table of reviews: Parquet, Arrow, CSV, JSON

Rounds:
  round        begin, watch, list and replay rounds of review
  hook         answer a hook of an agent's client
  mcp          serve a client of MCP: one seat's verdict, the gate

Policies:
  policy       list, show, start, check, test, verify, compare
  panel        list and show who sits, for what, by which policies

Reviewers:
  contract     print what to tell a reviewer
  parse        show what a text says, in any format
  convert      write what a text says in another format

Systems:
  consensus, court, pairs, quality, sdd

Setup:
  init         set up a repository
  doctor       say whether the hook of an agent's client holds
  schema       print the JSON Schema of what a command prints
  completions  print a script for a shell
  man          print a manual page
  help         print the help of a command

Options:
{options}{after-help}";

/// What stands below `assize gate -h`.
pub(super) const FEW: &str = "\
Exit codes: 0 open, 1 shut by a fail, 2 no answer, 3 shut by a hold. `--help` shows all flags, and more examples.

Examples:
  assize gate reports --expect qa,security
  assize gate reports --policy ours --rules-from origin/main";

/// Flags of a gate that `-h` shows; `--help` shows all.
const FIRST: [&str; 11] = [
    "paths",
    "expect",
    "panel",
    "changed_from",
    "policy",
    "set",
    "rules_from",
    "format",
    "report",
    "exit",
    "output",
];

/// Leaves a flag that few need out of `-h`.
pub(super) fn first(arg: Arg) -> Arg {
    let shown = FIRST.contains(&arg.get_id().as_str());
    arg.hide_short_help(!shown)
}

/// Begin, watch, list and replay rounds of review
#[derive(Debug, Subcommand)]
#[command(
    subcommand_required = true,
    arg_required_else_help = true,
    after_help = "\
`assize begin`, `watch`, `rounds` and `replay` are the same.

Examples:
  assize round begin task-18 --panel dartai
  assize round list task-17 --panel dartai"
)]
pub(super) enum RoundCommand {
    Begin(Begin),
    Watch(Box<Watch>),
    List(RoundsCommand),
    Replay(Replay),
}

impl RoundCommand {
    pub(super) fn run(self, disk: &dyn Writer, console: &Console) -> u8 {
        match self {
            Self::Begin(begin) => begin.run(disk, console),
            Self::Watch(watch) => watch.run(disk, console),
            Self::List(rounds) => rounds.run(disk, console),
            Self::Replay(replay) => replay.run(disk, console),
        }
    }

    /// What judges as `gate` does.
    pub(super) fn gate(&self) -> Option<&Gate> {
        match self {
            Self::Watch(watch) => Some(watch.gate()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::Cli;
    use super::TEMPLATE;

    #[test]
    fn help_names_every_command_once() {
        let groups = TEMPLATE.split("\nOptions:").next().unwrap_or_default();
        let lines = groups.lines().filter_map(|line| line.strip_prefix("  "));
        let names = lines.flat_map(|line| match line.contains(", ") && !line.contains("   ") {
            true => line.split(", ").collect::<Vec<_>>(),
            false => line.split("  ").take(1).collect(),
        });
        let named: Vec<&str> = names.map(str::trim).collect();
        let command = Cli::whole();
        let visible = command.get_subcommands().filter(|command| !command.is_hide_set());
        let mut visible: Vec<&str> = visible.map(clap::Command::get_name).collect();
        visible.push("help");
        assert_eq!(named.iter().collect::<BTreeSet<_>>(), visible.iter().collect());
        assert_eq!(named.len(), visible.len(), "each is named once");
        for old in ["begin", "watch", "rounds", "replay"] {
            assert!(command.find_subcommand(old).is_some_and(clap::Command::is_hide_set), "{old}");
        }
    }
}
