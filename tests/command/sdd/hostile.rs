//! What could hide an inspector's fail from the gate.

use super::{CONTENT, GO, IMPL, holds, judged, log, review, tried};
use crate::run::{folder, run};

const C: &str = "C|security|src/a.rs:12|the admin password is hardcoded";

fn issues(rows: &str) -> String {
    format!("VERDICT:NO-GO\nSCOPE:login\nISSUES:\n{rows}\n")
}

fn verdict(sections: &str) -> String {
    format!("VERDICT:GO\nSCOPE:login\n{sections}\n")
}

/// What becomes of issues of `test` with this in the auditor's verdict.
fn fates(rows: &str, sections: &str) -> (Vec<String>, String, i32) {
    let here = review(&verdict(sections), &[("test", &issues(rows))]);
    let (code, json) = tried(here.path(), &[]);
    let all = json["comparisons"][0]["issues"].as_array().cloned().unwrap_or_default();
    let fates = all.iter().map(|issue| issue["fate"].as_str().unwrap_or("-").to_owned());
    (fates.collect(), json["word"].as_str().unwrap_or("-").to_owned(), code)
}

#[test]
fn a_fail_without_rows_is_not_lost() {
    for (word, came_to, code) in [
        ("NO-GO", "ESCALATE", 3),
        ("SPEC-UPDATE-NEEDED", "ESCALATE", 3),
        ("CONDITIONAL", "CONDITIONAL", 0),
    ] {
        let text = format!("VERDICT:{word}\nSCOPE:login\nNOTES:\nit does not build\n");
        let all: Vec<(&str, &str)> = CONTENT
            .iter()
            .map(|(path, _)| {
                (path.trim_start_matches("inspectors/").trim_end_matches(".cpf"), text.as_str())
            })
            .collect();
        for others in [&all[..1], &all[..]] {
            let here = review(GO, others);
            let (ended, json) = tried(here.path(), &[]);
            holds(&json, &[("word", came_to)]);
            let unexplained = json["comparisons"][0]["unexplained"].as_array().map(Vec::len);
            assert_eq!((ended, unexplained), (code, Some(others.len())), "{word}");
            let told = judged(here.path(), &["--no-log"]);
            assert!(told.err().contains("assize::sdd::unexplained"), "{}", told.err());
            assert!(told.out().contains("unexplained  "), "{}", told.out());
        }
    }
    // Rows that are too small to be the reason explain nothing.
    let small = "VERDICT:NO-GO\nSCOPE:login\nISSUES:\nL|test-quality|Login|a name\n";
    let removed = verdict("REMOVED:\ntest|false positive|the name in Login");
    let here = review(&removed, &[("test", small)]);
    assert_eq!(tried(here.path(), &[]).0, 3);
    // An auditor that fails the work has dropped nothing.
    let no_go = "VERDICT:NO-GO\nSCOPE:login\nNOTES:\nit does not build\n";
    let (code, json) = tried(review(no_go, &[("test", no_go)]).path(), &[]);
    assert_eq!((code, &json["comparisons"][0]["unexplained"]), (1, &serde_json::json!([])));
}

#[test]
fn a_fail_without_rows_is_not_lost_in_several_runs() {
    let no_go = "VERDICT:NO-GO\nSCOPE:login\nNOTES:\nit does not build\n";
    let files = [
        ("run-1/verdict.cpf", GO),
        ("run-1/test.cpf", no_go),
        ("run-2/verdict.cpf", GO),
        ("run-2/test.cpf", GO),
    ];
    let here = folder(&files);
    let args = ["sdd", "review", "--kind", "impl", "--expect", "test", "--no-log"];
    let told = run(here.path(), &[&args[..], &["--consensus", "2", "run-1", "run-2"]].concat(), "");
    assert_eq!(told.code(), 3, "{}{}", told.out(), told.err());
    assert!(told.err().contains("assize::sdd::unexplained"), "{}", told.err());
}

