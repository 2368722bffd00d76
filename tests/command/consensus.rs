//! `assize consensus`: several runs of one review, as files, as a folder, as a log.
#![expect(clippy::disallowed_methods, reason = "tests run the command and look at its files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use std::fs;
use std::path::Path;

use crate::run::{folder, run};

const GAP: &str =
    "rulebase+consistency|H|coverage-gap|Spec 3.AC2|no component recovers from a failed write\n";
const NIT: &str = "holistic|L|naming|Cache|two names for one thing\n";

fn cpf(verdict: &str, rows: &str) -> String {
    let rows = if rows.is_empty() { String::new() } else { format!("VERIFIED:\n{rows}") };
    format!("VERDICT:{verdict}\nSCOPE:parser\n{rows}")
}

/// Three runs under the names of the examples of help.
pub(crate) fn write(here: &Path) {
    fs::create_dir_all(here.join("runs")).expect("a folder");
    let runs =
        [cpf("CONDITIONAL", GAP), cpf("CONDITIONAL", &(GAP.to_owned() + NIT)), cpf("GO", "")];
    for (place, text) in (1..).zip(&runs) {
        fs::write(here.join(format!("run{place}.cpf")), text).expect("written");
        fs::write(here.join(format!("runs/V{place}.cpf")), text).expect("written");
    }
    let raw: String =
        (1..).zip(&runs).map(|(place, text)| format!("#### V{place}\n{text}\n")).collect();
    let log = format!(
        "## [B1] design | 2026-02-20T10:30:00Z | v1.0.0 | runs:1 | threshold:1/1\n\n### Raw\n#### V1\n{}\n### Consensus\n\n### Noise\n\n### Disposition\nGO-ACCEPTED\n\n\
         ## [B2] design | 2026-02-21T10:30:00Z | v1.0.0 | runs:3 | threshold:2/3\n\n### Raw\n{raw}\n### Consensus\n{}\n### Noise\n\n### Disposition\nNO-GO-FIXED\n",
        cpf("GO", ""),
        "H|coverage-gap|Spec 3.AC2|no component recovers from a failed write (freq: 2/3)",
    );
    fs::write(here.join("verdicts.md"), log).expect("written");
}

#[test]
fn files_that_are_listed_are_runs_by_name() {
    let folder = folder(&[]);
    let here = folder.path();
    write(here);
    let told =
        run(here, &["consensus", "run1.cpf", "run2.cpf", "run3.cpf", "--task", "design"], "");
    assert_eq!(told.code(), 1, "{}", told.out());
    insta::assert_snapshot!(told.out());
    // One that never came is named, and the others decide.
    let told = run(here, &["consensus", "run3.cpf", "--expect", "run3,run4"], "");
    assert_eq!(told.code(), 0, "{}", told.out());
    assert!(
        told.out().starts_with("OPEN  CONDITIONAL (warn): not every run says GO\n"),
        "{}",
        told.out()
    );
    assert!(
        told.out().contains("agreed, by 1 of 1 runs or more; 1 run not read\n"),
        "{}",
        told.out()
    );
}

/// Nobody knows who is missing in a folder: its runs are to be named.
#[test]
fn a_folder_needs_the_names_of_its_runs() {
    let folder = folder(&[]);
    let here = folder.path();
    write(here);
    fs::remove_file(here.join("runs/V1.cpf")).expect("removed");
    let told = run(here, &["consensus", "runs", "--no-summary", "--set", "share=100"], "");
    assert_eq!(told.code(), 3, "{}", told.out());
    assert!(
        told.out().contains("nobody named it: name the voters with --voting or --expect"),
        "{}",
        told.out()
    );
    let named = ["consensus", "runs", "--no-summary", "--set", "share=100", "--expect", "V2,V3"];
    assert_eq!(run(here, &named, "").code(), 0);
}

