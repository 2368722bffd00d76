//! What the policies before the gate saw, and what would change their answers: each changed docket is made of texts and
//! of attempts, and judged again.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may panic")]

use assize::docket::Attempt;
use assize::ruling::{Operand, StageTrace, Suppose, Value, WhatIf};
use assize::verdict::Severity;
use assize::{Docket, Outcome, Policy, Source, Stage, built_in};
use proptest::test_runner::TestRng;

use super::oracle::Dice;

fn shipped(stage: Stage, name: &str) -> Policy {
    Policy::compile(stage, name, built_in(stage, name).unwrap()).unwrap()
}

fn gate() -> Policy {
    shipped(Stage::Gate, "any-blocker")
}

/// A verdict of an auditor, row by row.
#[derive(Clone, Debug)]
struct Audited {
    word: &'static str,
    rows: Vec<String>,
}

impl Audited {
    fn random(dice: &mut Dice) -> Self {
        let row = |dice: &mut Dice| {
            let severity = dice.of(&["C", "H", "H", "H", "M", "L"]);
            let category = dice.of(&["test-failure", "task-incomplete", "coverage-gap"]);
            format!("impl|{severity}|{category}|src/a.rs:{}|half done", dice.roll(4))
        };
        let word = dice.of(&["GO", "CONDITIONAL", "CONDITIONAL", "NO-GO"]);
        Self { word, rows: (0..dice.roll(5)).map(|_| row(dice)).collect() }
    }

    fn text(&self) -> String {
        let rows: Vec<String> = self.rows.iter().map(|row| format!("{row}\n")).collect();
        // A heading with nothing below it was cut off.
        let heading = if rows.is_empty() { "" } else { "VERIFIED:\n" };
        format!("VERDICT:{}\nSCOPE:cart\n{heading}{}", self.word, rows.concat())
    }

    fn docket(&self) -> Docket {
        let mut docket = Docket::new("task-17");
        docket.seat("auditor");
        docket.submit("auditor", Source::new("auditor.cpf", self.text()));
        docket
    }

    /// The same verdict, had it been so. None for an answer in place of it.
    fn supposing(&self, what_if: &WhatIf) -> Self {
        let closed = self.docket().close();
        let mut changed = self.clone();
        let gone = what_if.suppose.iter().flat_map(|supposed| supposed.findings(&closed));
        let mut gone: Vec<usize> = gone.map(assize::docket::FindingRef::place).collect();
        gone.sort_unstable();
        for place in gone.into_iter().rev() {
            changed.rows.remove(place);
        }
        for supposed in &what_if.suppose {
            match supposed {
                Suppose::Without { .. } => {}
                Suppose::States { outcome: Outcome::Pass, .. } => changed.word = "GO",
                Suppose::Finds { severity, .. } => {
                    let severity = match severity {
                        Severity::Critical => "C",
                        Severity::High => "H",
                        Severity::Medium => "M",
                        _ => "L",
                    };
                    changed.rows.push(format!("impl|{severity}|unnamed|src/z.rs:1|more"));
                }
                other => panic!("{other:?}"),
            }
        }
        changed
    }
}

fn comes_to(gate: &Policy, docket: Docket) -> (Outcome, Option<(String, String)>) {
    let ruling = gate.judge(&docket.close()).unwrap();
    let cell = ruling.docket().cells().next().unwrap();
    let audit = cell.audit().map(|audit| (audit.word.clone(), audit.rule.clone()));
    (cell.effective().unwrap(), audit)
}

