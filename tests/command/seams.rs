//! One test for each seam where a false pass could slip in.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::disallowed_methods,
    clippy::cast_possible_truncation,
    reason = "a test touches files, and fails loudly"
)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::LazyLock;

use assize::codec::Cause;
use assize::docket::{Stake, State};
use assize::verdict::{Stated, Subject};
use assize::{
    Absence, Decoded, Docket, Outcome, Policy, Profile, ReadOptions, Ruling, Source, Span, Stage,
    Verdict, read,
};

use crate::policies::ANY_BLOCKER;

const PASS: &str = "verdict: pass\nconfidence: high\n";
const FAIL: &str = "verdict: fail\nconfidence: high\nblocker: src/a.rs:1 wrong\n";

fn any_blocker() -> Policy {
    ANY_BLOCKER.clone()
}

/// A policy that wants to open whatever it sees.
fn yes() -> Policy {
    static YES: LazyLock<Policy> = LazyLock::new(|| {
        Policy::compile(Stage::Gate, "yes", "rule \"yes\" when failed.count < 999 then pass;")
            .unwrap()
    });
    YES.clone()
}

fn with(files: &[(&str, &str)]) -> Docket {
    let mut docket = Docket::new("t");
    for (seat, text) in files {
        docket.seat(*seat);
        docket.submit(*seat, Source::new(format!("{seat}.md"), *text));
    }
    docket
}

fn judged(policy: &Policy, docket: Docket) -> Ruling {
    policy.judge(&docket.close()).unwrap()
}

fn opens(policy: &Policy, docket: Docket) -> bool {
    judged(policy, docket).opening().is_some()
}

/// What one required reviewer wrote, judged by the built-in policy and by the one that
/// always says yes: neither may open.
#[track_caller]
fn never_opens(text: &str) {
    assert!(!opens(&any_blocker(), with(&[("qa", text)])), "{text:?}");
    assert!(!opens(&yes(), with(&[("qa", text)])), "{text:?}");
}

#[track_caller]
fn refused(text: &str) {
    if let Ok(policy) = Policy::compile(Stage::Gate, "p", text) {
        panic!("compiled: {text}\n{:?}", policy.facts().rules);
    }
}

fn assize(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_assize")).current_dir(folder).args(arguments).output().unwrap()
}

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("reports")).unwrap();
    for (name, text) in files {
        fs::write(folder.path().join("reports").join(name), text).unwrap();
    }
    folder
}

#[test]
fn what_opens_does_open() {
    assert!(opens(&any_blocker(), with(&[("qa", PASS)])));
    assert!(opens(&yes(), with(&[("qa", PASS)])));
}

#[test]
fn decision_by_value_return_or_branch() {
    refused("pass");
    refused("\"pass\"");
    refused("return pass;");
    refused("rule \"x\" when failed.some then fail; pass");
    refused("if failed.none { rule \"x\" when failed.count < 999 then pass; }");
    refused("rule \"x\" when true then (if true { pass } else { fail });");
    refused("switch 1 { 1 => pass, _ => fail }");
    refused("let x = rule \"x\" when failed.count < 999 then pass;");
    refused("let decided = pass; rule \"x\" otherwise decided;");
    refused("{ rule \"x\" when failed.count < 999 then pass; }");
    refused("const x = 1; rule \"x\" when failed.count < 999 then pass;");
    refused("export let x = 1; rule \"x\" when failed.count < 999 then pass;");
}

#[test]
fn rule_in_a_function_loop_or_closure() {
    refused("fn f() { rule \"x\" when failed.count < 999 then pass; } rule \"y\" otherwise fail;");
    refused("for i in 0..3 { rule \"x\" when failed.count < 999 then pass; }");
    refused("while true { rule \"x\" when failed.count < 999 then pass; }");
    refused("loop { rule \"x\" when failed.count < 999 then pass; }");
    refused(
        "let f = || { rule \"x\" when failed.count < 999 then pass; }; rule \"y\" otherwise fail;",
    );
    refused(
        "rule \"y\" when reported.filter(|c| { rule \"x\" when failed.count < 999 then pass; }).some then fail;",
    );
    refused("rule \"y\" when `${rule \"x\" when failed.count < 999 then pass}` == \"\" then fail;");
}

