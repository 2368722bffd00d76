//! `docs/quality.md` maps each requirement of the quality gate to tests, and these exist.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test reads documents and sources, and fails loudly"
)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// `JOBS-REQ-004.N`, and how many requirements it has.
const REQUIREMENTS: [usize; 10] = [6, 11, 8, 5, 7, 4, 8, 3, 5, 6];

/// Where the tests stand.
const PLACES: [(&str, &str); 6] = [
    ("systems", "src/systems/quality/tests.rs"),
    ("answers", "src/systems/quality/tests/answers.rs"),
    ("gate", "src/host/quality/tests.rs"),
    ("files", "src/host/quality/tests/files.rs"),
    ("runner", "src/host/runner/tests.rs"),
    ("command", "tests/command/quality.rs"),
];

/// The rows of the table: a requirement, and what stands in its last cell.
fn rows(page: &str) -> Vec<(String, String)> {
    let rows = page.lines().filter(|line| line.starts_with("| 004."));
    rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        (cells[0].to_owned(), cells[cells.len() - 1].to_owned())
    })
    .collect()
}

#[test]
fn every_requirement_of_the_quality_gate_has_its_tests() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(root.join(path)).unwrap();
    let rows = rows(&read("docs/quality.md"));
    let expected: Vec<String> = REQUIREMENTS
        .iter()
        .enumerate()
        .flat_map(|(part, count)| (1..=*count).map(move |n| format!("004.{}.{n}", part + 1)))
        .collect();
    let found: Vec<String> = rows.iter().map(|(number, _)| number.clone()).collect();
    assert_eq!(found, expected, "one row each, in order");

    let sources: BTreeMap<&str, String> = PLACES.map(|(name, path)| (name, read(path))).into();
    let mut wrong = Vec::new();
    for (number, tests) in &rows {
        let names: Vec<&str> = tests.split('`').skip(1).step_by(2).collect();
        if names.is_empty() {
            wrong.push(format!("{number} names no test"));
        }
        for name in names {
            let known = name.split_once("::").is_some_and(|(place, name)| {
                let test = format!("#[test]\nfn {name}()");
                sources.get(place).is_some_and(|source| source.contains(&test))
            });
            if !known {
                wrong.push(format!("{number} names `{name}`, and there is no such test"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
