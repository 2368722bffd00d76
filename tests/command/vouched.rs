//! What a round can vouch for: that it was begun, for which work, and that a report is of it, whole, and no earlier one.
#![expect(clippy::disallowed_methods, reason = "tests run the command and look at its files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use std::cell::Cell;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::rounds::{begun, cell, codes, git, marked, repository, write};
use crate::run::{Run, folder, run};
use crate::stopped::Stopped;

const PASS: &str = "verdict: pass\nconfidence: high\n";
const FAIL: &str = "verdict: fail\nconfidence: high\nblocker: src/a.rs:1 it never ends\n";
const SEATS: [&str; 2] = ["qa.md", "security.md"];

fn gate(here: &Path, more: &[&str]) -> Run {
    run(here, &[&["gate", "t1"], more].concat(), "")
}

fn ruling(here: &Path, more: &[&str]) -> Value {
    serde_json::from_str(&gate(here, &[&["--json"], more].concat()).out()).expect("JSON")
}

/// Has both reviewers write the same.
fn all_write(here: &Path, text: &str) {
    SEATS.iter().for_each(|name| write(here, name, text));
}

#[test]
fn a_change_that_is_only_staged_is_another_work() {
    let dir = repository();
    let here = dir.path();
    let file = here.join("src/a.rs");
    let reviewed = fs::read_to_string(&file).expect("a file");
    begun(here, &[]);
    all_write(here, PASS);
    assert_eq!(gate(here, &[]).code(), 0);
    // The work tree has what was reviewed, and the next commit has not.
    fs::write(&file, "fn a() { steal() }\n").expect("a file");
    git(here, &["add", "src/a.rs"]);
    fs::write(&file, &reviewed).expect("a file");
    let told = ruling(here, &[]);
    assert_eq!((&told["exit_code"], &cell(&told, "qa")["state"]), (&3.into(), &"stale".into()));
    git(here, &["reset", "-q"]);
    assert_eq!(gate(here, &[]).code(), 0);
    // A file that is staged alone, and not in the work tree.
    fs::write(here.join("src/b.rs"), "fn b() {}\n").expect("a file");
    git(here, &["add", "src/b.rs"]);
    fs::remove_file(here.join("src/b.rs")).expect("a file");
    assert_eq!(gate(here, &[]).code(), 3);
    git(here, &["reset", "-q"]);
    // What was reviewed in the work tree may be staged as it stands.
    fs::write(&file, "fn a() { b() }\n").expect("a file");
    let told = begun(here, &[]);
    all_write(here, &marked(PASS, &told));
    assert_eq!(gate(here, &[]).code(), 0);
    git(here, &["add", "src/a.rs"]);
    assert_eq!(gate(here, &[]).code(), 0);
}

#[test]
fn without_a_begun_round_there_is_no_gate_where_one_is_required() {
    let dir = repository();
    let here = dir.path();
    let panel = fs::read_to_string(here.join("assize.kdl")).expect("a panel");
    let asking = |what: &str| panel.replace("    gate", &format!("    {what}\n    gate"));
    let docket = json!({
        "schema_version": 1, "id": "t1", "seats": [{ "name": "qa" }],
        "submissions": [{ "seat": "qa", "text": PASS }],
    });
    let handed = |more: &[&str]| {
        run(here, &[&["gate", "--docket", "-"], more].concat(), &docket.to_string())
    };
    fs::create_dir_all(here.join("reviews/t1")).expect("a folder");
    all_write(here, PASS);
    assert_eq!((gate(here, &[]).code(), handed(&[]).code()), (0, 0));
    assert!(!codes(&ruling(here, &[])).contains(&"assize::round::gone"), "there never was one");
    for required in [true, false] {
        let flag: &[&str] = if required { &["--require-round"] } else { &[] };
        if !required {
            fs::write(here.join("assize.kdl"), asking("require-round")).expect("a panel");
        }
        for refused in [gate(here, flag), handed(flag)] {
            assert_eq!(refused.code(), 3, "{}", refused.out());
            assert!(refused.err().contains("assize::round::required"), "{}", refused.err());
            assert!(
                refused.out().contains("no round was begun: `assize begin t1`"),
                "{}",
                refused.out()
            );
        }
    }
    let summary = fs::read_to_string(here.join("reviews/t1/verdict-summary.kdl"));
    assert!(summary.expect("a summary").contains("gate \"hold\" open=#false"));
    let told = begun(here, &[]);
    all_write(here, &marked(PASS, &told));
    assert_eq!(gate(here, &["--require-round"]).code(), 0);
    // What was kept of it is gone.
    fs::remove_dir_all(here.join("reviews/.rounds")).expect("a folder");
    assert_eq!(gate(here, &[]).code(), 3);
    for (says, code) in [("require-round #false", 0), ("require-end", 3)] {
        fs::write(here.join("assize.kdl"), asking(says)).expect("a panel");
        assert_eq!(gate(here, &[]).code(), code, "{says}");
    }
    fs::write(here.join("assize.kdl"), &panel).expect("a panel");
    let told = ruling(here, &[]);
    assert_eq!(told["exit_code"], 0, "without a word of it, nothing is required");
    assert!(codes(&told).contains(&"assize::round::gone"), "{told:#}");
    // A mark in what is there tells as much.
    fs::remove_file(here.join("reviews/t1/.round")).expect("a file");
    assert!(codes(&ruling(here, &[])).contains(&"assize::round::gone"));
    all_write(here, PASS);
    assert!(!codes(&ruling(here, &[])).contains(&"assize::round::gone"));
    for says in ["require-round 2", "require-end \"yes\"", "require-round #true #true"] {
        fs::write(here.join("assize.kdl"), asking(says)).expect("a panel");
        assert_eq!(gate(here, &[]).code(), 2, "{says}");
    }
}

