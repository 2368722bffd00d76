//! What is kept of a step between two calls: its attempts, and who went on without a review.

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::super::{Files, Writer, shown, write_log};
use super::place::{not_written, prepare_place};
use crate::systems::quality::{Override, StepRun};
use crate::{Diagnostic, Diagnostics};

/// The version of the shape.
const SCHEMA_VERSION: u32 = 1;
/// 4 MiB is some thousand attempts.
const LIMIT: usize = 4 * 1024 * 1024;

/// What became of a step so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    schema_version: u32,
    session: String,
    step: String,
    /// Every time its reviews were run; never taken back.
    pub attempts: Vec<Attempt>,
    /// Who went on without a review, and why; the last one stands.
    pub overrides: Vec<Override>,
}

/// One time that the reviews of a step were run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attempt {
    /// From 1.
    pub number: u32,
    /// `pass warn fail hold error`, or `pending` while it runs, and where it was ended while it ran.
    pub outcome: String,
    /// What the reviews that failed have to say.
    pub feedback: Option<String>,
}

impl Attempt {
    fn is_judged(&self) -> bool {
        !["error", "hold"].contains(&self.outcome.as_str())
    }
}

impl Record {
    fn new(run: &StepRun) -> Self {
        Self {
            schema_version: SCHEMA_VERSION,
            session: run.session.clone(),
            step: run.step.clone(),
            attempts: Vec::new(),
            overrides: Vec::new(),
        }
    }

    fn is_of(&self, run: &StepRun) -> bool {
        (&self.session, &self.step) == (&run.session, &run.step)
            && self.schema_version == SCHEMA_VERSION
    }

    /// The attempts that count: not those that ended without a judgement.
    pub fn spent(&self) -> u32 {
        let judged = self.attempts.iter().filter(|one| one.is_judged());
        u32::try_from(judged.count()).unwrap_or(u32::MAX)
    }

    /// How many have ended without a judgement since the last that had one.
    pub fn in_vain(&self) -> u32 {
        let last = self.attempts.iter().rev().take_while(|one| !one.is_judged());
        u32::try_from(last.count()).unwrap_or(u32::MAX)
    }

    /// Begins another attempt, which counts from now on.
    pub fn begin(&mut self) {
        let number = u32::try_from(self.attempts.len()).unwrap_or(u32::MAX).saturating_add(1);
        let (outcome, feedback) = ("pending".to_owned(), None);
        self.attempts.push(Attempt { number, outcome, feedback });
    }

    /// Says what came of the last attempt.
    pub fn end(&mut self, outcome: &str, feedback: Option<String>) {
        if let Some(last) = self.attempts.last_mut() {
            last.outcome = outcome.to_owned();
            last.feedback = feedback;
        }
    }

    fn to_text(&self) -> Result<String, Diagnostic> {
        let text = serde_json::to_string_pretty(self);
        text.map(|text| text + "\n")
            .map_err(|error| unreadable(Path::new(&self.step), &error.to_string()))
    }
}

/// Where the record of a step lies, and what is in it; an empty one is made where there is none.
///
/// # Errors
///
/// When it cannot be made, read or understood, or is that of another step: attempts are never forgotten.
pub fn load_record(
    disk: &dyn Writer,
    root: &Path,
    run: &StepRun,
    lock: &mut dyn FnMut(&Path) -> Result<(), Diagnostic>,
) -> Result<(PathBuf, Record), Diagnostics> {
    let path = prepare_place(disk, root, &run.record_file())?;
    let text = Record::new(run).to_text()?;
    match disk.create_new(&path, &|out| out.write_all(text.as_bytes())) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
            return Err(not_written(&path, &error).into());
        }
        _ => lock(&path)?,
    }
    let record = read(disk, &path)?;
    match record.is_of(run) {
        true => Ok((path, record)),
        false => Err(of_another(&path, &record).into()),
    }
}

/// Writes a record in the place of the one before, which stays where that fails.
///
/// # Errors
///
/// When it could not be written.
pub fn save_record(disk: &dyn Writer, path: &Path, record: &Record) -> Result<(), Diagnostic> {
    write_log(disk, path, &record.to_text()?)
}

fn read(files: &dyn Files, path: &Path) -> Result<Record, Diagnostic> {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
        return Err(unreadable(path, "it is a folder"));
    };
    let opened = files
        .read_inside(folder, Path::new(name), LIMIT)
        .map_err(|error| unreadable(path, &error.to_string()))?;
    let bytes = opened.into_bytes(LIMIT).map_err(|(_, why)| unreadable(path, &why))?;
    serde_json::from_slice(&bytes).map_err(|error| unreadable(path, &error.to_string()))
}

/// A record that was cut off, or written by hand
fn unreadable(path: &Path, why: &str) -> Diagnostic {
    Diagnostic::error("assize::quality::record_unreadable")
        .message(format!("the record `{}` cannot be read: {why}", shown(path)))
        .help("how often the step was reviewed is not known: put the record back, or remove it to begin anew")
}

/// `a_b` and `c`, and `a` and `b_c`
fn of_another(path: &Path, record: &Record) -> Diagnostic {
    Diagnostic::error("assize::quality::record_of_another")
        .message(format!(
            "the record `{}` is that of step `{}` in session `{}`",
            shown(path),
            shown(&record.step),
            shown(&record.session)
        ))
        .help("call the session or the step otherwise: their files would have one name")
}