#[test]
fn host_function_overridden() {
    for name in ["some", "none", "all", "filter", "seat", "at_least", "failed", "without", "len"] {
        refused(&format!("fn {name}(x) {{ true }} rule \"x\" when failed.count < 999 then pass;"));
    }
}

#[test]
fn empty_docket() {
    assert!(!opens(&yes(), Docket::new("t")));
    let overriding =
        "rule \"yes\" when failed.count < 999 then pass overriding seat(\"qa\") \"we want it\";";
    let overriding = Policy::compile(Stage::Gate, "p", overriding).unwrap();
    assert!(!opens(&overriding, Docket::new("t")));
    assert!(!opens(&any_blocker(), Docket::new("t")));
}

#[test]
fn all_seats_skipped() {
    let skipped = || {
        let mut docket = Docket::new("t");
        docket.absent("qa", Absence::Skipped("no TypeScript in the change".into()));
        docket.absent("security", Absence::Skipped("nothing to look at".into()));
        docket
    };
    assert!(!opens(&yes(), skipped()));
    assert!(!opens(&any_blocker(), skipped()));
}

#[test]
fn all_over_nothing() {
    let all = "rule \"a\" when passed.all || warned.all || failed.all then pass; rule \"b\" otherwise hold;";
    let policy = Policy::compile(Stage::Gate, "p", all).unwrap();
    let ruling = judged(&policy, Docket::new("t"));
    assert_eq!(ruling.rule_name(), "b");
}

#[test]
fn param_set_to_zero() {
    assert!(any_blocker().set("min_reviewers", "0").is_err());
    assert!(any_blocker().set("min_reviewers", "-1").is_err());
    let zero = "param least = 0 from 0 to 9; rule \"a\" when passed.count >= least then pass;";
    let policy = Policy::compile(Stage::Gate, "p", zero).unwrap();
    assert!(!opens(&policy, Docket::new("t")));
}

#[test]
fn no_seats_named() {
    let mut docket = Docket::new("t");
    docket.submit("qa", Source::new("qa.md", PASS));
    docket.submit("security", Source::new("security.md", PASS));
    let ruling = judged(&yes(), docket);
    assert!(ruling.opening().is_none());
    assert!(ruling.docket().cells().all(|cell| cell.stake() == Stake::Unexpected));
}

#[test]
fn a_seat_that_the_policy_counts_on_is_only_heard() {
    let text = "rule \"a\" when seat(\"security\").failed.some then fail; rule \"b\" when failed.count < 999 then pass;";
    let policy = Policy::compile(Stage::Gate, "p", text).unwrap();
    let mut docket = with(&[("qa", PASS), ("security", FAIL)]);
    docket.seat("security").stake(Stake::Observer);
    assert!(policy.judge(&docket.close()).is_err());
}

#[test]
fn optional_or_unexpected_source_that_fails() {
    let mut unexpected = with(&[("qa", PASS)]);
    unexpected.submit("stranger", Source::new("stranger.md", FAIL));
    let ruling = judged(&yes(), unexpected);
    assert!(ruling.opening().is_none());
    assert_eq!(ruling.outcome(), Outcome::Fail);

    // A seat that was skipped, and speaks all the same.
    let mut skipped = with(&[("qa", PASS)]);
    skipped.absent("ts-strict", Absence::Skipped("no TypeScript".into()));
    skipped.submit("ts-strict", Source::new("ts-strict.md", FAIL));
    assert!(!opens(&yes(), skipped));

    let mut voting = with(&[("qa", PASS), ("style", FAIL)]);
    voting.seat("style").stake(Stake::Voting);
    assert_eq!(judged(&any_blocker(), voting).outcome(), Outcome::Fail);
}

