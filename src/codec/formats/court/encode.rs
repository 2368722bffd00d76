//! Writing what a court says.

use super::{ACTIONS, ANSWER, CONFIDENCES, CRITERION, STATUSES};
use crate::codec::members::Json;
use crate::codec::mistakes::mistake_rows;
use crate::codec::render::EncodeInput;
use crate::codec::shared::criteria::{blockers_of_their_own, many};
use crate::ir::{Diagnostic, Format, Outcome, Verdict};
use crate::source::Span;

pub(super) fn encode(spoken: &EncodeInput<'_>) -> Result<String, Vec<Diagnostic>> {
    let [verdict] = spoken.verdicts else {
        return Err(vec![many(Format::Court, spoken.verdicts.len())]);
    };
    let outcome = verdict.stated.map(|stated| stated.outcome).or(verdict.effective());
    let action = ACTIONS.iter().find(|(_, own)| Some(*own) == outcome).map(|(word, _)| *word);
    let action = action.ok_or_else(|| vec![no_word(verdict.span)])?;
    let wrong = obstacles(spoken, verdict, action);
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let sure = CONFIDENCES.iter().find(|(_, own)| Some(*own) == verdict.confidence);
    let said = |at: Span| Json::text(spoken.text(at));
    let criteria = verdict.criteria.iter().map(|criterion| {
        CRITERION.json(|member| match member {
            "id" => Some(said(criterion.name)),
            "status" => word_for(criterion.outcome).map(Json::text),
            _ => criterion.text.map(said),
        })
    });
    let mut criteria = Some(Json::List(criteria.collect()));
    let answer = ANSWER.json(|member| match member {
        "action" => Some(Json::text(action)),
        "confidence" => sure.map(|(word, _)| Json::text(*word)),
        _ => criteria.take(),
    });
    Ok(answer.to_document())
}

fn word_for(outcome: Option<Outcome>) -> Option<&'static str> {
    STATUSES.iter().find(|(_, own)| Some(*own) == outcome).map(|(word, _)| *word)
}

/// What a court has no words for.
fn obstacles(spoken: &EncodeInput<'_>, verdict: &Verdict, action: &str) -> Vec<Diagnostic> {
    let other = verdict.action.filter(|at| spoken.text(*at) != action);
    let undecided = verdict.criteria.iter().filter(|c| word_for(c.outcome).is_none());
    let findings = blockers_of_their_own(&verdict.criteria, &verdict.findings);
    (other.into_iter().map(other_action))
        .chain(undecided.map(|criterion| no_word(criterion.name)))
        .chain(findings.map(|finding| finding_alone(finding.span)))
        .collect()
}

mistake_rows! {
    /// A criterion that was not judged
    error "assize::write::no_word" no_word(at: Span)
        "`court` has no word for this", at "neither pass, fail nor hold", "choose a format that has one";
    /// `ACTION: escalate`
    error "assize::write::other_action" other_action(at: Span)
        "`court` has no such action", at "would be lost", "choose another format";
    /// `blocker: SQL built by concatenation`
    error "assize::write::finding_alone" finding_alone(at: Span)
        "`court` has no place for findings that belong to no criterion", at "would be lost", "choose a format that can hold it, such as `quality`";
}
