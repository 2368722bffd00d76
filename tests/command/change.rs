//! What is told of the change, of the rounds before it and of the day.
#![expect(clippy::disallowed_methods, reason = "tests run the command and give it files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use std::fs;
use std::path::Path;

use crate::run::{Run, folder, run};

const PASS: &str = "verdict: pass\nconfidence: high\n";
const WAIVER: &str = "waiver \"W-17\" category=\"legacy-tls\" owner=\"dana\" reason=\"goes with v3\" until=\"2027-01-01\"\n";
const ATTEMPT: &str = "attempt seat=\"qa\" action=\"respawn\" round=1\n";

/// A folder with reports in it, and beside it what flags may name.
fn work() -> tempfile::TempDir {
    let dir = folder(&[
        ("paths.txt", "src/a.rs\n"),
        ("waivers.kdl", WAIVER),
        ("attempts.kdl", ATTEMPT),
        ("day.rhai", "given today: date;\nrule \"ok\" when passed.all then pass;\n"),
    ]);
    for name in ["reports", "round-1"] {
        fs::create_dir(dir.path().join(name)).expect("a folder");
        fs::write(dir.path().join(name).join("qa.md"), PASS).expect("a file");
    }
    dir
}

fn gate(here: &Path, more: &[&str], input: &str) -> Run {
    run(here, &[&["gate", "reports", "--no-summary"], more].concat(), input)
}

/// Each flag that names a file, a file that is right, and the code when it is missing.
const FLAGS: [(&str, &str, &str); 4] = [
    ("--changed-from", "paths.txt", "no_such_file"),
    ("--waivers", "waivers.kdl", "no_such_file"),
    ("--attempts", "attempts.kdl", "no_such_file"),
    ("--previous", "round-1", "not_found"),
];

#[test]
fn the_files_that_flags_name_are_read() {
    let dir = work();
    for command in ["gate", "explain"] {
        let mut args = vec![command, "reports"];
        args.extend(FLAGS.iter().flat_map(|(flag, file, _)| [*flag, *file]));
        let told = run(dir.path(), &args, "");
        assert_eq!(told.code(), 0, "{}", told.err());
        let hash = told.out().contains("waivers are those of waivers.kdl (SHA-256 ");
        assert_eq!(hash, command == "explain", "{}", told.out());
    }
    let told = gate(dir.path(), &["--changed-from", "-"], "1\t1\tsrc/a.rs\n");
    assert_eq!(told.code(), 0, "{}", told.err());
}

#[test]
fn a_file_that_cannot_be_used_is_told() {
    let dir = work();
    let here = dir.path();
    fs::write(here.join("utf16"), b"\xff\xfes\0r\0c\0\n\0").expect("a file");
    fs::write(here.join("empty"), "").expect("a file");
    fs::write(here.join("large"), "a/b\n".repeat(5 * 1024 * 1024)).expect("a file");
    fs::write(here.join("reports/mine"), WAIVER).expect("a file");
    let told = |flag: &str, file: &str, code: &str| {
        let run = gate(here, &[flag, file], "");
        assert_eq!(run.code(), 2, "{flag} {file}");
        assert!(
            run.err().contains(&format!("assize::host::{code}")),
            "{flag} {file}: {}",
            run.err()
        );
        assert!(run.err().contains("help:"), "{}", run.err());
    };
    for (flag, _, missing) in FLAGS {
        told(flag, "nowhere", missing);
        let earlier = flag == "--previous";
        told(
            flag,
            "reports/mine",
            if earlier { "previous_among_reports" } else { "file_among_reports" },
        );
        if earlier {
            continue;
        }
        told(flag, "reports", "file_among_reports");
        told(flag, "round-1", "file_unreadable");
        told(flag, "utf16", "file_unreadable");
        told(flag, "large", "file_unreadable");
        if flag != "--changed-from" {
            told(flag, "empty", "file_empty");
        }
    }
    told("--previous", "reports", "previous_among_reports");
    told("--previous", "large", "previous_unreadable");
    fs::create_dir(here.join("nothing")).expect("a folder");
    told("--previous", "nothing", "previous_empty");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("reports/mine", here.join("link.kdl")).expect("a link");
        told("--waivers", "link.kdl", "file_among_reports");
    }
    let all = FLAGS.iter().flat_map(|(flag, ..)| [*flag, "nowhere"]).collect::<Vec<_>>();
    let at_once = gate(here, &all, "").err();
    assert_eq!(at_once.matches("nowhere").count(), FLAGS.len(), "{at_once}");
}

