//! Text that is quoted inside CPF: fences and HTML comments. Nothing in it decides.

use super::draft::Draft;
use super::rows::undressed;
use super::{Line, header, mistakes};
use crate::codec::text::slice::Slice;
use crate::codec::words;
use crate::ir::Cause;
use crate::source::Span;

/// A quotation that has not ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quote<'a> {
    /// What ends it: `-->`, or a line of as many backticks as opened it.
    end: Slice<'a>,
    opened: Span,
    comment: bool,
}

impl<'a> Draft<'a> {
    /// Whether a line opens a quotation, or is the mark of a merge conflict.
    pub(super) fn opens_quote(&mut self, line: Slice<'a>) -> bool {
        let body = line.trim();
        let at = body.span();
        if ["<<<<<<<", ">>>>>>>"].iter().any(|mark| body.text.starts_with(mark)) {
            self.refuse(Cause::Ambiguous, mistakes::conflict_markers(at));
            return true;
        }
        let ticks = body.text.len() - body.text.trim_start_matches(['`', '~']).len();
        let comment = body.text.starts_with("<!--");
        let fence = ticks >= 3 && !body.text[ticks..].contains('`');
        if !comment && !fence {
            return false;
        }
        self.touch();
        self.running = false;
        if comment && body.text.contains("-->") {
            self.heed_quoted(body.after(4));
            self.verdict.notes.push(at);
            return true;
        }
        let end = if comment { body.after(2).split_at(2).0 } else { body.split_at(ticks).0 };
        self.quote = Some(Quote { end, opened: at, comment });
        if comment {
            self.heed_quoted(body.after(4));
        }
        true
    }

    /// A line inside a quotation.
    pub(super) fn quoted(&mut self, line: Slice<'a>) {
        let Some(quote) = self.quote else { return };
        let body = line.trim();
        let ends = match quote.comment {
            true => body.text.contains("-->"),
            false => {
                body.text.starts_with(quote.end.text)
                    && body.text.trim_matches(['`', '~']).is_empty()
            }
        };
        if quote.comment || !ends {
            self.heed_quoted(body);
        }
        if ends {
            self.verdict.notes.push(quote.opened.to(body.span()));
            self.quote = None;
        }
    }

    /// What is quoted may have been meant.
    fn heed_quoted(&mut self, line: Slice<'a>) {
        let (held, behind) = match line.text.find("-->") {
            Some(end) => line.split_at(end),
            None => (line, line.after(line.text.len())),
        };
        if self.speaks(held) || self.speaks(behind.trim_start_of(&['-', '>'])) {
            self.reading.says_fail |= words::says_fail(line.text);
            self.refuse(Cause::Ambiguous, mistakes::quoted_line(line.trim().span()));
        }
    }

    /// Whether a line would say something if it stood alone: a known key, or a row with a severity.
    pub(super) fn speaks(&self, line: Slice<'a>) -> bool {
        let line = line.trim();
        let known = header::read(line).is_some_and(|header| {
            header.known.is_some() || header::meant(header.name.text).is_some()
        });
        known || self.severity_of_row(&Line::of(undressed(line, 0))).is_some()
    }

    /// A quotation that never ends.
    pub(super) fn settle_quote(&mut self) {
        // A text that stops in the first marks of a fence.
        let last = self.body.lines().last().unwrap_or(self.body);
        let marks = last.trim();
        if (1..=2).contains(&marks.text.len())
            && ["`", "~"].iter().any(|mark| marks.text.trim_start_matches(*mark).is_empty())
            && !last.text.ends_with('\n')
        {
            self.refuse(Cause::Truncated, mistakes::endless_quote(marks.span()));
        }
        if let Some(quote) = self.quote.take() {
            self.refuse(Cause::Truncated, mistakes::endless_quote(quote.opened));
        }
    }
}
