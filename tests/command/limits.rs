//! What a run may read, and what happens beyond it.
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test touches files and processes, and fails loudly"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const PASS: &str = "verdict: pass\nconfidence: high\n";

/// A folder with some reports that pass, in a folder of its own.
fn reports(names: &[&str]) -> (tempfile::TempDir, PathBuf) {
    let around = tempfile::tempdir().unwrap();
    let folder = around.path().join("reports");
    fs::create_dir(&folder).unwrap();
    names.iter().for_each(|name| fs::write(folder.join(name), PASS).unwrap());
    (around, folder)
}

fn run(arguments: &[&str], folder: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_assize"));
    command.current_dir(folder.parent().unwrap()).args(arguments).output().unwrap()
}

/// Standard error as one line.
fn told(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    text.split_whitespace().filter(|word| *word != "│").collect::<Vec<_>>().join(" ")
}

#[test]
fn with_too_many_files_there_is_no_answer() {
    let (_around, folder) = reports(&["qa.md", "security.md", "style.md"]);
    // The summary, hidden files and its lock are no reports.
    fs::write(folder.join(".hidden.md"), PASS).unwrap();
    for command in ["gate", "explain", "parse"] {
        let output = run(&[command, "reports", "--limit-files", "2"], &folder);
        assert_eq!(output.status.code(), Some(2), "{command}: {}", told(&output));
        let told = told(&output);
        assert!(told.contains("assize::host::too_many_files"), "{command}: {told}");
        // To be parsed, the summary is a text like any other.
        let files = if command == "parse" { 4 } else { 3 };
        let next = format!("`--limit-files {files}`");
        assert!(told.contains(&next), "{command}: {told}");
    }
    let summary = fs::read_to_string(folder.join("verdict-summary.kdl")).unwrap();
    assert!(summary.contains("gate \"error\" open=#false"), "{summary}");
    assert_eq!(run(&["gate", "reports", "--limit-files", "3"], &folder).status.code(), Some(0));
    let one_by_one = ["gate", "reports/qa.md", "reports/style.md", "--limit-files", "1"];
    assert_eq!(run(&one_by_one, &folder).status.code(), Some(2));
}

#[test]
fn with_too_many_bytes_or_lines_in_all_there_is_no_answer() {
    let (_around, folder) = reports(&["qa.md", "security.md"]);
    let bytes = (2 * PASS.len()).to_string();
    let less = (2 * PASS.len() - 1).to_string();
    for (flag, enough, too_few, code) in [
        ("--limit-total-bytes", &*bytes, &*less, "assize::host::too_many_bytes"),
        ("--limit-total-items", "6", "5", "assize::host::too_many_items"),
    ] {
        let enough = run(&["gate", "reports", flag, enough], &folder);
        assert_eq!(enough.status.code(), Some(0), "{}", told(&enough));
        for command in ["gate", "explain", "parse"] {
            let output = run(&[command, "reports", flag, too_few], &folder);
            assert_eq!(output.status.code(), Some(2), "{command} {flag}");
            let told = told(&output);
            assert!(told.contains(code) && told.contains("security.md"), "{told}");
            assert!(told.contains(flag), "the next step is named: {told}");
        }
    }
    // What somebody printed counts as well.
    let printed = folder.parent().unwrap().join("printed");
    fs::write(&printed, PASS).unwrap();
    let arguments = ["gate", "reports", "--stdout", "style=printed", "--limit-total-bytes", &bytes];
    let output = run(&arguments, &folder);
    assert_eq!(output.status.code(), Some(2));
    assert!(told(&output).contains("assize::host::too_many_bytes"), "{}", told(&output));
}

