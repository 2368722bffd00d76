//! What Assize costs beside the least that a person writes by hand for the same answer: no trace, no citations, its own types.
//!
//!     cargo bench --bench peers
//!
//! Times depend on the machine and on what else it does; the ratios hardly do.

#![expect(clippy::print_stdout, reason = "the table is what this program is for")]
#![expect(clippy::disallowed_methods, reason = "it measures time")]
#![expect(clippy::expect_used, reason = "a bench that cannot run should stop")]

use std::collections::HashMap;
use std::fmt::Write as _;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use assize::docket::ClosedDocket;
use assize::ruling::Cite;
use assize::{Docket, Policy, Ruling, Source, Stage, built_in};

const ROUNDS: usize = 201;

/// The consensus and nothing else.
const CONSENSUS: &str = r#"
word "NO-GO" means fail;
word "CONDITIONAL" means warn;
word "GO" means pass;
others voting;
let agreed = topics.under("exact", 0).reported_by(reported.quorum(60));
let noise  = topics.under("exact", 0).without(agreed);
rule "severe" when agreed.at_least("high").some then "NO-GO" citing agreed;
rule "agreed" when agreed.some || !passed.all then "CONDITIONAL" citing agreed;
rule "none"   when passed.all then "GO";
note "noise"  when noise.some citing noise;
"#;

/// Ends with 1 when something takes longer than it may.
fn main() -> ExitCode {
    let mut kept = true;
    let mut held = |name: &str, times: f64, asked: f64, most: f64| {
        println!("{name:44} {times:6.2} times (asked for: {asked}; at most {most})");
        kept &= times <= most;
    };
    let reviews = reviews();
    let gate = compiled(built_in(Stage::Gate, "any-blocker").expect("it is built in"));
    let docket = docket(reviews.iter().map(|review| (review.seat.clone(), review.text())));
    let by_hand = || black_box(decided(black_box(&reviews)));
    assert_eq!(stated(&gate.judge(&docket).expect("a ruling")), decided(&reviews));
    let ruling = || black_box(gate.judge(black_box(&docket)).expect("a ruling"));
    held("8 verdicts, a ruling with its trace", times(200, ruling, by_hand), 2.0, 3.8);
    let told = || black_box(stated(&ruling()));
    held("the same, what it says as strings", times(200, told, by_hand), 3.0, 7.0);
    told_next(&gate, &docket);

    let runs = runs();
    let docket = self::docket(runs.iter().map(|run| (run.seat.clone(), run.text())));
    let shipped = compiled(built_in(Stage::Gate, "consensus").expect("it is built in"));
    let lean = compiled(CONSENSUS);
    let (word, mut of_all, mut of_few) = counted(&runs);
    of_all.sort_unstable();
    of_few.sort_unstable();
    assert_eq!(agreed(&lean.judge(&docket).expect("a ruling")), (word, of_all, of_few));
    let by_hand = || black_box(counted(black_box(&runs)));
    let all = || black_box(shipped.judge(black_box(&docket)).expect("a ruling"));
    held("5 runs of 12 findings, `consensus`", times(50, all, by_hand), 4.0, 5.0);
    let ruling = || black_box(lean.judge(black_box(&docket)).expect("a ruling"));
    held("the same, a policy of four rules", times(50, ruling, by_hand), 3.0, 2.1);
    let told = || black_box(agreed(&ruling()));
    held("the same, what it says as strings", times(50, told, by_hand), 5.0, 5.0);
    println!("{}", if kept { "kept" } else { "NOT KEPT" });
    if kept { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What a gate says: its word, the blockers of who failed it, and who was not sure.
type Answer = (String, Vec<String>, Vec<String>);

struct Review {
    seat: String,
    word: &'static str,
    confidence: &'static str,
    blockers: Vec<String>,
}

impl Review {
    fn text(&self) -> String {
        let mut text = format!("verdict: {}\nconfidence: {}\n", self.word, self.confidence);
        for blocker in &self.blockers {
            let _ = writeln!(text, "blocker: {blocker}");
        }
        text
    }
}

fn reviews() -> Vec<Review> {
    let seats = ["qa", "security", "style", "api", "docs", "tests", "speed", "licence"];
    let of = |(at, seat): (usize, &&str)| {
        let (word, confidence, blockers) = match at {
            1 | 5 => ("fail", "high", 3),
            2 => ("pass", "low", 0),
            6 => ("warn", "medium", 0),
            _ => ("pass", "high", 0),
        };
        let blocker =
            |line| format!("src/{seat}.rs:{line} the lock is held while the file is read");
        let blockers = (0..blockers).map(blocker).collect();
        Review { seat: (*seat).to_owned(), word, confidence, blockers }
    };
    seats.iter().enumerate().map(of).collect()
}

fn decided(reviews: &[Review]) -> Answer {
    let (mut word, mut blockers, mut unsure) = ("pass", Vec::new(), Vec::new());
    for review in reviews {
        match review.word {
            "pass" => {}
            "warn" if word == "pass" => word = "warn",
            "warn" => {}
            _ => {
                word = "fail";
                blockers.extend(review.blockers.iter().cloned());
            }
        }
        if review.confidence == "low" {
            unsure.push(review.seat.clone());
        }
    }
    (word.to_owned(), blockers, unsure)
}

fn stated(ruling: &Ruling) -> Answer {
    let blocker = |cite: Cite<'_>| Some(cite.finding?.in_full().into_owned());
    let cites = ruling.notes().flat_map(|note| note.cites);
    (
        ruling.outcome().to_string(),
        ruling.cites().into_iter().filter_map(blocker).collect(),
        cites.map(|cite| cite.cell.seat().to_owned()).collect(),
    )
}

struct Found {
    severity: char,
    category: &'static str,
    location: String,
    text: String,
}

struct Run {
    seat: String,
    word: &'static str,
    found: Vec<Found>,
}

impl Run {
    fn text(&self) -> String {
        let mut text = format!("VERDICT:{}\nSCOPE:bench\nVERIFIED:\n", self.word);
        for Found { severity, category, location, text: what } in &self.found {
            let _ = writeln!(text, "arch+tests|{severity}|{category}|{location}|{what}");
        }
        text
    }
}

/// Of twelve findings of each run six are those of all; the others are spread over fourteen places.
fn runs() -> Vec<Run> {
    let categories = ["coupling", "error-handling", "missing-test", "naming"];
    let of = |run: usize| {
        let found = (0..12).map(|at| {
            let place = if at < 6 { at } else { 6 + (4 * run + 3 * at) % 14 };
            Found {
                severity: ['M', 'H', 'L'][place % 3],
                category: categories[place % 4],
                location: format!("src/part{place}.rs:{}", 7 + place),
                text: format!("run {run} says that part {place} breaks the contract"),
            }
        });
        let word = if run == 2 { "NO-GO" } else { "CONDITIONAL" };
        Run { seat: format!("V{run}"), word, found: found.collect() }
    };
    (0..5).map(of).collect()
}

fn counted(runs: &[Run]) -> Answer {
    struct Topic<'a> {
        last: usize,
        runs: usize,
        severe: bool,
        key: (&'a str, &'a str),
    }
    let (mut places, mut topics) =
        (HashMap::with_capacity(64), Vec::<Topic<'_>>::with_capacity(64));
    let mut go = true;
    for (at, run) in runs.iter().enumerate() {
        go &= run.word == "GO";
        for found in &run.found {
            let key = (found.category, found.location.as_str());
            let place = *places.entry(key).or_insert_with(|| {
                topics.push(Topic { last: usize::MAX, runs: 0, severe: false, key });
                topics.len() - 1
            });
            let topic = &mut topics[place];
            topic.runs += usize::from(topic.last != at);
            topic.last = at;
            topic.severe |= matches!(found.severity, 'C' | 'H');
        }
    }
    let needed = (runs.len() * 60).div_ceil(100);
    let (mut agreed, mut noise, mut severe) = (Vec::new(), Vec::new(), false);
    for Topic { runs, severe: own, key: (category, location), .. } in topics {
        let key = [category, "|", location].concat();
        if runs >= needed {
            severe |= own;
            agreed.push(key);
        } else {
            noise.push(key);
        }
    }
    let word = match () {
        () if severe => "NO-GO",
        () if go && agreed.is_empty() => "GO",
        () => "CONDITIONAL",
    };
    (word.to_owned(), agreed, noise)
}

fn agreed(ruling: &Ruling) -> Answer {
    let key = |cite: Cite<'_>| {
        let found = cite.finding?;
        let (category, location) = (found.category()?, found.location()?);
        Some([&*category, "|", &*location].concat())
    };
    let keys = |cites: Vec<Cite<'_>>| {
        let mut keys: Vec<String> = cites.into_iter().filter_map(key).collect();
        keys.sort_unstable();
        keys.dedup();
        keys
    };
    let noise = ruling.notes().flat_map(|note| note.cites).collect();
    (ruling.word().to_owned(), keys(ruling.cites()), keys(noise))
}

