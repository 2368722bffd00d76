//! Cases: a folder of reports and a policy go in, a ruling must come out.
//!
//! `policies/gate/NAME/CASE/`, and the same below `examples/policies/` and `tests/policies/gate/`, hold the reports of one
//! case, `case.kdl` with what the reports do not say, and `expected.kdl`. Each folder is a
//! test of its own, judged natively and in rhai.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::disallowed_methods,
    clippy::cast_possible_truncation,
    reason = "a test touches files, and fails loudly"
)]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use assize::docket::{Attempt, ClosedDocket, Date, Given, Stake, Waiver};
use assize::ruling::Cite;
use assize::verdict::Subject;
use assize::{Absence, Docket, Policy, ReadOptions, Ruling, Source, Stage};
use kdl::{KdlDocument, KdlNode};
use libtest_mimic::{Failed, Trial};

use crate::folders::{as_expected, difference, entries};

const ROOTS: [&str; 3] = ["policies/gate", "examples/policies", "tests/policies/gate"];

pub(crate) fn trials(bless: bool) -> Vec<Trial> {
    let trials = cases(&ROOTS).into_iter().map(|(policy, case)| {
        let name = format!("rulings::{}::{}", stem(&policy), stem(&case));
        Trial::test(name, move || check(&policy, &case, bless))
    });
    trials.collect()
}

/// Every case with its policy.
pub(crate) fn cases(roots: &[&str]) -> Vec<(PathBuf, PathBuf)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut cases = Vec::new();
    for folder in roots.iter().map(|place| root.join(place)) {
        for policy in entries(&folder).into_iter().filter(|path| ends_with(path, "rhai")) {
            let own = policy.with_extension("");
            let folders = entries(&own).into_iter().filter(|path| path.is_dir());
            cases.extend(folders.map(|case| (policy.clone(), case)));
        }
    }
    assert!(cases.len() >= 10, "the cases were not found");
    cases
}

fn ends_with(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|found| found == ending)
}

pub(crate) fn stem(path: &Path) -> String {
    path.file_stem().unwrap().to_string_lossy().into_owned()
}

fn check(policy: &Path, case: &Path, bless: bool) -> Result<(), Failed> {
    let (compiled, setting) = compiled(Stage::Gate, policy, case)?;
    let docket = docket(case, &setting).close();
    let native = shown(&compiled, &docket);
    let in_rhai = shown(&compiled.clone().without_lowering(), &docket);
    if native != in_rhai {
        return Err(difference("rhai rules otherwise", &native, &in_rhai));
    }
    // Handed over whole as JSON, it is the same docket.
    let again = shown(&compiled, &through_json(&self::docket(case, &setting)).close());
    if native != again {
        return Err(difference("its JSON is ruled otherwise", &native, &again));
    }
    as_expected(&case.join("expected.kdl"), &native, bless)
}

/// The policy as a case sets it, and what the case says besides.
pub(crate) fn compiled(
    stage: Stage,
    policy: &Path,
    case: &Path,
) -> Result<(Policy, KdlDocument), Failed> {
    let setting = fs::read_to_string(case.join("case.kdl")).unwrap_or_default();
    let setting: KdlDocument = setting.parse()?;
    let mut compiled = Policy::compile(stage, &stem(policy), &fs::read_to_string(policy)?)?;
    for node in setting.nodes().iter().filter(|node| node.name().value() == "set") {
        compiled
            .set(&text(node, 0), &text(node, 1))
            .map_err(|mistake| Failed::from(mistake.message))?;
    }
    Ok((compiled, setting))
}

fn through_json(docket: &Docket) -> Docket {
    let source = Source::new("docket.json", docket.to_json().unwrap());
    Docket::from_json(&source, &ReadOptions::default()).unwrap()
}

pub(crate) fn docket(case: &Path, setting: &KdlDocument) -> Docket {
    let expected = setting.nodes().iter().filter_map(subject);
    let options = ReadOptions::default().expected(expected);
    let mut docket = Docket::new(stem(case)).reading(options);
    let reports: Vec<_> =
        entries(case).into_iter().filter(|path| !ends_with(path, "kdl")).collect();
    if !setting.nodes().iter().any(|node| node.name().value() == "seat") {
        for report in &reports {
            docket.seat(stem(report));
        }
    }
    for node in setting.nodes() {
        match node.name().value() {
            "seat" => {
                let seat = docket.seat(text(node, 0));
                if let Some(stake) = node.get("stake").and_then(|value| value.as_string()) {
                    seat.stake(match stake {
                        "required" => Stake::Required,
                        "voting" => Stake::Voting,
                        "observer" => Stake::Observer,
                        other => panic!("`{other}` is no stake"),
                    });
                }
                if let Some(weight) = node.get("weight").and_then(kdl::KdlValue::as_integer) {
                    seat.weight(u32::try_from(weight).unwrap());
                }
            }
            "absent" => {
                let why = text(node, 2);
                let absence = match text(node, 1).as_str() {
                    "errored" => Absence::Errored(why),
                    "stale" => Absence::Stale(why),
                    "skipped" => Absence::Skipped(why),
                    "excused" => Absence::Excused(why),
                    "awaiting" => Absence::Awaiting(why),
                    other => panic!("`{other}` is no absence"),
                };
                docket.absent(text(node, 0), absence);
            }
            "attempt" => docket.attempt(Attempt::new(text(node, 0), text(node, 1))),
            "round" => docket = docket.round(u32::try_from(number(node, 0)).unwrap()),
            "given" => docket = docket.given(text(node, 0), given(node)),
            "changed" => {
                let paths = 0..node.entries().len();
                docket = docket.changed(paths.map(|place| text(node, place)));
            }
            "lines-changed" => {
                docket = docket.lines_changed(u64::try_from(number(node, 0)).unwrap());
            }
            "waiver" => docket.waive(waiver(node)),
            "previous" => docket = docket.previous([text(node, 0)]),
            "set" | "criterion" | "pair" => {}
            other => panic!("`{other}` is nothing a case can say"),
        }
    }
    for report in reports {
        let name = report.file_name().unwrap().to_string_lossy().into_owned();
        docket.submit(stem(&report), Source::new(name, fs::read(&report).unwrap()));
    }
    docket
}

