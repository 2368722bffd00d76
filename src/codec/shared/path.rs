//! Paths that a reviewer names: which texts are paths, and which of them may be handed out.

use crate::codec::mistakes::mistake_rows;
use crate::codec::text::location::has_extension;
use crate::ir::Diagnostic;
use crate::source::{Span, is_hidden, is_joiner};

/// No system takes a longer path; in bytes.
const LONGEST: usize = 4096;

/// `./quality evidence.md`, `reports/quality`, `quality.md`; not `tests ran fine`, nor
/// `<verdict>FAIL</verdict>`.
pub(in crate::codec) fn is_path(text: &str) -> bool {
    let apart = text.contains(|c: char| c.is_whitespace() || matches!(c, '<' | '>'));
    text.starts_with("./") || (!apart && (text.contains('/') || has_extension(text)))
}

/// What is wrong with the path of a pointer, whatever stands at it.
pub(in crate::codec) fn problem(path: &str) -> Option<&'static str> {
    leaves(path).or_else(|| {
        Some(match () {
            () if path.is_empty() => "a path is missing",
            () if path.contains(':') => "contains a colon, like a drive or an address",
            () if matches!(path.rsplit('/').next(), Some("" | ".")) => "names a folder",
            () => return None,
        })
    })
}

/// How a path leaves the folder that it is seen from, or may do so.
pub(in crate::codec) fn leaves(path: &str) -> Option<&'static str> {
    let drive = |path: &str| {
        let (drive, rest) = path.split_once(':').unwrap_or(("", ""));
        drive.len() == 1 && drive.bytes().all(|b| b.is_ascii_alphabetic()) && !rest.is_empty()
    };
    Some(match () {
        () if path.len() > LONGEST => "longer than any path",
        () if path.chars().any(odd) => "contains an invisible character",
        () if path.starts_with('/') => "starts at the root of the file system",
        () if path.starts_with('~') => "starts at a home folder",
        () if path.contains('\\') => "contains a backslash",
        () if path.contains("://") || drive(path) => "contains a colon, like a drive or an address",
        () if path.split('/').any(|part| part.trim() == "..") => "goes up with `..`",
        () => return None,
    })
}

fn odd(c: char) -> bool {
    is_hidden(c) || is_joiner(c) || (c.is_whitespace() && c != ' ')
}

mistake_rows! {
    /// `evidence: ../../secrets.md`
    pub(in crate::codec) warning "assize::read::bad_path" bad_path(at: Span, problem: &str)
        "the evidence names a path that may not be followed", at "{problem}", "name a file below the folder of the verdict";
}
