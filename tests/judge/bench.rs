//! Who sits: `seat`, `others`, and policies that stand on others.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may panic")]

use assize::docket::Stake;
use assize::{Docket, Outcome, Policy, Ruling, Source, Stage};

pub(super) fn say(docket: &mut Docket, seat: &str, verdict: &str) {
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

pub(super) fn judge(text: &str, docket: Docket) -> Ruling {
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
    // A path is not a seat, and nothing is changed.
    for path in ["reports/ann", "./ann", "ann, reviews\\bob"] {
        let wrong = policy.set("humans", path).unwrap_err();
        let wrong = &wrong.items()[0];
        assert_eq!(wrong.code, "assize::policy::seat");
        assert!(wrong.help.iter().any(|help| help.contains("`qa` for `qa.md`")), "{wrong:?}");
    }
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

/// A seat that two lists name is what both say; where they disagree, no value of a parameter makes it laxer.
#[test]
fn a_list_cannot_seat_somebody_twice() {
    let text =
        "param humans = [\"dana\", \"kim\"] from 1 to 9; param leads = [\"lee\"] from 1 to 9;
        seat humans voting; seat leads required;
        rule \"most\" when in_favour.count >= expected.quorum(60) then pass;";
    let mut policy = Policy::compile(Stage::Gate, "ours", text).unwrap();
    let wrong = policy.set("leads", "dana").unwrap_err();
    assert_eq!(wrong.items()[0].code, "assize::policy::seat");
    // Nothing was changed.
    let kept = policy.facts().params.iter().find(|(name, _)| name == "leads").unwrap();
    assert_eq!(kept.1, assize::ruling::Value::List(vec!["lee".into()]));
    policy.set("leads", "pat").unwrap();
}

/// Shares are of the bench with who was excused; what was said is not said by them.
#[test]
fn an_excused_weight_says_nothing() {
    for (condition, opens) in [
        ("expected.confident(\"high\").weight >= 4", false),
        ("expected.said(\"pass\").weight >= 4", false),
        ("expected.and(in_favour).weight >= 4", false),
        ("expected.without(failed).weight >= 4", false),
        ("expected.in_favour.weight >= 4", false),
        ("expected.filter(|s| s.weight >= 4).some", false),
        ("expected.weight >= 4", true),
    ] {
        let text = format!("rule \"enough\" when {condition} then warn;");
        let mut docket = Docket::new("task-17");
        docket.seat("qa");
        docket.seat("lead").weight(4);
        docket.absent("lead", assize::Absence::Excused("on leave".into()));
        say(&mut docket, "qa", "pass");
        assert_eq!(judge(&text, docket).opening().is_some(), opens, "{condition}");
    }
}

/// Two files for a seat that only the policy names are as bad as for one that the host names.
#[test]
fn two_sources_for_a_named_seat_open_nothing() {
    let text = "seat \"qa\" required; rule \"no\" when failed.some then fail;
        rule \"all\" when passed.all then pass;";
    let brought = |answers: &[(&str, &str)]| {
        let mut docket = Docket::new("task-17");
        docket.seat("a");
        say(&mut docket, "a", "pass");
        for (file, text) in answers {
            docket.submit("qa", Source::new(*file, *text));
        }
        judge(text, docket)
    };
    let pass = "verdict: pass\nconfidence: high\n";
    let fail = "verdict: fail\nconfidence: high\nblocker: src/a.rs:7 it leaks\n";
    assert_eq!(brought(&[("qa.md", pass)]).outcome(), Outcome::Pass);
    for other in [pass, "Some notes.\n", ""] {
        let ruling = brought(&[("qa.md", pass), ("qa.txt", other)]);
        assert_eq!(ruling.outcome(), Outcome::Hold, "{other}");
        let causes: Vec<_> = ruling
            .docket()
            .cells()
            .filter_map(assize::docket::CellRef::cause)
            .map(assize::codec::Cause::as_str)
            .collect();
        assert!(causes.contains(&"duplicate_seat"), "{causes:?}");
    }
    assert_eq!(brought(&[("qa.md", pass), ("qa.txt", fail)]).outcome(), Outcome::Fail);
    assert_eq!(brought(&[("qa.md", "Notes."), ("qa.txt", "More notes.")]).outcome(), Outcome::Hold);
}

/// Who was skipped does not name the bench, and a seat without an answer is no better for two.
#[test]
fn a_skipped_seat_names_nobody() {
    let mut docket = found(&[("a", "pass")]);
    docket.seat("ts");
    docket.absent("ts", assize::Absence::Skipped("no such file changed".into()));
    let ruling = judge("rule \"all\" when passed.all then pass;", docket);
    assert_eq!((ruling.outcome(), ruling.opening().unwrap().unnamed()), (Outcome::Warn, Some(1)));
    let mut docket = Docket::new("task-17");
    docket.seat("qa");
    docket.absent("qa", assize::Absence::Missing);
    say(&mut docket, "qa", "pass");
    say(&mut docket, "qa", "pass");
    let ruling = judge("rule \"all\" when passed.all then pass;", docket);
    let cell = ruling.docket().cells().next().unwrap();
    assert_eq!(cell.cause().map(assize::codec::Cause::as_str), Some("duplicate_seat"));
}

fn extended(text: &str, bases: &[(&str, &str)]) -> Policy {
    let bases: Vec<_> = bases.iter().map(|(name, text)| ((*name).into(), (*text).into())).collect();
    Policy::compile_with_imports(Stage::Gate, "team.rhai", text, &bases).unwrap()
}

/// What a base says is about the seats that it sees, by their own names.
#[test]
fn a_base_points_at_its_own_seats() {
    let base =
        "seat \"zoe\" required; rule \"left\" when unsettled.some then hold citing unsettled;
        rule \"p\" when reported.some then pass;";
    let policy = extended(
        "extends \"base\"; seat \"amy\" required; rule \"q\" when missing.count > 5 then pass;",
        &[("base", base)],
    );
    let mut docket = Docket::new("task-17");
    docket.seat("qa");
    say(&mut docket, "qa", "pass");
    let ruling = policy.judge(&docket.clone().close()).unwrap();
    let cited: Vec<_> = ruling.cites().iter().map(|cite| cite.cell.seat()).collect();
    assert_eq!((ruling.rule_name(), cited), ("left", vec!["zoe"]));
    let seen = ruling.trace().find(|entry| entry.rule.name == "left").unwrap();
    assert!(matches!(&seen.operands[0].1, Some(assize::ruling::Operand::Value(_))), "{seen:?}");
    let base = base.replace("rule \"left\" when unsettled.some then hold citing unsettled;", "");
    let policy = extended(
        "extends \"base\"; seat \"amy\" required; rule \"q\" when missing.count > 5 then pass;",
        &[("base", &base)],
    );
    let ruling = policy.judge(&docket.close()).unwrap();
    let seats: Vec<_> = ruling
        .refused()
        .unwrap()
        .iter()
        .filter_map(|found| found.cell(ruling.docket()))
        .map(assize::docket::CellRef::seat)
        .collect();
    assert_eq!(seats, ["zoe"]);
}

/// An override of the second base is told by its own rule.
#[test]
fn an_override_is_told_by_its_own_rule() {
    let one = "rule \"nothing\" when missing.some then hold;
        rule \"one\" when reported.some then warn overriding seats([\"a\", \"b\"]) \"new\";";
    let two = "rule \"less\" when missing.some then hold;
        rule \"two\" when reported.some then warn overriding seats([\"a\", \"b\"]) \"they learn\";";
    let policy = extended("extends \"one\"; extends \"two\";", &[("one", one), ("two", two)]);
    let mut docket = Docket::new("task-17");
    for (seat, says) in [("a", "fail"), ("b", "fail"), ("c", "pass")] {
        docket.seat(seat);
        say(&mut docket, seat, says);
    }
    let ruling = policy.judge(&docket.close()).unwrap();
    let rules = &ruling.policy().rules;
    let overrides = ruling.opening().unwrap().overrides().iter();
    let told: Vec<_> = overrides
        .map(|found| (rules[found.rule as usize].name.as_str(), found.reason.as_str()))
        .collect();
    assert_eq!(told, [("one", "new"), ("two", "they learn")]);
}

/// A mistake in a base is shown in its text.
#[test]
fn an_error_of_a_base_is_told_in_its_text() {
    let base = "\n\nrule \"x\" when changed(\"migrations/**\") then hold;";
    let policy =
        extended("extends \"base\"; rule \"all\" when passed.all then pass;", &[("base", base)]);
    let mut docket = Docket::new("task-17");
    docket.seat("qa");
    say(&mut docket, "qa", "pass");
    let wrong = policy.judge(&docket.close()).unwrap_err();
    let label = &wrong.items()[0].labels[0];
    let source = &wrong.sources()[label.span.source.0 as usize];
    assert_eq!((source.name(), source.line_column(label.span.start).line), ("base.rhai", 3));
}

/// A text that is cut off, and one that denies its own verdict.
const CUT: &str = "verdict: FAI";
const DENIED: &str = "verdict: pass\nconfidence: high\n\nOverall verdict: STOP\n";

fn three_and(text: &str) -> Docket {
    let mut docket = Docket::new("task-17");
    for seat in ["ann", "ben", "cleo"] {
        docket.seat(seat).stake(Stake::Voting);
        say(&mut docket, seat, "pass");
    }
    docket.seat("dan").stake(Stake::Voting);
    if !text.is_empty() {
        docket.submit("dan", Source::new("dan.md", text));
    }
    docket
}

#[test]
fn a_voter_that_cannot_be_relied_on_holds_unless_the_policy_says_otherwise() {
    let rule = "rule \"three agree\" when in_favour.count >= 3 then pass;";
    let said = [
        "",
        "others voting; ",
        "others voting, unreadable may be left out; ",
        "others voting, doubted may be left out; ",
        "others voting, unreadable and doubted may be left out; ",
        "seat \"dan\" voting, unreadable may be left out; ",
    ];
    let opens = |text: &str| -> Vec<bool> {
        let open = |bench| judge(&format!("{bench}{rule}"), three_and(text)).opening().is_some();
        said.into_iter().map(open).collect()
    };
    assert_eq!(opens(CUT), [false, false, true, false, true, true]);
    assert_eq!(opens(DENIED), [false, false, false, true, true, false]);
    // Who said nothing, or no, is for the policy to weigh.
    assert_eq!(opens(""), [true; 6]);
    assert_eq!(opens("The reviewer went home.\n"), [true; 6]);
    assert_eq!(opens("verdict: fail\nconfidence: high\nblocker: a.rs:1 x\n"), [true; 6]);
    let shut = judge(&format!("others voting; {rule}"), three_and(CUT));
    assert_eq!((refused(&shut), shut.outcome()), (vec!["unsettled"], Outcome::Hold));
    let shut = judge(&format!("others voting; {rule}"), three_and(DENIED));
    assert_eq!((refused(&shut), shut.outcome()), (vec!["doubted"], Outcome::Hold));
}

#[test]
fn an_extension_leaves_out_nobody_whom_its_base_keeps() {
    let base = |bench: &str| format!("{bench} rule \"three\" when in_favour.count >= 3 then pass;");
    let compiled = |bench: &str, text: &str| {
        let imports = [("team".to_owned(), base(bench))];
        Policy::compile_with_imports(Stage::Gate, "ours", text, &imports)
    };
    let lax = "others voting, unreadable may be left out;";
    let opens = |policy: Policy| policy.judge(&three_and(CUT).close()).unwrap().opening().is_some();
    assert!(opens(compiled(lax, "extends \"team\";").unwrap()));
    assert!(opens(compiled(lax, &format!("extends \"team\"; {lax}")).unwrap()));
    assert!(!opens(compiled(lax, "extends \"team\"; others voting;").unwrap()));
    let laxer = compiled("others voting;", &format!("extends \"team\"; {lax}")).unwrap_err();
    assert_eq!(laxer.items()[0].code, "assize::policy::laxer_seat");
}
