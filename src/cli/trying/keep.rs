//! `--keep FOLDER`: where is kept what was read of recorded rounds.
#![expect(
    clippy::disallowed_methods,
    reason = "where this user keeps secrets is in the environment"
)]

use std::path::{Path, PathBuf};

use crate::Diagnostic;
use crate::host::{Disk, Kept};

/// Opens the folder for these rounds, with the secret of this user.
pub(super) fn open(folder: &Path, rounds: &Path) -> Result<Kept, Diagnostic> {
    Kept::open(&Disk, folder, rounds, &secrets().ok_or_else(nowhere)?)
}

/// Where programs keep what they have to remember of a user, and nobody else may write.
fn secrets() -> Option<PathBuf> {
    let named = |name: &str| {
        let path = PathBuf::from(std::env::var_os(name)?);
        // As the XDG base directory specification has it, anything else is not used.
        path.is_absolute().then_some(path)
    };
    let state = named("XDG_STATE_HOME")
        .or_else(|| named("LOCALAPPDATA").filter(|_| cfg!(windows)))
        .or_else(|| named("HOME").map(|home| home.join(".local").join("state")));
    state.map(|state| state.join("assize"))
}

/// A service without a home
fn nowhere() -> Diagnostic {
    Diagnostic::error("assize::cli::keep_without_home")
        .message("there is no place for the secret that `--keep` seals its files with")
        .help("let `XDG_STATE_HOME` name a folder that only you may read, or leave `--keep` out")
}
