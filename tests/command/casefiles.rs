//! `assize policy test`: what lies among cases, what they may say, and where a report of them may go.
#![expect(clippy::disallowed_methods, reason = "tests run the command and look at its files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use std::fs;
use std::path::Path;

use crate::run::{Run, command, folder, run};

const POLICY: &str = "param min_reviewers = 1 from 0 to 9;\ngiven phase: int;\ngiven today: date;\n\
                      rule \"a reviewer failed the change\" when failed.some then fail citing failed.blockers;\n\
                      rule \"early\" when phase < 1 && reported.count < min_reviewers then hold;\n\
                      rule \"everybody passed\" when passed.all then pass;\n";
const PLAIN: &str = "rule \"a reviewer failed the change\" when failed.some then fail citing failed.blockers;\n\
                     rule \"everybody passed\" when passed.all then pass;\n";
const PASS: &str = "verdict: pass\nconfidence: high\n";
const OURS: &str = "policies/gate/ours.rhai";
const CASES: &str = "policies/gate/ours";

/// A policy with a case in a folder, whose setting is given.
fn desk(policy: &str, setting: &str) -> tempfile::TempDir {
    folder(&[
        (OURS, policy),
        ("policies/gate/ours/it-passes/qa.md", PASS),
        ("policies/gate/ours/it-passes/case.kdl", setting),
        ("policies/gate/ours/it-passes/expected.kdl", "gate \"pass\"\n"),
    ])
}

fn test(here: &Path, args: &[&str]) -> Run {
    run(here, &[&["policy", "test"], args].concat(), "")
}

fn read(here: &Path, path: &str) -> String {
    fs::read_to_string(here.join(path)).unwrap_or_default()
}

#[test]
fn a_report_replaces_nothing_that_judges_or_is_tried() {
    let here = desk(PLAIN, "round 1\n");
    let taken = [
        "ours.rhai",
        OURS,
        "assize.kdl",
        "policies/gate/ours/it-passes/expected.kdl",
        "policies/gate/ours/it-passes/report.xml",
        "policies/gate/ours/cases.kdl",
    ];
    for path in taken {
        let before = read(here.path(), path);
        for args in [&["-o", path][..], &[OURS, "--format", "junit", "-o", path]] {
            let run = test(here.path(), args);
            assert_eq!((run.code(), run.out().as_str()), (2, ""), "{args:?}");
            assert!(run.err().contains("assize::cli::would_be_read"), "{args:?}: {}", run.err());
            assert_eq!(read(here.path(), path), before, "{args:?}");
        }
    }
    // Beside the policies is nothing that is read.
    assert_eq!(test(here.path(), &["-o", "policies/report.txt"]).code(), 0);
    assert!(read(here.path(), "policies/report.txt").ends_with("1 case of 1 policy: all passed\n"));
    // Whoever looks at the file alone does not see the report of a run that is over.
    assert_eq!(test(here.path(), &["nowhere", "-o", "policies/report.txt"]).code(), 2);
    let told = read(here.path(), "policies/report.txt");
    assert!(told.contains("assize::case::not_found"), "{told}");
}

#[test]
fn an_answer_that_does_not_come_is_told_in_its_file() {
    let here = desk(PLAIN, "round 1\n");
    for args in [
        &["policy", "show", "nowhere"][..],
        &["policy", "show", "any-blocker", "--stage", "audit"],
        &["panel", "show", "nowhere"],
    ] {
        fs::write(here.path().join("out.txt"), "of an earlier run\n").expect("a file");
        let run = run(here.path(), &[args, &["-o", "out.txt"]].concat(), "");
        assert_eq!(run.code(), 2, "{args:?}");
        let told = read(here.path(), "out.txt");
        assert!(told.contains("assize::"), "{args:?}: {told}");
    }
    // A policy is shown to be kept, and one that is kept stays.
    let kept =
        |name: &str| run(here.path(), &["policy", "show", name, "-o", "kept.rhai"], "").code();
    assert_eq!(kept("any-blocker"), 0);
    assert_eq!(kept("nowhere"), 2);
    assert!(read(here.path(), "kept.rhai").starts_with("//!"));
    let whole = run(here.path(), &["policy", "show", "any-blocker", "-o", "out.txt"], "");
    assert_eq!((whole.code(), whole.out().as_str()), (0, ""));
    assert!(read(here.path(), "out.txt").starts_with("//!"));
    let closed = run(here.path(), &["policy", "show", "any-blocker", "-o", "no/out.txt"], "");
    assert_eq!(closed.code(), 2);
    assert!(closed.err().contains("no/out.txt"), "{}", closed.err());
}

