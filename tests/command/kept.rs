//! `assize policy diff --on … --keep`: what is kept of recorded rounds never changes an answer.
#![cfg(unix)]
#![expect(clippy::disallowed_methods, reason = "tests run the command and look at its files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use crate::run::{Run, command, folder};

const PASS: &str = "verdict: pass\nconfidence: high\n";
const WARN: &str = "verdict: warn\nconfidence: high\nadvisory: src/a.rs:7 a long name\n";
const FAIL: &str = "verdict: fail\nconfidence: high\nblocker: src/a.rs:7 it leaks\n";

/// Three rounds; a fail is unexpectedly spelt, so that reading repairs it.
fn archive() -> tempfile::TempDir {
    folder(&[
        ("archive/one/qa.md", PASS),
        ("archive/one/security.md", PASS),
        ("archive/two/qa.md", PASS),
        ("archive/two/security.md", WARN),
        (
            "archive/three/qa.md",
            "VERDICT: **FAIL**\nconfidence: high\nblocker: src/a.rs:7 it leaks\n",
        ),
        ("archive/three/security.md", "I cannot approve this.\n"),
    ])
}

/// What becomes of a file.
type Damage = dyn Fn(&[u8]) -> Vec<u8>;

/// With a state folder of its own, so that the user's is left alone.
fn diff_of(here: &Path, home: &str, more: &[&str]) -> Run {
    let line = ["policy", "diff", "strict", "any-blocker", "--on", "archive", "--json"];
    let mut command = command(here, &[&line[..], more].concat());
    command.env("XDG_STATE_HOME", here.join(home));
    Run(command.output().expect("it runs"))
}

fn kept_in(here: &Path, home: &str) -> Run {
    diff_of(here, home, &["--keep", "kept", "-v"])
}

/// How many reports were kept and read, as it says.
fn counts(run: &Run) -> String {
    let told = run.err();
    let line = told.lines().find(|line| line.contains("reports were kept"));
    line.unwrap_or_default().trim().to_owned()
}

fn files(here: &Path) -> Vec<PathBuf> {
    let names = fs::read_dir(here.join("kept")).expect("a folder");
    let mut all: Vec<PathBuf> = names.map(|name| name.expect("a file").path()).collect();
    all.sort();
    all
}

#[test]
fn what_was_read_is_kept_and_answers_stay_as_they_are() {
    let dir = archive();
    let here = dir.path();
    let plain = diff_of(here, "home", &[]);
    assert!(!here.join("home").exists(), "nothing is written unless it is asked for");
    let first = kept_in(here, "home");
    assert_eq!(counts(&first), "0 reports were kept, 6 were read", "{}", first.err());
    let second = kept_in(here, "home");
    assert_eq!(counts(&second), "6 reports were kept, 0 were read", "{}", second.err());
    for run in [&first, &second] {
        assert_eq!((run.code(), run.out()), (plain.code(), plain.out()));
    }
    assert_eq!(plain.code(), 1);
    let secret = fs::metadata(here.join("home/assize/keep.key")).expect("a secret");
    assert_eq!(secret.permissions().mode() & 0o777, 0o600);
    // A report that is written anew is read anew, and the others are not.
    fs::write(here.join("archive/two/security.md"), FAIL).expect("a report");
    let changed = kept_in(here, "home");
    assert_eq!(counts(&changed), "5 reports were kept, 1 were read");
    assert_eq!(changed.out(), diff_of(here, "home", &[]).out());
    assert_ne!(changed.out(), plain.out());
    // Rounds that are gone leave nothing behind.
    let all = files(here).len();
    fs::remove_dir_all(here.join("archive/one")).expect("it goes");
    assert_eq!(counts(&kept_in(here, "home")), "4 reports were kept, 0 were read");
    assert_eq!(files(here).len(), all - 1);
    fs::create_dir(here.join("archive/one")).expect("a folder");
    for seat in ["qa", "security"] {
        fs::write(here.join(format!("archive/one/{seat}.md")), PASS).expect("a report");
    }
    assert_eq!(counts(&kept_in(here, "home")), "4 reports were kept, 2 were read");
    // Read otherwise, by other words: nothing is taken.
    fs::write(here.join("assize.kdl"), "words { stop \"revise\" }\n").expect("words");
    assert_eq!(counts(&kept_in(here, "home")), "0 reports were kept, 6 were read");
}

