//! `assize man`.

use clap::{Args, CommandFactory};

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

impl Man {
    pub(super) fn run(&self, console: &Console) -> u8 {
        match self.page() {
            Ok(page) => console.answer(&page, 0),
            Err(reason) => {
                console.report(&reason.into());
                NO_ANSWER
            }
        }
    }

    fn page(&self) -> Result<String, Diagnostic> {
        let mut command = Cli::command();
        command.build();
        for part in &self.path {
            let Some(found) = command.find_subcommand(part) else {
                let known: Vec<&str> =
                    command.get_subcommands().map(clap::Command::get_name).collect();
                return Err(no_such_command(part, &known));
            };
            command = found.clone();
        }
        let mut page = Vec::new();
        let man = clap_mangen::Man::new(command);
        // Writing into memory cannot fail; an empty page would be seen.
        let _ = man.render(&mut page);
        Ok(String::from_utf8_lossy(&page).into_owned())
    }
}

fn no_such_command(name: &str, known: &[&str]) -> Diagnostic {
    let help = match nearest(name, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there are {}", known.join(", ")),
    };
    Diagnostic::error("assize::cli::no_such_command")
        .message(format!("there is no command `{name}`"))
        .help(help)
}
