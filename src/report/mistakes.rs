//! Mistakes, and what a linter found, as items of a report.

use super::{Answer, Check, Item, Lines, Place, Report};
use crate::emit::place::Places;
use crate::ir::{Diagnostic, Diagnostics, Fingerprint};
use crate::source::Span;

/// The state of a command that has no answer.
pub(super) const NO_ANSWER: &str = "NO ANSWER";

/// What a command says that has no answer, and why.
pub(crate) fn no_answer(command: &'static str, about: &str, why: &Diagnostics) -> Report {
    Report {
        command,
        about: about.to_owned(),
        state: NO_ANSWER,
        title: why.items().first().map(|item| item.message.clone()).unwrap_or_default(),
        items: items_of(why),
        checks: unread(why),
        ..Report::default()
    }
}

/// What could not be read, one by one: who looks at nothing else sees no pass either.
pub(crate) fn unread(why: &Diagnostics) -> Vec<Check> {
    let check = |item: &Diagnostic| Check {
        suite: "could not be read".to_owned(),
        name: item.code.to_string(),
        answer: Answer::Errored,
        says: item.message.clone(),
        why: item.help.clone().unwrap_or_default(),
        place: None,
    };
    why.items().iter().map(check).collect()
}

/// Everything that was found, each at its places.
pub(crate) fn items_of(found: &Diagnostics) -> Vec<Item> {
    let places = Places::new(found.sources());
    found.items().iter().map(|told| item_of(told, &places)).collect()
}

fn item_of(told: &Diagnostic, places: &Places<'_>) -> Item {
    let mut all = told.labels.iter().filter_map(|label| {
        Some(Place { label: label.text.clone(), ..place_of(label.span, places)? })
    });
    let place = all.next();
    let path = place.as_ref().map(|place| place.path.as_str());
    Item {
        help: told.help.clone(),
        fingerprint: Fingerprint::of(Some(&told.code), path, &told.message).to_string(),
        related: all.collect(),
        place,
        ..Item::new(&told.code, told.level, told.message.clone())
    }
}

/// A span in the file that a person can open.
pub(super) fn place_of(span: Span, places: &Places<'_>) -> Option<Place> {
    let place = places.of(span)?;
    let end = places.of(Span { start: place.span.end, ..place.span })?.at;
    let lines = Lines {
        first: place.at.line,
        last: end.line,
        columns: Some((place.at.column, end.column)),
        bytes: Some((place.span.start, place.span.end - place.span.start)),
    };
    let path = place.source.name().to_owned();
    Some(Place { path, lines: Some(lines), label: String::new() })
}
