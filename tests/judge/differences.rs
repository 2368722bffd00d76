//! Changes of a gate as teams make them: each that loosens is found, or told as not decided, however large the docket is that it
//! takes.

use assize::trial::{Change, Scope, diff};
use assize::{Policy, Stage};

use crate::lengths;

/// What a change comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comes {
    /// Something opens, or has a better answer.
    Looser,
    /// It is not decided.
    Undecided,
    /// Nothing becomes better.
    No,
}
use Comes::{Looser, No, Undecided};

/// What stands above the two rules, when it stops, when it opens; in the second of two only what is otherwise.
type Text = (&'static str, &'static str, &'static str);

const FAILS: &str = "failed.some";
const ALL: &str = "passed.all";

/// Every run asks about the first nine, `just nightly` about all.
const CHANGES: &[(Text, Text, Comes)] = &[
    // Numbers beyond what is small.
    (
        ("", "failed.some || reported.advisories.count >= 5", ALL),
        ("", "failed.some || reported.advisories.count >= 9", ALL),
        Looser,
    ),
    (
        ("", "failed.some || reported.advisories.count >= 9", ALL),
        ("", "failed.some || reported.advisories.count >= 5", ALL),
        No,
    ),
    (
        ("", FAILS, "passed.count >= expected.quorum(75)"),
        ("", FAILS, "passed.count >= expected.quorum(70)"),
        Looser,
    ),
    (
        ("", FAILS, "passed.count >= expected.quorum(70)"),
        ("", FAILS, "passed.count >= expected.quorum(75)"),
        No,
    ),
    (
        ("", "failed.some || unsure.count > 3", ALL),
        ("", "failed.some || unsure.count > 4", ALL),
        Looser,
    ),
    (
        ("", "failed.some || unsure.count > 40", ALL),
        ("", "failed.some || unsure.count > 41", ALL),
        Undecided,
    ),
    // Facts beside each other.
    (
        ("given coverage: int;", "lines_changed >= 20 && coverage < 800", ALL),
        ("given coverage: int;", "lines_changed >= 20 && coverage < 80", ALL),
        Looser,
    ),
    // Each way to fit a pattern, and texts around a text.
    (("", "changed(\"{src,db}/**\")", ALL), ("", "changed(\"src/**\")", ALL), Looser),
    (("", "changed(\"v[0-9]/**\")", ALL), ("", "changed(\"v[0-8]/**\")", ALL), Looser),
    (
        ("given branch: text;", "branch.contains(\"release\")", ALL),
        ("given branch: text;", "branch == \"release\"", ALL),
        Looser,
    ),
    // What a host may set, and need not tell.
    (
        ("param n = 2 from 2 to 5;", "reported.count < n", ALL),
        ("param n = 2 from 1 to 5;", "reported.count < n", ALL),
        Undecided,
    ),
    (
        ("param n = 2 from 1 to 5;", "reported.count < n", ALL),
        ("param n = 2 from 2 to 5;", "reported.count < n", ALL),
        No,
    ),
    (
        ("given signed: bool;", "!signed", ALL),
        ("given signed: bool = true;", "!signed", ALL),
        Undecided,
    ),
    // Who sits.
    (("seat \"dba\" required;", FAILS, ALL), ("seat \"dba\" observer;", FAILS, ALL), Looser),
    (("seat \"dba\" required;", FAILS, ALL), ("seat \"dba\" voting;", FAILS, ALL), No),
    // What is written otherwise and says the same, or is only said.
    (("", "failed.some || held.some", ALL), ("", "held.some || failed.some", ALL), No),
    (("", FAILS, "passed.count >= 2"), ("/* two */", FAILS, "passed . count>=2"), No),
];

#[expect(clippy::unwrap_used, reason = "a row that does not compile is wrong")]
fn policy((above, stops, opens): Text) -> Policy {
    let text = format!(
        "{above}\nrule \"it stops\" when {stops} then fail;\nrule \"it opens\" when {opens} then pass;"
    );
    Policy::compile(Stage::Gate, "ours.rhai", &text).unwrap()
}

/// Small enough that only what is tried beside it can tell.
fn scope() -> Scope {
    let mut scope = Scope::ONE_SUBJECT;
    (scope.seats, scope.findings) = (2, 1);
    scope
}

#[test]
fn what_loosens_is_found_or_not_decided() {
    let most = usize::try_from(lengths::cases(17).cases).unwrap();
    for (old, new, wanted) in CHANGES.iter().take(most) {
        let found = diff(&policy(*old), &policy(*new), &[], &[scope()]).unwrap();
        let comes = match (found.loosens(), found.undecided.is_empty()) {
            (true, _) => Looser,
            (false, false) => Undecided,
            (false, true) => No,
        };
        assert_eq!(comes, *wanted, "{old:?} → {new:?}: {:?}", found.undecided);
    }
}

/// Of two edits one is seen, and the other hides in its shadow.
#[test]
fn an_edit_that_shows_hides_no_other() {
    let old = policy(("", "failed.some || unsure.count > 40", ALL));
    let new = policy(("", "failed.some || unsure.count > 41", "passed.all && unsure.none"));
    let found = diff(&old, &new, &[], &[scope()]).unwrap();
    assert!(!found.loosens());
    let told = found.undecided.iter().map(|one| (one.clause.as_str(), one.line, one.change));
    assert_eq!(told.collect::<Vec<_>>(), [("rule \"it stops\"", 2, Change::Changed)]);
}

#[test]
fn a_clause_that_is_gone_or_new_is_told_by_its_name() {
    let with =
        "rule \"many\" when unsure.count > 50 then fail;\nrule \"ok\" when passed.all then pass;";
    let without = "rule \"ok\" when passed.all then pass;";
    let read = |text: &str| Policy::compile(Stage::Gate, "ours.rhai", text).unwrap();
    for (old, new, change) in [(with, without, Change::Gone), (without, with, Change::New)] {
        let found = diff(&read(old), &read(new), &[], &[scope()]).unwrap();
        let told = found.undecided.iter().map(|one| (one.clause.as_str(), one.change));
        assert_eq!(told.collect::<Vec<_>>(), [("rule \"many\"", change)]);
    }
}

/// What a clause without a number does may show only behind a number of another clause.
#[test]
fn a_plain_clause_beside_one_that_counts_is_not_taken_for_harmless() {
    let with = |stops: &str, most: u32| {
        let text = format!("{stops}\nrule \"many\" when passed.count >= {most} then pass;");
        Policy::compile(Stage::Gate, "ours.rhai", &text).unwrap()
    };
    let warned = "rule \"warned\" when warned.some then hold;";
    let found = diff(&with(warned, 8), &with("", 8), &[], &[scope()]).unwrap();
    assert!(found.loosens(), "nine reviewers show it");
    let found = diff(&with(warned, 20), &with("", 20), &[], &[scope()]).unwrap();
    assert!(!found.undecided.is_empty() && !found.loosens(), "no docket that is tried shows it");
}
