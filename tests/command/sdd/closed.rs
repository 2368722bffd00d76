//! What became of a batch, written below it; and what holds whatever policy judges.

use std::fs;

use super::recorded::{FAILS, NO_GO};
use super::{GO, judged, log, review};
use crate::run::{Run, run};

fn close(here: &std::path::Path, batch: &str, word: &str) -> Run {
    run(here, &["sdd", "close", batch, word, "--log", "verdicts.md"], "")
}

#[test]
fn a_fail_that_was_mended_is_closed_and_stays_a_fail() {
    let here = review(NO_GO, &[("test", FAILS)]);
    assert_eq!(judged(here.path(), &[]).code(), 1);
    let open = log(here.path());
    let gate = |here: &std::path::Path| run(here, &["gate", "verdicts.md"], "");
    assert_eq!(gate(here.path()).code(), 1);
    let told = close(here.path(), "B1", "NO-GO-FIXED");
    assert_eq!(told.code(), 0, "{}", told.err());
    assert_eq!(told.out(), "B1 is closed as NO-GO-FIXED in verdicts.md\n");
    let closed = log(here.path());
    assert_eq!(closed, format!("{open}\n### Disposition\nNO-GO-FIXED\n"));
    // What was mended is reviewed again before the work goes on.
    let shut = gate(here.path());
    assert_eq!(shut.code(), 1, "{}", shut.out());
    let parsed = run(here.path(), &["parse", "verdicts.md", "--json"], "").out();
    assert!(!parsed.contains("no_disposition"), "{parsed}");
    for again in ["NO-GO-FIXED", "ESCALATED"] {
        let told = close(here.path(), "B1", again);
        assert_eq!(told.code(), 2);
        assert!(told.err().contains("assize::write::batch_is_closed"), "{}", told.err());
    }
    assert_eq!(log(here.path()), closed);
    // The next review opens, and counts that it was sent back.
    fs::write(here.path().join("verdict.cpf"), GO).expect("a file");
    fs::write(here.path().join("inspectors/test.cpf"), GO).expect("a file");
    assert_eq!(judged(here.path(), &[]).code(), 0);
    assert!(log(here.path()).starts_with(&closed));
}

#[test]
fn a_batch_in_the_middle_is_closed_above_what_it_tracks() {
    let here = review(GO, &[]);
    let raw = |name: &str, word: &str, row: &str| {
        format!("## [{name}] impl\n\n### Raw\n#### V1\nVERDICT:{word}\nSCOPE:login\n{row}")
    };
    let row = "VERIFIED:\ntest|M|coverage-gap|src/a.rs:4|no test of a lost session\n";
    let follow_up = "\n### Tracked\nM|coverage-gap|src/a.rs:4|no test of a lost session\n";
    let last = raw("B2", "GO", "") + "\n### Disposition\nGO-ACCEPTED\n";
    let first = raw("B1", "CONDITIONAL", row);
    fs::write(here.path().join("verdicts.md"), format!("{first}{follow_up}\n{last}"))
        .expect("a log");
    let told = close(here.path(), "B1", "CONDITIONAL-TRACKED");
    assert_eq!(told.code(), 0, "{}", told.err());
    let wanted = format!("{first}\n### Disposition\nCONDITIONAL-TRACKED\n{follow_up}\n{last}");
    assert_eq!(log(here.path()), wanted);
    // Without anything behind the runs it stands in front of the next batch.
    fs::write(here.path().join("verdicts.md"), format!("{first}\n{last}")).expect("a log");
    assert_eq!(close(here.path(), "B1", "conditional-fixed").code(), 0);
    let wanted = format!("{first}\n### Disposition\nCONDITIONAL-FIXED\n\n{last}");
    assert_eq!(log(here.path()), wanted);
}

