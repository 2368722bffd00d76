//! A whole text: blocks, and what stands around them.

use std::collections::HashSet;

use super::block::Block;
use super::sentinel;
use super::settle::{self, Trouble};
use super::{Fence, Line, label, opinion, signal};
use crate::codec::builder::Reading;
use crate::codec::claims;
use crate::codec::ear::Ear;
use crate::codec::input::Task;
use crate::codec::repairs::{FENCED, PROSE_AROUND};
use crate::codec::text::fields;
use crate::codec::text::slice::Slice;
use crate::ir::{Cause, Decoded, Format, Outcome, Profile, Stated, Subject, Verdict};
use crate::source::{Source, Span};

/// A text while its lines come in.
pub(super) struct Text<'a> {
    source: &'a Source,
    body: Slice<'a>,
    /// The first line that says something.
    first: Span,
    reading: Reading<'a>,
    open: Option<Block<'a>>,
    done: Vec<(Verdict, Option<Trouble>)>,
    /// Pairs that have a block.
    seen: HashSet<(&'a str, &'a str)>,
    expected: HashSet<(&'a str, &'a str)>,
    around: Around<'a>,
    /// Some line may say `flagging as`.
    flagging: bool,
    /// No line holds a character that some programs show as a new line.
    plain: bool,
    last: Option<Slice<'a>>,
}

/// What stands around the blocks.
#[derive(Default)]
struct Around<'a> {
    ear: Ear,
    fence: Option<(Fence, Span)>,
    /// Inside a fence that stands in that fence.
    nested: bool,
    comment: Option<Span>,
    /// A comment that begins in the middle of a line.
    doubt: Option<Span>,
    prose: Option<Span>,
    fenced: Option<Span>,
    model: Option<Slice<'a>>,
}

/// Says which model wrote the text; above the first block.
pub(super) const MODEL: &str = "self-reported-model:";

impl<'a> Text<'a> {
    pub(super) fn new(task: &Task<'a>) -> Self {
        let expected = task.options.expected.iter().filter_map(|subject| match subject {
            Subject::Pair { note, gate } => Some((note.as_str(), gate.as_str())),
            _ => None,
        });
        let flagging = b"flagging";
        let bytes = task.body.text.as_bytes();
        let mut windows = bytes.windows(flagging.len());
        Self {
            source: task.source,
            body: task.body,
            first: task.first.span(),
            reading: Reading::new(task.options),
            open: None,
            done: Vec::new(),
            seen: HashSet::new(),
            expected: expected.collect(),
            around: Around::default(),
            flagging: windows
                .any(|here| here[0] | 0x20 == b'f' && here.eq_ignore_ascii_case(flagging)),
            plain: bytes.is_ascii() && claims::behind_odd_breaks(task.body).next().is_none(),
            last: None,
        }
    }

    pub(super) fn line(&mut self, line: Line<'a>, slice: Slice<'a>) {
        self.last = Some(slice);
        if !self.plain {
            self.odd_breaks(slice);
        }
        match line {
            Line::Sentinel { starts, note, gate } if is_whole(note) && is_whole(gate) => {
                self.sentinel(starts, note, gate, slice);
            }
            Line::Sentinel { .. } => self.odd_sentinel(slice),
            _ if sentinel::looks_like_one(slice) => self.odd_sentinel(slice),
            _ => match &mut self.open {
                Some(block) => block.line(&mut self.reading, line, slice),
                None => self.outside(line, slice),
            },
        }
    }

    fn odd_sentinel(&mut self, slice: Slice<'a>) {
        let at = slice.trim().span();
        let ends = slice.end() == self.body.end() && !slice.text.ends_with('\n');
        match ends && sentinel::stops_in_one(slice) {
            true => self.reading.refuse(Cause::Truncated, sentinel::cut_off(at)),
            false => self.reading.refuse(Cause::Malformed, sentinel::odd_sentinel(at)),
        }
    }

    /// What stands behind a character that some programs show as a new line, and this one does
    /// not, may not be anything that counts.
    fn odd_breaks(&mut self, slice: Slice<'a>) {
        for piece in claims::behind_odd_breaks(slice) {
            let words = &self.reading.options.lexicon.words;
            let piece = piece.trim();
            let counts = piece.text.starts_with(['#', '=', '<', '`', '~'])
                || signal::in_line(piece, words).is_some()
                || label::read(piece, &self.reading.options.lexicon.severities)
                    .is_some_and(|label| label.weight.is_some());
            if counts {
                self.reading.says_fail |= claims::alarms(piece.text);
                self.reading.refuse(Cause::Ambiguous, sentinel::odd_break(piece.span()));
            } else {
                match &mut self.open {
                    Some(block) => opinion::hear(&mut block.ear, piece, words),
                    None => opinion::hear(&mut self.around.ear, piece, words),
                }
            }
        }
    }

