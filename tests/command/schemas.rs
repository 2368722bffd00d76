//! The JSON of rounds and of the systems of reviewers is what `assize contract NAME --schema` says, member by member.
#![cfg(unix)]
#![expect(clippy::disallowed_methods, reason = "tests run the command and look at its files")]
#![expect(clippy::expect_used, clippy::panic, reason = "a test may fail where it stands")]

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::run::{folder, run};
use crate::{court, pairs, sdd};

/// No member that the schema does not name: where it names some, these are all.
fn strict(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            if members.contains_key("properties") {
                members.insert("additionalProperties".into(), json!(false));
            }
            members.values_mut().for_each(strict);
        }
        Value::Array(items) => items.iter_mut().for_each(strict),
        _ => {}
    }
}

pub(crate) fn holds(here: &Path, name: &str, printed: &Value) {
    let schema = run(here, &["contract", name, "--schema"], "");
    assert_eq!(schema.code(), 0, "{name}: {}", schema.err());
    let mut schema: Value = serde_json::from_str(&schema.out()).expect("JSON");
    strict(&mut schema);
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let errors: Vec<_> = validator.iter_errors(printed).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{name}: {errors:#?}\n{printed:#}");
    // A schema that takes anything would take this.
    assert!(!validator.is_valid(&json!({ "schema_version": 2 })), "{name}");
}

/// What a line prints holds to a schema.
pub(crate) fn prints(here: &Path, name: &str, line: &[&str]) -> Value {
    let told = run(here, line, "");
    let printed = serde_json::from_str(&told.out());
    let printed: Value =
        printed.unwrap_or_else(|_| panic!("{line:?}: {}{}", told.out(), told.err()));
    holds(here, name, &printed);
    printed
}

#[test]
fn a_doctor_prints_what_its_schema_says() {
    let dir = folder(&[(".claude/settings.json", "{}")]);
    let told = prints(dir.path(), "doctor", &["doctor", "--json"]);
    assert_eq!(told["exit_code"], 1);
}

#[test]
fn rounds_print_what_their_schemas_say() {
    const OURS: &str = "panel \"ours\" {\n    reports \"reviews/{task}\"\n    gate \"any-blocker\"\n    redispatch \"standard\"\n    \
        seat \"qa\" file=\"qa.md\"\n    seat \"ts\" file=\"ts.md\" { when-changed \"**/*.ts\" }\n}\n";
    let dir = folder(&[("assize.kdl", OURS), ("change.txt", "src/a.rs\n")]);
    let here = dir.path();
    let begin = ["begin", "t1", "--unbound", "--changed-from", "change.txt", "--json"];
    let begun = prints(here, "begin", &begin);
    assert!(begun["seats"][1]["skipped"].is_string(), "{begun:#}");
    prints(here, "rounds", &["rounds", "t1", "--json"]);
    let fail =
        "verdict: fail\nconfidence: high\nblocker: src/a.rs:1 broken\nadvisory: src/a.rs:9 long\n";
    fs::write(here.join("reviews/t1/qa.md"), fail).expect("a report");
    let watch =
        ["watch", "t1", "--lines", "on", "--quiet-for", "10", "--poll", "20", "--wait", "5"];
    let lines = run(here, &[&watch[..], &["--shadow", "strict"]].concat(), "");
    let events: Vec<Value> =
        lines.out().lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(events.len() >= 2, "{}{}", lines.out(), lines.err());
    events.iter().for_each(|event| holds(here, "watch", event));
    run(here, &["redispatch", "t1", "--record"], "");
    prints(here, "rounds", &["rounds", "t1", "--json"]);
    prints(here, "replay", &["replay", "t1", "--json"]);
    prints(here, "begin", &begin);
    prints(here, "rounds", &["rounds", "t1", "--json"]);
    // What is wrong is a line as well.
    for wrong in [&["--policy", "nobody"][..], &["--changed-from", "-"]] {
        let told = run(here, &[&watch[..], wrong].concat(), "");
        assert_eq!(told.code(), 2, "{wrong:?}");
        let last = told.out().lines().last().unwrap_or_default().to_owned();
        let line: Value = serde_json::from_str(&last).expect("a line");
        assert_eq!(line["event"], "no_ruling", "{wrong:?} {}", told.out());
        holds(here, "watch", &line);
    }
}

#[test]
fn the_quality_gate_prints_what_its_schemas_say() {
    const STEP: &str = "step \"guide\" {\n    output \"text\" type=\"files\" { file \"a.md\" \"b.md\" }\n    \
        output \"index\" type=\"file\" optional=#true\n    \
        review \"text\" { criterion \"AC1\" \"It is short.\"; criterion \"AC2\" \"It is done.\" }\n}\n";
    let dir = folder(&[("step.kdl", STEP), ("a.md", "short\n"), ("b.md", "TODO\n")]);
    let here = dir.path();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/quality/reviewer.sh");
    prints(here, "quality-payload", &["quality", "payload", "step.kdl", "--json"]);
    let instructions = ["quality", "instructions", "step.kdl", "--session", "s", "--json"];
    prints(here, "quality-instructions", &instructions);
    for how in ["pass", "fail", "check", "crashes"] {
        let own = ["--", "sh", script, how, "{system_prompt}", "{json_schema}"];
        let run = ["quality", "run", "step.kdl", "--json"];
        prints(here, "quality-run", &[&run[..], &own].concat());
        let finish = ["quality", "finish", "step.kdl", "--session", how, "--json"];
        prints(here, "quality-finish", &[&finish[..], &own].concat());
    }
    let finish = ["quality", "finish", "step.kdl", "--session", "check", "--json"];
    prints(here, "quality-finish", &[&finish[..], &["--self-review"]].concat());
    prints(here, "quality-finish", &[&finish[..], &["--max-attempts", "1"]].concat());
    prints(
        here,
        "quality-finish",
        &[&finish[..], &["--override", "by hand", "--by", "dana"]].concat(),
    );
}

#[test]
fn courts_pairs_and_logs_print_what_their_schemas_say() {
    let dir = tempfile::tempdir().expect("a folder");
    let here = dir.path();
    court::write(here);
    pairs::write(here);
    sdd::write(here);
    let asked = ["--task", "T-17", "--contract", "contract.yaml", "--worktree", "work", "--json"];
    prints(here, "court-brief", &[&["court", "brief"], &asked[..]].concat());
    prints(
        here,
        "court-brief",
        &[&["court", "brief"], &asked[..], &["--output", "b.json"]].concat(),
    );
    let judge = [&["court", "judge"], &asked[..]].concat();
    prints(here, "court-judge", &[&judge[..], &["--reply", "verdict.json"]].concat());
    prints(
        here,
        "court-judge",
        &[&judge[..], &["--round", "2", "--", "cat", "verdict.json"]].concat(),
    );
    prints(here, "court-judge", &[&judge[..], &["--round", "3", "--", "echo", "{}"]].concat());
    let contract =
        ["pairs", "contract", "--note", "notes/cache.md", "--gate", "evidence.md", "--json"];
    prints(here, "pairs-contract", &contract);
    prints(here, "pairs-contract", &[&contract[..], &["--schema", "--embed"]].concat());
    fs::write(here.join("pairs.txt"), pairs::PAIRS).expect("a file");
    fs::write(here.join("review.md"), pairs::BOTH).expect("a file");
    let ingest =
        ["pairs", "ingest", "review.md", "--pairs", "pairs.txt", "--into", "kept", "--json"];
    prints(here, "pairs-ingest", &ingest);
    prints(here, "pairs-warnings", &["pairs", "warnings", "kept", "--json"]);
    let close = ["sdd", "close", "B1", "NO-GO-FIXED", "--log", "verdicts.md", "--json"];
    prints(here, "sdd-close", &close);
}
