//! Each operator makes its mutants, and only a planted one survives a case set that is complete.

use super::{Apart, Compared, Mutating, Mutation};
use crate::engine::{Policy, Stage};
use crate::ir::{ClosedDocket, Docket, Outcome};
use crate::source::Source;

const TEXT: &str = r#"
    param enough = 2 from 1 to 5;
    param mode = "strict" among ["lax", "strict", "loose"];
    let serious = findings.at_least("high");
    rule "a fail" when failed.some || held.some then fail;
    note "serious" when serious.some citing serious;
    rule "few" when reported.count < enough && !unsure.some then hold;
    rule "strict" when mode == "strict" && warned.some then hold;
    rule "advisories" when warned.none == false then warn;
    rule "passed" when passed.all then pass;
"#;

fn compile(text: &str) -> Option<Policy> {
    Policy::compile(Stage::Gate, "ours.rhai", text).ok()
}

/// Every docket of up to three seats.
fn dockets() -> Vec<ClosedDocket> {
    let replies = ["pass", "warn", "fail", "", "unsure"];
    let count = |seats: u32| replies.len().pow(seats);
    let of = |seats: u32, n: usize| {
        let mut docket = Docket::new("task-17");
        for seat in 0..seats {
            let name = format!("seat-{seat}");
            docket.seat(&name);
            let reply = replies[n / count(seat) % replies.len()];
            let confidence = if reply == "unsure" { "low" } else { "high" };
            let finding = match reply {
                "" => continue,
                "fail" => "blocker: src/a.rs:7 it leaks\n",
                "warn" => "advisory: src/a.rs:7 it is slow\n",
                _ => "",
            };
            let outcome = if reply == "unsure" { "pass" } else { reply };
            let text = format!("verdict: {outcome}\nconfidence: {confidence}\n{finding}");
            docket.submit(&name, Source::new(name.as_str(), text));
        }
        docket.close()
    };
    (1..=3)
        .flat_map(|seats| (0..count(seats)).map(move |n| (seats, n)))
        .map(|(s, n)| of(s, n))
        .collect()
}

fn outcome(policy: &Policy, docket: &ClosedDocket) -> Option<Outcome> {
    policy.judge(docket).ok().map(|ruling| ruling.outcome())
}

/// Lets these dockets be the cases, with the outcome of the policy as the expectation.
fn mutated(text: &str, cases: &[ClosedDocket]) -> Mutation {
    let policy = compile(text).unwrap();
    let expected: Vec<_> = cases.iter().map(|docket| outcome(&policy, docket)).collect();
    let every = dockets();
    let kills = |mutant: &Policy| {
        cases.iter().zip(&expected).any(|(docket, expected)| outcome(mutant, docket) != *expected)
    };
    let compare = |policy: &Policy, mutant: &Policy| {
        let differ = |docket: &&ClosedDocket| outcome(policy, docket) != outcome(mutant, docket);
        let opens = |docket: &&ClosedDocket| {
            let of = |policy| outcome(policy, docket).is_some_and(Outcome::opens);
            of(mutant) && !of(policy)
        };
        let worst = every.iter().find(opens).or_else(|| every.iter().find(differ));
        worst.map_or(Compared::Alike, |docket| {
            Compared::Differ(Apart {
                made: None,
                before: format!("{:?}", outcome(policy, docket)),
                after: format!("{:?}", outcome(mutant, docket)),
                opens: opens(&docket),
                case: docket
                    .cells()
                    .map(|cell| format!("{} {}\n", cell.seat(), cell.state()))
                    .collect(),
            })
        })
    };
    let mutation = Mutating { kills: &kills, compare: &compare };
    mutation.run(&policy).unwrap()
}

