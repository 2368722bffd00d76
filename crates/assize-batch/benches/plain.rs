//! What reading a text and judging a docket of eight cost in a loop of Rust on one core: what `figures.py` measures
//! `assize batch` beside.
//!
//!     cargo bench -p assize-batch --bench plain

#![expect(clippy::print_stdout, reason = "the table is what this program is for")]
#![expect(clippy::disallowed_methods, reason = "it measures time")]
#![expect(clippy::expect_used, reason = "a bench that cannot run should stop")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use assize::{Docket, Policy, ReadOptions, Source, Stage, built_in};

const ROWS: u32 = 80_000;
const SEATS: u32 = 8;
const PROSE: &str =
    "The handler was read with its callers and its tests; what can fail is covered. ";

fn main() {
    let policy = built_in(Stage::Gate, "any-blocker").expect("it comes with Assize");
    let policy = Policy::compile(Stage::Gate, "any-blocker", policy).expect("it compiles");
    let options = ReadOptions::default();
    let (mut reading, mut judging) = (Duration::ZERO, Duration::ZERO);
    for first in (0..ROWS).step_by(SEATS as usize) {
        let mut docket = Docket::new(format!("pr-{first}"));
        for row in first..first + SEATS {
            let source = Source::new("review.md", text(row));
            let start = Instant::now();
            let _ = black_box(assize::read(&source, &options));
            reading += start.elapsed();
            let seat = format!("r{}", row % SEATS);
            docket.seat(seat.as_str());
            docket.submit(seat, source);
        }
        let docket = docket.close();
        let start = Instant::now();
        let _ = black_box(policy.judge(&docket)).expect("a ruling");
        judging += start.elapsed();
    }
    told("read, a loop of Rust on one core", reading, ROWS, "row");
    told("judge dockets of 8 that were read", judging, ROWS / SEATS, "docket");
}

/// The texts of `figures.py`.
fn text(row: u32) -> String {
    let head = match row % 97 {
        0 => "verdict: fail\nconfidence: high\nblocker: src/a.rs:7 it leaks\n\n",
        _ => "verdict: pass\nconfidence: high\n\n",
    };
    let mut text = format!("{head}{row} {}", PROSE.repeat(6));
    text.truncate(399);
    text.push('\n');
    text
}

fn told(name: &str, spent: Duration, count: u32, unit: &str) {
    let each = spent.as_secs_f64() / f64::from(count) * 1e6;
    println!("{name:34} {count:>10} {unit}s {each:8.2} µs each");
}
