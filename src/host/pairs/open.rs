//! For which pairs a review may be lost: kept beside their records until one was taken in.

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

use super::super::{Files, Kind, Writer, write_record};
use super::{BUNDLE, RECORDS, all_reviews, changed_texts, own_records, stale_bundle, unreadable};
use crate::codec::LIMIT;
use crate::systems::pairs::{OpenPairs, Pair, check_bundle};
use crate::{Diagnostic, Diagnostics, Source};

/// Beside the records, and none of them.
const OPEN: &str = ".open.json";

/// The pairs for which a review may be lost.
///
/// # Errors
///
/// When that cannot be told.
pub fn open_pairs(files: &dyn Files, folder: &Path) -> Result<OpenPairs, Diagnostic> {
    own_records(files, folder)?;
    match text(files, folder, &Path::new(RECORDS).join(OPEN))? {
        Some(source) => OpenPairs::read(&source),
        None => Ok(OpenPairs::default()),
    }
}

/// Keeps them; none of them is no file.
///
/// # Errors
///
/// When what is kept could not be changed, or would lie behind a link.
pub fn keep_open(disk: &dyn Writer, folder: &Path, open: &OpenPairs) -> Result<(), Diagnostic> {
    own_records(disk, folder)?;
    let path = folder.join(RECORDS).join(OPEN);
    if *open != OpenPairs::default() {
        return write_record(disk, &path, &open.to_json());
    }
    match disk.kind(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        _ => disk.remove(&path).map_err(|error| stale_bundle(&path, &error)),
    }
}

/// Whether the bundle of a folder of records, or a bundle that lies beside records, is what they say. Other reports are not
/// looked at. Gives why reviews in it are of other texts than there are now.
///
/// # Errors
///
/// It is not, or a record was changed.
pub fn check_kept_bundle(
    files: &dyn Files,
    path: &Path,
    asked: &[Pair],
) -> Result<Vec<String>, Diagnostics> {
    let has_records = |folder: &&Path| {
        let records = files.resolve(&folder.join(RECORDS)).and_then(|place| files.kind(&place));
        records.is_ok_and(|kind| kind == Kind::Folder)
    };
    let bundle = path.file_name().is_some_and(|name| name == BUNDLE);
    let beside = path.parent().filter(|_| bundle).map(|parent| match parent.as_os_str() {
        name if name.is_empty() => Path::new("."),
        _ => parent,
    });
    let Some(folder) = Some(path).filter(has_records).or(beside.filter(has_records)) else {
        return Ok(Vec::new());
    };
    let Some(source) = text(files, folder, Path::new(BUNDLE))? else { return Ok(Vec::new()) };
    let open = open_pairs(files, folder)?.all();
    let records = all_reviews(files, folder)?;
    let own = check_bundle(&source, &records, (asked, &open))?;
    let own: HashSet<Pair> = own.into_iter().collect();
    let records = records.into_iter().filter(|record| own.contains(&record.pair));
    let all = changed_texts(files, &records.collect::<Vec<_>>()).into_iter();
    Ok(all.map(|(pair, why)| format!("`{pair}`: {why}")).collect())
}

/// A file of the folder, where there is one.
pub(super) fn text(
    files: &dyn Files,
    folder: &Path,
    name: &Path,
) -> Result<Option<Source>, Diagnostic> {
    let full: PathBuf = folder.join(name);
    let read = match files.read_inside(folder, name, LIMIT) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => Err(error.to_string()),
        Ok(opened) => opened.into_bytes(LIMIT).map_err(|(_, why)| why),
    };
    let bytes = read.map_err(|why| unreadable(&full, &why))?;
    Ok(Some(Source::new(full.to_string_lossy(), bytes)))
}
