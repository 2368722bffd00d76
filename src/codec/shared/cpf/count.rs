//! Counts and end marks, which show that nothing of a text is missing.

use super::builder::VerdictBuilder;
use super::{mistakes, wrong_rows};
use crate::codec::text::slice::Slice;
use crate::ir::{Cause, Outcome};
use crate::source::Span;

/// The last line of a text that says that it is whole.
pub(super) const END: &str = "END";

/// `ISSUES:2`: how many rows a section says it has, and how many it has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Count {
    stated: usize,
    at: Span,
    /// None when it counts the findings of the whole text.
    rows: Option<usize>,
    section: Span,
}

impl Count {
    /// `ISSUE_COUNT:2`
    pub(super) fn of_all(stated: usize, value: Slice<'_>) -> Self {
        Self { stated, at: value.span(), rows: None, section: Span::default() }
    }
}

impl<'a> VerdictBuilder<'a> {
    /// `ISSUES:2`
    pub(super) fn begin_count(&mut self, stated: usize, name: Slice<'a>, value: Slice<'a>) {
        if stated == 0 {
            self.touch();
        }
        let count = Count { stated, at: value.span(), rows: Some(0), section: name.span() };
        self.counts.push(count);
    }

    /// How many rows were read.
    pub(super) fn rows(&self) -> usize {
        let verdict = &self.verdict;
        verdict.findings.len()
            + verdict.removed.len()
            + verdict.resolved.len()
            + verdict.steering.len()
            + verdict.spec_feedback.len()
            + verdict.members.len()
    }

    /// The rows that came in belong to the section that is open.
    pub(super) fn count_rows(&mut self, before: usize) {
        let more = self.rows() - before;
        if let Some(count) = self.counts.last_mut()
            && count.section == self.title
            && let Some(rows) = &mut count.rows
        {
            *rows += more;
        }
    }

    /// Holds what the text says of its length against what is there.
    pub(super) fn check_counts(&mut self) {
        for Count { stated, at, rows, .. } in std::mem::take(&mut self.counts) {
            let rows = rows.unwrap_or(self.verdict.findings.len());
            if rows < stated {
                self.refuse(Cause::Truncated, wrong_rows::rows_are_missing(at, stated, rows));
            } else if rows > stated {
                self.verdict.contradictory = true;
                self.limit(Outcome::Hold);
                self.report(wrong_rows::more_rows(at, stated, rows));
            }
        }
        if let (Some(end), Some(behind)) = (self.end, self.behind_end) {
            self.refuse(Cause::Truncated, mistakes::text_behind_end(behind, end));
        }
    }
}