#[test]
fn file_cited_as_evidence_that_is_itself_a_failing_verdict() {
    let citing = "verdict: pass\nconfidence: high\nevidence: ./qa-evidence.md\n";
    let folder = folder(&[("qa.md", citing), ("qa-evidence.md", FAIL)]);
    assert_eq!(assize(folder.path(), &["gate", "reports"]).status.code(), Some(1));
    let expecting = assize(folder.path(), &["gate", "reports", "--expect", "qa"]);
    assert_eq!(expecting.status.code(), Some(1));
}

#[test]
fn stale_summary_left_after_an_error() {
    let folder = folder(&[("qa.md", PASS)]);
    let summary = folder.path().join("reports/verdict-summary.kdl");
    assert_eq!(assize(folder.path(), &["gate", "reports"]).status.code(), Some(0));
    assert!(fs::read_to_string(&summary).unwrap().contains("gate \"warn\" open=#true"));
    fs::write(folder.path().join("broken.rhai"), "rule \"x\" when faild.some then fail;").unwrap();
    let broken = assize(folder.path(), &["gate", "reports", "--policy", "broken.rhai"]);
    assert_eq!(broken.status.code(), Some(2));
    assert!(fs::read_to_string(&summary).unwrap().contains("gate \"error\" open=#false"));
}

#[cfg(target_os = "linux")]
#[test]
fn summary_that_says_open_while_the_process_says_no() {
    let folder = folder(&[("qa.md", PASS)]);
    let full = assize(folder.path(), &["gate", "reports", "--output", "/dev/full"]);
    assert_eq!(full.status.code(), Some(2));
    let summary = fs::read_to_string(folder.path().join("reports/verdict-summary.kdl")).unwrap();
    assert!(summary.contains("gate \"error\" open=#false"), "{summary}");
}

#[test]
fn exit_code_in_a_hook() {
    for (text, plain) in [(PASS, 0), (FAIL, 1), ("", 3)] {
        let folder = folder(&[("qa.md", text)]);
        let code = |extra: &[&str]| {
            let arguments = [&["gate", "reports"], extra].concat();
            assize(folder.path(), &arguments).status.code()
        };
        assert_eq!(code(&[]), Some(plain), "{text:?}");
        assert_eq!(code(&["--exit", "hook"]), Some(if plain == 0 { 0 } else { 2 }), "{text:?}");
    }
    let nothing = tempfile::tempdir().unwrap();
    let hook = assize(nothing.path(), &["gate", "nowhere", "--exit", "hook"]);
    assert_eq!(hook.status.code(), Some(2));
}

#[test]
fn action_taken_for_an_outcome() {
    refused("rule \"x\" otherwise accept;");
    refused("rule \"x\" otherwise escalate;");
    refused("word \"fine\" means accept; rule \"x\" otherwise \"fine\";");
    assert!(
        Policy::compile(Stage::Redispatch, "p", "rule \"x\" when failed.count < 999 then pass;")
            .is_err()
    );
    let accept = Policy::compile(Stage::Redispatch, "p", "rule \"x\" otherwise accept;").unwrap();
    assert!(accept.judge(&with(&[("qa", PASS)]).close()).is_err());
}

#[test]
fn effective_read_from_input() {
    never_opens("verdict: fail\nconfidence: high\nblocker: a.rs:1 wrong\neffective: pass\n");
    let decoded = read(
        &Source::new(
            "qa.md",
            "verdict: pass\nconfidence: high\neffective: pass\nblocker: a.rs:1 x\n",
        ),
        &ReadOptions::default(),
    );
    let worst = decoded.verdicts.first().and_then(Verdict::effective);
    assert_ne!(worst, Some(Outcome::Pass));
}

