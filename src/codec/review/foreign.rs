//! Names and words of a language that no table has.

use crate::codec::document::{Container, Document, Field, Kind, Text, Voice};
use crate::codec::statements::{NameKind, ValueKind, read_name, read_value};
use crate::codec::words::Words;

/// A name, or a word, has fewer letters.
const LONG: usize = 24;

/// Whether the name of a field and its short word are known to no table, and have letters that English does not have:
/// `结论：通过`, `## Вердикт` above `Принято`.
pub(super) fn is_foreign(document: &Document, field: &Field, words: &Words) -> bool {
    let shown = |text: Text| document.shown(text).trim();
    let (name, word) = (shown(field.name), shown(field.value));
    let short = |text: &str| !text.is_empty() && text.chars().nth(LONG).is_none();
    let letters = |text: &str| text.contains(|c: char| !c.is_ascii() && c.is_alphabetic());
    let digits = |text: &str| text.contains(char::is_numeric);
    field.voice == Voice::Own
        && stands_alone(document, field)
        && short(name)
        && short(word)
        && (letters(name) || letters(word))
        && !digits(name)
        && !digits(word)
        && read_name(document.shown(field.name), words).kind == NameKind::Other
        && read_value(document.shown(field.value), words).kind == ValueKind::Unread
}

/// A line with a label, a row, a member; a heading above a line that has no label of its own.
fn stands_alone(document: &Document, field: &Field) -> bool {
    let labelled = |at| {
        let label = |field: &Field| matches!(field.container, Container::Label | Container::Row);
        document.fields_in(at).iter().any(label)
    };
    match field.container {
        Container::Row => document.kind(field.node) != Kind::Row { header: true },
        Container::Label | Container::InHeading | Container::Member => true,
        Container::Heading => field.answer.is_some_and(|at| {
            let section = matches!(document.kind(at), Kind::Section { .. });
            !section && !labelled(at) && !labelled(field.node)
        }),
        _ => false,
    }
}
