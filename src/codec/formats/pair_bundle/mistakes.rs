//! What is wrong with a bundle that is not as it should be.

use crate::codec::mistakes::{self, shown};
use crate::ir::Diagnostic;
use crate::source::Span;

/// `{"pairs": []}`
pub(super) fn no_pair(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::no_bundle")
        .message("the bundle contains no review")
        .label(at, "empty")
        .help("write one object for each pair of a note and a gate")
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
    match crate::codec::mistakes::odd_character(text) {
        Some(odd) => diagnostic.help(format!("write the word in plain letters, without {odd}")),
        None => diagnostic.help("write one of the four words, and nothing else"),
    }
}
