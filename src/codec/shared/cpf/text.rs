//! Lines of free text: notes, what stands below unknown headers, prose.

use super::builder::{At, VerdictBuilder};
use super::grammar::{self, Rule};
use super::tables::STANDS_IN;
use super::{mistakes, tables};
use crate::codec::statements;
use crate::codec::text::slice::Slice;
use crate::codec::text::word;
use crate::ir::{Cause, Member};

impl<'a> VerdictBuilder<'a> {
    /// A line that is not a row of a section.
    pub(super) fn free_line(&mut self, whole: Slice<'a>) {
        self.touch();
        let body = whole.trim();
        if !self.begun {
            self.preface.get_or_insert(body.span());
        }
        let told = grammar::ask(Rule::free_text, body);
        let find = |rule: Rule| told.as_ref().and_then(|told| told.find(rule));
        if let Some(tag) = find(Rule::tag) {
            if tag.start != body.start {
                self.verdict.notes.push(body.span());
            }
            return self.tag(tag);
        }
        if self.stray_row(whole) {
            self.running = false;
            return;
        }
        if let Some(value) = find(Rule::plain_token).filter(|value| tables::is_word(value.text)) {
            self.reading.says_fail |= self.says_fail(value);
            return self.refuse(Cause::MisspeltKey, mistakes::missing_colon(body.span()));
        }
        match self.at {
            At::Below(key) if key.rule == Rule::ROADMAP_ADVISORY => self.run(body),
            At::Unknown => {
                self.reading.unclaimed_in(0, whole.span());
                self.run(body);
            }
            At::Below(_) => self.verdict.notes.push(body.span()),
            At::Nowhere => {
                self.verdict.notes.push(body.span());
                self.reading.unclaimed_in(0, whole.span());
                self.unknown_lines = self.reading.report_joined(
                    self.unknown_lines,
                    mistakes::unknown_line,
                    self.body,
                    body.span(),
                );
            }
        }
    }

    /// A line below a header whose text is kept as it is.
    fn run(&mut self, body: Slice<'a>) {
        if let Some(member) = self.verdict.members.last_mut()
            && self.running
        {
            member.text = member.text.to(body.span());
            return;
        }
        self.running = true;
        self.verdict.members.push(Member { name: self.title, text: body.span() });
    }

    /// Whether what stands where a verdict belongs says fail, in whatever words.
    pub(super) fn says_fail(&self, value: Slice<'a>) -> bool {
        statements::says_fail(value.text, &self.reading.words)
    }

    /// Lines that only some programs show as lines of their own.
    pub(super) fn broken_line(&mut self, line: Slice<'a>) {
        for piece in word::behind_odd_breaks(line) {
            if self.is_line_of_cpf(piece) {
                let value = piece.text.split_once(':').map_or("", |(_, value)| value);
                self.reading.says_fail |= self.says_fail(Slice::new(value, piece.start));
                self.refuse(Cause::Ambiguous, mistakes::odd_break(piece.trim().span()));
            } else {
                self.reading.unclaimed_in(0, piece.span());
            }
        }
    }
}

/// Where a text says that no one else judged, however it is spelt: `auditor unavailable`.
pub(super) fn stands_in(text: &str) -> Option<usize> {
    let same = |(one, other): (u8, u8)| {
        one.eq_ignore_ascii_case(&other) || (other == b'_' && matches!(one, b' ' | b'-'))
    };
    let is_it = |bytes: &[u8]| bytes.iter().copied().zip(STANDS_IN.bytes()).all(same);
    text.as_bytes().windows(STANDS_IN.len()).position(is_it)
}
