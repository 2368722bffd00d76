//! A whole text: blocks, and what stands around them.

use std::collections::HashSet;

use super::block::Block;
use super::finish::{self, Unread};
use super::sentinel;
use super::{Fence, Line, label, signal};
use crate::codec::builder::DecodeLog;
use crate::codec::input::Input;
use crate::codec::repairs::{FENCED, PROSE_AROUND};
use crate::codec::shared::pair::{self, mistakes};
use crate::codec::statements::{Introduction, read_introduction};
use crate::codec::text::fields;
use crate::codec::text::slice::Slice;
use crate::codec::text::word::behind_odd_breaks;
use crate::ir::{Cause, Decoded, Format, Outcome, Profile, Subject, Verdict};
use crate::source::{Source, Span};

/// A text while its lines come in.
pub(super) struct Text<'a> {
    source: &'a Source,
    body: Slice<'a>,
    /// The first line that says something.
    first: Span,
    reading: DecodeLog<'a>,
    open: Option<Block<'a>>,
    done: Vec<Done>,
    /// Pairs that have a block.
    seen: HashSet<pair::PairKey<'a>>,
    expected: HashSet<pair::PairKey<'a>>,
    around: Around<'a>,
    /// No line holds a character that some programs show as a new line.
    plain: bool,
    last: Option<Slice<'a>>,
}

/// A block that has ended.
struct Done {
    verdict: Verdict,
    /// Why it has no result that can be used.
    unread: Option<Unread>,
    /// Text in it that is not part of a section.
    unclaimed: Vec<Span>,
}

impl Done {
    fn is_form(&self) -> bool {
        matches!(self.unread, Some((Cause::Template, _)))
    }
}

/// What stands around the blocks.
#[derive(Default)]
struct Around<'a> {
    fence: Option<(Fence, Span)>,
    /// Inside a fence that stands in that fence.
    nested: bool,
    /// The fence holds a block, so it is put around the answer, and quotes nothing.
    wraps: bool,
    /// Lines of that fence, before it is known what it holds.
    inside: Vec<Span>,
    comment: Option<Span>,
    /// A comment that begins in the middle of a line.
    doubt: Option<Span>,
    prose: Option<Span>,
    /// The last line around the blocks introduces what is below it as another's: in the open, or only in a fence.
    introduces: bool,
    introduces_a_fence: bool,
    fenced: Option<Span>,
    model: Option<Slice<'a>>,
}

