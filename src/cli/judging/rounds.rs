//! The round in which it is judged, and what is kept of it.

use std::path::{Path, PathBuf};

use super::super::open_round::OpenRound;
use super::Judging;
use crate::cli::inputs::current_dir;
use crate::docket::Binding;
use crate::host::{AskedCommit, AskedPolicies, JudgedRound, Rules, Writer, way_between};
use crate::{Diagnostic, Ruling, Stage};

impl Judging<'_> {
    /// The round that was begun for the folder of reports; none where none was.
    pub(in crate::cli) fn round(&self) -> Result<Option<&OpenRound>, &Diagnostic> {
        let find = || {
            let folder = self.folder().map(Path::to_owned).or_else(|| self.folder_around())?;
            OpenRound::find(self.disk, &folder)
        };
        self.round.get_or_init(|| find().transpose()).as_ref().map(Option::as_ref)
    }

    /// The folder that files were named in, where it is one, with a round of its own.
    fn folder_around(&self) -> Option<PathBuf> {
        let mut around = self.paths.iter().map(|path| self.disk.resolve(path.parent()?).ok());
        let first = around.next()??;
        around.all(|other| other.as_ref() == Some(&first)).then_some(first)
    }

    /// Keeps what was judged, where a round was begun.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub(in crate::cli) fn keep(
        &self,
        disk: &dyn Writer,
        ruling: &Ruling,
        shadow: Option<&Ruling>,
    ) -> Result<(), Diagnostic> {
        let Some(open) = self.round().ok().flatten() else { return Ok(()) };
        let own = |stage| self.asked(stage).map(str::to_owned);
        let asked = AskedPolicies {
            gate: self.gate().to_owned(),
            audit: own(Stage::Audit),
            redispatch: own(Stage::Redispatch),
            panel: self.panel.as_ref().map(|panel| panel.name.clone()),
            set: self.inputs.set.clone(),
            from: self.asked_from(open),
            rules_from: self.rules.as_ref().and_then(Rules::commit).map(|(commit, named)| {
                AskedCommit { named: named.to_owned(), commit: commit.to_owned() }
            }),
        };
        let docket = self.handed.get().and_then(Option::as_deref);
        let judged = JudgedRound::of(ruling, shadow, asked, docket);
        open.rounds.keep(disk, open.round.round, &judged)
    }

    /// The way from the reports to where policies were looked for, which stays true when both are moved.
    fn asked_from(&self, open: &OpenRound) -> Option<String> {
        let here = current_dir().ok()?;
        let place = |path: &Path| self.disk.resolve(path).ok();
        way_between(&place(&here.join(&open.rounds.folder))?, &place(&here)?)
    }

    /// Which round it is.
    pub(super) fn round_number(&self) -> u32 {
        let begun = self.round().ok().flatten().map(|open| open.round.round);
        begun.or(self.inputs.round).unwrap_or(1)
    }

    pub(super) fn bound(&self) -> Binding {
        let begun = self.round().ok().flatten().map(|open| open.round.binding());
        begun.unwrap_or_else(|| self.inputs.bind.told())
    }
}
