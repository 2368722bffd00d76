//! Runs that are killed, crowded, or lied to by their folder: the gate stays shut.
#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a test touches files and processes, and fails loudly"
)]

pub(crate) mod stopping;

use std::fs;
use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::time::{Duration, Instant};

const PASS: &str = "verdict: pass\nconfidence: high\n";
const SUMMARY: &str = "verdict-summary.kdl";

/// A folder with one report that passes, in a folder of its own.
fn reports() -> (tempfile::TempDir, PathBuf) {
    let around = tempfile::tempdir().unwrap();
    let folder = around.path().join("reports");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("qa.md"), PASS).unwrap();
    (around, folder)
}

fn assize(arguments: &[&str], folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_assize"));
    command.current_dir(folder.parent().unwrap()).arg("gate").arg("reports").args(arguments);
    command
}

fn run(arguments: &[&str], folder: &Path) -> Output {
    assize(arguments, folder).output().unwrap()
}

fn summary(folder: &Path) -> String {
    fs::read_to_string(folder.join(SUMMARY)).unwrap_or_default()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A run that the shell's `ulimit` keeps from something.
fn limited(limit: &str, arguments: &[&str], folder: &Path) -> Output {
    Command::new("sh")
        .current_dir(folder.parent().unwrap())
        .args(["-c", &format!("ulimit {limit}; exec \"$0\" gate reports \"$@\"")])
        .arg(env!("CARGO_BIN_EXE_assize"))
        .args(arguments)
        .output()
        .unwrap()
}

/// A run that has begun and cannot end: it waits for what `security` printed, as long as its input is
/// held open.
fn waiting(arguments: &[&str], folder: &Path) -> (Child, ChildStdin) {
    let mut child = assize(arguments, folder)
        .args(["--stdout", "security=-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    for _ in 0..3000 {
        if summary(folder).contains("gate \"pending\"") {
            let input = child.stdin.take().unwrap();
            return (child, input);
        }
        assert!(child.try_wait().unwrap().is_none(), "it ended: {}", summary(folder));
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("no pending summary: {}", summary(folder));
}

fn kill(signal: &str, process: u32) {
    let done = Command::new("kill").args([signal, &process.to_string()]).status().unwrap();
    assert!(done.success());
}

/// Whether this process was started to ignore a signal, as below `nohup` or behind `&` in a script: what it
/// starts does, too.
fn ignores(signal: &str) -> bool {
    let bit = match signal {
        "-HUP" => 1,
        "-INT" => 1 << 1,
        _ => return false,
    };
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|signals| u64::from_str_radix(signals.trim(), 16).ok());
    ignored.is_some_and(|signals| signals & bit != 0)
}

#[test]
fn killed_run() {
    for signal in ["-KILL", "-TERM", "-INT", "-HUP", "-XCPU"] {
        if ignores(signal) {
            continue;
        }
        let (_around, folder) = reports();
        assert_eq!(run(&[], &folder).status.code(), Some(0));
        assert!(summary(&folder).contains("gate \"warn\" open=#true"));
        let (mut child, _input) = waiting(&["--round", "3"], &folder);
        kill(signal, child.id());
        assert_ne!(child.wait().unwrap().code(), Some(0), "{signal}");
        let left = summary(&folder);
        assert!(left.contains("gate \"pending\" open=#false"), "{signal}: {left}");
        assert!(left.contains("round 3\n") && left.contains("task-id \"reports\""), "{left}");
        assert!(left.contains("policy \"any-blocker\""), "{left}");
    }
}

/// What lies in `/dev/shm` are files like any other, also where a path says so.
#[test]
#[cfg(target_os = "linux")]
fn killed_run_below_dev() {
    let around = tempfile::tempdir_in("/dev/shm").expect("`/dev/shm` can be written");
    let folder = around.path().join("reports");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("qa.md"), PASS).unwrap();
    let output = around.path().join("ruling.json");
    let summary_beside = around.path().join("summary.kdl");
    let link = around.path().join("link.kdl");
    symlink(&summary_beside, &link).unwrap();
    let whole = folder.to_str().unwrap();
    let lines: [&[&str]; 4] = [
        &["gate", whole, "--json", "--output", output.to_str().unwrap()],
        &["gate", whole, "--json", "--output", "/proc/self/cwd/ruling.json"],
        &["gate", whole, "--no-summary", "--json", "--output", "/proc/self/cwd/ruling.json"],
        &["gate", whole, "--summary", link.to_str().unwrap()],
    ];
    for line in lines {
        let files = || [folder.join(SUMMARY), output.clone(), summary_beside.clone()];
        let texts = || files().map(|file| fs::read_to_string(file).unwrap_or_default());
        let opens = |text: &str| text.contains("open=#true") || text.contains("\"open\": true");
        let command = || {
            let mut command = Command::new(env!("CARGO_BIN_EXE_assize"));
            command.current_dir(around.path()).args(line).args(["--stdout", "security=-"]);
            command.stdout(Stdio::null());
            command
        };
        for file in files() {
            fs::write(file, "").unwrap();
        }
        let mut child = command().stdin(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(PASS.as_bytes()).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(0), "{line:?}");
        assert!(texts().iter().any(|text| opens(text)), "{line:?}");
        let mut child = command().stdin(Stdio::piped()).spawn().unwrap();
        for _ in 0..1000 {
            if texts().iter().all(|text| !opens(text)) {
                break;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        kill("-KILL", child.id());
        child.wait().unwrap();
        assert!(texts().iter().all(|text| !opens(text)), "{line:?}: {:?}", texts());
    }
}

/// A stream is written to, and not replaced, also where the shell leads it into a file.
#[test]
fn a_stream_that_leads_into_a_file_is_written_to() {
    let (around, folder) = reports();
    let file = around.path().join("kept");
    for stream in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        if !Path::new(stream).exists() {
            continue;
        }
        fs::write(&file, "").unwrap();
        let before = fs::metadata(&file).unwrap().ino();
        let line = format!("\"$0\" gate reports --json --output {stream} > kept");
        let mut shell = Command::new("sh");
        shell.current_dir(folder.parent().unwrap()).args(["-c", &line]);
        let output = shell.arg(env!("CARGO_BIN_EXE_assize")).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{stream}: {}", stderr(&output));
        let text = fs::read_to_string(&file).unwrap();
        assert_eq!(text.matches("\"open\": true").count(), 1, "{stream}: {text}");
        assert!(!text.contains("not_ended"), "{stream}: {text}");
        assert_eq!(fs::metadata(&file).unwrap().ino(), before, "{stream}");
    }
}

#[test]
fn killed_hook_ends_with_2() {
    // The process that waits is told to end, and ends the one that judges.
    for signal in ["-TERM", "-INT", "-HUP"] {
        let (_around, folder) = reports();
        assert_eq!(run(&["--exit", "hook"], &folder).status.code(), Some(0));
        let (mut child, _input) = waiting(&["--exit", "hook"], &folder);
        kill(signal, child.id());
        assert_eq!(child.wait().unwrap().code(), Some(2), "{signal}");
        assert!(summary(&folder).contains("gate \"error\" open=#false"), "{}", summary(&folder));
    }
}

/// The process that another has started.
#[cfg(target_os = "linux")]
fn judging(parent: u32) -> u32 {
    let processes = fs::read_dir("/proc").unwrap().filter_map(|entry| {
        let process = entry.unwrap().file_name().to_str()?.parse::<u32>().ok()?;
        let about = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        // Behind the name, which may hold anything, in brackets: the state, then the parent.
        let of = about.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse::<u32>().ok()?;
        (of == parent).then_some(process)
    });
    processes.last().unwrap()
}

#[test]
#[cfg(target_os = "linux")]
fn killed_hook_whose_judge_is_killed_ends_with_2() {
    // As by a lack of memory.
    for signal in ["-KILL", "-ABRT"] {
        let (_around, folder) = reports();
        let (child, _input) = waiting(&["--exit", "hook"], &folder);
        kill(signal, judging(child.id()));
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{signal}");
        assert!(summary(&folder).contains("code=\"assize::cli::ended\""), "{}", summary(&folder));
        assert!(stderr(&output).contains("was ended before it had"), "{}", stderr(&output));
        assert!(summary(&folder).contains("gate \"error\" open=#false"), "{}", summary(&folder));
    }
}

/// Nobody waits for the process that judges any more: it opens nothing behind the back of whoever killed the run.
#[test]
#[cfg(target_os = "linux")]
fn killed_hook_takes_its_judge_with_it() {
    let (_around, folder) = reports();
    let (mut child, input) = waiting(&["--exit", "hook"], &folder);
    let judge = judging(child.id());
    kill("-KILL", child.id());
    assert_ne!(child.wait().unwrap().code(), Some(0));
    // What was waited for, and then all could be judged.
    let mut input = input;
    let _ = input.write_all(PASS.as_bytes());
    drop(input);
    let about = format!("/proc/{judge}/stat");
    let lives = || fs::read_to_string(&about).is_ok_and(|about| !about.contains(") Z "));
    while lives() {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(summary(&folder).contains("gate \"pending\""), "{}", summary(&folder));
}

/// The process that judges begins when nobody waits for it any more: it reads and writes nothing.
#[test]
#[cfg(unix)]
fn a_judge_without_its_hook_judges_nothing() {
    let (_around, folder) = reports();
    for parent in ["1", "nobody"] {
        let output = run(&["--exit", "hook", &format!("--judges={parent}")], &folder);
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert_eq!(stdout(&output), "");
        assert!(!folder.join(SUMMARY).exists());
    }
    let own = format!("--judges={}", std::process::id());
    assert_eq!(run(&["--exit", "hook", &own], &folder).status.code(), Some(0));
}

#[test]
fn summary_as_a_source() {
    let (_around, folder) = reports();
    assert_eq!(run(&[], &folder).status.code(), Some(0));
    // Both are what the last run wrote, and this one replaces it by another file.
    fs::hard_link(folder.join(SUMMARY), folder.join("security.kdl")).unwrap();
    symlink(SUMMARY, folder.join("quality.kdl")).unwrap();
    let output = run(&[], &folder);
    assert_eq!(output.status.code(), Some(3), "{}", stdout(&output));
    let told = stdout(&output) + stderr(&output).as_str();
    assert_eq!(told.matches("cannot be read: it is the summary of a run").count(), 2, "{told}");
    assert!(summary(&folder).contains("reviewer \"security\" verdict=\"unreadable\""));
}

/// A copy is another file; the summary of other work is a text like any other.
#[test]
fn a_copy_of_the_summary_is_no_report() {
    let (_around, folder) = reports();
    assert_eq!(run(&[], &folder).status.code(), Some(0));
    fs::copy(folder.join(SUMMARY), folder.join("security.kdl")).unwrap();
    let output = run(&["--expect", "qa,security"], &folder);
    assert_eq!(output.status.code(), Some(3), "{}", stdout(&output));
    let told = stdout(&output) + stderr(&output).as_str();
    assert!(told.contains("cannot be read: it is a copy of the summary of a run"), "{told}");
    fs::remove_file(folder.join("qa.md")).unwrap();
    assert_eq!(run(&[], &folder).status.code(), Some(3), "an opening does not rest on itself");
    fs::write(folder.join("qa.md"), PASS).unwrap();
    let output = run(&["--expect", "qa,security", "--task", "all"], &folder);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
}

/// What was printed is a report, and the summary is none by that way either.
#[test]
fn a_copy_of_the_summary_was_not_printed() {
    let (around, folder) = reports();
    assert_eq!(run(&[], &folder).status.code(), Some(0));
    fs::copy(folder.join(SUMMARY), around.path().join("printed.txt")).unwrap();
    for from in ["printed.txt", "reports/verdict-summary.kdl"] {
        let printed = format!("security={from}");
        let output =
            run(&["--expect", "qa,security", "--stdout", &printed, "--no-summary"], &folder);
        assert_eq!(output.status.code(), Some(3), "{from}: {}", stdout(&output));
        let told = stdout(&output) + stderr(&output).as_str();
        assert!(told.contains("cannot be read: it is a copy of the summary of a run"), "{told}");
    }
    fs::write(around.path().join("printed.txt"), PASS).unwrap();
    let output = run(&["--expect", "qa,security", "--stdout", "security=printed.txt"], &folder);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
}

/// Two panels judge one work, and the second is handed what the first came to.
#[test]
fn a_summary_of_another_stage_of_the_work_is_a_report() {
    let (around, _) = reports();
    let here = around.path();
    let panel = |name: &str, seat: &str| {
        format!(
            "panel \"{name}\" {{\n    reports \"{name}/{{task}}\"\n    seat \"{seat}\" file=\"{seat}.kdl\"\n    seat \"lead\" file=\"lead.md\"\n}}\n"
        )
    };
    let gate = |panel: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_assize"));
        command.current_dir(here).args(["gate", "t1", "--panel", panel]).output().unwrap()
    };
    let built = "panel \"build\" {\n    reports \"build/{task}\"\n    seat \"qa\" file=\"qa.md\"\n    seat \"security\" file=\"security.md\"\n}\n";
    fs::write(
        here.join("assize.kdl"),
        format!("{built}{}{}", panel("release", "built"), panel("again", "qa")),
    )
    .unwrap();
    for folder in ["build/t1", "release/t1", "again/t1"] {
        fs::create_dir_all(here.join(folder)).unwrap();
    }
    for file in ["build/t1/qa.md", "build/t1/security.md", "release/t1/lead.md", "again/t1/lead.md"]
    {
        fs::write(here.join(file), PASS).unwrap();
    }
    assert_eq!(gate("build").status.code(), Some(0));
    let first = fs::read_to_string(here.join("build/t1").join(SUMMARY)).unwrap();
    fs::write(here.join("release/t1/built.kdl"), &first).unwrap();
    let output = gate("release");
    assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
    // One that shuts, shuts; and where one of its reviewers is to report, it may be the summary of these.
    fs::write(here.join("build/t1/qa.md"), "verdict: fail\nconfidence: high\nblocker: a.rs:1 so\n")
        .unwrap();
    assert_eq!(gate("build").status.code(), Some(1));
    fs::copy(here.join("build/t1").join(SUMMARY), here.join("release/t1/built.kdl")).unwrap();
    assert_eq!(gate("release").status.code(), Some(1));
    fs::write(here.join("again/t1/qa.kdl"), &first).unwrap();
    let output = gate("again");
    assert_eq!(output.status.code(), Some(3), "{}", stdout(&output));
    // Nor is its own one, whoever reports.
    fs::write(here.join("release/t1/built.kdl"), &first).unwrap();
    assert_eq!(gate("release").status.code(), Some(0));
    let own = fs::read_to_string(here.join("release/t1").join(SUMMARY)).unwrap();
    fs::write(
        here.join("release/t1/built.kdl"),
        own.replace("\"built\"", "\"b\"").replace("\"lead\"", "\"l\""),
    )
    .unwrap();
    assert_eq!(gate("release").status.code(), Some(3));
}

#[test]
fn a_summary_that_is_left_open_is_told() {
    let (_around, folder) = reports();
    assert_eq!(run(&[], &folder).status.code(), Some(0));
    fs::write(folder.join("qa.md"), "verdict: fail\nconfidence: high\nblocker: a.rs:1 so\n")
        .unwrap();
    // One who passes opens nothing.
    fs::write(folder.join("security.md"), PASS).unwrap();
    // assize::cli::stays_open
    let told = "says that the gate is open, and is not of this run";
    let lines: [&[&str]; 2] = [&["--no-summary"], &["--summary", "elsewhere.kdl"]];
    for line in lines {
        let output = run(line, &folder);
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).contains(told), "{line:?}: {}", stderr(&output));
    }
    assert_eq!(run(&["--summary", "reports/verdict-summary.kdl"], &folder).status.code(), Some(1));
    for line in lines {
        assert!(!stderr(&run(line, &folder)).contains(told), "{line:?}: it is shut now");
    }
}

