//! The built command, from the outside.
#![expect(clippy::disallowed_methods, reason = "tests run the command and look at its files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::run::Run;

const PASS: &str = "verdict: pass\nconfidence: high\n";
const FAIL: &str = "verdict: fail\nconfidence: high\nblocker: src/a.rs:1 it loses data\n";

/// A folder `task-17` with reports in it, and a place beside it.
struct Desk {
    dir: tempfile::TempDir,
}

impl Desk {
    fn with(reports: &[(&str, &str)]) -> Self {
        let desk = Self { dir: tempfile::tempdir().expect("a folder") };
        fs::create_dir(desk.path("task-17")).expect("a folder");
        reports.iter().for_each(|(name, text)| desk.write(name, text));
        desk
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path("task-17").join(name), text).expect("a file");
    }

    /// A policy of the repository.
    fn policy(&self, name: &str, text: &str) {
        let folder = self.path(".assize/policies/gate");
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join(format!("{name}.rhai")), text).expect("a file");
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_assize"));
        command.args(args).current_dir(self.dir.path());
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS"] {
            command.env_remove(name);
        }
        command
    }

    fn run(&self, args: &[&str]) -> Run {
        Run(self.command(args).output().expect("it runs"))
    }

    fn summary(&self) -> String {
        read(&self.path("task-17/verdict-summary.kdl"))
    }
}

impl Run {
    fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.0.stdout).expect("JSON on standard output")
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

#[test]
fn the_exit_code_says_open_failed_held_or_no_answer() {
    let desk = Desk::with(&[("qa.md", PASS)]);
    assert_eq!(desk.run(&["gate", "task-17"]).code(), 0);
    assert_eq!(desk.run(&["gate", "task-17", "--expect", "qa,security"]).code(), 3);
    desk.write("security.md", FAIL);
    assert_eq!(desk.run(&["gate", "task-17"]).code(), 1);
    assert_eq!(desk.run(&["gate", "task-17", "--expect", "qa"]).code(), 1);
    desk.write("security.md", "");
    assert_eq!(desk.run(&["gate", "task-17"]).code(), 3);
    assert_eq!(desk.run(&["gate", "task-18"]).code(), 2);
    assert_eq!(desk.run(&["gate"]).code(), 2);
    assert_eq!(desk.run(&[]).code(), 2);
    assert_eq!(desk.run(&["gat", "task-17"]).code(), 2);
}

#[test]
fn a_hook_ends_with_2_unless_the_gate_is_open() {
    let desk = Desk::with(&[("qa.md", PASS)]);
    let open = desk.run(&["gate", "task-17", "--exit", "hook"]);
    assert_eq!((open.code(), open.err().as_str()), (0, ""));
    desk.write("security.md", FAIL);
    let shut = desk.run(&["gate", "task-17", "--exit", "hook", "--format", "json"]);
    assert_eq!((shut.code(), &shut.json()["exit_code"]), (2, &2.into()));
    assert!(shut.err().contains("security"), "{}", shut.err());
    let held = desk.run(&["gate", "task-17", "--exit", "hook", "--expect", "qa,x", "-q"]);
    assert_eq!(held.code(), 2);
    assert!(!held.err().is_empty());
}

#[test]
fn json_tells_the_code_that_the_process_returns() {
    let desk = Desk::with(&[("qa.md", PASS)]);
    let open = desk.run(&["gate", "task-17", "--format", "json"]);
    assert_eq!((open.code(), &open.json()["exit_code"]), (0, &0.into()));
    assert_eq!(open.json()["docket"]["id"], "task-17");
    let lost = desk.run(&["gate", "task-17", "--format", "json", "--output", "no/such/file"]);
    assert_eq!((lost.code(), &lost.json()["exit_code"]), (2, &2.into()));
    assert!(lost.err().contains("no/such/file"), "{}", lost.err());
    for wrong in
        [&["gate", "nowhere", "--format", "json"][..], &["gate", "--format=json", "--oops"]]
    {
        let wrong = desk.run(wrong);
        assert_eq!((wrong.code(), &wrong.json()["exit_code"]), (2, &2.into()));
        assert_eq!(wrong.json()["outcome"], "error");
        assert_eq!(wrong.json()["open"], false);
        assert!(!wrong.err().is_empty());
    }
}

#[test]
fn a_summary_is_written_beside_the_reports_and_replaced_each_time() {
    let desk = Desk::with(&[("qa.md", PASS)]);
    desk.run(&["gate", "task-17", "--no-summary"]);
    assert_eq!(desk.summary(), "");
    desk.run(&["explain", "task-17"]);
    assert_eq!(desk.summary(), "");
    desk.run(&["gate", "task-17"]);
    assert!(desk.summary().contains("gate \"warn\" open=#true"), "{}", desk.summary());
    assert!(desk.summary().contains("task-id \"task-17\""));
    desk.write("security.md", FAIL);
    desk.run(&["gate", "task-17"]);
    assert!(desk.summary().contains("gate \"fail\" open=#false"), "{}", desk.summary());
    desk.run(&["gate", "task-17/qa.md", "--summary", "own.kdl", "--task", "other"]);
    assert!(read(&desk.path("own.kdl")).contains("task-id \"other\""));
    assert!(desk.summary().contains("gate \"fail\""));
}

#[test]
fn a_stale_summary_does_not_outlive_a_run_without_a_ruling() {
    for mistake in [
        &["--policy", "nobody"][..],
        &["--set", "nothing=1"],
        &["--given", "phase=3"],
        &["--voting", "nobody"],
        &["--expect", "qa,,x"],
        &["--output", "task-17/x.json"],
        &["--oops"],
        &["--oops", "value"],
        &["--round", "0"],
        &["--set", "novalue"],
        &["--format", "jsn"],
        &["--task"],
    ] {
        let desk = Desk::with(&[("qa.md", PASS)]);
        assert_eq!(desk.run(&["gate", "task-17"]).code(), 0);
        let run = desk.run(&[&["gate", "task-17"], mistake].concat());
        assert_eq!(run.code(), 2, "{mistake:?}");
        let summary = desk.summary();
        assert!(summary.contains("gate \"error\" open=#false"), "{mistake:?}: {summary}");
    }
    let empty = Desk::with(&[]);
    let run = empty.run(&["gate", "task-17"]);
    assert_eq!(run.code(), 2);
    assert!(run.err().contains("task-17"), "{}", run.err());
    assert!(empty.summary().contains("gate \"error\""));
}

