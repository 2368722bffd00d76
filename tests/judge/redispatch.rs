//! What a redispatch policy sees of its seat, of the others and of what was tried, and what its actions say.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use assize::docket::{Attempt, Stake};
use assize::ruling::ActionKind;
use assize::{Docket, Policy, Source, Stage, built_in};

use super::bench::say;

fn shipped(stage: Stage, name: &str) -> Policy {
    Policy::compile(stage, name, built_in(stage, name).unwrap()).unwrap()
}

/// What a condition comes to for the first seat, natively and in rhai.
fn holds(condition: &str, docket: &Docket) -> bool {
    let text = format!(
        "param auditors = [\"auditor\"] from 1 to 9;\nrule \"x\" when {condition} then nudge;"
    );
    let policy = Policy::compile(Stage::Redispatch, "mine", &text)
        .unwrap_or_else(|mistakes| panic!("{condition}: {mistakes}"));
    let docket = docket.clone().close();
    let first = docket.cells().next().unwrap();
    let native = policy.redispatch(&docket, first).unwrap().action;
    let in_rhai = policy.without_lowering().redispatch(&docket, first).unwrap().action;
    assert_eq!(native, in_rhai, "{condition}");
    native.is_some()
}

fn cpf(docket: &mut Docket, seat: &str, verdict: &str, row: &str) {
    let text = format!(
        "VERDICT:{verdict}\nSCOPE:cart\nISSUES:\n{row}|coupling|Cart|it knows the ledger\n"
    );
    docket.seat(seat);
    docket.submit(seat, Source::new(format!("{seat}.cpf"), text));
}

#[test]
fn what_was_tried_counts_since_the_last_accept() {
    let tried = |actions: &[(&str, &str)], condition: &str| {
        let mut docket = Docket::new("task-17");
        docket.seat("qa");
        docket.seat("security");
        for (seat, action) in actions {
            docket.attempt(Attempt::new(*seat, *action));
        }
        let of_seat = holds(condition, &docket);
        // A gate counts the same way.
        let gate = condition.replace("tried(\"fix\") ==", "expected.tried(\"fix\", 1).count ==");
        if gate != condition && !condition.contains("&&") {
            let text = format!("rule \"x\" when {gate} then fail; rule \"y\" otherwise hold;");
            let policy = Policy::compile(Stage::Gate, "mine", &text).unwrap();
            let failed = policy.judge(&docket.close()).unwrap().rule_name() == "x";
            assert_eq!(failed, of_seat, "{gate}");
        }
        of_seat
    };
    assert!(tried(&[], "tried(\"fix\") == 0"));
    assert!(tried(&[("qa", "fix")], "tried(\"fix\") == 1"));
    assert!(tried(&[("qa", "fix"), ("qa", "accept")], "tried(\"fix\") == 0"));
    assert!(tried(&[("qa", "fix"), ("qa", "accept"), ("qa", "fix")], "tried(\"fix\") == 1"));
    assert!(!tried(&[("qa", "fix"), ("security", "accept")], "tried(\"fix\") == 0"));
    assert!(tried(&[("qa", "accept"), ("qa", "accept")], "tried(\"accept\") == 2"));
    assert!(tried(
        &[("qa", "update_spec"), ("qa", "fix")],
        "tried(\"update_spec\") == 1 && tried(\"fix\") == 1"
    ));
}

#[test]
fn a_policy_sees_its_seat_and_the_others() {
    let mut docket = Docket::new("task-17");
    cpf(&mut docket, "auditor", "CONDITIONAL", "H");
    cpf(&mut docket, "rulebase", "NO-GO", "C");
    docket.seat("holistic");
    for condition in [
        "seat in auditors",
        "seat == \"auditor\"",
        "said(\"conditional\") && !said(\"GO\")",
        "findings.high.count == 1 && findings.critical.none",
        "others.count == 2",
        "others.failed.count == 1 && others.missing.count == 1 && others.passed.none",
        "others.findings.critical.count == 1 && others.findings.high.none",
        "others.said(\"NO-GO\").some && !others.failed.all",
    ] {
        assert!(holds(condition, &docket), "{condition}");
        assert!(!holds(&format!("!({condition})"), &docket), "{condition}");
    }
    // Observers are others too, and stand as voters do: nobody's word is left out where one seat is asked about.
    docket.seat("consistency").stake(Stake::Observer);
    docket.submit("consistency", Source::new("consistency.cpf", "VERDICT:GO\nSCOPE:cart\n"));
    docket.seat("style").stake(Stake::Observer);
    for condition in [
        "others.count == 4 && others.failed.count == 1 && others.missing.count == 2",
        "others.passed.count == 1 && others.reported.count == 2 && !others.passed.all",
        "others.reported.confident(\"high\").count == 2 && others.said(\"GO\").passed.all",
    ] {
        assert!(holds(condition, &docket), "{condition}");
    }
    // Alone, there are no others, and nothing is true of all of none.
    let mut alone = Docket::new("task-17");
    say(&mut alone, "auditor", "pass");
    assert!(holds("others.none && !others.passed.all", &alone));
}

