//! A verdict while its lines come in.

use super::{blocks, end_mark};
use crate::codec::input::Input;
use crate::codec::mistakes::mistake_rows;
use crate::codec::repairs::{KEY_STYLE, LINE_ORDER, Repair};
use crate::codec::shared::dartai::{
    IN_LINES, VerdictBuilder, count, pointer_ignored, repeated_key,
};
use crate::codec::text::fields::{Field, Key};
use crate::codec::text::slice::{BLANKS, Slice};
use crate::ir::{Cause, Decoded, Diagnostic, FindingKind, Format};
use crate::source::Span;

/// A verdict while its lines come in.
pub(super) struct LineReader<'a> {
    pub(super) builder: VerdictBuilder<'a>,
    pub(super) text: &'a str,
    /// Where the line `END` stands that ends the text.
    pub(super) end_mark: Option<usize>,
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
    /// A line `Blockers` that no colon makes a key.
    pub(super) title: Option<Span>,
    /// A line with a known key was seen.
    pub(super) begun: bool,
    /// Prose above the first known key.
    pub(super) preface: Option<Span>,
    /// The end of the line before; none behind a comment.
    pub(super) end: Option<usize>,
    /// Where the diagnostic about unknown lines stands that the next one may join.
    unknown: Option<usize>,
    /// Lists and counts of findings so far.
    lists: Vec<(FindingKind, bool, Span)>,
    rank: u8,
}

/// What a line without a key can continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Open {
    Nothing,
    Verdict,
    Finding,
}

impl<'a> LineReader<'a> {
    pub(super) fn new(input: &Input<'a>) -> Self {
        let text = input.text;
        Self {
            blocks: Vec::new(),
            builder: VerdictBuilder::new(input.options, Span::new(0, text.len()), &IN_LINES),
            text,
            end_mark: end_mark(text),
            open: Open::Nothing,
            list: None,
            pending: None,
            inline_evidence: false,
            verdict_in_evidence: None,
            title: None,
            begun: false,
            preface: None,
            end: None,
            unknown: None,
            lists: Vec::new(),
            rank: 0,
        }
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.builder.report(diagnostic);
    }

    pub(super) fn refuse(&mut self, cause: Cause, diagnostic: Diagnostic) {
        self.builder.refuse(cause, diagnostic);
    }

    pub(super) fn recover(&mut self, repair: Repair, at: Span) {
        self.builder.recover(repair, at);
    }

    /// What no field claims.
    pub(super) fn unclaimed(&mut self, slice: Slice<'a>) {
        self.builder.reading.unclaimed(slice.span());
    }

    /// Reports a line that belongs to nothing.
    pub(super) fn report_unknown(&mut self, at: Span) {
        let body = Slice::new(self.text, 0);
        self.unknown = self.builder.reading.report_joined(self.unknown, unknown_line, body, at);
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
            self.builder.verdict.span.start = at.start;
        }
        self.begun = true;
        (self.unknown, self.title) = (None, None);
        let counts = is_list(field) && count(field.value.text).is_some();
        if field.styled && !(counts && matches!(field.key.text, "blockers" | "advisories")) {
            self.recover(KEY_STYLE, field.key.span());
        }
        self.keep_order(known, at);
        self.check_pending();
        (self.open, self.list) = (Open::Nothing, None);
        match known {
            Key::Verdict if self.agrees_again(field) => self.unclaimed(line.trim()),
            Key::Verdict => self.state(field, at),
            Key::Confidence => self.builder.read_confidence(field.value, at),
            Key::Blocker => self.find(FindingKind::Blocker, field, line),
            Key::Advisory => self.find(FindingKind::Advisory, field, line),
            Key::Evidence => self.cite(field, at, false),
            Key::EvidencePath => self.cite(field, at, true),
            Key::VerdictFile => {}
        }
    }

    /// `blockers:`, which names a list or its count.
    pub(super) fn list(&mut self, kind: FindingKind, field: Field<'a>, counts: bool) {
        let at = field.key.span();
        let mut lists = self.lists.iter();
        let first = lists.find(|(known, counted, _)| (*known, *counted) == (kind, counts));
        if let Some((.., first)) = first {
            let diagnostic = repeated_key(field.key.text, *first, at);
            self.report(diagnostic);
        }
        self.lists.push((kind, counts, at));
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
            Key::Verdict => self.builder.said.is_some(),
            Key::Confidence => self.builder.confidence.is_some(),
            _ => false,
        };
        if rank < self.rank && !again {
            self.recover(LINE_ORDER, at);
        }
        self.rank = self.rank.max(rank);
    }

    /// Holds the verdict to its own rules, and hands out what came of it.
    pub(super) fn finish(mut self, input: &Input<'a>) -> Decoded {
        self.check_pending();
        let end = self.text.trim_end_matches(BLANKS).len();
        let start = self.builder.verdict.span.start as usize;
        self.builder.verdict.span = Span::new(start, end.max(start));
        self.builder.check_agreement(self.begun, self.verdict_in_evidence);
        self.builder.check_end(self.text);
        let verdicts = vec![self.builder.verdict];
        let decoded = self.builder.reading.finish(input.source, Format::VerdictFile, verdicts);
        blocks::join(decoded, input, &self.blocks)
    }
}

/// Whether the key of a line names a list: `blockers`.
pub(super) fn is_list(field: Field<'_>) -> bool {
    matches!(field.known, Some(Key::Blocker | Key::Advisory))
        && field.key.text.ends_with(['s', 'S'])
}

mistake_rows! {
    /// `looks good` below `confidence: high`
    warning "assize::read::unknown_line" unknown_line(at: Span)
        "this is not a line of a verdict file", at "not read", "begin it with `blocker:` or `advisory:`, or move it below `evidence:`";
}
