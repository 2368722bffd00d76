//! What became of a seat that says nothing: `absent "qa" "errored" "timed out after 240 s"`.

use super::{ABSENCES, Setting};
use crate::codec::Cause;
use crate::host::panel::mistakes as shared;
use crate::host::panel::{NodeEntries, Reader};
use crate::{Absence, Span};

impl Setting {
    /// `absent "qa" "errored" "timed out after 240 s"`
    pub(super) fn absent(&mut self, reader: &mut Reader<'_, '_>, told: &NodeEntries<'_>) {
        let wanted =
            "a seat, what became of it, and why: `absent \"qa\" \"errored\" \"timed out\"`";
        let texts = reader.texts(told, wanted);
        let [(seat, at), (said, state), rest @ ..] = texts.as_slice() else {
            if !told.arguments.is_empty() {
                reader.wrong.push(shared::value(told.at, wanted));
            }
            return;
        };
        if let [_, (_, more), ..] = rest {
            reader.wrong.push(shared::too_much(*more, told.name, wanted));
        }
        let why = rest.first().map(|(why, _)| why.clone());
        if let Some(absence) = absence(reader, (said, *state), why, told.at) {
            self.is_absent(seat.clone(), absence, *at);
        }
    }
}

/// What became of a seat that says nothing.
pub(in crate::host::cases) fn absence(
    reader: &mut Reader<'_, '_>,
    (said, at): (&str, Span),
    why: Option<String>,
    node: Span,
) -> Option<Absence> {
    let state = reader.one_of(said, at, ABSENCES)?;
    if state == "missing" {
        return Some(Absence::Missing);
    }
    let Some(why) = why else {
        reader.wrong.push(shared::value(node, "why it says nothing: `\"timed out after 240 s\"`"));
        return None;
    };
    Some(match state {
        "awaiting" => Absence::Awaiting(why),
        "errored" => Absence::Errored(why),
        "stale" => Absence::Stale(why),
        // As of whoever is made up: it may have answered.
        "unreadable" => Absence::Unreadable(Cause::Truncated, why),
        "skipped" => Absence::Skipped(why),
        _ => Absence::Excused(why),
    })
}
