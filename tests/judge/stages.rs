//! The stages before the gate: audits make verdicts worse and never better, and only who has not spoken is excused.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may panic")]

use assize::docket::{State, Waiver};
use assize::ruling::{ActionKind, Suppose};
use assize::{Absence, Docket, Outcome, Policy, Ruling, Source, Stage, built_in};

use super::bench::say;

/// More than one high finding is too many.
const AUDIT: &str = "word \"NO-GO\" means fail;\nword \"GO\" means pass;\n\
    rule \"too many\" when findings.high.count > 1 then \"NO-GO\" citing findings.high;\n\
    rule \"few\" otherwise \"GO\";";
const GIVE_UP: &str = "rule \"nothing came\" when missing || unreadable || errored then excuse because \"it takes too long\";\n\
    rule \"it says fail\" when failed then excuse;\n\
    rule \"it stands\" otherwise accept;";

fn stage(stage: Stage, text: &str) -> Policy {
    Policy::compile(stage, "mine", text).unwrap()
}

fn any_blocker() -> Policy {
    stage(Stage::Gate, built_in(Stage::Gate, "any-blocker").unwrap())
}

/// A CPF with so many high findings, which its auditor calls conditional.
fn audit_of(docket: &mut Docket, seat: &str, highs: usize) {
    let rows: String =
        (0..highs).map(|n| format!("impl|H|task-incomplete|src/a{n}.rs:7|half done\n")).collect();
    let text = format!("VERDICT:CONDITIONAL\nSCOPE:parser\nVERIFIED:\n{rows}");
    docket.seat(seat);
    docket.submit(seat, Source::new(format!("{seat}.cpf"), text));
}

fn judge(policy: &Policy, docket: Docket) -> Ruling {
    let docket = docket.close();
    let ruling = policy.judge(&docket).unwrap();
    let in_rhai = policy.clone().without_lowering().judge(&docket).unwrap();
    assert_eq!(ruling.outcome(), in_rhai.outcome());
    // What was judged can be judged again.
    let again = policy.judge(ruling.docket()).unwrap();
    assert_eq!((again.outcome(), again.word()), (ruling.outcome(), ruling.word()));
    ruling
}

#[test]
fn an_audit_makes_a_verdict_worse_and_what_it_cites_a_blocker() {
    let policy = any_blocker().with_audit(stage(Stage::Audit, AUDIT)).unwrap();
    for (highs, outcome) in [(1, Outcome::Warn), (2, Outcome::Fail)] {
        let mut docket = Docket::new("task-17");
        audit_of(&mut docket, "auditor", highs);
        let ruling = judge(&policy, docket);
        assert_eq!(ruling.outcome(), outcome);
        let cell = ruling.docket().cells().next().unwrap();
        let audit = cell.audit().unwrap();
        assert_eq!(audit.word, if highs == 1 { "GO" } else { "NO-GO" });
        assert_eq!(audit.line, if highs == 1 { 4 } else { 3 });
        let blocked = cell.findings().filter(|finding| finding.is_blocker()).count();
        assert_eq!(blocked, if highs == 1 { 0 } else { 2 });
        let fix = ruling.actions().into_iter().find(|action| action.kind == ActionKind::Fix);
        assert_eq!(fix.map(|action| action.findings().len()), (highs == 2).then_some(2));
        assert_eq!(ruling.policy().stages[0].name, "mine");
    }
}

#[test]
fn an_audit_that_passes_takes_no_fail_back() {
    let lax = stage(Stage::Audit, "rule \"fine\" otherwise pass;");
    let policy = any_blocker().with_audit(lax).unwrap();
    for (said, outcome) in
        [("fail", Outcome::Fail), ("warn", Outcome::Warn), ("pass", Outcome::Pass)]
    {
        let mut docket = Docket::new("task-17");
        docket.seat("qa");
        say(&mut docket, "qa", said);
        assert_eq!(judge(&policy, docket).outcome(), outcome, "{said}");
    }
    // Nor does it make a verdict of what has none.
    let mut docket = Docket::new("task-17");
    docket.seat("qa");
    docket.submit("qa", Source::new("qa.md", "verdict: pa"));
    assert_eq!(judge(&policy, docket).outcome(), Outcome::Hold);
}

