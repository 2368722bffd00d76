//! One folder for each mistake that the author of a policy can make.
//!
//! `policy.rhai` goes in, every diagnostic comes out whole in `expected.txt`. Beside them may
//! stand `stage` (`gate` unless it says otherwise), `repeat` (how often the last line stands
//! there) and further `*.rhai` files, which can be imported. `--bless` rewrites what is
//! expected.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a test may panic, and reads its cases from files"
)]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use assize::{Diagnostics, Policy, Stage};
use libtest_mimic::{Failed, Trial};

use crate::folders::{as_expected, entries, file_name};

pub(crate) fn trials(bless: bool) -> Vec<Trial> {
    let mut trials: Vec<Trial> = folders()
        .into_iter()
        .map(|folder| {
            let name = format!("policy::{}", file_name(&folder));
            Trial::test(name, move || check(&folder, bless))
        })
        .collect();
    trials.push(Trial::test("policy::every_code_has_a_case", every_code_has_a_case));
    trials.push(Trial::test(
        "policy::diagnostics_keep_their_manners",
        diagnostics_keep_their_manners,
    ));
    trials
}

fn folders() -> Vec<PathBuf> {
    let folders = entries(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/policy"));
    assert!(folders.len() > 100, "the cases were not found");
    folders
}

fn check(folder: &Path, bless: bool) -> Result<(), Failed> {
    let found = match compiled(folder) {
        Ok(_) => "compiles\n".to_owned(),
        Err(mistakes) => told(&mistakes, "policy.rhai"),
    };
    as_expected(&folder.join("expected.txt"), &found, bless)
}

fn compiled(folder: &Path) -> Result<Policy, Diagnostics> {
    let read = |name: &str| fs::read_to_string(folder.join(name)).ok();
    let mut text = read("policy.rhai").expect("every folder has a policy");
    if let Some(times) = read("repeat") {
        let times: usize = times.trim().parse().unwrap();
        let last = text.lines().last().unwrap_or_default().to_owned() + "\n";
        text.push_str(&last.repeat(times));
    }
    let mut imports = beside(folder, &["policy.rhai"]);
    for (name, _) in &mut imports {
        // A file is imported by its name; a policy is extended by its own.
        let stem = name.trim_end_matches(".rhai").to_owned();
        if text.contains(&format!("extends \"{stem}\"")) {
            *name = stem;
        }
    }
    Policy::compile_with_imports(stage_of(folder), "policy.rhai", &text, &imports)
}

/// The stage that a folder says.
pub(crate) fn stage_of(folder: &Path) -> Stage {
    match fs::read_to_string(folder.join("stage")).as_deref().map(str::trim) {
        Err(_) | Ok("gate") => Stage::Gate,
        Ok("audit") => Stage::Audit,
        Ok("redispatch") => Stage::Redispatch,
        Ok(other) => panic!("no such stage: {other}"),
    }
}

/// The files that the policies of a folder may import, by their names.
pub(crate) fn beside(folder: &Path, policies: &[&str]) -> Vec<(String, String)> {
    let files = entries(folder).into_iter().map(|path| (file_name(&path), path));
    let imports =
        files.filter(|(name, _)| name.ends_with(".rhai") && !policies.contains(&name.as_str()));
    imports.map(|(name, path)| (name, fs::read_to_string(path).unwrap())).collect()
}

/// Each diagnostic with its code, its labels (place, labelled text, what is said of it) and help; `own` is the
/// file that need not be named.
pub(crate) fn told(mistakes: &Diagnostics, own: &str) -> String {
    let mut out = String::new();
    for mistake in mistakes.items() {
        let _ = writeln!(out, "{}: {}", mistake.code, mistake.message);
        for label in &mistake.labels {
            let source = &mistakes.sources()[label.span.source.0 as usize];
            let at = source.line_column(label.span.start);
            let text = assize::source::text_of(mistakes.sources(), label.span)
                .replace("\r\n", "⏎")
                .replace('\n', "⏎");
            let file = match source.name() {
                name if name == own => String::new(),
                other => format!("{other}:"),
            };
            let _ = writeln!(out, "  {file}{}:{} [{text}] {}", at.line, at.column, label.text);
        }
        let _ = writeln!(out, "  help: {}", mistake.help.as_deref().unwrap_or("NONE"));
    }
    out
}

fn every_code_has_a_case() -> Result<(), Failed> {
    let seen: String = folders()
        .iter()
        .filter_map(|folder| fs::read_to_string(folder.join("expected.txt")).ok())
        .collect();
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/judge");
    let judged: String = ["bench.rs", "judging.rs", "sandbox.rs", "stages.rs"]
        .iter()
        .filter_map(|name| fs::read_to_string(tests.join(name)).ok())
        .collect();
    let mut bare = Vec::new();
    // Lints have cases of their own.
    for code in codes().into_iter().filter(|code| !code.starts_with("assize::lint::")) {
        let covered = match code.strip_prefix("assize::judge::") {
            Some(name) => [name, &code].iter().any(|name| judged.contains(&format!("\"{name}\""))),
            None => seen.contains(&format!("{code}:")) || judged.contains(&format!("\"{code}\"")),
        };
        if !covered {
            bare.push(code);
        }
    }
    if bare.is_empty() { Ok(()) } else { Err(format!("without a case: {bare:?}").into()) }
}

/// Every code that the engine's sources name.
fn codes() -> Vec<String> {
    let engine = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/engine");
    let mut codes = Vec::new();
    let mut left = vec![engine];
    while let Some(path) = left.pop() {
        if path.is_dir() {
            left.extend(fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        let text = fs::read_to_string(path).unwrap();
        for rest in text.split("\"assize::").skip(1) {
            codes.extend(rest.split('"').next().map(|code| format!("assize::{code}")));
        }
    }
    codes.sort();
    codes.dedup();
    assert!(codes.len() > 30, "the sources are where they are looked for");
    codes
}

/// Lower case, no full stop, a label with something in it, and a next step.
fn diagnostics_keep_their_manners() -> Result<(), Failed> {
    for folder in folders() {
        let Err(mistakes) = compiled(&folder) else { continue };
        for mistake in mistakes.items() {
            let first = mistake.message.chars().next().unwrap_or('.');
            let rude = first.is_uppercase()
                || mistake.message.ends_with('.')
                || mistake.help.as_ref().is_none_or(|help| help.ends_with('.'))
                || mistake.labels.iter().any(|label| label.span.start >= label.span.end);
            if rude {
                return Err(format!("{}: {mistake:?}", folder.display()).into());
            }
        }
    }
    Ok(())
}
