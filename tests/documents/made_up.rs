//! A made-up format: what docs/adding.md shows is all that it takes.
//!
//! The diff of the document is applied to a copy of the sources. With `ASSIZE_MADE_UP`, as `.ci/run` sets it, a host of the copy
//! is built, and reads the format. The copy stays between runs, and a file of it is only written when it changes, so that it
//! is built once.

#![expect(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    reason = "a test touches files, and fails loudly"
)]

use std::fs;
use std::path::Path;
use std::process::Command;

/// What reads the made-up format in the copy: all of it comes with the row, remarks included.
const HOST: &str = r#"
use assize::codec::example;
use assize::{Format, Outcome, ReadOptions, Source, Verdict, contract, read};

fn comes_to(text: &str) -> Option<Outcome> {
    let decoded = read(&Source::new("minutes.md", text), &ReadOptions::default());
    assert_eq!(decoded.format, Some(Format::Minutes), "{text}");
    decoded.verdicts.iter().filter_map(Verdict::effective).max()
}

fn main() {
    assert_eq!("minutes".parse(), Ok(Format::Minutes));
    assert!(contract(Format::Minutes, &ReadOptions::default()).contains("board: rejected"));
    assert_eq!(comes_to(example(Format::Minutes)), Some(Outcome::Pass));
    assert_eq!(comes_to("board: rejected\n"), Some(Outcome::Fail));
    assert_eq!(comes_to("Dear all,\n\n```\nboard: carried\n```\n"), Some(Outcome::Pass));
    assert_eq!(comes_to("board: carried\n\nIt is late.\n"), Some(Outcome::Pass));
    assert_eq!(comes_to("board: carried\n\n**NO-GO**\n"), Some(Outcome::Hold));
    assert_eq!(comes_to("board: adjourned\n"), None);
    assert_eq!(comes_to("board: carried\nboard: rejected\n"), None);
}
"#;

const MANIFEST: &str = r#"
[package]
name = "host"
version = "0.0.0"
edition = "2024"

[workspace]

[dependencies]
assize = { path = "..", default-features = false }
"#;

#[test]
fn the_diff_of_the_document_adds_a_format() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("made-up-format");
    let read = |file: &Path| fs::read_to_string(file).expect("a file of the package");
    let diff = diff(&read(&root.join("docs/adding.md")));
    let of_format = ["src/ir/format.rs", "src/codec/formats/mod.rs", "grammar/lib.rs"];
    let (changed, new): (Vec<&Change>, Vec<_>) =
        diff.iter().partition(|change| root.join(&change.file).exists());
    assert_eq!(changed.iter().map(|change| change.file.as_str()).collect::<Vec<_>>(), of_format);
    for change in &new {
        assert!(change.file.contains("minutes"), "not a file of the format: {}", change.file);
    }
    // A format only adds to the sources, and what it adds its lines to is there.
    for change in &diff {
        let there = fs::read_to_string(root.join(&change.file)).unwrap_or_default();
        assert!(change.apply(&there).len() > there.len(), "{} adds nothing", change.file);
    }
    if std::env::var_os("ASSIZE_MADE_UP").is_none() {
        return;
    }
    let mut files = vec!["Cargo.toml".to_owned(), "Cargo.lock".to_owned()];
    for folder in ["src", "grammar", "examples", "benches", "tests"] {
        files_below(root, folder, &mut files);
    }
    // Of what is not the library cargo asks whether it is there.
    files.retain(|file| !file.starts_with("tests/") || file.ends_with(".rs"));
    for file in &files {
        let text = read(&root.join(file));
        let text = match changed.iter().find(|change| change.file == *file) {
            Some(change) => change.apply(&text),
            None => text,
        };
        write_if_new(&copy.join(file), &text);
    }
    for change in new {
        write_if_new(&copy.join(&change.file), &change.apply(""));
        files.push(change.file.clone());
    }
    // What was moved or deleted since the last run.
    let mut there = Vec::new();
    files_below(&copy, "src", &mut there);
    for file in there.iter().filter(|file| !files.contains(file)) {
        fs::remove_file(copy.join(file)).expect("a file of the copy");
    }
    let host = copy.join("host");
    write_if_new(&host.join("Cargo.toml"), MANIFEST);
    write_if_new(&host.join("src/main.rs"), HOST);
    // The versions that are here.
    write_if_new(&host.join("Cargo.lock"), &read(&root.join("Cargo.lock")));
    let ran = Command::new(env!("CARGO"))
        .current_dir(&host)
        .args(["run", "--offline", "--quiet", "--target-dir"])
        .arg(copy.join("target"))
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .output()
        .expect("cargo runs");
    let told = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success() && !told.contains("warning"), "{told}");
}

/// What happens to one file.
struct Change {
    file: String,
    /// Lines with their sign: `+` is new, a blank stands there.
    lines: Vec<String>,
}

impl Change {
    /// The text with the new lines below those that stand there, which it has once.
    fn apply(&self, text: &str) -> String {
        let with = |signs: &[char]| -> String {
            let lines = self.lines.iter().filter(|line| line.starts_with(signs));
            lines.map(|line| format!("{}\n", &line[1..])).collect()
        };
        let (old, new) = (with(&[' ']), with(&[' ', '+']));
        if text.is_empty() && old.is_empty() {
            return new;
        }
        assert_eq!(text.matches(&old).count(), 1, "{} has not once: {old}", self.file);
        text.replace(&old, &new)
    }
}

/// The diff of the document, by its files: `--- src/ir/format.rs: why`.
fn diff(document: &str) -> Vec<Change> {
    let (_, rest) = document.split_once("\n```diff\n").expect("the document shows a diff");
    let (body, _) = rest.split_once("\n```\n").expect("the diff ends");
    let mut changes: Vec<Change> = Vec::new();
    for line in body.lines() {
        if let Some(file) = line.strip_prefix("--- ") {
            let file = file.split(':').next().unwrap_or(file).to_owned();
            changes.push(Change { file, lines: Vec::new() });
            continue;
        }
        assert!(line.starts_with([' ', '+']), "a format only adds lines: {line}");
        let change = changes.last_mut().expect("a file stands first");
        change.lines.push(line.to_owned());
    }
    changes
}

fn files_below(root: &Path, folder: &str, files: &mut Vec<String>) {
    for entry in fs::read_dir(root.join(folder)).expect("a folder of the package") {
        let entry = entry.expect("an entry");
        let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
        match entry.path().is_dir() {
            true => files_below(root, &name, files),
            false => files.push(name),
        }
    }
}

fn write_if_new(file: &Path, text: &str) {
    if fs::read_to_string(file).is_ok_and(|there| there == text) {
        return;
    }
    let folder = file.parent().unwrap_or(file);
    fs::create_dir_all(folder).expect("a folder for the copy");
    fs::write(file, text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
}
