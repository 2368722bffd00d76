//! Rounds on a disk that stops half way.
#![expect(clippy::disallowed_methods, reason = "the tests look at the files themselves")]

use std::cell::Cell;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::Rounds;
use crate::host::{Content, Disk, Files, Identity, Kind, Opened, Permissions, Writer};
use crate::round::{ROUND_VERSION, Round};
use crate::source::Sha256;

/// The real disk, which does so many more steps and then nothing: as after a kill, or when it is full.
struct Stopping {
    left: Cell<usize>,
}

impl Stopping {
    fn after(steps: usize) -> Self {
        Self { left: Cell::new(steps) }
    }

    fn step(&self) -> io::Result<()> {
        match self.left.get() {
            0 => Err(io::ErrorKind::StorageFull.into()),
            left => {
                self.left.set(left - 1);
                Ok(())
            }
        }
    }
}

impl Files for Stopping {
    fn names(&self, folder: &Path) -> io::Result<Vec<OsString>> {
        Disk.names(folder)
    }
    fn kind(&self, path: &Path) -> io::Result<Kind> {
        Disk.kind(path)
    }
    fn resolve(&self, path: &Path) -> io::Result<PathBuf> {
        Disk.resolve(path)
    }
    fn read(&self, path: &Path, limit: usize) -> io::Result<Opened> {
        Disk.read(path, limit)
    }
    fn read_inside(&self, folder: &Path, file: &Path, limit: usize) -> io::Result<Opened> {
        Disk.read_inside(folder, file, limit)
    }
    fn identity(&self, path: &Path) -> Option<Identity> {
        Disk.identity(path)
    }
}

impl Writer for Stopping {
    fn replace(
        &self,
        path: &Path,
        content: &Content<'_>,
        permissions: Permissions,
    ) -> io::Result<()> {
        self.step()?;
        Disk.replace(path, content, permissions)
    }
    fn write_in_place(&self, path: &Path, content: &Content<'_>) -> io::Result<()> {
        self.step()?;
        Disk.write_in_place(path, content)
    }
    fn create_new(&self, path: &Path, content: &Content<'_>) -> io::Result<()> {
        self.step()?;
        Disk.create_new(path, content)
    }
    fn create_folder(&self, path: &Path) -> io::Result<()> {
        self.step()?;
        Disk.create_folder(path)
    }
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.step()?;
        Disk.rename(from, to)
    }
    fn remove(&self, path: &Path) -> io::Result<()> {
        self.step()?;
        Disk.remove(path)
    }
    fn blank(&self, path: &Path) -> io::Result<()> {
        self.step()?;
        Disk.blank(path)
    }
    fn sweep(&self, _: &Path) {}
}

fn round(number: u32) -> Round {
    Round {
        schema_version: ROUND_VERSION,
        task: "t1".to_owned(),
        round: number,
        mark: Round::mark_of(number, [7; 8]),
        begun: crate::host::nanoseconds(),
        bound: Vec::new(),
        branch: None,
        panel: "ours".to_owned(),
        seats: Vec::new(),
        change: None,
        texts: Vec::new(),
    }
}

/// Every file below a folder, and what it holds.
fn all(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.path().is_dir() {
            found.extend(all(&entry.path()));
        } else {
            let text = fs::read_to_string(entry.path()).unwrap_or_default();
            found.push((entry.path(), text));
        }
    }
    found
}

/// A first round in which somebody has written, and an open summary.
fn first(root: &Path) -> Rounds {
    let rounds = Rounds::of(&root.join("reports/t1")).expect("it has a name");
    fs::create_dir_all(&rounds.folder).expect("a folder");
    rounds.begin(&Disk, &round(1)).expect("a round");
    fs::write(rounds.folder.join("qa.md"), "what qa wrote").expect("a report");
    fs::write(rounds.folder.join("verdict-summary.kdl"), "gate \"pass\" open=#true\n")
        .expect("a summary");
    rounds
}

