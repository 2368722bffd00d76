//! What a row stands for already, and whether it shows another issue of the same inspector as well.

use std::collections::{BTreeMap, BTreeSet};

use super::likeness::Words;
use super::match_rows::{Entry, Record, parts, same_path};

/// A row stands for so many issues of one inspector, and for no more.
const MOST: usize = 16;

/// Of each row and inspector, the issues that the row stands for.
#[derive(Default)]
pub(super) struct Owners<'e>(BTreeMap<(usize, &'e str), Vec<&'e Entry>>);

impl<'e> Owners<'e> {
    pub(super) fn add(&mut self, row: usize, issue: &'e Entry) {
        for agent in &issue.agents {
            self.0.entry((row, agent)).or_default().push(issue);
        }
    }

    pub(super) fn stands_for_one_of(&self, row: usize, issue: &Entry) -> bool {
        !self.of(row, issue).is_empty()
    }

    fn of(&self, row: usize, issue: &Entry) -> Vec<&'e Entry> {
        let own = issue.agents.iter().filter_map(|agent| self.0.get(&(row, agent.as_str())));
        own.flatten().copied().collect()
    }

    /// Whether a finding is about this issue beside those that it stands for: what it says beyond them is about this one, or it
    /// lists a place that is none of theirs. Issues that nothing tells apart are one, where they name the same place.
    pub(super) fn row_shows(&self, number: usize, row: &Entry, issue: &Entry) -> bool {
        let owners = self.of(number, issue);
        if owners.is_empty() || owners.len() >= MOST {
            return owners.is_empty();
        }
        let at_their_place = || owners.iter().any(|owner| is_at_place_of(issue, owner));
        match own_words(&issue.said, &owners) {
            Some(own) => {
                own_words(&row.said, &owners).is_some_and(|rest| own.meets(&rest))
                    || (!at_their_place() && lists_apart(row, issue, &owners))
            }
            None => at_their_place() || is_at_place_of(issue, row),
        }
    }

    /// The same of a row below `REMOVED:` or `RESOLVED:`, which has no place of its own.
    pub(super) fn record_shows(&self, number: usize, record: &Record, issue: &Entry) -> bool {
        let owners = self.of(number, issue);
        match own_words(&issue.said, &owners) {
            _ if owners.is_empty() || owners.len() >= MOST => owners.is_empty(),
            Some(own) => own_words(&record.words, &owners).is_some_and(|rest| own.meets(&rest)),
            None => record.named.is_empty() || issue.named.is_within(&record.named),
        }
    }
}

/// The words of a text that none of some issues has.
fn own_words(said: &Words, others: &[&Entry]) -> Option<Words> {
    let own = others.iter().fold(said.clone(), |own, other| own.without(&other.said));
    Some(own.significant()).filter(|own| !own.is_empty())
}

/// Whether all places of one are places of the other, lines within its lines.
fn is_at_place_of(one: &Entry, other: &Entry) -> bool {
    let known: BTreeSet<String> = parts(&other.location).collect();
    if parts(&one.location).all(|part| known.contains(&part)) {
        return true;
    }
    !one.places.is_empty()
        && one.places.iter().all(|(path, lines)| {
            let mut same = other.places.iter().filter(|(known, _)| same_path(known, path));
            same.any(|(_, known)| {
                known.is_empty()
                    || lines.is_empty()
                    || lines.iter().all(|own| is_within(own, known))
            })
        })
}

/// Whether a row lists lines, or a place, of an issue by themselves, where none of the others is, beside all of theirs.
fn lists_apart(row: &Entry, issue: &Entry, others: &[&Entry]) -> bool {
    if !others.iter().all(|other| is_at_place_of(other, row)) {
        return false;
    }
    let known: BTreeSet<String> = parts(&row.location).collect();
    let theirs = |part: &String| others.iter().any(|o| parts(&o.location).any(|its| its == *part));
    if parts(&issue.location).any(|part| known.contains(&part) && !theirs(&part)) {
        return true;
    }
    issue.places.iter().any(|(path, lines)| {
        let listed = row.places.iter().filter(|(known, _)| same_path(known, path));
        let mut listed = listed.flat_map(|(_, lines)| lines);
        listed.any(|listed| {
            let touches = |(first, last): &(u32, u32)| *first <= listed.1 && listed.0 <= *last;
            let of_others = others.iter().flat_map(|other| &other.places);
            let mut of_others = of_others.filter(|(known, _)| same_path(known, path));
            lines.iter().any(|own| is_within(own, &[*listed]))
                && !of_others.any(|(_, lines)| lines.iter().any(touches))
        })
    })
}

fn is_within((first, last): &(u32, u32), lines: &[(u32, u32)]) -> bool {
    lines.iter().any(|(begin, end)| begin <= first && last <= end)
}
