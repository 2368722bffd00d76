//! The members of a summary, as tables, and those that a summary does not have: they are kept.

use super::mistakes;
use crate::codec::builder::DecodeLog;
use crate::codec::shared::dartai;
use crate::codec::statements::{ValueKind, gives_reason, read_value, says_only_none};
use crate::codec::text::fields::{self, Key};
use crate::codec::text::slice::Slice;
use crate::codec::tree::kdl::Node;
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

/// A node, its properties, and the nodes inside it.
struct Shape {
    name: &'static str,
    properties: &'static [&'static str],
    children: &'static [&'static str],
}

const fn node(name: &'static str, properties: &'static [&'static str]) -> Shape {
    Shape { name, properties, children: &[] }
}

/// The nodes of a summary.
const NODES: &[Shape] = &[
    node("schema", &[]),
    node("task-id", &[]),
    node("round", &[]),
    node("bound", &["commit", "tree", "changes", "run", "round"]),
    Shape { children: &["impediment"], ..node("gate", &["open", "word"]) },
    node("policy", &["sha256", "language", "origin", "stage"]),
    node("panel", &["sha256", "origin"]),
    Shape { children: &["impediment"], ..node("refused", &["word"]) },
    Shape { children: &["impediment", "lifts"], ..node("override", &["rule"]) },
    node("reason", &["code"]),
    node("shadow", &["outcome", "word", "sha256"]),
    node("recorded", &[]),
    node("kdl-version", &[]),
];

const REVIEWER: Shape = Shape {
    name: "reviewer",
    properties: &[
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
    ],
    children: &["blocker", "advisory"],
};

/// What a blocker has inside it.
const FINDING: Shape = node("blocker", &[]);
/// What a node has that no summary has.
const UNKNOWN: Shape = node("", &[]);

/// Reports the members that a node of the top level does not have.
pub(super) fn check(reading: &mut DecodeLog<'_>, node: &Node) {
    match NODES.iter().find(|shape| shape.name == node.name.0) {
        Some(shape) => {
            reading.own(node.name.1);
            check_inside(reading, node, shape);
        }
        None => check_unknown(reading, node),
    }
}

/// Whether a summary has such a node at its top level.
pub(super) fn is_known(node: &Node) -> bool {
    NODES.iter().any(|shape| shape.name == node.name.0)
}

/// Reports the members that a reviewer does not have.
pub(super) fn check_reviewer(reading: &mut DecodeLog<'_>, node: &Node) {
    check_inside(reading, node, &REVIEWER);
    for found in node.children.iter().filter(|child| REVIEWER.has_child(child)) {
        check_inside(reading, found, &FINDING);
    }
}

impl Shape {
    fn has_child(&self, node: &Node) -> bool {
        self.children.contains(&node.name.0.as_str())
    }
}

/// A node that no summary has, and all that is inside it.
fn check_unknown(reading: &mut DecodeLog<'_>, node: &Node) {
    let (name, at) = &node.name;
    let said = node.arguments().filter_map(|entry| entry.value.text());
    check_name(reading, name, *at, &said.collect::<Vec<_>>().join(" "));
    check_inside(reading, node, &UNKNOWN);
}

fn check_inside(reading: &mut DecodeLog<'_>, node: &Node, shape: &Shape) {
    for (name, at, entry) in node.properties() {
        let near_open = || fields::meant_of(name, ["open"].into_iter()).is_some();
        if shape.properties.contains(&name) {
            reading.own(at);
        } else if shape.properties.contains(&"open") && near_open() {
            reading.refuse(Cause::MisspeltKey, mistakes::misspelt_name(name, "open", at));
        } else {
            check_name(reading, name, at, entry.value.text().unwrap_or_default());
        }
    }
    for child in &node.children {
        match shape.has_child(child) {
            true => reading.own(child.name.1),
            false => check_unknown(reading, child),
        }
    }
}

/// The name of a member that is not read.
fn check_name(reading: &mut DecodeLog<'_>, name: &str, at: Span, said: &str) {
    // `verdict: fail` reads as a node.
    let name = name.strip_suffix(':').unwrap_or(name);
    let meant = fields::meant_of(name, DECIDE.into_iter());
    let meant = meant.filter(|meant| *meant != "reviewer" || name != *meant);
    match meant.filter(|meant| !is_idle(name, meant, said, reading)) {
        Some(meant) => {
            reading.says_fail |=
                meant.starts_with("blocker") || dartai::says_fail(Slice::new(said, 0), reading);
            reading.refuse(Cause::MisspeltKey, mistakes::misspelt_name(name, meant, at));
        }
        None => {
            reading.report(mistakes::unknown_name(name, at));
        }
    }
}

/// Whether what stands below a name that decides changes nothing: `Blockers "none"`, and a `Verdict`
/// that agrees or only points (`"see above"`).
fn is_idle(name: &str, meant: &str, said: &str, reading: &DecodeLog<'_>) -> bool {
    if said.is_empty() {
        return false;
    }
    if meant.starts_with("blocker") {
        return says_only_none(said, &reading.words);
    }
    // `~~FAIL~~ PASS`
    let struck = said.strip_prefix("~~").and_then(|said| said.split_once("~~"));
    let said = struck.map_or(said, |(_, said)| said);
    // `so so` does not agree.
    let points = || !gives_reason(said, &reading.words) || said.split_whitespace().nth(3).is_some();
    let agrees = || {
        let value = read_value(said, &reading.words);
        value.goes || value.kind == ValueKind::Unread && points()
    };
    fields::lookup(name) == Some(Key::Verdict) && agrees()
}
