//! One block while its lines come in: what it says of one note and one gate.

use super::finish::{self, Unread};
use super::label::{self, Label};
use super::signal::{self, Signal, Statement};
use super::statement::Title;
use super::{Fence, Line, Section};
use crate::codec::builder::DecodeLog;
use crate::codec::shared::pair::grammar::section;
use crate::codec::shared::pair::mistakes::unknown_severity;
use crate::codec::shared::pair::{self as words, Rating, Spelling};
use crate::codec::shared::pair::{FINDING_STYLE, HEADING_STYLE, LETTER_CASE, SEVERITY_WORD};
use crate::codec::statements::is_none;
use crate::codec::text::fields;
use crate::codec::text::lines;
use crate::codec::text::slice::Slice;
use crate::ir::{Cause, Diagnostic, Finding, Outcome, Subject, Verdict};
use crate::source::Span;

/// One block while its lines come in.
pub(super) struct Block<'a> {
    pub(super) note: Slice<'a>,
    pub(super) gate: Slice<'a>,
    pub(super) verdict: Verdict,
    /// The text from the line below its first.
    pub(super) body: Slice<'a>,
    pub(super) signals: Vec<Signal<'a>>,
    /// Why there is no result that can be used.
    pub(super) unread: Option<Unread>,
    /// The same of a line that is not the format's own: counts where no line states a result.
    pub(super) unread_alias: Option<Unread>,
    /// The outcome of each finding.
    pub(super) outcomes: Vec<Outcome>,
    /// What makes it doubtful which lines are quoted.
    pub(super) doubt: Option<Span>,
    /// The first thing below the result.
    pub(super) behind: Option<Span>,
    /// Text that is not part of a section.
    pub(super) unclaimed: Vec<Span>,
    pub(super) fence: Option<Fence>,
    /// An HTML comment that has not ended yet.
    pub(super) comment: Option<Span>,
    /// Something was said.
    pub(super) begun: bool,
    section: Section,
    /// Text of the section so far.
    run: Option<Span>,
    /// A finding that may go on, and how far it is indented.
    pub(super) open: Option<usize>,
    /// The finding has no text yet: what stands below it is that.
    untold: bool,
    /// `## Result`, when the word stands below.
    pub(super) title: Option<Title<'a>>,
    /// The start of this line, and the end of the line before.
    line_start: usize,
    end: usize,
}

impl<'a> Block<'a> {
    pub(super) fn new(note: Slice<'a>, gate: Slice<'a>, line: Slice<'a>, body: Slice<'a>) -> Self {
        let mut verdict = Verdict::new(line.trim().span());
        verdict.subject = Subject::Pair { note: note.text.to_owned(), gate: gate.text.to_owned() };
        Self {
            note,
            gate,
            verdict,
            body,
            signals: Vec::new(),
            unread: None,
            unread_alias: None,
            outcomes: Vec::new(),
            doubt: None,
            behind: None,
            unclaimed: Vec::new(),
            fence: None,
            comment: None,
            begun: false,
            section: Section::Loose,
            run: None,
            open: None,
            untold: false,
            title: None,
            line_start: line.end(),
            end: line.end(),
        }
    }

    /// There is no result that can be used; the first reason counts.
    pub(super) fn refuse(
        &mut self,
        reading: &mut DecodeLog<'a>,
        cause: Cause,
        diagnostic: Diagnostic,
    ) {
        match self.unread {
            None => self.unread = Some((cause, diagnostic)),
            Some(_) => _ = reading.report(diagnostic),
        }
    }

    /// One line of the body.
    pub(super) fn line(&mut self, reading: &mut DecodeLog<'a>, line: Line<'a>, slice: Slice<'a>) {
        let adjacent = self.end == slice.start && self.begun;
        (self.line_start, self.end) = (slice.start, slice.end());
        let said = slice.trim();
        if (self.comment.is_some() || self.fence.is_some()) && self.quoted(line, slice, adjacent) {
            self.begun = true;
            return;
        }
        if let Some(title) = self.title.take()
            && self.below_title(reading, title, said)
        {
            return;
        }
        if let Line::Remark(behind) = line {
            match behind {
                Some(rest) => self.behind_comment(rest),
                None => self.comment = Some(said.span()),
            }
            return;
        }
        if super::leaves_comment_open(said.text) {
            self.doubt.get_or_insert(said.span());
        }
        let first = !self.begun;
        self.begun = true;
        match line {
            Line::Marker { mark, .. } => {
                self.fence = Some(Fence::open(mark, slice));
                self.content(said, adjacent);
            }
            Line::Heading { level, title } => self.heading(reading, level, title, slice),
            Line::Item { bullet, text } => self.item(reading, bullet, text, slice, adjacent),
            _ => self.prose(reading, slice, first, adjacent),
        }
        if self.title.is_none() && !matches!(line, Line::Heading { .. }) && !self.stated_at(said) {
            self.behind.get_or_insert(said.span());
        }
    }