#[cfg(target_os = "linux")]
#[test]
fn whatever_lies_among_cases_is_read_or_told() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    use std::os::unix::fs::symlink;

    type Plant = fn(&Path);
    let planted: [(&str, Plant); 9] = [
        ("it is a link", |ours| {
            symlink("../shared", ours.join("a-case")).expect("a link");
        }),
        ("it is a link", |ours| {
            symlink("qa.md", ours.join("it-passes/security.md")).expect("a link");
        }),
        ("its name is not UTF-8", |ours| {
            fs::write(ours.join("it-passes").join(OsStr::from_bytes(b"\xff.md")), PASS)
                .expect("it");
        }),
        ("its name is not UTF-8", |ours| {
            fs::create_dir(ours.join(OsStr::from_bytes(b"case-\xff"))).expect("a folder");
        }),
        ("it is a case without a file", |ours| fs::create_dir(ours.join("begun")).expect("it")),
        ("it is a folder without a file", |ours| {
            fs::create_dir(ours.join("it-passes/round-1")).expect("a folder");
        }),
        ("it lies too deep", |ours| {
            fs::create_dir_all(ours.join("it-passes/1/2/3/4/5")).expect("folders");
        }),
        ("it is neither a file nor a folder", |ours| {
            drop(std::os::unix::net::UnixListener::bind(ours.join("it-passes/s")).expect("it"));
        }),
        ("no policy can be called so", |ours| {
            fs::write(ours.with_file_name("our policy.rhai"), PLAIN).expect("a file");
        }),
    ];
    for (what, plant) in planted {
        let here = desk(PLAIN, "round 1\n");
        let line = "case \"in a line\" { qa \"pass\"; expect \"pass\" }\n";
        fs::write(here.path().join(CASES).join("cases.kdl"), line).expect("a file");
        plant(&here.path().join(CASES));
        let run = test(here.path(), &[]);
        assert_eq!(run.code(), 2, "{what}: {}", run.out());
        assert!(run.err().contains(what), "{what}: {}", run.err());
        // What can be read is tried all the same, and of the other nothing passes.
        assert!(run.out().contains("✓ in a line"), "{what}: {}{}", run.out(), run.err());
        let whole = !run.err().contains("it-passes");
        assert_eq!(run.out().contains("✓ it-passes"), whole, "{what}: {}", run.out());
    }
    // The folder of the cases itself.
    let here = desk(PLAIN, "round 1\n");
    let ours = here.path().join(CASES);
    fs::rename(&ours, here.path().join("elsewhere")).expect("it is moved");
    symlink("../../elsewhere", &ours).expect("a link");
    let run = test(here.path(), &[]);
    assert_eq!((run.code(), run.err().contains("it is a link")), (2, true), "{}", run.err());
}

#[test]
fn a_case_says_nothing_twice() {
    let twice = [
        ("round 1\nround 2\n", "`round`"),
        ("lines-changed 1\nlines-changed 2\n", "`lines-changed`"),
        ("today \"2027-01-31\"\ntoday \"2028-01-31\"\n", "`given today`"),
        ("today \"2027-01-31\"\ngiven \"today\" \"2028-01-31\"\n", "`given today`"),
        ("given \"phase\" 1\ngiven \"phase\" 2\n", "`given phase`"),
        ("set \"min_reviewers\" 1\nset \"min_reviewers\" 2\n", "`set min_reviewers`"),
        ("absent \"a\" \"missing\"\nabsent \"a\" \"errored\" \"x\"\n", "`absent a`"),
        ("profile \"strict\"\nprofile \"standard\"\n", "`profile`"),
        ("format \"cpf\"\nformat \"verdict-file\"\n", "`format`"),
        ("remarks #true\nremarks #false\n", "`remarks`"),
        ("task \"a\"\ntask \"b\"\n", "`task`"),
        ("kind \"design\"\nkind \"impl\"\n", "`kind`"),
        ("overrides #true\noverrides #false\n", "`overrides`"),
        ("panel \"dartai\"\npanel \"court\"\n", "`panel`"),
    ];
    for (setting, named) in twice {
        let here = desk(POLICY, setting);
        let run = test(here.path(), &[]);
        assert_eq!(run.code(), 2, "{setting}");
        let told = format!("{named} is said twice");
        assert!(run.err().contains(&told), "{setting}: {}", run.err());
        // In a line as well.
        let line = setting.trim().replace('\n', "; ");
        let line = format!("case \"a\" {{ {line}; qa \"pass\"; expect \"pass\" }}\n");
        let here = folder(&[(OURS, POLICY), ("policies/gate/ours/cases.kdl", &line)]);
        let run = test(here.path(), &[]);
        assert!(run.err().contains(&told), "{line}: {}", run.err());
    }
    let given = "given \"phase\" 1; today \"2027-01-31\"";
    let many = format!(
        "{given}; changed \"a\"; changed \"b\"; set \"min_reviewers\" 1; attempt \"qa\" \"fix\"; attempt \"qa\" \"fix\"\n"
    );
    let here = desk(POLICY, &many);
    assert_eq!(test(here.path(), &[]).code(), 0, "{}", test(here.path(), &[]).err());
}

