//! The `assize` command.

fn main() -> std::process::ExitCode {
    assize::cli::main()
}