#[test]
fn a_report_of_an_earlier_round_is_stale_wherever_it_was_copied_from() {
    let dir = repository();
    let here = dir.path();
    fs::create_dir_all(here.join("reviews/t1")).expect("a folder");
    write(here, "qa.md", &format!("{PASS}note: before any round\n"));
    begun(here, &[]);
    all_write(here, PASS);
    assert_eq!(gate(here, &[]).code(), 0);
    let told = begun(here, &[]);
    let kept = here.join("reviews/.rounds/t1");
    for (from, seat) in [
        ("0/reports/qa.md", "qa.md"),
        ("1/reports/qa.md", "qa.md"),
        ("1/reports/qa.md", "security.md"),
    ] {
        all_write(here, &marked(PASS, &told));
        let old = fs::read_to_string(kept.join(from)).expect("a report");
        // Written now, by any clock.
        write(here, seat, &old);
        let told = ruling(here, &[]);
        let own = cell(&told, seat.trim_end_matches(".md"));
        assert_eq!((&told["exit_code"], &own["state"]), (&3.into(), &"stale".into()), "{from}");
    }
    // The same words, by somebody who was asked in this round.
    all_write(here, &marked(PASS, &told));
    assert_eq!(gate(here, &[]).code(), 0);
    // And other words without a mark.
    all_write(here, &format!("{PASS}<!-- looked at again -->\n"));
    assert_eq!(gate(here, &[]).code(), 0);
}

#[test]
fn a_text_with_two_marks_cannot_be_used() {
    let dir = repository();
    let here = dir.path();
    let first = begun(here, &[]);
    all_write(here, &marked(PASS, &first));
    let told = begun(here, &["--anew"]);
    all_write(here, &marked(PASS, &told));
    for (text, code) in [(PASS, 3), (FAIL, 1)] {
        write(here, "qa.md", &marked(&marked(text, &first), &told));
        let ruled = ruling(here, &[]);
        let own = cell(&ruled, "qa");
        assert_eq!((&ruled["exit_code"], &own["state"]), (&code.into(), &"unreadable".into()));
        assert_eq!(own["cause"], "ambiguous");
        assert!(codes(&ruled).contains(&"assize::round::two_marks"), "{ruled:#}");
    }
    write(here, "qa.md", &marked(&marked(PASS, &told), &told));
    assert_eq!(gate(here, &[]).code(), 0, "one mark, twice");
}

