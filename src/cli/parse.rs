//! `assize parse`: any text to what it says.

mod tree;

use std::cell::Cell;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::answer;
use super::console::Console;
use super::output::OutputArgs;
use super::reading::Reading;
use super::{NO_ANSWER, NOT_ALL};
use crate::emit::{json, text};
use crate::{Decoded, Diagnostics};

/// Read texts in any format, and show what they say and how they were understood
///
/// Detects the format of each text, says why, and shows the verdicts in it. For a text that
/// cannot be read, it says which formats were tried and why each was rejected.
///
/// With `--format jsonl` each text is answered in a line of its own, read on all cores, and kept in memory no longer than that:
/// there may be any number of them, and `--limit-files` and `--limit-total-…` do not hold.
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
  assize parse --format jsonl reports --output read.jsonl
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
    /// How to print what was read
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// The same as `--format json`
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

/// How what was read is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For a person
    Text,
    /// For a machine; `assize schema verdicts` prints its JSON Schema
    Json,
    /// The same, in a line for each text
    Jsonl,
}

impl Format {
    /// The shape of all texts together; none where each has a line.
    fn whole(self) -> Option<answer::Format> {
        match self {
            Self::Text => Some(answer::Format::Text),
            Self::Json => Some(answer::Format::Json),
            Self::Jsonl => None,
        }
    }
}

impl Parse {
    pub(super) fn run(&self, console: &Console) -> u8 {
        self.output.answering(|| self.paths.clone(), console, |console| self.answer(console))
    }

    fn answer(&self, console: &Console) -> u8 {
        let format = if self.json { Format::Json } else { self.format };
        let told = match (format.whole(), self.pairs) {
            (None, _) => self.lines(console),
            (Some(format), true) => tree::tell(&self.paths, &self.reading, format, console),
            (Some(format), false) => {
                self.reading.read(&self.paths, console).map(|read| tell(&read, format, console))
            }
        };
        told.unwrap_or_else(|reason| {
            let whole = format.whole().unwrap_or(answer::Format::Json);
            if let Some(text) = whole.no_ruling(&reason) {
                console.answer(&text, NO_ANSWER);
            }
            console.report(&reason);
            NO_ANSWER
        })
    }

    /// A line for each text.
    fn lines(&self, console: &Console) -> Result<u8, Diagnostics> {
        let texts = self.reading.stream(&self.paths, console)?;
        let all = Cell::new(true);
        let code = console.answer_with(
            &|out| {
                texts.each(&mut |read| match self.pairs {
                    true => {
                        all.set(all.get() && read.format.is_some());
                        tree::write_line(out, &read, &texts.options)
                    }
                    false => {
                        all.set(all.get() && is_whole(&read));
                        json::write_read_line(out, &read)
                    }
                })
            },
            0,
        );
        Ok(if code == 0 && !all.get() { NOT_ALL } else { code })
    }
}

fn is_whole(read: &Decoded) -> bool {
    read.unreadable.is_none() && read.missing.is_empty()
}

fn tell(read: &[Decoded], format: answer::Format, console: &Console) -> u8 {
    let code = if read.iter().all(is_whole) { 0 } else { NOT_ALL };
    match format {
        answer::Format::Json => {
            console.answer_with(&|out| json::write_read_sources(out, read), code)
        }
        answer::Format::Text => {
            let one = |read: &Decoded| text::read_source(read, &console.out_options());
            let texts: Vec<String> = read.iter().map(one).collect();
            let code = console.answer(&texts.join("\n"), code);
            let mut seen = Vec::new();
            for read in read {
                console.remark_once(&read.sources, &read.diagnostics, &mut seen);
            }
            code
        }
    }
}
