//! `assize convert`: one format to another that can hold it.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::answer::{Format, Shape};
use super::console::Console;
use super::printed::{Conversion, Conversions, VERSION, print};
use super::reading::{Reading, format_names, formats};
use super::targets::{LockWait, named_file};
use super::{NO_ANSWER, NOT_ALL};
use crate::codec::{BatchHeader, Part, WriteOptions, append_batch, is_written};
use crate::host::{self, Disk, Files, Limits, Place, write_atomic, write_log};
use crate::verdict::Kind;
use crate::{Decoded, Diagnostic, Diagnostics, Source, write};

/// Write what a text says in another format
///
/// Refuses what the other format cannot hold, and names it; `--drop` leaves it out. What is written
/// is read again before it is handed out, as `assize parse` would: it states the same and results in
/// the same, or it is refused.
#[derive(Args, Debug)]
#[command(after_help = "\
Exit codes:
  0  written
  2  a usage error, the format cannot hold it, or it could not be written
  3  the text could not be read

Examples:
  assize convert --to yaml-block qa.md
  assize convert --to verdict-file --drop scope,severity,category,agents audit.cpf
  assize convert --to pair-bundle reviews.md --output reviews.json
  cat qa.md | assize convert --to yaml-block -
  assize convert --to verdicts-log --append verdicts.md audit.cpf --output verdicts.md
  assize convert --to verdicts-log --append log.md --type impl --reviewed 1.2.0 a.cpf > new.md")]
pub(super) struct Convert {
    /// The format to write; `assize contract` lists them
    #[arg(long, value_name = "FORMAT", value_parser = Written, hide_possible_values = true)]
    to: crate::Format,
    /// A file, or `-` for standard input
    #[arg(value_name = "FILE")]
    path: PathBuf,
    /// Parts of the verdict that may be lost
    #[arg(long, value_name = "PART,…", value_delimiter = ',', value_parser = parts())]
    drop: Vec<Part>,
    /// Write this log with the verdict as one more batch, and the batches in it as they are; one
    /// that does not exist is created. With `--output` it is locked until it is written
    #[arg(long, value_name = "LOG")]
    append: Option<PathBuf>,
    /// The kind of review in the heading of the batch: `cross-check` [default: that of `--kind`]
    #[arg(long = "type", value_name = "TYPE", requires = "append")]
    review: Option<String>,
    /// Which version was reviewed, in the heading of the batch: `1.2.0`; left out unless set
    #[arg(long, value_name = "VERSION", requires = "append")]
    reviewed: Option<String>,
    /// Write to a file instead of standard output; `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    shape: Shape,
    #[command(flatten)]
    wait: LockWait,
    #[command(flatten)]
    reading: Reading,
}

impl Convert {
    pub(super) fn run(&self, console: &Console) -> u8 {
        let read = match self.reading.read(std::slice::from_ref(&self.path), console) {
            Ok(read) => read,
            Err(reason) => return self.refuse(&reason, console),
        };
        let in_words = self.shape.format() == Format::Text;
        let mut code = 0;
        let mut told = Vec::new();
        for read in &read {
            if in_words {
                console.remark(&read.sources, &read.diagnostics);
            }
            let text = match read.unreadable {
                Some(_) => {
                    code = NOT_ALL;
                    None
                }
                None => match self.hand_out(read, console) {
                    Ok(text) => Some(text),
                    Err(reason) => return self.refuse(&reason, console),
                },
            };
            if !in_words {
                told.push(Conversion { read, text });
            }
        }
        if in_words {
            return code;
        }
        let output = named_file(self.output.as_deref()).map(|path| path.to_string_lossy());
        let told = Conversions {
            schema_version: VERSION,
            to: self.to,
            output: output.map(Cow::into_owned),
            conversions: told,
        };
        console.answer(&print(&told), code)
    }

    fn refuse(&self, reason: &Diagnostics, console: &Console) -> u8 {
        if let Some(text) = self.shape.format().no_ruling(reason) {
            console.answer(&text, NO_ANSWER);
        }
        console.report(reason);
        NO_ANSWER
    }

