//! What earlier rounds of a work left, in one file: a gate opens none of their reports that lie there as they were put away.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{FoundBefore, REPORTS, Rounds, is_report};
use crate::Diagnostic;
use crate::host::{Files, Limits, Place, Writer, list_reports, write_atomic};
use crate::round::ROUND_VERSION;
use crate::source::Sha256;

/// What earlier rounds left.
const INDEX: &str = "earlier.json";
/// The file is no larger: two reports of each of some 40,000 rounds. Beyond that, reports are read.
const LIMIT: usize = 16 * 1024 * 1024;

/// What earlier rounds of a work left.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Index {
    schema_version: u32,
    folders: Vec<Folder>,
}

/// A folder of reports that was put away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Folder {
    /// The round that it was put away with.
    round: u32,
    /// `reports`, or `reports-2` for what was written late.
    name: String,
    /// Its reports, by their names.
    files: BTreeMap<String, Known>,
    /// The fingerprints of what they found; none where a text is not as it was judged, and has to be read.
    found: Option<Vec<String>>,
}

/// A report whose text is known while its file stays as it was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Known {
    /// Its bytes.
    length: usize,
    /// When it was written, in nanoseconds since 1970.
    written: Option<i64>,
    sha256: String,
}

/// What was written and found before a round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Before {
    /// SHA-256 of every report, late ones too.
    pub texts: BTreeSet<String>,
    /// The fingerprints of what was found; none where no one wrote, and where all that was written has to be read.
    pub found: Option<BTreeSet<String>>,
    /// The folders of reports that have to be read for what they found.
    pub unread: Vec<PathBuf>,
}

impl Rounds {
    /// What was written and found before a round.
    ///
    /// # Errors
    ///
    /// The folder in which rounds are kept is a link, or cannot be listed.
    pub fn before(&self, files: &dyn Files, round: u32) -> Result<Before, Diagnostic> {
        let index = self.index(files);
        let by_name = index.folders.iter().map(|own| ((own.round, own.name.as_str()), own));
        let by_name: BTreeMap<_, _> = by_name.collect();
        let mut before = Before::default();
        for number in self.listed(files)?.into_iter().filter(|number| *number < round) {
            for folder in self.folders(files, number) {
                let name = folder.file_name().unwrap_or_default().to_string_lossy();
                let known = by_name.get(&(number, &*name)).copied();
                let wrote = before.add(files, &folder, known);
                // What was written late was not in its round, and what lay there before the first one is of none.
                if wrote.any && name == REPORTS && self.was_begun(files, number) {
                    match known.and_then(|known| known.found.as_ref()).filter(|_| wrote.as_known) {
                        Some(found) => {
                            before.found.get_or_insert_default().extend(found.iter().cloned());
                        }
                        None => before.unread.push(folder),
                    }
                }
            }
        }
        Ok(before)
    }

    /// Adds the folders of reports that were put away, up to those of a round. Where it cannot be written, reports are read.
    pub(super) fn index_folders(&self, disk: &dyn Writer, round: u32) {
        let mut index = self.index(disk);
        let known: BTreeSet<(u32, String)> =
            index.folders.iter().map(|own| (own.round, own.name.clone())).collect();
        let listed = self.listed(disk).unwrap_or_default();
        for number in listed.into_iter().filter(|number| *number <= round) {
            for folder in self.folders(disk, number) {
                let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
                if !known.contains(&(number, name.clone())) {
                    index.folders.push(Folder::of(disk, &folder, (number, name)));
                }
            }
        }
        index.folders.sort_by_key(|own| own.round);
        if let Ok(text) = serde_json::to_string(&index) {
            let place = Place::Beside(self.kept.join(INDEX));
            let _ = write_atomic(disk, &place, &(text + "\n"), "index of rounds");
        }
    }

