//! What the cells of a row name, and what they answer.

use crate::codec::document::{Container, Document, Field, Kind, NodeId};
use crate::codec::statements::{NameKind, ValueKind, read_name, read_value};
use crate::codec::words::Words;

/// `| Blocking | 0 |` below `| Field | Value |`: a row of two cells has its first one as its name.
pub(super) fn is_named_row(document: &Document, field: &Field, words: &Words) -> bool {
    let names = |row: &Field| row.container == Container::Row && row.name == field.value;
    field.container == Container::Column
        && document.fields_in(field.node).iter().take(2).any(names)
        && read_name(document.shown(field.name), words).kind == NameKind::Other
        && read_name(document.shown(field.value), words).kind != NameKind::Other
}

/// `| Approved | high |` below `| Verdict | Confidence |`: the first cell is an answer, and no name.
pub(super) fn is_verdict_cell(document: &Document, field: &Field, words: &Words) -> bool {
    let column = |other: &Field| {
        other.container == Container::Column
            && other.value == field.name
            && read_name(document.shown(other.name), words).kind.announces()
    };
    field.container == Container::Row
        && document.kind(field.node) == (Kind::Row { header: false })
        && document.fields_in(field.node).iter().any(column)
        && says_nothing(document, field, words)
}

/// Whether the value of a row is no answer to its first cell: `| Approved | No |`, `| Approved | pending CI |`
fn says_nothing(document: &Document, row: &Field, words: &Words) -> bool {
    use ValueKind::{Caution, Doubted, Form, No, Stop};
    let value = read_value(document.shown(row.value), words);
    !value.answer && !matches!(value.kind, Caution | Doubted | Form | No | Stop)
}

/// `| **Overall** | PASS | 12 of 12 |` below `| Check | Status | Ran |`: a row that a decision names.
pub(super) fn of_the_whole(document: &Document, field: &Field, words: &Words) -> Option<Field> {
    let about = field.about.filter(|about| *about != field.value)?;
    let header = read_name(document.shown(field.name), words).kind;
    let fields = document.fields_in(field.node);
    let filled = fields.iter().filter(|other| other.container == Container::Column);
    // `| **Overall** | PASS | |`: whatever heads the column, there is one answer.
    let alone = filled.filter(|other| !other.value.is_empty()).count() == 2;
    let row = field.container == Container::Column
        && (header.announces()
            || header == NameKind::Program
            || header == NameKind::Other && alone);
    let is_named = || fields.iter().take(2).any(|row| row.container == Container::Row);
    let decides = || read_name(document.shown(about), words).kind.decides();
    (row && !is_named() && decides()).then_some(Field {
        container: Container::Row,
        name: about,
        about: None,
        ..*field
    })
}

/// Whether a cell below the name of a header is a word of the table.
pub(super) fn answers_below(
    document: &Document,
    table: NodeId,
    header: &Field,
    words: &Words,
) -> bool {
    use ValueKind::{Caution, Go, Mild, No, Stop};
    let columns = document
        .fields_in(table)
        .iter()
        .filter(|field| field.container == Container::Column && field.name == header.name);
    let answers = |field: &Field| {
        let kind = read_value(document.shown(field.value), words).kind;
        matches!(kind, Stop | Go | Mild | Caution | No)
    };
    { columns }.any(answers)
}
