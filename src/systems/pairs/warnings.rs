//! The selector: what a person is shown of the reviews.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Serialize;

use super::canonical::reread;
use super::{Decision, KeptReview, Pair};
use crate::ir::{Decoded, Finding, FindingKind, Severity, Verdict};

/// What a person is shown of one review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Warning {
    /// Which pair.
    #[serde(flatten)]
    pub pair: Pair,
    /// What the review came to.
    pub decision: Decision,
    /// What was found, worst first; what the review says in short where it lists nothing.
    pub findings: Vec<Reported>,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reported {
    /// `error`, `fail`, `warn`; none where it is a summary.
    pub severity: Option<&'static str>,
    /// The reviewer's words.
    pub text: String,
}

/// The reviews that warn or fail, with what they found: notes with the most findings first, then by name.
pub fn warnings(reviews: &[KeptReview]) -> Vec<Warning> {
    let mut found: Vec<Warning> = reviews.iter().filter_map(warning).collect();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for warning in &found {
        *counts.entry(warning.pair.note.clone()).or_default() += warning.findings.len();
    }
    let many = |warning: &Warning| counts.get(&warning.pair.note).copied().unwrap_or_default();
    found.sort_by(|one, other| many(other).cmp(&many(one)).then_with(|| one.pair.cmp(&other.pair)));
    found
}

/// What is worth a look in one review. A pass says nothing, unless it lists a finding all the same. What the reviewer would
/// write instead is no finding.
fn warning(review: &KeptReview) -> Option<Warning> {
    let decoded = reread(&review.pair, &review.canonical);
    let verdict = decoded.verdicts.first().or(decoded.fragments.first());
    let mut findings: Vec<(u8, Reported)> =
        verdict.map(|verdict| listed(&decoded, verdict)).unwrap_or_default();
    findings.sort_by_key(|(rank, _)| *rank);
    let mut findings: Vec<Reported> = findings.into_iter().map(|(_, finding)| finding).collect();
    if findings.is_empty() && review.decision != Decision::Pass {
        findings.push(Reported { severity: None, text: in_short(review, &decoded, verdict) });
    }
    (!findings.is_empty()).then(|| Warning {
        pair: review.pair.clone(),
        decision: review.decision,
        findings,
    })
}

fn listed(decoded: &Decoded, verdict: &Verdict) -> Vec<(u8, Reported)> {
    let text = decoded.sources.first().and_then(|source| source.text().ok()).unwrap_or_default();
    let revisions = revisions(text);
    let is_suggested = |finding: &&Finding| {
        let at = finding.span.start as usize;
        let next = revisions.partition_point(|revision| revision.start <= at);
        next.checked_sub(1).is_some_and(|own| revisions[own].contains(&at))
    };
    let findings = verdict.findings.iter().filter(|finding| !is_suggested(finding));
    let findings = findings.filter_map(|finding| {
        let (rank, severity) = match (finding.kind, finding.severity) {
            (_, Some(Severity::Critical)) => (0, "error"),
            (FindingKind::Blocker, _) => (1, "fail"),
            (_, Some(Severity::Info)) => return None,
            _ => (2, "warn"),
        };
        let text = decoded.text(finding.text).trim().to_owned();
        Some((rank, Reported { severity: Some(severity), text }))
    });
    findings.collect()
}

/// What stands below each `### Suggested Revision`, up to the next heading that is no lower than that.
fn revisions(text: &str) -> Vec<Range<usize>> {
    let (mut found, mut open, mut fenced, mut start) = (Vec::new(), None, false, 0);
    for line in text.split_inclusive('\n') {
        fenced ^= ["```", "~~~"].iter().any(|fence| line.trim_start().starts_with(fence));
        let level = line.bytes().take_while(|byte| *byte == b'#').count();
        if !fenced && (1..=3).contains(&level) {
            found.extend(open.take().map(|from: usize| from..start));
            let title = line.trim_matches(|c: char| c.is_whitespace() || "#*_:".contains(c));
            open = title.eq_ignore_ascii_case("Suggested Revision").then_some(start);
        }
        start += line.len();
    }
    found.extend(open.map(|from| from..start));
    found
}

/// The summary, or else the whole review without its result.
fn in_short(review: &KeptReview, decoded: &Decoded, verdict: Option<&Verdict>) -> String {
    let summary = verdict.and_then(|verdict| verdict.summary);
    if let Some(summary) = summary {
        return decoded.text(summary).trim().to_owned();
    }
    let body = review.canonical.trim_end();
    let body = body.rsplit_once('\n').map_or("", |(body, _)| body).trim();
    match body.is_empty() {
        true => "the review says no more than that".to_owned(),
        false => body.to_owned(),
    }
}
