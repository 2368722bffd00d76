//! What answers a name: the line below a heading, and what is labelled in it.

use crate::codec::document::{Container, Document, Field, Kind, NodeId};
use crate::codec::statements::{NameKind, ValueKind, read_name, read_value};
use crate::codec::words::Words;

/// A heading whose answer is a field itself: `## Verdict` above `**Status**: [PASS]` or `**Code review: PASSED**` has the
/// value of that.
pub(super) fn answered(document: &Document, field: Field, words: &Words) -> Field {
    let own = read_name(document.shown(field.name), words).kind;
    let heads = match field.container {
        Container::Heading | Container::Item => true,
        Container::Member => own.announces(),
        _ => false,
    };
    let asks = heads && (own.decides() || own == NameKind::Program);
    let Some(answer) = field.answer.filter(|_| asks) else { return field };
    use ValueKind::{Doubted, Unread};
    let kind = read_value(document.shown(field.value), words).kind;
    if !matches!(kind, Unread | Doubted) {
        return field;
    }
    let answer = telling(document, field.node, answer, words);
    let is_label = |other: &&Field| other.container == Container::Label;
    let lone = document.fields_in(field.node).iter().filter(is_label).count() == 1;
    let named = document.fields_in(answer).iter().filter(|other| {
        let label = is_label(other) && other.node == answer;
        label && !is_behind_a_name(document, other, words) && {
            let name = read_name(document.shown(other.name), words);
            let of_review = name.review && !name.condition && !name.earlier;
            name.kind != NameKind::Other || of_review && lone
        }
    });
    let said = |other: &&Field| read_value(document.shown(other.value), words).kind;
    let clear = |other: &&Field| !matches!(said(other), Unread | Doubted);
    let told = |other: &&Field| kind == Unread || said(other) != Unread;
    let named = named.clone().find(clear).or_else(|| { named }.find(told));
    named.map_or(field, |named| Field {
        value: named.value,
        answer: named.answer.or(field.answer),
        ..field
    })
}

/// Whether a label stands right behind another name that says nothing of a review: `Locks: **Verdict:** PASS` is about the
/// locks.
pub(super) fn is_behind_a_name(document: &Document, field: &Field, words: &Words) -> bool {
    let labels = document.fields_in(field.node).iter().filter(|other| {
        let label = other.container == Container::Label && other.node == field.node;
        label && other.name.end <= field.name.start
    });
    labels.last().is_some_and(|before| {
        let name = read_name(document.shown(before.name), words);
        before.value.is_empty() && name.kind == NameKind::Other && !name.review
    })
}

/// The line that answers a heading: `Status: APPROVED` below `Reviewed by: dana`, which only says who and when.
fn telling(document: &Document, heading: NodeId, answer: NodeId, words: &Words) -> NodeId {
    if document.kind(answer) != Kind::Line {
        return answer;
    }
    let item = document.item(answer).filter(|item| document.holds(heading, *item));
    let lines: Vec<NodeId> = match item {
        Some(item) => document.siblings(item).filter_map(|at| document.first_line(at)).collect(),
        None => document.siblings(answer).collect(),
    };
    let is_aside = |line: NodeId| {
        let mut fields = document.fields_in(line).iter();
        let label = fields.find(|field| field.container == Container::Label && field.node == line);
        label.is_some_and(|label| {
            let name = read_name(document.shown(label.name), words);
            let value = read_value(document.shown(label.value), words);
            name.kind == NameKind::Other && !name.review && value.kind == ValueKind::Unread
        })
    };
    lines.into_iter().find(|line| !is_aside(*line)).unwrap_or(answer)
}
