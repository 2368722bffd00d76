//! One run at a time for a file that is read, made longer or put back.
#![expect(clippy::disallowed_methods, reason = "how long a run waits is a time")]

use std::fs::TryLockError;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::{Disk, Files, disk, shown};
use crate::Diagnostic;

/// The code of what is said when somebody else holds a file for too long.
pub const HELD: &str = "assize::host::held";

/// A lock on a file. It is let go when this is dropped, and when the process ends.
#[derive(Debug)]
#[must_use]
pub struct Lock {
    _file: std::fs::File,
}

/// Waits until no one else holds the file, which need not exist yet.
///
/// What is locked is a file `.NAME.lock` beside it, which only its owner may open, and which stays: the
/// file itself is replaced while the lock is held, and a lock on it would go with the old one.
/// `waiting` is given its name once, after the first second.
///
/// # Errors
///
/// When it cannot be locked, or somebody else holds it for too long.
#[expect(clippy::incompatible_msrv, reason = "`host` brings `kdl`, which asks for 1.95")]
pub fn lock_folder(
    path: &Path,
    most: Duration,
    waiting: &dyn Fn(&str),
) -> Result<Lock, Diagnostic> {
    const STEP: Duration = Duration::from_millis(20);
    const QUIET: Duration = Duration::from_secs(1);
    let failed = |error: &io::Error| not_locked(path, error);
    let place = lock_of(path).map_err(|error| failed(&error))?;
    let file = disk::lock_file(&place).map_err(|error| failed(&error))?;
    let begun = Instant::now();
    let mut told = false;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(Lock { _file: file }),
            Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(TryLockError::Error(error)) => return Err(failed(&error)),
        }
        let waited = begun.elapsed();
        if waited >= most {
            return Err(held(path, most));
        }
        if waited >= QUIET && !told {
            waiting(&shown(path));
            told = true;
        }
        std::thread::sleep(STEP.min(most.saturating_sub(waited)));
    }
}

/// The file that is locked for another. Two links to one file are one file.
fn lock_of(path: &Path) -> io::Result<PathBuf> {
    let around = || Disk.resolve(path.parent().unwrap_or(Path::new("")));
    let place = match (Disk.resolve(path), path.file_name()) {
        (Ok(place), _) => place,
        (Err(_), Some(name)) => around()?.join(name),
        (Err(error), None) => return Err(error),
    };
    match (place.parent(), place.file_name()) {
        (Some(folder), Some(name)) => Ok(folder.join(format!(".{}.lock", name.to_string_lossy()))),
        _ => Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder")),
    }
}

/// A folder that may not be written
fn not_locked(path: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::error("assize::host::not_locked")
        .message(format!("`{}` could not be locked: {error}", shown(path)))
        .help("it is as it was; look at the permissions of its folder, then run again")
}

/// Another run that never ends
fn held(path: &Path, most: Duration) -> Diagnostic {
    let name = shown(path);
    Diagnostic::error(HELD)
        .message(format!("another run has held `{name}` for {} s", most.as_secs()))
        .help("it is as that run leaves it; run again when it has ended, or wait longer with `--lock-wait`")
}
