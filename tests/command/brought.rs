//! What lies among the reports, where reviewers write: it is judged, and never judges.
#![expect(clippy::disallowed_methods, reason = "tests run the command and give it files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use std::fs;
use std::path::Path;

use crate::run::{Run, run};

const PASS: &str = "verdict: pass\nconfidence: high\n";
const FAIL: &str = "verdict: fail\nconfidence: high\nblocker: src/a.rs:1 broken\n";
const LAX: &str =
    "rule \"fine\" when reported.some then pass overriding seat(\"qa\") \"we say so\";\n";
const OURS: &str = ".assize/policies/gate/ours.rhai";

fn put(here: &Path, name: &str, text: &str) {
    let place = here.join(name);
    fs::create_dir_all(place.parent().expect("a folder")).expect("a folder");
    fs::write(place, text).expect("a file");
}

/// A folder `rep` of reports with these files.
fn reports(files: &[(&str, &str)]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    files.iter().for_each(|(name, text)| put(&dir.path().join("rep"), name, text));
    dir
}

fn gate(here: &Path, arguments: &str) -> Run {
    let arguments: Vec<&str> = arguments.split(' ').collect();
    run(here, &[&["gate", "--no-summary"], &arguments[..]].concat(), "")
}

#[track_caller]
fn refused(here: &Path, arguments: &str, told: &str) {
    let run = gate(here, arguments);
    assert_eq!(run.code(), 2, "{arguments}: {}", run.out());
    assert!(run.err().contains(told) && run.err().contains("help:"), "{arguments}: {}", run.err());
}

#[test]
fn a_policy_among_the_reports_does_not_judge() {
    const AMONG: &str = "assize::host::policy_among_reports";
    let dir = reports(&[("qa.md", FAIL), (OURS, LAX), ("p.rhai", LAX)]);
    let here = dir.path();
    let inside = here.join("rep");
    // By its name, of the folder itself and of files that were named.
    refused(&inside, ". --policy ours", AMONG);
    refused(&inside, "qa.md --policy ours", "lies beside the reports");
    let named = gate(&inside, &format!("qa.md --policy ./{OURS}"));
    assert_eq!(named.code(), 0, "who names it by its path vouches for it: {}", named.err());
    // By its path.
    refused(here, "rep --policy rep/p.rhai", AMONG);
    refused(here, "rep --policy ./rep/../rep/p.rhai", AMONG);
    refused(&inside, ". --policy ./p.rhai", AMONG);
    refused(&inside, &format!(". --policy {OURS}"), AMONG);
    // With a built-in name it neither judges nor is in the way.
    put(&inside, ".assize/policies/gate/any-blocker.rhai", LAX);
    let built_in = gate(&inside, ". --policy any-blocker");
    assert_eq!(built_in.code(), 1, "{}", built_in.err());
    assert!(built_in.err().contains("lies among the reports"), "{}", built_in.err());
    // One above the reports is found, and the other told.
    put(here, OURS, "rule \"a fail\" when failed.some then fail;\n");
    fs::create_dir(here.join(".git")).expect("a folder");
    let above = gate(&inside, ". --policy ours");
    assert_eq!(above.code(), 1, "{}", above.err());
    assert!(above.err().contains("lies among the reports"), "{}", above.err());
    // A file beside the reports may judge where it is named, and so may one in another folder.
    put(here, "lax.rhai", "rule \"fine\" when reported.some then pass;\n");
    put(here, "rep/qa.md", PASS);
    fs::remove_file(inside.join("p.rhai")).expect("a file");
    assert_eq!(gate(here, "rep --policy ./lax.rhai").code(), 0);
    put(&inside, "lax.rhai", "rule \"fine\" when reported.some then pass;\n");
    assert_eq!(gate(&inside, "qa.md --policy ./lax.rhai").code(), 0);
}

