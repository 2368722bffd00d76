//! `verdict:` lines of a verdict file: where they may stand.

use super::draft::{Draft, Open};
use crate::codec::text::fields::Field;
use crate::ir::{Cause, Diagnostic, Outcome};
use crate::source::Span;

impl<'a> Draft<'a> {
    /// A `verdict:` line.
    pub(super) fn state(&mut self, field: Field<'a>, line: Span) {
        self.open = Open::Verdict;
        if let Some(preface) = self.preface {
            self.refuse(Cause::Ambiguous, prose_before_verdict(line, preface));
        }
        let Some(said) = self.opinion.hear_word(field.value, line) else { return };
        if said.outcome != Outcome::Fail && field.like_code {
            self.refuse(Cause::Ambiguous, verdict_like_code(line));
        }
        let cited = self.opinion.verdict.evidence.is_some();
        if said.outcome != Outcome::Fail && cited && self.opinion.said.is_none() {
            self.verdict_in_evidence.get_or_insert(line);
            return;
        }
        self.opinion.say(said);
    }
}

/// `Here is my verdict` above `verdict: pass`
pub(in crate::codec) fn prose_before_verdict(at: Span, preface: Span) -> Diagnostic {
    Diagnostic::error("assize::read::prose_before_verdict")
        .message("the verdict is not the first line, so it may be a quotation")
        .label(at, "stated, or quoted?")
        .label(preface, "the text begins here")
        .help("write the `verdict:` line first, and the rest below `evidence:`")
}

/// `    verdict: pass`
fn verdict_like_code(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::verdict_like_code")
        .message("the verdict is indented like quoted code")
        .label(at, "stated, or quoted?")
        .help("write the `verdict:` line at the start of its line")
}