#[test]
fn hidden_files_are_named() {
    let (_around, folder) = reports();
    fs::write(folder.join(".security.md"), "verdict: fail\n").unwrap();
    fs::create_dir(folder.join(".assize")).unwrap();
    let output = run(&["--verbose"], &folder);
    assert_eq!(output.status.code(), Some(0));
    let told = stderr(&output).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("not read: `.assize`, `.security.md`"), "{told}");
}

#[test]
fn json_spells_out_what_nobody_sees() {
    let (_around, folder) = reports();
    let text = "verdict: warn\nconfidence: high\nadvisory: a\u{202e}b\u{7f}c\u{9b}d\u{e0041}e é\n";
    fs::write(folder.join("qa.md"), text).unwrap();
    let told = stdout(&run(&["--format", "json"], &folder));
    assert!(told.contains("a\\u202eb\\u007fc\\u009bd\\udb40\\udc41e é"), "{told}");
    let value: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(value["cells"][0]["findings"][0]["text"], "a\u{202e}b\u{7f}c\u{9b}d\u{e0041}e é");
}

#[test]
fn one_file_in_two_seats() {
    let (_around, folder) = reports();
    fs::hard_link(folder.join("qa.md"), folder.join("security.md")).unwrap();
    let output = run(&[], &folder);
    assert_eq!(output.status.code(), Some(3), "{}", stdout(&output));
    let told = stdout(&output) + stderr(&output).as_str();
    assert!(told.contains("it is the same file as another report"), "{told}");
}

