//! What a review leaves in its log, and what follows it.

use std::fs;

use super::{CONTENT, GO, holds, judged, log, review, tried};
use crate::run::{folder, run};

pub(super) const NO_GO: &str =
    "VERDICT:NO-GO\nSCOPE:login\nVERIFIED:\ntest|C|test-failure|Login|the suite fails\n";
pub(super) const FAILS: &str =
    "VERDICT:NO-GO\nSCOPE:login\nISSUES:\nC|test-failure|Login|the suite fails\n";
const UPDATE: &str = "VERDICT:SPEC-UPDATE-NEEDED\nSCOPE:login\nSPEC_FEEDBACK:\ndesign|login|no error for a lost session\nspecifications|login|AC3 contradicts AC1\n";

fn small(category: &str) -> (String, String) {
    let row = format!("M|{category}|src/login.rs:40|says too little");
    let issue = format!("VERDICT:CONDITIONAL\nSCOPE:login\nISSUES:\n{row}\n");
    let verdict = format!("VERDICT:CONDITIONAL\nSCOPE:login\nVERIFIED:\nquality|{row}\n");
    (issue, verdict)
}

/// Reviews again with another auditor and another inspector `test`.
fn again(here: &std::path::Path, auditor: &str, test: &str, more: &[&str]) -> crate::run::Run {
    fs::write(here.join("verdict.cpf"), auditor).expect("a file");
    fs::write(here.join("inspectors/test.cpf"), test).expect("a file");
    judged(here, more)
}

#[test]
fn a_batch_has_the_verdict_as_it_came_and_what_became_of_it() {
    let (issue, verdict) = small("naming-violation");
    let here = review(&verdict, &[("quality", &issue)]);
    let told = judged(here.path(), &["--reviewed", "1.2.0"]);
    assert_eq!(told.code(), 0, "{}", told.err());
    let text = log(here.path());
    assert!(
        text.starts_with("## [B1] impl | 20") && text.contains("Z | v1.2.0\n\n### Raw\n#### V1\n"),
        "{text}"
    );
    assert!(text.contains(verdict.trim_end()), "{text}");
    assert!(text.contains("### Disposition\nCONDITIONAL-TRACKED\n\n### Tracked\nM|naming-violation|src/login.rs:40|says too little\n"), "{text}");
    // The next one is below it, and every byte above stays.
    let told = again(here.path(), GO, GO, &[]);
    assert_eq!(told.code(), 0);
    assert!(told.out().contains("recorded as B2"), "{}", told.out());
    let longer = log(here.path());
    assert!(longer.starts_with(&text) && longer.contains("\n## [B2] impl | "), "{longer}");
    let parsed = run(here.path(), &["parse", "verdicts.md"], "");
    assert_eq!(parsed.code(), 0, "{}{}", parsed.out(), parsed.err());
}

#[test]
fn what_was_tracked_and_is_gone_is_resolved() {
    let (issue, verdict) = small("naming-violation");
    let here = review(&verdict, &[("quality", &issue)]);
    assert_eq!(judged(here.path(), &[]).code(), 0);
    // Another kind of review says nothing about it.
    let args = [
        "sdd",
        "review",
        "--kind",
        "wave",
        "inspectors",
        "--auditor",
        "verdict.cpf",
        "--log",
        "verdicts.md",
    ];
    assert_eq!(run(here.path(), &args, "").code(), 0);
    assert!(!log(here.path()).contains("Resolved"), "{}", log(here.path()));
    // Who is lost can have resolved nothing.
    fs::write(here.path().join("verdict.cpf"), GO).expect("a file");
    fs::write(here.path().join("inspectors/quality.cpf"), "").expect("a file");
    assert_eq!(judged(here.path(), &["--no-log"]).code(), 0);
    let (_, json) = tried(here.path(), &[]);
    holds(&json, &[("batch.resolved", "null")]);
    fs::write(here.path().join("inspectors/quality.cpf"), GO).expect("a file");
    // What the lead derives was verified by nobody, and what is held has come to nothing yet.
    for auditor in ["VERDICT:ERROR\nSCOPE:login\n", ""] {
        fs::write(here.path().join("verdict.cpf"), auditor).expect("a file");
        holds(&tried(here.path(), &[]).1, &[("derived", "true"), ("batch.resolved", "null")]);
    }
    fs::write(here.path().join("verdict.cpf"), GO).expect("a file");
    let dropped = "VERDICT:NO-GO\nSCOPE:login\nISSUES:\nC|test-failure|Login|the suite fails\n";
    fs::write(here.path().join("inspectors/test.cpf"), dropped).expect("a file");
    holds(&tried(here.path(), &[]).1, &[("word", "ESCALATE"), ("batch.resolved", "null")]);
    fs::write(here.path().join("inspectors/test.cpf"), GO).expect("a file");
    assert_eq!(judged(here.path(), &[]).code(), 0);
    let text = log(here.path());
    assert!(
        text.ends_with(
            "### Resolved since B1\nM|naming-violation|src/login.rs:40|says too little\n"
        ),
        "{text}"
    );
}

