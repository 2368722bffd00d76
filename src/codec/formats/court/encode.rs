//! Writing what a court says.

use super::{ACTIONS, CONFIDENCES, STATUSES};
use crate::codec::formats::criteria::blockers_of_their_own;
use crate::codec::tree::json::write_string;
use crate::codec::write::Spoken;
use crate::ir::{Diagnostic, Outcome, Verdict};
use crate::source::Span;

pub(super) fn encode(spoken: &Spoken<'_>) -> Result<String, Vec<Diagnostic>> {
    let [verdict] = spoken.verdicts else { return Err(vec![many(spoken.verdicts.len())]) };
    let outcome = verdict.stated.map(|stated| stated.outcome).or(verdict.effective());
    let action = ACTIONS.iter().find(|(_, own)| Some(*own) == outcome).map(|(word, _)| *word);
    let action = action.ok_or_else(|| vec![no_word(verdict.span)])?;
    let wrong = obstacles(spoken, verdict, action);
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let mut out = format!("{{\n  \"action\": \"{action}\"");
    let sure = CONFIDENCES.iter().find(|(_, own)| Some(*own) == verdict.confidence);
    if let Some((word, _)) = sure {
        out.push_str(&format!(",\n  \"confidence\": \"{word}\""));
    }
    out.push_str(",\n  \"per_criterion\": [");
    for (index, criterion) in verdict.criteria.iter().enumerate() {
        out.push_str(if index == 0 { "\n" } else { ",\n" });
        out.push_str("    {\n      \"id\": ");
        write_string(&mut out, &spoken.text(criterion.name));
        let status = word_for(criterion.outcome).unwrap_or_default();
        out.push_str(&format!(",\n      \"status\": \"{status}\""));
        if let Some(text) = criterion.text {
            out.push_str(",\n      \"reason\": ");
            write_string(&mut out, &spoken.text(text));
        }
        out.push_str("\n    }");
    }
    out.push_str(if verdict.criteria.is_empty() { "]\n}\n" } else { "\n  ]\n}\n" });
    Ok(out)
}

fn word_for(outcome: Option<Outcome>) -> Option<&'static str> {
    STATUSES.iter().find(|(_, own)| Some(*own) == outcome).map(|(word, _)| *word)
}

/// What a court has no words for.
fn obstacles(spoken: &Spoken<'_>, verdict: &Verdict, action: &str) -> Vec<Diagnostic> {
    let other = verdict.action.filter(|at| spoken.text(*at) != action);
    let undecided = verdict.criteria.iter().filter(|c| word_for(c.outcome).is_none());
    let findings = blockers_of_their_own(&verdict.criteria, &verdict.findings);
    (other.into_iter().map(other_action))
        .chain(undecided.map(|criterion| no_word(criterion.name)))
        .chain(findings.map(|finding| finding_alone(finding.span)))
        .collect()
}

/// A log of three reviews
fn many(count: usize) -> Diagnostic {
    Diagnostic::error("assize::write::one_verdict")
        .message(format!("`court` holds one verdict, and there are {count}"))
        .help("write each of them on its own")
}

/// A criterion that was not judged
fn no_word(at: Span) -> Diagnostic {
    Diagnostic::error("assize::write::no_word")
        .message("`court` has no word for this")
        .label(at, "neither pass, fail nor hold")
        .help("choose a format that has one")
}

/// `ACTION: escalate`
fn other_action(at: Span) -> Diagnostic {
    Diagnostic::error("assize::write::other_action")
        .message("`court` has no such action")
        .label(at, "would be lost")
        .help("choose another format")
}

/// `blocker: SQL built by concatenation`
fn finding_alone(at: Span) -> Diagnostic {
    Diagnostic::error("assize::write::finding_alone")
        .message("`court` has no place for findings that belong to no criterion")
        .label(at, "would be lost")
        .help("choose a format that can hold it, such as `quality`")
}
