//! `sdd review`, from the outside.
#![expect(clippy::disallowed_methods, reason = "tests run the command and look at its files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

mod closed;
mod compared;
mod faults;
mod hostile;
mod recorded;

use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use crate::run::{Run, folder, run};

/// Six inspectors of an implementation who find nothing.
pub(crate) const CONTENT: [(&str, &str); 6] = [
    ("inspectors/impl-rulebase.cpf", "VERDICT:GO\nSCOPE:login\n"),
    ("inspectors/interface.cpf", "VERDICT:GO\nSCOPE:login\n"),
    ("inspectors/test.cpf", "VERDICT:GO\nSCOPE:login\n"),
    ("inspectors/quality.cpf", "VERDICT:GO\nSCOPE:login\n"),
    ("inspectors/impl-consistency.cpf", "VERDICT:GO\nSCOPE:login\n"),
    ("inspectors/impl-holistic.cpf", "VERDICT:GO\nSCOPE:login\n"),
];

/// What the examples of its help work on.
pub(crate) fn write(here: &Path) {
    let write = |path: String, text: &str| {
        let path = here.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    };
    CONTENT.iter().for_each(|(path, text)| write((*path).to_owned(), text));
    write("verdict.cpf".to_owned(), GO);
    // Two reviews that nobody has closed.
    let open = |name: &str| {
        format!(
            "## [{name}] impl | 2026-05-04T09:12:00Z\n\n### Raw\n#### V1\n{}\n",
            recorded::NO_GO
        )
    };
    write("verdicts.md".to_owned(), &format!("{}\n{}", open("B1"), open("B2")));
    write("specs/login/reviews/verdicts.md".to_owned(), &open("B1"));
    for run in ["run-1", "run-2", "run-3"] {
        write(format!("{run}/verdict.cpf"), GO);
        let of_run = |path: &str| path.replace("inspectors", run);
        CONTENT.iter().for_each(|(path, text)| write(of_run(path), text));
    }
}

pub(crate) const GO: &str = "VERDICT:GO\nSCOPE:login\n";

/// A folder with six inspectors, some of whom say something else, and an auditor.
pub(crate) fn review(auditor: &str, others: &[(&str, &str)]) -> TempDir {
    let paths: Vec<String> =
        others.iter().map(|(name, _)| format!("inspectors/{name}.cpf")).collect();
    let mut files: Vec<(&str, &str)> = CONTENT.to_vec();
    files.retain(|(path, _)| !paths.iter().any(|other| other == path));
    files.extend(paths.iter().map(String::as_str).zip(others.iter().map(|(_, text)| *text)));
    if !auditor.is_empty() {
        files.push(("verdict.cpf", auditor));
    }
    folder(&files)
}

pub(crate) const IMPL: [&str; 7] =
    ["sdd", "review", "--kind", "impl", "inspectors", "--auditor", "verdict.cpf"];

/// Judges an implementation, and writes.
pub(crate) fn judged(here: &Path, more: &[&str]) -> Run {
    run(here, &[&IMPL[..], more].concat(), "")
}

/// The same in JSON, without writing.
pub(crate) fn tried(here: &Path, more: &[&str]) -> (i32, Value) {
    let told = judged(here, &[&["--no-log", "--format", "json"], more].concat());
    let json = serde_json::from_str(&told.out()).unwrap_or_else(|_| Value::String(told.err()));
    (told.code(), json)
}

pub(crate) fn log(here: &Path) -> String {
    std::fs::read_to_string(here.join("verdicts.md")).unwrap_or_default()
}

/// What must be in an answer in JSON, by paths with dots.
pub(crate) fn holds(json: &Value, wanted: &[(&str, &str)]) {
    for (path, value) in wanted {
        let found = json.pointer(&format!("/{}", path.replace('.', "/")));
        let found = found.map(|found| match found {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        });
        assert_eq!(found.as_deref(), Some(*value), "{path}\n{json:#}");
    }
}