#[test]
fn no_word_makes_a_batch_better() {
    let here = review(NO_GO, &[("test", FAILS)]);
    assert_eq!(judged(here.path(), &[]).code(), 1);
    let before = log(here.path());
    for (batch, word, code) in [
        ("B1", "GO-ACCEPTED", "disposition_disagrees"),
        ("B1", "CONDITIONAL-TRACKED", "disposition_disagrees"),
        ("B1", "CONDITIONAL-FIXED", "disposition_disagrees"),
        ("B1", "FIXED", "not_a_disposition"),
        ("B1", "NO-GO-FIXD", "not_a_disposition"),
        ("B7", "NO-GO-FIXED", "no_batch"),
        ("", "NO-GO-FIXED", "no_batch"),
    ] {
        let told = close(here.path(), batch, word);
        assert_eq!(told.code(), 2, "{batch} {word}: {}", told.out());
        assert!(told.err().contains(code), "{batch} {word}: {}", told.err());
        assert_eq!(log(here.path()), before, "{batch} {word}");
    }
    assert!(close(here.path(), "B1", "NO-GO-FIXD").err().contains("did you mean `NO-GO-FIXED`?"));
    // A log that may be cut off, and none.
    fs::write(here.path().join("verdicts.md"), before.trim_end()).expect("a log");
    assert!(close(here.path(), "B1", "NO-GO-FIXED").err().contains("assize::write::no_line_end"));
    fs::remove_file(here.path().join("verdicts.md")).expect("gone");
    let none = close(here.path(), "B1", "NO-GO-FIXED");
    assert!(none.err().contains("assize::cli::no_log"), "{}", none.err());
    assert_eq!(log(here.path()), "");
    let odd = run(here.path(), &["sdd", "close", "B1", "ESCALATED", "--feature", "../x"], "");
    assert_eq!(odd.code(), 2);
    // One that opened has not failed.
    fs::write(here.path().join("verdict.cpf"), GO).expect("a file");
    fs::write(here.path().join("inspectors/test.cpf"), GO).expect("a file");
    assert_eq!(judged(here.path(), &[]).code(), 0);
    let open = log(here.path()).replace("\n### Disposition\nGO-ACCEPTED\n", "");
    fs::write(here.path().join("verdicts.md"), &open).expect("a log");
    let told = close(here.path(), "B1", "NO-GO-FIXED");
    assert!(told.err().contains("disposition_disagrees"), "{}", told.err());
    assert_eq!(close(here.path(), "B1", "GO-ACCEPTED").code(), 0);
}

#[test]
fn what_was_dropped_holds_under_any_policy() {
    let issue = "VERDICT:NO-GO\nSCOPE:login\nISSUES:\nC|injection|src/sql.rs:12|the query is put together\n";
    let here = review(GO, &[("quality", issue)]);
    for policy in
        [&["--policy", "any-blocker"][..], &["--panel", "sdd-impl", "--policy", "any-blocker"]]
    {
        let told = judged(here.path(), &[policy, &["--no-log"]].concat());
        assert_eq!(told.code(), 3, "{policy:?}: {}", told.out());
        assert!(
            told.out().contains("a serious issue was dropped without a word"),
            "{}",
            told.out()
        );
        let all = format!("{}{}", told.out(), told.err());
        assert!(
            all.contains("holds_under_any_policy") || all.contains("they hold under any policy"),
            "{all}"
        );
    }
    // Where nothing was dropped the policy decides.
    let honest = "VERDICT:GO\nSCOPE:login\nREMOVED:\nquality|the query is bound, nothing is put together|src/sql.rs:12 the query is put together\n";
    let here = review(honest, &[("quality", issue)]);
    let told = judged(here.path(), &["--policy", "any-blocker", "--no-log"]);
    assert_eq!(told.code(), 0, "{}{}", told.out(), told.err());
    assert!(told.out().contains("policy any-blocker"), "{}", told.out());
}

#[test]
fn a_panel_says_who_is_expected_where_it_agrees() {
    let here = review(GO, &[]);
    let told = judged(here.path(), &["--panel", "sdd-impl", "--no-log"]);
    assert_eq!(told.code(), 0, "{}{}", told.out(), told.err());
    for (panel, code) in [
        ("sdd-design", "assize::sdd::panel_of_another_kind"),
        ("dartai", "assize::sdd::panel_without_auditor"),
        ("nobody", "unknown_panel"),
    ] {
        let told = judged(here.path(), &["--panel", panel, "--no-log"]);
        assert_eq!(told.code(), 2, "{panel}");
        assert!(told.err().contains(code), "{panel}: {}", told.err());
    }
    // A panel of a team's own asks for fewer.
    let ours = "panel \"ours\" {\n    kind \"impl\"\n    formats \"cpf-auditor\" \"cpf-inspector\"\n    gate \"any-blocker\"\n    seat \"auditor\"\n    seat \"test\" stake=\"observer\"\n}\n";
    fs::write(here.path().join("assize.kdl"), ours).expect("a file");
    for name in ["impl-rulebase", "interface", "quality", "impl-consistency", "impl-holistic"] {
        fs::remove_file(here.path().join(format!("inspectors/{name}.cpf"))).expect("gone");
    }
    let lost = judged(here.path(), &["--no-log"]);
    assert!(lost.out().contains("PARTIAL:quality"), "{}", lost.out());
    let told = judged(here.path(), &["--config", "assize.kdl", "--panel", "ours", "--no-log"]);
    assert!(told.out().starts_with("OPEN  GO"), "{}{}", told.out(), told.err());
}

/// What a run that was killed left beside the log goes with the next one.
#[test]
fn what_a_killed_run_left_is_cleared() {
    let here = review(GO, &[]);
    let left = here.path().join(".verdicts.md.a1B2c3");
    fs::write(&left, "## [B1").expect("a file");
    assert_eq!(judged(here.path(), &[]).code(), 0);
    assert!(!left.exists());
    fs::write(&left, "## [B1").expect("a file");
    assert_eq!(judged(here.path(), &["--no-log"]).code(), 0);
    assert!(left.exists(), "nothing is written");
}
