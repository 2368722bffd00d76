//! The `assize` command: one file a command.
//!
//! Standard output is data, standard error is console. No command ends the process itself; each
//! returns the code to end it with.

mod absent;
mod answer;
mod apart;
mod asked;
mod audit;
mod batch;
mod begin;
mod bind;
mod change;
mod check;
mod codes;
mod compacted;
mod completions;
mod configured;
mod consensus;
mod console;
mod contract;
mod convert;
mod court;
mod docket;
mod doctor;
mod explain;
mod explained;
mod facts;
mod fields;
mod front;
mod gate;
mod hook;
mod house;
mod init;
mod inputs;
mod judge;
mod judging;
mod lexicon;
mod limits;
mod man;
mod mcp;
mod new;
mod open_round;
mod output;
mod pairs;
mod panel;
mod parse;
mod policy;
mod printed;
mod progress;
mod quality;
mod reading;
mod redispatch;
mod replay;
mod reports;
mod rounds;
mod rules;
mod schema;
mod sdd;
mod stages;
mod targets;
mod test;
mod trying;
mod usage;
mod version;
mod vocabulary;
mod watch;
mod which;
mod words;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use crate::Diagnostic;
use crate::host::{Disk, Writer};
use console::{Console, ConsoleArgs};

/// No answer: a usage, configuration or policy error. The gate stays shut.
const NO_ANSWER: u8 = 2;

/// Some of what was to be read could not be read.
const NOT_ALL: u8 = 3;

/// Decides whether reviewed work may go on: reads the reviewers' verdicts, lets a policy
/// judge them, and says why
#[derive(Debug, Parser)]
#[command(
    name = "assize",
    version,
    max_term_width = 100,
    subcommand_required = true,
    arg_required_else_help = true,
    help_template = front::TEMPLATE,
    after_help = "\
Exit codes:
  0  open
  1  shut by a fail
  2  no answer: a usage, configuration or policy error
  3  shut by a hold: a verdict is missing or cannot be read

Examples:
  assize gate reports                        judge a folder of reports
  assize gate reports --expect qa,security   say who must report
  assize explain reports                     show every rule and what it saw
  assize parse qa.md                         show what a text says
  assize contract yaml-block                 print what to tell a reviewer"
)]
struct Line {
    #[command(flatten)]
    console: ConsoleArgs,
}

/// A command line, read.
struct Cli {
    console: ConsoleArgs,
    /// Whether JSON was asked for.
    json: bool,
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    #[command(after_help = front::FEW, after_long_help = gate::EXAMPLES)]
    Gate(gate::Gate),
    #[command(subcommand)]
    Round(front::RoundCommand),
    #[command(hide = true)]
    Begin(begin::Begin),
    #[command(hide = true)]
    Watch(watch::Watch),
    Hook(hook::Hook),
    Mcp(mcp::Mcp),
    #[command(hide = true)]
    Rounds(rounds::RoundsCommand),
    #[command(hide = true)]
    Replay(replay::Replay),
    Explain(explain::Explain),
    Audit(audit::Audit),
    Redispatch(redispatch::Redispatch),
    Parse(parse::Parse),
    Convert(convert::Convert),
    Judge(judge::Judge),
    Batch(batch::Batch),
    Consensus(consensus::Consensus),
    #[command(subcommand)]
    Quality(quality::Quality),
    #[command(subcommand)]
    Court(court::Court),
    #[command(subcommand)]
    Pairs(pairs::Pairs),
    #[command(subcommand)]
    Sdd(sdd::Sdd),
    #[command(subcommand)]
    Policy(policy::PolicyCommand),
    #[command(subcommand)]
    Panel(panel::PanelCommand),
    Init(init::Init),
    Doctor(doctor::Doctor),
    Contract(contract::Contract),
    Schema(schema::Schema),
    Completions(completions::Completions),
    Man(man::Man),
}

/// Runs the command line of this process, on a stack of the same size on every system. Of the first thread's own it is not known
/// everywhere how large it may become, and texts that nest deeply would be refused for that.
pub fn main() -> ExitCode {
    const STACK: usize = 8 * 1024 * 1024;
    let thread = std::thread::Builder::new().name("main".to_owned()).stack_size(STACK);
    match thread.spawn(run_process) {
        Ok(run) => run.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
        Err(_) => run_process(),
    }
}

