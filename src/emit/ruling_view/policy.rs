//! Policies as they stand in JSON.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Value, value};
use crate::ir::{self, ClosedDocket, Given, Outcome};

/// A policy that another one stands on.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Base<'a> {
    /// Its name.
    name: &'a str,
    /// SHA-256 of its text and of what it stands on, in hexadecimal.
    sha256: String,
    /// Its outcome by itself.
    outcome: Outcome,
}

/// The policy that judged.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Policy<'a> {
    /// Its name.
    name: &'a str,
    /// Its stage.
    stage: &'a str,
    /// SHA-256 of its text and of the texts it imports, in hexadecimal.
    sha256: String,
    /// The version of the rule language it is written in.
    language: u32,
    /// Where it came from: `built in`, a path, or a path at a commit. Null where the host did not say.
    origin: Option<&'a str>,
    /// The policies that it extends.
    extends: Vec<Base<'a>>,
    /// Its parameters, by name.
    params: BTreeMap<&'a str, Value>,
    /// The facts of this run that it asked for, by name.
    given: BTreeMap<&'a str, Value>,
}

pub(super) fn policy(ruling: &ir::Ruling) -> Policy<'_> {
    let facts = ruling.policy();
    let extends = ruling.bases().zip(&facts.extends);
    Policy {
        extends: extends
            .map(|((name, outcome), (_, sha256))| Base {
                name,
                sha256: sha256.to_string(),
                outcome,
            })
            .collect(),
        given: ruling.given().map(|(name, value)| (name, given(value))).collect(),
        ..policy_view(facts)
    }
}

/// A policy of a stage before the gate.
pub(super) fn stage<'a>(facts: &'a ir::PolicyFacts, docket: &'a ClosedDocket) -> Policy<'a> {
    let known = |name: &'a String| Some((name.as_str(), given(docket.given(name)?)));
    Policy { given: facts.given.iter().filter_map(known).collect(), ..policy_view(facts) }
}

fn policy_view(facts: &ir::PolicyFacts) -> Policy<'_> {
    Policy {
        name: &facts.name,
        stage: facts.stage,
        sha256: facts.sha256.to_string(),
        language: facts.language,
        origin: facts.origin.as_deref(),
        extends: Vec::new(),
        params: facts
            .params
            .iter()
            .map(|(name, v)| (name.as_str(), value(&ir::Operand::Value(v))))
            .collect(),
        given: BTreeMap::new(),
    }
}

fn given(given: &Given) -> Value {
    match given {
        Given::Int(value) => Value::Int(*value),
        Given::Bool(value) => Value::Bool(*value),
        Given::Text(value) => Value::Text(value.clone()),
        Given::Date(value) => Value::Text(value.to_string()),
        Given::List(entries) => Value::List(entries.clone()),
    }
}
