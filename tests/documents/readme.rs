//! The commands of README.md, run as they stand there.
//!
//! A `console` block holds commands; the `text` block right behind one holds what its last
//! command prints. Run with `ASSIZE_BLESS=1` to rewrite those, and read what was written.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::disallowed_methods,
    clippy::cast_possible_truncation,
    reason = "a test touches files, and fails loudly"
)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Commands that the continuous check runs on its own.
const ELSEWHERE: [&str; 4] =
    ["cargo test", "cargo bench", "cargo run --example embed", "cargo run --example trial"];

/// Every other command of ours, and the code that it ends with.
const CODES: [(&str, i32); 25] = [
    ("gate examples/dartai/changes-requested", 1),
    ("gate examples/dartai/cut-off", 3),
    ("explain examples/dartai/cut-off", 3),
    ("gate examples/dartai/missing-security --expect qa,quality,security", 3),
    ("policy new ours --from any-blocker", 0),
    ("gate examples/dartai/all-pass --policy ours --set min_reviewers=2", 0),
    ("policy check examples/policies/careless.rhai", 1),
    ("gate examples/dartai/all-pass --policy examples/policies/misspelt.rhai", 2),
    ("policy test examples/policies/unanimity.rhai", 0),
    ("policy vocabulary", 0),
    ("parse examples/mixed/audit.cpf", 0),
    ("gate examples/reviews", 1),
    ("parse examples/reviews/tests.md", 0),
    ("contract", 0),
    ("gate examples/mixed", 0),
    ("gate examples/house/reports --config examples/house/assize.kdl", 3),
    ("gate examples/house/reports --word revise=pass", 2),
    ("gate --docket examples/dockets/task-17.json", 0),
    ("explain --code fail_without_blocker", 0),
    ("gate T17 --config examples/panel/assize.kdl --changed-from examples/panel/changed.txt", 0),
    ("panel list", 0),
    ("audit --kind design examples/runs/V1.cpf", 0),
    ("redispatch examples/dartai/cut-off --expect qa,security,quality", 0),
    ("consensus examples/runs/V1.cpf examples/runs/V2.cpf examples/runs/V3.cpf", 1),
    ("policy list", 0),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A copy of what the commands work on, so that summaries stay out of the checkout.
fn copy_of(folder: &str, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(root().join(folder)).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if entry.path().is_dir() {
            copy_of(&format!("{folder}/{name}"), &to.join(name));
        } else if name != "verdict-summary.kdl" {
            fs::copy(entry.path(), to.join(name)).unwrap();
        }
    }
}

/// A command without its program.
fn arguments_of(line: &str) -> &str {
    line.strip_prefix("cargo run --release -- ")
        .or(line.strip_prefix("assize "))
        .unwrap_or_else(|| panic!("no command of ours: {line}"))
}

fn run(line: &str, here: &Path) -> Output {
    let (line, target) = line.split_once(" > ").unwrap_or((line, ""));
    let arguments = arguments_of(line);
    let output = Command::new(env!("CARGO_BIN_EXE_assize"))
        .current_dir(here)
        .args(arguments.split(' '))
        .output()
        .unwrap();
    if !target.is_empty() {
        fs::write(here.join(target), &output.stdout).unwrap();
    }
    output
}

#[test]
fn the_readme_shows_what_its_commands_print() {
    let folder = tempfile::tempdir().unwrap();
    copy_of("examples", &folder.path().join("examples"));
    let file = root().join("README.md");
    let readme = fs::read_to_string(&file).unwrap();
    let mut written = String::new();
    let mut printed: Option<String> = None;
    let mut commands = 0;
    let mut blocks = readme.split("```");
    while let Some(prose) = blocks.next() {
        written.push_str(prose);
        let Some(block) = blocks.next() else { break };
        let (kind, body) = block.split_once('\n').unwrap();
        let mut body = body.to_owned();
        match kind {
            "console" => {
                for line in body.lines() {
                    let line = line.strip_prefix("$ ").unwrap_or(line);
                    if ELSEWHERE.contains(&line) {
                        continue;
                    }
                    commands += 1;
                    let output = run(line, folder.path());
                    let known = CODES.iter().find(|(known, _)| *known == arguments_of(line));
                    let (_, code) = known.unwrap_or_else(|| panic!("no code for: {line}"));
                    assert_eq!(output.status.code(), Some(*code), "{line}");
                    let out = String::from_utf8(output.stdout).unwrap();
                    let err = String::from_utf8(output.stderr).unwrap();
                    assert!(!err.contains("panicked") && !err.contains("Usage:"), "{line}\n{err}");
                    printed = Some(if out.is_empty() || line.contains(" > ") { err } else { out });
                }
            }
            "text" => body = printed.take().expect("a command stands before what it prints"),
            _ => {}
        }
        written.push_str(&format!("```{kind}\n{body}```"));
    }
    assert!(commands >= 6, "the commands were not found");
    if std::env::var_os("ASSIZE_BLESS").is_some() {
        fs::write(&file, &written).unwrap();
    }
    let diff = similar::TextDiff::from_lines(&readme, &written);
    let diff = diff.unified_diff().header("README.md", "what is printed").to_string();
    assert!(readme == written || std::env::var_os("ASSIZE_BLESS").is_some(), "{diff}");
}

#[test]
fn the_readme_shows_the_built_in_policy() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let policy = assize::built_in(assize::Stage::Gate, "any-blocker").unwrap();
    assert!(readme.contains(policy));
}

#[test]
fn the_readme_shows_the_words_and_the_panel_of_the_examples() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let words = fs::read_to_string(root().join("examples/house/assize.kdl")).unwrap();
    assert!(readme.contains(&format!("```kdl\n{words}```\n")));
    let panel = fs::read_to_string(root().join("examples/panel/assize.kdl")).unwrap();
    assert!(readme.contains(&format!("```kdl\n{panel}```\n")));
}
