//! Every row of the fact table, asked in every stage that has it, in both ways of running.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may panic")]

use std::collections::BTreeSet;

use assize::docket::{Attempt, Date, Stake, Waiver};
use assize::policy::{Entry, Stage, vocabulary};
use assize::{Absence, Docket, Outcome, Policy, Source};

/// A docket on which something can be said of every row.
fn docket() -> Docket {
    let day = |text| Date::parse(text).expect("a day");
    let mut docket = Docket::new("task-17").round(2).given("today", day("2026-11-21"));
    let mut said = |seat: &str, text: &str| {
        docket.seat(seat);
        docket.submit(seat, Source::new(format!("{seat}.md"), text));
    };
    said("qa", "verdict: pass\nconfidence: high\n");
    said("style", "verdict: warn\nconfidence: low\nadvisory: src/ui/a.rs:7 long lines\n");
    said(
        "security",
        "verdict: fail\nconfidence: med\nblocker: src/tls/c.rs:12 legacy cipher\n\
         blocker: src/tls/c.rs:14 legacy key\n",
    );
    said("perf", "verdict: fail\nconfidence: high\n");
    said("docs", "verdict: pass\nconfidence: high\n\nI read it.\n\nFinal verdict: FAIL\n");
    said(
        "impl",
        "VERDICT:CONDITIONAL\nSCOPE:a\nVERIFIED:\nagent1+agent2|H|coverage-gap|Spec 3.AC2|not tested\n\
         agent1|M|style|src/ui/a.rs:8|long\n",
    );
    said("cut", "```\nverdict: pass\n");
    docket.seat("style").weight(3);
    docket.seat("perf").stake(Stake::Voting);
    docket.seat("watcher").stake(Stake::Observer);
    docket.seat("gone");
    docket.absent("late", Absence::Awaiting("at work".into()));
    docket.absent("old", Absence::Stale("an earlier commit".into()));
    docket.absent("broken", Absence::Errored("timed out".into()));
    docket.absent("away", Absence::Excused("on holiday".into()));
    docket.absent("off", Absence::Skipped("no such files".into()));
    docket.submit("stranger", Source::new("stranger.md", "verdict: pass\nconfidence: high\n"));
    docket.attempt(Attempt::new("cut", "respawn"));
    docket.attempt(Attempt::new("cut", "respawn").round(2));
    let waiver = |id: &str, until| Waiver::new(id, "dana", "goes with version 3", day(until));
    docket.waive(waiver("W-1", "2026-12-31").path("src/tls/**"));
    docket.waive(waiver("W-2", "2026-01-31").category("nothing-of-this"));
    docket.seat("qa").label("team", "core");
    let docket = docket.owners([("/src/tls/", vec!["@dana"])]);
    docket.changed(["src/tls/c.rs", "docs/guide.md"]).lines_changed(41)
}

