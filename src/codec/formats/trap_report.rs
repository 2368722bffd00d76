//! The JSON of dartai's rationalization-trap reviewer, and of its kin: findings, and no verdict.
//!
//! No one states anything here: what the findings come to is derived, and is a warning at most
//! unless the report says itself that it failed.

mod mistakes;
mod reader;
mod words;

use std::sync::LazyLock;

use crate::codec::input::{Input, Recognition};
use crate::codec::interface::Codec;
use crate::codec::members::Kind::{Any, Grade, ListOf, Name, ObjectOrText, Text, Texts, YesNo};
use crate::codec::members::{Object, member, object};
use crate::codec::statements::read_name;
use crate::codec::tree::json::{self, Type, Value};

pub(in crate::codec) const CODEC: Codec = Codec {
    grammar: Some(json::GRAMMAR),
    example: EXAMPLE,
    schema: Some(|| SCHEMA.as_str()),
    ..Codec::new(recognise, reader::decode, words::contract)
};

/// A report as it should be.
const EXAMPLE: &str = r#"{
  "reviewer": "rationalization-trap",
  "findings": [
    {
      "signature": "uncited-novelty-claim",
      "severity": "medium",
      "evidence": {
        "quote": "no other parser handles this",
        "location": "src/parse.rs:12"
      },
      "recommendation": "cite what was compared, or leave the claim out"
    }
  ],
  "confidence_summary": "medium",
  "escalation_flag": false,
  "residual_risks": [],
  "testing_gaps": []
}
"#;

/// What is silent is read where its kin write it: five personas, and the compound reviewer.
const REPORT: Object = object(
    "the report",
    &[
        member("reviewer", Name).required().nullable().form("rationalization-trap"),
        member("findings", ListOf(&FINDING)).required(),
        member("confidence_summary", Grade(&words::GRADES)),
        member("escalation_flag", YesNo),
        member("residual_risks", Texts).nullable().form("a risk that stays"),
        member("testing_gaps", Texts).nullable().form("what no test covers"),
        member("schema", Any).own().silent(),
        member("status", Any).silent(),
        member("error", Any).own().silent(),
        member("errors", Any).own().silent(),
        member("is_error", Any).own().silent(),
        member("exception", Any).own().silent(),
    ],
)
.never(&["verdict", "passed", "action", "pairs", "per_criterion"]);

const FINDING: Object = object(
    "a finding",
    &[
        member("signature", Text).nullable().form("which trap").examples(&words::SIGNATURES),
        member("severity", Grade(&words::SEVERITY_WORDS)).required().form("low | medium | high"),
        member("evidence", ObjectOrText(&EVIDENCE)).nullable().free(),
        member("recommendation", Text).nullable().free().form("what to do"),
        member("skill_verdict", Text).nullable().own(),
        member("confidence", Grade(&words::GRADES)).own(),
        member("category", Text).nullable().silent(),
        member("message", Text).nullable().free().silent(),
        member("title", Text).nullable().free().silent(),
        member("description", Text).nullable().free().silent(),
        member("fixHint", Text).nullable().free().silent(),
        member("location", Text).nullable().silent(),
        member("file", Text).nullable().silent(),
        member("line", Any).silent(),
        member("failureScenario", Any).own().silent(),
    ],
)
.loose();

const EVIDENCE: Object = object(
    "evidence",
    &[
        member("quote", Text).nullable().free().form("word for word"),
        member("location", Text).nullable().form("where"),
    ],
)
.loose();

static SCHEMA: LazyLock<String> = LazyLock::new(|| REPORT.schema("trap-report"));

fn recognise(input: &Input<'_>) -> Recognition {
    let Some(Ok(document)) = input.json() else { return input.no("the text is not a JSON object") };
    let root = document.root();
    if root.kind() != Type::Object {
        return input.no("the text is not a JSON object");
    }
    if REPORT.names_another(root) || root.get("type").is_some() {
        return input.no("the object has a key of another report");
    }
    let named = ["reviewer", "schema"].iter().filter_map(|key| root.get(key));
    let own = named.into_iter().any(|name| words::NAMES.iter().any(|known| name.is(known)));
    let states = |name: Value<'_>| {
        let decides = |name: &str| read_name(name, input.words()).kind.decides();
        name.is("overall_correctness") || name.text().is_some_and(|name| decides(&name))
    };
    if !own && root.members().any(|(name, _)| states(name)) {
        return input.no("a member of the object states a verdict");
    }
    match root.get("findings").is_some() || own {
        true => Recognition::Yes("it is an object with `findings` and without a verdict"),
        false => input.no("the object has no `findings`"),
    }
}
