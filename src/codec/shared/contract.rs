//! The contract that work is judged by, so far as it says which criteria there are.
//!
//! ```yaml
//! criteria:
//!   - id: refusals-are-logged
//!     statement: every refusal leaves a row in the log
//! ```

use std::collections::HashSet;

use crate::codec::builder::DecodeLog;
use crate::codec::text::slice::Slice;
use crate::codec::tree::json::{self, Type, Value};
use crate::codec::tree::yaml::{self, At, Kind};
use crate::ir::{Diagnostic, ReadOptions};
use crate::source::Span;

/// What a contract says of its criteria, and what of it can be read in more than one way.
#[derive(Debug, Default)]
pub(crate) struct Contract {
    /// Whether there is a list of criteria.
    pub(crate) has_criteria: bool,
    /// Their ids, in the order of the text.
    pub(crate) ids: Vec<(String, Span)>,
    /// Criteria without an id, or with one that is no text.
    pub(crate) nameless: Vec<Span>,
    /// Lines that belong to nothing, and keys that stand twice.
    pub(crate) unclear: Vec<Span>,
    /// What is no YAML.
    pub(crate) wrong: Vec<Diagnostic>,
}

/// Reads a contract, all of it as strictly as YAML is: a line that is passed over could be a criterion.
pub(crate) fn contract_of(text: &str) -> Contract {
    let mut found = Contract::default();
    let plain = text.trim_start_matches('\u{feff}');
    let whole = Slice::new(plain, text.len() - plain.len());
    let options = ReadOptions::default();
    let mut log = DecodeLog::new(&options);
    if json::begins(whole.trim()) {
        return contract_of_json(whole.trim(), log);
    }
    let Some(tree) = yaml::parse(whole).filter(|tree| !tree.too_deep) else {
        found.wrong.push(yaml::too_deep(whole.trim().span()));
        return found;
    };
    yaml::report_odd(&tree, &mut log);
    // A sentence with a colon in it is a sentence; lines in odd columns could be criteria.
    let moved = log.repairs.iter().filter(|(repair, _)| *repair != yaml::UNQUOTED_SCALAR);
    found.unclear.extend(moved.map(|(_, at)| *at));
    found.wrong = log.diagnostics;
    found.wrong.extend(yaml::tabs(&tree).map(yaml::tab_indent));
    found.unclear.extend(unclear(tree.root()));
    criteria_of(&tree, &mut found);
    // A line that belongs to nothing may be told by the tree, and by what stands around it.
    let mut told = HashSet::new();
    found.unclear.retain(|at| told.insert((at.start, at.end)));
    let wrong: HashSet<(u32, u32)> = found.wrong.iter().flat_map(spans).collect();
    found.unclear.retain(|at| !wrong.contains(&(at.start, at.end)));
    found
}

/// Where a mistake stands.
fn spans(wrong: &Diagnostic) -> impl Iterator<Item = (u32, u32)> {
    wrong.labels.iter().map(|label| (label.span.start, label.span.end))
}

fn criteria_of(tree: &yaml::Tree<'_>, found: &mut Contract) {
    let Some(criteria) = tree.root().get("criteria") else { return };
    if criteria.kind() != Kind::List {
        return;
    }
    // A list of ids alone; among criteria with more to them, one that is no map lacks its key.
    let ids_alone = criteria.children().all(|one| matches!(one.kind(), Kind::Scalar(_)));
    for one in criteria.children() {
        found.has_criteria = true;
        found.unclear.extend(unclear(one));
        if ids_alone && let Some(text) = one.text().filter(|_| !one.is_null()) {
            found.ids.push((text.as_str().trim().to_owned(), one.span()));
            continue;
        }
        let id = one.get("id").filter(|_| one.kind() == Kind::Map);
        match id.and_then(|id| Some((id.text()?, id))) {
            Some((text, id)) if !text.as_str().trim().is_empty() && !id.is_null() => {
                found.ids.push((text.as_str().trim().to_owned(), id.span()));
            }
            _ => found.nameless.push(one.span()),
        }
    }
}

