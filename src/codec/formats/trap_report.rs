//! The JSON of dartai's rationalization-trap reviewer, and of its kin: findings, and no verdict.
//!
//! Nobody states anything here: what the findings come to is derived, and is a warning at most
//! unless the report says itself that it failed.

mod mistakes;
mod reader;
mod words;
#[cfg(feature = "serde")]
mod writer;

use crate::codec::formats::{Codec, Encode};
use crate::codec::input::{Fit, Task};
use crate::codec::lexicon::Label;
use crate::codec::tree::json::{Type, Value};
use crate::codec::write::Part;

pub(in crate::codec) const CODEC: Codec = Codec {
    grammar: Some(include_str!("../../../grammar/json.pest")),
    recognise,
    fenced: true,
    loose: false,
    decode: reader::decode,
    example: EXAMPLE,
    contract: words::contract,
    schema: Some(words::SCHEMA),
    encode: ENCODE,
    holds: &[
        Part::Reviewer,
        Part::Stated,
        Part::Unstated,
        Part::Warn,
        Part::Confidence,
        Part::Findings,
        Part::Severity,
        Part::Category,
        Part::Location,
        Part::Advice,
        Part::Notes,
        Part::Members,
        Part::Tags,
    ],
};

#[cfg(feature = "serde")]
const ENCODE: Option<Encode> = Some(writer::encode);
#[cfg(not(feature = "serde"))]
const ENCODE: Option<Encode> = None;

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

/// Keys that make an object another report.
const OTHERS: [&str; 5] = ["verdict", "per_criterion", "action", "passed", "pairs"];

fn recognise(task: &Task<'_>) -> Fit {
    let Some(Ok(document)) = task.json() else { return task.no("the text is not a JSON object") };
    let root = document.root();
    if root.kind() != Type::Object {
        return task.no("the text is not a JSON object");
    }
    if OTHERS.iter().any(|key| root.get(key).is_some()) || root.get("type").is_some() {
        return task.no("the object has a key of another report");
    }
    let named = ["reviewer", "schema"].iter().filter_map(|key| root.get(key));
    let own = named.into_iter().any(|name| words::NAMES.iter().any(|known| name.is(known)));
    let states = |name: Value<'_>| {
        let label = name.text().and_then(|name| task.options.lexicon.label_of_member(&name));
        name.is("overall_correctness") || label.is_some_and(|label| label != Label::Program)
    };
    if !own && root.members().any(|(name, _)| states(name)) {
        return task.no("a member of the object states a verdict");
    }
    match root.get("findings").is_some() || own {
        true => Fit::Yes("it is an object with `findings` and without a verdict"),
        false => task.no("the object has no `findings`"),
    }
}
