//! An auditor's verdict beside the issues of its inspectors.

use super::{GO, holds, judged, review, tried};

const ROW: &str = "test|C|test-failure|src/login.rs:40|the suite fails after a time-out";

fn issues(rows: &str) -> String {
    let serious = rows.lines().any(|row| row.starts_with("C|") || row.starts_with("H|"));
    let word = if serious { "NO-GO" } else { "CONDITIONAL" };
    format!("VERDICT:{word}\nSCOPE:login\nISSUES:\n{rows}\n")
}

fn verdict(word: &str, sections: &str) -> String {
    format!("VERDICT:{word}\nSCOPE:login\n{sections}\n")
}

/// The fate of the first issue, and the word of the review.
fn fate(issue: &str, sections: &str) -> (String, String, i32) {
    let here = review(&verdict("GO", sections), &[("test", &issues(issue))]);
    let (code, json) = tried(here.path(), &[]);
    let text =
        |path: &str| json.pointer(path).and_then(|found| found.as_str()).unwrap_or("-").to_owned();
    (text("/comparisons/0/issues/0/fate"), text("/word"), code)
}

#[test]
fn a_serious_issue_that_is_nowhere_shuts_the_gate_and_is_named() {
    for severity in ["C", "H"] {
        let issue = format!("{severity}|test-failure|src/login.rs:40|the suite fails");
        let here = review(GO, &[("test", &issues(&issue))]);
        let told = judged(here.path(), &["--no-log"]);
        assert_eq!(told.code(), 3, "{}", told.out());
        assert!(
            told.out().contains("a serious issue was dropped without a word"),
            "{}",
            told.out()
        );
        assert!(told.out().contains(&format!("dropped  test: {issue}")), "{}", told.out());
        assert!(told.err().contains("assize::sdd::dropped"), "{}", told.err());
        assert!(told.err().contains("inspectors/test.cpf:4:1"), "{}", told.err());
    }
}

#[test]
fn a_small_issue_that_is_nowhere_makes_it_conditional() {
    for severity in ["M", "L", "UNCERTAIN"] {
        let here = review(
            GO,
            &[("test", &issues(&format!("{severity}|test-quality|Login|asserts nothing")))],
        );
        let (code, json) = tried(here.path(), &[]);
        holds(&json, &[("word", "CONDITIONAL"), ("comparisons.0.issues.0.fate", "dropped")]);
        assert_eq!(code, 0, "{severity}");
    }
}

/// What auditors do to an issue without losing it.
#[test]
fn what_is_merged_reworded_or_moved_is_found_again() {
    let issue = "M|test-quality|src/login.rs:40|the test asserts nothing about the session";
    for (row, by) in [
        ("test|M|test-quality|src/login.rs:40|no assertion", "key"),
        ("tests|L|test-quality|./src/login.rs:41|asserts nothing", "key"),
        ("quality+test|M|test-quality|src/login.rs:40; src/logout.rs:9|two empty tests", "key"),
        (
            "inspector-test+quality|M|false-confidence|src/login.rs:40|says nothing of value",
            "place",
        ),
        (
            "test|M|test-quality|Spec 2|nothing is asserted about the session in one test",
            "category",
        ),
        ("test|M|empty-test|Spec 2|a test of the session asserts nothing", "words"),
        ("quality|M|test-quality|src/login.rs:40|asserts nothing", "key"),
    ] {
        let here =
            review(&verdict("GO", &format!("VERIFIED:\n{row}")), &[("test", &issues(issue))]);
        let (_, json) = tried(here.path(), &[]);
        let first = json.pointer("/comparisons/0/issues/0").cloned().unwrap_or_default();
        assert_eq!(
            (&first["fate"], &first["by"]),
            (&"verified".into(), &by.into()),
            "{row}\n{json:#}"
        );
    }
}

#[test]
fn what_is_about_something_else_is_not() {
    let issue = "C|test-failure|src/login.rs:40|the suite fails after a time-out";
    for sections in [
        // Another inspector's, elsewhere.
        "VERIFIED:\nquality|M|test-failure|src/logout.rs:4|the suite is slow",
        // The same file, and nothing else.
        "VERIFIED:\ntest|M|test-quality|src/login.rs:400|names say nothing",
        // A removal without a reason, of somebody else, or of something else.
        "REMOVED:\ntest||the suite fails after a time-out",
        "REMOVED:\nquality|false positive|names in login say nothing",
        "REMOVED:\ntest|false positive|names in src/logout.rs say nothing",
        "REMOVED:\ntest|false positive|the suite fails after a time-out in src/logout.rs:40",
        "RESOLVED:\nquality+test|agreed|whether names in src/logout.rs matter",
        "RESOLVED:\ntest|agreed|whether names matter",
        "NOTES:\nthe suite fails after a time-out",
    ] {
        let (fate, word, code) = fate(issue, sections);
        assert_eq!((fate.as_str(), word.as_str(), code), ("dropped", "ESCALATE", 3), "{sections}");
    }
}

