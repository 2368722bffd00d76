//! What a change of `assize.kdl` does to its panels, and to the words of reviewers.

use std::path::{Path, PathBuf};

use super::super::{Compiled, ScopeArgs, compiled, expected};
use super::hooks::hook_changes;
use super::{Compared, Told};
use crate::cli::inputs::current_dir;
use crate::emit::visible::visible;
use crate::host::{
    Config, Disk, Files, Judged, Panel, PanelChange, Rules, panel_changes, word_changes,
};
use crate::trial::diff;
use crate::{Diagnostics, Stage};

/// A panel, and one thing in which it differs.
pub(super) struct PanelTold {
    pub(super) panel: String,
    pub(super) says: String,
    pub(super) loosens: bool,
}

/// Where the two files come from.
struct Sides<'s> {
    old: (&'s dyn Files, Config),
    new: (&'s dyn Files, Config),
    /// What the first is called.
    at: &'s str,
}

/// The panels of this repository, held against those of a commit.
pub(super) fn against_commit(
    base: &str,
    config: Option<&Path>,
    scope: &ScopeArgs,
    told: &mut Told,
) -> Result<(), Diagnostics> {
    let here = current_dir()?;
    let rules = Rules::of_commit(&Disk, &here, base)?;
    let now = Config::find(&Disk, &here, config, &Judged::default())?;
    let before = match config {
        Some(path) if rules.kind(path).is_err() => Config::default(),
        config => Config::find(&rules, &here, config, &Judged::default())?,
    };
    let at = format!("at {base}");
    Sides { old: (&rules, before), new: (&Disk, now), at: &at }.compare(scope, told)
}

/// The panels of two files.
pub(super) fn of_files(
    [old, new]: [&PathBuf; 2],
    scope: &ScopeArgs,
    told: &mut Told,
) -> Result<(), Diagnostics> {
    let here = current_dir()?;
    let read = |path: &PathBuf| Config::find(&Disk, &here, Some(path), &Judged::default());
    let (before, now) = (read(old)?, read(new)?);
    Sides { old: (&Disk, before), new: (&Disk, now), at: "before" }.compare(scope, told)
}

impl Sides<'_> {
    fn compare(&self, scope: &ScopeArgs, told: &mut Told) -> Result<(), Diagnostics> {
        let (old, new) = (&self.old.1.panels, &self.new.1.panels);
        told.hooks = hook_changes(&self.old.1.hook, &self.new.1.hook);
        let of_all = word_changes(&self.old.1.lexicon, &self.new.1.lexicon);
        let mut say = |panel: &Panel, change: PanelChange| {
            let says = visible(&change.says).into_owned();
            told.panels.push(PanelTold {
                panel: panel.name.clone(),
                says,
                loosens: change.loosens,
            });
        };
        let mut pairs = Vec::new();
        for panel in old {
            match new.iter().find(|now| now.name == panel.name) {
                Some(now) => pairs.push((panel, now)),
                None => say(panel, PanelChange::gone()),
            }
        }
        for panel in new.iter().filter(|panel| !old.iter().any(|was| was.name == panel.name)) {
            say(panel, PanelChange::new_one());
        }
        for (was, is) in &pairs {
            panel_changes(was, is).into_iter().for_each(|change| say(is, change));
            // A panel has the words of its file, too.
            let own = word_changes(&was.lexicon, &is.lexicon).into_iter();
            own.filter(|change| !of_all.contains(change)).for_each(|change| say(is, change));
        }
        told.words.extend(
            of_all
                .into_iter()
                .map(|change| PanelChange { says: visible(&change.says).into_owned(), ..change }),
        );
        told.panels.sort_by(|one, other| one.panel.cmp(&other.panel));
        for (was, is) in pairs {
            for stage in Stage::ALL {
                told.compared.extend(self.judged(*stage, (was, is), scope)?);
            }
        }
        Ok(())
    }

    /// What the policies of a stage come to where the two panels chose or set them otherwise.
    fn judged(
        &self,
        stage: Stage,
        (was, is): (&Panel, &Panel),
        scope: &ScopeArgs,
    ) -> Result<Option<Compared>, Diagnostics> {
        let (Some(before), Some(now)) = (was.policy(stage), is.policy(stage)) else {
            return Ok(None);
        };
        let params = |policy: &crate::host::ChosenPolicy| -> Vec<_> {
            policy.params.iter().map(|param| (param.name.clone(), param.values.clone())).collect()
        };
        if before.name == now.name && params(before) == params(now) {
            return Ok(None);
        }
        let of = |files: &dyn Files, panel: &Panel, name: &str| -> Result<Compiled, Diagnostics> {
            let place =
                panel.base.as_ref().filter(|_| name.contains('/')).map(|base| base.join(name));
            let place = place.map_or(name.to_owned(), |place| place.to_string_lossy().into_owned());
            let mut found = compiled(files, stage, &place, &[], None)?;
            panel.tune(stage, &mut found.policy)?;
            Ok(found)
        };
        let (old, new) = (of(self.old.0, was, &before.name)?, of(self.new.0, is, &now.name)?);
        let seats = expected(Some(is));
        // So many seats may be named that dockets are tried without their names.
        let found = diff(&old.policy, &new.policy, &seats, &scope.scopes(&seats))
            .or_else(|_| diff(&old.policy, &new.policy, &[], &scope.scopes(&[])))?;
        let called = |name: &str, of: String| format!("{name} of {of}");
        Ok(Some(Compared {
            old: called(&old.name, format!("{} {}", was.name, self.at)),
            new: called(&new.name, is.name.clone()),
            found,
        }))
    }
}
