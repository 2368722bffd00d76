//! How a row of the fact table is put together, and what many rows say alike.

use super::Type::{self, Bool, Findings, Int, Seats, Subjects, Topics, Waivers};
use super::{Argument, Entry, Id};
use crate::engine::Stage;
use crate::ir::{Group, Severity};

pub(super) const NO_SEATS: &str = "no seats";
pub(super) const NO_FINDINGS: &str = "no findings";
pub(super) const NO_TOPICS: &str = "no topics";
pub(super) const NO_SUBJECTS: &str = "no subjects";
pub(super) const NO_VERDICT: &str = "a seat without a verdict is unsettled, not one of these";
/// What most rows say of what is not known.
pub(super) const ALL_KNOWN: &str = "nothing is unknown here";
pub(super) const NOT_TOLD: &str = "a policy that asks for it judges nothing until it is told";
pub(super) const NOT_LOGGED: &str = "what is in no attempts log was not tried; what was tried before the seat's last `accept` no longer counts";
pub(super) const NO_LINE: &str =
    "a finding without a path or a line is told apart by category and location";
pub(super) const NO_LOCATION: &str = "a finding that names no file is in none";

pub(super) const GATE: &[Stage] = &[Stage::Gate];
pub(super) const AUDIT: &[Stage] = &[Stage::Audit];
pub(super) const REDISPATCH: &[Stage] = &[Stage::Redispatch];
pub(super) const JUDGED: &[Stage] = &[Stage::Gate, Stage::Audit];
pub(super) const OF_A_SEAT: &[Stage] = &[Stage::Audit, Stage::Redispatch];
pub(super) const OF_SEATS: &[Stage] = &[Stage::Gate, Stage::Redispatch];
pub(super) const EVERY: &[Stage] = &[Stage::Gate, Stage::Audit, Stage::Redispatch];

pub(super) const fn row(
    name: &'static str,
    stages: &'static [Stage],
    gives: Type,
    id: Id,
) -> Entry {
    let (doc, empty, unknown) = ("", "", ALL_KNOWN);
    Entry { name, of: None, stages, takes: &[], gives, doc, empty, unknown, id }
}

impl Entry {
    pub(super) const fn of(self, of: Type) -> Self {
        Self { of: Some(of), ..self }
    }
    pub(super) const fn takes(self, takes: &'static [Argument]) -> Self {
        Self { takes, ..self }
    }
    pub(super) const fn stages(self, stages: &'static [Stage]) -> Self {
        Self { stages, ..self }
    }
    pub(super) const fn doc(self, doc: &'static str) -> Self {
        Self { doc, ..self }
    }
    pub(super) const fn empty(self, empty: &'static str) -> Self {
        Self { empty, ..self }
    }
    pub(super) const fn unknown(self, unknown: &'static str) -> Self {
        Self { unknown, ..self }
    }
}

pub(super) const fn group(name: &'static str, group: Group, doc: &'static str) -> Entry {
    row(name, GATE, Seats, Id::Group(group)).doc(doc).empty(NO_SEATS)
}

/// What a group is called behind another one.
pub(super) const fn among(name: &'static str, group: Group, doc: &'static str) -> Entry {
    row(name, OF_SEATS, Seats, Id::Group(group)).of(Seats).doc(doc).empty(NO_SEATS)
}

pub(super) const fn verb(
    of: Type,
    name: &'static str,
    gives: Type,
    id: Id,
    doc: &'static str,
) -> Entry {
    let stages = match of {
        Seats => OF_SEATS,
        Subjects | Topics | Waivers => GATE,
        _ => EVERY,
    };
    row(name, stages, gives, id).of(of).doc(doc)
}

pub(super) const fn some(of: Type) -> Entry {
    verb(of, "some", Bool, Id::Some, "whether there is any").empty("false")
}

pub(super) const fn none(of: Type) -> Entry {
    verb(of, "none", Bool, Id::None, "whether there is none").empty("true")
}

pub(super) const fn count(of: Type) -> Entry {
    verb(of, "count", Int, Id::Count, "how many").empty("0")
}

pub(super) const fn seat_is(name: &'static str, group: Group, doc: &'static str) -> Entry {
    row(name, REDISPATCH, Bool, Id::Group(group)).doc(doc).empty("false")
}

pub(super) const fn severity(name: &'static str, severity: Severity, doc: &'static str) -> Entry {
    verb(Findings, name, Findings, Id::Severity(severity), doc).empty(NO_FINDINGS)
}
