//! The values of a fact at which conditions may turn, however far from what is plain.

use std::collections::BTreeSet;

use super::worlds::edges;
use crate::engine::{Constants, GivenRead, GivenType, Reads};
use crate::ir::{Date, Given};

/// Values of one fact.
const MOST: usize = 300;
/// Days on which what is written out may turn.
const FAR: i64 = 4000;

/// The numbers around those that a fact is held against.
pub(super) fn numbers(reads: &Reads, name: &str) -> Vec<i64> {
    let own = reads.constants(name);
    if own.joint {
        return edges(reads);
    }
    let near = |n: &i64| [n.saturating_sub(1), *n, n.saturating_add(1)];
    let near: BTreeSet<i64> = own.numbers.iter().flat_map(near).collect();
    if near.is_empty() { vec![0, 1] } else { near.into_iter().collect() }
}

/// The values of a fact that a host tells.
pub(super) fn values(given: &GivenRead, reads: &Reads) -> Vec<Given> {
    let own = reads.constants(&given.name);
    let made = match given.of {
        GivenType::Bool => vec![Given::Bool(false), Given::Bool(true)],
        GivenType::Int => numbers(reads, &given.name).into_iter().map(Given::Int).collect(),
        GivenType::Text => texts(&own).into_iter().map(Given::Text).collect(),
        GivenType::Date => days(reads).into_iter().map(Given::Date).collect(),
        GivenType::List => lists(&own),
        GivenType::Seat | GivenType::Seats => reads.told(given.of),
    };
    let mut all: Vec<Given> = Vec::new();
    for value in given.default.iter().cloned().chain(given.among.iter().cloned()).chain(made) {
        if !all.contains(&value) {
            all.push(value);
        }
    }
    if !given.open {
        all.retain(|value| given.among.is_empty() || given.among.contains(value));
    }
    all.truncate(MOST);
    all
}

/// Each text, what begins and ends as is asked, with any of the texts that may stand in it, as long as may be asked.
fn texts(own: &Constants) -> Vec<String> {
    let mut all: Vec<String> = vec!["something else".to_owned()];
    all.extend(own.texts.iter().cloned());
    let none = || std::iter::once(String::new());
    let inside: Vec<&String> = own.holds.iter().take(5).collect();
    for begin in none().chain(own.starts.iter().cloned()) {
        for end in none().chain(own.ends.iter().cloned()) {
            for set in 0..1_usize << inside.len() {
                let held = inside.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
                let held: Vec<&str> = held.map(|(_, text)| text.as_str()).collect();
                for around in ["-", ""] {
                    all.push([&begin, around, &held.join("-"), around, &end].concat());
                }
            }
        }
    }
    let long = own.numbers.iter().flat_map(|n| [n - 1, *n, n + 1]);
    let long: Vec<usize> =
        long.filter_map(|n| usize::try_from(n).ok()).filter(|n| *n < 5000).collect();
    let longer: Vec<String> = all
        .iter()
        .take(40)
        .flat_map(|text| {
            long.iter().map(move |n| {
                format!("{text}{}", "x".repeat(n.saturating_sub(text.chars().count())))
            })
        })
        .collect();
    all.extend(longer);
    all.retain(|text| !text.is_empty());
    all
}

/// Each set of texts that may be asked for, as long as may be asked.
fn lists(own: &Constants) -> Vec<Given> {
    let texts: Vec<&String> = own.texts.iter().take(7).collect();
    let mut all: Vec<Vec<String>> = (0..1_usize << texts.len())
        .map(|set| {
            let held = texts.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
            held.map(|(_, text)| (*text).clone()).collect()
        })
        .collect();
    let long = own.numbers.iter().flat_map(|n| [n - 1, *n, n + 1]);
    for n in long.filter_map(|n| usize::try_from(n).ok()).filter(|n| *n < 1000) {
        all.push((0..n).map(|n| format!("x{n}")).collect());
    }
    all.sort_by_key(Vec::len);
    all.into_iter().map(Given::List).collect()
}

/// Each day that is written out and those around it, and so many days from one of them as may be counted.
pub(super) fn days(reads: &Reads) -> Vec<Date> {
    let mut written: Vec<Date> = reads.days.iter().filter_map(|day| Date::parse(day)).collect();
    let plain = Date::new(2026, 6, 15);
    written.extend(plain.filter(|_| written.is_empty()));
    let far = [Date::new(2000, 1, 1), Date::new(2100, 1, 1)];
    let mut away: BTreeSet<i64> = BTreeSet::from([-1, 0, 1]);
    for n in reads.numbers.range(-FAR..=FAR) {
        away.extend([*n, -n].into_iter().flat_map(|n| [n - 1, n, n + 1]));
    }
    let near = written.iter().flat_map(|day| away.iter().filter_map(|more| day.plus(*more)));
    let mut all: Vec<Date> = near.chain(far.into_iter().flatten()).collect();
    all.sort();
    all.dedup();
    all
}
