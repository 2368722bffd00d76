//! The JSON Schemas of what the commands of rounds print. `tests/command/schemas.rs` holds them to it, member by member.

use serde_json::{Value, json};

use super::shape::{
    any_object, list, number, object, one_of, one_of_codes, or_null, outcome_or, text, titled,
    version, yes_no,
};
use crate::docket::State;

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
        ("texts?", text()),
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
        ("texts", text()),
        ("docket", any_object()),
    ]);
    titled(
        "What a docket came to, in members of `assize schema ruling-line`, and the docket, as `assize schema docket` has it; with `--shadow` or `--explain` the whole ruling",
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
        (
            "hooks",
            object([("sessions", list(text())), ("blocked", number()), ("ended", or_null(text()))]),
        ),
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