#[test]
fn six_inspectors_and_an_auditor_who_say_go_open() {
    let here = review(GO, &[]);
    let (code, json) = tried(here.path(), &[]);
    holds(
        &json,
        &[("word", "GO"), ("open", "true"), ("ruling.outcome", "pass"), ("exit_code", "0")],
    );
    assert_eq!(code, 0);
    assert_eq!(json["inspectors"].as_array().map(Vec::len), Some(6));
}

#[test]
fn each_kind_has_its_inspectors() {
    let kinds = [("design", 6), ("impl", 6), ("cross-check", 6), ("wave", 6), ("dead-code", 0)];
    for (kind, expected) in kinds {
        let here = folder(&[("verdict.cpf", GO)]);
        let args =
            ["sdd", "review", "--kind", kind, "--auditor", "verdict.cpf", "--no-log", "--json"];
        let told = run(here.path(), &args, "");
        let json: Value = serde_json::from_str(&told.out()).expect("JSON");
        assert_eq!(json["lost"].as_array().map(Vec::len), Some(expected), "{kind}");
        // Nothing arrived: a person decides.
        holds(&json, &[("word", "ESCALATE"), ("open", "false")]);
        assert_eq!(told.code(), 3, "{kind}");
    }
}

#[test]
fn dead_code_is_inspected_by_one_to_four() {
    let auditor = "VERDICT:GO\n";
    let here =
        folder(&[("verdict.cpf", auditor), ("dead-tests.cpf", "VERDICT:GO\nSCOPE:cross-check\n")]);
    let args = [
        "sdd",
        "review",
        "--kind",
        "dead-code",
        "dead-tests.cpf",
        "--auditor",
        "verdict.cpf",
        "--no-log",
    ];
    let told = run(here.path(), &args, "");
    assert_eq!(told.code(), 0, "{}", told.err());
    assert!(told.out().starts_with("OPEN  GO"), "{}", told.out());
    let two = [&args[..], &["--expect", "dead-tests,dead-code"]].concat();
    let told = run(here.path(), &two, "");
    assert!(told.out().contains("PARTIAL:dead-code|file not found"), "{}", told.out());
    assert!(told.out().starts_with("OPEN  CONDITIONAL"), "{}", told.out());
}

#[test]
fn an_inspector_that_cannot_be_read_is_left_out_and_named() {
    for (text, reason) in [
        ("", "empty"),
        ("It looks fine to me.\n", "no_verdict"),
        ("VERDICT:GO | CONDITIONAL | NO-GO\nSCOPE:login\n", "template"),
        ("VERDICT:ERROR\nSCOPE:login\n", "errored"),
    ] {
        let here = review(GO, &[("test", text)]);
        let (code, json) = tried(here.path(), &[]);
        let tag = format!("PARTIAL:test|{reason}");
        holds(&json, &[("word", "CONDITIONAL"), ("lost.0.tag", &tag), ("ruling.outcome", "warn")]);
        assert_eq!(code, 0);
    }
    let here = review(GO, &[]);
    std::fs::remove_file(here.path().join("inspectors/test.cpf")).expect("a file");
    let (_, json) = tried(here.path(), &["--lost", "test=timed out after 240 s"]);
    holds(&json, &[("lost.0.tag", "PARTIAL:test|timed out after 240 s")]);
    let told = judged(here.path(), &[]);
    assert!(told.out().contains("PARTIAL:test|file not found"), "{}", told.out());
    assert!(log(here.path()).contains("\nPARTIAL:test|file not found\n"), "{}", log(here.path()));
}

