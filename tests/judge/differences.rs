//! Changes of a gate as teams make them: each that loosens is found, or told as not decided, however large the docket is that it
//! takes.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test may panic, and reads the examples"
)]

use std::fs;
use std::sync::Mutex;

use assize::docket::{ClosedDocket, Date};
use assize::policy::{GivenType, built_in_names};
use assize::trial::{Change, Compared, Effect, Mutating, Scope, diff};
use assize::{Docket, Policy, Ruling, Source, Stage, built_in};

use crate::lengths;
use crate::oracle::{Dice, dice, docket};

/// Pairs of texts, each with the exit code of `assize policy diff`. Every run asks about a part of them, `just nightly` about all.
const EDITS: &str = include_str!("edits.txt");

const FAILS: &str = "failed.some";
const ALL: &str = "passed.all";

fn read(text: &str) -> Policy {
    Policy::compile(Stage::Gate, "ours.rhai", text).unwrap()
}

fn policy(stops: &str, opens: &str) -> Policy {
    read(&format!(
        "\nrule \"it stops\" when {stops} then fail;\nrule \"it opens\" when {opens} then pass;"
    ))
}

/// Small enough that only what is tried beside it can tell.
fn scope() -> Scope {
    let mut scope = Scope::ONE_SUBJECT;
    (scope.seats, scope.findings) = (2, 1);
    scope
}

/// As `assize policy diff` ends.
fn code(old: &Policy, new: &Policy, scope: Scope) -> u8 {
    let found = diff(old, new, &[], &[scope]).unwrap();
    match (found.loosens(), found.undecided.is_empty()) {
        (true, _) => 1,
        (false, false) => 3,
        (false, true) => 0,
    }
}

