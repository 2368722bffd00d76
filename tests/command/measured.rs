//! `assize policy test --coverage`, `--min`, `--format lcov` and `--mutate`.
#![expect(clippy::disallowed_methods, reason = "tests run the command and look at its files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use serde_json::Value;

use crate::run::{folder, run};

const POLICY: &str = "//! Two have to agree.\n\n\
    /// So many have to be in favour.\n\
    param enough = 2 from 1 to 9;\n\n\
    rule \"a reviewer failed the change\" when failed.some then fail;\n\
    rule \"two fail it\" when failed.count > 1 && reported.some then fail;\n\
    rule \"too few are in favour\" when in_favour.count < enough then hold;\n\
    rule \"everybody passed\" when passed.all then pass;\n";
/// Nobody tries two who fail it, or an advisory.
const CASES: &str = "case \"two pass\" { qa \"pass\"; security \"pass\"; expect \"pass\" }\n\
    case \"one fails\" { qa \"fail\"; security \"pass\"; expect \"fail\" }\n\
    case \"nobody came\" { seat \"qa\"; seat \"security\"; expect \"hold\" }\n";
/// What is missing above.
const MORE: &str = "case \"one has advisories\" { qa \"warn\"; security \"pass\"; expect \"hold\" }\n\
    case \"one alone is not enough\" { qa \"pass\"; expect \"hold\" }\n";

fn tried(cases: &[&str], args: &[&str]) -> (u8, String, String) {
    let cases = cases.concat();
    let files = [("policies/gate/ours.rhai", POLICY), ("policies/gate/ours/cases.kdl", &*cases)];
    let here = folder(&files);
    let run = run(here.path(), &[&["policy", "test", "policies"], args].concat(), "");
    (u8::try_from(run.code()).expect("a code"), run.out(), run.err())
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("it is JSON")
}