#[test]
fn of_two_runs_at_once_one_summary_stands_whole() {
    let desk = Desk::with(&[("qa.md", PASS)]);
    let task = |n: usize| "x".repeat(n * 500 + 1);
    let run = |n: usize| {
        let args = ["gate", "task-17", "--task", &task(n)];
        desk.command(&args).stdout(Stdio::null()).spawn()
    };
    let children: Vec<_> = (0..6).map(|n| run(n).expect("it runs")).collect();
    for mut child in children {
        assert_eq!(child.wait().expect("it ends").code(), Some(0));
    }
    let summary = desk.summary();
    assert!((0..6).any(|n| summary.contains(&format!("task-id \"{}\"\n", task(n)))), "{summary}");
    assert!(summary.contains("recorded \""));
    let left = fs::read_dir(desk.path("task-17")).expect("a folder").count();
    assert_eq!(left, 3, "beside the report and the summary, only its lock stays");
}

#[test]
fn a_stale_output_does_not_outlive_a_run_without_a_ruling() {
    let desk = Desk::with(&[("qa.md", PASS)]);
    let args = ["gate", "task-17", "--format", "json", "--output", "ruling.json"];
    assert_eq!(desk.run(&args).code(), 0);
    assert!(read(&desk.path("ruling.json")).contains("\"open\": true"));
    desk.run(&[&args[..], &["--policy", "nobody"]].concat());
    assert!(read(&desk.path("ruling.json")).contains("\"open\": false"));
}

#[test]
fn mistakes_come_with_the_nearest_word() {
    let desk = Desk::with(&[("quality.md", PASS)]);
    for (args, hint) in [
        (&["gate", "task-17", "--set", "min_verdict=2"][..], "min_reviewers"),
        (&["gate", "task-17", "--policy", "any-bloker"], "any-blocker"),
        (&["gate", "task-17", "--voting", "qualty"], "quality"),
        (&["gate", "task-17", "--expekt", "qa"], "--expect"),
        (&["gat", "task-17"], "gate"),
        (&["policy", "shwo"], "show"),
        (&["man", "gat"], "gate"),
    ] {
        let run = desk.run(args);
        assert_eq!((run.code(), run.out().as_str()), (2, ""), "{args:?}");
        assert!(run.err().contains(hint), "{args:?}: {}", run.err());
    }
}

#[test]
fn colour_is_for_terminals() {
    let desk = Desk::with(&[("qa.md", FAIL)]);
    for args in [&["gate", "task-17"][..], &["gate", "nowhere"], &["--help"], &["gate", "--oops"]] {
        let run = desk.run(args);
        assert!(!run.out().contains('\u{1b}') && !run.err().contains('\u{1b}'), "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_behind_standard_output_is_no_answer() {
    let desk = Desk::with(&[("qa.md", PASS)]);
    for args in [&["gate", "task-17"][..], &["explain", "task-17"], &["--help"], &["man"]] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
        let run = desk.command(args).stdout(full).output().expect("it runs");
        assert_eq!(run.status.code(), Some(2), "{args:?}");
        assert!(!run.stderr.is_empty());
    }
    let full = desk.run(&["gate", "task-17", "--output", "/dev/full"]);
    assert_eq!(full.code(), 2);
    assert!(full.err().contains("assize::cli::not_published"), "{}", full.err());
    let lost = desk.run(&["gate", "task-17", "--summary", "/dev/full"]);
    assert_eq!(lost.code(), 2);
    assert!(lost.err().contains("/dev/full") && !lost.out().is_empty());
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_changes_no_exit_code() {
    let desk = Desk::with(&[("qa.md", FAIL)]);
    let mut child =
        desk.command(&["gate", "task-17"]).stdout(Stdio::piped()).spawn().expect("runs");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("it ends").code(), Some(1));
}

/// The standard library opens the null device in the place of a closed stream, before `main`
/// runs, so nobody can tell that it was closed. The exit code is right all the same.
#[cfg(unix)]
#[test]
fn a_closed_standard_output_opens_no_gate() {
    let desk = Desk::with(&[("qa.md", FAIL)]);
    let binary = env!("CARGO_BIN_EXE_assize");
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("'{binary}' gate task-17 >&-")]).current_dir(desk.dir.path());
    assert_eq!(shell.output().expect("it runs").status.code(), Some(1));
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_not_opened() {
    let desk = Desk::with(&[("qa.md", PASS)]);
    let fifo = desk.path("task-17/pipe.md");
    assert!(Command::new("mkfifo").arg(&fifo).status().expect("it runs").success());
    std::os::unix::fs::symlink("/dev/zero", desk.path("task-17/zero.md")).expect("a link");
    fs::create_dir(desk.path("task-17/folder.md")).expect("a folder");
    let large = fs::File::create(desk.path("task-17/large.md")).expect("a file");
    large.set_len(50 * 1024 * 1024).expect("a sparse file");
    let run = desk.run(&["gate", "task-17", "--format", "json"]);
    assert_eq!(run.code(), 3, "{}", run.err());
    let json = run.json();
    let cells = json["cells"].as_array().expect("cells").iter();
    let causes: Vec<String> = cells.map(|c| format!("{} {}", c["seat"], c["cause"])).collect();
    assert_eq!(
        causes,
        [
            r#""folder" "not_a_file""#,
            r#""large" "too_large""#,
            r#""pipe" "not_a_file""#,
            r#""qa" null"#,
            r#""zero" "bad_path""#
        ]
    );
    // A summary that is a FIFO beside the reports is replaced, not waited for.
    let summary = desk.path("task-17/verdict-summary.kdl");
    fs::remove_file(&summary).expect("a summary");
    assert!(Command::new("mkfifo").arg(&summary).status().expect("it runs").success());
    assert_eq!(desk.run(&["gate", "task-17"]).code(), 3);
    assert!(desk.summary().contains("gate \"hold\""));
}

