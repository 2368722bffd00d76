//! What a verdict comes to when all its lines are in.

use super::draft::{Draft, Last};
use super::mistakes;
use super::repairs::DERIVED_VERDICT;
use super::rows::to_outcome;
use super::tables::{self, KEYS, TAGS};
use crate::codec::text::slice::{BLANKS, Slice};
use crate::ir::{Cause, Decoded, Outcome, Severity};
use crate::source::{Source, Span};

impl Draft<'_> {
    /// Holds the verdict to the rules of CPF, and hands out what came of it.
    pub(super) fn finish(mut self, source: &Source) -> Decoded {
        let end = self.body.start + self.body.text.trim_end_matches(BLANKS).len();
        let start = self.verdict.span.start as usize;
        self.verdict.span = Span::new(start, end.max(start));
        self.leave_section();
        self.settle_categories();
        self.settle_outcome();
        self.settle_opinions();
        self.settle_quote();
        self.settle_end(end);
        self.reading.finish(source, self.dialect.format(), vec![self.verdict])
    }

    fn settle_categories(&mut self) {
        let named = std::mem::take(&mut self.strange_categories);
        if let Some(first) = named.first() {
            let nearest = tables::nearest_category(first.text);
            self.report(mistakes::unknown_category(&named, self.strange_names.len(), nearest));
        }
    }

    /// What was stated, what the rows imply, and whether the two agree.
    fn settle_outcome(&mut self) {
        let rows = self
            .verdict
            .findings
            .iter()
            .filter_map(|finding| finding.severity.map(|severity| (severity, finding.span)));
        // The first of the worst.
        let worst = rows.reduce(|worst, row| if row.0 > worst.0 { row } else { worst });
        let rows = worst.map_or(Outcome::Pass, |(severity, _)| to_outcome(severity));
        let derived = rows.max(self.at_best);
        let Some(said) = self.said else { return self.settle_without_statement(derived) };
        if said.errored && self.verdict.findings.is_empty() {
            return self.refuse(Cause::Errored, mistakes::errored(said.line));
        }
        self.verdict.derived = Some(derived);
        match worst {
            Some((severity, row)) if rows > said.outcome && !said.errored => {
                self.verdict.contradictory = true;
                self.report(mistakes::rows_are_worse(said.word, severity, row));
            }
            _ => {}
        }
        if said.errored {
            self.verdict.gave_up = Some(Cause::Errored);
            self.report(mistakes::errored_with_rows(said.line));
        }
        self.settle_reasons();
    }

    fn settle_reasons(&mut self) {
        let Some(said) = self.said else { return };
        let feedback = self.verdict.spec_feedback.first().map(|feedback| feedback.text);
        match feedback {
            None if said.update => self.report(mistakes::missing_spec_feedback(said.line)),
            Some(at) if !said.update => {
                self.report(mistakes::spec_feedback_without_update(at, said.word));
            }
            _ => {}
        }
        let reasons = !self.verdict.findings.is_empty() || feedback.is_some();
        if said.outcome == Outcome::Fail && !said.update && !reasons {
            self.verdict.contradictory = true;
            self.report(mistakes::fail_without_row(said.line));
        }
    }

    /// There is no `VERDICT:` line that counts.
    fn settle_without_statement(&mut self, derived: Outcome) {
        self.verdict.derived = Some(derived.max(Outcome::Warn));
        if self.reading.cause.is_some() {
            return;
        }
        match self.verdict.findings.first().map(|finding| finding.span) {
            Some(first) => self.recover(DERIVED_VERDICT, first),
            None => self.refuse(Cause::NoVerdict, mistakes::no_verdict(self.verdict.span)),
        }
    }

    /// Whatever else speaks of a verdict must not be worse.
    fn settle_opinions(&mut self) {
        let Some(effective) = self.verdict.effective() else { return };
        if effective == Outcome::Fail || self.reading.cause == Some(Cause::NoVerdict) {
            self.reading.says_fail |=
                self.ear.mention.is_some_and(|(said, _)| said == Outcome::Fail);
            return;
        }
        let line = self.verdict_line.unwrap_or(self.verdict.span);
        let worse = self.ear.mention.filter(|(said, _)| *said > effective);
        self.reading.says_fail |= worse.is_some_and(|(said, _)| said == Outcome::Fail);
        if let Some(other) = worse.map(|(_, other)| other).or(self.ear.unclear) {
            self.refuse(Cause::Ambiguous, mistakes::second_opinion(line, other));
        }
        if let Some((_, diagnostic)) = self.ear.claim.take() {
            let at = diagnostic.span().unwrap_or(line);
            self.refuse(Cause::Ambiguous, mistakes::blocker_in_notes(at));
        }
    }

    /// CPF has no end mark: a text that was cut off looks like one whose last line has no line
    /// end and misses something.
    fn settle_end(&mut self, end: usize) {
        if !self.cut {
            return;
        }
        let text = &self.body.text[..end - self.body.start];
        let last = text.rfind('\n').map_or(0, |at| at + 1);
        let line = Slice::new(&text[last..], self.body.start + last);
        let word = line.text.trim();
        let begins = |known: &&str| !word.is_empty() && known.starts_with(word);
        let in_key = KEYS.iter().map(|(name, ..)| *name).any(|name| begins(&name))
            || TAGS.iter().any(begins);
        if self.last == Last::Whole && !in_key {
            return;
        }
        let cause = self.reading.cause;
        if matches!(
            cause,
            None | Some(
                Cause::UnknownWord
                    | Cause::NoVerdict
                    | Cause::MisspeltKey
                    | Cause::Ambiguous
                    | Cause::Errored
            )
        ) {
            self.reading.cause = Some(Cause::Truncated);
        }
        self.report(mistakes::truncated(line.trim().span(), self.last == Last::Short));
    }
}

/// The word for a severity: `C`.
pub(super) fn code_of(severity: Severity) -> Option<&'static str> {
    tables::SEVERITIES.iter().find(|(_, known)| *known == severity).map(|(code, _)| *code)
}
