//! The gate of `policies/gate/consensus.rhai`, written by hand: the same rules, notes, citations and values of
//! operands, over verdicts that were read.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "there are few of them"
)]

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use assize::verdict::Severity;
use assize::{Decoded, Docket, Outcome, ReadOptions, Source};

use super::Value;

/// The rules and notes, in order.
pub(crate) const RULES: [&str; 11] = [
    "no run can be read",
    "something serious is agreed",
    "most runs say NO-GO",
    "enough runs find the specification at fault",
    "no majority is in favour",
    "something is agreed",
    "not every run says GO",
    "every run says GO",
    "a few runs found something critical",
    "a run cannot be read",
    "under another key more is agreed",
];

/// What came of it.
pub(crate) struct Ruling {
    pub(crate) runs: Arc<Runs>,
    pub(crate) outcome: Outcome,
    pub(crate) rule: usize,
    pub(crate) cites: Vec<u32>,
    pub(crate) also: Vec<usize>,
    pub(crate) notes: Vec<(usize, Vec<u32>)>,
    pub(crate) trace: Vec<(bool, Vec<(&'static str, Value)>)>,
}

/// What was read of each run.
pub(crate) struct Runs {
    seats: Vec<String>,
    texts: Vec<Decoded>,
    findings: Vec<Finding>,
    outcomes: Vec<Option<Outcome>>,
    at_fault: Vec<bool>,
}

struct Finding {
    run: usize,
    severity: Severity,
    category: String,
    location: String,
    path: Option<String>,
    line: Option<i64>,
}

/// So many runs, with so many findings each, of which half stand in every run.
pub(crate) fn texts(runs: usize, findings: usize) -> Vec<(String, String)> {
    let text = |run: usize| {
        let rows: String = (0..findings)
            .map(|n| {
                let own = if n % 2 == 0 { 0 } else { run };
                let severity = ["M", "L"][n % 2];
                format!(
                    "impl+test|{severity}|kind{}|src/f{}.rs:{}|it is wrong\n",
                    n % 7,
                    n + own * findings,
                    n + 1
                )
            })
            .collect();
        format!("VERDICT:CONDITIONAL\nSCOPE:parser\nVERIFIED:\n{rows}")
    };
    (0..runs).map(|run| (format!("V{run}"), text(run))).collect()
}

pub(crate) fn gather(texts: &[(String, String)]) -> assize::docket::ClosedDocket {
    let mut docket = Docket::new("runs");
    for (seat, text) in texts {
        docket.seat(seat);
        docket.submit(seat, Source::new(seat.as_str(), text.as_str()));
    }
    docket.close()
}

pub(crate) fn gather_by_hand(texts: &[(String, String)]) -> Arc<Runs> {
    let mut runs = Runs {
        seats: Vec::new(),
        texts: Vec::new(),
        findings: Vec::new(),
        outcomes: Vec::new(),
        at_fault: Vec::new(),
    };
    for (run, (seat, text)) in texts.iter().enumerate() {
        let read =
            assize::read(&Source::new(seat.as_str(), text.as_str()), &ReadOptions::default());
        let verdict = &read.verdicts[0];
        for finding in &verdict.findings {
            let said = |span| text_at(text, span).to_owned();
            let location = finding.location.as_ref();
            runs.findings.push(Finding {
                run,
                severity: finding.severity.unwrap_or(Severity::Info),
                category: finding.category.map(said).unwrap_or_default(),
                location: location.map(|place| said(place.text)).unwrap_or_default(),
                path: location.and_then(|place| place.path).map(said),
                line: location.and_then(|place| place.lines.first()).map(|line| line.first.into()),
            });
        }
        runs.outcomes.push(verdict.effective());
        runs.at_fault.push(text.starts_with("VERDICT:SPEC-UPDATE-NEEDED"));
        runs.seats.push(seat.clone());
        runs.texts.push(read);
    }
    Arc::new(runs)
}

fn text_at(text: &str, span: assize::Span) -> &str {
    &text[span.start as usize..span.end as usize]
}

impl Runs {
    fn count(&self, test: impl Fn(usize) -> bool) -> usize {
        (0..self.seats.len()).filter(|&run| test(run)).count()
    }

    fn is(&self, run: usize, outcome: Outcome) -> bool {
        self.outcomes[run] == Some(outcome)
    }

    /// Findings by category and place.
    fn by<'a>(&'a self, place: impl Fn(&'a Finding) -> &'a str) -> Vec<Vec<u32>> {
        let mut places: HashMap<(&str, &str), usize> = HashMap::new();
        let mut topics: Vec<Vec<u32>> = Vec::new();
        for (number, finding) in self.findings.iter().enumerate() {
            let topic = *places.entry((&finding.category, place(finding))).or_insert_with(|| {
                topics.push(Vec::new());
                topics.len() - 1
            });
            topics[topic].push(number as u32);
        }
        topics
    }

    /// Findings by path, with lines near each other.
    fn near(&self, lines: i64) -> Vec<Vec<u32>> {
        let mut paths: BTreeMap<&str, Vec<(i64, u32)>> = BTreeMap::new();
        for (number, finding) in self.findings.iter().enumerate() {
            if let (Some(path), Some(line)) = (&finding.path, finding.line) {
                paths.entry(path).or_default().push((line, number as u32));
            }
        }
        let mut topics: Vec<Vec<u32>> = Vec::new();
        for mut places in paths.into_values() {
            places.sort_unstable();
            let mut last = None;
            for (line, number) in places {
                match (last, topics.last_mut()) {
                    (Some(last), Some(topic)) if line - last <= lines => topic.push(number),
                    _ => topics.push(vec![number]),
                }
                last = Some(line);
            }
        }
        topics
    }

    fn reported_by(&self, topics: Vec<Vec<u32>>, needed: usize) -> (Vec<Vec<u32>>, Vec<Vec<u32>>) {
        topics.into_iter().partition(|topic| {
            let runs: HashSet<usize> =
                topic.iter().map(|&finding| self.findings[finding as usize].run).collect();
            runs.len() >= needed
        })
    }

    fn at_least(&self, topics: &[Vec<u32>], severity: Severity) -> Vec<u32> {
        let severe = |topic: &&Vec<u32>| {
            topic.iter().any(|&finding| self.findings[finding as usize].severity >= severity)
        };
        topics.iter().filter(severe).flatten().copied().collect()
    }
}

pub(crate) fn judge(runs: &Arc<Runs>) -> Ruling {
    let all = runs.seats.len();
    let reported = runs.count(|run| runs.outcomes[run].is_some());
    let needed = (reported * 60).div_ceil(100);
    let (agreed, noise) = runs.reported_by(runs.by(|finding| &finding.location), needed);
    let (lines, _) = runs.reported_by(runs.near(3), needed);
    let by_path = runs.by(|finding| finding.path.as_deref().unwrap_or(&finding.location));
    let (paths, _) = runs.reported_by(by_path, needed);
    let known: HashSet<u32> = agreed.iter().flatten().copied().collect();
    let mut nearly: Vec<u32> = lines.into_iter().chain(paths).flatten().collect();
    nearly.retain(|finding| !known.contains(finding));
    nearly.sort_unstable();
    nearly.dedup();
    let at_fault = runs.count(|run| runs.at_fault[run]);
    let against = runs.count(|run| runs.is(run, Outcome::Fail) && !runs.at_fault[run]);
    let held = runs.count(|run| runs.is(run, Outcome::Hold));
    let failed = runs.count(|run| runs.is(run, Outcome::Fail));
    let passed = runs.count(|run| runs.is(run, Outcome::Pass));
    let serious = runs.at_least(&agreed, Severity::High);
    let critical = runs.at_least(&noise, Severity::Critical);
    let every = passed == all && all > 0;
    let cells = |test: &dyn Fn(usize) -> bool| -> Vec<u32> {
        (0..all).filter(|&run| test(run)).map(|run| run as u32).collect()
    };
    let int = |value: usize| Value::Int(value as i64);
    let agreed_some = !agreed.is_empty();
    let trace = vec![
        (reported == 0, vec![("reported.none", Value::Bool(reported == 0))]),
        (
            !serious.is_empty() && reported > 1,
            vec![("serious", Value::Bool(!serious.is_empty())), ("reported.count", int(reported))],
        ),
        (against * 2 > reported, vec![("against", int(against)), ("reported", int(reported))]),
        (
            at_fault > 0 && at_fault >= needed,
            vec![
                ("some", Value::Bool(at_fault > 0)),
                ("count", int(at_fault)),
                ("needed", int(needed)),
            ],
        ),
        (
            reported > 0 && (failed + held) * 2 >= reported,
            vec![
                ("some", Value::Bool(reported > 0)),
                ("or", int(failed + held)),
                ("reported", int(reported)),
            ],
        ),
        (
            agreed_some && reported > 1 && !every,
            vec![
                ("agreed", Value::Bool(agreed_some)),
                ("reported", int(reported)),
                ("all", Value::Bool(every)),
            ],
        ),
        (
            reported > 0 && !every,
            vec![("some", Value::Bool(reported > 0)), ("all", Value::Bool(every))],
        ),
        (every, vec![("all", Value::Bool(every))]),
        (!critical.is_empty(), vec![("critical", Value::Bool(!critical.is_empty()))]),
        (reported < all, vec![("unread", Value::Bool(reported < all))]),
        (!nearly.is_empty(), vec![("nearly", Value::Bool(!nearly.is_empty()))]),
    ];
    let worst = [
        Outcome::Hold,
        Outcome::Fail,
        Outcome::Fail,
        Outcome::Fail,
        Outcome::Hold,
        Outcome::Warn,
        Outcome::Warn,
        Outcome::Pass,
    ];
    let holding: Vec<usize> = (0..8).filter(|&rule| trace[rule].0).collect();
    let rule = holding.iter().copied().max_by_key(|&rule| (worst[rule], 8 - rule)).unwrap_or(0);
    let cites = match rule {
        1 => serious,
        5 => {
            let mut cited: Vec<u32> = agreed.iter().flatten().copied().collect();
            cited.sort_unstable();
            cited
        }
        2 | 4 => cells(&|run| runs.is(run, Outcome::Fail)),
        3 => cells(&|run| runs.at_fault[run]),
        6 => cells(&|run| !runs.is(run, Outcome::Pass)),
        _ => Vec::new(),
    };
    let mut notes = Vec::new();
    if trace[8].0 {
        notes.push((8, critical));
    }
    if trace[9].0 {
        notes.push((9, cells(&|run| runs.outcomes[run].is_none())));
    }
    if trace[10].0 {
        notes.push((10, nearly));
    }
    let also = holding.into_iter().filter(|&other| other != rule).collect();
    let in_favour = (0..all).any(|run| runs.outcomes[run].is_some_and(Outcome::opens));
    let outcome = if worst[rule].opens() && !in_favour { Outcome::Hold } else { worst[rule] };
    Ruling { runs: Arc::clone(runs), outcome, rule, cites, also, notes, trace }
}

/// Whether both say the same.
pub(crate) fn agree(ours: &assize::Ruling, twin: &Ruling) -> bool {
    let also: Vec<&str> = twin.also.iter().map(|&rule| RULES[rule]).collect();
    let notes: Vec<(&str, usize)> =
        twin.notes.iter().map(|(note, cites)| (RULES[*note], cites.len())).collect();
    ours.outcome() == twin.outcome
        && ours.rule_name() == RULES[twin.rule]
        && ours.cites().len() == twin.cites.len()
        && ours.also().map(|rule| rule.name.as_str()).eq(also)
        && ours.notes().map(|note| (note.note.name.as_str(), note.cites.len())).eq(notes)
        && ours.trace().map(|entry| entry.holds).eq(twin.trace.iter().map(|line| line.0))
}