#[test]
fn a_file_that_was_named_and_is_not_there_is_lost() {
    let here = review(GO, &[]);
    std::fs::remove_file(here.path().join("inspectors/interface.cpf")).expect("removed");
    let reviewed = |named: &str| {
        let args = ["sdd", "review", "--kind", "impl", "inspectors/test.cpf", named];
        run(here.path(), &[&args[..], &["--auditor", "verdict.cpf", "--no-log"]].concat(), "")
    };
    let told = reviewed("inspectors/interface.cpf");
    assert!(told.out().contains("PARTIAL:interface|file not found"), "{}", told.out());
    assert_eq!(told.code(), 0, "{}", told.err());
    // One that nobody is called by was mistyped.
    for (named, meant) in [
        ("inspectors/interfce.cpf", "did you mean `interface`?"),
        ("nowhere", "name the folder of the inspectors"),
        ("nothing/*.cpf", "name the folder of the inspectors"),
    ] {
        let told = reviewed(named);
        assert_eq!((told.code(), told.out().as_str()), (2, ""), "{named}");
        assert!(told.err().contains("assize::cli::no_inspector"), "{}", told.err());
        assert!(told.err().contains(meant), "{}", told.err());
    }
}

/// The lead derives a verdict by what is critical and high, and says that it did.
#[test]
fn where_the_auditor_stays_out_the_lead_judges() {
    let critical = "VERDICT:NO-GO\nSCOPE:login\nISSUES:\nC|test-failure|Login|the suite fails\n";
    let high = "VERDICT:CONDITIONAL\nSCOPE:login\nISSUES:\nH|coverage-gap|Spec 2|no test\n";
    let medium = "VERDICT:CONDITIONAL\nSCOPE:login\nISSUES:\nM|coverage-gap|Spec 2|no test\n";
    let says_no = "VERDICT:NO-GO\nSCOPE:login\nISSUES:\nL|coverage-gap|Spec 2|no test\n";
    for auditor in ["", "VERDICT:ERROR\nSCOPE:login\n", "I had no time.\n"] {
        for (issues, verdict, word, code) in [
            (critical, "VERDICT:NO-GO", "NO-GO", 1),
            (says_no, "VERDICT:NO-GO", "NO-GO", 1),
            (high, "VERDICT:CONDITIONAL", "CONDITIONAL", 0),
            (medium, "VERDICT:CONDITIONAL", "CONDITIONAL", 0),
            ("", "VERDICT:CONDITIONAL", "CONDITIONAL", 0),
            (GO, "VERDICT:GO", "CONDITIONAL", 0),
        ] {
            let here = review(auditor, &[("test", issues)]);
            let (ended, json) = tried(here.path(), &[]);
            holds(&json, &[("word", word), ("derived", "true")]);
            assert_eq!(ended, code, "{auditor} {issues}");
            let told = judged(here.path(), &[]);
            assert_eq!(told.code(), code);
            // A verdict that is not where it was said to be may have been mistyped.
            let all = [told.out(), told.err()].concat();
            assert_eq!(all.contains("`verdict.cpf` does not exist"), auditor.is_empty(), "{all}");
            let coded = json.to_string().contains("assize::cli::no_auditor");
            assert_eq!(coded, auditor.is_empty(), "{json:#}");
            assert!(
                told.out().contains("AUDITOR_UNAVAILABLE|lead-derived verdict"),
                "{}",
                told.out()
            );
            let log = log(here.path());
            assert!(log.contains(verdict) && log.contains("AUDITOR_UNAVAILABLE|"), "{log}");
        }
    }
}

/// Two inspectors report at one line and under one category: two things, or one of them twice.
#[test]
fn the_lead_loses_nothing_of_what_two_report_at_one_line() {
    let of = |severity: &str, text: &str| {
        format!("VERDICT:CONDITIONAL\nSCOPE:login\nISSUES:\n{severity}|token|src/a.rs:10|{text}\n")
    };
    for (test, quality, row) in [
        (
            of("H", "expired tokens are accepted"),
            of("M", "the audit trail is never flushed"),
            "quality+test|H|token|src/a.rs:10|expired tokens are accepted; the audit trail is never flushed",
        ),
        (
            of("M", "expired tokens are accepted"),
            of("M", "expired and forged tokens are accepted"),
            "quality+test|M|token|src/a.rs:10|expired and forged tokens are accepted",
        ),
        (
            of("M", "expired tokens are accepted"),
            of("H", "Expired tokens: accepted"),
            "quality+test|H|token|src/a.rs:10|Expired tokens: accepted",
        ),
    ] {
        let here = review("", &[("test", &test), ("quality", &quality)]);
        assert_eq!(judged(here.path(), &[]).code(), 0);
        let log = log(here.path());
        assert!(log.contains(&format!("VERIFIED:\n{row}\nNOTES:")), "{log}");
    }
}

