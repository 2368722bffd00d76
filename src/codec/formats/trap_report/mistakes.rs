//! What can be wrong with a report.

use crate::codec::mistakes::mistake_rows;
use crate::ir::Diagnostic;
use crate::source::Span;

mistake_rows! {
    /// `{"reviewer": "rationalization-trap"}`
    pub(super) error "assize::read::report_lacks" report_lacks(at: Span, what: &str)
        "the report has no `{what}`", at "without `{what}`", "write `reviewer` and `findings`, also when there are none: `\"findings\": []`";
    /// `{"a": 1}`, read `--as trap-report`
    pub(super) error "assize::read::no_report" no_report(at: Span)
        "this is not a report of findings", at "no object with `reviewer` and `findings`", "write one JSON object with both";
    /// `"severity": "catastrophic"`
    pub(super) warning "assize::read::unknown_severity" unknown_severity(at: Span)
        "the severity of a finding is not known", at "not a severity of this format", "write `low`, `medium` or `high`";
    /// `"confidence_summary": "90%"`
    pub(super) warning "assize::read::unknown_confidence" unknown_confidence(at: Span)
        "the confidence is not a known word", at "not one of `high`, `medium`, `low`", "write `high`, `medium` or `low`; until then the report counts as unsure";
    /// `{"severity": "low"}` and nothing more
    pub(super) warning "assize::read::finding_without_text" finding_without_text(at: Span)
        "a finding does not say what was found", at "no quotation, no recommendation", "quote what was read, and say what to do about it";
    /// `"status": "done"`
    pub(super) error "assize::read::unknown_word" unknown_status(at: Span)
        "this is not a status of a review", at "not one of `passed`, `failed`", "write `passed` or `failed`";
    /// `"status": "passed"` beside a critical finding
    pub(super) error "assize::read::status_disagrees" status_disagrees(status: Span, finding: Span)
        "the review passed, and found something critical or major", status "this does not stop the work", finding "this does", "say `failed`, or make it `minor`";
    /// `"status": "failed", "findings": []`
    pub(super) error "assize::read::failed_without_findings" failed_without_findings(status: Span)
        "the review failed, and found nothing critical or major", status "nothing below explains this", "list what stops the work, or say `passed`";
    /// `"escalation_flag": false` beside a high finding and `"confidence_summary": "high"`
    pub(super) warning "assize::read::escalation_disagrees" escalation_disagrees(flag: Span, raised: bool)
        [(what, not) = match raised {
            true => ("a person is asked for, although no `high` finding is certain", "raised without need"),
            false => ("a `high` finding is certain, but no person is asked for", "not raised"),
        }]
        "{what}", flag "{not}", "raise it exactly when `confidence_summary` is `high` and a finding is `high`";
}
