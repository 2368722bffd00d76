//! `cases.kdl`: many cases of a policy, a line each, with made-up verdicts.
//!
//! ```kdl
//! case "security fails" {
//!     qa "pass"
//!     security "fail" { blocker "a key is logged" at="src/a.rs:7" severity="critical" category="secrets" }
//!     style state="errored" why="out of tokens" stake="voting"
//!     expect "fail" rule="a reviewer failed the change"
//! }
//! case "a lonely pass" { qa "pass"; set "min_reviewers" 2; expect "hold" { no "note" } }
//! ```
//!
//! What a reviewer says is quoted from there, so rulings show the line of the case.

use std::collections::HashMap;

use kdl::{KdlIdentifier, KdlNode};

use super::setting::{Around, SETTINGS, Setting, absence};
use super::{Built, expectation, mistakes};
use crate::docket::Stake;
use crate::host::nodes::{entry_at, name_at, node_at};
use crate::host::panel::mistakes as shared;
use crate::host::panel::{Block, Reader, Scalar, children};
use crate::host::subjects::pair_of;
use crate::host::{PanelSeat, nearest};
use crate::trial::{Line, Place};
use crate::verdict::{
    Confidence, Finding, FindingKind, Remark, RemarkKind, Severity, Stated, Subject,
};
use crate::{Decoded, Diagnostic, Outcome, Policy, Source, Span, Stage, Verdict};

/// What a cell may say by name.
const CELL: [&str; 9] =
    ["state", "why", "stake", "weight", "confidence", "criterion", "pair", "word", "doubted"];
/// What a finding may say by name.
const FINDING: [&str; 3] = ["at", "severity", "category"];
/// How a made-up seat may count.
const STAKES: [Stake; 4] = [Stake::Required, Stake::Voting, Stake::Observer, Stake::Unexpected];
/// What `expect` may say by name.
pub(super) const EXPECT: [&str; 4] = ["open", "word", "rule", "because"];

/// A verdict that was not written by a person, and whose.
struct MadeUp {
    seat: String,
    verdict: Verdict,
}

/// Reads a file of cases.
pub(super) fn read(
    source: &Source,
    nodes: &[KdlNode],
    policy: &Policy,
    name: &str,
    around: Around<'_>,
    wrong: &mut Vec<Diagnostic>,
) -> Vec<Built> {
    let text = source.text().unwrap_or_default();
    let mut reader = Reader { text, wrong };
    let mut known: HashMap<String, Span> = HashMap::new();
    let mut cases = Vec::new();
    for node in nodes {
        if node.name().value() != "case" {
            let at = name_at(text, node);
            reader.wrong.push(mistakes::not_a_case(at, node.name().value()));
            continue;
        }
        let before = reader.wrong.len();
        let told = reader.told(node, &[], Block::Open);
        let title = reader.only_text(&told, "a name: `case \"one reviewer fails\" { … }`");
        if let Some((title, at)) = &title
            && let Some(first) = known.insert(title.clone(), *at)
        {
            reader.wrong.push(mistakes::case_twice(*at, first, title));
        }
        let title = title.map(|(title, _)| title).unwrap_or_default();
        let built = case(&mut reader, node, (&title, source), (policy, name), around);
        if reader.wrong.len() == before {
            cases.extend(built);
        }
    }
    cases
}

