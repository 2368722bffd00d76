//! From what was read to what stands in JSON.

use super::{
    Batch, Criterion, Details, Diagnostic, Finding, Lines, Location, Member, Pair, Place, Recovery,
    Remark, Removed, Resolved, Span, SpecFeedback, Stated, Steering, Subject, Text, Tried, Verdict,
};
use crate::emit::place::Places;
use crate::{ir, source};

/// Texts and places of one list of sources.
pub(in crate::emit) struct ViewBuilder<'a> {
    places: Places<'a>,
}

impl<'a> ViewBuilder<'a> {
    pub(in crate::emit) fn new(sources: &'a [source::Source]) -> Self {
        Self { places: Places::new(sources) }
    }

    pub(in crate::emit) fn span(&self, span: source::Span) -> Option<Span<'a>> {
        let place = self.places.of(span)?;
        let source::Span { start, end, .. } = place.span;
        let source::LineColumn { line, column } = place.at;
        Some(Span { source: place.source.name(), start, end, line, column })
    }

    /// The source of a span, and its line there, from 1.
    #[cfg(feature = "judge")]
    pub(in crate::emit) fn place(&self, span: source::Span) -> Option<(&'a str, u32)> {
        let place = self.places.of(span)?;
        Some((place.source.name(), place.at.line))
    }

    #[cfg(feature = "host")]
    pub(in crate::emit) fn line_column(&self, span: source::Span) -> Option<(u32, u32)> {
        self.places.of(span).map(|place| (place.at.line, place.at.column))
    }

    #[cfg(feature = "judge")]
    pub(in crate::emit) fn fingerprint(&self, finding: &ir::Finding) -> String {
        finding.fingerprint(self.places.sources()).to_string()
    }

    pub(in crate::emit) fn text(&self, span: source::Span) -> Text<'a> {
        source::text_of(self.places.sources(), span)
    }

    fn texts(&self, spans: &[source::Span]) -> Vec<Text<'a>> {
        spans.iter().map(|&span| self.text(span)).collect()
    }

    pub(in crate::emit) fn diagnostic(&self, diagnostic: &'a ir::Diagnostic) -> Diagnostic<'a> {
        Diagnostic {
            code: &diagnostic.code,
            severity: diagnostic.level,
            message: &diagnostic.message,
            help: diagnostic.help.as_deref(),
            span: diagnostic.span().and_then(|span| self.span(span)),
        }
    }

    pub(in crate::emit) fn finding(&self, finding: &ir::Finding) -> Finding<'a> {
        Finding {
            kind: finding.kind,
            severity: finding.severity,
            category: finding.category.map(|span| self.text(span)),
            location: finding.location.as_ref().map(|location| Location {
                text: self.text(location.text),
                path: location.path.map(|span| self.text(span)),
                lines: lines(&location.lines),
                also: (location.also.iter())
                    .map(|more| Place { path: self.text(more.path), lines: lines(&more.lines) })
                    .collect(),
            }),
            text: self.text(finding.text),
            advice: finding.advice.map(|span| self.text(span)),
            agents: self.texts(&finding.agents),
            fingerprint: finding.fingerprint(self.places.sources()).to_string(),
            span: self.span(finding.span),
        }
    }

    pub(in crate::emit) fn stated(&self, verdict: &ir::Verdict) -> Option<Stated<'a>> {
        let stated = verdict.stated?;
        Some(Stated { outcome: stated.outcome, word: self.text(stated.word) })
    }

    pub(in crate::emit) fn recovery(&self, recovery: &'a ir::Recovery) -> Recovery<'a> {
        Recovery { name: recovery.name, span: self.span(recovery.span) }
    }

    pub(super) fn tried(&self, tried: &'a ir::Tried) -> Tried<'a> {
        Tried { format: tried.format, why: &tried.why, span: self.span(tried.at) }
    }

    pub(in crate::emit) fn verdict(&self, verdict: &'a ir::Verdict) -> Verdict<'a> {
        Verdict {
            reviewer: verdict.reviewer.map(|span| self.text(span)),
            subject: subject(&verdict.subject),
            kind: verdict.kind.as_deref(),
            stated: self.stated(verdict),
            derived: verdict.derived,
            effective: verdict.effective(),
            action: verdict.action.map(|span| self.text(span)),
            confidence: verdict.confidence,
            scope: verdict.scope.map(|span| self.text(span)),
            summary: verdict.summary.map(|span| self.text(span)),
            findings: verdict.findings.iter().map(|finding| self.finding(finding)).collect(),
            criteria: verdict.criteria.iter().map(|criterion| self.criterion(criterion)).collect(),
            removed: verdict.removed.iter().map(|removed| self.removed(removed)).collect(),
            resolved: verdict.resolved.iter().map(|resolved| self.resolved(resolved)).collect(),
            steering: verdict.steering.iter().map(|steering| self.steering(steering)).collect(),
            spec_feedback: verdict.spec_feedback.iter().map(|f| self.spec_feedback(f)).collect(),
            notes: self.texts(&verdict.notes),
            revision: verdict.revision.map(|span| self.text(span)),
            members: (verdict.members.iter())
                .map(|member| Member { name: self.text(member.name), text: self.text(member.text) })
                .collect(),
            tags: self.texts(&verdict.tags),
            evidence: verdict.evidence.map(|evidence| match evidence {
                ir::Evidence::Path(span) => Details::Path(self.text(span)),
                ir::Evidence::Inline(span) => Details::Inline(self.text(span)),
            }),
            inferred: verdict.inferred,
            remarks: verdict.remarks.iter().map(|remark| self.remark(remark)).collect(),
            unclaimed: verdict.unclaimed,
        }
    }

    pub(in crate::emit) fn remark(&self, remark: &ir::Remark) -> Remark<'a> {
        Remark {
            kind: remark.kind,
            says: remark.says,
            text: self.text(remark.text),
            span: self.span(remark.span),
        }
    }

    fn criterion(&self, criterion: &ir::Criterion) -> Criterion<'a> {
        Criterion {
            name: self.text(criterion.name),
            outcome: criterion.outcome,
            text: criterion.text.map(|span| self.text(span)),
        }
    }

    fn removed(&self, removed: &ir::Removed) -> Removed<'a> {
        Removed {
            agent: self.text(removed.agent),
            reason: self.text(removed.reason),
            text: self.text(removed.text),
        }
    }

    fn resolved(&self, resolved: &ir::Resolved) -> Resolved<'a> {
        Resolved {
            agents: self.texts(&resolved.agents),
            resolution: self.text(resolved.resolution),
            text: self.text(resolved.text),
        }
    }

    fn steering(&self, steering: &ir::Steering) -> Steering<'a> {
        Steering {
            level: self.text(steering.level),
            target: self.text(steering.target),
            text: self.text(steering.text),
        }
    }

    fn spec_feedback(&self, feedback: &ir::SpecFeedback) -> SpecFeedback<'a> {
        SpecFeedback {
            phase: self.text(feedback.phase),
            spec: self.text(feedback.spec),
            text: self.text(feedback.text),
        }
    }
}

pub(in crate::emit) fn subject(subject: &ir::Subject) -> Subject<'_> {
    match subject {
        ir::Subject::Change => Subject::Change,
        ir::Subject::Criterion(id) => Subject::Criterion(id),
        ir::Subject::Pair { note, gate } => Subject::Pair(Pair { note, gate }),
        ir::Subject::Batch { batch, run } => Subject::Batch(Batch { batch, run: run.as_deref() }),
        ir::Subject::Reviewer(name) => Subject::Reviewer(name),
    }
}

fn lines(lines: &[ir::Lines]) -> Vec<Lines> {
    lines.iter().map(|&ir::Lines { first, last }| Lines { first, last }).collect()
}
