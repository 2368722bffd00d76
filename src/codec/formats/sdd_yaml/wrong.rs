//! What can be wrong with the YAML of SDD, and what to do about it.

use crate::ir::Diagnostic;
use crate::source::Span;

/// `issues: "the amount is a float"`; `A1: "the amount is a float"` below `issues:`
pub(super) fn no_list(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::malformed_row")
        .message("`issues` is not a list, so it is not known how bad they are")
        .label(at, "how many, and how bad?")
        .help("begin each issue with `- severity:`, and write `issues: []` where there is none")
}

/// `- severity: "U"`, or an issue without `severity`
pub(super) fn no_severity(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::malformed_row")
        .message("the `severity` of an issue is not known, so it counts as high")
        .label(at, "kept as it is")
        .help("write `severity:` with C, H, M or L in each issue")
}

/// `- severity: "H"`, and no `summary`
pub(super) fn no_text(issue: Span) -> Diagnostic {
    Diagnostic::error("assize::read::short_row")
        .message("an issue does not say what is wrong, so the verdict is no pass")
        .label(issue, "kept as it is")
        .help("write `summary:` in each issue")
}

/// `- target: "names"` below `compliance:`, beside rows with a `status`
pub(super) fn no_status(row: Span) -> Diagnostic {
    Diagnostic::error("assize::read::short_row")
        .message("a row that was checked has no `status`, so the verdict is at best a hold")
        .label(row, "passed, or failed?")
        .help("write `status: \"PASS\"` or `status: \"FAIL\"` in each row")
}
