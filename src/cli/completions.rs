//! `assize completions`.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::Cli;
use super::console::Console;

/// Print a script that completes commands and flags in your shell
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  assize completions bash > ~/.local/share/bash-completion/completions/assize
  assize completions fish > ~/.config/fish/completions/assize.fish")]
pub(super) struct Completions {
    /// Which shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

impl Completions {
    pub(super) fn run(&self, console: &Console) -> u8 {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "assize", &mut text);
        console.answer(&String::from_utf8_lossy(&text), 0)
    }
}
