//! What it costs to read each format, beside the cheapest way to get at the same fields, both
//! measured in turn in one process.
//!
//!     cargo bench --bench formats --no-default-features --features serde
//!
//! Beside lines, CPF, pair reviews and messages stands a splitter written by hand; beside JSON
//! `serde_json::Value`; beside YAML `serde-saphyr` into a struct; beside a review the events of `pulldown-cmark`. Times depend on the machine and
//! on what else it does; the ratios hardly do.

#![expect(clippy::print_stdout, reason = "the table is what this program is for")]
#![expect(clippy::disallowed_methods, reason = "it measures time")]
#![expect(clippy::expect_used, reason = "a bench that cannot run should stop")]

mod hand;
#[path = "../tests/common/shapes.rs"]
mod shapes;
mod texts;

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use assize::codec::{Cause, LIMIT};
use assize::{Decoded, Format, ReadOptions, Source, read};
use hand::Said;
use peak_alloc::PeakAlloc;
use pulldown_cmark::{Options, Parser};
use shapes::SHAPES;
use texts::{KINDS, Kind};

/// Counts what is allocated; the counting costs both sides the same.
#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

const ROUNDS: usize = 101;
/// How long one measurement should take at least, in nanoseconds.
const LONG_ENOUGH: f64 = 200_000.0;

/// How many times the time of its twin reading a format may take. Behind a bound that is weaker than
/// the one asked for, which stands in front, is where the time goes, in instructions that callgrind
/// counts for one reading. Each leaves room for a machine that is busy: there a ratio varies by a tenth
/// or two, and that of an inspector by a quarter.
const BOUNDS: &[(&str, f64)] = &[
    // What each was asked for stands in benches/README.md; none but that of YAML is kept. These are what was reached since
    // pest tells the lines down to fields and each free text is a document, and a tenth.
    ("verdict-file", 41.0),
    ("cpf-auditor", 47.0),
    ("cpf-inspector", 51.0),
    ("pair-review", 63.0),
    ("message with a fence", 66.0),
    ("review", 60.0),
    ("long review", 60.0),
    // A busy machine needs some room.
    ("yaml-block", 1.5),
    ("legacy-report", 2.0),
    ("court", 22.0),
    ("quality", 25.0),
    ("pair-bundle", 13.0),
    ("trap-report", 21.0),
    ("agent-envelope", 30.0),
];
/// How many times the time ten times the text may take.
const GROWTH: f64 = 12.0;
/// The same for texts of odd shapes. Some need so much more memory than text that the first time a
/// page of it is touched counts; what a reader does again for every line would take 100 times.
const ODD_GROWTH: f64 = 40.0;
/// How many times the size of a text reading may take of memory.
const PEAK: f64 = 15.0;
/// The same for a review: its lines, its fields and what they say.
const PEAK_OF_REVIEW: f64 = 20.0;
/// The same for KDL, whose crate keeps 34 times what it reads; so a text has 1 MiB at most.
const PEAK_OF_KDL: f64 = 38.0;

/// How many times the size of the largest text reading any text may take of memory, as it comes: a text of
/// an odd shape that is as long as may be.
const PEAK_AT_LIMIT: f64 = 40.0;

/// Ends with 1 when something takes more than it may. With `peak` it measures only what the longest texts take.
fn main() -> ExitCode {
    let mut broken = Vec::new();
    if std::env::args().any(|argument| argument == "peak") {
        longest(&mut broken);
        return end(&broken);
    }
    for kind in KINDS {
        if !is_read(kind) {
            println!("{:24} not read by this build", kind.name);
            continue;
        }
        let mut hold = |what: &str, value: f64, bound: Option<f64>| {
            if bound.is_some_and(|bound| value > bound) {
                broken.push(format!("{} {what} {value:.2}", kind.name));
            }
        };
        let ratio = beside_twin(kind);
        hold("ratio", ratio, bound_of(kind));
        // First, for the allocator gives long texts new pages until it has seen one.
        let peak = (kind.each > 0).then(|| peak(kind));
        let growth = growth(kind.text, [500, 5000], 31);
        hold("growth", growth, Some(GROWTH));
        let most = match kind.format {
            Format::VerdictSummary => PEAK_OF_KDL,
            Format::Review => PEAK_OF_REVIEW,
            _ => PEAK,
        };
        hold("peak", peak.unwrap_or_default(), Some(most));
        let peak =
            peak.map_or_else(String::new, |peak| format!(", peak {peak:5.1} times its size"));
        println!("{:24}   ten times as much takes {growth:5.1} times{peak}", "");
    }
    let mut most: (f64, &str) = (0.0, "");
    for (name, shape) in SHAPES {
        let growth = growth(*shape, [300, 3000], 9);
        if growth > ODD_GROWTH {
            broken.push(format!("{name} growth {growth:.2}"));
        }
        if growth > most.0 {
            most = (growth, *name);
        }
    }
    longest(&mut broken);
    println!(
        "{:24} ten times as much takes {:5.1} times at most ({})",
        format!("{} odd shapes", SHAPES.len()),
        most.0,
        most.1
    );
    end(&broken)
}

