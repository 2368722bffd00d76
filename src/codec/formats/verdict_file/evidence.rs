//! `evidence:`: a path, or the rest of the file.

use super::reader::{LineReader, Open};
use crate::codec::shared::dartai::{Line, field_in_evidence, second_evidence};
use crate::codec::shared::path::{bad_path, is_path, leaves};
use crate::codec::statements::says_only_none;
use crate::codec::text::fields::{self, Field, Key};
use crate::codec::text::slice::Slice;
use crate::ir::Evidence;
use crate::source::Span;

impl<'a> LineReader<'a> {
    /// An `evidence:` or `evidence_path:` line; the latter is a path whatever it looks like.
    pub(super) fn cite(&mut self, field: Field<'a>, line: Span, named_path: bool) {
        let marks = ["\"", "'", "`"];
        let value = field.value;
        let value = marks.iter().find_map(|mark| value.inside(mark, mark)).unwrap_or(value);
        self.open = Open::Nothing;
        let again = self.builder.verdict.evidence.is_some();
        if again {
            self.report(second_evidence(line));
        }
        if is_path(value.text) || (named_path && !value.is_empty()) {
            let evidence = match leaves(value.text) {
                None => Evidence::Path(value.span()),
                Some(problem) => {
                    self.report(bad_path(value.span(), problem));
                    Evidence::Inline(value.span())
                }
            };
            self.builder.verdict.evidence.get_or_insert(evidence);
        } else if !named_path && !self.holds_nothing(field.value) {
            self.inline_evidence = true;
            let end = self.end_mark.unwrap_or(self.text.len());
            let body = Slice::new(&self.text[..end], 0).after(field.value.start).trim();
            match body.is_empty() {
                true => {}
                false if again => self.unclaimed(body),
                false => self.builder.verdict.evidence = Some(Evidence::Inline(body.span())),
            }
        }
    }

    /// `evidence: none`, or nothing before the next field.
    fn holds_nothing(&self, value: Slice<'a>) -> bool {
        let below = || Slice::new(self.text, 0).after(value.end()).lines();
        let next = || below().find(|line| !line.trim().is_empty());
        // `Verdict: LGTM` below the key, where a verdict stands above, is a line of the evidence.
        let stated = self.builder.said.is_some();
        let evidence =
            |below: Field<'_>| stated && below.styled && below.known == Some(Key::Verdict);
        let field = |line| {
            let below = fields::split(line).filter(|below| below.known.is_some());
            below.is_some_and(|below| !evidence(below))
        };
        says_only_none(value.text, &self.builder.reading.words)
            || value.text == "-"
            || (value.is_empty() && next().is_none_or(field))
    }

    /// A line of the evidence. Nothing in it decides.
    pub(super) fn evidence_line(&mut self, line: Line<'a>, slice: Slice<'a>) {
        let Line::Field(Field { known: Some(known), .. }) = line else { return };
        let at = slice.trim().span();
        if known == Key::Verdict {
            self.verdict_in_evidence.get_or_insert(at);
        }
        self.report(field_in_evidence(at));
    }
}
