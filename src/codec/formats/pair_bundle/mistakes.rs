//! What is wrong with a bundle that is not as it should be.

use crate::codec::mistakes::mistake_rows;
use crate::codec::mistakes::{self, shown};
use crate::ir::Diagnostic;
use crate::source::Span;

/// `{"decision": "PASS|WARN|FAIL|ERROR", ...}`
pub(super) fn template(at: Span) -> Diagnostic {
    mistakes::template(at, "one word belongs here", "write `PASS`, `WARN`, `FAIL` or `ERROR`")
}

mistake_rows! {
    /// `{"pairs": []}`
    pub(super) error "assize::read::no_bundle" no_pair(at: Span)
        "the bundle contains no review", at "empty", "write one object for each pair of a note and a gate";
    /// `{"note": "", ...}`
    pub(super) error "assize::read::blank_name" blank_name(at: Span)
        "a review does not say what it is about", at "the note or the gate is blank", "copy note and gate from what was asked for";
    /// `{"severity": "odd", ...}`
    pub(super) warning "assize::read::unknown_severity" unknown_severity(at: Span)
        "the severity of a finding is not known, so the finding counts as `fail`", at "not a severity", "write `info`, `warn`, `fail` or `error`";
    /// `{"decision": "approved", ...}`
    pub(super) error "assize::read::unknown_decision" unknown_decision(text: &str, at: Span)
        [shown = if text.trim().is_empty() { "the decision is empty".to_owned() } else { format!("`{}` is not a decision", shown(text)) }]
        "{shown}", at "not one of `PASS`, `WARN`, `FAIL`, `ERROR`", "write one of the four words, and nothing else",
        odd in text => "write the word in plain letters, without {odd}";
}
