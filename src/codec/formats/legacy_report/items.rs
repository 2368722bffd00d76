//! Findings of a report.

use super::builder::{ReportBuilder, WORD_CASE};
use super::tables::{
    ADVICE, PLACES, SEVERITIES, TEXTS, is_over, is_template, severity, unknown_severity,
};
use crate::codec::mistakes::mistake_rows;
use crate::codec::shared::dartai::template;
use crate::codec::statements::says_only_none;
use crate::codec::text::location;
use crate::codec::text::slice::Slice;
use crate::codec::tree::yaml::{At, Kind, Text};
use crate::ir::{Cause, Diagnostic, Finding, FindingKind, Outcome, Severity};
use crate::source::Span;

impl<'a> ReportBuilder<'a> {
    /// A list of findings, or what stands in its place.
    pub(super) fn list(&mut self, at: At<'_, 'a>) {
        let by_severity = |at: At<'_, 'a>| {
            at.children()
                .all(|child| child.key().is_some_and(|key| self.severity_of(key).is_some()))
        };
        match at.kind() {
            Kind::Empty => self.doubt(false, empty_list(at.span())),
            _ if at.is_null() => {}
            Kind::List => at.children().for_each(|item| self.item(item, None)),
            Kind::Map if by_severity(at) => {
                for child in at.children() {
                    let severity = child.key().and_then(|key| self.severity_of(key));
                    match child.kind() {
                        Kind::List => child.children().for_each(|item| self.item(item, severity)),
                        _ => self.item(child, severity),
                    }
                }
            }
            _ => self.item(at, None),
        }
    }

    /// Whether a list, or a map, holds findings under a name that is not known.
    pub(super) fn holds_findings(&self, name: &str, at: At<'_, 'a>) -> bool {
        let graded = |item: At<'_, 'a>| {
            let word = item.get("severity").and_then(At::text);
            word.is_some_and(|word| {
                self.severity_of(Slice::new(word.as_str().trim(), 0)) >= Some(Severity::High)
            })
        };
        let found = match at.kind() {
            Kind::List => at.children().any(graded),
            Kind::Map => graded(at),
            _ => false,
        };
        found && !is_over(name)
    }

    /// Below a key that is a severity, or a count of such findings: `high_issues: [SQL]`.
    pub(super) fn counted(&mut self, at: At<'_, 'a>) {
        match at.kind() {
            Kind::List => at.children().for_each(|item| self.item(item, Some(Severity::High))),
            _ if at.is_null() => {}
            _ => self.item(at, Some(Severity::High)),
        }
    }

    fn severity_of(&self, word: Slice<'_>) -> Option<Severity> {
        severity(word.text, self.inner.reading.options)
    }

    fn is_none(&self, text: &Text<'_>) -> bool {
        let said = text.as_str().trim();
        said.is_empty() || says_only_none(said, &self.inner.reading.words)
    }

    fn item(&mut self, at: At<'_, 'a>, known: Option<Severity>) {
        let said = at.text();
        if at.is_null() || said.as_ref().is_some_and(|text| self.is_none(text)) {
            return;
        }
        let severity = known.or_else(|| self.read_severity(at));
        let serious = severity.is_some_and(|severity| severity >= Severity::High);
        let kind = if serious { FindingKind::Blocker } else { FindingKind::Advisory };
        let text = said.or_else(|| first(at, &TEXTS).and_then(At::text));
        let text = text.filter(|text| !text.as_str().trim().is_empty());
        let whole = || match at.key() {
            Some(_) => at.written(self.text),
            None => at.raw(self.text),
        };
        let place = first(at, &PLACES).and_then(At::text);
        match (&text, &place) {
            (Some(text), Some(_)) => {
                let span = text.place(&mut self.inner.reading.embedded);
                let finding = Finding { span: at.span(), ..Finding::new(kind, span) };
                self.inner.verdict.findings.push(finding);
            }
            (Some(text), None) => self.inner.push_text(kind, text, at.span()),
            (None, _) => self.inner.push_text(kind, &Text::Here(whole()), at.span()),
        }
        let mut told = |keys: &[&str]| {
            let text = first(at, keys).and_then(At::text)?;
            Some(text.place(&mut self.inner.reading.embedded))
        };
        let (category, advice) = (told(&["category"]), told(&ADVICE));
        let read = [&TEXTS[..], &PLACES, &SEVERITIES, &["category"], &ADVICE];
        let read: Vec<Span> =
            read.iter().filter_map(|keys| Some(first(at, keys)?.span())).collect();
        for entry in at.children().filter(|entry| !read.contains(&entry.span())) {
            if let Some(name) = entry.key() {
                self.keep(name, entry);
            }
        }
        let Some(finding) = self.inner.verdict.findings.last_mut() else { return };
        (finding.severity, finding.category, finding.advice) = (severity, category, advice);
        if let Some(Text::Here(place)) = place {
            finding.location = Some(location::whole(place.trim()));
        }
    }

    /// How bad an item is; what cannot be told is never the least.
    fn read_severity(&mut self, at: At<'_, 'a>) -> Option<Severity> {
        let word = first(at, &SEVERITIES).and_then(At::text);
        let Some(Text::Here(word)) = word.filter(|word| !self.is_none(word)) else {
            self.derived = self.derived.max(Some(Outcome::Warn));
            self.inner.report(missing_severity(at.span()));
            return None;
        };
        let word = word.trim();
        if is_template(word.text) {
            self.inner.refuse(Cause::Template, template(word.span()));
            return None;
        }
        let severity = self.severity_of(word);
        match severity {
            Some(_) if word.text.bytes().any(|b| b.is_ascii_uppercase()) => {
                if !matches!(word.text, "FAIL" | "WARNING") {
                    self.inner.recover(WORD_CASE, word.span());
                }
            }
            Some(_) => {}
            None => {
                self.inner.report(unknown_severity(word));
            }
        }
        severity.or(Some(Severity::High))
    }
}

/// The first of these keys that a map has.
pub(super) fn first<'t, 'a>(at: At<'t, 'a>, keys: &[&str]) -> Option<At<'t, 'a>> {
    keys.iter().find_map(|key| at.get(key)).filter(|found| matches!(found.kind(), Kind::Scalar(_)))
}

mistake_rows! {
    /// `issues:` and nothing below
    error "assize::read::empty_list" empty_list(at: Span)
        "a list of findings was opened but has no items", at "was something found, or nothing?", "list what was found, or write `[]`";
    /// An issue without a `severity`
    warning "assize::read::missing_severity" missing_severity(at: Span)
        "a finding does not say how bad it is",
        at "no `severity` here", "add `severity: critical`, `high`, `medium` or `low`; until then the verdict is at best `warn`";
}
