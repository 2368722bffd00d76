//! What must hold of audits and redispatch policies, seen on policies of which it does not; and what a change of one
//! lets through.
#![expect(clippy::panic, clippy::unwrap_used, reason = "a test fails loudly")]

use assize::ruling::ActionKind;
use assize::trial::{
    Difference, Direction, Own, Property, Scope, Verified, VerifyOptions, diff, verify,
};
use assize::{Outcome, Policy, Stage, built_in};

fn policy(stage: Stage, text: &str) -> Policy {
    Policy::compile(stage, "ours", text).unwrap_or_else(|wrong| panic!("{text}: {wrong}"))
}

fn verified(stage: Stage, text: &str) -> Verified {
    verify(&policy(stage, text), &VerifyOptions::default()).unwrap()
}

fn broken(found: &Verified) -> Vec<Property> {
    found.violations.iter().map(|found| found.property).collect()
}

fn differ(stage: Stage, old: &str, new: &str) -> Difference {
    let scopes = [Scope::ONE_SUBJECT, Scope::TWO_SUBJECTS];
    diff(&policy(stage, old), &policy(stage, new), &[], &scopes).unwrap()
}

const ONE_HIGH: &str = "rule \"one\" when findings.at_least(\"high\").some then warn citing findings.at_least(\"high\");";

#[test]
fn an_audit_that_takes_one_finding_more_for_better_is_found() {
    let exactly = "rule \"just one\" when findings.at_least(\"high\").count == 1 then warn citing findings.at_least(\"high\");";
    let found = verified(Stage::Audit, exactly);
    assert_eq!(broken(&found), [Property::Monotone]);
    let worse = &found.violations[0];
    let (witness, other) = (worse.witness.as_ref().unwrap(), worse.other.as_ref().unwrap());
    assert_eq!((witness.ruled.outcome, other.ruled.outcome), (Outcome::Pass, Outcome::Warn));
    assert_eq!(broken(&verified(Stage::Audit, ONE_HIGH)), []);
}

#[test]
fn more_findings_than_an_audit_counts_are_made_up() {
    let text = "param most = 3 from 1 to 9;
        rule \"too many\" when findings.at_least(\"high\").count > most then fail citing findings.at_least(\"high\");";
    let found = verified(Stage::Audit, text);
    assert_eq!(broken(&found), []);
    assert!(found.unsure.is_empty(), "{found:?}");
    assert_eq!(found.params[0].direction, Direction::Opens);
}

#[test]
fn a_rule_of_an_audit_that_never_decides_is_told() {
    let text = "rule \"one\" when findings.at_least(\"high\").some then fail citing findings.at_least(\"high\");
        rule \"two\" when findings.at_least(\"high\").count > 1 then fail citing findings.at_least(\"high\");";
    let found = verified(Stage::Audit, text);
    assert_eq!(broken(&found), [Property::NoDeadRule]);
    assert_eq!(found.violations[0].rule.as_deref(), Some("two"));
}

#[test]
fn conflicts_and_defects_of_the_specification_are_made_up() {
    let text = "rule \"a conflict\" when unresolved.some then warn citing unresolved;
        rule \"a defect\" when spec_feedback.some then fail citing spec_feedback;";
    let found = verified(Stage::Audit, text);
    assert_eq!((broken(&found), found.beyond.len()), (Vec::new(), 0), "{found:?}");
}

#[test]
fn who_has_spoken_is_not_given_up() {
    let text = "rule \"it fails\" when failed then excuse; rule \"it is not there\" when missing then escalate;";
    let found = verified(Stage::Redispatch, text);
    assert_eq!(broken(&found), [Property::FailClosed]);
    assert_eq!(
        found.violations[0].witness.as_ref().unwrap().ruled.action,
        Some(ActionKind::Excuse)
    );
    let silent = "rule \"it is not there\" when missing then excuse;";
    assert_eq!(broken(&verified(Stage::Redispatch, silent)), []);
}

#[test]
fn an_answer_that_is_not_there_does_not_stand() {
    let text =
        "rule \"whatever\" when missing then accept; rule \"else\" when !missing then escalate;";
    assert_eq!(broken(&verified(Stage::Redispatch, text)), [Property::FailClosed]);
}