#[test]
fn a_report_without_the_end_that_was_asked_for_was_cut_off() {
    let dir = repository();
    let here = dir.path();
    let panel = fs::read_to_string(here.join("assize.kdl")).expect("a panel");
    let asking = panel.replace("    gate", "    require-end\n    gate");
    fs::write(here.join("assize.kdl"), &asking).expect("a panel");
    let told = begun(here, &["--unbound"]);
    let mark = told["mark"].as_str().expect("a mark");
    let asked = run(here, &["contract", "verdict-file", "--task", "t1"], "").out();
    assert!(asked.contains(&format!("Write `<!-- {mark} -->` as the very last line")), "{asked}");
    let in_json = json!({ "verdict": "pass", "confidence": "high", "summary": format!("fine {mark}"), "blockers": [] });
    for (text, open) in [
        (marked(PASS, &told), true),
        (format!("```yaml\nverdict: pass\nconfidence: high\n# {mark}\n```\n"), true),
        (PASS.to_owned(), false),
        (format!("<!-- {mark} -->\n{PASS}"), false),
        (format!("{PASS}<!-- {mark} -->\nadvisory: src/a.rs:1 lo"), false),
        (format!("## Verdict: APPROVE\n\nAll is fine.\n\n<!-- {mark} -->\n"), true),
        ("## Verdict: APPROVE\n\nAll is fine.\n".to_owned(), false),
        (in_json.to_string(), true),
    ] {
        all_write(here, &marked(PASS, &told));
        write(here, "qa.md", &text);
        let ruled = ruling(here, &[]);
        assert_eq!(ruled["open"], open, "{text}\n{ruled:#}");
        if !open {
            assert_eq!(cell(&ruled, "qa")["cause"], "truncated", "{text}");
            assert!(codes(&ruled).contains(&"assize::round::no_end"), "{text}");
        }
    }
    write(here, "qa.md", FAIL);
    assert_eq!(gate(here, &[]).code(), 1, "what was cut off and fails, fails");
    fs::write(here.join("assize.kdl"), &panel).expect("a panel");
    all_write(here, PASS);
    assert_eq!(gate(here, &[]).code(), 0, "it was not asked for");
}

#[test]
fn what_was_tried_is_not_forgotten_with_its_record() {
    let dir = repository();
    let here = dir.path();
    begun(here, &[]);
    write(here, "qa.md", PASS);
    let ask = || {
        let told = run(here, &["redispatch", "t1", "--record", "--json"], "");
        let told: Value = serde_json::from_str(&told.out()).expect("JSON");
        let mut all = told["actions"].as_array().expect("actions").clone();
        all.retain(|action| action["seat"] == "security");
        all[0]["kind"].as_str().expect("a kind").to_owned()
    };
    let kinds = [ask(), ask()];
    assert!(!codes(&ruling(here, &[])).contains(&"assize::round::attempts_gone"));
    fs::remove_file(here.join("reviews/.rounds/t1/attempts.kdl")).expect("a record");
    let told = ruling(here, &[]);
    assert!(codes(&told).contains(&"assize::round::attempts_gone"), "{told:#}");
    let next = ask();
    assert!(!kinds.contains(&next), "{kinds:?}, and then {next}");
    assert!(!codes(&ruling(here, &[])).contains(&"assize::round::attempts_gone"), "it is back");
    let rounds = run(here, &["rounds", "t1"], "").out();
    assert!(rounds.contains("tried on security"), "{rounds}");
}

#[test]
fn what_was_written_while_it_was_judged_is_read_once_more() {
    for (writes, code, gate) in [
        (0, 0, "gate \"warn\" open=#true"),
        (1, 1, "gate \"fail\" open=#false"),
        (9, 2, "gate \"error\" open=#false"),
    ] {
        let dir = folder(&[("reports/qa.md", PASS), ("reports/security.md", PASS)]);
        let (left, turn) = (Cell::new(writes), Cell::new(0));
        let disk = Stopped::with(move |file| {
            if file.ends_with("qa.md") && left.get() > 0 {
                left.set(left.get() - 1);
                turn.set(turn.get() + 1);
                fs::write(file, format!("{FAIL}<!-- {} -->\n", "x".repeat(turn.get())))
                    .expect("a report");
            }
        });
        let reports = dir.path().join("reports");
        let args = ["assize", "gate", reports.to_str().expect("UTF-8"), "--quiet"];
        let ended = assize::cli::run_on(&disk, &args.map(Into::into));
        assert_eq!(
            format!("{ended:?}"),
            format!("{:?}", std::process::ExitCode::from(code)),
            "{writes}"
        );
        let summary = fs::read_to_string(reports.join("verdict-summary.kdl")).expect("a summary");
        assert!(summary.contains(gate), "{writes}: {summary}");
    }
}

#[test]
fn who_is_awaited_is_not_asked_again_without_a_policy_that_says_so_either() {
    let dir = repository();
    let here = dir.path();
    let panel = fs::read_to_string(here.join("assize.kdl")).expect("a panel");
    fs::write(here.join("assize.kdl"), panel.replace("    redispatch \"standard\"\n", ""))
        .expect("a panel");
    begun(here, &[]);
    write(here, "qa.md", PASS);
    let asked = |wait: &str| {
        let told = ruling(here, &["--wait", wait]);
        let all = told["actions"].as_array().expect("actions").iter();
        all.filter(|action| action["seat"] == "security").count()
    };
    assert_eq!((asked("300"), asked("0")), (0, 1));
    assert!(!gate(here, &["--wait", "300"]).out().contains("redispatch"));
}
