//! What is wrong with the paths of reports, and what to do about it.

use std::io;
use std::path::Path;

use super::super::disk::is_pipe;
use super::shown;
use crate::Diagnostic;

/// `assize gate reprots`.
pub(in crate::host) fn not_found(path: &Path, error: &io::Error) -> Diagnostic {
    let (message, help) = if path == Path::new("-") {
        (
            "`-` is standard input, which is not a report of a seat by itself".to_owned(),
            "say whose it is: `--stdout SEAT=-`, beside the folder or the files of the others",
        )
    } else if is_pipe(path) {
        (
            format!("`{}` is a pipe, which is not named after a seat", shown(path)),
            "say whose it is: `--stdout SEAT=<(…)`, beside the folder or the files of the others",
        )
    } else if error.kind() == io::ErrorKind::NotFound {
        (
            format!("`{}` does not exist", shown(path)),
            "name the folder that contains the reviewers' files, or the files themselves",
        )
    } else {
        (format!("`{}` cannot be reached: {error}", shown(path)), "look at its permissions")
    };
    Diagnostic::error("assize::host::not_found").message(message).help(help)
}

/// `assize gate reports other-reports`.
pub(super) fn folder_among_files(path: &Path) -> Diagnostic {
    Diagnostic::error("assize::host::folder_among_files")
        .message(format!("`{}` is a folder, and more than one path was named", shown(path)))
        .help("name one folder, or only files")
}

pub(in crate::host) fn folder_unreadable(path: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::error("assize::host::folder_unreadable")
        .message(format!("the folder `{}` cannot be read: {error}", shown(path)))
        .help("look at its permissions")
}

/// `.qa.md`, `.assize/`
pub(super) fn hidden_entries(names: &[String]) -> Diagnostic {
    let list: Vec<String> = names.iter().map(|name| format!("`{}`", shown(name))).collect();
    Diagnostic::advice("assize::host::hidden")
        .message(format!("hidden among the reports, and not read: {}", list.join(", ")))
        .help("a report has a name without a dot in front, and nothing is configured from this folder")
}

pub(super) fn subfolder(name: &str) -> Diagnostic {
    Diagnostic::advice("assize::host::subfolder")
        .message(format!("the folder `{}` was skipped", shown(name)))
        .help("reports are read from the folder itself, not from the folders in it")
}
