//! Gate policies as they are, and as they are in a commit.

use super::super::console::Console;
use super::super::inputs::current_dir;
use super::compiled;
use crate::host::{Disk, Rules, policies};
use crate::{Diagnostics, Policy, Stage};

/// The gate policies of this repository whose texts differ from those of a commit: name, before, now. One that is new
/// or gone is told and has nothing to be held against.
pub(super) fn changed_gates(
    base: &str,
    console: &Console,
) -> Result<Vec<(String, Policy, Policy)>, Diagnostics> {
    let here = current_dir()?;
    let rules = Rules::of_commit(&Disk, &here, base)?;
    let names = |local: Vec<(String, std::path::PathBuf)>| -> Vec<String> {
        local.into_iter().map(|(name, _)| name).collect()
    };
    let now = names(policies::local(&Disk, Stage::Gate, &here));
    let before = names(policies::local(&rules, Stage::Gate, &here));
    for name in now.iter().filter(|name| !before.contains(name)) {
        console.say(&format!("`{name}` is new: nothing to hold it against\n"));
    }
    for name in before.iter().filter(|name| !now.contains(name)) {
        console.say(&format!("`{name}` is gone: nothing judges by it any more\n"));
    }
    let mut wrong = Diagnostics::default();
    let mut all = Vec::new();
    for name in now.into_iter().filter(|name| before.contains(name)) {
        let old = compiled(&rules, &name, &[], None);
        let new = compiled(&Disk, &name, &[], None);
        match (old, new) {
            (Ok(old), Ok(new)) if old.policy.facts().sha256 == new.policy.facts().sha256 => {}
            (Ok(old), Ok(new)) => all.push((name, old.policy, new.policy)),
            (old, new) => {
                old.err().into_iter().chain(new.err()).for_each(|reason| wrong.absorb(reason));
            }
        }
    }
    if wrong.is_empty() { Ok(all) } else { Err(wrong) }
}
