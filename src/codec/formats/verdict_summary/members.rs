//! Members that a summary does not have, and what they say of failing all the same.

use super::mistakes;
use super::reader::{Entry, Node, Value};
use crate::codec::builder::Reading;
use crate::codec::claims::{self, Claim};
use crate::codec::member::{self, Told};
use crate::codec::text::fields;
use crate::codec::text::slice::Slice;
use crate::codec::words;
use crate::ir::Cause;
use crate::source::Span;

/// Names that decide. Where one of these, or one that is hard to tell from it, is not read, it
/// must not be passed over.
const DECIDE: [&str; 9] = [
    "verdict",
    "verdicts",
    "blocker",
    "blockers",
    "stated",
    "confidence",
    "advisory",
    "advisories",
    "reviewer",
];

/// What top-level nodes have besides arguments: the node, its properties, its children.
const NODES: &[(&str, &[&str], &[&str])] = &[
    ("schema", &[], &[]),
    ("task-id", &[], &[]),
    ("kdl-version", &[], &[]),
    ("policy", &["sha256", "language"], &[]),
    ("gate", &["open", "word"], &[]),
    ("refused", &["word"], &["impediment"]),
    ("override", &[], &["impediment"]),
    ("reason", &["code"], &[]),
    ("recorded", &[], &[]),
];

/// What a reviewer has.
const REVIEWER: &[&str] = &[
    "verdict",
    "stated",
    "confidence",
    "blocker",
    "advisory",
    "cause",
    "stake",
    "sha256",
    "criterion",
    "note",
    "gate",
    "batch",
    "run",
    "of",
];

/// A node of the top level that is no reviewer. Beside an open gate, its reason and its other word
/// may speak against it.
pub(super) fn hear_top(reading: &mut Reading<'_>, node: &Node, open: bool) {
    if open {
        let gate = node.name.0 == "gate";
        let word = node.properties().filter(|(name, ..)| gate && *name == "word");
        let word = word.map(|(.., word)| word);
        let reason = node.arguments().filter(|_| node.name.0 == "reason");
        word.chain(reason).for_each(|entry| hear_value(reading, &node.name.0, entry));
    }
    match NODES.iter().find(|(name, ..)| *name == node.name.0) {
        Some((_, own, children)) => hear_inside(reading, node, own, children),
        None => hear_node(reading, node),
    }
}

/// A reviewer: `reviewer "qa" verdict="pass" status="fail" { blockers "SQL" }`.
pub(super) fn hear_reviewer(reading: &mut Reading<'_>, node: &Node) {
    for more in node.arguments().skip(1) {
        hear_value(reading, &node.name.0, more);
    }
    hear_inside(reading, node, REVIEWER, &["blocker", "advisory"]);
    for found in node.children.iter().filter(|child| is_finding(child)) {
        hear_inside(reading, found, &[], &[]);
    }
}

fn hear_value(reading: &mut Reading<'_>, name: &str, entry: &Entry) {
    if let Some(fails) = speaks_against(reading, name, &entry.value) {
        reading.says_fail |= fails;
        reading.refuse(Cause::Ambiguous, mistakes::second_verdict(entry.whole));
    }
}

fn is_finding(node: &Node) -> bool {
    matches!(node.name.0.as_str(), "blocker" | "advisory")
}

/// A node that no summary has, and all that is inside it.
fn hear_node(reading: &mut Reading<'_>, node: &Node) {
    let (name, at) = &node.name;
    let mut arguments = node.arguments().peekable();
    if arguments.peek().is_none() && !node.children.is_empty() && member::fails(name, Told::Listed)
    {
        reading.says_fail = true;
        reading.refuse(Cause::Ambiguous, mistakes::second_verdict(*at));
    } else if arguments.peek().is_none() {
        hear(reading, name, *at, None);
    }
    arguments.for_each(|entry| hear(reading, name, *at, Some(entry)));
    hear_inside(reading, node, &[], &[]);
}

fn hear_inside(reading: &mut Reading<'_>, node: &Node, own: &[&str], children: &[&str]) {
    for (name, at, entry) in node.properties().filter(|(name, ..)| !own.contains(name)) {
        if own.contains(&"open") && fields::meant_of(name, ["open"].into_iter()).is_some() {
            reading.refuse(Cause::MisspeltKey, mistakes::misspelt_name(name, "open", at));
        } else {
            hear(reading, name, at, Some(entry));
        }
    }
    for child in node.children.iter().filter(|child| !children.contains(&child.name.0.as_str())) {
        hear_node(reading, child);
    }
}

/// One member that is not read.
fn hear(reading: &mut Reading<'_>, name: &str, at: Span, entry: Option<&Entry>) {
    let value = entry.map(|entry| &entry.value);
    // `verdict: fail` reads as a node.
    let name = name.strip_suffix(':').unwrap_or(name);
    if let Some(meant) = fields::meant_of(name, DECIDE.into_iter())
        && (meant != "reviewer" || name != meant)
    {
        let text = value.and_then(Value::text).unwrap_or_default();
        reading.says_fail |= meant.starts_with("blocker") || words::says_fail(text);
        reading.refuse(Cause::MisspeltKey, mistakes::misspelt_name(name, meant, at));
    } else if let Some(fails) = value.and_then(|value| speaks_against(reading, name, value)) {
        reading.says_fail |= fails;
        reading.refuse(Cause::Ambiguous, mistakes::second_verdict(at));
    } else {
        reading.report(mistakes::unknown_name(name, at));
    }
}

/// Whether a member speaks of something worse than a pass, and whether that is a fail.
fn speaks_against(reading: &Reading<'_>, name: &str, value: &Value) -> Option<bool> {
    let told = match value {
        Value::Text(text) => Told::Text(text),
        Value::Int(number) => Told::Number(if *number == 0 { 0.0 } else { 1.0 }),
        Value::Bool(yes) => Told::Bool(*yes),
        Value::Other => Told::Nothing,
    };
    if member::fails(name, told) {
        return Some(true);
    }
    let text = value.text()?;
    let alone = text.trim().to_ascii_lowercase();
    if matches!(alone.as_str(), "blocker" | "blocking" | "critical") {
        return Some(true);
    }
    let named = format!("{name}: {text}");
    // What a program shows as a new line is one.
    let lines = text.split(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}']);
    std::iter::once(named.as_str()).chain(lines).find_map(|line| {
        match claims::claim(Slice::new(line, 0))? {
            Claim::Fails | Claim::Cry | Claim::Blocker | Claim::Serious => Some(true),
            Claim::Verdict(said) => {
                let fails = claims::alarms(said.text);
                let known = words::leading_word(said.text, &reading.options.words);
                let opens = known.is_some_and(|known| {
                    known.outcome.opens() && claims::stands_alone(&said.text[known.len..])
                });
                (fails || !(opens || said.is_empty())).then_some(fails)
            }
            Claim::Blockers | Claim::Critical => None,
        }
    })
}
