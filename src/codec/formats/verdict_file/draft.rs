//! A verdict while its lines come in, and what settles it in the end.

use super::blocks;
use crate::codec::formats::dartai::{IN_LINES, Opinion};
use crate::codec::input::Task;
use crate::codec::repairs::{KEY_STYLE, LINE_ORDER, Repair};
use crate::codec::text::fields::{Field, Key};
use crate::codec::text::slice::{BLANKS, Slice};
use crate::ir::{Cause, Decoded, Diagnostic, FindingKind, Format};
use crate::source::Span;

/// A verdict while its lines come in.
pub(super) struct Draft<'a> {
    pub(super) opinion: Opinion<'a>,
    pub(super) text: &'a str,
    /// Fenced blocks with lines of a verdict, and what they hold.
    pub(super) blocks: Vec<(Span, Slice<'a>)>,
    pub(super) open: Open,
    /// The list that items may be added to.
    pub(super) list: Option<FindingKind>,
    /// A `blocker:` line that has nothing on it yet.
    pub(super) pending: Option<(FindingKind, Span)>,
    pub(super) inline_evidence: bool,
    /// A `verdict:` line that stands in the evidence.
    pub(super) verdict_in_evidence: Option<Span>,
    /// A line with a known key was seen.
    pub(super) begun: bool,
    /// Prose above the first known key.
    pub(super) preface: Option<Span>,
    /// The end of the line before; none behind a comment.
    pub(super) end: Option<usize>,
    /// Where the diagnostic about unknown lines stands that the next one may join.
    strangers: Option<usize>,
    rank: u8,
}

/// What a line without a key can continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Open {
    Nothing,
    Verdict,
    Finding,
}

impl<'a> Draft<'a> {
    pub(super) fn new(task: &Task<'a>) -> Self {
        let text = task.text;
        Self {
            blocks: Vec::new(),
            opinion: Opinion::new(task.options, Span::new(0, text.len()), &IN_LINES),
            text,
            open: Open::Nothing,
            list: None,
            pending: None,
            inline_evidence: false,
            verdict_in_evidence: None,
            begun: false,
            preface: None,
            end: None,
            strangers: None,
            rank: 0,
        }
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.opinion.report(diagnostic);
    }

    pub(super) fn refuse(&mut self, cause: Cause, diagnostic: Diagnostic) {
        self.opinion.refuse(cause, diagnostic);
    }

    pub(super) fn recover(&mut self, repair: Repair, at: Span) {
        self.opinion.recover(repair, at);
    }

    /// Reports a line that belongs to nothing; neighbours share one diagnostic.
    pub(super) fn report_stranger(&mut self, at: Span) {
        let before = self.strangers.and_then(|place| self.opinion.reading.reported(place));
        if let Some(label) = before.and_then(|diagnostic| diagnostic.labels.first_mut()) {
            let between = self.text.get(label.span.end as usize..at.start as usize);
            if between.is_some_and(|text| text.trim_matches(BLANKS).is_empty()) {
                label.span = label.span.to(at);
                return;
            }
        }
        self.strangers = self.opinion.reading.report(unknown_line(at));
    }

    /// A line with a known key.
    pub(super) fn field(&mut self, field: Field<'a>, line: Slice<'a>) {
        let Some(known) = field.known else { return };
        let at = line.trim().span();
        if known == Key::VerdictFile {
            self.report(pointer_ignored(at));
            return;
        }
        if !self.begun {
            self.opinion.verdict.span.start = at.start;
        }
        self.begun = true;
        self.strangers = None;
        if field.styled {
            self.recover(KEY_STYLE, field.key.span());
        }
        self.keep_order(known, at);
        self.settle_pending();
        (self.open, self.list) = (Open::Nothing, None);
        match known {
            Key::Verdict => self.state(field, at),
            Key::Confidence => self.opinion.be_sure(field.value, at),
            Key::Blocker => self.find(FindingKind::Blocker, field, line),
            Key::Advisory => self.find(FindingKind::Advisory, field, line),
            Key::Evidence => self.cite(field, at, false),
            Key::EvidencePath => self.cite(field, at, true),
            Key::VerdictFile => {}
        }
    }

    fn keep_order(&mut self, known: Key, at: Span) {
        let rank = match known {
            Key::Verdict => 0,
            Key::Confidence => 1,
            Key::Blocker => 2,
            Key::Advisory => 3,
            Key::Evidence | Key::EvidencePath | Key::VerdictFile => 4,
        };
        let again = match known {
            Key::Verdict => self.opinion.said.is_some(),
            Key::Confidence => self.opinion.confidence.is_some(),
            _ => false,
        };
        if rank < self.rank && !again {
            self.recover(LINE_ORDER, at);
        }
        self.rank = self.rank.max(rank);
    }

    /// Holds the verdict to its own rules, and hands out what came of it.
    pub(super) fn finish(mut self, task: &Task<'a>) -> Decoded {
        self.settle_pending();
        let end = self.text.trim_end_matches(BLANKS).len();
        let start = self.opinion.verdict.span.start as usize;
        self.opinion.verdict.span = Span::new(start, end.max(start));
        let evidence = self.verdict_in_evidence;
        self.opinion.settle(self.begun, evidence);
        self.opinion.settle_end(self.text, self.inline_evidence);
        let verdicts = vec![self.opinion.verdict];
        let decoded = self.opinion.reading.finish(task.source, Format::VerdictFile, verdicts);
        blocks::join(decoded, task, &self.blocks)
    }
}

/// `looks good` below `confidence: high`
fn unknown_line(at: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::unknown_line")
        .message("this is no line of a verdict file")
        .label(at, "not read")
        .help("begin it with `blocker:` or `advisory:`, or move it below `evidence:`")
}

/// `verdict-file: PATH` below line 1
pub(in crate::codec) fn pointer_ignored(at: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::pointer_ignored")
        .message("a pointer to another file is only one on line 1")
        .label(at, "not followed")
        .help("remove the line, or name the file with `evidence:`")
}