#[test]
fn each_operator_makes_its_mutants() {
    let policy = compile(TEXT).unwrap();
    let edits = super::edits::edits(&policy);
    let lines: Vec<String> = edits
        .iter()
        .map(|edit| {
            let own = &TEXT[edit.span.start as usize..edit.span.end as usize];
            format!("{own} => {} | {}", edit.with, edit.what)
        })
        .collect();
    for expected in [
        "rule \"a fail\" when failed.some || held.some then fail; =>  | the rule is dropped",
        "note \"serious\" when serious.some citing serious; =>  | the note is dropped",
        "passed.all => !(passed.all) | the condition is negated",
        "passed.all => true | the condition is always true",
        "passed.all => false | the condition is never true",
        "|| => && | `||` became `&&`",
        "&& => || | `&&` became `||`",
        "< => <= | `<` became `<=`",
        "== => != | `==` became `!=`",
        "some => none | `some` became `none`",
        "none => some | `none` became `some`",
        "all => some | `all` became `some`",
        "! =>  | `!` is dropped",
        "!unsure.some => true | `!unsure.some` became `true`",
        "held.some => false | `held.some` became `false`",
        "2 => 1 | `2` became `1`",
        "2 => 3 | `2` became `3`",
        "\"strict\" => \"lax\" | `\"strict\"` became `\"lax\"`",
        "\"strict\" => \"loose\" | `\"strict\"` became `\"loose\"`",
        "\"high\" => \"medium\" | `\"high\"` became `\"medium\"`",
        "\"high\" => \"critical\" | `\"high\"` became `\"critical\"`",
        "fail => hold | `fail` became `hold`",
        "hold => warn | `hold` became `warn`",
        "warn => pass | `warn` became `pass`",
    ] {
        assert!(
            lines.iter().any(|line| line == expected),
            "{expected}\nis not in\n{}",
            lines.join("\n")
        );
    }
}

#[test]
fn the_rules_of_a_ladder_are_swapped() {
    let text =
        "rule \"a\" when settled then accept;\nrule \"b\" when missing then respawn ask \"Go.\";";
    let policy = Policy::compile(Stage::Redispatch, "ours", text).unwrap();
    let edits = super::edits::edits(&policy);
    let swapped =
        edits.iter().find(|edit| edit.what == "the rule comes after the next one").unwrap();
    let expected =
        "rule \"b\" when missing then respawn ask \"Go.\";\nrule \"a\" when settled then accept;";
    assert_eq!(swapped.with, expected);
    assert!(edits.iter().any(|edit| edit.what == "`respawn` became `excuse`"));
}

/// Every mutant is either noticed, or alike, or not seen in the outcome: nothing opens.
#[test]
fn a_complete_case_set_leaves_nothing_that_opens() {
    let mutation = mutated(TEXT, &dockets());
    assert!(mutation.killed > 35, "{}", mutation.killed);
    assert!(mutation.survivors.is_empty(), "{:?}", mutation.survivors);
    assert_eq!(mutation.loosening().count(), 0);
}

/// Without the dockets on which exactly one reviewer reported, no one notices that one is enough.
#[test]
fn a_planted_hole_leaves_its_mutants_and_the_one_that_opens_comes_first() {
    let reported =
        |docket: &ClosedDocket| docket.cells().filter(|cell| cell.verdict().is_some()).count();
    let mut cases = dockets();
    cases.retain(|docket| reported(docket) != 1);
    let mutation = mutated(TEXT, &cases);
    assert!(mutation.loosening().count() > 0);
    let first = &mutation.survivors[0];
    assert_eq!(first.opens(), Some(true));
    assert_eq!(first.edit.what, "`2` became `1`");
    assert_eq!(first.line, 2);
    let [before, after] = &first.diff;
    assert_eq!(before, &["    param enough = 2 from 1 to 5;"]);
    assert_eq!(after, &["    param enough = 1 from 1 to 5;"]);
    assert_eq!(first.difference.as_ref().unwrap().case, "seat-0 reported\n");
    let opens: Vec<_> = mutation.survivors.iter().map(super::Survivor::opens).collect();
    let mut sorted = opens.clone();
    sorted.sort_by_key(|opens| *opens != Some(true));
    assert_eq!(opens, sorted);
}

#[test]
fn with_a_case_that_fails_already_nothing_is_learnt() {
    let policy = compile(TEXT).unwrap();
    let mutating = Mutating { kills: &|_| true, compare: &|_, _| Compared::Unknown };
    assert!(mutating.run(&policy).is_none());
}

#[test]
fn what_was_not_compared_is_not_said_to_open() {
    let policy = compile(TEXT).unwrap();
    let mutating = Mutating { kills: &|_| false, compare: &|_, _| Compared::Unknown };
    let mutation = mutating.run(&policy).unwrap();
    assert!(mutation.survivors.iter().all(|survivor| survivor.opens().is_none()));
    assert_eq!((mutation.killed, mutation.loosening().count()), (0, 0));
}