    fn sentinel(&mut self, starts: bool, note: Slice<'a>, gate: Slice<'a>, slice: Slice<'a>) {
        let at = slice.trim().span();
        let comment = self.open.as_ref().map_or(self.around.comment, |block| block.comment);
        if let Some(comment) = comment {
            self.reading.refuse(Cause::Ambiguous, sentinel::hidden_sentinel(at, comment));
        }
        if fields::indent(slice.text) >= 4 {
            self.reading.refuse(Cause::Ambiguous, sentinel::sentinel_like_code(at));
        }
        match starts {
            true => self.start(note, gate, slice, at),
            false => self.end(note, gate, slice, at),
        }
    }

    fn start(&mut self, note: Slice<'a>, gate: Slice<'a>, slice: Slice<'a>, at: Span) {
        let pair = (note.text, gate.text);
        let form = sentinel::is_placeholder(note.text, gate.text);
        if let Some(before) = self.open.take() {
            let diagnostic = sentinel::nested_start(before.verdict.span, at);
            self.reading.refuse(Cause::Malformed, diagnostic);
            self.close(before, slice);
        } else if !self.expected.is_empty() && !self.expected.contains(&pair) && !form {
            self.reading.refuse(Cause::Malformed, sentinel::unexpected_pair(at));
        } else if self.seen.contains(&pair) {
            self.reading.refuse(Cause::Malformed, sentinel::duplicate_pair(at));
        }
        self.around.fenced = self.around.fenced.or(self.around.fence.map(|(_, at)| at));
        let mut block = Block::new(note, gate, slice, self.flagging);
        let nested = self.around.fence.filter(|_| self.around.nested).map(|(_, at)| at);
        block.doubt = self.around.doubt.or(nested);
        self.open = Some(block);
    }

    fn end(&mut self, note: Slice<'a>, gate: Slice<'a>, slice: Slice<'a>, at: Span) {
        let Some(mut block) = self.open.take() else {
            return self.reading.refuse(Cause::Malformed, sentinel::end_without_start(at));
        };
        if (block.note.text, block.gate.text) != (note.text, gate.text) {
            let diagnostic = sentinel::end_mismatch(block.verdict.span, at);
            self.reading.refuse(Cause::Malformed, diagnostic);
        } else if self.held_by(&block, slice).trim().is_empty() {
            let diagnostic = sentinel::empty_body(block.verdict.span.to(at));
            self.reading.refuse(Cause::Malformed, diagnostic);
            self.seen.insert((note.text, gate.text));
            return;
        }
        block.verdict.span = block.verdict.span.to(at);
        self.close(block, slice);
    }

