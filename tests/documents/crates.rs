//! README.md counts the crates of the light build: a new one is a choice, and not an accident.

#![expect(
    clippy::disallowed_methods,
    reason = "a test asks cargo and reads a document, and fails loudly"
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn the_light_build_needs_as_many_crates_as_the_readme_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tree = Command::new(env!("CARGO"))
        .current_dir(root)
        .args(["tree", "--offline", "--locked", "--no-default-features", "--edges", "normal"])
        .args(["--prefix", "none", "--format", "{p}"])
        .output()
        .expect("cargo runs");
    let told = String::from_utf8_lossy(&tree.stderr);
    assert!(tree.status.success(), "{told}");
    let tree = String::from_utf8_lossy(&tree.stdout);
    let names = tree.lines().filter_map(|line| line.split(' ').next());
    let crates: BTreeSet<&str> =
        names.filter(|name| !name.is_empty() && *name != "assize").collect();
    assert!(crates.contains("pest") && crates.contains("strsim"), "{crates:?}");
    let readme = fs::read_to_string(root.join("README.md")).expect("the README");
    let row = readme.lines().find(|line| line.starts_with("| none |"));
    let count = format!("{} crates", crates.len());
    assert!(row.is_some_and(|row| row.contains(&count)), "{count}: {crates:?}");
}
