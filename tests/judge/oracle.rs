//! rhai is the oracle: a policy that is judged natively and one that is judged in rhai give
//! the same ruling, on random dockets under random policies.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::cast_possible_truncation,
    clippy::disallowed_methods,
    reason = "a test may panic, rolls small dice and reads how many cases to run"
)]

use std::fmt::Write as _;

use assize::codec::Cause;
use assize::docket::{Attempt, ClosedDocket, Date, Stake, Waiver};
use assize::policy::{Argument, Entry, REVIEWER_WORDS, Type, vocabulary};
use assize::verdict::{
    Confidence, Finding, FindingKind, Lines, Location, Number, Severity, Stated,
};
use assize::{
    Absence, Decoded, Diagnostic, Diagnostics, Docket, Format, Outcome, Policy, Profile, Ruling,
    Source, Span, Stage, Verdict,
};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// Choices, one after the other, from random numbers.
pub(super) struct Dice(pub(super) TestRng);

impl Dice {
    pub(super) fn roll(&mut self, sides: usize) -> usize {
        (self.0.next_u64() % sides as u64) as usize
    }

    pub(super) fn often(&mut self, percent: usize) -> bool {
        self.roll(100) < percent
    }

    pub(super) fn of<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.roll(from.len())]
    }
}

pub(super) fn dice(seed: u64) -> Dice {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    Dice(TestRng::from_seed(RngAlgorithm::ChaCha, &bytes))
}

const SEATS: &[&str] = &["qa", "security", "style", "docs", "perf"];
const CATEGORIES: &[&str] = &["coverage-gap", "Test-Failure", " sql "];
/// The fingerprint of what is broken nowhere, and in no category.
const KNOWN: &str = "f1:f3cea3cec3154dbf8291592758be3981";
const TRIED: &[&str] = &["nudge", "respawn", "second_opinion"];

// ---------------------------------------------------------------- dockets

pub(super) fn docket(dice: &mut Dice) -> ClosedDocket {
    let mut docket = Docket::new("task").round(1 + dice.roll(5) as u32);
    if dice.often(98) {
        docket = docket.given("phase", dice.roll(7) as i64);
    }
    docket = docket
        .given("env", dice.of(&["prod", "test"]))
        .given("urgent", dice.often(50))
        .given("today", assize::docket::Date::new(2026, 11, 1 + dice.roll(28) as u8).unwrap())
        .given("since", assize::docket::Date::new(2026, 11, 14).unwrap())
        .given("author", dice.of(&["qa", "docs", "nobody"]))
        .given("on_duty", vec!["security".to_owned(), dice.of(&["qa", "perf"]).to_owned()]);
    if dice.often(50) {
        docket = docket.previous([dice.of(&["f1:0", KNOWN])]);
    }
    for seat in &SEATS[..dice.roll(SEATS.len() + 1)] {
        let stake = match dice.roll(8) {
            0 => Stake::Observer,
            1..=3 => Stake::Voting,
            _ => Stake::Required,
        };
        let chair = docket.seat(*seat).stake(stake).weight(dice.roll(4) as u32);
        if dice.often(60) {
            chair.label("team", dice.of(&["core", "web"]));
        }
        let why = || "because".to_owned();
        match dice.roll(16) {
            0 => docket.absent(*seat, Absence::Missing),
            1 => docket.absent(*seat, Absence::Errored(why())),
            2 => docket.absent(*seat, Absence::Stale(why())),
            3 => docket.absent(*seat, Absence::Unreadable(Cause::Permission, why())),
            4 => docket.absent(*seat, Absence::Skipped(why())),
            5 => docket.absent(*seat, Absence::Excused(why())),
            _ => {}
        }
        if dice.often(85) {
            let decoded = decoded(dice, seat);
            docket.submit_decoded(*seat, decoded);
        }
        for _ in 0..dice.roll(3) {
            docket.attempt(Attempt::new(*seat, dice.of(TRIED)));
        }
    }
    docket = docket.changed(["src/a.rs", "docs/b.md"]).lines_changed(40);
    if dice.often(50) {
        docket = docket.changed_in("src/a.rs", [(5, 9)]);
    }
    docket = docket.owners([("/src/", vec!["@qa", "@org/core"]), ("*.md", vec!["@docs"])]);
    let until = Date::new(2026, 11, 20 + dice.roll(5) as u8).unwrap();
    docket.waive(Waiver::new("W-1", "dana", "soon gone", until).category(dice.of(CATEGORIES)));
    if dice.often(10) {
        let decoded = decoded(dice, "stranger");
        docket.submit_decoded("stranger", decoded);
    }
    docket.close()
}

