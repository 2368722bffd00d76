//! A summary as nodes: the gate, and what its reviewers come to.

use std::collections::HashMap;

use super::members;
use super::mistakes;
use super::reviewer;
use crate::codec::builder::DecodeLog;
use crate::codec::input::Input;
use crate::codec::repairs::LETTER_CASE;
use crate::codec::statements::read_value;
use crate::codec::tree::kdl::{Entry, Node, Value};
use crate::ir::{Cause, Decoded, Format, Member, Outcome, Stated, Subject, Verdict};
use crate::source::Span;

impl Node {
    /// The property of this name. Several are fine where all say the same.
    pub(super) fn property(&self, name: &str, reading: &mut DecodeLog<'_>) -> Option<&Entry> {
        let mut named = self.properties().filter(|(known, ..)| *known == name);
        let (_, _, first) = named.next()?;
        if let Some((_, _, again)) = named.find(|(_, _, again)| !again.value.is(&first.value)) {
            let mistake = mistakes::repeated_property(first.whole, again.whole);
            reading.refuse(Cause::Ambiguous, mistake);
        }
        Some(first)
    }
}

/// What a gate may have come to. After an error, and before a ruling,
/// there is nothing to decide on.
const GATE: &[(&str, Outcome)] = &[
    ("pass", Outcome::Pass),
    ("warn", Outcome::Warn),
    ("fail", Outcome::Fail),
    ("hold", Outcome::Hold),
    ("error", Outcome::Hold),
    ("pending", Outcome::Hold),
];

pub(super) fn decode(input: &Input<'_>, mut reading: DecodeLog<'_>, nodes: &[Node]) -> Decoded {
    let mut gate = Verdict::new(input.body.trim().span());
    let mut reviewers: Vec<(Verdict, reviewer::Weight)> = Vec::new();
    let mut found: Option<&Node> = None;
    let mut overridden = false;
    let open = nodes.iter().any(is_open_gate);
    for node in nodes {
        if node.typed || node.entries.iter().any(|entry| entry.typed) {
            reading.report(mistakes::not_read(node.at));
        }
        if node.name.0 != "reviewer" {
            members::check(&mut reading, node);
        }
        match node.name.0.as_str() {
            "schema" => schema(&mut reading, node),
            "gate" => match found {
                None => {
                    found = Some(node);
                    read_gate(&mut reading, &mut gate, node);
                }
                Some(first) => {
                    reading.refuse(Cause::Ambiguous, mistakes::two_gates(first.at, node.at));
                }
            },
            "reviewer" => reviewers.push(read_row(&mut reading, node)),
            "reason" => {
                gate.notes.extend(node.arguments().map(|entry| entry.at));
                members_of(&mut gate, node, false);
            }
            name => {
                overridden |= name == "override";
                if open && name == "refused" {
                    reading.refuse(Cause::Ambiguous, mistakes::second_verdict(node.name.1));
                }
                // What stands on it is kept as members.
                if !members::is_known(node) && node.entries.is_empty() {
                    reading.unclaimed(node.at);
                }
                members_of(&mut gate, node, true);
            }
        }
    }
    report_repeated(&mut reading, &reviewers);
    match found {
        Some(_) if reading.cause.is_none() => {
            derive(&mut reading, &mut gate, &reviewers, overridden);
        }
        Some(_) => {}
        None if reading.cause.is_some() => {}
        None => {
            let mistake = mistakes::summary_without_gate(gate.span);
            reading.refuse(Cause::Malformed, mistake);
        }
    }
    // What the gate is about first, its record last.
    let text = |span: Span| input.text.get(span.start as usize..span.end as usize);
    gate.members.sort_by_key(|member| match text(member.name) {
        Some("task-id" | "round" | "commit") => 0,
        Some("recorded") => 2,
        _ => 1,
    });
    let verdicts = std::iter::once(gate).chain(reviewers.into_iter().map(|(verdict, _)| verdict));
    let verdicts: Vec<Verdict> = verdicts.collect();
    reading.says_fail |= verdicts.iter().any(|v| v.effective() == Some(Outcome::Fail));
    reading.finish(input.source, Format::VerdictSummary, verdicts)
}

/// `gate "pass"`
fn is_open_gate(node: &Node) -> bool {
    let word = node.arguments().next().and_then(|word| word.value.text()).unwrap_or_default();
    let known = GATE.iter().find(|(known, _)| word.eq_ignore_ascii_case(known));
    node.name.0 == "gate" && known.is_some_and(|(_, outcome)| outcome.opens())
}