fn case<'t>(
    reader: &mut Reader<'t, '_>,
    node: &'t KdlNode,
    (title, source): (&str, &Source),
    (policy, name): (&Policy, &str),
    around: Around<'_>,
) -> Option<Built> {
    let mut setting = Setting::new(source);
    let (mut made_up, mut expected) = (Vec::new(), None);
    for child in children(node) {
        match child.name().value() {
            "expect" => {
                let lines = expect(reader, child, around.stage);
                if expected.replace(lines).is_some() {
                    let at = name_at(reader.text, child);
                    let first = name_at(reader.text, node);
                    reader.wrong.push(shared::said_twice(at, first, "expect"));
                }
            }
            "seat" if is_cell(child) => made_up.extend(cell(reader, child, &mut setting)),
            name if SETTINGS.contains(&name) => _ = setting.read(reader, child, around),
            _ => made_up.extend(cell(reader, child, &mut setting)),
        }
    }
    if let Some((said, at)) = setting.rounds.first() {
        reader.wrong.push(mistakes::no_round(*at, said));
    }
    let policy = match setting.policy(reader, policy, (around.stage, name)) {
        Ok(policy) => policy,
        Err(wrong) => {
            reader.wrong.extend(wrong.items().iter().cloned());
            return None;
        }
    };
    let mut docket = setting.docket(reader, title, &policy, setting.options(around));
    setting.seat_all(&mut docket);
    for (seat, verdicts) in answers(made_up) {
        let mut decoded = Decoded::of(source.clone(), verdicts);
        decoded.why = "the case says so".into();
        decoded.profile = docket.read_options().profile;
        docket.submit_decoded(seat, decoded);
    }
    setting.absences(reader, &policy, &mut docket);
    let at = name_at(reader.text, node);
    let line = source.line_column(at.start).line;
    Some(Built {
        name: title.to_owned(),
        place: Place { file: source.name().to_owned(), path: None, line, shared: true },
        policy,
        docket,
        unsaid: expected.is_none().then(|| mistakes::no_expect(at, meant_as_expect(reader, node))),
        expected: expected.unwrap_or_default(),
    })
}

/// `expects "pass"`, which is a seat of that name otherwise.
fn meant_as_expect(reader: &Reader<'_, '_>, node: &KdlNode) -> Option<Span> {
    let near = |child: &&KdlNode| nearest(child.name().value(), ["expect"]).is_some();
    children(node).iter().find(near).map(|child| name_at(reader.text, child))
}

/// What each seat answers: lines about several criteria or pairs are one answer, as a reviewer would give it. A second
/// line about the same is another source of it.
fn answers(made_up: Vec<MadeUp>) -> Vec<(String, Vec<Verdict>)> {
    let mut answers: Vec<(String, Vec<Verdict>)> = Vec::new();
    for MadeUp { seat, verdict } in made_up {
        let apart = |known: &Verdict| {
            ![&known.subject, &verdict.subject].contains(&&Subject::Change)
                && known.subject != verdict.subject
        };
        let same = |(other, known): &&mut (String, Vec<Verdict>)| {
            *other == seat && known.iter().all(apart)
        };
        match answers.iter_mut().find(same) {
            Some((_, known)) => known.push(verdict),
            None => answers.push((seat, vec![verdict])),
        }
    }
    answers
}

/// `seat "set" "pass"` is what a seat answers whose name says something else; `seat "qa"` says who sits.
fn is_cell(node: &KdlNode) -> bool {
    let arguments = node.entries().iter().filter(|entry| entry.name().is_none());
    arguments.count() > 1 || node.get("state").is_some()
}

