//! Who cites what as evidence. Paths are compared as texts and never followed.

use std::path::{Component, Path, PathBuf};

use super::reports::{Entry, Refusal};
use crate::codec::Cause;
use crate::verdict::Evidence;
use crate::{Decoded, Diagnostic, Span};

/// One `evidence:` line that names another file of the input.
pub(super) struct Citation {
    /// The entry that cites.
    pub(super) by: usize,
    /// The entry that is cited.
    pub(super) what: usize,
    /// The path in the citing text.
    pub(super) span: Span,
}

/// Every citation of one entry by another, or by itself.
pub(super) fn citations(entries: &[Entry], read: &[Result<Decoded, Refusal>]) -> Vec<Citation> {
    let mut found = Vec::new();
    for (by, decoded) in read.iter().enumerate() {
        let Ok(decoded) = decoded else { continue };
        for verdict in &decoded.verdicts {
            let Some(Evidence::Path(span)) = verdict.evidence else { continue };
            let path = decoded.text(span);
            let cited = entries.iter().enumerate().filter(|(_, e)| names(&path, &entries[by], e));
            found.extend(cited.map(|(what, _)| Citation { by, what, span }));
        }
    }
    found
}

/// Whether a path in the text of `from` names the file `to`.
///
/// `./a.md` and `a.md` stand beside the citing file; `reports/T1/a.md` names a file whose
/// folder ends in `reports/T1`.
fn names(path: &str, from: &Entry, to: &Entry) -> bool {
    let path = Path::new(path.trim());
    let parts = path.components().filter(|part| *part != Component::CurDir);
    let path: PathBuf = parts.collect();
    let folder = path.parent().unwrap_or(Path::new(""));
    let beside = folder.as_os_str().is_empty();
    path.file_name().is_some_and(|file| file == to.file.as_str())
        && if beside { from.folder == to.folder } else { to.folder.ends_with(folder) }
}

/// Whether a file is named after the seat that cites it: `quality-evidence.md` for `quality`.
///
/// Nothing looser: `quality-security.md` may well be a reviewer.
pub(super) fn is_named_after(entry: &Entry, seat: &str) -> bool {
    let rest = entry.stem.strip_prefix(seat);
    matches!(rest, Some("-evidence" | "_evidence" | ".evidence"))
}

/// Whether a text is whole and without a trace of a verdict.
pub(super) fn holds_no_verdict(decoded: &Decoded) -> bool {
    decoded.unreadable == Some(Cause::NoVerdict)
        && decoded.verdicts.is_empty()
        && decoded.missing.is_empty()
        && !decoded.says_fail
        && !decoded.remarks_against()
}

/// `evidence: ./qa.md` in `qa.md`.
pub(super) fn cites_itself(span: Span) -> Diagnostic {
    Diagnostic::warning("assize::seats::cites_itself")
        .message("the verdict cites itself as evidence")
        .label(span, "this is the verdict's own file")
        .help("put the details into a separate file, or inline below `evidence:`")
}

/// `evidence: ./security.md` in `qa.md`.
pub(super) fn cites_a_verdict(span: Span, seat: &str) -> Diagnostic {
    Diagnostic::warning("assize::seats::cites_a_verdict")
        .message(format!("the verdict cites the verdict of `{seat}` as evidence"))
        .label(span, "this file contains a verdict itself")
        .help("cite what was examined, not another reviewer's opinion")
}
