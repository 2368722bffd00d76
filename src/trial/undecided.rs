//! What was changed in a policy, and whether any docket that is tried shows what that does.

use std::collections::BTreeSet;

use crate::engine::{Clause, Policy};
use crate::ir::words;
use crate::source::Span;

/// A change of a clause that no docket shows that was tried: it may open something that is larger than these.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Undecided {
    /// The clause: `rule "too few reviewers"`.
    pub clause: String,
    /// Where it is written in the new text; in the old one where it is gone.
    pub line: u32,
    /// What was done to it.
    pub change: Change,
}

words! {
    /// What was done to a clause.
    #[non_exhaustive]
    pub enum Change {
        /// It says something else.
        Changed = "changed",
        /// It was not there.
        New = "new",
        /// It is not there any more.
        Gone = "gone",
        /// A parameter has another value.
        Set = "set",
    }
}

/// A clause that was changed, and two policies that differ in nothing else, as far as these can be made.
pub(super) struct Edited {
    pub(super) told: Undecided,
    /// What it says, before and after.
    pub(super) says: String,
    before: Policy,
    after: Policy,
}

/// Every clause in which two policies differ.
pub(super) fn edited(old: &Policy, new: &Policy) -> Vec<Edited> {
    let (before, after) = (old.clauses(), new.clauses());
    let like = |all: &[Clause], name: &str| all.iter().find(|one| one.name == name).cloned();
    let says = |name: &str| {
        let both = [&before, &after].map(|all| like(all, name));
        both.into_iter().flatten().map(|clause| clause.in_words()).collect::<Vec<_>>().join(" ")
    };
    let whole = |clause: &str, line, change| Edited {
        told: Undecided { clause: clause.to_owned(), line, change },
        says: says(clause),
        before: old.clone(),
        after: new.clone(),
    };
    let line = |policy: &Policy, at: Span| policy.facts().source.line_column(at.start).line;
    let mut all = Vec::new();
    for own in &after {
        let known = like(&before, &own.name);
        let text = text_of(new, own.span);
        let (change, pair) = match &known {
            Some(known) if known.is_as(own) => continue,
            Some(known) => {
                let there = with(old, known.span, text).map(|after| (old.clone(), after));
                let back = || Some((with(new, own.span, text_of(old, known.span))?, new.clone()));
                (Change::Changed, there.or_else(back))
            }
            None => (Change::New, with(new, own.span, "").map(|before| (before, new.clone()))),
        };
        let mut edit = whole(&own.name, line(new, own.span), change);
        if let Some((before, after)) = pair {
            edit = Edited { before, after, ..edit };
        }
        all.push(edit);
    }
    for own in before.iter().filter(|own| like(&after, &own.name).is_none()) {
        let mut edit = whole(&own.name, line(old, own.span), Change::Gone);
        if let Some(after) = with(old, own.span, "") {
            edit = Edited { before: old.clone(), after, ..edit };
        }
        all.push(edit);
    }
    let rules = |own: &[Clause], other: &[Clause]| -> Vec<String> {
        let rules = own.iter().filter(|one| one.name.starts_with("rule "));
        rules.filter(|one| like(other, &one.name).is_some()).map(|one| one.name.clone()).collect()
    };
    if rules(&before, &after) != rules(&after, &before) {
        all.push(whole("the order of the rules", 1, Change::Changed));
    }
    if old.below() != new.below() {
        all.push(whole("what it extends or imports", 1, Change::Changed));
    }
    let told: BTreeSet<String> = all.iter().map(|edit| edit.told.clause.clone()).collect();
    for (name, value) in &new.facts().params {
        let clause = format!("param {name}");
        let was = old.facts().params.iter().find(|(known, _)| known == name);
        if was.is_some_and(|(_, was)| was != value) && !told.contains(&clause) {
            all.push(whole(&clause, 1, Change::Set));
        }
    }
    all
}

impl Edited {
    /// Whether it is known to let nothing through.
    pub(super) fn is_harmless(&self) -> bool {
        self.after.is_as_strict_as(&self.before)
    }
}

fn text_of(policy: &Policy, at: Span) -> &str {
    let text = policy.facts().source.text().unwrap_or_default();
    text.get(at.start as usize..at.end as usize).unwrap_or_default()
}

/// A policy with something else in place of a part of its text; none where that does not compile.
fn with(policy: &Policy, at: Span, put: &str) -> Option<Policy> {
    let text = policy.facts().source.text().ok()?;
    let (before, after) = (text.get(..at.start as usize)?, text.get(at.end as usize..)?);
    let other = policy.rewritten(&[before, put, after].concat()).ok()?;
    other.set_like(policy).ok()
}