#[test]
fn nothing_is_written_where_reports_are_read() {
    let desk = Desk::with(&[("qa.md", PASS), ("security.md", FAIL)]);
    for flag in ["--output", "--summary"] {
        let run = desk.run(&["gate", "task-17", flag, "task-17/security.md"]);
        assert_eq!(run.code(), 2);
        let run = desk.run(&["gate", "task-17/qa.md", flag, "task-17/../task-17/qa.md"]);
        assert_eq!(run.code(), 2);
    }
    assert_eq!(read(&desk.path("task-17/security.md")), FAIL);
    assert_eq!(read(&desk.path("task-17/qa.md")), PASS);
    let run = desk.run(&["gate", "task-17", "--summary", "task-17/verdict-summary.kdl"]);
    assert_eq!(run.code(), 1);
}

/// Each in a file of its own, and nobody's file takes the place of a built-in policy.
#[test]
fn a_policy_stands_on_others_that_stand_on_others() {
    let desk = Desk::with(&[("qa.md", FAIL)]);
    desk.policy("ours", "extends \"team\";\nrule \"mine\" when unsure.some then hold;\n");
    desk.policy("team", "extends \"any-blocker\";\nseat \"qa\" required;\n");
    desk.policy("any-blocker", "rule \"yes\" when reported.some then pass;\n");
    let ruling = desk.run(&["gate", "task-17", "--policy", "ours"]);
    assert_eq!(ruling.code(), 1, "{}{}", ruling.out(), ruling.err());
    assert!(ruling.out().contains("by any-blocker:6"), "{}", ruling.out());
    let json = desk.run(&["gate", "task-17", "--policy", "ours", "--json"]).json();
    assert_eq!(json["rule"]["base"], "any-blocker");
    assert_eq!(json["policy"]["extends"][0]["name"], "team");
    assert_eq!(json["policy"]["extends"][0]["outcome"], "fail");
    desk.policy("round", "extends \"round\";\n");
    let round = desk.run(&["gate", "task-17", "--policy", "round"]);
    assert_eq!(round.code(), 2);
    assert!(round.err().contains("extends itself"), "{}", round.err());
}

#[test]
fn a_policy_of_the_repository_comes_before_a_built_in_one() {
    let desk = Desk::with(&[("qa.md", PASS)]);
    let folder = desk.path(".assize/policies/gate");
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("ours.rhai"), "//! Ours.\n").expect("a file");
    let list = desk.run(&["policy", "list"]).out();
    assert!(
        list.contains("ours") && list.contains("Ours.") && list.contains("any-blocker"),
        "{list}"
    );
    assert_eq!(desk.run(&["policy", "show", "ours"]).out(), "//! Ours.\n");
    let shown = desk.run(&["policy", "show", "any-blocker"]).out();
    assert!(shown.contains("a reviewer failed the change"));

    // One that takes a built-in name, which a change could bring along, is none of the two.
    fs::write(folder.join("any-blocker.rhai"), "rule \"ours\" when failed.count < 999 then pass;")
        .expect("a file");
    let ours = desk.run(&["gate", "task-17"]);
    assert_eq!(ours.code(), 2, "{}", ours.out());
    assert!(ours.err().contains("assize::host::policy_name_taken"), "{}", ours.err());
    assert!(
        ours.err().contains(".assize/policies/gate/any-blocker.rhai` has the name"),
        "{}",
        ours.err()
    );
    let named =
        desk.run(&["gate", "task-17", "--policy", ".assize/policies/gate/any-blocker.rhai"]);
    assert!(named.out().contains("warn: ours"), "{}", named.out());
}

#[test]
fn the_examples_do_what_they_say() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/dartai");
    let desk = Desk::with(&[]);
    let gate = |name: &str, more: &[&str]| {
        let folder = examples.join(name);
        let folder = folder.to_str().expect("a path in UTF-8");
        desk.run(&[&["gate", folder, "--no-summary"], more].concat()).code()
    };
    assert_eq!(gate("all-pass", &[]), 0);
    assert_eq!(gate("changes-requested", &[]), 1);
    assert_eq!(gate("missing-security", &["--expect", "qa,quality,security"]), 3);
}

#[cfg(not(feature = "mcp"))]
#[test]
fn a_build_without_mcp_says_how_to_have_it() {
    let run = Desk::with(&[]).run(&["mcp", "--seat", "qa"]);
    assert_eq!(run.code(), 2);
    assert!(run.err().contains("--features mcp"), "{}", run.err());
}

#[test]
fn every_command_has_help_with_examples() {
    let desk = Desk::with(&[]);
    for command in [
        "",
        "gate",
        "explain",
        "audit",
        "redispatch",
        "judge",
        "batch",
        "round",
        "begin",
        "watch",
        "hook",
        "mcp",
        "init",
        "doctor",
        "rounds",
        "replay",
        "parse",
        "convert",
        "policy",
        "policy list",
        "policy show",
        "policy vocabulary",
        "policy check",
        "policy test",
        "policy new",
        "quality",
        "quality decide",
        "quality payload",
        "quality instructions",
        "quality run",
        "quality finish",
        "court",
        "court brief",
        "court judge",
        "court decide",
        "pairs",
        "pairs contract",
        "pairs ingest",
        "pairs warnings",
        "pairs decide",
        "sdd",
        "sdd review",
        "sdd close",
        "contract",
        "schema",
        "completions",
        "man",
    ] {
        let mut args: Vec<&str> = command.split_whitespace().collect();
        args.push("--help");
        let run = desk.run(&args);
        assert_eq!(run.code(), 0);
        assert!(run.out().contains("Examples:\n"), "{command}");
        insta::assert_snapshot!(format!("help {command}").trim_end().replace(' ', "-"), run.out());
    }
}