#[expect(clippy::disallowed_methods, reason = "the one place that reads the command line")]
fn run_process() -> ExitCode {
    let args = std::env::args_os().collect::<Vec<_>>();
    let caught = apart::catch(&args);
    if !apart::end_with_parent(&args) {
        return ExitCode::from(NO_ANSWER);
    }
    if let Some(code) = completions::answer(&args) {
        return ExitCode::from(code);
    }
    apart::outlive_full_files();
    let code = match Cli::read(&args) {
        Ok(cli) => apart::run(&cli, &args, caught.as_deref()).unwrap_or_else(|| cli.run(&Disk)),
        Err(error) => usage::answer(&error, &args),
    };
    ExitCode::from(code)
}

/// Runs a command line; the first argument is the name of the program.
pub fn run(args: &[OsString]) -> ExitCode {
    run_on(&Disk, args)
}

/// The same, and what is judged is read from and written to a disk that is handed in: one in memory, or one
/// that stops half way.
pub fn run_on(disk: &dyn Writer, args: &[OsString]) -> ExitCode {
    let code = match Cli::read(args) {
        Ok(cli) => cli.run(disk),
        Err(error) => usage::answer(&error, args),
    };
    ExitCode::from(code)
}

impl Command {
    /// What judges as `gate` does.
    fn gate(&self) -> Option<&gate::Gate> {
        match self {
            Self::Gate(gate) => Some(gate),
            Self::Consensus(consensus) => Some(consensus.gate()),
            Self::Watch(watch) => Some(watch.gate()),
            Self::Round(round) => round.gate(),
            Self::Court(court) => court.gate(),
            Self::Pairs(pairs) => pairs.gate(),
            Self::Quality(quality) => quality.gate(),
            _ => None,
        }
    }
}

/// Adds what stands behind the name of a command.
type Augment = fn(clap::Command) -> clap::Command;

fn args<Own: Args>(command: clap::Command) -> clap::Command {
    Own::augment_args(command)
}

fn judges(command: clap::Command) -> clap::Command {
    args::<gate::Gate>(command).after_help(front::FEW).after_long_help(gate::EXAMPLES)
}

/// The name that a command had before.
fn former<Own: Args>(command: clap::Command) -> clap::Command {
    args::<Own>(command).hide(true)
}

fn below<Own: Subcommand>(command: clap::Command) -> clap::Command {
    Own::augment_subcommands(command.subcommand_required(true).arg_required_else_help(true))
}

/// The commands one by one: to make the arguments of all takes longer than to judge.
const COMMANDS: [(&str, Augment); 28] = [
    ("gate", judges),
    ("round", below::<front::RoundCommand>),
    ("begin", former::<begin::Begin>),
    ("watch", former::<watch::Watch>),
    ("hook", args::<hook::Hook>),
    ("mcp", args::<mcp::Mcp>),
    ("rounds", former::<rounds::RoundsCommand>),
    ("replay", former::<replay::Replay>),
    ("explain", args::<explain::Explain>),
    ("audit", args::<audit::Audit>),
    ("redispatch", args::<redispatch::Redispatch>),
    ("parse", args::<parse::Parse>),
    ("convert", args::<convert::Convert>),
    ("judge", args::<judge::Judge>),
    ("batch", args::<batch::Batch>),
    ("consensus", args::<consensus::Consensus>),
    ("quality", below::<quality::Quality>),
    ("court", below::<court::Court>),
    ("pairs", below::<pairs::Pairs>),
    ("sdd", below::<sdd::Sdd>),
    ("policy", below::<policy::PolicyCommand>),
    ("panel", below::<panel::PanelCommand>),
    ("init", args::<init::Init>),
    ("doctor", args::<doctor::Doctor>),
    ("contract", args::<contract::Contract>),
    ("schema", args::<schema::Schema>),
    ("completions", args::<completions::Completions>),
    ("man", args::<man::Man>),
];

