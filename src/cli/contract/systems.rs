//! The JSON Schemas of what the commands of rounds and of the systems of reviewers print. `tests/command/schemas.rs` holds
//! them to it, member by member.

use serde_json::{Map, Value, json};

use crate::docket::State;
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
fn any_object() -> Value {
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

/// `assize begin`
pub(super) fn begin() -> String {
    let seat = object([("name", text()), ("file", text()), ("skipped", or_null(text()))]);
    titled(
        "A round that was begun",
        object([
            ("schema_version", version()),
            ("exit_code", json!({ "const": 0 })),
            ("task", text()),
            ("round", number()),
            ("mark", text()),
            ("bound", any_object()),
            ("panel", text()),
            ("folder", text()),
            ("seats", list(seat)),
            ("kept", or_null(text())),
        ]),
    )
}

/// A line of `assize watch`
pub(super) fn watch() -> String {
    let states: Vec<&str> = State::ALL.iter().map(|state| state.as_str()).collect();
    let words: Vec<&str> = states.into_iter().chain(["awaiting"]).collect();
    let seat = object([
        ("event", json!({ "const": "seat" })),
        ("seat", text()),
        ("subject", text()),
        ("verdict", outcome_or(&words)),
        ("ready", number()),
        ("of", number()),
    ]);
    let ruling = object([
        ("event", json!({ "const": "ruling" })),
        ("ruling", any_object()),
        ("docket?", any_object()),
    ]);
    titled(
        "A line of what happens; the last is the ruling, or says why there is none",
        json!({ "oneOf": [seat, ruling, no_ruling()] }),
    )
}

/// The last line where there is no ruling.
fn no_ruling() -> Value {
    object([
        ("event", json!({ "const": "no_ruling" })),
        ("schema_version", version()),
        ("open", json!({ "const": false })),
        ("exit_code", number()),
        ("outcome", json!({ "const": "error" })),
        ("diagnostics", list(any_object())),
    ])
}

/// `assize gate --with-docket`
pub(super) fn record() -> String {
    let record = object([
        ("event", json!({ "const": "ruling" })),
        ("ruling", any_object()),
        ("docket", any_object()),
    ]);
    titled(
        "A ruling with the docket that it is about, as `assize contract ruling` and `assize contract docket` have them",
        json!({ "oneOf": [record, no_ruling()] }),
    )
}

/// `assize rounds`
pub(super) fn rounds() -> String {
    let finding = || {
        object([
            ("seat", text()),
            ("kind", one_of(&["blocker", "advisory"])),
            ("fingerprint", text()),
            ("text", text()),
        ])
    };
    let seat = object([
        ("seat", text()),
        ("subject", text()),
        ("verdict", text()),
        ("sha256", or_null(text())),
    ]);
    let shadow = object([
        ("policy", text()),
        ("sha256", text()),
        ("outcome", outcome_or(&[])),
        ("word", text()),
        ("rule", text()),
    ]);
    let judged = object([
        ("outcome", outcome_or(&[])),
        ("word", text()),
        ("open", yes_no()),
        ("policy", text()),
        ("shadow", or_null(shadow)),
        ("seats", list(seat)),
    ]);
    let round = object([
        ("round", number()),
        ("bound", any_object()),
        ("panel", text()),
        ("judged", or_null(judged)),
        ("over", yes_no()),
        ("written", number()),
        ("new", list(finding())),
        ("repeated", list(finding())),
        ("resolved", list(finding())),
    ]);
    let attempt = object([("seat", text()), ("action", text()), ("round", or_null(number()))]);
    titled(
        "What the rounds of a work came to",
        object([
            ("schema_version", version()),
            ("exit_code", json!({ "const": 0 })),
            ("rounds", list(round)),
            ("attempts", list(attempt)),
        ]),
    )
}

/// `assize replay`
pub(super) fn replay() -> String {
    let ruled = || object([("outcome", outcome_or(&[])), ("word", text()), ("open", yes_no())]);
    let round = object([
        ("task", text()),
        ("round", number()),
        ("same", yes_no()),
        ("recorded", ruled()),
        ("now", ruled()),
        ("changed", list(text())),
        ("difference", text()),
    ]);
    titled(
        "Rounds that were judged again",
        object([
            ("schema_version", version()),
            ("exit_code", one_of_codes(&[0, 1])),
            ("rounds", list(round)),
        ]),
    )
}

fn one_of_codes(codes: &[u8]) -> Value {
    json!({ "enum": codes })
}

/// Who was asked: `quality` and `court`.
fn asked_by() -> Value {
    object([("program", text()), ("from", text()), ("sha256?", text())])
}

fn criteria_results() -> Value {
    let one = object([("criterion", text()), ("passed", yes_no()), ("feedback", or_null(text()))]);
    list(one)
}

fn reviews() -> Value {
    let one = object([
        ("run_each", text()),
        ("target_file", or_null(text())),
        ("files", number()),
        ("outcome", outcome_or(&["error"])),
        ("rule", or_null(text())),
        ("passed", yes_no()),
        ("feedback", or_null(text())),
        ("criteria_results", or_null(criteria_results())),
        ("error", or_null(text())),
    ]);
    list(one)
}

fn failed_reviews() -> Value {
    let one = object([
        ("review_run_each", text()),
        ("target_file", or_null(text())),
        ("passed", json!({ "const": false })),
        ("feedback", text()),
        ("criteria_results", criteria_results()),
    ]);
    list(one)
}

/// `assize quality payload`
pub(super) fn quality_payload() -> String {
    titled(
        "What reviewers of a step are told",
        object([
            ("schema_version", version()),
            ("part", one_of(&["payload", "prompt", "schema"])),
            ("texts", list(text())),
        ]),
    )
}

/// `assize quality instructions`
pub(super) fn quality_instructions() -> String {
    titled(
        "Where the instructions of a self-review lie, and what to do with them",
        object([
            ("schema_version", version()),
            ("status", json!({ "const": "needs_work" })),
            ("step", text()),
            ("session", text()),
            ("review_file", text()),
            ("feedback", text()),
            ("failed_reviews", json!({ "type": "null" })),
        ]),
    )
}

/// `assize quality run`
pub(super) fn quality_run() -> String {
    titled(
        "The reviews of a step",
        object([
            ("schema_version", version()),
            ("step", text()),
            ("reviewer", asked_by()),
            ("outcome", outcome_or(&["error"])),
            ("open", yes_no()),
            ("exit_code", number()),
            ("reason", or_null(one_of(&["nothing_reviewed"]))),
            ("reviews", reviews()),
            ("failed_reviews", failed_reviews()),
        ]),
    )
}

/// `assize quality finish`
pub(super) fn quality_finish() -> String {
    let given = object([("author", text()), ("reason", text())]);
    titled(
        "Whether a step is finished",
        object([
            ("schema_version", version()),
            ("status", one_of(&["next_step", "needs_work", "failed", "error"])),
            ("step", text()),
            ("session", text()),
            ("reviewer", or_null(asked_by())),
            ("outcome", outcome_or(&["error"])),
            ("open", yes_no()),
            ("exit_code", number()),
            ("reason", or_null(one_of(&["nothing_reviewed"]))),
            ("attempts", number()),
            ("max_attempts", number()),
            ("feedback", or_null(text())),
            ("review_file", or_null(text())),
            ("reviews", or_null(reviews())),
            ("failed_reviews", or_null(failed_reviews())),
            ("overrides", list(given)),
        ]),
    )
}

/// `assize court brief`
pub(super) fn court_brief() -> String {
    let briefing = object([
        ("taskId", text()),
        ("contract", any_object()),
        ("diff", text()),
        ("verifyOutput", any_object()),
        ("confidence", json!({})),
    ]);
    titled(
        "What a court is told",
        object([
            ("schema_version", version()),
            ("taskId", text()),
            ("briefingHash", text()),
            ("criteria", list(text())),
            ("briefing?", briefing),
        ]),
    )
}

/// `assize court judge`
pub(super) fn court_judge() -> String {
    let criterion = object([
        ("id", text()),
        ("status", one_of(&["pass", "fail", "suspicious"])),
        ("reason", or_null(text())),
    ]);
    let verdict = object([
        ("action", text()),
        ("confidence", or_null(one_of(&["high", "medium", "low"]))),
        ("per_criterion", list(criterion)),
    ]);
    titled(
        "A round of a court; `assize contract ruling --schema` says what `ruling` is",
        object([
            ("schema_version", version()),
            ("taskId", text()),
            ("round", number()),
            ("briefingHash", text()),
            ("open", yes_no()),
            ("exit_code", number()),
            ("verdict", or_null(verdict)),
            ("court", or_null(asked_by())),
            ("record", text()),
            ("ruling", any_object()),
        ]),
    )
}

/// `assize sdd close`
pub(super) fn sdd_close() -> String {
    let words: Vec<&str> = crate::sdd::Disposition::ALL.iter().map(|one| one.as_str()).collect();
    let disposition = one_of(&words);
    titled(
        "A batch of a log that was closed",
        object([
            ("schema_version", version()),
            ("batch", text()),
            ("disposition", disposition),
            ("log", text()),
        ]),
    )
}

/// `assize pairs contract`
pub(super) fn pairs_contract() -> String {
    let row = object([
        ("kind", one_of(&["note", "gate"])),
        ("name", text()),
        ("file", text()),
        ("sha256", text()),
    ]);
    let link = object([("note", text()), ("target", text()), ("file", or_null(text()))]);
    titled(
        "What a reviewer of pairs is told",
        object([
            ("schema_version", version()),
            ("form", one_of(&["sentinel", "schema"])),
            ("pairs", list(object([("note", text()), ("gate", text())]))),
            ("texts", list(row)),
            ("links", list(link)),
            ("prompt", text()),
            ("prompt_sha256", text()),
            ("schema", or_null(any_object())),
        ]),
    )
}

/// `assize pairs ingest`
pub(super) fn pairs_ingest() -> String {
    let stored = object([
        ("note", text()),
        ("gate", text()),
        ("decision", text()),
        ("state", text()),
        ("file", text()),
        ("sha256", text()),
    ]);
    titled(
        "Reviews of pairs that were kept",
        object([
            ("schema_version", version()),
            ("into", text()),
            ("whole", yes_no()),
            ("exit_code", number()),
            ("stored", list(stored)),
            ("missing", list(object([("note", text()), ("gate", text())]))),
            ("retry", list(any_object())),
            ("structural", list(any_object())),
            ("unbound", list(object([("kind", one_of(&["note", "gate"])), ("name", text())]))),
            ("bundle", or_null(text())),
        ]),
    )
}

/// `assize pairs warnings`
pub(super) fn pairs_warnings() -> String {
    let finding = object([("severity", or_null(text())), ("text", text())]);
    let warning = object([
        ("note", text()),
        ("gate", text()),
        ("decision", one_of(&["warn", "fail", "error", "unknown", "pass"])),
        ("findings", list(finding)),
    ]);
    titled(
        "What reviews of pairs warn of",
        object([
            ("schema_version", version()),
            ("reviews", number()),
            ("warnings", list(warning)),
            ("unread", list(text())),
            ("open", list(object([("note", text()), ("gate", text())]))),
            ("changed", list(object([("note", text()), ("gate", text())]))),
        ]),
    )
}
