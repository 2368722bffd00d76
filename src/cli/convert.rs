//! `assize convert`: one format to another that can hold it.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::reading::{Reading, formats};
use super::talk::Talk;
use super::{NO_ANSWER, NOT_ALL};
use crate::codec::{BatchHeader, LIMIT, append_batch};
use crate::host::{self, Disk, Files, Place, put};
use crate::{Decoded, Diagnostic, Diagnostics, Format, Kind, Part, Source, WriteOptions, write};

/// Write what a text says in another format
///
/// Refuses what the other format cannot hold, and names it; `--drop` leaves it out. What is written
/// is read again before it is handed out: it comes to the same, or it is refused.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  assize convert --to yaml-block qa.md
  assize convert --to verdict-file --drop severity,category,agents audit.cpf
  assize convert --to pair-bundle reviews.md --output reviews.json
  cat qa.md | assize convert --to yaml-block -
  assize convert --to verdicts-log --append verdicts.md audit.cpf --output verdicts.md

Exit codes:
  0  written
  2  a usage error, the format cannot hold it, or it could not be written
  3  the text could not be read")]
pub(super) struct Convert {
    /// The format to write
    #[arg(long, value_name = "FORMAT", value_parser = formats(), hide_possible_values = true)]
    to: Format,
    /// A file, or `-` for standard input
    #[arg(value_name = "FILE")]
    path: PathBuf,
    /// Parts of the verdict that may be lost
    #[arg(long, value_name = "PART,…", value_delimiter = ',', value_parser = parts())]
    drop: Vec<Part>,
    /// Write this log with the verdict as one more batch, and the batches in it as they are; one
    /// that does not exist is begun
    #[arg(long, value_name = "LOG")]
    append: Option<PathBuf>,
    /// Write to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    reading: Reading,
}

impl Convert {
    pub(super) fn run(&self, talk: &Talk) -> u8 {
        let read = match self.reading.read(std::slice::from_ref(&self.path)) {
            Ok(read) => read,
            Err(reason) => {
                talk.report(&reason);
                return NO_ANSWER;
            }
        };
        let mut code = 0;
        for read in &read {
            talk.remark(&read.sources, &read.diagnostics);
            if read.unreadable.is_some() {
                code = NOT_ALL;
                continue;
            }
            match self.write(read) {
                Ok(text) => code = code.max(self.hand_out(&text, talk)),
                Err(reason) => {
                    talk.report(&reason);
                    return NO_ANSWER;
                }
            }
        }
        code
    }

    fn write(&self, read: &Decoded) -> Result<String, Diagnostics> {
        let Some(log) = &self.append else {
            let mut options = WriteOptions::default();
            options.drop.clone_from(&self.drop);
            return write(read, self.to, &options);
        };
        if self.to != Format::VerdictsLog {
            return Err(appends_to_a_log(self.to).into());
        }
        let header = BatchHeader {
            kind: self.reading.kind().map_or("", Kind::as_str).to_owned(),
            recorded: host::now(),
            ..BatchHeader::default()
        };
        append_batch(&begun(log)?, read, &header)
    }

    fn hand_out(&self, text: &str, talk: &Talk) -> u8 {
        let Some(path) = &self.output else { return talk.answer(text, 0) };
        match put(&Disk, &Place::Named(path.clone()), text, "output") {
            Ok(()) => 0,
            Err(reason) => {
                talk.report(&Diagnostics::from(reason));
                NO_ANSWER
            }
        }
    }
}

/// The log at a path; an empty one when there is none.
fn begun(path: &Path) -> Result<Source, Diagnostics> {
    let missing =
        matches!(Disk.resolve(path), Err(error) if error.kind() == io::ErrorKind::NotFound);
    if missing {
        return Ok(Source::new(path.to_string_lossy(), ""));
    }
    let found = host::sources(&Disk, &mut io::empty(), &[path.to_owned()], LIMIT)?;
    match found.into_iter().next() {
        Some(Ok(log)) => Ok(log),
        Some(Err(unreadable)) => Err(Diagnostics::new(unreadable.sources, unreadable.diagnostics)),
        None => Ok(Source::new(path.to_string_lossy(), "")),
    }
}

/// `assize convert --to cpf-auditor --append verdicts.md`
fn appends_to_a_log(to: Format) -> Diagnostic {
    Diagnostic::error("assize::cli::appends_to_a_log")
        .message(format!("`--append` adds a batch to a log, and `{to}` is none"))
        .help("say `--to verdicts-log`, or leave `--append` out")
}

fn parts() -> impl TypedValueParser<Value = Part> {
    let names = PossibleValuesParser::new(Part::ALL.iter().map(|part| part.as_str()));
    names.try_map(|name| {
        let mut parts = Part::ALL.iter().copied();
        parts.find(|part| part.as_str() == name).ok_or("there is no such part")
    })
}
