//! The rounds of a work as a report: what each came to, what was found and tried, by round and by seat.

use std::collections::{BTreeMap, BTreeSet};

use super::{COMMAND, by_action, came_to, text};
use crate::diagnostic::Level;
use crate::host::{History, JudgedFinding, JudgedRound, PastRound, time_of};
use crate::report::{Answer, Bar, Chart, Check, Item, Part, Report, Section, Tone};

/// All rounds; what is found in the last one that was judged are its items.
pub(super) fn of(history: &History) -> Report {
    let task = history.rounds.last().map_or_else(String::new, |past| past.round.task.clone());
    let judged = history.rounds.iter().rev().find_map(|past| Some((past, past.judged.as_ref()?)));
    // What it was when it was judged: nothing is called open here, for the work may have moved on.
    let state = match judged {
        Some((_, judged)) if judged.open => "WAS OPEN",
        Some(_) => "WAS SHUT",
        None => "NOT JUDGED",
    };
    let found = judged.into_iter().flat_map(|(past, judged)| {
        past.new.iter().chain(&past.repeated).map(|found| item(found, judged))
    });
    Report {
        command: COMMAND,
        state,
        title: judged.map_or_else(String::new, |(past, judged)| {
            format!("{}, round {}: {}", task, past.round.round, decided(judged))
        }),
        good: judged.is_some_and(|(_, judged)| judged.open),
        facts: judged.map_or_else(Vec::new, |(past, judged)| facts(past, judged)),
        items: found.collect(),
        checks: history.rounds.iter().map(|past| check(&task, past)).collect(),
        charts: vec![
            Chart { title: "Rounds", bars: history.rounds.iter().map(of_round).collect() },
            Chart { title: "Findings by seat", bars: of_seats(history) },
            Chart { title: "Attempts by seat", bars: of_attempts(history) },
        ],
        sections: vec![Section { title: "What became of each finding", text: text(history) }],
        about: task,
        ..Report::default()
    }
}

/// `fail: a reviewer failed the change`
fn decided(judged: &JudgedRound) -> String {
    match &judged.rule {
        Some(rule) => format!("{}: {rule}", judged.word),
        None => judged.word.clone(),
    }
}

fn facts(past: &PastRound, judged: &JudgedRound) -> Vec<(&'static str, String)> {
    let panel = Some(past.round.panel.clone()).filter(|panel| !panel.is_empty());
    let bound = past.round.binding();
    let bound = (!bound.is_empty()).then(|| bound.in_brief());
    let all = [
        ("panel", panel),
        ("policy", Some(judged.asked.gate.clone())),
        ("bound to", bound),
        ("begun", Some(time_of(past.round.begun))),
    ];
    all.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

fn item(found: &JudgedFinding, judged: &JudgedRound) -> Item {
    let blocks = found.kind == "blocker";
    let level = if blocks && !judged.open { Level::Error } else { Level::Warning };
    Item {
        seat: Some(found.seat.clone()),
        fingerprint: found.fingerprint.clone(),
        ..Item::new(&found.kind, level, found.text.clone())
    }
}

fn check(task: &str, past: &PastRound) -> Check {
    let answer = match &past.judged {
        Some(judged) if judged.open => Answer::Passed,
        Some(_) => Answer::Failed,
        None if past.over => Answer::Skipped,
        None => Answer::Pending,
    };
    let seats = past.judged.iter().flat_map(|judged| &judged.seats);
    let seats: Vec<_> = seats.map(|seat| format!("{}: {}", seat.seat, seat.verdict)).collect();
    Check {
        suite: task.to_owned(),
        name: name(past),
        answer,
        says: past.judged.as_ref().map_or_else(|| came_to(past), decided),
        why: seats.join("\n"),
        place: None,
    }
}

fn name(past: &PastRound) -> String {
    format!("round {}", past.round.round)
}

fn of_round(past: &PastRound) -> Bar {
    Bar {
        name: format!("{}: {}", name(past), came_to(past)),
        note: time_of(past.round.begun),
        parts: vec![
            part("new", past.new.len(), Tone::Bad),
            part("again", past.repeated.len(), Tone::Odd),
            part("resolved", past.resolved.len(), Tone::Good),
        ],
    }
}

/// What each seat found in all rounds, each thing once.
fn of_seats(history: &History) -> Vec<Bar> {
    let mut seats: BTreeMap<&str, [BTreeSet<&str>; 2]> = BTreeMap::new();
    for judged in history.rounds.iter().filter_map(|past| past.judged.as_ref()) {
        for seat in &judged.seats {
            seats.entry(&seat.seat).or_default();
        }
        for found in &judged.findings {
            let kinds = seats.entry(&found.seat).or_default();
            kinds[usize::from(found.kind != "blocker")].insert(&found.fingerprint);
        }
    }
    let bar = |(seat, [blockers, others]): (&str, [BTreeSet<&str>; 2])| Bar {
        name: seat.to_owned(),
        note: String::new(),
        parts: vec![
            part("blocking", blockers.len(), Tone::Bad),
            part("advisory", others.difference(&blockers).count(), Tone::Odd),
        ],
    };
    seats.into_iter().map(bar).collect()
}

/// What was tried on each seat.
fn of_attempts(history: &History) -> Vec<Bar> {
    let bar = |(seat, attempts): (&String, &Vec<_>)| Bar {
        name: seat.clone(),
        note: String::new(),
        parts: by_action(attempts)
            .into_iter()
            .map(|(action, count)| part(action, count, Tone::Neutral))
            .collect(),
    };
    history.attempts.iter().map(bar).collect()
}

fn part(what: &str, count: usize, tone: Tone) -> Part {
    Part { what: what.to_owned(), count, tone }
}