/// The `fail` of an audit is lifted by findings where they are all that it cites.
#[test]
fn an_override_lifts_an_audited_fail_only_with_all_that_the_audit_cites() {
    let gate = "given today: date;\n\
        rule \"failed\" when failed.blockers.without(findings.waived(today)).some then fail;\n\
        rule \"go\" when reported.some then pass overriding findings.waived(today) \"accepted\";";
    let policy = stage(Stage::Gate, gate).with_audit(stage(Stage::Audit, AUDIT)).unwrap();
    for (path, opens) in [("src/a*.rs", true), ("src/a0.rs", false)] {
        let today = assize::docket::Date::new(2026, 11, 23).unwrap();
        let mut docket = Docket::new("task-17").given("today", today);
        docket.waive(Waiver::new("W-1", "dana", "soon", today).path(path));
        audit_of(&mut docket, "auditor", 2);
        let ruling = judge(&policy, docket);
        assert_eq!(ruling.opening().is_some(), opens, "{path}");
        if let Some(opening) = ruling.opening() {
            assert_eq!(opening.outcome(), Outcome::Warn);
            assert_eq!(opening.overrides().len(), 1);
        }
    }
}

#[test]
fn only_who_has_not_spoken_is_excused() {
    let policy = any_blocker().with_redispatch(stage(Stage::Redispatch, GIVE_UP)).unwrap();
    let bench = |text: Option<&str>, absence: Option<Absence>| {
        let mut docket = Docket::new("task-17");
        docket.seat("qa");
        say(&mut docket, "qa", "pass");
        docket.seat("security");
        if let Some(text) = text {
            docket.submit("security", Source::new("security.md", text));
        }
        if let Some(absence) = absence {
            docket.absent("security", absence);
        }
        docket
    };
    let errored = || Some(Absence::Errored("killed".into()));
    let cases = [
        (None, None, Outcome::Warn, State::Excused),
        (None, errored(), Outcome::Warn, State::Excused),
        (Some(""), None, Outcome::Warn, State::Excused),
        (
            Some("verdict: fail\nconfidence: high\nblocker: a.rs:7 leaks\n"),
            None,
            Outcome::Fail,
            State::Reported,
        ),
        // It was cut off, and says fail.
        (Some("verdict: fail\nconfidence: hi"), None, Outcome::Fail, State::Unreadable),
        // Its word is none, and a line of it says what is wrong.
        (
            Some(
                "verdict: maybe\nconfidence: high\n\nCRITICAL: src/auth.rs:3 passwords are logged\n",
            ),
            None,
            Outcome::Hold,
            State::Unreadable,
        ),
        // It was cut off, or says two things: nobody knows what it said.
        (Some("verdict: pass\nconfidence: hi"), None, Outcome::Hold, State::Unreadable),
        (
            Some(
                "```yaml\nverdict: pass\nconfidence: high\n```\n\n```yaml\nverdict: warn\nconfidence: high\n```\n",
            ),
            None,
            Outcome::Hold,
            State::Unreadable,
        ),
        // It breaks its format, or has a word that nobody knows.
        (Some("{\"verdict\": \"pass\", \"blockers\": 7"), None, Outcome::Hold, State::Unreadable),
        (Some("verdict: perhaps\nconfidence: high\n"), None, Outcome::Hold, State::Unreadable),
        // It is said to have ended badly, and what it wrote was cut off.
        (Some("verdict: pass\nconfidence: hi"), errored(), Outcome::Hold, State::Errored),
        // It stops inside a sentence.
        (
            Some("I looked at the change, and I cannot approve it as it stands.\n"),
            None,
            Outcome::Hold,
            State::Unreadable,
        ),
        (
            Some("There is a lot to do here; rejected for now"),
            None,
            Outcome::Hold,
            State::Unreadable,
        ),
        // What is no answer is none: prose of a program, a template that was not filled in.
        (
            Some("API Error: 529 overloaded, stop_reason null\n"),
            None,
            Outcome::Warn,
            State::Excused,
        ),
        (Some("verdict: pass | fail | warn\n"), None, Outcome::Warn, State::Excused),
        (Some("killed\n"), errored(), Outcome::Warn, State::Excused),
        // It has no label, and says no.
        (
            Some("I looked at all of it.\n\n**NO-GO**\n\nOverall: PASS or FAIL, I cannot tell\n"),
            None,
            Outcome::Fail,
            State::Reported,
        ),
        (Some("verdict: pass\nconfidence: high\n"), None, Outcome::Pass, State::Reported),
    ];
    for (text, absence, outcome, state) in cases {
        let ruling = judge(&policy, bench(text, absence.clone()));
        let cell = ruling.docket().cells().last().unwrap();
        assert_eq!((ruling.outcome(), cell.state()), (outcome, state), "{text:?} {absence:?}");
        if state == State::Excused {
            assert_eq!(cell.detail(), Some("it takes too long"));
            let strict = bench(text, absence).no_overrides();
            assert_eq!(judge(&policy, strict).outcome(), Outcome::Hold);
        }
    }
}

