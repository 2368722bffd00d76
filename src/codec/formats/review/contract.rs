//! What to tell a reviewer who is to write a review in its own words.

use crate::codec::ReadOptions;

pub(super) const EXAMPLE: &str = "\
### Verdict: REVISE

### Blocking findings

1. src/pool.ts:88 the connection is never given back

### Minor

- src/pool.ts:12 the name `p` says nothing
";

const OBJECT: &str = r#"{
  "verdict": "request changes",
  "summary": "the search can be injected; the rest is fine",
  "must_fix": [
    { "path": "src/search.ts", "line": 88, "title": "the query is built by concatenation" }
  ],
  "findings": [
    { "severity": "low", "path": "src/search.ts", "line": 12, "title": "the name `q2` says nothing" }
  ]
}
"#;

pub(super) const SCHEMA: &str = r#"{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "A review with a verdict and findings",
  "type": "object",
  "required": ["verdict", "summary", "must_fix", "findings"],
  "properties": {
    "verdict": { "enum": ["approve", "approve with nits", "request changes"] },
    "summary": { "type": "string" },
    "must_fix": {
      "type": "array",
      "items": {
        "type": "object",
        "required": ["path", "line", "title"],
        "properties": {
          "path": { "type": "string" },
          "line": { "type": "integer" },
          "title": { "type": "string" }
        }
      }
    },
    "findings": {
      "type": "array",
      "items": {
        "type": "object",
        "required": ["severity", "path", "line", "title"],
        "properties": {
          "severity": { "enum": ["critical", "high", "medium", "low"] },
          "path": { "type": "string" },
          "line": { "type": "integer" },
          "title": { "type": "string" }
        }
      }
    }
  }
}
"#;

pub(super) fn contract(_options: &ReadOptions) -> String {
    format!(
        "Write your review in markdown, and state your verdict once, in a heading of its own:

    ### Verdict: APPROVE

- The word is `APPROVE` or `REVISE`. Write no condition behind it: what has to change before
  the work may go on makes it `REVISE`.
- List what stops the work as items below `### Blocking findings`, each with its file and line.
  Leave the heading out when there are none.
- List the rest below `### Minor`.
- What you quote stands in a fence or behind `>`.

Filled in:

{EXAMPLE}
Where JSON was asked for, write one object and nothing around it:

```json
{OBJECT}```

Its schema:

```json
{SCHEMA}```
"
    )
}
