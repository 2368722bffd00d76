//! The `assize` command: one file a command.
//!
//! Standard output is data, standard error is console. No command ends the process itself; each
//! returns the code to end it with.

mod absent;
mod answer;
mod apart;
mod asked;
mod audit;
mod begin;
mod bind;
mod change;
mod check;
mod codes;
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
mod judging;
mod lexicon;
mod limits;
mod man;
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

use clap::{Parser, Subcommand};

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
struct Cli {
    #[command(flatten)]
    console: ConsoleArgs,
    #[command(subcommand)]
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
    #[command(hide = true)]
    Rounds(rounds::RoundsCommand),
    #[command(hide = true)]
    Replay(replay::Replay),
    Explain(explain::Explain),
    Audit(audit::Audit),
    Redispatch(redispatch::Redispatch),
    Parse(parse::Parse),
    Convert(convert::Convert),
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

/// Runs the command line of this process.
#[expect(clippy::disallowed_methods, reason = "the one place that reads the command line")]
pub fn main() -> ExitCode {
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

/// A line of the commands that hooks and jobs call: to know all others takes longer than to judge.
#[derive(Debug, Parser)]
struct GateLine {
    #[command(flatten)]
    console: ConsoleArgs,
    #[command(subcommand)]
    command: GateCommand,
}

#[derive(Debug, Subcommand)]
enum GateCommand {
    Gate(Box<gate::Gate>),
    Hook(hook::Hook),
}

impl GateLine {
    /// The gate of a work by its panel, as the command line of it would ask for it.
    fn of_work(task: &str, panel: &str, wait: Option<u32>) -> Result<gate::Gate, Diagnostic> {
        let mut line = vec!["assize".to_owned(), "gate".to_owned(), format!("--panel={panel}")];
        line.extend(wait.map(|wait| format!("--wait={wait}")));
        line.extend(["--".to_owned(), task.to_owned()]);
        let read =
            Self::try_parse_from(line).map_err(|error| usage::misunderstood(&error.to_string()))?;
        match read.command {
            GateCommand::Gate(gate) => Ok(*gate),
            GateCommand::Hook(_) => Err(usage::misunderstood("it is no line of a gate")),
        }
    }
}

/// A line of `assize redispatch`, as a hook asks it.
#[derive(Debug, Parser)]
struct RedispatchLine {
    #[command(subcommand)]
    command: RedispatchCommand,
}

#[derive(Debug, Subcommand)]
enum RedispatchCommand {
    Redispatch(redispatch::Redispatch),
}

impl RedispatchLine {
    /// What is said about the reviewers of a work.
    fn of_work(task: &str, panel: &str) -> Result<redispatch::Redispatch, Diagnostic> {
        let panel = format!("--panel={panel}");
        let line = ["assize", "redispatch", &panel, "--", task];
        let read =
            Self::try_parse_from(line).map_err(|error| usage::misunderstood(&error.to_string()))?;
        let RedispatchCommand::Redispatch(redispatch) = read.command;
        Ok(redispatch)
    }
}

impl Cli {
    /// Reads a command line. What is wrong with one, and help, is reported by the whole.
    fn read(args: &[OsString]) -> Result<Self, clap::Error> {
        if args.get(1).is_some_and(|name| name == "gate" || name == "hook")
            && let Ok(GateLine { console, command }) = GateLine::try_parse_from(args)
        {
            let command = match command {
                GateCommand::Gate(gate) => Command::Gate(*gate),
                GateCommand::Hook(hook) => Command::Hook(hook),
            };
            return Ok(Self { console, command });
        }
        Self::try_parse_from(args)
    }

    fn run(self, disk: &dyn Writer) -> u8 {
        let console = Console::new(&self.console);
        match self.command {
            Command::Gate(gate) => gate.run(disk, &console),
            Command::Round(round) => round.run(disk, &console),
            Command::Begin(begin) => begin.run(disk, &console),
            Command::Watch(watch) => watch.run(disk, &console),
            Command::Hook(hook) => hook.run(disk, None, &console),
            Command::Rounds(rounds) => rounds.run(disk, &console),
            Command::Replay(replay) => replay.run(disk, &console),
            Command::Explain(explain) => explain.run(disk, &console),
            Command::Audit(audit) => audit.run(disk, &console),
            Command::Redispatch(redispatch) => redispatch.run(disk, &console),
            Command::Parse(parse) => parse.run(&console),
            Command::Convert(convert) => convert.run(&console),
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
