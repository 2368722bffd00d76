//! `assize policy diff --on`: rounds as they were recorded, with what they came to then.
#![expect(clippy::disallowed_methods, reason = "tests run the command and look at its files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::run::{Run, folder, run};
use crate::schemas::prints;

const PASS: &str = "verdict: pass\nconfidence: high\n";
const WARN: &str = "verdict: warn\nconfidence: high\nadvisory: src/a.rs:7 a long name\n";
const FAIL: &str = "verdict: fail\nconfidence: high\nblocker: src/a.rs:7 it leaks\n";

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("it is JSON")
}

/// The line that a gate records.
fn record(here: &Path, args: &[&str]) -> Value {
    prints(here, "record", &[&["gate"], args, &["--with-docket", "--no-summary"]].concat())
}

fn diff(here: &Path, archive: &str, more: &[&str]) -> Run {
    run(here, &[&["policy", "diff", "any-blocker", "strict", "--on", archive], more].concat(), "")
}

/// What is told of how rounds were recorded: by the first policy, by others, and which come out otherwise now.
fn recorded(here: &Path, archive: &str, more: &[&str]) -> (Value, Value, Vec<String>) {
    let told = diff(here, archive, &[more, &["--json"]].concat());
    let told = &json(&told.out())["recorded"];
    let otherwise = told["otherwise"].as_array().expect("a list").iter();
    let otherwise = otherwise.map(|one| {
        let [round, was, now] = [&one["round"], &one["recorded"], &one["now"]["outcome"]];
        format!(
            "{}: {} {}",
            round.as_str().unwrap_or_default(),
            was.as_str().unwrap_or_default(),
            now.as_str().unwrap_or_default()
        )
    });
    (told["by_old"].clone(), told["by_others"].clone(), otherwise.collect())
}

#[test]
fn rulings_with_their_dockets_are_judged_again_whatever_was_judged() {
    let here = folder(&[
        ("latin/qa.md", PASS),
        ("latin/security.md", WARN),
        ("latin/other.md", FAIL),
        ("latin/notes.md", "Nothing here.\n"),
    ]);
    let here = here.path();
    fs::write(here.join("latin/style.md"), b"verdict: pass\nconfidence: high\nnote: na\xefve\n")
        .expect("a report that is not UTF-8");
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut lines = Vec::new();
    for name in ["all-pass", "changes-requested", "cut-off", "full-bench", "missing-security"] {
        let reports = examples.join("dartai").join(name);
        let reports = reports.to_str().expect("a path");
        lines.push(record(here, &[reports]).to_string());
        lines.push(record(here, &[reports, "--panel", "dartai"]).to_string());
    }
    let more: [&[&str]; 5] = [
        &["latin"],
        &["latin", "--expect", "qa,security,style,gone", "--excuse", "gone=on leave"],
        &["latin", "--expect", "qa,gone", "--absent", "gone=errored:timed out", "--round", "4"],
        &["latin", "--voting", "qa", "--bind", "commit=4f2a", "--bind", "run=7"],
        &["latin/qa.md", "latin/security.md", "--changed-from", "latin/notes.md"],
    ];
    lines.extend(more.iter().map(|args| record(here, args).to_string()));
    fs::create_dir(here.join("archive")).expect("a folder");
    fs::write(here.join("archive/all.jsonl"), lines.join("\n") + "\n").expect("an archive");
    fs::write(here.join("archive/last.json"), &lines[3]).expect("an archive");
    // Each comes out as it was recorded, by the policy that judged it.
    let all = 16.into();
    assert_eq!(recorded(here, "archive", &[]), (all, 0.into(), Vec::new()));
    let told = diff(here, "archive", &["--json"]);
    assert_eq!(json(&told.out())["rounds"], 16);
    prints(
        here,
        "differences",
        &["policy", "diff", "strict", "any-blocker", "--on", "archive", "--json"],
    );
}

