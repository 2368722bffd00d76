//! The state of the work, as git tells it.

use std::path::{Path, PathBuf};

use crate::docket::Binding;
use crate::host::git;
use crate::round::UNCOMPARED;
use crate::source::Sha256;

/// What a round can be bound to.
pub const BINDING_NAMES: [&str; 4] = ["commit", "tree", "changes", "run"];

/// The commit, its tree, and a hash of what differs from it in the files that git knows. Empty outside of a work
/// tree, or without git or a commit.
///
/// Files below `except` are left out: the reviewers write there.
pub fn state_of_work(here: &Path, except: &[PathBuf]) -> Binding {
    let Some((commit, tree)) = git::head(here) else { return Binding::new() };
    let binding = Binding::commit(commit).and("tree", tree);
    match git::changes(here, except) {
        Some(diff) if diff.is_empty() => binding,
        Some(diff) => binding.and("changes", Sha256::of(&diff).to_string()),
        None => binding.and("changes", UNCOMPARED),
    }
}

/// The state of the work as a round was bound to it, where nothing but files below `except` was committed since: what
/// reviewers write is not the work that they review.
pub fn without_reports(here: &Path, bound: &Binding, now: Binding, except: &[PathBuf]) -> Binding {
    let (Some(was), Some(is)) = (bound.get("commit"), now.get("commit")) else { return now };
    if was == is || !git::differ_only_below(here, was, is, except) {
        return now;
    }
    let same = ["commit", "tree"].iter().filter_map(|name| Some((*name, bound.get(name)?)));
    let other = now.iter().filter(|(name, _)| !["commit", "tree"].contains(name));
    same.chain(other).fold(Binding::new(), |all, (name, value)| all.and(name, value))
}

/// The branch that is checked out; none outside of a work tree, and where a commit is.
pub fn branch_of_work(here: &Path) -> Option<String> {
    git::branch(here)
}

/// The commit that a name stands for: `HEAD`, `main`. None where git knows none.
pub fn commit_of_work(here: &Path, named: &str) -> Option<String> {
    git::commit(here, named)
}

/// Whether what is checked out is a commit, or has it among those before it.
pub fn is_part_of_work(here: &Path, commit: &str) -> bool {
    git::is_before(here, commit)
}
