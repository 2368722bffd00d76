//! `assize init` for a team, and `assize doctor`: what is there, what is written, what holds.
#![expect(clippy::disallowed_methods, reason = "tests run the command and look at its files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::rounds::git;
use crate::run::{Run, command, folder, run};

/// Each client, where its hook is registered, and for what.
const CLIENTS: [(&str, &str, &[&str]); 5] = [
    ("claude-code", ".claude/settings.json", &["PreToolUse", "SubagentStop", "Stop"]),
    ("codex", ".codex/hooks.json", &["PreToolUse", "SubagentStop", "Stop"]),
    ("gemini", ".gemini/settings.json", &["BeforeTool", "AfterAgent"]),
    ("copilot", ".github/hooks/assize.json", &["preToolUse", "subagentStop", "agentStop"]),
    ("cursor", ".cursor/hooks.json", &["beforeShellExecution", "subagentStop", "stop"]),
];

fn repository(files: &[(&str, &str)]) -> tempfile::TempDir {
    let dir = folder(files);
    git(dir.path(), &["init", "-q"]);
    dir
}

fn init(here: &Path, client: &str, more: &[&str]) -> Run {
    run(here, &[&["init", "--expect", "qa,security,style", "--harness", client], more].concat(), "")
}

fn json(here: &Path, file: &str) -> Value {
    let text = fs::read_to_string(here.join(file)).expect("a file");
    serde_json::from_str(&text).expect("JSON")
}

/// Every name of a file below a folder, without what git keeps.
fn names(here: &Path) -> Vec<String> {
    let entries =
        fs::read_dir(here).expect("a folder").map(|entry| entry.expect("an entry").path());
    let own = entries.filter(|path| !path.ends_with(".git"));
    let all =
        own.flat_map(
            |path| if path.is_dir() { names(&path) } else { vec![path.display().to_string()] },
        );
    all.collect()
}

/// With the built command where a client looks for it.
fn doctor(here: &Path, args: &[&str]) -> (i32, String) {
    let mut asked = command(here, &[&["doctor"], args].concat());
    let own = Path::new(env!("CARGO_BIN_EXE_assize")).parent().expect("a folder");
    let search = std::env::var("PATH").unwrap_or_default();
    let done = asked.env("PATH", format!("{}:{search}", own.display())).output().expect("it runs");
    (done.status.code().expect("a code"), String::from_utf8_lossy(&done.stdout).into_owned())
}

#[test]
fn a_team_is_set_up_in_one_line_and_nothing_is_written_unasked() {
    for (client, file, events) in CLIENTS {
        let dir = repository(&[]);
        let here = dir.path();
        let shown = init(here, client, &[]);
        assert_eq!(shown.code(), 0, "{}", shown.err());
        for part in ["panel \"ours\"", file, "--seat style", "### Verdict: APPROVE", "--write"] {
            assert!(shown.out().contains(part), "{client} {part}\n{}", shown.out());
        }
        assert_eq!(names(here), Vec::<String>::new(), "{client}");
        assert_eq!(doctor(here, &[client]).0, 1, "{client}");
        let written = init(here, client, &["--write"]);
        assert_eq!(written.code(), 0, "{}", written.err());
        let hooks = &json(here, file)["hooks"];
        for event in events {
            let line = format!("assize hook {client} --event {event}");
            assert!(hooks[event].to_string().contains(&line), "{client} {hooks:#}");
        }
        let (code, told) = doctor(here, &[client]);
        assert_eq!(code, 0, "{client}\n{told}");
        assert!(told.contains("qa, security, style") && !told.contains("\nno"), "{told}");
        // What was registered is what holds: a round that fails, by the line that the client runs.
        assert_eq!(run(here, &["begin", "t1"], "").code(), 0);
        let again = init(here, client, &["--write"]);
        assert!(again.out().contains("has the hook already"), "{}", again.out());
    }
}

#[test]
fn what_is_there_is_kept() {
    let settings = "{\n  \"model\": \"opus\",\n  \"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"say done\"}]}]},\n  \"env\": {\"Z\": \"1\", \"A\": \"2\"}\n}\n";
    let words = "words {\n    go \"freigegeben\"\n}\n";
    let dir = repository(&[(".claude/settings.json", settings), ("assize.kdl", words)]);
    let here = dir.path();
    assert_eq!(init(here, "claude-code", &["--write"]).code(), 0);
    let merged = json(here, ".claude/settings.json");
    assert_eq!((&merged["model"], &merged["env"]["Z"]), (&"opus".into(), &"1".into()));
    assert_eq!(merged["hooks"]["Stop"].as_array().map(Vec::len), Some(2), "{merged:#}");
    let text = fs::read_to_string(here.join(".claude/settings.json")).expect("settings");
    assert!(
        text.find("model") < text.find("hooks") && text.find("\"Z\"") < text.find("\"A\""),
        "{text}"
    );
    let rules = fs::read_to_string(here.join("assize.kdl")).expect("rules");
    assert!(rules.starts_with(words) && rules.contains("seat \"style\""), "{rules}");
    // Another bench is told, and the one that is there stays.
    let other = run(here, &["init", "--expect", "qa", "--harness", "claude-code", "--write"], "");
    assert_eq!(other.code(), 0, "{}", other.err());
    assert!(other.out().contains("has a panel already"), "{}", other.out());
    assert_eq!(fs::read_to_string(here.join("assize.kdl")).expect("rules"), rules);
}