    /// Whether this line states the result.
    fn stated_at(&self, line: Slice<'_>) -> bool {
        self.signals.last().is_some_and(|signal| signal.line.start == line.span().start)
    }

    /// Lines in a fence or in a comment decide nothing.
    fn quoted(&mut self, line: Line<'a>, slice: Slice<'a>, adjacent: bool) -> bool {
        let said = slice.trim();
        if self.comment.is_some() {
            if let Some(rest) = super::behind_comment(slice) {
                self.comment = None;
                self.behind_comment(rest);
            }
            return true;
        }
        let Some(fence) = &self.fence else { return false };
        if fence.closes(line) {
            self.fence = None;
        } else if fence.indented && fields::indent(slice.text) == 0 {
            // Some programs end a fence in a list where the list ends.
            let tells = matches!(line, Line::Heading { .. } | Line::Item { .. });
            self.doubt = self.doubt.or(tells.then_some(said.span()));
        }
        self.extend(said, adjacent, true);
        true
    }

    /// What stands behind a comment on its last line: shown by some programs, and not by others.
    fn behind_comment(&mut self, rest: Slice<'a>) {
        if !rest.is_empty() {
            self.doubt.get_or_insert(rest.span());
            self.unclaimed.push(rest.span());
        }
    }

    fn heading(
        &mut self,
        reading: &mut DecodeLog<'a>,
        level: Slice<'a>,
        title: Slice<'a>,
        slice: Slice<'a>,
    ) {
        let said = slice.trim();
        match signal::in_heading(level, title, reading.options) {
            Some(Statement::Title(official)) => {
                self.title = Some(Title { level, line: slice, official });
                return;
            }
            Some(statement) if self.state(reading, statement, slice) => return,
            _ => {}
        }
        self.behind.get_or_insert(said.span());
        if let Some((section, styled)) = section(title) {
            self.turn_to(section);
            if level.text.len() != 3 || styled {
                reading.recover(HEADING_STYLE, said.span());
            }
            return;
        }
        // `#### FAIL: the claim has no source`, and `#### Fail` above its text
        if level.text.len() > 3
            && let Some(label) = label::read(title, reading.options)
            && let Some(rating) = label.rating.filter(|r| r.spelling != Spelling::Foreign)
        {
            return self.find(reading, &label, rating, true, slice);
        }
        self.other_heading(level, slice);
    }

    /// A heading that is not one of the format.
    pub(super) fn other_heading(&mut self, level: Slice<'a>, slice: Slice<'a>) {
        self.behind.get_or_insert(slice.trim().span());
        self.open = None;
        if level.text.len() <= 3 {
            self.turn_to(Section::Other);
        }
        self.content(slice.trim(), false);
    }

    fn item(
        &mut self,
        reading: &mut DecodeLog<'a>,
        bullet: Slice<'a>,
        text: Slice<'a>,
        slice: Slice<'a>,
        adjacent: bool,
    ) {
        let options = reading.options;
        let label = label::read(text, options);
        if let Some(label) = &label
            && let Some(rating) = label.rating.filter(|rating| self.counts(*rating))
        {
            let styled = bullet.text != "-";
            return self.find(reading, label, rating, styled, slice);
        }
        if let Some(statement) = signal::in_line(text, options)
            && self.state(reading, statement, slice)
        {
            return;
        }
        let nested = self.open.is_some_and(|indent| fields::indent(slice.text) > indent);
        if nested || self.is_untold() {
            return self.content(slice.trim(), adjacent);
        }
        // The next item is not part of the finding above it.
        let adjacent = adjacent && self.open.take().is_none();
        if self.section != Section::Findings {
            return self.content(slice.trim(), adjacent);
        }
        // `- ❌ no source`
        let signs = text.text.find(char::is_alphanumeric).unwrap_or(text.text.len());
        let (signs, behind) = text.split_at(signs);
        let failing = words::stops(signs.text, options).then(|| words::rate("fail", options));
        if let Some(rating) = failing.flatten() {
            reading.recover(FINDING_STYLE, slice.trim().span());
            return self.add_finding(rating, behind, slice);
        }
        if let Some(label) = label.filter(|label| label.named) {
            reading.report(unknown_severity(label.word.span()));
            return self.add_finding(words::unknown_rating(), label.text, slice);
        }
        if !is_none(text.text, &reading.words) {
            self.content(slice.trim(), adjacent);
        }
    }

    /// Whether a severity counts in this section: words of other formats are those of findings
    /// only where findings are listed.
    fn counts(&self, rating: Rating) -> bool {
        rating.spelling != Spelling::Foreign || self.lists_findings()
    }

    fn lists_findings(&self) -> bool {
        matches!(self.section, Section::Loose | Section::Findings)
    }