/// Nobody is left who speaks: an excuse opens nothing.
#[test]
fn when_all_are_excused_nothing_opens() {
    let policy = any_blocker().with_redispatch(stage(Stage::Redispatch, GIVE_UP)).unwrap();
    let mut docket = Docket::new("task-17");
    docket.seat("qa");
    docket.seat("security");
    assert!(judge(&policy, docket).opening().is_none());
}

#[test]
fn every_seat_has_its_action_and_a_message() {
    let ladder = "rule \"nothing came\" when missing && tried(\"respawn\") < 1 then respawn ask \"Write your verdict.\";\n\
        rule \"it is doubted\" when doubted then second_opinion;\n\
        rule \"nobody comes\" when missing then escalate because \"asked twice\";\n\
        rule \"it stands\" otherwise accept;";
    let policy = any_blocker().with_redispatch(stage(Stage::Redispatch, ladder)).unwrap();
    let mut docket = Docket::new("task-17");
    for seat in ["qa", "security", "style", "tests"] {
        docket.seat(seat);
    }
    docket.attempt(assize::docket::Attempt::new("tests", "respawn"));
    say(&mut docket, "qa", "pass");
    let doubted = "```yaml\nverdict: pass\nconfidence: high\n```\n\n**Verdict:** FAIL\n";
    docket.submit("security", Source::new("security.md", doubted));
    let ruling = judge(&policy, docket);
    let actions = ruling.actions();
    let reasons: Vec<_> = actions.iter().map(assize::Action::reason).collect();
    let told = actions.iter().zip(&reasons);
    let told: Vec<_> =
        told.map(|(action, why)| (action.cell.seat(), action.kind.as_str(), &**why)).collect();
    assert_eq!(
        told,
        [
            ("qa", "accept", "it stands"),
            ("security", "second_opinion", "it is doubted"),
            ("style", "respawn", "nothing came"),
            ("tests", "escalate", "asked twice"),
        ]
    );
    assert_eq!(
        actions[2].message(),
        "Write your verdict.\nthe verdict of `style` is missing: write it"
    );
    assert!(
        actions[1].message().contains("which of the two do you mean?"),
        "{}",
        actions[1].message()
    );
    assert!(actions.iter().all(|action| !action.message().is_empty()));
}

/// Whoever was asked again is awaited; who was given up is not.
#[test]
fn who_is_asked_again_is_awaited() {
    let ladder = "rule \"again\" when missing && tried(\"respawn\") < 1 then respawn;\n\
        rule \"a person looks\" when missing then escalate;";
    let gate = "rule \"nobody comes\" when missing.without(awaiting).some then fail;\n\
        rule \"it is awaited\" when awaiting.some then hold;\n\
        rule \"all\" when passed.all then pass;";
    let policy =
        stage(Stage::Gate, gate).with_redispatch(stage(Stage::Redispatch, ladder)).unwrap();
    for (tried, outcome) in [(false, Outcome::Hold), (true, Outcome::Fail)] {
        let mut docket = Docket::new("task-17");
        docket.seat("qa");
        if tried {
            docket.attempt(assize::docket::Attempt::new("qa", "respawn"));
        }
        assert_eq!(judge(&policy, docket).outcome(), outcome, "{tried}");
    }
}

