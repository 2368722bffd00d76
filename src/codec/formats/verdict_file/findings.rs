//! `blocker:` and `advisory:` lines, lists of them, and lines that go on.

use super::grammar::{self, Rule};
use super::reader::{LineReader, Open, is_list};
use crate::codec::mistakes::mistake_rows;
use crate::codec::repairs::{CONTINUED_LINE, YAML_LIST};
use crate::codec::shared::dartai::{count, none_goes_on};
use crate::codec::statements::says_only_none;
use crate::codec::text::fields::{self, Field};
use crate::codec::text::location;
use crate::codec::text::slice::Slice;
use crate::ir::{Cause, Diagnostic, Finding, FindingKind, Location};
use crate::source::Span;

impl<'a> LineReader<'a> {
    /// A `blocker:` or `advisory:` line.
    pub(super) fn find(&mut self, kind: FindingKind, field: Field<'a>, line: Slice<'a>) {
        let (value, line) = (field.value, line.trim().span());
        self.list = Some(kind);
        let counted = count(value.text).filter(|_| is_list(field));
        if is_list(field) {
            self.list(kind, field, counted.is_some());
        }
        // What begins with a place names something, and most findings do.
        let located = location::split(value);
        if let Some(count) = counted {
            self.builder.count(kind, count, line);
        } else if located.0.is_none() && self.says_none(value.text) {
            self.recover(YAML_LIST, value.span());
        } else if matches!(value.text, "" | "-" | "|" | ">" | "|-" | ">-") {
            self.pending = Some((kind, line));
        } else if !self.flow_list(kind, value, line) {
            self.push_located(kind, located, line);
            self.open = Open::Finding;
        }
    }

    fn says_none(&self, text: &str) -> bool {
        says_only_none(text, &self.builder.reading.words)
    }

    pub(super) fn push_finding(&mut self, kind: FindingKind, text: Slice<'a>, span: Span) {
        self.push_located(kind, location::split(text), span);
    }

    fn push_located(
        &mut self,
        kind: FindingKind,
        (location, text): (Option<Location>, Slice<'a>),
        span: Span,
    ) {
        let finding = Finding { location, span, ..Finding::new(kind, text.span()) };
        self.builder.verdict.findings.push(finding);
    }

    /// `[one, "two, too"]`. A list that is not closed on its line goes on in the next.
    fn flow_list(&mut self, kind: FindingKind, value: Slice<'a>, line: Span) -> bool {
        if !value.text.starts_with('[') {
            return false;
        }
        let Some((items, behind)) = flow_items(value) else { return false };
        match behind {
            Some(behind) if !behind.is_empty() => return false, // `[P1] built by concatenation` is prose.
            Some(_) => {}
            None => self.report(unclosed_list(value.span())),
        }
        let mut found = false;
        for item in items {
            found |= self.item(kind, item);
        }
        if behind.is_none() && !found {
            self.pending = Some((kind, line));
        }
        true
    }

    /// One item of a list; whether it says something.
    fn item(&mut self, kind: FindingKind, item: Slice<'a>) -> bool {
        let text = ["\"", "'"].iter().find_map(|mark| item.inside(mark, mark)).unwrap_or(item);
        if text.trim().is_empty() || self.says_none(text.text) {
            return false;
        }
        self.recover(YAML_LIST, item.span());
        self.push_finding(kind, text.trim(), item.span());
        self.pending = None;
        self.open = Open::Finding;
        true
    }

    /// Whether a line without a known key is an item of the list above, or goes on with
    /// what stands above.
    pub(super) fn goes_on(&mut self, line: Slice<'a>, adjacent: bool, indented: bool) -> bool {
        if let (Some(kind), Some(item)) = (self.list, fields::item(line)) {
            let lexicon = &self.builder.reading.options.lexicon;
            let bare = item.trim_start_of(&fields::MARKS).trim_end_of(&[':', '*', '_', '`']);
            let named = fields::is_title(item) && lexicon.finding(bare.text).is_some();
            if kind == FindingKind::Advisory && named {
                self.end_list();
                return false;
            }
            if !self.item(kind, item) && self.says_none(item.text) {
                self.pending = None;
            }
            return true;
        }
        // A rule belongs to nothing, and ends nothing.
        let rule = line.trim().text.chars().all(|c| "-*_=".contains(c));
        // A line that says nothing yet is waiting for the next one, wherever that stands.
        // Below an advisory a title is never part of it, however far it is indented.
        let advises = self.list == Some(FindingKind::Advisory);
        let title = (advises || !indented) && fields::is_title(line);
        let waits = self.pending.is_some() && !(title && advises);
        if !waits && (title || !(adjacent || indented)) {
            if !rule {
                self.end_list();
            }
            return false;
        }
        let body = line.trim();
        match (self.pending.take(), self.open) {
            (Some(_), _) if self.says_none(body.text) => self.recover(CONTINUED_LINE, body.span()),
            (Some((kind, above)), _) => {
                self.recover(CONTINUED_LINE, body.span());
                self.push_finding(kind, body, above.to(body.span()));
                self.open = Open::Finding;
            }
            (None, Open::Finding) => self.continue_finding(body.span()),
            (None, Open::Nothing) if indented && self.list == Some(FindingKind::Blocker) => {
                self.builder.refuse_unless_failing(Cause::Ambiguous, none_goes_on(body.span()));
            }
            (None, Open::Verdict) if adjacent && indented => self.builder.continue_verdict(line),
            (None, _) => {
                if !rule {
                    self.end_list();
                }
                return false;
            }
        }
        true
    }

    /// A title, or a line that belongs to no field, ends the list above it: items below it are its own. A
    /// list of blockers that has nothing in it yet may have titles inside.
    pub(super) fn end_list(&mut self) {
        if !matches!(self.pending, Some((FindingKind::Blocker, _))) {
            self.check_pending();
            (self.open, self.list) = (Open::Nothing, None);
        }
    }

    fn continue_finding(&mut self, more: Span) {
        self.recover(CONTINUED_LINE, more);
        let Some(finding) = self.builder.verdict.findings.last_mut() else { return };
        let bare =
            finding.location.as_ref().is_some_and(|place| place.text.start == finding.text.start);
        finding.text = if bare { more } else { finding.text.to(more) };
        finding.span = finding.span.to(more);
    }

    /// A `blocker:` line that nothing filled.
    pub(super) fn check_pending(&mut self) {
        if let Some((kind, line)) = self.pending.take() {
            self.builder.say_nothing(kind, line);
        }
    }
}

/// What stands between the commas of `[a, "b, c"] rest`, and what behind its bracket; none where it is never closed.
fn flow_items(value: Slice<'_>) -> Option<(Vec<Slice<'_>>, Option<Slice<'_>>)> {
    let (mut items, mut behind) = (Vec::new(), None);
    for part in grammar::parts(Rule::list, value)? {
        let said = part.text.trim();
        match part.rule {
            Rule::entry => items.push(said),
            Rule::behind => behind = Some(said),
            _ => {}
        }
    }
    Some((items, behind))
}

mistake_rows! {
    /// `blockers: [one, two`
    warning "assize::read::unclosed_list" unclosed_list(at: Span)
        "a list is not closed on its line", at "no `]` here", "write one `blocker:` or `advisory:` line for each finding";
}