fn decoded(dice: &mut Dice, seat: &str) -> Decoded {
    let words = ["pass", "NEEDS_WORK", "no go", "warn", "Conditional", "merge"];
    let found = "it is broken src/a.rs:7 src/c.rs:7";
    let text = format!("{} | {} | {found}", words.join(" "), CATEGORIES.join("|"));
    let at = |part: &str| text.find(part).map(|at| Span::new(at, at + part.len())).unwrap();
    let source = Source::new(format!("{seat}.md"), text.clone());
    if dice.often(6) {
        return Decoded::unreadable(source, Cause::Truncated, Diagnostic::error("test"));
    }
    let mut verdict = Verdict::new(Span::new(0, text.len()));
    let outcome = |dice: &mut Dice| match dice.roll(9) {
        0 | 1 => Outcome::Fail,
        2 => Outcome::Hold,
        3 | 4 => Outcome::Warn,
        _ => Outcome::Pass,
    };
    if dice.often(95) {
        verdict.stated = Some(Stated { outcome: outcome(dice), word: at(dice.of(&words)) });
    }
    verdict.derived = dice.often(20).then(|| outcome(dice));
    verdict.audited = dice.often(10).then(|| outcome(dice));
    verdict.inferred = dice.often(5);
    if dice.often(40) {
        verdict.numbers.push(Number { name: at("merge"), percent: dice.roll(101) as u8 });
    }
    verdict.contradictory = dice.often(5);
    verdict.confidence = match dice.roll(5) {
        0 => None,
        1 => Some(Confidence::Low),
        2 => Some(Confidence::Med),
        _ => Some(Confidence::High),
    };
    for _ in 0..dice.roll(4) {
        let severity = Severity::WORST_FIRST[dice.roll(5)];
        let kind = if dice.often(20) { FindingKind::Blocker } else { FindingKind::Advisory };
        let mut finding = Finding::new(kind, at("it is broken"));
        finding.severity = dice.often(75).then_some(severity);
        finding.category = dice.often(60).then(|| at(dice.of(CATEGORIES)));
        finding.location = dice.often(60).then(|| {
            let text = at(dice.of(&["src/a.rs:7", "src/c.rs:7"]));
            let path = Span { end: text.end - 2, ..text };
            let lines = vec![Lines { first: 7, last: 7 }];
            Location { text, path: Some(path), lines, also: Vec::new() }
        });
        verdict.findings.push(finding);
    }
    let mut decoded = Decoded::of(source, vec![verdict]);
    decoded.format = Some(Format::VerdictFile);
    decoded.profile = if dice.often(3) { Profile::Lenient } else { Profile::Standard };
    decoded
}

// ---------------------------------------------------------------- policies

/// A policy's text, expression by expression, from the vocabulary.
pub(super) struct Author {
    pub(super) dice: Dice,
    pub(super) lets: Vec<(String, Type)>,
}

const WORDS: &str = r#"
word "NO-GO" means fail;
word "WAIT" means hold;
word "CONDITIONAL" means warn;
word "GO" means pass;
"#;

pub(super) const PARAMS: &str = r#"
param majority = 60 from 1 to 100;
param small = -2 from -9 to 9;
param mode = "strict" among ["strict", "lenient"];
param least = "high" among ["high", "low", "critical"];
param who = "security" from 1 to 20;
param bench = ["qa", "docs"] from 0 to 9;
"#;

