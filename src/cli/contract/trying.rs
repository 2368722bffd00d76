//! The JSON Schemas of what `assize policy verify` and `assize policy diff` print. `tests/command/trying.rs` holds them to
//! it, member by member.

use serde_json::{Value, json};

use super::super::printed::Printed;
use super::shape::{
    list, number, object, one_of, or_null, outcome_or, text, titled, version, yes_no,
};
use crate::Stage;
use crate::docket::State;
use crate::ruling::ActionKind;
use crate::trial::{Change, Direction, Effect, MadeEntry, MadeState, Property};
use crate::verdict::{Confidence, FindingKind, Severity};

/// What the two print.
pub(super) const SHAPES: [Printed; 2] = [
    ("verified", "What `assize policy verify --format json` prints", verified),
    ("differences", "What `assize policy diff --format json` prints", differences),
];

/// The words of a closed vocabulary.
macro_rules! words_of {
    ($name:ident) => {
        one_of(&$name::ALL.iter().map(|one| one.as_str()).collect::<Vec<_>>())
    };
}

fn verified() -> String {
    let violation = || {
        object([
            ("property", words_of!(Property)),
            ("says", text()),
            ("name", or_null(text())),
            ("rule", or_null(text())),
            ("witness", or_null(witness())),
            ("other", or_null(witness())),
        ])
    };
    let scope = object([
        ("about", or_null(text())),
        ("named_seats", number()),
        ("seats", number()),
        ("subjects", number()),
        ("findings", number()),
        ("all_but_two_alike", yes_no()),
        ("worlds", number()),
        ("dockets", number()),
        ("tried", number()),
        ("judgings", number()),
        ("in_rhai", number()),
    ]);
    let param = object([("name", text()), ("direction", words_of!(Direction))]);
    let meant = object([
        ("property", words_of!(Property)),
        ("reason", text()),
        ("shown", list(violation())),
    ]);
    let policy = object([
        ("stage", words_of!(Stage)),
        ("policy", text()),
        ("holds", yes_no()),
        ("scopes", list(scope)),
        ("violations", list(violation())),
        ("meant", list(meant)),
        ("unseen", list(violation())),
        ("params", list(param)),
        ("not_covered", list(text())),
    ]);
    titled(
        "What holds of policies on every small docket, and what does not",
        object([
            ("schema_version", version()),
            ("exit_code", one_of_codes()),
            ("policies", list(policy)),
        ]),
    )
}

fn differences() -> String {
    let group = object([
        ("kind", kind()),
        ("from", ruled()),
        ("to", ruled()),
        ("dockets", number()),
        ("says", text()),
        ("witness", docket()),
        ("case", or_null(text())),
    ]);
    let undecided = object([
        ("clause", text()),
        ("line", number()),
        ("change", words_of!(Change)),
        ("says", text()),
    ]);
    let edited = object([
        ("clause", text()),
        ("line", number()),
        ("change", words_of!(Change)),
        ("does", words_of!(Effect)),
    ]);
    let policy = object([
        ("stage", words_of!(Stage)),
        ("old", text()),
        ("new", text()),
        ("loosens", yes_no()),
        ("dockets", number()),
        ("tried", number()),
        ("groups", list(group)),
        ("edits", list(edited)),
        ("undecided", list(undecided)),
        ("not_covered", list(text())),
    ]);
    let panel = object([("panel", text()), ("loosens", yes_no()), ("says", text())]);
    let word = object([("loosens", yes_no()), ("says", text())]);
    let beside = object([("kind", one_of(&["new", "gone", "renamed"])), ("says", text())]);
    let made = object([
        ("schema_version", version()),
        ("exit_code", json!({ "enum": [0, 1, 3] })),
        ("policies", list(policy)),
        ("panels", list(panel)),
        ("words", list(word.clone())),
        ("hooks", list(word)),
        ("beside", list(beside)),
    ]);
    let rounds =
        object([("kind", kind()), ("from", ruled()), ("to", ruled()), ("rounds", list(text()))]);
    let otherwise = object([("round", text()), ("recorded", outcome_or(&[])), ("now", ruled())]);
    let was =
        object([("by_old", number()), ("by_others", number()), ("otherwise", list(otherwise))]);
    let recorded = object([
        ("schema_version", version()),
        ("exit_code", one_of_codes()),
        ("old", text()),
        ("new", text()),
        ("rounds", number()),
        ("loosens", yes_no()),
        ("groups", list(rounds)),
        ("recorded", or_null(was)),
    ]);
    titled(
        "Where policies differ: on dockets that were made up, or with `--on` on recorded rounds",
        json!({ "oneOf": [made, recorded] }),
    )
}

fn one_of_codes() -> Value {
    json!({ "enum": [0, 1] })
}

/// What became of an outcome.
fn kind() -> Value {
    one_of(&["opens", "looser", "shuts", "stricter", "gives up", "keeps", "differs"])
}

fn ruled() -> Value {
    object([
        ("outcome", outcome_or(&[])),
        ("open", yes_no()),
        ("action", or_null(words_of!(ActionKind))),
        ("rule", or_null(text())),
        ("refused", yes_no()),
    ])
}

fn witness() -> Value {
    object([
        ("docket", docket()),
        ("outcome", outcome_or(&[])),
        ("action", or_null(words_of!(ActionKind))),
        ("word", or_null(text())),
        ("rule", or_null(text())),
        ("refused", yes_no()),
    ])
}

/// A docket that was made up.
fn docket() -> Value {
    let finding = object([
        ("kind", words_of!(FindingKind)),
        ("severity", or_null(words_of!(Severity))),
        ("category", or_null(text())),
        ("path", or_null(text())),
        ("line", or_null(number())),
        ("text", text()),
    ]);
    let says = object([
        ("state", json!({ "const": State::Reported.as_str() })),
        ("outcome", outcome_or(&[])),
        ("confidence", words_of!(Confidence)),
        ("word", or_null(text())),
        ("doubted", yes_no()),
        ("entries", list(words_of!(MadeEntry))),
        ("findings", list(finding)),
    ]);
    let is = object([("state", words_of!(MadeState))]);
    let seat = object([("seat", text()), ("answers", list(json!({ "oneOf": [says, is] })))]);
    object([
        ("in_words", text()),
        ("subjects", list(text())),
        ("seats", list(seat)),
        ("given", list(object([("name", text()), ("value", text())]))),
        ("changed", or_null(list(text()))),
        ("lines_changed", or_null(number())),
        ("attempts", list(object([("seat", text()), ("action", text())]))),
        ("round", number()),
    ])
}
