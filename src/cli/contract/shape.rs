//! What schemas are built of.

use serde_json::{Map, Value, json};

use crate::emit::json::print;
use crate::ir::Outcome;

/// An object with these members. Further ones may come with later versions; one whose name ends in `?` may be left out.
pub(super) fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for (name, shape) in members {
        let plain = name.trim_end_matches('?');
        if plain == name {
            required.push(plain.to_owned());
        }
        properties.insert(plain.to_owned(), shape);
    }
    json!({ "type": "object", "properties": properties, "required": required })
}

/// An object of which another schema says more, or whose names are anybody's.
pub(super) fn any_object() -> Value {
    json!({ "type": "object" })
}

pub(super) fn text() -> Value {
    json!({ "type": "string" })
}

pub(super) fn number() -> Value {
    json!({ "type": "integer", "minimum": 0 })
}

pub(super) fn yes_no() -> Value {
    json!({ "type": "boolean" })
}

pub(super) fn one_of(words: &[&str]) -> Value {
    json!({ "enum": words })
}

pub(super) fn list(of: impl Into<Value>) -> Value {
    json!({ "type": "array", "items": of.into() })
}

pub(super) fn or_null(shape: impl Into<Value>) -> Value {
    json!({ "anyOf": [shape.into(), { "type": "null" }] })
}

pub(super) fn version() -> Value {
    json!({ "const": 1 })
}

/// `pass`, `warn`, `hold`, `fail`, or `error` where there is none.
pub(super) fn outcome_or(more: &[&str]) -> Value {
    let all: Vec<&str> =
        Outcome::ALL.iter().map(|outcome| outcome.as_str()).chain(more.iter().copied()).collect();
    one_of(&all)
}

pub(super) fn titled(title: &str, mut schema: Value) -> String {
    if let Some(members) = schema.as_object_mut() {
        members.insert("$schema".into(), "https://json-schema.org/draft/2020-12/schema".into());
        members.insert("title".into(), title.into());
    }
    print(&schema)
}

pub(super) fn one_of_codes(codes: &[u8]) -> Value {
    json!({ "enum": codes })
}
