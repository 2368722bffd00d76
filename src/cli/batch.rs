//! `assize batch`: hands over to the program `assize-batch`, which knows Parquet and Arrow.

use std::ffi::OsString;
use std::io;
use std::process::Command;

use clap::Args;

use super::NO_ANSWER;
use super::console::Console;
use crate::Diagnostic;

/// The program.
const PROGRAM: &str = "assize-batch";

/// Read or judge a table of reviews: Parquet, Arrow IPC, CSV, lines of JSON
///
/// Starts the program `assize-batch` (`cargo install assize-batch`) with the same arguments: the one beside this command, or
/// the first in PATH. Each row of the output is what one text says, or with `--task` the ruling on one task. `assize-batch --help`
/// lists its flags.
#[derive(Args, Debug)]
#[command(after_help = "\
Exit codes:
  0  the run was whole, whatever was decided
  2  nothing was written: a usage or policy error, a file that cannot be read, or no `assize-batch`
  3  the run was whole, and some rows hold an error

Examples:
  assize batch reviews.parquet --text body -o read.parquet
  assize batch reviews.parquet --text body --task pr --policy ours -o rulings.parquet
  assize batch - --input-format jsonl --text body < reviews.jsonl")]
pub(super) struct Batch {
    /// Files of reviews, and flags of `assize-batch`
    #[arg(
        value_name = "ARGUMENT",
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    args: Vec<OsString>,
}

impl Batch {
    /// Ends as the program does.
    pub(super) fn run(&self, console: &Console) -> u8 {
        match self.started() {
            Ok(code) => code,
            Err(error) => {
                console.report(&not_started(&error).into());
                NO_ANSWER
            }
        }
    }

    #[expect(clippy::disallowed_methods, reason = "the program is started, once")]
    fn started(&self) -> io::Result<u8> {
        let name = format!("{PROGRAM}{}", std::env::consts::EXE_SUFFIX);
        let beside = std::env::current_exe().ok().map(|own| own.with_file_name(name));
        let program = beside.filter(|place| place.is_file()).unwrap_or_else(|| PROGRAM.into());
        let status = Command::new(program).args(&self.args).status()?;
        let code = status.code().ok_or_else(|| io::Error::other(status.to_string()))?;
        u8::try_from(code).map_err(io::Error::other)
    }
}

/// `assize batch reviews.parquet` where only `assize` is installed
fn not_started(error: &io::Error) -> Diagnostic {
    let wrong = Diagnostic::error("assize::cli::no_batch");
    match error.kind() {
        io::ErrorKind::NotFound => wrong
            .message(format!("there is no program `{PROGRAM}` beside `assize` or in PATH"))
            .help(format!("install it: `cargo install {PROGRAM}`")),
        _ => wrong
            .message(format!("`{PROGRAM}` did not end by itself: {error}"))
            .help("no result was written; start it by its own name to see what it says"),
    }
}