pub(super) const GIVENS_AND_FNS: &str = r#"
given phase: int;
given urgent: bool;
given env: text;
given today: date;
given since: date;
given author: seat;
given on_duty: seats;
given team of seats: text;
fn heavy(group, least) { group.weight >= least }
fn sum(a, b) { let total = 0; for n in [a, b] { total += n; } total }
fn above(group, least) { let more = least + 1; group.filter(|c| c.weight > more) }
fn share(group, of) { if of.count in 1..9 { group.count * 100 / max(1, of.count) } else { 0 } }
fn known(text, list) { let found = false; for entry in list { found = found || text == entry; } found }
fn of_team(group, team) { group.having("team", team) }
fn worst(group) { if group.failed.some { group.failed } else { group } }
"#;

impl Author {
    fn policy(&mut self) -> String {
        let (head, rules) = self.parts();
        format!("{head}{}", rules.concat())
    }

    /// What stands before the rules, and the rules and notes one by one.
    pub(super) fn parts(&mut self) -> (String, Vec<String>) {
        let mut head = [WORDS, PARAMS, GIVENS_AND_FNS].concat();
        if self.dice.often(50) {
            head.push_str("others voting, unreadable and doubted may be left out;\n");
        }
        for n in 0..self.dice.roll(4) {
            let of = [Type::Bool, Type::Int, Type::Seats, Type::Findings, Type::Text];
            let of = of[self.dice.roll(of.len())];
            let value = self.value(of, 3);
            let _ = writeln!(head, "let v{n} = {value};");
            self.lets.push((format!("v{n}"), of));
        }
        let mut rules = Vec::new();
        for n in 0..1 + self.dice.roll(5) {
            let when = self.value(Type::Bool, 4);
            if self.dice.often(20) {
                let group = self.group();
                rules.push(format!("note \"n{n}\" when {when} citing {group};\n"));
                continue;
            }
            let words = ["fail", "hold", "warn", "pass", "\"NO-GO\"", "\"CONDITIONAL\"", "\"GO\""];
            let word = self.dice.of(&words);
            let mut text = format!("rule \"r{n}\" when {when} then {word}");
            self.tails(&mut text, word);
            rules.push(text);
        }
        let mut last = "rule \"last\" when failed.none then warn;\n".to_owned();
        if self.dice.often(90) {
            last = "rule \"last\" when failed.count < 999 then pass".to_owned();
            self.tails(&mut last, "pass");
        }
        rules.push(last);
        (head, rules)
    }

    fn tails(&mut self, text: &mut String, word: &str) {
        if self.dice.often(60) {
            let group = self.group();
            let _ = write!(text, " citing {group}");
        }
        if self.dice.often(40) {
            let reason = self.value(Type::Text, 2);
            let _ = write!(text, " because {reason}");
        }
        if ["warn", "pass", "\"GO\"", "\"CONDITIONAL\""].contains(&word) && self.dice.often(25) {
            let what = self.dice.of(&[
                "seat(\"qa\")",
                "seats(bench).failed",
                "findings.in_category(\"SQL\")",
                "findings.waived(today).or(findings.by(seat(who)))",
            ]);
            let _ = write!(text, " overriding {what} \"somebody decided\"");
        }
        text.push_str(";\n");
    }

    fn group(&mut self) -> String {
        let of = if self.dice.often(50) { Type::Seats } else { Type::Findings };
        self.value(of, 3)
    }

