//! The outcome of a verdict when all its lines are in.

use super::builder::{At, Last, VerdictBuilder};
use super::grammar::Rule;
use super::repairs::DERIVED_VERDICT;
use super::statement::StatedWord;
use super::tables::{self, KEYS, TAGS};
use super::{Dialect, mistakes, wrong_rows};
use crate::codec::statements::{ValueKind, read_name, read_value, says_fail};
use crate::codec::text::slice::{BLANKS, Slice};
use crate::codec::text::word::is_closed;
use crate::ir::{Cause, Decoded, Diagnostic, Kind, Member, Outcome, Stated};
use crate::source::{Source, Span};

impl VerdictBuilder<'_> {
    /// Holds the verdict to the rules of CPF, and hands out what came of it.
    pub(super) fn finish(mut self, source: &Source) -> Decoded {
        let end = self.body.start + self.body.text.trim_end_matches(BLANKS).len();
        let start = self.verdict.span.start as usize;
        self.verdict.span = Span::new(start, end.max(start));
        // Without a verdict `ISSUES:` is asked for, also where nothing stands below it.
        let asked = self.verdict_line.is_none()
            && matches!(self.at, At::Below(key) if key.rule == Rule::ISSUES);
        let open_section = self.untouched.filter(|_| self.end.is_none() && !asked);
        self.leave_section();
        self.check_categories();
        self.check_wave();
        self.check_counts();
        self.derive_outcome();
        self.check_quotations();
        self.check_end(end);
        self.check_whole(open_section);
        self.reading.finish(source, self.dialect.format(), vec![self.verdict])
    }

    fn check_categories(&mut self) {
        let named = std::mem::take(&mut self.unknown_categories);
        if let Some(first) = named.first() {
            let nearest = tables::nearest_category(first.text);
            self.report(wrong_rows::unknown_category(&named, self.unknown_names.len(), nearest));
        }
    }

    /// What was stated, what the rows imply, and whether the two agree.
    fn derive_outcome(&mut self) {
        let worst = tables::worst_of(&self.verdict.findings);
        let rows = worst.map_or(Outcome::Pass, |(severity, _)| severity.implies());
        let derived = rows.max(self.at_best);
        let Some(stated) = self.stated else { return self.derive_without_statement(derived) };
        let stated = match self.error_line.filter(|_| stated.outcome.opens()) {
            // `VERDICT:GO`, and `ERROR: the build did not start` below it.
            Some(line) => StatedWord { errored: true, line, ..stated },
            None => stated,
        };
        if stated.errored && self.verdict.findings.is_empty() {
            return self.refuse(Cause::Errored, mistakes::errored(stated.line));
        }
        self.verdict.derived = Some(derived);
        self.verdict.derived_besides = Some(self.at_best);
        match worst {
            Some((severity, row)) if rows > stated.outcome && !stated.errored => {
                self.verdict.contradictory = true;
                self.report(mistakes::rows_are_worse(stated.word, severity, row));
            }
            _ => {}
        }
        if stated.errored {
            self.verdict.gave_up = Some(Cause::Errored);
            if stated.outcome.opens() {
                self.verdict.derived = Some(derived.max(Outcome::Hold));
                self.verdict.derived_besides = Some(self.at_best.max(Outcome::Hold));
            }
            self.report(mistakes::errored_with_rows(stated.line));
        }
        self.check_reasons();
    }

    fn check_reasons(&mut self) {
        let Some(stated) = self.stated else { return };
        let feedback = self.verdict.spec_feedback.first().map(|feedback| feedback.text);
        match feedback {
            None if stated.update => self.report(mistakes::missing_spec_feedback(stated.line)),
            Some(at) if !stated.update => {
                self.report(mistakes::spec_feedback_without_update(at, stated.word));
            }
            _ => {}
        }
        let reasons = !self.verdict.findings.is_empty() || feedback.is_some();
        if stated.outcome == Outcome::Fail && !stated.update && !reasons {
            self.verdict.contradictory = true;
            self.report(mistakes::fail_without_row(stated.line));
        }
    }

    /// There is no `VERDICT:` line that counts.
    fn derive_without_statement(&mut self, derived: Outcome) {
        self.verdict.derived = Some(derived.max(Outcome::Warn));
        let named = self.named_otherwise();
        // `RESULT:FAIL`
        self.verdict.stated = named.filter(|named| named.outcome == Outcome::Fail);
        if self.reading.cause.is_some() {
            return;
        }
        let row = self.verdict.findings.first().map(|finding| finding.span);
        if let Some(found) = row.or(self.verdict.stated.map(|stated| stated.word)) {
            return self.recover(DERIVED_VERDICT, found);
        }
        // An inspector that found nothing has reported, and says of the work no more than that.
        if let Some(nothing) = named.map(|named| named.word).or_else(|| self.nothing_found()) {
            self.verdict.derived = Some(derived.max(Outcome::Hold));
            self.recover(DERIVED_VERDICT, nothing);
            self.report(mistakes::no_verdict(self.verdict.span));
            return;
        }
        match self.error_line {
            Some(line) => self.refuse(Cause::Errored, mistakes::errored(line)),
            None => self.refuse(Cause::NoVerdict, mistakes::no_verdict(self.verdict.span)),
        }
    }

    /// What stands in the place of a verdict under another name: `RESULT:PASS`. The worst, where it is said twice.
    fn named_otherwise(&self) -> Option<Stated> {
        let said = self.answers().filter_map(|member| {
            let value = read_value(self.body.text_of(member.text), &self.reading.words);
            let told = matches!(value.kind, ValueKind::Go | ValueKind::Mild | ValueKind::Stop);
            let outcome = value.outcome.filter(|_| told)?;
            Some(Stated { outcome, word: member.text })
        });
        said.reduce(|worst, one| if one.outcome > worst.outcome { one } else { worst })
    }

    /// Members whose name asks for the verdict.
    fn answers(&self) -> impl Iterator<Item = &Member> {
        self.verdict.members.iter().filter(|member| {
            let kind = read_name(self.body.text_of(member.name), &self.reading.words).kind;
            kind.may_decide()
        })
    }

    /// `ISSUES:` without a row. Rows of another section may stop all the same: `model-names|FAIL|…` below `COMPLIANT:`.
    fn nothing_found(&self) -> Option<Span> {
        // `RESULT:CONDITIONAL` is an answer, and not the one that nothing was found.
        if self.answers().next().is_some() {
            return None;
        }
        let issues = self.given.iter().find(|(key, _)| key.rule == Rule::ISSUES)?.1;
        let stops = |field: &str| says_fail(field.trim(), &self.reading.words);
        let rows = self.verdict.members.iter().map(|member| self.body.text_of(member.text));
        let rows = rows.filter(|text| text.contains('|'));
        let stopped = rows.flat_map(|text| text.split(['|', '\n'])).any(stops);
        (!stopped).then_some(issues)
    }

    /// What only a wave has, in a text that is about none.
    fn check_wave(&mut self) {
        let Some(name) = self.wave else { return };
        let scope = self.verdict.scope.map_or("", |at| self.body.text_of(at));
        if !scope.to_ascii_lowercase().contains("wave") {
            self.report(mistakes::wave_outside_wave(name, self.verdict.scope));
        }
    }

    /// A text that was cut off ends without a line end, in the middle of something.
    fn check_end(&mut self, end: usize) {
        if !self.cut {
            return;
        }
        let text = &self.body.text[..end - self.body.start];
        let last = text.rfind('\n').map_or(0, |at| at + 1);
        let line = Slice::new(&text[last..], self.body.start + last);
        let word = line.text.trim();
        let begins = |known: &&str| !word.is_empty() && known.starts_with(word);
        let in_key = KEYS.iter().any(|key| begins(&key.name)) || TAGS.iter().any(begins);
        let whole = match self.last {
            // A lone `|` begins a row.
            _ if word == "|" => false,
            Last::Whole => !in_key,
            Last::Text => is_closed(word) && !in_key,
            Last::Key | Last::Short => false,
        };
        if whole {
            return;
        }
        let lacks = if self.last == Last::Short { "too few fields" } else { "it may go on" };
        self.cut_off(mistakes::truncated(line.trim().span(), lacks));
    }

    /// What stops between two lines: below the key of a section, or right below the verdict.
    fn check_whole(&mut self, open_section: Option<Slice<'_>>) {
        if self.reading.cause.is_some() || self.goes_on {
            return;
        }
        if let Some(name) = open_section {
            return self.cut_off(mistakes::stops_at_section(name.span()));
        }
        let asks_for_scope = match (self.dialect, self.reading.options.kind) {
            (Dialect::Inspector, _) | (Dialect::Auditor, Some(Kind::Design | Kind::Impl)) => true,
            (Dialect::Auditor, _) => false,
        };
        let opens = self.verdict.effective().is_some_and(Outcome::opens);
        if let Some(line) =
            self.verdict_line.filter(|_| asks_for_scope && opens && self.end.is_none())
            && line.end == self.verdict.span.end
            && self.verdict.scope.is_none()
        {
            self.cut_off(mistakes::stops_at_verdict(line));
        }
    }

    fn cut_off(&mut self, diagnostic: Diagnostic) {
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
        self.report(diagnostic);
    }
}
