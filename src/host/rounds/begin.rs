//! Beginning a round: what the last one left is put away, never thrown away.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{BEGUN, JUDGED, REPORTS, ROUND, Rounds, is_report, mistakes};
use crate::emit::kdl::{Run, pending_summary};
use crate::host::{Kind, Lock, Place, SUMMARY, Writer, lock_folder, now, write_atomic};
use crate::round::Round;
use crate::{Diagnostic, Diagnostics};

/// Most folders that are put away for one round: anyone who writes late makes another one.
const MOST: usize = 1_000;

/// A round that was begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Begun {
    /// The round.
    pub round: Round,
    /// Where what was there before is kept now.
    pub kept: Option<PathBuf>,
}

/// A round that was begun and not yet judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnderWay {
    /// Its number.
    pub round: u32,
    /// When it was begun, in nanoseconds since 1970.
    pub begun: i64,
    /// How many files its reviewers have written.
    pub files: usize,
}

impl Rounds {
    /// Makes where rounds are kept, and waits until no one else begins one or judges.
    ///
    /// # Errors
    ///
    /// It cannot be made; somebody else holds it for too long.
    pub fn lock(
        &self,
        disk: &dyn Writer,
        most: Duration,
        waiting: &dyn Fn(&str),
    ) -> Result<Vec<Lock>, Diagnostic> {
        for folder in self.kept.parent().into_iter().chain([self.kept.as_path()]) {
            match disk.kind(folder) {
                Ok(Kind::Folder) => {}
                Ok(_) => return Err(mistakes::no_folder_of_rounds(folder)),
                Err(_) => disk.create_folder(folder).map_err(|error| {
                    mistakes::not_begun("no folder can be made at", folder, &error)
                })?,
            }
        }
        let mut held = vec![lock_folder(&self.kept.join(ROUND), most, waiting)?];
        if disk.kind(&self.folder).is_ok_and(|kind| kind == Kind::Folder) {
            held.push(lock_folder(&self.folder.join(SUMMARY), most, waiting)?);
        }
        Ok(held)
    }

    /// The last round, where it was begun and neither judged, with everybody there, nor put away.
    ///
    /// # Errors
    ///
    /// What is kept of it cannot be read.
    pub fn under_way(&self, disk: &dyn Writer) -> Result<Option<UnderWay>, Diagnostic> {
        let Some(last) = self.last(disk)? else { return Ok(None) };
        let waits = disk.kind(&self.folder).is_ok()
            && !self.is_over(disk, last.round)
            && self.judged(disk, last.round)?.is_none_or(|judged| judged.lacks_somebody());
        let names = disk.names(&self.folder).unwrap_or_default();
        let files = names.iter().filter(|name| is_report(name)).count();
        Ok(waits.then_some(UnderWay { round: last.round, begun: last.begun, files }))
    }

    /// The number that the next round has: that of the last one, where killing its beginning kept it from anybody.
    ///
    /// # Errors
    ///
    /// Where they are kept cannot be listed.
    pub fn next_number(&self, disk: &dyn Writer) -> Result<u32, Diagnostic> {
        let Some(last) = self.last_number(disk)? else { return Ok(1) };
        let judged = disk.kind(&self.of_round(last).join(JUDGED)).is_ok();
        let unseen = disk.kind(&self.folder).is_err() && !self.is_over(disk, last) && !judged;
        Ok(if unseen { last } else { last.saturating_add(1) })
    }

    /// Begins a round: shuts the last summary, puts away what lies in the folder of reports, writes down the round,
    /// and makes the folder anew. Only for the holder of its lock.
    ///
    /// Each step is done or not done. Wherever it ends, the gate is shut: by the summary, by a folder that is not
    /// there, or by files that are older than the round.
    ///
    /// # Errors
    ///
    /// The folder is none, or a link; something cannot be moved or written.
    pub fn begin(&self, disk: &dyn Writer, round: &Round) -> Result<Begun, Diagnostics> {
        let run = Run {
            task: round.task.clone(),
            round: round.round,
            binding: round.binding(),
            ..Run::default()
        };
        let pending = pending_summary(&run, &now());
        let place = Place::Beside(self.folder.join(SUMMARY));
        let mut kept = None;
        match disk.kind(&self.folder) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => {
                return Err(mistakes::not_cleared(&self.folder, &error.to_string()).into());
            }
            Ok(Kind::Folder) => {
                write_atomic(disk, &place, &pending, "summary")?;
                kept = self.archive(disk, round.round)?;
            }
            Ok(Kind::Link) => {
                return Err(mistakes::not_cleared(&self.folder, "it is a link").into());
            }
            Ok(_) => return Err(mistakes::not_cleared(&self.folder, "it is no folder").into()),
        }
        let text = serde_json::to_string_pretty(round).unwrap_or_default() + "\n";
        let own = self.of_round(round.round);
        let failed =
            |what, path: &Path, error: &std::io::Error| mistakes::not_begun(what, path, error);
        if disk.kind(&own).is_err() {
            disk.create_folder(&own)
                .map_err(|error| failed("no folder can be made at", &own, &error))?;
        }
        write_atomic(disk, &Place::Beside(own.join(ROUND)), &text, "round")?;
        disk.create_folder(&self.folder)
            .map_err(|error| failed("no folder can be made at", &self.folder, &error))?;
        write_atomic(disk, &place, &pending, "summary")?;
        let trace = format!("round {} of {}\n", round.round, round.task);
        write_atomic(disk, &Place::Beside(self.folder.join(BEGUN)), &trace, "round")?;
        Ok(Begun { round: self.round(disk, round.round)?, kept })
    }

    /// Moves the folder of reports to the round that it is of, whole, in one step; an empty one too.
    fn archive(&self, disk: &dyn Writer, next: u32) -> Result<Option<PathBuf>, Diagnostic> {
        let earlier = self.listed(disk)?.into_iter().filter(|number| *number < next);
        let of = earlier.rev().find(|number| self.was_begun(disk, *number)).unwrap_or(0);
        let own = self.of_round(of);
        let failed = |path: &Path, error: &std::io::Error| {
            mistakes::not_begun(
                "what lies in the folder of reports cannot be moved to",
                path,
                error,
            )
        };
        if disk.kind(&own).is_err() {
            disk.create_folder(&own).map_err(|error| failed(&own, &error))?;
        }
        let names =
            (1..=MOST).map(|n| if n == 1 { REPORTS.to_owned() } else { format!("{REPORTS}-{n}") });
        let free = names.map(|name| own.join(name)).find(|path| disk.kind(path).is_err());
        let Some(to) = free else {
            return Err(failed(&own, &std::io::ErrorKind::AlreadyExists.into()));
        };
        disk.rename(&self.folder, &to).map_err(|error| failed(&to, &error))?;
        self.index_folders(disk, of);
        Ok(Some(to))
    }
}
