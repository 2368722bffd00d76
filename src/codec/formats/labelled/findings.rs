//! Items below headings and in elements that are named for a severity, and items with a label of their own.

use super::{DecodeLog, Form, Line};
use crate::codec::lexicon::{self, is_none};
use crate::codec::text::location;
use crate::codec::text::slice::Slice;
use crate::codec::text::tags;
use crate::ir::{Finding, FindingKind, Severity};

/// What was found. A critical finding beside a fail is what stops the work; beside a verdict that
/// opens it is a remark, which doubts it.
pub(super) fn read(lines: &[Line<'_>], reading: &mut DecodeLog<'_>, fails: bool) -> Vec<Finding> {
    let lexicon = &reading.options.lexicon;
    let mut below: Option<(Severity, u8)> = None;
    let mut within: Option<&str> = None;
    let mut findings: Vec<Finding> = Vec::new();
    let mut open = false;
    for line in lines {
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
                let nested = open && line.whole.text.starts_with([' ', '\t']);
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
            Form::Text if !quoted && line.text.text.starts_with('<') => {
                if within.is_some_and(|name| tags::ends(line.text.text, name)) {
                    (below, within, open) = (None, None, false);
                }
                let begun = tags::begun_alone(line.text);
                let named = begun.and_then(|name| Some((severity_of(name, lexicon)?, name.text)));
                if let Some((severity, name)) = named {
                    (below, within, open) = (Some((severity, IN_ELEMENT)), Some(name), false);
                }
            }
            _ => {}
        }
    }
    findings
}

/// Above every heading: an element has all of them in it.
const IN_ELEMENT: u8 = 0;

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
    let words = name.split([' ', '_']).filter(|word| !word.is_empty()).count();
    let first = name.split([' ', '-', '_']).next().unwrap_or_default();
    let what = name[first.len()..].trim_matches([' ', '_']);
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
