//! What commands read from the environment stands in their manual pages, and the other way round.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test reads the sources, and fails loudly"
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// What the program that is built in is told by whoever builds it, and not by whoever runs it.
const BUILT_WITH: &str = "ASSIZE_COMMIT";
/// What begins the name of a variable that commands of reviewers are given, and that nobody sets or reads: they are found by it.
const GIVEN: &str = "ASSIZE_RUN_";
/// What crates read for us.
const BY_CRATES: [&str; 5] = ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TERM", "COLUMNS"];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The texts between quotation marks that are names of variables.
fn named(text: &str) -> impl Iterator<Item = String> + '_ {
    let is_name = |part: &&str| {
        (part.starts_with("ASSIZE_") || BY_CRATES.contains(part))
            && part.chars().all(|c| c.is_ascii_uppercase() || c == '_')
    };
    text.split('"').filter(is_name).map(str::to_owned)
}

#[test]
fn manual_pages_name_every_variable_that_is_read() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    sources(&root.join("src"), &mut files);
    let man = root.join("src/cli/man.rs");
    let mut read: BTreeSet<String> = BY_CRATES.map(str::to_owned).into();
    for file in files.iter().filter(|file| **file != man) {
        read.extend(named(&fs::read_to_string(file).unwrap()));
    }
    read.remove(BUILT_WITH);
    read.remove(GIVEN);
    let page = fs::read_to_string(&man).unwrap();
    let mut told: BTreeSet<String> = named(&page).collect();
    // The shells' own is named by its constant.
    if page.contains("super::completions::ASKS") {
        told.insert("ASSIZE_COMPLETE".to_owned());
    }
    assert!(read.len() >= 9, "the sources were not found: {read:?}");
    assert_eq!(told, read, "`ENVIRONMENT` in src/cli/man.rs, and what is read");

    // Nothing else is asked of the environment.
    for file in &files {
        let text = fs::read_to_string(file).unwrap();
        for call in ["env::var(", "env::var_os(", "env::vars"] {
            let allowed = ["src/cli/", "src/host/"].map(|place| root.join(place));
            assert!(
                !text.contains(call) || allowed.iter().any(|place| file.starts_with(place)),
                "{} reads the environment",
                file.display()
            );
        }
    }
}
