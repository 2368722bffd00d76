//! The commands of README.md and of `docs/`, run as they stand there, in a folder with the files that the document shows.
//!
//! - A `console` block holds commands. One ends with 0, or with what is said behind it: `# ends with 1`.
//! - The block right behind one is what its last command prints. Run with `ASSIZE_BLESS=1` to rewrite those, and read
//!   what was written.
//! - A block below a line that ends in a path (`` `a/b.kdl`: ``) is that file: it is written, or lies there with the
//!   same text. A `diff` there is an edit of it.
//! - A `- run:` of a `yaml` block is a command that was run further up.
//! - Any other `rhai` block is a policy that compiles, alone or with a rule that opens.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a test touches files, and fails loudly"
)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use assize::{Policy, Stage};

use super::vocabulary::WRITING;

/// Commands that the continuous check runs on its own.
const ELSEWHERE: [&str; 4] =
    ["cargo test", "cargo bench", "cargo run --example embed", "cargo run --example trial"];

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

/// A command line in a folder, where nothing of the machine's own settings is seen.
fn run(line: &str, here: &Path) -> Output {
    let line = line.replace("cargo run -- ", "assize ");
    let built = Path::new(env!("CARGO_BIN_EXE_assize")).parent().unwrap();
    let search = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new("sh");
    command.args(["-c", &line]).current_dir(here);
    command.env("PATH", format!("{}:{search}", built.display())).env("HOME", here);
    for name in ["CI", "GITHUB_ACTIONS", "ASSIZE_CONFIG", "ASSIZE_PANEL", "ASSIZE_RULES_FROM"] {
        command.env_remove(name);
    }
    for whose in ["AUTHOR", "COMMITTER"] {
        command
            .env(format!("GIT_{whose}_NAME"), "dana")
            .env(format!("GIT_{whose}_EMAIL"), "dana@a.example");
    }
    command.env("GIT_CONFIG_NOSYSTEM", "1").output().unwrap()
}

/// A command line, and the code that it ends with.
fn code_of(line: &str) -> (&str, i32) {
    let line = line.strip_prefix("$ ").unwrap_or(line);
    match line.rsplit_once("# ends with ") {
        Some((line, code)) => (line.trim_end(), code.parse().expect("a code")),
        None => (line, 0),
    }
}

/// A block between fences, or what stands before one.
#[derive(Debug, PartialEq, Eq)]
enum Part<'t> {
    Prose(&'t str),
    Block { fence: &'t str, kind: &'t str, body: &'t str },
}

/// A document in parts; a fence is closed by as many back ticks as opened it.
fn parts(text: &str) -> Vec<Part<'_>> {
    let (mut parts, mut rest) = (Vec::new(), text);
    let opening = |line: &str| line.len() - line.trim_start_matches('`').len() >= 3;
    loop {
        let mut at = 0;
        let found = rest.split_inclusive('\n').find(|line| {
            at += line.len();
            opening(line)
        });
        let Some(line) = found else { break };
        let (prose, block) = (&rest[..at - line.len()], &rest[at..]);
        let kind = line.trim_end().trim_start_matches('`');
        let fence = &line.trim_end()[..line.trim_end().len() - kind.len()];
        let close = format!("{fence}\n");
        let end = match block.starts_with(&close) {
            true => 0,
            false => block.find(&format!("\n{close}")).expect("a fence is closed") + 1,
        };
        parts.extend([Part::Prose(prose), Part::Block { fence, kind, body: &block[..end] }]);
        rest = &block[end + close.len()..];
    }
    parts.push(Part::Prose(rest));
    parts
}

/// The file that the block below a text is: `` In `assize.kdl`: ``
fn file_below(prose: &str) -> Option<&str> {
    let named = prose.trim_end().strip_suffix("`:")?.rsplit('`').next()?;
    let is_path = named.rsplit('/').next()?.contains('.') && !named.contains(char::is_whitespace);
    is_path.then_some(named)
}

