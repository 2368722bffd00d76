//! Findings whose text is a scalar of its own.

use super::Opinion;
use crate::codec::member::{self, Told};
use crate::codec::text::fields::{self, Key};
use crate::codec::text::location;
use crate::codec::text::slice::Slice;
use crate::codec::tree::yaml::{At, Kind, Text};
use crate::codec::{claims, ear, words};
use crate::ir::{Cause, Finding, FindingKind, Location, Outcome};
use crate::source::{SourceId, Span};

impl Opinion<'_> {
    /// Adds a finding, and takes its location from its text.
    pub(in crate::codec) fn push_text(&mut self, kind: FindingKind, text: &Text<'_>, span: Span) {
        let finding = match text {
            Text::Here(slice) => {
                let (location, text) = location::split(slice.trim());
                Finding { location, span, ..Finding::new(kind, text.span()) }
            }
            Text::Spelt(_) => {
                let place = text.place(&mut self.reading.embedded);
                let (location, text) = location::split(Slice::new(text.as_str(), 0).trim());
                let moved = |at: Span| moved(at, place);
                let location = location.map(|location| Location {
                    text: moved(location.text),
                    path: location.path.map(moved),
                    ..location
                });
                Finding { location, span, ..Finding::new(kind, moved(text.span())) }
            }
        };
        self.verdict.findings.push(finding);
    }

    /// What does not decide, whatever it is: its lines, and the keys in it.
    pub(in crate::codec) fn overhear_all(&mut self, at: At<'_, '_>, source: &str) {
        at.raw(source).lines().for_each(|line| self.overhear(line));
        for below in at.below() {
            let Some(key) = below.key() else { continue };
            if member_fails(below, key) {
                self.ear.mention_outcome(Outcome::Fail, below.span());
            }
            match fields::lookup(key.text) {
                // Its own lines were heard.
                _ if below.span() == at.span() => {}
                Some(Key::Blocker)
                    if !below.is_null() && !claims::says_none(below.written(source).text) =>
                {
                    self.ear.claim(ear::blocker_in_prose(below.span()), Cause::MisspeltKey);
                }
                Some(Key::Verdict) => {
                    let value = below.written(source);
                    self.ear.mention(value, below.span(), &self.reading.options.lexicon.words);
                }
                _ => {}
            }
        }
        if let Some(Text::Spelt(_)) = at.text() {
            let said = at.text();
            let said = said.as_ref().map_or("", Text::as_str);
            said.lines().for_each(|line| self.overhear_key(line, at.span()));
        }
    }

    /// A text that begins like a line of a verdict: `blocker: SQL by hand` among the advisories.
    pub(in crate::codec) fn overhear_key(&mut self, text: &str, at: Span) {
        let line = text.lines().next().unwrap_or("");
        if claims::is_serious(line) {
            return self.ear.claim(ear::critical_in_prose(at), Cause::Ambiguous);
        }
        let Some(field) = fields::split(Slice::new(line, 0)) else { return };
        match field.known {
            Some(Key::Blocker) if !claims::says_none(field.value.text) => {
                self.ear.claim(ear::blocker_in_prose(at), Cause::MisspeltKey);
            }
            Some(Key::Verdict) => {
                self.ear.mention(field.value, at, &self.reading.options.lexicon.words)
            }
            _ => {}
        }
    }

    /// A line that decides nothing where it stands, and may speak of a verdict all the same.
    pub(in crate::codec) fn overhear(&mut self, line: Slice<'_>) {
        let at = line.trim().span();
        if line.trim().text.starts_with('>') {
            return;
        }
        let extra = &self.reading.options.lexicon.words;
        match fields::split(line).map(|field| (field.known, field)) {
            Some((Some(Key::Verdict), field)) => {
                if !super::is_template(field.value.text) {
                    self.ear.mention(field.value, at, extra);
                }
            }
            Some((Some(Key::Blocker), field)) if !claims::says_none(field.value.text) => {
                self.ear.claim(ear::blocker_in_prose(at), Cause::MisspeltKey);
            }
            Some((None, field)) if fields::meant(field.key.text) == Some("verdict") => {
                self.ear.mention(field.value, at, extra);
                self.reading.says_fail |= words::says_fail(field.value.text);
            }
            _ => self.ear.hear(line, extra),
        }
        for line in claims::behind_odd_breaks(line) {
            self.ear.hear(line, &self.reading.options.lexicon.words);
        }
    }
}

/// `ok: false`, `errors: [the pool is never closed]`
fn member_fails(at: At<'_, '_>, key: Slice<'_>) -> bool {
    let text = at.text();
    let text = text.as_ref().map_or("", Text::as_str).trim();
    let told = match at.kind() {
        _ if at.is_null() => Told::Nothing,
        Kind::Map if at.below().skip(1).all(is_nothing) => Told::Nothing,
        Kind::Map | Kind::List => Told::Listed,
        _ => match (text.parse(), text.to_ascii_lowercase().as_str()) {
            (Ok(number), _) => Told::Number(number),
            (_, "true" | "yes" | "on") => Told::Bool(true),
            (_, "false" | "no" | "off") => Told::Bool(false),
            _ => Told::Text(text),
        },
    };
    member::fails(key.text, told)
}

/// `high: 0`
fn is_nothing(at: At<'_, '_>) -> bool {
    let text = at.text();
    at.is_null() || text.is_some_and(|text| ["0", "false", "none"].contains(&text.as_str().trim()))
}

/// A place in a text of its own, as a place among those that were spelt out.
fn moved(at: Span, place: Span) -> Span {
    Span { start: at.start + place.start, end: at.end + place.start, source: SourceId(1) }
}