/// A log seats the runs of its last batch, and what the batch came to does not count.
#[test]
fn a_log_gives_each_run_a_seat() {
    let folder = folder(&[]);
    let here = folder.path();
    write(here);
    let told = run(here, &["consensus", "verdicts.md", "--json"], "");
    assert_eq!(told.code(), 1, "{}{}", told.out(), told.err());
    let ruling: serde_json::Value = serde_json::from_str(&told.out()).expect("JSON");
    let cells = ruling["cells"].as_array().expect("cells");
    let seats: Vec<&str> = cells.iter().filter_map(|cell| cell["seat"].as_str()).collect();
    assert_eq!(seats, ["V1", "V2", "V3"]);
    assert_eq!(ruling["consensus"]["needed"], 2);
    assert_eq!(ruling["consensus"]["topics"][0]["frequency"], 2);
    // As reports of a gate, a log is one seat.
    let told = run(here, &["gate", "verdicts.md", "--json"], "");
    let ruling: serde_json::Value = serde_json::from_str(&told.out()).expect("JSON");
    assert!(
        ruling["cells"].as_array().expect("cells").iter().all(|cell| cell["seat"] == "verdicts")
    );
    assert!(ruling["consensus"].is_null());
}

/// The last batch is the one with the highest number, wherever it stands.
#[test]
fn an_old_batch_below_the_last_one_does_not_count() {
    let folder = folder(&[]);
    let here = folder.path();
    write(here);
    let log = fs::read_to_string(here.join("verdicts.md")).expect("a log");
    let (old, new) = log.split_at(log.find("## [B2]").expect("a batch"));
    for number in ["B2", "B10"] {
        let turned = format!("{}{}", new.replace("[B2]", &format!("[{number}]")), old);
        fs::write(here.join("turned.md"), turned).expect("written");
        let told = run(here, &["consensus", "turned.md"], "");
        assert_eq!(told.code(), 1, "{number}: {}{}", told.out(), told.err());
        let said = told.out() + told.err().as_str();
        assert!(said.contains("batch_out_of_order") || said.contains("whose runs count"), "{said}");
    }
    let told = run(here, &["consensus", "verdicts.md"], "");
    assert!(!(told.out() + told.err().as_str()).contains("whose runs count"), "{}", told.err());
    // Batches of another kind are numbered by themselves.
    let other = log.replace("[B2]", "[Impl-B7]");
    fs::write(here.join("kinds.md"), other.replace("[B1]", "[Impl-B6]")).expect("written");
    assert_eq!(run(here, &["consensus", "kinds.md"], "").code(), 1);
}

#[test]
fn copies_of_one_run_are_noted() {
    let folder = folder(&[]);
    let here = folder.path();
    write(here);
    fs::copy(here.join("run1.cpf"), here.join("copy.cpf")).expect("copied");
    let told = run(here, &["consensus", "run1.cpf", "run2.cpf", "copy.cpf"], "");
    assert!(told.err().contains("the run `run1` says the same as `copy`"), "{}", told.err());
    // Who finds nothing says the same as anybody who finds nothing.
    fs::copy(here.join("run3.cpf"), here.join("run4.cpf")).expect("copied");
    let told = run(here, &["consensus", "run1.cpf", "run3.cpf", "run4.cpf"], "");
    assert!(!told.err().contains("copied_run"), "{}", told.err());
}

#[test]
fn runs_that_cannot_be_read_escalate() {
    let folder = folder(&[]);
    let here = folder.path();
    fs::write(here.join("run1.cpf"), "").expect("written");
    fs::write(here.join("run2.cpf"), "nothing of this is a verdict\n").expect("written");
    let told = run(here, &["consensus", "run1.cpf", "run2.cpf"], "");
    assert_eq!(told.code(), 3, "{}", told.out());
    assert!(
        told.out().starts_with("SHUT  ESCALATE (hold): no run can be read\n"),
        "{}",
        told.out()
    );
}

/// In a log, a run that could not finish counts in no threshold, and the others decide.
#[test]
fn a_lost_run_of_a_log_is_one_that_cannot_be_read() {
    let raw = format!("#### V1\n{0}\n#### V2\n{0}\n#### V3\nI could not finish.\n", cpf("GO", ""));
    let log = format!(
        "## [B1] design | 2026-02-20T10:30:00Z | v1.0.0 | runs:3 | threshold:2/3\n\n### Raw\n{raw}\n\
         ### Consensus\n\n### Noise\n\n### Disposition\nCONDITIONAL-TRACKED\n"
    );
    let folder = folder(&[("verdicts.md", &log)]);
    let told = run(folder.path(), &["consensus", "verdicts.md"], "");
    assert_eq!(told.code(), 0, "{}{}", told.out(), told.err());
    assert!(
        told.out().starts_with("OPEN  CONDITIONAL (warn): not every run says GO\n"),
        "{}",
        told.out()
    );
    assert!(told.out().contains("V3"), "{}", told.out());
}

