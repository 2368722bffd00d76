//! Which files a run writes, and that they are none of those it reads.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use super::console::Console;
use super::reports::{Render, ReportArgs, Reports, Told};
use crate::codec::LIMIT;
use crate::emit::kdl::{Run, error_summary, pending_summary};
use crate::host::{
    CONFIG, Content, Files, HELD, Identity, Kind, Lock, Place, Rounds, SUMMARY, Writer, is_stream,
    lock_folder, now, shown, stream_atomic, write_atomic,
};
use crate::{Diagnostic, Diagnostics, ReadOptions, Source, read};

/// How the files of policies end.
const POLICY: &str = "rhai";

/// How long a run waits for another one that writes the same file.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct LockWait {
    /// How many seconds to wait for another run that writes the same file
    #[arg(long, value_name = "SECONDS", default_value_t = 30, help_heading = "Files")]
    lock_wait: u32,
}

impl LockWait {
    /// Waits until no one else writes a file, and says so when it takes long.
    pub(super) fn lock(self, path: &Path, console: &Console) -> Result<Lock, Diagnostic> {
        let most = Duration::from_secs(u64::from(self.lock_wait));
        let waiting =
            |name: &str| console.say(&format!("waiting for another run that holds `{name}`\n"));
        lock_folder(path, most, &waiting)
    }
}

impl LockWait {
    /// Waits until no one else begins a round or judges one.
    pub(super) fn lock_rounds(
        self,
        rounds: &Rounds,
        disk: &dyn Writer,
        console: &Console,
    ) -> Result<Vec<Lock>, Diagnostic> {
        let most = Duration::from_secs(u64::from(self.lock_wait));
        let waiting =
            |name: &str| console.say(&format!("waiting for another run that holds `{name}`\n"));
        rounds.lock(disk, most, &waiting)
    }
}

/// What a run that has begun knows of the summary.
#[derive(Debug, Default)]
pub(super) struct Begun {
    /// The last summary and this one: neither is a report, by whatever name.
    pub(super) summaries: Vec<Identity>,
    /// No one else writes it meanwhile.
    _held: Option<Lock>,
}

/// The files that a run writes.
pub(super) struct Targets<'d> {
    disk: &'d dyn Writer,
    summary: Option<Place>,
    output: Option<Place>,
    pub(super) reports: Reports,
}

impl<'d> Targets<'d> {
    /// Nothing is written.
    pub(super) fn none(disk: &'d dyn Writer) -> Self {
        Self { disk, summary: None, output: None, reports: Reports::default() }
    }

    /// The files to write, and what is wrong with them; one that is wrong is not written.
    pub(super) fn choose(
        disk: &'d dyn Writer,
        inputs: &[PathBuf],
        folder: Option<&Path>,
        summary: Option<&Path>,
        no_summary: bool,
        output: Option<&Path>,
    ) -> (Self, Vec<Diagnostic>) {
        let beside = folder.map(|folder| folder.join(SUMMARY));
        let mut wrong = Vec::new();
        let mut check = |flag: &str, path: &Path| -> Option<Place> {
            apart(disk, inputs, folder, (flag, path)).map_err(|mistake| wrong.push(mistake)).ok()
        };
        let output = named_file(output).and_then(|path| check("--output", path));
        let summary = match (summary, beside) {
            _ if no_summary => None,
            (None, beside) => beside.map(Place::Beside),
            (Some(path), Some(beside)) if place_of(disk, path) == place_of(disk, &beside) => {
                Some(Place::Beside(beside))
            }
            (Some(path), _) => check("--summary", path),
        };
        if let (Some(one), Some(other)) = (&output, &summary)
            && place_of(disk, one.path()) == place_of(disk, other.path())
        {
            wrong.push(one_file_for_two(("--output", "--summary"), one.path()));
            return (Self { summary, ..Self::none(disk) }, wrong);
        }
        (Self { summary, output, ..Self::none(disk) }, wrong)
    }

    /// Adds the files of reports; gives what is wrong with them.
    pub(super) fn add_reports(
        &mut self,
        asked: &ReportArgs,
        inputs: &[PathBuf],
        folder: Option<&Path>,
    ) -> Vec<Diagnostic> {
        let files = [("--output", &self.output), ("--summary", &self.summary)];
        let taken = files.map(|(flag, place)| Some((flag, place.as_ref()?.path())));
        let taken: Vec<(&str, &Path)> = taken.into_iter().flatten().collect();
        let check = |path: &Path| apart(self.disk, inputs, folder, ("--report", path));
        let (reports, wrong) = asked.choose(self.disk, self.output.is_some(), &taken, &check);
        self.reports = reports;
        wrong
    }

