//! Rows that are no findings: `REMOVED:`, `RESOLVED:`, `STEERING:`, `SPEC_FEEDBACK:`.

use super::builder::{Last, VerdictBuilder};
use super::grammar::{Row, Rule};
use super::repairs::LETTER_CASE;
use super::rows::{is_padded, without_markup};
use super::tables::Key;
use super::{mistakes, wrong_rows};
use crate::codec::mistakes::shown;
use crate::codec::shared::path::leaves;
use crate::codec::text::slice::Slice;
use crate::ir::{Cause, Member, Outcome, Removed, Resolved, SpecFeedback, Steering};
use crate::source::Span;

impl<'a> VerdictBuilder<'a> {
    /// A row of three fields: `REMOVED:` and its like.
    pub(super) fn record(&mut self, key: &Key, row: &Row<'a>) {
        let (whole, body) = (row.whole, row.whole.trim());
        let plain = row.first().text.starts_with(|c: char| c.is_alphanumeric());
        let bare = if plain { body } else { without_markup(body, 1) };
        if bare.text.starts_with('{') {
            return self.refuse(Cause::Template, mistakes::template(bare.span()));
        }
        if bare.text.len() != body.text.len() {
            self.report_style(body);
        }
        let row = Row::of(key.row, bare);
        if self.lists_nothing(&row) {
            return;
        }
        if row.count == 1 {
            self.reading.unclaimed_in(0, whole.span());
        }
        let [first, second, third, ..] = row.fields;
        let text = whole.after(third.start - whole.start).trim();
        if row.count < 3 || text.is_empty() {
            return self.short_record(bare);
        }
        if is_padded(first) || is_padded(second) || third.text.starts_with([' ', '\t']) {
            self.report_style(bare);
        }
        for (field, name) in [first, second].into_iter().zip(key.columns) {
            if field.trim().is_empty() {
                self.report(wrong_rows::empty_field(bare.span(), name));
            }
        }
        self.close_row(body);
        let text = text.span();
        let [first, second] = [first.trim(), second.trim()];
        match key.rule {
            Rule::REMOVED => {
                let removed = Removed { agent: first.span(), reason: second.span(), text };
                self.verdict.removed.push(removed);
            }
            Rule::RESOLVED => {
                let agents = if first.is_empty() { Vec::new() } else { self.agents(&row) };
                let resolved = Resolved { agents, resolution: second.span(), text };
                self.verdict.resolved.push(resolved);
            }
            Rule::STEERING => {
                self.one_of(first, &["CODIFY", "PROPOSE"], wrong_rows::unknown_level);
                if leaves(second.text).is_some() {
                    self.report(wrong_rows::bad_path(second.span(), &shown(second.text)));
                    return self.keep_row(bare);
                }
                let steering = Steering { level: first.span(), target: second.span(), text };
                self.verdict.steering.push(steering);
            }
            _ => {
                self.one_of(first, &["specifications", "design"], wrong_rows::unknown_phase);
                let feedback = SpecFeedback { phase: first.span(), spec: second.span(), text };
                self.verdict.spec_feedback.push(feedback);
            }
        }
    }

    fn one_of(
        &mut self,
        word: Slice<'a>,
        known: &[&str],
        mistake: fn(Span) -> crate::ir::Diagnostic,
    ) {
        if known.contains(&word.text) {
            return;
        }
        match known.iter().any(|known| known.eq_ignore_ascii_case(word.text)) {
            true => self.recover(LETTER_CASE, word.span()),
            false => self.report(mistake(word.span())),
        }
    }

    fn short_record(&mut self, row: Slice<'a>) {
        self.last = Last::Short;
        self.limit(Outcome::Warn);
        self.report(wrong_rows::short_row(row.span(), wrong_rows::word(self.at_best)));
        self.keep_row(row);
    }

    /// A row that is kept as it is, below the name of its section.
    fn keep_row(&mut self, row: Slice<'a>) {
        self.verdict.members.push(Member { name: self.title, text: row.span() });
        self.running = false;
    }
}