#[test]
fn each_edit_ends_as_it_should() {
    let edits: Vec<&str> = EDITS.split("\n### ").skip(1).collect();
    let most = usize::try_from(lengths::cases(12).cases).unwrap();
    // Those of a run are from all classes.
    let every = edits.len().div_ceil(most).max(1);
    let mut wrong = Vec::new();
    for edit in edits.iter().step_by(every) {
        let (head, texts) = edit.split_once('\n').unwrap();
        let (wanted, name) = head.split_once(' ').unwrap();
        let (old, new) = texts.split_once("\n---\n").unwrap();
        let found = code(&read(old), &read(new), scope());
        if found.to_string() != wanted {
            wrong.push(format!("{name}: {found}, not {wanted}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Of two edits one is seen, and the other hides in its shadow.
#[test]
fn an_edit_that_shows_hides_no_other() {
    let old = policy("failed.some || unsure.count > 400", ALL);
    let new = policy("failed.some || unsure.count > 401", "passed.all && unsure.none");
    let found = diff(&old, &new, &[], &[scope()]).unwrap();
    assert!(!found.loosens());
    let told = found.undecided.iter().map(|one| (one.clause.as_str(), one.line, one.change));
    assert_eq!(told.collect::<Vec<_>>(), [("rule \"it stops\"", 2, Change::Changed)]);
}

#[test]
fn a_clause_that_is_gone_is_told_by_its_name_and_one_more_shuts() {
    let with =
        "rule \"many\" when unsure.count > 500 then fail;\nrule \"ok\" when passed.all then pass;";
    let without = "rule \"ok\" when passed.all then pass;";
    let found = diff(&read(with), &read(without), &[], &[scope()]).unwrap();
    let told = found.undecided.iter().map(|one| (one.clause.as_str(), one.change));
    assert_eq!(told.collect::<Vec<_>>(), [("rule \"many\"", Change::Gone)]);
    assert_eq!(code(&read(without), &read(with), scope()), 0);
}

/// An edit that tightens where it shows may loosen where it does not.
#[test]
fn what_tightens_small_dockets_is_not_taken_for_harmless() {
    let old = policy("failed.some || unsure.count > 3", ALL);
    let new = policy("failed.some || unsure.some && unsure.count < 300", ALL);
    assert_eq!(code(&old, &new, scope()), 3);
    assert_eq!(code(&old, &policy("failed.some || unsure.some", ALL), scope()), 0);
}

/// A host may let voters sit who are required otherwise.
#[test]
fn what_only_voters_show_is_found() {
    let opens = "in_favour.count >= 2";
    assert_eq!(code(&policy(FAILS, opens), &policy("failed.count > 1", opens), scope()), 1);
}

/// A seat that a host does not name is missing only while the policy asks for it.
#[test]
fn a_seat_that_is_not_asked_for_any_more_is_found() {
    let with = "seat \"dba\" required;\nrule \"ok\" when passed.all then pass;";
    let without = "rule \"ok\" when passed.all then pass;";
    assert_eq!(code(&read(with), &read(without), scope()), 1);
}

/// What a clause without a number does may show only behind a number of another clause.
#[test]
fn a_plain_clause_beside_one_that_counts_is_not_taken_for_harmless() {
    let with = |stops: &str, most: u32| {
        read(&format!("{stops}\nrule \"many\" when passed.count >= {most} then pass;"))
    };
    let warned = "rule \"warned\" when warned.some then hold;";
    let found = diff(&with(warned, 8), &with("", 8), &[], &[scope()]).unwrap();
    assert!(found.loosens(), "nine reviewers show it");
    let found = diff(&with(warned, 400), &with("", 400), &[], &[scope()]).unwrap();
    assert!(!found.undecided.is_empty() && !found.loosens(), "no docket that is tried shows it");
}

/// Each clause that was changed is told by what that does, and what opens comes first.
#[test]
fn each_changed_clause_is_told_by_what_it_does() {
    let old = read(
        "seat \"dba\" required;
note \"a note\" when warned.some citing warned;
rule \"it stops\" when failed.some then fail;
rule \"slow\" when warned.count > 1 then hold;
rule \"ok\" when passed.some then pass;",
    );
    let new = read(
        "seat \"db\" required;
note \"a note\" when unsure.some citing unsure;
rule \"it stops\" when failed.some then fail because \"it fails\";
rule \"slow\" when warned.count > 2 then hold;
rule \"ok\" when passed.some && unsure.none then pass;",
    );
    let found = diff(&old, &new, &[], &[scope()]).unwrap();
    let told = found.edits.iter().map(|edit| (edit.clause.as_str(), edit.change, edit.does));
    assert_eq!(
        told.collect::<Vec<_>>(),
        [
            ("seat \"dba\" → \"db\"", Change::Renamed, Effect::Opens),
            ("rule \"slow\"", Change::Changed, Effect::Opens),
            ("rule \"ok\"", Change::Changed, Effect::Shuts),
            ("note \"a note\"", Change::Changed, Effect::Nothing),
            ("rule \"it stops\"", Change::Changed, Effect::Nothing),
        ]
    );
}

/// Counts that policies compare, `#` in the place of a number.
const COUNTS: [&str; 10] = [
    "failed.count >= #",
    "failed.some",
    "warned.count > #",
    "unsettled.count >= #",
    "reported.count < #",
    "unsure.count > #",
    "missing.some",
    "in_favour.count < #",
    "voting.failed.count >= #",
    "warned.advisories.count > #",
];

/// One to three of them, with numbers.
fn counts(dice: &mut Dice) -> Vec<String> {
    let one = |dice: &mut Dice| dice.of(&COUNTS).replace('#', &(1 + dice.roll(3)).to_string());
    (0..=dice.roll(3)).map(|_| one(dice)).collect()
}

/// The same with one of them gone, another, or more.
fn edited(mut counts: Vec<String>, dice: &mut Dice) -> Vec<String> {
    let at = dice.roll(counts.len());
    match dice.roll(4) {
        0 if counts.len() > 1 => {
            counts.remove(at);
        }
        1 => counts.extend(self::counts(dice)),
        _ => {
            let number = counts[at].find(|c: char| c.is_ascii_digit());
            if let Some(number) = number {
                counts[at].replace_range(number..=number, &(1 + dice.roll(4)).to_string());
            }
        }
    }
    counts
}

/// What ends with 0 is better on no docket: random ones are judged by both policies.
#[test]
fn what_is_called_harmless_is_better_nowhere() {
    let mut harmless = 0;
    for seed in 0..u64::from(lengths::cases(72).cases) {
        let mut dice = dice(seed);
        let (stops, opens) = (counts(&mut dice), counts(&mut dice));
        let (mut other_stops, mut other_opens) = (stops.clone(), opens.clone());
        match dice.often(60) {
            true => other_stops = edited(other_stops, &mut dice),
            false => other_opens = edited(other_opens, &mut dice),
        }
        let of = |stops: &[String], opens: &[String]| {
            policy(&stops.join(" || "), &format!("passed.some && !({})", opens.join(" || ")))
        };
        let (old, new) = (of(&stops, &opens), of(&other_stops, &other_opens));
        if code(&old, &new, scope()) != 0 {
            continue;
        }
        harmless += 1;
        for _ in 0..400 {
            let docket = docket(&mut dice);
            let (Ok(before), Ok(after)) = (old.judge(&docket), new.judge(&docket)) else {
                continue;
            };
            assert!(
                !is_better(&before, &after),
                "{stops:?} {opens:?}\n{other_stops:?} {other_opens:?}\n{docket:#?}"
            );
        }
    }
    assert!(harmless >= 6, "{harmless} were called harmless");
}

/// Whether a ruling opens what another left shut, or opens with a better outcome.
fn is_better(before: &Ruling, after: &Ruling) -> bool {
    let is_open = |ruling: &Ruling| ruling.opening().is_some();
    let shut = !is_open(before) && before.refused().is_none();
    let better = after.outcome() < before.outcome() && (is_open(before) || shut);
    better || is_open(after) && !is_open(before)
}

/// What a reviewer may answer; one who says nothing is missing.
const ANSWERS: [&str; 7] = [
    "verdict: pass\nconfidence: high\n",
    "verdict: pass\nconfidence: low\nadvisory: src/a.rs:1 a name is odd\n",
    "verdict: fail\nconfidence: high\nblocker: src/a.rs:1 it leaks\n",
    "Verdict: APPROVE with nits\n",
    "Verdict: PASS if the tests pass\n",
    "I could not look at it.\n",
    "",
];
/// Dockets of more seats are of no small space.
const SEATS: usize = 4;

/// Every docket of the seats that a policy names and of others beside them, up to four seats; the facts of the run have the same
/// values in all of them, by `choice` of three.
fn every_docket(policy: &Policy, choice: i64) -> Vec<ClosedDocket> {
    let mut seats: Vec<String> = policy.seats().map(str::to_owned).take(SEATS).collect();
    let others = ["dev-1", "dev-2"].into_iter().take(SEATS - seats.len());
    seats.extend(others.map(str::to_owned));
    let count = u32::try_from(seats.len()).unwrap();
    let docket = |number: usize| {
        let mut docket = Docket::new("task").round(1 + u32::try_from(choice).unwrap());
        for (name, of) in policy.givens() {
            docket = match of {
                GivenType::Int => docket.given(name, choice * 450),
                GivenType::Bool => docket.given(name, choice == 1),
                GivenType::Date => docket.given(name, Date::new(2026, 11, 20).unwrap()),
                GivenType::List => docket.given(name, vec![seats[0].clone()]),
                GivenType::Seat => docket.given(name, seats[seats.len() - 1].clone()),
                _ => docket.given(name, seats[0].clone()),
            };
        }
        for (place, seat) in seats.iter().enumerate() {
            docket.seat(seat.as_str());
            let answer =
                ANSWERS[number / ANSWERS.len().pow(u32::try_from(place).unwrap()) % ANSWERS.len()];
            if !answer.is_empty() {
                docket.submit(seat.as_str(), Source::new(seat.as_str(), answer));
            }
        }
        docket.close()
    };
    (0..ANSWERS.len().pow(count)).map(docket).collect()
}

/// The gates that come with Assize, and those of the examples.
fn gates() -> Vec<Policy> {
    let shipped = built_in_names(Stage::Gate).map(|name| {
        Policy::compile(Stage::Gate, name, built_in(Stage::Gate, name).unwrap()).unwrap()
    });
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/policies");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> =
        files.filter(|path| path.extension().is_some_and(|end| end == "rhai")).collect();
    files.sort();
    let examples = files.into_iter().filter_map(|path| {
        let text = fs::read_to_string(&path).unwrap();
        Policy::compile(Stage::Gate, path.file_name()?.to_str()?, &text).ok()
    });
    shipped.chain(examples).collect()
}

/// What ends with 0 is better on no docket of a few seats, of all mutants of the gates that come with Assize: each of these dockets
/// is judged by both. A run asks about every 20th mutant of two small gates, with `EVERY_MUTANT=150`, as a changed
/// engine has it, about every 150th, with 1, as `just nightly` sets it, about all: an hour when optimised.
#[test]
fn each_mutant_of_a_gate_is_judged_on_every_small_docket() {
    let gates = gates();
    assert!(gates.len() >= 30, "{} gates", gates.len());
    let asked = std::env::var("EVERY_MUTANT").ok();
    let every: usize = asked.as_ref().map_or(20, |said| said.parse().unwrap());
    let few = ["only-what-is-new-stops", "careless"];
    let tries = |gate: &&Policy| asked.is_some() || few.contains(&&*gate.facts().name);
    let (mut seen, mut tried, mut harmless) = (0, 0, 0);
    let mut wrong = Vec::new();
    for gate in gates.iter().filter(tries) {
        let mutants = Mutex::new(Vec::new());
        let collect = |_: &Policy, mutant: &Policy| {
            mutants.lock().unwrap().push(mutant.clone());
            Compared::Unknown
        };
        let made = Mutating { kills: &|_| false, compare: &collect }.run(gate);
        assert!(made.is_some_and(|made| made.killed == 0), "{}", gate.facts().name);
        let mut dockets = Vec::new();
        // Threads make them in any order.
        let mut mutants = mutants.into_inner().unwrap();
        mutants.sort_by(|one, other| one.facts().source.bytes().cmp(other.facts().source.bytes()));
        for mutant in mutants {
            seen += 1;
            if seen % every != 0 {
                continue;
            }
            tried += 1;
            if code(gate, &mutant, scope()) != 0 {
                continue;
            }
            harmless += 1;
            if dockets.is_empty() {
                dockets = (0..3).flat_map(|choice| every_docket(gate, choice)).collect();
            }
            let shows = |docket: &&ClosedDocket| match (gate.judge(docket), mutant.judge(docket)) {
                (Ok(before), Ok(after)) => is_better(&before, &after),
                _ => false,
            };
            if let Some(docket) = dockets.iter().find(shows) {
                wrong.push(format!(
                    "{}\n{:?}\n{docket:#?}",
                    gate.facts().name,
                    mutant.facts().source
                ));
            }
        }
    }
    println!("{tried} mutants, of which {harmless} are called harmless");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(tried > 0 && harmless * 10 >= tried, "{harmless} of {tried}");
}
