//! Compact Pipe-Delimited Format (CPF): what its inspectors and its auditors write.
//!
//! Both formats have the same lines; [`tables`] says who writes which section.

mod builder;
mod contract;
mod count;
mod finish;
mod grammar;
mod header;
mod look_alike;
pub(in crate::codec) mod mistakes;
mod quoted;
mod records;
mod repairs;
mod rows;
mod statement;
mod tables;
mod text;
mod write;
pub(in crate::codec) mod wrong_rows;

pub(in crate::codec) use contract::contract;
pub(in crate::codec) use look_alike::{in_front, resembles};
pub(in crate::codec) use repairs::LETTER_CASE;
pub(in crate::codec) use tables::{
    ERROR, SEVERITIES, WORDS, code_of, is_word, kind_of, severity, worst_of,
};
pub(in crate::codec) use write::{blocker_is_critical, encode, no_code, several_verdicts, word};

use builder::VerdictBuilder;
use grammar::Rule;
use header::Header;
use tables::Key;

use crate::codec::input::{Input, Recognition};
use crate::codec::render::{Part, holds};
use crate::codec::text::word::begins_with;
use crate::ir::{Decoded, Format};

pub(in crate::codec) use grammar::GRAMMAR;

/// Which of the two formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::codec) enum Dialect {
    Inspector,
    Auditor,
}

impl Dialect {
    /// The parts of a verdict that it can hold.
    pub(in crate::codec) const fn holds(self) -> &'static [Part] {
        match self {
            Self::Inspector => holds!(
                Kind Stated Unstated Hold Warn Scope Findings Severity Category Location Notes Members Tags
            ),
            Self::Auditor => holds!(
                Kind Stated Unstated Hold Warn Scope Findings Severity Category Location Notes Members Tags
                Agents Removed Resolved Steering SpecFeedback
            ),
        }
    }

    fn format(self) -> Format {
        match self {
            Self::Inspector => Format::CpfInspector,
            Self::Auditor => Format::CpfAuditor,
        }
    }
}

/// Whether a body is CPF, and whose.
pub(in crate::codec) fn recognise(input: &Input<'_>, dialect: Dialect) -> Recognition {
    let Some(first) = input.body.lines().find(|line| !line.trim().is_empty()) else {
        return input.no("there is no line in it");
    };
    let named = ["VERDICT", "SCOPE"].iter().any(|name| first.text.contains(name));
    let line = named.then(|| grammar::ask(Rule::line, first.trim_end_of(&['\r', '\n']))).flatten();
    let Some(header) = line.and_then(|line| Header::of(&line)) else {
        return input.no("its first line is not a `SCOPE:` or `VERDICT:` line");
    };
    // A lower-case `verdict: "GO"` is YAML, or nothing that is known.
    let begins = header.capital
        && match header.known.map(|key| key.rule) {
            Some(Rule::SCOPE) => !header.like_code,
            Some(Rule::VERDICT) => begins_with_word(input, &header),
            _ => false,
        };
    if !begins {
        return input.no("its first line is neither `SCOPE:` nor `VERDICT:` with a word of CPF");
    }
    let (fit, reason) = match whose(input) {
        Some(Dialect::Auditor) => (Dialect::Auditor, "it has a section of a CPF auditor"),
        Some(Dialect::Inspector) if dialect == Dialect::Auditor => {
            (Dialect::Inspector, "it has `ISSUES:` of a CPF inspector")
        }
        Some(Dialect::Inspector) => (Dialect::Inspector, "it is CPF with `ISSUES:`"),
        None if input.options.format == Some(Format::CpfInspector) => {
            (Dialect::Inspector, "it is CPF")
        }
        None => (Dialect::Auditor, "it is CPF without a section of an inspector"),
    };
    if fit == dialect { Recognition::Yes(reason) } else { input.no(reason) }
}

/// `VERDICT:` with a word of CPF, or an unknown word above sections of CPF with rows.
fn begins_with_word(input: &Input<'_>, header: &Header<'_>) -> bool {
    let word = header.value.text.trim_start_matches(['{', '*', '_', '`', '"', '\'', '[', '(']);
    // Files of other formats spell their keys in small letters.
    tables::is_word(word)
        || begins_with(word, ERROR)
        || keys(input).any(|(key, _)| key.is_section() && !key.is_free())
}

/// Whose sections a body has. One of an auditor decides, and so does the auditor's own word.
fn whose(input: &Input<'_>) -> Option<Dialect> {
    let mut whose = None;
    for (key, header) in keys(input) {
        let own = key.is_section() && key.rule != Rule::ROADMAP_ADVISORY;
        let update =
            key.rule == Rule::VERDICT && begins_with(header.value.text, "SPEC-UPDATE-NEEDED");
        match key.writer {
            Some(Dialect::Auditor) if own => return key.writer,
            _ if update => return Some(Dialect::Auditor),
            Some(Dialect::Inspector) => whose = key.writer,
            _ => {}
        }
    }
    whose
}

/// The known keys of a body, spelt in capitals.
fn keys<'a>(input: &Input<'a>) -> impl Iterator<Item = (&'static Key, Header<'a>)> {
    // Cheap: most lines are rows, whose first letter is small, or whose second byte is a pipe.
    let lines = input.body.lines().map(|line| line.trim_end_of(&['\r', '\n']));
    let lines = lines
        .filter(|line| !matches!(line.text.as_bytes(), [b'a'..=b'z', ..] | [_, b'|', ..] | []));
    let headers = lines.filter_map(|line| Header::of(&grammar::ask(Rule::keyed, line)?));
    headers.filter(|header| header.capital).filter_map(|header| Some((header.known?, header)))
}

/// Reads a body as CPF, whether or not it is. Total.
pub(in crate::codec) fn decode(input: &Input<'_>, dialect: Dialect) -> Decoded {
    let mut builder = VerdictBuilder::new(input, dialect);
    for line in grammar::lines(input.body) {
        let Some(line) = line else { return input.given_up(dialect.format()) };
        builder.line(line);
    }
    builder.finish(input.source)
}
