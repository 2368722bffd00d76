//! Lines that say how bad a finding is: in brackets in front, between marks, as a count, at their end.

use super::findings::{is_no_finding, is_open};
use super::said::Said;
use crate::codec::document::{Container, Document, Kind};
use crate::codec::statements::{
    NameKind, Rating, Sign, ValueKind, is_resolved, read_name, read_severity, read_value,
};
use crate::codec::words::Words;
use crate::ir::Severity;

/// `- (Critical) the token is logged`: an item says in front what it is.
pub(super) fn opening_severity(
    document: &Document,
    said: &Said<'_>,
    words: &Words,
) -> Option<Severity> {
    let node = said.field.node;
    let line = document.text(node);
    // Of several names in a line, the first says it.
    let begins = matches!(said.field.container, Container::Label | Container::Line)
        && said.field.name.start == line.start;
    let inner = document.shown(line).strip_prefix('(')?.split_once(')')?.0;
    let item = document.item(node).filter(|_| begins)?;
    // The first line of the item.
    let first = document.first_line(item) == Some(node);
    match read_name(inner, words).kind {
        NameKind::Finding(severity) if first && is_open(document, item, words) => severity,
        _ => None,
    }
}

/// `_Potential issue_ | _🔴 Critical_`, or `### K1 · Critical · Open` among findings: one piece of a line says how bad it is,
/// and none that it is done. Of several that do, each is a legend's.
pub(super) fn rates_in_pieces(document: &Document, said: &Said<'_>, words: &Words) -> bool {
    let node = said.field.node;
    let heads = said.field.container == Container::Heading;
    let text = match said.field.container {
        Container::Heading if document.level(node).is_some() => document.shown(said.field.name),
        Container::Label | Container::Line if document.level(node).is_none() => said.text,
        _ => return false,
    };
    let pieces = || text.split(['|', '·', '•']).map(str::trim);
    // A row has cells.
    if text.starts_with('|') || pieces().nth(1).is_none() {
        return false;
    }
    let mut rated = pieces().filter_map(|piece| {
        let name = read_name(piece, words);
        match name.kind {
            NameKind::Finding(severity) if name.count.is_none() => Some((severity, name.sign)),
            _ => None,
        }
    });
    let (first, more) = (rated.next(), rated.next());
    // In a line of text, the sign makes it more than a word of a list.
    let critical = first.is_some_and(|(severity, sign)| {
        severity == Some(Severity::Critical) && (heads || sign == Some(Sign::Cross))
    });
    if !critical || more.is_some() {
        return false;
    }
    let done = |text: &str| {
        let value = read_value(text, words);
        matches!(value.kind, ValueKind::None | ValueKind::Settled)
            || value.sign == Some(Sign::Tick)
            || is_resolved(text, words)
    };
    let item = document.item(node).filter(|at| matches!(document.kind(*at), Kind::Item { .. }));
    let settled = pieces().any(done) || item.is_some_and(|at| !is_open(document, at, words));
    let none = || heads && (done(said.text) || is_no_finding(document, node, words));
    !settled && !none()
}

/// `2 critical issues`, `1 critical, 3 minor`: a line of a paragraph that is nothing but counts of findings, of which some stop
/// the work, unless what stands below it says that they are done.
pub(super) fn is_tally(document: &Document, said: &Said<'_>, words: &Words) -> bool {
    let text = said.text.trim_end_matches('.');
    let is_count = |part: &str| {
        let what = behind_number(part);
        what.starts_with(' ') && matches!(read_severity(what.trim(), words), Rating::Known(_))
    };
    let counts = text.starts_with(|c: char| c.is_ascii_digit())
        && text.split([',', ';', '|', '/', '·', '•']).all(is_count)
        && counts_critical(text, words);
    let below = || document.answer(said.field.node).map(|at| document.shown(document.text(at)));
    let done =
        |text| read_value(text, words).kind == ValueKind::Settled || is_resolved(text, words);
    counts && document.item(said.field.node).is_none() && !below().is_some_and(done)
}

/// What is counted: ` critical issues` of `2 critical issues`.
fn behind_number(count: &str) -> &str {
    count.trim().trim_start_matches(|c: char| c.is_ascii_digit())
}

/// Whether one of the counts in a value is of findings that stop the work, and nothing in it says that any are done.
pub(super) fn counts_critical(text: &str, words: &Words) -> bool {
    let done = words.may_settle(text) || text.contains('→');
    !done
        && text.split([',', ';', '|', '/', '(', ')', '·', ':']).any(|count| {
            let what = behind_number(count);
            let some = count.contains(|digit: char| matches!(digit, '1'..='9'));
            some && read_severity(what.trim(), words) == Rating::Known(Severity::Critical)
        })
}

/// `- The pool is not bounded (blocking)`: an item says at its end what it is. `Critical (2)`: any line, how many there are.
pub(super) fn closing_severity(
    document: &Document,
    said: &Said<'_>,
    words: &Words,
) -> Option<Severity> {
    let text = said.text.trim_end_matches(['.', ' ']);
    let (before, inner) = match text.chars().next_back()? {
        ')' => text.strip_suffix(')')?.rsplit_once('(')?,
        ']' => text.strip_suffix(']')?.rsplit_once('[')?,
        _ => return None,
    };
    let item = document.item(said.field.node);
    if item.is_some_and(|at| !is_open(document, at, words)) {
        return None;
    }
    let is_item = item.is_some_and(|at| matches!(document.kind(at), Kind::Item { .. }));
    let counts = inner.bytes().all(|byte| byte.is_ascii_digit());
    let name = read_name(if counts { text } else { inner }, words);
    match name.kind {
        NameKind::Finding(severity) if (counts || is_item) && !before.trim().is_empty() => {
            severity.filter(|_| name.count != Some(0))
        }
        _ => None,
    }
}
