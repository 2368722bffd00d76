//! A command line that cannot be understood, or that asks for help.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, Command, ValueEnum};

use super::answer::Format;
use super::console::{Color, Console};
use super::gate::record;
use super::inputs::{UNNAMED, current_dir, folder_of, task_of};
use super::reports::{ReportArgs, Wanted};
use super::targets::Targets;
use super::words::config_of_environment;
use super::{Cli, NO_ANSWER, hook, version};
use crate::emit::kdl::Run;
use crate::emit::visible::{visible, without_commands};
use crate::host::{Disk, may_be_a_task, may_lie_in};
use crate::{Diagnostic, Diagnostics};

/// Prints help, or says what is wrong with the command line; gives the code to end with.
pub(super) fn answer(error: &clap::Error, args: &[OsString]) -> u8 {
    let console = Console::colored(color_of(args));
    let text = error.render();
    if error.kind() == ErrorKind::DisplayVersion && version::is_verbose(args) {
        return console.answer(&version::whole(), 0);
    }
    if !error.use_stderr() {
        let text = if console.color { text.ansi().to_string() } else { text.to_string() };
        return console.answer(&text, 0);
    }
    let text = visible_text(error, args);
    // Its client reads JSON, and takes other codes than 0 as each pleases.
    if args.get(1).is_some_and(|command| command == "hook") {
        console.say_styled(&text);
        return hook::misused(args, &text.to_string(), &console);
    }
    let mut reason = Diagnostics::from(misunderstood(&text.to_string()));
    match judging(args) {
        Some((name, gate)) if name == "gate" => record_for(&gate, args, &mut reason, &console),
        Some((_, explain)) => {
            let format = format_of(&explain);
            let run = Run { task: UNNAMED.to_owned(), round: 1, ..Run::default() };
            let mut targets = Targets::none(&Disk);
            add_reports(&mut targets, &explain, &files(&explain, args));
            record(&mut reason, &run, format.tells_no_ruling(), &targets, &console);
        }
        None => {}
    }
    console.say_styled(&text);
    // The first is said already, in clap's own words.
    console.report_items(reason.sources(), reason.items().get(1..).unwrap_or_default());
    NO_ANSWER
}

/// What clap has to say, without a character of the arguments that a terminal would act on.
fn visible_text(error: &clap::Error, args: &[OsString]) -> StyledStr {
    let spelt = |arg: &OsString| without_commands(visible(&arg.to_string_lossy()).into_owned());
    match Cli::read(&args.iter().map(|arg| spelt(arg).into()).collect::<Vec<_>>()) {
        Err(same) if same.kind() == error.kind() => same.render(),
        // A mistake that goes away when it is spelled out.
        _ => {
            let text = error.render().to_string();
            let lines: Vec<_> = text.lines().map(visible).collect();
            without_commands(lines.join("\n") + "\n").into()
        }
    }
}

/// As much of the command line of a gate, a preset or `explain` as can be understood in spite of its mistakes.
fn judging(args: &[OsString]) -> Option<(String, ArgMatches)> {
    let (args, _) = without_mistakes(args);
    let lenient = Cli::of_line(&args).ignore_errors(true).try_get_matches_from(args).ok()?;
    match lenient.subcommand() {
        Some((name @ ("gate" | "explain"), found)) => Some((name.to_owned(), found.clone())),
        // A preset is a gate, too.
        Some((_, preset)) => match preset.subcommand() {
            Some(("decide", found)) => Some(("gate".to_owned(), found.clone())),
            _ => None,
        },
        None => None,
    }
}

/// So many mistakes are taken out of a command line one by one.
const ONE_BY_ONE: usize = 32;

