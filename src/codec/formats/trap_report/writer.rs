//! From a verdict to a report.

use super::{EVIDENCE, FINDING, REPORT, words};
use crate::codec::members::Json;
use crate::codec::render::{EncodeInput, Part, cannot_hold};
use crate::ir::{Confidence, Diagnostic, Finding, Format, Member, Severity, Subject, Verdict};
use crate::source::Span;

pub(super) fn encode(spoken: &EncodeInput<'_>) -> Result<String, Vec<Diagnostic>> {
    let [verdict] = spoken.verdicts else {
        let second = spoken.verdicts.get(1).map(|verdict| verdict.span);
        return Err(vec![several(second.unwrap_or_default())]);
    };
    if verdict.subject != Subject::Change {
        return Err(vec![several(verdict.span)]);
    }
    let text = |at: Span| Json::text(spoken.text(at));
    let compound = verdict.members.iter().any(|member| {
        spoken.text(member.name) == "schema" && spoken.text(member.text) == words::COMPOUND
    });
    let reviewer = match verdict.reviewer {
        Some(at) => Some(text(at)),
        None if compound => None,
        None => Some(Json::text(words::NAMES[0])),
    };
    // Only the compound reviewer says what its report comes to.
    let status = verdict.stated.filter(|_| !spoken.drops(Part::Stated));
    if let Some(stated) = status.filter(|_| !compound) {
        return Err(vec![cannot_hold(Format::TrapReport, Part::Stated, stated.word)]);
    }
    let status = status.and_then(|stated| {
        words::STATUS.iter().find(|(_, outcome)| *outcome == stated.outcome).map(|(word, _)| *word)
    });
    let raised = verdict.tags.iter().any(|tag| spoken.text(*tag) == "escalation_flag");
    let report = REPORT.json(|member| match member {
        "reviewer" => reviewer.clone(),
        "status" => status.map(Json::text),
        "findings" => {
            let findings = verdict.findings.iter().map(|found| finding(spoken, verdict, found));
            Some(Json::List(findings.collect()))
        }
        "confidence_summary" => verdict.confidence.map(|confidence| match confidence {
            Confidence::Med => Json::text("medium"),
            known => Json::text(known.as_str()),
        }),
        "escalation_flag" => Some(Json::Bool(raised)),
        "residual_risks" => Some(Json::List(verdict.notes.iter().copied().map(text).collect())),
        "testing_gaps" => Some(Json::List(Vec::new())),
        _ => None,
    });
    let own = |at: Span| verdict.findings.iter().any(|found| holds(found, at));
    let more = verdict.members.iter().filter(|member| !own(member.name));
    Ok(with(report, spoken, more).to_document())
}

/// An object, and members that are only kept.
fn with<'v>(
    object: Json,
    spoken: &EncodeInput<'_>,
    more: impl Iterator<Item = &'v Member>,
) -> Json {
    let more = more.map(|member| {
        (spoken.text(member.name).into_owned(), Json::text(spoken.text(member.text)))
    });
    match object {
        Json::Object(members) => Json::Object(members.into_iter().chain(more).collect()),
        other => other,
    }
}

/// Whether something stands inside a finding.
fn holds(finding: &Finding, at: Span) -> bool {
    let around = finding.span;
    around.source == at.source && around.start <= at.start && at.end <= around.end
}

fn finding(spoken: &EncodeInput<'_>, verdict: &Verdict, found: &Finding) -> Json {
    let text = |at: Span| Json::text(spoken.text(at));
    let finding = FINDING.json(|member| match member {
        "signature" => found.category.map(text),
        "severity" => found.severity.map(|severity| match severity {
            Severity::Info => Json::text(Severity::Low.as_str()),
            known => Json::text(known.as_str()),
        }),
        "evidence" => Some(EVIDENCE.json(|member| match member {
            "quote" => Some(text(found.text)),
            _ => found.location.as_ref().map(|place| Json::text(spoken.place(place))),
        })),
        "recommendation" => found.advice.map(text),
        _ => None,
    });
    let more = verdict.members.iter().filter(|member| holds(found, member.name));
    with(finding, spoken, more)
}

/// Two verdicts, or one about a part of the change
fn several(at: Span) -> Diagnostic {
    Diagnostic::error("assize::write::one_verdict")
        .message("a trap report holds one verdict about the whole change")
        .label(at, "this would be lost")
        .help("choose a format that holds several, or write one file each")
}
