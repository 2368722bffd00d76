//! The recovery of inspectors and their auditor (CPF Spec 4), with the panels that come with Assize.
#![expect(clippy::disallowed_methods, reason = "tests run the command and look at its files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use std::fs;
use std::path::Path;

use crate::run::{folder, run};

const GO: &str = "VERDICT:GO\nSCOPE:cart\n";
const HIGH: &str =
    "VERDICT:CONDITIONAL\nSCOPE:cart\nISSUES:\nH|coupling|a.rs:3|it knows too much\n";
const NO_GO: &str = "VERDICT:NO-GO\nSCOPE:cart\nISSUES:\nC|coupling|a.rs:3|it loses data\n";
const PANELS: [(&str, &[&str]); 3] = [
    (
        "sdd-design",
        &["rulebase", "testability", "architecture", "consistency", "best-practices", "holistic"],
    ),
    (
        "sdd-impl",
        &["impl-rulebase", "interface", "test", "quality", "impl-consistency", "impl-holistic"],
    ),
    ("sdd-dead-code", &["dead-settings", "dead-code", "dead-specs", "dead-tests"]),
];

/// What is to be done about the auditor, on one line, after it was tried so.
fn next(here: &Path, panel: &str, tried: &[&str]) -> String {
    let attempt = |action: &&str| format!("attempt seat=\"auditor\" action=\"{action}\" round=1\n");
    let attempts: String = tried.iter().map(attempt).collect();
    fs::write(here.join("attempts.kdl"), format!("// tried\n{attempts}")).expect("a file");
    let more = ["redispatch", "./reports", "--panel", panel, "--attempts", "attempts.kdl"];
    let told = run(here, &more, "");
    assert_eq!(told.code(), 0, "{}", told.err());
    let about_auditor = |line: &str| line.contains("  auditor: ");
    let out = told.out();
    let from = out.lines().skip_while(|line| !about_auditor(line));
    from.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_lost_auditor_is_reminded_started_again_and_derived_from_inspectors_who_only_watch() {
    for (panel, inspectors) in PANELS {
        let here = folder(&[("reports/none.txt", "nothing\n")]);
        let here = here.path();
        let write = |seat: &str, text: &str| {
            fs::write(here.join(format!("reports/{seat}.cpf")), text).expect("a file");
        };
        let gate = || run(here, &["gate", "./reports", "--panel", panel, "--no-summary"], "");
        inspectors.iter().for_each(|seat| write(seat, GO));
        assert!(next(here, panel, &[]).starts_with("nudge auditor: "), "{panel}");
        assert!(next(here, panel, &["nudge"]).starts_with("respawn auditor: "), "{panel}");
        let derived = |word: &str| {
            let told = next(here, panel, &["nudge", "respawn"]);
            assert!(told.starts_with("derive auditor: "), "{panel}: {told}");
            assert!(told.contains(&format!("Write VERDICT:{word} with")), "{panel}: {told}");
        };
        derived("GO");
        // Nobody has derived it yet, so nothing is open.
        assert_eq!(gate().code(), 3, "{panel}: {}", gate().out());
        let last = inspectors.last().expect("an inspector");
        write(last, HIGH);
        derived("CONDITIONAL");
        write(last, NO_GO);
        derived("NO-GO");
        // Who has not arrived is not content.
        fs::remove_file(here.join(format!("reports/{last}.cpf"))).expect("a file");
        derived("CONDITIONAL");
        let told = next(here, panel, &["nudge", "respawn", "derive"]);
        assert!(told.starts_with("escalate auditor: "), "{panel}: {told}");
        for seat in &inspectors[..inspectors.len() - 1] {
            fs::remove_file(here.join(format!("reports/{seat}.cpf"))).expect("a file");
        }
        let told = next(here, panel, &["nudge", "respawn"]);
        assert!(told.starts_with("escalate auditor: "), "{panel}: of nothing, nothing: {told}");
    }
}

#[test]
fn the_gate_of_a_review_speaks_the_words_of_its_auditor() {
    let defect =
        "VERDICT:SPEC-UPDATE-NEEDED\nSCOPE:cart\nSPEC_FEEDBACK:\ndesign|cart|no order is said\n";
    for (text, code, first) in [
        (GO, 0, "OPEN  GO (pass): everybody says go"),
        (
            "VERDICT:CONDITIONAL\nSCOPE:cart\n",
            0,
            "OPEN  CONDITIONAL (warn): a reviewer has conditions",
        ),
        (defect, 1, "SHUT  SPEC-UPDATE-NEEDED (fail): the specification has to change first"),
        ("VERDICT:NO-GO\nSCOPE:cart\n", 1, "SHUT  NO-GO (fail): a reviewer says no"),
    ] {
        let here = folder(&[("reports/verdict.cpf", text)]);
        let told = run(here.path(), &["gate", "./reports", "--panel", "sdd-impl"], "");
        assert_eq!(told.code(), code, "{}", told.out());
        assert!(told.out().starts_with(first), "{}", told.out());
    }
}
