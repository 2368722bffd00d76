//! The fact table in `docs/language.md` is the one that policies are compiled by. `ASSIZE_BLESS=1` writes it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::disallowed_methods,
    reason = "a test touches files, and fails loudly"
)]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::Mutex;

use assize::policy::{Entry, Type, VOCABULARY};

/// What the table stands between.
const MARKS: [&str; 2] = ["<!-- the fact table -->\n", "<!-- the end of the fact table -->\n"];

/// Held while a document is read and written again, for two tests write one.
pub(super) static WRITING: Mutex<()> = Mutex::new(());

#[test]
fn the_reference_has_the_fact_table() {
    let _alone = WRITING.lock();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/language.md");
    let text = fs::read_to_string(&file).unwrap();
    let (before, rest) = text.split_once(MARKS[0]).expect("where the table begins");
    let (found, after) = rest.split_once(MARKS[1]).expect("where the table ends");
    let made = table();
    assert!(made.lines().count() > VOCABULARY.len(), "the rows were not found");
    if std::env::var_os("ASSIZE_BLESS").is_some() {
        let [begins, ends] = MARKS;
        fs::write(&file, format!("{before}{begins}{made}{ends}{after}")).unwrap();
    } else {
        assert!(found == made, "the fact table has changed: run with ASSIZE_BLESS=1\n{made}");
    }
}

/// A table for facts, and one for each type that can be asked something.
fn table() -> String {
    let mut kinds: Vec<Option<Type>> = Vec::new();
    for entry in VOCABULARY.iter().filter(|entry| !kinds.contains(&entry.of)).collect::<Vec<_>>() {
        if !kinds.contains(&entry.of) {
            kinds.push(entry.of);
        }
    }
    let mut made = String::new();
    for of in kinds {
        let title =
            of.map_or("Facts".to_owned(), |of| format!("What {} can be asked", of.as_str()));
        let _ = write!(
            made,
            "\n### {title}\n\n| name | gives | stages | what it is | when empty | when unknown |\n|---|---|---|---|---|---|\n"
        );
        VOCABULARY.iter().filter(|entry| entry.of == of).for_each(|entry| made += &row(entry));
    }
    made + "\n"
}

fn row(entry: &Entry) -> String {
    let stages: Vec<&str> = entry.stages.iter().map(|stage| stage.as_str()).collect();
    let stages = if stages.len() == assize::Stage::ALL.len() {
        "every".to_owned()
    } else {
        stages.join(", ")
    };
    let unknown = if entry.knows_all() { "" } else { entry.unknown };
    let cells = [
        &format!("`{}`", entry.usage()),
        entry.gives.as_str(),
        &stages,
        entry.doc,
        entry.empty,
        unknown,
    ];
    let cells = cells.map(|cell| cell.replace('|', "\\|"));
    format!("| {} |\n", cells.join(" | "))
}
