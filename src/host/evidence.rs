//! Who cites what as evidence. To judge, paths are compared as texts and never followed; a person may ask to see a file.

use std::collections::HashMap;
use std::io;
use std::path::{Component, Path, PathBuf};

use super::Files;
use super::reports::{Entry, Refusal};
use crate::codec::Cause;
use crate::source::composed_owned;
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

/// More of a cited file is not shown.
const SHOWN: usize = 64 * 1024;

/// The text of the file that a reviewer cites, where it lies in the folder of reports.
///
/// `path` is the reviewer's: it stands beside the citing file, or from `here` on. It may not lead out of `folder`,
/// by `..` or by a link.
///
/// # Errors
///
/// Why there is nothing to show, in words.
pub fn cited_text(
    files: &dyn Files,
    folder: &Path,
    here: &Path,
    path: &str,
) -> Result<String, String> {
    let cited = Path::new(path.trim());
    let plain = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    if !cited.components().all(plain) {
        return Err("it is not a path below the folder of reports".to_owned());
    }
    let inside = files.resolve(folder).map_err(|error| error.to_string())?;
    let mut why = "there is no such file in the folder of reports".to_owned();
    for place in [inside.join(cited), here.join(cited)] {
        // What is there is opened inside the folder, so that no link leads out of it.
        let parent = place.parent().and_then(|parent| files.resolve(parent).ok());
        let known = parent.as_deref().and_then(|parent| parent.strip_prefix(&inside).ok());
        let (Some(known), Some(file)) = (known, place.file_name()) else { continue };
        match files.read_inside(&inside, &known.join(file), SHOWN) {
            Ok(opened) => {
                let bytes = opened.into_bytes(SHOWN).map_err(|(_, why)| why)?;
                return String::from_utf8(bytes).map_err(|_| "it is not UTF-8 text".to_owned());
            }
            Err(error) if error.kind() == io::ErrorKind::CrossesDevices => {
                why = "its link leaves the folder of reports".to_owned();
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => why = format!("it cannot be read: {error}"),
        }
    }
    Err(why)
}

/// The folder and the name of the file that a path in a text names.
///
/// `./a.md` and `a.md` have no folder and stand beside the citing file; `reports/T1/a.md` names a file
/// whose folder ends in `reports/T1`.
fn parts(path: &str) -> (PathBuf, String) {
    let path = Path::new(path.trim());
    let path: PathBuf = path.components().filter(|part| *part != Component::CurDir).collect();
    // As files are named to whoever asks.
    let file = path.file_name().map(|file| composed_owned(file.to_string_lossy().into_owned()));
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
