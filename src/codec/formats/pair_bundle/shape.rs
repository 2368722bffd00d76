//! The members of a bundle, and what is wrong with one that is not as it should be.

use crate::codec::mistakes::{self, shown};
use crate::codec::tree::json::{Type, Value};
use crate::ir::Diagnostic;
use crate::source::Span;

pub(super) const NOTE: &str = "note";
pub(super) const GATE: &str = "gate";
pub(super) const DECISION: &str = "decision";
pub(super) const SUMMARY: &str = "summary";
pub(super) const FINDINGS: &str = "findings";
pub(super) const REVISION: &str = "suggested_revision";
/// The members of a review. The last may be left out.
pub(super) const MEMBERS: [&str; 6] = [NOTE, GATE, DECISION, SUMMARY, FINDINGS, REVISION];

/// The members of a finding.
pub(super) const SEVERITY: &str = "severity";
pub(super) const TEXT: &str = "text";

/// `so it goes`, asked to be read as a bundle
pub(super) fn no_object(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::no_bundle")
        .message("the text is not a bundle of pair reviews")
        .label(at, "not a JSON object")
        .help("write one JSON object with a member `pairs`")
}

/// `{"pairs": []}`
pub(super) fn no_pair(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::no_bundle")
        .message("the bundle holds no review")
        .label(at, "empty")
        .help("write one object for each pair of a note and a gate")
}

/// `{"pairs": {}}`
pub(super) fn wrong_type(value: Value<'_>, name: &str, wanted: Type) -> Diagnostic {
    let name = match name.contains('`') {
        true => name.to_owned(),
        false => format!("`{name}`"),
    };
    Diagnostic::error("assize::read::wrong_type")
        .message(format!("{name} is {}", value.kind().in_words()))
        .label(value.span(), format!("not {}", wanted.in_words()))
        .help("write what the schema asks for; `assize contract pair-bundle --schema` prints it")
}

/// `{"pairs": [{"note": "a.md"}]}`
pub(super) fn missing_member(of: Value<'_>, name: &str) -> Diagnostic {
    Diagnostic::error("assize::read::missing_member")
        .message(format!("`{name}` is missing"))
        .label(of.span(), format!("has no member `{name}`"))
        .help("write all members of the schema, also those that say little")
}

/// `{"pairs": [], "overall": "PASS"}`
pub(super) fn unknown_member(name: Value<'_>, known: &[&str]) -> Diagnostic {
    let known: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
    Diagnostic::error("assize::read::unknown_member")
        .message(format!("`{}` is not a member of this object", name.text().unwrap_or_default()))
        .label(name.span(), "not in the schema")
        .help(format!("leave it out; the members are {}", known.join(", ")))
}

/// `{"note": "", ...}`
pub(super) fn blank_name(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::blank_name")
        .message("a review does not say what it is about")
        .label(at, "the note or the gate is blank")
        .help("copy note and gate from what was asked for")
}

/// `{"severity": "odd", ...}`
pub(super) fn unknown_severity(at: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::unknown_severity")
        .message("the severity of a finding is not known, so the finding counts as `fail`")
        .label(at, "not a severity")
        .help("write `info`, `warn`, `fail` or `error`")
}

/// `{"decision": "PASS|WARN|FAIL|ERROR", ...}`
pub(super) fn template(at: Span) -> Diagnostic {
    mistakes::template(at, "one word belongs here", "write `PASS`, `WARN`, `FAIL` or `ERROR`")
}

/// `{"decision": "approved", ...}`
pub(super) fn unknown_decision(text: &str, at: Span) -> Diagnostic {
    let message = match text.trim().is_empty() {
        true => "the decision is empty".to_owned(),
        false => format!("`{}` is not a decision", shown(text)),
    };
    let diagnostic = Diagnostic::error("assize::read::unknown_decision")
        .message(message)
        .label(at, "not one of `PASS`, `WARN`, `FAIL`, `ERROR`");
    match crate::codec::odd_character(text) {
        Some(odd) => diagnostic.help(format!("write the word in plain letters, without {odd}")),
        None => diagnostic.help("write one of the four words, and nothing else"),
    }
}