#[test]
fn a_record_that_was_cut_off_forged_or_comes_from_elsewhere_is_named() {
    let here = folder(&[
        ("one/qa.md", PASS),
        ("one/security.md", WARN),
        ("two/qa.md", PASS),
        ("two/security.md", FAIL),
    ]);
    let here = here.path();
    let expect = ["--expect", "qa,security"];
    let of = |name: &str, more: &[&str]| record(here, &[&[name], &expect[..], more].concat());
    let (one, two) = (of("one", &[]), of("two", &[]));
    let with = |change: &dyn Fn(&mut Value)| {
        let mut changed = one.clone();
        change(&mut changed);
        changed.to_string()
    };
    let plain = one.to_string();
    let failing = "verdict: fail\nconfidence: high\nblocker: src/a.rs:7 it leaks\n";
    let ways: Vec<(&str, String)> = vec![
        ("assize::docket::other_docket", with(&|line| line["docket"] = two["docket"].clone())),
        ("assize::docket::other_docket", with(&|line| line["ruling"] = two["ruling"].clone())),
        ("assize::docket::other_docket", with(&|line| line["docket"]["id"] = "two".into())),
        ("assize::docket::other_docket", with(&|line| line["docket"]["round"] = 2.into())),
        (
            "assize::docket::other_docket",
            with(&|line| line["docket"]["bound"] = serde_json::json!({ "commit": "4f2a" })),
        ),
        (
            "assize::docket::other_docket",
            with(&|line| line["docket"]["submissions"][1]["text"] = PASS.into()),
        ),
        (
            "assize::docket::other_docket",
            with(&|line| line["docket"]["submissions"][0]["text"] = failing.into()),
        ),
        (
            "assize::docket::other_docket",
            with(&|line| {
                let all = line["docket"]["submissions"].as_array_mut().expect("a list");
                all.pop();
            }),
        ),
        (
            "assize::docket::other_docket",
            with(&|line| {
                let more = serde_json::json!({ "seat": "style", "text": failing });
                line["docket"]["submissions"].as_array_mut().expect("a list").push(more);
            }),
        ),
        (
            "assize::docket::other_docket",
            with(&|line| {
                line["ruling"]["outcome"] = "fail".into();
            }),
        ),
        (
            "assize::docket::other_version",
            with(&|line| line["ruling"]["schema_version"] = 2.into()),
        ),
        ("assize::", with(&|line| line["docket"]["schema_version"] = 2.into())),
        ("assize::", with(&|line| line["docket"]["effective"] = "pass".into())),
        ("assize::docket::no_ruling", with(&|line| line["ruling"]["outcome"] = "error".into())),
        ("assize::docket::unknown_member", with(&|line| line["outcome"] = "pass".into())),
        ("assize::docket::ruling_lacks", with(&|line| line["ruling"] = serde_json::json!({}))),
        ("assize::docket::only_a_ruling", one["ruling"].to_string()),
        (
            "assize::docket::only_a_ruling",
            serde_json::json!({ "event": "ruling", "ruling": one["ruling"] }).to_string(),
        ),
        ("assize::", plain.replacen("\"event\"", "\"docket\":{},\"event\"", 1)),
        ("assize::", plain[..plain.len() / 2].to_owned()),
        ("assize::", plain[..plain.len() - 1].to_owned()),
        ("assize::", format!("{plain} {plain}")),
    ];
    fs::create_dir(here.join("archive")).expect("a folder");
    let archive = here.join("archive/all.jsonl");
    for (code, line) in ways {
        fs::write(&archive, format!("{plain}\n{line}\n")).expect("an archive");
        let told = diff(here, "archive", &["--allow-loosening"]);
        assert_eq!(told.code(), 2, "{line}\n{}", told.out());
        let err = told.err();
        assert!(err.contains(code) && err.contains("`all.jsonl:2`"), "{code}\n{line}\n{err}");
        assert!(!err.contains("`all.jsonl:1`"), "{err}");
    }
    // A gate that gave no ruling records that, and why.
    fs::write(here.join("broken.rhai"), "rule \"x\" whn true then fail;").expect("a policy");
    let none = of("one", &["--policy", "broken.rhai"]);
    assert_eq!(none["event"], "no_ruling");
    fs::write(&archive, none.to_string()).expect("an archive");
    let told = diff(here, "archive", &[]);
    assert_eq!(told.code(), 2);
    assert!(told.err().contains("assize::docket::no_ruling"), "{}", told.err());
    // A ruling that says something better than its docket comes to decides nothing, and is told.
    let mut forged = two.clone();
    (forged["ruling"]["outcome"], forged["ruling"]["open"]) = ("pass".into(), true.into());
    fs::write(&archive, format!("{plain}\n{forged}\n")).expect("an archive");
    let found = recorded(here, "archive", &[]);
    assert_eq!(found, (2.into(), 0.into(), vec!["all.jsonl:2: pass fail".to_owned()]));
    let told = diff(here, "archive", &[]);
    assert!(
        told.out().contains("1 round was recorded otherwise by any-blocker itself"),
        "{}",
        told.out()
    );
    // Without them, all is well.
    fs::write(&archive, format!("{plain}\n{two}\n")).expect("an archive");
    assert_eq!(diff(here, "archive", &[]).code(), 0);
    assert_eq!(recorded(here, "archive", &[]), (2.into(), 0.into(), Vec::new()));
}