#[test]
fn the_lead_is_never_better_than_the_worst_inspector() {
    // What cannot be read, and fails, is heard.
    let half = "VERDICT:NO-GO\nSCOPE:login\nISSUES:\nC|test-fail";
    let here = review("", &[("test", half)]);
    let (code, json) = tried(here.path(), &[]);
    holds(&json, &[("derived", "true"), ("open", "false")]);
    assert_ne!(code, 0, "{json:#}");
}

#[test]
fn an_auditor_that_fails_the_work_half_way_is_not_replaced() {
    let half = "VERDICT:NO-GO\nSCOPE:login\nVERIFIED:\ntest|C|test-fail";
    let here = review(half, &[]);
    let (code, json) = tried(here.path(), &[]);
    holds(&json, &[("derived", "false"), ("open", "false")]);
    assert_eq!(code, 1, "{json:#}");
    // What an auditor lists that came to no verdict is not lost.
    let rows = "VERDICT:ERROR\nSCOPE:login\nVERIFIED:\ntest|H|test-quality|Login|asserts nothing\n";
    let here = review(rows, &[]);
    let (_, json) = tried(here.path(), &[]);
    holds(&json, &[("derived", "true"), ("word", "CONDITIONAL")]);
    assert!(json["ruling"].to_string().contains("asserts nothing"), "{json:#}");
}

/// What may be a verdict and cannot be read is not replaced: a person looks at it.
#[test]
fn an_auditor_that_cannot_be_read_is_not_replaced() {
    for text in [
        "VERDICT:GO\nSCOPE:login\nVERIFIED:\n",
        "VERDICT:GO\nSCOPE:login\nVERIFIED:\ntest|С|test-failure|Login|the suite fails\n",
    ] {
        let (code, json) = tried(review(text, &[]).path(), &[]);
        holds(&json, &[("derived", "false"), ("word", "ESCALATE")]);
        assert_eq!(code, 3, "{text}");
    }
}

/// As SDD writes it today: nothing is found, and no verdict is stated.
#[test]
fn an_inspector_that_found_nothing_has_reported() {
    for text in [
        "SCOPE:inspector-flow\nISSUES:\n",
        "SCOPE:inspector-compliance\nCOMPLIANT:\nmodel-names|OK|https://docs.example.org\nISSUES:\n",
        "SCOPE:inspector-dynamic-2\nRESULT:PASS\nSUMMARY:nothing is left of the old stage.\n",
    ] {
        let (code, json) = tried(review(GO, &[("test", text)]).path(), &[]);
        holds(&json, &[("word", "GO"), ("lost", "[]"), ("open", "true")]);
        assert_eq!((code, json["inspectors"].as_array().map(Vec::len)), (0, Some(6)), "{text}");
    }
    // What stops is no such report.
    for text in [
        "SCOPE:inspector-compliance\nCOMPLIANT:\nmodel-names|FAIL|https://docs.example.org\nISSUES:\n",
        "SCOPE:inspector-dynamic-2\nRESULT:FAIL\nSUMMARY:the old stage is still there.\n",
        "SCOPE:inspector-flow\nISSUES:",
        "SCOPE:inspector-flow\nRESULT:PASS\nISSUES:\nC|test-failure|Login|the suite fails\n",
    ] {
        let (code, json) = tried(review(GO, &[("test", text)]).path(), &[]);
        assert_ne!((code, &json["word"]), (0, &Value::from("GO")), "{text} {json:#}");
    }
}

