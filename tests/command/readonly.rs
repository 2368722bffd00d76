//! Folders that somebody may read and not write: each command says so by name, and what lies there stays as it was.
#![cfg(unix)]
#![expect(clippy::disallowed_methods, reason = "tests run the command and look at its files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::run::run;

/// Where each runs, what it runs, and how it says that it cannot write.
const LINES: &[(&str, &str, &str)] = &[
    ("reviews", "gate .", "assize::host::summary_not_written"),
    ("reviews", "gate . --exit hook", "assize::host::summary_not_written"),
    ("rounds", "begin task-8 --anew --unbound", "assize::host::not_locked"),
    ("rounds", "begin task-9 --unbound", "assize::round::not_begun"),
    ("rounds", "gate task-8", "assize::round::not_kept"),
    ("rounds", "redispatch task-8 --record", "assize::host::not_locked"),
    ("rounds", "watch task-8", "assize::host::summary_not_written"),
    (
        "court",
        "court brief --task T-17 --contract contract.yaml --worktree work --output b.json",
        "assize::host::briefing_not_written",
    ),
    (
        "court",
        "court judge --task T-17 --contract contract.yaml --worktree work --reply verdict.json --round 2",
        "assize::host::not_locked",
    ),
    ("pairs", "pairs ingest review.md --pairs pairs.txt --into kept", "assize::host::not_locked"),
    (
        "pairs",
        "pairs ingest review.md --pairs pairs.txt --into others",
        "assize::host::record_not_written",
    ),
    ("pairs", "pairs decide kept --pairs pairs.txt", "assize::host::summary_not_written"),
    (
        "quality",
        "quality finish step.kdl --session s1 -- true {system_prompt} {json_schema}",
        "assize::quality::not_written",
    ),
    (
        "quality",
        "quality finish step.kdl --session s1 --self-review",
        "assize::quality::not_written",
    ),
    (
        "sdd/login",
        "sdd review --kind impl inspectors --auditor verdict.cpf",
        "assize::host::not_locked",
    ),
    ("sdd/login", "sdd close B1 NO-GO-FIXED --log log.md", "assize::host::not_locked"),
];

/// What only reads goes on.
const READERS: &[(&str, &str)] = &[
    ("rounds", "rounds task-8"),
    ("rounds", "replay task-8"),
    ("rounds", "redispatch task-8"),
    ("pairs", "pairs warnings kept"),
    ("court", "court brief --task T-17 --contract contract.yaml --worktree work"),
    ("quality", "quality payload step.kdl"),
];

#[test]
fn what_cannot_be_written_is_told_and_nothing_is_lost() {
    let dir = tempfile::tempdir().expect("a folder");
    let here = dir.path();
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    for folder in ["reviews", "rounds", "court", "pairs", "quality", "sdd"] {
        copy(&examples.join(folder), &here.join(folder));
    }
    let go = |(folder, line): (&str, &str)| {
        run(&here.join(folder), &line.split(' ').collect::<Vec<_>>(), "")
    };
    for line in [
        ("rounds", "begin task-8 --changed-from change.txt --unbound"),
        (
            "court",
            "court judge --task T-17 --contract contract.yaml --worktree work --reply verdict.json",
        ),
        ("pairs", "pairs ingest review.md rest.json --pairs pairs.txt --into kept"),
        ("sdd/login", "sdd review --kind impl inspectors --auditor verdict.cpf"),
    ] {
        assert_ne!(go(line).code(), 2, "{line:?}: {}", go(line).err());
    }
    for file in ["qa.md", "security.md"] {
        let from = here.join("rounds/written/first").join(file);
        fs::copy(from, here.join("rounds/.reviews/task-8").join(file)).expect("a report");
    }
    go(("rounds", "gate task-8"));
    let fail = "## [B1] impl\n\n### Raw\n#### V1\nVERDICT:NO-GO\nSCOPE:login\nVERIFIED:\ntest|C|test-failure|Login|fails\n";
    fs::write(here.join("sdd/login/log.md"), fail).expect("a log");
    let before = below(here);
    let_write(here, false);
    if fs::write(here.join("reviews/probe"), "").is_ok() {
        let_write(here, true);
        eprintln!("skipped: root may write everywhere");
        return;
    }
    for &(folder, line, code) in LINES {
        let told = go((folder, line));
        let said = told.out() + told.err().as_str();
        assert_eq!(told.code(), 2, "{line}: {said}");
        assert!(said.contains(code) && said.contains("help"), "{line}: {said}");
    }
    for line in READERS {
        assert_eq!(go(*line).code(), 0, "{line:?}: {}", go(*line).err());
    }
    let after = below(here);
    let_write(here, true);
    assert!(before == after, "{:?}\n{:?}", before.keys(), after.keys());
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("an example") {
        let path = entry.expect("an entry").path();
        let to = to.join(path.file_name().expect("a name"));
        match path.is_dir() {
            true => copy(&path, &to),
            false => drop(fs::copy(&path, &to).expect("a file")),
        }
    }
}

/// Every file, and what it holds.
fn below(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => found.extend(below(&path)),
            false => drop(found.insert(path.clone(), fs::read(&path).expect("a file"))),
        }
    }
    found
}

/// Whether whoever owns it may write to each folder and each file.
fn let_write(folder: &Path, allowed: bool) {
    let set = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("a mode");
    };
    set(folder, 0o755);
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => let_write(&path, allowed),
            false => set(&path, if allowed { 0o644 } else { 0o444 }),
        }
    }
    set(folder, if allowed { 0o755 } else { 0o555 });
}
