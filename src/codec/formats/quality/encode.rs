//! Writing the answer of a quality review.

use super::{ANSWER, CRITERION, NO_FEEDBACK};
use crate::codec::members::Json;
use crate::codec::mistakes::mistake_rows;
use crate::codec::render::EncodeInput;
use crate::codec::shared::criteria::{blockers_of_their_own, many};
use crate::ir::{Diagnostic, FindingKind, Format, Outcome, Verdict};
use crate::source::Span;

/// One criterion as it is written: its name, whether it is met, what is said of it.
type Entry = (Span, bool, Option<Span>);

pub(super) fn encode(spoken: &EncodeInput<'_>) -> Result<String, Vec<Diagnostic>> {
    let [verdict] = spoken.verdicts else {
        return Err(vec![many(Format::Quality, spoken.verdicts.len())]);
    };
    let entries = entries(verdict)?;
    let feedback = verdict.summary.map(|at| spoken.text(at));
    let said = |at: Span| Json::text(spoken.text(at));
    let results = entries.into_iter().map(|(name, met, text)| {
        CRITERION.json(|member| match member {
            "criterion" => Some(said(name)),
            "passed" => Some(Json::Bool(met)),
            _ => Some(text.map_or(Json::Null, said)),
        })
    });
    let mut results = Some(Json::List(results.collect()));
    let answer = ANSWER.json(|member| match member {
        "passed" => Some(Json::Bool(verdict.effective() == Some(Outcome::Pass))),
        "feedback" => Some(Json::text(feedback.as_deref().unwrap_or(NO_FEEDBACK))),
        _ => results.take(),
    });
    Ok(answer.to_document())
}

/// The criteria, and a failed one for each blocker that is none of them.
fn entries(verdict: &Verdict) -> Result<Vec<Entry>, Vec<Diagnostic>> {
    let (mut entries, mut wrong) = (Vec::new(), Vec::new());
    for criterion in &verdict.criteria {
        match criterion.outcome {
            Some(Outcome::Pass) => entries.push((criterion.name, true, criterion.text)),
            Some(Outcome::Fail) => entries.push((criterion.name, false, criterion.text)),
            _ => wrong.push(neither(criterion.name)),
        }
    }
    for finding in blockers_of_their_own(&verdict.criteria, &verdict.findings) {
        match finding.kind {
            FindingKind::Advisory => wrong.push(advisory(finding.span)),
            FindingKind::Blocker => entries.push((finding.text, false, None)),
        }
    }
    if wrong.is_empty() { Ok(entries) } else { Err(wrong) }
}

mistake_rows! {
    /// A criterion that is only suspicious
    error "assize::write::undecided_criterion" neither(at: Span)
        "`quality` only holds criteria that are met or not met", at "neither of the two", "choose a format that can, such as `court`";
    /// `advisory: slow on lists`
    error "assize::write::advisory" advisory(at: Span)
        "`quality` has no place for findings that do not block", at "would be lost", "choose a format that can hold it";
}