/// A seat that only the gate's policy names is asked about too, and a base sees what the audits came to.
#[test]
fn policies_that_seat_and_extend_see_the_stages() {
    let ours = "extends \"any-blocker\";\nseat \"lead\" required;\nrule \"no lead\" when seat(\"lead\").missing.some then hold;";
    let gate = stage(Stage::Gate, ours)
        .with_audit(stage(Stage::Audit, AUDIT))
        .unwrap()
        .with_redispatch(stage(Stage::Redispatch, GIVE_UP))
        .unwrap();
    let mut docket = Docket::new("task-17");
    audit_of(&mut docket, "auditor", 1);
    let ruling = judge(&gate, docket);
    assert_eq!(ruling.outcome(), Outcome::Warn);
    let lead = ruling.docket().cells().find(|cell| cell.seat() == "lead").unwrap();
    assert_eq!(lead.state(), State::Excused);
    let mut docket = Docket::new("task-17");
    audit_of(&mut docket, "auditor", 2);
    assert_eq!(judge(&gate, docket).outcome(), Outcome::Fail);
}

#[test]
fn what_ifs_go_through_the_stages() {
    let policy = any_blocker().with_audit(stage(Stage::Audit, AUDIT)).unwrap();
    let mut docket = Docket::new("task-17");
    audit_of(&mut docket, "auditor", 2);
    let what_ifs = policy.what_ifs(&docket.close()).unwrap();
    let without = |supposed: &Suppose| matches!(supposed, Suppose::Without { .. });
    let found = what_ifs.found.iter().find(|found| found.suppose.iter().all(without)).unwrap();
    assert_eq!((found.suppose.len(), found.outcome), (1, Some(Outcome::Warn)));
}

#[test]
fn a_policy_of_another_stage_or_of_another_mind_is_refused() {
    let audit = || stage(Stage::Audit, AUDIT);
    let redispatch = || stage(Stage::Redispatch, GIVE_UP);
    let code = |wrong: assize::Diagnostics| wrong.items()[0].code.to_string();
    let wrong = [
        any_blocker().with_audit(redispatch()),
        any_blocker().with_redispatch(audit()),
        any_blocker().with_audit(any_blocker()),
        audit().with_audit(audit()),
    ];
    for wrong in wrong {
        assert_eq!(wrong.map_err(code).unwrap_err(), "assize::judge::stage");
    }
    let asks = |of: &str| format!("given phase: {of};\n");
    let gate = stage(Stage::Gate, &(asks("int") + "rule \"x\" when phase > 2 then hold;"));
    let other = stage(Stage::Audit, &(asks("text") + "rule \"x\" when phase == \"a\" then fail;"));
    assert_eq!(
        gate.clone().with_audit(other).map_err(code).unwrap_err(),
        "assize::judge::given_differs"
    );
    let same = stage(Stage::Audit, &(asks("int") + "rule \"x\" when phase / 2 > 1 then fail;"));
    let policy = gate.with_audit(same).unwrap();
    assert_eq!(policy.givens().count(), 1);
    // What a stage asks for, and nobody gave, is no ruling.
    let mut docket = Docket::new("task-17");
    docket.seat("qa");
    say(&mut docket, "qa", "pass");
    let told = policy.judge(&docket.close()).map(|_| ()).map_err(code);
    assert_eq!(told.unwrap_err(), "assize::judge::given_missing");
}

/// An error in an audit is no ruling.
#[test]
fn an_audit_that_errs_keeps_the_gate_shut() {
    let text = "rule \"x\" when findings.count * 9223372036854775807 > 1 then fail;";
    let policy = any_blocker().with_audit(stage(Stage::Audit, text)).unwrap();
    let mut docket = Docket::new("task-17");
    audit_of(&mut docket, "auditor", 2);
    assert!(policy.judge(&docket.close()).is_err());
}
