//! Compact Pipe-Delimited Format (CPF): what its inspectors and its auditors write.
//!
//! Both formats have the same lines; [`tables`] says who writes which section.

mod builder;
mod contract;
mod count;
mod finish;
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
pub(in crate::codec) use finish::code_of;
pub(in crate::codec) use look_alike::resembles;
pub(in crate::codec) use repairs::LETTER_CASE;
pub(in crate::codec) use tables::{ERROR, SEVERITIES, WORDS, is_word, severity};
pub(in crate::codec) use write::{blocker_is_critical, encode, no_code, several_verdicts, word};

use builder::VerdictBuilder;
use header::Header;
use tables::{Key, Writer};

use crate::codec::input::{Input, Recognition};
use crate::codec::render::Part;
use crate::codec::text::slice::Slice;
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
            Self::Auditor => &[
                Part::Kind,
                Part::Stated,
                Part::Unstated,
                Part::Hold,
                Part::Warn,
                Part::Scope,
                Part::Findings,
                Part::Severity,
                Part::Category,
                Part::Location,
                Part::Notes,
                Part::Members,
                Part::Tags,
                Part::Agents,
                Part::Removed,
                Part::Resolved,
                Part::Steering,
                Part::SpecFeedback,
            ],
            Self::Inspector => &[
                Part::Kind,
                Part::Stated,
                Part::Unstated,
                Part::Hold,
                Part::Warn,
                Part::Scope,
                Part::Findings,
                Part::Severity,
                Part::Category,
                Part::Location,
                Part::Notes,
                Part::Members,
                Part::Tags,
            ],
        }
    }

    fn format(self) -> Format {
        match self {
            Self::Inspector => Format::CpfInspector,
            Self::Auditor => Format::CpfAuditor,
        }
    }

    fn writer(self) -> Writer {
        match self {
            Self::Inspector => Writer::Inspector,
            Self::Auditor => Writer::Auditor,
        }
    }
}

/// Whether a body is CPF, and whose.
pub(in crate::codec) fn recognise(input: &Input<'_>, dialect: Dialect) -> Recognition {
    let Some(first) = input.body.lines().find(|line| !line.trim().is_empty()) else {
        return input.no("there is no line in it");
    };
    let named = ["VERDICT", "SCOPE"].iter().any(|name| first.text.contains(name));
    let header = named.then(|| header::read(first.trim_end_of(&['\r', '\n']))).flatten();
    let Some(header) = header else {
        return input.no("its first line is not a `SCOPE:` or `VERDICT:` line");
    };
    let begins = match header.known {
        Some(Key::Scope) => header.capital && !header.like_code,
        // A lower-case `verdict: "GO"` is YAML, or nothing that is known.
        Some(Key::Verdict) => header.capital && begins_with_word(input, &header),
        _ => false,
    };
    if !begins {
        return input.no("its first line is neither `SCOPE:` nor `VERDICT:` with a word of CPF");
    }
    let (fit, reason) = match (whose(input), dialect) {
        (Writer::Auditor, Dialect::Auditor) => (true, "it has a section of a CPF auditor"),
        (Writer::Auditor, Dialect::Inspector) => (false, "it has a section of a CPF auditor"),
        (Writer::Inspector, Dialect::Inspector) => (true, "it is CPF with `ISSUES:`"),
        (Writer::Inspector, Dialect::Auditor) => (false, "it has `ISSUES:` of a CPF inspector"),
        (Writer::Anyone, _) => match input.options.format {
            Some(Format::CpfInspector) => (dialect == Dialect::Inspector, "it is CPF"),
            _ => (dialect == Dialect::Auditor, "it is CPF without a section of an inspector"),
        },
    };
    if fit { Recognition::Yes(reason) } else { input.no(reason) }
}

/// `VERDICT:` with a word of CPF, or an unknown word above sections of CPF with rows.
fn begins_with_word(input: &Input<'_>, header: &Header<'_>) -> bool {
    let word = header.value.text.trim_start_matches(['{', '*', '_', '`', '"', '\'', '[', '(']);
    let own = tables::is_word(word) || (header.capital && begins_with(word, "ERROR"));
    // Files of other formats spell their keys in small letters.
    own || (header.capital && sections(input).any(|key| key.is_section() && !key.is_free()))
}

