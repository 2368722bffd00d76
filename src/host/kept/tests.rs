//! What is kept is what was read, whatever was read.

use std::path::{Path, PathBuf};

use super::Kept;
use super::packed::{pack, unpack};
use crate::host::{Disk, Files, Kind};
use crate::{Outcome, Profile, ReadOptions, Source, read};

/// Every file below a folder.
fn below(folder: &Path, all: &mut Vec<PathBuf>) {
    for name in Disk.names(folder).expect("a folder") {
        let path = folder.join(name);
        match Disk.kind(&path).expect("it stands there") {
            Kind::Folder => below(&path, all),
            Kind::File => all.push(path),
            _ => {}
        }
    }
}

/// Every text of the cases of reading, with what is expected of them, and texts that are meant to be taken for something
/// else.
fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut all = Vec::new();
    ["cases/read", "hostile"].iter().for_each(|part| below(&root.join(part), &mut all));
    let source = |path: &PathBuf| {
        let opened = Disk.read(path, usize::MAX).expect("it opens");
        Source::new("qa.md", opened.into_bytes(usize::MAX).expect("a file"))
    };
    all.iter().map(source).collect()
}

#[test]
fn what_is_kept_is_what_was_read() {
    let sources = sources();
    assert!(sources.len() > 1_000, "{}", sources.len());
    for profile in [Profile::Standard, Profile::Strict] {
        let options = ReadOptions::default().profile(profile);
        for source in &sources {
            let decoded = read(source, &options);
            let kept = unpack(&pack(&decoded), source).expect("it is what was written");
            assert_eq!(format!("{kept:?}"), format!("{decoded:?}"));
            let places = |decoded: &crate::Decoded| {
                let parts = |source: &Source| source.pieces().map(|(id, all)| (id, all.to_vec()));
                decoded.sources.iter().map(parts).collect::<Vec<_>>()
            };
            assert_eq!(places(&kept), places(&decoded));
            let texts = |decoded: &crate::Decoded| {
                decoded.sources.iter().map(|source| source.bytes().to_vec()).collect::<Vec<_>>()
            };
            assert_eq!(texts(&kept), texts(&decoded));
        }
    }
}

#[test]
fn bytes_that_were_cut_off_or_changed_give_something_else_and_no_panic() {
    let options = ReadOptions::default();
    for source in sources().iter().step_by(40) {
        let whole = pack(&read(source, &options));
        for end in 0..whole.len() {
            assert!(unpack(&whole[..end], source).is_none());
        }
        for at in (0..whole.len()).step_by(7) {
            let mut changed = whole.clone();
            changed[at] ^= 0xff;
            let _ = unpack(&changed, source);
        }
    }
}

/// A folder of what is kept, with a secret of its own.
fn kept_in(here: &Path) -> Kept {
    let rounds = here.join("rounds");
    Kept::open(&Disk, &here.join("kept"), &rounds, &here.join("secrets")).expect("it opens")
}

#[test]
fn what_was_read_otherwise_is_not_taken() {
    let dir = tempfile::tempdir().expect("a folder");
    let kept = kept_in(dir.path());
    let source = Source::new("qa.md", "verdict: freigegeben\nconfidence: high\n");
    let plain = ReadOptions::default();
    let known = plain.clone().word("freigegeben", Outcome::Pass);
    let strict = plain.clone().profile(Profile::Strict);
    let expected = |options| format!("{:?}", read(&source, options));
    assert_ne!(expected(&plain), expected(&known));
    // In one run, and in the next one, whatever the options were that it began with.
    for begins in [&plain, &known, &strict] {
        let mut shard = kept.shard(&Disk, 0, begins);
        for options in [&known, &plain, &strict, &known, &plain] {
            assert_eq!(format!("{:?}", shard.read(&source, options)), expected(options));
        }
        kept.keep(&Disk, 0, shard);
    }
    let mut shard = kept.shard(&Disk, 0, &plain);
    [&known, &plain, &strict].iter().for_each(|options| drop(shard.read(&source, options)));
    assert_eq!((shard.used.taken, shard.used.read), (3, 0));
}

#[test]
fn what_nobody_asks_for_any_more_is_dropped() {
    let dir = tempfile::tempdir().expect("a folder");
    let kept = kept_in(dir.path());
    let options = ReadOptions::default();
    let asked = |names: std::ops::Range<usize>| {
        let mut shard = kept.shard(&Disk, 7, &options);
        for name in names {
            let text = format!("verdict: pass\nconfidence: high\nnote: number {name}\n");
            drop(shard.read(&Source::new(format!("{name}.md"), text), &options));
        }
        let read = shard.used.read;
        kept.keep(&Disk, 7, shard);
        read
    };
    assert_eq!([asked(0..10), asked(0..10)], [10, 0]);
    // As much again is left where it is: two archives may be kept in one folder.
    assert_eq!([asked(10..20), asked(0..10), asked(10..20)], [10, 0, 0]);
    // More is not.
    assert_eq!([asked(20..25), asked(20..25), asked(0..1)], [5, 0, 1]);
    let file = dir.path().join("kept/07.read");
    assert!(Disk.kind(&file).is_ok());
    assert_eq!(asked(0..0), 0);
    assert!(Disk.kind(&file).is_err(), "there is nothing in it that is asked for");
}
