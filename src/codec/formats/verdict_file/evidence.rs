//! `evidence:`: a path, or the rest of the file.

use super::Line;
use super::draft::{Draft, Open};
use super::findings::is_none;
use crate::codec::text::fields::{self, Field, Key};
use crate::codec::text::location::has_extension;
use crate::codec::text::slice::Slice;
use crate::ir::{Diagnostic, Evidence};
use crate::source::Span;

impl<'a> Draft<'a> {
    /// An `evidence:` or `evidence_path:` line; the latter is a path whatever it looks like.
    pub(super) fn cite(&mut self, field: Field<'a>, line: Span, named_path: bool) {
        let marks = ["\"", "'", "`"];
        let value = field.value;
        let value = marks.iter().find_map(|mark| value.inside(mark, mark)).unwrap_or(value);
        self.open = Open::Nothing;
        if self.opinion.verdict.evidence.is_some() {
            self.report(second_evidence(line));
        }
        if is_path(value.text) || (named_path && !value.is_empty()) {
            self.opinion.verdict.evidence.get_or_insert(Evidence::Path(value.span()));
        } else if !named_path && !self.holds_nothing(field.value) {
            self.inline_evidence = true;
            let body = Slice::new(self.text, 0).after(field.value.start).trim();
            if !body.is_empty() {
                self.opinion.verdict.evidence.get_or_insert(Evidence::Inline(body.span()));
            }
        }
    }

    /// `evidence: none`, or nothing before the next field.
    fn holds_nothing(&self, value: Slice<'a>) -> bool {
        let below = || Slice::new(self.text, 0).after(value.end()).lines();
        let next = || below().map(Slice::trim).find(|line| !line.is_empty());
        let field = |line| fields::split(line).is_some_and(|field| field.known.is_some());
        is_none(value.text) || value.text == "-" || (value.is_empty() && next().is_none_or(field))
    }

    /// A line of the evidence. Nothing in it decides.
    pub(super) fn evidence_line(&mut self, line: Line<'a>, slice: Slice<'a>) {
        if !matches!(line, Line::Field) {
            return;
        }
        let Some(known) = fields::split(slice).and_then(|field| field.known) else { return };
        let at = slice.trim().span();
        if known == Key::Verdict {
            self.verdict_in_evidence.get_or_insert(at);
        }
        self.report(field_in_evidence(at));
    }
}

/// `./quality evidence.md`, `reports/quality`, `quality.md`; not `tests ran fine`.
pub(in crate::codec) fn is_path(text: &str) -> bool {
    let blank = text.contains(char::is_whitespace);
    text.starts_with("./") || (!blank && (text.contains('/') || has_extension(text)))
}

/// `blocker: ...` below `evidence: the tests ran`
fn field_in_evidence(at: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::field_in_evidence")
        .message("a line of the evidence looks like part of the verdict")
        .label(at, "read as evidence")
        .help("move it above `evidence:` if it is meant")
}

/// `evidence: ./a.md` above `evidence: ./b.md`
pub(in crate::codec) fn second_evidence(at: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::second_evidence")
        .message("a second `evidence:` line")
        .label(at, "the first one counts")
        .help("name one file, or write the evidence in one place")
}