#[test]
fn swapped_file() {
    let (around, folder) = reports();
    fs::write(around.path().join("outside.md"), PASS).unwrap();
    symlink("../outside.md", folder.join("security.md")).unwrap();
    let fifo = Command::new("mkfifo").arg(folder.join("quality.md")).status().unwrap();
    assert!(fifo.success());
    let output = run(&[], &folder);
    assert_eq!(output.status.code(), Some(3), "{}", stdout(&output));
    let told = stdout(&output) + stderr(&output).as_str();
    assert!(told.contains("`security.md` cannot be read: its link leaves the folder"), "{told}");
    assert!(told.contains("`quality.md` cannot be read: it is not a regular file"), "{told}");
    // A link that stays in the folder is a report like any other.
    fs::remove_file(folder.join("security.md")).unwrap();
    fs::remove_file(folder.join("quality.md")).unwrap();
    fs::rename(folder.join("qa.md"), folder.join(".qa.md")).unwrap();
    symlink(".qa.md", folder.join("qa.md")).unwrap();
    assert_eq!(run(&[], &folder).status.code(), Some(0));
}

/// What a policy imports stands in its own folder: a link out of it is not followed.
#[test]
fn an_import_that_leads_out_of_the_folder() {
    let (around, folder) = reports();
    fs::write(
        around.path().join("ours.rhai"),
        "import \"few\" as few;\nrule \"all pass\" when passed.all then pass;\n",
    )
    .unwrap();
    let own = tempfile::tempdir().unwrap();
    fs::write(own.path().join("few.rhai"), "fn few(n) { n < 2 }\n").unwrap();
    let import = around.path().join("few.rhai");
    symlink(own.path().join("few.rhai"), &import).unwrap();
    let output = run(&["--policy", "./ours.rhai"], &folder);
    assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
    assert!(stderr(&output).contains("its link leaves the folder"), "{}", stderr(&output));
    fs::remove_file(&import).unwrap();
    let fifo = Command::new("mkfifo").arg(&import).status().unwrap();
    assert!(fifo.success());
    let output = run(&["--policy", "./ours.rhai"], &folder);
    assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
    assert!(stderr(&output).contains("not a regular file"), "{}", stderr(&output));
    fs::remove_file(&import).unwrap();
    fs::copy(own.path().join("few.rhai"), &import).unwrap();
    assert_eq!(run(&["--policy", "./ours.rhai"], &folder).status.code(), Some(0));
}

