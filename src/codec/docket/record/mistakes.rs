//! What is wrong with a ruling that was recorded with its docket.

use crate::ir::Diagnostic;
use crate::source::Span;

/// `assize gate reports --json >> archive/rulings.jsonl`
pub(super) fn only_a_ruling(at: Span) -> Diagnostic {
    Diagnostic::error("assize::docket::only_a_ruling")
        .message("it is a ruling, which says what was decided and not what reviewers wrote")
        .label(at, "what a policy said, which another one is not asked about")
        .help(
            "record rulings with their dockets, `assize gate … --with-docket`, or keep the reports",
        )
}

/// `{"outcome": "error", …}`
pub(super) fn no_ruling(at: Span) -> Diagnostic {
    Diagnostic::error("assize::docket::no_ruling")
        .message("it says that there was no ruling, and holds no docket")
        .label(at, "nothing was judged")
        .help("leave it out of the recorded rounds")
}

/// `"schema_version": 2`
pub(super) fn other_version(at: Span) -> Diagnostic {
    Diagnostic::error("assize::docket::other_version")
        .message("the ruling has a shape that is not known here")
        .label(at, "another version")
        .help("judge it with the version of Assize that wrote it, or a later one")
}

/// A ruling without its `inputs`
pub(super) fn ruling_lacks(at: Span, told: &str) -> Diagnostic {
    Diagnostic::error("assize::docket::ruling_lacks")
        .message(format!("the ruling is not whole: {told}"))
        .label(at, "something was taken out of it")
        .help("record it as `assize gate … --with-docket` prints it")
}

/// A ruling beside the docket of another one
pub(super) fn other_docket(at: Span, why: &str) -> Diagnostic {
    Diagnostic::error("assize::docket::other_docket")
        .message(format!("the ruling is not about the docket beside it: {why}"))
        .label(at, "does not agree with the docket")
        .help("it was changed since it was printed; record it as `assize gate … --with-docket` prints it")
}

/// `{"ruling": {…}, "docket": {…}, "outcome": "pass"}`
pub(super) fn unknown_member(at: Span) -> Diagnostic {
    Diagnostic::error("assize::docket::unknown_member")
        .message("beside a ruling and its docket there stands something else")
        .label(at, "not what a gate prints")
        .help("record it as `assize gate … --with-docket` prints it")
}
