//! Names whose letters are put together in two ways: `é` as one character, and as an `e` with a mark behind it.
#![expect(clippy::disallowed_methods, reason = "tests run the command and look at its files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use std::fs;
use std::path::Path;

use crate::run::{folder, run};

const WHOLE: &str = "r\u{e9}sum\u{e9}";
const APART: &str = "re\u{301}sume\u{301}";
/// Another word, that only has its letters in common.
const BARE: &str = "resume";
const PASS: &str = "verdict: pass\nconfidence: high\n";

/// Ends with this, whichever of the two is asked for and whichever is answered.
fn both_ways(code: u8, line: &[&str], write: impl Fn(&Path, &str, &str)) {
    for (asked, said) in [(WHOLE, APART), (APART, WHOLE), (APART, APART)] {
        let here = folder(&[("reports/none.txt", "nothing\n")]);
        write(here.path(), asked, said);
        let line: Vec<String> = line.iter().map(|word| word.replace("NAME", asked)).collect();
        let line: Vec<&str> = line.iter().map(String::as_str).collect();
        let told = run(here.path(), &line, "");
        assert_eq!(
            told.code(),
            i32::from(code),
            "{asked:?} {said:?}: {} {}",
            told.out(),
            told.err()
        );
    }
}

fn put(here: &Path, name: &str, text: &str) {
    fs::write(here.join(name), text).expect("a file");
}

#[test]
fn a_file_takes_the_seat_of_its_name() {
    let line = ["gate", "reports", "--expect", "NAME"];
    both_ways(0, &line, |here, _, said| put(here, &format!("reports/{said}.md"), PASS));
    let line = ["gate", "./reports", "--panel", "ours"];
    let config = |here: &Path, seat: &str| {
        put(here, "assize.kdl", &format!("panel \"ours\" {{\n    {seat}\n}}\n"));
        fs::create_dir(here.join(".git")).expect("a folder");
    };
    both_ways(0, &line, |here, asked, said| {
        config(here, &format!("seat \"{asked}\""));
        put(here, &format!("reports/{said}.md"), PASS);
    });
    both_ways(0, &line, |here, asked, said| {
        config(here, &format!("seat \"qa\" file=\"{asked}.md\""));
        put(here, &format!("reports/{said}.md"), PASS);
    });
    let line = ["gate", "reports", "--policy", "ours.rhai", "--expect", "NAME"];
    both_ways(0, &line, |here, asked, said| {
        let rule = format!("when seat(\"{said}\").passed.some");
        put(
            here,
            "ours.rhai",
            &format!("seat \"{said}\" required;\nrule \"it passes\" {rule} then pass;\n"),
        );
        put(here, &format!("reports/{asked}.md"), PASS);
    });
    // Two files for one seat are two, and letters without their marks are others.
    let line = ["gate", "reports", "--expect", "NAME"];
    let two_files = |here: &Path, _: &str, _: &str| {
        [WHOLE, APART].iter().for_each(|name| put(here, &format!("reports/{name}.md"), PASS));
    };
    let apart = folder(&[("reports/none.txt", "nothing\n")]);
    two_files(apart.path(), WHOLE, APART);
    match fs::read_dir(apart.path().join("reports")).expect("a folder").count() {
        3 => both_ways(3, &line, two_files),
        _ => eprintln!("skipped: this file system takes the two names for one file"),
    }
    both_ways(3, &line, |here, _, _| put(here, &format!("reports/{BARE}.md"), PASS));
}

#[test]
fn a_criterion_and_a_pair_are_answered_by_their_names() {
    let review = |name: &str| {
        format!(
            r#"{{"passed": true, "feedback": "", "criteria_results": [{{"criterion": "{name}", "passed": true}}]}}"#
        )
    };
    let line = ["quality", "decide", "r.json", "--criterion", "NAME"];
    both_ways(0, &line, |here, _, said| put(here, "r.json", &review(said)));
    both_ways(1, &line, |here, _, _| put(here, "r.json", &review(BARE)));
    let court = |name: &str| {
        format!(r#"{{"action": "merge", "per_criterion": [{{"id": "{name}", "status": "pass"}}]}}"#)
    };
    let line = ["court", "decide", "c.json", "--criterion", "NAME"];
    both_ways(0, &line, |here, _, said| put(here, "c.json", &court(said)));
    both_ways(3, &line, |here, _, _| put(here, "c.json", &court(BARE)));
    let block = |name: &str| {
        let pair = format!("notes/{name}.md :: evidence");
        format!(
            "=== PAIR REVIEW START: {pair} ===\n### Summary\nfine\n\n## Result: PASS\n=== PAIR REVIEW END: {pair} ===\n"
        )
    };
    let line = ["pairs", "decide", "b.md", "--pair", "notes/NAME.md :: evidence"];
    both_ways(0, &line, |here, _, said| put(here, "b.md", &block(said)));
    both_ways(3, &line, |here, _, _| put(here, "b.md", &block(BARE)));
    // One pair, reviewed twice.
    both_ways(3, &line, |here, _, _| put(here, "b.md", &(block(WHOLE) + block(APART).as_str())));
    let object = |name: &str| {
        format!(
            r#"{{"pairs": [{{"note": "notes/{name}.md", "gate": "evidence", "summary": "fine", "findings": [], "suggested_revision": null, "decision": "pass"}}]}}"#
        )
    };
    both_ways(0, &line, |here, _, said| put(here, "b.md", &object(said)));
    both_ways(3, &line, |here, _, _| put(here, "b.md", &object(BARE)));
}

#[test]
fn runs_agree_on_a_place_and_waivers_and_patterns_fit_it() {
    let run_of = |name: &str| {
        format!("VERDICT:CONDITIONAL\nSCOPE:x\nVERIFIED:\na|H|{name}|docs/{name}.md|no source\n")
    };
    let line = ["consensus", "V1.cpf", "V2.cpf"];
    both_ways(1, &line, |here, asked, said| {
        put(here, "V1.cpf", &run_of(asked));
        put(here, "V2.cpf", &run_of(said));
    });
    both_ways(0, &line, |here, asked, _| {
        put(here, "V1.cpf", &run_of(asked));
        put(here, "V2.cpf", &run_of(BARE));
    });
    let line = [
        "gate",
        "reports",
        "--policy",
        "payments",
        "--set",
        "path=NAME/**",
        "--expect",
        "qa",
        "--changed-from",
        "changed.txt",
    ];
    let changed = |here: &Path, name: &str| {
        put(here, "changed.txt", &format!("{name}/a.rs\n"));
        put(here, "reports/qa.md", PASS);
    };
    both_ways(3, &line, |here, _, said| changed(here, said));
    both_ways(0, &line, |here, _, _| changed(here, BARE));
    let waived = |here: &Path, asked: &str, said: &str| {
        let fail = format!("verdict: fail\nconfidence: high\nblocker: {said}/a.rs:7 it leaks\n");
        put(here, "reports/qa.md", &fail);
        let days = "reason=\"goes with v3\" until=\"2027-01-01\"";
        put(here, "w.kdl", &format!("waiver \"W-1\" path=\"{asked}/**\" owner=\"dana\" {days}\n"));
    };
    let line = ["gate", "reports", "--policy", "waivers", "--waivers", "w.kdl", "--expect", "qa"];
    let line = [&line[..], &["--given", "today=2026-12-01"]].concat();
    both_ways(0, &line, waived);
    both_ways(1, &line, |here, asked, _| waived(here, asked, BARE));
}
