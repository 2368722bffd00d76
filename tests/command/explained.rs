//! `--explain`: every rule of every stage, what it saw, and what would change the answer.

#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use serde_json::Value;

use crate::run::{folder, run};

const PASS: &str = "verdict: pass\nconfidence: high\n";
const FAIL: &str = "verdict: fail\nconfidence: high\nblocker: src/a.rs:9 it leaks\n";
const HIGH: &str =
    "VERDICT:CONDITIONAL\nSCOPE:cart\nVERIFIED:\ntest|C|test-failure|src/a.rs:7|it crashes\n";
const TWICE: &str = "attempt seat=\"docs\" action=\"respawn\" round=1\n";

fn value(json: &str) -> Value {
    serde_json::from_str(json).expect("JSON")
}

/// What is wrong with a text by the schema that is printed.
fn against(schema: &str, text: &str) -> Vec<String> {
    let here = folder(&[]);
    let schema = value(&run(here.path(), &["contract", schema, "--schema"], "").out());
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    assert!(!validator.is_valid(&serde_json::json!({})));
    validator.iter_errors(&value(text)).map(|error| error.to_string()).collect()
}

#[test]
fn an_audit_tells_every_rule_and_what_would_change_the_verdict() {
    let here = folder(&[("a.cpf", HIGH)]);
    let args = ["audit", "--kind", "impl", "a.cpf"];
    let told = run(here.path(), &[&args[..], &["--explain"]].concat(), "");
    assert_eq!(told.code(), 1, "{}", told.err());
    for line in [
        "audit impl on a.cpf; the rule with the worst word decides\n",
        "a critical finding remains → NO-GO  decides\n",
        "findings.critical.some = true\n",
        "findings.high.count = 0\n",
        "    what would change it\n      warn, by `what it states`, without `test-failure|src/a.rs:7` of a.cpf\n",
    ] {
        assert!(told.out().contains(line), "{line}\n{}", told.out());
    }
    let plain = run(here.path(), &args, "");
    assert!(!plain.out().contains("what would change it") && told.out().starts_with(&plain.out()));
    let json = run(here.path(), &[&args[..], &["--explain", "--json"]].concat(), "").out();
    assert_eq!(against("audits", &json), Vec::<String>::new());
    let json = value(&json);
    let trace = &json["stage_traces"][0];
    assert_eq!(
        (&trace["stage"], &trace["rule"]),
        (&"audit".into(), &"a critical finding remains".into())
    );
    assert_eq!(trace["trace"][0]["operands"][0]["value"], true);
    assert_eq!(trace["what_if"]["found"][0]["suppose"][0]["kind"], "without");
    let quiet = value(&run(here.path(), &[&args[..], &["--json"]].concat(), "").out());
    assert!(quiet["stage_traces"].is_null());
}

#[test]
fn an_action_is_told_with_what_one_more_attempt_would_bring() {
    let here = folder(&[("reports/qa.md", PASS), ("tried.kdl", TWICE)]);
    let args = [
        "redispatch",
        "reports",
        "--expect",
        "qa,docs",
        "--policy",
        "fix-loop",
        "--set",
        "retries=2",
        "--attempts",
        "tried.kdl",
        "--explain",
    ];
    let told = run(here.path(), &args, "");
    assert_eq!(told.code(), 0, "{}", told.err());
    for line in [
        "redispatch fix-loop on docs; the first rule that holds decides\n",
        "no verdict that can stand → respawn  decides\n",
        "escalate, by `a person decides`, after one more `respawn` of docs\n",
        "accept, by `the work goes on`, when docs passes\n",
    ] {
        assert!(told.out().contains(line), "{line}\n{}", told.out());
    }
    let json = run(here.path(), &[&args[..], &["--json"]].concat(), "").out();
    assert_eq!(against("actions", &json), Vec::<String>::new());
    let found = &value(&json)["stage_traces"][1]["what_if"]["found"][0];
    assert!(found["outcome"].is_null());
    assert_eq!((&found["word"], &found["suppose"][0]["times"]), (&"escalate".into(), &1.into()));
}