fn end(broken: &[String]) -> ExitCode {
    println!(
        "ratios within {}, growth within {GROWTH} ({ODD_GROWTH}), peak within {PEAK} ({PEAK_OF_KDL}): {}",
        BOUNDS.iter().map(|(name, bound)| format!("{name} {bound}")).collect::<Vec<_>>().join(", "),
        if broken.is_empty() {
            "kept".to_owned()
        } else {
            format!("NOT KEPT: {}", broken.join(", "))
        }
    );
    if broken.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What the longest texts of each shape take at most.
fn longest(broken: &mut Vec<String>) {
    let mut peaks: Vec<(f64, &str)> =
        SHAPES.iter().map(|(name, shape)| (peak_at_limit(*shape), *name)).collect();
    peaks.sort_by(|one, other| other.0.total_cmp(&one.0));
    for (taken, name) in peaks.iter().filter(|(taken, _)| *taken > PEAK_AT_LIMIT) {
        broken.push(format!("{name} peak at the limit {taken:.1}"));
    }
    println!("{:24} as long as may be, peak as times the largest text:", "");
    for (taken, name) in peaks.iter().take(10) {
        println!("{:24}   {taken:5.1} ({name})", "");
    }
}

fn bound_of(kind: &Kind) -> Option<f64> {
    BOUNDS.iter().find(|(name, _)| *name == kind.name).map(|(_, bound)| *bound)
}

fn options() -> ReadOptions {
    ReadOptions::default().limit(usize::MAX).pieces(usize::MAX)
}

fn read_one(source: &Source) -> Decoded {
    read(source, &options())
}

/// Whether this build reads the format; if so, it must read all of it.
fn is_read(kind: &Kind) -> bool {
    let text = (kind.text)(kind.usual);
    let decoded = read_one(&Source::new(kind.name, text.as_bytes()));
    if decoded.unreadable == Some(Cause::FormatNotRead) {
        return false;
    }
    assert_eq!(decoded.unreadable, None, "{}: {:?}\n{text}", kind.name, decoded.diagnostics);
    let found: usize = decoded.verdicts.iter().map(|verdict| verdict.findings.len()).sum();
    assert!(kind.each == 0 || found == kind.usual * kind.each, "{}: {found} findings", kind.name);
    true
}

/// What a YAML block holds, as a program that trusts its reviewers would have it.
#[derive(serde::Deserialize)]
#[expect(dead_code, reason = "reading it is what is measured")]
struct Block {
    verdict: String,
    confidence: String,
    blockers: Vec<String>,
    advisories: Vec<String>,
    evidence_path: String,
}

/// Reading, as a multiple of the cheapest way to the same fields.
fn beside_twin(kind: &Kind) -> f64 {
    let text = (kind.text)(kind.usual);
    let source = Source::new(kind.name, text.as_bytes());
    let bytes = source.bytes();
    let ours = || drop(black_box(read_one(&source)));
    let split = |split: fn(&[u8]) -> Said<'_>| {
        let said = split(bytes);
        let found = said.findings.iter().filter(|found| !found.text.is_empty()).count();
        assert!(found == kind.usual && !said.verdict.is_empty(), "{}: {found}", kind.name);
        compare(kind.name, text.len(), ours, move || drop(black_box(split(bytes))))
    };
    match kind.format {
        Format::VerdictFile => split(hand::verdict_file),
        Format::CpfAuditor => split(hand::cpf_auditor),
        Format::CpfInspector => split(hand::cpf_inspector),
        Format::PairReview => split(hand::pair_review),
        Format::YamlBlock if kind.name.starts_with("message") => split(hand::message),
        Format::YamlBlock => {
            let block = texts::bare_yaml(&text);
            let parse = || serde_saphyr::from_str::<Block>(block).expect("it is YAML");
            compare(kind.name, text.len(), ours, || drop(black_box(parse())))
        }
        Format::LegacyReport => {
            let block = texts::bare_yaml(&text);
            let parse = || serde_saphyr::from_str::<serde_json::Value>(block).expect("it is YAML");
            compare(kind.name, text.len(), ours, || drop(black_box(parse())))
        }
        Format::AgentEnvelope => {
            let parse = || {
                let all: serde_json::Value = serde_json::from_slice(bytes).expect("it is JSON");
                let result = all.get("result").and_then(serde_json::Value::as_str).unwrap_or("");
                assert_eq!(hand::verdict_file(result.as_bytes()).findings.len(), kind.usual);
                all
            };
            compare(kind.name, text.len(), ours, || drop(black_box(parse())))
        }
        Format::Review => {
            let shown = text.as_str();
            let events = || Parser::new_ext(shown, Options::all()).into_offset_iter().count();
            compare(kind.name, text.len(), ours, || {
                black_box(events());
            })
        }
        _ if text.starts_with('{') => {
            let parse = || serde_json::from_slice::<serde_json::Value>(bytes).expect("it is JSON");
            compare(kind.name, text.len(), ours, || drop(black_box(parse())))
        }
        _ => {
            let mine = median((0..ROUNDS).map(|_| nanos(20, ours)));
            println!("{:24} {mine:8.0} ns for {} bytes", kind.name, text.len());
            f64::NAN
        }
    }
}