/// While somebody swaps a report for a link out of the folder and back, no run reads what is outside.
#[test]
fn a_file_swapped_under_the_run() {
    let (around, folder) = reports();
    let outside = around.path().join("outside.md");
    fs::write(&outside, "verdict: fail\nconfidence: high\nblocker: src/a.rs:1 outside\n").unwrap();
    fs::write(folder.join(".kept"), PASS).unwrap();
    let swapped = folder.clone();
    let (stop, stopped) = std::sync::mpsc::channel::<()>();
    let swapping = std::thread::spawn(move || {
        let mut turn = 0_u32;
        while stopped.try_recv().is_err() {
            let new = swapped.join(".new");
            match turn % 2 {
                0 => symlink("../outside.md", &new).unwrap(),
                _ => fs::hard_link(swapped.join(".kept"), &new).unwrap(),
            }
            fs::rename(&new, swapped.join("qa.md")).unwrap();
            // Two names of one file are not renamed to each other.
            let _ = fs::remove_file(&new);
            turn += 1;
        }
    });
    for _ in 0..60 {
        let output = run(&["--no-summary"], &folder);
        let told = stdout(&output) + stderr(&output).as_str();
        // What changes at each look is not judged.
        let written = told.contains("assize::cli::still_written");
        assert!(matches!(output.status.code(), Some(0 | 3)) || written, "{told}");
        assert!(!told.contains("outside"), "{told}");
    }
    stop.send(()).unwrap();
    swapping.join().unwrap();
}

