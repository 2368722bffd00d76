//! `--output`: an answer that goes into a file.

use std::path::{Path, PathBuf};

use clap::Args;

use super::NO_ANSWER;
use super::console::Console;
use super::gate::in_words;
use super::inputs::folder_of;
use super::targets::{apart, is_a_rule, named_file, one_file_for_two, place_of, shut_answer};
use crate::Diagnostic;
use crate::host::{Disk, Files, shown};

/// Where an answer is written.
#[derive(Args, Clone, Debug)]
pub(super) struct OutputArgs {
    /// Write the answer to a file instead of standard output; `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl OutputArgs {
    /// Runs a command that reads these files and folders. Its answer takes the place of the file as a whole, and what it
    /// says beside it stays on standard error.
    pub(super) fn answering(
        &self,
        inputs: impl FnOnce() -> Vec<PathBuf>,
        console: &Console,
        run: impl FnOnce(&Console) -> u8,
    ) -> u8 {
        match self.file().map_or(Ok(()), |path| free("--output", &inputs(), path)) {
            Ok(()) => {
                let console = self.console(console);
                if let Some(path) = self.file() {
                    shut_answer(&Disk, path, &in_words);
                }
                console.end(run(&console))
            }
            Err(reason) => {
                console.report(&reason.into());
                NO_ANSWER
            }
        }
    }

    /// Runs a command that prints something which may be meant to judge by: a policy, a panel. Where there is none, a file
    /// of that kind stays as it is, and another one says why.
    pub(super) fn printing(&self, console: &Console, run: impl FnOnce(&Console) -> u8) -> u8 {
        let console = self.console(console);
        let code = run(&console);
        match self.file().is_some_and(is_a_rule) {
            true => code,
            false => console.end(code),
        }
    }

    /// Where a command prints that reads nothing it could replace.
    fn console(&self, console: &Console) -> Console {
        self.file().map_or_else(|| console.clone(), |path| console.writing_to(path))
    }

    /// What is wrong where the file of another flag is the same one.
    pub(super) fn is_apart_from(&self, flag: &str, other: Option<&Path>) -> Option<Diagnostic> {
        let (own, other) = (self.file()?, other?);
        let same = own == other
            || place_of(&Disk, own).is_some_and(|own| place_of(&Disk, other) == Some(own));
        same.then(|| one_file_for_two(("--output", flag), own))
    }

    /// What is wrong where the file lies anywhere in a folder that is read whole.
    pub(super) fn is_among(&self, folders: &[PathBuf], what: &str) -> Option<Diagnostic> {
        self.file().and_then(|path| among("--output", path, folders, what).err())
    }

    /// The file, where the answer goes into one.
    pub(super) fn file(&self) -> Option<&Path> {
        named_file(self.output.as_deref())
    }
}

/// Whether a file is none of those that are read, and lies in no folder that is read.
pub(super) fn free(flag: &str, inputs: &[PathBuf], path: &Path) -> Result<(), Diagnostic> {
    let folder = |input| folder_of(&Disk, std::slice::from_ref(input));
    let folders = inputs.iter().filter_map(folder).map(Some);
    folders
        .chain([None])
        .try_for_each(|folder| apart(&Disk, inputs, folder, (flag, path)).map(|_place| ()))
}

/// Whether a file lies nowhere in folders that are read whole.
pub(super) fn among(
    flag: &str,
    path: &Path,
    folders: &[PathBuf],
    what: &str,
) -> Result<(), Diagnostic> {
    let places = [place_of(&Disk, path), Disk.resolve(path).ok()];
    let mut folders = folders.iter().filter_map(|folder| Disk.resolve(folder).ok());
    let inside = folders.any(|folder| places.iter().flatten().any(|at| at.starts_with(&folder)));
    if inside { Err(lies_among(flag, path, what)) } else { Ok(()) }
}

/// `assize policy test --output .assize/policies/gate/ours/report.xml`
fn lies_among(flag: &str, path: &Path, what: &str) -> Diagnostic {
    Diagnostic::error("assize::cli::would_be_read")
        .message(format!("`{flag} {}` lies among {what}", shown(path)))
        .help("the next run would read it: write it to another folder")
}