#[test]
fn standard_input_is_read_once() {
    let dir = work();
    let twice = gate(dir.path(), &["--changed-from", "-", "--stdout", "qa=-"], PASS);
    assert_eq!(twice.code(), 2);
    assert!(twice.err().contains("assize::cli::one_stdin"), "{}", twice.err());
    // A change of nothing.
    let nothing = gate(dir.path(), &["--changed-from", "-"], "");
    assert_eq!(nothing.code(), 0, "{}", nothing.err());
}

#[test]
fn mistakes_are_shown_with_their_line() {
    let dir = work();
    fs::write(dir.path().join("paths.txt"), "src/a.rs\n/etc/b.rs\n").expect("a file");
    fs::write(dir.path().join("waivers.kdl"), WAIVER.replace("reason=\"goes with v3\" ", ""))
        .expect("a file");
    fs::write(dir.path().join("attempts.kdl"), ATTEMPT.replace("respawn", "respwan"))
        .expect("a file");
    let args = FLAGS[..3].iter().flat_map(|(flag, file, _)| [*flag, *file]).collect::<Vec<_>>();
    insta::assert_snapshot!(gate(dir.path(), &args, "").err());
}

#[test]
fn an_earlier_round_that_cannot_be_read_is_told_and_no_error() {
    let dir = work();
    fs::write(dir.path().join("round-1/qa.md"), "verdict: maybe\n").expect("a file");
    let told = gate(dir.path(), &["--previous", "round-1"], "");
    assert_eq!(told.code(), 0, "{}", told.err());
    assert!(told.err().contains("assize::host::previous_not_read"), "{}", told.err());
}

#[test]
fn the_day_is_said_by_the_clock_or_by_the_caller() {
    let dir = work();
    let day = ["--policy", "day.rhai", "--format", "json"];
    let ask = |more: &[&str]| gate(dir.path(), &[&day[..], more].concat(), "");
    assert_eq!(ask(&[]).code(), 2, "nobody says which day it is");
    let given = ask(&["--given", "today=2027-01-01"]);
    assert_eq!(given.code(), 0);
    assert!(
        given.out().contains("\"today\": \"2027-01-01\"") && !given.out().contains("by the clock")
    );
    let clock = ask(&["--today"]);
    assert_eq!(clock.code(), 0, "{}", clock.err());
    assert!(clock.out().contains("\"today\": \"20") && clock.out().contains("by the clock in UTC"));
    let explained = run(dir.path(), &["explain", "reports", "--policy", "day.rhai", "--today"], "");
    assert!(explained.out().contains("by the clock in UTC"), "{}", explained.out());
    let both = ask(&["--today", "--given", "today=2027-01-01"]);
    assert_eq!(both.code(), 2);
    assert!(both.out().contains("assize::cli::two_days"), "{}", both.out());
    // A policy that does not ask is not told.
    let unasked = gate(dir.path(), &["--today", "--format", "json"], "");
    assert_eq!(unasked.code(), 0);
    assert!(!unasked.out().contains("by the clock"), "{}", unasked.out());
}

#[test]
fn overrides_can_be_refused() {
    let dir = work();
    let text = "rule \"signed\" when reported.some then pass overriding seat(\"security\") \"the release manager signed\";\n";
    fs::write(dir.path().join("signed.rhai"), text).expect("a file");
    let fail = "verdict: fail\nconfidence: high\nblocker: src/a.rs:1 broken\n";
    fs::write(dir.path().join("reports/security.md"), fail).expect("a file");
    let signed = ["--policy", "signed.rhai", "--no-overrides"];
    assert_eq!(gate(dir.path(), &signed[..2], "").code(), 0);
    let refused = gate(dir.path(), &signed, "");
    assert_eq!(refused.code(), 1, "{}", refused.out());
    let pass = "verdict: pass\nconfidence: high\n";
    fs::write(dir.path().join("reports/security.md"), pass).expect("a file");
    assert_eq!(gate(dir.path(), &signed, "").code(), 0, "nothing had to be overridden");
}

/// Paths are those of git, to the letter.
#[test]
fn a_path_is_not_another_one_that_looks_like_it() {
    let dir = work();
    let docs = "rule \"docs\" when only_changed(\"docs/**\") && passed.all then pass;\nrule \"no\" otherwise hold;\n";
    fs::write(dir.path().join("docs.rhai"), docs).expect("a file");
    let ask = |path: &str| {
        let diff = format!("1\t1\t{path}\n");
        gate(dir.path(), &["--policy", "docs.rhai", "--changed-from", "-"], &diff).code()
    };
    for path in ["docs/a.md", "docs/{a.md => b.md}", "docs/ a.md ", "\"docs/a\\tb\""] {
        assert_eq!(ask(path), 0, "{path}");
    }
    for path in [" docs/evil.rs", "\"docs\\\\evil.rs\"", "{docs => docs}/evil.rs", "docs /a"] {
        assert_eq!(ask(path), 3, "{path}");
    }
}

