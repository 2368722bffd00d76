//! The command line itself: shapes of answers, short forms, colour, and names of seats.
#![expect(clippy::disallowed_methods, reason = "tests run the command and look at its files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use std::fs;

use serde_json::Value;

use crate::run::{Run, command, folder, run};

const PASS: &str = "verdict: pass\nconfidence: high\n";
const FAIL: &str = "verdict: fail\nconfidence: high\nblocker: src/a.rs:1 it loses data\n";

/// A folder `reports` with these files in it.
fn reports(files: &[(&str, &str)]) -> tempfile::TempDir {
    let dir = folder(&[]);
    fs::create_dir(dir.path().join("reports")).expect("a folder");
    for (name, text) in files {
        fs::write(dir.path().join("reports").join(name), text).expect("a file");
    }
    dir
}

impl Run {
    fn value(&self) -> Value {
        serde_json::from_slice(&self.0.stdout).expect("JSON on standard output")
    }
}

#[test]
fn json_is_the_same_as_format_json() {
    let here = reports(&[("qa.md", PASS)]);
    for args in [
        &["gate", "reports", "--no-summary"][..],
        &["explain", "reports"],
        &["explain", "--codes"],
        &["parse", "reports"],
        &["contract"],
        &["contract", "lexicon"],
        &["convert", "--to", "yaml-block", "reports/qa.md"],
        &["policy", "list"],
        &["policy", "show", "any-blocker"],
        &["policy", "vocabulary"],
    ] {
        let long = run(here.path(), &[args, &["--format", "json"]].concat(), "");
        let short = run(here.path(), &[args, &["--json"]].concat(), "");
        assert_eq!((short.code(), long.code()), (0, 0), "{args:?} {}", short.err());
        assert_eq!(short.value()["schema_version"], 1, "{args:?}");
        assert_eq!(short.out(), long.out(), "{args:?}");
        let both = run(here.path(), &[args, &["--json", "--format", "json"]].concat(), "");
        assert_eq!(both.code(), 2, "{args:?}");
    }
    let wrong = run(here.path(), &["gate", "reports", "--json", "--oops"], "");
    assert_eq!((wrong.code(), &wrong.value()["outcome"]), (2, &"error".into()));
}

#[test]
fn o_is_the_same_as_output() {
    let here = reports(&[("qa.md", PASS)]);
    for args in [
        &["gate", "reports", "--no-summary"][..],
        &["convert", "--to", "yaml-block", "reports/qa.md"],
    ] {
        assert_eq!(run(here.path(), &[args, &["--output", "one"]].concat(), "").code(), 0);
        assert_eq!(run(here.path(), &[args, &["-o", "other"]].concat(), "").code(), 0);
        let file = |name: &str| fs::read_to_string(here.path().join(name)).expect("it is written");
        assert_eq!(file("one"), file("other"));
        assert!(!file("one").is_empty());
    }
}

#[test]
fn json_says_what_was_converted_and_where_it_went() {
    let here = reports(&[("qa.md", PASS)]);
    let convert = ["convert", "--to", "yaml-block", "--json"];
    let printed = run(here.path(), &[&convert[..], &["reports/qa.md"]].concat(), "").value();
    let one = &printed["conversions"][0];
    assert_eq!((&printed["to"], &printed["output"]), (&"yaml-block".into(), &Value::Null));
    assert_eq!(one["read"]["format"], "verdict-file");
    assert!(one["text"].as_str().expect("a text").contains("verdict: pass"), "{printed}");
    let written = run(here.path(), &[&convert[..], &["reports/qa.md", "-o", "x"]].concat(), "");
    assert_eq!(written.value()["output"], "x");
    assert_eq!(fs::read_to_string(here.path().join("x")).ok().as_deref(), one["text"].as_str());
    let unread = run(here.path(), &[&convert[..], &["-"]].concat(), "hm\n");
    assert_eq!((unread.code(), unread.err().as_str()), (3, ""));
    assert_eq!(unread.value()["conversions"][0]["text"], Value::Null);
    assert_eq!(unread.value()["conversions"][0]["read"]["unreadable"]["cause"], "no_verdict");
    let refused = run(here.path(), &["convert", "--to", "cpf-auditor", "--json", "-"], FAIL);
    assert_eq!((refused.code(), &refused.value()["outcome"]), (2, &"error".into()));
}

#[test]
fn policies_are_listed_with_their_files() {
    let here = folder(&[]);
    let place = here.path().join(".assize/policies/gate");
    fs::create_dir_all(&place).expect("a folder");
    fs::write(place.join("ours.rhai"), "//! What we want.\n").expect("a file");
    let listed = run(here.path(), &["policy", "list", "--json"], "").value();
    let find = |name: &str| {
        let all = listed["policies"].as_array().expect("a list");
        all.iter().find(|policy| policy["name"] == name).expect("it is listed").clone()
    };
    let (ours, own) = (find("ours"), find("any-blocker"));
    assert_eq!((&ours["built_in"], &ours["about"]), (&false.into(), &"What we want.".into()));
    assert_eq!(ours["file"], ".assize/policies/gate/ours.rhai");
    assert_eq!((&own["built_in"], &own["file"]), (&true.into(), &Value::Null));
    let shown = run(here.path(), &["policy", "show", "ours", "--json"], "").value();
    assert_eq!(shown["text"], "//! What we want.\n");
}