#[test]
fn a_fail_has_no_disposition_until_somebody_mended_something() {
    let here = review(NO_GO, &[("test", FAILS)]);
    let told = judged(here.path(), &[]);
    assert_eq!(told.code(), 1);
    assert!(told.out().contains("next: fix"), "{}", told.out());
    assert!(!log(here.path()).contains("### Disposition"), "{}", log(here.path()));
    let parsed = run(here.path(), &["parse", "verdicts.md", "--json"], "");
    assert!(parsed.out().contains("assize::read::no_disposition"), "{}", parsed.out());
}

/// Counters are counted in the log, and nowhere else.
#[test]
fn the_third_no_go_goes_to_a_person() {
    let here = review(NO_GO, &[("test", FAILS)]);
    for (round, action) in [(1, "fix"), (2, "fix"), (3, "escalate"), (4, "escalate")] {
        let (_, json) = tried(here.path(), &[]);
        holds(
            &json,
            &[
                ("counters.retry_count", &round.to_string()),
                ("counters.retry_limit", "3"),
                ("next.action", action),
            ],
        );
        assert_eq!(judged(here.path(), &[]).code(), 1);
    }
    assert_eq!(
        log(here.path()).matches("### Disposition\nESCALATED\n").count(),
        2,
        "{}",
        log(here.path())
    );
    // A GO sets them back.
    assert_eq!(again(here.path(), GO, GO, &[]).code(), 0);
    let told = again(here.path(), NO_GO, FAILS, &["--json"]);
    let json: serde_json::Value = serde_json::from_str(&told.out()).expect("JSON");
    holds(&json, &[("counters.retry_count", "1"), ("next.action", "fix")]);
    let (_, json) = tried(here.path(), &["--retry-limit", "2"]);
    holds(&json, &[("next.action", "escalate"), ("counters.retry_limit", "2")]);
}

#[test]
fn a_defect_of_the_specification_is_sent_back_once() {
    let here = review(UPDATE, &[]);
    let (code, json) = tried(here.path(), &[]);
    assert_eq!(code, 1);
    holds(
        &json,
        &[
            ("word", "SPEC-UPDATE-NEEDED"),
            ("next.action", "update_spec"),
            ("counters.spec_update_count", "1"),
            ("spec_feedback.0.phase", "specifications"),
            ("spec_feedback.0.sends_back.0", "specifications"),
            ("spec_feedback.1.phase", "design"),
            ("spec_feedback.1.sends_back.0", "design"),
        ],
    );
    assert_eq!(judged(here.path(), &[]).code(), 1);
    let told = judged(here.path(), &[]);
    assert!(told.out().contains("next: escalate"), "{}", told.out());
    assert!(
        told.out().contains(
            "design of login: no error for a lost session (again: design, tasks, implementation)"
        ),
        "{}",
        told.out()
    );
    assert!(log(here.path()).ends_with("### Disposition\nESCALATED\n"), "{}", log(here.path()));
    // Fixes and updates together.
    let here = review(NO_GO, &[("test", FAILS)]);
    for _ in 0..2 {
        assert_eq!(judged(here.path(), &[]).code(), 1);
    }
    let told = again(here.path(), UPDATE, GO, &["--aggregate-limit", "3"]);
    assert!(
        told.out().contains("3 of 3 together") && told.out().contains("next: escalate"),
        "{}",
        told.out()
    );
}

/// Where it is not certain what is at fault, everything is done again.
#[test]
fn a_phase_that_nobody_knows_sends_back_all() {
    let text = UPDATE.replace("design|", "somewhere|");
    let (_, json) = tried(review(&text, &[]).path(), &[]);
    let all = ["specifications", "design", "tasks", "implementation"];
    let odd = json["spec_feedback"]
        .as_array()
        .and_then(|all| all.iter().find(|one| one["phase"] == "somewhere"));
    assert_eq!(odd.map(|one| one["sends_back"].clone()), Some(all.as_slice().into()), "{json:#}");
}

