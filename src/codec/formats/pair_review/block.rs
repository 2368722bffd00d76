//! One block while its lines come in: what it says of one note and one gate.

use super::label::{self, Label};
use super::opinion;
use super::repairs::{FINDING_STYLE, HEADING_STYLE, LETTER_CASE, SEVERITY_WORD};
use super::settle::{self, Trouble};
use super::signal::{self, Signal};
use super::words::{self, Spelling, Weight};
use super::{Fence, Line};
use crate::codec::builder::Reading;
use crate::codec::claims;
use crate::codec::ear::Ear;
use crate::codec::text::fields;
use crate::codec::text::slice::Slice;
use crate::ir::{Cause, Diagnostic, Finding, Outcome, Subject, Verdict};
use crate::source::Span;

/// One block while its lines come in.
pub(super) struct Block<'a> {
    pub(super) note: Slice<'a>,
    pub(super) gate: Slice<'a>,
    pub(super) verdict: Verdict,
    /// Where its first line ends.
    pub(super) body: usize,
    pub(super) signals: Vec<Signal<'a>>,
    /// `flagging as warn`, somewhere in a sentence: it can contradict, and never decides.
    pub(super) flags: Vec<Signal<'a>>,
    /// Why there is no result that can be used.
    pub(super) trouble: Option<Trouble>,
    /// What makes it doubtful which lines are quoted.
    pub(super) doubt: Option<Span>,
    /// The first thing below the result.
    pub(super) behind: Option<Span>,
    pub(super) ear: Ear,
    pub(super) fence: Option<Fence>,
    /// An HTML comment that has not ended yet.
    pub(super) comment: Option<Span>,
    /// Something was said.
    pub(super) begun: bool,
    /// Look for `flagging as`.
    flagging: bool,
    section: Section,
    /// Text of the section so far.
    run: Option<Span>,
    /// A finding that may go on, and how far it is indented.
    pub(super) open: Option<usize>,
    /// `## Result`, when the word stands below.
    pub(super) title: Option<Slice<'a>>,
    /// The start of this line, and the end of the line before.
    line_start: usize,
    end: usize,
}

/// Which part of a block a line belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    Loose,
    Summary,
    Findings,
    Revision,
    Other,
}

/// The sections that a block may have, as their headings are written.
const SECTIONS: [(&str, Section); 3] = [
    (super::SUMMARY, Section::Summary),
    (super::FINDINGS, Section::Findings),
    (super::REVISION, Section::Revision),
];

impl<'a> Block<'a> {
    pub(super) fn new(note: Slice<'a>, gate: Slice<'a>, line: Slice<'a>, flagging: bool) -> Self {
        let mut verdict = Verdict::new(line.trim().span());
        verdict.subject = Subject::Pair { note: note.text.to_owned(), gate: gate.text.to_owned() };
        Self {
            note,
            gate,
            verdict,
            body: line.end(),
            signals: Vec::new(),
            flags: Vec::new(),
            trouble: None,
            doubt: None,
            behind: None,
            ear: Ear::default(),
            fence: None,
            comment: None,
            begun: false,
            flagging,
            section: Section::Loose,
            run: None,
            open: None,
            title: None,
            line_start: line.end(),
            end: line.end(),
        }
    }

    pub(super) fn trouble(
        &mut self,
        reading: &mut Reading<'a>,
        cause: Cause,
        diagnostic: Diagnostic,
    ) {
        match self.trouble {
            None => self.trouble = Some((cause, diagnostic)),
            Some(_) => _ = reading.report(diagnostic),
        }
    }

