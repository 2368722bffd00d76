//! What is wrong with what is kept of rounds.

use std::io;
use std::path::Path;

use crate::Diagnostic;
use crate::host::shown;

/// `.rounds` is a link, or a file
pub(super) fn no_folder_of_rounds(path: &Path) -> Diagnostic {
    Diagnostic::error("assize::round::no_folder")
        .message(format!("rounds are kept in `{}`, which is no folder", shown(path)))
        .help("a link is not followed there: move it away, and begin the round again")
}

/// `round.json` was edited, or lies on a broken disk
pub(super) fn unreadable(path: &Path, why: &str) -> Diagnostic {
    Diagnostic::error("assize::round::unreadable")
        .message(format!(
            "what is kept of a round cannot be read: `{}`: {}",
            shown(path),
            shown(why)
        ))
        .help("put the file back as it was, or begin the next round: `assize begin TASK --anew`")
}

/// A disk that is full
pub(super) fn not_begun(what: &str, path: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::error("assize::round::not_begun")
        .message(format!("the round was not begun: {what} `{}`: {error}", shown(path)))
        .help("nothing is lost, and the gate stays shut; look at permissions and space, then begin it again")
}

/// The folder of reports is a link, a file, or lies behind a link
pub(super) fn not_cleared(path: &Path, what: &str) -> Diagnostic {
    Diagnostic::error("assize::round::not_cleared")
        .message(format!("`{}` is not cleared: {what}", shown(path)))
        .help("reviewers write into a folder of its own below that of `assize.kdl`: move what stands there away")
}

/// A full disk after a ruling
pub(super) fn not_kept(path: &Path, error: &str) -> Diagnostic {
    Diagnostic::error("assize::round::not_kept")
        .message(format!("what was judged could not be kept in `{}`: {error}", shown(path)))
        .help("without it the round cannot be judged again from its files: look at permissions and space, and run again")
}

/// `attempts.kdl` is gone, and what was tried would count anew
pub(super) fn attempts_gone(path: &Path, copy: &Path) -> Diagnostic {
    Diagnostic::warning("assize::round::attempts_gone")
        .message(format!(
            "`{}`, which says what was tried on each seat, was removed: what the round keeps of it counts",
            shown(path)
        ))
        .help(format!("put it back: it lies in `{}`, too", shown(copy)))
}