/// Twenty thousand lines to remark on are read and remarked on in a page. Two thousand are more
/// than a page, too, whatever is asked for.
#[test]
fn many_remarks_are_counted_not_drawn() {
    let desk = |lines: usize| {
        let cited = format!("{PASS}evidence: |\n{}", "  blocker: x\n".repeat(lines));
        let bold = format!("{FAIL}{}", "**blocker: src/a.rs:1 it loses data**\n".repeat(lines));
        Desk::with(&[("qa.md", &cited), ("security.md", &bold)])
    };
    for (lines, args) in [
        (5_000, &["gate", "task-17"][..]),
        (1_000, &["gate", "task-17", "-v"]),
        (1_000, &["gate", "task-17", "--profile", "strict"]),
        (1_000, &["gate", "task-17", "--exit", "hook"]),
    ] {
        let run = desk(lines).run(args);
        assert_ne!(run.code(), 0);
        let (out, err) = (run.out().lines().count(), run.err().lines().count());
        assert!(out < 200 && err < 800, "{args:?}: {out} and {err} lines");
        assert!(err < 100 || run.err().contains("`--format json` shows all"), "{}", run.err());
    }
    let desk = desk(1_000);
    let json = desk.run(&["gate", "task-17", "--format", "json"]).json();
    assert!(json["diagnostics"].as_array().expect("a list").len() > 12);
    assert!(desk.run(&["explain", "task-17"]).out().lines().count() < 20_000);
}

#[test]
fn remarks_stand_apart() {
    let desk = Desk::with(&[("qa.md", PASS)]);
    let run = desk.run(&["gate", "task-17", "--set", "a=1", "--set", "b=1"]);
    assert_eq!(run.err().matches("\n\nassize::").count(), 1, "{}", run.err());
}

/// Nothing that a repository or a command line says acts on the terminal.
#[test]
fn hostile_words_are_spelled_out() {
    let desk = Desk::with(&[("qa.md", PASS)]);
    let folder = desk.path(".assize/policies/gate");
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("ours.rhai"), "//! \u{1b}[2Kbuilt in\u{202e}\n").expect("a file");
    let mut runs = vec![desk.run(&["policy", "list"])];
    assert!(runs[0].out().contains("\\u{1b}[2Kbuilt in\\u{202e}"), "{}", runs[0].out());
    for args in [
        &["gate", "task-17", "--\u{1b}[2K\u{202e}"][..],
        &["gate", "task-17", "--format", "\u{1b}[2K\rOPEN"],
        &["gate", "task-17", "--round", "\n\nOPEN  pass"],
        &["gate", "task-17", "--set", "\u{9b}2K"],
        &["\u{1b}[2K"],
        &["policy", "show", "\u{1b}[2K"],
        &["man", "\u{1b}[2K"],
    ] {
        let run = desk.run(args);
        assert_eq!(run.code(), 2, "{args:?}");
        assert!(run.err().lines().all(|line| !line.starts_with("OPEN")), "{}", run.err());
        runs.push(run);
    }
    for run in runs {
        let odd = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
        assert!(!run.out().contains(odd) && !run.err().contains(odd), "{:?}", run.err());
    }
}

#[test]
fn explain_without_a_ruling_is_json_too() {
    let desk = Desk::with(&[("qa.md", PASS)]);
    for args in [
        &["explain", "task-17", "--bogus", "--format", "json"][..],
        &["explain", "--format=json"],
        &["explain", "nowhere", "--format", "json"],
    ] {
        let run = desk.run(args);
        assert_eq!((run.code(), &run.json()["exit_code"]), (2, &2.into()));
        assert_eq!((&run.json()["outcome"], &run.json()["open"]), (&"error".into(), &false.into()));
        assert_eq!(desk.summary(), "");
    }
}

const ASKS: &str = "\
given phase: int;
rule \"a first draft is not merged\" when phase < 2 then hold;
rule \"everybody passed\" when passed.all then pass;
rule \"not everybody passed\" otherwise fail;
";

