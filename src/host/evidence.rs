//! Who cites what as evidence. Paths are compared as texts and never followed.

use std::collections::HashMap;
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
    // By the file's own name, which a path has to end in.
    let mut named: HashMap<&str, Vec<usize>> = HashMap::new();
    let mut beside: HashMap<(&Path, &str), Vec<usize>> = HashMap::new();
    for (what, entry) in entries.iter().enumerate() {
        named.entry(&entry.file).or_default().push(what);
        beside.entry((&entry.folder, &entry.file)).or_default().push(what);
    }
    for (by, decoded) in read.iter().enumerate() {
        let Ok(decoded) = decoded else { continue };
        for verdict in &decoded.verdicts {
            let Some(Evidence::Path(span)) = verdict.evidence else { continue };
            let path = decoded.text(span);
            let (folder, file) = parts(&path);
            let alike = match folder.as_os_str().is_empty() {
                true => beside.get(&(entries[by].folder.as_path(), file.as_str())),
                false => named.get(file.as_str()),
            };
            let alike = alike.into_iter().flatten().copied();
            let cited = alike.filter(|what| {
                folder.as_os_str().is_empty() || entries[*what].folder.ends_with(&folder)
            });
            found.extend(cited.map(|what| Citation { by, what, span }));
        }
    }
    found
}

/// The folder and the name of the file that a path in a text names.
///
/// `./a.md` and `a.md` have no folder and stand beside the citing file; `reports/T1/a.md` names a file
/// whose folder ends in `reports/T1`.
fn parts(path: &str) -> (PathBuf, String) {
    let path = Path::new(path.trim());
    let path: PathBuf = path.components().filter(|part| *part != Component::CurDir).collect();
    let file = path.file_name().map(|file| file.to_string_lossy().into_owned());
    (path.parent().map(Path::to_owned).unwrap_or_default(), file.unwrap_or_default())
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
