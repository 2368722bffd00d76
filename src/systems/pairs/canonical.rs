//! The canonical text of a review: its own words without the lines that state a result, and the result as the last line.

use std::fmt::Write as _;

use super::record::Decision;
use super::{Pair, embed};
use crate::codec::{WriteOptions, read, write};
use crate::ir::{Decoded, FindingKind, Format, ReadOptions, Severity, Verdict};
use crate::source::{Source, Span};

/// The repairs that found the result in another line than the one that is asked for.
const OTHER_RESULTS: [&str; 2] = ["result_alias", "repeated_line"];

/// The canonical text of a review. Reading it again results in the same decision: of the reviewer's own words, of its parts, or of
/// its findings alone, the first of which that is true.
pub(super) fn canonical(
    decoded: &Decoded,
    verdict: &Verdict,
    pair: &Pair,
    decision: Decision,
) -> String {
    let own = (decoded.format == Some(Format::PairReview))
        .then(|| with_footer(&own_words(decoded, verdict), decision));
    let parts = || {
        let one = Decoded { verdicts: vec![verdict.clone()], ..decoded.clone() };
        let text = write(&one, Format::PairReview, &WriteOptions::default()).ok()?;
        Some(with_footer(&without_result(body(&text)), decision))
    };
    let findings = || Some(with_footer(&findings(decoded, verdict), decision));
    let same = |text: &String| decision_of(pair, text) == Some(decision);
    own.filter(same)
        .or_else(|| parts().filter(same))
        .or_else(|| findings().filter(same))
        .unwrap_or_else(|| with_footer("", decision))
}

/// A canonical text between the lines that say of which pair it is.
pub(super) fn block(pair: &Pair, canonical: &str) -> String {
    format!("=== PAIR REVIEW START: {pair} ===\n{canonical}=== PAIR REVIEW END: {pair} ===\n")
}

/// What a canonical text is read as; none when it is no review of this pair.
pub(super) fn decision_of(pair: &Pair, canonical: &str) -> Option<Decision> {
    let again = reread(pair, canonical);
    match again.verdicts.as_slice() {
        [verdict] if Pair::of(&verdict.subject).as_ref() == Some(pair) => {
            Some(Decision::of(verdict))
        }
        // A result that nobody can use is all that it says.
        [] if again.fragments.len() == 1 && canonical.ends_with("## Result: UNKNOWN\n") => {
            Some(Decision::Unknown)
        }
        _ => None,
    }
}

/// A canonical text, read as a review of its pair.
pub(super) fn reread(pair: &Pair, canonical: &str) -> Decoded {
    let options = ReadOptions::default().format(Format::PairReview).expected([pair.subject()]);
    read(&Source::new("record", block(pair, canonical)), &options)
}

/// The lines of a block between its first and its last, without those that state its result.
fn own_words(decoded: &Decoded, verdict: &Verdict) -> String {
    let text = decoded.text(verdict.span);
    let start = verdict.span.start;
    let within = |at: &Span| {
        at.source == verdict.span.source && at.start >= start && at.end <= verdict.span.end
    };
    let stated = verdict.stated.map(|stated| stated.word);
    let others = decoded.recoveries.iter().filter(|found| OTHER_RESULTS.contains(&found.name));
    let results: Vec<usize> = stated
        .into_iter()
        .chain(others.map(|found| found.span))
        .filter(within)
        .map(|at| (at.start - start) as usize)
        .collect();
    let mut at = 0;
    let kept = text.split_inclusive('\n').filter(|line| {
        let here = at..at + line.len();
        at = here.end;
        !results.iter().any(|result| here.contains(result))
    });
    let kept: String = kept.collect();
    body(&kept).to_owned()
}

/// What stands between the first line and the last.
fn body(block: &str) -> &str {
    let inner = block.split_once('\n').map_or("", |(_, inner)| inner).trim_end();
    inner.rsplit_once('\n').map_or("", |(inner, _)| inner)
}

/// Without the last line, which states the result.
fn without_result(body: &str) -> String {
    let body = body.trim_end();
    body.rsplit_once('\n').map_or("", |(inner, _)| inner).to_owned()
}

/// A body without runs of blank lines, and its result as the last line.
fn with_footer(body: &str, decision: Decision) -> String {
    let mut out = String::with_capacity(body.len() + 24);
    let mut blank = 0;
    for line in body.replace("\r\n", "\n").trim().split('\n') {
        blank = if line.is_empty() { blank + 1 } else { 0 };
        if blank < 2 {
            out.push_str(line);
            out.push('\n');
        }
    }
    if out.trim().is_empty() {
        out.clear();
    } else {
        out.push('\n');
    }
    let _ = writeln!(out, "## Result: {}", decision.footer());
    out
}

/// The findings alone, each in one line.
fn findings(decoded: &Decoded, verdict: &Verdict) -> String {
    let mut out = String::from("### Findings\n\n");
    for finding in &verdict.findings {
        let grade = match (finding.kind, finding.severity) {
            (FindingKind::Blocker, Some(Severity::Critical)) => "error",
            (FindingKind::Blocker, _) => "fail",
            (_, Some(Severity::Info)) => "info",
            _ => "warn",
        };
        let text = decoded.text(finding.text);
        let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let _ = writeln!(out, "- {grade}: {}", embed(text.trim()));
    }
    out
}
