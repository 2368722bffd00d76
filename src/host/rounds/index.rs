//! What earlier rounds of a work left, in one file: a gate opens neither their reports nor what was judged in them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{FoundBefore, REPORTS, Rounds, is_report};
use crate::host::{Files, Limits, Place, Writer, list_reports, write_atomic};
use crate::round::ROUND_VERSION;
use crate::source::Sha256;
use crate::{Diagnostic, Diagnostics};

/// What earlier rounds left.
const INDEX: &str = "earlier.json";
/// The file is no larger: two reports of each of some 40,000 rounds. What is larger is read round by round.
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
    /// SHA-256 of each report.
    texts: Vec<String>,
    /// The fingerprints of what they found; none where a text is not as it was judged, and has to be read.
    found: Option<Vec<String>>,
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
        let mut before = Before::default();
        for number in self.listed(files)?.into_iter().filter(|number| *number < round) {
            let mut known = index.folders.iter().filter(|folder| folder.round == number).peekable();
            if known.peek().is_none() {
                let folders = self.folders(files, number);
                before.texts.extend(folders.iter().flat_map(|folder| hashes_in(files, folder)));
                let found = self.of_round(number).join(REPORTS);
                before.unread.extend(folders.contains(&found).then_some(found));
            }
            for folder in known {
                before.texts.extend(folder.texts.iter().cloned());
                match &folder.found {
                    // What was written late was not in its round.
                    _ if folder.name != REPORTS => {}
                    Some(_) if folder.texts.is_empty() => {}
                    Some(found) => {
                        before.found.get_or_insert_default().extend(found.iter().cloned());
                    }
                    None => before.unread.push(self.of_round(number).join(&folder.name)),
                }
            }
        }
        // What lay there before the first round is of none, and where nobody wrote nothing was found.
        let nothing = self.of_round(0).join(REPORTS);
        before.unread.retain(|folder| *folder != nothing && holds_reports(files, folder));
        Ok(before)
    }

    /// Adds the folder of reports, which is about to be put away with a round, and what is not known of rounds before.
    ///
    /// # Errors
    ///
    /// It cannot be written. What is there then may know less than lies there, so nothing is put away.
    pub(super) fn index_folder(
        &self,
        disk: &dyn Writer,
        round: u32,
        name: &str,
    ) -> Result<(), Diagnostics> {
        let mut index = self.index(disk);
        index.folders.retain(|folder| (folder.round, folder.name.as_str()) != (round, name));
        for number in self.listed(disk)?.into_iter().filter(|number| *number < round) {
            if index.folders.iter().all(|folder| folder.round != number) {
                for folder in self.folders(disk, number) {
                    let name = folder.file_name().unwrap_or_default().to_string_lossy();
                    index.folders.push(self.left_in(disk, &folder, (number, &name)));
                }
            }
        }
        index.folders.push(self.left_in(disk, &self.folder, (round, name)));
        index.folders.sort_by_key(|folder| folder.round);
        let text = serde_json::to_string(&index).unwrap_or_default() + "\n";
        write_atomic(disk, &Place::Beside(self.kept.join(INDEX)), &text, "index of rounds")?;
        Ok(())
    }

    /// Nothing where it is not there, or cannot be read: then the rounds are.
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

    fn left_in(&self, files: &dyn Files, folder: &Path, (round, name): (u32, &str)) -> Folder {
        let judged = FoundBefore::beside(files, &self.of_round(round).join(name));
        Folder {
            round,
            name: name.to_owned(),
            texts: hashes_in(files, folder).into_iter().collect(),
            found: found_in(files, folder, &judged),
        }
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

fn holds_reports(files: &dyn Files, folder: &Path) -> bool {
    files.names(folder).unwrap_or_default().iter().any(|name| is_report(name))
}

/// The SHA-256 of each file in a folder.
pub(super) fn hashes_in(files: &dyn Files, folder: &Path) -> BTreeSet<String> {
    let limit = Limits::default().bytes;
    let names = files.names(folder).unwrap_or_default();
    let read = names.iter().filter(|name| is_report(name)).filter_map(|name| {
        let opened = files.read_inside(folder, Path::new(name), limit).ok()?;
        Some(Sha256::of(&opened.into_bytes(limit).ok()?).to_string())
    });
    read.collect()
}