    /// What is worth saying of a summary that is left as it is: it may say that the gate is open.
    pub(super) fn left_open(disk: &dyn Files, folder: &Path) -> Option<Diagnostic> {
        let path = folder.join(SUMMARY);
        let bytes = disk.read(&path, LIMIT).ok()?.into_bytes(LIMIT).ok()?;
        let gate = |bytes: &[u8]| {
            let summary = read(&Source::new(SUMMARY, bytes), &ReadOptions::default());
            // The gate stands before its reviewers, of whom one may pass behind a shut gate.
            summary.verdicts.first()?.stated
        };
        // There may be very many reviewers below it.
        let stated = gate(up_to_gate(&bytes)).or_else(|| gate(&bytes))?;
        stated.outcome.opens().then(|| stays_open(&path))
    }

    /// Where everything is written.
    pub(super) fn disk(&self) -> &'d dyn Writer {
        self.disk
    }

    /// Whether there is a summary to write.
    pub(super) fn wants_summary(&self) -> bool {
        self.summary.is_some()
    }

    /// Whether the answer goes into a file.
    pub(super) fn wants_output(&self) -> bool {
        self.output.is_some()
    }

    /// Puts a summary that shuts in the place of the last one, before anything is read, and an answer without a
    /// ruling. What is wrong with the places is decided by what follows there.
    ///
    /// # Errors
    ///
    /// When another run writes it. Then it is that run's, and not written.
    pub(super) fn begin(
        &mut self,
        run: &Run,
        wait: LockWait,
        (told, report): (&dyn Fn(&Diagnostics) -> String, &Told<'_>),
        console: &Console,
    ) -> Result<Begun, Diagnostic> {
        let begun = self.begin_summary(run, wait, console)?;
        self.reports.shut(self.disk, report);
        if let Some(place) = &self.output {
            shut_answer(self.disk, place.path(), told);
        }
        Ok(begun)
    }

    fn begin_summary(
        &mut self,
        run: &Run,
        wait: LockWait,
        console: &Console,
    ) -> Result<Begun, Diagnostic> {
        let Some(place) = &self.summary else { return Ok(Begun::default()) };
        let path = place.path().to_owned();
        let disk = self.disk;
        let kind = disk.resolve(&path).and_then(|place| disk.kind(&place));
        if is_stream(disk, &path) || matches!(kind, Ok(Kind::Other)) {
            return Ok(Begun::default());
        }
        let held = match wait.lock(&path, console) {
            Ok(held) => Some(held),
            Err(reason) if reason.code == HELD => {
                self.summary = None;
                return Err(reason);
            }
            // Where no lock can be made, no summary can: that is told when one is written.
            Err(_) => None,
        };
        disk.sweep(&path);
        let last = disk.identity(&path);
        let pending = pending_summary(run, &now());
        let nothing = disk.kind(&path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound);
        let name = path.file_name().and_then(OsStr::to_str).filter(|_| nothing);
        match (path.parent(), name) {
            // Where no run wrote before, nothing opens after a crash either: it need not outlast one.
            (Some(folder), Some(name)) => {
                let _ = disk.fill(folder, &[(name.to_owned(), &pending)]);
            }
            _ => {
                let _ = self.put_summary(&pending);
            }
        }
        let summaries = last.into_iter().chain(disk.identity(&path)).collect();
        Ok(Begun { summaries, _held: held })
    }

    /// Shuts the summaries that earlier runs left in folders, of which it is not known whose run this is. One that
    /// another run holds is that run's.
    pub(super) fn shut_in(&self, folders: &[PathBuf], run: &Run, why: &Diagnostics) {
        for path in folders.iter().map(|folder| folder.join(SUMMARY)) {
            if self.disk.kind(&path).is_err() {
                continue;
            }
            match lock_folder(&path, Duration::ZERO, &|_| ()) {
                Err(reason) if reason.code == HELD => {}
                _held => {
                    let text = error_summary(run, why, &now());
                    let _ = write_atomic(self.disk, &Place::Beside(path), &text, "summary");
                }
            }
        }
    }

    /// Writes the summary, if one is wanted.
    pub(super) fn put_summary(&self, text: &str) -> Result<(), Diagnostic> {
        self.summary
            .as_ref()
            .map_or(Ok(()), |place| write_atomic(self.disk, place, text, "summary"))
    }

    /// Writes the reports; gives what could not be written.
    pub(super) fn put_reports(&self, render: &Render<'_>) -> Vec<Diagnostic> {
        self.reports.put(self.disk, render)
    }

    /// Writes the answer, if it goes into a file.
    pub(super) fn put_output(&self, content: &Content<'_>) -> Result<(), Diagnostic> {
        self.output
            .as_ref()
            .map_or(Ok(()), |place| stream_atomic(self.disk, place, content, "output"))
    }
}

