//! Who is asked where no command stands behind `--`: the one that `assize.kdl` names, that of a commit with `--rules-from`.
#![cfg(unix)]
#![expect(clippy::disallowed_methods, reason = "tests run the command and git, and look at files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::court;
use crate::run::{Run, folder, run};

const STEP: &str = "step \"guide\" {\n    output \"text\" type=\"file\" { file \"a.md\" }\n    \
    review \"step\" { criterion \"AC1\" \"It is short.\" }\n}\n";
const REVIEWER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/quality/reviewer.sh");
const RUN: [&str; 5] = ["quality", "run", "step.kdl", "--format", "json"];

fn git(here: &Path, args: &[&str]) -> Option<()> {
    let known =
        ["-c", "user.name=dana", "-c", "user.email=dana@example.org", "-c", "commit.gpgsign=false"];
    let told = Command::new("git").args(known).args(args).current_dir(here).output().ok()?;
    assert!(told.status.success(), "{args:?}: {}", String::from_utf8_lossy(&told.stderr));
    Some(())
}

/// An `assize.kdl` whose reviewer answers like this.
fn asks(how: &str) -> String {
    format!(
        "quality {{ command \"sh\" \"{REVIEWER}\" \"{how}\" \"{{system_prompt}}\" \"{{json_schema}}\" }}\n"
    )
}

fn json(run: &Run) -> Value {
    serde_json::from_str(&run.out()).expect("JSON")
}

fn project(config: &str) -> tempfile::TempDir {
    folder(&[("step.kdl", STEP), ("a.md", "short\n"), ("assize.kdl", config)])
}

#[test]
fn a_reviewer_of_the_team_is_asked_and_named() {
    let dir = project(&asks("pass"));
    let told = run(dir.path(), &RUN, "");
    assert_eq!(told.code(), 0, "{}", told.err());
    let reviewer = &json(&told)["reviewer"];
    assert_eq!((&reviewer["program"], &reviewer["from"]), (&"sh".into(), &"assize.kdl".into()));
    assert_eq!(reviewer["sha256"].as_str().map(str::len), Some(64));
    let shown = run(dir.path(), &RUN[..3], "").out();
    assert!(shown.ends_with("asked    sh, as assize.kdl says\n"), "{shown}");
    let finish = ["quality", "finish", "step.kdl", "--session", "s1", "--format", "json"];
    let finished = run(dir.path(), &finish, "");
    assert_eq!(json(&finished)["reviewer"]["from"], "assize.kdl", "{}", finished.err());

    // What stands on the line is what is asked.
    fs::write(dir.path().join("assize.kdl"), asks("fail")).expect("a file");
    assert_eq!(run(dir.path(), &RUN, "").code(), 1);
    let own = ["--", "sh", REVIEWER, "pass", "{system_prompt}", "{json_schema}"];
    let told = run(dir.path(), &[&RUN[..], &own].concat(), "");
    assert_eq!((told.code(), &json(&told)["reviewer"]["from"]), (0, &"command line".into()));
    // Without the file it is the default, which this machine need not have.
    let told = run(dir.path(), &[&RUN[..], &["--no-config"]].concat(), "");
    assert_ne!(told.code(), 1, "{}", told.err());
}

#[test]
fn a_change_brings_no_reviewer_of_its_own() {
    let dir = project(&asks("fail"));
    let here = dir.path();
    let Some(()) = git(here, &["init", "-q", "."]) else { return };
    git(here, &["add", "-A"]);
    git(here, &["commit", "-q", "-m", "base"]);
    git(here, &["branch", "base"]);
    fs::write(here.join("assize.kdl"), asks("pass")).expect("a file");
    assert_eq!(run(here, &RUN, "").code(), 0, "its own one is asked without a base");
    let by_base = [&RUN[..], &["--rules-from", "base"]].concat();
    let told = run(here, &by_base, "");
    assert_eq!(told.code(), 1, "{}{}", told.out(), told.err());
    let from = json(&told)["reviewer"]["from"].as_str().expect("a name").to_owned();
    assert!(from.starts_with("assize.kdl at `base`") || from.contains("base"), "{from}");
    // A base that names nobody has none for the change to name.
    fs::remove_file(here.join("assize.kdl")).expect("gone");
    git(here, &["commit", "-q", "-am", "none"]);
    git(here, &["branch", "-f", "base"]);
    fs::write(here.join("assize.kdl"), asks("pass")).expect("a file");
    let told = run(here, &by_base, "");
    assert_ne!(told.code(), 0, "{}", told.out());

    // A program in the work tree is what the change makes of it.
    let own = "quality { command \"./mine\" \"{system_prompt}\" \"{json_schema}\" }\n";
    fs::write(here.join("assize.kdl"), own).expect("a file");
    fs::write(here.join("mine"), "#!/bin/sh\n").expect("a file");
    git(here, &["add", "-A"]);
    git(here, &["commit", "-q", "-m", "mine"]);
    git(here, &["branch", "-f", "base"]);
    let told = run(here, &by_base, "");
    assert_eq!(told.code(), 2);
    assert!(told.err().contains("assize::cli::command_of_change"), "{}", told.err());
    assert!(told.err().contains("this command"), "{}", told.err());
}

