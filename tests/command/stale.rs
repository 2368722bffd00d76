//! The summary of an earlier run does not stay open where a run ends before it is known who sits.
#![expect(clippy::disallowed_methods, reason = "tests run the command and look at its files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::run::{folder, run};

const PASS: &str = "verdict: pass\nconfidence: high\n";
const OURS: &str = "panel \"ours\" {\n    reports \"reviews/{task}\"\n    seat \"qa\"\n}\n";

fn summary(here: &Path, place: &str) -> String {
    fs::read_to_string(here.join(place).join("verdict-summary.kdl")).unwrap_or_default()
}

fn git(here: &Path, args: &[&str]) {
    let who = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
    let done = Command::new("git").args(who).args(args).current_dir(here).output();
    assert!(done.expect("git runs").status.success(), "{args:?}");
}

/// A repository with two works that are open.
fn open() -> tempfile::TempDir {
    let dir =
        folder(&[("assize.kdl", OURS), ("reviews/T1/qa.md", PASS), ("reviews/T2/qa.md", PASS)]);
    git(dir.path(), &["init", "-q"]);
    for task in ["T1", "T2"] {
        assert_eq!(run(dir.path(), &["gate", task], "").code(), 0);
        assert!(summary(dir.path(), &format!("reviews/{task}")).contains("open=#true"));
    }
    dir
}

#[test]
fn a_stale_summary_is_shut_where_a_run_ends_before_it_is_known_who_sits() {
    let two = format!("{OURS}{}", OURS.replace("ours", "theirs").replace("reviews", "other"));
    for (config, args) in [
        (OURS, &["T1", "--panel", "typo"][..]),
        (OURS, &["T1", "--rules-from", "no-such-commit"]),
        (OURS, &["T1", "--oops"]),
        (OURS, &["--oops", "value", "T1"]),
        (OURS, &["T1", "--round", "0"]),
        (OURS, &["T1", "--exit", "hook", "--panel", "typo"]),
        ("panel \"ours\" { reports \"reviews/{task}\"", &["T1"]),
        ("panel \"ours\" {\n  reports \"reviews/{task}\"\n  seet \"qa\"\n}\n", &["T1"]),
        (&two, &["T1"]),
    ] {
        let dir = open();
        fs::write(dir.path().join("assize.kdl"), config).expect("a file");
        let ran = run(dir.path(), &[&["gate"], args].concat(), "");
        assert_eq!(ran.code(), 2, "{args:?} {}", ran.err());
        let shut = summary(dir.path(), "reviews/T1");
        assert!(shut.contains("gate \"error\" open=#false"), "{config} {args:?}: {shut}");
        assert!(shut.contains("task-id T1") || shut.contains("task-id \"T1\""), "{shut}");
        assert!(summary(dir.path(), "reviews/T2").contains("open=#true"), "of another work");
        // The same without the mistake opens.
        fs::write(dir.path().join("assize.kdl"), OURS).expect("a file");
        assert_eq!(run(dir.path(), &["gate", "T1"], "").code(), 0);
        assert!(summary(dir.path(), "reviews/T1").contains("open=#true"));
    }
}

#[test]
fn a_stale_summary_is_shut_where_a_file_is_called_like_the_work() {
    let dir = open();
    fs::write(dir.path().join("T1"), PASS).expect("a file");
    assert_eq!(run(dir.path(), &["gate", "T1"], "").code(), 2);
    assert!(summary(dir.path(), "reviews/T1").contains("open=#false"));
    assert!(summary(dir.path(), "reviews/T2").contains("open=#true"));
}

#[test]
fn a_stale_summary_of_a_built_in_panel_is_shut_as_well() {
    let dir = folder(&[(".workflow/reports/T1/qa.md", PASS)]);
    git(dir.path(), &["init", "-q"]);
    let place = ".workflow/reports/T1";
    fs::write(dir.path().join(place).join("verdict-summary.kdl"), "gate \"pass\" open=#true\n")
        .expect("a file");
    assert_eq!(run(dir.path(), &["gate", "T1", "--panel", "workflov"], "").code(), 2);
    assert!(summary(dir.path(), place).contains("open=#false"));
}

#[test]
fn what_is_told_to_write_no_summary_and_what_leads_out_is_left_alone() {
    let dir = open();
    for more in [&["--no-summary"][..], &["--summary", "own.kdl"]] {
        for wrong in [&["--panel", "typo"][..], &["--oops"]] {
            let ran = run(dir.path(), &[&["gate", "T1"], wrong, more].concat(), "");
            assert_eq!(ran.code(), 2);
            assert!(summary(dir.path(), "reviews/T1").contains("open=#true"), "{wrong:?} {more:?}");
        }
    }
    let far = folder(&[("verdict-summary.kdl", "gate \"pass\" open=#true\n")]);
    #[cfg(unix)]
    std::os::unix::fs::symlink(far.path(), dir.path().join("reviews/T3")).expect("a link");
    assert_eq!(run(dir.path(), &["gate", "T3", "--panel", "typo"], "").code(), 2);
    assert!(summary(far.path(), "").contains("open=#true"));
    // Nothing is written where there was nothing.
    fs::create_dir_all(dir.path().join("reviews/T4")).expect("a folder");
    assert_eq!(run(dir.path(), &["gate", "T4", "--panel", "typo"], "").code(), 2);
    assert_eq!(summary(dir.path(), "reviews/T4"), "");
}
