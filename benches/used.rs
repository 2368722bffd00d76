//! What Assize costs where it is used: dockets in bulk, what is printed of them, pairs, rounds.
//!
//!     cargo bench --bench used
//!
//! Sizes and growth are held to what was reached and a tenth; times depend on the machine, and are only printed.

#![expect(clippy::print_stdout, reason = "the table is what this program is for")]
#![expect(clippy::disallowed_methods, reason = "it measures time, and writes what it measures")]
#![expect(clippy::expect_used, reason = "a bench that cannot run should stop")]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Output};
use std::time::Instant;

use serde_json::Value;

const BENCH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/dartai/full-bench");

const PANEL: &str = "panel \"ours\" {\n    reports \"reviews/{task}\"\n    gate \"any-blocker\"\n    seat \"qa\"\n    \
    seat \"security\"\n}\n";

/// How many times its docket a recorded line may have; 1.5 is asked for.
const RECORD: f64 = 1.4;
/// How many bytes a finding may have in a ruling on one line; 400 is asked for.
const FINDING: usize = 330;
/// How many times as long four times as many pairs may take; 4 is asked for.
const GROWTH: f64 = 4.8;
/// How many dockets are judged; a million take so many times as long.
const DOCKETS: usize = 20_000;

/// Ends with 1 when something takes more than it may.
fn main() -> ExitCode {
    let dir = tempfile::tempdir().expect("a folder");
    let here = dir.path();
    let record = done(here, &["gate", BENCH, "--no-summary", "--with-docket"]).stdout;
    let mut docket: Value =
        serde_json::from_slice::<Value>(&record).expect("JSON")["docket"].take();
    let times = record.len() as f64 / docket.to_string().len() as f64;
    println!("a recorded line {times:27.2} times its docket (at most {RECORD}; asked for: 1.5)");
    let judged = judged_in_bulk(here, &mut docket, "with the texts of the others");
    for text in docket["submissions"].as_array_mut().into_iter().flatten() {
        let own = text["text"].as_str().unwrap_or_default().to_owned();
        text["text"] = (own + "# of task-0\n").into();
    }
    judged_in_bulk(here, &mut docket, "with texts of their own");
    let first = judged.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let ruling: Value = serde_json::from_slice(first).expect("JSON");
    let findings = ruling["findings"].as_array().expect("a list");
    let finding = ruling["findings"].to_string().len() / findings.len().max(1);
    println!("a finding {finding:33} bytes (at most {FINDING}; asked for: 400)");
    let growth = ingested(here, 4_000) / ingested(here, 1_000);
    println!(
        "four times as many pairs {growth:18.1} times the time (at most {GROWTH}; asked for: 4)"
    );
    for rounds in [1, 41] {
        judged_in_round(here, rounds);
    }
    #[cfg(unix)]
    started(here);
    let kept = times <= RECORD && finding <= FINDING && growth <= GROWTH;
    println!("{}", if kept { "kept" } else { "NOT KEPT" });
    if kept { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Judges many dockets of eight reports, whose texts name the docket where they name one.
fn judged_in_bulk(here: &Path, docket: &mut Value, how: &str) -> Vec<u8> {
    docket["id"] = "task-0".into();
    let (text, mut lines) = (docket.to_string(), String::new());
    for at in 0..DOCKETS {
        let _ = writeln!(lines, "{}", text.replace("task-0", &format!("task-{at}")));
    }
    fs::write(here.join("all.jsonl"), lines).expect("an archive");
    let start = Instant::now();
    let judged = done(here, &["judge", "--on", "all.jsonl", "--format", "jsonl"]).stdout;
    let million = start.elapsed().as_secs_f64() * 1_000_000.0 / DOCKETS as f64;
    println!("a million dockets {how:28} {million:6.0} s (asked for: 60 on two cores)");
    judged
}

/// The seconds that taking in the reviews of so many pairs takes.
fn ingested(here: &Path, pairs: usize) -> f64 {
    let (mut asked, mut output) = (String::new(), String::new());
    for at in 0..pairs {
        let pair = format!("notes/n{at:05}.md :: evidence");
        let _ = writeln!(asked, "{pair}");
        let _ = writeln!(
            output,
            "=== PAIR REVIEW START: {pair} ===\n### Findings\n\n- warn: claim {at} has no source\n\n\
             ## Result: WARN\n=== PAIR REVIEW END: {pair} ===\n"
        );
    }
    fs::write(here.join("pairs.txt"), asked).expect("a file");
    fs::write(here.join("out.md"), output).expect("a file");
    let into = format!("kept-{pairs}");
    let start = Instant::now();
    done(here, &["pairs", "ingest", "out.md", "--pairs", "pairs.txt", "--into", &into]);
    let seconds = start.elapsed().as_secs_f64();
    println!("{pairs:6} pairs {seconds:32.2} s");
    seconds
}

/// Judges in the last of so many rounds, each of which was judged.
fn judged_in_round(here: &Path, rounds: usize) {
    let task = format!("task-{rounds}");
    let folder = here.join("reviews").join(&task);
    fs::write(here.join("assize.kdl"), PANEL).expect("a panel");
    let mut seconds = 0.0;
    for round in 1..=rounds {
        done(here, &["begin", &task, "--unbound"]);
        for seat in ["qa", "security"] {
            let text = format!(
                "verdict: fail\nconfidence: high\nblocker: src/a.rs:{round} {seat} saw it leak in round {round}\n"
            );
            fs::write(folder.join(format!("{seat}.md")), text).expect("a report");
        }
        let start = Instant::now();
        done(here, &["gate", &task]);
        seconds = start.elapsed().as_secs_f64();
    }
    println!("a gate in round {rounds:<3} {:23.1} ms", seconds * 1000.0);
}

/// What it takes to start, beside a program that does nothing: the median of both, started in turn.
#[cfg(unix)]
fn started(here: &Path) {
    let run = |command: &mut Command| {
        let start = Instant::now();
        command.output().expect("it runs");
        start.elapsed().as_secs_f64() * 1000.0
    };
    let mut times: Vec<[f64; 3]> = (0..200)
        .map(|_| {
            [
                run(&mut Command::new("/bin/true")),
                run(&mut command(here, &["--version"])),
                run(&mut command(here, &["gate", BENCH, "--no-summary"])),
            ]
        })
        .collect();
    let mut median = |at: usize| {
        times.sort_by(|one, other| one[at].total_cmp(&other[at]));
        times[times.len() / 2][at]
    };
    let (nothing, version, gate) = (median(0), median(1), median(2));
    println!(
        "started: {gate:.2} ms to judge 8 reports, {version:.2} for `--version`, {nothing:.2} for `/bin/true`: {:.1} and {:.1} \
         times (asked for: 2.5, of the static command)",
        gate / nothing,
        version / nothing
    );
}

fn command(here: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_assize"));
    command.current_dir(here).args(args);
    command
}

fn done(here: &Path, args: &[&str]) -> Output {
    let done = command(here, args).output().expect("it runs");
    let code = done.status.code();
    assert!(matches!(code, Some(0 | 1)), "{args:?}: {}", String::from_utf8_lossy(&done.stderr));
    done
}