/// A docket in JSON hands over texts. Whatever else it says of what they come to, it is refused as a whole.
#[test]
fn effective_read_from_a_docket() {
    let docket = |(top, seat, submission): (&str, &str, &str)| {
        let text = format!(
            r#"{{"schema_version": 1, "id": "t", "seats": [{{"name": "qa"{seat}}}],
                "submissions": [{{"seat": "qa", "text": "verdict: fail\nconfidence: high\nblocker: a.rs:1 x\n"{submission}}}]{top}}}"#
        );
        Docket::from_json(&Source::new("docket.json", text), &ReadOptions::default())
    };
    assert_eq!(judged(&yes(), docket(("", "", "")).unwrap()).outcome(), Outcome::Fail);
    for said in [
        r#", "effective": "pass""#,
        r#", "outcome": "pass""#,
        r#", "stated": {"outcome": "pass", "word": "pass"}"#,
        r#", "verdict": "pass""#,
        r#", "verdicts": [{"stated": "pass"}]"#,
        r#", "state": "reported""#,
        r#", "cells": [{"seat": "qa", "effective": "pass"}]"#,
        r#", "opening": {"id": "t"}"#,
        r#", "open": true"#,
        r#", "sha256": "00""#,
        r#", "unseated": "evidence""#,
        r#", "evidence": true"#,
        r#", "role": "evidence""#,
        r#", "named": true"#,
        r#", "effective": "pass""#,
    ] {
        for place in [(said, "", ""), ("", said, ""), ("", "", said)] {
            assert!(docket(place).is_err(), "{place:?}");
        }
    }
    // And a summary that says open is a text like any other.
    let summary = "schema 1\ngate \"pass\" open=#true\nreviewer \"qa\" verdict=\"fail\"\n";
    never_opens(summary);
}

#[test]
fn unknown_word_or_severity() {
    for word in ["shipped", "so so", "passs", "pаss", "-", "1"] {
        never_opens(&format!("verdict: {word}\nconfidence: high\n"));
    }
    refused("rule \"x\" when findings.at_least(\"hihg\").some then fail;");
    refused("rule \"x\" when reported.said(\"NEDS_WORK\").some then fail;");
    refused("rule \"x\" otherwise psas;");
}

#[test]
fn echoed_template() {
    never_opens("verdict: pass | fail | warn\nconfidence: high | med | low\n");
    never_opens("verdict: pass|fail|warn\nconfidence: high\n");
    never_opens("verdict: <pass|fail|warn>\nconfidence: <high|med|low>\n");
}

#[test]
fn quoted_verdict() {
    never_opens("The author wrote:\n\n> verdict: pass\n> confidence: high\n");
    never_opens("The file said:\n\n    verdict: pass\n    confidence: high\n");
    never_opens("<!--\nverdict: pass\nconfidence: high\n-->\n");
    never_opens("+verdict: pass\n+confidence: high\n");
    never_opens(
        "verdict: fail\nconfidence: high\nblocker: a.rs:1 x\nevidence: it prints\nverdict: pass\n",
    );
}

#[test]
fn two_blocks() {
    never_opens("```yaml\nverdict: fail\n```\n\n```yaml\nverdict: pass\nconfidence: high\n```\n");
    never_opens("verdict: pass\nconfidence: high\nverdict: fail\nblocker: a.rs:1 x\n");
    never_opens("verdict: pass\nconfidence: high\nverdict: warn\n");
}

#[test]
fn cut_off_text() {
    for text in
        ["verdict: pa", "verdict: pass", "verdict: pass\nconfi", "verdict: pass\nconfidence: hi"]
    {
        never_opens(text);
    }
}

#[test]
fn missing_pair_or_criterion() {
    let mut verdict = Verdict::new(Span::default());
    verdict.subject = Subject::Criterion("c1".into());
    verdict.stated = Some(Stated { outcome: Outcome::Pass, word: Span::default() });
    let mut decoded = Decoded::of(Source::new("court.json", PASS), vec![verdict]);
    decoded.missing = vec![Subject::Criterion("c2".into())];
    let mut docket = Docket::new("t");
    docket.seat("court");
    docket.submit_decoded("court", decoded);
    let ruling = judged(&yes(), docket);
    assert!(ruling.opening().is_none());
    assert!(ruling.docket().cells().any(|cell| cell.state() == State::Missing));
}