#[test]
fn what_is_removed_with_a_reason_or_resolved_is_not_lost() {
    let issue = "H|test-failure|src/login.rs:40|the suite fails after a time-out";
    for (sections, wanted) in [
        ("REMOVED:\ntest|false positive|suite fails - only without a network", "removed"),
        (
            "REMOVED:\ntests|severity-downgrade|the time-out is that of the test server, login suite",
            "removed",
        ),
        (
            "RESOLVED:\ntest+quality|the time-out is the server's|the suite fails after a time-out",
            "resolved",
        ),
    ] {
        let (fate, word, code) = fate(issue, sections);
        assert_eq!((fate.as_str(), word.as_str(), code), (wanted, "GO", 0), "{sections}");
    }
}

/// One row cannot hide two issues.
#[test]
fn a_row_stands_for_what_it_is_about() {
    let two = "L|test-quality|src/login.rs:40|the name says nothing\nC|test-failure|src/login.rs:40|the suite fails after a time-out";
    for sections in [
        "VERIFIED:\ntest|L|test-quality|src/login.rs:40|the name says nothing",
        "REMOVED:\ntest|false positive|the name says nothing in login",
    ] {
        let here = review(&verdict("GO", sections), &[("test", &issues(two))]);
        let (code, json) = tried(here.path(), &[]);
        holds(&json, &[("word", "ESCALATE"), ("comparisons.0.issues.1.fate", "dropped")]);
        assert_ne!(json["comparisons"][0]["issues"][0]["fate"], "dropped", "{json:#}");
        assert_eq!(code, 3);
    }
    // Two under one key.
    let two = "L|security-gap|src/login.rs|a header is missing\nC|security-gap|src/login.rs|passwords are logged in plain text";
    let row = "VERIFIED:\ntest|L|security-gap|src/login.rs|a header is missing";
    let here = review(&verdict("GO", row), &[("test", &issues(two))]);
    let (code, json) = tried(here.path(), &[]);
    holds(&json, &[("comparisons.0.issues.1.fate", "dropped"), ("word", "ESCALATE")]);
    assert_eq!(code, 3);
}

#[test]
fn a_serious_issue_that_became_small_is_told() {
    let issue = "C|test-failure|src/login.rs:40|the suite fails after a time-out";
    let row = "VERIFIED:\ntest|M|test-failure|src/login.rs:40|the suite fails after a time-out";
    let here = review(&verdict("GO", row), &[("test", &issues(issue))]);
    let told = judged(here.path(), &["--no-log"]);
    assert!(told.out().starts_with("OPEN  CONDITIONAL"), "{}", told.out());
    assert!(told.err().contains("assize::sdd::softened"), "{}", told.err());
    assert!(told.err().contains("rated this C, and the auditor lists it as M"), "{}", told.err());
}

#[test]
fn what_nobody_reported_is_told() {
    let row = "VERIFIED:\nquality|M|naming-violation|src/a.rs:1|`x` says nothing";
    let here = review(&verdict("GO", row), &[]);
    let told = judged(here.path(), &["--no-log"]);
    assert!(told.out().starts_with("OPEN  CONDITIONAL"), "{}", told.out());
    assert!(told.out().contains("a finding was reported by nobody"), "{}", told.out());
    assert!(told.err().contains("assize::sdd::invented"), "{}", told.err());
    assert!(told.err().contains("verdict.cpf:4:1"), "{}", told.err());
    // Who names somebody that cannot be read may be right.
    let here = review(&verdict("GO", row), &[("quality", "")]);
    let told = judged(here.path(), &["--no-log"]);
    assert!(told.err().contains("assize::sdd::unchecked"), "{}", told.err());
    assert!(told.out().starts_with("OPEN  CONDITIONAL"), "{}", told.out());
    // A fail stays one, whoever reported what it rests on.
    let here = review(&verdict("NO-GO", &format!("VERIFIED:\n{ROW}")), &[]);
    assert_eq!(judged(here.path(), &["--no-log"]).code(), 1);
}

#[test]
fn japanese_is_compared_as_well() {
    let issue = "H|coverage-gap|Spec 3.AC2|セッションの期限切れを確認するテストがない";
    let row =
        "VERIFIED:\ntest|H|missing-test|Spec 3|期限切れのセッションを確認するテストが存在しない";
    assert_eq!(fate(issue, row).0, "verified");
    let removed = "REMOVED:\ntest|誤検知|期限切れを確認するテストは別の場所にある";
    assert_eq!(fate(issue, removed).0, "removed");
    let two = format!("{issue}\nH|coverage-gap|Spec 4.AC1|暗号化の失敗を確認するテストがない");
    let other = "REMOVED:\ntest|誤検知|変数名の規則に違反している";
    assert_eq!(fate(&two, other).0, "dropped");
}

#[test]
fn a_verdict_of_too_many_rows_is_refused() {
    let row = |front: &str, n: usize| format!("{front}L|naming-violation|src/a.rs:{n}|n{n}\n");
    let rows = |front: &str| (0..2100).map(|n| row(front, n)).collect::<String>();
    let here = review(
        &verdict("GO", &format!("VERIFIED:\n{}", rows("quality|"))),
        &[("quality", &issues(&rows("")))],
    );
    let told = judged(here.path(), &["--no-log"]);
    assert_eq!(told.code(), 2, "{}", told.out());
    assert!(told.err().contains("assize::sdd::too_many_rows"), "{}", told.err());
}
