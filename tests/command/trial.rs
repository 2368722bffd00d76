//! `assize policy test`: the runner fails what it has to fail, and blesses no more than it may.
#![expect(clippy::disallowed_methods, reason = "tests run the command and look at its files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::run::{Run, command, folder, run};

const POLICY: &str = "rule \"a reviewer failed the change\" when failed.some then fail citing failed.blockers;\n\
                      rule \"a verdict is missing\" when unsettled.some then hold;\n\
                      note \"somebody is unsure\" when unsure.some citing unsure;\n\
                      rule \"everybody passed\" when passed.all then pass;\n";
const PASS: &str = "verdict: pass\nconfidence: high\n";
const FAIL: &str = "verdict: fail\nconfidence: high\nblocker: src/a.rs:7 a key is logged\n";
const SHUT: &str = "// Why it is shut.\ngate \"fail\"\nrule \"a reviewer failed the change\"\ncites \"qa\" \"src/a.rs:7\" \"a key is logged\"\n";
const OURS: &str = "policies/gate/ours.rhai";
const EXPECTED: &str = "policies/gate/ours/it-fails/expected.kdl";

/// A policy with a case in a folder and two in lines, and what is written otherwise.
fn desk(other: &[(&str, &str)]) -> tempfile::TempDir {
    let here = folder(&[
        (OURS, POLICY),
        ("policies/gate/ours/it-fails/qa.md", FAIL),
        ("policies/gate/ours/it-fails/security.md", PASS),
        (EXPECTED, SHUT),
        (
            "policies/gate/ours/cases.kdl",
            "case \"both pass\" { qa \"pass\"; security \"pass\"; expect \"pass\" rule=\"everybody passed\" { no \"note\" } }\n\
             case \"one is silent\" {\n    qa \"pass\"\n    security state=\"errored\" why=\"out of tokens\"\n    \
             expect \"hold\" { state \"security\" \"errored\" }\n}\n",
        ),
    ]);
    for (path, text) in other {
        let path = here.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    here
}

fn test(here: &Path, args: &[&str]) -> Run {
    run(here, &[&["policy", "test"], args].concat(), "")
}

/// Outside CI, where somebody may look.
fn bless(here: &Path, args: &[&str]) -> Run {
    let mut command = command(here, &[&["policy", "test", "--bless"], args].concat());
    Run(command.env_remove("CI").output().expect("it runs"))
}

fn read(here: &Path, path: &str) -> String {
    fs::read_to_string(here.join(path)).expect("a file")
}

#[test]
fn cases_that_pass_have_a_line_each() {
    let here = desk(&[]);
    let all = test(here.path(), &[]);
    assert_eq!((all.code(), all.err().as_str()), (0, ""));
    assert_eq!(
        all.out(),
        "gate ours  policies/gate/ours.rhai\n  ✓ it-fails\n  ✓ both pass\n  ✓ one is silent\n\n\
         3 cases of 1 policy: all passed\n"
    );
    // The same, however it is asked for.
    for asked in [&["policies"][..], &["policies/gate"], &["policies/gate/ours"], &[OURS]] {
        assert_eq!(test(here.path(), asked).out(), all.out(), "{asked:?}");
    }
    let one = test(here.path(), &["policies/gate/ours/it-fails"]);
    assert!(one.out().contains("1 case of 1 policy: all passed"), "{}", one.out());
    let some = test(here.path(), &["--filter", "silent"]);
    assert!(some.out().contains("1 case of 1 policy: all passed"), "{}", some.out());
    assert_eq!(test(here.path(), &["-q"]).out(), "3 cases of 1 policy: all passed\n");
}

#[test]
fn what_is_wrong_with_a_policy_fails_its_cases() {
    let planted: [(&str, &str, &str); 7] = [
        (
            "a wrong outcome",
            OURS,
            "rule \"a reviewer failed the change\" when failed.some then hold;\nrule \"everybody passed\" when passed.all then pass;\n",
        ),
        (
            "a wrong rule",
            OURS,
            &POLICY.replace("a reviewer failed the change", "somebody failed it"),
        ),
        ("a policy that errs", OURS, &format!("given phase: int;\n{POLICY}")),
        ("an expectation of another outcome", EXPECTED, "gate \"pass\"\n"),
        ("an expectation of another rule", EXPECTED, "rule \"everybody passed\"\n"),
        ("a note that is not there", EXPECTED, "gate \"fail\"\nnote \"somebody is unsure\"\n"),
        ("a report that says something else", "policies/gate/ours/it-fails/qa.md", PASS),
    ];
    for (what, path, text) in planted {
        let here = desk(&[(path, text)]);
        let run = test(here.path(), &["policies/gate/ours/it-fails"]);
        assert_eq!(run.code(), 1, "{what}: {}{}", run.out(), run.err());
        assert!(run.out().contains("1 case of 1 policy: 1 failed"), "{what}: {}", run.out());
    }
    // A report that is gone, and one too many.
    let here = desk(&[]);
    fs::remove_file(here.path().join("policies/gate/ours/it-fails/qa.md")).expect("it is there");
    assert_eq!(test(here.path(), &[]).code(), 1);
    let here = desk(&[("policies/gate/ours/it-fails/dana.md", FAIL)]);
    assert_eq!(test(here.path(), &[]).code(), 1, "it is cited as well");
}

#[test]
fn what_nobody_reads_is_told_and_no_pass() {
    let case = "policies/gate/ours/it-fails/case.kdl";
    let cases = "policies/gate/ours/cases.kdl";
    let planted: [(&str, &str, &str); 33] = [
        (EXPECTED, "", "pins_nothing"),
        (EXPECTED, "// gate \"fail\"\n", "pins_nothing"),
        (EXPECTED, "gate \"fail\"\nrul \"x\"\n", "unknown_line"),
        (EXPECTED, "verdict \"qa\" effective=\"fail\"\n", "unknown_line"),
        (EXPECTED, "no \"nott\"\n", "unknown_line"),
        (EXPECTED, "gate \"fail\" opn=#false\n", "unknown_property"),
        (EXPECTED, "gate \"failed\"\n", "unknown_word"),
        (EXPECTED, "state \"qa\" \"mising\"\n", "unknown_word"),
        (EXPECTED, "gate\n", "value"),
        (EXPECTED, "gate \"fail\" \"pass\"\n", "too_much"),
        (EXPECTED, "gate \"fail\" open=\"no\"\n", "value"),
        (EXPECTED, "no \"note\"\nnote \"x\"\n", "contradicts"),
        (EXPECTED, "gate {\n", "malformed"),
        (case, "rond 2\n", "unknown_setting"),
        (case, "set \"min\" 2\n", "unknown_param"),
        (case, "given \"phase\" 2\n", "not_asked_for"),
        (case, "seat \"qa\" stke=\"voting\"\n", "unknown_property"),
        (case, "panel \"dartay\"\n", "unknown_panel"),
        (case, "panel \"dartai\"\nabsent \"qaa\" \"errored\" \"out of tokens\"\n", "no_such_seat"),
        (case, "absent \"qa\" \"lost\" \"x\"\n", "unknown_word"),
        (case, "absent \"qa\" \"errored\"\n", "value"),
        (case, "attempt \"qa\" \"respwan\"\n", "unknown_word"),
        (case, "previous \"round-1\"\n", "no_round"),
        (case, "waiver \"W-1\" owner=\"dana\"\n", "record_says_too_little"),
        ("policies/gate/ours/it-fails/expectd.kdl", "gate \"pass\"\n", "stray_file"),
        ("policies/gate/ours/it-fails/more/qa.md", PASS, "stray_file"),
        ("policies/gate/ours/qa.md", PASS, "stray_file"),
        ("policies/gate/theirs/a-case/expected.kdl", "gate \"pass\"\n", "no_policy"),
        ("policies/gate/ours/silent/qa.md", PASS, "no_expectation"),
        (cases, "case \"x\" { qa \"pass\" }\n", "no_expectation"),
        (cases, "case \"x\" { rond \"2\"; expect \"pass\" }\n", "not_a_cell"),
        (
            cases,
            "case \"x\" { qa \"pass\"; expect \"pass\" }\ncase \"x\" { qa \"pass\"; expect \"pass\" }\n",
            "case_twice",
        ),
        (
            cases,
            "case \"x\" { qa \"fail\" { blocker \"a \\\"key\\\"\" }; expect \"fail\" }\n",
            "escaped",
        ),
    ];
    for (path, text, code) in planted {
        let here = desk(&[(path, text)]);
        let run = test(here.path(), &[]);
        assert_eq!(run.code(), 2, "{text}: {}{}", run.out(), run.err());
        assert!(run.err().contains(&format!("::{code}\n")), "{text} {code}: {}", run.err());
        // Whoever looks at nothing but the report sees no pass either.
        let junit = test(here.path(), &["--format", "junit"]);
        assert!(junit.out().contains("<error message="), "{text}: {}", junit.out());
        let github = test(here.path(), &["--format", "github"]);
        assert!(github.out().contains("::error "), "{text}: {}", github.out());
        // What can be read is tried all the same.
        assert!(run.out().contains("✓ "), "{text}: {}", run.out());
    }
    let here = desk(&[
        (OURS, &format!("given phase: int;\n{POLICY}")),
        (case, "given \"phase\" \"two\"\n"),
    ]);
    assert!(test(here.path(), &[]).err().contains("case::given_type"));
    let here = desk(&[]);
    fs::write(here.path().join(EXPECTED), b"gate \"\xff\"\n").expect("a file");
    let run = test(here.path(), &[]);
    assert_eq!((run.code(), run.err().contains("case::unreadable")), (2, true), "{}", run.err());
}

#[test]
fn no_case_is_no_pass() {
    let here = desk(&[("policies/gate/untried.rhai", POLICY)]);
    for (args, code) in [
        (&["--filter", "nothing"][..], "filtered_out"),
        (&["policies/gate/untried.rhai"], "no_cases"),
        (&["nowhere"], "not_found"),
        (&["nowhere/else"], "not_found"),
        (&["nowhere.rhai"], "no_policy_file"),
    ] {
        let run = test(here.path(), args);
        assert_eq!((run.code(), run.out().as_str()), (2, ""), "{args:?}");
        let told = run.err().contains(code) || code == "no_policy_file";
        assert!(told, "{args:?}: {}", run.err());
    }
    // Among others it is said, and those are tried.
    let all = test(here.path(), &["policies"]);
    assert_eq!(all.code(), 0);
    assert!(all.err().contains("case::untested"), "{}", all.err());
    let empty = folder(&[("README.md", "")]);
    let run = test(empty.path(), &[]);
    assert_eq!((run.code(), run.err().contains("nothing_to_test")), (2, true), "{}", run.err());
    let untried = folder(&[(OURS, POLICY)]);
    let run = test(untried.path(), &[]);
    assert_eq!((run.code(), run.err().contains("case::no_cases")), (2, true), "{}", run.err());
    let broken = desk(&[(OURS, "rule \"x\" when faild.some then fail;\n")]);
    assert_eq!(test(broken.path(), &[]).code(), 2);
}

#[test]
fn a_folder_of_a_case_without_a_file_is_no_pass() {
    let here = desk(&[]);
    for inside in ["begun", "begun/earlier"] {
        std::fs::create_dir(here.path().join("policies/gate/ours").join(inside))
            .expect("it is written");
        let run = test(here.path(), &[]);
        assert_eq!(run.code(), 2, "{inside}: {}", run.out());
        assert!(
            run.err().contains("begun") && run.err().contains("without a file"),
            "{}",
            run.err()
        );
    }
    std::fs::write(here.path().join("policies/gate/ours/begun/.gitkeep"), "")
        .expect("it is written");
    assert_eq!(test(here.path(), &[]).code(), 2);
}

#[test]
fn a_failure_shows_what_differs_and_why() {
    let other = POLICY.replace("failed.some then fail", "failed.count > 1 then fail");
    let here = desk(&[(OURS, &other)]);
    let told = test(here.path(), &["policies/gate/ours/it-fails"]);
    insta::assert_snapshot!("test-failure", told.out());
    let erring = desk(&[(OURS, &format!("given phase: int;\n{POLICY}"))]);
    let told = test(erring.path(), &["policies/gate/ours/it-fails", "-q"]);
    insta::assert_snapshot!("test-error", told.out());
}

#[test]
fn cases_are_told_in_every_format() {
    let here = desk(&[(EXPECTED, "gate \"pass\" open=#true\n")]);
    let json = test(here.path(), &["--json"]);
    assert_eq!((json.code(), json.err().as_str()), (1, ""));
    assert_eq!(json.out(), test(here.path(), &["--format", "json"]).out());
    let value: Value = serde_json::from_str(&json.out()).expect("it is JSON");
    assert_eq!(
        (&value["exit_code"], &value["passed"], &value["failed"]),
        (&1.into(), &2.into(), &1.into())
    );
    assert_eq!(value["cases"][0]["rule"], "a reviewer failed the change");
    let schema = run(here.path(), &["contract", "tests", "--schema"], "").out();
    let schema: Value = serde_json::from_str(&schema).expect("a schema");
    assert!(jsonschema::is_valid(&schema, &value), "{value:#}");
    insta::assert_snapshot!("test-github", test(here.path(), &["--format", "github"]).out());
    let junit = test(here.path(), &["--format", "junit", "-o", "report.xml"]);
    assert_eq!((junit.code(), junit.out().as_str()), (1, ""));
    insta::assert_snapshot!("test-junit", read(here.path(), "report.xml"));
}

#[test]
fn bless_changes_what_is_pinned_and_nothing_else() {
    let pinned = "// Why.\ngate \"hold\" // as agreed\n\n// Who.\ncites \"dana\"\nnote \"x\"\n";
    let here = desk(&[(EXPECTED, pinned)]);
    let run = bless(here.path(), &[]);
    assert_eq!((run.code(), run.err().as_str()), (0, ""), "{}", run.err());
    assert_eq!(
        read(here.path(), EXPECTED),
        "// Why.\ngate \"fail\" // as agreed\n\n// Who.\ncites \"qa\" \"src/a.rs:7\" \"a key is logged\"\nno \"note\"\n"
    );
    assert_eq!(test(here.path(), &[]).code(), 0);
    let again = bless(here.path(), &[]);
    assert_eq!(again.out(), "3 cases: all passed, nothing is written\n");
    let here = desk(&[(EXPECTED, pinned)]);
    let one = bless(here.path(), &["--filter", "it-fails"]);
    assert!(one.out().ends_with("\n1 case: 1 written\n"), "{}", one.out());
    // A case that is new, in a folder and in a line.
    let cases = "case \"new\" {\n    qa \"pass\"\n}\ncase \"other\" { qa \"pass\"; expect \"warn\" open=#true { no \"action\" } } // one\n";
    let here =
        desk(&[("policies/gate/ours/new/qa.md", PASS), ("policies/gate/ours/cases.kdl", cases)]);
    assert_eq!(bless(here.path(), &["--accept-loosening"]).code(), 0);
    assert_eq!(
        read(here.path(), "policies/gate/ours/new/expected.kdl"),
        "gate \"pass\" open=#true word=\"pass\"\nrule \"everybody passed\"\n"
    );
    assert_eq!(
        read(here.path(), "policies/gate/ours/cases.kdl"),
        "case \"new\" {\n    qa \"pass\"\n    expect \"pass\" open=#true word=\"pass\" rule=\"everybody passed\"\n}\n\
         case \"other\" { qa \"pass\"; expect \"pass\" open=#true { no \"action\" } } // one\n"
    );
    assert_eq!(test(here.path(), &[]).code(), 0);
}

#[test]
fn bless_opens_nothing_that_was_shut() {
    let lax = "rule \"everybody passed\" when passed.some then pass;\n";
    for expected in
        [SHUT, "gate \"fail\"\n", "gate \"hold\" open=#false\n", "rule \"a verdict is missing\"\n"]
    {
        let here = desk(&[
            (OURS, lax),
            (EXPECTED, expected),
            ("policies/gate/ours/it-fails/qa.md", PASS),
            ("policies/gate/ours/cases.kdl", "// none\n"),
        ]);
        let refused = bless(here.path(), &[]);
        assert_eq!(refused.code(), 1, "{expected}: {}", refused.out());
        assert!(refused.err().contains("case::loosens"), "{}", refused.err());
        assert_eq!(read(here.path(), EXPECTED), expected);
        assert_eq!(bless(here.path(), &["--accept-loosening"]).code(), 0);
        assert_eq!(test(here.path(), &[]).code(), 0);
    }
    // Neither where nobody looks, nor what comes with Assize.
    let here = desk(&[(EXPECTED, "gate \"hold\"\n")]);
    for ci in ["true", "1", "yes"] {
        let mut command = command(here.path(), &["policy", "test", "--bless"]);
        let run = Run(command.env("CI", ci).output().expect("it runs"));
        assert_eq!(run.code(), 2);
        assert!(run.err().contains("assize::cli::bless_in_ci"), "{}", run.err());
    }
    assert_eq!(read(here.path(), EXPECTED), "gate \"hold\"\n");
    let mut command = command(here.path(), &["policy", "test", "--bless"]);
    assert_eq!(Run(command.env("CI", "false").output().expect("it runs")).code(), 0);
}

#[test]
fn bless_writes_audits_and_redispatches() {
    let here = folder(&[
        (
            "policies/audit/ours.rhai",
            "rule \"nothing is wrong\" when findings.none then pass;\nrule \"something is\" otherwise fail;\n",
        ),
        ("policies/audit/ours/a/qa.md", FAIL),
        (
            "policies/audit/ours/a/expected.kdl",
            "verdict \"qa\" effective=\"pass\" {\n    rule \"nothing is wrong\" // because\n    no \"cites\"\n}\n",
        ),
    ]);
    assert_eq!(test(here.path(), &[]).code(), 1);
    assert_eq!(bless(here.path(), &[]).code(), 0);
    let expected = read(here.path(), "policies/audit/ours/a/expected.kdl");
    assert_eq!(
        expected,
        "verdict \"qa\" effective=\"fail\" {\n    rule \"something is\" // because\n    no \"cites\"\n}\n"
    );
    assert_eq!(test(here.path(), &[]).code(), 0);
}

#[cfg(unix)]
#[test]
fn watching_tries_again_and_leaves() {
    let here = desk(&[]);
    let mut child = command(here.path(), &["policy", "test", "--watch"]).spawn().expect("it runs");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut until = |end: &str| {
        let mut line = String::new();
        let mut all = String::new();
        while !line.contains(end) {
            line.clear();
            assert!(out.read_line(&mut line).expect("a line") > 0, "it ended: {all}");
            all += &line;
        }
        all
    };
    until("3 cases of 1 policy: all passed");
    let mut err = BufReader::new(child.stderr.take().expect("a pipe"));
    let mut line = String::new();
    err.read_line(&mut line).expect("a line");
    assert!(line.starts_with("waiting for a change"), "{line}");
    // Half a file is told, and nothing ends.
    fs::write(here.path().join(EXPECTED), "gate \"fa").expect("a file");
    until("2 cases of 1 policy: all passed");
    fs::write(here.path().join(EXPECTED), "gate \"hold\"\n").expect("a file");
    until("3 cases of 1 policy: 1 failed");
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("it runs").success());
    assert_eq!(child.wait().expect("it ends").code(), Some(1), "as the last run ended");
}

