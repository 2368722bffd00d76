//! What was stated of a pair, held against what was found.

use crate::codec::builder::DecodeLog;
use crate::ir::{Diagnostic, FindingKind, Outcome, Severity, Stated, Verdict};
use crate::source::Span;

/// Holds what was stated against what was found; the worse of the two counts.
pub(in crate::codec) fn check_agreement(verdict: &mut Verdict, reading: &mut DecodeLog<'_>) {
    let (Some(stated), Some(derived)) = (verdict.stated, verdict.derived) else { return };
    if stated.outcome == derived || stated.outcome == Outcome::Hold {
        return;
    }
    let found = verdict.findings.iter().find(|finding| match derived {
        Outcome::Fail => finding.kind == FindingKind::Blocker,
        _ => finding.severity != Some(Severity::Info) || derived == Outcome::Pass,
    });
    let found = found.map_or(stated.word, |finding| finding.span);
    verdict.contradictory |= derived == Outcome::Fail;
    reading.report(findings_disagree(stated, found, derived));
}

/// `## Result: PASS` below `- fail: ...`
fn findings_disagree(stated: Stated, found: Span, derived: Outcome) -> Diagnostic {
    let better = stated.outcome < derived;
    let diagnostic = match better {
        true => Diagnostic::error("assize::read::findings_disagree"),
        false => Diagnostic::warning("assize::read::findings_disagree"),
    };
    let word = stated.outcome.as_str();
    diagnostic
        .message(format!("the result is `{word}`, the findings come to `{derived}`"))
        .label(stated.word, if better { "better than its findings" } else { "counts" })
        .label(found, if better { "counts" } else { "better than the result" })
        .help("state what the worst finding comes to, or correct its severity")
}
