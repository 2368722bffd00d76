//! `convert`, from the outside: what is written is what was said, and no batch of a log is lost.
#![expect(clippy::disallowed_methods, reason = "tests run the command and look at its files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use std::fs;
use std::path::Path;
use std::process::Stdio;

use crate::run::{Run, command, folder, run};

const AUDIT: &str =
    "VERDICT:CONDITIONAL\nSCOPE:cache\nVERIFIED:\nquality|H|naming|src/a.rs:3|`q` says nothing\n";
const ISSUES: &str = "VERDICT:NO-GO\nSCOPE:cache\nISSUES:\nC|naming|src/a.rs:3|`q` says nothing\n";
const TRAP: &str = r#"{"reviewer":"r","findings":[{"signature":"naming","severity":"high","evidence":{"quote":"q","location":"a.rs:3"}}]}"#;
const NOTHING: &str = r#"{"reviewer":"r","findings":[]}"#;
const BARE: &str = "SCOPE:cache\nISSUES:\nC|naming|src/a.rs:3|q\n";

impl Run {
    /// Refused: nothing is printed, and each part of the message stands there.
    fn refused(&self, parts: &[&str]) {
        assert_eq!((self.code(), self.out().as_str()), (2, ""), "{}", self.err());
        let err = self.err().split_whitespace().collect::<Vec<_>>().join(" ");
        parts.iter().for_each(|part| assert!(err.contains(part), "{part}\n{}", self.err()));
    }
}

/// Converts a text; what is dropped is named with commas.
fn convert(input: &str, to: &str, drop: &str) -> Run {
    let here = folder(&[]);
    let mut args = vec!["convert", "-q", "--to", to, "-"];
    if !drop.is_empty() {
        args.extend(["--drop", drop]);
    }
    run(here.path(), &args, input)
}

fn parse(input: &str, args: &[&str]) -> serde_json::Value {
    let here = folder(&[]);
    let parsed = run(here.path(), &[&["parse", "--format", "json", "-"], args].concat(), input);
    let json: serde_json::Value = serde_json::from_str(&parsed.out()).expect("JSON");
    json["sources"][0].clone()
}