#[test]
fn what_was_changed_or_comes_from_elsewhere_is_told_and_not_used() {
    let dir = archive();
    let here = dir.path();
    let plain = diff_of(here, "home", &[]);
    let ways: [(&str, &Damage); 6] = [
        ("a bit", &|bytes| {
            let mut bytes = bytes.to_vec();
            let last = bytes.len() - 9;
            bytes[last] ^= 1;
            bytes
        }),
        ("its seal", &|bytes| [&[0; 32], &bytes[32..]].concat()),
        ("its end", &|bytes| bytes[..bytes.len() - 1].to_vec()),
        ("more", &|bytes| [bytes, b"more"].concat()),
        ("nothing", &|_| Vec::new()),
        ("a text", &|_| b"verdict: pass\n".to_vec()),
    ];
    kept_in(here, "home");
    // Three of the ways at a time, one for each file.
    for ways in ways.chunks(3) {
        let all = files(here);
        assert_eq!(all.len(), ways.len(), "{all:?}");
        for (file, (_, way)) in all.iter().zip(ways) {
            let bytes = fs::read(file).expect("it can be read");
            fs::write(file, way(&bytes)).expect("it can be written");
        }
        let names: Vec<&str> = ways.iter().map(|(name, _)| *name).collect();
        let found = kept_in(here, "home");
        assert_eq!((found.code(), found.out()), (plain.code(), plain.out()), "{names:?}");
        // Each of them is read anew, and written anew.
        assert_eq!(counts(&found), "0 reports were kept, 6 were read", "{names:?}");
        assert!(found.err().contains("3 of the files in `kept` were changed"), "{}", found.err());
    }
    assert_eq!(counts(&kept_in(here, "home")), "6 reports were kept, 0 were read");
}

#[test]
fn a_folder_that_a_change_brings_along_says_nothing() {
    let dir = archive();
    let here = dir.path();
    // Somebody else keeps what says that everything passes, under the hashes of these reports: a whole folder, well sealed.
    kept_in(here, "theirs");
    let plain = diff_of(here, "home", &[]);
    let found = kept_in(here, "home");
    assert_eq!((found.code(), found.out()), (plain.code(), plain.out()));
    assert_eq!(counts(&found), "0 reports were kept, 6 were read");
    assert!(found.err().contains("not written by you"), "{}", found.err());
    // Its files stand for links: what they lead to is left alone.
    let all = files(here);
    fs::write(here.join("precious"), "as it was").expect("a file");
    for file in &all {
        fs::remove_file(file).expect("it goes");
        symlink(here.join("precious"), file).expect("a link");
    }
    let found = kept_in(here, "home");
    assert_eq!(found.out(), plain.out());
    assert_eq!(fs::read_to_string(here.join("precious")).expect("it stands"), "as it was");
}

#[test]
fn where_nothing_can_be_kept_that_is_said() {
    let dir = archive();
    let here = dir.path();
    fs::write(here.join("assize.kdl"), "").expect("a file");
    let among = diff_of(here, "home", &["--keep", "archive/kept"]);
    assert_eq!(among.code(), 2, "{}", among.out());
    assert!(among.err().contains("among the rounds"), "{}", among.err());
    assert!(!here.join("archive/kept").exists(), "it would be a round");
    let file = diff_of(here, "home", &["--keep", "assize.kdl"]);
    assert_eq!(file.code(), 2);
    assert!(file.err().contains("nothing can be kept"), "{}", file.err());
    // Others may read the secret, so that it is none.
    kept_in(here, "home");
    let secret = here.join("home/assize/keep.key");
    fs::set_permissions(&secret, fs::Permissions::from_mode(0o644)).expect("it is changed");
    let open = kept_in(here, "home");
    assert_eq!(open.code(), 2);
    assert!(open.err().contains("assize::host::keep_without_secret"), "{}", open.err());
    // It was cut off, by a disk that was full.
    fs::set_permissions(&secret, fs::Permissions::from_mode(0o600)).expect("it is changed");
    let whole = fs::read(&secret).expect("it can be read");
    fs::write(&secret, &whole[..7]).expect("it is cut off");
    let cut = kept_in(here, "home");
    assert_eq!(cut.code(), 2);
    assert!(cut.err().contains("cut off; remove it"), "{}", cut.err());
    fs::write(&secret, &whole).expect("it is whole again");
    assert_eq!(kept_in(here, "home").code(), 1);
    // It is somebody else's, which only the superuser can make it.
    if std::os::unix::fs::chown(&secret, Some(65_534), None).is_ok() {
        let theirs = kept_in(here, "home");
        assert_eq!(theirs.code(), 2);
        assert!(theirs.err().contains("somebody else"), "{}", theirs.err());
    }
    // Without a place for it.
    let line = ["policy", "diff", "strict", "any-blocker", "--on", "archive", "--keep", "kept"];
    let mut homeless = command(here, &line);
    homeless.env_remove("XDG_STATE_HOME").env_remove("HOME").env_remove("LOCALAPPDATA");
    let homeless = Run(homeless.output().expect("it runs"));
    assert_eq!(homeless.code(), 2);
    assert!(homeless.err().contains("assize::cli::keep_without_home"), "{}", homeless.err());
    // Only recorded rounds are kept.
    let made = ["policy", "diff", "strict", "any-blocker", "--keep", "kept"];
    assert_eq!(crate::run::run(here, &made, "").code(), 2);
}