/// `criterion "AC1"`, `pair "notes/cache.md" "evidence"`
fn subject(node: &KdlNode) -> Option<Subject> {
    match node.name().value() {
        "criterion" => Some(Subject::Criterion(text(node, 0))),
        "pair" => Some(Subject::Pair { note: text(node, 0), gate: text(node, 1) }),
        _ => None,
    }
}

/// `waiver "W-17" category="legacy-tls" owner="dana" reason="goes with v3" until="2027-01-01"`, as `--waivers` takes it.
fn waiver(node: &KdlNode) -> Waiver {
    let said = |name: &str| node.get(name).and_then(|value| value.as_string()).map(str::to_owned);
    let until = Date::parse(&said("until").unwrap()).unwrap();
    let mut waiver =
        Waiver::new(text(node, 0), said("owner").unwrap(), said("reason").unwrap(), until);
    waiver.category = said("category");
    waiver.path = said("path");
    waiver.fingerprint = said("fingerprint");
    waiver
}

/// A whole number, true or false, a day, or else a text.
fn given(node: &KdlNode) -> Given {
    let value = node.get(1).expect("a value");
    if let Some(number) = value.as_integer() {
        return i64::try_from(number).unwrap().into();
    }
    if let Some(truth) = value.as_bool() {
        return truth.into();
    }
    let text = value.as_string().expect("a text");
    if node.name().value() == "given" && node.entries().len() > 2 {
        let entries = 1..node.entries().len();
        return entries.map(|place| self::text(node, place)).collect::<Vec<_>>().into();
    }
    Date::parse(text).map_or_else(|| text.into(), Given::from)
}

fn text(node: &KdlNode, place: usize) -> String {
    let value = node.get(place).and_then(|value| value.as_string());
    value.unwrap_or_else(|| panic!("`{}` lacks a text", node.name().value())).to_owned()
}

fn number(node: &KdlNode, place: usize) -> i128 {
    node.get(place).and_then(kdl::KdlValue::as_integer).expect("a whole number")
}

/// What a case pins of a ruling.
fn shown(policy: &Policy, docket: &ClosedDocket) -> String {
    match policy.judge(docket) {
        Ok(ruling) => ruled(&ruling),
        Err(mistakes) => {
            let lines =
                mistakes.items().iter().map(|mistake| format!("error {:?}\n", mistake.code));
            lines.collect()
        }
    }
}

fn ruled(ruling: &Ruling) -> String {
    let mut out = String::new();
    let open = ruling.opening().is_some();
    let _ =
        writeln!(out, "gate {:?} open=#{open} word={:?}", ruling.outcome().as_str(), ruling.word());
    let _ = writeln!(out, "rule {:?}", ruling.rule_name());
    if let Some(reason) = ruling.reason() {
        let _ = writeln!(out, "because {reason:?}");
    }
    for impediment in ruling.refused().unwrap_or_default() {
        let seat = impediment.cell(ruling.docket()).map_or("", |cell| cell.seat());
        let _ = writeln!(out, "refused {:?} {seat:?}", impediment.name());
    }
    if let Some(reason) =
        ruling.opening().and_then(|opening| opening.overrides().first()).map(|found| &found.reason)
    {
        let _ = writeln!(out, "override {reason:?}");
    }
    ruling.cites().iter().for_each(|cite| cited(&mut out, "cites", cite));
    for rule in ruling.also() {
        let _ = writeln!(out, "also {:?}", rule.name);
    }
    for note in ruling.notes() {
        let _ = writeln!(out, "note {:?}", note.note.name);
        note.cites.iter().for_each(|cite| cited(&mut out, "note-cites", cite));
    }
    for action in ruling.actions() {
        let _ = writeln!(out, "action {:?} {:?}", action.kind.as_str(), action.cell.seat());
    }
    out
}

fn cited(out: &mut String, what: &str, cite: &Cite<'_>) {
    let finding = cite.finding.map(|finding| {
        let place = finding.location().map(|place| format!(" {place:?}"));
        format!("{} {:?}", place.unwrap_or_default(), finding.text())
    });
    let subject = match cite.cell.subject() {
        Subject::Change => String::new(),
        subject => format!(" {:?}", subject.to_string()),
    };
    let finding = finding.unwrap_or_default();
    let _ = writeln!(out, "{what} {:?}{subject}{finding}", cite.cell.seat());
}
