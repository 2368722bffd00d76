//! What is read of the files under review.
#![expect(clippy::disallowed_methods, reason = "tests write the files that are reviewed")]

use std::fs;
use std::path::Path;

use super::folder;
use crate::host::Disk;
use crate::host::quality::{missing_outputs, read_outputs};
use crate::host::runner::{Invocation, run};
use crate::systems::quality::{FileContent, OutputFile};

fn file(path: &str) -> OutputFile {
    OutputFile { output: "guide".to_owned(), path: path.to_owned() }
}

fn read_one(root: &Path, path: &str) -> FileContent {
    let read = read_outputs(&Disk, root, &[file(path)], 5).unwrap();
    read.into_iter().next().unwrap().content
}

#[test]
fn files_are_read_as_they_are() {
    let here = folder();
    let text = "\u{feff}ä\r\nb\n\n";
    fs::write(here.path().join("c.md"), text).unwrap();
    assert_eq!(read_one(here.path(), "c.md"), FileContent::Text(text.to_owned()));
    assert_eq!(read_one(here.path(), "./c.md"), FileContent::Text(text.to_owned()));
    fs::write(here.path().join("empty"), "").unwrap();
    assert_eq!(read_one(here.path(), "empty"), FileContent::Text(String::new()));
}

#[test]
fn files_that_are_no_text_are_named_by_their_absolute_path() {
    let here = folder();
    fs::write(here.path().join("p.png"), b"\x89PNG\xff").unwrap();
    let path = here.path().canonicalize().unwrap().join("p.png");
    assert_eq!(read_one(here.path(), "p.png"), FileContent::Binary(path.display().to_string()));
}

#[test]
fn files_that_are_not_there_are_said_to_be_missing() {
    let here = folder();
    assert_eq!(read_one(here.path(), "no.md"), FileContent::NotFound);
    assert_eq!(read_one(here.path(), "no/no.md"), FileContent::NotFound);
    let missing = missing_outputs(&Disk, here.path(), &[file("a.md"), file("no.md")]).unwrap();
    assert_eq!(missing, [file("no.md")]);
}

#[test]
fn what_else_keeps_a_file_from_being_read_is_told() {
    let here = folder();
    fs::create_dir(here.path().join("dir")).unwrap();
    let fifo = here.path().join("fifo");
    let made = run(&Invocation::new([Path::new("mkfifo"), &fifo]));
    assert!(made.is_complete());
    for (name, why) in [("dir", "it is a folder"), ("fifo", "it is not a regular file")] {
        let found = read_one(here.path(), name);
        assert_eq!(found, FileContent::Unreadable(why.to_owned()), "{name}");
    }
    let below = read_one(here.path(), "a.md/x");
    assert!(matches!(below, FileContent::Unreadable(_)), "{below:?}");
}

#[test]
fn files_outside_the_root_are_refused() {
    let (here, other) = (folder(), folder());
    let root = here.path().join("root");
    fs::create_dir(&root).unwrap();
    let link = |to: &Path, name: &str| std::os::unix::fs::symlink(to, root.join(name)).unwrap();
    link(&other.path().join("a.md"), "link.md");
    link(other.path(), "folder");
    link(Path::new("../a.md"), "up.md");
    let absolute = other.path().join("a.md").display().to_string();
    let paths = ["../a.md", "link.md", "folder/a.md", "up.md", "x/../../a.md", &absolute];
    let files: Vec<_> = paths.iter().map(|path| file(path)).collect();
    // Shown, or only listed.
    for most in [100, 0] {
        let why = read_outputs(&Disk, &root, &files, most).unwrap_err();
        let codes: Vec<_> = why.items().iter().map(|item| &item.code).collect();
        assert_eq!(codes, ["assize::quality::output_outside"; 6], "{why:?}");
    }
    // One within it is none.
    fs::write(root.join("in.md"), "in").unwrap();
    link(Path::new("in.md"), "inner.md");
    assert_eq!(read_one(&root, "inner.md"), FileContent::Text("in".to_owned()));
}