#[test]
fn summaries_have_permissions_of_their_own() {
    let (_around, folder) = reports();
    let place = folder.join(SUMMARY);
    fs::write(&place, "gate \"pass\" open=#true\n").unwrap();
    fs::set_permissions(&place, fs::Permissions::from_mode(0o666)).unwrap();
    let mask = Command::new("sh").args(["-c", "umask"]).output().unwrap();
    let mask = u32::from_str_radix(String::from_utf8(mask.stdout).unwrap().trim(), 8).unwrap();
    assert_eq!(run(&[], &folder).status.code(), Some(0));
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&place), 0o666 & !mask);
    assert_eq!(mode(&folder.join(".verdict-summary.kdl.lock")), 0o600);
}

#[test]
fn what_killed_runs_left_is_cleared() {
    let (_around, folder) = reports();
    let left = folder.join(".verdict-summary.kdl.a1B2c3");
    let others = [".verdict-summary.kdl.a1B2c", ".verdict-summary.kdl.bak", ".qa.md.a1B2c3"];
    fs::write(&left, "gate \"pass\" open=#true\n").unwrap();
    others.iter().for_each(|name| fs::write(folder.join(name), "so").unwrap());
    assert_eq!(run(&[], &folder).status.code(), Some(0));
    assert!(!left.exists());
    assert!(others.iter().all(|name| folder.join(name).exists()));
}

