//! `--output`: what a command prints, in a file.
#![expect(clippy::disallowed_methods, reason = "tests run the command and look at its files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::run::Run;

const PASS: &str = "verdict: pass\nconfidence: high\n";
const FAIL: &str = "verdict: fail\nconfidence: high\nblocker: src/a.rs:1 it loses data\n";
const POLICY: &str = "rule \"all\" when passed.all then pass;\n";

/// What reads the reports, and what reads nothing.
const COMMANDS: [&[&str]; 14] = [
    &["parse", "reports"],
    &["parse", "reports/qa.md", "--json"],
    &["explain", "reports"],
    &["explain", "reports", "--json"],
    &["explain", "--codes"],
    &["audit", "reports", "--json"],
    &["redispatch", "reports"],
    &["policy", "check", "ours.rhai"],
    &["policy", "list", "--json"],
    &["policy", "show", "strict"],
    &["policy", "vocabulary", "--definitions"],
    &["policy", "diff", "any-blocker", "strict", "--seats", "1", "--findings", "0"],
    &["panel", "list"],
    &["panel", "show", "dartai", "--json"],
];

fn desk() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    fs::create_dir(dir.path().join("reports")).expect("a folder");
    fs::write(dir.path().join("reports/qa.md"), PASS).expect("a file");
    fs::write(dir.path().join("reports/security.md"), FAIL).expect("a file");
    fs::write(dir.path().join("ours.rhai"), POLICY).expect("a file");
    dir
}

fn run(here: &Path, args: &[&str]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_assize"));
    command.args(args).current_dir(here).env_remove("COLUMNS");
    Run(command.output().expect("it runs"))
}

#[test]
fn the_file_holds_what_would_have_been_printed() {
    let dir = desk();
    for args in COMMANDS {
        let printed = run(dir.path(), args);
        let written = run(dir.path(), &[args, &["--color", "always", "-o", "answer"]].concat());
        assert_eq!((written.code(), written.out()), (printed.code(), String::new()), "{args:?}");
        let text = fs::read_to_string(dir.path().join("answer")).expect("the answer");
        assert!(!text.is_empty() && text == printed.out(), "{args:?}\n{text}");
        let dash = run(dir.path(), &[args, &["-o", "-"]].concat());
        assert_eq!((dash.code(), dash.out()), (printed.code(), printed.out()), "{args:?}");
    }
}

#[test]
fn nothing_that_is_read_is_written_over() {
    let dir = desk();
    let state = || ["reports/qa.md", "ours.rhai"].map(|file| fs::read(dir.path().join(file)).ok());
    let before = state();
    for args in [
        &["parse", "reports", "-o", "reports/answer.txt"][..],
        &["parse", "reports/qa.md", "-o", "reports/qa.md"],
        &["parse", "reports/security.md", "reports", "-o", "reports/qa.md"],
        &["explain", "reports", "-o", "reports/qa.md"],
        &["audit", "reports", "-o", "reports/qa.md"],
        &["redispatch", "reports", "-o", "reports/new.md"],
        &["explain", "reports", "-o", "assize.kdl"],
        &["policy", "check", "-o", "ours.rhai"],
        &["policy", "check", "ours.rhai", "-o", "ours.rhai"],
        &["policy", "verify", "ours.rhai", "-o", "ours.rhai"],
        &["policy", "diff", "strict", "ours.rhai", "-o", "ours.rhai"],
    ] {
        let told = run(dir.path(), args);
        assert_eq!((told.code(), told.out().as_str()), (2, ""), "{args:?}");
        assert!(told.err().contains("assize::cli::would_be_read"), "{args:?}: {}", told.err());
    }
    for other in ["docket", "./docket"] {
        let both = ["explain", "reports", "--docket-out", "docket", "-o", other];
        let told = run(dir.path(), &both);
        assert_eq!((told.code(), dir.path().join("docket").exists()), (2, false));
        assert!(told.err().contains("both name"), "{}", told.err());
    }
    assert_eq!(state(), before);
    let files = fs::read_dir(dir.path().join("reports")).expect("a folder").count();
    assert_eq!((files, dir.path().join("assize.kdl").exists()), (2, false));
}

/// Somebody who reads only the file is not told what an earlier run said.
#[test]
fn an_earlier_answer_does_not_outlive_a_run_without_one() {
    let dir = desk();
    let text = || fs::read_to_string(dir.path().join("answer")).expect("the answer");
    for args in [&["explain", "reports"][..], &["policy", "verify", "any-blocker"]] {
        fs::write(dir.path().join("answer"), "the gate is open").expect("a file");
        let told = run(dir.path(), &[args, &["--set", "no=1", "-o", "answer"]].concat());
        assert_eq!((told.code(), told.out().as_str()), (2, ""), "{args:?}");
        assert!(
            text().contains("has no parameter") && told.err().contains(text().trim()),
            "{}",
            text()
        );
    }
    let json = ["explain", "reports", "--set", "no=1", "--json", "-o", "answer"];
    assert_eq!(run(dir.path(), &json).code(), 2);
    let json: serde_json::Value = serde_json::from_str(&text()).expect("JSON");
    assert_eq!(json["exit_code"], 2);
}