/// The kinds of all actions about the auditor, and what the first one says.
fn next(text: &str, tried: &[&str]) -> (Vec<ActionKind>, String) {
    let gate = shipped(Stage::Gate, "any-blocker");
    let gate = gate.with_redispatch(shipped(Stage::Redispatch, "fix-loop")).unwrap();
    let gate = gate.with_audit(shipped(Stage::Audit, "impl-2026-03")).unwrap();
    let mut docket = Docket::new("task-17");
    docket.seat("auditor");
    docket.submit("auditor", Source::new("auditor.cpf", text));
    tried.iter().for_each(|action| docket.attempt(Attempt::new("auditor", *action)));
    let ruling = gate.judge(&docket.close()).unwrap();
    let actions = ruling.actions();
    (actions.iter().map(|action| action.kind).collect(), actions[0].message())
}

#[test]
fn who_is_to_fix_it_is_told_what_and_a_person_is_not_told_to_fix() {
    let test = "VERDICT:CONDITIONAL\nSCOPE:cart\nVERIFIED:\ntest|M|test-failure|a.rs:7|it fails\n";
    let (kinds, message) = next(test, &[]);
    assert_eq!(kinds, [ActionKind::Fix], "its audit fails it");
    assert!(message.starts_with("Fix what these findings name"), "{message}");
    assert!(message.ends_with("- a.rs:7 it fails (auditor.cpf:4)"), "{message}");
    let (kinds, message) = next(test, &["fix", "fix"]);
    assert_eq!(kinds, [ActionKind::Escalate]);
    assert!(message.starts_with("Decide how to go on"), "{message}");
    // A fail without a blocker is fixed by all that it lists.
    let medium = "VERDICT:NO-GO\nSCOPE:cart\nVERIFIED:\ntest|M|coverage-gap|a.rs:7|no test\n";
    let (kinds, message) = next(medium, &[]);
    assert_eq!(kinds, [ActionKind::Fix]);
    assert!(message.ends_with("- a.rs:7 no test (auditor.cpf:4)"), "{message}");
    let spec =
        "VERDICT:SPEC-UPDATE-NEEDED\nSCOPE:cart\nSPEC_FEEDBACK:\ndesign|cart|no order is said\n";
    let (kinds, message) = next(spec, &[]);
    assert_eq!(kinds, [ActionKind::UpdateSpec]);
    assert!(message.ends_with("- no order is said (auditor.cpf:4)"), "{message}");
}

#[test]
fn what_a_reviewer_is_told_to_do_names_no_flag_of_the_command_line() {
    let policy = shipped(Stage::Gate, "any-blocker");
    let two_formats = "{\"type\": \"result\", \"criteria_results\": [{\"criterion\": \"builds\", \"passed\": true}]}\n";
    for (text, advice) in [
        ("### Verdict: shipped\n", "; write `APPROVE` or `REVISE`"),
        ("**Verdict:** it, or so\n", "; write `APPROVE` or `REVISE`"),
        ("### Verdict: CONDITIONAL\n", "; state `APPROVE` or `REVISE`"),
        ("{\"verdict\": \"shipped\"}\n", "; write `APPROVE` or `REVISE`"),
        ("{\"verdict\": \"conditional\"}\n", "; state `APPROVE` or `REVISE`"),
        (two_formats, "; keep the keys of only one"),
        ("So be it.\n", "or one of the formats that `assize contract` lists"),
    ] {
        let mut docket = Docket::new("task-17");
        docket.seat("qa");
        docket.submit("qa", Source::new("qa.md", text));
        let ruling = policy.judge(&docket.close()).unwrap();
        let actions = ruling.actions();
        let message = actions[0].message();
        assert!(message.ends_with(advice), "{message}");
        assert!(!message.contains("--"), "{message}");
    }
}
