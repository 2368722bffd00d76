//! `SECURITY.md`: each attack names a test that there is.
#![expect(clippy::disallowed_methods, reason = "it reads the tests")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn every_attack_names_a_test_that_there_is() {
    let security = fs::read_to_string(root().join("SECURITY.md")).expect("SECURITY.md");
    let table = security.split("\n## ").find(|part| part.starts_with("Attacks")).expect("a table");
    let tests = tests();
    let mut named = 0;
    for row in table.lines().filter(|line| line.starts_with("| ")).skip(1) {
        let last = row.trim_end_matches(" |").rsplit(" | ").next().unwrap_or_default();
        let names: Vec<&str> = last.split('`').skip(1).step_by(2).collect();
        assert!(!names.is_empty(), "no test: {row}");
        for name in names {
            assert!(is_known(name, &tests), "there is no `{name}`: {row}");
            named += 1;
        }
    }
    assert!(named > 60, "{named}");
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A test, the beginning of some (`override_…`), a file or folder of them, or a case.
fn is_known(name: &str, tests: &BTreeSet<String>) -> bool {
    if let Some(begins) = name.strip_suffix('…') {
        return tests.iter().any(|test| test.starts_with(begins));
    }
    if let Some((before, rest)) = name.split_once('{')
        && let Some((all, after)) = rest.split_once('}')
    {
        return all.split(',').all(|one| is_known(&format!("{before}{one}{after}"), tests));
    }
    let places = ["", "src", "tests/command", "tests/cases/policy"];
    let stands = places.iter().any(|place| root().join(place).join(name).exists());
    tests.contains(name) || stands
}

/// The names of all tests below `tests` and `src`.
fn tests() -> BTreeSet<String> {
    let mut folders: Vec<PathBuf> = vec![root().join("tests"), root().join("src")];
    let mut names = BTreeSet::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = fs::read_to_string(&path).unwrap_or_default();
                names.extend(text.split("#[test]").skip(1).filter_map(|test| {
                    let name = test.split_once("fn ")?.1.split_once('(')?.0;
                    Some(name.to_owned())
                }));
            }
        }
    }
    names
}