/// A text with the lines of an edit (` `, `-`, `+`) changed, which stand in it once.
fn edited(text: &str, edit: &str) -> String {
    let side = |sign| -> String {
        let lines = edit.split_inclusive('\n').filter(|line| !line.starts_with(sign));
        lines.map(|line| if line == "\n" { line } else { &line[1..] }).collect()
    };
    let (old, new) = (side('+'), side('-'));
    assert_eq!(text.matches(&old).count(), 1, "this stands there once:\n{old}\nin\n{text}");
    text.replacen(&old, &new, 1)
}

/// Writes the file that a document shows, or makes an edit of it.
fn show(file: &Path, kind: &str, body: &str) {
    let found = fs::read_to_string(file).ok();
    let text = match (found, kind) {
        (Some(found), "diff") => edited(&found, body),
        (Some(found), _) => {
            return assert_eq!(found, body, "{} is shown otherwise", file.display());
        }
        (None, "diff") => panic!("there is no {} to edit", file.display()),
        (None, _) => body.to_owned(),
    };
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, text).unwrap();
}

/// A policy that a document shows compiles, alone or with a rule that opens.
fn compiles(text: &str) {
    let opens = "\nrule \"everybody passed\" when passed.all then pass;\n";
    let whole = if text.contains("rule \"") { text.to_owned() } else { format!("{text}{opens}") };
    if let Err(wrong) = Policy::compile(Stage::Gate, "shown.rhai", &whole) {
        let wrong: Vec<_> = wrong.items().iter().map(|one| one.message.clone()).collect();
        panic!("{wrong:#?}\n{whole}");
    }
}

/// Runs a document in a folder, and holds what it shows to what is printed.
fn check(document: &str, here: &Path, at_least: usize) {
    let file = root().join(document);
    let text = fs::read_to_string(&file).unwrap();
    let (mut written, mut commands) = (String::new(), Vec::new());
    let (mut named, mut printed): (Option<&str>, Option<String>) = (None, None);
    for part in parts(&text) {
        let (fence, kind, body) = match part {
            Part::Prose(prose) => {
                written.push_str(prose);
                named = file_below(prose);
                printed = printed.filter(|_| prose.trim().is_empty());
                continue;
            }
            Part::Block { fence, kind, body } => (fence, kind, body),
        };
        let mut shown = body.to_owned();
        match (kind, printed.take(), named) {
            ("console", ..) => {
                let lines = body.lines().map(code_of);
                for (line, code) in lines.filter(|(line, _)| !ELSEWHERE.contains(line)) {
                    commands.push(line);
                    let output = run(line, here);
                    let out = String::from_utf8(output.stdout).unwrap();
                    let err = String::from_utf8(output.stderr).unwrap();
                    assert_eq!(output.status.code(), Some(code), "{line}\n{out}{err}");
                    assert!(!err.contains("panicked") && !err.contains("Usage:"), "{line}\n{err}");
                    printed = Some(if out.is_empty() { err } else { out });
                }
            }
            (_, Some(printed), _) => shown = printed,
            ("text", None, _) => panic!("no command stands before what is printed:\n{body}"),
            (_, _, Some(name)) => show(&here.join(name), kind, body),
            ("rhai", ..) => compiles(body),
            ("yaml", ..) => {
                for line in body.lines().filter_map(|line| line.strip_prefix("- run: ")) {
                    assert!(commands.contains(&line), "nobody ran: {line}");
                }
            }
            _ => {}
        }
        written.push_str(&format!("{fence}{kind}\n{shown}{fence}\n"));
    }
    assert!(commands.len() >= at_least, "the commands were not found");
    let bless = std::env::var_os("ASSIZE_BLESS").is_some();
    if bless && text != written {
        fs::write(&file, &written).unwrap();
    }
    let diff = similar::TextDiff::from_lines(&text, &written);
    let diff = diff.unified_diff().header(document, "what is printed").to_string();
    assert!(text == written || bless, "{diff}");
}

#[test]
fn the_readme_shows_what_its_commands_print() {
    let folder = tempfile::tempdir().unwrap();
    copy_of("examples", &folder.path().join("examples"));
    check("README.md", folder.path(), 10);
}