/// A row as a stage has it, and what is true of it.
const GATE: &[(&str, &str)] = &[
    ("failed", "failed.count == 2"),
    ("held", "held.count == 1"),
    ("warned", "warned.count == 2"),
    ("passed", "passed.count == 1"),
    ("in_favour", "in_favour.count == 3"),
    ("unsure", "unsure.count == 1"),
    ("doubted", "doubted.count == 1 && doubted.and(seat(\"docs\")).some"),
    ("unexplained", "unexplained.count == 1 && unexplained.and(voting).some"),
    ("missing", "missing.count == 2"),
    ("awaiting", "awaiting.count == 1"),
    ("unreadable", "unreadable.count == 1"),
    ("stale", "stale.count == 1"),
    ("errored", "errored.count == 1"),
    ("unsettled", "unsettled.count == 6"),
    ("reported", "reported.count == 6"),
    ("expected", "expected.count == 11"),
    ("excused", "excused.count == 1"),
    ("skipped", "skipped.count == 1"),
    ("required", "required.count == 11"),
    ("voting", "voting.count == 1"),
    ("others", "others.count == 12"),
    ("observers", "observers.count == 1"),
    ("unexpected", "unexpected.count == 1"),
    ("seat(seat)", "seat(\"qa\").passed.some"),
    ("seats(seats)", "seats([\"qa\", \"style\"]).in_favour.all"),
    ("subjects", "subjects.count == 1"),
    ("findings", "findings.count == 5"),
    ("topics", "topics.count == 5"),
    ("remarks", "remarks.count == 1"),
    ("unclaimed", "unclaimed == 1"),
    ("waivers", "waivers.count == 2"),
    ("round", "round == 2"),
    ("changed(text)", "changed(\"docs/**\") && !changed(\"db/**\")"),
    ("only_changed(text)", "only_changed(\"{src,docs}/**\") && !only_changed(\"docs/**\")"),
    ("lines_changed", "lines_changed == 41"),
    ("day(day)", "day(\"2026-11-22\") > today"),
    ("seats.some", "failed.some"),
    ("seats.none", "seat(\"qa\").failed.none"),
    ("seats.all", "!passed.all && seat(\"qa\").passed.all"),
    ("seats.count", "failed.count == 2"),
    ("seats.weight", "warned.weight == 4 && expected.weight == 14"),
    ("seats.quorum(int)", "expected.quorum(50) == 6 && failed.quorum(1) == 1"),
    ("seats.blockers", "failed.blockers.count == 2"),
    ("seats.advisories", "seat(\"style\").advisories.count == 1"),
    ("seats.findings", "seat(\"impl\").findings.count == 2"),
    ("seats.remarks", "seat(\"docs\").remarks.some && seat(\"qa\").remarks.none"),
    ("seats.said(word)", "reported.said(\"conditional\").count == 1"),
    ("seats.confident(confidence)", "reported.confident(\"high\").count == 4"),
    ("seats.tried(action, int)", "unreadable.tried(\"respawn\", 2).some"),
    ("seats.or(seats)", "failed.or(warned).count == 4"),
    ("seats.and(seats)", "failed.and(voting).count == 1"),
    ("seats.without(seats)", "failed.without(voting).count == 1"),
    ("seats.filter(|each| bool)", "reported.filter(|c| c.weight > 2).count == 1"),
    ("seats.failed", "voting.failed.some"),
    ("seats.held", "required.held.some"),
    ("seats.warned", "required.warned.some"),
    ("seats.passed", "required.passed.some"),
    ("seats.in_favour", "required.in_favour.count == 3"),
    ("seats.unsure", "required.unsure.some"),
    ("seats.doubted", "required.doubted.some"),
    ("seats.unexplained", "failed.unexplained.count == 1"),
    ("seats.missing", "required.missing.count == 2"),
    ("seats.awaiting", "missing.awaiting.count == 1"),
    ("seats.unreadable", "unsettled.unreadable.some"),
    ("seats.stale", "unsettled.stale.some"),
    ("seats.errored", "unsettled.errored.some"),
    ("seats.unsettled", "voting.unsettled.none"),
    ("seats.reported", "voting.reported.all"),
    ("seats.excused", "seat(\"away\").excused.some"),
    ("seats.skipped", "seat(\"off\").skipped.some"),
    ("seats.required", "failed.required.count == 1"),
    ("seats.voting", "failed.voting.count == 1"),
    ("findings.some", "findings.high.some"),
    ("findings.none", "findings.info.none"),
    ("findings.count", "findings.count == 5"),
    ("findings.critical", "findings.critical.count == 2"),
    ("findings.high", "findings.high.count == 1"),
    ("findings.medium", "findings.medium.count == 1"),
    ("findings.low", "findings.low.none"),
    ("findings.info", "findings.info.none"),
    ("findings.at_least(severity)", "findings.at_least(\"high\").count == 3"),
    ("findings.in_category(text)", "findings.in_category(\"coverage-gap\").count == 1"),
    ("findings.in_path(text)", "findings.in_path(\"src/tls/**\").count == 2"),
    ("findings.mentioning(text)", "findings.mentioning(\"LEGACY\").count == 2"),
    ("findings.fingerprint(text)", "findings.fingerprint(\"f1:0\").none"),
    ("findings.by(seats)", "findings.by(failed).count == 2"),
    ("findings.unseen", "findings.unseen.count == 5"),
    ("findings.seen", "findings.seen.none"),
    ("findings.in_change", "findings.in_change.count == 3 && findings.count == 5"),
    ("seats.having(label, text)", "expected.having(\"team\", \"core\").count == 1"),
    ("seats.rated(text, int)", "expected.rated(\"score\", 80).none"),
    ("seats.approvers", "expected.approvers.count == 0"),
    ("seats.unowned", "expected.unowned.count == 1"),
    ("findings.waived(date)", "findings.waived(today).count == 2"),
    ("findings.blockers", "findings.blockers.count == 2"),
    ("findings.advisories", "findings.advisories.count == 3"),
    ("findings.or(findings)", "findings.high.or(findings.medium).count == 2"),
    ("findings.and(findings)", "findings.critical.and(findings.by(failed)).count == 2"),
    ("findings.without(findings)", "findings.without(findings.blockers).count == 3"),
    ("findings.filter(|each| bool)", "findings.filter(|f| f.high.some).count == 1"),
    ("subjects.some", "subjects.failed.some"),
    ("subjects.none", "subjects.passed.none"),
    ("subjects.all", "subjects.failed.all"),
    ("subjects.count", "subjects.count == 1"),
    ("subjects.failed", "subjects.failed.count == 1"),
    ("subjects.unsettled", "subjects.unsettled.count == 1"),
    ("subjects.warned", "subjects.warned.none"),
    ("subjects.passed", "subjects.passed.none"),
    ("subjects.blockers", "subjects.failed.blockers.count == 2 && subjects.passed.blockers.none"),
    ("subjects.advisories", "subjects.advisories.count == 3 && subjects.warned.advisories.none"),
    ("subjects.findings", "subjects.findings.count == 5"),
    ("subjects.passed_by(int)", "subjects.passed_by(1).some && subjects.passed_by(2).none"),
    ("topics.some", "topics.some"),
    ("topics.none", "topics.reported_by(3).none"),
    ("topics.count", "topics.count == 5"),
    ("topics.findings", "topics.findings.count == 5"),
    ("topics.within(int)", "topics.within(3).count == 3"),
    ("topics.by_path", "topics.by_path.count < 5"),
    (
        "topics.under(key, int)",
        "topics.under(\"lines\", 3).count == 3 && topics.under(\"path\", 0).count == 4",
    ),
    ("topics.reported_by(int)", "topics.within(3).reported_by(2).count == 1"),
    ("topics.at_least(severity)", "topics.at_least(\"high\").count == 3"),
    ("topics.without(topics)", "topics.without(topics.at_least(\"high\")).count == 2"),
    ("waivers.some", "waivers.some"),
    ("waivers.none", "waivers.expired(day(\"2020-01-01\")).none"),
    ("waivers.count", "waivers.count == 2"),
    ("waivers.expired(date)", "waivers.expired(today).count == 1"),
    ("waivers.unused", "waivers.unused.count == 1"),
    ("waivers.ownerless", "waivers.ownerless.none"),
    ("entries.some", "remarks.some"),
    ("entries.none", "seat(\"qa\").remarks.none"),
    ("entries.count", "remarks.count == 1"),
    ("date.days_until(date)", "today.days_until(day(\"2026-12-01\")) == 10"),
    ("list.count", "bench.count == 2"),
    ("list.has(text)", "bench.has(\"qa\") && !bench.has(\"perf\")"),
    ("list.len", "bench.len == 2"),
    ("list.contains(text)", "bench.contains(\"qa\")"),
    ("text.len", "mode.len == 6"),
    ("text.starts_with(text)", "mode.starts_with(\"str\")"),
    ("text.ends_with(text)", "mode.ends_with(\"ict\")"),
    ("text.contains(text)", "mode.contains(\"tri\") && !mode.contains(\"TRI\")"),
    ("text in list", "mode in [\"lax\", \"strict\"] && !(mode in bench)"),
    ("int in range", "round in 1..3 && round in 1..=2 && !(round in 0..2)"),
    ("min(int, int)", "min(round, 1) == 1"),
    ("max(int, int)", "max(round, 1) == 2"),
    ("abs(int)", "abs(0 - round) == 2"),
];