#[test]
fn a_fail_that_cannot_be_read_is_heard() {
    for text in [
        "VERDICT:NO-GO\nSCOPE:login\nISSUES:\nC|secur".to_owned(),
        format!("VERDICT:NO-GO\nSCOPE:login\nISUES:\n{C}\n"),
        format!("VERDICT:GO\nSCOPE:login\nISUES:\n{C}\n"),
        format!("I have looked at it.\n\nVERDICT:NO-GO\nSCOPE:login\nISSUES:\n{C}\n"),
        format!("I have looked at it.\n\nISSUES:\n{C}\n"),
        format!("- {C}\n"),
        "**VERDICT**: NO-GO\n".to_owned(),
        "VERDICT:ERROR\nSCOPE:login\nNOTES:\nVERDICT: NO-GO\n".to_owned(),
        format!("VERDICT:GO\nSCOPE:login\nISSUES:\n{C}\nM|test-qual"),
    ] {
        let here = review(GO, &[("test", &text)]);
        let (code, json) = tried(here.path(), &[]);
        holds(&json, &[("open", "false")]);
        assert_ne!(code, 0, "{text}");
    }
    let here = review(GO, &[("test", "VERDICT:NO-GO\nSCOPE:login\nISSUES:\nC|secur")]);
    let told = judged(here.path(), &["--no-log"]);
    assert_eq!(told.code(), 3, "{}", told.err());
    assert!(told.err().contains("assize::sdd::unread_fail"), "{}", told.err());
}

#[test]
fn a_smaller_row_stands_for_a_critical_issue_only_where_it_is_about_it() {
    for row in [
        // The place and the category, by somebody else.
        "quality|L|security|src/a.rs:12|a comment is out of date",
        // The place alone, or the category alone.
        "test|L|naming-violation|src/a.rs:12|`x` says nothing",
        "test|L|security|src/b.rs:7|a comment is out of date",
        "test|L|security|src/a.rs|a comment is out of date",
        // One word.
        "test|L|naming-violation|src/a.rs:12|password",
    ] {
        let (fates, word, code) = fates(C, &format!("VERIFIED:\n{row}"));
        assert_eq!((fates[0].as_str(), word.as_str(), code), ("dropped", "ESCALATE", 3), "{row}");
    }
    for row in [
        "test|M|security|src/a.rs:12|a default that nobody ships",
        "quality|M|security|src/a.rs:12|the hardcoded admin password is a default",
        "test|M|credentials|src/b.rs:3|the hardcoded admin password is a default",
    ] {
        let (fates, word, code) = fates(C, &format!("VERIFIED:\n{row}"));
        assert_eq!(
            (fates[0].as_str(), word.as_str(), code),
            ("verified", "CONDITIONAL", 0),
            "{row}"
        );
    }
}

#[test]
fn no_place_is_not_a_place() {
    for location in ["-", "general", "N/A", "General", "--"] {
        let issue = format!("C|security|{location}|the admin password is hardcoded");
        let row = format!("VERIFIED:\ntest|L|security|{location}|a comment is out of date");
        let (fates, _, code) = fates(&issue, &row);
        assert_eq!((fates[0].as_str(), code), ("dropped", 3), "{location}");
    }
}

#[test]
fn a_removal_of_something_else_swallows_nothing() {
    for row in [
        "REMOVED:\ntest|false positive|src/b.rs",
        "REMOVED:\ntest|false positive|security in src/other.rs",
        "REMOVED:\ntest|false positive|the admin password in src/other.rs is hardcoded",
        "REMOVED:\ntest|seen in src/other.rs|false positive",
        "REMOVED:\ntest||the admin password is hardcoded",
        "REMOVED:\nquality|false positive|`ADMIN` is the name of a fixture",
        "RESOLVED:\ntest+quality|severity aligned|src/other.rs is acceptable",
    ] {
        let (fates, word, code) = fates(C, row);
        assert_eq!((fates[0].as_str(), word.as_str(), code), ("dropped", "ESCALATE", 3), "{row}");
    }
    // Of several, likeness decides, by two words at least.
    let two = format!("{C}\nH|test-failure|src/c.rs:4|the suite fails after a time-out");
    for row in [
        "REMOVED:\ntest|false positive|security",
        "REMOVED:\ntest|false positive|password",
        "REMOVED:\ntest|false positive|a fixture, not a credential",
    ] {
        let (fates, _, code) = fates(&two, row);
        assert_eq!((fates, code), (vec!["dropped".to_owned(); 2], 3), "{row}");
    }
    // What is about an issue that is answered already is about no other.
    let small = format!("{C}\nL|naming-violation|src/c.rs:4|the variable name says nothing");
    let row = "VERIFIED:\ntest|L|naming-violation|src/c.rs:4|variable name\nREMOVED:\ntest|false positive|the variable name says nothing";
    assert_eq!(fates(&small, row).0[0], "dropped");
    // A conflict may be about what is verified.
    let row = "VERIFIED:\ntest|L|naming-violation|src/c.rs:4|variable name\nRESOLVED:\ntest+quality|severity aligned|acceptable given scope";
    assert_eq!(fates(&small, row).0[0], "dropped");
}