#[test]
fn a_file_that_cannot_be_written_is_no_answer() {
    let dir = desk();
    for args in COMMANDS {
        let told = run(dir.path(), &[args, &["-o", "no/such/answer"]].concat());
        assert_eq!((told.code(), told.out().as_str()), (2, ""), "{args:?}");
        assert!(told.err().contains("no/such/answer"), "{args:?}: {}", told.err());
    }
}

/// A shell's `>(command)` is read from the beginning; a pipe that nobody reads is no place for an answer.
#[test]
#[cfg(unix)]
fn a_pipe_that_nobody_reads_does_not_keep_a_run_waiting() {
    let dir = desk();
    let here = dir.path();
    fs::remove_file(here.join("reports/security.md")).expect("a file");
    let pipe = here.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    for flag in ["--output", "--summary"] {
        let told = run(here, &["gate", "reports", flag, "pipe"]);
        assert_eq!(told.code(), 2, "{flag}: {}", told.out());
        assert!(told.err().contains("it is a pipe, and nobody reads it"), "{}", told.err());
        assert!(!told.out().contains("OPEN"), "{}", told.out());
    }
    // Open for both, it has a reader, and opening it waits for none.
    let reader = fs::File::options().read(true).write(true).open(&pipe).expect("a pipe");
    for flag in ["--output", "--summary"] {
        assert_eq!(run(here, &["gate", "reports", flag, "pipe"]).code(), 0, "{flag}");
    }
    drop(reader);
}

/// A standard output that was opened for reading only, `1</dev/null`: std takes what is written there for written.
#[test]
#[cfg(unix)]
fn an_answer_that_standard_output_does_not_take_is_told() {
    let dir = desk();
    let here = dir.path();
    fs::remove_file(here.join("reports/security.md")).expect("a file");
    for exit in ["plain", "hook"] {
        let mut command = crate::run::command(here, &["gate", "reports", "--exit", exit]);
        let unwritable = fs::File::open("/dev/null").expect("a device");
        let told = Run(command.stdout(unwritable).output().expect("it runs"));
        assert_eq!(told.code(), 2, "{exit}: {}", told.err());
        assert!(told.err().contains("could not be written to standard output"), "{}", told.err());
        let summary = fs::read_to_string(here.join("reports/verdict-summary.kdl"));
        assert!(summary.is_ok_and(|text| text.contains("open=#false")), "{exit}");
    }
    // Where nobody wants to see it, nothing is missing.
    let mut command = crate::run::command(here, &["gate", "reports"]);
    let unseen = Run(command.stdout(std::process::Stdio::null()).output().expect("it runs"));
    assert_eq!(unseen.code(), 0, "{}", unseen.err());
}

/// What the last run answered is gone before anything is read: a run may be killed at any time.
#[test]
#[cfg(unix)]
fn an_earlier_answer_does_not_outlive_a_run_that_is_killed() {
    use std::process::Stdio;
    let dir = desk();
    let here = dir.path();
    fs::remove_file(here.join("reports/security.md")).expect("a file");
    let answer = || fs::read_to_string(here.join("answer")).expect("an answer");
    for (command, shape) in [
        ("gate", ["--format", "json"]),
        ("gate", ["--format", "text"]),
        ("explain", ["--format", "json"]),
        ("explain", ["--format", "text"]),
    ] {
        let line = [&[command, "reports", "--output", "answer"], &shape[..]].concat();
        assert_eq!(run(here, &line).code(), 0, "{command}");
        assert!(answer().contains("OPEN") || answer().contains("\"open\": true"), "{}", answer());
        // It waits for what `security` printed.
        let line = [&line[..], &["--stdout", "security=-"]].concat();
        let mut waits = crate::run::command(here, &line);
        let mut waits = waits.stdin(Stdio::piped()).spawn().expect("it runs");
        let mut turns = 0;
        while !answer().contains("assize::cli::not_ended") {
            turns += 1;
            assert!(turns < 3000, "{command}: {}", answer());
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        waits.kill().expect("it is killed");
        waits.wait().expect("it ends");
        assert!(!answer().contains("OPEN") && !answer().contains("\"open\": true"), "{command}");
    }
}

/// A shell's `<(command)` stands nowhere, and is an earlier round all the same.
#[test]
#[cfg(unix)]
fn an_earlier_round_is_read_from_what_a_shell_hands_in() {
    let dir = desk();
    let here = dir.path();
    let shell = |line: &str| {
        let line = line.replace("assize", env!("CARGO_BIN_EXE_assize"));
        let output = Command::new("bash").args(["-c", &line]).current_dir(here).output();
        Run(output.expect("bash"))
    };
    let before = "assize gate reports --previous <(assize gate reports --no-summary --json)";
    let told = shell(&format!(
        "{before} --policy <(printf 'rule \"new\" when findings.unseen.some then fail;\\nrule \"known\" otherwise hold;')"
    ));
    assert_eq!(told.code(), 3, "{}{}", told.out(), told.err());
    assert!(told.out().contains("known"), "{}", told.out());
}