#[test]
fn what_cannot_be_set_up_is_told_and_nothing_is_written() {
    for (file, text) in [
        (".claude/settings.json", "{"),
        (".claude/settings.json", "// mine\n{}"),
        (".claude/settings.json", "{\"hooks\": []}"),
        (".claude/settings.json", "{\"hooks\": {\"Stop\": {}}}"),
        ("assize.kdl", "words {"),
    ] {
        let dir = repository(&[(file, text)]);
        let here = dir.path();
        let told = init(here, "claude-code", &["--write"]);
        assert_eq!(told.code(), 2, "{file} {text}: {}", told.out());
        let wrong = ["assize::cli::not_merged", "assize::host::config"];
        assert!(
            wrong.iter().any(|code| told.err().contains(code)),
            "{file} {text}: {}",
            told.err()
        );
        assert_eq!(names(here).len(), 1, "{file} {text}");
        assert_eq!(fs::read_to_string(here.join(file)).expect("a file"), text);
        let (code, told) = doctor(here, &["claude-code"]);
        assert!(code == 1 && told.contains("next: "), "{told}");
    }
    let dir = repository(&[]);
    let here = dir.path();
    let told = run(here, &["init", "--harness", "codex"], "");
    assert!(
        told.code() == 2 && told.err().contains("assize::cli::nobody_expected"),
        "{}",
        told.err()
    );
    let told = run(here, &["init", "--expect", "qa,a/b", "--harness", "codex", "--write"], "");
    assert!(told.code() == 2 && names(here).is_empty(), "{}", told.err());
    #[cfg(unix)]
    {
        fs::write(here.join(".codex"), "a file").expect("a file");
        let told = run(here, &["init", "--expect", "qa", "--harness", "codex", "--write"], "");
        assert_eq!(told.code(), 2, "{}", told.out());
        let codes = ["assize::cli::not_set_up", "assize::cli::not_merged"];
        assert!(codes.iter().any(|code| told.err().contains(code)), "{}", told.err());
    }
}

#[test]
fn without_arguments_it_shows_what_it_found() {
    let dir = repository(&[]);
    let nothing = run(dir.path(), &["init"], "");
    assert_eq!(nothing.code(), 0, "{}", nothing.err());
    assert!(
        nothing.out().contains("--expect qa,security,style --harness claude-code"),
        "{}",
        nothing.out()
    );
    let dir = repository(&[
        (".claude/agents/qa-reviewer.md", "x"),
        (".claude/agents/explorer.md", "x"),
        (".codex/config.toml", ""),
        (".github/workflows/ci.yml", ""),
        ("docs/reviews/a.md", "### Verdict: APPROVE\n"),
    ]);
    let here = dir.path();
    let before = names(here);
    let found = run(here, &["init"], "");
    assert_eq!(found.code(), 0, "{}", found.err());
    for part in [
        "explorer, qa-reviewer",
        "claude-code (.claude), codex (.codex)",
        ".github/workflows",
        "docs/reviews",
        "assize init --expect qa --harness claude-code",
        "nothing was written",
    ] {
        assert!(found.out().contains(part), "{part}\n{}", found.out());
    }
    assert_eq!(names(here), before);
}

#[test]
fn a_doctor_names_what_is_missing() {
    let dir = repository(&[(".codex/hooks.json", "{\"hooks\": {\"Stop\": []}}")]);
    let here = dir.path();
    let (code, told) = doctor(here, &[]);
    assert_eq!(code, 1);
    for part in [
        "no  rules",
        "does not register it for PreToolUse, SubagentStop, Stop",
        "next: `assize init --harness codex --write`",
        "ok  command",
        "ok  gate      a failing review holds `git push`",
        "ok  gate      an honest one lets it go",
    ] {
        assert!(told.contains(part), "{part}\n{told}");
    }
    // A client would not find the command.
    let mut lost = command(here, &["doctor"]);
    let lost = lost.env("PATH", here).output().expect("it runs");
    assert!(String::from_utf8_lossy(&lost.stdout).contains("no  command"), "{lost:?}");
    assert_eq!(run(here, &["doctor", "--format", "json"], "").code(), 1);
    assert_eq!(names(here).len(), 1, "nothing is written here");
}