#[test]
fn what_is_said_to_change_a_verdict_does() {
    let mut dice = Dice(TestRng::deterministic_rng(Default::default()));
    let (mut better, mut worse, mut words) = (0, 0, 0);
    for name in ["impl", "design", "dead-code"] {
        let gate = gate().with_audit(shipped(Stage::Audit, name)).unwrap();
        for _ in 0..80 {
            let audited = Audited::random(&mut dice);
            let closed = audited.docket().close();
            let traces = gate.stage_traces(&closed).unwrap();
            let Some(trace) = traces.first() else { continue };
            let (now, audit) = comes_to(&gate, audited.docket());
            assert_eq!(trace.rule().map(|rule| rule.name.clone()), audit.map(|(_, rule)| rule));
            assert!(trace.what_ifs().tried_all);
            for what_if in &trace.what_ifs().found {
                let changed = audited.supposing(what_if);
                let (outcome, audit) = comes_to(&gate, changed.docket());
                assert_eq!(Some(outcome), what_if.outcome, "{name} {what_if:?}\n{audited:#?}");
                assert_ne!(outcome, now);
                if what_if.rule != "what it states" {
                    let (word, rule) = audit.unwrap();
                    assert_eq!((&word, &rule), (&what_if.word, &what_if.rule), "{audited:#?}");
                }
                better += usize::from(outcome < now);
                worse += usize::from(outcome > now);
                words += usize::from(
                    what_if.suppose.iter().any(|one| matches!(one, Suppose::States { .. })),
                );
            }
        }
    }
    // A property of nothing would hold as well.
    assert!(better > 100 && worse > 40 && words > 20, "{better} {worse} {words}");
}

/// The one line of one verdict that makes it what it is, and what one more would make it.
#[test]
fn what_a_verdict_hangs_on_is_found() {
    let gate = gate().with_audit(shipped(Stage::Audit, "impl")).unwrap();
    let told = |audited: &Audited| -> Vec<String> {
        let traces = gate.stage_traces(&audited.docket().close()).unwrap();
        let found = traces[0].what_ifs().found.iter();
        found.map(|found| format!("{} {:?}", found.word, found.suppose)).collect()
    };
    let rows = |rows: &[&str]| rows.iter().map(|row| (*row).to_owned()).collect::<Vec<_>>();
    let critical = Audited {
        word: "CONDITIONAL",
        rows: rows(&["a|C|leak|src/a.rs:1|a token", "a|L|style|src/b.rs:1|a name"]),
    };
    assert_eq!(told(&critical), ["warn [Without { findings: [0] }]"]);
    let go = Audited { word: "GO", rows: rows(&["a|L|style|src/b.rs:1|a name"]) };
    let told = told(&go);
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0].starts_with("NO-GO") && told[0].contains("Critical"), "{told:?}");
    assert!(told[1].starts_with("CONDITIONAL") && told[1].contains("High"), "{told:?}");
}

/// Who sits, who answers what, and what was tried.
#[derive(Clone, Debug)]
struct Asked {
    seats: Vec<(&'static str, Option<&'static str>)>,
    tried: Vec<(&'static str, String)>,
}

const FAIL: &str = "verdict: fail\nconfidence: high\nblocker: src/a.rs:9 it leaks\n";

impl Asked {
    fn random(dice: &mut Dice) -> Self {
        const ANSWERS: [&str; 4] = [
            "verdict: pass\nconfidence: high\n",
            "verdict: warn\nconfidence: low\nadvisory: src/a.rs:3 slow\n",
            FAIL,
            "verdict: pa",
        ];
        let seats = ["auditor", "docs", "qa"];
        let seats: Vec<_> = seats
            .into_iter()
            .map(|seat| (seat, dice.often(60).then(|| dice.of(&ANSWERS))))
            .collect();
        let actions = ["respawn", "respawn", "nudge", "fix", "derive", "second_opinion", "accept"];
        let tried = (0..dice.roll(5))
            .map(|_| (dice.of(&["auditor", "docs", "qa"]), dice.of(&actions).to_owned()))
            .collect();
        Self { seats, tried }
    }

    fn docket(&self) -> Docket {
        let mut docket = Docket::new("task-17");
        for (seat, answer) in &self.seats {
            docket.seat(*seat);
            if let Some(answer) = answer {
                docket.submit(*seat, Source::new(format!("{seat}.md"), *answer));
            }
        }
        for (seat, action) in &self.tried {
            docket.attempt(Attempt::new(*seat, action));
        }
        docket
    }

    fn supposing(&self, what_if: &WhatIf) -> Self {
        let mut changed = self.clone();
        for supposed in &what_if.suppose {
            match supposed {
                Suppose::Tried { seat, action, times } => {
                    let own = changed.seats.iter().find(|(name, _)| name == seat).unwrap().0;
                    changed.tried.extend((0..*times).map(|_| (own, action.clone())));
                }
                Suppose::Says { seat, outcome: Outcome::Pass, .. } => {
                    let own = changed.seats.iter_mut().find(|(name, _)| name == seat).unwrap();
                    own.1 = Some("verdict: pass\nconfidence: high\n");
                }
                other => panic!("{other:?}"),
            }
        }
        changed
    }