#[test]
fn a_program_starts_from_the_folder_of_the_file() {
    use std::os::unix::fs::PermissionsExt;
    let dir = project("quality { command \"./mine\" \"{system_prompt}\" \"{json_schema}\" }\n");
    fs::copy(REVIEWER, dir.path().join("mine")).expect("a copy");
    let mine = "#!/bin/sh\nexec sh \"$(dirname \"$0\")/reviewer.sh\" pass \"$@\"\n";
    fs::copy(REVIEWER, dir.path().join("reviewer.sh")).expect("a copy");
    fs::write(dir.path().join("mine"), mine).expect("a file");
    let executable = fs::Permissions::from_mode(0o755);
    fs::set_permissions(dir.path().join("mine"), executable).expect("executable");
    let below = dir.path().join("below");
    fs::create_dir(&below).expect("a folder");
    let told = run(&below, &["quality", "run", "../step.kdl", "--root", ".."], "");
    assert_eq!(told.code(), 0, "{}{}", told.out(), told.err());
}

#[test]
fn what_is_wrong_with_a_command_is_told_at_its_place() {
    for (config, code) in [
        ("quality", "config_malformed"),
        ("quality { }", "config_malformed"),
        ("quality \"claude\"", "config_takes_none"),
        ("quality { comand \"claude\" }", "config_unknown_node"),
        ("qualty { command \"claude\" }", "config_unknown_node"),
        ("quality { command }", "config_nothing_named"),
        ("quality { command \"\" \"a\" }", "config_blank"),
        ("quality { command \"a\" 1 }", "config_not_text"),
        ("quality { command \"a\" timeout=\"60\" }", "config_unknown_property"),
        ("quality { command \"a\" { b } }", "config_takes_no_block"),
        ("quality { command \"a\"; command \"b\" }", "config_said_again"),
        ("court { command \"a\" }\ncourt { command \"b\" }", "config_said_again"),
        ("quality { command \"claude\" \"{system_prompt}\" }", "quality::command_without_slot"),
    ] {
        let dir = project(config);
        let told = run(dir.path(), &RUN, "");
        assert_eq!(told.code(), 2, "{config}: {}", told.out());
        assert!(told.err().contains(code), "{config}: {}", told.err());
        assert!(told.err().contains("assize.kdl:1:") || told.err().contains("assize.kdl:2:"));
    }
    let near = run(project("qualty { command \"a\" }").path(), &RUN, "").err();
    assert!(near.contains("did you mean `quality`?"), "{near}");
    // What is wrong with the other one is told by every command that reads the file.
    let dir = folder(&[("assize.kdl", "court { command 1 }\n"), ("r/qa.md", "verdict: pass\n")]);
    let gate = run(dir.path(), &["gate", "r"], "");
    assert!(gate.err().contains("config_not_text"), "{}", gate.err());
}

#[test]
fn a_court_of_the_team_is_asked_and_named() {
    let dir = tempfile::tempdir().expect("a folder");
    court::write(dir.path());
    let judge =
        ["court", "judge", "--task", "T-17", "--contract", "contract.yaml", "--worktree", "work"];
    let none = run(dir.path(), &judge, "");
    assert_eq!(none.code(), 2);
    assert!(none.err().contains("assize::cli::no_court"), "{}", none.err());
    let config = "court { command \"sh\" \"-c\" \"cat > seen; cat verdict.json\" }\n";
    fs::write(dir.path().join("assize.kdl"), config).expect("a file");
    let told = run(dir.path(), &[&judge[..], &["--format", "json"]].concat(), "");
    assert_eq!(told.code(), 0, "{}{}", told.out(), told.err());
    let court = &json(&told)["court"];
    assert_eq!((&court["program"], &court["from"]), (&"sh".into(), &"assize.kdl".into()));
    assert!(fs::read_to_string(dir.path().join("seen")).expect("a file").contains("\"taskId\""));
    let other = ["--round", "2", "--", "sh", "-c", "echo no; exit 3"];
    let told = run(dir.path(), &[&judge[..], &other].concat(), "");
    assert_eq!(told.code(), 2, "the line decides: {}", told.out());
    assert!(told.err().contains("assize::cli::court_failed"), "{}", told.err());
}