/// A hook gets 0 or 2, as from `gate`.
#[test]
fn a_hook_gets_an_answer() {
    let folder = folder(&[]);
    let here = folder.path();
    write(here);
    let go = cpf("GO", "");
    for name in ["decide", "go1.cpf", "go2.cpf"] {
        fs::write(here.join(name), &go).expect("written");
    }
    for (files, code) in
        [(["go1.cpf", "go2.cpf"], 0), (["run1.cpf", "run2.cpf"], 2), (["decide", "go1.cpf"], 0)]
    {
        let told = run(here, &[&["consensus"], &files[..], &["--exit", "hook"]].concat(), "");
        assert_eq!(told.code(), code, "{files:?} {}{}", told.out(), told.err());
    }
}

#[test]
fn where_no_run_can_be_read_nothing_is_called_agreed() {
    let here = folder(&[("one.cpf", ""), ("two.cpf", "\n")]);
    let told = run(here.path(), &["consensus", "one.cpf", "two.cpf"], "");
    assert_eq!(told.code(), 3, "{}", told.out());
    assert!(
        told.out().contains("nothing is agreed: no run could be read; 2 runs not read"),
        "{}",
        told.out()
    );
    assert!(!told.out().contains("0 of 0"), "{}", told.out());
}

/// What is shown goes by three parameters, whatever the rules of a copy do.
#[test]
fn a_policy_of_ones_own_may_count_otherwise_and_that_is_said() {
    let here = folder(&[]);
    write(here.path());
    let policy = run(here.path(), &["policy", "show", "consensus"], "").out();
    fs::write(here.path().join("ours.rhai"), policy).expect("a file");
    let runs = ["consensus", "run1.cpf", "run2.cpf", "run3.cpf"];
    let own = run(here.path(), &[&runs[..], &["--policy", "ours.rhai"]].concat(), "");
    assert!(own.out().contains("its rules may count otherwise"), "{}", own.out());
    let built_in = run(here.path(), &runs, "");
    assert!(!built_in.out().contains("count otherwise"), "{}", built_in.out());
    for (more, is_own) in [(&["--policy", "ours.rhai"][..], true), (&[], false)] {
        let told = run(here.path(), &[&runs[..], &["--json"], more].concat(), "").out();
        let told: serde_json::Value = serde_json::from_str(&told).expect("JSON");
        assert_eq!(told["consensus"]["own_policy"], is_own);
    }
}

/// `gate --policy consensus` leaves out what says nothing, as `assize consensus` does, and nothing else.
#[test]
fn a_run_that_cannot_be_read_and_may_say_no_is_left_out_by_no_command() {
    let row =
        |letter: &str| format!("VERDICT:GO\nSCOPE:parser\nISSUES:\n{letter}|drift|a.rs|lost\n");
    let hides = [
        row("\u{421}"),
        row("C!"),
        "{\"passed\": \"maybe\"}\n".to_owned(),
        "I cannot approve this yet.\n".to_owned(),
    ];
    let silent = [String::new(), "hello\n".to_owned(), cpf("GO", "")];
    let texts = hides.iter().map(|text| (text, 3)).chain(silent.iter().map(|text| (text, 0)));
    for (text, code) in texts {
        let here = folder(&[
            ("c/one.md", &cpf("GO", "")),
            ("c/two.md", &cpf("GO", "")),
            ("c/three.md", text),
        ]);
        for command in [&["gate", "c", "--policy", "consensus"][..], &["consensus", "c"]] {
            let told = run(here.path(), &[command, &["--voting", "one,two,three"]].concat(), "");
            assert_eq!(told.code(), code, "{command:?} {text} {}", told.out());
        }
    }
}