/// A command line without the flags that are wrong, and how often it was read for that. Beyond the first mistakes
/// a flag goes wherever it stands, so that a line is read no more often than there are flags.
fn without_mistakes(args: &[OsString]) -> (Vec<OsString>, usize) {
    let known = flags_of(&Cli::of_line(args));
    // What stands behind `--` is no flag.
    let (own, rest) = args.split_at(args.iter().position(|arg| arg == "--").unwrap_or(args.len()));
    let is_known = |arg: &&OsString| name_of(arg).is_none_or(|name| known.contains(&name));
    let mut args: Vec<OsString> = own.iter().filter(is_known).chain(rest).cloned().collect();
    let mut round = 0;
    loop {
        let Err(error) = Cli::of_line(&args).try_get_matches_from(&args) else {
            return (args, round);
        };
        let Some(ContextValue::String(flag)) = error.get(ContextKind::InvalidArg) else {
            return (args, round);
        };
        let flag = flag.split_whitespace().next().unwrap_or(flag);
        let is_it = |arg: &OsString| arg == flag || name_of(arg).is_some_and(|name| name == flag);
        let Some(place) = args.iter().position(is_it) else { return (args, round) };
        match round < ONE_BY_ONE {
            true => _ = args.remove(place),
            false => args.retain(|arg| !is_it(arg)),
        }
        round += 1;
    }
}

/// The name of a long flag: `--expect` of `--expect=qa`.
fn name_of(arg: &OsString) -> Option<String> {
    let arg = arg.to_string_lossy();
    let name = arg.split_once('=').map_or(arg.as_ref(), |(name, _)| name);
    (name.starts_with("--") && name != "--").then(|| name.to_owned())
}

/// Every long flag of a command, and of those below it.
fn flags_of(command: &Command) -> BTreeSet<String> {
    let own = command.get_arguments().filter_map(|arg| Some(format!("--{}", arg.get_long()?)));
    own.chain(command.get_subcommands().flat_map(flags_of)).collect()
}

/// The flags that name a file to read, alone or behind `NAME=`.
const READ: [&str; 14] = [
    "--docket",
    "--changed-from",
    "--text",
    "--previous",
    "--waivers",
    "--owners",
    "--attempts",
    "--config",
    "--policy",
    "--audit",
    "--redispatch",
    "--contract",
    "--criteria",
    "--pairs",
];

/// What a command line names.
struct Named {
    paths: Vec<PathBuf>,
    folders: Vec<PathBuf>,
    /// All that is read.
    read: Vec<PathBuf>,
}

fn files(gate: &ArgMatches, args: &[OsString]) -> Named {
    let paths = gate.try_get_many::<PathBuf>("paths").ok().flatten();
    let paths: Vec<PathBuf> = paths.unwrap_or_default().cloned().collect();
    // The value of an unknown flag looks like one more path.
    let is_folder = |path: &&PathBuf| folder_of(&Disk, std::slice::from_ref(*path)).is_some();
    let folders: Vec<PathBuf> = paths.iter().filter(is_folder).cloned().collect();
    let printed = gate.try_get_many::<(String, PathBuf)>("stdout").ok().flatten();
    let printed = printed.into_iter().flatten().map(|(_, path)| path.clone());
    // What was taken out of the line as a mistake is a file that is read all the same.
    let named = READ.iter().flat_map(|flag| told(args, flag)).flat_map(|told| {
        let behind = told.split_once('=').map(|(_, path)| PathBuf::from(path));
        [Some(PathBuf::from(told)), behind].into_iter().flatten()
    });
    let read = paths.iter().cloned().chain(printed).chain(named).collect();
    Named { paths, folders, read }
}

/// Reports of an earlier run must not outlive it either.
fn add_reports(targets: &mut Targets<'_>, gate: &ArgMatches, named: &Named) {
    let reports = gate.try_get_many::<Wanted>("report").ok().flatten();
    let reports = ReportArgs::of(reports.into_iter().flatten().cloned());
    // What is wrong with them is not what is wrong with the line.
    let _wrong = targets.add_reports(&reports, &named.read, folder_of(&Disk, &named.folders));
}

