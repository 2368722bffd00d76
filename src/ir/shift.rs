//! Moving spans when a source joins others.

use super::{Decoded, Evidence, Finding, Verdict};
use crate::source::{SourceId, Span};

impl Decoded {
    /// Puts `by` sources before its own.
    pub(crate) fn shift(&mut self, by: u32) {
        if by == 0 {
            return;
        }
        self.sources.iter_mut().for_each(|source| *source = source.shifted(by));
        self.each_span(&mut |span| *span = span.shifted(by));
    }

    /// Takes over what another reading of the same text embedded, so that its spans can stand
    /// beside these: its first source is this one's, the others are put behind.
    pub(crate) fn adopt(&mut self, other: &mut Decoded) {
        let by = u32::try_from(self.sources.len()).unwrap_or(u32::MAX).saturating_sub(1);
        let moved = |id: SourceId| if id.0 == 0 { id } else { SourceId(id.0 + by) };
        self.sources.extend(other.sources.drain(1..).map(|source| {
            let parent = source.parent().unwrap_or_default();
            source.shifted(moved(parent).0 - parent.0)
        }));
        other.each_span(&mut |span| span.source = moved(span.source));
    }

    fn each_span(&mut self, change: &mut dyn FnMut(&mut Span)) {
        let verdicts = self.verdicts.iter_mut().chain(&mut self.fragments);
        verdicts.for_each(|verdict| verdict.each_span(change));
        self.remarks.iter_mut().for_each(|remark| remark.each_span(change));
        self.recoveries.iter_mut().for_each(|recovery| change(&mut recovery.span));
        self.diagnostics.iter_mut().for_each(|diagnostic| diagnostic.each_span(change));
        self.tried.iter_mut().for_each(|tried| change(&mut tried.at));
        if let Some(pointer) = &mut self.pointer {
            change(&mut pointer.path);
            pointer.stated.iter_mut().for_each(|stated| change(&mut stated.word));
        }
    }
}

impl Verdict {
    fn each_span(&mut self, change: &mut dyn FnMut(&mut Span)) {
        change(&mut self.span);
        let single = [
            &mut self.reviewer,
            &mut self.stands_in,
            &mut self.action,
            &mut self.scope,
            &mut self.summary,
            &mut self.revision,
            &mut self.first_unclaimed,
        ];
        single.into_iter().flatten().for_each(&mut *change);
        self.stated.iter_mut().for_each(|stated| change(&mut stated.word));
        self.notes.iter_mut().chain(&mut self.tags).for_each(&mut *change);
        for member in &mut self.members {
            [&mut member.name, &mut member.text].into_iter().for_each(&mut *change);
        }
        self.numbers.iter_mut().for_each(|number| change(&mut number.name));
        self.approved_by.iter_mut().for_each(&mut *change);
        for criterion in &mut self.criteria {
            change(&mut criterion.name);
            criterion.text.iter_mut().for_each(&mut *change);
        }
        for removed in &mut self.removed {
            let fields = [&mut removed.agent, &mut removed.reason, &mut removed.text];
            fields.into_iter().for_each(&mut *change);
        }
        for resolved in &mut self.resolved {
            resolved.agents.iter_mut().for_each(&mut *change);
            [&mut resolved.resolution, &mut resolved.text].into_iter().for_each(&mut *change);
        }
        for steering in &mut self.steering {
            let fields = [&mut steering.level, &mut steering.target, &mut steering.text];
            fields.into_iter().for_each(&mut *change);
        }
        for feedback in &mut self.spec_feedback {
            let fields = [&mut feedback.phase, &mut feedback.spec, &mut feedback.text];
            fields.into_iter().for_each(&mut *change);
        }
        if let Some(Evidence::Path(span) | Evidence::Inline(span)) = &mut self.evidence {
            change(span);
        }
        self.findings.iter_mut().for_each(|finding| finding.each_span(change));
        self.remarks.iter_mut().for_each(|remark| remark.each_span(change));
    }
}

impl Finding {
    pub(crate) fn each_span(&mut self, change: &mut dyn FnMut(&mut Span)) {
        change(&mut self.text);
        change(&mut self.span);
        self.agents.iter_mut().for_each(&mut *change);
        [&mut self.category, &mut self.advice].into_iter().flatten().for_each(&mut *change);
        if let Some(location) = &mut self.location {
            change(&mut location.text);
            location.path.iter_mut().for_each(&mut *change);
            location.also.iter_mut().for_each(|place| change(&mut place.path));
        }
    }
}