    /// Writes one text, and gives it. From the look at a log until it is longer no one else makes it longer.
    fn hand_out(&self, read: &Decoded, console: &Console) -> Result<String, Diagnostics> {
        let output = named_file(self.output.as_deref());
        let _held = match (&self.append, output) {
            (Some(log), Some(_)) => Some(self.wait.lock(log, console)?),
            _ => None,
        };
        let text = self.write(read, console)?;
        match (output, &self.append) {
            (None, _) if self.shape.format() == Format::Json => {}
            (None, _) => console.data(&text)?,
            (Some(path), Some(_)) => write_log(&Disk, path, &text)?,
            (Some(path), None) => {
                write_atomic(&Disk, &Place::Named(path.to_owned()), &text, "conversion")?;
            }
        }
        Ok(text)
    }

    fn write(&self, read: &Decoded, console: &Console) -> Result<String, Diagnostics> {
        let mut options = WriteOptions::default();
        options.drop.clone_from(&self.drop);
        let Some(log) = &self.append else { return write(read, self.to, &options) };
        if self.to != crate::Format::VerdictsLog {
            return Err(appends_to_a_log(self.to).into());
        }
        let header = BatchHeader {
            kind: match &self.review {
                Some(review) => review.clone(),
                None => self.reading.kind().map_or("", Kind::as_str).to_owned(),
            },
            recorded: host::now(),
            version: self.reviewed.clone().unwrap_or_default(),
            ..BatchHeader::default()
        };
        let (log, is_new) = begun(log, &self.reading.limits())?;
        if !is_new && log.text().is_ok_and(|text| text.trim().is_empty()) {
            console.remark(&[], &[empty_log(log.name())]);
        }
        append_batch(&log, read, &header, &options)
    }
}

/// The log at a path, and whether it is new: an empty one when there is none.
fn begun(path: &Path, limits: &Limits) -> Result<(Source, bool), Diagnostics> {
    let missing =
        matches!(Disk.resolve(path), Err(error) if error.kind() == io::ErrorKind::NotFound);
    if missing && !host::is_pipe(path) {
        host::not_a_dangling_link(&Disk, path)?;
        return Ok((Source::new(path.to_string_lossy(), ""), true));
    }
    let found = host::sources(&Disk, &mut io::empty(), &[path.to_owned()], limits)?;
    match found.into_iter().next() {
        Some(Ok(log)) => Ok((log, false)),
        Some(Err(unreadable)) => Err(Diagnostics::new(unreadable.sources, unreadable.diagnostics)),
        None => Ok((Source::new(path.to_string_lossy(), ""), true)),
    }
}

/// Reads the name of a format, and offers those that are written.
#[derive(Clone, Copy, Debug)]
struct Written;

impl TypedValueParser for Written {
    type Value = crate::Format;

    /// A format that is only read is understood: why it is not written is reported later.
    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        match value.to_str().and_then(|name| name.parse().ok()) {
            Some(format) => Ok(format),
            None => formats(is_written).parse_ref(command, arg, value),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(format_names(is_written)))
    }
}

/// `assize convert --to cpf-auditor --append verdicts.md`
fn appends_to_a_log(to: crate::Format) -> Diagnostic {
    Diagnostic::error("assize::cli::appends_to_a_log")
        .message(format!("`--append` adds a batch to a log, and `{to}` is not a log"))
        .help("say `--to verdicts-log`, or leave `--append` out")
}

/// `assize convert --to verdicts-log --append verdicts.md audit.cpf > verdicts.md`
fn empty_log(name: &str) -> Diagnostic {
    Diagnostic::warning("assize::cli::empty_log")
        .message(format!("the log `{}` exists and is empty", host::shown(name)))
        .help("the shell empties the target of `>` before it is read: use `--output` instead")
}

fn parts() -> impl TypedValueParser<Value = Part> {
    let parts = Part::ALL.iter().filter(|part| part.can_be_dropped());
    let names = PossibleValuesParser::new(parts.map(|part| part.as_str()));
    names.try_map(|name| name.parse::<Part>())
}
