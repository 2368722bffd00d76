//! From verdicts to a bundle.

use super::{BUNDLE, FINDING, REVIEW};
use crate::codec::members::Json;
use crate::codec::render::EncodeInput;
use crate::codec::shared::pair::{self, grade_of};
use crate::ir::{Diagnostic, Subject, Verdict};
use crate::source::Span;

/// Writes one object for each verdict.
pub(super) fn encode(spoken: &EncodeInput<'_>) -> Result<String, Vec<Diagnostic>> {
    let mut wrong = Vec::new();
    let pairs = spoken.verdicts.iter().filter_map(|verdict| review(spoken, verdict, &mut wrong));
    let mut pairs = Some(Json::List(pairs.collect()));
    if !wrong.is_empty() {
        return Err(wrong);
    }
    Ok(BUNDLE.json(|_| pairs.take()).to_document())
}

fn review(
    spoken: &EncodeInput<'_>,
    verdict: &Verdict,
    wrong: &mut Vec<Diagnostic>,
) -> Option<Json> {
    let text = |at: Span| Json::text(pair::unified(spoken.text(at)));
    let Subject::Pair { note, gate } = &verdict.subject else {
        wrong.push(pair::no_pair(verdict.span));
        return None;
    };
    if verdict.inferred {
        let at = verdict.stated.map_or(verdict.span, |stated| stated.word);
        wrong.push(pair::inferred_result(at));
        return None;
    }
    let asked_for = |word: &&str| pair::CHOICES.contains(word);
    let Some(decision) = pair::result(spoken, verdict).filter(asked_for) else {
        wrong.push(pair::no_result(verdict.span));
        return None;
    };
    let findings = verdict.findings.iter().filter_map(|finding| {
        let severity = grade_of(finding.kind, finding.severity);
        if severity.is_none() {
            wrong.push(pair::no_severity(finding));
        }
        let severity = severity?;
        Some(FINDING.json(|member| match member {
            "severity" => Some(Json::text(severity)),
            _ => Some(text(finding.text)),
        }))
    });
    let mut findings = Some(Json::List(findings.collect()));
    Some(REVIEW.json(|member| match member {
        "note" => Some(Json::text(note)),
        "gate" => Some(Json::text(gate)),
        "decision" => Some(Json::text(decision)),
        "summary" => Some(verdict.summary.map_or(Json::text(""), text)),
        "findings" => findings.take(),
        _ => verdict.revision.map(text),
    }))
}
