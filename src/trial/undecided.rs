//! What was changed in a policy, and whether any docket that is tried shows what that does.

use std::collections::BTreeSet;

use super::diff::{Turned, turned};
use super::space::{Expected, OneOf, Scope, Space};
use crate::engine::{Clause, Policy};
use crate::ir::{Diagnostics, words};
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
        /// A seat has another name.
        Renamed = "renamed",
    }
}

words! {
    /// What the change of a clause does to the gate, or to what another policy answers.
    #[derive(PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum Effect {
        /// Something has a better answer.
        Opens = "opens",
        /// Something has a better answer, and something a worse one.
        Both = "opens and shuts",
        /// Nothing that was tried has a better answer, and it is not known that nothing has.
        Unknown = "not decided",
        /// Something has a worse answer, and nothing a better one.
        Shuts = "shuts",
        /// Nothing has a better answer; whether something has a worse one was not seen.
        OpensNothing = "opens nothing",
        /// All answers stay as they are.
        Nothing = "does nothing",
    }
}

/// A clause that was changed, and what that does.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Edited {
    /// The clause: `rule "too few reviewers"`.
    pub clause: String,
    /// Where it is written in the new text; in the old one where it is gone.
    pub line: u32,
    /// What was done to it.
    pub change: Change,
    /// What that does by itself, where the rest of the policy stays as it was, or is as it is now.
    pub does: Effect,
}

/// A clause that was changed, and two policies that differ in nothing else, as far as these can be made.
pub(super) struct Edit {
    pub(super) told: Undecided,
    /// What it says, before and after.
    pub(super) says: String,
    /// Whether it decides nothing, and only says something else.
    only_says: bool,
    before: Policy,
    after: Policy,
}

/// Every clause in which two policies differ.
pub(super) fn edited(old: &Policy, new: &Policy) -> Vec<Edit> {
    let (before, after) = (old.clauses(), new.clauses());
    let like = |all: &[Clause], name: &str| all.iter().find(|one| one.name == name).cloned();
    let says = |name: &str| {
        let both = [&before, &after].map(|all| like(all, name));
        both.into_iter().flatten().map(|clause| clause.in_words()).collect::<Vec<_>>().join(" ")
    };
    let whole = |clause: &str, line, change| Edit {
        told: Undecided { clause: clause.to_owned(), line, change },
        says: says(clause),
        only_says: clause.starts_with("note "),
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
        edit.only_says |= known.is_some_and(|known| known.decides_as(own));
        if let Some((before, after)) = pair {
            edit = Edit { before, after, ..edit };
        }
        all.push(edit);
    }
    for own in before.iter().filter(|own| like(&after, &own.name).is_none()) {
        let mut edit = whole(&own.name, line(old, own.span), Change::Gone);
        if let Some(after) = with(old, own.span, "") {
            edit = Edit { before: old.clone(), after, ..edit };
        }
        all.push(edit);
    }
    join_renamed(&mut all, old, new, [&before, &after]);
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

impl Edit {
    /// Whether it is known to let nothing through.
    pub(super) fn is_harmless(&self) -> bool {
        self.after.is_as_strict_as(&self.before)
    }

    /// The policy without the change, and with it.
    pub(super) fn before(&self) -> &Policy {
        &self.before
    }

    pub(super) fn after(&self) -> &Policy {
        &self.after
    }

    /// Whether it is about who sits.
    pub(super) fn is_of_seats(&self) -> bool {
        self.told.clause.starts_with("seat ")
    }

    /// Whether nothing else was changed.
    pub(super) fn is_whole(&self, old: &Policy, new: &Policy) -> bool {
        let hash = |policy: &Policy| policy.facts().sha256;
        (hash(&self.before), hash(&self.after)) == (hash(old), hash(new))
            && self.before.facts().params == old.facts().params
            && self.after.facts().params == new.facts().params
    }

    /// What it does, where it is known what small dockets show of it.
    fn does(&self, seen: Turned) -> Effect {
        match (seen.better, seen.worse || seen.other) {
            (true, true) => Effect::Both,
            (true, false) => Effect::Opens,
            (false, worse) if self.is_harmless() => match worse {
                true => Effect::Shuts,
                false if self.only_says || self.before.is_as_strict_as(&self.after) => {
                    Effect::Nothing
                }
                false => Effect::OpensNothing,
            },
            (false, _) => Effect::Unknown,
        }
    }

    /// The same, to be told.
    pub(super) fn told(&self, seen: Turned) -> Edited {
        let Undecided { clause, line, change } = self.told.clone();
        Edited { clause, line, change, does: self.does(seen) }
    }

    /// What small dockets show of it.
    pub(super) fn seen(&self, panel: &[Expected]) -> Result<Turned, Diagnostics> {
        let scope = Scope { seats: 2, subjects: 1, findings: 1 };
        let mut seen = Turned::default();
        for space in Space::some(&[&self.before, &self.after], panel, &[scope], PART)? {
            let Turned { better, worse, other } = turned(&self.before, &self.after, &space)?;
            seen.better |= better;
            seen.worse |= worse;
            seen.other |= other;
        }
        Ok(seen)
    }
}

/// Of small dockets one of so many is tried for each clause.
const PART: OneOf = OneOf { gates: 12, others: 1 };

/// Makes one change of a seat that is gone and one that is new and counts alike, where there is no other such pair.
fn join_renamed(all: &mut Vec<Edit>, old: &Policy, new: &Policy, clauses: [&[Clause]; 2]) {
    let [gone, new_ones] = [(Change::Gone, clauses[0]), (Change::New, clauses[1])].map(
        |(change, clauses)| -> Vec<(usize, &Clause)> {
            let seats = all.iter().enumerate().filter(|(_, edit)| edit.told.change == change);
            let seats = seats.filter(|(_, edit)| edit.told.clause.starts_with("seat \""));
            let own = |name: &str| clauses.iter().find(|clause| clause.name == name);
            seats.filter_map(|(at, edit)| Some((at, own(&edit.told.clause)?))).collect()
        },
    );
    let ([(at, was)], [(other, is)]) = (gone.as_slice(), new_ones.as_slice()) else { return };
    if !was.decides_as(is) {
        return;
    }
    let (at, other) = (*at, *other);
    let edit = Edit {
        told: Undecided {
            clause: format!("{} → {}", was.name, is.name.trim_start_matches("seat ")),
            line: all[other].told.line,
            change: Change::Renamed,
        },
        says: [all[at].says.as_str(), all[other].says.as_str()].join(" "),
        only_says: false,
        before: old.clone(),
        after: with(old, was.span, text_of(new, is.span)).unwrap_or_else(|| new.clone()),
    };
    all[other] = edit;
    all.remove(at);
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