#[test]
fn asking_again_comes_to_an_end_and_does_not_begin_again() {
    let for_ever = "rule \"again\" when missing then respawn;";
    let found = verified(Stage::Redispatch, for_ever);
    assert_eq!(broken(&found), [Property::Bounded]);
    assert!(found.violations[0].other.is_none());
    let again = "rule \"a person\" when missing && tried(\"respawn\") == 1 then escalate;
        rule \"ask\" when missing && tried(\"respawn\") != 1 && tried(\"respawn\") < 3 then respawn;
        rule \"at last\" when missing && tried(\"respawn\") >= 3 then escalate;";
    let found = verified(Stage::Redispatch, again);
    assert_eq!(broken(&found), [Property::Bounded]);
    let (worse, other) = (&found.violations[0].witness, &found.violations[0].other);
    let action = |one: &Option<assize::trial::Witness>| one.as_ref().unwrap().ruled.action;
    assert_eq!(
        (action(worse), action(other)),
        (Some(ActionKind::Respawn), Some(ActionKind::Escalate))
    );
    let bounded = "rule \"a person\" when missing && tried(\"respawn\") >= 2 then escalate;
        rule \"again\" when missing then respawn;";
    assert_eq!(broken(&verified(Stage::Redispatch, bounded)), []);
}

#[test]
fn a_seat_that_a_redispatch_policy_knows_is_asked_about_by_name() {
    let text = "rule \"the auditor\" when seat == \"auditor\" && missing then escalate;
        rule \"somebody else\" when missing && others.failed.some then excuse;";
    let found = verified(Stage::Redispatch, text);
    assert_eq!(broken(&found), []);
    let about: Vec<&str> = found.scopes.iter().map(|scoped| scoped.about.as_str()).collect();
    assert_eq!(about, ["ann", "auditor"]);
}

#[test]
fn a_looser_audit_and_an_excuse_that_was_not_there_are_told() {
    let two = "rule \"one\" when findings.at_least(\"high\").count > 1 then warn citing findings.at_least(\"high\");";
    let found = differ(Stage::Audit, ONE_HIGH, two);
    assert!(found.loosens() && found.groups[0].to.outcome == Outcome::Pass, "{found:?}");
    assert!(!differ(Stage::Audit, two, ONE_HIGH).loosens());
    let asks = "rule \"gone\" when missing then escalate;";
    let gives_up = "rule \"gone\" when missing then excuse;";
    let found = differ(Stage::Redispatch, asks, gives_up);
    assert!(found.loosens());
    assert_eq!(found.groups[0].to.action, Some(ActionKind::Excuse));
    let stricter = differ(Stage::Redispatch, gives_up, asks);
    assert!(!stricter.loosens() && !stricter.groups.is_empty());
    // Another request is a difference, and nobody is given up by it.
    let other = "rule \"gone\" when missing then nudge;";
    let found = differ(Stage::Redispatch, asks, other);
    assert!(!found.loosens() && found.groups.len() == 1, "{found:?}");
}

#[test]
fn a_property_of_ones_own_is_about_gates() {
    let mut options = VerifyOptions::default();
    options.own = vec![Own::parse("it", "findings.some means fail").unwrap()];
    let refused = verify(&policy(Stage::Audit, ONE_HIGH), &options).unwrap_err();
    assert_eq!(refused.items()[0].code, "assize::trial::own_of_gates");
}

#[test]
fn small_shipped_policies_hold_what_every_one_has_to() {
    for (stage, name) in [(Stage::Audit, "as-stated"), (Stage::Redispatch, "standard")] {
        let found = verified(stage, built_in(stage, name).unwrap());
        assert_eq!(broken(&found), [], "{name}: {found:?}");
    }
}

#[test]
fn a_severity_that_leaves_its_rule_when_it_is_raised_is_found() {
    let text = "rule \"high\" when findings.high.some then warn citing findings.high;";
    assert_eq!(broken(&verified(Stage::Audit, text)), [Property::Monotone]);
}
