//! Items below headings and in elements that are named for a severity, and items with a label of their own.

use super::{DecodeLog, Form, Line, lines};
use crate::codec::lexicon::{self, is_none};
use crate::codec::remarks::IN_ELEMENT;
use crate::codec::text::fields;
use crate::codec::text::location;
use crate::codec::text::slice::Slice;
use crate::ir::{Finding, FindingKind, Severity};

/// A severity, and how deep the heading is that names it.
type Below = (Severity, u8);

/// An element that is named for a severity.
#[derive(Clone, Copy)]
struct Element<'a> {
    name: &'a str,
    /// How far its first item is indented.
    indent: Option<usize>,
    /// What named a severity where it begins.
    above: Option<Below>,
}

/// What was found. A critical finding beside a fail is what stops the work; beside a verdict that
/// opens it is a remark, which doubts it.
pub(super) fn read(lines: &[Line<'_>], reading: &mut DecodeLog<'_>, fails: bool) -> Vec<Finding> {
    let lexicon = &reading.options.lexicon;
    let mut below: Option<Below> = None;
    let mut element: Option<Element<'_>> = None;
    let mut findings: Vec<Finding> = Vec::new();
    let mut open = false;
    for (at, line) in lines.iter().enumerate() {
        let quoted = line.quoted.is_some();
        match line.form {
            Form::Heading(level) if !quoted => {
                open = false;
                let named = severity_of(line.text, lexicon);
                below = match (named, below) {
                    (Some(severity), _) => Some((severity, level)),
                    // A heading below it is part of what it lists.
                    (None, Some((severity, above))) if level > above => {
                        let text = line.text;
                        push(&mut findings, severity, text, fails);
                        Some((severity, above))
                    }
                    _ => None,
                };
            }
            Form::Item { ticked: None | Some(false) } if !quoted => {
                let indent = fields::indent(line.whole.text);
                let first = element.as_mut().map(|element| element.indent.get_or_insert(indent));
                let base = first.map_or(0, |first| *first);
                let nested = open && indent > base;
                let labelled = label_of(line.text, lexicon);
                let found = match (labelled, below) {
                    (Some((severity, text)), _) => Some((severity, text)),
                    (None, Some((severity, _))) if !nested => Some((severity, line.text)),
                    _ => None,
                };
                let found = found.filter(|(_, text)| !is_none(text.text, lexicon));
                open = found.is_some() || (open && nested);
                if let Some((severity, text)) = found {
                    push(&mut findings, severity, text, fails);
                }
            }
            _ => {}
        }
        if let Some(ended) = element.filter(|element| line.ends_element(element.name)) {
            (below, element, open) = (ended.above, None, false);
        }
        let begun = lines::begun_element(lines, at);
        let named = begun.and_then(|name| Some((severity_of(name, lexicon)?, name.text)));
        if let Some((severity, name)) = named {
            element = Some(Element { name, indent: None, above: below });
            (below, open) = (Some((severity, IN_ELEMENT)), false);
        }
    }
    findings
}

fn push(findings: &mut Vec<Finding>, severity: Severity, text: Slice<'_>, fails: bool) {
    let (place, words) = location::split(text);
    let kind = match severity {
        Severity::Critical if fails => FindingKind::Blocker,
        _ => FindingKind::Advisory,
    };
    findings.push(Finding {
        severity: Some(severity),
        location: place,
        span: text.span(),
        ..Finding::new(kind, words.span())
    });
}

/// The severity that a heading names: `### Critical (Must Fix)`, `## Blocking findings`, `#### Minor`.
fn severity_of(title: Slice<'_>, lexicon: &lexicon::Lexicon) -> Option<Severity> {
    let name = title.text.trim_start_matches(|c: char| !c.is_alphabetic());
    let name = name.split(['(', '[', ':', '—', '–']).next().unwrap_or_default().trim();
    let gap = |c: char| c.is_whitespace() || c == '_';
    let words = name.split(gap).filter(|word| !word.is_empty()).count();
    let first = name.split(|c| gap(c) || c == '-').next().unwrap_or_default();
    let what = name[first.len()..].trim_matches(gap);
    if let Some(lexicon::Finding::Named(severity)) = lexicon.finding(name) {
        return Some(severity);
    }
    // `Minor issues`, but not `High level view`.
    let plain = what.is_empty() || lexicon::is_noun(what);
    (words <= 2 && plain).then(|| lexicon.severity(first)).flatten()
}

/// `[Severity: important] SQL`, `**P1**: SQL`, `Critical - SQL`: the severity and what follows.
fn label_of<'a>(item: Slice<'a>, lexicon: &lexicon::Lexicon) -> Option<(Severity, Slice<'a>)> {
    let inner = item.trim_start_of(&['*', '_', '`', '[', '(', ' ']);
    let end = inner.text.find([']', ':', ')', '*']).filter(|end| *end <= 24)?;
    let (name, rest) = inner.split_at(end);
    let (name, rest) = match name.text.eq_ignore_ascii_case("severity") {
        true => {
            let value = rest.after(1).trim_start_of(&['*', ' ']);
            let end = value.text.find(|c: char| !c.is_alphanumeric()).unwrap_or(value.text.len());
            value.split_at(end)
        }
        false => (name, rest),
    };
    let severity = match lexicon.finding(name.text.trim()) {
        Some(lexicon::Finding::Named(severity)) => severity,
        _ => lexicon.severity(name.text.trim())?,
    };
    let text = rest.trim_start_of(&[']', ')', '*', '_', '`', ':', '-', '—', '–', ' ']);
    (!text.is_empty()).then_some((severity, text.trim()))
}