/// The YAML that succeeded CPF, by the names that its files have.
#[test]
fn inspectors_and_auditors_may_write_yaml() {
    let issue = |source: &str, severity: &str| {
        format!(
            "  - id: \"F1\"\n{source}    severity: \"{severity}\"\n    category: \"test-quality\"\n    location: \
             \"tests/login.rs:7\"\n    summary: \"asserts nothing\"\n"
        )
    };
    let auditor = |issues: &str| format!("verdict: \"GO\"\nscope: \"login\"\nissues:{issues}\n");
    for (severity, issues, word, code) in [
        ("L", format!("\n{}", issue("    source: \"inspector-test\"\n", "L").trim_end()), "GO", 0),
        ("L", " []".to_owned(), "CONDITIONAL", 0),
        ("C", " []".to_owned(), "ESCALATE", 3),
        ("H", " []".to_owned(), "ESCALATE", 3),
    ] {
        let here = folder(&CONTENT);
        let write = |name: &str, text: String| {
            std::fs::write(here.path().join(name), text).expect("a file");
        };
        std::fs::remove_file(here.path().join("inspectors/test.cpf")).expect("removed");
        let found = format!("scope: \"inspector-test\"\nissues:\n{}", issue("", severity));
        write("inspectors/findings-inspector-test.yaml", found);
        write("inspectors/verdict-auditor.yaml", auditor(&issues));
        let args = ["sdd", "review", "--kind", "impl", "inspectors", "--format", "json"];
        let told = run(here.path(), &args, "");
        let json: Value = serde_json::from_str(&told.out()).expect("JSON");
        holds(&json, &[("word", word), ("lost", "[]"), ("derived", "false")]);
        assert_eq!(told.code(), code, "{severity}{issues} {json:#}");
        assert!(log(here.path()).contains("scope: \"login\""), "{}", log(here.path()));
    }
}

#[test]
fn nobody_at_all_goes_to_a_person() {
    let here = folder(&[("README.md", "")]);
    let told = run(here.path(), &["sdd", "review", "--kind", "impl"], "");
    assert_eq!(told.code(), 3, "{}", told.err());
    assert!(told.out().starts_with("SHUT  ESCALATE"), "{}", told.out());
    assert!(log(here.path()).contains("### Disposition\nESCALATED\n"), "{}", log(here.path()));
}

#[test]
fn findings_come_to_what_the_table_of_the_kind_says() {
    let row = |severity: &str| {
        let issues = format!(
            "VERDICT:GO\nSCOPE:login\nISSUES:\n{severity}|coverage-gap|Spec 2.AC1|no test\n"
        );
        let auditor = format!(
            "VERDICT:GO\nSCOPE:login\nVERIFIED:\ntest|{severity}|coverage-gap|Spec 2.AC1|no test\n"
        );
        let here = review(&auditor, &[("test", &issues)]);
        tried(here.path(), &[])
    };
    for (severity, word, code) in
        [("C", "NO-GO", 1), ("H", "CONDITIONAL", 0), ("M", "GO", 0), ("L", "GO", 0)]
    {
        let (ended, json) = row(severity);
        holds(&json, &[("word", word)]);
        assert_eq!(ended, code, "{severity}");
    }
}

#[test]
fn a_hook_is_told_2_for_all_that_does_not_open() {
    let here = review(
        "",
        &[("test", "VERDICT:NO-GO\nSCOPE:login\nISSUES:\nC|test-failure|Login|fails\n")],
    );
    let told = judged(here.path(), &["--exit", "hook", "--no-log"]);
    assert_eq!(told.code(), 2);
    assert!(told.err().contains("NO-GO"), "{}", told.err());
    let here = review(GO, &[]);
    assert_eq!(judged(here.path(), &["--exit", "hook", "--no-log"]).code(), 0);
}