/// A row that cannot be read is lost alone: its reviewer came to no verdict that is known.
fn read_row(reading: &mut DecodeLog<'_>, node: &Node) -> (Verdict, reviewer::Weight) {
    let cause = reading.cause.take();
    let says_fail = std::mem::take(&mut reading.says_fail);
    members::check_reviewer(reading, node);
    let (mut verdict, mut weight) = reviewer::decode(reading, node);
    let lost = std::mem::replace(&mut reading.cause, cause);
    let fails = std::mem::replace(&mut reading.says_fail, says_fail);
    if lost.is_some() {
        let fails = fails || verdict.stated.is_some_and(|said| said.outcome == Outcome::Fail);
        let outcome = if fails { Outcome::Fail } else { Outcome::Hold };
        (verdict.stated, verdict.gave_up) = (None, lost);
        verdict.derived = verdict.derived.max(Some(outcome));
        weight = reviewer::Weight::Full;
    }
    (verdict, weight)
}

fn schema(reading: &mut DecodeLog<'_>, node: &Node) {
    let mut arguments = node.arguments();
    let known = matches!(arguments.next(), Some(Entry { value: Value::Int(1), .. }));
    if !known || arguments.next().is_some() {
        reading.refuse(Cause::FormatNotRead, mistakes::summary_schema(node.at));
    }
}

/// What a node says that decides nothing: each argument under the name of the node, each
/// property under its own.
pub(super) fn members_of(verdict: &mut Verdict, node: &Node, arguments: bool) {
    for entry in node.entries.iter().filter(|entry| arguments || entry.name.is_some()) {
        let name = entry.name.as_ref().map_or(node.name.1, |(_, at)| *at);
        verdict.members.push(Member { name, text: entry.at });
    }
    for child in &node.children {
        members_of(verdict, child, true);
    }
}

fn read_gate(reading: &mut DecodeLog<'_>, gate: &mut Verdict, node: &Node) {
    let mut arguments = node.arguments();
    let Some(word) = arguments.next() else {
        return reading.refuse(Cause::Malformed, mistakes::lacks(node.at, "the word of the gate"));
    };
    if let Some(more) = arguments.next() {
        let mistake = mistakes::repeated_property(word.whole, more.whole);
        reading.refuse(Cause::Ambiguous, mistake);
    }
    let Some(text) = word.value.text() else {
        let mistake = mistakes::wrong_type(word.at, "the word of the gate", "a text");
        return reading.refuse(Cause::Malformed, mistake);
    };
    let known = GATE.iter().find(|(known, _)| text.eq_ignore_ascii_case(known));
    let Some(&(known, outcome)) = known else {
        return reading.refuse(Cause::UnknownWord, mistakes::unknown_word(text, word.at));
    };
    if text != known {
        reading.recover(LETTER_CASE, word.at);
    }
    gate.stated = Some(Stated { outcome, word: word.at });
    if let Some(open) = node.property("open", reading) {
        match open.value {
            Value::Bool(open) if open == outcome.opens() => {}
            Value::Bool(_) => {
                reading.report(mistakes::open_disagrees(word.at, open.whole));
                gate.derived = Some(Outcome::Hold);
                gate.contradictory = true;
            }
            _ => {
                let mistake = mistakes::wrong_type(open.at, "`open`", "`#true` or `#false`");
                reading.refuse(Cause::Malformed, mistake);
            }
        }
    }
    if let Some(own) = node.property("word", reading) {
        let said = own.value.text().unwrap_or_default();
        let said = read_value(said, &reading.words).outcome;
        if said.is_some_and(|said| outcome.opens() && !said.opens()) {
            gate.derived = gate.derived.max(said);
            gate.contradictory = true;
            reading.report(mistakes::gate_contradicted(word.at, Some(own.whole)));
        }
    }
    let others = node.properties().filter(|(name, ..)| *name != "open");
    gate.members.extend(others.map(|(_, at, entry)| Member { name: at, text: entry.at }));
    for child in &node.children {
        members_of(gate, child, true);
    }
}

/// A gate is no better than the reviewers that count for it.
fn derive(
    reading: &mut DecodeLog<'_>,
    gate: &mut Verdict,
    reviewers: &[(Verdict, reviewer::Weight)],
    overridden: bool,
) {
    let Some(stated) = gate.stated else { return };
    let counted = reviewers.iter().filter_map(|(verdict, weight)| {
        let outcome = weight.of(verdict.effective()?)?;
        Some((outcome, verdict.span))
    });
    let worst = counted.max_by_key(|(outcome, _)| *outcome);
    let (outcome, at) = match worst {
        Some((outcome, at)) => (outcome, Some(at)),
        None => (Outcome::Hold, None),
    };
    gate.derived = gate.derived.max(Some(outcome));
    if !stated.outcome.opens() || outcome.opens() || overridden {
        return;
    }
    gate.contradictory = true;
    reading.report(match at {
        Some(at) => mistakes::gate_contradicted(stated.word, Some(at)),
        None => mistakes::summary_without_reviewers(stated.word),
    });
}

fn report_repeated(reading: &mut DecodeLog<'_>, reviewers: &[(Verdict, reviewer::Weight)]) {
    let mut known: HashMap<&Subject, Span> = HashMap::new();
    for (verdict, _) in reviewers {
        if let Some(first) = known.insert(&verdict.subject, verdict.span) {
            reading.report(mistakes::repeated_reviewer(first, verdict.span));
        }
    }
}