impl<'a> Text<'a> {
    pub(super) fn new(input: &Input<'a>) -> Self {
        let expected = input.options.expected.iter().filter_map(pair::key_of);
        let bytes = input.body.text.as_bytes();
        Self {
            source: input.source,
            body: input.body,
            first: input.first.span(),
            reading: DecodeLog::new(input.options),
            open: None,
            done: Vec::new(),
            seen: HashSet::new(),
            expected: expected.collect(),
            around: Around::default(),
            plain: bytes.is_ascii() && behind_odd_breaks(input.body).next().is_none(),
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
                // What another said, or an example, says nothing.
                Some(_) if self.around.introduces => {}
                Some(block) => block.line(&mut self.reading, line, slice),
                None => self.outside(line, slice),
            },
        }
    }

    fn odd_sentinel(&mut self, slice: Slice<'a>) {
        let at = slice.trim().span();
        let ends = slice.end() == self.body.end() && !slice.text.ends_with('\n');
        match ends && sentinel::stops_in_one(slice) {
            true => self.reading.refuse(Cause::Truncated, mistakes::cut_off(at)),
            false => self.reading.refuse(Cause::Malformed, mistakes::odd_sentinel(at)),
        }
    }

    /// What stands behind a character that some programs show as a new line, and this one does
    /// not, may not be anything that counts.
    fn odd_breaks(&mut self, slice: Slice<'a>) {
        for piece in behind_odd_breaks(slice) {
            let options = self.reading.options;
            let piece = piece.trim();
            let rating = label::read(piece, options).and_then(|label| label.rating);
            let counts = piece.text.starts_with(['#', '=', '<', '`', '~'])
                || signal::in_line(piece, options).is_some()
                || rating.is_some();
            if counts {
                let fails = rating.is_some_and(|rating| rating.outcome == Outcome::Fail);
                self.reading.says_fail |= fails || signal::fails(piece, options);
                self.reading.refuse(Cause::Ambiguous, mistakes::odd_break(piece.span()));
            }
        }
    }

    fn sentinel(&mut self, starts: bool, note: Slice<'a>, gate: Slice<'a>, slice: Slice<'a>) {
        let at = slice.trim().span();
        let comment = self.open.as_ref().map_or(self.around.comment, |block| block.comment);
        if let Some(comment) = comment {
            self.reading.refuse(Cause::Ambiguous, mistakes::hidden_sentinel(at, comment));
        }
        if fields::indent(slice.text) >= 4 {
            self.reading.refuse(Cause::Ambiguous, mistakes::sentinel_like_code(at));
        }
        match starts {
            true => self.start(note, gate, slice, at),
            false => self.end(note, gate, slice, at),
        }
    }

    fn start(&mut self, note: Slice<'a>, gate: Slice<'a>, slice: Slice<'a>, at: Span) {
        let pair = pair::pair_key(note.text, gate.text);
        let form = sentinel::is_placeholder(note.text, gate.text);
        if let Some(before) = self.open.take() {
            let diagnostic = mistakes::nested_start(before.verdict.span, at);
            self.reading.refuse(Cause::Malformed, diagnostic);
            self.close(before, slice);
        } else if self.around.introduces {
            // It is no answer.
        } else if !self.expected.is_empty() && !self.expected.contains(&pair) && !form {
            self.reading.refuse(Cause::Malformed, pair::unexpected_pair(at));
        } else if self.seen.contains(&pair) {
            self.reading.refuse(Cause::Malformed, pair::duplicate_pair(at));
        }
        self.around.fenced = self.around.fenced.or(self.around.fence.map(|(_, at)| at));
        if self.around.fence.is_some() {
            self.around.wraps = true;
        }
        let body = self.body.after(slice.end() - self.body.start);
        let mut block = Block::new(note, gate, slice, body);
        let nested = self.around.fence.filter(|_| self.around.nested).map(|(_, at)| at);
        block.doubt = self.around.doubt.or(nested);
        self.open = Some(block);
    }

    fn end(&mut self, note: Slice<'a>, gate: Slice<'a>, slice: Slice<'a>, at: Span) {
        let Some(mut block) = self.open.take() else {
            return self.reading.refuse(Cause::Malformed, mistakes::end_without_start(at));
        };
        if pair::pair_key(block.note.text, block.gate.text) != pair::pair_key(note.text, gate.text)
        {
            let diagnostic = mistakes::end_mismatch(block.verdict.span, at);
            self.reading.refuse(Cause::Malformed, diagnostic);
        } else if self.held_by(&block, slice).trim().is_empty() {
            let diagnostic = mistakes::empty_body(block.verdict.span.to(at));
            self.reading.refuse(Cause::Malformed, diagnostic);
            self.seen.insert(pair::pair_key(note.text, gate.text));
            return;
        }
        block.verdict.span = block.verdict.span.to(at);
        self.close(block, slice);
    }

    /// The text of a block, up to a line.
    fn held_by(&self, block: &Block<'a>, end: Slice<'a>) -> Slice<'a> {
        let length = end.start.saturating_sub(block.body.start);
        block.body.split_at(length.min(block.body.text.len())).0
    }

    fn close(&mut self, mut block: Block<'a>, end: Slice<'a>) {
        if self.around.introduces {
            self.reading.report(mistakes::introduced_block(block.verdict.span));
            return;
        }
        block.close(&mut self.reading);
        if self.reading.options.profile == Profile::Lenient {
            let body = self.held_by(&block, end);
            finish::search(&mut block, &mut self.reading, body);
        }
        self.seen.insert(pair::pair_key(block.note.text, block.gate.text));
        if let Some(model) = self.around.model {
            block.verdict.reviewer = Some(model.span());
        }
        let Block { verdict, unread, unclaimed, .. } = block;
        self.done.push(Done { verdict, unread, unclaimed });
    }

    /// A line that is in no block decides nothing.
    fn outside(&mut self, line: Line<'a>, slice: Slice<'a>) {
        let at = slice.trim().span();
        let around = &mut self.around;
        if around.comment.is_some() || around.doubt.is_some() {
            let ends = super::behind_comment(slice).is_some();
            around.doubt = around.doubt.filter(|_| !ends);
            if around.comment.is_some() {
                around.comment = around.comment.filter(|_| !ends);
                return self.reading.unclaimed(at);
            }
        }
        if let Some((fence, opening)) = around.fence {
            if fence.closes(line) {
                self.close_fence(opening, at);
            } else {
                match line {
                    Line::Marker { .. } => around.nested = !around.nested,
                    _ => around.prose = around.prose.or(Some(at)),
                }
                around.inside.push(at);
            }
            return;
        }
        match line {
            Line::Marker { mark, .. } => {
                around.fence = Some((Fence::open(mark, slice), at));
                around.introduces |= around.introduces_a_fence;
                return;
            }
            Line::Remark(behind) => {
                around.comment = around.comment.or(behind.is_none().then_some(at));
                return self.reading.unclaimed(at);
            }
            _ => {}
        }
        if let Line::Model(model) = line
            && !model.is_empty()
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
        // In the open, `In the same format:` introduces what is the reviewer's own.
        let introduces = read_introduction(slice.text, &self.reading.words);
        around.introduces = introduces == Some(Introduction::Outright);
        around.introduces_a_fence = introduces == Some(Introduction::Quoted);
        self.reading.unclaimed(at);
    }

    /// The end of a fence: what stands in one that is put around the answer is the reviewer's own.
    fn close_fence(&mut self, opening: Span, closing: Span) {
        let around = &mut self.around;
        let lines = std::mem::take(&mut around.inside);
        match around.wraps {
            true => lines.into_iter().for_each(|at| self.reading.unclaimed(at)),
            false => self.reading.unclaimed(opening.to(closing)),
        }
        around.introduces &= !around.introduces_a_fence;
        (around.fence, around.nested, around.wraps) = (None, false, false);
        around.introduces_a_fence = false;
    }

    pub(super) fn finish(mut self) -> Decoded {
        self.finish_end();
        let strict = self.reading.options.profile == Profile::Strict;
        if self.done.iter().any(|done| !done.is_form()) {
            let reading = &mut self.reading;
            self.done.retain(|done| {
                let form = done.is_form()
                    && matches!(&done.verdict.subject, Subject::Pair { note, gate }
                        if sentinel::is_placeholder(note, gate));
                if form {
                    reading.report(mistakes::template_block(done.verdict.span));
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
            .all(|done| done.unread.is_some() && done.verdict.derived != Some(Outcome::Fail));
        let mut verdicts = Vec::with_capacity(self.done.len());
        for Done { mut verdict, unread: why, unclaimed } in self.done {
            if let Some((cause, diagnostic)) = why {
                (verdict.stated, verdict.gave_up) = (None, Some(cause));
                match unread || strict {
                    _ if broken => {}
                    true => self.reading.refuse(cause, diagnostic),
                    false => _ = self.reading.report(diagnostic),
                }
            }
            for at in unclaimed {
                self.reading.unclaimed_in(verdicts.len(), at);
            }
            verdicts.push(verdict);
        }
        let unseen =
            |subject: &&Subject| pair::key_of(subject).is_some_and(|key| !self.seen.contains(&key));
        let missing = self.reading.options.expected.iter().filter(unseen);
        let missing: Vec<Subject> = missing.cloned().collect();
        let decoded = self.reading.finish(self.source, Format::PairReview, verdicts);
        Decoded { missing, ..decoded }
    }

    /// What the end of the text cuts off.
    fn finish_end(&mut self) {
        if let Some(block) = self.open.take() {
            let start = block.verdict.span;
            self.reading.refuse(Cause::Truncated, mistakes::unterminated_block(start));
            let end = self.body.after(self.body.text.len());
            self.close(block, end);
        } else if let Some(last) = self.last
            && self.reading.cause.is_none()
            && !last.text.ends_with('\n')
            && sentinel::stops_in_one(last)
            && !last.text.trim_end().ends_with(" ===")
        {
            self.reading.refuse(Cause::Truncated, mistakes::cut_off(last.trim().span()));
        }
        if let Some(comment) = self.around.comment {
            self.reading.refuse(Cause::Truncated, mistakes::endless_comment(comment));
        }
        if let Some((_, at)) = self.around.fence {
            self.reading.refuse(Cause::Truncated, crate::codec::mistakes::unclosed_fence(at));
        }
        if self.done.is_empty() && self.reading.cause.is_none() {
            let at = self.first;
            self.reading.refuse(Cause::NoVerdict, mistakes::no_block(at));
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
        for Done { verdict, .. } in &self.done {
            let Subject::Pair { note, gate } = &verdict.subject else { continue };
            if sentinel::is_placeholder(note, gate)
                && !self.expected.contains(&pair::pair_key(note, gate))
            {
                let diagnostic = pair::unexpected_pair(verdict.span);
                self.reading.refuse(Cause::Malformed, diagnostic);
            }
        }
    }
}

/// A name without blanks around it.
fn is_whole(name: Slice<'_>) -> bool {
    !name.text.is_empty() && name.text.trim() == name.text
}
