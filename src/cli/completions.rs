//! `assize completions`, and what a shell asks to complete a line.
//!
//! The script that is printed asks `assize` itself, so what it offers is always what this version knows.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory};
use clap_complete::engine::{
    ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter,
};
use clap_complete::env::Shells;

use super::console::Console;
use super::inputs::folder_of;
use super::policy::first_line;
use super::reports::KINDS;
use super::{Cli, NO_ANSWER};
use crate::host::{self, Config, Disk, Files, Judged, Panels, SUMMARY, policies};
use crate::policy::built_in_names;
use crate::{Stage, built_in};

/// The variable with the name of the shell that asks.
pub(super) const ASKS: &str = "ASSIZE_COMPLETE";

/// Print a script that completes commands, flags, formats, policies and seats in your shell
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  assize completions bash > ~/.local/share/bash-completion/completions/assize
  assize completions fish > ~/.config/fish/completions/assize.fish")]
pub(super) struct Completions {
    /// Which shell
    #[arg(value_name = "SHELL", value_parser = shells())]
    shell: String,
}

fn shells() -> impl TypedValueParser<Value = String> {
    PossibleValuesParser::new(Shells::builtins().names())
}

impl Completions {
    pub(super) fn run(&self, console: &Console) -> u8 {
        let mut text = Vec::new();
        if let Some(shell) = Shells::builtins().completer(&self.shell) {
            // Writing into memory cannot fail; an empty script would be seen.
            let _ = shell.write_registration(ASKS, "assize", "assize", "assize", &mut text);
        }
        console.answer(&String::from_utf8_lossy(&text), 0)
    }
}

/// Answers a shell, `ASSIZE_COMPLETE=bash assize -- assize gate rep`. None when no shell asks: a command line that
/// judges never begins with `--`, so nothing that is set can make a gate end with 0.
#[expect(clippy::disallowed_methods, reason = "the shell's script names the shell in a variable")]
pub(super) fn answer(args: &[OsString]) -> Option<u8> {
    let [_, dashes, words @ ..] = args else { return None };
    if dashes != "--" || words.is_empty() {
        return None;
    }
    let shells = Shells::builtins();
    let shell = shells.completer(&std::env::var(ASKS).ok()?)?;
    let here = host::current_dir().ok();
    let mut command = offering(Cli::command(), &Arc::from(words));
    command.build();
    let mut text = Vec::new();
    let written = shell.write_complete(&mut command, words.to_vec(), here.as_deref(), &mut text);
    let console = Console::colored(super::console::Color::Never);
    Some(match written {
        Ok(()) => console.answer(&String::from_utf8_lossy(&text), 0),
        Err(_) => NO_ANSWER,
    })
}

/// The command, with what there is to offer for names of policies and seats.
fn offering(command: clap::Command, words: &Arc<[OsString]>) -> clap::Command {
    let of_show = command.get_name() == "show";
    let stage = command.get_name().parse().unwrap_or(Stage::Gate);
    let command = command.mut_args(|arg| match arg.get_id().as_str() {
        "policy" => {
            arg.add(ArgValueCompleter::new(move |begun: &OsStr| policy_names(&[stage], begun)))
        }
        "from" => {
            arg.add(ArgValueCompleter::new(|begun: &OsStr| policy_names(&[Stage::Gate], begun)))
        }
        "name" if of_show => {
            arg.add(ArgValueCompleter::new(|begun: &OsStr| policy_names(Stage::ALL, begun)))
        }
        "audit" => {
            arg.add(ArgValueCompleter::new(|begun: &OsStr| policy_names(&[Stage::Audit], begun)))
        }
        "redispatch" => arg
            .add(ArgValueCompleter::new(|begun: &OsStr| policy_names(&[Stage::Redispatch], begun))),
        "panel" => arg.add(ArgValueCompleter::new(panel_names)),
        "report" => arg.add(ArgValueCompleter::new(report_kinds)),
        "policies" => {
            arg.add(ArgValueCompleter::new(|begun: &OsStr| policy_names(Stage::ALL, begun)))
        }
        "expect" | "voting" | "observers" | "absent" | "excuse" => {
            let words = words.clone();
            arg.add(ArgValueCompleter::new(move |begun: &OsStr| {
                begin_with(begun, seats(&words).into_iter().map(CompletionCandidate::new))
            }))
        }
        _ => arg,
    });
    command.mut_subcommands(|command| offering(command, words))
}