#[test]
fn what_runs_left_that_were_killed_long_ago_is_cleared_wherever_they_wrote() {
    let (around, folder) = reports();
    let at = |name: &str| around.path().join(name);
    let old = [".out.json.a1B2c3", ".out.json.4711"];
    let kept = [".out.json.backup", ".out.json.a1B2c", ".other.json.a1B2c3"];
    for name in old.iter().chain(&kept) {
        fs::write(at(name), "so").unwrap();
        let hours = std::time::SystemTime::now() - std::time::Duration::from_secs(7_200);
        let file = fs::File::options().append(true).open(at(name)).unwrap();
        file.set_modified(hours).unwrap();
    }
    // Somebody may be at it.
    fs::write(at(".out.json.d4E5f6"), "so").unwrap();
    assert_eq!(run(&["--output", "out.json", "--json"], &folder).status.code(), Some(0));
    assert!(old.iter().all(|name| !at(name).exists()));
    assert!(kept.iter().chain([&".out.json.d4E5f6"]).all(|name| at(name).exists()));
}

#[test]
fn something_else_in_the_place_of_the_summary() {
    let (around, folder) = reports();
    let place = folder.join(SUMMARY);
    fs::create_dir(&place).unwrap();
    let output = run(&[], &folder);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("could not be written: it is a folder"),
        "{}",
        stderr(&output)
    );
    assert!(!stdout(&output).contains("OPEN"), "{}", stdout(&output));
    fs::remove_dir(&place).unwrap();
    // A link is replaced, and what it leads to is left alone.
    let target = around.path().join("target");
    fs::write(&target, "so").unwrap();
    symlink(&target, &place).unwrap();
    assert_eq!(run(&[], &folder).status.code(), Some(0));
    assert_eq!(fs::read_to_string(&target).unwrap(), "so");
    assert!(fs::symlink_metadata(&place).unwrap().is_file());
}

#[test]
fn open_is_never_said_beside_another_code() {
    let (_around, folder) = reports();
    let full = limited("-f 0", &[], &folder);
    assert_eq!(full.status.code(), Some(2), "{}", stderr(&full));
    assert!(
        stdout(&full).starts_with("SHUT  warn: everybody passed; but the answer"),
        "{}",
        stdout(&full)
    );
    let json = limited("-f 0", &["--format", "json"], &folder);
    assert!(stdout(&json).contains("\"open\": false"), "{}", stdout(&json));
}

/// A disk without room: the last summary, which was open, does not stay.
/// A file that is written while it is read is told apart from one that is whole, and is read once nobody writes it.
#[test]
fn a_file_that_is_still_written() {
    use assize::host::{Contents, Disk, Files};
    let (_around, folder) = reports();
    let file = folder.join("qa.md");
    let is_over = std::sync::atomic::AtomicBool::new(false);
    let order = std::sync::atomic::Ordering::Relaxed;
    let read = || Disk.read_inside(&folder, Path::new("qa.md"), 64 << 20).unwrap().contents;
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut out = fs::OpenOptions::new().append(true).open(&file).unwrap();
            let mut lines = 0;
            while !is_over.load(order) && lines < 4_000_000 {
                out.write_all(b"# x\n").unwrap();
                lines += 1;
            }
        });
        let seen = (0..20_000).any(|_| read() == Contents::Changing);
        is_over.store(true, order);
        assert!(seen, "it was never seen to change");
    });
    assert_eq!(read(), Contents::Whole(fs::read(&file).unwrap()));
}

