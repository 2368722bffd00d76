//! What a contract and the result of its verification look like (`anvil_contract_version` 1 and 2).

use std::collections::HashMap;

use super::mistakes;
use crate::codec::{Data, Datum, Entry};
use crate::ir::Diagnostic;
use crate::source::{Sha256, Span};

/// What a verification looks at, in this order; the first that fails ends it.
const LEVELS: [&str; 4] = ["exists", "substantive", "wired", "functional"];

const CONTRACT: [&str; 12] = [
    "anvil_contract_version",
    "goal",
    "created",
    "source_intent",
    "criteria",
    "invariants",
    "notes",
    "counter_examples",
    "ledger_queried",
    "ledger_hits",
    "shipped_gap_note",
    "shipped_gap_note_draft",
];

/// The members of a result. `contractHash` is ours, and may be left out: the SHA-256 of the contract that was verified.
const RESULT: [&str; 5] = ["criteria", "invariants", "allGreen", "raw", "contractHash"];
const CRITERION: [&str; 3] = ["id", "levels", "allGreen"];
const LEVEL: [&str; 3] = ["status", "evidence", "rawPath"];
const INVARIANT: [&str; 4] = ["invariant", "status", "evidence", "warning"];

type Wrong = Vec<Diagnostic>;

/// Checks a contract.
pub(super) fn contract(data: &Data, wrong: &mut Wrong) {
    if !is_map(data, "the contract", wrong) {
        return;
    }
    only(data, "the contract", &CONTRACT, wrong);
    match data.get("anvil_contract_version") {
        Some(Data { value: Datum::Number(1.0 | 2.0), .. }) => {}
        Some(other) => wrong.push(mistakes::wrong(other.at, "`anvil_contract_version`", "1 or 2")),
        None => wrong.push(mistakes::missing(data.at, "the contract", "anvil_contract_version")),
    }
    for name in ["goal", "created", "source_intent"] {
        require_text(data, "the contract", name, wrong);
    }
    if let Some(examples) = data.get("counter_examples")
        && is_map(examples, "`counter_examples`", wrong)
    {
        for entry in examples.entries().iter().filter(|entry| entry.value.text().is_none()) {
            wrong.push(mistakes::wrong(entry.value.at, "a counter example", "a text"));
        }
    }
    let Some(criteria) = require_list(data, "the contract", "criteria", wrong) else { return };
    if criteria.is_empty() {
        wrong.push(mistakes::missing(data.at, "the contract", "criteria"));
    }
    for criterion in criteria {
        if !is_map(criterion, "a criterion", wrong) {
            continue;
        }
        for name in ["id", "statement"] {
            require_text(criterion, "a criterion", name, wrong);
        }
        for level in LEVELS {
            match criterion.get(level) {
                Some(Data { value: Datum::Map(checks), .. }) if !checks.is_empty() => {}
                Some(other) => {
                    let what = format!("`{level}`");
                    wrong.push(mistakes::wrong(other.at, &what, "a map of what is checked"));
                }
                None => wrong.push(mistakes::missing(criterion.at, "a criterion", level)),
            }
        }
    }
    unique(criteria, wrong);
}

/// Checks the result of a verification, and that it agrees with itself.
pub(super) fn verify(data: &Data, wrong: &mut Wrong) {
    if !is_map(data, "the result", wrong) {
        return;
    }
    only(data, "the result", &RESULT, wrong);
    let criteria = require_list(data, "the result", "criteria", wrong).unwrap_or_default();
    let mut green = !criteria.is_empty();
    for one in criteria {
        green &= criterion(one, wrong);
    }
    unique(criteria, wrong);
    for one in require_list(data, "the result", "invariants", wrong).unwrap_or_default() {
        green &= invariant(one, wrong);
    }
    if let Some(raw) = data.get("raw") {
        is_map(raw, "`raw`", wrong);
    }
    all_green(data, "the result", green, wrong);
}

/// One criterion of a result, and whether all its levels pass.
fn criterion(data: &Data, wrong: &mut Wrong) -> bool {
    if !is_map(data, "a criterion", wrong) {
        return false;
    }
    only(data, "a criterion", &CRITERION, wrong);
    require_text(data, "a criterion", "id", wrong);
    let Some(levels) = data.get("levels") else {
        wrong.push(mistakes::missing(data.at, "a criterion", "levels"));
        return false;
    };
    if !is_map(levels, "`levels`", wrong) {
        return false;
    }
    only(levels, "`levels`", &LEVELS, wrong);
    let mut passed = true;
    for name in LEVELS {
        let Some(level) = levels.get(name) else {
            wrong.push(mistakes::missing(levels.at, "`levels`", name));
            passed = false;
            continue;
        };
        let ended = !passed;
        match (&level.value, ended) {
            (Datum::Null, true) => {}
            (Datum::Null, false) => {
                wrong.push(mistakes::skipped_level(level.at, name));
                passed = false;
            }
            (_, true) => wrong.push(mistakes::level_behind_failure(level.at, name)),
            (_, false) => passed = self::level(level, name, wrong),
        }
    }
    all_green(data, "a criterion", passed, wrong);
    passed
}

