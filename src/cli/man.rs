//! `assize man`.

use std::io;

use clap::Args;
use clap_mangen::roff::{Inline, Roff, bold, roman};

use super::console::Console;
use super::{Cli, NO_ANSWER};
use crate::Diagnostic;
use crate::host::nearest;

/// Print a manual page
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  assize man > assize.1
  assize man gate > assize-gate.1
  assize man policy show | man -l -")]
pub(super) struct Man {
    /// The command to print the page of [default: the page of `assize` itself]
    #[arg(value_name = "COMMAND")]
    path: Vec<String>,
}

/// What commands read from the environment, and the arguments that have to do with it; none: all commands.
const ENVIRONMENT: [(&str, &str, &[&str]); 9] = [
    ("NO_COLOR", "if it is set, no colour is used unless --color always asks for it", &[]),
    ("CLICOLOR", "if it is 0, no colour is used", &[]),
    (
        "CLICOLOR_FORCE",
        "if it is set, and NO_COLOR is not, colour is used also where there is no terminal",
        &[],
    ),
    ("TERM", "if it is not set, or dumb, no colour is used", &[]),
    (
        "COLUMNS",
        "how long lines may be; without it they are as long as the terminal is wide, or 100",
        &[],
    ),
    (
        super::completions::ASKS,
        "set by the script of assize completions, to ask what a line can go on with",
        &[],
    ),
    ("ASSIZE_CONFIG", "as --config, which is stronger", &["config"]),
    ("ASSIZE_PANEL", "as --panel, which is stronger; the presets do not use it", &["expect"]),
    ("ASSIZE_RULES_FROM", "as --rules-from, which is stronger", &["rules_from"]),
];

/// Files with names of their own, what they are for, and the arguments or commands that have to do with them.
const FILES: [(&str, &str, &[&str]); 4] = [
    (
        ".assize/policies/STAGE/NAME.rhai",
        "the policies of a repository, in the current folder and those around it, up to its root",
        &["policy", "policies", "stage", "list"],
    ),
    (
        "assize.kdl",
        "the words and panels of a team: the nearest one, from the current folder up to the root of the repository",
        &["config", "init"],
    ),
    (
        "verdict-summary.kdl",
        "what came of the last run, in the folder of reports; it is never a report itself",
        &["summary"],
    ),
    (
        ".NAME.lock",
        "lies beside a file that runs write one after the other; it stays",
        &["lock_wait"],
    ),
];

/// How a command ends that only prints something.
const PRINTS: &str = "  0  it was printed\n  2  a usage error, or it could not be printed";

impl Man {
    pub(super) fn run(&self, console: &Console) -> u8 {
        match self.command() {
            Ok(command) => {
                let mut page = Vec::new();
                // Writing into memory cannot fail; an empty page would be seen.
                let _ = write_page(command, &mut page);
                console.answer(&String::from_utf8_lossy(&page), 0)
            }
            Err(reason) => {
                console.report(&reason.into());
                NO_ANSWER
            }
        }
    }

    fn command(&self) -> Result<clap::Command, Diagnostic> {
        let mut command = Cli::whole();
        command.build();
        for part in &self.path {
            let Some(found) = command.find_subcommand(part) else {
                let known: Vec<&str> =
                    command.get_subcommands().map(clap::Command::get_name).collect();
                return Err(no_such_command(part, &known));
            };
            command = found.clone();
        }
        Ok(command)
    }
}

fn write_page(command: clap::Command, page: &mut Vec<u8>) -> io::Result<()> {
    let more = more(&command);
    let has_commands = command.has_subcommands();
    let man = clap_mangen::Man::new(command).source(concat!("assize ", env!("CARGO_PKG_VERSION")));
    man.render_title(page)?;
    man.render_name_section(page)?;
    man.render_synopsis_section(page)?;
    man.render_description_section(page)?;
    man.render_options_section(page)?;
    if has_commands {
        man.render_subcommands_section(page)?;
    }
    more.to_writer(page)
}

/// The sections that clap knows nothing of: what stands below a command's help, and what is true of all.
fn more(command: &clap::Command) -> Roff {
    let mut page = Roff::new();
    let help = command
        .get_after_long_help()
        .or(command.get_after_help())
        .map(ToString::to_string)
        .unwrap_or_default();
    let blocks = || help.split("\n\n");
    let section = |name: &str| blocks().find_map(|block| block.strip_prefix(name));
    for note in blocks()
        .filter(|block| !block.starts_with("Examples:") && !block.starts_with("Exit codes:"))
    {
        page.control("SH", ["NOTES"]);
        page.text(note.lines().map(|line| roman(format!("{line} "))).collect::<Vec<Inline>>());
    }
    page.control("SH", ["EXIT STATUS"]);
    as_it_stands(&mut page, section("Exit codes:").unwrap_or(PRINTS));
    page.control("SH", ["ENVIRONMENT"]);
    let applies = |with: &[&str]| with.is_empty() || has_to_do(command, with);
    let variables = ENVIRONMENT.iter().filter(|(.., with)| applies(with));
    variables.for_each(|(name, about, _)| entry(&mut page, name, about));
    let files: Vec<_> = FILES.iter().filter(|(_, _, with)| has_to_do(command, with)).collect();
    if !files.is_empty() {
        page.control("SH", ["FILES"]);
        files.iter().for_each(|(name, about, _)| entry(&mut page, name, about));
    }
    page.control("SH", ["EXAMPLES"]);
    as_it_stands(&mut page, section("Examples:").unwrap_or_default());
    page
}

/// Whether a command, or one below it, has one of the arguments or names.
fn has_to_do(command: &clap::Command, with: &[&str]) -> bool {
    with.contains(&command.get_name())
        || command.get_arguments().any(|arg| with.contains(&arg.get_id().as_str()))
        || command.get_subcommands().any(|command| has_to_do(command, with))
}

fn as_it_stands(page: &mut Roff, text: &str) {
    page.control("nf", []);
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        page.text([roman(line.trim_start_matches(' '))]);
    }
    page.control("fi", []);
}

fn entry(page: &mut Roff, name: &str, about: &str) {
    page.control("TP", []);
    page.text([bold(name)]);
    page.text([roman(about)]);
}

fn no_such_command(name: &str, known: &[&str]) -> Diagnostic {
    let help = match nearest(name, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the commands are: {}", known.join(", ")),
    };
    Diagnostic::error("assize::cli::no_such_command")
        .message(format!("there is no command `{name}`"))
        .help(help)
}
