//! Which row of an auditor is about which issue of an inspector.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::compare::Fate;
use super::likeness::Words;
use super::owners::Owners;
use super::places::{NEAR, Named, is_placeholder};
use super::records::{by_removal, by_resolution};
use crate::ir::Severity;
use crate::ir::words;
use crate::source::Span;

words! {
    /// By what an issue was found again.
    #[non_exhaustive]
    pub enum MatchedBy {
        /// The same category, and the same place or lines near it.
        Key = "key",
        /// The same place, under another category.
        Place = "place",
        /// The same category, and words in common.
        Category = "category",
        /// Words in common.
        Words = "words",
    }
}

/// A row of an inspector or of an auditor.
pub(super) struct Entry {
    /// Plain names of those who reported it.
    pub(super) agents: Vec<String>,
    pub(super) severity: Option<Severity>,
    pub(super) category: String,
    pub(super) location: String,
    pub(super) text: String,
    /// The paths in its location, and their lines.
    pub(super) places: Vec<(String, Vec<(u32, u32)>)>,
    /// The words of all of it.
    pub(super) words: Words,
    /// The words of its text alone.
    pub(super) said: Words,
    /// The words of its category and text that say what it is about.
    pub(super) telling: Words,
    /// The places that it is about.
    pub(super) named: Named,
    pub(super) span: Span,
}

/// A row below `REMOVED:` or `RESOLVED:`.
pub(super) struct Record {
    pub(super) agents: Vec<String>,
    pub(super) removes: bool,
    pub(super) reason: String,
    pub(super) words: Words,
    /// The places that it names.
    pub(super) named: Named,
    pub(super) span: Span,
}

/// How near two places are, nearest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Distance {
    Same,
    Near,
    /// One of the two names only the file.
    File,
    Apart,
}

/// What becomes of each issue, as [`compare`](super::compare) says.
pub(super) fn match_issues(issues: &[&Entry], rows: &[Entry], records: &[Record]) -> Vec<Fate> {
    let mut fates = vec![Fate::Dropped; issues.len()];
    let mut owners = Owners::default();
    by_key(issues, rows, &mut owners, &mut fates);
    by_less(issues, rows, &mut owners, &mut fates);
    by_merging(issues, rows, &mut owners, &mut fates);
    by_removal(issues, records, &mut fates);
    by_resolution(issues, records, &mut fates);
    fates
}

/// Whether an issue bears out a row of the auditor.
pub(super) fn supports(issue: &Entry, row: &Entry) -> bool {
    let same_category = same_category(issue, row);
    let distance = distance(issue, row);
    if row.agents.is_empty() || names(row, issue) {
        let alike = || issue.words.alike(&row.words, 34);
        return same_category || distance < Distance::Apart || alike();
    }
    same_category && distance <= Distance::Near
}

fn names(row: &Entry, issue: &Entry) -> bool {
    issue.agents.iter().any(|agent| row.agents.contains(agent))
}

fn same_category(one: &Entry, other: &Entry) -> bool {
    !one.category.trim().is_empty()
        && one.category.trim().eq_ignore_ascii_case(other.category.trim())
}

/// The parts of a location that names several: `Spec 1 + Spec 2`, `a.rs:7; b.rs:9`.
pub(super) fn parts(location: &str) -> impl Iterator<Item = String> {
    let several = location.split([';', ',', '、']).flat_map(|part| part.split(" + "));
    let several = several.flat_map(|part| part.split(" and ")).map(|part| {
        let part = part.trim().trim_matches('`').replace('\\', "/").to_lowercase();
        part.strip_prefix("./").unwrap_or(&part).split_whitespace().collect::<Vec<_>>().join(" ")
    });
    several.filter(|part| !is_placeholder(part))
}

fn distance(one: &Entry, other: &Entry) -> Distance {
    let theirs: Vec<String> = parts(&other.location).collect();
    if parts(&one.location).any(|part| theirs.contains(&part)) {
        return Distance::Same;
    }
    let mut nearest = Distance::Apart;
    for (path, lines) in one.places.iter().filter(|(path, _)| !is_placeholder(path)) {
        for (_, others) in other.places.iter().filter(|(known, _)| same_path(known, path)) {
            let near = |(first, last): &(u32, u32)| {
                let near = |(begin, end): &(u32, u32)| {
                    *begin <= last.saturating_add(NEAR) && *first <= end.saturating_add(NEAR)
                };
                others.iter().any(near)
            };
            nearest = nearest.min(match lines.is_empty() || others.is_empty() {
                true => Distance::File,
                false if lines.iter().any(near) => Distance::Near,
                false => Distance::Apart,
            });
        }
    }
    nearest
}

pub(super) fn same_path(one: &str, other: &str) -> bool {
    let plain = |path: &str| path.replace('\\', "/").trim_start_matches("./").to_lowercase();
    plain(one) == plain(other)
}