#[test]
fn duplicate_file_for_one_seat() {
    let mut twice = with(&[("qa", PASS)]);
    twice.submit("qa", Source::new("qa.txt", PASS));
    let ruling = judged(&yes(), twice);
    assert!(ruling.opening().is_none());
    assert_eq!(ruling.docket().cells().next().unwrap().cause(), Some(Cause::DuplicateSeat));

    // In either order a fail stands.
    for texts in [[PASS, FAIL], [FAIL, PASS]] {
        let mut twice = Docket::new("t");
        twice.seat("qa");
        texts.iter().for_each(|text| twice.submit("qa", Source::new("qa.md", *text)));
        assert_eq!(judged(&yes(), twice).outcome(), Outcome::Fail);
    }
    for (second, code) in [(PASS, 3), ("```\nverdict: fail\n```\n", 1)] {
        let files = folder(&[("qa.md", PASS), ("qa.txt", second)]);
        let output = assize(files.path(), &["gate", "reports"]);
        assert_eq!(output.status.code(), Some(code));
        let told = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(told.contains("the seat `qa` is claimed by `qa.md` and `qa.txt`"), "{told}");
    }
}

#[cfg(unix)]
#[test]
fn one_text_in_two_seats() {
    let files = folder(&[("qa.md", PASS)]);
    let reports = files.path().join("reports");
    std::os::unix::fs::symlink("qa.md", reports.join("security.md")).unwrap();
    let gate = assize(files.path(), &["gate", "reports", "--expect", "qa,security"]);
    assert_eq!(gate.status.code(), Some(3));
}

/// A source that cannot be used and says fail in its fields is a fail, not only a hold; what it says
/// outside of them, or in a template, is not.
#[test]
fn unreadable_source_that_says_fail() {
    let code = |text: &str| {
        let folder = folder(&[("qa.md", text), ("quality.md", PASS)]);
        assize(folder.path(), &["gate", "reports", "--no-summary"]).status.code()
    };
    let cut = "verdict: fail\nconfidence: high\nblocker: src/a.rs:7 it leaks and the te";
    for text in [
        cut,
        "verdict: pass\nconfidence: high\nblocker: src/a.rs:7 it leaks and the te",
        "```yaml\nverdict: fail\nconfidence: high\nblockers:\n  - it leaks\n",
        "verdict: pass\nverdct: pass\nblocker: it leaks\n",
        "VERDICT:NO-GO\nSCOPE:a\nrulebase|C|x|src/a.rs:1|it lea",
        "verdict: fail\nverdict: maybe\n",
        "NO-GO\n",
    ] {
        assert_eq!(code(text), Some(1), "{text:?}");
    }
    for text in [
        "",
        "verdict: pass | fail | warn\n",
        "verdict: maybe\nconfidence: high\n",
        "verdict: pass\nconfidence: high\nadvisory: this may fail if it is cut o",
        "## Notes\n",
        "I would fail this.\n",
    ] {
        assert_eq!(code(text), Some(3), "{text:?}");
    }

    let whose = |stake, text: &str| {
        let mut docket = with(&[("quality", PASS)]);
        docket.seat("qa").stake(stake);
        docket.submit("qa", Source::new("qa.md", text));
        judged(&yes(), docket)
    };
    let required = whose(Stake::Required, cut);
    let cells: Vec<_> = required.docket().cells().collect();
    assert_eq!((cells[1].state(), cells[1].cause()), (State::Unreadable, Some(Cause::Truncated)));
    assert_eq!((cells[1].effective(), required.outcome()), (Some(Outcome::Fail), Outcome::Fail));
    assert_eq!(required.refused().map(<[_]>::len), Some(1), "one impediment, not two");
    assert!(whose(Stake::Observer, cut).opening().is_some(), "an observer shuts nothing");

    let mut docket = with(&[("quality", PASS)]);
    docket.submit("stranger", Source::new("stranger.md", cut));
    assert_eq!(judged(&yes(), docket).outcome(), Outcome::Fail);
}

