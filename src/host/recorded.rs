//! Recorded rounds: folders of what reviewers wrote, with their summaries; and in JSON, one a file or one a line, dockets and
//! rulings that hold their dockets.

mod summary;

use std::path::{Path, PathBuf};

use super::seats::seat_reports_read_by;
use super::{Files, Kind, Limits, Roster, list_reports, shown};
pub use crate::codec::RecordedAs;
use crate::{Decoded, Diagnostic, Diagnostics, Docket, Outcome, ReadOptions, Source};
pub(super) use summary::{Summary, SummarySeat};
use summary::{may_be_capped, summary_in};

/// A round that was recorded, and not yet read.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// What it is called: its folder, its file, and in a file of lines its line.
    pub name: String,
    from: From,
}

#[derive(Clone, Debug)]
enum From {
    Folder(PathBuf),
    Text(String),
}

/// The rounds below a folder, by name: each of its folders, `*.json`, each line of `*.jsonl`.
///
/// # Errors
///
/// The folder or a file in it cannot be read; it holds no round.
pub fn recorded_rounds(files: &dyn Files, folder: &Path) -> Result<Vec<Recorded>, Diagnostics> {
    let mut names = files.names(folder).map_err(|error| unreadable(folder, &error.to_string()))?;
    names.sort();
    let mut all = Vec::new();
    for name in names {
        let path = folder.join(&name);
        let called = shown(&name);
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        if called.starts_with('.') {
            continue;
        }
        match (files.kind(&path), ending) {
            (Ok(Kind::Folder), _) => all.push(Recorded { name: called, from: From::Folder(path) }),
            (Ok(Kind::File), "json") => {
                all.push(Recorded { name: called, from: From::Text(text_of(files, &path)?) });
            }
            (Ok(Kind::File), "jsonl") => {
                let text = text_of(files, &path)?;
                let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
                all.extend(lines.map(|(at, line)| Recorded {
                    name: format!("{called}:{at}"),
                    from: From::Text(line.to_owned()),
                }));
            }
            _ => {}
        }
    }
    if all.is_empty() {
        return Err(no_rounds(folder).into());
    }
    Ok(all)
}

/// A recorded round that was read.
#[derive(Debug)]
pub(super) struct ReadRound {
    pub(super) docket: Docket,
    /// What it came to when it was judged, where it says so.
    pub(super) recorded: Option<RecordedAs>,
    /// Whether it lies in a folder, which does not say whether somebody was expected by name.
    pub(super) in_folder: bool,
}

impl ReadRound {
    /// Whether a round that comes to this comes out as it was recorded.
    pub(super) fn is_as_recorded(recorded: &RecordedAs, now: Outcome, in_folder: bool) -> bool {
        recorded.outcome == now || in_folder && may_be_capped(recorded.outcome, now)
    }
}

impl Recorded {
    /// Its docket. In a folder every file takes the seat that it is named after, beside those of the roster that is made of
    /// its summary; `reading` says what a text comes to.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    pub(super) fn read_by(
        &self,
        files: &dyn Files,
        roster: &dyn Fn(Option<&Summary>) -> Roster,
        options: &ReadOptions,
        limits: &Limits,
        reading: &mut dyn FnMut(&Source, &ReadOptions) -> Decoded,
    ) -> Result<ReadRound, Diagnostics> {
        match &self.from {
            From::Folder(folder) => {
                let options = limits.apply(options.clone());
                let summary = summary_in(files, folder, &options, limits, reading)?;
                let round = summary.as_ref().map_or(1, |summary| summary.round);
                let reports = list_reports(files, std::slice::from_ref(folder), &[], limits)?;
                let mut docket = Docket::new(self.name.as_str()).round(round).reading(options);
                let roster = roster(summary.as_ref());
                seat_reports_read_by(&mut docket, reports, &roster, reading)?;
                // Whether they were expected by name is not recorded. Taken as if they were, so that no opening is capped,
                // and a looser one is seen.
                docket.seats.iter_mut().for_each(|seat| seat.named = true);
                let recorded = summary.and_then(|summary| summary.ruled);
                Ok(ReadRound { docket, recorded, in_folder: true })
            }
            From::Text(text) => {
                let source = Source::new(self.name.as_str(), text.as_str());
                let (docket, recorded) = Docket::from_record(&source, options)?;
                Ok(ReadRound { docket, recorded, in_folder: false })
            }
        }
    }
}

/// A file of dockets is no larger than what a gate reads.
fn text_of(files: &dyn Files, path: &Path) -> Result<String, Diagnostic> {
    let limit = Limits::default().total_bytes;
    let opened = files.read(path, limit).map_err(|error| unreadable(path, &error.to_string()))?;
    let bytes = opened.into_bytes(limit).map_err(|_| unreadable(path, "it is too large"))?;
    String::from_utf8(bytes).map_err(|_| unreadable(path, "it is not UTF-8"))
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
