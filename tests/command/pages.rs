//! Manual pages, help with examples that run, completions, versions.
#![expect(clippy::disallowed_methods, reason = "tests run the command and look at its files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

use crate::run::{command, folder, run};
use crate::{court, pairs, presets};

/// Every command there is, as the help of each lists those below it, and that help.
fn commands(here: &Path, above: &[String]) -> Vec<(Vec<String>, String)> {
    let args: Vec<&str> = above.iter().map(String::as_str).chain(["--help"]).collect();
    let help = run(here, &args, "").out();
    // Those of `assize` itself are in groups.
    let (from, to) =
        if above.is_empty() { ("\nJudge:\n", "\nOptions:") } else { ("\nCommands:\n", "\n\n") };
    let list = help.split(from).nth(1).and_then(|list| list.split(to).next()).unwrap_or_default();
    let names = list.lines().filter_map(|line| line.strip_prefix("  "));
    let names = names.filter(|line| !line.starts_with(' '));
    let names = names.flat_map(|line| line.split("  ").next().unwrap_or_default().split(", "));
    let below: Vec<_> = names
        .filter(|name| *name != "help")
        .flat_map(|name| commands(here, &[above, &[name.to_owned()]].concat()))
        .collect();
    std::iter::once((above.to_vec(), help)).chain(below).collect()
}

static COMMANDS: LazyLock<Vec<(Vec<String>, String)>> = LazyLock::new(|| {
    let commands = commands(folder(&[]).path(), &[]);
    assert!(commands.len() >= 12, "{commands:?}");
    commands
});

#[test]
fn every_command_has_a_manual_page() {
    let here = folder(&[]);
    for (path, help) in &*COMMANDS {
        let args: Vec<&str> = ["man"].into_iter().chain(path.iter().map(String::as_str)).collect();
        let page = run(here.path(), &args, "");
        assert_eq!(page.code(), 0, "{path:?}");
        let out = page.out();
        says_what_help_says(&out, path, help);
        let name = [&["assize".to_owned()], &path[..]].concat().join("-");
        assert!(out.contains(&format!(".TH {name} 1")), "{name}");
        let place = |section: &str| out.find(&format!("\n.SH {section}\n"));
        for section in
            ["NAME", "SYNOPSIS", "DESCRIPTION", "\"EXIT STATUS\"", "ENVIRONMENT", "EXAMPLES"]
        {
            assert!(place(section).is_some(), "{name} {section}\n{out}");
        }
        assert!(place("EXTRA").is_none() && place("EXAMPLES") > place("ENVIRONMENT"), "{name}");
        let files = ["assize", "assize-gate", "assize-parse", "assize-policy-list"];
        assert!(place("FILES").is_some() || !files.contains(&name.as_str()), "{name}\n{out}");
        assert!(!out.contains("lowering") && !out.contains("judges\\"), "{name}");
        let examples = out.split(".SH EXAMPLES\n").nth(1).expect("it is there");
        assert!(examples.lines().filter(|line| line.contains("assize")).count() >= 1, "{out}");
    }
    insta::assert_snapshot!("man-convert", run(here.path(), &["man", "convert"], "").out());
}

/// The page of a reader: nothing of it is taken for a request, and no line is lost.
fn says_what_help_says(page: &str, path: &[String], help: &str) {
    let page = page.replace("\\-", "-").replace("\\*(Aq", "'").replace("\\\\", "\\");
    let examples = help.split("\nExamples:\n").nth(1).expect("examples");
    for line in examples.lines() {
        assert!(page.contains(line.trim()), "{path:?} {line}\n{page}");
    }
}

/// Two works with a round each, in which everybody has written; that of the first was judged.
fn rounds(here: &Path) {
    for task in ["task-16", "task-17"] {
        let begun = run(here, &["begin", task, "--panel", "dartai", "--unbound"], "");
        assert_eq!(begun.code(), 0, "{}", begun.err());
        for seat in [
            "qa",
            "quality",
            "correctness",
            "maintainability",
            "testing",
            "ts-strict",
            "cli-readiness",
            "security",
        ] {
            let file = here.join(format!(".dartai/reports/{task}/{seat}.md"));
            fs::write(file, "verdict: pass\nconfidence: high\n").expect("a report");
        }
    }
    assert_eq!(run(here, &["gate", "task-16", "--panel", "dartai"], "").code(), 0);
}