/// Of the verdict of `impl`.
const AUDIT: &[(&str, &str)] = &[
    ("findings", "findings.count == 2"),
    ("remarks", "remarks.none"),
    ("unclaimed", "unclaimed == 0"),
    ("spec_feedback", "spec_feedback.none"),
    ("unresolved", "unresolved.count == 0"),
];

/// Of the seat `cut`.
const REDISPATCH: &[(&str, &str)] = &[
    ("settled", "!settled"),
    ("missing", "!missing"),
    ("awaiting", "!awaiting"),
    ("unreadable", "unreadable"),
    ("stale", "!stale"),
    ("errored", "!errored"),
    ("doubted", "!doubted"),
    ("unsure", "!unsure"),
    ("contradictory", "!contradictory"),
    ("passed", "!passed"),
    ("failed", "!failed"),
    ("seat", "seat == \"cut\" && seat in [\"qa\", \"cut\"]"),
    (
        "others",
        "others.count > 3 && others.without(others.reported).count == others.count - others.reported.count",
    ),
    ("findings", "findings.none"),
    ("said(word)", "!said(\"pass\")"),
    ("spec_feedback", "spec_feedback.none"),
    (
        "seats.named(list)",
        "others.named([\"qa\", \"nobody\"]).count == 1 && others.named([\"cut\"]).none",
    ),
    ("tried(action)", "tried(\"respawn\") == 2 && tried(\"nudge\") == 0"),
];

