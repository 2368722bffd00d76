//! What is kept is what was read, whatever was read.

use std::path::{Path, PathBuf};

use super::packed::{pack, unpack};
use crate::host::{Disk, Files, Kind};
use crate::{Profile, ReadOptions, Source, read};

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
