//! `.deepwork/tmp`: the one folder that the quality gate writes into.

use std::io;
use std::path::{Path, PathBuf};

use super::super::{Files, Kind, Place, Writer, shown, write_atomic};
use crate::Diagnostic;
use crate::systems::quality::StepRun;

/// Its folders, from the root of the project.
const FOLDERS: [&str; 2] = [".deepwork", ".deepwork/tmp"];

/// Where a file of the quality gate lies, by its path from the root.
///
/// # Errors
///
/// When one of the folders on the way is a link, or no folder: nothing is written anywhere else.
pub fn prepare_place(files: &dyn Files, root: &Path, file: &str) -> Result<PathBuf, Diagnostic> {
    for folder in FOLDERS {
        match files.kind(&root.join(folder)) {
            Ok(Kind::Folder) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Ok(_) => return Err(odd_folder(folder, "it is a link, or not a folder")),
            Err(error) => return Err(odd_folder(folder, &error.to_string())),
        }
    }
    Ok(root.join(file))
}

/// Writes the review instructions of a step, in the place of those before, and gives their path from the root.
///
/// # Errors
///
/// When they could not be written.
pub fn write_instructions(
    disk: &dyn Writer,
    root: &Path,
    run: &StepRun,
    text: &str,
) -> Result<String, Diagnostic> {
    let name = run.instructions_file();
    let path = prepare_place(disk, root, &name)?;
    write_over(disk, &path, text)?;
    Ok(name)
}

/// Writes a whole file, with the folders that it lies in.
pub(super) fn write_over(disk: &dyn Writer, path: &Path, text: &str) -> Result<(), Diagnostic> {
    match disk.create_new(path, &|out| out.write_all(text.as_bytes())) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            write_atomic(disk, &Place::Beside(path.to_owned()), text, "instructions")
        }
        Err(error) => Err(not_written(path, &error)),
    }
}

/// `.deepwork` is a link to somewhere else
fn odd_folder(folder: &str, why: &str) -> Diagnostic {
    Diagnostic::error("assize::quality::odd_folder")
        .message(format!("`{folder}` cannot be written into: {why}"))
        .help(
            "the quality gate keeps its files in `.deepwork/tmp` below the root, and nowhere else",
        )
}

/// A folder that takes no files, a full disk
pub(super) fn not_written(path: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::error("assize::quality::not_written")
        .message(format!("`{}` could not be written: {error}", shown(path)))
        .help("look at the permissions of its folder and the space on the disk; the step is not finished")
}
