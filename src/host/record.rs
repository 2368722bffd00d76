//! Records of reviews: each is written completely or not at all, and links are never followed.

use std::io;
use std::path::{Path, PathBuf};

use super::{Kind, Permissions, Writer, shown};
use crate::Diagnostic;

/// Writes a record in the place of the last one, which stays as it is when that fails. Folders that are missing are made.
///
/// # Errors
///
/// When it could not be written.
pub fn write_record(disk: &dyn Writer, path: &Path, text: &str) -> Result<(), Diagnostic> {
    let content = |out: &mut dyn io::Write| out.write_all(text.as_bytes());
    let written = match disk.kind(path) {
        Ok(Kind::Folder) => Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder")),
        Ok(_) => disk.replace(path, &content, Permissions::Own),
        Err(error) if error.kind() == io::ErrorKind::NotFound => disk.create_new(path, &content),
        Err(error) => Err(error),
    };
    written.map_err(|error| not_written(path, &error))
}

/// Makes the folder that a record is locked in, where it is missing.
///
/// # Errors
///
/// When it cannot be made.
pub fn make_lockable(disk: &dyn Writer, path: &Path) -> Result<(), Diagnostic> {
    let folder = path.parent().unwrap_or(Path::new(""));
    if disk.resolve(folder).is_ok() {
        return Ok(());
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let lock: PathBuf = folder.join(format!(".{name}.lock"));
    match disk.create_new(&lock, &|_| Ok(())) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
            Err(not_written(path, &error))
        }
        _ => Ok(()),
    }
}

/// A folder that takes no new files
pub(super) fn not_written(path: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::error("assize::host::record_not_written")
        .message(format!("the record `{}` could not be written: {error}", shown(path)))
        .help("what was there is as it was; look at the permissions of its folder and the space on the disk, then run again")
}
