//! Which files a run writes, and that they are none of those it reads.

use std::path::{Path, PathBuf};

use crate::Diagnostic;
use crate::host::{Disk, Files, Place, SUMMARY, put, shown};

/// The files that a run writes.
#[derive(Debug, Default)]
pub(super) struct Targets {
    summary: Option<Place>,
    output: Option<Place>,
}

impl Targets {
    /// The files to write, and what is wrong with them; one that is wrong is not written.
    pub(super) fn choose(
        inputs: &[PathBuf],
        folder: Option<&Path>,
        summary: Option<&Path>,
        no_summary: bool,
        output: Option<&Path>,
    ) -> (Self, Vec<Diagnostic>) {
        let beside = folder.map(|folder| folder.join(SUMMARY));
        let mut wrong = Vec::new();
        let read: Vec<PathBuf> = inputs.iter().filter_map(|path| place_of(path)).collect();
        let inside = folder.and_then(|folder| Disk.resolve(folder).ok());
        let mut check = |flag: &str, path: &Path| -> Option<Place> {
            let place = place_of(path);
            let behind = Disk.resolve(path).ok();
            let hits =
                |read: &PathBuf| place.as_ref() == Some(read) || behind.as_ref() == Some(read);
            let is_input = read.iter().any(hits);
            let within = |at: &Option<PathBuf>| {
                inside.is_some() && at.as_deref().and_then(Path::parent) == inside.as_deref()
            };
            if is_input || within(&place) || within(&behind) {
                wrong.push(would_be_read(flag, path));
                return None;
            }
            Some(Place::Named(path.to_owned()))
        };
        let output = output.and_then(|path| check("--output", path));
        let summary = match (summary, beside) {
            _ if no_summary => None,
            (None, beside) => beside.map(Place::Beside),
            (Some(path), Some(beside)) if place_of(path) == place_of(&beside) => {
                Some(Place::Beside(beside))
            }
            (Some(path), _) => check("--summary", path),
        };
        if let (Some(one), Some(other)) = (&output, &summary)
            && place_of(one.path()) == place_of(other.path())
        {
            wrong.push(one_file_for_two(one.path()));
            return (Self { summary, output: None }, wrong);
        }
        (Self { summary, output }, wrong)
    }

    /// Whether there is a summary to write.
    pub(super) fn wants_summary(&self) -> bool {
        self.summary.is_some()
    }

    /// Whether the answer goes into a file.
    pub(super) fn wants_output(&self) -> bool {
        self.output.is_some()
    }

    /// Writes the summary, if one is wanted.
    pub(super) fn put_summary(&self, text: &str) -> Result<(), Diagnostic> {
        self.summary.as_ref().map_or(Ok(()), |place| put(&Disk, place, text, "summary"))
    }

    /// Writes the answer, if it goes into a file.
    pub(super) fn put_output(&self, text: &str) -> Result<(), Diagnostic> {
        self.output.as_ref().map_or(Ok(()), |place| put(&Disk, place, text, "output"))
    }
}

/// The place of an entry, with the links in the way to it followed.
fn place_of(path: &Path) -> Option<PathBuf> {
    match path.file_name() {
        Some(file) => Some(Disk.resolve(path.parent()?).ok()?.join(file)),
        None => Disk.resolve(path).ok(),
    }
}

/// `assize gate reports --output reports/ruling.json`.
fn would_be_read(flag: &str, path: &Path) -> Diagnostic {
    Diagnostic::error("assize::cli::would_be_read")
        .message(format!("`{flag} {}` is where reports are read", shown(path)))
        .help("the next run would read it as a report: write it to another folder")
}

fn one_file_for_two(path: &Path) -> Diagnostic {
    Diagnostic::error("assize::cli::one_file_for_two")
        .message(format!("`--output` and `--summary` both name `{}`", shown(path)))
        .help("give each its own file")
}