/// The same as JSON, in which nothing may stand twice.
fn contract_of_json(body: Slice<'_>, mut log: DecodeLog<'_>) -> Contract {
    let mut found = Contract::default();
    let document = match json::parse(body) {
        Ok(document) => document,
        Err(broken) => {
            found.wrong.push(broken.diagnostic);
            return found;
        }
    };
    json::check(&mut log, &document);
    found.wrong = log.diagnostics;
    let criteria: Vec<_> =
        document.root().get("criteria").into_iter().flat_map(Value::items).collect();
    let ids_alone = criteria.iter().all(|one| one.kind() == Type::String);
    for one in criteria {
        found.has_criteria = true;
        let id = if ids_alone { Some(one) } else { one.get("id") };
        let text = id.and_then(|id| Some((id.text()?.trim().to_owned(), id.span())));
        match text.filter(|(text, _)| !text.is_empty()) {
            Some(named) => found.ids.push(named),
            None => found.nameless.push(one.span()),
        }
    }
    found
}

/// Lines of a map that have no key, and keys that it has before.
fn unclear(map: At<'_, '_>) -> Vec<Span> {
    if map.kind() != Kind::Map {
        return Vec::new();
    }
    let mut known = HashSet::new();
    let again =
        |at: &At<'_, '_>| at.key().is_none_or(|key| !known.insert(key.text.to_ascii_lowercase()));
    map.children().filter(again).map(At::span).collect()
}

#[cfg(test)]
mod tests {
    use super::contract_of;

    #[test]
    fn ids_are_read_in_their_order() {
        let text = "anvil_contract_version: 2\ngoal: \"limits\"\ncriteria:\n  - id: limits-hold\n    statement: \"x: y\"\n    \
                    exists:\n      path: src/a.rs\n  - id: \"keys-rotate\"\n    statement: z\ninvariants:\n  - secrets\n";
        let found = contract_of(text);
        let ids: Vec<&str> = found.ids.iter().map(|(id, _)| id.as_str()).collect();
        assert_eq!(ids, ["limits-hold", "keys-rotate"]);
        assert!(
            found.nameless.is_empty() && found.unclear.is_empty() && found.wrong.is_empty(),
            "{found:?}"
        );
    }

    #[test]
    fn a_list_of_ids_and_json_are_contracts_too() {
        for text in [
            "criteria:\n  - limits-hold\n  - keys-rotate\n",
            "{\"criteria\": [\"limits-hold\", \"keys-rotate\"]}",
            "{\"criteria\": [{\"id\": \"limits-hold\", \"statement\": \"x\"}, {\"id\": \"keys-rotate\"}]}\n",
        ] {
            let found = contract_of(text);
            let ids: Vec<&str> = found.ids.iter().map(|(id, _)| id.as_str()).collect();
            assert_eq!(ids, ["limits-hold", "keys-rotate"], "{found:?}");
            assert!(
                found.nameless.is_empty() && found.unclear.is_empty() && found.wrong.is_empty()
            );
        }
    }

    #[test]
    fn what_is_passed_over_is_told() {
        let nameless = contract_of("criteria:\n  - statement: no id\n  - limits-hold\n  - id:\n");
        assert_eq!((nameless.ids.len(), nameless.nameless.len()), (0, 3));
        let twice = contract_of("criteria:\n  - id: a\ncriteria:\n  - id: b\n");
        assert_eq!(twice.unclear.len(), 1, "{twice:?}");
        let stray = contract_of("criteria:\n  - id: a\nno key in here\n");
        assert!(!stray.unclear.is_empty() || !stray.wrong.is_empty(), "{stray:?}");
        let json = contract_of("{\"criteria\": [{\"id\": \"a\"}, {\"statement\": \"b\"}, \"c\"]}");
        assert_eq!((json.ids.len(), json.nameless.len()), (1, 2));
        assert!(!contract_of("{\"criteria\": [\"a\"], \"criteria\": []}").wrong.is_empty());
        assert!(!contract_of("{\"criteria\": [\"a\"").wrong.is_empty());
        let tab = contract_of("criteria:\n\t- id: a\n\t- id: b\n");
        assert_eq!(tab.wrong.len(), 2, "{tab:?}");
        assert!(!contract_of("criteria: none\n").has_criteria);
        assert!(!contract_of("").has_criteria);
    }
}