fn names(folder: &Path) -> Vec<String> {
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
    let entries = fs::read_dir(folder).expect("a folder").map(name);
    let mut names: Vec<String> = entries.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

const APPEND: [&str; 9] = [
    "convert",
    "-q",
    "--to",
    "verdicts-log",
    "--append",
    "verdicts.md",
    "audit.cpf",
    "--output",
    "verdicts.md",
];

#[test]
fn no_batch_is_lost_when_many_append_at_once() {
    let here = folder(&[("audit.cpf", AUDIT)]);
    let start = |_| command(here.path(), &APPEND).stdin(Stdio::null()).spawn().expect("it runs");
    let running: Vec<_> = (0..20).map(start).collect();
    for child in running {
        let run = Run(child.wait_with_output().expect("it ends"));
        assert_eq!(run.code(), 0, "{}", run.err());
    }
    let log = fs::read_to_string(here.path().join("verdicts.md")).expect("a log");
    for number in 1..=20 {
        assert_eq!(log.matches(&format!("## [B{number}]")).count(), 1, "B{number}");
    }
    assert_eq!(names(here.path()), [".verdicts.md.lock", "audit.cpf", "verdicts.md"]);
}

#[cfg(target_os = "linux")]
#[test]
fn two_links_to_a_log_are_one_log() {
    let here = folder(&[("audit.cpf", AUDIT), ("verdicts.md", "")]);
    fs::create_dir(here.path().join("beside")).expect("a folder");
    let link = here.path().join("beside/log.md");
    std::os::unix::fs::symlink("../verdicts.md", &link).expect("a link");
    let other = ["convert", "-q", "--to", "verdicts-log", "--append", "beside/log.md"];
    let other = [&other[..], &["audit.cpf", "--output", "beside/log.md"]].concat();
    let start = |place: usize| {
        let args = if place.is_multiple_of(2) { &APPEND[..] } else { &other };
        command(here.path(), args).stdin(Stdio::null()).spawn().expect("it runs")
    };
    let running: Vec<_> = (0..10).map(start).collect();
    for child in running {
        assert_eq!(Run(child.wait_with_output().expect("it ends")).code(), 0);
    }
    let log = fs::read_to_string(here.path().join("verdicts.md")).expect("a log");
    assert_eq!(log.matches("\n## [B").count() + 1, 10, "{log}");
}

/// A new log in its place would not be where the link says that it is.
#[cfg(unix)]
#[test]
fn a_log_that_is_a_link_to_nothing_is_refused() {
    let here = folder(&[("audit.cpf", AUDIT)]);
    std::os::unix::fs::symlink("archive/verdicts.md", here.path().join("verdicts.md"))
        .expect("a link");
    let refused = run(here.path(), &APPEND, "");
    refused.refused(&[
        "assize::host::dangling_log",
        "a link that leads nowhere",
        "nothing was written",
    ]);
    let link = fs::symlink_metadata(here.path().join("verdicts.md")).expect("it is there");
    assert!(link.is_symlink());
    let printed = run(here.path(), &APPEND[..APPEND.len() - 2], "");
    printed.refused(&["assize::host::dangling_log"]);
}

#[test]
fn standard_output_is_a_place_to_write_to() {
    let here = folder(&[("audit.cpf", AUDIT)]);
    let plain = run(here.path(), &["convert", "--to", "verdict-file", "audit.cpf"], "");
    let args = ["convert", "--to", "verdict-file", "audit.cpf", "--output", "-"];
    let named = run(here.path(), &args, "");
    assert_eq!((named.code(), named.out()), (plain.code(), plain.out()));
    let gate = ["gate", "audit.cpf", "--format", "json"];
    let plain = run(here.path(), &gate, "");
    let named = run(here.path(), &[&gate[..], &["--output", "-"]].concat(), "");
    assert_eq!((named.code(), named.out()), (plain.code(), plain.out()));
    assert!(named.out().starts_with('{'), "{}", named.out());
    assert_eq!(names(here.path()), ["audit.cpf"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_log_that_cannot_be_written_stays_as_it_was() {
    use std::os::unix::fs::PermissionsExt;
    let here = folder(&[("audit.cpf", AUDIT), ("verdicts.md", "")]);
    assert_eq!(run(here.path(), &APPEND, "").code(), 0);
    let before = fs::read(here.path().join("verdicts.md")).expect("a log");
    let may = |mode| fs::set_permissions(here.path(), fs::Permissions::from_mode(mode));
    may(0o555).expect("it may");
    // The owner of everything may write all the same.
    if fs::write(here.path().join("probe"), "").is_ok() {
        may(0o755).expect("it may");
        return;
    }
    let refused = run(here.path(), &APPEND, "");
    may(0o755).expect("it may");
    refused.refused(&["assize::host::log_not_written", "nothing is lost", "run again"]);
    assert!(!refused.err().contains("gate") && !refused.err().contains("delete"));
    assert_eq!(fs::read(here.path().join("verdicts.md")).expect("a log"), before);
}

#[test]
fn what_is_written_as_cpf_is_found_again() {
    for to in ["cpf-inspector", "cpf-auditor"] {
        let refused = convert(TRAP, to, "reviewer");
        refused.refused(&["assize::write::no_beginning", "--drop unstated"]);
    }
    convert(TRAP, "cpf-auditor", "reviewer,unstated").refused(&["assize::write::no_agents"]);
    let written = convert(TRAP, "cpf-inspector", "reviewer,unstated");
    assert_eq!(written.out(), "VERDICT:CONDITIONAL\nISSUES:\nH|naming|a.rs:3|q\n");
    convert(ISSUES, "cpf-auditor", "").refused(&["names who found it", "cpf-inspector"]);

    let read = parse(BARE, &[]);
    assert_eq!(read["verdicts"][0]["stated"], serde_json::Value::Null, "{read}");
    let written = convert(BARE, "cpf-inspector", "");
    assert_eq!(written.out(), BARE, "{}", written.err());
}

#[test]
fn nothing_is_stated_that_nobody_stated() {
    for (text, drop) in
        [(NOTHING, "reviewer"), (TRAP, "reviewer,severity,category"), (BARE, "scope,severity")]
    {
        for to in ["verdict-file", "yaml-block"] {
            let refused = convert(text, to, &format!("{drop},category"));
            refused.refused(&["an outcome that nobody stated", "`--drop unstated`"]);
        }
    }
    let told = convert(NOTHING, "verdict-file", "reviewer,unstated");
    assert_eq!(told.out(), "verdict: pass\n", "{}", told.err());
}

#[test]
fn what_was_stated_is_not_lost() {
    // Without its codes this GO would have to be written as what it comes to.
    let go = "VERDICT:GO\nVERIFIED:\nquality|H|naming|src/a.rs:3|q\n";
    let refused = convert(go, "verdict-file", "severity,category,agents");
    refused.refused(&["cannot hold what the reviewer stated", "`--drop stated`"]);
    let written = convert(go, "verdict-file", "severity,category,agents,stated");
    assert_eq!(written.out(), "verdict: warn\nadvisory: src/a.rs:3 q\n", "{}", written.err());
}

#[test]
fn what_is_only_read_is_not_written() {
    for to in ["trap-report", "verdict-summary", "legacy-report", "agent-envelope"] {
        let refused = convert("verdict: pass\nconfidence: high\n", to, "");
        refused.refused(&["assize::write::not_written", "is only read, not written"]);
    }
}

#[test]
fn only_what_can_be_dropped_is_offered() {
    for part in ["subject", "warn", "hold", "findings"] {
        let refused = convert("verdict: pass\n", "yaml-block", part);
        refused.refused(&["invalid value"]);
        assert!(!refused.err().contains(&format!("{part},")), "{}", refused.err());
    }
    // A log heeds it too.
    let here = folder(&[("audit.cpf", "verdict: fail\nconfidence: high\n")]);
    run(here.path(), &APPEND, "").refused(&["`verdicts-log` cannot hold a confidence", "--drop"]);
    let dropped = run(here.path(), &[&APPEND[..], &["--drop", "confidence"]].concat(), "");
    assert_eq!(dropped.code(), 0, "{}", dropped.err());
}

#[test]
fn a_batch_says_what_was_reviewed() {
    let here = folder(&[("audit.cpf", AUDIT)]);
    let heading = |args: &[&str]| {
        let args = [&APPEND[..7], args].concat();
        let run = run(here.path(), &args, "");
        assert_eq!(run.code(), 0, "{}", run.err());
        run.out().lines().next().unwrap_or_default().to_owned()
    };
    let full = heading(&["--type", "cross-check", "--reviewed", "1.2.0"]);
    assert!(full.starts_with("## [B1] cross-check | 20"), "{full}");
    assert!(full.ends_with("Z | v1.2.0"), "{full}");
    assert!(heading(&["--kind", "impl"]).starts_with("## [B1] impl | 20"));
    let both = heading(&["--kind", "impl", "--type", "wave", "--reviewed", "v2"]);
    assert!(both.starts_with("## [B1] wave | 20") && both.ends_with("Z | v2"), "{both}");
    let wrong = [&APPEND[..7], &["--type", "a|b"]].concat();
    run(here.path(), &wrong, "").refused(&["assize::write::no_field", "`a|b`"]);
    let alone = ["convert", "--to", "yaml-block", "--type", "impl", "audit.cpf"];
    run(here.path(), &alone, "").refused(&["--append <LOG>"]);
}

#[test]
fn a_log_that_was_emptied_is_told() {
    let here = folder(&[("audit.cpf", AUDIT), ("verdicts.md", "")]);
    let loud = ["convert", "--to", "verdicts-log", "--append", "verdicts.md", "audit.cpf"];
    let told = run(here.path(), &loud, "");
    assert_eq!(told.code(), 0);
    assert!(told.err().contains("assize::cli::empty_log"), "{}", told.err());
    let new = ["convert", "--to", "verdicts-log", "--append", "new.md", "audit.cpf"];
    assert_eq!(run(here.path(), &new, "").err(), "");
}

#[test]
fn a_conversion_that_cannot_be_written_speaks_of_no_gate() {
    let here = folder(&[("qa.md", "verdict: pass\nconfidence: high\n")]);
    let args = ["convert", "--to", "yaml-block", "qa.md", "--output", "no/such/folder.md"];
    let refused = run(here.path(), &args, "");
    refused.refused(&["assize::host::conversion_not_written", "look at the path"]);
    assert!(!refused.err().contains("gate"), "{}", refused.err());
}

#[test]
fn a_line_of_its_own_is_kept() {
    let report = r#"{"reviewer":"r","findings":[{"category":"naming","severity":"high","file":"a.rs","line":3,"message":"q"}]}"#;
    for (to, place) in
        [("yaml-block", "a.rs:3 — q"), ("verdict-file", "a.rs:3 q"), ("cpf-inspector", "|a.rs:3|q")]
    {
        let written = convert(report, to, "reviewer,unstated,severity,category");
        assert!(written.out().contains(place), "{to}: {}{}", written.out(), written.err());
    }
}