/// `{"status": "pass", "evidence": "…", "rawPath": "…"}`, and whether it passes.
fn level(data: &Data, name: &str, wrong: &mut Wrong) -> bool {
    if !is_map(data, &format!("the level `{name}`"), wrong) {
        return false;
    }
    only(data, "a level", &LEVEL, wrong);
    require_text(data, "a level", "evidence", wrong);
    status(data, "a level", &["pass", "fail", "suspicious"], wrong)
}

/// `{"invariant": "secrets", "status": "unknown", "warning": "…"}`, and whether it passes.
fn invariant(data: &Data, wrong: &mut Wrong) -> bool {
    if !is_map(data, "an invariant", wrong) {
        return false;
    }
    only(data, "an invariant", &INVARIANT, wrong);
    if data.get("invariant").is_none() {
        wrong.push(mistakes::missing(data.at, "an invariant", "invariant"));
    }
    status(data, "an invariant", &["pass", "fail", "unknown"], wrong)
}

fn status(data: &Data, what: &str, words: &[&str], wrong: &mut Wrong) -> bool {
    let Some(status) = data.get("status") else {
        wrong.push(mistakes::missing(data.at, what, "status"));
        return false;
    };
    if !status.text().is_some_and(|text| words.contains(&text)) {
        wrong.push(mistakes::wrong(status.at, "`status`", &words.join(", ")));
        // Whatever follows from it is not what is wrong.
        return true;
    }
    status.text() == Some("pass")
}

/// What is said of all is what is said of each.
fn all_green(data: &Data, what: &str, green: bool, wrong: &mut Wrong) {
    match data.get("allGreen") {
        Some(Data { value: Datum::Bool(said), .. }) if *said == green => {}
        Some(Data { value: Datum::Bool(said), at }) => {
            wrong.push(mistakes::verify_disagrees(*at, what, *said));
        }
        Some(other) => wrong.push(mistakes::wrong(other.at, "`allGreen`", "true or false")),
        None => wrong.push(mistakes::missing(data.at, what, "allGreen")),
    }
}

/// Whether a result is that of another contract: its hash, or its criteria, are not the same (K3).
pub(super) fn another_contract(contract: &Data, sha256: Sha256, verify: &Data) -> Wrong {
    let mut wrong = Vec::new();
    if let Some(hash) = verify.get("contractHash") {
        let own = format!("sha256:{sha256}");
        if hash.text() != Some(&own) {
            wrong.push(mistakes::other_hash(hash.at, &own));
        }
    }
    let results = verify.get("criteria").map_or(&[][..], Data::items);
    for result in results {
        if let Some(id) =
            result.get("id").filter(|id| !ids(contract).any(|own| id.text() == Some(own)))
        {
            wrong.push(mistakes::not_in_contract(id.at));
        }
    }
    let at = verify.get("criteria").map_or(verify.at, |criteria| criteria.at);
    for id in ids(contract).filter(|id| !results.iter().any(|one| id_of(one) == Some(id))) {
        wrong.push(mistakes::not_verified(Span { end: at.start + 1, ..at }, id));
    }
    wrong
}

/// The criteria of a contract.
pub(super) fn ids(contract: &Data) -> impl Iterator<Item = &str> {
    contract.get("criteria").map_or(&[][..], Data::items).iter().filter_map(id_of)
}

fn id_of(criterion: &Data) -> Option<&str> {
    criterion.get("id")?.text()
}

/// No id stands twice.
fn unique(criteria: &[Data], wrong: &mut Wrong) {
    let mut known: HashMap<&str, Span> = HashMap::new();
    for id in criteria.iter().filter_map(|criterion| criterion.get("id")) {
        let Some(text) = id.text() else { continue };
        if let Some(first) = known.insert(text, id.at) {
            wrong.push(mistakes::id_twice(id.at, first, text));
        }
    }
}

/// Names that a map may not have.
fn only(data: &Data, what: &str, known: &[&str], wrong: &mut Wrong) {
    let unknown = |entry: &&Entry| {
        // What is forbidden is told as that.
        !known.contains(&entry.key.as_str()) && !super::is_forbidden(&entry.key)
    };
    let unknown = data.entries().iter().filter(unknown);
    wrong.extend(unknown.map(|entry| mistakes::unknown_key(entry.key_at, what, &entry.key, known)));
}

fn is_map(data: &Data, what: &str, wrong: &mut Wrong) -> bool {
    let map = matches!(data.value, Datum::Map(_));
    if !map {
        wrong.push(mistakes::wrong(data.at, what, "a map"));
    }
    map
}

fn require_text(data: &Data, what: &str, name: &str, wrong: &mut Wrong) {
    match data.get(name) {
        Some(value) if value.text().is_some_and(|text| !text.trim().is_empty()) => {}
        Some(value) => wrong.push(mistakes::wrong(value.at, &format!("`{name}`"), "a text")),
        None => wrong.push(mistakes::missing(data.at, what, name)),
    }
}

fn require_list<'d>(
    data: &'d Data,
    what: &str,
    name: &str,
    wrong: &mut Wrong,
) -> Option<&'d [Data]> {
    match data.get(name) {
        Some(Data { value: Datum::List(items), .. }) => return Some(items),
        Some(other) => {
            let found = format!("a list, and is {}", other.value.in_words());
            wrong.push(mistakes::wrong(other.at, &format!("`{name}`"), &found));
        }
        None => wrong.push(mistakes::missing(data.at, what, name)),
    }
    None
}