#[test]
fn what_no_case_tries_is_shown_at_its_place_with_its_reason() {
    let (code, out, err) = tried(&[CASES], &["--coverage"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    insta::assert_snapshot!("coverage", out);
}

#[test]
fn too_little_coverage_ends_with_1() {
    let (code, _, err) = tried(&[CASES], &["--coverage", "--min", "75"]);
    assert_eq!(code, 1);
    assert!(err.contains("assize::cli::below_minimum"), "{err}");
    assert!(err.contains("the cases try less than 75 % of `ours` (50 %)"), "{err}");
    assert_eq!(tried(&[CASES], &["--coverage", "--min", "50"]).0, 0);
    // A threshold of something that nobody asked for is a mistake.
    assert_eq!(tried(&[CASES], &["--min", "50"]).0, 2);
    assert_eq!(tried(&[CASES], &["--coverage", "--min", "101"]).0, 2);
}

#[test]
fn coverage_is_told_to_machines() {
    let (code, out, _) = tried(&[CASES], &["--coverage", "--json"]);
    let told = json(&out);
    assert_eq!(code, 0);
    let ours = &told["coverage"][0];
    assert_eq!((&ours["rules"]["tried"], &ours["rules"]["of"]), (&3.into(), &4.into()));
    assert_eq!((&ours["operands"]["percent"], &ours["stage"]), (&50.into(), &"gate".into()));
    assert_eq!(ours["holes"][0]["span"]["source"], "policies/gate/ours.rhai");
    let (_, out, _) = tried(&[CASES], &["--json"]);
    assert!(json(&out).get("coverage").is_none(), "nobody asked");
    let (_, out, _) = tried(&[CASES], &["--coverage", "--format", "github"]);
    assert!(out.contains("::warning file=policies/gate/ours.rhai,line=7,"), "{out}");
    let (_, out, _) =
        tried(&["case \"a fail\" { qa \"fail\"; expect \"fail\" }\n"], &["--coverage", "--json"]);
    assert!(out.contains("`too few are in favour` never decides in a case"), "{out}");
    assert!(out.contains("`too few are in favour` is never false in a case"), "{out}");
    let (code, out, _) = tried(&[CASES], &["--format", "lcov"]);
    assert_eq!(code, 0);
    insta::assert_snapshot!("coverage-lcov", out);
}

#[test]
fn a_change_that_opens_and_that_no_case_notices_ends_with_1() {
    let (code, out, err) = tried(&[CASES], &["--mutate"]);
    assert_eq!(code, 1, "{out}");
    assert!(err.contains("assize::cli::mutants_open"), "{err}");
    insta::assert_snapshot!("mutants", out.split("Mutants\n").nth(1).expect("they are told"));
    let (code, out, _) = tried(&[CASES, MORE], &["--mutate", "--json"]);
    let told = json(&out);
    assert_eq!((code, &told["exit_code"]), (0, &0.into()), "{out}");
    let ours = &told["mutation"][0];
    let survivors = ours["survivors"].as_array().expect("a list");
    assert!(survivors.iter().all(|mutant| mutant["opens"] != true), "{out}");
    assert!(ours["killed"].as_u64() > Some(15), "{out}");
    let (code, out, _) = tried(&[CASES], &["--mutate", "--format", "github"]);
    assert_eq!(code, 1);
    assert!(out.contains("::error file=policies/gate/ours.rhai,line="), "{out}");
}

/// What is written is what is missing: with it, no change that opens is left.
#[test]
fn the_cases_that_are_missing_are_written() {
    let files = [("policies/gate/ours.rhai", POLICY), ("policies/gate/ours/cases.kdl", CASES)];
    let here = folder(&files);
    let test =
        |args: &[&str]| run(here.path(), &[&["policy", "test", "policies"], args].concat(), "");
    let first = test(&["--mutate", "--write-cases", "missing"]);
    assert_eq!(first.code(), 1, "{}", first.err());
    assert!(first.err().contains("written"), "{}", first.err());
    let written = here.path().join("missing/gate/ours/cases.kdl");
    let written = std::fs::read_to_string(written).expect("they are written");
    let all = [CASES, &written].concat();
    std::fs::write(here.path().join("policies/gate/ours/cases.kdl"), all).expect("a file");
    let second = test(&["--mutate", "--json"]);
    assert_eq!(second.code(), 0, "{written}{}", second.out());
    // Nothing that stands there is written over, and without mutants nothing is missing.
    std::fs::write(here.path().join("policies/gate/ours/cases.kdl"), CASES).expect("a file");
    assert_eq!(test(&["--mutate", "--write-cases", "missing"]).code(), 2);
    assert_eq!(test(&["--write-cases", "other"]).code(), 2);
}

/// Where a case fails anyway, each mutant would be noticed for nothing.
#[test]
fn mutants_are_not_tried_where_a_case_fails() {
    let wrong = "case \"one fails, and it passes\" { qa \"fail\"; expect \"pass\" }\n";
    let (code, out, _) = tried(&[CASES, wrong], &["--mutate"]);
    assert_eq!(code, 1);
    assert!(out.contains("not tried, for not all of its cases pass"), "{out}");
    let (_, out, _) = tried(&[CASES, wrong], &["--mutate", "--json"]);
    assert_eq!(json(&out)["mutation"][0]["mutants"], Value::Null);
}

/// The same run gives the same text, whichever core was faster.
#[test]
fn mutants_come_in_one_order() {
    let first = tried(&[CASES], &["--mutate"]).1;
    assert_eq!(first, tried(&[CASES], &["--mutate"]).1);
}

/// A seat that judges two criteria gives one answer, as the witnesses of mutants are written.
#[test]
fn lines_of_a_seat_about_several_criteria_are_one_answer() {
    let policy = "rule \"every criterion passes\" when subjects.passed.all then pass;\n";
    let cases = "case \"one is warned of\" {\n    ann \"pass\" criterion=\"AC1\"\n    ann \"warn\" criterion=\"AC2\"\n\
                 \x20   expect \"hold\" rule=\"no rule holds\"\n}\n\
                 case \"both pass\" {\n    ann \"pass\" criterion=\"AC1\"\n    ann \"pass\" criterion=\"AC2\"\n\
                 \x20   expect \"pass\"\n}\n\
                 case \"one criterion twice is two answers\" {\n    ann \"pass\" criterion=\"AC1\"\n\
                 \x20   ann \"pass\" criterion=\"AC1\"\n    expect \"hold\"\n}\n";
    let files = [("policies/gate/ours.rhai", policy), ("policies/gate/ours/cases.kdl", cases)];
    let run = run(folder(&files).path(), &["policy", "test", "policies"], "");
    assert_eq!(run.code(), 0, "{}", run.out());
}