#[test]
fn the_runs_of_a_review_are_held_against_each_other() {
    let row =
        "VERDICT:CONDITIONAL\nSCOPE:login\nVERIFIED:\ntest|H|coverage-gap|Spec 2.AC1|no test\n";
    let issue = "VERDICT:CONDITIONAL\nSCOPE:login\nISSUES:\nH|coverage-gap|Spec 2.AC1|no test\n";
    let other =
        "VERDICT:CONDITIONAL\nSCOPE:login\nVERIFIED:\ntest|M|test-quality|Login|asserts nothing\n";
    let other_issue =
        "VERDICT:CONDITIONAL\nSCOPE:login\nISSUES:\nM|test-quality|Login|asserts nothing\n";
    let files = [
        ("run-1/verdict.cpf", row),
        ("run-1/test.cpf", issue),
        ("run-2/verdict.cpf", row),
        ("run-2/test.cpf", issue),
        ("run-3/verdict.cpf", other),
        ("run-3/test.cpf", other_issue),
    ];
    let here = folder(&files);
    let args = [
        "sdd",
        "review",
        "--kind",
        "impl",
        "--expect",
        "test",
        "--log",
        "verdicts.md",
        "--consensus",
    ];
    let told = run(here.path(), &[&args[..], &["3", "run-1", "run-2", "run-3"]].concat(), "");
    assert_eq!(told.code(), 1, "{}{}", told.out(), told.err());
    assert!(told.out().contains("agreed, by 2 of 3 runs or more"), "{}", told.out());
    let text = log(here.path());
    assert!(text.contains(" | runs:3 | threshold:2/3\n"), "{text}");
    assert!(
        text.contains("### Consensus\nH|coverage-gap|Spec 2.AC1|no test (freq: 2/3)\n"),
        "{text}"
    );
    assert!(
        text.contains("### Noise\nM|test-quality|Login|asserts nothing (freq: 1/3)\n"),
        "{text}"
    );
    for name in ["#### V1\nVERDICT:", "#### V2\nVERDICT:", "#### V3\nVERDICT:"] {
        assert!(text.contains(name), "{text}");
    }
    // A run that is lost counts in no threshold; nothing is better for it.
    std::fs::remove_dir_all(here.path().join("run-1")).expect("a folder");
    let auditors = [
        "--auditor",
        "run-1/verdict.cpf",
        "--auditor",
        "run-2/verdict.cpf",
        "--auditor",
        "run-3/verdict.cpf",
    ];
    let told = run(here.path(), &[&args[..], &["3", "run-2", "run-3"], &auditors].concat(), "");
    assert_eq!(told.code(), 0, "{}{}", told.out(), told.err());
    assert!(told.out().starts_with("OPEN  CONDITIONAL"), "{}", told.out());
    let text = log(here.path());
    assert!(text.contains(" | runs:2 | threshold:2/2\n"), "{text}");
    // None at all goes to a person.
    std::fs::write(here.path().join("run-2/verdict.cpf"), "").expect("a file");
    std::fs::write(here.path().join("run-3/verdict.cpf"), "").expect("a file");
    let told = run(here.path(), &[&args[..], &["3", "run-2", "run-3"], &auditors].concat(), "");
    assert_eq!(told.code(), 3, "{}{}", told.out(), told.err());
    assert!(log(here.path()).ends_with("### Disposition\nESCALATED\n"), "{}", log(here.path()));
}

#[test]
fn one_run_of_one_stands_as_it_is() {
    let here = review(GO, &[]);
    let told = judged(here.path(), &["--consensus", "1"]);
    assert_eq!(told.code(), 0, "{}{}", told.out(), told.err());
    assert!(!log(here.path()).contains("### Consensus"), "{}", log(here.path()));
}

