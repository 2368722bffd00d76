//! What no policy can break, because the engine keeps it, is looked at all the same: here the outcome of a policy is
//! falsified behind it.

use super::{Falsified, Property, Scope, ToldFindings, Twist, VerifyOptions, Violation, verified};
use crate::engine::{Bare, Policy, Stage};
use crate::ir::{CellRef, ClosedDocket, FindingRef, Group, Outcome, Ruling};
use crate::source::Span;

const TEXT: &str = "rule \"one fails\" when failed.some then fail citing failed.blockers;
    rule \"everybody passed\" when passed.all then pass;";

fn broken(stage: Stage, text: &str, twist: &Twist) -> Vec<Property> {
    let policy = Policy::compile(stage, "ours", text).unwrap_or_else(|wrong| panic!("{wrong}"));
    let scopes = vec![Scope { seats: 2, subjects: 1, findings: 2 }];
    let options = VerifyOptions { scopes, ..VerifyOptions::default() };
    let falsified = Falsified { twist: Some(twist), tells: None };
    let found = verified(&policy, &options, falsified).unwrap_or_else(|wrong| panic!("{wrong}"));
    found.violations.iter().map(|found| found.property).collect()
}

/// What is found where findings are told like this.
fn untold(text: &str, tells: &ToldFindings) -> Vec<(Property, usize)> {
    let policy =
        Policy::compile(Stage::Gate, "ours", text).unwrap_or_else(|wrong| panic!("{wrong}"));
    let scopes = vec![Scope { seats: 3, subjects: 1, findings: 2 }];
    let options = VerifyOptions { scopes, ..VerifyOptions::default() };
    let falsified = Falsified { twist: None, tells: Some(tells) };
    let found = verified(&policy, &options, falsified).unwrap_or_else(|wrong| panic!("{wrong}"));
    let docket = |found: &Violation| {
        found.witness.as_ref().map_or(0, |one| {
            one.docket.docket().close().cells().map(|cell| cell.findings().len()).sum()
        })
    };
    found.violations.iter().map(|found| (found.property, docket(found))).collect()
}

#[test]
fn a_blocker_that_nobody_is_told_of_is_found() {
    let lost = |all: usize| vec![(Property::BlockersKept, all)];
    assert_eq!(untold(TEXT, &|_, _, _| true), []);
    assert_eq!(untold(TEXT, &|_, _, _| false), lost(1));
    // Not only on the plainest docket: only the second of two is lost, of one seat or of two.
    let second = |ruling: &Ruling, _: &CellRef<'_>, finding: Span| {
        let mut all =
            ruling.docket().cells().flat_map(CellRef::findings).filter(|found| found.is_blocker());
        all.next().is_none_or(|first| first.span() == finding)
    };
    assert_eq!(untold(TEXT, &second), lost(2));
    // Only beside a note that holds, and only where it is no rule that fails.
    let noted = format!("{TEXT}\n note \"one is unsure\" when unsure.some citing unsure;");
    let beside = |ruling: &Ruling, _: &CellRef<'_>, _: Span| ruling.notes().next().is_none();
    assert_eq!(untold(&noted, &beside), lost(1));
    assert_eq!(untold(TEXT, &beside), []);
    // Only of a seat that says `pass` itself.
    let stated = |_: &Ruling, cell: &CellRef<'_>, _: Span| {
        let stated = cell.verdict().and_then(|verdict| verdict.stated);
        stated.is_none_or(|stated| stated.outcome != Outcome::Pass)
    };
    let words = "rule \"it passes\" when reported.said(\"pass\").failed.some then fail citing failed.blockers;\n";
    assert_eq!(untold(&format!("{words}{TEXT}"), &stated), lost(1));
}

fn opens(bare: Bare) -> Bare {
    Bare { outcome: Outcome::Pass, ..bare }
}

#[test]
fn nothing_is_found_where_nothing_is_falsified() {
    assert_eq!(broken(Stage::Gate, TEXT, &|_, bare| bare), []);
}

#[test]
fn an_opening_that_no_rule_claims_is_found() {
    let by_default = |_: &ClosedDocket, bare: Bare| match bare.rule {
        None => opens(bare),
        Some(_) => bare,
    };
    assert!(broken(Stage::Gate, TEXT, &by_default).contains(&Property::Claimed));
    // The rule that is said to decide does not hold.
    let unheld = |_: &ClosedDocket, bare: Bare| match bare.outcome {
        Outcome::Pass => Bare { holds: 0, ..bare },
        _ => bare,
    };
    assert!(broken(Stage::Gate, TEXT, &unheld).contains(&Property::Claimed));
}

#[test]
fn an_opening_over_who_is_missing_or_fails_is_found() {
    let claimed = |bare: Bare| Bare { rule: Some(1), holds: 2, ..opens(bare) };
    for group in [Group::Missing, Group::Failed] {
        let over = move |docket: &ClosedDocket, bare: Bare| {
            let any = !docket.columns().group(group).is_empty();
            if any { claimed(bare) } else { bare }
        };
        let found = broken(Stage::Gate, TEXT, &over);
        assert!(found.contains(&Property::FailClosed), "{group:?}: {found:?}");
    }
}

#[test]
fn an_order_that_decides_is_found() {
    let first = |docket: &ClosedDocket, bare: Bare| {
        let first = docket.cells().next().and_then(CellRef::effective);
        match first {
            Some(Outcome::Warn) => Bare { outcome: Outcome::Hold, ..bare },
            _ => bare,
        }
    };
    assert!(broken(Stage::Gate, TEXT, &first).contains(&Property::OrderFree));
    let first = |docket: &ClosedDocket, bare: Bare| {
        let first = docket.cells().next().and_then(|cell| cell.findings().next());
        match first.is_some_and(FindingRef::is_blocker) {
            true => Bare { rule: None, ..bare },
            false => bare,
        }
    };
    let audit = "rule \"some\" when findings.some then warn citing findings;";
    assert!(broken(Stage::Audit, audit, &first).contains(&Property::OrderFree));
    assert_eq!(broken(Stage::Audit, audit, &|_, bare| bare), []);
}

/// Who is of the core team and who is the owner are two seats, and not two orders of one bench.
#[test]
fn seats_of_which_other_things_are_said_have_no_order() {
    let text = "given team of seats: text; given role of seats: text; others voting;
        rule \"against\" when failed.some then fail;
        rule \"silent\" when unsettled.some then hold;
        rule \"the owner warns\" when warned.having(\"role\", \"owner\").some then hold;
        rule \"core\" when in_favour.having(\"team\", \"core\").some then pass;";
    assert_eq!(broken(Stage::Gate, text, &|_, bare| bare), []);
}

#[test]
fn an_extension_that_opens_more_is_found() {
    let text = "extends \"any-blocker\"; rule \"one is unsure\" when unsure.some then hold;";
    let looser = |_: &ClosedDocket, bare: Bare| match bare.outcome {
        Outcome::Hold => opens(bare),
        _ => bare,
    };
    assert!(broken(Stage::Gate, text, &looser).contains(&Property::Base));
    assert_eq!(broken(Stage::Gate, text, &|_, bare| bare), []);
}

#[test]
fn an_audit_that_betters_a_verdict_is_found() {
    let audit = "rule \"some\" when findings.some then warn citing findings;";
    assert!(broken(Stage::Audit, audit, &|_, bare| opens(bare)).contains(&Property::FailClosed));
}
