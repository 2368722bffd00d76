//! What was decided and tried before: waivers and attempts, one KDL node each.

mod mistakes;
#[cfg(test)]
mod tests;

use std::path::Path;

use kdl::{KdlEntry, KdlIdentifier, KdlNode, KdlValue};

use super::named::{self, Asked};
use super::nodes::{Shape, entry_at, name_at, parse};
use super::{Files, Judged};
use crate::docket::{Attempt, Date, Waiver};
use crate::ir::glob::says_which;
use crate::ir::open::says_something;
use crate::ir::{ACTIONS, Fingerprint};
use crate::{Diagnostic, Diagnostics, Source, Span};

/// 64 KiB is some hundred waivers; no one looks through more.
const LIMIT: usize = 64 * 1024;

/// A kind of record: the name of its nodes and what they say.
struct Kind {
    asked: Asked,
    node: &'static str,
    /// What `waiver` is followed by; none when it is followed by properties only.
    id: Option<&'static str>,
    /// All must be said.
    must: &'static [&'static str],
    /// Of these, any.
    may: &'static [&'static str],
}

const WAIVER: &str = "waiver \"W-17\" category=\"legacy-tls\" owner=\"dana\" reason=\"goes with v3\" until=\"2027-01-01\"";
const ATTEMPT: &str = "attempt seat=\"qa\" action=\"respawn\" round=2";

const WAIVERS: Kind = Kind {
    asked: Asked { flag: "--waivers", example: WAIVER, limit: LIMIT, optional: true },
    node: "waiver",
    id: Some("W-17"),
    must: &["reason", "until"],
    may: &["category", "path", "fingerprint", "owner"],
};
const ATTEMPTS: Kind = Kind {
    asked: Asked { flag: "--attempts", example: ATTEMPT, limit: LIMIT, optional: true },
    node: "attempt",
    id: None,
    must: &["seat", "action", "round"],
    may: &[],
};

/// Reads a file of waivers, and gives it with them: its name and its hash are part of the ruling.
///
/// ```kdl
/// waiver "W-17" category="legacy-tls" path="src/tls/**" owner="dana" reason="goes with v3" until="2027-01-01"
/// ```
///
/// # Errors
///
/// The file cannot be read, is empty or lies among the reports; a waiver that covers nothing, is reported
/// twice, or says too little or too much: everything at once.
pub fn waivers(
    files: &dyn Files,
    path: &Path,
    judged: &Judged,
) -> Result<(Source, Vec<Waiver>), Diagnostics> {
    let source = named::open(files, path, WAIVERS.asked, judged)?;
    let mut known = Vec::new();
    read(source, &WAIVERS, |record| waiver(record, &mut known))
}

/// The names of waivers that were read, and where.
pub(super) type KnownWaivers = Vec<(String, Span)>;

/// Reads one waiver among other nodes.
pub(super) fn read_waiver(
    node: &KdlNode,
    text: &str,
    known: &mut KnownWaivers,
    wrong: &mut Vec<Diagnostic>,
) -> Option<Waiver> {
    let mut record = Record::of(node, text, &WAIVERS);
    let read = waiver(&mut record, known);
    wrong.append(&mut record.wrong);
    read
}

fn waiver(record: &mut Record<'_>, known: &mut KnownWaivers) -> Option<Waiver> {
    let covers = ["category", "path", "fingerprint"];
    if !covers.iter().any(|name| record.said(name)) {
        record.wrong.push(mistakes::covers_nothing(record.at));
    }
    let id = record.id.take();
    if let Some((id, at)) = &id {
        match known.iter().find(|(other, _)| other == id) {
            Some((_, first)) => record.wrong.push(mistakes::told_twice(*at, *first, id)),
            None => known.push((id.clone(), *at)),
        }
    }
    let until = record.text("until").and_then(|(text, at)| {
        let day = Date::parse(&text);
        if day.is_none() {
            record.wrong.push(mistakes::not_a_day(at, &text));
        }
        day
    });
    let fingerprint = record.text("fingerprint").and_then(|(text, at)| {
        let right = Fingerprint::is_one(&text);
        if !right {
            record.wrong.push(mistakes::not_a_fingerprint(at));
        }
        right.then_some(text)
    });
    let paths = record.text("path").and_then(|(text, at)| {
        let right = says_which(&text);
        if !right {
            record.wrong.push(mistakes::covers_all_paths(at));
        }
        right.then_some(text)
    });
    let (owner, reason) = (record.text("owner"), record.text("reason"));
    // One that nobody answers for covers nothing, and the policy tells it.
    let owner = owner.map(|(owner, _)| owner).unwrap_or_default();
    let mut waiver = Waiver::new(id?.0, owner, reason?.0, until?);
    waiver.category = record.text("category").map(|(text, _)| text);
    waiver.path = paths;
    waiver.fingerprint = fingerprint;
    Some(waiver)
}