#[test]
fn wherever_a_beginning_is_stopped_the_gate_is_shut_and_nothing_is_lost() {
    let mut whole = false;
    for steps in 0..20 {
        let root = tempfile::tempdir().expect("a folder");
        let rounds = first(root.path());
        let number = rounds.next_number(&Disk).expect("a number");
        let begun = rounds.begin(&Stopping::after(steps), &round(number));
        let reports: Vec<_> =
            all(root.path()).into_iter().filter(|(path, _)| path.ends_with("qa.md")).collect();
        assert_eq!(reports.len(), 1, "{steps}: {reports:?}");
        assert_eq!(reports[0].1, "what qa wrote");
        let summary = fs::read_to_string(rounds.folder.join("verdict-summary.kdl"));
        let open = summary.is_ok_and(|text| text.contains("open=#true"));
        // Before the first step nothing was done, and the last round is as it was.
        let untouched = begun.is_err() && rounds.folder.join("qa.md").exists();
        assert!(!open || (steps == 0 && untouched), "{steps}");
        whole = begun.is_ok();
        if whole {
            assert_eq!(steps, 8, "each step is one that is tried");
            break;
        }
        // What follows makes it whole.
        let number = rounds.next_number(&Disk).expect("a number");
        rounds.begin(&Disk, &round(number)).expect("a round");
        let last = rounds.last(&Disk).expect("it can be read").expect("a round");
        assert_eq!(last.round, number, "{steps}");
        assert!(!rounds.folder.join("qa.md").exists(), "{steps}");
        let kept = root.path().join("reports/.rounds/t1/1/reports/qa.md");
        assert_eq!(fs::read_to_string(kept).ok().as_deref(), Some("what qa wrote"), "{steps}");
    }
    assert!(whole, "it never came to its end");
}

/// Judges a round in which somebody wrote that, as far as is kept of it for later rounds.
fn judge(rounds: &Rounds, number: u32, written: &str, found: &str) {
    fs::write(rounds.folder.join("qa.md"), written).expect("a report");
    let judged = serde_json::json!({
        "schema_version": 1,
        "seats": [{ "seat": "qa", "verdict": "fail", "sha256": Sha256::of(written.as_bytes()).to_string() }],
        "findings": [{ "seat": "qa", "kind": "blocker", "fingerprint": found }],
        "summary": "",
    });
    fs::write(rounds.of_round(number).join("judged.json"), judged.to_string()).expect("a ruling");
}

