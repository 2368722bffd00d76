//! One writer at a time for a file that is read, made longer and put back.
#![expect(clippy::disallowed_methods, reason = "a lock is taken on an open file")]

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

use super::{Disk, Files, shown};
use crate::Diagnostic;

/// A lock on a file. It is let go when this is dropped, and when the process ends.
#[derive(Debug)]
#[must_use]
pub struct Held {
    _file: File,
}

/// Waits until nobody else holds the file, which need not exist yet.
///
/// What is locked is the folder of the file: the file itself is replaced while the lock is held,
/// and a lock on it would go with the old one. Nothing is left behind. Where folders cannot be
/// locked (Windows, some network drives) a file `.NAME.lock` beside it is, and stays there.
///
/// # Errors
///
/// When neither can be locked.
pub fn hold(path: &Path) -> Result<Held, Diagnostic> {
    lock(path).map(|file| Held { _file: file }).map_err(|error| not_locked(path, &error))
}

fn lock(path: &Path) -> io::Result<File> {
    // Two links to one file are one file.
    let around = || Disk.resolve(path.parent().unwrap_or(Path::new("")));
    let place = match (Disk.resolve(path), path.file_name()) {
        (Ok(place), _) => place,
        (Err(_), Some(name)) => around()?.join(name),
        (Err(error), None) => return Err(error),
    };
    let (Some(folder), Some(name)) = (place.parent(), place.file_name()) else {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
    };
    if FOLDERS_OPEN {
        let folder = File::open(folder)?;
        if wait(&folder).is_ok() {
            return Ok(folder);
        }
    }
    let beside = folder.join(format!(".{}.lock", name.to_string_lossy()));
    let file = OpenOptions::new().create(true).append(true).open(beside)?;
    wait(&file)?;
    Ok(file)
}

/// Waits for the lock, also when a signal comes in between.
#[expect(clippy::incompatible_msrv, reason = "`host` brings `kdl`, which asks for 1.95")]
fn wait(file: &File) -> io::Result<()> {
    loop {
        match file.lock() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            done => return done,
        }
    }
}

/// Whether a folder can be opened as a file can.
const FOLDERS_OPEN: bool = cfg!(unix);

/// A folder that may not be looked at
fn not_locked(path: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::error("assize::host::log_not_locked")
        .message(format!("the log `{}` could not be locked: {error}", shown(path)))
        .help("it is as it was; look at the permissions of its folder, then append again")
}
