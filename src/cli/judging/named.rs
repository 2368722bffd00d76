//! What a judging goes by outside: its files, the work, the run that its summary tells.

use std::path::{Path, PathBuf};

use super::super::inputs::{current_dir, folder_of, task_of};
use super::Judging;
use crate::emit::kdl::Run;
use crate::host;

impl Judging<'_> {
    /// Every file that is read.
    pub(in crate::cli) fn files(&self) -> Vec<PathBuf> {
        self.paths.iter().cloned().chain(self.inputs.files_beside()).collect()
    }

    /// The folder of reports, when the input is one.
    pub(in crate::cli) fn folder(&self) -> Option<&Path> {
        folder_of(self.disk, &self.paths)
    }

    /// The path of a source, from where the process runs: those of a folder are named after their files in it.
    pub(in crate::cli) fn path_of(&self, name: &str) -> String {
        let inside = self.folder().map(|folder| folder.join(name));
        match inside.filter(|path| self.disk.kind(path).is_ok()) {
            Some(path) => host::shown(path),
            None => name.to_owned(),
        }
    }

    /// The name of the work: as told, else the name that was asked for, else that of the folder of the reports.
    pub(super) fn task(&self) -> String {
        let asked = || match self.inputs.paths.as_slice() {
            [asked] if self.paths != self.inputs.paths || self.is_lost() => {
                Some(asked.to_string_lossy().into_owned())
            }
            _ => None,
        };
        let work = || {
            let ([asked], Some(panel)) = (self.inputs.paths.as_slice(), &self.panel) else {
                return None;
            };
            let work = panel.work_at(self.disk, &current_dir().ok()?, asked)?;
            Some(work.to_string_lossy().into_owned())
        };
        let told = self.inputs.task.clone().or_else(work).or_else(asked);
        told.unwrap_or_else(|| task_of(self.disk, &self.paths))
    }

    /// What is known of the run before anything is read, or once a docket was.
    pub(in crate::cli) fn run(&self) -> Run {
        let told = self.told.get().cloned();
        let (task, round) = told.unwrap_or_else(|| (self.task(), self.round_number()));
        Run { task, round, policy: self.gate().to_owned(), binding: self.bound() }
    }
}