    /// An expression of this type.
    pub(super) fn value(&mut self, of: Type, depth: usize) -> String {
        let named: Vec<String> =
            self.lets.iter().filter(|(_, kind)| *kind == of).map(|(n, _)| n.clone()).collect();
        if !named.is_empty() && self.dice.often(15) {
            return named[self.dice.roll(named.len())].clone();
        }
        let deep = depth > 0;
        match of {
            Type::Bool if deep && self.dice.often(55) => self.truth(depth - 1),
            Type::Int if deep && self.dice.often(45) => self.number(depth - 1),
            Type::Text => self.text(depth),
            Type::List => self.dice.of(&["bench", "[\"qa\", \"perf\"]", "[]"]).to_owned(),
            Type::Date => self.dice.of(&["today", "since"]).to_owned(),
            Type::Seats if self.dice.often(8) => self.dice.of(&["author", "on_duty"]).to_owned(),
            Type::Seats | Type::Findings if deep && self.dice.often(8) => {
                let group = self.value(of, depth - 1);
                let test = match of {
                    Type::Seats => self.dice.of(&[
                        "|c| c.weight > 1",
                        "|c| c.failed.some || phase > 3",
                        "|c| c.findings.filter(|f| f.high.some).some",
                        "|c| c.said(\"GO\").none && expected.count > small",
                        "|c| heavy(c, 2)",
                    ]),
                    _ => self.dice.of(&[
                        "|f| f.high.some",
                        "|f| f.at_least(least).none",
                        "|f| f.in_category(\"SQL\").some || failed.some",
                    ]),
                };
                format!("{group}.filter({test})")
            }
            Type::Seats if deep && self.dice.often(4) => {
                let group = self.value(of, depth - 1);
                match self.dice.roll(3) {
                    0 => format!("worst({group})"),
                    1 => format!("of_team({group}, \"core\")"),
                    _ => format!("above({group}, {})", self.dice.roll(3)),
                }
            }
            _ => self.asked(of, depth),
        }
    }

    fn truth(&mut self, depth: usize) -> String {
        let (a, b) = (self.value(Type::Bool, depth), self.value(Type::Bool, depth));
        match self.dice.roll(12) {
            9 => {
                let (a, low) = (self.value(Type::Int, depth), self.value(Type::Int, depth));
                format!("({a} in {low}{}{})", self.dice.of(&["..", "..="]), self.dice.roll(9))
            }
            10 => {
                let (a, b) = (self.value(Type::Int, depth), self.value(Type::Int, depth));
                format!("({a} {} [1, {b}, small])", self.dice.of(&["in", "!in"]))
            }
            11 => {
                let list = self.dice.of(&["bench", "[\"prod\", who]", "[\"qa\", \"prod\"]"]);
                format!("({} in {list})", self.dice.of(&["env", "who", "\"qa\""]))
            }
            0 => format!("({a} && {b})"),
            1 => format!("({a} || {b})"),
            2 => format!("!({a})"),
            3 => format!("!{a}"),
            4 => format!("({a}) {} ({b})", self.dice.of(&["==", "!="])),
            5 => {
                let sign = self.dice.of(&["==", "!="]);
                self.dice
                    .of(&[
                        "(mode {} \"strict\")",
                        "(env {} \"prod\")",
                        "(\"test\" {} env)",
                        "(env {} mode)",
                    ])
                    .replace("{}", sign)
            }
            6 => {
                let group = self.value(Type::Seats, depth);
                match self.dice.often(20) {
                    true => "known(env, bench)".to_owned(),
                    false => format!("heavy({group}, {})", self.dice.roll(5)),
                }
            }
            7 => format!("(today {} since)", self.dice.of(&["<", "<=", "==", "!=", ">", ">="])),
            _ => {
                let sign = self.dice.of(&["==", "!=", "<", "<=", ">", ">="]);
                let (a, b) = (self.value(Type::Int, depth), self.value(Type::Int, depth));
                format!("({a} {sign} {b})")
            }
        }
    }

