//! What a court reads, from files; and where its rounds are kept.

use std::path::{Path, PathBuf};

use super::{Files, shown};
use crate::codec::LIMIT;
use crate::systems::court::Record;
use crate::{Diagnostic, Diagnostics, Source};

/// Where the evidence of a court lies in the work tree of a task.
pub const DIFF: &str = "anvil/diff.patch";
/// The result of the verification.
pub const VERIFY_RESULT: &str = "anvil/verify/verify-result.json";
/// The rounds of the court: beside what a briefing is made of, and never in it.
pub const COURT_VERDICT: &str = "anvil/verify/court-verdict.json";

/// A file of the evidence: one that was named, or the one that lies in the work tree. A link in the work tree that
/// leaves it is not followed.
///
/// # Errors
///
/// When there is none, or it cannot be read.
pub fn evidence(
    files: &dyn Files,
    named: Option<&Path>,
    (worktree, inside): (&Path, &str),
) -> Result<Source, Diagnostic> {
    let path = named.map_or_else(|| worktree.join(inside), Path::to_owned);
    let read = match named {
        Some(path) => files.read(path, LIMIT),
        None => files.read_inside(worktree, Path::new(inside), LIMIT),
    };
    let read = match read {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Err(absent(&path)),
        Err(error) => Err(error.to_string()),
        Ok(opened) => opened.into_bytes(LIMIT).map_err(|(_, why)| why),
    };
    let bytes = read.map_err(|why| unreadable(&path, &why))?;
    Ok(Source::new(path.to_string_lossy(), bytes))
}

/// The rounds that were kept; none when there is no file yet.
///
/// # Errors
///
/// When it cannot be read, or is something else.
pub fn court_record(files: &dyn Files, path: &Path) -> Result<Record, Diagnostics> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let name: PathBuf = path.file_name().unwrap_or_default().into();
    let bytes = match files.read_inside(folder, &name, LIMIT) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Record::default()),
        Err(error) => Err(error.to_string()),
        Ok(opened) => opened.into_bytes(LIMIT).map_err(|(_, why)| why),
    };
    let bytes = bytes.map_err(|why| unreadable(path, &why))?;
    Record::read(&Source::new(path.to_string_lossy(), bytes))
}

/// The code of what is said when there is no such file.
pub const EVIDENCE_MISSING: &str = "assize::host::evidence_missing";

/// A task whose work tree was not verified
fn absent(path: &Path) -> Diagnostic {
    Diagnostic::error(EVIDENCE_MISSING)
        .message(format!("there is no `{}`, and without it there is no evidence", shown(path)))
        .help("capture the diff and verify the work before the court is asked, or name where they lie with `--worktree`")
}

/// A folder, a file that is too large, or a link that leaves the work tree
fn unreadable(path: &Path, why: &str) -> Diagnostic {
    Diagnostic::error("assize::host::evidence_unreadable")
        .message(format!("`{}` cannot be read: {why}", shown(path)))
        .help("it must be a regular file that may be read, and lie where it is said to")
}

/// Whether a path is the folder in which a court's record is kept, or lies in it.
pub fn keeps_court_record(files: &dyn Files, path: &Path) -> bool {
    let Ok(place) = files.resolve(path) else { return false };
    let folder = Path::new(COURT_VERDICT).parent();
    folder.is_some_and(|own| {
        place.ends_with(own) || place.parent().is_some_and(|place| place.ends_with(own))
    })
}