/// Whose sections a body has. One of an auditor decides, and so does the auditor's own word.
fn whose(input: &Input<'_>) -> Writer {
    let mut whose = Writer::Anyone;
    for line in input.body.lines().filter(|line| may_be_header(*line)) {
        let Some(header) = header::any(line.trim_end_of(&['\r', '\n'])) else { continue };
        let Some(key) = header.known.filter(|_| header.capital) else { continue };
        let word = header.value.text;
        match key.writer() {
            Writer::Auditor if key.is_section() && key != Key::RoadmapAdvisory => {
                return Writer::Auditor;
            }
            _ if key == Key::Verdict && begins_with(word, "SPEC-UPDATE-NEEDED") => {
                return Writer::Auditor;
            }
            Writer::Inspector => whose = Writer::Inspector,
            _ => {}
        }
    }
    whose
}

/// The known keys of a body, spelt in capitals.
fn sections<'a>(input: &Input<'a>) -> impl Iterator<Item = Key> {
    let lines = input.body.lines().filter(|line| may_be_header(*line));
    let headers = lines.filter_map(|line| header::any(line.trim_end_of(&['\r', '\n'])));
    headers.filter(|header| header.capital).filter_map(|header| header.known)
}

/// Cheap: most lines are rows, and the second byte of most rows is a pipe.
fn may_be_header(line: Slice<'_>) -> bool {
    !matches!(line.text.as_bytes(), [_, b'|', ..] | [b'\n', ..] | [])
}

/// Reads a body as CPF, whether or not it is. Total.
pub(in crate::codec) fn decode(input: &Input<'_>, dialect: Dialect) -> Decoded {
    let Some(lines) = grammar::lines(input.body) else {
        return input.given_up(dialect.format());
    };
    let mut builder = VerdictBuilder::new(input, dialect);
    for line in lines {
        builder.line(line);
    }
    builder.finish(input.source)
}

/// One line, cut at its pipes.
#[derive(Clone, Copy, Debug)]
struct Line<'a> {
    /// Up to five fields, of which the last has all further pipes.
    fields: [Slice<'a>; 5],
    count: usize,
}

impl<'a> Line<'a> {
    /// Cuts a line without its line end, or a part of one.
    fn of(text: Slice<'a>) -> Self {
        Self::cut(text, 5)
    }

    /// Cuts a line into at most so many fields: a row has no more than its section has columns.
    fn cut(text: Slice<'a>, most: usize) -> Self {
        Self::cut_also(text, most, None)
    }

    /// The same, where one byte more stands between two fields.
    fn cut_also(text: Slice<'a>, most: usize, also: Option<usize>) -> Self {
        let mut line = Self { fields: [text; 5], count: 0 };
        let mut from = 0;
        for (at, byte) in text.text.bytes().enumerate() {
            if byte == b'|' || Some(at) == also {
                line.push(Slice::new(&text.text[from..at], text.start + from));
                from = at + 1;
                if line.count + 1 >= most {
                    break;
                }
            }
        }
        line.push(text.after(from));
        line
    }

    fn push(&mut self, field: Slice<'a>) {
        if let Some(next) = self.fields.get_mut(self.count) {
            *next = field;
            self.count += 1;
        }
    }

    fn first(&self) -> Slice<'a> {
        self.fields[0]
    }
}

mod grammar {
    use super::Slice;
    use crate::codec::text::grammar::grammar;

    grammar!(Cpf, cpf, "grammar/cpf.pest");

    /// Every line, without its line end. None when pest was told to give up early.
    pub(super) fn lines(body: Slice<'_>) -> Option<impl Iterator<Item = Slice<'_>>> {
        let all = parts(Rule::cpf, body)?.find(|part| part.rule == Rule::lines)?.text;
        let mut at = all.start;
        Some(all.text.split('\n').map(move |line| {
            let line = Slice::new(line, at);
            at = line.end() + 1;
            line
        }))
    }
}