#[cfg(unix)]
#[test]
fn no_link_leads_a_policy_among_the_reports() {
    use std::os::unix::fs::symlink;
    const AMONG: &str = "assize::host::policy_among_reports";
    let calls = "import \"helpers\" as h;\nrule \"fine\" when h::enough(failed.count) then pass overriding seat(\"qa\") \"we say so\";\n";
    let stands = "extends \"base\";\n";
    let dir = reports(&[
        ("qa.md", FAIL),
        ("p.rhai", LAX),
        ("helpers.rhai", "fn enough(n) { n >= 0 }\n"),
        ("base.rhai", LAX),
    ]);
    let here = dir.path();
    symlink("rep/p.rhai", here.join("link.rhai")).expect("a link");
    symlink("rep/helpers.rhai", here.join("helpers.rhai")).expect("a link");
    symlink("rep/base.rhai", here.join("base.rhai")).expect("a link");
    put(here, "calls.rhai", calls);
    put(here, "stands.rhai", stands);
    for policy in ["link", "calls", "stands"] {
        refused(here, &format!("rep --policy ./{policy}.rhai"), AMONG);
    }
    // A folder of policies that is one of the reports.
    put(here, "rep/policies/gate/ours.rhai", LAX);
    symlink("rep", here.join(".assize")).expect("a link");
    refused(here, "rep --policy ours", AMONG);
    // The same files where reviewers do not write.
    fs::rename(here.join("rep"), here.join("lib")).expect("a folder");
    put(here, "rep/qa.md", FAIL);
    fs::remove_file(here.join("helpers.rhai")).expect("a link");
    put(here, "helpers.rhai", "fn enough(n) { n >= 0 }\n");
    let judged = gate(here, "rep --policy ./calls.rhai");
    assert_eq!(judged.code(), 0, "{}", judged.err());
}

#[test]
fn all_the_files_of_a_folder_name_nobody() {
    let dir = reports(&[("a.md", PASS), ("b.md", PASS), ("notes.txt", "milk\n")]);
    let here = dir.path();
    put(here, "quorum.rhai", "others voting;\nrule \"two\" when in_favour.count >= 2 then pass;\n");
    let ours = |paths: &str| gate(here, &format!("{paths} --policy ./quorum.rhai"));
    // What the shell makes of `rep/*.md`.
    let whole = ours("rep/a.md rep/b.md");
    assert_ne!(whole.code(), 0, "{}", whole.out());
    assert!(
        whole.out().contains("unnamed_voter") || whole.out().contains("--expect"),
        "{}",
        whole.out()
    );
    assert_eq!(ours("rep/a.md rep/b.md --expect a,b").code(), 0);
    // A choice names whom it chose.
    put(here, "rep/c.md", FAIL);
    assert_eq!(ours("rep/a.md rep/b.md").code(), 0, "{}", ours("rep/a.md rep/b.md").out());
    let told = gate(here, "rep/a.md rep/b.md rep/c.md");
    assert_eq!(told.code(), 1);
    // One file names its seat, as always.
    let alone = reports(&[("qa.md", PASS)]);
    let alone = gate(alone.path(), "rep/qa.md --format json");
    assert!(alone.out().contains("\"outcome\": \"pass\""), "{}", alone.out());
}

#[test]
fn flags_and_files_know_the_seats_that_a_policy_names() {
    let dir = reports(&[("a.md", PASS)]);
    let here = dir.path();
    let rules = "rule \"a fail\" when failed.some then fail;\nrule \"open\" when unsettled.some then hold;\nrule \"all\" when passed.all then pass;\n";
    put(here, "ours.rhai", &format!("seat \"qa\" required;\n{rules}"));
    put(here, "voter.rhai", &format!("seat \"qa\" voting;\n{rules}"));
    put(here, "qa.out", PASS);
    put(here, "bad.out", FAIL);
    // What it printed counts, whoever else is expected.
    let printed = gate(here, "rep --expect a --stdout qa=qa.out --policy ./ours.rhai");
    assert_eq!(printed.code(), 0, "{}", printed.err());
    let failed = gate(here, "rep --expect a --stdout qa=bad.out --policy ./ours.rhai");
    assert_eq!(failed.code(), 1, "{}", failed.err());
    // A flag may name it, where the policy says the same.
    let voting = gate(here, "rep --voting qa --policy ./voter.rhai");
    assert_eq!(voting.code(), 3, "it is missing: {}", voting.err());
    refused(here, "rep --voting qu --policy ./voter.rhai", "did you mean `qa`?");
    refused(here, "rep --observers qa --policy ./voter.rhai", "observer");
    refused(here, "rep --expect a --stdout b=qa.out --policy ./ours.rhai", "no_such_seat");
    // Without a report, whom the policy names is missing.
    fs::create_dir(here.join("none")).expect("a folder");
    let empty = gate(here, "none --policy ./ours.rhai");
    assert_eq!(empty.code(), 3, "{}", empty.err());
    refused(here, "none", "assize::seats::no_reports");
    // Its file is expected, and takes its seat whatever it holds.
    put(here, "rep/qa.md", PASS);
    let whole = gate(here, "rep --expect a --policy ./ours.rhai --format json");
    assert_eq!(whole.code(), 0, "{}", whole.err());
    assert!(!whole.out().contains("nobody expected"), "{}", whole.out());
    put(here, "rep/qa.md", "remember the milk\n");
    let silent = gate(here, "rep --expect a --policy ./ours.rhai");
    assert_eq!(silent.code(), 3, "{}", silent.err());
    assert!(silent.err().contains("takes the seat `qa`"), "{}", silent.err());
}