/// What another command prints is not taken for paths, which would touch nothing that a policy asks for.
#[test]
fn what_another_command_prints_is_refused() {
    let dir = work();
    let careful = "rule \"migrations\" when changed(\"migrations/**\") then hold;\nrule \"all\" when passed.all then pass;\n";
    fs::write(dir.path().join("careful.rhai"), careful).expect("a file");
    let ask =
        |told: &str| gate(dir.path(), &["--policy", "careful.rhai", "--changed-from", "-"], told);
    assert_eq!(ask("migrations/1.sql\n").code(), 3);
    for told in [
        " M migrations/1.sql\n",
        "?? x\n",
        "M\tmigrations/1.sql\n",
        ":100644 100644 1234567 89abcde M migrations/1.sql\n",
        "3 1 migrations/1.sql\n",
        "fatal: ambiguous argument 'main': unknown revision\n",
    ] {
        let refused = ask(told);
        assert_eq!(refused.code(), 2, "{told}");
        let err = refused.err();
        assert!(err.contains("assize::host::not_a_path") && err.contains("in quotes"), "{err}");
    }
}

/// A file of many mistakes is told where there is little memory.
#[cfg(target_os = "linux")]
#[test]
fn little_memory_is_enough_for_a_file_of_waivers() {
    let dir = work();
    let many: String = (0..500).map(|n| WAIVER.replace("W-17", &format!("W-{n}"))).collect();
    let assize = env!("CARGO_BIN_EXE_assize");
    let ask = |text: &str, file: &str| {
        fs::write(dir.path().join(file), text).expect("a file");
        let line =
            format!("ulimit -v 400000; exec {assize} gate reports --no-summary --waivers {file}");
        let told = std::process::Command::new("sh")
            .args(["-c", &line])
            .current_dir(dir.path())
            .output()
            .expect("it runs");
        (told.status.code(), String::from_utf8_lossy(&told.stderr).into_owned())
    };
    let many = &many[..many.len().min(65_000)];
    let many = &many[..=many.rfind('\n').expect("a line")];
    assert_eq!(ask(many, "many.kdl").0, Some(0), "{}", ask(many, "many.kdl").1);
    for odd in ["}".repeat(60_000), "}\n".repeat(30_000), "a(".repeat(30_000)] {
        assert_eq!(ask(&odd, "odd.kdl").0, Some(2), "{}", ask(&odd, "odd.kdl").1);
    }
}

/// What git does not count could be any number of lines: no policy opens on the ones that it did.
#[test]
fn lines_that_git_does_not_count_are_not_known() {
    let dir = work();
    let small = "rule \"large\" when lines_changed > 50 then hold;\n\
                 rule \"ok\" when passed.all && lines_changed <= 50 then pass;\n";
    fs::write(dir.path().join("small.rhai"), small).expect("a file");
    let judged = |diff: &str| {
        gate(dir.path(), &["--expect", "qa", "--policy", "small.rhai", "--changed-from", "-"], diff)
    };
    for (diff, code) in [
        ("1\t1\tsrc/a.rs\n", 0),
        ("40\t40\tsrc/a.rs\n", 3),
        ("-\t-\tsrc/a.rs\n", 2),
        ("1\t1\t.gitattributes\n-\t-\tsrc/a.rs\n", 2),
        ("1\t1\ta.rs\0-\t-\tb.rs\0", 2),
        // Somebody counted them.
        ("1\t1\t.gitattributes\n900\t0\tsrc/a.rs\n", 3),
    ] {
        let ran = judged(diff);
        assert_eq!(ran.code(), code, "{diff:?}\n{}{}", ran.out(), ran.err());
        if code == 2 {
            assert!(ran.err().contains("until numbers stand there"), "{}", ran.err());
        }
    }
    // What asks for no lines is judged, and paths are known.
    let paths = "rule \"ok\" when passed.all && changed(\"src/**\") then pass;\n";
    fs::write(dir.path().join("paths.rhai"), paths).expect("a file");
    let args = ["--expect", "qa", "--policy", "paths.rhai", "--changed-from", "-"];
    assert_eq!(gate(dir.path(), &args, "-\t-\tsrc/logo.png\n").code(), 0);
}

#[test]
fn a_day_that_nobody_told_is_asked_for_by_its_flag() {
    let dir = work();
    let untold = gate(dir.path(), &["--expect", "qa", "--policy", "day.rhai"], "");
    assert_eq!(untold.code(), 2);
    assert!(untold.err().contains("`--today` for the day by the clock"), "{}", untold.err());
    assert_eq!(
        gate(dir.path(), &["--expect", "qa", "--policy", "day.rhai", "--today"], "").code(),
        0
    );
}
