//! Moving spans up when a source joins a docket that has sources already.

use super::{Decoded, Evidence, Finding, Verdict};
use crate::source::Span;

impl Decoded {
    /// Puts `by` sources before its own.
    pub(crate) fn shift(&mut self, by: u32) {
        if by == 0 {
            return;
        }
        self.sources.iter_mut().for_each(|source| *source = source.shifted(by));
        self.verdicts.iter_mut().for_each(|verdict| verdict.shift(by));
        self.recoveries.iter_mut().for_each(|r| r.span = r.span.shifted(by));
        self.diagnostics.iter_mut().for_each(|diagnostic| diagnostic.shift(by));
    }
}

impl Verdict {
    /// The verdict in a list of sources that had `by` sources put before it.
    fn shift(&mut self, by: u32) {
        if by == 0 {
            return;
        }
        let mut spans: Vec<&mut Span> = vec![&mut self.span];
        spans.extend([&mut self.reviewer, &mut self.action, &mut self.scope].into_iter().flatten());
        spans.extend(self.stated.iter_mut().map(|stated| &mut stated.word));
        spans.extend(self.notes.iter_mut().chain(&mut self.tags));
        for criterion in &mut self.criteria {
            spans.push(&mut criterion.name);
            spans.extend(&mut criterion.text);
        }
        for removed in &mut self.removed {
            spans.extend([&mut removed.agent, &mut removed.reason, &mut removed.text]);
        }
        for resolved in &mut self.resolved {
            spans.extend(&mut resolved.agents);
            spans.extend([&mut resolved.resolution, &mut resolved.text]);
        }
        for steering in &mut self.steering {
            spans.extend([&mut steering.level, &mut steering.target, &mut steering.text]);
        }
        for feedback in &mut self.spec_feedback {
            spans.extend([&mut feedback.phase, &mut feedback.spec, &mut feedback.text]);
        }
        if let Some(Evidence::Path(span) | Evidence::Inline(span)) = &mut self.evidence {
            spans.push(span);
        }
        spans.into_iter().for_each(|span| *span = span.shifted(by));
        self.findings.iter_mut().for_each(|finding| finding.shift(by));
    }
}

impl Finding {
    /// The finding in a list of sources that had `by` sources put before it.
    fn shift(&mut self, by: u32) {
        for span in [&mut self.text, &mut self.span].into_iter().chain(&mut self.agents) {
            *span = span.shifted(by);
        }
        if let Some(category) = &mut self.category {
            *category = category.shifted(by);
        }
        if let Some(location) = &mut self.location {
            location.text = location.text.shifted(by);
            location.path = location.path.map(|path| path.shifted(by));
        }
    }
}