/// Rule 1. Where an inspector reports several issues under one key, a row is about the one that it shares most words with (of
/// two alike the smaller, so that what is left over is the worse; then the nearer), and about those that it shows beside it. Where
/// somebody whom it names reported there, it is about an issue of somebody else only as far as it shares its words.
fn by_key<'e>(issues: &[&'e Entry], rows: &[Entry], owners: &mut Owners<'e>, fates: &mut [Fate]) {
    for (place, row) in rows.iter().enumerate() {
        let mut rivals: BTreeMap<&[String], Vec<usize>> = BTreeMap::new();
        let at_key = || issues.iter().enumerate().filter(|(_, one)| shares_key(one, row));
        let is_of_the_named = at_key().any(|(_, issue)| names(row, issue));
        let is_shown =
            |issue: &Entry| !is_of_the_named || names(row, issue) || issue.said.meets(&row.said);
        for (number, issue) in at_key().filter(|(_, issue)| is_shown(issue)) {
            rivals.entry(&issue.agents).or_default().push(number);
        }
        for mut rivals in rivals.into_values() {
            rivals.sort_by_cached_key(|number| {
                let issue = issues[*number];
                (Reverse(issue.said.shared(&row.said)), issue.severity, gap(issue, row))
            });
            for number in rivals {
                if owners.row_shows(place, row, issues[number]) {
                    owners.add(place, issues[number]);
                    verify(&mut fates[number], row, MatchedBy::Key);
                }
            }
        }
    }
}

/// How many lines lie between an issue and a row.
fn gap(issue: &Entry, row: &Entry) -> u32 {
    let of_issue =
        issue.places.iter().flat_map(|(path, lines)| lines.iter().map(move |l| (path, l)));
    let gaps = of_issue.flat_map(|(path, (first, last))| {
        let same = row.places.iter().filter(move |(known, _)| same_path(known, path));
        let lines = same.flat_map(|(_, lines)| lines);
        lines.map(move |(begin, end)| begin.saturating_sub(*last).max(first.saturating_sub(*end)))
    });
    gaps.min().unwrap_or(0)
}

fn shares_key(issue: &Entry, row: &Entry) -> bool {
    let named = names(row, issue);
    let near = if named { Distance::Near } else { Distance::Same };
    let at_line = || issue.places.iter().any(|(_, lines)| !lines.is_empty());
    same_category(issue, row)
        && distance(issue, row) <= near
        && (named || at_line() || issue.said.alike(&row.said, 34))
        && (named || !lowers(issue, row) || issue.said.akin(&row.said, 34))
}

/// Whether a row would make a serious issue less.
fn lowers(issue: &Entry, row: &Entry) -> bool {
    issue.severity >= Some(Severity::High) && row.severity < issue.severity
}

/// A row is found for an issue. Of several the worst counts, for that is what the auditor still holds it to be.
fn verify(fate: &mut Fate, row: &Entry, by: MatchedBy) {
    match fate {
        Fate::Verified { severity, .. } if *severity >= row.severity => {}
        _ => *fate = Fate::Verified { severity: row.severity, by, row: row.span },
    }
}

/// Rule 2: rows that are no one's by rule 1, the likest first; of two alike, the smaller issue takes the row, so
/// that what is left over is the worse.
fn by_less<'e>(issues: &[&'e Entry], rows: &[Entry], owners: &mut Owners<'e>, fates: &mut [Fate]) {
    let mut candidates = Vec::new();
    for (number, issue) in issues.iter().enumerate() {
        if fates[number] != Fate::Dropped {
            continue;
        }
        for (place, row) in rows.iter().enumerate().filter(|(_, row)| names(row, issue)) {
            let is_taken = owners.stands_for_one_of(place, issue);
            let Some(by) = likeness(issue, row).filter(|_| !is_taken) else { continue };
            let shared = Reverse(issue.words.shared(&row.words));
            candidates.push((shared, issue.severity, number, place, by));
        }
    }
    candidates
        .sort_by_key(|(shared, severity, number, place, _)| (*shared, *severity, *number, *place));
    for (.., number, place, by) in candidates {
        let is_taken = owners.stands_for_one_of(place, issues[number]);
        if fates[number] == Fate::Dropped && !is_taken {
            owners.add(place, issues[number]);
            verify(&mut fates[number], &rows[place], by);
        }
    }
}

fn likeness(issue: &Entry, row: &Entry) -> Option<MatchedBy> {
    let distance = distance(issue, row);
    if lowers(issue, row) {
        let akin = issue.said.akin(&row.said, if same_category(issue, row) { 34 } else { 50 });
        return akin.then_some(MatchedBy::Words);
    }
    let alike = |percent| issue.said.alike(&row.said, percent);
    match () {
        () if distance <= Distance::Near => Some(MatchedBy::Place),
        () if same_category(issue, row) && (distance == Distance::File || alike(34)) => {
            Some(MatchedBy::Category)
        }
        () if alike(50) => Some(MatchedBy::Words),
        () => None,
    }
}

/// Rule 3: a row of which an issue is a part, no matter whose else it is.
fn by_merging<'e>(
    issues: &[&'e Entry],
    rows: &[Entry],
    owners: &mut Owners<'e>,
    fates: &mut [Fate],
) {
    for (issue, fate) in issues.iter().zip(fates).filter(|(_, fate)| **fate == Fate::Dropped) {
        for (place, row) in rows.iter().enumerate().filter(|(_, row)| names(row, issue)) {
            let at_place =
                distance(issue, row) <= Distance::Near && issue.said.alike(&row.said, 34);
            let akin = !lowers(issue, row) || issue.said.akin(&row.said, 34);
            let is_part = akin && (at_place || row.said.covers(&issue.said, 70));
            if is_part && owners.row_shows(place, row, issue) {
                owners.add(place, issue);
                verify(fate, row, MatchedBy::Words);
            }
        }
    }
}