#[test]
fn what_stands_above_a_panel_counts_as_well() {
    let lifted = "rule \"two failed the change\" when failed.count > 1 then fail;\n\
                  rule \"the lead signed\" when seat(\"qa\").failed.some then pass overriding seat(\"qa\") \"the lead signed\";\n";
    let panel = "panel \"ours\" { seat \"qa\"; seat \"lead\"; gate \"ours\" }\n";
    for (setting, outcome) in [
        ("panel \"ours\"\n", "warn"),
        ("panel \"ours\"\noverrides #false\n", "fail"),
        ("overrides #false\npanel \"ours\"\n", "fail"),
    ] {
        let here = folder(&[
            ("assize.kdl", panel),
            (OURS, lifted),
            (
                "policies/gate/ours/a/qa.md",
                "verdict: fail\nconfidence: high\nblocker: a.rs:1 it leaks\n",
            ),
            ("policies/gate/ours/a/lead.md", PASS),
            ("policies/gate/ours/a/case.kdl", setting),
            ("policies/gate/ours/a/expected.kdl", &format!("gate \"{outcome}\"\n")),
        ]);
        let run = test(here.path(), &[]);
        assert_eq!(run.code(), 0, "{setting}: {}{}", run.out(), run.err());
    }
}

/// The rows of a table of docs/language.md: a name in the first cell, an example in the last.
fn rows<'a>(text: &'a str, heading: &str) -> Vec<(&'a str, &'a str)> {
    let (_, section) = text.split_once(heading).expect("the section");
    let section = section.split("\n#").next().unwrap_or_default();
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.filter_map(|row| {
        let (name, rest) = row.split_once('`')?;
        let example = rest.trim_end_matches("` |").rsplit('`').next()?;
        Some((name, example))
    })
    .collect()
}

#[test]
fn all_that_a_case_can_set_is_in_the_reference_and_in_the_help() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/language.md"));
    let text = text.expect("the reference");
    let rows = rows(&text, "\n### What a case can set\n");
    // What the reader knows it tells where it does not know something.
    let here = desk(PLAIN, "xyzzyxyzzy 1\n");
    let told = run(here.path(), &["policy", "test", "--color", "never"], "").err();
    let told: String = told.split_whitespace().collect::<Vec<_>>().join(" ");
    let (_, known) = told.split_once("known are ").expect("a list");
    let known: Vec<&str> = known.split('`').skip(1).step_by(2).collect();
    assert!(known.len() > 20, "{known:?}");
    let named: Vec<&str> = rows.iter().map(|(name, _)| *name).collect();
    assert_eq!(named, known);
    let help = test(here.path(), &["--help"]).out();
    let (_, help) = help.split_once("What a case may set").expect("its part of the help");
    let (help, _) = help.split_once("A case in a line").expect("the next part");
    for (name, example) in &rows {
        assert!(example.starts_with(name), "{name}: {example}");
        let mut said = help.split([' ', ';', '\n']).filter(|word| word == name);
        assert!(said.next().is_some(), "{name} is not in {help}");
        let given = match *name {
            "given" => "today \"2027-01-31\"\n",
            "today" => "given \"phase\" 3\n",
            _ => "given \"phase\" 3\ntoday \"2027-01-31\"\n",
        };
        let here = desk(POLICY, &format!("{given}{example}\n"));
        let round = here.path().join("policies/gate/ours/it-passes/round-1");
        if *name == "previous" {
            fs::create_dir(&round).expect("a folder");
            fs::write(round.join("qa.md"), PASS).expect("a file");
        }
        let run = test(here.path(), &[]);
        assert!(run.code() < 2, "{example}: {}", run.err());
    }
}

#[test]
fn what_belongs_elsewhere_in_an_expectation_is_told_with_its_place() {
    for (stage, expected, hint) in [
        ("gate", "word \"NO-GO\"\n", "`gate \"fail\" open=#false word=\"NO-GO\"`"),
        ("gate", "open #false\n", "`gate \"fail\" open=#false word=\"NO-GO\"`"),
        ("audit", "rule \"x\"\n", "`verdict \"auditor\" effective=\"fail\" {"),
        ("redispatch", "action \"respawn\"\n", "`seat \"qa\" action=\"respawn\" {"),
    ] {
        let policy = "rule \"x\" otherwise fail;\n";
        let policy = if stage == "redispatch" { "rule \"x\" otherwise respawn;\n" } else { policy };
        let here = folder(&[
            (&format!("policies/{stage}/ours.rhai"), policy),
            (&format!("policies/{stage}/ours/a/qa.md"), PASS),
            (&format!("policies/{stage}/ours/a/expected.kdl"), expected),
        ]);
        let run = test(here.path(), &[]);
        assert_eq!(run.code(), 2, "{expected}: {}", run.out());
        let told: String = run.err().split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.contains(&format!("write it where it belongs: {hint}")), "{told}");
    }
}

