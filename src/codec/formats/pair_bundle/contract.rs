//! What to tell a reviewer who is to write a bundle, and the schema that holds it to that.

use std::fmt::Write as _;
use std::sync::LazyLock;

use super::BUNDLE;
use crate::codec::ReadOptions;
use crate::codec::members::list;
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
pub(super) static SCHEMA: LazyLock<String> =
    LazyLock::new(|| BUNDLE.schema("One review for each pair of a note and a gate"));

/// What to tell a reviewer who is to write a bundle.
pub(super) fn contract(options: &ReadOptions) -> String {
    let grades = GRADES.iter().filter(|grade| grade.canonical).map(|grade| grade.word);
    let mut out = String::from(
        "Answer with one JSON object and nothing else. Its only member `pairs` lists one review \
         for each pair of a note and a gate. Judge each pair by itself.\n\n",
    );
    pair::list_pairs(options, &mut out);
    let _ = write!(
        out,
        "Rules:\n\n\
         - `note` and `gate` are copied as they were given to you.\n\
         - `decision` is one of {words}. It is not better than the worst finding: with `fail` or \
         `error` it is a fail, with `warn` it warns. `ERROR` means that you could not judge the \
         pair; say why in the summary.\n\
         - `severity` is one of {grades}. Without findings the list is empty.\n\
         - `suggested_revision` may be left out. There are no other members.\n\n\
         The form:\n\n{form}\n\n\
         An answer that is filled in:\n\n{EXAMPLE}",
        words = list(pair::CHOICES.into_iter()),
        grades = list(grades),
        form = BUNDLE.form(),
    );
    out
}
