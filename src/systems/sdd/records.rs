//! Which row below `REMOVED:` or `RESOLVED:` is about which issue.

use std::collections::BTreeSet;

use super::compare::Fate;
use super::match_rows::{Entry, Record};
use super::owners::Owners;

fn remove(record: &Record) -> Fate {
    Fate::Removed { reason: record.reason.clone(), row: record.span }
}

fn names(record: &Record, issue: &Entry) -> bool {
    record.agents.iter().any(|agent| issue.agents.contains(agent))
}

/// Whether a row gives a reason, and is about no other place than the issue.
fn may_be_about(record: &Record, issue: &Entry) -> bool {
    record.reason.contains(char::is_alphanumeric) && !record.named.lies_apart_from(&issue.named)
}

/// Whether it shares words that say what the issue is about, some of them of its text.
fn shares_words(record: &Record, issue: &Entry, percent: usize) -> bool {
    issue.telling.akin(&record.words, percent) && issue.said.shared(&record.words) > 0
}

/// Rows below `REMOVED:`, the likest first, each for one issue; then what they repeat nearly whole; then those in words of
/// their own, where one issue is left.
pub(super) fn by_removal(issues: &[&Entry], records: &[Record], fates: &mut [Fate]) {
    let removals: Vec<&Record> = records.iter().filter(|record| record.removes).collect();
    let mut candidates = Vec::new();
    for (number, issue) in issues.iter().enumerate() {
        for (place, record) in removals.iter().enumerate() {
            let open = fates[number] == Fate::Dropped && names(record, issue);
            if open && may_be_about(record, issue) && shares_words(record, issue, 34) {
                let shared = std::cmp::Reverse(issue.telling.shared(&record.words));
                candidates.push((shared, issue.severity, number, place));
            }
        }
    }
    candidates.sort_unstable();
    let mut used = BTreeSet::new();
    let mut owners = Owners::default();
    for (.., number, place) in candidates {
        if fates[number] == Fate::Dropped && used.insert(place) {
            owners.add(place, issues[number]);
            fates[number] = remove(removals[place]);
        }
    }
    let dropped = |fate: &Fate| *fate == Fate::Dropped;
    for (issue, fate) in issues.iter().zip(&mut *fates).filter(|(_, fate)| dropped(fate)) {
        let repeats = |(place, record): &(usize, &&Record)| {
            (names(record, issue) || record.agents.is_empty())
                && may_be_about(record, issue)
                && shares_words(record, issue, 34)
                && record.words.covers(&issue.words, 60)
                && owners.record_shows(*place, record, issue)
        };
        if let Some((place, record)) = removals.iter().enumerate().find(repeats) {
            owners.add(place, issue);
            *fate = remove(record);
        }
    }
    for (_, record) in removals.iter().enumerate().filter(|(place, _)| !used.contains(place)) {
        for number in in_own_words(issues, record, fates) {
            fates[number] = remove(record);
        }
    }
}

/// Rows below `RESOLVED:` that share half of an issue's words, and are not only about one that is verified; then those in words
/// of their own, where no issue of the inspector is verified, for such a row may be about any of them.
pub(super) fn by_resolution(issues: &[&Entry], records: &[Record], fates: &mut [Fate]) {
    let resolutions: Vec<&Record> = records.iter().filter(|record| !record.removes).collect();
    let mut used = BTreeSet::new();
    let mut owners = Owners::default();
    let told = |fate: &Fate| matches!(fate, Fate::Verified { .. });
    for (issue, _) in issues.iter().zip(&*fates).filter(|(_, fate)| told(fate)) {
        for (place, record) in resolutions.iter().enumerate() {
            if names(record, issue) && shares_words(record, issue, 50) {
                owners.add(place, issue);
            }
        }
    }
    for (issue, fate) in issues.iter().zip(&mut *fates).filter(|(_, fate)| **fate == Fate::Dropped)
    {
        let resolves = |(place, record): &(usize, &&Record)| {
            names(record, issue)
                && may_be_about(record, issue)
                && shares_words(record, issue, 50)
                && owners.record_shows(*place, record, issue)
        };
        if let Some((place, record)) = resolutions.iter().enumerate().find(resolves) {
            used.insert(place);
            owners.add(place, issue);
            *fate = Fate::Resolved { row: record.span };
        }
    }
    let own = |place: &usize, record: &Record| !used.contains(place) && record.agents.len() > 1;
    for (_, record) in resolutions.iter().enumerate().filter(|(place, record)| own(place, record)) {
        for number in in_own_words(issues, record, fates) {
            let verified = |(issue, fate): (&&Entry, &Fate)| {
                issue.agents == issues[number].agents && matches!(fate, Fate::Verified { .. })
            };
            if !issues.iter().zip(&*fates).any(verified) {
                fates[number] = Fate::Resolved { row: record.span };
            }
        }
    }
}

/// The issues that a row may be about whatever its words: of each inspector that it names the one that nothing accounts for
/// yet, unless it has more of them, or the row shares the words of another.
fn in_own_words(issues: &[&Entry], record: &Record, fates: &[Fate]) -> Vec<usize> {
    let about = |agent: &String| {
        let own = || (0..issues.len()).filter(|number| issues[*number].agents.contains(agent));
        let mut left = own().filter(|number| fates[*number] == Fate::Dropped);
        let (Some(number), None) = (left.next(), left.next()) else { return None };
        let issue = issues[number];
        let other = |other: usize| other != number && shares_words(record, issues[other], 34);
        let may_be = may_be_about(record, issue) && record.named.is_within(&issue.named);
        (may_be && !own().any(other)).then_some(number)
    };
    record.agents.iter().filter_map(about).collect()
}
