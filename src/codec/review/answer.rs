//! What answers a name: the line below a heading, and what is labelled in it.

use crate::codec::document::{Container, Document, Field, Kind, NodeId};
use crate::codec::statements::{Name, NameKind, ValueKind, read_name, read_value};
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
    let asks = heads && own.may_decide();
    let Some(answer) = field.answer.filter(|_| asks) else { return field };
    use ValueKind::{Doubted, Unread};
    let kind = read_value(document.shown(field.value), words).kind;
    if !matches!(kind, Unread | Doubted) {
        return field;
    }
    let answer = telling(document, field.node, answer, words);
    // `### Ready to merge? **YES**` is labelled as a line is, where no other heading stands beside it.
    let only = document.siblings(answer).nth(1).is_none();
    let is_label = |other: &&Field| match other.container {
        Container::Label => true,
        Container::InHeading => only,
        _ => false,
    };
    let lone = document.fields_in(field.node).iter().filter(is_label).count() == 1;
    let labels = document.fields_in(answer).iter();
    let labels = labels.filter(|other| is_label(other) && other.node == answer);
    let (listed, mut behind_a_name) = (document.item(answer).is_some(), false);
    let mut named: Vec<&Field> = Vec::new();
    for label in labels {
        let name = read_name(document.shown(label.name), words);
        let of_review = name.review && !name.condition && !name.earlier;
        // `- Locks: **Status:** PASS` says so of the locks, and `### Code quality: PASS` of the code.
        let decides = name.kind.may_decide();
        let part = label.container == Container::InHeading && !decides;
        let yes = listed && behind_a_name && opens(document, label, words);
        if !part && !yes && (name.kind != NameKind::Other || of_review && lone) {
            named.push(label);
        }
        behind_a_name = says_nothing(document, label, &name);
    }
    let said = |other: &&Field| read_value(document.shown(other.value), words).kind;
    let clear = |other: &&Field| !matches!(said(other), Unread | Doubted);
    let told = |other: &&Field| kind == Unread || said(other) != Unread;
    let all = || named.iter().copied();
    let named = all().find(clear).or_else(|| all().find(told));
    named.map_or(field, |named| Field {
        value: named.value,
        answer: named.answer.or(field.answer),
        ..field
    })
}

/// Whether a label has a name that says nothing of a review, and no word behind it: what is labelled next is said of that.
pub(super) fn says_nothing(document: &Document, label: &Field, name: &Name) -> bool {
    let value = document.shown(label.value);
    name.kind == NameKind::Other && !name.review && !value.contains(char::is_alphanumeric)
}

/// Whether a label says yes.
fn opens(document: &Document, label: &Field, words: &Words) -> bool {
    let said = read_value(document.shown(label.value), words).kind;
    matches!(said, ValueKind::Go | ValueKind::Mild)
}

/// The line that answers a heading: `Status: APPROVED` below `Reviewed by: dana` and `Date: 2026-02-13`, which only say who and when.
fn telling(document: &Document, heading: NodeId, answer: NodeId, words: &Words) -> NodeId {
    use ValueKind::{Count, Unread};
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
            let silent = matches!(value.kind, Unread | Count);
            name.kind == NameKind::Other && !name.review && silent
        })
    };
    lines.into_iter().find(|line| !is_aside(*line)).unwrap_or(answer)
}
