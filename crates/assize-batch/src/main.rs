//! The program `assize-batch`, which `assize batch` starts.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
