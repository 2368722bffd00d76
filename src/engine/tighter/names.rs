//! What the names of two texts mean: whether an expression that stands in both is the same in both.

use std::collections::{BTreeMap, BTreeSet};

use crate::engine::Policy;

/// The names that two texts introduce.
pub(super) struct Meanings {
    /// The names that stand in what a name stands for.
    behind: BTreeMap<String, BTreeSet<String>>,
    /// The names that stand for something else.
    changed: BTreeSet<String>,
    /// Whether other files are imported, or other texts of them.
    imports: bool,
}

/// The items that introduce a name which expressions use.
const NAMED: [&str; 4] = ["fn ", "let ", "param ", "given "];

impl Meanings {
    pub(super) fn of(old: &Policy, new: &Policy) -> Self {
        let mut said: [BTreeMap<String, String>; 2] = [old, new].map(|policy| {
            let clauses = policy.clauses().into_iter().filter_map(|clause| {
                let name = NAMED.iter().find_map(|kind| clause.name.strip_prefix(kind))?;
                Some((name.to_owned(), clause.in_words()))
            });
            clauses.collect()
        });
        for (said, policy) in said.iter_mut().zip([old, new]) {
            for (name, value) in &policy.facts.params {
                said.entry(name.clone()).or_default().push_str(&format!(" {value:?}"));
            }
        }
        let [was, is] = said;
        let mut behind: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (name, says) in was.iter().chain(&is) {
            behind.entry(name.clone()).or_default().extend(names_in(says));
        }
        let changed = behind.keys().filter(|name| was.get(*name) != is.get(*name)).cloned();
        let changed = changed.collect();
        Self { behind, changed, imports: old.code.imports != new.code.imports }
    }

    /// Whether an expression with this text is the same in both.
    pub(super) fn are_same(&self, text: &str) -> bool {
        let mut todo: Vec<String> = names_in(text).into_iter().collect();
        let mut seen: BTreeSet<String> = BTreeSet::new();
        while let Some(name) = todo.pop() {
            if self.changed.contains(&name) {
                return false;
            }
            if let Some(more) = self.behind.get(&name).filter(|_| seen.insert(name)) {
                todo.extend(more.iter().cloned());
            }
        }
        !self.imports
    }
}

/// All names that stand in a text, those between quotation marks too.
fn names_in(text: &str) -> BTreeSet<String> {
    let part = |c: char| !(c.is_alphanumeric() || c == '_');
    text.split(part).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}