#[test]
fn the_summary_of_a_round_says_who_sat_and_what_it_came_to() {
    let sometimes = "//! The first round is for learning.\n\nothers voting;\n\n\
        rule \"it fails\" when failed.some && round > 1 then fail citing failed;\n\
        rule \"it passes\" when passed.some then pass;\n";
    let here = folder(&[
        ("archive/gone/qa.md", PASS),
        ("archive/watched/qa.md", PASS),
        ("archive/watched/style.md", FAIL),
        ("archive/excused/qa.md", PASS),
        ("archive/second/qa.md", PASS),
        ("archive/second/security.md", FAIL),
        ("archive/plain/qa.md", PASS),
        ("sometimes.rhai", sometimes),
        ("always.rhai", &sometimes.replace(" && round > 1", "")),
    ]);
    let here = here.path();
    let gate = |name: &str, more: &[&str]| {
        run(here, &[&["gate", &format!("archive/{name}")], more].concat(), "").code()
    };
    assert_eq!(gate("gone", &["--expect", "qa,security"]), 3);
    assert_eq!(gate("watched", &["--expect", "qa,style", "--observers", "style"]), 0);
    assert_eq!(gate("excused", &["--expect", "qa,security", "--excuse", "security=on leave"]), 0);
    assert_eq!(gate("second", &["--expect", "qa,security", "--round", "2"]), 1);
    assert_eq!(gate("plain", &[]), 0);
    assert_eq!(recorded(here, "archive", &[]), (5.into(), 0.into(), Vec::new()));
    let by_others =
        run(here, &["policy", "diff", "strict", "any-blocker", "--on", "archive", "--json"], "");
    assert_eq!(json(&by_others.out())["recorded"]["by_others"], 5);
    // A round is the round that it was.
    let line = ["policy", "diff", "always.rhai", "sometimes.rhai", "--on", "archive"];
    let rounds = run(here, &line, "");
    assert_eq!(rounds.code(), 0, "{}{}", rounds.out(), rounds.err());
    assert_eq!(gate("second", &["--expect", "qa,security"]), 1);
    let rounds = run(here, &line, "");
    assert_eq!(rounds.code(), 1, "{}{}", rounds.out(), rounds.err());
    assert!(rounds.out().contains("second"), "{}", rounds.out());
    // What shut a round is not in its folder: told, and in every format.
    let summary = here.join("archive/plain/verdict-summary.kdl");
    let text = fs::read_to_string(&summary).expect("a summary");
    let changed = text.replace("gate \"warn\" open=#true", "gate \"hold\" open=#false");
    assert_ne!(text, changed);
    fs::write(&summary, changed).expect("a summary");
    let found = recorded(here, "archive", &[]);
    assert_eq!(found, (5.into(), 0.into(), vec!["plain: hold pass".to_owned()]));
    for format in ["text", "markdown", "github"] {
        let told = diff(here, "archive", &["--format", format]).out();
        assert!(told.contains("what made it worse is not in the record: plain"), "{told}");
    }
    // One that was cut off, anywhere, is named.
    for end in (20..text.len() - 1).step_by(37).chain([text.find("recorded").expect("it ends so")])
    {
        fs::write(&summary, &text[..end]).expect("a summary");
        let told = diff(here, "archive", &[]);
        assert_eq!(told.code(), 2, "{}\n{}", &text[..end], told.out());
        assert!(told.err().contains("the recorded round `plain`"), "{}", told.err());
    }
}