    fn number(&mut self, depth: usize) -> String {
        let (a, b) = (self.value(Type::Int, depth), self.value(Type::Int, depth));
        match self.dice.roll(12) {
            0 => format!("-({a})"),
            1 => format!("sum({a}, {b})"),
            6 => "share(failed, reported)".to_owned(),
            2 => format!("({a} * 4611686018427387904)"),
            3 => "-9".to_owned(),
            4 => {
                let by = self.dice.of(&["3", "-1", "majority", "max(1, phase)", "-7"]);
                format!("({a} {} {by})", self.dice.of(&["/", "%"]))
            }
            5 => "(-9223372036854775807 - 1)".to_owned(),
            n => format!("({a} {} {b})", ["+", "-", "*"][n % 3]),
        }
    }

    fn text(&mut self, depth: usize) -> String {
        if depth > 0 && self.dice.often(50) {
            let (a, b) = (self.value(Type::Int, depth - 1), self.value(Type::Bool, depth - 1));
            return format!("`it is ${{{a}}}, ${{{b}}} and ${{env}}`");
        }
        self.dice.of(&["\"qa\"", "\"coverage-gap\"", "mode", "env", "who", "\"\""]).to_owned()
    }

    /// A fact, or a verb asked of something, that gives this type.
    fn asked(&mut self, of: Type, depth: usize) -> String {
        let fits = |entry: &&'static Entry| {
            entry.gives == of
                && entry.takes != [Argument::Filter]
                && entry.name != "in"
                && (depth > 0
                    || (entry.of.is_none() && !matches!(entry.takes, [Argument::Of(_), ..])))
        };
        let entries: Vec<&Entry> = vocabulary(Stage::Gate).filter(fits).collect();
        if entries.is_empty() || (of == Type::Int && self.dice.often(30)) {
            return match of {
                Type::Bool => self.dice.of(&["true", "false", "urgent"]).to_owned(),
                _ => self.dice.of(&["0", "1", "2", "-3", "majority", "small", "phase"]).to_owned(),
            };
        }
        let entry = entries[self.dice.roll(entries.len())];
        let before = entry.of.map(|of| format!("{}.", self.value(of, depth - 1)));
        // `all` asks for a state.
        let state = self.dice.of(&["passed.", "failed.", "unsettled.", "warned."]);
        let before = before.map(|before| match entry.name {
            "all" => format!("{before}{state}"),
            _ => before,
        });
        let patterns = ["changed", "only_changed", "in_path"].contains(&entry.name);
        // What is written out is 1 at least.
        let voices = ["quorum", "passed_by", "reported_by"].contains(&entry.name);
        let takes: Vec<String> = match () {
            () if patterns => {
                vec![self.dice.of(&["\"src/**\"", "\"docs/*.md\"", "\"**\""]).to_owned()]
            }
            () if voices => {
                let some = ["1", "2", "60", "majority", "phase", "(failed.count - 1)"];
                vec![self.dice.of(&some).to_owned()]
            }
            () if entry.name == "rated" => {
                let least = self.dice.of(&["50", "majority", "phase", "0"]);
                vec!["\"Merge\"".to_owned(), least.to_owned()]
            }
            () if entry.name == "having" => {
                let team = self.dice.of(&["\"core\"", "\"web\"", "env"]);
                vec!["\"team\"".to_owned(), team.to_owned()]
            }
            () => entry.takes.iter().map(|argument| self.argument(*argument, depth)).collect(),
        };
        let args = if takes.is_empty() { String::new() } else { format!("({})", takes.join(", ")) };
        format!("{}{}{args}", before.unwrap_or_default(), entry.name)
    }

    fn argument(&mut self, argument: Argument, depth: usize) -> String {
        match argument {
            Argument::Of(of) => self.value(of, depth.saturating_sub(1)),
            Argument::Word(words) if words == REVIEWER_WORDS => {
                format!("\"{}\"", self.dice.of(REVIEWER_WORDS))
            }
            Argument::Word(words) if words.contains(&"critical") && self.dice.often(20) => {
                "least".to_owned()
            }
            Argument::Word(words) => format!("\"{}\"", self.dice.of(words)),
            Argument::Seat => match self.dice.roll(6) {
                0 => "who".to_owned(),
                n => format!("\"{}\"", SEATS[n - 1]),
            },
            Argument::Day => "\"2026-11-20\"".to_owned(),
            Argument::Seats => self.dice.of(&["bench", "[\"security\"]", "[]"]).to_owned(),
            other => unreachable!("{other:?}"),
        }
    }
}