    /// The text of a block, up to a line.
    fn held_by(&self, block: &Block<'a>, end: Slice<'a>) -> Slice<'a> {
        let start = block.body.min(end.start);
        let held = self.body.after(start - self.body.start);
        held.split_at(end.start - start).0
    }

    fn close(&mut self, mut block: Block<'a>, end: Slice<'a>) {
        block.close(&mut self.reading);
        if self.reading.options.profile == Profile::Lenient {
            let body = self.held_by(&block, end);
            settle::search(&mut block, &mut self.reading, body);
        }
        self.seen.insert((block.note.text, block.gate.text));
        if let Some(model) = self.around.model {
            block.verdict.reviewer = Some(model.span());
        }
        self.done.push((block.verdict, block.trouble));
    }

    /// A line that is in no block decides nothing.
    fn outside(&mut self, line: Line<'a>, slice: Slice<'a>) {
        let at = slice.trim().span();
        let around = &mut self.around;
        if around.comment.is_some() || around.doubt.is_some() {
            let rest = super::behind_comment(slice);
            around.doubt = around.doubt.filter(|_| rest.is_none());
            if around.comment.is_some() {
                around.comment = around.comment.filter(|_| rest.is_none());
                let rest = rest.unwrap_or_else(|| slice.after(slice.text.len()));
                return opinion::hear(&mut around.ear, rest, &self.reading.options.lexicon.words);
            }
        }
        if let Some((fence, _)) = around.fence {
            if fence.closes(line) {
                (around.fence, around.nested) = (None, false);
            } else if let Line::Marker { .. } = line {
                around.nested = !around.nested;
            } else {
                around.prose = around.prose.or(Some(at));
                if !around.nested && claims::states_verdict(slice) {
                    opinion::hear(&mut around.ear, slice, &self.reading.options.lexicon.words);
                }
            }
            return;
        }
        match line {
            Line::Marker { mark, .. } => {
                around.fence = Some((Fence::open(mark, slice), at));
                return;
            }
            Line::Remark(behind) => {
                return match super::behind_comment(behind) {
                    Some(rest) => {
                        opinion::hear(&mut around.ear, rest, &self.reading.options.lexicon.words)
                    }
                    None => around.comment = Some(at),
                };
            }
            _ => {}
        }
        let model = slice.text.strip_prefix(MODEL).map(|_| slice.after(MODEL.len()).trim());
        if let Some(model) = model.filter(|model| !model.is_empty())
            && around.model.is_none()
            && self.done.is_empty()
        {
            around.model = Some(model);
            return;
        }
        if super::leaves_comment_open(slice.text) {
            around.doubt = Some(at);
        }
        around.prose = around.prose.or(Some(at));
        opinion::hear(&mut around.ear, slice, &self.reading.options.lexicon.words);
    }

    pub(super) fn finish(mut self) -> Decoded {
        self.settle_end();
        let strict = self.reading.options.profile == Profile::Strict;
        let filled = |(_, trouble): &(Verdict, Option<Trouble>)| {
            !matches!(trouble, Some((Cause::Template, _)))
        };
        if self.done.iter().any(filled) {
            let reading = &mut self.reading;
            self.done.retain(|(verdict, trouble)| {
                let form = matches!(trouble, Some((Cause::Template, _)))
                    && matches!(&verdict.subject, Subject::Pair { note, gate }
                        if sentinel::is_placeholder(note, gate));
                if form {
                    reading.report(sentinel::template_block(verdict.span));
                }
                !form
            });
        }
        self.refuse_unasked();
        let broken = self.reading.cause.is_some();
        // A block that lists a reason to fail fails, whatever is wrong with its result.
        let unread = self
            .done
            .iter()
            .all(|(verdict, trouble)| trouble.is_some() && verdict.derived != Some(Outcome::Fail));
        let mut verdicts = Vec::with_capacity(self.done.len());
        for (mut verdict, trouble) in self.done {
            if let Some((cause, diagnostic)) = trouble {
                let word = diagnostic.span().unwrap_or(verdict.span);
                verdict.stated = Some(Stated { outcome: Outcome::Hold, word });
                match unread || strict {
                    _ if broken => {}
                    true => self.reading.refuse(cause, diagnostic),
                    false => _ = self.reading.report(diagnostic),
                }
            }
            verdicts.push(verdict);
        }
        heed(&mut self.reading, self.around.ear, &verdicts);
        let missing = self.reading.options.expected.iter().filter(|subject| match subject {
            Subject::Pair { note, gate } => !self.seen.contains(&(note.as_str(), gate.as_str())),
            _ => false,
        });
        let missing: Vec<Subject> = missing.cloned().collect();
        let decoded = self.reading.finish(self.source, Format::PairReview, verdicts);
        match decoded.unreadable {
            None => Decoded { missing, ..decoded },
            Some(_) => decoded,
        }
    }

    /// What the end of the text cuts off.
    fn settle_end(&mut self) {
        if let Some(block) = self.open.take() {
            let start = block.verdict.span;
            self.reading.refuse(Cause::Truncated, sentinel::unterminated_block(start));
            let end = self.body.after(self.body.text.len());
            self.close(block, end);
        } else if let Some(last) = self.last
            && self.reading.cause.is_none()
            && !last.text.ends_with('\n')
            && sentinel::stops_in_one(last)
            && !last.text.trim_end().ends_with(" ===")
        {
            self.reading.refuse(Cause::Truncated, sentinel::cut_off(last.trim().span()));
        }
        if let Some(comment) = self.around.comment {
            self.reading.refuse(Cause::Truncated, sentinel::endless_comment(comment));
        }
        if let Some((_, at)) = self.around.fence {
            self.reading.refuse(Cause::Truncated, crate::codec::unclosed_fence(at));
        }
        if self.done.is_empty() && self.reading.cause.is_none() {
            let at = self.first;
            self.reading.refuse(Cause::NoVerdict, sentinel::no_block(at));
        }
        if let Some(fence) = self.around.fenced {
            self.reading.recover(FENCED, fence);
        }
        if let Some(prose) = self.around.prose {
            self.reading.recover(PROSE_AROUND, prose);
        }
    }

    /// A form that was filled in under the name of a form.
    fn refuse_unasked(&mut self) {
        if self.expected.is_empty() {
            return;
        }
        for (verdict, _) in &self.done {
            let Subject::Pair { note, gate } = &verdict.subject else { continue };
            if sentinel::is_placeholder(note, gate)
                && !self.expected.contains(&(note.as_str(), gate.as_str()))
            {
                let diagnostic = sentinel::unexpected_pair(verdict.span);
                self.reading.refuse(Cause::Malformed, diagnostic);
            }
        }
    }
}

/// A name without blanks around it.
fn is_whole(name: Slice<'_>) -> bool {
    !name.text.is_empty() && name.text.trim() == name.text
}

/// What the text around the blocks says of failing is heard, when they would open the gate.
fn heed(reading: &mut Reading<'_>, ear: Ear, verdicts: &[Verdict]) {
    reading.says_fail |= ear.mention.is_some_and(|(outcome, _)| outcome == Outcome::Fail);
    let Some(outcome) = verdicts.iter().filter_map(Verdict::effective).max() else { return };
    if !outcome.opens() {
        return;
    }
    let worse = ear.mention.filter(|(mentioned, _)| *mentioned > outcome);
    if let Some(other) = worse.map(|(_, other)| other).or(ear.unclear) {
        reading.refuse(Cause::Ambiguous, sentinel::second_opinion(other));
    } else if let Some((_, claim)) = ear.claim {
        let word = verdicts.iter().find_map(|verdict| verdict.stated).map(|stated| stated.word);
        let at = word.unwrap_or_default();
        let diagnostic = settle::blocker_in_prose(at, claim.span().unwrap_or(at));
        reading.refuse(Cause::Ambiguous, diagnostic);
    }
}