#[test]
fn a_panel_says_how_the_seats_of_recorded_rounds_count() {
    let panel = "panel \"ours\" {\n    reports \"reports/{task}\"\n    gate \"any-blocker\"\n    \
        seat \"qa\" file=\"quality.md\"\n    seat \"style\" stake=\"observer\"\n}\n";
    let harsh = "//! What is found is to be mended.\n\n\
        rule \"something is found\" when findings.some then fail citing findings;\n";
    let here = folder(&[
        ("assize.kdl", panel),
        ("archive/one/quality.md", WARN),
        ("archive/one/style.md", FAIL),
        (".assize/policies/audit/harsh.rhai", harsh),
    ]);
    let here = here.path();
    let told = |more: &[&str]| {
        let line = ["policy", "diff", "strict", "any-blocker", "--on", "archive"];
        run(here, &[&line[..], more].concat(), "")
    };
    // An observer shuts nothing, so what opens is seen.
    let opens = told(&["--panel", "ours"]);
    assert_eq!(opens.code(), 1, "{}{}", opens.out(), opens.err());
    assert!(opens.out().contains("1 of 1 recorded rounds open that were shut"), "{}", opens.out());
    assert_eq!(told(&[]).code(), 0, "{}", told(&[]).out());
    // Its other stages judge, too: a verdict is as bad as its audit says.
    let audited = panel.replace("    seat \"qa\"", "    audit \"harsh\"\n    seat \"qa\"");
    fs::write(here.join("assize.kdl"), audited).expect("a panel");
    let shut = told(&["--panel", "ours"]);
    assert_eq!(shut.code(), 0, "{}{}", shut.out(), shut.err());
    assert!(shut.out().contains("no difference on 1 recorded rounds"), "{}", shut.out());
}

/// A ruling that was printed over several lines is hundreds of lines that are no rounds.
#[test]
fn of_many_lines_that_are_no_rounds_a_few_are_told() {
    let here = folder(&[("reports/qa.md", PASS)]);
    let here = here.path();
    let ruling = run(here, &["gate", "reports", "--no-summary", "--json"], "").out();
    let ruling: serde_json::Value = serde_json::from_str(&ruling).expect("JSON");
    let ruling = serde_json::to_string_pretty(&ruling).expect("JSON");
    let lines = ruling.lines().count();
    fs::create_dir(here.join("archive")).expect("a folder");
    fs::write(here.join("archive/rulings.jsonl"), ruling).expect("a file");
    let told = diff(here, "archive", &[]);
    assert_eq!((told.code(), told.out().as_str()), (2, ""));
    assert!(told.err().contains("the recorded round `rulings.jsonl:1` cannot be judged"));
    assert!(told.err().contains("each line of a `*.jsonl` is one round"), "{}", told.err());
    let more = format!("{} more recorded rounds cannot be judged", lines - 5);
    assert!(told.err().contains(&more) && told.err().lines().count() < 100, "{}", told.err());
}

#[test]
fn a_docket_is_not_asked_for_as_text() {
    let here = folder(&[("reports/qa.md", "verdict: pass\nconfidence: high\n")]);
    let gate = ["gate", "reports", "--expect", "qa", "--with-docket"];
    let run = run(here.path(), &[&gate[..], &["--format", "text"]].concat(), "");
    assert_eq!(run.code(), 2, "{}", run.out());
    assert!(
        run.err().contains("assize::cli::docket_as_text") || run.out().contains("docket_as_text")
    );
    for also in [&[][..], &["--json"], &["--format", "json"]] {
        let run = crate::run::run(here.path(), &[&gate[..], also].concat(), "");
        assert_eq!(run.code(), 0, "{also:?}: {}", run.err());
    }
}