/// What a run reads is not replaced by what it writes, also where it comes to no ruling.
#[test]
fn nothing_that_is_read_is_written_over() {
    const WAIVER: &str = "waiver \"W-17\" category=\"legacy-tls\" owner=\"dana\" reason=\"goes with v3\" until=\"2099-01-01\"\n";
    let desk = Desk::with(&[("qa.md", PASS)]);
    let files = [
        ("assize.kdl", "words { go \"freigegeben\" }\n", ""),
        ("words.kdl", "words { go \"freigegeben\" }\n", "--config=words.kdl"),
        (
            "ours.rhai",
            "rule \"a fail\" when failed.some then fail;\nrule \"all\" when passed.some then pass;\n",
            "--policy=ours.rhai",
        ),
        ("waivers.kdl", WAIVER, "--waivers=waivers.kdl"),
        (
            "attempts.kdl",
            "attempt seat=\"qa\" action=\"respawn\" round=1\n",
            "--attempts=attempts.kdl",
        ),
        ("changed.txt", "src/a.rs\n", "--changed-from=changed.txt"),
        ("pr.md", "a text\n", "--text=description=pr.md"),
        ("before.md", PASS, "--previous=before.md"),
    ];
    for (name, text, _) in &files {
        fs::write(desk.path(name), text).expect("a file");
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink("assize.kdl", desk.path("link")).expect("a link");
    for (name, text, flag) in &files {
        let flags = [*flag].into_iter().filter(|flag| !flag.is_empty());
        let line: Vec<&str> = ["gate", "task-17"].into_iter().chain(flags).collect();
        for written in ["--summary", "--output"] {
            let names = [*name, "link"].into_iter().take(if *name == "assize.kdl" { 2 } else { 1 });
            for target in names.filter(|target| desk.path(target).exists()) {
                let refused = desk.run(&[&line[..], &[written, target]].concat());
                assert_eq!(refused.code(), 2, "{line:?} {written} {target}: {}", refused.out());
                let code = "assize::cli::would_be_read";
                assert!(refused.err().contains(code), "{line:?}: {}", refused.err());
            }
            // A command line with a mistake in it is a run without a ruling, which is written as well.
            let broken = desk.run(&[&line[..], &["--bogus", written, name]].concat());
            assert_eq!(broken.code(), 2, "{line:?}");
            assert_eq!(&read(&desk.path(name)), text, "{line:?} {written}");
        }
        // A text is asked for by a panel, and none sits here.
        if *name == "pr.md" {
            continue;
        }
        let more = ["--summary", "out.kdl", "--output", "out.json"];
        let open = desk.run(&[&line[..], &more].concat());
        assert_eq!(open.code(), 0, "{line:?}: {}", open.err());
    }
    // What keeps nothing is read and written as one likes.
    #[cfg(unix)]
    {
        let streams = ["--changed-from", "/dev/null", "--output", "/dev/null"];
        let told = desk.run(&[&["gate", "task-17"][..], &streams].concat());
        assert!(!told.err().contains("assize::cli::would_be_read"), "{}", told.err());
    }
}

/// Every mistake of a command line, by its code.
#[test]
fn mistakes_of_a_command_line_have_codes() {
    let desk = Desk::with(&[("qa.md", PASS)]);
    fs::write(desk.path("asks.rhai"), ASKS).expect("a file");
    fs::create_dir(desk.path("empty")).expect("a folder");
    let asks = ["gate", "task-17", "--policy", "asks.rhai", "--given"];
    for (code, args) in [
        ("assize::cli::given_type", [&asks[..], &["phase=soon"]].concat()),
        ("assize::cli::not_asked_for", [&asks[..], &["phse=3"]].concat()),
        ("assize::cli::set_twice", [&asks[..], &["phase=3", "--given", "phase=4"]].concat()),
        ("assize::cli::no_such_command", vec!["man", "gat"]),
        ("assize::cli::no_texts", vec!["parse", "empty"]),
        (
            "assize::cli::one_file_for_two",
            vec!["gate", "task-17", "--output", "x", "--summary", "x"],
        ),
        ("assize::cli::would_be_read", vec!["gate", "task-17", "--output", "task-17/x"]),
        ("assize::cli::no_schema", vec!["contract", "pair-review", "--schema"]),
        ("assize::cli::no_grammar", vec!["contract", "verdict-summary", "--grammar"]),
        ("assize::cli::no_example", vec!["contract", "pointer", "--example"]),
        ("assize::cli::schema_only", vec!["contract", "ruling"]),
        ("assize::cli::only_text", vec!["contract", "quality", "--format", "json"]),
        ("assize::cli::only_a_table", vec!["contract", "lexicon", "--schema"]),
        ("assize::cli::unknown_code", vec!["explain", "--code", "nonsense"]),
        ("assize::cli::misleading_word", vec!["gate", "task-17", "--word", "revise=pass"]),
        (
            "assize::cli::word_twice",
            vec!["parse", "task-17", "--word", "ok=pass", "--word", "OK=warn"],
        ),
        (
            "assize::cli::appends_to_a_log",
            vec!["convert", "--to", "yaml-block", "--append", "log.md", "task-17/qa.md"],
        ),
    ] {
        let run = desk.run(&args);
        assert_eq!(run.code(), 2, "{args:?}");
        assert!(run.err().contains(code), "{args:?}: {}", run.err());
    }
    fs::write(desk.path("log.md"), "").expect("a file");
    fs::write(desk.path("a.cpf"), "VERDICT:GO\nSCOPE:x\n").expect("a file");
    let append = ["convert", "--to", "verdicts-log", "--append", "log.md", "a.cpf"];
    let emptied = desk.run(&append);
    assert_eq!(emptied.code(), 0);
    assert!(emptied.err().contains("assize::cli::empty_log"), "{}", emptied.err());
    let gate = desk.run(&[&asks[..], &["phase=3"]].concat());
    assert_eq!(gate.code(), 0, "{}", gate.err());
    // What clap says has no code on a terminal; the summary and the JSON have it.
    let run = desk.run(&["gate", "task-17", "--oops", "--format", "json"]);
    assert_eq!(run.json()["diagnostics"][0]["code"], "assize::cli::usage");
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_printed_has_a_code() {
    let desk = Desk::with(&[("qa.md", PASS)]);
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
    let run = Run(desk.command(&["gate", "task-17"]).stdout(full).output().expect("it runs"));
    assert_eq!(run.code(), 2);
    assert!(run.err().contains("assize::cli::not_printed"), "{}", run.err());
}

#[test]
fn every_code_of_the_command_line_has_a_trial() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut tests: Vec<String> = Vec::new();
    let mut folders = vec![root.join("tests/command")];
    while let Some(folder) = folders.pop() {
        for file in fs::read_dir(folder).expect("the tests") {
            let path = file.expect("a file").path();
            match path.is_dir() {
                true if path.ends_with("snapshots") => {}
                true => folders.push(path),
                false => tests.push(read(&path)),
            }
        }
    }
    let mut codes = 0;
    let mut files = vec![root.join("src/cli")];
    while let Some(path) = files.pop() {
        if path.is_dir() {
            let inside = fs::read_dir(path).expect("the sources");
            files.extend(inside.map(|file| file.expect("a file").path()));
            continue;
        }
        let text = read(&path);
        for rest in text.split("\"assize::cli::").skip(1) {
            let code = rest.split('"').next().unwrap_or_default();
            let trial = format!("assize::cli::{code}");
            assert!(tests.iter().any(|tests| tests.contains(&trial)), "{code}");
            codes += 1;
        }
    }
    assert!(codes >= 8, "the codes were not found");
}

/// A command that was installed alone says where the program of batches is to be had.
#[test]
fn a_batch_without_its_program_says_what_to_install() {
    let here = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let alone = here.path().join("assize");
    fs::hard_link(env!("CARGO_BIN_EXE_assize"), &alone).expect("the command, alone");
    let run = Command::new(&alone)
        .args(["batch", "reviews.parquet", "--text", "body"])
        .env("PATH", here.path())
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(2), "{said}");
    assert!(said.contains("assize::cli::no_batch"), "{said}");
    assert!(said.contains("`cargo install assize-batch`"), "{said}");
}

