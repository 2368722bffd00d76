//! Recorded rounds: folders of what reviewers wrote, with their summaries; and in JSON, one a file or one a line, dockets and
//! rulings that hold their dockets.

mod reader;
mod stream;
mod summary;

use std::path::{Path, PathBuf};

use super::{Files, Limits, Roster, list_reports, seat_reports, shown};
pub use crate::codec::RecordedAs;
use crate::codec::{Cause, KnownTexts};
use crate::{Diagnostic, Diagnostics, Docket, Outcome, ReadOptions, Source};
pub use reader::{JudgeableRound, RoundReader};
pub use stream::{RecordedRounds, of_each};
use summary::{Summary, SummarySeat, may_be_capped, summary_in};

/// A round that was recorded, and not yet read.
#[derive(Debug)]
pub struct Recorded {
    /// What it is called: its folder, its file, and of lines its line.
    pub name: String,
    from: From,
}

#[derive(Debug)]
enum From {
    Folder(PathBuf),
    File(PathBuf),
    Line(Vec<u8>),
    /// A line, or a file of lines, that could not be read.
    Refused(Diagnostic),
}

impl Recorded {
    /// Whether it is a line.
    pub(super) fn is_line(&self) -> bool {
        matches!(self.from, From::Line(..) | From::Refused(..))
    }

    /// How much of it is in memory.
    fn size(&self) -> usize {
        match &self.from {
            From::Line(text) => text.len(),
            From::Folder(_) | From::File(_) | From::Refused(_) => 0,
        }
    }
}

/// A recorded round that was read.
#[derive(Debug)]
struct ReadRound {
    docket: Docket,
    /// What it came to when it was judged, where it says so.
    recorded: Option<RecordedAs>,
    /// Whether it lies in a folder, which does not say whether somebody was expected by name.
    in_folder: bool,
}

/// Whether a round that results in this comes out as it was recorded.
pub(super) fn is_as_recorded(recorded: &RecordedAs, now: Outcome, in_folder: bool) -> bool {
    recorded.outcome == now || in_folder && may_be_capped(recorded.outcome, now)
}

impl Recorded {
    /// Its docket. In a folder every file takes the seat that it is named after, beside those of the roster that is made of
    /// its summary.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    fn read(
        &self,
        files: &dyn Files,
        roster: &dyn Fn(Option<&Summary>) -> Roster,
        (options, limits): (&ReadOptions, &Limits),
        known: &KnownTexts,
    ) -> Result<ReadRound, Diagnostics> {
        match &self.from {
            From::Folder(folder) => {
                let options = limits.apply(options.clone());
                let summary = summary_in(files, folder, &options, limits)?;
                let round = summary.as_ref().map_or(1, |summary| summary.round);
                let reports = list_reports(files, std::slice::from_ref(folder), &[], limits)?;
                let mut docket = Docket::new(self.name.as_str()).round(round).reading(options);
                let roster = roster(summary.as_ref());
                seat_reports(&mut docket, reports, &roster)?;
                // Whether they were expected by name is not recorded. Taken as if they were, so that no opening is capped,
                // and a looser one is seen.
                docket.seats.iter_mut().for_each(|seat| seat.named = true);
                let recorded = summary.and_then(|summary| summary.ruled);
                Ok(ReadRound { docket, recorded, in_folder: true })
            }
            From::File(path) => self.record(bytes_of(files, path)?, options, known),
            From::Line(line) => self.record(line.clone(), options, known),
            From::Refused(why) => Err(why.clone().into()),
        }
    }

    /// A docket, or a ruling with its docket.
    fn record(
        &self,
        text: Vec<u8>,
        options: &ReadOptions,
        known: &KnownTexts,
    ) -> Result<ReadRound, Diagnostics> {
        let source = Source::new(self.name.as_str(), text);
        let (docket, recorded) = Docket::from_record(&source, options, known)?;
        Ok(ReadRound { docket, recorded, in_folder: false })
    }
}

/// A file with one docket is no larger than what a gate reads.
fn bytes_of(files: &dyn Files, path: &Path) -> Result<Vec<u8>, Diagnostic> {
    let limit = Limits::default().total_bytes;
    let opened = files.read(path, limit).map_err(|error| unreadable(path, &error.to_string()))?;
    opened.into_bytes(limit).map_err(|(cause, why)| match cause {
        Cause::TooLarge => too_large(&shown(path), &why),
        _ => unreadable(path, &why),
    })
}

/// All rulings of some years as one value
fn too_large(name: &str, why: &str) -> Diagnostic {
    Diagnostic::error("assize::host::rounds_unreadable")
        .message(format!("`{name}` cannot be read: {why}"))
        .help("write one docket a line into a `*.jsonl`; there may be any number of lines")
}

fn unreadable(path: &Path, why: &str) -> Diagnostic {
    Diagnostic::error("assize::host::rounds_unreadable")
        .message(format!("`{}` cannot be read: {why}", shown(path)))
        .help("name the folder that holds the rounds: one folder a round, or dockets and rulings with their dockets in JSON")
}

fn no_rounds(folder: &Path) -> Diagnostic {
    Diagnostic::error("assize::host::no_rounds")
        .message(format!("`{}` holds no recorded round", shown(folder)))
        .help("a round is a folder of reports, or in JSON a docket or a ruling with its docket: a `*.json`, or a line of `*.jsonl`")
}