/// How many times as long ten times the text takes. Ten short readings stand beside a long one,
/// so that what else the machine does falls on both alike.
fn growth(text: fn(usize) -> String, counts: [usize; 2], rounds: usize) -> f64 {
    let [short, long] = counts.map(|count| Source::new("growing", text(count)));
    let bytes = |source: &Source| source.bytes().len() as f64;
    // By the byte: a text has a head that does not grow.
    let size = 10.0 * bytes(&short) / bytes(&long);
    10.0 * median((0..rounds).map(|_| {
        let shorts = 10.0 * nanos(10, || drop(black_box(read_one(&short))));
        nanos(1, || drop(black_box(read_one(&long)))) / shorts * size
    }))
}

/// The most memory that reading needs at a time, as a multiple of the text.
fn peak(kind: &Kind) -> f64 {
    let text = (kind.text)(kind.most / kind.each);
    let source = Source::new(kind.name, text.as_bytes());
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let decoded = read_one(&source);
    let most = MEMORY.peak_usage() - before;
    let found: usize = decoded.verdicts.iter().map(|verdict| verdict.findings.len()).sum();
    assert_eq!(found, kind.most, "{}: {:?}", kind.name, decoded.unreadable);
    most as f64 / text.len() as f64
}

/// The most memory that reading the longest text of a shape needs, as a multiple of the largest text: the
/// longest that has neither too many bytes nor too many lines and items.
fn peak_at_limit(shape: fn(usize) -> String) -> f64 {
    let refused = |n| {
        let text = Source::new("longest", shape(n));
        let cause = read(&text, &ReadOptions::default()).unreadable;
        matches!(cause, Some(Cause::TooMuch | Cause::TooLarge))
    };
    let mut n = LIMIT / 64;
    while refused(n) && n > 1 {
        n -= n / 8 + 1;
    }
    let source = Source::new("longest", shape(n.max(1)));
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    drop(black_box(read(&source, &ReadOptions::default())));
    (MEMORY.peak_usage() - before) as f64 / LIMIT as f64
}

/// Runs both in turn and prints the median of the ratios.
fn compare(name: &str, size: usize, ours: impl Fn(), twin: impl Fn()) -> f64 {
    let batch = |run: &dyn Fn()| {
        let mut batch = 1;
        while nanos(batch, run) * f64::from(batch) < LONG_ENOUGH {
            batch *= 2;
        }
        batch
    };
    let (mine_batch, its_batch) = (batch(&ours), batch(&twin));
    let mut times = Vec::new();
    for round in 0..ROUNDS {
        // Neither is always the first.
        let (mine, its) = if round % 2 == 0 {
            let mine = nanos(mine_batch, &ours);
            (mine, nanos(its_batch, &twin))
        } else {
            let its = nanos(its_batch, &twin);
            (nanos(mine_batch, &ours), its)
        };
        times.push((mine, its));
    }
    let mine = median(times.iter().map(|(mine, _)| *mine));
    let its = median(times.iter().map(|(_, its)| *its));
    let ratio = median(times.iter().map(|(mine, its)| mine / its));
    println!("{name:24} {ratio:8.2} times ({mine:.0} ns beside {its:.0} ns for {size} bytes)");
    ratio
}

/// The time of one run, in nanoseconds, over a batch of them.
fn nanos(batch: u32, run: impl Fn()) -> f64 {
    let start = Instant::now();
    for _ in 0..batch {
        run();
    }
    start.elapsed().as_secs_f64() * 1e9 / f64::from(batch)
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