/// A pointer on standard output is held against the file that its seat has.
#[test]
fn a_pointer_is_held_against_the_file_of_its_seat() {
    let desk = Desk::with(&[("qa.md", PASS), ("security.md", PASS)]);
    let print = |text: &str| fs::write(desk.path("qa.stdout"), text).expect("a file");
    let gate = |more: &[&str]| {
        desk.run(&[&["gate", "task-17", "--stdout", "qa=qa.stdout"], more].concat())
    };
    // From the folder of the repository, and from beside it.
    for path in ["task-17/qa.md", "./task-17/qa.md", "qa.md"] {
        print(&format!("verdict-file: {path}\nverdict: pass\n"));
        let run = gate(&[]);
        assert_eq!((run.code(), run.err().as_str()), (0, ""), "{path}");
        assert_eq!(gate(&["--profile", "strict"]).code(), 0, "{path}");
    }
    let json = gate(&["--format", "json"]).json();
    let roles: Vec<String> = json["inputs"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|input| format!("{} {}", input["source"], input["role"]))
        .collect();
    assert_eq!(roles.len(), 3, "{roles:?}");
    // `explain` takes the same inputs.
    let explain = desk.run(&["explain", "task-17", "--stdout", "qa=qa.stdout"]);
    assert_eq!(explain.code(), 0, "{}", explain.err());
}

#[test]
fn a_pointer_that_disagrees_with_its_file_never_makes_it_better() {
    for (printed, file, code) in [
        ("pass", PASS, 0),
        ("fail (it panics)", FAIL, 1),
        ("fail (it panics)", PASS, 1),
        ("pass", FAIL, 1),
        ("warn (one nit)", PASS, 0),
        ("fail (it panics)", "verdict: pa", 1),
        ("looks good", PASS, 3),
        ("pass (do not merge: tests are red)", PASS, 1),
    ] {
        let desk = Desk::with(&[("qa.md", file)]);
        let text = format!("verdict-file: task-17/qa.md\nverdict: {printed}\n");
        fs::write(desk.path("qa.stdout"), text).expect("a file");
        let run = desk.run(&["gate", "task-17", "--stdout", "qa=qa.stdout"]);
        assert_eq!(run.code(), code, "{printed} {file}: {}", run.err());
        let agree =
            (code == 0 && printed == "pass") || (code == 1 && file == FAIL && printed != "pass");
        let told = run.err().contains("assize::seats::stdout_disagrees");
        let read = code != 3 && file != "verdict: pa" && !printed.contains("do not merge");
        assert_eq!(told, !agree && read, "{printed} {file}: {}", run.err());
    }
    // A warn beside a pass is a warn, and so is a pass with something behind it.
    for printed in ["warn", "pass (the token is logged)"] {
        let desk = Desk::with(&[("qa.md", PASS)]);
        let text = format!("verdict-file: qa.md\nverdict: {printed}\n");
        fs::write(desk.path("out"), text).expect("a file");
        let run = desk.run(&["gate", "task-17", "--stdout", "qa=out", "--format", "json"]);
        assert_eq!(run.json()["outcome"], "warn", "{printed}");
    }
}

#[test]
fn a_pointer_that_leads_elsewhere_shuts() {
    let desk = Desk::with(&[("qa.md", PASS), ("security.md", PASS)]);
    fs::create_dir(desk.path("task-16")).expect("a folder");
    fs::write(desk.path("task-16/qa.md"), PASS).expect("a file");
    fs::write(desk.path("outside.md"), PASS).expect("a file");
    for (path, codes) in [
        ("task-16/qa.md", &["assize::seats::pointer_leads_astray", "leads out of the folder"][..]),
        ("outside.md", &["assize::seats::pointer_leads_astray"]),
        ("task-17/security.md", &["assize::seats::pointer_leads_astray", "not the file of this"]),
        ("task-17/other.md", &["assize::seats::pointer_leads_nowhere"]),
        ("../task-17/qa.md", &["assize::read::bad_path"]),
        ("/task-17/qa.md", &["assize::read::bad_path"]),
        ("task-17/<role>.md", &["assize::read::template"]),
    ] {
        let text = format!("verdict-file: {path}\nverdict: pass\nconfidence: high\n");
        fs::write(desk.path("qa.stdout"), text).expect("a file");
        for profile in ["strict", "standard", "lenient"] {
            let args = ["gate", "task-17", "--stdout", "qa=qa.stdout", "--profile", profile, "-v"];
            let run = desk.run(&args);
            assert_eq!(run.code(), 3, "{path}: {}", run.err());
            assert!(codes.iter().all(|code| run.err().contains(code)), "{path}: {}", run.err());
        }
    }
}

#[cfg(unix)]
#[test]
fn a_pointer_through_a_link_shuts_unless_it_leads_home() {
    let desk = Desk::with(&[("qa.md", PASS)]);
    fs::create_dir(desk.path("task-16")).expect("a folder");
    fs::write(desk.path("task-16/qa.md"), PASS).expect("a file");
    let link = std::os::unix::fs::symlink::<PathBuf, PathBuf>;
    link(desk.path("task-17"), desk.path("current")).expect("a link");
    link(desk.path("task-16"), desk.path("former")).expect("a link");
    let gate = |path: &str| {
        let text = format!("verdict-file: {path}\nverdict: pass\n");
        fs::write(desk.path("qa.stdout"), text).expect("a file");
        desk.run(&["gate", "task-17", "--stdout", "qa=qa.stdout"]).code()
    };
    assert_eq!((gate("current/qa.md"), gate("former/qa.md")), (0, 3));
    link(desk.path("task-16/qa.md"), desk.path("task-17/security.md")).expect("a link");
    assert_eq!(gate("task-17/security.md"), 3);
}

#[test]
fn a_reviewer_that_wrote_no_file_has_not_reported() {
    let desk = Desk::with(&[("security.md", PASS)]);
    fs::write(desk.path("qa.stdout"), "verdict-file: task-17/qa.md\nverdict: pass\n")
        .expect("a file");
    for more in [&[][..], &["--expect", "qa,security"]] {
        let run = desk.run(&[&["gate", "task-17", "--stdout", "qa=qa.stdout"], more].concat());
        assert_eq!(run.code(), 3, "{}", run.err());
        assert!(run.err().contains("the pointer leads to no file"), "{}", run.err());
        assert!(
            desk.summary().contains("reviewer \"qa\" verdict=\"missing\""),
            "{}",
            desk.summary()
        );
    }
}

