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

/// Rows that are no less severe, so that nothing but what they are about tells them from the issue.
#[test]
fn what_only_resembles_an_issue_is_not_it() {
    let issue = "H|test-failure|src/login.rs:40|the suite fails after a time-out of the server";
    let other = "H|naming-violation|src/login.rs:41|the names in it say nothing";
    let two = format!("{issue}\n{other}");
    for (issues, sections) in [
        // One word in common, elsewhere.
        (issue, "VERIFIED:\ntest|H|test-quality|src/session.rs:9|the suite prints colours"),
        // Of somebody else, under the same category, near to it and not there.
        (issue, "VERIFIED:\nquality|H|test-failure|src/login.rs:42|asserts nothing"),
        // It is the other issue's.
        (&two, "VERIFIED:\ntest|H|naming-violation|src/login.rs:41|the names in it say nothing"),
        // Of somebody else, in its own words.
        (issue, "REMOVED:\nquality|false positive|the suite fails after a time-out of the server"),
        // In words of its own, about other places as well.
        (issue, "REMOVED:\ntest|false positive|nothing to do in src/login.rs:40 and src/a.rs:3"),
    ] {
        let (fate, word, code) = fate(issues, sections);
        assert_eq!((fate.as_str(), word.as_str(), code), ("dropped", "ESCALATE", 3), "{sections}");
    }
    for (issues, sections, wanted) in [
        (
            issue,
            "VERIFIED:\ntest|H|test-quality|src/session.rs:9|the suite fails, a time-out of the server",
            "verified",
        ),
        (issue, "VERIFIED:\nquality|H|test-failure|src/login.rs:40|asserts nothing", "verified"),
        (&two, "VERIFIED:\ntest|H|stability|src/login.rs:40|a time-out", "verified"),
        (issue, "REMOVED:\ntest|false positive|nothing to do in src/login.rs:40", "removed"),
    ] {
        assert_eq!(fate(issues, sections).0, wanted, "{sections}");
    }
}

/// One row is not an answer to everything that is like it.
#[test]
fn a_row_is_spent_on_the_issue_that_it_is_likest() {
    let time_out = "H|test-failure|src/login.rs:40|the suite fails after a time-out of the server";
    let reset = "H|test-failure|src/session.rs:7|the suite fails after a reset of the server";
    let names = "H|naming-violation|src/login.rs:41|the names in it say nothing";
    for (issues_of, sections, wanted) in [
        (
            [time_out, reset],
            "REMOVED:\ntest|false positive|the suite fails after a time-out of the server",
            ["removed", "dropped"],
        ),
        (
            [time_out, reset],
            "REMOVED:\ntest|false positive|test failure: the suite fails after a time-out or a reset of the server, in \
             src/login.rs:40 and in src/session.rs:7",
            ["removed", "removed"],
        ),
        (
            [time_out, names],
            "VERIFIED:\ntest|H|readability|src/login.rs:41|names that say nothing",
            ["dropped", "verified"],
        ),
        (
            [time_out, names],
            "VERIFIED:\ntest|H|readability|src/login.rs:41|names that say nothing\n\
             test|H|stability|src/login.rs:40|fails after a time-out",
            ["verified", "verified"],
        ),
    ] {
        let rows = issues_of.join("\n");
        let here = review(&verdict("GO", sections), &[("test", &issues(&rows))]);
        let (_, json) = tried(here.path(), &[]);
        let fate = |number: usize| json["comparisons"][0]["issues"][number]["fate"].clone();
        assert_eq!([fate(0), fate(1)], wanted.map(serde_json::Value::from), "{sections}");
    }
}

