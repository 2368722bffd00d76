//! What it costs to try policies: on every small docket, on recorded rounds, on cases.
//!
//!     cargo bench --bench trials
//!
//! Times depend on the machine and on what else it does; the ratios hardly do.

#![expect(clippy::print_stdout, reason = "the table is what this program is for")]
#![expect(clippy::disallowed_methods, reason = "it measures time, and writes what it measures")]
#![expect(clippy::expect_used, reason = "a bench that cannot run should stop")]

use std::fmt::Write as _;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use assize::trial::{VerifyOptions, verify};
use assize::{Policy, ReadOptions, Source, Stage, built_in, read};
use rayon::prelude::*;

/// How many times its twin's time trying 1,000 cases may take.
const CASES: f64 = 6.0;
/// How many cases are tried.
const MANY: usize = 1_000;
/// How many rounds are judged; 100,000 take so many times as long.
const ROUNDS: usize = 5_000;
const SEATS: [&str; 8] =
    ["architecture", "docs", "performance", "qa", "quality", "security", "style", "tests"];

/// Ends with 1 when something takes longer than it may.
fn main() -> ExitCode {
    for name in ["any-blocker", "strict", "two-of-three", "precedence"] {
        verifying(name);
    }
    let holds = cases() <= CASES;
    recorded();
    mutants();
    println!("1,000 cases at most {CASES} times: {}", if holds { "kept" } else { "NOT KEPT" });
    if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Dockets a second, on one core.
fn verifying(name: &str) {
    let Some(text) = built_in(Stage::Gate, name) else { return };
    let policy = Policy::compile(Stage::Gate, name, text).expect("it compiles");
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let start = Instant::now();
    let found = one.install(|| verify(&policy, &VerifyOptions::default())).expect("it is verified");
    let seconds = start.elapsed().as_secs_f64();
    let million = |of: u64| of as f64 / seconds / 1_000_000.0;
    let sum = |of: fn(&assize::trial::Scoped) -> u64| found.scopes.iter().map(of).sum::<u64>();
    println!(
        "verify {name:27} {:8.1} million dockets a second and core, {:.2} million judgings ({seconds:.2} s)",
        million(sum(|scoped| scoped.dockets)),
        million(sum(|scoped| scoped.judgings)),
    );
}

/// 1,000 folders of three reports beside a twin that reads and decodes the same files, on as many cores.
fn cases() -> f64 {
    let dir = tempfile::tempdir().expect("a folder");
    let policies = dir.path().join("policies");
    let gate = policies.join("gate");
    fs::create_dir_all(&gate).expect("a folder");
    let text = built_in(Stage::Gate, "any-blocker").expect("it is built in");
    fs::write(gate.join("ours.rhai"), text).expect("a policy");
    let folders: Vec<PathBuf> = (0..MANY)
        .map(|case| {
            let folder = gate.join("ours").join(format!("case-{case}"));
            fs::create_dir_all(&folder).expect("a folder");
            for seat in &SEATS[..3] {
                fs::write(folder.join(format!("{seat}.md")), report(case, seat)).expect("a report");
            }
            fs::write(
                folder.join("case.kdl"),
                "seat \"architecture\"\nseat \"docs\"\nseat \"performance\"\n",
            )
            .expect("a file");
            let expected = format!("gate \"{}\"\n", outcome_of(case));
            fs::write(folder.join("expected.kdl"), expected).expect("a file");
            folder
        })
        .collect();
    let ours = || assize::trial::run(&policies).expect("all cases pass");
    let options = ReadOptions::default();
    let twin = || {
        folders.par_iter().for_each(|folder| {
            for entry in fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("a file").path();
                let bytes = fs::read(&path).expect("a file");
                if path.extension().is_some_and(|ending| ending == "md") {
                    drop(black_box(read(&Source::new("qa.md", bytes), &options)));
                }
            }
        });
    };
    let mut ratios: Vec<f64> = (0..15).map(|_| seconds(ours) / seconds(twin)).collect();
    ratios.sort_by(f64::total_cmp);
    let ratio = ratios[ratios.len() / 2];
    println!("{MANY} cases {ratio:30.2} times ({:.0} ms)", seconds(ours) * 1000.0);
    ratio
}

/// Recorded rounds.
fn recorded() {
    let dir = tempfile::tempdir().expect("a folder");
    let archive = dir.path().join("archive");
    for round in 0..ROUNDS {
        let folder = archive.join(format!("round-{round:06}"));
        fs::create_dir_all(&folder).expect("a folder");
        for seat in SEATS {
            fs::write(folder.join(format!("{seat}.md")), report(round, seat)).expect("a report");
        }
    }
    let run = || {
        let mut command = assize(dir.path());
        command.args(["policy", "diff", "any-blocker", "strict", "--on", "archive"]);
        let start = Instant::now();
        let done = command.output().expect("it runs");
        assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
        start.elapsed().as_secs_f64()
    };
    let best = (0..5).map(|_| run()).fold(f64::INFINITY, f64::min);
    println!("100,000 rounds of 8 files {:14.1} s", best * 100_000.0 / ROUNDS as f64);
}

/// Every mutant of every policy that is shipped.
fn mutants() {
    let policies = concat!(env!("CARGO_MANIFEST_DIR"), "/policies");
    let start = Instant::now();
    let mut command = assize(Path::new(env!("CARGO_MANIFEST_DIR")));
    let done = command.args(["policy", "test", policies, "--mutate", "--quiet"]).output();
    assert!(done.expect("it runs").status.success());
    println!("mutants of all shipped policies {:8.1} s", start.elapsed().as_secs_f64());
}

fn assize(here: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_assize"));
    command.current_dir(here);
    command
}

fn seconds<T>(run: impl Fn() -> T) -> f64 {
    let start = Instant::now();
    black_box(run());
    start.elapsed().as_secs_f64()
}

/// What a case comes to: of ten one fails, and three warn.
fn outcome_of(case: usize) -> &'static str {
    ["fail", "warn", "warn", "warn", "pass", "pass", "pass", "pass", "pass", "pass"][case % 10]
}

/// An ordinary report; the first seat says what the case comes to.
fn report(case: usize, seat: &str) -> String {
    let outcome = if seat == SEATS[0] { outcome_of(case) } else { "pass" };
    let mut text =
        format!("verdict: {outcome}\nconfidence: high\nscope: change {case}, by {seat}\n");
    let lines = match outcome {
        "fail" => ["blocker", "advisory"].as_slice(),
        "warn" => ["advisory", "advisory"].as_slice(),
        _ => &[],
    };
    for (at, key) in lines.iter().enumerate() {
        let line = case * 7 % 300 + at;
        let _ = writeln!(text, "{key}: src/handler/{case}.ts:{line} the token is logged by {seat}");
    }
    let _ = writeln!(text, "note: looked at {} files of the change", case % 40);
    text
}
