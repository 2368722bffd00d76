//! `assize convert`: one format to another that can hold it.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::reading::{Reading, formats};
use super::talk::Talk;
use super::{NO_ANSWER, NOT_ALL};
use crate::host::{Disk, Place, put};
use crate::{Diagnostics, Format, Part, WriteOptions, write};

/// Write what a text says in another format
///
/// Refuses what the other format cannot hold, and names it; `--drop` leaves it out. What is written
/// is read again before it is handed out: it comes to the same, or it is refused.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  assize convert --to yaml-block qa.md
  assize convert --to cpf-inspector --drop confidence qa.md
  assize convert --to pair-bundle reviews.md --output reviews.json
  cat qa.md | assize convert --to yaml-block -

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
            let mut options = WriteOptions::default();
            options.drop.clone_from(&self.drop);
            match write(read, self.to, &options) {
                Ok(text) => code = code.max(self.hand_out(&text, talk)),
                Err(reason) => {
                    talk.report(&reason);
                    return NO_ANSWER;
                }
            }
        }
        code
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

fn parts() -> impl TypedValueParser<Value = Part> {
    let names = PossibleValuesParser::new(Part::ALL.iter().map(|part| part.as_str()));
    names.try_map(|name| {
        let mut parts = Part::ALL.iter().copied();
        parts.find(|part| part.as_str() == name).ok_or("there is no such part")
    })
}
