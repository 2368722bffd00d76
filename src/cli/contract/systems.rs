//! The JSON Schemas of what the systems of reviewers print. `tests/command/schemas.rs` holds them to it, member by member.

use serde_json::{Value, json};

use super::shape::{
    any_object, list, number, object, one_of, or_null, outcome_or, text, titled, version, yes_no,
};

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
        ("skipped", list(text())),
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
            ("reason", or_null(one_of(&["nothing_reviewed", "no_review"]))),
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
            ("reason", or_null(one_of(&["nothing_reviewed", "no_review"]))),
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
    let refused = object([
        ("note", text()),
        ("gate", text()),
        ("decision", text()),
        ("state", one_of(&["superseded", "unread"])),
        ("source", text()),
    ]);
    titled(
        "Reviews of pairs that were kept",
        object([
            ("schema_version", version()),
            ("into", text()),
            ("whole", yes_no()),
            ("exit_code", number()),
            ("stored", list(stored)),
            ("refused", list(refused)),
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