/// Below prose, below a verdict in lines, in a block or in markdown: a pointer to no file is no report, and one to the
/// file of its seat lets that speak.
#[test]
fn a_pointer_counts_wherever_it_was_printed() {
    let block = "```yaml\nverdict: pass\nconfidence: high\nblockers: []\n```\n";
    let desk = Desk::with(&[]);
    let gate = |printed: &str, file: Option<&str>| {
        fs::write(desk.path("qa.stdout"), printed).expect("a file");
        let _ = fs::remove_file(desk.path("task-17/qa.md"));
        file.iter().for_each(|text| desk.write("qa.md", text));
        desk.run(&["gate", "task-17", "--expect", "qa", "--stdout", "qa=qa.stdout"])
    };
    let pointer = "verdict-file: task-17/qa.md\n";
    for printed in [
        format!("Review finished.\n\n{pointer}"),
        format!("Review finished.\n{pointer}verdict: pass\n"),
        format!("verdict: pass\nconfidence: high\n{pointer}"),
        format!("{block}\n{pointer}"),
        format!("# Review\n\n## Verdict: APPROVE\n\nThe pool is bounded.\n\n{pointer}"),
    ] {
        let run = gate(&printed, None);
        assert_eq!(run.code(), 3, "{printed}: {}", run.out());
        assert!(run.err().contains("assize::seats::pointer_leads_nowhere"), "{}", run.err());
        assert!(desk.summary().contains("\"qa\" verdict=\"missing\""), "{}", desk.summary());
        assert_eq!(gate(&printed, Some(PASS)).code(), 0, "{printed}");
        assert_eq!(gate(&printed, Some(FAIL)).code(), 1, "{printed}");
    }
    // A second pointer, and a pointer beside another verdict, are named.
    let two = gate(&format!("verdict: pass\n{pointer}verdict-file: task-17/b.md\n"), None);
    assert_eq!(two.code(), 3);
    assert!(two.out().contains("two lines point to different files"), "{}", two.out());
    let worse = gate(&format!("verdict: fail (it panics)\nconfidence: high\n{pointer}"), None);
    assert_eq!(worse.code(), 1);
    assert!(worse.out().contains("a pointer to another file"), "{}", worse.out());
    let other = gate(&format!("Review finished.\n{block}{pointer}verdict: warn\n"), None);
    assert_eq!(other.code(), 3);
    assert!(other.out().contains("another line states another verdict"), "{}", other.out());
    // What is quoted points nowhere.
    assert_eq!(gate(&format!("{PASS}\n> {pointer}"), None).code(), 0);
}

#[test]
fn what_a_reviewer_printed_is_heard_as_a_message() {
    let desk = Desk::with(&[("security.md", PASS)]);
    let print = |text: &str| fs::write(desk.path("qa.stdout"), text).expect("a file");
    let gate = |more: &[&str]| {
        desk.run(&[&["gate", "task-17", "--stdout", "qa=qa.stdout"], more].concat())
    };
    print(PASS);
    assert_eq!(gate(&[]).code(), 0);
    assert_eq!(gate(&["--expect", "qa,security"]).code(), 0);
    print(FAIL);
    assert_eq!(gate(&[]).code(), 1);
    print("All done!\n");
    assert_eq!(gate(&[]).code(), 3);
    assert!(gate(&[]).err().contains("`qa.stdout` takes the seat `qa`"), "{}", gate(&[]).err());
    print("");
    assert_eq!(gate(&[]).code(), 3);
    // Two sources for one seat.
    desk.write("qa.md", PASS);
    print(PASS);
    let run = gate(&[]);
    assert_eq!(run.code(), 3);
    assert!(run.err().contains("assize::docket::duplicate_seat"), "{}", run.err());
    print(FAIL);
    assert_eq!(gate(&[]).code(), 1);
    desk.write("qa.md", FAIL);
    print(PASS);
    assert_eq!(gate(&[]).code(), 1);
}

/// What was printed may be saved among the reports: it takes no second seat there.
#[test]
fn what_was_printed_may_lie_among_the_reports() {
    let desk = Desk::with(&[("qa.md", PASS), ("qa.stdout", "verdict-file: task-17/qa.md\n")]);
    // Alone, a pointer is a report that nobody can read.
    let run = desk.run(&["gate", "task-17"]);
    assert_eq!(run.code(), 3);
    let run = desk.run(&["gate", "task-17", "--stdout", "qa=task-17/qa.stdout"]);
    assert_eq!(run.code(), 0, "{}", run.err());
    // The report of another seat is nobody's standard output.
    desk.write("security.md", FAIL);
    let run = desk.run(&["gate", "task-17", "--stdout", "qa=task-17/security.md"]);
    assert_eq!(run.code(), 1);
    assert!(run.err().contains("assize::host::bad_path"), "{}", run.err());
}

#[test]
fn a_pointer_that_nobody_follows_is_no_verdict() {
    let desk = Desk::with(&[("qa.md", "verdict-file: task-17/qa.md\nverdict: pass\n")]);
    for profile in ["strict", "standard", "lenient"] {
        let run = desk.run(&["gate", "task-17", "--profile", profile]);
        assert_eq!(run.code(), 3);
        assert!(run.out().contains("--stdout SEAT=FILE"), "{}", run.out());
    }
    // To itself, it is no other file.
    assert_eq!(desk.run(&["gate", "task-17", "--stdout", "qa=task-17/qa.md"]).code(), 3);
}

#[test]
fn standard_input_may_be_what_one_reviewer_printed() {
    use std::io::Write as _;
    let desk = Desk::with(&[("qa.md", PASS)]);
    let gate = |text: &str| {
        let mut command = desk.command(&["gate", "task-17", "--stdout", "qa=-"]);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut input = child.stdin.take().expect("its input");
        input.write_all(text.as_bytes()).expect("it reads");
        drop(input);
        Run(child.wait_with_output().expect("it ends")).code()
    };
    assert_eq!(gate("verdict-file: task-17/qa.md\nverdict: pass\n"), 0);
    assert_eq!(gate("verdict-file: task-17/qa.md\nverdict: fail\n"), 1);
    assert_eq!(gate(""), 3);
}