/// What is only read is not offered, and told by name.
#[test]
fn formats_that_are_not_written_are_not_offered() {
    let here = folder(&[]);
    let unknown = run(here.path(), &["convert", "--to", "labeled", "-"], PASS);
    assert_eq!(unknown.code(), 2);
    assert!(unknown.err().contains("verdict-file") && !unknown.err().contains("legacy-report"));
    let only_read = run(here.path(), &["convert", "--to", "legacy-report", "-"], PASS);
    assert_eq!(only_read.code(), 2);
    assert!(only_read.err().contains("assize::write::not_written"), "{}", only_read.err());
}

#[test]
fn no_colour_is_used_where_none_is_wanted() {
    let here = reports(&[("qa.md", FAIL)]);
    for args in [
        &["gate", "reports", "--oops"][..],
        &["gate", "reports", "--set", "min_reviewers=zero"],
        &["gate", "--help"],
        &["gatte"],
        &["gate", "reports", "--format", "nope"],
    ] {
        let colored = |color: &[&str]| {
            let mut command = command(here.path(), &[args, color].concat());
            let output = command.env("CLICOLOR_FORCE", "1").output().expect("it runs");
            output.stdout.contains(&0x1b) || output.stderr.contains(&0x1b)
        };
        assert!(!colored(&["--color", "never"]), "{args:?}");
        assert!(!colored(&["--color=never"]), "{args:?}");
        assert!(colored(&[]) && colored(&["--color", "always"]), "{args:?}");
    }
}

/// What stands on standard error begins with an empty line if an answer stands above it.
#[test]
fn an_empty_line_stands_before_diagnostics() {
    let here = reports(&[("qa.md", PASS), ("x.md", PASS)]);
    let gate = run(here.path(), &["gate", "reports", "--expect", "qa", "--no-summary"], "");
    assert!(gate.err().starts_with("\nassize::seats::unexpected\n"), "{}", gate.err());
    let alone = run(here.path(), &["gate", "nowhere", "--no-summary"], "");
    assert!(alone.err().starts_with("assize::"), "{}", alone.err());
}

#[test]
fn names_of_seats_are_told_with_what_to_write() {
    let here = reports(&[("qa.md", PASS), ("security.md", PASS)]);
    for (args, says, help) in [
        (
            &["--expect", "qa", "--observers", "security"][..],
            "`--observers` names `security`, which `--expect` does not",
            "write `--expect qa,security`",
        ),
        (
            &["--expect", "./qa.md"],
            "`--expect` names `./qa.md`, which is a path and not a seat",
            "write `--expect qa`",
        ),
        (&["--voting", "reports/qa.md"], "which is a path and not a seat", "write `--voting qa`"),
        (&["--expect", ""], "`--expect` is empty", "leave it out: then every file takes a seat"),
        (&["--expect", "qa", "--observers="], "`--observers` is empty", "every reviewer is"),
        (&["--expect", "qa,"], "names a seat without a name", "without an extra comma"),
    ] {
        let gate = [&["gate", "reports", "--no-summary"], args].concat();
        let told = run(here.path(), &gate, "");
        let words = told.err().split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(told.code(), 2, "{args:?}");
        assert!(words.contains(says) && words.contains(help), "{args:?} {words}");
        assert_eq!(words.matches("assize::").count(), 1, "{args:?} {words}");
    }
    let file = ["gate", "reports", "--no-summary", "--expect", "qa.md,security"];
    let file = run(here.path(), &file, "");
    assert_eq!(file.code(), 3);
    assert!(file.err().contains("there is a file for `qa`"), "{}", file.err());
}

/// Prose is not a second verdict of the seat. What says anything is.
#[test]
fn prose_on_standard_output_leaves_the_verdict_to_the_file() {
    let here = reports(&[("qa.md", PASS)]);
    let gate = |printed: &str, more: &[&str]| {
        let gate = ["gate", "reports", "--no-summary", "--stdout", "qa=-"];
        run(here.path(), &[&gate, more].concat(), printed)
    };
    let prose = "I have read all of it, and wrote my report.\n";
    let open = gate(prose, &["-v"]);
    assert_eq!(open.code(), 0, "{}{}", open.out(), open.err());
    assert!(open.err().contains("`<stdin>` contains no verdict; `qa.md` speaks"), "{}", open.err());
    assert_eq!(gate(prose, &[]).err(), "");
    for (printed, code) in [
        (FAIL, 1),
        ("I have read all of it.\n\n**Final decision:** REJECT\n", 1),
        ("I have read all of it.\n\nNO-GO\n", 1),
        ("", 3),
        (PASS, 3),
    ] {
        let shut = gate(printed, &[]);
        assert_eq!(shut.code(), code, "{printed:?} {}", shut.out());
    }
    for (file, code) in [("", 3), (FAIL, 1), (prose, 3), ("verdict: pass\n", 0)] {
        fs::write(here.path().join("reports/qa.md"), file).expect("a file");
        assert_eq!(gate(prose, &[]).code(), code, "{file:?}");
    }
    fs::remove_file(here.path().join("reports/qa.md")).expect("it was there");
    assert_eq!(gate(prose, &[]).code(), 3);
}