fn policy(stage: Stage, condition: &str, word: &str) -> Policy {
    let labels = if condition.contains(".having(") { "given team of seats: text;" } else { "" };
    let text = format!(
        "{labels} given today: date; param bench = [\"qa\", \"style\"] from 0 to 9;\n\
         param mode = \"strict\" among [\"strict\", \"lax\"];\n\
         rule \"row\" when {condition} then {word};"
    );
    Policy::compile(stage, "row", &text).expect(condition)
}

#[test]
fn every_row_of_a_gate_has_its_value() {
    let docket = docket().close();
    let mut wrong = Vec::new();
    for (row, condition) in GATE {
        let policy = policy(Stage::Gate, condition, "fail");
        for policy in [policy.clone(), policy.without_lowering()] {
            let ruling = policy.judge(&docket).unwrap_or_else(|wrong| panic!("{row}: {wrong:?}"));
            let trace: Vec<_> =
                ruling.trace().map(|entry| format!("{:?}", entry.operands)).collect();
            if ruling.outcome() != Outcome::Fail {
                wrong.push(format!("{row}: {condition}: {trace:?}"));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn every_row_of_the_other_stages_has_its_value() {
    let docket = docket().close();
    let cell = |seat: &str| docket.cells().find(|cell| cell.seat() == seat).unwrap();
    let shared = GATE.iter().filter(|(row, _)| {
        let verdicts = ["findings.", "entries.", "list.", "date."];
        let told = ["round", "changed", "only_changed", "lines_changed", "day"];
        verdicts.iter().any(|of| row.starts_with(of)) || told.iter().any(|of| row.starts_with(of))
    });
    for (row, condition) in AUDIT.iter().chain(shared.clone()) {
        // What a gate says of all findings is not what one verdict has: only that it can be asked.
        let own = AUDIT.contains(&(row, condition));
        if condition.contains("seat(") || condition.contains("failed") {
            continue;
        }
        let policy = policy(Stage::Audit, condition, "fail");
        for policy in [policy.clone(), policy.without_lowering()] {
            let answer = policy.audit(&docket, cell("impl"));
            let answer = answer.unwrap_or_else(|wrong| panic!("{row}: {wrong:?}"));
            assert!(!own || answer.outcome == Some(Outcome::Fail), "{row}: {condition}");
        }
    }
    for (row, condition) in REDISPATCH {
        let policy = policy(Stage::Redispatch, condition, "escalate");
        for policy in [policy.clone(), policy.without_lowering()] {
            let answer = policy.redispatch(&docket, cell("cut"));
            let answer = answer.unwrap_or_else(|wrong| panic!("{row}: {wrong:?}"));
            assert_eq!(answer.action, Some("escalate"), "{row}: {condition}");
        }
    }
    let asks = |seat: &str, condition: &str| {
        let answer = policy(Stage::Redispatch, condition, "nudge").redispatch(&docket, cell(seat));
        answer.unwrap().action
    };
    for (seat, condition) in [
        ("qa", "settled && passed"),
        ("late", "awaiting && missing"),
        ("old", "stale"),
        ("broken", "errored"),
        ("docs", "doubted && !settled"),
        ("style", "unsure"),
        ("security", "failed && findings.blockers.some"),
        ("qa", "said(\"pass\") && !said(\"fail\")"),
        ("qa", "others.failed.some && others.findings.some"),
    ] {
        assert_eq!(asks(seat, condition), Some("nudge"), "{seat}: {condition}");
    }
}

#[test]
fn no_row_is_left_out() {
    let rows = |stage, of: &[(&'static str, &str)]| {
        let known: BTreeSet<String> = of.iter().map(|(row, _)| (*row).to_owned()).collect();
        let all: BTreeSet<String> = vocabulary(stage).map(Entry::usage).collect();
        all.difference(&known).cloned().collect::<Vec<_>>()
    };
    assert_eq!(rows(Stage::Gate, GATE), Vec::<String>::new());
    let audit: Vec<_> = AUDIT.iter().chain(GATE).copied().collect();
    assert_eq!(rows(Stage::Audit, &audit), Vec::<String>::new());
    let redispatch: Vec<_> = REDISPATCH.iter().chain(GATE).copied().collect();
    assert_eq!(rows(Stage::Redispatch, &redispatch), Vec::<String>::new());
}
