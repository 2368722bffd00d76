//! Policies with planted holes: each is reported, where it is, with its reason.

use super::{Coverage, Missing};
use crate::engine::{Policy, Stage};
use crate::ir::{ClosedDocket, Docket};
use crate::source::Source;

/// A docket of replies: `pass`, `warn`, `fail`; an empty one never came.
fn docket(replies: &[(&str, &str)]) -> ClosedDocket {
    let mut docket = Docket::new("task-17");
    for (seat, reply) in replies {
        docket.seat(*seat);
        let finding = match *reply {
            "" => continue,
            "fail" => "blocker: src/a.rs:7 it leaks\n",
            "warn" => "advisory: src/a.rs:7 it is slow\n",
            _ => "",
        };
        let text = format!("verdict: {reply}\nconfidence: high\n{finding}");
        docket.submit(*seat, Source::new(*seat, text));
    }
    docket.close()
}

fn tried(stage: Stage, text: &str, dockets: &[ClosedDocket]) -> Coverage {
    let policy = Policy::compile(stage, "ours.rhai", text).unwrap();
    let mut coverage = Coverage::of(&policy);
    for docket in dockets {
        coverage.add(&policy, docket).unwrap();
    }
    coverage
}

/// What is missing, each with its place in the text.
fn holes(coverage: &Coverage, text: &str) -> Vec<String> {
    let at = |hole: &super::Hole| &text[hole.span.start as usize..hole.span.end as usize];
    coverage.holes().iter().map(|hole| format!("{} | {hole}", at(hole))).collect()
}

#[test]
fn each_kind_of_hole_is_told_at_its_place_with_its_reason() {
    let text = r#"
        word "NO" means fail;
        let enough = failed.none || (warned.some && reported.count > 1);
        rule "a fail" when failed.some then fail;
        rule "two fails" when failed.count > 1 then "NO";
        rule "a fail again" when failed.count >= 1 && reported.some then fail;
        rule "nobody" when reported.none && warned.some then hold;
        rule "neither" when held.some && warned.some then hold;
        rule "all the same" when reported.count >= 0 then hold;
        note "unsure" when unsure.some && !enough citing unsure;
        rule "missing" when unsettled.some then warn;
        rule "everybody passed" when passed.all then pass;
    "#;
    let coverage = tried(
        Stage::Gate,
        text,
        &[
            docket(&[("qa", "pass"), ("security", "pass")]),
            docket(&[("qa", "fail"), ("security", "fail")]),
        ],
    );
    let expected = [
        "warned.some | `warned.some` is never true: no case has `warned.some`",
        "reported.count > 1 | `reported.count > 1` is never false: every case has `reported.count > 1`",
        "\"a fail\" | `a fail` never decides: where it holds, `two fails` decides",
        "\"a fail again\" | `a fail again` never decides: whenever it holds, `a fail` holds too",
        "reported.some | `reported.some` is never false: every case has `reported.some`",
        "\"nobody\" | `nobody` is never true: no docket can have it",
        "\"neither\" | `neither` is never true: no case has `held.some` or `warned.some`",
        "reported.none | `reported.none` is never true: no case has `reported.none`",
        "warned.some | `warned.some` is never true: no case has `warned.some`",
        "\"all the same\" | `all the same` is never false: every docket has it",
        "\"unsure\" | `unsure` is never true: no case has `unsure.some`",
        "unsure.some | `unsure.some` is never true: no case has `unsure.some`",
        "\"missing\" | `missing` is never true: no case has `unsettled.some`",
        "\"everybody passed\" | `everybody passed` never decides: where it holds, `all the same` decides",
    ];
    let found = holes(&coverage, text);
    for hole in &expected {
        assert!(found.iter().any(|found| found == hole), "{hole}\nis not in\n{}", found.join("\n"));
    }
}

#[test]
fn what_is_tried_in_every_way_is_whole() {
    let text = r#"
        rule "a fail" when failed.some && !passed.some then fail;
        rule "undecided" otherwise hold;
    "#;
    let coverage =
        tried(Stage::Gate, text, &[docket(&[("qa", "pass")]), docket(&[("qa", "fail")])]);
    assert_eq!(holes(&coverage, text), Vec::<String>::new());
    assert_eq!((coverage.rules().percent(), coverage.operands().percent()), (100, 100));
    assert_eq!((coverage.rules().of, coverage.operands().of), (2, 3));
    assert!(coverage.diagnostics().is_empty());
}

