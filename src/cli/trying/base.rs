//! Policies as they are, and as they are in a commit.

use super::super::inputs::current_dir;
use super::super::which;
use super::compiled;
use super::diff::Beside;
use crate::host::{Disk, Rules};
use crate::{Diagnostics, Policy, Stage};

/// The policies that differ, each as it was and as it is; and what has nothing to be held against.
pub(super) struct Changed {
    pub(super) policies: Vec<(String, Policy, Policy)>,
    pub(super) beside: Vec<Beside>,
}

/// The policies of this repository whose texts differ from those of a commit.
pub(super) fn changed_policies(base: &str, stage: Option<Stage>) -> Result<Changed, Diagnostics> {
    let here = current_dir()?;
    let rules = Rules::of_commit(&Disk, &here, base)?;
    let now = which::own(&Disk, stage, &here);
    let before = which::own(&rules, stage, &here);
    let mut wrong = Diagnostics::default();
    let mut all = Vec::new();
    for (stage, name) in now.iter().filter(|one| before.contains(one)) {
        let old = compiled(&rules, *stage, name, &[], None);
        let new = compiled(&Disk, *stage, name, &[], None);
        match (old, new) {
            (Ok(old), Ok(new)) if old.policy.facts().sha256 == new.policy.facts().sha256 => {}
            (Ok(old), Ok(new)) => all.push((name.clone(), old.policy, new.policy)),
            (old, new) => {
                old.err().into_iter().chain(new.err()).for_each(|reason| wrong.absorb(reason));
            }
        }
    }
    let gone: Vec<&(Stage, String)> = before.iter().filter(|one| !now.contains(one)).collect();
    let new: Vec<&(Stage, String)> = now.iter().filter(|one| !before.contains(one)).collect();
    // What has the text of one that is gone has only another name.
    let hash = |found: Result<super::Compiled, Diagnostics>| {
        found.ok().map(|found| found.policy.facts().sha256)
    };
    let mut beside = Vec::new();
    let mut moved: Vec<&(Stage, String)> = Vec::new();
    for (stage, name) in &new {
        let own = hash(compiled(&Disk, *stage, name, &[], None));
        let from = gone.iter().find(|(of, old)| {
            own.is_some() && of == stage && hash(compiled(&rules, *of, old, &[], None)) == own
        });
        beside.push(match from {
            Some(from) => {
                moved.push(from);
                Beside::new(
                    "renamed",
                    &format!("the {stage} policy `{}` is called `{name}` now", from.1),
                )
            }
            None => Beside::new(
                "new",
                &format!("the {stage} policy `{name}` is new: nothing to hold it against"),
            ),
        });
    }
    for (stage, name) in gone.iter().filter(|one| !moved.contains(one)) {
        let says = format!("the {stage} policy `{name}` is gone: nothing judges by it any more");
        beside.push(Beside::new("gone", &says));
    }
    if wrong.is_empty() { Ok(Changed { policies: all, beside }) } else { Err(wrong) }
}