#[test]
fn a_file_with_too_much_in_it_is_unreadable() {
    let (_around, folder) = reports(&["qa.md"]);
    let size = PASS.len().to_string();
    assert_eq!(run(&["gate", "reports", "--limit-bytes", &size], &folder).status.code(), Some(0));
    assert_eq!(run(&["gate", "reports", "--limit-items", "3"], &folder).status.code(), Some(0));
    for (flag, limit, cause) in
        [("--limit-bytes", "29", "too_large"), ("--limit-items", "2", "too_much")]
    {
        let output = run(&["gate", "reports", flag, limit, "--format", "json"], &folder);
        assert_eq!(output.status.code(), Some(3), "{flag}");
        let ruling: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(ruling["open"], false);
        assert_eq!(ruling["cells"][0]["cause"], cause, "{flag}");
        let output = run(&["parse", "reports/qa.md", flag, limit], &folder);
        assert_eq!(output.status.code(), Some(3), "{flag}");
    }
    assert_eq!(
        run(&["gate", "reports", "--limit-bytes", "1.5MiB"], &folder).status.code(),
        Some(2)
    );
}

/// What takes a seat without a verdict is told with a roster to copy; the roster does not grow with the
/// reports, or what is told would grow with their square.
#[test]
fn what_is_told_grows_with_the_files_and_not_faster() {
    let told = |count: usize| {
        let (_around, folder) = reports(&[]);
        for n in 0..count {
            let text = if n % 2 == 0 { PASS } else { "notes\n" };
            fs::write(folder.join(format!("report-{n:04}.md")), text).unwrap();
        }
        let missing: Vec<String> = (0..count).map(|n| format!("missing-{n:04}")).collect();
        let missing = missing.join(",");
        let gate = ["gate", "reports", "--format", "json", "--no-summary"];
        let alone = run(&gate, &folder);
        let expected = run(&[&gate[..], &["--expect", &missing]].concat(), &folder);
        [alone, expected].map(|output| output.stdout.len())
    };
    let (few, many) = (told(150), told(300));
    for (few, many) in few.into_iter().zip(many) {
        assert!(many * 10 < few * 21, "{few} bytes for 150 files, {many} for 300");
    }
}

/// Memory that runs out ends the process that judges: the summary that shuts stays, and a hook is told 2.
#[test]
#[cfg(target_os = "linux")]
fn out_of_memory() {
    use std::os::unix::process::ExitStatusExt;
    let limited = |limit: &str, arguments: &[&str], folder: &Path| {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("ulimit {limit}; exec \"$0\" gate reports \"$@\"")]);
        shell.arg(env!("CARGO_BIN_EXE_assize")).args(arguments);
        shell.current_dir(folder.parent().unwrap()).output().unwrap()
    };
    let summary = |folder: &Path| fs::read_to_string(folder.join("verdict-summary.kdl")).unwrap();
    let (_around, folder) = reports(&["qa.md"]);
    // What is enough without anything large: an unoptimised command takes more to begin with.
    let enough =
        |limit: &String| limited(limit, &["--exit", "hook"], &folder).status.code() == Some(0);
    let limit =
        (20..150).map(|n| format!("-v {}", n * 2000)).find(enough).expect("a limit that is enough");
    let large = format!("{PASS}# {}\n", "x".repeat(3 << 19));
    fs::write(folder.join("style.md"), large).unwrap();
    let plain = limited(&limit, &[], &folder);
    assert_eq!(plain.status.signal(), Some(6), "it gave up: {}", told(&plain));
    assert!(told(&plain).contains("memory allocation of"), "{}", told(&plain));
    assert!(summary(&folder).contains("gate \"pending\" open=#false"), "{}", summary(&folder));
    let hook = limited(&limit, &["--exit", "hook"], &folder);
    assert_eq!(hook.status.code(), Some(2), "{}", told(&hook));
    assert!(told(&hook).contains("memory allocation of"), "{}", told(&hook));
    assert!(told(&hook).contains("was ended before it had"), "{}", told(&hook));
    assert!(summary(&folder).contains("gate \"error\" open=#false"), "{}", summary(&folder));
    // With enough of it the same folder opens: it was nothing else.
    assert_eq!(limited("-v 4000000", &["--exit", "hook"], &folder).status.code(), Some(0));
}
