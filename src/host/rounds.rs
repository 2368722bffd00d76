//! Rounds of review: where they are kept, how one is begun, and what was judged in it.
//!
//! Beside the folder in which the reviewers of a work write lies what is kept of its rounds, so that no reviewer
//! writes there:
//!
//! ```text
//! .dartai/reports/task-17/                      what the reviewers of this round write
//! .dartai/reports/.rounds/task-17/2/round.json  this round, from its beginning
//! .dartai/reports/.rounds/task-17/2/judged.json what was last judged in it
//! .dartai/reports/.rounds/task-17/1/reports/    what the reviewers of the first round wrote
//! .dartai/reports/.rounds/task-17/attempts.kdl  what was tried on each seat
//! .dartai/reports/.rounds/task-17/earlier.json  what was put away, by its hashes, and what it found
//! ```

mod begin;
mod found;
mod history;
mod hooked;
mod index;
mod judged;
mod mistakes;
#[cfg(test)]
mod tests;
mod tried;
mod work;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

pub use begin::{Begun, UnderWay};
pub(super) use found::FoundBefore;
pub use history::{History, PastRound};
pub use hooked::Hooked;
pub use index::Before;
use index::hashes_in;
pub use judged::{
    AskedCommit, AskedPolicies, JudgedFinding, JudgedRound, JudgedSeat, Shadow, summary_of,
    way_between,
};
pub use work::{
    BINDING_NAMES, branch_of_work, commit_of_work, is_part_of_work, state_of_work, without_reports,
};

use super::{Files, Kind};
use crate::Diagnostic;
use crate::round::{ROUND_VERSION, Round};

/// The folder in which rounds are kept.
pub const KEPT: &str = ".rounds";
/// The round, as it was begun.
const ROUND: &str = "round.json";
/// What was last judged in it.
const JUDGED: &str = "judged.json";
/// What its reviewers wrote.
const REPORTS: &str = "reports";
/// What was tried on each seat; a copy lies in the round in which it was.
const ATTEMPTS: &str = "attempts.kdl";
/// In a folder of reports: that a round was begun for it.
pub const BEGUN: &str = ".round";

/// By so many nanoseconds a file system may be behind the clock, and no more: two seconds.
const SLOW: i64 = 2_000_000_000;

/// What is kept of a round is no larger: a change of some 100,000 paths.
const LIMIT: usize = 16 * 1024 * 1024;

/// The folder of reports of a work, and where its rounds are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rounds {
    /// Where its reviewers write.
    pub folder: PathBuf,
    kept: PathBuf,
}

/// Whether an entry of a folder of reports may be one: it is neither hidden nor the summary.
pub fn is_report(name: &std::ffi::OsStr) -> bool {
    let name = name.to_string_lossy();
    name != super::SUMMARY && !name.starts_with('.')
}

/// The works whose rounds are kept in a folder, or that of a folder of reports.
///
/// # Errors
///
/// The folder cannot be listed.
pub fn kept_rounds_in(files: &dyn Files, folder: &Path) -> Result<Vec<Rounds>, Diagnostic> {
    let place =
        files.resolve(folder).map_err(|error| mistakes::unreadable(folder, &error.to_string()))?;
    let kept = place.join(KEPT);
    if files.kind(&kept).ok() != Some(Kind::Folder) {
        return Ok(Rounds::of(&place).into_iter().collect());
    }
    let names =
        files.names(&kept).map_err(|error| mistakes::unreadable(&kept, &error.to_string()))?;
    let mut all: Vec<Rounds> = names
        .iter()
        .filter(|name| files.kind(&kept.join(name)).ok() == Some(Kind::Folder))
        .filter_map(|name| Rounds::of(&place.join(name)))
        .collect();
    all.sort_by(|a, b| a.folder.cmp(&b.folder));
    Ok(all)
}

impl Rounds {
    /// The rounds of a folder of reports, whether or not it is there. None for a folder without a name.
    pub fn of(folder: &Path) -> Option<Self> {
        let name = folder.file_name()?;
        let kept = folder.parent()?.join(KEPT).join(name);
        Some(Self { folder: folder.to_owned(), kept })
    }

    /// Where they are kept.
    pub fn kept(&self) -> &Path {
        &self.kept
    }

    /// Where the rounds of all works beside it are kept.
    pub fn all_kept(&self) -> &Path {
        self.kept.parent().unwrap_or(&self.kept)
    }

    /// The folder in which a round is kept.
    pub fn of_round(&self, round: u32) -> PathBuf {
        self.kept.join(round.to_string())
    }

    /// What the reviewers of a round wrote: where it is kept, or where they write.
    pub fn reports(&self, files: &dyn Files, round: u32) -> PathBuf {
        let kept = self.of_round(round).join(REPORTS);
        if files.kind(&kept).is_ok() { kept } else { self.folder.clone() }
    }