#[test]
fn a_design_that_asks_for_another_specification_goes_to_a_person() {
    let mut files: Vec<(&str, &str)> = vec![("verdict.cpf", UPDATE)];
    let names =
        ["rulebase", "testability", "architecture", "consistency", "best-practices", "holistic"];
    let paths = names.map(|name| format!("inspectors/{name}.cpf"));
    files.extend(paths.iter().map(|path| (path.as_str(), GO)));
    let here = folder(&files);
    let args = ["sdd", "review", "--kind", "design", "inspectors", "--auditor", "verdict.cpf"];
    let told = run(here.path(), &args, "");
    assert_eq!(told.code(), 1, "{}", told.err());
    assert!(told.out().contains("next: escalate"), "{}", told.out());
    assert!(log(here.path()).contains("ESCALATED"), "{}", log(here.path()));
}

#[test]
fn a_proposal_blocks_the_next_phase_until_somebody_decides() {
    let steering = "VERDICT:GO\nSCOPE:login\nSTEERING:\nCODIFY|tech.md|errors are typed\nPROPOSE|product.md|no guests\n";
    let here = review(steering, &[]);
    let (code, json) = tried(here.path(), &[]);
    assert_eq!(code, 3);
    holds(
        &json,
        &[
            ("word", "ESCALATE"),
            ("verdict", "GO"),
            ("steering.0.level", "PROPOSE"),
            ("steering.0.blocks", "true"),
            ("steering.1.level", "CODIFY"),
            ("steering.1.blocks", "false"),
            ("next.action", "escalate"),
            // The review itself is a GO, and recorded as one.
            ("batch.disposition", "GO-ACCEPTED"),
        ],
    );
    let told = judged(here.path(), &["--no-log"]);
    assert!(
        told.out().contains("PROPOSE product.md: no guests (BLOCKS the next phase)"),
        "{}",
        told.out()
    );
    assert!(
        told.out().contains("CODIFY tech.md: errors are typed (blocks nothing)"),
        "{}",
        told.out()
    );
    let (code, json) = tried(here.path(), &["--decided", "product.md"]);
    holds(&json, &[("word", "GO"), ("steering.0.decided", "true"), ("next.action", "accept")]);
    assert_eq!(code, 0);
    // A level that nobody knows blocks.
    let here = review(&steering.replace("CODIFY", "LATER"), &[]);
    assert_eq!(tried(here.path(), &["--decided", "product.md"]).0, 3);
}

#[test]
fn the_log_lies_beside_the_folder_of_the_review() {
    let mut files: Vec<(String, &str)> = CONTENT
        .iter()
        .map(|(path, text)| (path.replace("inspectors/", "specs/login/reviews/active/"), *text))
        .collect();
    files.push(("specs/login/reviews/active/verdict.cpf".to_owned(), GO));
    let files: Vec<(&str, &str)> =
        files.iter().map(|(path, text)| (path.as_str(), *text)).collect();
    let here = folder(&files);
    let active = "specs/login/reviews/active";
    for more in [&[][..], &["--feature", "login"]] {
        let told =
            run(here.path(), &[&["sdd", "review", "--kind", "impl", active], more].concat(), "");
        assert_eq!(told.code(), 0, "{}{}", told.out(), told.err());
        assert!(told.out().contains("specs/login/reviews/verdicts.md"), "{}", told.out());
    }
    let text =
        fs::read_to_string(here.path().join("specs/login/reviews/verdicts.md")).expect("a log");
    assert!(text.contains("## [B2] impl"), "{text}");
}

#[test]
fn a_verdict_that_would_break_the_log_is_fenced() {
    let notes = "VERDICT:GO\nSCOPE:login\nNOTES:\n## Summary\n### Disposition\n";
    let here = review(notes, &[]);
    let told = judged(here.path(), &[]);
    assert_eq!(told.code(), 0, "{}{}", told.out(), told.err());
    let told = judged(here.path(), &[]);
    assert!(told.out().contains("recorded as B2"), "{}", told.out());
    let text = log(here.path());
    assert!(text.contains("```\nVERDICT:GO"), "{text}");
    assert_eq!(text.matches("\n### Disposition\nGO-ACCEPTED\n").count(), 2, "{text}");
}