#[test]
fn what_the_command_line_says_wrong_is_told_at_once() {
    let here = review(GO, &[]);
    let wrong = |more: &[&str], code: &str| {
        let told = judged(here.path(), more);
        assert_eq!((told.code(), told.out().as_str()), (2, ""), "{code} {}", told.err());
        assert!(told.err().contains(code), "{code} {}", told.err());
    };
    wrong(&["--auditor", "inspectors/test.cpf"], "assize::cli::several_auditors");
    wrong(
        &["--auditor", "b.cpf", "--auditor", "c.cpf", "--consensus", "2"],
        "assize::cli::more_runs",
    );
    wrong(&["--lost", "tset=timed out"], "assize::cli::not_expected");
    for blank in ["quality=", "quality= ", "quality=...", "quality"] {
        wrong(&["--lost", blank], "--lost");
    }
    // What the limits of the policy `fix-loop` may be.
    for (limit, beyond) in [("retry", "21"), ("spec-update", "21"), ("aggregate", "41")] {
        let limit = format!("--{limit}-limit");
        for value in ["0", beyond] {
            wrong(&[&limit, value], &format!("'{value}' for '{limit} <N>'"));
        }
    }
    wrong(&["--feature", "login"], "assize::cli::no_folder_of_log");
    wrong(&["--log", "nowhere/verdicts.md"], "assize::cli::no_folder_of_log");
    wrong(&["--decided", "tech.md"], "assize::cli::nothing_proposed");
    wrong(&["--log", "verdict.cpf"], "assize::cli::log_is_read");
    wrong(&["--feature", "../other"], "assize::cli::not_a_feature");
    wrong(&["--reviewed", "1 | 2"], "assize::cli::not_a_version");
    wrong(&["--set", "a=1", "--set", "a=2"], "assize::cli::set_twice");
    std::fs::create_dir(here.path().join("more")).expect("a folder");
    std::fs::write(here.path().join("more/tests.cpf"), GO).expect("a file");
    wrong(&["more"], "assize::cli::inspector_twice");
    let both = judged(here.path(), &["--lost", "tset=x", "--reviewed", "next", "--feature", "a/b"]);
    assert!(
        both.err().contains("assize::cli::not_a_version")
            && both.err().contains("assize::cli::not_a_feature"),
        "{}",
        both.err()
    );
    assert_eq!(log(here.path()), "");
}

#[test]
fn who_has_reported_is_not_lost() {
    let here = review(GO, &[]);
    for name in ["test", "auditor"] {
        let told = judged(here.path(), &["--no-log", "--lost", &format!("{name}=timed out")]);
        assert_eq!(told.code(), 0, "{}", told.err());
        assert!(told.err().contains("assize::sdd::has_reported"), "{name} {}", told.err());
    }
    std::fs::remove_file(here.path().join("inspectors/test.cpf")).expect("a file");
    let told = judged(here.path(), &["--no-log", "--lost", "test=timed out"]);
    assert!(!told.err().contains("assize::sdd::has_reported"), "{}", told.err());
    assert!(told.out().contains("timed out"), "{}", told.out());
    std::fs::remove_file(here.path().join("verdict.cpf")).expect("a file");
    let told = judged(here.path(), &["--no-log", "--lost", "auditor=timed out"]);
    assert!(!told.err().contains("assize::sdd::has_reported"), "{}", told.err());
}