#[test]
fn mistakes_about_what_was_printed_have_codes() {
    let desk = Desk::with(&[("qa.md", PASS), ("security.md", PASS)]);
    fs::write(desk.path("out"), "verdict-file: task-17/qa.md\nverdict: pass\n").expect("a file");
    let gate = |more: &[&str]| desk.run(&[&["gate", "task-17"], more].concat());
    for (code, args) in [
        ("assize::cli::stdout_twice", &["--stdout", "qa=out", "--stdout", "qa=out"][..]),
        ("assize::cli::one_stdin", &["--stdout", "qa=-", "--stdout", "security=-"]),
        ("assize::host::stdout_not_found", &["--stdout", "qa=nowhere"]),
        ("assize::seats::no_such_seat", &["--stdout", "qb=out", "--expect", "qa,security"]),
        ("assize::cli::would_be_read", &["--stdout", "qa=out", "--output", "out"]),
        ("write a seat, `=` and a file", &["--stdout", "qa"]),
    ] {
        let run = gate(args);
        assert_eq!(run.code(), 2, "{args:?}: {}", run.err());
        assert!(run.err().contains(code), "{args:?}: {}", run.err());
    }
    assert_eq!(read(&desk.path("out")), "verdict-file: task-17/qa.md\nverdict: pass\n");
}

/// What the gate writes can be read again, and says the same.
#[test]
fn a_summary_can_be_read_again() {
    let desk = Desk::with(&[("qa.md", PASS), ("security.md", FAIL)]);
    desk.run(&["gate", "task-17", "--expect", "qa,security,style"]);
    let source = assize::Source::new("verdict-summary.kdl", desk.summary());
    let decoded = assize::read(&source, &assize::ReadOptions::default());
    assert_eq!(decoded.format, Some(assize::Format::VerdictSummary), "{:?}", decoded.diagnostics);
    let told: Vec<String> = decoded
        .verdicts
        .iter()
        .map(|verdict| {
            let subject = match &verdict.subject {
                assize::verdict::Subject::Reviewer(name) => name.as_str(),
                _ => "gate",
            };
            let outcome = verdict.effective().map_or("none", assize::Outcome::as_str);
            format!("{subject} {outcome} {}", verdict.findings.len())
        })
        .collect();
    assert_eq!(told, ["gate fail 0", "qa pass 0", "security fail 1", "style hold 0"]);
    assert!(decoded.diagnostics.is_empty() && decoded.recoveries.is_empty());
    // So can that of a run without a ruling; it holds.
    desk.run(&["gate", "task-17", "--set", "no=1"]);
    let source = assize::Source::new("verdict-summary.kdl", desk.summary());
    let decoded = assize::read(&source, &assize::ReadOptions::default());
    assert_eq!(decoded.verdicts[0].effective(), Some(assize::Outcome::Hold));
}

/// What reading had to say of a reviewer stands where the reviewer is shown, and nowhere else.
#[test]
fn a_complaint_is_shown_once() {
    let desk = Desk::with(&[("qa.md", "verdict: pass\nconfidence: high\nadvisory: it is cut o")]);
    let complaint = "the text may have been cut off";
    for command in ["gate", "explain"] {
        let run = desk.run(&[command, "task-17"]);
        assert_eq!(run.out().matches(complaint).count(), 1, "{}", run.out());
        assert_eq!(run.err(), "");
        assert!(run.out().contains("╭─[qa.md:3:1]"), "{}", run.out());
    }
    let file = desk.run(&["gate", "task-17", "--output", "ruling.txt"]);
    assert_eq!(file.err().matches(complaint).count(), 1, "{}", file.err());
    let hook = desk.run(&["gate", "task-17", "--exit", "hook", "--output", "ruling.txt"]);
    assert_eq!(hook.err().matches(complaint).count(), 1, "{}", hook.err());
    // Whom the answer does not quote is told of on standard error.
    desk.write("qa.md", "verdict: pass\n");
    let open = desk.run(&["gate", "task-17"]);
    assert_eq!(open.code(), 0);
    assert!(open.err().contains("does not say how sure it is"), "{}", open.err());
    assert!(!open.out().contains("does not say how sure it is"), "{}", open.out());
}

/// The program of batches is another package: it is looked for beside the command, then in PATH.
#[cfg(unix)]
#[test]
fn batches_are_handed_over_to_their_program() {
    use std::os::unix::fs::PermissionsExt as _;
    let own = Path::new(env!("CARGO_BIN_EXE_assize"));
    let desk = tempfile::tempdir_in(own.parent().expect("a folder")).expect("a folder");
    let at = |name: &str| desk.path().join(name);
    fs::hard_link(own, at("assize")).expect("the command once more");
    let write = |name: &str, code: u8| {
        let text = format!("#!/bin/sh\nprintf '%s\\n' \"{name}\" \"$@\"\nexit {code}\n");
        fs::create_dir_all(at(name).parent().expect("a folder")).expect("a folder");
        fs::write(at(name), text).expect("a program");
        fs::set_permissions(at(name), fs::Permissions::from_mode(0o755)).expect("it runs");
    };
    let run = || {
        let mut command = Command::new(at("assize"));
        command.args(["batch", "a.parquet", "--text", "body", "-q", "-o", "-"]);
        let search = format!("{}:/usr/bin:/bin", at("bin").display());
        Run(command.current_dir(desk.path()).env("PATH", search).output().expect("it runs"))
    };
    let missing = run();
    assert_eq!(missing.code(), 2);
    assert!(missing.err().contains("cargo install assize-batch"), "{}", missing.err());
    write("bin/assize-batch", 3);
    let found = run();
    assert_eq!(found.code(), 3, "{}", found.err());
    assert_eq!(found.out(), "bin/assize-batch\na.parquet\n--text\nbody\n-q\n-o\n-\n");
    write("assize-batch", 0);
    let beside = run();
    assert_eq!((beside.code(), beside.out().lines().next()), (0, Some("assize-batch")));
}