// ---------------------------------------------------------------- comparing

/// Everything a ruling says.
fn all_of(ruling: &Ruling) -> String {
    let mut out = format!(
        "{} {} {} by {:?} because {:?}\n",
        ruling.outcome(),
        ruling.word(),
        ruling.exit_code(),
        ruling.rule_name(),
        ruling.reason()
    );
    let cites = |cites: Vec<assize::ruling::Cite<'_>>| -> Vec<String> {
        let one = |cite: &assize::ruling::Cite<'_>| {
            format!(
                "{}#{:?}",
                cite.cell.seat(),
                cite.finding.map(assize::docket::FindingRef::place)
            )
        };
        cites.iter().map(one).collect()
    };
    let also: Vec<&str> = ruling.also().map(|rule| rule.name.as_str()).collect();
    let _ = writeln!(out, "cites {:?}, also {also:?}", cites(ruling.cites()));
    for note in ruling.notes() {
        let _ = writeln!(out, "note {} cites {:?}", note.note.name, cites(note.cites));
    }
    for entry in ruling.trace() {
        let _ = writeln!(out, "{} {} {:?}", entry.rule.name, entry.holds, entry.operands);
    }
    let _ = writeln!(out, "refused {:?}, opening {:?}", ruling.refused(), ruling.opening());
    let _ = writeln!(out, "given {:?}", ruling.given().collect::<Vec<_>>());
    out
}

fn told(result: &Result<Ruling, Diagnostics>) -> String {
    match result {
        Ok(ruling) => all_of(ruling),
        Err(errors) => {
            // What is said of an overflow is ours in one way and rhai's in the other.
            let of = |e: &Diagnostic| format!("{} {:?}", e.code, e.span());
            errors.items().iter().map(of).collect::<Vec<_>>().join("\n")
        }
    }
}

#[test]
fn both_ways_of_running_give_the_same_ruling() {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(256);
    let mut runner =
        TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() });
    let (mut rulings, mut errors) = (0, 0);
    let counts = std::cell::RefCell::new((&mut rulings, &mut errors));
    let run = runner.run(&any::<u64>(), |seed| {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        let rng = TestRng::from_seed(proptest::test_runner::RngAlgorithm::ChaCha, &bytes);
        let mut author = Author { dice: Dice(rng), lets: Vec::new() };
        let text = author.policy();
        let policy = match Policy::compile(Stage::Gate, "random.rhai", &text) {
            Ok(policy) => policy,
            // A random condition may be always true, or ask a group while it runs over it.
            Err(mistakes)
                if mistakes.items().iter().all(|mistake| {
                    let code = mistake.code.rsplit("::").next().unwrap_or_default();
                    ["always_opens", "names_its_group"].contains(&code)
                }) =>
            {
                return Ok(());
            }
            Err(mistakes) => return Err(TestCaseError::fail(format!("{mistakes}\n{text}"))),
        };
        let slow = policy.clone().without_lowering();
        for _ in 0..4 {
            let docket = docket(&mut author.dice);
            let (fast, slow) = (policy.judge(&docket), slow.judge(&docket));
            let mut counts = counts.borrow_mut();
            *if fast.is_ok() { &mut *counts.0 } else { &mut *counts.1 } += 1;
            let (fast, slow) = (told(&fast), told(&slow));
            prop_assert!(
                fast == slow,
                "{text}\n{}",
                similar::TextDiff::from_lines(&slow, &fast).unified_diff()
            );
        }
        Ok(())
    });
    run.unwrap();
    // Rulings must be what is mostly compared.
    assert!(rulings > errors, "{rulings} rulings, {errors} errors");
}
