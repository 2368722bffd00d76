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
        && (says_nothing(document, field, words) || answers_its_header(document, field, words))
}

/// `| APPROVE | no |` below `| Verdict | Blocking |`: the second cell is about what heads it.
fn answers_its_header(document: &Document, row: &Field, words: &Words) -> bool {
    let about = |other: &Field| {
        other.container == Container::Column
            && other.value == row.value
            && read_name(document.shown(other.name), words).kind.finds()
    };
    document.fields_in(row.node).iter().any(about)
}

/// Whether the value of a row is no answer to its first cell: `| Approved | No |`, `| Approved | pending CI |`
fn says_nothing(document: &Document, row: &Field, words: &Words) -> bool {
    use ValueKind::{Caution, Doubted, Form, No, Stop};
    let value = read_value(document.shown(row.value), words);
    !value.answer && !matches!(value.kind, Caution | Doubted | Form | No | Stop)
}

/// `| **Overall** | PASS | 12 of 12 |` below `| Check | Status | Ran |`: a row that a decision names. Whatever heads its one
/// answer, it is that of the whole.
pub(super) fn of_the_whole(document: &Document, field: &Field, words: &Words) -> Option<Field> {
    use NameKind::{Asks, Other, Program};
    let about = field.about.filter(|about| *about != field.value)?;
    let fields = document.fields_in(field.node);
    let is_named = || fields.iter().take(2).any(|row| row.container == Container::Row);
    let decides = || read_name(document.shown(about), words).kind.decides();
    if field.container != Container::Column || is_named() || !decides() {
        return None;
    }
    // `| Overall | 92 % | PASS |` below `Target` is no answer.
    let alone = || {
        let cells = fields.iter().filter(|other| other.container == Container::Column);
        let mut others = cells.filter(|other| other.value != field.value && other.value != about);
        match read_value(document.shown(field.value), words).kind {
            ValueKind::Stop => !others.any(|other| is_answer(document, other, words)),
            _ => others.next().is_none() && is_answer(document, field, words),
        }
    };
    let header = read_name(document.shown(field.name), words);
    let row = !header.earlier
        && match header.kind {
            Program => true,
            Other | Asks => alone(),
            kind => kind.announces(),
        };
    row.then_some(Field { container: Container::Row, name: about, about: None, ..*field })
}

/// Whether a cell is a word of the table.
fn is_answer(document: &Document, cell: &Field, words: &Words) -> bool {
    use ValueKind::{Caution, Go, Mild, No, Stop};
    let kind = read_value(document.shown(cell.value), words).kind;
    matches!(kind, Stop | Go | Mild | Caution | No)
}

/// Whether a cell below the name of a header is a word of the table.
pub(super) fn answers_below(
    document: &Document,
    table: NodeId,
    header: &Field,
    words: &Words,
) -> bool {
    let columns = document
        .fields_in(table)
        .iter()
        .filter(|field| field.container == Container::Column && field.name == header.name);
    { columns }.any(|field| is_answer(document, field, words))
}