/// Nobody is unsure who was not asked.
#[test]
fn a_format_without_a_confidence() {
    let unsure = |text: &str| {
        let ruling = judged(&any_blocker(), with(&[("qa", text)]));
        assert!(ruling.opening().is_some(), "{text:?}");
        (ruling.notes().len(), ruling.actions().len())
    };
    assert_eq!(unsure("### Verdict: APPROVE\n"), (0, 0));
    assert_eq!(unsure("VERDICT:GO\nSCOPE:a\n"), (0, 0));
    assert_eq!(unsure("{\"decision\": \"APPROVE\", \"confidence\": \"low\"}\n"), (1, 1));
    assert_eq!(unsure("verdict: pass\n"), (1, 1));
}

#[test]
fn mixed_profiles() {
    let mut docket = Docket::new("t").reading(ReadOptions::default().profile(Profile::Strict));
    docket.seat("qa");
    let lax = ReadOptions::default().profile(Profile::Lenient);
    docket.submit_decoded("qa", read(&Source::new("qa.md", PASS), &lax));
    let ruling = judged(&yes(), docket);
    assert!(ruling.opening().is_none());
    assert_eq!(ruling.docket().cells().next().unwrap().cause(), Some(Cause::MixedProfiles));
}

/// A ruling of a policy over reviewers that a host names, and what they say.
fn ruled(policy: &str, said: &[(&str, &str)]) -> assize::Ruling {
    Policy::compile(Stage::Gate, "p", policy).unwrap().judge(&with(said).close()).unwrap()
}

#[test]
fn override_without_a_group() {
    refused("rule \"x\" when reported.some then pass overriding \"we want it\";");
}

#[test]
fn override_of_all_that_failed() {
    for group in ["failed", "failed.blockers", "reported", "findings", "failed.or(seat(\"qa\"))"] {
        refused(&format!(
            "rule \"x\" when reported.some then pass overriding {group} \"we want it\";"
        ));
    }
}

#[test]
fn override_in_an_extension() {
    refused(
        "extends \"any-blocker\"; rule \"x\" when reported.some then pass \
         overriding seat(\"qa\") \"we want it\";",
    );
}

#[test]
fn override_over_somebody_missing() {
    let text =
        "rule \"x\" when reported.some then pass overriding seat(\"security\") \"we want it\";";
    assert!(ruled(text, &[("qa", PASS)]).opening().is_none());
}

/// Also beside a blocker in another cell.
#[test]
fn override_over_a_fail_without_a_blocker() {
    const BARE: &str = "verdict: fail\nconfidence: high\n";
    let text = "rule \"x\" when reported.some then pass \
                overriding findings.mentioning(\"legacy\") \"we know\";";
    let explained = "verdict: fail\nconfidence: high\nblocker: a.rs:1 legacy tls\n";
    assert!(ruled(text, &[("qa", PASS), ("security", explained)]).opening().is_some());
    assert!(ruled(text, &[("qa", PASS), ("security", BARE)]).opening().is_none());
    assert!(ruled(text, &[("qa", BARE), ("security", explained)]).opening().is_none());
}

#[test]
fn excuse_for_somebody_who_spoke() {
    let mut docket = with(&[("qa", PASS), ("security", "verdict: fail\nconfidence: high\n")]);
    docket.absent("security", Absence::Excused("on holiday".into()));
    assert!(judged(&yes(), docket).opening().is_none());
}

#[test]
fn base_opened_by_its_extension() {
    let text = "extends \"any-blocker\"; rule \"x\" when reported.some then pass;";
    let fail = "verdict: fail\nconfidence: high\nblocker: it leaks\n";
    assert_eq!(ruled(text, &[("qa", PASS), ("security", fail)]).outcome(), Outcome::Fail);
    assert!(ruled(text, &[("qa", PASS)]).opening().is_some());
}

