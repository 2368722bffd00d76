//! Several blocks of one text.

use std::collections::{HashMap, HashSet};

use super::wrong::conflicting_blocks;
use crate::codec::builder::{self, amend};
use crate::codec::repairs::MULTIPLE_BLOCKS;
use crate::codec::text::slice::Slice;
use crate::ir::{Cause, Decoded, Finding, Outcome, Subject, Verdict};
use crate::source::{Span, text_of};

/// What several blocks come to: what all say, or the fail that one says.
pub(super) fn agreed(mut found: Vec<(Slice<'_>, Decoded)>) -> Option<Decoded> {
    let worst = Decoded::effective;
    if found.len() < 2 {
        return found.pop().map(|(_, decoded)| decoded);
    }
    let places: Vec<Span> = found.iter().map(|(slice, _)| slice.trim().span()).collect();
    let outcomes: Vec<Option<Outcome>> = found.iter().map(|(_, d)| worst(d)).collect();
    let same = outcomes[0].is_some() && outcomes.iter().all(|outcome| *outcome == outcomes[0]);
    let failing = outcomes.iter().position(|outcome| *outcome == Some(Outcome::Fail));
    let (_, mut decoded) = found.swap_remove(failing.unwrap_or(0));
    let mut others = Vec::new();
    for (_, mut other) in found {
        decoded.adopt(&mut other);
        decoded.says_fail |= other.says_fail || worst(&other) == Some(Outcome::Fail);
        decoded.diagnostics.append(&mut other.diagnostics);
        decoded.recoveries.append(&mut other.recoveries);
        others.append(&mut other.verdicts);
    }
    merge(&mut decoded, others);
    if same {
        amend(&mut decoded, &[(MULTIPLE_BLOCKS, places[1])]);
        return Some(decoded);
    }
    let conflict = conflicting_blocks(&places, failing.is_some());
    if failing.is_some() {
        decoded.verdicts.iter_mut().for_each(|verdict| verdict.contradictory = true);
        decoded.diagnostics.push(conflict);
    } else {
        builder::refuse(&mut decoded, Cause::Ambiguous, conflict);
    }
    Some(decoded)
}

/// Findings of other blocks about the same subject are kept, those that say the same once.
fn merge(decoded: &mut Decoded, others: Vec<Verdict>) {
    let Decoded { sources, verdicts, .. } = decoded;
    let told = |finding: &Finding| {
        let place = finding.location.as_ref().map(|location| location.text);
        let texts = [Some(finding.text), place, finding.category]
            .map(|span| span.map(|span| text_of(sources, span).into_owned()));
        (finding.kind, finding.severity, texts)
    };
    // The verdict about each subject, and what is told there, from the second block about it on.
    let mut about: HashMap<Subject, (usize, Option<HashSet<_>>)> = HashMap::new();
    for (at, verdict) in verdicts.iter().enumerate() {
        about.entry(verdict.subject.clone()).or_insert((at, None));
    }
    for mut other in others {
        let same = about.get_mut(&other.subject);
        match same.and_then(|(at, known)| Some((verdicts.get_mut(*at)?, known))) {
            Some((verdict, known)) => {
                let known =
                    known.get_or_insert_with(|| verdict.findings.iter().map(told).collect());
                other.findings.retain(|finding| known.insert(told(finding)));
                verdict.findings.append(&mut other.findings);
            }
            None => {
                about.insert(other.subject.clone(), (verdicts.len(), None));
                verdicts.push(other);
            }
        }
    }
}