    fn prose(
        &mut self,
        reading: &mut DecodeLog<'a>,
        slice: Slice<'a>,
        first: bool,
        adjacent: bool,
    ) {
        let said = slice.trim();
        let options = reading.options;
        let code = fields::indent(slice.text) >= 4 && self.open.is_none();
        // A title is no part of the finding above it.
        let apart = self.open.is_some() && fields::is_title(said);
        if apart {
            self.open = None;
        }
        let adjacent = adjacent && !apart;
        if said.text.starts_with('>') || code {
            return self.content(said, adjacent);
        }
        let leading = if first { signal::in_bold(said, options) } else { None };
        if let Some(statement) = leading.or_else(|| signal::in_line(said, options))
            && self.state(reading, statement, slice)
        {
            return;
        }
        let label = label::read(said, options).filter(|label| match label.named {
            // `**Severity:** fail` in a line of its own, above its text
            true => label.rating.is_some_and(|rating| self.counts(rating)),
            false => {
                let told = label.styled || label.text.start > label.word.end();
                self.lists_findings() && told && !label.text.is_empty()
            }
        });
        if let Some(label) = label
            && let Some(rating) = label.rating
        {
            return self.find(reading, &label, rating, true, slice);
        }
        // What underlines the text above it does not say that there is nothing.
        let underlines = adjacent && lines::is_rule(said.text);
        if !underlines && is_none(said.text, &reading.words) {
            self.open = None;
            if self.section == Section::Findings {
                return;
            }
        }
        self.content(said, adjacent);
    }

    /// A finding with a known severity.
    fn find(
        &mut self,
        reading: &mut DecodeLog<'a>,
        label: &Label<'a>,
        rating: Rating,
        styled: bool,
        slice: Slice<'a>,
    ) {
        match rating.spelling {
            Spelling::Foreign => reading.recover(SEVERITY_WORD, label.word.span()),
            Spelling::OtherCase => reading.recover(LETTER_CASE, label.word.span()),
            Spelling::Exact | Spelling::Unknown => {}
        }
        if rating.spelling != Spelling::Foreign && (styled || label.styled) {
            reading.recover(FINDING_STYLE, slice.trim().span());
        }
        let alone =
            label.text.is_empty() && (label.named || slice.text.trim_start().starts_with('#'));
        self.add_finding(rating, if alone { label.word } else { label.text }, slice);
        self.untold = alone;
    }

    /// Whether a finding waits for its text.
    fn is_untold(&self) -> bool {
        self.untold && self.open.is_some()
    }

    pub(super) fn add_finding(&mut self, rating: Rating, text: Slice<'a>, slice: Slice<'a>) {
        self.flush();
        let mut finding = Finding::new(rating.kind, text.span());
        finding.severity = rating.severity;
        finding.span = slice.trim().span();
        let behind = |known: &Finding| known.span.start <= finding.span.start;
        let place = self.verdict.findings.partition_point(behind);
        self.verdict.findings.insert(place, finding);
        self.outcomes.insert(place, rating.outcome);
        self.open = Some(fields::indent(slice.text));
        self.untold = false;
    }

    /// A note, at its place among the others.
    pub(super) fn note(&mut self, at: Span) {
        if at.start == at.end {
            return;
        }
        self.flush();
        let place = self.verdict.notes.partition_point(|known| known.start <= at.start);
        self.verdict.notes.insert(place, at);
    }

    /// A line that belongs to what stands above it.
    fn content(&mut self, said: Slice<'a>, adjacent: bool) {
        self.extend(said, adjacent, false);
    }

    fn extend(&mut self, said: Slice<'a>, adjacent: bool, inside: bool) {
        let belongs = adjacent || inside || said.start > self.line_start || self.untold;
        if let Some(finding) = self.verdict.findings.last_mut()
            && self.open.is_some()
            && belongs
        {
            if !said.is_empty() {
                if std::mem::take(&mut self.untold) {
                    finding.text.start = said.span().start;
                }
                finding.text.end = said.span().end;
                finding.span.end = said.span().end;
            }
            return;
        }
        self.open = None;
        if said.is_empty() {
            return;
        }
        let whole = !matches!(self.section, Section::Loose | Section::Findings);
        match &mut self.run {
            Some(run) if whole || adjacent || inside => run.end = said.span().end,
            _ => {
                self.flush();
                self.run = Some(said.span());
            }
        }
    }

    pub(super) fn turn_to(&mut self, section: Section) {
        self.flush();
        (self.section, self.open) = (section, None);
    }

    /// Puts the text of a section where it belongs.
    fn flush(&mut self) {
        let Some(run) = self.run.take() else { return };
        match self.section {
            Section::Summary if self.verdict.summary.is_none() => self.verdict.summary = Some(run),
            Section::Revision if self.verdict.revision.is_none() => {
                self.verdict.revision = Some(run);
            }
            _ => self.verdict.notes.push(run),
        }
    }

    /// The end of the block.
    pub(super) fn close(&mut self, reading: &mut DecodeLog<'a>) {
        if let Some(title) = self.title.take() {
            self.close_title(reading, title);
        }
        self.flush();
        finish::finish_block(self, reading);
    }
}