#[test]
fn the_pages_about_reports_and_systems_show_what_their_commands_print() {
    let pages = [
        ("docs/reading.md", 1),
        ("docs/formats.md", 4),
        ("docs/gate.md", 4),
        ("docs/court.md", 5),
        ("docs/pairs.md", 6),
    ];
    for (document, at_least) in pages {
        let folder = tempfile::tempdir().unwrap();
        copy_of("examples", &folder.path().join("examples"));
        check(document, folder.path(), at_least);
    }
}

/// It begins in the repository of a team, which has been pushed.
#[test]
fn the_guide_to_policies_shows_what_its_commands_print() {
    let folder = tempfile::tempdir().unwrap();
    let begun = "git init -q --bare ../origin.git && git init -q -b main . && git commit -q --allow-empty -m begun \
                 && git remote add origin ../origin.git && git push -q -u origin main";
    let here = folder.path().join("work");
    fs::create_dir(&here).unwrap();
    let begun = run(begun, &here);
    assert!(begun.status.success(), "{}", String::from_utf8_lossy(&begun.stderr));
    copy_of("examples/policies", &here.join("examples/policies"));
    check("docs/policies.md", &here, 15);
}

/// It begins in a repository with one commit.
#[test]
fn the_guide_to_hooks_shows_what_its_commands_print() {
    let folder = tempfile::tempdir().unwrap();
    let begun = run("git init -q -b main . && git commit -q --allow-empty -m begun", folder.path());
    assert!(begun.status.success(), "{}", String::from_utf8_lossy(&begun.stderr));
    check("docs/hooks.md", folder.path(), 8);
}

#[test]
fn the_guide_to_rounds_shows_what_its_commands_print() {
    let folder = tempfile::tempdir().unwrap();
    copy_of("examples/rounds", &folder.path().join("examples/rounds"));
    check("docs/rounds.md", folder.path(), 12);
}

#[test]
fn the_reference_of_the_language_shows_what_its_commands_print() {
    let _alone = WRITING.lock();
    check("docs/language.md", tempfile::tempdir().unwrap().path(), 5);
}

#[test]
fn the_guide_to_the_quality_gate_shows_what_its_commands_print() {
    let folder = tempfile::tempdir().unwrap();
    copy_of("examples/quality", folder.path());
    check("docs/quality.md", folder.path(), 6);
}

#[test]
fn the_page_about_sdd_shows_what_its_commands_print() {
    let folder = tempfile::tempdir().unwrap();
    copy_of("examples", &folder.path().join("examples"));
    check("docs/sdd.md", folder.path(), 2);
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

mod the_runner {
    use super::{Part, code_of, edited, file_below, parts};

    #[test]
    fn finds_blocks_within_their_own_fences() {
        let text = "a\n````markdown\n```text\nx\n```\n````\nb\n```text\n```\n";
        let blocks: Vec<_> = parts(text)
            .into_iter()
            .filter_map(|part| match part {
                Part::Block { fence, kind, body } => Some((fence, kind, body)),
                Part::Prose(_) => None,
            })
            .collect();
        assert_eq!(blocks, [("````", "markdown", "```text\nx\n```\n"), ("```", "text", "")]);
    }

    #[test]
    fn knows_which_file_a_block_is() {
        assert_eq!(file_below("Put this into `a/b.kdl`:\n\n"), Some("a/b.kdl"));
        assert_eq!(file_below("This is the built-in `any-blocker`:\n"), None);
        assert_eq!(file_below("This is `a.md`, as it is:\n"), None);
    }

    #[test]
    fn knows_the_code_of_a_command() {
        assert_eq!(code_of("$ assize policy test    # ends with 1"), ("assize policy test", 1));
        assert_eq!(code_of("assize policy test"), ("assize policy test", 0));
    }

    #[test]
    fn edits_what_stands_there_once() {
        assert_eq!(edited("a\nb\nc\n", " a\n-b\n+d\n+e\n"), "a\nd\ne\nc\n");
        let twice = std::panic::catch_unwind(|| edited("a\na\n", "-a\n"));
        assert!(twice.is_err());
    }
}