#[test]
fn bless_writes_nothing_better_unasked() {
    let answers =
        |outcome: &str| format!("rule \"so\" when failed.some || passed.some then {outcome};\n");
    for (stage, was, is, told) in [
        ("gate", "fail", "hold", "the gate was `fail`, and is `hold`"),
        ("gate", "warn", "pass", "the gate was `warn`, and is `pass`"),
        ("gate", "hold", "pass", "the gate was `hold`, and is `pass`"),
        ("audit", "hold", "pass", "the verdict of `qa` was `hold`, and is `pass`"),
        ("audit", "fail", "hold", "the verdict of `qa` was `fail`, and is `hold`"),
        ("redispatch", "respawn", "excuse", "what to do about `qa` was `respawn`, and is `excuse`"),
    ] {
        let line = |outcome: &str| match stage {
            "gate" => format!("gate \"{outcome}\"\n"),
            "audit" => format!("verdict \"qa\" effective=\"{outcome}\"\n"),
            _ => format!("seat \"qa\" action=\"{outcome}\"\n"),
        };
        let policy = match stage {
            "gate" => answers(is),
            "audit" => format!("rule \"so\" otherwise {is};\n"),
            _ => format!("rule \"so\" when missing then {is};\n"),
        };
        let expected = format!("policies/{stage}/ours/a/expected.kdl");
        let here = folder(&[
            (&format!("policies/{stage}/ours.rhai"), &policy),
            (&format!("policies/{stage}/ours/a/case.kdl"), "seat \"qa\"\n"),
            (&expected, &line(was)),
        ]);
        if stage != "redispatch" {
            let report = format!("policies/{stage}/ours/a/qa.md");
            fs::write(here.path().join(report), PASS).expect("a file");
        }
        let bless = |args: &[&str]| {
            let args = [&["policy", "test", "--bless"], args].concat();
            Run(command(here.path(), &args).env_remove("CI").output().expect("it runs"))
        };
        let refused = bless(&[]);
        assert_eq!(refused.code(), 1, "{told}: {}{}", refused.out(), refused.err());
        let said = refused.err().replace('│', " ");
        let said: String = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(told), "{told}: {said}");
        assert_eq!(read(here.path(), &expected), line(was));
        assert_eq!(bless(&["--accept-loosening"]).code(), 0);
        assert_eq!(read(here.path(), &expected), line(is));
        // Back again needs no word.
        fs::write(here.path().join(&expected), line(is)).expect("a file");
        assert_eq!(bless(&[]).code(), 0);
    }
}

#[test]
fn what_is_wrong_with_a_file_of_cases_is_told_where_it_stands() {
    let told = [
        ("case { qa \"pass\"; expect \"pass\" }\n", "write a name: `case"),
        ("case \"\" { qa \"pass\"; expect \"pass\" }\n", "write a name: `case"),
        ("cas \"a\" { qa \"pass\"; expect \"pass\" }\n", "`cas` is not a case"),
        ("case \"a\" { qa \"pass\"; expects \"pass\" }\n", "did you mean `expect`?"),
        ("case \"a\" { qa \"pass\" }\n", "let `--bless` write what is answered now"),
        ("", "has no cases"),
        ("// case \"a\" { qa \"pass\"; expect \"pass\" }\n", "has no cases"),
    ];
    for (text, part) in told {
        let here = folder(&[(OURS, PLAIN), ("policies/gate/ours/cases.kdl", text)]);
        let run = test(here.path(), &[OURS]);
        assert_eq!(run.code(), 2, "{text}");
        let said: String = run.err().split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(part), "{text}: {said}");
        // A case without a name is none that passes.
        assert!(!run.out().contains("all passed"), "{text}: {}", run.out());
    }
    // Among others it is said, and properties are no cases.
    let other = "case \"a\" { qa \"pass\"; expect \"pass\" }\n";
    let here = folder(&[
        (OURS, PLAIN),
        ("policies/gate/ours/cases.kdl", other),
        ("policies/gate/bare.rhai", PLAIN),
        (
            "policies/gate/bare/properties.kdl",
            "require \"a\" when=\"failed.some\" means=\"fail\"\n",
        ),
    ]);
    let run = test(here.path(), &[]);
    assert_eq!(run.code(), 0, "{}", run.err());
    assert!(run.err().contains("`policies/gate/bare.rhai` has no cases"), "{}", run.err());
    let empty = test(here.path(), &[""]);
    assert_eq!((empty.code(), empty.err().contains("case::not_found")), (2, true));
}
