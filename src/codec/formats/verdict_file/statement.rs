//! `verdict:` lines of a verdict file: where they may stand.

use super::reader::{LineReader, Open};
use crate::codec::mistakes::mistake_rows;
use crate::codec::shared::dartai::{prose_before_verdict, read_word};
use crate::codec::statements::{ValueKind, read_value};
use crate::codec::text::fields::Field;
use crate::ir::{Cause, Diagnostic, Outcome};
use crate::source::Span;

impl<'a> LineReader<'a> {
    /// `**Verdict:** APPROVE` below `verdict: pass`: a word of no verdict file, which only says that the work may go
    /// on, is a remark beside the one that was stated.
    pub(super) fn agrees_again(&self, field: Field<'a>) -> bool {
        let options = self.builder.reading.options;
        if self.builder.said.is_none()
            || field.like_code
            || read_word(field.value, options).is_some()
        {
            return false;
        }
        let said = read_value(field.value.text, &self.builder.reading.words);
        said.goes && !said.answer && (said.alone || said.kind == ValueKind::Mild)
    }

    /// A `verdict:` line.
    pub(super) fn state(&mut self, field: Field<'a>, line: Span) {
        self.open = Open::Verdict;
        if let Some(preface) = self.preface {
            self.refuse(Cause::Ambiguous, prose_before_verdict(line, preface));
        }
        let Some(said) = self.builder.read_word(field.value, line) else { return };
        if said.outcome != Outcome::Fail && field.like_code {
            self.refuse(Cause::Ambiguous, verdict_like_code(line));
        }
        let cited = self.builder.verdict.evidence.is_some();
        if said.outcome != Outcome::Fail && cited && self.builder.said.is_none() {
            self.verdict_in_evidence.get_or_insert(line);
            return;
        }
        self.builder.state(said);
    }
}

mistake_rows! {
    /// `    verdict: pass`
    error "assize::read::verdict_like_code" verdict_like_code(at: Span)
        "the verdict is indented like quoted code", at "stated, or quoted?", "write the `verdict:` line without spaces in front of it";
}