/// Before the gate and at the gate, in one explanation; and what is tried again may change the gate.
#[test]
fn explain_goes_through_every_stage() {
    let here = folder(&[("reports/qa.md", PASS), ("reports/auditor.cpf", HIGH)]);
    let args = ["reports", "--expect", "qa,auditor", "--audit", "impl", "--redispatch", "fix-loop"];
    let told = run(here.path(), &[&["explain"], &args[..]].concat(), "");
    assert_eq!(told.code(), 1, "{}", told.err());
    for line in [
        "audit impl on auditor; ",
        "audit impl on qa; ",
        "redispatch fix-loop on auditor; ",
        "the work is to be fixed → fix  decides\n",
    ] {
        assert!(told.out().contains(line), "{line}\n{}", told.out());
    }
    let json = run(here.path(), &[&["explain", "--json"], &args[..]].concat(), "").out();
    assert_eq!(against("ruling", &json), Vec::<String>::new());
    assert_eq!(value(&json)["stage_traces"].as_array().map(Vec::len), Some(4));
    // An inspector that is started once more and stays away is left out, and the rest may go on.
    let here = folder(&[("reports/auditor.cpf", "VERDICT:GO\nSCOPE:cart\n")]);
    let args = ["explain", "reports", "--expect", "auditor,docs", "--redispatch", "recovery"];
    let told = run(here.path(), &args, "");
    assert_eq!(told.code(), 3, "{}", told.err());
    let again = "after one more `respawn` of docs\n";
    assert!(told.out().contains(again), "{}", told.out());
    let tried = folder(&[
        ("reports/auditor.cpf", "VERDICT:GO\nSCOPE:cart\n"),
        ("tried.kdl", "attempt seat=\"docs\" action=\"respawn\" round=1\n"),
    ]);
    let after = run(tried.path(), &[&args[..], &["--attempts", "tried.kdl"]].concat(), "");
    assert_eq!(after.code(), 0, "{}", after.out());
}

#[test]
fn presets_are_explained() {
    const RUN: &str = "VERDICT:CONDITIONAL\nSCOPE:x\nVERIFIED:\na|H|coupling|Store|reaches in\n";
    let missing = "{\"passed\": true, \"feedback\": \"fine\", \"criteria_results\": [{\"criterion\": \"AC1\", \
                   \"passed\": true, \"feedback\": \"it is\"}]}";
    let here = folder(&[
        ("one.cpf", RUN),
        ("two.cpf", "VERDICT:GO\nSCOPE:x\n"),
        ("three.cpf", RUN),
        ("q.json", missing),
        ("plain/qa.md", FAIL),
    ]);
    for (args, code, says) in [
        (
            &["consensus", "one.cpf", "two.cpf", "three.cpf", "--explain"][..],
            1,
            "without `coupling|Store` of one and three",
        ),
        (
            &[
                "quality",
                "decide",
                "q.json",
                "--criterion",
                "AC1",
                "--criterion",
                "AC2",
                "--explain",
            ],
            1,
            "when q passes",
        ),
        (&["gate", "plain", "--expect", "qa", "--no-summary", "--explain"], 1, "when qa passes"),
    ] {
        let told = run(here.path(), args, "");
        assert_eq!(told.code(), code, "{args:?}\n{}{}", told.out(), told.err());
        assert!(told.out().contains("\n\nwhat would change it\n"), "{args:?}\n{}", told.out());
        assert!(!told.out().contains("\n\n\n"), "{args:?}\n{}", told.out());
        assert!(told.out().contains(says), "{args:?}\n{}", told.out());
        let json = run(here.path(), &[args, &["--json"]].concat(), "").out();
        assert_eq!(against("ruling", &json), Vec::<String>::new(), "{args:?}");
        assert!(value(&json)["what_if"]["found"][0].is_object(), "{json}");
    }
}
