//! `assize parse`: any text to what it says.

mod tree;

use std::path::PathBuf;

use clap::Args;

use super::answer::{Format, Shape};
use super::console::Console;
use super::output::OutputArgs;
use super::reading::Reading;
use super::{NO_ANSWER, NOT_ALL};
use crate::Decoded;
use crate::emit::{json, text};

/// Read texts in any format, and show what they say and how they were understood
///
/// Detects the format of each text, says why, and shows the verdicts in it. For a text that
/// cannot be read, it says which formats were tried and why each was rejected.
#[derive(Args, Debug)]
#[command(after_help = "\
Exit codes:
  0  all texts were read
  2  a usage error, or something could not be written
  3  some text, or a pair or criterion that must be in it, could not be read

Examples:
  assize parse qa.md
  assize parse --format json reports/*
  assize parse --json reports --output read.json
  claude -p --output-format json '…' | assize parse -
  assize parse --as cpf-auditor --kind impl audit.txt
  assize parse --pair 'notes/cache.md :: evidence' reviews.md
  assize parse --pairs --as verdict-file qa.md")]
pub(super) struct Parse {
    /// Files, folders of files, or `-` for standard input
    #[arg(value_name = "FILE", required = true)]
    paths: Vec<PathBuf>,
    /// Show what the rules of the format's grammar match: each with its place, and its text where it has no parts
    #[arg(long)]
    pairs: bool,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    shape: Shape,
}

impl Parse {
    pub(super) fn run(&self, console: &Console) -> u8 {
        self.output.answering(|| self.paths.clone(), console, |console| self.answer(console))
    }

    fn answer(&self, console: &Console) -> u8 {
        let told = match self.pairs {
            true => tree::tell(&self.paths, &self.reading, self.shape.format(), console),
            false => self.reading.read(&self.paths, console).map(|read| self.tell(&read, console)),
        };
        told.unwrap_or_else(|reason| {
            if let Some(text) = self.shape.format().no_ruling(&reason) {
                console.answer(&text, NO_ANSWER);
            }
            console.report(&reason);
            NO_ANSWER
        })
    }

    fn tell(&self, read: &[Decoded], console: &Console) -> u8 {
        let whole = |read: &Decoded| read.unreadable.is_none() && read.missing.is_empty();
        let code = if read.iter().all(whole) { 0 } else { NOT_ALL };
        let code = match self.shape.format() {
            Format::Json => console.answer_with(&|out| json::write_read_sources(out, read), code),
            Format::Text => {
                let one = |read: &Decoded| text::read_source(read, &console.out_options());
                let texts: Vec<String> = read.iter().map(one).collect();
                console.answer(&texts.join("\n"), code)
            }
        };
        if self.shape.format() == Format::Text {
            let mut seen = Vec::new();
            for read in read {
                console.remark_once(&read.sources, &read.diagnostics, &mut seen);
            }
        }
        code
    }
}