    /// What is tried next on a seat.
    fn next(&self, redispatch: &Policy, seat: &str) -> Option<(String, String)> {
        let closed = self.docket().close();
        let cell = closed.cells().find(|cell| cell.seat() == seat).unwrap();
        let answer = redispatch.redispatch(&closed, cell).unwrap();
        Some((answer.action?.to_owned(), answer.rule?))
    }
}

#[test]
fn what_is_said_to_change_an_action_does() {
    let mut dice = Dice(TestRng::deterministic_rng(Default::default()));
    let (mut again, mut other) = (0, 0);
    for name in ["standard", "recovery", "fix-loop"] {
        let redispatch = shipped(Stage::Redispatch, name);
        let gate = gate().with_redispatch(redispatch.clone()).unwrap();
        for _ in 0..60 {
            let asked = Asked::random(&mut dice);
            for trace in gate.stage_traces(&asked.docket().close()).unwrap() {
                let seat = trace.cell().seat().to_owned();
                let now = asked.next(&redispatch, &seat);
                let told = trace.rule().map(|rule| rule.name.clone());
                assert_eq!(told, now.clone().map(|(_, rule)| rule), "{asked:#?}");
                for what_if in &trace.what_ifs().found {
                    let changed = asked.supposing(what_if).next(&redispatch, &seat);
                    let said = (what_if.word.clone(), what_if.rule.clone());
                    assert_eq!(changed, Some(said), "{name} {seat} {what_if:?}\n{asked:#?}");
                    assert_ne!(changed.map(|c| c.0), now.clone().map(|n| n.0));
                    let tried = matches!(what_if.suppose[..], [Suppose::Tried { .. }]);
                    again += usize::from(tried);
                    other += usize::from(!tried);
                }
            }
        }
    }
    assert!(again > 60 && other > 60, "{again} {other}");
}

#[test]
fn every_rule_is_told_with_what_it_saw_of_each_seat() {
    let text = "rule \"three times\" when tried(\"respawn\") >= 3 then escalate;\n\
                rule \"again\" when missing then respawn;\nrule \"it stands\" otherwise accept;";
    let redispatch = Policy::compile(Stage::Redispatch, "mine", text).unwrap();
    let (alone, gate) = (gate(), gate().with_redispatch(redispatch).unwrap());
    let asked = Asked {
        seats: vec![("docs", None), ("qa", Some(FAIL))],
        tried: vec![("docs", "respawn".to_owned()), ("docs", "respawn".to_owned())],
    };
    let traces = gate.stage_traces(&asked.docket().close()).unwrap();
    let seen = |trace: &StageTrace| -> Vec<(String, bool, String)> {
        trace
            .trace()
            .map(|entry| {
                let value = match entry.operands.first() {
                    Some((_, Some(Operand::Value(Value::Int(n))))) => n.to_string(),
                    Some((_, Some(Operand::Value(Value::Bool(is))))) => is.to_string(),
                    _ => String::new(),
                };
                (entry.rule.name.clone(), entry.holds, value)
            })
            .collect()
    };
    let entry = |name: &str, holds, value: &str| (name.to_owned(), holds, value.to_owned());
    let of_docs = [
        entry("three times", false, "2"),
        entry("again", true, "true"),
        entry("it stands", false, ""),
    ];
    let of_qa = [
        entry("three times", false, "0"),
        entry("again", false, "false"),
        entry("it stands", true, ""),
    ];
    assert_eq!(seen(&traces[0]), of_docs);
    assert_eq!(seen(&traces[1]), of_qa);
    assert_eq!((traces[0].word(), traces[1].word()), (Some("respawn"), Some("accept")));
    // One more attempt would escalate.
    let first = &traces[0].what_ifs().found[0];
    let once = Suppose::Tried { seat: "docs".into(), action: "respawn".into(), times: 1 };
    assert_eq!((first.word.as_str(), &first.suppose[..]), ("escalate", &[once][..]));
    // A gate without stages has nothing of them to tell.
    assert!(alone.stage_traces(&asked.docket().close()).unwrap().is_empty());
}