#[test]
fn a_policy_that_is_watched_by_its_name_is_tried_again() {
    let cases = ".assize/policies/gate/ours/cases.kdl";
    let here = folder(&[
        (".assize/policies/gate/ours.rhai", POLICY),
        (cases, "case \"one\" { qa \"pass\"; expect \"pass\" }\n"),
    ]);
    let mut child =
        command(here.path(), &["policy", "test", "ours", "--watch"]).spawn().expect("it runs");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut err = BufReader::new(child.stderr.take().expect("a pipe"));
    let mut line = String::new();
    err.read_line(&mut line).expect("a line");
    assert!(line.starts_with("waiting for a change"), "{line}");
    fs::write(here.path().join(cases), "case \"one\" { qa \"pass\"; expect \"hold\" }\n")
        .expect("a file");
    let mut told = String::new();
    while !told.contains("1 failed") {
        assert!(out.read_line(&mut told).expect("a line") > 0, "it ended: {told}");
    }
    child.kill().expect("it is killed");
    child.wait().expect("it ends");
}

#[test]
fn the_words_above_a_watched_policy_are_watched_too() {
    let here = folder(&[
        ("assize.kdl", "panel \"p\" { seat \"qa\"; seat \"dana\"; gate \"ours\" }\n"),
        (".git/HEAD", ""),
        (".assize/policies/gate/ours.rhai", POLICY),
        (".assize/policies/gate/ours/a/qa.md", PASS),
        (".assize/policies/gate/ours/a/case.kdl", "panel \"p\"\n"),
        (".assize/policies/gate/ours/a/expected.kdl", "gate \"hold\"\n"),
        ("src/a.rs", ""),
    ]);
    let mut command = command(&here.path().join("src"), &["policy", "test", "--watch"]);
    let mut child = command.spawn().expect("it runs");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut err = BufReader::new(child.stderr.take().expect("a pipe"));
    let mut line = String::new();
    err.read_line(&mut line).expect("a line");
    assert!(line.starts_with("waiting for a change"), "{line}");
    // Beside it nothing matters.
    fs::write(here.path().join("README.md"), "new").expect("a file");
    let one = "panel \"p\" { seat \"qa\"; gate \"ours\" }\n";
    fs::write(here.path().join("assize.kdl"), one).expect("a file");
    let mut told = String::new();
    while !told.contains("1 failed") {
        assert!(out.read_line(&mut told).expect("a line") > 0, "it ended: {told}");
    }
    assert_eq!(told.matches("1 case of 1 policy").count(), 2, "{told}");
    child.kill().expect("it is killed");
    child.wait().expect("it ends");
}

