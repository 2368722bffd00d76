//! The round in which it is judged, and what is kept of it.

use std::path::{Path, PathBuf};

use super::super::open_round::{OpenRound, never_begun, out_of_round, round_is_gone};
use super::{Judging, panel_of};
use crate::cli::bind::BindArgs;
use crate::cli::inputs::current_dir;
use crate::docket::Binding;
use crate::host::{
    AskedCommit, AskedPolicies, BEGUN, JudgedRound, Panel, Rules, Writer, choose_panel, may_lie_in,
    shown, way_between,
};
use crate::round::bears_a_mark;
use crate::{Diagnostic, Diagnostics, Docket, Policy, Ruling, Stage};

impl Judging<'_> {
    /// The round that was begun for the folder of reports; none where none was.
    pub(in crate::cli) fn round(&self) -> Result<Option<&OpenRound>, &Diagnostic> {
        if let Some(open) = self.round_of_docket.get() {
            return Ok(Some(open));
        }
        let find = || {
            let folder = self.folder().map(Path::to_owned).or_else(|| self.folder_around())?;
            OpenRound::find(self.disk, &folder)
        };
        self.round.get_or_init(|| find().transpose()).as_ref().map(Option::as_ref)
    }

    /// Whether there is no gate without a round. The mark of one is the end that a panel may ask for.
    pub(super) fn requires_a_round(&self) -> bool {
        let asks = |panel: &Panel| panel.require_round || panel.require_end;
        let only = || choose_panel(&self.config, None).ok().flatten();
        self.inputs.require_round
            || match &self.panel {
                Some(panel) => asks(panel),
                None => self.inputs.whole.is_told() && only().as_ref().is_some_and(asks),
            }
    }

    /// What is worth saying of reports in no round, where their folder had one.
    pub(super) fn lost_round(&self, docket: &Docket) -> Option<Diagnostic> {
        let folder = self.folder().map(Path::to_owned).or_else(|| self.folder_around())?;
        let had = self.disk.kind(&folder.join(BEGUN)).is_ok();
        let marked = || docket.texts().any(bears_a_mark);
        (had || marked()).then(|| round_is_gone(&folder))
    }

    /// The folder that files were named in, where it is one, with a round of its own.
    fn folder_around(&self) -> Option<PathBuf> {
        let mut around = self.paths.iter().map(|path| self.disk.resolve(path.parent()?).ok());
        let first = around.next()??;
        around.all(|other| other.as_ref() == Some(&first)).then_some(first)
    }

    /// Holds a docket that was handed over whole to the round that was begun for its work, where one was: the one that is
    /// named beside it, or else the one that its `id` names.
    pub(super) fn in_its_round(
        &self,
        mut docket: Docket,
        (rules, policy): (&Rules<'_>, Option<&Policy>),
    ) -> Result<Docket, Diagnostics> {
        let Some(open) = self.round_for(&docket.id, rules)? else {
            return match self.requires_a_round() {
                true => {
                    let task = PathBuf::from(&docket.id);
                    Ok(out_of_round(docket, &task))
                }
                false => Ok(docket),
            };
        };
        let now = BindArgs::default().now(self.disk, Some(&open));
        let panel = choose_panel(&self.config, Some(&open.round.panel)).ok().flatten();
        docket = open.hold_docket(self.disk, docket, panel.as_ref(), (&now, policy))?;
        if panel.is_some_and(|panel| !panel.overrides) {
            docket = docket.no_overrides();
        }
        let _ = self.round_of_docket.set(open);
        Ok(docket)
    }

    fn round_for(&self, id: &str, rules: &Rules<'_>) -> Result<Option<OpenRound>, Diagnostics> {
        let (disk, here) = (self.disk, current_dir()?);
        match self.inputs.paths.as_slice() {
            [] => {
                let named = self.inputs.reading.named_config();
                let folders = may_lie_in(disk, &here, named.as_deref(), Path::new(id));
                let mut rounds = folders.iter().filter_map(|folder| OpenRound::find(disk, folder));
                Ok(rounds.next().transpose()?)
            }
            [asked] => {
                let panel = panel_of(None, &self.config, rules)?;
                let folder = match &panel {
                    Some(panel) => panel.folder(disk, &here, std::slice::from_ref(asked))?,
                    None => None,
                };
                let folder = folder.unwrap_or_else(|| asked.clone());
                let found = OpenRound::find(disk, &folder).transpose()?;
                found.map(Some).ok_or_else(|| never_begun(asked).into())
            }
            [_, other, ..] => Err(another_work(other).into()),
        }
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
            handed_over: self.round_of_docket.get().is_some(),
        };
        let docket = self.handed.borrow();
        let judged = JudgedRound::of(ruling, shadow, asked, docket.as_deref());
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

/// `assize gate task-17 task-18 --docket docket.json`
fn another_work(path: &Path) -> Diagnostic {
    Diagnostic::error("assize::cli::another_work")
        .message(format!("`{}` is one work too many: a docket is about one", shown(path)))
        .help("name the work whose round the docket is of, or none: then its `id` does")
}
