//! A run that is stopped at each thing that it does to the disk, one after the other.

use std::cell::Cell;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use assize::host::{Content, Disk, Files, Identity, Kind, Opened, Permissions, Writer};

use super::{SUMMARY, reports, summary};

/// Tells the process that is stopped when that is.
const STOP: &str = "STOP_AT";
/// Tells it what to run.
const ARGUMENTS: &str = "RUN_WITH";

/// The real disk, until it is asked for the last time.
struct Stopping {
    left: Cell<u32>,
}

impl Stopping {
    /// One thing less is left to do. The process ends here, without a word to anybody, once none is.
    fn step(&self, what: &str) {
        self.left.set(self.left.get() - 1);
        if self.left.get() == 0 {
            let _ = writeln!(io::stderr(), "stopped at {what}");
            std::process::abort();
        }
    }

    /// Half of what is written, and the end.
    fn half(&self, what: &str, content: &Content<'_>) -> Vec<u8> {
        let mut text = Vec::new();
        content(&mut text).unwrap();
        if self.left.get() == 2 {
            text.truncate(text.len() / 2);
        }
        self.step(&format!("begin of {what}"));
        text
    }
}

impl Files for Stopping {
    fn names(&self, folder: &Path) -> io::Result<Vec<OsString>> {
        self.step("names");
        Disk.names(folder)
    }

    fn kind(&self, path: &Path) -> io::Result<Kind> {
        self.step("kind");
        Disk.kind(path)
    }

    fn resolve(&self, path: &Path) -> io::Result<PathBuf> {
        self.step("resolve");
        Disk.resolve(path)
    }

    fn read(&self, path: &Path, limit: usize) -> io::Result<Opened> {
        self.step("read");
        Disk.read(path, limit)
    }

    fn read_inside(&self, folder: &Path, file: &Path, limit: usize) -> io::Result<Opened> {
        self.step("read_inside");
        Disk.read_inside(folder, file, limit)
    }

    fn identity(&self, path: &Path) -> Option<Identity> {
        self.step("identity");
        Disk.identity(path)
    }
}

impl Writer for Stopping {
    fn replace(&self, path: &Path, content: &Content<'_>, mode: Permissions) -> io::Result<()> {
        let text = self.half("replace", content);
        let written = Disk.replace(
            path,
            &|out| {
                out.write_all(&text)?;
                out.flush()?;
                self.step("middle of replace");
                Ok(())
            },
            mode,
        );
        self.step("end of replace");
        written
    }

    fn create_new(&self, path: &Path, content: &Content<'_>) -> io::Result<()> {
        self.step("create_new");
        Disk.create_new(path, content)
    }

    fn write_in_place(&self, path: &Path, content: &Content<'_>) -> io::Result<()> {
        let text = self.half("write_in_place", content);
        let written = Disk.write_in_place(path, &|out| out.write_all(&text));
        self.step("end of write_in_place");
        written
    }

    fn create_folder(&self, path: &Path) -> io::Result<()> {
        self.step("create_folder");
        Disk.create_folder(path)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.step("rename");
        let renamed = Disk.rename(from, to);
        self.step("end of rename");
        renamed
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.step("remove");
        Disk.remove(path)
    }

    fn blank(&self, path: &Path) -> io::Result<()> {
        self.step("blank");
        Disk.blank(path)
    }

    fn sweep(&self, path: &Path) {
        self.step("sweep");
        Disk.sweep(path);
    }
}

/// What a stopped run left: where it stopped, its code, and its files.
pub(crate) struct Left {
    pub(crate) at: Option<String>,
    pub(crate) code: Option<i32>,
    summary: String,
    output: String,
}