fn docket(texts: impl Iterator<Item = (String, String)>) -> ClosedDocket {
    let mut docket = Docket::new("task-17");
    for (seat, text) in texts {
        docket.seat(&seat);
        docket.submit(&seat, Source::new(format!("{seat}.md"), text));
    }
    docket.close()
}

fn compiled(text: &str) -> Policy {
    Policy::compile(Stage::Gate, "peers.rhai", text).expect("it compiles")
}

/// Prints what it takes to say what should happen next, and to ask the shipped policy of each seat about it: the medians.
fn told_next(gate: &Policy, docket: &ClosedDocket) {
    let median = |run: &dyn Fn()| {
        let mut all: Vec<f64> = (0..ROUNDS).map(|_| nanos(200, run) / 1000.0).collect();
        all.sort_by(f64::total_cmp);
        all[ROUNDS / 2]
    };
    let text = built_in(Stage::Redispatch, "standard").expect("it is built in");
    let standard = Policy::compile(Stage::Redispatch, "standard", text).expect("it compiles");
    let staged = gate.clone().with_redispatch(standard).expect("a stage");
    let judge = |policy: &Policy| drop(black_box(policy.judge(black_box(docket))));
    let ruling = gate.judge(docket).expect("a ruling");
    let next = median(&|| drop(black_box(ruling.actions())));
    let asked = median(&|| judge(&staged)) - median(&|| judge(gate));
    println!("what to do next, of 8 verdicts {next:16.2} µs (asked for: 0.5)");
    println!("a policy asked about 8 seats {asked:18.2} µs (asked for: 2)");
}

/// How many times the time of the other one takes: the median, measured in turn.
fn times<A, B>(batch: u32, ours: impl Fn() -> A, by_hand: impl Fn() -> B) -> f64 {
    let mut ratios: Vec<f64> =
        (0..ROUNDS).map(|_| nanos(batch, &ours) / nanos(batch, &by_hand)).collect();
    ratios.sort_by(f64::total_cmp);
    ratios[ROUNDS / 2]
}

/// The time of one run, in nanoseconds, over a batch of them.
fn nanos<T>(batch: u32, run: impl Fn() -> T) -> f64 {
    let start = Instant::now();
    for _ in 0..batch {
        black_box(run());
    }
    start.elapsed().as_secs_f64() * 1e9 / f64::from(batch)
}
