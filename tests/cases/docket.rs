//! Cases: a docket in JSON goes in, and what is wrong with it must come out, whole.
//!
//! `tests/cases/docket/NAME/docket.json` is the docket, or each line of `dockets.jsonl` is one; `expected.txt` has every
//! diagnostic with its place, or the cells that it closes to. Of lines, it leaves out what helps.

#![expect(clippy::disallowed_methods, reason = "cases are files")]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use assize::{Diagnostics, Docket, ReadOptions, Source};
use libtest_mimic::{Failed, Trial};

use crate::folders::{as_expected, entries, file_name};

const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/docket");
const CODE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/codec/docket");

pub(crate) fn trials(bless: bool) -> Vec<Trial> {
    let folders = entries(Path::new(CASES));
    let mut trials: Vec<Trial> = folders
        .into_iter()
        .map(|case| {
            let name = format!("docket::{}", file_name(&case));
            Trial::test(name, move || check(&case, bless))
        })
        .collect();
    trials.push(Trial::test("docket::every_code_has_a_case", move || match bless {
        true => Ok(()),
        false => every_code_has_a_case(),
    }));
    trials
}

fn check(case: &Path, bless: bool) -> Result<(), Failed> {
    let briefly = |line: &str| {
        let told = read(line);
        let told: Vec<&str> = told.lines().filter(|line| !line.starts_with("  help: ")).collect();
        format!("{line}\n{}\n", told.join(""))
    };
    let found = match fs::read_to_string(case.join("dockets.jsonl")) {
        Ok(lines) => lines.lines().map(briefly).collect(),
        Err(_) => read(fs::read(case.join("docket.json"))?),
    };
    as_expected(&case.join("expected.txt"), &found, bless)
}

fn read(text: impl Into<Vec<u8>>) -> String {
    match Docket::from_json(&Source::new("docket.json", text), &ReadOptions::default()) {
        Ok(docket) => cells(docket),
        Err(wrong) => told(&wrong),
    }
}

/// Each seat: what it counts for, and what became of it.
fn cells(docket: Docket) -> String {
    let docket = docket.close();
    let mut out = String::new();
    for cell in docket.cells() {
        let effective = cell.effective().map_or("-", |outcome| outcome.as_str());
        let _ = writeln!(
            out,
            "{} {} {} {} {effective}",
            cell.seat(),
            cell.stake(),
            cell.weight(),
            cell.state()
        );
    }
    out
}

fn told(wrong: &Diagnostics) -> String {
    let mut out = String::new();
    for item in wrong.items() {
        let _ = writeln!(out, "{} {}\n  {}", item.level, item.code, item.message);
        for label in &item.labels {
            let source = &wrong.sources()[label.span.source.0 as usize];
            let at = source.line_column(label.span.start);
            let text = assize::source::text_of(wrong.sources(), label.span);
            let text: String = text.chars().take(40).collect();
            let _ = writeln!(out, "  {}:{} {text:?}: {}", at.line, at.column, label.text);
        }
        if let Some(help) = &item.help {
            let _ = writeln!(out, "  help: {help}");
        }
    }
    out
}

/// Bounds need a large docket, or flags (`tests/command/docket.rs`); and these two are not about JSON that
/// was read.
const ELSEWHERE: [&str; 5] = ["too_large", "too_much", "too_many", "not_its_text", "unreadable"];

fn every_code_has_a_case() -> Result<(), Failed> {
    const PREFIX: &str = "assize::docket::";
    let files: Vec<PathBuf> = entries(Path::new(CODE));
    let code: String = files.iter().filter_map(|file| fs::read_to_string(file).ok()).collect();
    let folders = entries(Path::new(CASES));
    let expected = folders.iter().map(|case| fs::read_to_string(case.join("expected.txt")));
    let expected: String = expected.filter_map(Result::ok).collect();
    let quoted = format!("\"{PREFIX}");
    let tails = code.split(&quoted).skip(1).filter_map(|rest| rest.split('"').next());
    let tails: Vec<&str> = tails.collect();
    assert!(tails.len() > 10, "the codes were not found");
    let missing: Vec<_> = tails
        .into_iter()
        .filter(|name| !ELSEWHERE.contains(name))
        .filter(|name| !expected.split_whitespace().any(|word| word == format!("{PREFIX}{name}")))
        .collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("no case for {missing:?}").into()) }
}