/// Reads a file of attempts: what was tried before this judging.
///
/// ```kdl
/// attempt seat="qa" action="respawn" round=2
/// ```
///
/// # Errors
///
/// The file cannot be read, is empty or lies among the reports; an action that the redispatch stage does
/// not know; an attempt that says too little or too much: everything at once.
pub fn attempts(
    files: &dyn Files,
    path: &Path,
    judged: &Judged,
) -> Result<Vec<Attempt>, Diagnostics> {
    let source = named::open(files, path, ATTEMPTS.asked, judged)?;
    let read = read(source, &ATTEMPTS, |record| {
        let action = record.text("action").and_then(|(text, at)| {
            let known = ACTIONS.contains(&text.as_str());
            if !known {
                record.wrong.push(mistakes::unknown_action(at, &text));
            }
            known.then_some(text)
        });
        let round = record.number("round");
        Some(Attempt::new(record.text("seat")?.0, action?).round(round?))
    });
    Ok(read?.1)
}

/// One node while it is read.
struct Record<'a> {
    text: &'a str,
    at: Span,
    id: Option<(String, Span)>,
    said: Vec<(&'a str, &'a KdlEntry)>,
    wrong: Vec<Diagnostic>,
}

fn read<T>(
    source: Source,
    kind: &Kind,
    mut one: impl FnMut(&mut Record<'_>) -> Option<T>,
) -> Result<(Source, Vec<T>), Diagnostics> {
    let shape = Shape { code: "assize::host::record_malformed", example: kind.asked.example };
    let text = source.text().unwrap_or_default();
    let (mut found, mut wrong) = (Vec::new(), Vec::new());
    match parse(text, shape) {
        Ok(nodes) => {
            for node in &nodes {
                if node.name().value() != kind.node {
                    wrong.push(mistakes::unknown_node(
                        name_at(text, node),
                        node.name().value(),
                        kind,
                    ));
                    continue;
                }
                let mut record = Record::of(node, text, kind);
                found.extend(one(&mut record));
                wrong.append(&mut record.wrong);
            }
        }
        Err(malformed) => wrong = malformed,
    }
    match wrong.is_empty() {
        true => Ok((source, found)),
        false => Err(Diagnostics::new(vec![source], wrong)),
    }
}

impl<'a> Record<'a> {
    fn of(node: &'a KdlNode, text: &'a str, kind: &Kind) -> Self {
        let at = name_at(text, node);
        let mut record = Self { text, at, id: None, said: Vec::new(), wrong: Vec::new() };
        let mut named = false;
        for entry in node.entries() {
            let at = entry_at(text, entry);
            match entry.name().map(KdlIdentifier::value) {
                None if kind.id.is_some() && !named => {
                    named = true;
                    record.id = record.words(entry, true).map(|id| (id, at));
                }
                None => record.wrong.push(mistakes::too_much(at, kind)),
                Some(name) if !kind.must.contains(&name) && !kind.may.contains(&name) => {
                    record.wrong.push(mistakes::unknown_property(at, name, kind));
                }
                Some(name) if record.said(name) => {
                    record.wrong.push(mistakes::said_twice(at, name));
                }
                Some(name) => record.said.push((name, entry)),
            }
        }
        if node.children().is_some() {
            record.wrong.push(mistakes::too_much(at, kind));
        }
        if kind.id.is_some() && !named {
            record.wrong.push(mistakes::nameless(at, kind));
        }
        let silent: Vec<&str> =
            kind.must.iter().copied().filter(|name| !record.said(name)).collect();
        if !silent.is_empty() {
            record.wrong.push(mistakes::says_too_little(at, &silent, kind));
        }
        // What cannot be read is told also where the rest is not.
        for (name, entry) in record.said.clone() {
            if name != "round" {
                let _ = record.words(entry, matches!(name, "owner" | "reason"));
            }
        }
        record
    }

    fn said(&self, name: &str) -> bool {
        self.said.iter().any(|(known, _)| *known == name)
    }

    fn entry(&self, name: &str) -> Option<(&'a KdlEntry, Span)> {
        let (_, entry) = self.said.iter().find(|(known, _)| *known == name)?;
        Some((entry, entry_at(self.text, entry)))
    }

    /// A text that is not blank; what is none was told already.
    fn text(&self, name: &str) -> Option<(String, Span)> {
        let (entry, at) = self.entry(name)?;
        let text = entry.value().as_string()?.trim();
        (!text.is_empty()).then(|| (text.to_owned(), at))
    }

    /// The same, told where it is none; what is written for people has a letter or a digit.
    fn words(&mut self, entry: &KdlEntry, for_people: bool) -> Option<String> {
        let at = entry_at(self.text, entry);
        let text = entry.value().as_string().map(str::trim).filter(|text| !text.is_empty());
        match text {
            None => self.wrong.push(mistakes::not_a_text(at)),
            Some(text) if for_people && !says_something(text) => {
                self.wrong.push(mistakes::says_nothing(at));
            }
            Some(_) => {}
        }
        text.map(str::to_owned)
    }

    /// A round, from 1.
    fn number(&mut self, name: &str) -> Option<u32> {
        let (entry, at) = self.entry(name)?;
        let number = match entry.value() {
            KdlValue::Integer(number) => u32::try_from(*number).ok().filter(|number| *number > 0),
            _ => None,
        };
        if number.is_none() {
            self.wrong.push(mistakes::not_a_round(at));
        }
        number
    }
}