    /// Nothing where it is not there, or cannot be read: then reports are.
    fn index(&self, files: &dyn Files) -> Index {
        let read = || {
            let opened = files.read_inside(&self.kept, Path::new(INDEX), LIMIT).ok()?;
            serde_json::from_slice::<Index>(&opened.into_bytes(LIMIT).ok()?).ok()
        };
        let known = read().filter(|index| index.schema_version == ROUND_VERSION);
        known.unwrap_or_else(|| Index { schema_version: ROUND_VERSION, folders: Vec::new() })
    }

    /// The folders of reports that were put away with a round.
    fn folders(&self, files: &dyn Files, round: u32) -> Vec<PathBuf> {
        let own = self.of_round(round);
        let names = files.names(&own).unwrap_or_default().into_iter();
        let names = names.filter(|name| name.to_string_lossy().starts_with(REPORTS));
        names.map(|name| own.join(name)).collect()
    }
}

/// What lies in a folder of reports.
struct Wrote {
    /// Something does.
    any: bool,
    /// All of it is as it was put away, and nothing is gone.
    as_known: bool,
}

impl Before {
    /// Adds the texts in a folder: those of files that are as they were, and of all others as they are now.
    fn add(&mut self, files: &dyn Files, folder: &Path, known: Option<&Folder>) -> Wrote {
        let (mut all, mut same) = (0, 0);
        for name in files.names(folder).unwrap_or_default().iter().filter(|name| is_report(name)) {
            all += 1;
            let own = known.and_then(|known| known.files.get(&*name.to_string_lossy()));
            match own.filter(|own| own.is_still(files, &folder.join(name))) {
                Some(own) => {
                    same += 1;
                    self.texts.insert(own.sha256.clone());
                }
                None => self.texts.extend(hash_of(files, folder, name)),
            }
        }
        let as_known = known.is_some_and(|known| known.files.len() == same && all == same);
        Wrote { any: all > 0, as_known }
    }
}

impl Folder {
    fn of(files: &dyn Files, folder: &Path, (round, name): (u32, String)) -> Self {
        let names = files.names(folder).unwrap_or_default();
        let known = names.iter().filter(|name| is_report(name)).filter_map(|name| {
            // Looked at first: what is written meanwhile makes it another one.
            let stamp = files.stamp(&folder.join(name));
            let sha256 = hash_of(files, folder, name)?;
            let known = Known { length: stamp.length, written: stamp.written, sha256 };
            Some((name.to_str()?.to_owned(), known))
        });
        let known = known.collect();
        let judged = FoundBefore::beside(files, folder);
        Self { round, name, files: known, found: found_in(files, folder, &judged) }
    }
}

impl Known {
    fn is_still(&self, files: &dyn Files, path: &Path) -> bool {
        let stamp = files.stamp(path);
        stamp.written.is_some() && (stamp.length, stamp.written) == (self.length, self.written)
    }
}

/// What all texts in a folder found, where all of them were judged as they are.
fn found_in(files: &dyn Files, folder: &Path, judged: &FoundBefore) -> Option<Vec<String>> {
    let listed = list_reports(files, &[folder.to_owned()], &[], &Limits::default()).ok()?;
    let mut all = BTreeSet::new();
    for (_, contained) in listed.entries {
        all.extend(judged.of_text(&contained.ok()?)?.iter().cloned());
    }
    Some(all.into_iter().collect())
}

/// The SHA-256 of each file in a folder.
pub(super) fn hashes_in(files: &dyn Files, folder: &Path) -> BTreeSet<String> {
    let names = files.names(folder).unwrap_or_default();
    names.iter().filter(|name| is_report(name)).filter_map(|n| hash_of(files, folder, n)).collect()
}

fn hash_of(files: &dyn Files, folder: &Path, name: &std::ffi::OsStr) -> Option<String> {
    let limit = Limits::default().bytes;
    let opened = files.read_inside(folder, Path::new(name), limit).ok()?;
    Some(Sha256::of(&opened.into_bytes(limit).ok()?).to_string())
}
