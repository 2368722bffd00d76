//! Findings: those that doubt a review that passes, and all that name a place.

use std::collections::HashSet;

use super::said::Said;
use crate::codec::document::{Container, Document, Kind, NodeId, Shape, Voice};
use crate::codec::statements::{
    Defined, NameKind, Rating, ValueKind, is_resolved, read_definitions, read_name, read_severity,
    read_value, split_heading,
};
use crate::codec::text::location;
use crate::codec::text::slice::Slice;
use crate::codec::words::Words;
use crate::ir::{Finding, FindingKind, Outcome, Remark, RemarkKind, Severity};

/// Findings that stop the work: a review that passes is doubted by them.
pub(super) fn doubting(document: &Document, all: &[Said<'_>], words: &Words) -> Vec<Remark> {
    let found = all.iter().filter(|said| {
        said.field.voice == Voice::Own && !said.is_silent() && !is_ticked(document, said.field.node)
    });
    let scales = scales(document, words);
    // A scale defines its words, and lists nothing.
    let defined = |said: &&&Said<'_>| {
        let own = said.field.about == Some(said.field.value);
        let table = document.nearest(said.field.node, |kind| kind == Kind::Table);
        own && table.is_some_and(|table| scales.contains(&table))
    };
    let found = found.filter(|said| !defined(&said));
    let critical =
        found.filter(|said| severity_of(document, said, words) == Some(Severity::Critical));
    critical
        .map(|said| {
            let line = document.span_of(&said.field);
            Remark::new(RemarkKind::Finding, Outcome::Fail, said.word(document), line)
        })
        .collect()
}

/// How bad what a field lists is; none where it lists nothing.
fn severity_of(document: &Document, said: &Said<'_>, words: &Words) -> Option<Severity> {
    match said.name.kind {
        NameKind::Severity => match read_severity(said.text, words) {
            Rating::Known(severity) => {
                (!is_settled_beside(document, said, words)).then_some(severity)
            }
            _ => None,
        },
        NameKind::Finding(severity) => {
            severity.filter(|_| !said.name.settled && lists_any(document, said, words))
        }
        NameKind::Tally(severity) => severity.filter(|_| counts(said)),
        _ => None,
    }
}

fn counts(said: &Said<'_>) -> bool {
    said.value.number.is_some_and(|number| number > 0)
        || said.value.kind == ValueKind::Go && said.value.answer
}

/// Whether something stands behind or below the name of a finding.
fn lists_any(document: &Document, said: &Said<'_>, words: &Words) -> bool {
    if let Some(count) = said.name.count {
        return count > 0;
    }
    match (said.field.container, said.field.shape) {
        (_, Shape::List | Shape::Object) => {
            document.children(said.field.node).any(|at| is_open(document, at, words))
        }
        // `## Must fix — None`: what stands behind the mark is what is listed.
        (Container::Heading, _)
            if split_heading(document.shown(said.field.name), words)
                .is_some_and(|(name, ..)| matches!(name.kind, NameKind::Finding(Some(_)))) =>
        {
            false
        }
        (Container::Heading, _) => said.field.answer.map_or_else(
            || {
                document.inside(said.field.node).any(|at| {
                    document.kind(at) == Kind::Row { header: false } && is_open(document, at, words)
                })
            },
            |answer| {
                is_open_text(said, words) && lists_below(document, said.field.node, answer, words)
            },
        ),
        (Container::InHeading, _) => is_open_text(said, words),
        (Container::Row, _) => is_open_text(said, words) && !heads_counts(document, said, words),
        // `| Critical | … |` of a table with a header is what the row is about.
        (Container::Column, _) => said.value.number.is_some_and(|number| number > 0),
        _ => is_open_text(said, words),
    }
}

/// `| Blocking issues | Notes |` above `| 0 | none |`: the name of a column that counts.
fn heads_counts(document: &Document, said: &Said<'_>, words: &Words) -> bool {
    let table = document.parent(said.field.node);
    let header = document.kind(said.field.node) == Kind::Row { header: true };
    header
        && document.fields_in(table).iter().any(|field| {
            let own = field.container == Container::Column && field.name == said.field.name;
            own && read_value(document.shown(field.value), words).number.is_some()
        })
}