/// A side that `&&` passes over is tried all the same, also where only rhai can run it.
#[test]
fn operands_are_evaluated_by_themselves_in_rhai_as_well() {
    let text = r#"
        rule "heavy" when failed.some && reported.filter(|c| c.weight > 1 && c.weight < 9).some then fail;
        rule "undecided" otherwise hold;
    "#;
    let coverage = tried(Stage::Gate, text, &[docket(&[("qa", "pass")])]);
    let found = holes(&coverage, text);
    let thunk = "reported.filter(|c| c.weight > 1 && c.weight < 9).some";
    let expected = format!("{thunk} | `{thunk}` is never true: no case has `{thunk}`");
    assert!(found.contains(&expected), "{}", found.join("\n"));
    assert_eq!(coverage.operands().of, 2, "what stands in a closure has no value of its own");
    assert_eq!(coverage.not_covered(), ["closures: 2 operands and branches"]);
}

#[test]
fn what_is_not_looked_into_is_told_with_what_stands_there() {
    let text = r#"
        fn heavy(all) { if all.count > 2 && !all.none { return true; } all.weight > 9 }
        fn plain(all) { all.count > 2 }
        rule "heavy" when heavy(failed) || plain(failed) then fail;
        rule "undecided" otherwise hold;
    "#;
    let coverage = tried(Stage::Gate, text, &[docket(&[("qa", "pass")])]);
    assert_eq!(coverage.not_covered(), ["`fn heavy`: 4 operands and branches"]);
    assert_eq!(coverage.operands().of, 2);
    let text = "rule \"fails\" when failed.some && !passed.some then fail;";
    assert_eq!(tried(Stage::Gate, text, &[]).not_covered(), [""; 0]);
}

#[test]
fn audits_are_tried_with_each_verdict_and_redispatch_policies_with_each_seat() {
    let text = "rule \"a blocker\" when findings.blockers.some then fail;";
    let both = docket(&[("qa", "pass"), ("security", "fail"), ("style", "")]);
    let coverage = tried(Stage::Audit, text, std::slice::from_ref(&both));
    assert!(coverage.holes().is_empty(), "{:?}", coverage.holes());
    let text = r#"
        rule "goes on" when settled && !failed then accept;
        rule "lost" when missing && tried("respawn") < 1 then respawn ask "Review it.";
    "#;
    let coverage = tried(Stage::Redispatch, text, &[both]);
    let found = coverage.holes();
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(
        (found[0].what.as_str(), found[0].missing),
        ("tried(\"respawn\") < 1", Missing::False)
    );
}

/// A base decides where it is worse; its own rules are not counted here.
#[test]
fn bases_belong_to_their_own_policy() {
    let base =
        "rule \"a fail\" when failed.some then fail;\nrule \"passed\" when passed.all then pass;";
    let text = "extends \"base\";\nrule \"also a fail\" when failed.some then hold;";
    let imports = [("base".to_owned(), base.to_owned())];
    let policy = Policy::compile_with_imports(Stage::Gate, "ours", text, &imports).unwrap();
    let mut coverage = Coverage::of(&policy);
    coverage.add(&policy, &docket(&[("qa", "fail")])).unwrap();
    coverage.add(&policy, &docket(&[("qa", "pass")])).unwrap();
    assert_eq!(coverage.rules().of, 1);
    let expected =
        "\"also a fail\" | `also a fail` never decides: where it holds, `a fail` decides";
    assert_eq!(holes(&coverage, text), [expected]);
}

#[test]
fn words_states_and_severities_that_no_case_has_are_named() {
    let text = r#"
        word "NO" means fail;
        word "YES" means pass;
        rule "a fail" when failed.some then "NO";
        rule "passed" when passed.all then "YES";
    "#;
    let coverage = tried(Stage::Gate, text, &[docket(&[("qa", "pass"), ("style", "")])]);
    assert_eq!(coverage.words(), ["NO", "YES"]);
    let states: Vec<&str> = coverage.states().iter().map(|state| state.as_str()).collect();
    assert_eq!(states, ["unreadable", "stale", "errored", "skipped", "excused"]);
    assert_eq!(coverage.severities().len(), 5);
    let coverage =
        tried(Stage::Gate, text, &[docket(&[("qa", "fail")]), docket(&[("qa", "pass")])]);
    assert_eq!(coverage.words(), Vec::<&str>::new());
}

#[test]
fn lcov_has_rules_as_lines_and_operands_as_branches() {
    let text = "rule \"a fail\" when failed.some && reported.some then fail;\nrule \"passed\" when passed.all then pass;\n";
    let coverage = tried(Stage::Gate, text, &[docket(&[("qa", "pass")])]);
    let expected = "TN:\nSF:policies/gate/ours.rhai\nBRDA:1,0,0,0\nBRDA:1,0,1,1\nBRDA:1,1,0,1\nBRDA:1,1,1,0\n\
                    BRF:4\nBRH:2\nDA:1,0\nDA:2,1\nLF:2\nLH:1\nend_of_record\n";
    assert_eq!(coverage.lcov("policies/gate/ours.rhai"), expected);
}