#[test]
fn what_was_before_a_round_is_the_same_whatever_is_left_of_the_index() {
    const INDEX: &str = "earlier.json";
    let root = tempfile::tempdir().expect("a folder");
    let rounds = Rounds::of(&root.path().join("reports/t1")).expect("it has a name");
    // What lay there before is of no round, and of a third one what was written late.
    fs::create_dir_all(&rounds.folder).expect("a folder");
    fs::write(rounds.folder.join("old.md"), "of nobody").expect("a report");
    for number in 1..=3 {
        rounds.begin(&Disk, &round(number)).expect("a round");
        judge(&rounds, number, &format!("text {number}"), &format!("f1:{number}"));
    }
    rounds.begin(&Disk, &round(4)).expect("a round");
    fs::remove_dir_all(rounds.of_round(4)).expect("it is gone");
    fs::write(rounds.folder.join("late.md"), "late").expect("a report");
    rounds.begin(&Disk, &round(4)).expect("a round");
    fs::write(rounds.folder.join("qa.md"), "not judged").expect("a report");
    rounds.begin(&Disk, &round(5)).expect("a round");

    let index = rounds.of_round(0).with_file_name(INDEX);
    let hash = |text: &str| Sha256::of(text.as_bytes()).to_string();
    let known = rounds.before(&Disk, 5).expect("it can be listed");
    for text in ["of nobody", "text 1", "text 2", "text 3", "late", "not judged"] {
        assert!(known.texts.contains(&hash(text)), "{text}");
    }
    let found: Vec<String> = known.found.clone().unwrap_or_default().into_iter().collect();
    assert_eq!(found, ["f1:1", "f1:2", "f1:3"]);
    assert_eq!(known.unread, [rounds.of_round(4).join("reports")]);
    let third = rounds.before(&Disk, 3).expect("it can be listed");
    assert_eq!((third.texts.len(), third.found.map(|found| found.len())), (3, Some(2)));
    assert_eq!(rounds.before(&Disk, 1).expect("it can be listed").found, None);

    // Whatever is not in it, or not as it was, is looked up: a folder of a round as well as all of them.
    let whole = fs::read_to_string(&index).expect("an index");
    let late = whole.replacen("\"name\":\"reports\"", "\"name\":\"reports-9\"", 4);
    assert!(late != whole && late.contains("\"reports-2\""));
    for left in [&whole[..whole.len() / 2], "", "{\"schema_version\":2,\"folders\":[]}", &late] {
        fs::write(&index, left).expect("an index");
        let before = rounds.before(&Disk, 5).expect("it can be listed");
        assert_eq!(before.texts, known.texts, "{left}");
        assert!(before.unread.len() >= 3, "{left}");
    }
    fs::write(&index, &whole).expect("an index");
    let first = rounds.of_round(1).join("reports");
    fs::write(first.join("qa.md"), "text 1, and more").expect("somebody was still at work");
    fs::write(first.join("new.md"), "came late").expect("somebody was still at work");
    let now = rounds.before(&Disk, 5).expect("it can be listed");
    assert!(
        now.texts.contains(&hash("text 1, and more")) && now.texts.contains(&hash("came late"))
    );
    assert!(now.unread.contains(&first), "{now:?}");
    fs::write(first.join("qa.md"), "text 1").expect("a report");
    fs::remove_file(first.join("new.md")).expect("it is gone");
    fs::remove_file(&index).expect("it is gone");
    assert_eq!(rounds.before(&Disk, 5).expect("it can be listed").texts, known.texts);
    rounds.begin(&Disk, &round(6)).expect("a round");
    let healed = rounds.before(&Disk, 5).expect("it can be listed");
    assert_eq!(healed, known);
    // A round that was taken away is no longer known.
    fs::remove_dir_all(rounds.of_round(2)).expect("it is gone");
    assert!(!rounds.before(&Disk, 5).expect("it can be listed").texts.contains(&hash("text 2")));
}

#[test]
fn an_attempt_that_cannot_be_written_leaves_those_before() {
    let root = tempfile::tempdir().expect("a folder");
    let rounds = first(root.path());
    let tried = [("qa".to_owned(), "nudge".to_owned())];
    rounds.record_attempts(&Disk, 1, &tried).expect("written");
    let before = fs::read_to_string(rounds.attempts_file()).expect("it is there");
    assert!(rounds.record_attempts(&Stopping::after(0), 1, &tried).is_err());
    assert_eq!(fs::read_to_string(rounds.attempts_file()).ok(), Some(before.clone()));
    rounds.begin(&Disk, &round(2)).expect("a round");
    rounds.record_attempts(&Disk, 2, &tried).expect("written");
    let after = fs::read_to_string(rounds.attempts_file()).expect("it is there");
    assert!(after.starts_with(&before) && after.lines().count() == 2, "{after}");
}

#[test]
fn what_is_no_round_is_passed_over() {
    let root = tempfile::tempdir().expect("a folder");
    let rounds = first(root.path());
    for name in ["0x2", "03", "-1", "x", "2"] {
        fs::create_dir_all(root.path().join("reports/.rounds/t1").join(name)).expect("a folder");
    }
    assert_eq!(rounds.numbers(&Disk).ok(), Some(vec![1]));
    assert!(Rounds::of(Path::new("/")).is_none());
}
