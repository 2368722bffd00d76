//! What is said to change a ruling does: each changed docket is made of texts and judged again.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may panic")]

use assize::docket::Stake;
use assize::ruling::{Suppose, WhatIf};
use assize::verdict::Subject;
use assize::{Docket, Outcome, Policy, Source, Stage, built_in};
use proptest::test_runner::TestRng;

use super::oracle::Dice;

/// Gates as teams write them, each with another kind of condition.
const POLICIES: &[&str] = &[
    r#"rule "against" when failed.some or_ unsettled.some then fail;
       rule "agreed" when passed.all then pass;"#,
    r#"others voting;
       rule "most agree" when in_favour.count >= expected.quorum(60) then pass;
       rule "too few" otherwise hold;"#,
    r#"others voting;
       rule "two of them" when passed.count >= 2 then pass;"#,
    r#"rule "the same thing twice" when topics.reported_by(2).some then fail;
       rule "somebody fails" when failed.some then fail;
       rule "agreed" when in_favour.all then pass;"#,
    r#"rule "critical" when findings.at_least("high").some then fail;
       rule "tests" when findings.in_path("tests/**").some then warn;
       rule "agreed" when in_favour.all then pass;"#,
    r#"seat "security" required;
       rule "security agrees" when seat("security").passed.some && failed.none then pass;
       rule "advice" when findings.count > 2 then warn;"#,
    r#"rule "unsure" when unsure.some then hold;
       rule "agreed" when reported.weight >= 3 && in_favour.all then pass;"#,
    r#"fn many(count) { count > 1 }
       rule "many remarks" when many(findings.count) then hold;
       rule "agreed" when in_favour.all then pass;"#,
    r#"extends "base"; rule "advice" when warned.some then hold;"#,
];
const BASE: &str = r#"seat "security" required;
    rule "against" when failed.some then fail;
    rule "agreed" when in_favour.all then pass;"#;
const SEATS: [&str; 4] = ["docs", "qa", "security", "style"];
const FINDINGS: [&str; 5] = [
    "blocker: src/pay.rs:7 amounts are rounded twice",
    "blocker: src/http.rs:19 the reply is not bounded",
    "advisory: src/pay.rs:7 the name says too little",
    "advisory: tests/pay.rs:40 nothing is asserted",
    "advisory: src/pay.rs:7 the name says too little",
];

/// A verdict file line by line: what heads it, and its findings.
#[derive(Clone)]
struct Answer {
    head: String,
    findings: Vec<&'static str>,
}

impl Answer {
    fn says(outcome: Outcome) -> Self {
        Self { head: format!("verdict: {outcome}\nconfidence: high\n"), findings: Vec::new() }
    }

    fn random(dice: &mut Dice) -> Self {
        let fails = dice.often(30);
        let mut findings: Vec<_> = (0..dice.roll(3)).map(|_| dice.of(&FINDINGS[2..])).collect();
        if fails {
            findings.extend((0..1 + dice.roll(2)).map(|_| dice.of(&FINDINGS[..2])));
        }
        let verdict = if fails { "fail" } else { dice.of(&["pass", "pass", "warn"]) };
        let confidence = dice.of(&["high", "high", "med", "low"]);
        Self { head: format!("verdict: {verdict}\nconfidence: {confidence}\n"), findings }
    }

    fn text(&self) -> String {
        let lines: Vec<String> = self.findings.iter().map(|line| format!("{line}\n")).collect();
        format!("{}{}", self.head, lines.concat())
    }
}