/// Runs this test in a process of its own, which judges with `arguments` and stops at the `n`th thing.
pub(crate) fn stopped(n: u32, arguments: &[&str], folder: &Path) -> Left {
    let around = folder.parent().unwrap();
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "faults::stopping::killed_at_every_step", "--nocapture"])
        .current_dir(around)
        .env(STOP, n.to_string())
        .env(ARGUMENTS, arguments.join(" "))
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let at = told.lines().find_map(|line| Some(line.split_once("stopped at ")?.1.to_owned()));
    Left {
        at,
        code: output.status.code(),
        summary: summary(folder),
        output: fs::read_to_string(around.join("ruling.json")).unwrap_or_default(),
    }
}

/// What runs in the process that is stopped.
fn run_and_stop(n: u32) -> ! {
    let disk = Stopping { left: Cell::new(n) };
    let arguments = std::env::var(ARGUMENTS).unwrap();
    let arguments: Vec<OsString> =
        ["assize"].into_iter().chain(arguments.split(' ')).map(Into::into).collect();
    let code = assize::cli::run_on(&disk, &arguments);
    // A test has a code of its own for what went well.
    std::process::exit(if code == std::process::ExitCode::SUCCESS { 0 } else { 3 });
}

/// The summary of an earlier run is open, and this run would shut the gate, or open it again: whenever it
/// stops once it has begun to read, no file says that the gate is open, unless its own ruling does.
#[test]
fn killed_at_every_step() {
    if let Ok(n) = std::env::var(STOP) {
        run_and_stop(n.parse().unwrap());
    }
    for (report, opens) in [
        ("verdict: fail\nconfidence: high\nblocker: src/a.rs:1 it leaks\n", false),
        ("verdict: pass\nconfidence: high\n", true),
    ] {
        let (around, folder) = reports();
        fs::create_dir(around.path().join(".git")).unwrap();
        fs::write(around.path().join("assize.kdl"), "words { go \"lgtm\" }\n").unwrap();
        let arguments =
            ["gate", "reports", "--format", "json", "--output", "ruling.json", "--expect", "qa"];
        let (mut steps, mut begun, mut read) = (Vec::new(), false, 0);
        for n in 1.. {
            assert!(n < 500, "it does not end: {steps:?}");
            fs::write(folder.join("qa.md"), report).unwrap();
            fs::write(folder.join(SUMMARY), "gate \"pass\" open=#true\n").unwrap();
            fs::write(around.path().join("ruling.json"), "{\"open\": true}\n").unwrap();
            let left = stopped(n, &arguments, &folder);
            let Some(at) = left.at else {
                assert_eq!(left.code, Some(if opens { 0 } else { 3 }), "{steps:?}");
                assert_eq!(left.summary.contains("open=#true"), opens, "{}", left.summary);
                break;
            };
            assert_eq!(left.code, None, "it was ended by a signal, at {at}");
            let open = left.summary.contains("open=#true");
            let own = left.summary.contains("policy \"any-blocker\"");
            // Nothing is read before the summary shuts.
            let reads = matches!(at.as_str(), "names" | "read" | "read_inside");
            assert!(!(reads && open), "at {at}, step {n}: {}", left.summary);
            assert!(!begun || !open || (opens && own), "at {at}, step {n}: {}", left.summary);
            assert!(opens || !own || !open, "at {at}, step {n}: {}", left.summary);
            // The answer is that of the earlier run, or whole.
            let value = serde_json::from_str::<serde_json::Value>(&left.output);
            assert!(value.is_ok(), "at {at}, step {n}: {}", left.output);
            begun |= !open;
            read += u32::from(reads);
            steps.push(at);
            // No leftover is taken for a report by the next run.
            for entry in fs::read_dir(&folder).unwrap() {
                let name = entry.unwrap().file_name().into_string().unwrap();
                assert!(name.starts_with('.') || name == "qa.md" || name == SUMMARY, "{name}");
            }
        }
        assert!(begun && read >= 3, "{steps:?}");
        for step in
            ["begin of replace", "middle of replace", "end of replace", "names", "read_inside"]
        {
            assert!(steps.iter().any(|at| at == step), "no {step} in {steps:?}");
        }
        assert!(steps.iter().filter(|at| *at == "end of replace").count() >= 3, "{steps:?}");
    }
}
