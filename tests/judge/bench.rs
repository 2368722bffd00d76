//! Who sits: `seat`, `others`, and policies that stand on others.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may panic")]

use assize::docket::Stake;
use assize::{Docket, Outcome, Policy, Ruling, Source, Stage};

fn say(docket: &mut Docket, seat: &str, verdict: &str) {
    let text = format!("verdict: {verdict}\nconfidence: high\n");
    docket.submit(seat, Source::new(format!("{seat}.md"), text));
}

/// Reviewers whose files lie there: nobody named them.
fn found(said: &[(&str, &str)]) -> Docket {
    let mut docket = Docket::new("task-17");
    for (seat, verdict) in said {
        docket.seat(*seat).found();
        say(&mut docket, seat, verdict);
    }
    docket
}

fn judge(text: &str, docket: Docket) -> Ruling {
    let policy = Policy::compile(Stage::Gate, "ours", text).expect("a policy");
    policy.judge(&docket.close()).expect("a ruling")
}

fn refused(ruling: &Ruling) -> Vec<&'static str> {
    ruling.refused().unwrap_or_default().iter().map(|found| found.name()).collect()
}

#[test]
fn voters_whom_nobody_named_open_nothing() {
    let text =
        "others voting; rule \"most agree\" when in_favour.count * 2 > expected.count then pass;";
    let votes = [("a", "pass"), ("b", "pass"), ("c", "fail")];
    let brought = judge(text, found(&votes));
    assert_eq!(refused(&brought), ["unnamed_voter"; 3]);
    let mut named = Docket::new("task-17");
    for (seat, verdict) in votes {
        named.seat(seat);
        say(&mut named, seat, verdict);
    }
    let ruling = judge(text, named);
    assert_eq!(ruling.outcome(), Outcome::Pass);
    assert!(ruling.docket().cells().all(|cell| cell.stake() == Stake::Voting));
}

#[test]
fn a_bench_that_nobody_named_opens_with_a_warning() {
    let text = "rule \"all\" when passed.all then pass;";
    let ruling = judge(text, found(&[("a", "pass"), ("b", "pass")]));
    assert_eq!(ruling.outcome(), Outcome::Warn);
    assert_eq!(ruling.opening().unwrap().unnamed(), Some(2));
    let named = format!("seat \"a\" required; {text}");
    let ruling = judge(&named, found(&[("a", "pass"), ("b", "pass")]));
    assert_eq!((ruling.outcome(), ruling.opening().unwrap().unnamed()), (Outcome::Pass, None));
    let missing = judge(&named, found(&[("b", "pass")]));
    assert_eq!(missing.outcome(), Outcome::Hold);
}

#[test]
fn a_list_names_seats_and_can_be_set() {
    let text = "param humans = [\"ann\"] from 1 to 9; seat humans voting;
        rule \"a person agrees\" when seats(humans).in_favour.some then pass;";
    let mut policy = Policy::compile(Stage::Gate, "ours", text).unwrap();
    let judged = |policy: &Policy| {
        let docket = found(&[("ann", "fail"), ("bob", "pass"), ("bot", "pass")]).close();
        policy.judge(&docket).unwrap().outcome()
    };
    assert_eq!(judged(&policy), Outcome::Hold);
    policy.set("humans", "ann, bob").unwrap();
    assert_eq!(judged(&policy), Outcome::Pass);
}

#[test]
fn an_extension_tightens_and_opens_nothing_that_its_base_leaves_shut() {
    let text = "extends \"any-blocker\";
        param most = 1 from 0 to 9;
        rule \"too many advisories\" when warned.advisories.count > most then hold;
        rule \"good enough\" when reported.some then pass;";
    let judged = |said: &[(&str, &str)]| {
        let mut docket = Docket::new("task-17");
        for (seat, text) in said {
            docket.seat(*seat);
            docket.submit(*seat, Source::new(format!("{seat}.md"), *text));
        }
        judge(text, docket)
    };
    const PASS: &str = "verdict: pass\nconfidence: high\n";
    const WARN: &str = "verdict: warn\nconfidence: high\nadvisory: one\nadvisory: two\n";
    const FAIL: &str = "verdict: fail\nconfidence: high\nblocker: it leaks\n";
    let open = judged(&[("a", PASS)]);
    assert_eq!((open.outcome(), open.rule_name()), (Outcome::Pass, "good enough"));
    assert_eq!(
        open.also().map(|rule| rule.name.as_str()).collect::<Vec<_>>(),
        ["everybody passed"]
    );
    let held = judged(&[("a", WARN)]);
    assert_eq!((held.outcome(), held.rule_name()), (Outcome::Hold, "too many advisories"));
    let failed = judged(&[("a", PASS), ("b", FAIL)]);
    assert_eq!(
        (failed.outcome(), failed.rule_name()),
        (Outcome::Fail, "a reviewer failed the change")
    );
    assert_eq!(failed.rule().unwrap().base.as_deref(), Some("any-blocker"));
    assert_eq!(failed.bases().collect::<Vec<_>>(), [("any-blocker", Outcome::Fail)]);
    assert_eq!(failed.cites()[0].finding.unwrap().in_full(), "it leaks");
    let silent = judged(&[("a", "")]);
    assert_eq!(silent.outcome(), Outcome::Hold);
}

#[test]
fn a_parameter_of_a_base_can_be_set() {
    let mut policy = Policy::compile(Stage::Gate, "ours", "extends \"any-blocker\";").unwrap();
    policy.set("min_reviewers", "3").unwrap();
    let mut docket = Docket::new("task-17");
    docket.seat("a");
    say(&mut docket, "a", "pass");
    let ruling = policy.judge(&docket.close()).unwrap();
    assert_eq!(
        (ruling.outcome(), ruling.rule_name()),
        (Outcome::Hold, "too few reviewers to decide")
    );
}

#[test]
fn what_the_change_touches_must_be_told() {
    let text = "rule \"migrations\" when changed(\"migrations/**\") && lines_changed > 3 then fail;
        rule \"all\" when passed.all then pass;";
    let policy = Policy::compile(Stage::Gate, "ours", text).unwrap();
    let told = |docket: Docket| policy.judge(&docket.close());
    let asked: Vec<String> = told(Docket::new("x"))
        .unwrap_err()
        .items()
        .iter()
        .map(|told| told.code.to_string())
        .collect();
    assert_eq!(asked, ["assize::judge::not_told"; 2]);
    let mut docket = Docket::new("x").changed(["migrations/1.sql"]).lines_changed(4);
    docket.seat("a");
    say(&mut docket, "a", "pass");
    assert_eq!(told(docket).unwrap().rule_name(), "migrations");
}

#[test]
fn a_given_may_have_a_default_and_choices() {
    let text = "given phase: int = 2 among [1, 2, 3]; rule \"third\" when phase == 3 then fail;
        rule \"all\" when passed.all then pass;";
    let policy = Policy::compile(Stage::Gate, "ours", text).unwrap();
    let told = |docket: Docket| {
        let mut docket = docket;
        docket.seat("a");
        say(&mut docket, "a", "pass");
        policy.judge(&docket.close()).map(|ruling| ruling.outcome())
    };
    assert_eq!(told(Docket::new("x")).unwrap(), Outcome::Pass);
    assert_eq!(told(Docket::new("x").given("phase", 3)).unwrap(), Outcome::Fail);
    let wrong = told(Docket::new("x").given("phase", 4)).unwrap_err();
    assert_eq!(wrong.items()[0].code, "assize::judge::given_outside");
}
