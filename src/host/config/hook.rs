//! What hooks hold and how often: `hook { hold "git push" "make release"; attempts 3; wait 900 }`.

use kdl::{KdlNode, KdlValue};

use super::super::nodes::{entry_at, name_at};
use super::mistakes;
use super::read::children;
use crate::Diagnostic;

/// What may stand in the block of `hook`.
const HOOK: [&str; 3] = ["hold", "attempts", "wait"];
/// Clients have bounds of their own: 8 blocks, 5 loops.
const MOST: i128 = 5;

/// What a team says about hooks of its agents' clients.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HookRules {
    /// The commands that are held, instead of those that are held anyway.
    pub hold: Option<Vec<String>>,
    /// How often a round that is shut sends its agent on.
    pub attempts: Option<u32>,
    /// How many seconds a reviewer has from the beginning of a round.
    pub wait: Option<u32>,
}

/// Reads a node `hook`.
pub(super) fn read_hook(node: &KdlNode, text: &str, wrong: &mut Vec<Diagnostic>) -> HookRules {
    if let Some(entry) = node.entries().first() {
        wrong.push(mistakes::takes_none(entry_at(text, entry), "hook"));
    }
    let mut rules = HookRules::default();
    for child in children(node) {
        let (name, at) = (child.name().value(), name_at(text, child));
        match name {
            "hold" => rules.hold.get_or_insert_default().extend(commands(child, text, wrong)),
            "attempts" => rules.attempts = number(child, text, MOST, wrong),
            "wait" => rules.wait = number(child, text, i128::from(u32::MAX), wrong),
            _ => wrong.push(mistakes::unknown_node(at, name, &HOOK)),
        }
    }
    rules
}

/// `hold "git push" "make release"`
fn commands(node: &KdlNode, text: &str, wrong: &mut Vec<Diagnostic>) -> Vec<String> {
    let mut found = Vec::new();
    for entry in node.entries() {
        match (entry.name(), entry.value()) {
            (None, KdlValue::String(command)) if !command.trim().is_empty() => {
                found.push(command.split_whitespace().collect::<Vec<_>>().join(" "));
            }
            _ => wrong.push(mistakes::odd_hold(entry_at(text, entry))),
        }
    }
    if node.entries().is_empty() {
        wrong.push(mistakes::nothing_named(name_at(text, node), "hold"));
    }
    found
}

/// `attempts 3`
fn number(node: &KdlNode, text: &str, most: i128, wrong: &mut Vec<Diagnostic>) -> Option<u32> {
    let name = node.name().value();
    match node.entries() {
        [entry] => match entry.value() {
            KdlValue::Integer(number) if entry.name().is_none() && (0..=most).contains(number) => {
                u32::try_from(*number).ok()
            }
            _ => {
                wrong.push(mistakes::odd_number(entry_at(text, entry), name, most));
                None
            }
        },
        _ => {
            wrong.push(mistakes::odd_number(name_at(text, node), name, most));
            None
        }
    }
}
