//! Text that is quoted inside CPF: fences and HTML comments. Nothing in it decides.

use super::builder::VerdictBuilder;
use super::grammar::{self, Row, Rule};
use super::header::Header;
use super::rows::without_markup;
use super::{header, mistakes};
use crate::codec::text::lines::{self, Quoted};
use crate::codec::text::slice::Slice;
use crate::ir::Cause;
use crate::source::Span;

/// A fence or a comment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quotation {
    start: usize,
    end: usize,
    fence: bool,
}

/// The quotations of a text in their order, and where one begins that never ends.
#[derive(Default)]
pub(super) struct Quotations {
    found: Vec<Quotation>,
    /// The first that no line was held against yet.
    next: usize,
    open: Option<usize>,
}

impl Quotations {
    pub(super) fn of(body: Slice<'_>) -> Self {
        // Most texts hold none, and a look at the bytes tells: many at once, without an early end.
        let may_be = |b: u8| matches!(b, b'`' | b'~' | b'<');
        let may = body.text.bytes().fold(false, |may, b| may | may_be(b));
        if !may || !["```", "~~~", "<!--"].iter().any(|mark| body.text.contains(mark)) {
            return Self::default();
        }
        let text = lines::read_rows(body);
        let mut found: Vec<Quotation> = Vec::new();
        for line in &text.lines {
            let (start, mut end) = (line.whole.start, line.whole.end());
            let begins = match line.quoted {
                Some(Quoted::Opens) => true,
                Some(Quoted::Inside | Quoted::Closes) => false,
                Some(Quoted::Comment) => line.text.text.starts_with("<!--"),
                // `<!-- so --> VERDICT:GO`: what follows a comment is a line again.
                None if line.text.start > line.whole.trim().start
                    && line.whole.trim().text.starts_with("<!--") =>
                {
                    end = line.text.start;
                    true
                }
                _ => continue,
            };
            match found.last_mut() {
                Some(last) if !begins => last.end = end,
                _ => {
                    let fence = line.quoted == Some(Quoted::Opens);
                    found.push(Quotation { start, end, fence });
                }
            }
        }
        Self { found, next: 0, open: text.open_fence.or(text.open_comment) }
    }
}

impl<'a> VerdictBuilder<'a> {
    /// What of a line is not quoted.
    pub(super) fn outside_quotations(&mut self, line: Slice<'a>) -> Option<Slice<'a>> {
        let Some(quotation) = self.quotations.found.get(self.quotations.next).copied() else {
            return Some(line);
        };
        if line.start < quotation.start {
            return Some(line);
        }
        if line.start == quotation.start {
            self.quotation(quotation);
        }
        let end = line.trim_end_of(&['\r']).end();
        if quotation.end <= end {
            self.quotations.next += 1;
        }
        let rest = line.after(quotation.end.min(line.end()) - line.start);
        (!rest.trim().is_empty()).then_some(rest)
    }

    fn quotation(&mut self, quotation: Quotation) {
        self.touch();
        self.running = false;
        let Quotation { start, end, fence } = quotation;
        let held = &self.body.text[start - self.body.start..end - self.body.start];
        let held = Slice::new(held, start);
        self.verdict.notes.push(held.trim().span());
        self.reading.unclaimed_in(0, held.span());
        // Nobody quotes rows where rows belong: a fence there is a slip.
        if fence && self.section().is_some() {
            let meant = held.lines().find(|line| self.is_line_of_cpf(*line));
            if let Some(line) = meant {
                self.refuse(Cause::Ambiguous, mistakes::quoted_line(line.trim().span()));
            }
        }
    }

    /// Whether a line would say something if it stood alone: a known key, or a row with a severity.
    pub(super) fn is_line_of_cpf(&self, line: Slice<'a>) -> bool {
        let line = line.trim();
        let part = grammar::ask(Rule::line, line).filter(|part| part.rule != Rule::bare_key);
        let known = part.and_then(|part| Header::of(&part)).is_some_and(|header| {
            header.known.is_some() || header::meant(header.name.text).is_some()
        });
        known || self.severity_of_row(&Row::of(Rule::row_shape, without_markup(line, 0))).is_some()
    }

    /// A quotation that never ends.
    pub(super) fn check_quotations(&mut self) {
        // A text that stops in the first marks of a fence.
        let last = self.body.lines().last().unwrap_or(self.body);
        let marks = last.trim();
        if (1..=2).contains(&marks.text.len())
            && ["`", "~"].iter().any(|mark| marks.text.trim_start_matches(*mark).is_empty())
            && !last.text.ends_with('\n')
        {
            self.refuse(Cause::Truncated, mistakes::endless_quote(marks.span()));
        }
        if let Some(at) = self.quotations.open {
            let line = self.body.text[at - self.body.start..].lines().next().unwrap_or_default();
            let at = Span::new(at, at + line.trim_end().len());
            self.refuse(Cause::Truncated, mistakes::endless_quote(at));
        }
    }
}