/// Reports in one language that name files in another, whose auditor shortens, merges and moves them.
#[test]
fn long_reports_that_their_auditor_shortens_are_found_again() {
    let inspectors = [
        (
            "test",
            "H|cross-reference|docs/guide/run.md:148|手順 4 は `verify` を呼ぶと説明しているが、`bin/verify.sh` は手順 6 に移っており、読者は存在しない節へ導かれる。\n\
             M|value-mismatch|docs/guide/limits.md:20|上限は 5 と書かれているが、`limits.yaml` の `max` は 3 のままで、再試行の回数が文書と一致しない。",
        ),
        (
            "quality",
            "M|value-mismatch|docs/guide/limits.md:22; limits.yaml:7|文書の上限 5 と設定の 3 が食い違う。\n\
             L|documentation|README.md|`--dry-run` の例が削除済みのオプションを使っている。",
        ),
    ];
    let honest = "VERIFIED:\n\
        test|H|cross-reference|docs/guide/run.md:148-152|手順 4 が移動済みの `bin/verify.sh` を誤参照\n\
        test+quality|M|value-mismatch|docs/guide/limits.md:20|`limits.yaml` の上限が文書と不一致 (5 と 3)\n\
        REMOVED:\nquality|誤検知|`--dry-run` の例は意図的に残されている";
    let issues: Vec<(&str, String)> =
        inspectors.iter().map(|(name, rows)| (*name, issues(rows))).collect();
    let texts: Vec<(&str, &str)> =
        issues.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let here = review(&verdict("CONDITIONAL", honest), &texts);
    let (code, json) = tried(here.path(), &[]);
    assert_eq!(code, 0, "{json:#}");
    holds(&json, &[("word", "CONDITIONAL")]);
    let found = json["comparisons"][0]["issues"].as_array().expect("issues");
    let fates: Vec<_> = found.iter().map(|issue| issue["fate"].as_str().unwrap_or("-")).collect();
    assert_eq!(fates, ["verified", "removed", "verified", "verified"], "{json:#}");
    assert_eq!(json["comparisons"][0]["extras"].as_array().map(Vec::len), Some(0), "{json:#}");
    // Without the row of the serious one, nothing else of the verdict stands for it.
    let silent: String = honest
        .lines()
        .filter(|row| !row.starts_with("test|H"))
        .map(|row| format!("{row}\n"))
        .collect();
    let here = review(&verdict("CONDITIONAL", silent.trim_end()), &texts);
    let (code, json) = tried(here.path(), &[]);
    holds(&json, &[("word", "ESCALATE"), ("comparisons.0.issues.2.fate", "dropped")]);
    assert_eq!(code, 3);
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

/// What a finding of one inspector hides: another one of it beside the first, under the same category.
#[test]
fn a_row_shows_each_of_the_issues_that_it_stands_for() {
    let first = "H|unchecked-token|src/login.rs:10|expired tokens are accepted by the handler";
    let second = "H|unchecked-token|src/login.rs:13|forged tokens are accepted by the handler";
    let twin = "H|unchecked-token|src/login.rs:13|expired tokens are accepted by the handler";
    let spec =
        ["H|ambiguous-ac|Spec 2|no unit of the time-out", "H|ambiguous-ac|Spec 2|who is an admin"];
    let other =
        "H|token-storage|src/login.rs:12|forged tokens are accepted by the handler and kept";
    for (issues_of, sections, wanted) in [
        // The first, and nothing of the second: by its words, its line, or neither.
        (
            [first, second],
            "VERIFIED:\ntest|H|unchecked-token|src/login.rs:10|expired tokens are accepted by the handler",
            ["verified", "dropped"],
        ),
        (
            [first, second],
            "VERIFIED:\ntest|H|unchecked-token|src/login.rs:13|expired tokens are accepted",
            ["verified", "dropped"],
        ),
        (
            [first, second],
            "VERIFIED:\ntest|H|unchecked-token|src/login.rs:10-13|expired tokens are accepted",
            ["verified", "dropped"],
        ),
        (
            [first, twin],
            "VERIFIED:\ntest|H|unchecked-token|src/login.rs:10|expired tokens are accepted",
            ["verified", "dropped"],
        ),
        (
            [first, other],
            "VERIFIED:\ntest|H|unchecked-token|src/login.rs:10|expired tokens are accepted by the handler",
            ["verified", "dropped"],
        ),
        (
            spec,
            "VERIFIED:\ntest|H|ambiguous-ac|Spec 2|the time-out has no unit",
            ["verified", "dropped"],
        ),
        (
            [first, second],
            "REMOVED:\ntest|false positive|expired tokens are accepted by the handler",
            ["removed", "dropped"],
        ),
        (
            [first, second],
            "RESOLVED:\ntest+quality|agreed|expired tokens are accepted by the handler",
            ["resolved", "dropped"],
        ),
        (
            [first, second],
            "VERIFIED:\ntest|H|unchecked-token|src/login.rs:10|expired tokens are accepted\n\
             RESOLVED:\ntest+quality|severity aligned|expired tokens are accepted by the handler",
            ["verified", "dropped"],
        ),
        // Both, as auditors merge them.
        (
            [first, second],
            "VERIFIED:\ntest|H|unchecked-token|src/login.rs:10|expired and forged tokens are accepted",
            ["verified"; 2],
        ),
        (
            [first, second],
            "VERIFIED:\ntest|H|unchecked-token|src/login.rs:10|expired tokens and forgeries are accepted",
            ["verified"; 2],
        ),
        (
            [first, second],
            "VERIFIED:\ntest|H|unchecked-token|src/login.rs:10; src/login.rs:13|tokens are not checked",
            ["verified"; 2],
        ),
        (
            [first, twin],
            "VERIFIED:\ntest|H|unchecked-token|src/login.rs:10-13|expired tokens are accepted",
            ["verified"; 2],
        ),
        (
            [first, first],
            "VERIFIED:\ntest|H|unchecked-token|src/login.rs:10|expired tokens are accepted",
            ["verified"; 2],
        ),
        (
            spec,
            "VERIFIED:\ntest|H|ambiguous-ac|Spec 2|the time-out has no unit, and no admin is named",
            ["verified"; 2],
        ),
        (
            [first, second],
            "REMOVED:\ntest|false positive|unchecked token: expired or forged tokens are accepted by the handler in src/login.rs",
            ["removed"; 2],
        ),
        (
            [first, twin],
            "REMOVED:\ntest|false positive|unchecked token: expired tokens are accepted by the handler in src/login.rs",
            ["removed"; 2],
        ),
    ] {
        let rows = issues_of.join("\n");
        let here = review(&verdict("CONDITIONAL", sections), &[("test", &issues(&rows))]);
        let (code, json) = tried(here.path(), &[]);
        let fate = |number: usize| json["comparisons"][0]["issues"][number]["fate"].clone();
        assert_eq!([fate(0), fate(1)], wanted.map(serde_json::Value::from), "{rows}\n{sections}");
        assert_eq!(code, if wanted[1] == "dropped" { 3 } else { 0 }, "{sections}");
    }
}

/// What somebody else's finding hides that names another.
#[test]
fn a_row_without_a_line_stands_for_those_it_names() {
    let rows = "H|ambiguous-ac|Spec 2|who is an admin";
    for (row, wanted) in [
        ("quality|H|ambiguous-ac|Spec 2|the time-out has no unit", "dropped"),
        ("quality|H|ambiguous-ac|Spec 2|nothing says who is an admin", "verified"),
        ("quality+test|H|ambiguous-ac|Spec 2|unclear", "verified"),
    ] {
        assert_eq!(fate(rows, &format!("VERIFIED:\n{row}")).0, wanted, "{row}");
    }
}

/// At one line and under one category, two inspectors report two things.
#[test]
fn a_row_of_one_inspector_hides_no_other_issue_at_its_line() {
    let of_test = "H|unchecked-token|src/login.rs:10|expired tokens are accepted";
    let of_quality = "H|unchecked-token|src/login.rs:10|the audit trail is never flushed";
    let expired = "H|unchecked-token|src/login.rs:10|expired tokens are accepted";
    for (other, row, wanted) in [
        (of_quality, format!("test|{expired}"), "dropped"),
        (of_quality, format!("test+quality|{expired}"), "verified"),
        (of_quality, format!("test|{expired}, and the audit trail is not flushed"), "verified"),
        (of_test, format!("test|{expired}"), "verified"),
        (
            "H|unchecked-token|src/login.rs:10|nobody looks at the age of a token",
            format!("test|{expired}"),
            "verified",
        ),
        // It names somebody who reported nothing there: only who is meant is wrong.
        (of_quality, format!("interface|{expired}"), "verified"),
    ] {
        let said = verdict("CONDITIONAL", &format!("VERIFIED:\n{row}"));
        let here = review(&said, &[("test", &issues(of_test)), ("quality", &issues(other))]);
        let (code, json) = tried(here.path(), &[]);
        let all = json["comparisons"][0]["issues"].as_array().cloned().unwrap_or_default();
        let fate = |name: &str| {
            let own = all.iter().find(|issue| issue["inspector"] == name);
            own.map(|issue| issue["fate"].clone()).unwrap_or_default()
        };
        assert_eq!(
            (&fate("test"), &fate("quality")),
            (&"verified".into(), &wanted.into()),
            "{row}"
        );
        assert_eq!(code, if wanted == "dropped" { 3 } else { 0 }, "{row}");
    }
}
