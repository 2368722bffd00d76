//! Recorded rounds: folders of what reviewers wrote, with their summaries; and in JSON, one a file or one a line, dockets and
//! rulings that hold their dockets.

mod summary;

use std::collections::VecDeque;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::{Files, Kind, Limits, Roster, list_reports, seat_reports, shown};
use crate::codec::Cause;
pub use crate::codec::RecordedAs;
use crate::{Diagnostic, Diagnostics, Docket, Outcome, ReadOptions, Source};
pub(super) use summary::{Summary, SummarySeat};
use summary::{may_be_capped, summary_in};

/// A round that was recorded, and not yet read.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// What it is called: its folder, its file, and in a file of lines its line.
    pub name: String,
    from: From,
}

impl Recorded {
    /// Whether it is a line of a file.
    pub(super) fn is_line(&self) -> bool {
        matches!(self.from, From::Line(..))
    }
}

#[derive(Clone, Debug)]
enum From {
    Folder(PathBuf),
    File(PathBuf),
    /// A line of a file, by its place in it.
    Line(Arc<Lines>, Range<usize>),
}

/// The rounds below a folder, by name: each of its folders, `*.json`, each line of `*.jsonl`.
///
/// # Errors
///
/// The folder or a file in it cannot be read; it holds no round.
pub fn recorded_rounds(files: &dyn Files, folder: &Path) -> Result<Vec<Recorded>, Diagnostics> {
    let mut names = files.names(folder).map_err(|error| unreadable(folder, &error.to_string()))?;
    names.sort();
    let texts = Arc::new(Texts::default());
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
            (Ok(Kind::File), "json") => all.push(Recorded { name: called, from: From::File(path) }),
            (Ok(Kind::File), "jsonl") => {
                let text = text_of(files, &path)?;
                let lines = Arc::new(Lines { path, length: text.len(), texts: Arc::clone(&texts) });
                let mut start = 0;
                for (at, line) in (1..).zip(text.split('\n')) {
                    let place = start..start + line.len();
                    start = place.end + 1;
                    if !line.trim().is_empty() {
                        let from = From::Line(Arc::clone(&lines), place);
                        all.push(Recorded { name: format!("{called}:{at}"), from });
                    }
                }
            }
            _ => {}
        }
    }
    if all.is_empty() {
        return Err(no_rounds(folder).into());
    }
    Ok(all)
}

/// A file of lines.
#[derive(Debug)]
struct Lines {
    path: PathBuf,
    /// How long it was when its lines were found.
    length: usize,
    texts: Arc<Texts>,
}

impl Lines {
    fn line(&self, files: &dyn Files, place: &Range<usize>) -> Result<String, Diagnostic> {
        let text = self.texts.of(files, &self.path)?;
        match text.get(place.clone()).filter(|_| text.len() == self.length) {
            Some(line) => Ok(line.to_owned()),
            None => Err(unreadable(&self.path, "somebody is still writing it")),
        }
    }
}

/// Files whose lines are read just now: the others are read again when their turn comes, so that no archive has to fit into
/// memory.
#[derive(Debug, Default)]
struct Texts(Mutex<VecDeque<(PathBuf, Arc<str>)>>);

impl Texts {
    fn of(&self, files: &dyn Files, path: &Path) -> Result<Arc<str>, Diagnostic> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, text)) = known.iter().find(|(own, _)| own == path) {
            return Ok(Arc::clone(text));
        }
        // Each thread is at another place of them.
        known.truncate(rayon::current_num_threads());
        let text: Arc<str> = text_of(files, path)?.into();
        known.push_front((path.to_owned(), Arc::clone(&text)));
        Ok(text)
    }
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
    /// Whether a round that results in this comes out as it was recorded.
    pub(super) fn is_as_recorded(recorded: &RecordedAs, now: Outcome, in_folder: bool) -> bool {
        recorded.outcome == now || in_folder && may_be_capped(recorded.outcome, now)
    }
}

impl Recorded {
    /// Its docket. In a folder every file takes the seat that it is named after, beside those of the roster that is made of
    /// its summary.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    pub(super) fn read(
        &self,
        files: &dyn Files,
        roster: &dyn Fn(Option<&Summary>) -> Roster,
        options: &ReadOptions,
        limits: &Limits,
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
            From::File(_) | From::Line(..) => {
                let text = match &self.from {
                    From::Line(lines, place) => lines.line(files, place)?,
                    From::File(path) | From::Folder(path) => text_of(files, path)?,
                };
                let source = Source::new(self.name.as_str(), text);
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
    let bytes = opened.into_bytes(limit).map_err(|(cause, why)| match cause {
        Cause::TooLarge => too_large(path, &why),
        _ => unreadable(path, &why),
    })?;
    String::from_utf8(bytes).map_err(|_| unreadable(path, "it is not UTF-8"))
}

/// All rulings of some years in one file
fn too_large(path: &Path, why: &str) -> Diagnostic {
    Diagnostic::error("assize::host::rounds_unreadable")
        .message(format!("`{}` cannot be read: {why}", shown(path)))
        .help("spread its lines over several files; there may be any number of them")
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