/// Who sits, and what everybody wrote.
#[derive(Clone)]
struct Bench(Vec<(&'static str, Stake, Option<Answer>)>);

impl Bench {
    fn random(dice: &mut Dice) -> Self {
        let mut seats = Vec::new();
        for name in SEATS {
            if dice.often(85) {
                let stake = match dice.roll(6) {
                    0 => Stake::Observer,
                    _ => Stake::Required,
                };
                seats.push((name, stake, dice.often(85).then(|| Answer::random(dice))));
            } else if dice.often(30) {
                // A text of nobody who was asked, without a verdict: it has no cell until a policy names its seat.
                let head = "Where the numbers in the report come from.\n".to_owned();
                seats.push((name, Stake::Unexpected, Some(Answer { head, findings: Vec::new() })));
            }
        }
        Self(seats)
    }

    fn docket(&self) -> Docket {
        let mut docket = Docket::new("task-17");
        for (name, stake, answer) in &self.0 {
            match stake {
                Stake::Unexpected => {}
                Stake::Observer => drop(docket.seat(*name).stake(Stake::Observer)),
                // A policy may make it a voter.
                _ => drop(docket.seat(*name)),
            }
            if let Some(answer) = answer {
                docket.submit(*name, Source::new(format!("{name}.md"), answer.text()));
            }
        }
        docket
    }

    /// The same bench, had it been so.
    fn supposing(&self, what_if: &WhatIf) -> Self {
        let closed = self.docket().close();
        let mut changed = self.clone();
        let mut gone: Vec<(String, usize)> = Vec::new();
        for supposed in &what_if.suppose {
            let found = supposed.findings(&closed);
            gone.extend(found.map(|finding| (finding.cell().seat().to_owned(), finding.place())));
        }
        gone.sort();
        for (seat, place) in gone.iter().rev() {
            let own = changed.0.iter_mut().find(|(name, ..)| name == seat).unwrap();
            own.2.as_mut().unwrap().findings.remove(*place);
        }
        for supposed in &what_if.suppose {
            let Suppose::Says { seat, subject, outcome } = supposed else { continue };
            assert!(matches!(subject, None | Some(Subject::Change)));
            match changed.0.iter_mut().find(|(name, ..)| name == seat) {
                Some(own) => own.2 = Some(Answer::says(*outcome)),
                None => {
                    let name = SEATS.into_iter().find(|name| name == seat).unwrap();
                    changed.0.push((name, Stake::Required, Some(Answer::says(*outcome))));
                }
            }
        }
        changed
    }
}

fn opens(what_if: &WhatIf) -> bool {
    what_if.outcome.is_some_and(Outcome::opens)
}

fn policies() -> Vec<Policy> {
    let imports = [("base".to_owned(), BASE.to_owned())];
    let own = POLICIES.iter().map(|text| {
        let text = text.replace("or_", "||");
        Policy::compile_with_imports(Stage::Gate, "ours.rhai", &text, &imports).unwrap()
    });
    let shipped = built_in(Stage::Gate, "any-blocker").unwrap();
    own.chain([Policy::compile(Stage::Gate, "any-blocker", shipped).unwrap()]).collect()
}

#[test]
fn what_is_said_to_change_a_ruling_does() {
    let mut dice = Dice(TestRng::deterministic_rng(Default::default()));
    let (mut opened, mut shut, mut without, mut two) = (0, 0, 0, 0);
    for policy in policies() {
        for _ in 0..super::lengths::cases(90).cases {
            let bench = Bench::random(&mut dice);
            let closed = bench.docket().close();
            let Ok(ruling) = policy.judge(&closed) else { continue };
            let what_ifs = policy.what_ifs(&closed).unwrap();
            assert!(what_ifs.tried_all);
            for what_if in &what_ifs.found {
                let changed = bench.supposing(what_if).docket().close();
                let again = policy.judge(&changed).unwrap();
                let texts: Vec<_> =
                    bench.0.iter().map(|own| own.2.as_ref().map(Answer::text)).collect();
                assert_eq!(
                    (Some(again.outcome()), again.word(), again.rule_name()),
                    (what_if.outcome, what_if.word.as_str(), what_if.rule.as_str()),
                    "{what_if:?}\n{}\n{texts:#?}",
                    String::from_utf8_lossy(policy.facts().source.bytes()),
                );
                assert_ne!(again.outcome(), ruling.outcome());
                opened += usize::from(opens(what_if) && !ruling.outcome().opens());
                shut += usize::from(!opens(what_if));
                without += usize::from(
                    what_if.suppose.iter().any(|one| matches!(one, Suppose::Without { .. })),
                );
                two += usize::from(what_if.suppose.len() == 2);
            }
        }
    }
    // A property of nothing would hold as well.
    assert!(
        opened > 100 && shut > 100 && without > 15 && two > 15,
        "{opened} {shut} {without} {two}"
    );
}

/// Whatever shuts an open gate alone is found, and nothing is said of what does not.
#[test]
fn every_voice_that_a_ruling_hangs_on_is_found() {
    let text = "others voting; rule \"two of them\" when passed.count >= 2 then pass;";
    let policy = Policy::compile(Stage::Gate, "ours.rhai", text).unwrap();
    let says = |outcomes: [Option<Outcome>; 3]| {
        let names = ["docs", "qa", "style"];
        let seats = names.into_iter().zip(outcomes);
        Bench(seats.map(|(name, says)| (name, Stake::Required, says.map(Answer::says))).collect())
    };
    let told = |bench: &Bench| -> Vec<String> {
        let what_ifs = policy.what_ifs(&bench.docket().close()).unwrap();
        let seats = |what_if: &WhatIf| -> Vec<String> {
            let seat = |one: &Suppose| match one {
                Suppose::Says { seat, .. } => seat.clone(),
                other => panic!("{other:?}"),
            };
            what_if.suppose.iter().map(seat).collect()
        };
        what_ifs.found.iter().map(|found| seats(found).join("+")).collect()
    };
    let pass = Some(Outcome::Pass);
    assert_eq!(told(&says([pass, pass, None])), ["docs", "qa"]);
    assert_eq!(told(&says([pass, pass, pass])), ["docs+qa", "docs+style", "qa+style"]);
    assert_eq!(told(&says([pass, None, None])), ["qa", "style"]);
    assert_eq!(told(&says([None, None, None])), ["docs+qa", "docs+style", "qa+style"]);
}

/// A seat that the policy names, and whose file holds no verdict, is one to wait for.
#[test]
fn a_named_seat_with_a_file_of_notes_is_found() {
    let text = "seat \"security\" required; rule \"agreed\" when in_favour.all then pass;";
    let policy = Policy::compile(Stage::Gate, "ours.rhai", text).unwrap();
    let notes = Answer { head: "Where the numbers come from.\n".to_owned(), findings: Vec::new() };
    let bench = Bench(vec![
        ("qa", Stake::Required, Some(Answer::says(Outcome::Pass))),
        ("security", Stake::Unexpected, Some(notes)),
    ]);
    let what_ifs = policy.what_ifs(&bench.docket().close()).unwrap();
    let [found] = &*what_ifs.found else { panic!("{what_ifs:?}") };
    assert_eq!((found.outcome, found.rule.as_str()), (Some(Outcome::Pass), "agreed"));
}

const MEASURED: &str = r#"given coverage: int; given labels: list;
    rule "on hold" when labels.has("hold") then hold;
    rule "too little is tested" when coverage < 800 then hold;
    rule "a reviewer is against it" when failed.some then fail;
    rule "agreed" when in_favour.all then pass;"#;

fn measured(qa: Outcome, coverage: i64, labels: &[&str]) -> (Policy, assize::docket::ClosedDocket) {
    let policy = Policy::compile(Stage::Gate, "measured.rhai", MEASURED).unwrap();
    let labels: Vec<String> = labels.iter().map(|label| (*label).to_owned()).collect();
    let mut docket = Docket::new("task-17").given("coverage", coverage).given("labels", labels);
    docket.seat("qa");
    docket.submit("qa", Source::new("qa.md", Answer::says(qa).head));
    (policy, docket.close())
}

/// A fact of the run is supposed as an answer is, and its nearest value told.
#[test]
fn what_a_fact_of_the_run_would_have_to_be_is_told() {
    let told = |qa, coverage, labels: &[&str]| {
        let (policy, docket) = measured(qa, coverage, labels);
        let what_ifs = policy.what_ifs(&docket).unwrap();
        let found = what_ifs.found.iter().map(ToString::to_string).collect::<Vec<_>>();
        (what_ifs.no_reviewer, found)
    };
    let agreed = |when: &str| format!("pass by `agreed`, when {when}");
    assert_eq!(told(Outcome::Pass, 750, &[]), (true, vec![agreed("coverage is 800")]));
    assert_eq!(told(Outcome::Pass, 900, &["hold"]), (true, vec![agreed("labels is ")]));
    // Both are needed, and the reviewer as well.
    let (none, found) = told(Outcome::Fail, 750, &[]);
    assert_eq!((none, found), (true, vec![agreed("qa says pass and coverage is 800")]));
    let both = agreed("coverage is 800 and labels is ");
    assert_eq!(told(Outcome::Pass, 750, &["hold"]), (true, vec![both]));
    // Who can open it by an answer is told, and nothing of facts.
    let (none, found) = told(Outcome::Fail, 900, &[]);
    assert_eq!((none, found), (false, vec![agreed("qa says pass")]));
}