fn is_open_text(said: &Said<'_>, words: &Words) -> bool {
    use ValueKind::{Empty, Go, Leaning, Mild, No, None, Settled};
    let number = said.value.number.is_none_or(|number| number > 0);
    let kind = said.value.kind;
    let says_none = matches!(kind, None | Settled | No | Empty | Leaning | Mild)
        || kind == Go && !said.value.answer;
    !says_none && number && !is_resolved(said.text, words)
}

/// Whether any line or item below a heading is still open.
fn lists_below(document: &Document, heading: NodeId, answer: NodeId, words: &Words) -> bool {
    match document.kind(heading) {
        Kind::Section { .. } => {
            let items = document
                .inside(heading)
                .filter(|at| matches!(document.kind(*at), Kind::Item { .. }))
                .collect::<Vec<_>>();
            // `### Critical` above `#### The pool`, and what is below that.
            let inner = |at: &NodeId| matches!(document.kind(*at), Kind::Section { .. });
            let mut inner = document.inside(heading).filter(inner).peekable();
            if items.is_empty() && inner.peek().is_some() {
                inner.any(|at| is_open(document, document.answer(at).unwrap_or(at), words))
            } else if items.is_empty() {
                is_open(document, answer, words)
            } else {
                items.into_iter().any(|at| is_open(document, at, words))
            }
        }
        _ => is_open(document, answer, words),
    }
}

/// Whether an item, a line or an entry is not done.
fn is_open(document: &Document, at: NodeId, words: &Words) -> bool {
    if is_ticked(document, at) || document.voice(at) != Voice::Own {
        return false;
    }
    let Some(line) = document.first_line(at) else { return true };
    let text = document.shown(document.text(line));
    let value = read_value(text, words);
    let none = matches!(value.kind, ValueKind::None | ValueKind::Settled | ValueKind::Empty);
    document.voice(line) == Voice::Own && !none && !is_resolved(text, words)
}

fn is_ticked(document: &Document, at: NodeId) -> bool {
    document.nearest(at, |kind| kind == Kind::Item { ticked: Some(true) }).is_some()
}

/// Whether a field beside a severity says that it is done: a cell of its row, a member of its object.
fn is_settled_beside(document: &Document, said: &Said<'_>, words: &Words) -> bool {
    let node = said.field.node;
    let around = match document.kind(node) {
        Kind::Row { .. } => node,
        _ => document.parent(node),
    };
    document.fields_in(around).iter().any(|field| {
        let text = document.shown(field.value);
        let value = read_value(text, words);
        let holds = value.kind == ValueKind::Go
            && read_name(document.shown(field.name), words).kind == NameKind::Program;
        holds
            || value.kind == ValueKind::Settled
            || value.number == Some(0)
            || is_resolved(text, words)
    })
}

/// Tables whose first column is a scale of severities, each once.
fn scales(document: &Document, words: &Words) -> HashSet<NodeId> {
    let tables = document.inside(NodeId::ROOT).filter(|at| document.kind(*at) == Kind::Table);
    let is_scale = |table: &NodeId| {
        let columns =
            document.fields_in(*table).iter().filter(|field| field.container == Container::Column);
        let firsts = columns
            .filter(|field| field.about == Some(field.value))
            .map(|field| document.shown(field.value));
        read_definitions(firsts, words) == Some(Defined::Severities)
    };
    tables.filter(is_scale).collect()
}

/// Lines that begin with a place in the work, as findings.
pub(super) fn located(document: &Document, text: &str, words: &Words) -> Vec<Finding> {
    let lines = document.inside(NodeId::ROOT).filter(|at| document.kind(*at) == Kind::Line);
    let own = lines.filter(|at| document.voice(*at) == Voice::Own && !is_ticked(document, *at));
    let found = own.filter_map(|at| {
        let span = document.bytes_of(document.text(at));
        let line = text.get(span.start as usize..span.end as usize)?;
        let (location, _) = location::split(Slice::new(line, span.start as usize));
        let location = location.filter(|location| !location.lines.is_empty())?;
        let rated = match read_severity(document.shown(document.text(at)), words) {
            Rating::Known(severity) => Some(severity),
            _ => None,
        };
        Some(Finding {
            location: Some(location),
            severity: rated,
            ..Finding::new(FindingKind::Advisory, span)
        })
    });
    found.collect()
}
