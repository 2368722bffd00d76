//! What to tell a reviewer who is to write a bundle, and the schema that holds it to that.

use std::fmt::Write as _;

use crate::codec::ReadOptions;
use crate::codec::shared::pair::{self, GRADES};

/// A bundle as it should be.
pub(super) const EXAMPLE: &str = r#"{
  "pairs": [
    {
      "note": "notes/links.md",
      "gate": "claim-titles",
      "decision": "FAIL",
      "summary": "One of the two claims does not hold, and the title does not say what they are.",
      "findings": [
        {
          "severity": "fail",
          "text": "the second claim rests on a source that says the opposite"
        },
        {
          "severity": "warn",
          "text": "the title names a topic, not a claim"
        }
      ],
      "suggested_revision": "Call it `Links carry the argument, not the folder they are in`."
    }
  ]
}
"#;

/// The JSON Schema of a bundle.
pub(super) const SCHEMA: &str = r#"{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "pair-bundle",
  "description": "One review for each pair of a note and a gate.",
  "type": "object",
  "additionalProperties": false,
  "required": ["pairs"],
  "properties": {
    "pairs": {
      "type": "array",
      "minItems": 1,
      "items": {
        "type": "object",
        "additionalProperties": false,
        "required": ["note", "gate", "decision", "summary", "findings"],
        "properties": {
          "note": {
            "type": "string",
            "minLength": 1,
            "description": "Path of the note, as it was given."
          },
          "gate": {
            "type": "string",
            "minLength": 1,
            "description": "Id of the gate, as it was given."
          },
          "decision": {
            "enum": ["PASS", "WARN", "FAIL", "ERROR"],
            "description": "Not better than the worst finding. ERROR: the pair could not be judged."
          },
          "summary": {
            "type": "string",
            "description": "What it comes to, in a sentence or two."
          },
          "findings": {
            "type": "array",
            "items": {
              "type": "object",
              "additionalProperties": false,
              "required": ["severity", "text"],
              "properties": {
                "severity": {
                  "enum": ["error", "fail", "warn", "info", "pass", "ok"],
                  "description": "With `fail` or `error` the review fails, with `warn` it warns."
                },
                "text": {
                  "type": "string",
                  "description": "One finding."
                }
              }
            }
          },
          "suggested_revision": {
            "type": ["string", "null"],
            "description": "What you would write instead."
          }
        }
      }
    }
  }
}
"#;

/// What to tell a reviewer who is to write a bundle.
pub(super) fn contract(options: &ReadOptions) -> String {
    let quoted = |words: Vec<&str>| {
        words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
    };
    let words: Vec<&str> = pair::asked_for().map(|known| known.word).collect();
    let grades = GRADES.iter().filter(|grade| grade.canonical).map(|grade| grade.word);
    let mut out = String::from(
        "Answer with one JSON object and nothing else. Its only member `pairs` lists one review \
         for each pair of a note and a gate. Judge each pair by itself.\n\n",
    );
    pair::list_pairs(options, &mut out);
    let _ = write!(
        out,
        "Each review has these members:\n\n\
         {{\"note\": \"<note>\", \"gate\": \"<gate>\", \"decision\": \"{choice}\", \"summary\": \
         \"<what it comes to>\", \"findings\": [{{\"severity\": \"<severity>\", \"text\": \"<one \
         finding>\"}}], \"suggested_revision\": \"<what you would write instead>\"}}\n\n\
         Rules:\n\n\
         - `note` and `gate` are copied as they were given to you.\n\
         - `decision` is one of {words}. It is not better than the worst finding: with `fail` or \
         `error` it is a fail, with `warn` it warns. `ERROR` means that you could not judge the \
         pair; say why in the summary.\n\
         - `severity` is one of {grades}. Without findings the list is empty.\n\
         - `suggested_revision` may be left out. There are no other members.\n\n\
         An answer that is filled in:\n\n{EXAMPLE}",
        choice = words.join("|"),
        words = quoted(words),
        grades = quoted(grades.collect()),
    );
    out
}