/// A folder with all that examples ask for, and whether git is there to look at it.
#[cfg(unix)]
fn ready() -> (tempfile::TempDir, bool) {
    const PASS: &str = "verdict: pass\nconfidence: high\n";
    const ROW: &str = "VERDICT:CONDITIONAL\nSCOPE:a\nVERIFIED:\nquality|M|naming-violation|src/a.rs:1|says nothing\n";
    let policy = assize::built_in(assize::Stage::Gate, "any-blocker").expect("it is built in");
    // Of a work without a round.
    let docket = assize::Docket::json_example().replace("task-17", "task-19");
    let in_a_line: serde_json::Value = serde_json::from_str(&docket).expect("JSON");
    let ready = folder(&[
        ("qa.md", PASS),
        ("security.md", PASS),
        ("rounds.jsonl", &format!("{in_a_line}\n")),
        ("qa.stdout", "verdict-file: reports/qa.md\n"),
        ("audit.cpf", ROW),
        ("auditor.cpf", ROW),
        ("a.cpf", ROW),
        ("audit.txt", ROW),
        ("run1.cpf", ROW),
        ("run2.cpf", ROW),
        ("run3.cpf", ROW),
        ("runs/V1.cpf", ROW),
        ("runs/V2.cpf", ROW),
        ("runs/V3.cpf", ROW),
        ("ours.rhai", policy),
        (".assize/policies/gate/ours.rhai", policy),
        (".assize/policies/gate/ours/cases.kdl", "case \"a\" { qa \"pass\"; expect \"pass\" }\n"),
        ("old-reviews/kim.md", "## Conclusion by Kim: REJECT\n"),
        ("round-1/qa.md", PASS),
        ("round-2/qa.md", PASS),
        ("archive/round-1/qa.md", PASS),
        ("docket.json", &docket),
        ("payload.json", "{\"session_id\": \"s1\", \"hook_event_name\": \"Stop\"}"),
        ("before.kdl", "panel \"ours\" { gate \"any-blocker\"; seat \"qa\" }\n"),
        ("after.kdl", "panel \"ours\" { gate \"any-blocker\"; seat \"qa\"; seat \"docs\" }\n"),
        (
            "prompt.json",
            r#"{"schema_version": 1, "pairs": [{"note": "notes/cache.md", "gate": "evidence"},
            {"note": "notes/cache.md", "gate": "clarity"}], "texts": []}"#,
        ),
        ("attempts.kdl", "attempt seat=\"qa\" action=\"nudge\" round=1\n"),
        (
            "waivers.kdl",
            "waiver \"W-1\" path=\"src/**\" owner=\"dana\" reason=\"soon gone\" until=\"2027-01-01\"\n",
        ),
        (
            "reviews.md",
            "=== PAIR REVIEW START: notes/cache.md :: evidence ===\n\n### Summary\n\nIt holds.\n\n### Findings\n\n- none\n\n### Suggested Revision\n\nNone.\n\n## Result: PASS\n=== PAIR REVIEW END: notes/cache.md :: evidence ===\n",
        ),
    ]);
    presets::write(ready.path());
    court::write(ready.path());
    pairs::write(ready.path());
    crate::sdd::write(ready.path());
    let at = |name: &str| ready.path().join(name);
    for name in
        ["reports", "bin", ".local/share/bash-completion/completions", ".config/fish/completions"]
    {
        fs::create_dir_all(at(name)).expect("a folder");
    }
    for name in ["qa.md", "security.md"] {
        fs::copy(at(name), at("reports").join(name)).expect("a report");
    }
    for (name, text) in [
        (
            "claude",
            "#!/bin/sh\ncase \"$*\" in *--json-schema*) echo '{\"type\":\"result\",\"is_error\":false,\"structured_output\":{\"passed\":true,\
             \"feedback\":\"fine\",\"criteria_results\":[{\"criterion\":\"AC1\",\"passed\":true}]}}' ;; \
             *) printf 'verdict: pass\\nconfidence: high\\n' ;; esac\n",
        ),
        ("man", "#!/bin/sh\ncat\n"),
    ] {
        use std::os::unix::fs::PermissionsExt;
        fs::write(at("bin").join(name), text).expect("a program");
        fs::set_permissions(at("bin").join(name), fs::Permissions::from_mode(0o755))
            .expect("it runs");
    }
    // Where git is, the folder is a work tree with one commit, which is the other side's as well.
    const GIT: &str = "git init -q --template= . && git add .assize contract.yaml && git -c user.name=a -c user.email=a \
                       commit -q -m base && git update-ref refs/remotes/origin/main HEAD && \
                       git add ours.rhai && git -c user.name=a -c user.email=a commit -q -m change";
    let repository = Command::new("sh").args(["-c", GIT]).current_dir(ready.path()).output();
    let repository = repository.is_ok_and(|done| done.status.success());
    rounds(ready.path());
    (ready, repository)
}