/// Who wrote nothing is not heard by what somebody else wrote, whatever the file is called.
#[cfg(unix)]
#[test]
fn one_file_stands_for_one_reviewer() {
    use std::fs::hard_link;
    use std::os::unix::fs::symlink;

    let refused = |here: &Path, more: &[&str]| {
        let told =
            run(here, &[&["sdd", "review", "--kind", "impl", "--no-log"], more].concat(), "");
        assert_eq!((told.code(), told.out().as_str()), (2, ""), "{more:?} {}", told.err());
        assert!(told.err().contains("assize::host::one_text_for_two"), "{}", told.err());
    };
    let one = &["inspectors", "--auditor", "verdict.cpf"][..];
    for (from, to) in [
        ("inspectors/interface.cpf", "inspectors/quality.cpf"),
        ("inspectors/test.cpf", "verdict.cpf"),
        ("verdict.cpf", "inspectors/test.cpf"),
    ] {
        for link in [hard_link::<PathBuf, PathBuf>, symlink::<PathBuf, PathBuf>] {
            let here = review(GO, &[]);
            let place = |name: &str| here.path().join(name);
            std::fs::remove_file(place(to)).expect("a file");
            link(place(from), place(to)).expect("a link");
            refused(here.path(), one);
        }
    }
    let here = review(GO, &[]);
    let three = |names: [&'static str; 3]| {
        let auditors = names.into_iter().flat_map(|name| ["--auditor", name]);
        let all: Vec<&str> =
            ["inspectors", "--consensus", "3"].into_iter().chain(auditors).collect();
        all
    };
    refused(here.path(), &three(["verdict.cpf"; 3]));
    for name in ["b.cpf", "c.cpf"] {
        hard_link(here.path().join("verdict.cpf"), here.path().join(name)).expect("a link");
    }
    refused(here.path(), &three(["verdict.cpf", "b.cpf", "c.cpf"]));
    // Copies are files of their own, and the auditor's file may lie among those of the inspectors.
    for name in ["b.cpf", "c.cpf"] {
        std::fs::remove_file(here.path().join(name)).expect("a link");
        std::fs::copy(here.path().join("verdict.cpf"), here.path().join(name)).expect("a copy");
    }
    let opens = |more: &[&str]| {
        let told = run(
            here.path(),
            &[&["sdd", "review", "--kind", "impl", "--no-log"], more].concat(),
            "",
        );
        assert_eq!(told.code(), 0, "{more:?} {}", told.err());
        assert!(told.out().starts_with("OPEN  GO"), "{more:?} {}", told.out());
    };
    opens(&three(["verdict.cpf", "b.cpf", "c.cpf"]));
    let among = here.path().join("inspectors/verdict.cpf");
    std::fs::rename(here.path().join("verdict.cpf"), among).expect("a file");
    opens(&["inspectors", "--auditor", "inspectors/verdict.cpf"]);
    opens(&["inspectors", "--auditor", "./inspectors/../inspectors/verdict.cpf"]);
    opens(&["inspectors"]);
    // So may a link to it that is called so.
    std::fs::rename(here.path().join("inspectors/verdict.cpf"), here.path().join("verdict.cpf"))
        .expect("a file");
    symlink("../verdict.cpf", here.path().join("inspectors/verdict.cpf")).expect("a link");
    opens(&["inspectors", "--auditor", "verdict.cpf"]);
    // Named twice is told as such.
    let twice = run(
        here.path(),
        &[
            "sdd",
            "review",
            "--kind",
            "impl",
            "--no-log",
            "inspectors",
            "inspectors/test.cpf",
            "--auditor",
            "verdict.cpf",
        ],
        "",
    );
    assert_eq!(twice.code(), 2, "{}", twice.out());
    assert!(twice.err().contains("`inspectors/test.cpf` is named twice"), "{}", twice.err());
}

#[test]
fn an_unknown_inspector_counts_as_well() {
    let issue = "VERDICT:NO-GO\nSCOPE:login\nISSUES:\nC|secrets|src/a.rs:7|a key is logged\n";
    let here = review(GO, &[("security", issue)]);
    let (code, json) = tried(here.path(), &[]);
    holds(&json, &[("word", "ESCALATE"), ("comparisons.0.issues.0.fate", "dropped")]);
    assert_eq!(code, 3);
}

#[test]
fn the_schema_describes_what_is_printed() {
    let here = review(
        GO,
        &[("test", "VERDICT:GO\nSCOPE:login\nISSUES:\nM|test-quality|Login|asserts nothing\n")],
    );
    let schema = run(here.path(), &["contract", "sdd-review", "--schema"], "");
    assert_eq!(schema.code(), 0, "{}", schema.err());
    let schema: Value = serde_json::from_str(&schema.out()).expect("JSON");
    let (_, json) = tried(here.path(), &[]);
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let errors: Vec<_> = validator.iter_errors(&json).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?}");
}
