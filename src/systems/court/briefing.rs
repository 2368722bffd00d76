//! What the court reads.

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::Serialize;
use serde::ser::Serializer;

use super::{forbidden, mistakes, narration, shape};
use crate::codec::{Data, data_of, data_of_json};
use crate::ir::{Diagnostic, Diagnostics, Subject};
use crate::source::{Sha256, Source};
use crate::systems::data::{script_number, stringify};

/// What a briefing is made of. There is no field for anything else.
#[derive(Clone, Debug)]
pub struct Evidence<'a> {
    /// The name of the task.
    pub task: &'a str,
    /// The contract, in YAML or JSON.
    pub contract: &'a Source,
    /// The captured diff.
    pub diff: &'a Source,
    /// The result of the verification, in JSON.
    pub verify: &'a Source,
    /// How sure the verification is.
    pub confidence: Option<Confidence>,
}

/// How sure a verification is: a number that is not negative, or a word.
#[derive(Clone, Debug, PartialEq)]
pub struct Confidence(Value);

#[derive(Clone, Debug, PartialEq)]
enum Value {
    Number(f64),
    Word(&'static str),
}

/// What the court reads: the evidence of one task, and nothing else.
///
/// ```
/// use assize::Source;
/// use assize::court::{Briefing, Evidence};
/// let level = |name: &str| format!("    {name}:\n      path: src/limit.rs\n");
/// let levels: String = ["exists", "substantive", "wired", "functional"].map(level).concat();
/// let contract = format!("anvil_contract_version: 2\ngoal: limits\ncreated: 2026-05-04\nsource_intent: issue\n\
///                         criteria:\n  - id: limits-hold\n    statement: the 101st request is refused\n{levels}");
/// let passed = r#"{"status": "pass", "evidence": "seen"}"#;
/// let verify = format!(r#"{{"criteria": [{{"id": "limits-hold", "levels": {{"exists": {passed}, "substantive": {passed},
///     "wired": {passed}, "functional": {passed}}}, "allGreen": true}}], "invariants": [], "allGreen": true}}"#);
/// let (contract, verify) = (Source::new("contract.yaml", contract), Source::new("verify-result.json", verify));
/// let diff = Source::new("diff.patch", "+let most = 100;\n");
/// let briefing = Briefing::compose(&Evidence {
///     task: "T-17", contract: &contract, diff: &diff, verify: &verify, confidence: "0.9".parse().ok(),
/// })?;
/// assert!(briefing.json().starts_with(r#"{"taskId":"T-17","contract":{"anvil_contract_version":2,"#));
/// assert!(briefing.hash().starts_with("sha256:"));
/// # Ok::<(), assize::Diagnostics>(())
/// ```
#[derive(Clone, Debug)]
pub struct Briefing {
    json: String,
    criteria: Vec<String>,
    contract_sha256: Sha256,
    members: Members,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Members {
    task_id: String,
    contract: Data,
    diff: String,
    verify_output: Data,
    confidence: Option<Confidence>,
}

impl Briefing {
    /// Composes the briefing of a task.
    ///
    /// # Errors
    ///
    /// A key that no court may see, at any depth, a verdict of a court, or a message of a commit in the diff
    /// (`E_COURT_INPUT_VIOLATION`); a contract or a result that is not
    /// of its shape, or that contradicts itself; a result of another contract; an empty diff: everything at once,
    /// each with its place.
    pub fn compose(evidence: &Evidence<'_>) -> Result<Self, Diagnostics> {
        let mut wrong = Diagnostics::default();
        if evidence.task.trim().is_empty() {
            wrong.push(mistakes::blank_task());
        }
        let contract = read(evidence.contract, "contract", data_of, shape::contract, &mut wrong);
        let verify = read(evidence.verify, "verifyOutput", data_of_json, shape::verify, &mut wrong);
        let diff = match diff(evidence.diff) {
            Ok(diff) => {
                let told = narration::in_diff(diff);
                if !told.is_empty() {
                    wrong.absorb(Diagnostics::new(vec![evidence.diff.clone()], told));
                }
                Some(diff.to_owned())
            }
            Err(reason) => {
                wrong.push(reason);
                None
            }
        };
        let (Some(contract), Some(verify), Some(diff)) = (contract, verify, diff) else {
            return Err(wrong);
        };
        let sha256 = evidence.contract.sha256();
        let other = shape::another_contract(&contract, sha256, &verify);
        wrong.absorb(Diagnostics::new(vec![evidence.verify.clone()], other));
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let (task_id, confidence) = (evidence.task.to_owned(), evidence.confidence.clone());
        let members = Members { task_id, contract, diff, verify_output: verify, confidence };
        Ok(Self {
            json: stringify(&members),
            criteria: shape::ids(&members.contract).map(str::to_owned).collect(),
            contract_sha256: sha256,
            members,
        })
    }