#[test]
fn an_honest_removal_in_words_of_its_own_opens() {
    let caching = "C|over-engineering|Spec 1|needs caching layer in front of the store";
    for (issue, row, fate) in [
        (
            C,
            "REMOVED:\ntest|false positive|`ADMIN` is the name of a fixture, not a credential",
            "removed",
        ),
        (C, "REMOVED:\ntest|false positive|line 12 of `a.rs` is a fixture", "removed"),
        (
            caching,
            "REMOVED:\ntest|over-engineering|needs caching layer - not required by any AC",
            "removed",
        ),
        (
            C,
            "RESOLVED:\ntest+quality|severity aligned|test flagged Critical but quality confirms acceptable given scope",
            "resolved",
        ),
    ] {
        let (fates, word, code) = fates(issue, row);
        assert_eq!((fates[0].as_str(), word.as_str(), code), (fate, "GO", 0), "{row}");
    }
    // The one that is left.
    let two = format!("{C}\nL|naming-violation|src/c.rs:4|the variable name says nothing");
    let row = "VERIFIED:\ntest|L|naming-violation|src/c.rs:4|variable name\nREMOVED:\ntest|false positive|a fixture, not a credential";
    let (fates, word, code) = fates(&two, row);
    assert_eq!((fates[0].as_str(), word.as_str(), code), ("removed", "GO", 0));
}

#[test]
fn a_proposal_that_is_written_badly_blocks_as_well() {
    for row in [
        "PROPOSE|tech.md",
        "PROPOSE",
        "PROPOSE|../tech.md|no ORM",
        "propose: no ORM",
        "PROPOSE||no ORM",
    ] {
        let here = review(&verdict(&format!("STEERING:\n{row}")), &[]);
        let (code, json) = tried(here.path(), &[]);
        holds(&json, &[("word", "ESCALATE"), ("steering.0.blocks", "true")]);
        assert_eq!(code, 3, "{row}");
    }
    let here = review(&verdict("STEERING:\nPROPOSE|tech.md"), &[]);
    assert_eq!(tried(here.path(), &["--decided", "tech.md"]).0, 0);
    let here = review(&verdict("STEERING:\nnone"), &[]);
    assert_eq!(tried(here.path(), &[]).0, 0);
}

#[test]
fn each_of_several_proposals_is_decided() {
    let rows = "STEERING:\nPROPOSE|tech.md|no ORM\nPROPOSE|tech.md|no guests\nCODIFY|tech.md|typed";
    let here = review(&verdict(rows), &[]);
    let told = judged(here.path(), &["--no-log", "--decided", "tech.md"]);
    assert_eq!((told.code(), told.out().as_str()), (2, ""), "{}", told.err());
    assert!(told.err().contains("assize::cli::several_proposed"), "{}", told.err());
    let both = ["--decided", "tech.md", "--decided", "tech.md"];
    assert_eq!(tried(here.path(), &both).0, 0);
}

#[test]
fn a_file_that_is_no_verdict_is_nobody() {
    let here = review(GO, &[]);
    let readme = here.path().join("inspectors/README.md");
    std::fs::write(&readme, "# Inspectors\n\nEach of them writes a file.\n").expect("a file");
    let (_, json) = tried(here.path(), &[]);
    holds(&json, &[("word", "GO"), ("lost", "[]")]);
    assert!(json["ruling"].to_string().contains("assize::sdd::no_inspector"), "{json:#}");
    let told = super::judged(here.path(), &["--no-log"]);
    assert!(
        told.out().contains("left out\n  `inspectors/README.md` has no trace"),
        "{}",
        told.out()
    );
    // A trace of one is somebody's.
    std::fs::write(&readme, "C|security|src/a.rs:12|a password\n").expect("a file");
    assert_ne!(tried(here.path(), &[]).0, 0);
}

#[test]
fn a_log_without_a_number_left_stays_as_it_is() {
    let here = review(GO, &[]);
    let before = "## [B18446744073709551615] impl | 2026-05-04T09:12:00Z\n\n### Raw\n#### V1\nVERDICT:GO\nSCOPE:login\n\n### Disposition\nGO-ACCEPTED\n";
    std::fs::write(here.path().join("verdicts.md"), before).expect("a file");
    let told = run(here.path(), &IMPL, "");
    assert_eq!(told.code(), 2, "{}", told.out());
    assert!(told.err().contains("assize::write::no_number_left"), "{}", told.err());
    assert_eq!(log(here.path()), before);
}