/// A mistyped flag is a run without a ruling too: an earlier summary must not outlive it.
fn record_for(gate: &ArgMatches, args: &[OsString], reason: &mut Diagnostics, console: &Console) {
    let path = |name: &str| one::<PathBuf>(gate, name);
    let named = files(gate, args);
    let Named { paths, folders, read } = &named;
    let (mut targets, _) = Targets::choose(
        &Disk,
        read,
        folder_of(&Disk, folders),
        path("summary").as_deref(),
        one(gate, "no_summary").unwrap_or(false),
        path("output").as_deref(),
    );
    add_reports(&mut targets, gate, &named);
    let run = Run {
        task: task_of(&Disk, if folders.len() == 1 { folders } else { paths }),
        round: one(gate, "round").unwrap_or(1),
        policy: one(gate, "policy").unwrap_or_default(),
        ..Run::default()
    };
    let format = format_of(gate);
    record(reason, &run, format.tells_no_ruling(), &targets, console);
    if path("summary").is_some() || one(gate, "no_summary").unwrap_or(false) {
        return;
    }
    // A panel may say where the reports of a work lie.
    let named = path("config").or_else(|| config_of_environment().ok().flatten());
    let Ok(here) = current_dir() else { return };
    for asked in paths {
        if may_be_a_task(std::slice::from_ref(asked)) {
            let run = Run { task: asked.to_string_lossy().into_owned(), ..run.clone() };
            targets.shut_in(&may_lie_in(&Disk, &here, named.as_deref(), asked), &run, reason);
        }
    }
}

fn format_of(matches: &ArgMatches) -> Format {
    match one(matches, "json") {
        Some(true) => Format::Json,
        _ => one(matches, "format").unwrap_or(Format::Text),
    }
}

/// What is said of colour, whatever else is wrong with the command line.
fn color_of(args: &[OsString]) -> Color {
    let told = told(args, "--color");
    let told = told.iter().rev().find_map(|word| Color::from_str(word, true).ok());
    told.unwrap_or(Color::Auto)
}

/// What a flag is followed by, each time, whatever else is wrong with the command line.
fn told(args: &[OsString], flag: &str) -> Vec<String> {
    let args = args.iter().map(|arg| arg.to_string_lossy()).take_while(|arg| arg != "--");
    let args: Vec<_> = args.collect();
    let told = args.iter().enumerate().filter_map(|(at, arg)| match arg.strip_prefix(flag)? {
        "" => args.get(at + 1).map(AsRef::as_ref),
        rest => rest.strip_prefix('='),
    });
    told.map(str::to_owned).collect()
}

/// The value of an argument, if it was understood.
fn one<T: Clone + Send + Sync + 'static>(gate: &ArgMatches, name: &str) -> Option<T> {
    gate.try_get_one::<T>(name).ok().flatten().cloned()
}

/// The first paragraph of what clap has to say.
pub(super) fn misunderstood(text: &str) -> Diagnostic {
    let text = text.strip_prefix("error: ").unwrap_or(text);
    let (message, rest) = text.split_once("\n\n").unwrap_or((text, ""));
    let tip = rest.lines().find_map(|line| line.trim().strip_prefix("tip: "));
    Diagnostic::error("assize::cli::usage")
        .message(message.split_whitespace().collect::<Vec<_>>().join(" "))
        .help(tip.unwrap_or("`assize --help` lists the commands and their flags"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(words: &str) -> Vec<OsString> {
        words.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn a_line_is_read_no_more_often_than_there_are_flags() {
        let flags = flags_of(&Cli::whole()).len();
        let wrong = ["--absent=qa=lost", "--into=x", "--no-such-flag=1", "--round=none"];
        for mistakes in [10, 3000] {
            let mut args = line("assize gate reports");
            for at in 0..mistakes {
                args.extend(wrong.map(OsString::from));
                args.push(format!("--made-up-{at}").into());
            }
            args.extend(line("--summary shut.kdl"));
            let (left, rounds) = without_mistakes(&args);
            assert_eq!(left, line("assize gate reports --summary shut.kdl"), "{mistakes}");
            assert!(rounds <= ONE_BY_ONE + flags, "{rounds} of {mistakes}");
        }
    }

    #[test]
    fn a_few_mistakes_take_nothing_else_away() {
        let (left, _) =
            without_mistakes(&line("assize gate r --round=x --round=2 --nothing -- --x"));
        assert_eq!(left, line("assize gate r --round=2 -- --x"));
    }
}
