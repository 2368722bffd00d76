//! What can be wrong with a report.

use crate::ir::Diagnostic;
use crate::source::Span;

/// `{"reviewer": "rationalization-trap"}`
pub(super) fn report_lacks(at: Span, what: &str) -> Diagnostic {
    Diagnostic::error("assize::read::report_lacks")
        .message(format!("the report has no `{what}`"))
        .label(at, format!("without `{what}`"))
        .help("write `reviewer` and `findings`, also when there are none: `\"findings\": []`")
}

/// `{"a": 1}`, read `--as trap-report`
pub(super) fn no_report(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::no_report")
        .message("this is not a report of findings")
        .label(at, "no object with `reviewer` and `findings`")
        .help("write one JSON object with both")
}

/// `"severity": "catastrophic"`
pub(super) fn unknown_severity(at: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::unknown_severity")
        .message("the severity of a finding is not known")
        .label(at, "not a severity of this format")
        .help("write `low`, `medium` or `high`")
}

/// `"confidence_summary": "90%"`
pub(super) fn unknown_confidence(at: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::unknown_confidence")
        .message("the confidence is not a known word")
        .label(at, "not one of `high`, `medium`, `low`")
        .help("write `high`, `medium` or `low`; until then the report counts as unsure")
}

/// `{"severity": "low"}` and nothing more
pub(super) fn finding_without_text(at: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::finding_without_text")
        .message("a finding does not say what was found")
        .label(at, "no quotation, no recommendation")
        .help("quote what was read, and say what to do about it")
}

/// `"escalation_flag": false` beside a high finding and `"confidence_summary": "high"`
pub(super) fn escalation_disagrees(flag: Span, raised: bool) -> Diagnostic {
    let diagnostic = Diagnostic::warning("assize::read::escalation_disagrees");
    match raised {
        true => diagnostic
            .message("a person is asked for, although no `high` finding is certain")
            .label(flag, "raised without need"),
        false => diagnostic
            .message("a `high` finding is certain, but no person is asked for")
            .label(flag, "not raised"),
    }
    .help("raise it exactly when `confidence_summary` is `high` and a finding is `high`")
}

/// `"status": "done"`
pub(super) fn unknown_status(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::unknown_word")
        .message("this is not a status of a review")
        .label(at, "not one of `passed`, `failed`")
        .help("write `passed` or `failed`")
}

/// `"status": "passed"` beside a critical finding
pub(super) fn status_disagrees(status: Span, finding: Span) -> Diagnostic {
    Diagnostic::error("assize::read::status_disagrees")
        .message("the review passed, and found something critical or major")
        .label(status, "this does not stop the work")
        .label(finding, "this does")
        .help("say `failed`, or make it `minor`")
}

/// `"status": "failed", "findings": []`
pub(super) fn failed_without_findings(status: Span) -> Diagnostic {
    Diagnostic::error("assize::read::failed_without_findings")
        .message("the review failed, and found nothing critical or major")
        .label(status, "nothing below explains this")
        .help("list what stops the work, or say `passed`")
}
