//! Writing the answer of a quality review.

use super::NO_FEEDBACK;
use crate::codec::formats::criteria::blockers_of_their_own;
use crate::codec::tree::json::write_string;
use crate::codec::write::Spoken;
use crate::ir::{Diagnostic, FindingKind, Outcome, Verdict};
use crate::source::Span;

/// One criterion as it is written: its name, whether it is met, what is said of it.
type Entry = (Span, bool, Option<Span>);

pub(super) fn encode(spoken: &Spoken<'_>) -> Result<String, Vec<Diagnostic>> {
    let [verdict] = spoken.verdicts else { return Err(vec![many(spoken.verdicts.len())]) };
    let entries = entries(verdict)?;
    let passed = verdict.effective() == Some(Outcome::Pass);
    let mut out = format!("{{\n  \"passed\": {passed},\n  \"feedback\": ");
    let feedback = verdict.summary.map(|at| spoken.text(at));
    write_string(&mut out, feedback.as_deref().unwrap_or(NO_FEEDBACK));
    out.push_str(",\n  \"criteria_results\": [");
    for (index, (name, met, text)) in entries.into_iter().enumerate() {
        out.push_str(if index == 0 { "\n" } else { ",\n" });
        out.push_str("    {\n      \"criterion\": ");
        write_string(&mut out, &spoken.text(name));
        out.push_str(if met { ",\n      \"passed\": true" } else { ",\n      \"passed\": false" });
        out.push_str(",\n      \"feedback\": ");
        match text {
            Some(text) => write_string(&mut out, &spoken.text(text)),
            None => out.push_str("null"),
        }
        out.push_str("\n    }");
    }
    let empty = out.ends_with('[');
    out.push_str(if empty { "]\n}\n" } else { "\n  ]\n}\n" });
    Ok(out)
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

/// A log of three reviews
fn many(count: usize) -> Diagnostic {
    Diagnostic::error("assize::write::one_verdict")
        .message(format!("`quality` holds one verdict, and there are {count}"))
        .help("write each of them on its own")
}

/// A criterion that is only suspicious
fn neither(at: Span) -> Diagnostic {
    Diagnostic::error("assize::write::undecided_criterion")
        .message("`quality` only holds criteria that are met or not met")
        .label(at, "neither of the two")
        .help("choose a format that can, such as `court`")
}

/// `advisory: slow on lists`
fn advisory(at: Span) -> Diagnostic {
    Diagnostic::error("assize::write::advisory")
        .message("`quality` has no place for findings that do not block")
        .label(at, "would be lost")
        .help("choose a format that can hold it")
}