#[test]
fn a_made_up_reviewer_says_whatever_a_real_one_may() {
    let policy = "rule \"a no\" when reported.said(\"NO-GO\").some then fail;\n\
                  rule \"it denies itself\" when doubted.some then hold;\n\
                  rule \"lost\" when unreadable.some then hold;\n\
                  rule \"serious\" when findings.at_least(\"high\").in_path(\"src/**\").some then fail;\n\
                  rule \"unsure\" when unsure.some then hold;\n\
                  rule \"in favour\" when in_favour.all then pass;\n";
    let cases = [
        "case \"a word\" { qa \"fail\" word=\"NO-GO\"; expect \"fail\" rule=\"a no\" }",
        "case \"a denial\" { qa \"pass\" doubted=#true; expect \"hold\" rule=\"it denies itself\" }",
        "case \"noise\" { qa state=\"unreadable\" why=\"garbled\"; expect { rule \"lost\" } }",
        "case \"a place\" { qa \"warn\" { advisory \"long\" at=\"src/a.rs:7\" severity=\"high\" }; expect rule=\"serious\" }",
        "case \"another place\" { qa \"pass\" { advisory \"long\" at=\"a.rs:7\" severity=\"high\" }; expect \"pass\" }",
        "case \"unsure\" { qa \"pass\" confidence=\"low\"; expect rule=\"unsure\" }",
        "case \"a stranger\" { qa \"pass\"; eve \"fail\" stake=\"unexpected\"; expect \"fail\" { state \"eve\" \"reported\" } }",
        "case \"odd names\" { seat \"set\" \"pass\"; seat \"qa\" state=\"skipped\" why=\"no code\"; expect \"pass\" }",
    ];
    let here = folder(&[(OURS, policy), ("policies/gate/ours/cases.kdl", &cases.join("\n"))]);
    let run = test(here.path(), &["-q"]);
    assert_eq!(run.code(), 0, "{}{}", run.out(), run.err());
    assert!(run.out().contains("8 cases"), "{}", run.out());
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_watched_is_told() {
    let here = desk(&[]);
    let program = env!("CARGO_BIN_EXE_assize");
    let line = format!("ulimit -n 4; exec '{program}' policy test --watch");
    let mut shell = Command::new("sh");
    let run = Run(shell.args(["-c", &line]).current_dir(here.path()).output().expect("it runs"));
    assert_eq!(run.code(), 2, "{}", run.err());
    assert!(run.err().contains("assize::cli::not_watched"), "{}", run.err());
}

#[test]
fn a_case_sets_what_reports_cannot_say() {
    let policy = "param most = 1 from 0 to 9;\ngiven phase: int;\ngiven today: date;\n\
                  rule \"too many\" when findings.count > most then fail;\n\
                  rule \"a draft\" when phase < 2 then hold;\n\
                  rule \"it came again\" when findings.some && findings.unseen.none then hold;\n\
                  rule \"all are in favour\" when in_favour.all then pass;\n";
    let report = "verdict: warn\nconfidence: high\nadvisory: src/a.rs:7 long lines\n";
    let set = "seat \"qa\" file=\"report.md\" weight=2\nset \"most\" 3\ngiven \"phase\" 2\ntoday \"2027-01-31\"\nround 2\n\
               changed \"src/a.rs\"\nlines-changed 3\nprofile \"strict\"\nformats \"verdict-file\"\ntask \"T17\"\n";
    let at = |name: &str| format!("policies/gate/ours/{name}");
    let here = folder(&[
        (OURS, policy),
        (&at("set/report.md"), report),
        (&at("set/case.kdl"), set),
        (&at("set/expected.kdl"), "gate \"pass\" open=#true\nstate \"qa\" \"reported\"\n"),
        (&at("again/report.md"), report),
        (&at("again/round-1/qa.md"), report),
        (&at("again/case.kdl"), &format!("{set}previous \"round-1\"\n")),
        (&at("again/expected.kdl"), "rule \"it came again\"\n"),
        (
            &at("cases.kdl"),
            "case \"a draft\" { given \"phase\" 1; today \"2027-01-31\"; qa \"pass\"; expect \"hold\" rule=\"a draft\" }\n",
        ),
    ]);
    let run = test(here.path(), &[]);
    assert_eq!(run.code(), 0, "{}{}", run.out(), run.err());
    assert!(run.out().contains("3 cases"), "{}", run.out());
}