/// Each example of every help runs as it stands there, in a shell, and is understood. What tries every small docket does so
/// without findings.
#[cfg(unix)]
#[test]
fn the_examples_of_help_run() {
    let (ready, repository) = ready();
    let (mut ran, mut kept) = (0, Vec::new());
    for (path, help) in &*COMMANDS {
        let here = folder(&[]);
        let copied = Command::new("cp")
            .args(["-a", "--"])
            .arg(ready.path().join("."))
            .arg(here.path())
            .status();
        assert!(copied.is_ok_and(|status| status.success()), "the folder is copied");
        let at = |name: &str| here.path().join(name);
        let own = Path::new(env!("CARGO_BIN_EXE_assize")).parent().expect("a folder");
        let search = std::env::var("PATH").unwrap_or_default();
        let search = format!("{}:{}:{search}", at("bin").display(), own.display());
        let examples = help.split("\nExamples:\n").nth(1).expect("help ends with examples");
        for line in examples.lines() {
            // Behind the command stands what it is for.
            let line = line.trim().split("   ").next().unwrap_or_default();
            assert!(line.contains("assize "), "{path:?}: {line}");
            if line.contains("origin/main") && !repository {
                continue;
            }
            // A server waits for its client, which `tests/mcp` has, and not every build has it; nor the program of
            // `assize batch`, whose own tests run its examples.
            if line.contains("assize mcp") || line.contains("assize batch") {
                continue;
            }
            let tries = line.contains("policy verify") || line.contains("policy diff");
            let sized = ["--findings", "--on ", "--stage"].iter().any(|flag| line.contains(flag));
            let small = if tries && !sized { " --findings 0" } else { "" };
            let shell = Command::new("sh")
                .args(["-c", &format!("{line}{small}")])
                .current_dir(here.path())
                .env("PATH", &search)
                .env("HOME", here.path())
                .output()
                .expect("a shell");
            let said = String::from_utf8_lossy(&shell.stderr).into_owned();
            let code = shell.status.code();
            // Nothing is registered here, which is what it tells.
            let told = line.contains("doctor") && code == Some(1);
            let held = line.contains("quality")
                || line.contains("min_reviewers")
                || line.contains("--pair");
            assert!(
                told || code == Some(0) || (held && code == Some(3)),
                "{line}: {code:?}\n{said}"
            );
            assert!(!said.contains("Usage:") && !said.contains("panicked"), "{line}\n{said}");
            ran += 1;
        }
        // A file system that has just deleted thousands of files is slow to make more.
        kept.push(here);
    }
    assert!(ran >= 30, "{ran} examples were found");
}

