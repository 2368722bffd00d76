//! What the linter says of conditions is true of every docket: random policies on random dockets.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeSet;
use std::fmt::Write as _;

use assize::policy::{Type, vocabulary};
use assize::{Diagnostics, Policy, Stage};

use crate::oracle::{Author, Dice, PARAMS, dice, docket};

/// The names of the rules and notes that a lint is about.
fn told(found: &Diagnostics, lint: &str) -> BTreeSet<String> {
    let of_lint = found.items().iter().filter(|item| item.code.ends_with(lint));
    let names = of_lint.filter_map(|item| item.message.split('`').nth(1).map(str::to_owned));
    names.collect()
}

/// Judges random dockets, and holds the linter to what becomes of each rule. Gives how many claims there were.
fn hold_to(policy: &Policy, dice: &mut Dice, dockets: usize) -> usize {
    let found = policy.check();
    let never = told(&found, "::never_holds");
    let always = told(&found, "::always_holds");
    let never_decides = told(&found, "::never_decides");
    let claims = never.len() + always.len() + never_decides.len();
    if claims == 0 {
        return 0;
    }
    for _ in 0..dockets {
        let docket = docket(dice);
        let Ok(ruling) = policy.judge(&docket) else { continue };
        for entry in ruling.trace() {
            let name = entry.rule.name.as_str();
            let wrong =
                (entry.holds && never.contains(name)) || (!entry.holds && always.contains(name));
            assert!(!wrong, "{name}: {}\n{}", entry.holds, policy.facts().source.text().unwrap());
        }
        let decided = ruling.rule_name();
        assert!(!never_decides.contains(decided), "{decided}\n{:?}", policy.facts().source.text());
    }
    claims
}

#[test]
fn what_is_said_of_random_rules_is_true() {
    let mut claims = 0;
    for seed in 0..u64::from(super::lengths::cases(72).cases) {
        let mut author = Author { dice: dice(seed), lets: Vec::new() };
        let (head, rules) = author.parts();
        let text = format!("{head}{}", rules.concat());
        // One that always opens does not compile.
        let Ok(policy) = Policy::compile(Stage::Gate, "random.rhai", &text) else { continue };
        claims += hold_to(&policy, &mut author.dice, 40);
    }
    assert!(claims > 5, "only {claims} claims");
}

/// Every two groups of seats, and how they stand to each other.
#[test]
fn what_is_said_of_groups_is_true() {
    let entries = || vocabulary(Stage::Gate).filter(|entry| entry.takes.is_empty());
    let facts = entries().filter(|entry| entry.of.is_none() && entry.gives == Type::Seats);
    let verbs =
        entries().filter(|entry| entry.of == Some(Type::Seats) && entry.gives == Type::Seats);
    let states: Vec<&str> = verbs.map(|entry| entry.name).collect();
    let mut groups: Vec<String> = facts.map(|entry| entry.name.to_owned()).collect();
    groups.extend(
        ["seat(\"qa\")", "seats([\"qa\", \"docs\"])", "reported.confident(\"med\")"]
            .map(str::to_owned),
    );
    let subjects = ["failed", "unsettled", "warned", "passed"];
    groups.extend(states.iter().map(|state| format!("voting.{state}")));
    groups.extend(states.iter().map(|state| format!("seat(\"qa\").{state}")));
    let mut conditions: Vec<String> = Vec::new();
    for (at, one) in groups.iter().enumerate() {
        for other in &groups {
            conditions.push(format!("{one}.without({other}).some"));
            conditions.push(format!("{one}.and({other}).some"));
        }
        for other in &groups[..at] {
            conditions.push(format!("{one}.count > {other}.count && {other}.none"));
            conditions.push(format!("{one}.findings.some && {other}.none"));
        }
    }
    let states: Vec<_> =
        states.into_iter().filter(|name| !["required", "voting"].contains(name)).collect();
    for one in &states {
        for other in &states {
            conditions.push(format!("voting.{one}.all && voting.{other}.some"));
            conditions.push(format!("{one}.all && {other}.some"));
            conditions.push(format!("{one}.all && !{other}.all"));
            conditions.push(format!("expected.some && {one}.none && !{other}.all"));
        }
    }
    for one in subjects {
        for other in subjects {
            conditions.push(format!("subjects.{one}.{other}.some"));
            conditions.push(format!("subjects.{one}.all && subjects.{other}.some"));
            conditions.push(format!("subjects.{one}.findings.some && subjects.{other}.none"));
            conditions
                .push(format!("subjects.{one}.blockers.some && subjects.{other}.advisories.none"));
            conditions.push(format!("subjects.{one}.advisories.some && findings.none"));
            conditions.push(format!("subjects.{one}.blockers.some && {other}.blockers.none"));
        }
    }
    let findings =
        ["critical", "high", "at_least(\"high\")", "at_least(\"low\")", "blockers", "advisories"];
    for one in findings {
        for other in findings {
            conditions.push(format!("findings.{one}.{other}.some"));
            conditions.push(format!("findings.{one}.some && findings.{other}.none"));
            conditions.push(format!("failed.{}.some && findings.{other}.none", "blockers"));
            conditions
                .push(format!("findings.{one}.some && expected.{one2}.none", one2 = "reported"));
        }
    }
    // Only what something is claimed of is judged.
    let compiled = |conditions: &[String]| {
        let note = |condition: &String| {
            let name = condition.replace('"', "'");
            format!("note \"{name}\" when {condition} citing failed;\n")
        };
        let text: String = conditions.iter().map(note).collect();
        let text = text + "rule \"r\" when failed.some then fail;\n";
        Policy::compile(Stage::Gate, "groups.rhai", &text).unwrap()
    };
    conditions.sort();
    conditions.dedup();
    let mut claimed = Vec::new();
    for part in conditions.chunks(150) {
        let never = told(&compiled(part).check(), "::never_holds");
        claimed.extend(part.iter().filter(|one| never.contains(&one.replace('"', "'"))).cloned());
    }
    assert!(claimed.len() > 500, "only {} claims of {}", claimed.len(), conditions.len());
    let policies: Vec<Policy> = claimed.chunks(300).map(compiled).collect();
    let mut dice = dice(0);
    for docket in (0..60).map(|_| docket(&mut dice)) {
        for policy in &policies {
            let Ok(ruling) = policy.judge(&docket) else { continue };
            let holds = ruling.trace().find(|entry| entry.holds && entry.rule.name != "r");
            assert!(holds.is_none(), "{}", holds.map(|entry| &entry.rule.name).unwrap());
        }
    }
}

/// However many rules there are, and however much stands in their `let`s.
#[test]
fn a_large_policy_is_checked_in_time() {
    let mut text = PARAMS.to_owned();
    let _ = writeln!(text, "let v0 = failed.count + small;");
    for n in 1..300 {
        let _ = writeln!(text, "let v{n} = v{} + v{};", n - 1, n / 2);
    }
    for n in 0..600 {
        let _ = writeln!(
            text,
            "rule \"r{n}\" when v{} > {n} && (failed.some || warned.count != {n}) then hold;",
            n % 300
        );
    }
    let policy = Policy::compile(Stage::Gate, "large.rhai", &text).unwrap();
    let codes: BTreeSet<String> =
        policy.check().items().iter().map(|item| item.code.to_string()).collect();
    assert!(codes.contains("assize::lint::too_much"), "{codes:?}");
}