#[test]
fn voter_brought_along() {
    let text = "others voting; rule \"x\" when in_favour.count >= 2 then pass;";
    let policy = Policy::compile(Stage::Gate, "p", text).unwrap();
    let mut brought = Docket::new("t");
    for seat in ["a", "b"] {
        brought.seat(seat).found();
        brought.submit(seat, Source::new(seat, PASS));
    }
    assert!(judged(&policy, brought).opening().is_none());
}

#[test]
fn observer_made_a_voter() {
    let text = "seat \"style\" observer; rule \"x\" when in_favour.count >= 2 then pass;";
    let policy = Policy::compile(Stage::Gate, "p", text).unwrap();
    let mut docket = with(&[("qa", PASS), ("style", PASS)]);
    docket.seat("style").stake(assize::docket::Stake::Voting);
    assert!(policy.judge(&docket.close()).is_err());
}

#[test]
fn one_reviewer_counted_twice() {
    let pairs = "## Note 1\n\n- pass: a\n\n## Note 2\n\n- pass: b\n";
    let text = "others voting; rule \"x\" when in_favour.count >= 2 then pass;";
    assert!(ruled(text, &[("qa", pairs)]).opening().is_none());
    let mut decoded = read(&Source::new("qa", PASS), &ReadOptions::default());
    let mut second = decoded.verdicts[0].clone();
    second.subject = assize::verdict::Subject::Criterion("AC2".into());
    decoded.verdicts.push(second);
    let mut docket = Docket::new("t");
    docket.seat("qa");
    docket.submit_decoded("qa", decoded);
    let policy = Policy::compile(Stage::Gate, "p", text).unwrap();
    assert!(judged(&policy, docket).opening().is_none());
}

#[test]
fn all_voters_fail() {
    const FAIL: &str = "verdict: fail\nconfidence: high\nblocker: it leaks\n";
    let text = "others voting; rule \"x\" when reported.some then pass;";
    let ruling = ruled(text, &[("a", FAIL), ("b", FAIL)]);
    assert_eq!(ruling.refused().unwrap()[0].name(), "nobody_in_favour");
}

#[test]
fn quorum_that_shrinks_as_seats_are_excused() {
    let text = "others voting; rule \"x\" when in_favour.count >= expected.quorum(60) then pass;";
    let policy = Policy::compile(Stage::Gate, "p", text).unwrap();
    let mut docket = with(&[("a", PASS)]);
    for seat in ["b", "c"] {
        docket.absent(seat, Absence::Excused("on holiday".into()));
    }
    assert!(judged(&policy, docket).opening().is_none());
}

#[test]
fn rule_put_above_another() {
    let fail = [("qa", "verdict: warn\nconfidence: high\nadvisory: long\n")];
    let (opens, shuts) =
        ("rule \"a\" when reported.some then pass;", "rule \"b\" when warned.some then fail;");
    for text in [format!("{opens}{shuts}"), format!("{shuts}{opens}")] {
        assert_eq!(ruled(&text, &fail).outcome(), Outcome::Fail);
    }
}

#[test]
fn override_without_reason() {
    refused("rule \"x\" when failed.count < 999 then pass overriding seat(\"qa\") \"\";");
    refused("rule \"x\" when failed.count < 999 then pass overriding seat(\"qa\") \" \\t\";");
    refused(
        "rule \"x\" when failed.count < 999 then pass overriding seat(\"qa\") `${reported.count}`;",
    );
    refused(
        "rule \"x\" when failed.count < 999 then pass overriding seat(\"qa\") \"\u{200b} . \";",
    );
    refused("rule \"x\" when failed.count < 999 then pass overriding seat(\"qa\");");
    refused("rule \"x\" otherwise fail overriding seat(\"qa\") \"why not\";");
    let mut excused = with(&[("qa", PASS)]);
    excused.absent("security", Absence::Excused(" \u{200b}- ".into()));
    assert!(!opens(&yes(), excused));
}