#[test]
fn files_that_may_not_grow() {
    let (_around, folder) = reports();
    assert_eq!(run(&[], &folder).status.code(), Some(0));
    for exit in ["plain", "hook"] {
        fs::write(folder.join(SUMMARY), "gate \"pass\" open=#true\n").unwrap();
        let output = limited("-f 0", &["--exit", exit], &folder);
        assert_eq!(output.status.code(), Some(2), "{exit}: {}", stderr(&output));
        assert!(!summary(&folder).contains("open=#true"), "{exit}: {}", summary(&folder));
    }
}

#[test]
fn another_run_on_the_same_folder() {
    let (_around, folder) = reports();
    let (mut first, mut input) = waiting(&[], &folder);
    // That it waits is said after a second.
    let hasty = run(&["--lock-wait", "1"], &folder);
    assert_eq!(hasty.status.code(), Some(2));
    assert!(!stderr(&hasty).contains("waiting"), "{}", stderr(&hasty));
    let begun = Instant::now();
    let second = run(&["--lock-wait", "2"], &folder);
    let waited = begun.elapsed();
    assert!(waited >= Duration::from_secs(2) && waited < Duration::from_secs(15), "{waited:?}");
    assert_eq!(second.status.code(), Some(2));
    let told = stderr(&second);
    assert!(told.contains("waiting for another run that holds"), "{told}");
    assert!(told.contains("another run has held"), "{told}");
    assert!(summary(&folder).contains("gate \"pending\""), "it is the first run's");
    input.write_all(PASS.as_bytes()).unwrap();
    drop(input);
    assert_eq!(first.wait().unwrap().code(), Some(0));
    // What somebody prints is named on the command line.
    assert!(summary(&folder).contains("gate \"pass\" open=#true"));
}

#[test]
fn many_runs_at_once() {
    let (_around, folder) = reports();
    let runs: Vec<Child> = (0..32)
        .map(|_| assize(&[], &folder).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
        .collect();
    for mut run in runs {
        assert_eq!(run.wait().unwrap().code(), Some(0));
    }
    assert!(summary(&folder).contains("gate \"warn\" open=#true"));
    let names: Vec<String> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(names.len(), 3, "{names:?}");
}

#[test]
fn a_lock_that_somebody_else_put_there() {
    let (around, folder) = reports();
    let lock = folder.join(".verdict-summary.kdl.lock");
    let target = around.path().join("target");
    symlink(&target, &lock).unwrap();
    assert_eq!(run(&[], &folder).status.code(), Some(0));
    assert!(!target.exists(), "a link is not followed");
    fs::remove_file(&lock).unwrap();
    assert!(Command::new("mkfifo").arg(&lock).status().unwrap().success());
    // Nobody waits for somebody to read it.
    assert_eq!(run(&[], &folder).status.code(), Some(0));
}

#[test]
fn a_stream_gets_one_summary() {
    let (around, folder) = reports();
    let fifo = around.path().join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let reader = Command::new("cat").arg(&fifo).stdout(Stdio::piped()).spawn().unwrap();
    assert_eq!(run(&["--summary", "fifo"], &folder).status.code(), Some(0));
    let told = stdout(&reader.wait_with_output().unwrap());
    assert_eq!(told.matches("schema 1").count(), 1, "{told}");
    assert!(told.contains("gate \"warn\" open=#true"), "{told}");
    assert!(!around.path().join(".fifo.lock").exists());
}

#[test]
fn a_pipe_where_a_file_is_named() {
    let (_around, folder) = reports();
    let output = Command::new("bash")
        .current_dir(folder.parent().unwrap())
        .args(["-c", "\"$0\" gate reports --stdout security=<(cat reports/qa.md); \"$0\" parse <(cat reports/qa.md)"])
        .arg(env!("CARGO_BIN_EXE_assize"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
    assert!(stdout(&output).starts_with("OPEN"), "{}", stdout(&output));
    assert!(stdout(&output).contains("verdict-file"), "{}", stdout(&output));
}
