//! What to tell a reviewer who is to write a review in JSON.

use crate::codec::ReadOptions;

pub(super) const EXAMPLE: &str = r#"{
  "verdict": "request changes",
  "summary": "the search can be injected; the rest is fine",
  "must_fix": [
    {
      "path": "src/search.ts",
      "line": 88,
      "title": "the query is built by concatenation"
    }
  ],
  "findings": [
    {
      "severity": "low",
      "path": "src/search.ts",
      "line": 12,
      "title": "the name `q2` says nothing"
    }
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
        "Answer with one JSON object, and write nothing before or behind it.

- `verdict` is `approve`, `approve with nits` or `request changes`, and nothing else. A condition
  is not a verdict: what has to change before the work may go on makes it `request changes`.
- `summary` says in a sentence what it comes to.
- `must_fix` lists what stops the work, each with its file and line. It is empty beside `approve`.
- `findings` lists the rest. `severity` is `critical`, `high`, `medium` or `low`.

The form:

```json
{{
  \"verdict\": \"<approve, approve with nits or request changes>\",
  \"summary\": \"<what it comes to>\",
  \"must_fix\": [
    {{ \"path\": \"<file>\", \"line\": \"<number>\", \"title\": \"<what is wrong>\" }}
  ],
  \"findings\": [
    {{ \"severity\": \"<how bad>\", \"path\": \"<file>\", \"line\": \"<number>\", \"title\": \"<what is wrong>\" }}
  ]
}}
```

Filled in:

```json
{EXAMPLE}```

Its schema:

```json
{SCHEMA}```
"
    )
}
