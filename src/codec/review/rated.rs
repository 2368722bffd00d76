//! Lines without a name that say how bad a finding is: between marks, as a count, at their end.

use super::findings::{is_no_finding, is_open};
use super::said::Said;
use crate::codec::document::{Container, Document, Kind};
use crate::codec::statements::{
    Name, NameKind, Rating, ValueKind, read_name, read_severity, read_value,
};
use crate::codec::words::Words;
use crate::ir::Severity;

/// `_Potential issue_ | _🔴 Critical_`, `### K1 · Critical · Open`: one piece of a line says how bad it is, and none that it is
/// done. Of several that do, each is a legend's.
pub(super) fn says_in_pieces(document: &Document, said: &Said<'_>, words: &Words) -> bool {
    let node = said.field.node;
    let text = match said.field.container {
        Container::Heading => document.shown(said.field.name),
        Container::Label | Container::Line => said.text,
        _ => return false,
    };
    let pieces = || text.split(['|', '·', '•']).map(str::trim);
    // A row has cells.
    if text.starts_with('|') || pieces().nth(1).is_none() {
        return false;
    }
    let severity = |piece| match read_name(piece, words) {
        Name { kind: NameKind::Finding(severity), count: None, .. } => severity,
        _ => None,
    };
    let mut rated = pieces().filter_map(severity);
    let critical = rated.next() == Some(Severity::Critical) && rated.next().is_none();
    let done = |kind| matches!(kind, ValueKind::None | ValueKind::Settled);
    let settled = || pieces().any(|piece| done(read_value(piece, words).kind));
    let heads = matches!(document.kind(node), Kind::Section { .. });
    let none = || heads && (done(said.value.kind) || is_no_finding(document, node, words));
    critical && !settled() && !none()
}

/// `2 critical issues`, `1 critical, 3 minor`: nothing but counts of findings, of which some stop the work.
pub(super) fn is_tally(text: &str, words: &Words) -> bool {
    let text = text.trim_end_matches('.');
    let is_count = |part: &str| {
        let what = part.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
        what.starts_with(' ') && matches!(read_severity(what.trim(), words), Rating::Known(_))
    };
    text.starts_with(|c: char| c.is_ascii_digit())
        && text.split([',', ';', '|', '/', '·']).all(is_count)
        && counts_critical(text, words)
}

/// Whether one of the counts in a value is of findings that stop the work, and nothing in it says that any are done.
pub(super) fn counts_critical(text: &str, words: &Words) -> bool {
    let done = words.may_settle(text) || text.contains('→');
    !done
        && text.split([',', ';', '|', '/', '(', ')', '·', ':']).any(|count| {
            let what = count.trim().trim_start_matches(|c: char| c.is_ascii_digit());
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