/// A summary as far as the line that says what its gate came to.
fn up_to_gate(bytes: &[u8]) -> &[u8] {
    let mut end = 0;
    let line = bytes.split_inclusive(|byte| *byte == b'\n').find(|line| {
        end += line.len();
        line.starts_with(b"gate ")
    });
    line.map_or(bytes, |_| &bytes[..end])
}

/// The answer of an earlier run does not stand while this one lasts: it may be killed.
pub(super) fn shut_answer(disk: &dyn Writer, path: &Path, told: &dyn Fn(&Diagnostics) -> String) {
    let stands = disk.resolve(path).and_then(|file| disk.kind(&file));
    if matches!(stands, Ok(Kind::File)) && !is_stream(disk, path) {
        // What is wrong with the place is told by the answer that follows.
        let text = told(&not_ended().into());
        let _ = write_atomic(disk, &Place::Named(path.to_owned()), &text, "output");
    }
}

/// `assize gate reports --output ruling.json`, killed half way
fn not_ended() -> Diagnostic {
    Diagnostic::error("assize::cli::not_ended")
        .message("the run that writes this has not ended")
        .help("wait for it; if it was killed, run it again")
}

/// The file that `--output` names: `-` is standard output.
pub(super) fn named_file(output: Option<&Path>) -> Option<&Path> {
    output.filter(|path| path.as_os_str() != "-")
}

/// A file that is written, when it is none of those that are read.
pub(super) fn apart(
    disk: &dyn Files,
    inputs: &[PathBuf],
    folder: Option<&Path>,
    (flag, path): (&str, &Path),
) -> Result<Place, Diagnostic> {
    let inside = folder.and_then(|folder| disk.resolve(folder).ok());
    let (place, behind) = (place_of(disk, path), disk.resolve(path).ok());
    let read = inputs.iter().flat_map(|path| [place_of(disk, path), disk.resolve(path).ok()]);
    let read: Vec<PathBuf> = read.flatten().collect();
    let keeps = |path: &&PathBuf| disk.kind(path).ok() != Some(Kind::Other);
    let mut written = [&place, &behind].into_iter().flatten().filter(keeps);
    // What judges is found by its name, and is read later than this.
    let is_input = written.any(|path| is_a_rule(path) || read.contains(path));
    let within = |at: &Option<PathBuf>| {
        inside.is_some() && at.as_deref().and_then(Path::parent) == inside.as_deref()
    };
    match (within(&place) || within(&behind), is_input) {
        (true, _) => Err(would_be_read(flag, path)),
        (false, true) => Err(is_read(flag, path)),
        (false, false) => Ok(Place::Named(path.to_owned())),
    }
}

/// Whether a file is one that says how to judge: `assize.kdl`, a policy.
pub(super) fn is_a_rule(path: &Path) -> bool {
    let named = path.file_name().is_some_and(|name| name == CONFIG);
    named || path.extension().is_some_and(|ending| ending == POLICY)
}

/// The place of an entry, with the links in the way to it followed.
pub(super) fn place_of(disk: &dyn Files, path: &Path) -> Option<PathBuf> {
    match path.file_name() {
        Some(file) => Some(disk.resolve(path.parent()?).ok()?.join(file)),
        None => disk.resolve(path).ok(),
    }
}

/// `assize gate reports --output reports/ruling.json`.
fn would_be_read(flag: &str, path: &Path) -> Diagnostic {
    Diagnostic::error("assize::cli::would_be_read")
        .message(format!("`{flag} {}` is where reports are read", shown(path)))
        .help("the next run would read it as a report: write it to another folder")
}

/// `assize gate reports --summary assize.kdl`
fn is_read(flag: &str, path: &Path) -> Diagnostic {
    Diagnostic::error("assize::cli::would_be_read")
        .message(match is_a_rule(path) {
            true => {
                format!("`{flag} {}` is the place of a file that says how to judge", shown(path))
            }
            false => format!("`{flag} {}` is a file that is read here", shown(path)),
        })
        .help("what is written would replace it: name another file")
}

/// `assize gate reports --no-summary`, and the last run's summary is open
fn stays_open(path: &Path) -> Diagnostic {
    Diagnostic::warning("assize::cli::stays_open")
        .message(format!("`{}` says that the gate is open, and is not of this run", shown(path)))
        .help(
            "leave `--no-summary` or `--summary` out, or remove the file, so that nobody takes it for the ruling",
        )
}

pub(super) fn one_file_for_two((own, flag): (&str, &str), path: &Path) -> Diagnostic {
    Diagnostic::error("assize::cli::one_file_for_two")
        .message(format!("`{own}` and `{flag}` both name `{}`", shown(path)))
        .help("give each its own file")
}