/// `security "fail" { blocker "a key is logged" }`
fn cell(reader: &mut Reader<'_, '_>, node: &KdlNode, setting: &mut Setting) -> Option<MadeUp> {
    let kinds = FindingKind::ALL.iter().map(|kind| kind.as_str()).collect::<Vec<_>>();
    let told = reader.told_of_seat(node, &CELL, Block::Of(&kinds));
    let written: Vec<Span> = node
        .entries()
        .iter()
        .filter(|entry| entry.name().is_none())
        .map(|entry| entry_at(reader.text, entry))
        .collect();
    let mut arguments = told.arguments.iter().zip(written);
    let seat = match told.name {
        "seat" => match arguments.next() {
            Some(((Scalar::Text(name), _), _)) => name.clone(),
            _ => return None,
        },
        name => name.to_owned(),
    };
    let text = |reader: &mut Reader<'_, '_>, name: &str, wanted: &str| {
        let (value, at) = told.property(name)?;
        Some((reader.text_in(value, at, wanted)?, at))
    };
    let stake = text(reader, "stake", "how the seat counts: `stake=\"voting\"`");
    let stake = stake.and_then(|(said, at)| reader.one_of(&said, at, &STAKES));
    let weight = told.property("weight").and_then(|(value, at)| {
        let number =
            reader.number_in(value, at, (1, 1000), "a number from 1 to 1000: `weight=2`")?;
        u32::try_from(number).ok()
    });
    if stake != Some(Stake::Unexpected) && !setting.has_panel() {
        let name = seat.clone();
        setting.also_seats(PanelSeat {
            name,
            file: None,
            legacy: None,
            agent: None,
            stake,
            weight,
            labels: told.labels.clone(),
            when: Vec::new(),
        });
    }
    let state = text(reader, "state", "what became of it: `state=\"missing\"`");
    let why = text(reader, "why", "why it says nothing: `why=\"out of tokens\"`");
    let outcome = arguments.next();
    if let Some((_, at)) = arguments.next() {
        reader.wrong.push(shared::too_much(at, told.name, "one outcome: `qa \"pass\"`"));
    }
    let span = node_at(reader.text, node);
    let (said, word) = match (outcome, state) {
        (None, Some((state, at))) => {
            let why = why.map(|(why, _)| why);
            if let Some(absence) = absence(reader, (&state, at), why, told.at) {
                setting.is_absent(seat, absence, told.at);
            }
            return None;
        }
        (Some(((Scalar::Text(said), _), at)), None) => (said, at),
        _ => {
            let known: Vec<&str> = SETTINGS.into_iter().chain(["expect"]).collect();
            reader.wrong.push(mistakes::not_a_cell(told.at, told.name, &known));
            return None;
        }
    };
    let Ok(outcome) = said.parse::<Outcome>() else {
        let known: Vec<&str> = SETTINGS.into_iter().chain(["expect"]).collect();
        match crate::host::nearest(told.name, known.iter().copied()) {
            Some(_) => reader.wrong.push(mistakes::not_a_cell(told.at, told.name, &known)),
            None => _ = reader.one_of(said, word, Outcome::ALL),
        }
        return None;
    };
    let mut verdict = Verdict::new(span);
    verdict.stated = Some(Stated { outcome, word: within(reader, said, word)? });
    verdict.confidence = Some(Confidence::High);
    if let Some((said, at)) = text(reader, "confidence", "how sure it is: `confidence=\"low\"`") {
        verdict.confidence = match said.as_str() {
            "none" => None,
            said => reader.one_of(said, at, Confidence::ALL),
        };
    }
    if let Some((said, at)) = text(reader, "word", "the word that it uses: `word=\"NO-GO\"`") {
        verdict.stated = Some(Stated { outcome, word: within(reader, &said, at)? });
    }
    if let Some((value, at)) = told.property("doubted") {
        let wanted = "`#true`, where a line beside the verdict denies it: `doubted=#true`";
        match value {
            Scalar::Bool(true) => {
                verdict.remarks.push(Remark::new(RemarkKind::Verdict, Outcome::Hold, at, at));
            }
            Scalar::Bool(false) => {}
            _ => reader.wrong.push(shared::value(at, wanted)),
        }
    }
    if let Some((id, _)) = text(reader, "criterion", "a criterion: `criterion=\"AC1\"`") {
        verdict.subject = Subject::Criterion(id);
    }
    let wanted = "a note and a gate: `pair=\"notes/cache.md :: evidence\"`";
    if let Some((said, at)) = text(reader, "pair", wanted) {
        match pair_of(&said) {
            Some(pair) => verdict.subject = pair,
            None => reader.wrong.push(shared::value(at, wanted)),
        }
    }
    for child in children(node) {
        verdict.findings.extend(finding(reader, child));
    }
    Some(MadeUp { seat, verdict })
}