    /// Whether what the reviewers of a round wrote was put away.
    pub fn is_over(&self, files: &dyn Files, round: u32) -> bool {
        files.kind(&self.of_round(round).join(REPORTS)).is_ok()
    }

    /// The file that says what was tried on each seat; none where nothing was. Where it was removed, what the last round
    /// keeps of it.
    pub fn attempts(&self, files: &dyn Files) -> Option<PathBuf> {
        let path = self.attempts_file();
        if files.kind(&path).is_ok() {
            return Some(path);
        }
        let numbers = self.listed(files).unwrap_or_default();
        let copies = numbers.into_iter().rev().map(|number| self.of_round(number).join(ATTEMPTS));
        copies.into_iter().find(|copy| files.kind(copy).is_ok())
    }

    /// What is worth saying of the file that was found: that it is a copy, for the file itself is gone.
    pub fn lost_attempts(&self, found: &Path) -> Option<Diagnostic> {
        let path = self.attempts_file();
        (found != path).then(|| mistakes::attempts_gone(&path, found))
    }

    /// Where what was tried on each seat is said, whether or not it is there yet.
    pub fn attempts_file(&self) -> PathBuf {
        self.kept.join(ATTEMPTS)
    }

    /// The SHA-256 of each report of a round.
    pub fn hashes(&self, files: &dyn Files, round: u32) -> BTreeSet<String> {
        hashes_in(files, &self.reports(files, round))
    }

    /// The numbers of the rounds that were begun, in order.
    ///
    /// # Errors
    ///
    /// The folder in which they are kept is a link, or cannot be listed.
    pub fn numbers(&self, files: &dyn Files) -> Result<Vec<u32>, Diagnostic> {
        let mut numbers = self.listed(files)?;
        numbers.retain(|number| self.was_begun(files, *number));
        Ok(numbers)
    }

    /// The number of the last round that was begun.
    fn last_number(&self, files: &dyn Files) -> Result<Option<u32>, Diagnostic> {
        Ok(self.listed(files)?.into_iter().rfind(|number| self.was_begun(files, *number)))
    }

    fn was_begun(&self, files: &dyn Files, number: u32) -> bool {
        files.kind(&self.of_round(number).join(ROUND)).is_ok()
    }

    /// The numbers under which something is kept, in order.
    fn listed(&self, files: &dyn Files) -> Result<Vec<u32>, Diagnostic> {
        for folder in self.kept.parent().into_iter().chain([self.kept.as_path()]) {
            match files.kind(folder) {
                Ok(Kind::Folder) => {}
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
                Ok(_) => return Err(mistakes::no_folder_of_rounds(folder)),
                Err(error) => return Err(mistakes::unreadable(folder, &error.to_string())),
            }
        }
        let names = files
            .names(&self.kept)
            .map_err(|error| mistakes::unreadable(&self.kept, &error.to_string()))?;
        let numbers = names.iter().filter_map(|name| {
            let number: u32 = name.to_str()?.parse().ok()?;
            (name.to_str() == Some(number.to_string().as_str())).then_some(number)
        });
        let mut numbers: Vec<u32> = numbers.collect();
        numbers.sort_unstable();
        Ok(numbers)
    }

    /// The last round that was begun.
    ///
    /// # Errors
    ///
    /// As [`Rounds::numbers`] and [`Rounds::round`].
    pub fn last(&self, files: &dyn Files) -> Result<Option<Round>, Diagnostic> {
        match self.last_number(files)? {
            Some(number) => self.round(files, number).map(Some),
            None => Ok(None),
        }
    }

    /// A round that was begun.
    ///
    /// # Errors
    ///
    /// What is kept of it cannot be read, or is that of another round.
    pub fn round(&self, files: &dyn Files, number: u32) -> Result<Round, Diagnostic> {
        let path = self.of_round(number).join(ROUND);
        let folder = self.of_round(number);
        let opened = files
            .read_inside(&folder, Path::new(ROUND), LIMIT)
            .map_err(|error| mistakes::unreadable(&path, &error.to_string()))?;
        let written = opened.written;
        let bytes =
            opened.into_bytes(LIMIT).map_err(|(_, why)| mistakes::unreadable(&path, &why))?;
        let mut round: Round = serde_json::from_slice(&bytes)
            .map_err(|error| mistakes::unreadable(&path, &error.to_string()))?;
        if round.schema_version != ROUND_VERSION || round.round != number {
            return Err(mistakes::unreadable(&path, "it is not what `assize begin` wrote there"));
        }
        // What its file says is compared with what the reviewers' files say, and the clock of a file system is slow.
        let slow = round.begun.saturating_sub(SLOW);
        round.begun = written.map_or(round.begun, |written| written.clamp(slow, round.begun));
        Ok(round)
    }
}
