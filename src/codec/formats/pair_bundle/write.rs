//! From verdicts to a bundle.

use std::borrow::Cow;

use serde::Serialize;

use crate::codec::render::EncodeInput;
use crate::codec::shared::pair::{self, grade_of};
use crate::ir::{Diagnostic, Subject, Verdict};
use crate::source::Span;

#[derive(Serialize)]
struct Bundle<'a> {
    pairs: Vec<Review<'a>>,
}

#[derive(Serialize)]
struct Review<'a> {
    note: &'a str,
    gate: &'a str,
    decision: &'static str,
    summary: Cow<'a, str>,
    findings: Vec<Item<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    suggested_revision: Option<Cow<'a, str>>,
}

#[derive(Serialize)]
struct Item<'a> {
    severity: &'static str,
    text: Cow<'a, str>,
}

/// Writes one object for each verdict.
pub(super) fn encode(spoken: &EncodeInput<'_>) -> Result<String, Vec<Diagnostic>> {
    let mut wrong = Vec::new();
    let pairs = spoken.verdicts.iter().filter_map(|verdict| review(spoken, verdict, &mut wrong));
    let bundle = Bundle { pairs: pairs.collect() };
    if !wrong.is_empty() {
        return Err(wrong);
    }
    match serde_json::to_string_pretty(&bundle) {
        Ok(text) => Ok(text + "\n"),
        Err(error) => Err(vec![not_json(&error)]),
    }
}

fn review<'a>(
    spoken: &EncodeInput<'a>,
    verdict: &'a Verdict,
    wrong: &mut Vec<Diagnostic>,
) -> Option<Review<'a>> {
    let text = |at: Span| pair::unified(spoken.text(at));
    let Subject::Pair { note, gate } = &verdict.subject else {
        wrong.push(pair::no_pair(verdict.span));
        return None;
    };
    if verdict.inferred {
        let at = verdict.stated.map_or(verdict.span, |stated| stated.word);
        wrong.push(pair::inferred_result(at));
        return None;
    }
    let known = |word: &&str| pair::asked_for().any(|asked| asked.word == *word);
    let Some(decision) = pair::result(spoken, verdict).filter(known) else {
        wrong.push(pair::no_result(verdict.span));
        return None;
    };
    let findings = verdict.findings.iter().filter_map(|finding| {
        match grade_of(finding.kind, finding.severity) {
            Some(severity) => Some(Item { severity, text: text(finding.text) }),
            None => {
                wrong.push(pair::no_severity(finding));
                None
            }
        }
    });
    let findings = findings.collect();
    let summary = verdict.summary.map(text).unwrap_or_default();
    let suggested_revision = verdict.revision.map(text);
    Some(Review { note, gate, decision, summary, findings, suggested_revision })
}

/// What no string can bring about
fn not_json(error: &serde_json::Error) -> Diagnostic {
    Diagnostic::error("assize::write::not_json")
        .message(format!("the bundle could not be written: {error}"))
        .help("choose another format")
}