    /// One line of the body.
    pub(super) fn line(&mut self, reading: &mut Reading<'a>, line: Line<'a>, slice: Slice<'a>) {
        let adjacent = self.end == slice.start && self.begun;
        (self.line_start, self.end) = (slice.start, slice.end());
        let said = slice.trim();
        if (self.comment.is_some() || self.fence.is_some())
            && self.quoted(reading, line, slice, adjacent)
        {
            self.begun = true;
            return;
        }
        if let Some(title) = self.title.take()
            && self.below_title(reading, title, said)
        {
            return;
        }
        if self.flagging {
            self.flagged(reading, said);
        }
        if let Line::Remark(behind) = line {
            match super::behind_comment(behind) {
                Some(rest) => self.behind_comment(reading, rest),
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
    fn quoted(
        &mut self,
        reading: &mut Reading<'a>,
        line: Line<'a>,
        slice: Slice<'a>,
        adjacent: bool,
    ) -> bool {
        let said = slice.trim();
        if self.comment.is_some() {
            if let Some(rest) = super::behind_comment(slice) {
                self.comment = None;
                self.behind_comment(reading, rest);
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
    fn behind_comment(&mut self, reading: &mut Reading<'a>, rest: Slice<'a>) {
        if !rest.is_empty() {
            self.doubt.get_or_insert(rest.span());
            opinion::hear(&mut self.ear, rest, &reading.options.lexicon.words);
        }
    }

    fn heading(
        &mut self,
        reading: &mut Reading<'a>,
        level: Slice<'a>,
        title: Slice<'a>,
        slice: Slice<'a>,
    ) {
        let said = slice.trim();
        if let Some(statement) = signal::in_heading(level, title, &reading.options.lexicon.words) {
            return self.state(reading, statement, slice);
        }
        self.behind.get_or_insert(said.span());
        let plain = title.trim_start_of(&['*', '_']).trim_end_of(&[':', '*', '_', '#', ' ']);
        let known = SECTIONS.iter().find(|(name, _)| plain.text.eq_ignore_ascii_case(name));
        if let Some((_, section)) = known {
            self.turn_to(*section);
            if level.text.len() != 3 || plain.text.len() != title.text.len() {
                reading.recover(HEADING_STYLE, said.span());
            }
            return;
        }
        if level.text.len() <= 3 {
            self.turn_to(Section::Other);
        }
        self.content(said, false);
        opinion::hear(&mut self.ear, slice, &reading.options.lexicon.words);
    }

    fn item(
        &mut self,
        reading: &mut Reading<'a>,
        bullet: Slice<'a>,
        text: Slice<'a>,
        slice: Slice<'a>,
        adjacent: bool,
    ) {
        let label = label::read(text, &reading.options.lexicon.severities);
        if let Some(Label { weight: Some(weight), .. }) = label {
            let styled = bullet.text != "-";
            return self.find(reading, label, weight, styled, slice);
        }
        if let Some(statement) = signal::in_line(text, &reading.options.lexicon.words) {
            return self.state(reading, statement, slice);
        }
        let nested = self.open.is_some_and(|indent| fields::indent(slice.text) > indent);
        if nested {
            self.content(slice.trim(), adjacent);
        } else if self.section != Section::Findings {
            // The next item is no part of the finding above it.
            let adjacent = adjacent && self.open.take().is_none();
            self.content(slice.trim(), adjacent);
        } else if claims::says_none(text.text) {
            self.open = None;
        } else {
            let named = label.map_or(text, |label| label.word);
            reading.report(unknown_severity(named.span(), text.span()));
            // `- ❌ no source`
            let marks = text.text.find(char::is_alphanumeric).unwrap_or(text.text.len());
            let hosts = &reading.options.lexicon.severities;
            let alarming =
                claims::alarms(&text.text[..marks]).then(|| words::weigh("failed", hosts));
            self.push(alarming.flatten().unwrap_or_else(words::unknown_weight), text, slice);
        }
        opinion::hear(&mut self.ear, slice, &reading.options.lexicon.words);
    }

    fn prose(&mut self, reading: &mut Reading<'a>, slice: Slice<'a>, first: bool, adjacent: bool) {
        let said = slice.trim();
        if said.text.starts_with('>') {
            return self.content(said, adjacent);
        }
        let words = &reading.options.lexicon.words;
        if fields::indent(slice.text) >= 4 && self.open.is_none() {
            // Code, for those who do not read over it.
            opinion::hear(&mut self.ear, slice, words);
            return self.content(said, adjacent);
        }
        let leading = if first { signal::in_bold(said, words) } else { None };
        if let Some(statement) = leading.or_else(|| signal::in_line(said, words)) {
            return self.state(reading, statement, slice);
        }
        let label = label::read(said, &reading.options.lexicon.severities);
        let label = label.filter(|label| label.styled || label.text.start > label.word.end());
        if let Some(Label { weight: Some(weight), text, .. }) = label
            && !text.is_empty()
        {
            return self.find(reading, label, weight, true, slice);
        }
        if claims::says_none(said.text) {
            self.open = None;
            if self.section == Section::Findings {
                return;
            }
        }
        self.content(said, adjacent);
        opinion::hear(&mut self.ear, slice, words);
    }

    /// A finding with a known severity.
    fn find(
        &mut self,
        reading: &mut Reading<'a>,
        label: Option<Label<'a>>,
        weight: Weight,
        styled: bool,
        slice: Slice<'a>,
    ) {
        let Some(label) = label else { return };
        match weight.spelling {
            Spelling::Foreign => reading.recover(SEVERITY_WORD, label.word.span()),
            Spelling::OtherCase => reading.recover(LETTER_CASE, label.word.span()),
            Spelling::Exact | Spelling::Unknown => {}
        }
        if weight.spelling != Spelling::Foreign && (styled || label.styled) {
            reading.recover(FINDING_STYLE, slice.trim().span());
        }
        if weight.outcome == Outcome::Pass {
            // Nobody writes a blocker as something to know, unless to hide it.
            opinion::hear(&mut self.ear, label.text, &reading.options.lexicon.words);
        }
        self.push(weight, label.text, slice);
    }

    pub(super) fn push(&mut self, weight: Weight, text: Slice<'a>, slice: Slice<'a>) {
        self.flush();
        let mut finding = Finding::new(weight.kind, text.span());
        finding.severity = weight.severity;
        finding.span = slice.trim().span();
        self.verdict.findings.push(finding);
        self.verdict.derived = self.verdict.derived.max(Some(weight.outcome));
        self.open = Some(fields::indent(slice.text));
    }

    /// A line that belongs to what stands above it.
    fn content(&mut self, said: Slice<'a>, adjacent: bool) {
        self.extend(said, adjacent, false);
    }

    fn extend(&mut self, said: Slice<'a>, adjacent: bool, inside: bool) {
        let indented = said.start > self.line_start;
        if let Some(finding) = self.verdict.findings.last_mut()
            && self.open.is_some()
            && (adjacent || inside || indented)
        {
            if !said.is_empty() {
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
    pub(super) fn close(&mut self, reading: &mut Reading<'a>) {
        if let Some(title) = self.title.take() {
            self.unsaid(reading, title);
        }
        self.flush();
        settle::settle_block(self, reading);
    }
}

/// `- lede: it comes late`, among the findings
fn unknown_severity(named: Span, text: Span) -> Diagnostic {
    let diagnostic = Diagnostic::warning("assize::read::unknown_severity")
        .message("a finding has no severity that is known, so it counts as `warn`");
    match named == text {
        true => diagnostic.label(text, "no severity"),
        false => diagnostic.label(named, "no severity"),
    }
    .help("begin it with `- info:`, `- warn:`, `- fail:` or `- error:`")
}
