//! What holds of all that was read: the fuzz targets and `tests/properties` ask the same.

#![allow(unreachable_pub, reason = "a module of a crate here, and of tests there")]

use assize::verdict::{Evidence, Verdict};
use assize::{Decoded, Format, Outcome, Span, source};

/// A text gives verdicts, or a reason why it does not.
pub fn reads_or_says_why(decoded: &Decoded) -> bool {
    decoded.unreadable.is_some() == decoded.verdicts.is_empty()
}

/// Whether it would open a gate as the only report.
pub fn opens(decoded: &Decoded) -> bool {
    let mut effective = decoded.verdicts.iter().map(Verdict::effective);
    !decoded.verdicts.is_empty() && effective.all(|o| o.is_some_and(Outcome::opens))
}

/// The worst that any verdict comes to.
pub fn effective(decoded: &Decoded) -> Option<Outcome> {
    decoded.verdicts.iter().filter_map(Verdict::effective).max()
}

/// Whether a text shows where it ends: by a bracket, a fence, a mark. Lines have no such thing, so a
/// file of lines that is cut between two of them is another file.
pub fn has_an_end(format: Format, text: &str) -> bool {
    match format {
        Format::YamlBlock | Format::LegacyReport => text.contains("```"),
        Format::PairReview
        | Format::PairBundle
        | Format::Quality
        | Format::Court
        | Format::TrapReport
        | Format::AgentEnvelope => true,
        // `[Verdict: PASS]` is no list.
        Format::Review => {
            let list = |text: &str| !text.starts_with(char::is_alphabetic);
            let text = text.trim_start();
            text.starts_with('{') || text.strip_prefix('[').is_some_and(list)
        }
        _ => false,
    }
}

/// Whether a file of lines may end where it is cut: behind a line, a header, a sentence, a bracket, a
/// quotation or an end mark (R20). Blanks behind it are nothing.
pub fn may_end(head: &str, tail: &str) -> bool {
    let last = head.rsplit('\n').next().unwrap_or_default().trim();
    let begun =
        |open| last.matches(open).count() > 1 || last.contains(open) && !last.ends_with(open);
    let pairs =
        [(')', '('), (']', '['), ('}', '{'), ('>', '<'), ('`', '`'), ('"', '"'), ('\'', '\'')];
    let closes = pairs.iter().any(|(close, open)| last.ends_with(*close) && begun(*open));
    let ends =
        last.is_empty() || last == "END" || last.ends_with('.') || tail.starts_with(['\n', '\r']);
    // Headers are read in any case, and with marks around them.
    let (header, value) = last.split_once(':').unwrap_or_default();
    let value = value.trim_start();
    let whole = value.starts_with(char::is_alphanumeric) && !value.contains('|');
    let header = header.to_ascii_uppercase();
    let section = ["ISSUE", "ISSUES", "VERIFIED", "REMOVED", "RESOLVED"];
    let section = whole && section.iter().any(|name| header.ends_with(name));
    ends || closes || section || last.contains(':') && header.ends_with("SCOPE")
}

/// A place that reading points at and that does not lie in its source, between characters, or not
/// in the text that people see.
pub fn span_outside(decoded: &Decoded) -> Option<Span> {
    let lies_within = |span: Span| {
        let source = decoded.sources.get(span.source.0 as usize)?;
        let place = span.start as usize..span.end as usize;
        source.bytes().get(place.clone())?;
        source.text().map_or(Some(()), |text| text.get(place).map(|_| ()))
    };
    let lies_within = |span| lies_within(span).is_some();
    let outermost = |span| source::outermost(&decoded.sources, span);
    spans(decoded).into_iter().find(|span| !lies_within(*span) || !lies_within(outermost(*span)))
}

fn spans(decoded: &Decoded) -> Vec<Span> {
    let mut spans: Vec<Span> = decoded.recoveries.iter().map(|recovery| recovery.span).collect();
    spans.extend(decoded.diagnostics.iter().flat_map(|d| d.labels.iter().map(|label| label.span)));
    for verdict in decoded.verdicts.iter().chain(&decoded.fragments) {
        spans.push(verdict.span);
        spans.extend(verdict.stated.map(|stated| stated.word));
        let one = [verdict.reviewer, verdict.summary, verdict.action, verdict.scope];
        spans.extend(one.into_iter().chain([verdict.revision, verdict.first_unclaimed]).flatten());
        spans.extend(verdict.evidence.map(|evidence| match evidence {
            Evidence::Path(span) | Evidence::Inline(span) => span,
        }));
        spans.extend(verdict.notes.iter().chain(&verdict.tags));
        spans.extend(verdict.members.iter().flat_map(|member| [member.name, member.text]));
        spans.extend(verdict.remarks.iter().flat_map(|remark| [remark.text, remark.span]));
        spans.extend(verdict.criteria.iter().map(|criterion| criterion.name));
        spans.extend(verdict.criteria.iter().filter_map(|criterion| criterion.text));
        spans.extend(verdict.removed.iter().flat_map(|r| [r.agent, r.reason, r.text]));
        let settled = verdict.resolved.iter();
        spans.extend(settled.clone().flat_map(|r| [r.resolution, r.text]));
        spans.extend(settled.flat_map(|r| r.agents.iter().copied()));
        spans.extend(verdict.steering.iter().flat_map(|s| [s.level, s.target, s.text]));
        spans.extend(verdict.spec_feedback.iter().flat_map(|f| [f.phase, f.spec, f.text]));
        for found in &verdict.findings {
            spans.extend([found.text, found.span]);
            spans.extend(
                found.category.into_iter().chain(found.advice).chain(found.agents.iter().copied()),
            );
            if let Some(location) = &found.location {
                spans.extend([Some(location.text), location.path].into_iter().flatten());
                spans.extend(location.also.iter().map(|place| place.path));
            }
        }
    }
    spans
}