/// Kinds of reports, and files behind a kind.
fn report_kinds(begun: &OsStr) -> Vec<CompletionCandidate> {
    let text = begun.to_string_lossy();
    match text.split_once('=') {
        Some((kind, file)) => {
            let files = PathCompleter::file().complete(OsStr::new(file));
            files.into_iter().map(|one| one.add_prefix(format!("{kind}="))).collect()
        }
        None => begin_with(begun, KINDS.iter().map(|(kind, _)| CompletionCandidate::new(kind))),
    }
}

/// The panels of the nearest `assize.kdl` and the built-in ones.
fn panel_names(begun: &OsStr) -> Vec<CompletionCandidate> {
    let names = panels().names();
    begin_with(begun, names.into_iter().map(CompletionCandidate::new))
}

fn panels() -> Panels {
    let here = host::current_dir().unwrap_or_default();
    let config = Config::find(&Disk, &here, None, &Judged::default());
    Panels::of(&config.unwrap_or_default())
}

fn begin_with(
    begun: &OsStr,
    candidates: impl Iterator<Item = CompletionCandidate>,
) -> Vec<CompletionCandidate> {
    let begun = begun.to_string_lossy();
    candidates.filter(|one| one.get_value().to_string_lossy().starts_with(&*begun)).collect()
}

/// The policies of the repository and the built-in ones; files where no name begins like that.
fn policy_names(stages: &[Stage], begun: &OsStr) -> Vec<CompletionCandidate> {
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    let here = host::current_dir().unwrap_or_default();
    for &stage in stages {
        for (name, _) in policies::local(&Disk, stage, &here) {
            let text = policies::find(&Disk, stage, &name, &here, &Judged::default())
                .map(|policy| policy.text);
            found
                .entry(name)
                .or_insert(text.map_or_else(|_| String::new(), |text| first_line(&text)));
        }
        for name in built_in_names(stage) {
            let about = built_in(stage, name).map(first_line).unwrap_or_default();
            found.entry(name.to_owned()).or_insert(about);
        }
    }
    let names = found.into_iter().map(|(name, about)| {
        CompletionCandidate::new(name).help((!about.is_empty()).then(|| about.into()))
    });
    match begin_with(begun, names) {
        names if names.is_empty() => PathCompleter::file().complete(begun),
        names => names,
    }
}

/// The seats of the reports that a command line names: each file takes the one it is named after.
fn seats(words: &[OsString]) -> Vec<String> {
    let matches = Cli::command().ignore_errors(true).try_get_matches_from(words).ok();
    let command = matches.as_ref().and_then(|matches| matches.subcommand());
    let paths = command.and_then(|(_, command)| command.try_get_many::<PathBuf>("paths").ok());
    let paths: Vec<PathBuf> = paths.flatten().into_iter().flatten().cloned().collect();
    let names = match folder_of(&Disk, &paths) {
        Some(folder) => {
            Disk.names(folder).unwrap_or_default().into_iter().map(PathBuf::from).collect()
        }
        None => paths,
    };
    let is_report = |name: &&OsStr| *name != SUMMARY && !name.to_string_lossy().starts_with('.');
    let files = names.iter().filter_map(|path| path.file_name().filter(is_report));
    let stems = files.filter_map(|file| Path::new(file).file_stem());
    let mut seats: Vec<String> = stems.map(|stem| stem.to_string_lossy().into_owned()).collect();
    let named =
        command.and_then(|(_, command)| command.try_get_one::<String>("panel").ok().flatten());
    let panels = panels();
    let panel = match (named, panels.own.as_slice()) {
        (Some(named), _) => panels.find(named).ok(),
        (None, [only]) => Some(only.clone()),
        (None, _) => None,
    };
    seats.extend(panel.into_iter().flat_map(|panel| panel.seats).map(|seat| seat.name));
    seats.sort();
    seats.dedup();
    seats
}