/// What a shell is offered behind a line.
fn offered(here: &Path, shell: &str, line: &[&str]) -> String {
    let mut command = command(here, &[&["--", "assize"], line].concat());
    command.env("ASSIZE_COMPLETE", shell).env("_CLAP_COMPLETE_INDEX", line.len().to_string());
    let output = command.env("_CLAP_IFS", "\n").output().expect("it runs");
    assert_eq!(output.status.code(), Some(0), "{line:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn shells_are_offered_what_there_is() {
    let here = folder(&[]);
    for (name, text) in [
        (".assize/policies/gate/ours.rhai", "//! What we want.\n"),
        (".assize/policies/audit/theirs.rhai", "//! Another stage.\n"),
        ("reports/qa.md", "x"),
        ("reports/security.md", "x"),
        ("reports/verdict-summary.kdl", "x"),
        ("reports/.hidden.md", "x"),
        ("lone.md", "x"),
    ] {
        let path = here.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let names = |line: &[&str]| -> Vec<String> {
            let out = offered(here.path(), shell, line);
            // zsh and others show what a name means behind it.
            let name = |line: &str| line.split(['\t', ':']).next().unwrap_or_default().to_owned();
            out.lines().map(name).collect()
        };
        let has = |line: &[&str], wanted: &[&str], other: &[&str]| {
            let found = names(line);
            let found: Vec<&str> = found.iter().map(String::as_str).collect();
            assert!(wanted.iter().all(|name| found.contains(name)), "{shell} {line:?} {found:?}");
            assert!(!other.iter().any(|name| found.contains(name)), "{shell} {line:?} {found:?}");
        };
        has(&["ga"], &["gate"], &["parse"]);
        has(&["gate", "reports", "--policy", ""], &["any-blocker", "ours"], &["theirs"]);
        has(&["gate", "--policy", "ou"], &["ours"], &["any-blocker"]);
        has(&["audit", "--policy", ""], &["impl", "theirs"], &["any-blocker", "recovery"]);
        has(&["redispatch", "--policy", ""], &["recovery"], &["any-blocker", "theirs"]);
        has(&["redispatch", "reports", "--audit", ""], &["impl", "theirs"], &["recovery"]);
        has(&["policy", "show", ""], &["any-blocker", "ours", "theirs"], &[]);
        has(&["policy", "check", ""], &["any-blocker", "ours", "theirs"], &[]);
        has(&["policy", "check", "--format", ""], &["github", "sarif"], &[]);
        has(&["policy", "new", "mine", "--from", ""], &["any-blocker", "ours"], &["theirs"]);
        has(&["parse", "--as", ""], &["verdict-file", "review"], &[]);
        has(&["explain", "--code", "fail_"], &["fail_without_blocker"], &[]);
        has(&["convert", "--to", ""], &["verdict-file"], &["review", "pointer"]);
        for flag in ["--expect", "--voting", "--observers"] {
            let others = ["verdict-summary", ".hidden", "lone", "hidden"];
            has(&["gate", "reports", flag, ""], &["qa", "security"], &others);
            has(&["explain", "reports", flag, "qa,se"], &["qa,security"], &["qa,qa"]);
            has(&["gate", "lone.md", flag, ""], &["lone"], &["qa"]);
        }
        let script = run(here.path(), &["completions", shell], "");
        assert_eq!(script.code(), 0);
        assert!(script.out().contains("ASSIZE_COMPLETE"), "{shell}");
    }
}

/// A variable that is left set must not make a gate end with 0.
#[test]
fn a_gate_judges_whatever_shell_is_set() {
    let here = folder(&[("qa.md", "verdict: fail\nconfidence: high\nblocker: src/a.rs:1 x\n")]);
    let end = |args: &[&str]| {
        let mut command = command(here.path(), args);
        command.env("ASSIZE_COMPLETE", "bash").env("COMPLETE", "bash");
        command.output().expect("it runs").status.code()
    };
    assert_eq!(end(&["gate", "qa.md"]), Some(1));
    assert_eq!(end(&["gate", "--", "qa.md"]), Some(1));
    assert_eq!(end(&["gate", "qa.md", "--exit", "hook"]), Some(2));
    assert_eq!(end(&["--"]), Some(2));
}

#[test]
fn the_version_says_what_was_built() {
    let here = folder(&[]);
    let short = format!("assize {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(run(here.path(), &["--version"], "").out(), short);
    assert_eq!(run(here.path(), &["-V"], "").out(), short);
    for args in [&["--version", "-v"][..], &["-vV"], &["--verbose", "--version"]] {
        let whole = run(here.path(), args, "");
        assert_eq!(whole.code(), 0);
        let lines: Vec<String> = whole.out().lines().map(str::to_owned).collect();
        assert_eq!(lines.first().map(String::as_str), Some(short.trim()), "{args:?}");
        assert!(lines.contains(&"language 1".to_owned()), "{lines:?}");
        assert!(lines.iter().any(|line| line.starts_with("rhai 1.")), "{lines:?}");
    }
}

/// A person who asks what a gate takes sees a screen.
#[test]
fn short_help_of_a_gate_is_a_screen_and_long_help_is_all() {
    let here = folder(&[]);
    let short = run(here.path(), &["gate", "-h"], "").out();
    assert!(short.lines().count() <= 50, "{short}");
    let long = run(here.path(), &["gate", "--help"], "").out();
    for flag in ["--expect", "--panel", "--report", "--policy", "--rules-from", "--output"] {
        assert!(short.contains(flag) && long.contains(flag), "{flag}\n{short}");
    }
    for flag in ["--limit-items", "--lock-wait", "--criterion", "--attempts", "--bind"] {
        assert!(!short.contains(flag) && long.contains(flag), "{flag}\n{short}");
    }
    let first = run(here.path(), &["-h"], "").out();
    assert!(first.lines().count() <= 60, "{first}");
    assert!(first.lines().all(|line| line.len() <= 100), "{first}");
}

#[test]
fn schemas_and_rounds_have_two_names() {
    let here = folder(&[]);
    let same = |one: &[&str], other: &[&str]| {
        let (one, other) = (run(here.path(), one, ""), run(here.path(), other, ""));
        assert_eq!((one.code(), one.out(), one.err()), (other.code(), other.out(), other.err()));
        one
    };
    for name in ["ruling", "docket", "quality", "rounds"] {
        let one = same(&["schema", name], &["contract", name, "--schema"]);
        assert_eq!(one.code(), 0);
    }
    assert_eq!(
        same(&["schema", "pair-review"], &["contract", "pair-review", "--schema"]).code(),
        2
    );
    let listed = run(here.path(), &["schema"], "").out();
    for name in listed.lines().filter_map(|line| line.split_whitespace().next()) {
        assert_eq!(run(here.path(), &["schema", name], "").code(), 0, "{name}");
    }
    let begun = run(here.path(), &["round", "begin", "t1", "--panel", "dartai", "--unbound"], "");
    assert_eq!(begun.code(), 0, "{}", begun.err());
    assert_eq!(
        same(&["round", "list", "t1", "--panel", "dartai"], &["rounds", "t1", "--panel", "dartai"])
            .code(),
        0
    );
    assert_eq!(
        same(
            &["round", "replay", "t1", "--panel", "dartai"],
            &["replay", "t1", "--panel", "dartai"]
        )
        .code(),
        2
    );
    assert_eq!(run(here.path(), &["watch", "--oops"], "").code(), 2);
}

/// Nothing is wider than the screen says, and nothing of a sentence is lost.
#[test]
fn a_list_of_policies_goes_on_in_the_next_line() {
    let here = folder(&[]);
    let list = |columns: &str| {
        let output = command(here.path(), &["policy", "list"]).env("COLUMNS", columns).output();
        String::from_utf8_lossy(&output.expect("it runs").stdout).into_owned()
    };
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    for columns in [50, 80, 200] {
        let listed = list(&columns.to_string());
        assert!(listed.lines().all(|line| line.chars().count() <= columns), "{listed}");
        assert_eq!(words(&listed), words(&list("200")));
    }
}

/// A line of JSON and a binary file are drawn in a few lines of a screen, with the place in sight.
#[test]
fn what_is_drawn_of_a_long_line_is_near_the_place() {
    let long = format!(
        "{{\"summary\": \"{}\", \"verdict\": \"postponed\", \"notes\": \"{}\"}}\n",
        "a word ".repeat(20),
        "z".repeat(1000)
    );
    let context = format!("verdict: fail\nblocker: {}\nbloker: x\n", "y ".repeat(300));
    let binary: String = "\u{1}\u{2}ELF".repeat(400) + "\u{0}";
    let here = folder(&[("long.json", &long), ("context.txt", &context), ("binary.md", &binary)]);
    for (name, shown) in
        [("long.json", "postponed"), ("context.txt", "bloker"), ("binary.md", "ELF")]
    {
        let err = run(here.path(), &["parse", name], "").err();
        assert!(err.contains(shown), "{name}\n{err}");
        let widest = err.lines().map(|line| line.chars().count()).max();
        assert!(widest < Some(200), "{name}: {widest:?}\n{err}");
    }
}