/// `blocker "a key is logged" at="src/a.rs:7" severity="critical" category="secrets"`
fn finding(reader: &mut Reader<'_, '_>, node: &KdlNode) -> Option<Finding> {
    let at = name_at(reader.text, node);
    let kind = reader.one_of(node.name().value(), at, FindingKind::ALL)?;
    let told = reader.told(node, &FINDING, Block::None);
    let wanted = "what was found: `blocker \"a key is logged\" at=\"src/a.rs:7\"`";
    let (said, at) = reader.only_text(&told, wanted)?;
    let mut finding = Finding::new(kind, within(reader, &said, at)?);
    finding.span = node_at(reader.text, node);
    for entry in node.entries() {
        let Some(name) = entry.name().map(KdlIdentifier::value) else { continue };
        let Some((value, at)) = told.property(name) else { continue };
        let Some(said) = reader.text_in(value, at, "a text: `category=\"secrets\"`") else {
            continue;
        };
        match name {
            "severity" => finding.severity = reader.one_of::<Severity>(&said, at, Severity::ALL),
            "category" => finding.category = within(reader, &said, at),
            _ => {
                let place = within(reader, &said, at)?;
                let text = &reader.text[place.start as usize..place.end as usize];
                finding.location = Some(crate::codec::location(text, place.start as usize));
            }
        }
    }
    Some(finding)
}

/// Where a value stands without its quotation marks.
fn within(reader: &mut Reader<'_, '_>, said: &str, at: Span) -> Option<Span> {
    let written = &reader.text[at.start as usize..at.end as usize];
    // Behind the name of a property, which may be the same word.
    let value =
        written.find('=').filter(|_| !written.starts_with(['"', '#'])).map_or(0, |sign| sign + 1);
    let Some(found) = written[value..].find(said) else {
        reader.wrong.push(mistakes::escaped(at));
        return None;
    };
    let start = at.start as usize + value + found;
    Some(Span::new(start, start + said.len()))
}

/// `expect "fail" rule="a reviewer failed the change" { no "note" }`
pub(super) fn expect(reader: &mut Reader<'_, '_>, node: &KdlNode, stage: Stage) -> Vec<Line> {
    let known: &[&str] = if stage == Stage::Gate { &EXPECT } else { &[] };
    let told = reader.told(node, known, Block::Open);
    let mut lines = Vec::new();
    let wanted = "what the gate comes to: `expect \"fail\" rule=\"a reviewer failed the change\"`";
    let mut gate = Line::new("gate");
    if let Some((_, more)) = told.arguments.get(1) {
        reader.wrong.push(shared::too_much(*more, "expect", wanted));
    }
    if let Some((value, at)) = told.arguments.first() {
        match (stage, reader.text_in(value, *at, wanted)) {
            (Stage::Gate, Some(said)) => {
                let _ = reader.one_of(&said, *at, Outcome::ALL);
                gate = gate.argument(said);
            }
            (_, Some(_)) => {
                let block = "a block with lines as in `expected.kdl`: `expect { verdict \"qa\" effective=\"fail\" }`";
                reader.wrong.push(shared::too_much(*at, "expect", block));
            }
            (_, None) => {}
        }
    }
    for name in ["open", "word"] {
        let Some((value, at)) = told.property(name) else { continue };
        match (name, value) {
            _ if told.arguments.is_empty() => reader.wrong.push(shared::value(told.at, wanted)),
            ("open", Scalar::Bool(open)) => gate = gate.property("open", *open),
            ("word", value) => {
                let word = reader.text_in(value, at, "a word of the policy: `word=\"NO-GO\"`");
                gate.properties.extend(word.map(|word| ("word".to_owned(), word.into())));
            }
            _ => reader.wrong.push(shared::value(at, "`#true` or `#false`: `open=#false`")),
        }
    }
    lines.extend((!gate.arguments.is_empty()).then_some(gate));
    for name in ["rule", "because"] {
        let Some((value, at)) = told.property(name) else { continue };
        let said = reader.text_in(value, at, "a text: `rule=\"a reviewer failed the change\"`");
        lines.extend(said.map(|said| Line::new(name).argument(said)));
    }
    if lines.is_empty() || node.children().is_some() {
        lines.extend(expectation::read(reader, children(node), stage, told.at));
    }
    lines
}
