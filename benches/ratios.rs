//! What Assize costs beside a gate written by hand, both measured in turn in one process.
//!
//!     cargo bench --bench ratios
//!
//! Times depend on the machine and on what else it does; the ratios hardly do.

#![expect(clippy::print_stdout, reason = "the table is what this program is for")]
#![expect(clippy::disallowed_methods, reason = "it measures time")]
#![expect(clippy::expect_used, reason = "a bench that cannot run should stop")]

mod twin;

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use assize::{Docket, ReadOptions, Source};
use twin::scenes::{Scene, any_blocker, compiled, long_file};

const ROUNDS: usize = 201;

/// How many times the twin's time judging may take; 2.5 is asked for.
const JUDGING: f64 = 3.5;
/// How many times the twin's time the way from bytes to a ruling may take; 4 is asked for.
const BYTES_TO_RULING: f64 = 6.0;
/// How many times the twin's time weighing five runs of twelve findings may take.
const CONSENSUS: f64 = 3.0;
/// How many nanoseconds an empty `fn` in a condition may take.
const EMPTY_FN: f64 = 1000.0;

/// Ends with 1 when something takes longer than it may.
fn main() -> ExitCode {
    let mut kept = true;
    for scene in [Scene::first(), Scene::last(), Scene::worst()] {
        kept &= judging(&scene) <= JUDGING;
    }
    let scene = Scene::first();
    reading(&scene);
    kept &= bytes_to_ruling(&scene) <= BYTES_TO_RULING;
    kept &= consensus(5, 12) <= CONSENSUS;
    for findings in [100, 1000, 10_000, 20_000] {
        many_topics(findings);
    }
    kept &= thunks() <= EMPTY_FN;
    compiling();
    for findings in [1, 10, 100, 1000, 10_000, 100_000] {
        many_findings(findings);
    }
    for seats in [8, 100, 1000, 10_000] {
        many_seats(seats);
    }
    println!(
        "judging at most {JUDGING} times, bytes to ruling {BYTES_TO_RULING} times, consensus \
         {CONSENSUS} times, empty fn {EMPTY_FN} ns: {}",
        if kept { "kept" } else { "NOT KEPT" }
    );
    if kept { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn judging(scene: &Scene) -> f64 {
    let policy = any_blocker(scene.min_reviewers);
    let docket = scene.gather();
    let by_hand = scene.gather_by_hand();
    let ours = || policy.judge(&docket).expect("a ruling");
    let twin = || twin::judge(black_box(&by_hand), scene.min_reviewers).expect("a ruling");
    assert!(twin::agree(&ours(), &twin()), "{}: {:?} {:?}", scene.name, ours(), twin());
    compare(scene.name, 200, ours, twin)
}

fn reading(scene: &Scene) {
    let sources: Vec<_> = scene
        .files
        .iter()
        .filter_map(|(seat, text)| Some(Source::new(seat.as_str(), text.as_deref()?)))
        .collect();
    let options = ReadOptions::default();
    let ours = || {
        sources.iter().for_each(|source| drop(black_box(assize::read(source, &options))));
    };
    let twin = || {
        sources.iter().for_each(|source| drop(black_box(twin::read(source.bytes()))));
    };
    compare("read 8 files", 20, ours, twin);
}

fn bytes_to_ruling(scene: &Scene) -> f64 {
    let policy = any_blocker(1);
    let ours = || policy.judge(&scene.gather()).expect("a ruling");
    let twin = || twin::judge(&scene.gather_by_hand(), 1).expect("a ruling");
    assert!(twin::agree(&ours(), &twin()));
    compare("bytes to ruling for 8 files", 20, ours, twin)
}

/// Several runs of one review.
fn consensus(runs: usize, findings: usize) -> f64 {
    let texts = twin::consensus::texts(runs, findings);
    let policy =
        compiled(assize::built_in(assize::Stage::Gate, "consensus").expect("it is built in"));
    let docket = twin::consensus::gather(&texts);
    let by_hand = twin::consensus::gather_by_hand(&texts);
    let ours = || policy.judge(&docket).expect("a ruling");
    let twin = || twin::consensus::judge(black_box(&by_hand));
    assert!(twin::consensus::agree(&ours(), &twin()), "{:?}", ours());
    compare(&format!("consensus, {runs} runs of {findings}"), 50, ours, twin)
}

/// What a finding costs in a consensus of five runs: it should not grow.
fn many_topics(findings: usize) {
    let texts = twin::consensus::texts(5, findings);
    let policy =
        compiled(assize::built_in(assize::Stage::Gate, "consensus").expect("it is built in"));
    let docket = twin::consensus::gather(&texts);
    let rounds = (20_000 / findings).clamp(3, ROUNDS);
    let judged = median((0..rounds).map(|_| nanos(1, || policy.judge(&docket).expect("a ruling"))));
    let all = 5 * findings;
    println!("{:34} {:8.1} ns a finding", format!("consensus of {all}"), judged / all as f64);
}

/// What it costs to leave the native tree; gives the nanoseconds of an empty `fn`.
fn thunks() -> f64 {
    let docket = Scene::last().gather();
    let time = |text: &str| {
        let policy = compiled(text);
        move |docket: &assize::docket::ClosedDocket| {
            nanos(100, || policy.judge(docket).expect("a ruling"))
        }
    };
    let native = time(r#"rule "yes" when true then fail;"#);
    let empty = time(r#"fn f() { true } rule "yes" when f() then fail;"#);
    let twice =
        time(r#"fn f() { true } rule "a" when f() then fail; rule "b" when f() then fail;"#);
    let twice_native = time(r#"rule "a" when true then fail; rule "b" when true then fail;"#);
    let first = median((0..ROUNDS).map(|_| empty(&docket) - native(&docket)));
    let more = median((0..ROUNDS).map(|_| twice(&docket) - twice_native(&docket))) - first;
    println!("{:34} {first:8.0} ns, and {more:.0} ns for one more", "thunk: empty fn");

    let closure = time(
        r#"rule "some" when reported.filter(|c| c.weight > 1).some then fail;
           rule "else" otherwise hold;"#,
    );
    let (few, many) = (seats(1), seats(65));
    let cell = median((0..ROUNDS).map(|_| (closure(&many) - closure(&few)) / 64.0));
    println!("{:34} {cell:8.0} ns", "closure per cell");
    first
}

/// The first policy of a process, and each one behind it.
fn compiling() {
    let text = assize::built_in(assize::Stage::Gate, "any-blocker").expect("it is built in");
    let compile = || compiled(text);
    let each = median((0..ROUNDS).map(|_| nanos(10, compile)));
    println!("{:34} {:8.1} µs", "compile any-blocker", each / 1000.0);
}

fn many_findings(findings: usize) {
    let policy = any_blocker(1);
    let text = long_file(findings);
    let rounds = (200_000 / findings).clamp(5, ROUNDS);
    let whole = median((0..rounds).map(|_| {
        nanos(1, || {
            let mut docket = Docket::new("task-17");
            docket.seat("qa");
            docket.submit("qa", Source::new("qa.md", text.as_bytes()));
            policy.judge(&docket.close()).expect("a ruling")
        })
    }));
    let mut docket = Docket::new("task-17");
    docket.seat("qa");
    docket.submit("qa", Source::new("qa.md", text.as_bytes()));
    let docket = docket.close();
    let judged = median((0..rounds).map(|_| nanos(1, || policy.judge(&docket).expect("a ruling"))));
    let each = |nanos: f64| nanos / f64::from(u32::try_from(findings).unwrap_or(u32::MAX));
    println!(
        "{:34} {:8.1} ns a finding from bytes, {:.2} ns judged",
        format!("{findings} findings"),
        each(whole),
        each(judged)
    );
}

fn many_seats(count: usize) {
    let policy = any_blocker(1);
    let rounds = (20_000 / count).clamp(5, ROUNDS);
    let whole =
        median((0..rounds).map(|_| nanos(1, || policy.judge(&seats(count)).expect("a ruling"))));
    let each = whole / f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    println!("{:34} {each:8.0} ns a seat from bytes", format!("{count} seats"));
}

/// A docket with this many seats, all of them passing.
fn seats(count: usize) -> assize::docket::ClosedDocket {
    let mut docket = Docket::new("task-17");
    for n in 0..count {
        let seat = format!("seat-{n}");
        docket.seat(&seat);
        docket.submit(&seat, Source::new(seat.as_str(), "verdict: pass\nconfidence: high\n"));
    }
    docket.close()
}

/// Runs both in turn and prints the median of the ratios.
fn compare<A, B>(name: &str, batch: u32, ours: impl Fn() -> A, twin: impl Fn() -> B) -> f64 {
    let mut times = Vec::new();
    for round in 0..ROUNDS {
        // Neither is always the first.
        let (mine, its) = if round % 2 == 0 {
            let mine = nanos(batch, &ours);
            (mine, nanos(batch, &twin))
        } else {
            let its = nanos(batch, &twin);
            (nanos(batch, &ours), its)
        };
        times.push((mine, its));
    }
    let mine = median(times.iter().map(|(mine, _)| *mine));
    let its = median(times.iter().map(|(_, its)| *its));
    let ratio = median(times.iter().map(|(mine, its)| mine / its));
    println!("{name:34} {ratio:8.2} times ({mine:.0} ns beside {its:.0} ns)");
    ratio
}

/// The time of one run, in nanoseconds, over a batch of them.
fn nanos<T>(batch: u32, run: impl Fn() -> T) -> f64 {
    let start = Instant::now();
    for _ in 0..batch {
        black_box(run());
    }
    start.elapsed().as_secs_f64() * 1e9 / f64::from(batch)
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