/// What a hook asks about a work, as the command line of `gate` or `redispatch` would ask for it.
fn of_work<Asked: Args>(task: &str, flags: &[String]) -> Result<Asked, Diagnostic> {
    let words = flags.iter().map(String::as_str).chain(["--", task]);
    of_flags(&words.collect::<Vec<_>>())
}

/// A command, from the flags that its command line would have.
fn of_flags<Asked: Args>(flags: &[impl AsRef<str>]) -> Result<Asked, Diagnostic> {
    let line = ["assize"].into_iter().chain(flags.iter().map(AsRef::as_ref));
    let command = Asked::augment_args(clap::Command::new("assize"));
    let read = command.try_get_matches_from(line).and_then(|read| Asked::from_arg_matches(&read));
    read.map_err(|error| usage::misunderstood(&error.to_string()))
}

impl Cli {
    fn read(args: &[OsString]) -> Result<Self, clap::Error> {
        let read = Self::of_line(args).try_get_matches_from(args)?;
        let Line { console } = Line::from_arg_matches(&read)?;
        let json = compacted::asks_for_json(&read);
        Ok(Self { console, json, command: Command::from_arg_matches(&read)? })
    }

    /// Every command.
    fn whole() -> clap::Command {
        Command::augment_subcommands(Line::command())
    }

    /// The command that a line begins with, and every command where it begins with none.
    fn of_line(args: &[OsString]) -> clap::Command {
        let first = args.get(1).and_then(|first| first.to_str());
        match COMMANDS.iter().find(|(name, _)| first == Some(*name)) {
            Some((name, augment)) => Line::command().subcommand(augment(clap::Command::new(*name))),
            None if matches!(first, Some("-V" | "--version")) => Line::command(),
            None => Self::whole(),
        }
    }

    fn run(self, disk: &dyn Writer) -> u8 {
        let mut console = Console::new(&self.console);
        if self.json {
            console.prints_json();
        }
        match self.command {
            Command::Gate(gate) => gate.run(disk, &console),
            Command::Round(round) => round.run(disk, &console),
            Command::Begin(begin) => begin.run(disk, &console),
            Command::Watch(watch) => watch.run(disk, &console),
            Command::Hook(hook) => hook.run(disk, None, &console),
            Command::Mcp(mcp) => mcp.run(&self.console),
            Command::Rounds(rounds) => rounds.run(disk, &console),
            Command::Replay(replay) => replay.run(disk, &console),
            Command::Explain(explain) => explain.run(disk, &console),
            Command::Audit(audit) => audit.run(disk, &console),
            Command::Redispatch(redispatch) => redispatch.run(disk, &console),
            Command::Parse(parse) => parse.run(&console),
            Command::Convert(convert) => convert.run(&console),
            Command::Judge(judge) => judge.run(&console),
            Command::Batch(batch) => batch.run(&console),
            Command::Consensus(consensus) => consensus.into_gate().run(disk, &console),
            Command::Court(court) => court.run(disk, &console),
            Command::Pairs(pairs) => pairs.run(disk, &console),
            Command::Quality(quality) => quality.run(disk, &console),
            Command::Sdd(sdd) => sdd.run(disk, &console),
            Command::Policy(policy) => policy.run(disk, &console),
            Command::Panel(panel) => panel.run(&console),
            Command::Init(init) => init.run(disk, &console),
            Command::Doctor(doctor) => doctor.run(disk, &console),
            Command::Contract(contract) => contract.run(&console),
            Command::Schema(schema) => schema.run(&console),
            Command::Completions(completions) => completions.run(&console),
            Command::Man(man) => man.run(&console),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_alone_is_the_one_among_all() {
        let (mut whole, mut alone) = (Cli::whole(), Line::command());
        for (name, augment) in COMMANDS {
            alone = alone.subcommand(augment(clap::Command::new(name)));
        }
        let names = |command: &clap::Command| -> Vec<String> {
            command.get_subcommands().map(|one| one.get_name().to_owned()).collect()
        };
        assert_eq!(names(&alone), names(&whole));
        whole.build();
        alone.build();
        for (mut one, mut other) in
            whole.get_subcommands().cloned().zip(alone.get_subcommands().cloned())
        {
            let (one, other) = (one.render_long_help(), other.render_long_help());
            assert_eq!(one.to_string(), other.to_string());
        }
    }
}