    /// The task that it is about.
    pub fn task(&self) -> &str {
        &self.members.task_id
    }

    /// What the court is given, byte by byte: what `JSON.stringify` makes of the five members.
    pub fn json(&self) -> &str {
        &self.json
    }

    /// `sha256:` and the SHA-256 of [`Briefing::json`].
    pub fn hash(&self) -> String {
        format!("sha256:{}", Sha256::of(self.json.as_bytes()))
    }

    /// The criteria of the contract, each of which must be answered.
    pub fn criteria(&self) -> &[String] {
        &self.criteria
    }

    /// The same, as a docket knows them.
    pub fn subjects(&self) -> impl Iterator<Item = Subject> + '_ {
        self.criteria.iter().map(|id| Subject::Criterion(id.clone()))
    }

    /// The SHA-256 of the contract.
    pub fn contract_sha256(&self) -> Sha256 {
        self.contract_sha256
    }
}

/// Its five members, in their order: the same values as in [`Briefing::json`].
impl Serialize for Briefing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.members.serialize(serializer)
    }
}

/// Reads a part of a briefing, and checks it.
fn read(
    source: &Source,
    part: &str,
    parse: fn(&str) -> Result<Data, Vec<Diagnostic>>,
    check: fn(&Data, &mut Vec<Diagnostic>),
    wrong: &mut Diagnostics,
) -> Option<Data> {
    let text = match source.text() {
        Ok(text) if text.trim_start_matches('\u{feff}').trim().is_empty() => {
            wrong.push(mistakes::empty(source.name(), part));
            return None;
        }
        Ok(text) => text,
        Err(error) => {
            wrong.push(mistakes::no_text(source.name(), &error.to_string()));
            return None;
        }
    };
    let mut found = Vec::new();
    let data = parse(text).map_err(|mistakes| found.extend(mistakes)).ok();
    if let Some(data) = &data {
        forbidden::violations(part, data, &mut found);
        check(data, &mut found);
    }
    let whole = found.is_empty();
    if !whole {
        wrong.absorb(Diagnostics::new(vec![source.clone()], found));
    }
    data
}

/// A diff is any text; none at all is no evidence.
fn diff(source: &Source) -> Result<&str, Diagnostic> {
    let text = std::str::from_utf8(source.bytes())
        .map_err(|error| mistakes::no_text(source.name(), &error.to_string()))?;
    match text.trim_start_matches('\u{feff}').trim().is_empty() {
        true => Err(mistakes::empty(source.name(), "diff")),
        false => Ok(text),
    }
}

impl FromStr for Confidence {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const WORDS: [&str; 3] = ["high", "medium", "low"];
        let word = WORDS.iter().find(|word| text.eq_ignore_ascii_case(word));
        let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
        match (word, number) {
            (Some(word), _) => Ok(Self(Value::Word(word))),
            (None, Some(number)) => Ok(Self(Value::Number(number))),
            (None, None) => {
                Err("write a number such as 0.9, or `high`, `medium` or `low`".to_owned())
            }
        }
    }
}

impl Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Value::Word(word) => f.write_str(word),
            Value::Number(number) => f.write_str(&script_number(*number)),
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a whole number that is small")]
impl Serialize for Confidence {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Value::Word(word) => serializer.serialize_str(word),
            Value::Number(number) if number.fract() == 0.0 && *number < 1e15 => {
                serializer.serialize_i64(*number as i64)
            }
            Value::Number(number) => serializer.serialize_f64(*number),
        }
    }
}
