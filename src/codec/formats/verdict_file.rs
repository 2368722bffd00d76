//! Line-oriented verdict files, as dartai defines them.

mod blocks;
mod draft;
mod evidence;
mod findings;
mod statement;
mod write;

use draft::Draft;
pub(in crate::codec) use draft::pointer_ignored;
pub(in crate::codec) use evidence::{is_path, second_evidence};
pub(in crate::codec) use findings::{empty_blocker, empty_finding, is_none};
pub(in crate::codec) use statement::prose_before_verdict;

use crate::codec::claims;
use crate::codec::formats::{Codec, whole_grammar};
use crate::codec::input::{Fit, Task};
use crate::codec::text::fields;
use crate::codec::text::fields::{Field, Key};
use crate::codec::text::slice::Slice;
use crate::codec::write::Part;
use crate::codec::{detect, ear, words};
use crate::ir::{Cause, Decoded, Diagnostic, Format};
use crate::source::Span;

pub(in crate::codec) const CODEC: Codec = Codec {
    grammar: Some(whole_grammar!("verdict_file.pest")),
    recognise,
    fenced: false,
    loose: false,
    decode,
    example: write::EXAMPLE,
    contract: write::contract,
    schema: None,
    encode: Some(write::encode),
    holds: &[
        Part::Stated,
        Part::Warn,
        Part::Confidence,
        Part::Findings,
        Part::Location,
        Part::Evidence,
    ],
};

fn recognise(task: &Task<'_>) -> Fit {
    match task.field {
        Some(Field { known: Some(Key::VerdictFile), .. }) => task.no("the first line is a pointer"),
        Some(Field { known: Some(Key::Verdict), value, .. }) if words::is_cpf(value.text) => {
            task.no("the first line has a word of CPF")
        }
        Some(Field { known: Some(_), .. }) => {
            Fit::Yes("its first line has a key of a verdict file")
        }
        _ => task.no("the first line has no key of a verdict file"),
    }
}

/// Reads a text that has a line of a verdict file in it.
fn decode(task: &Task<'_>) -> Decoded {
    let Some(pieces) = grammar::pieces(task.text) else {
        return crate::codec::given_up(task, Format::VerdictFile);
    };
    let mut draft = Draft::new(task);
    let breaks_oddly = claims::may_break_oddly(task.text);
    let mut take = |line, slice| {
        let evidence = draft.inline_evidence;
        draft.line(line, slice);
        if breaks_oddly && !evidence {
            draft.hear_behind_breaks(slice);
        }
    };
    for (piece, slice) in pieces {
        match piece {
            Piece::Lines => slice.lines().for_each(|line| take(Line::of(line), line)),
            Piece::Line(line) => take(line, slice),
        }
    }
    draft.finish(task)
}

/// What the grammar tells apart: lines that begin with a letter, and anything else.
enum Piece<'a> {
    Lines,
    Line(Line<'a>),
}

/// One line, or a quotation of many.
#[derive(Clone, Copy, Debug)]
enum Line<'a> {
    Comment,
    Conflict,
    /// An HTML comment; what it holds, and whether it ends.
    Hidden(Slice<'a>, bool),
    /// A fence; what it holds, and whether it is closed.
    Fence(Slice<'a>, bool),
    Field,
    Other,
}

impl Line<'_> {
    /// A line that begins with a letter.
    fn of(line: Slice<'_>) -> Self {
        if line.text.as_bytes().contains(&b':') { Self::Field } else { Self::Other }
    }
}

mod grammar {
    use pest::Parser;
    use pest::iterators::Pair;

    use super::{Line, Piece, Slice};

    #[derive(pest_derive::Parser)]
    #[grammar = "grammar/verdict_file.pest"]
    #[grammar = "grammar/common.pest"]
    struct Lines;

    /// Every line with something on it. None when pest was told to give up early.
    pub(super) fn pieces(text: &str) -> Option<impl Iterator<Item = (Piece<'_>, Slice<'_>)>> {
        let file = Lines::parse(Rule::file, text).ok()?.next()?;
        Some(file.into_inner().filter_map(|pair| {
            let line = match pair.as_rule() {
                Rule::comment => Line::Comment,
                Rule::conflict => Line::Conflict,
                Rule::hidden => to_quotation(pair.clone(), Rule::remark, Line::Hidden),
                Rule::fence => to_quotation(pair.clone(), Rule::inside, Line::Fence),
                Rule::plain => return Some((Piece::Lines, to_slice(&pair))),
                Rule::field => Line::Field,
                Rule::other => Line::Other,
                _ => return None,
            };
            Some((Piece::Line(line), to_slice(&pair)))
        }))
    }

    fn to_quotation<'a>(
        pair: Pair<'a, Rule>,
        body: Rule,
        line: fn(Slice<'a>, bool) -> Line<'a>,
    ) -> Line<'a> {
        let mut held = Slice::new("", pair.as_span().start());
        let mut closed = true;
        for part in pair.into_inner() {
            match part.as_rule() {
                rule if rule == body => held = to_slice(&part),
                Rule::endless | Rule::unclosed => closed = false,
                _ => {}
            }
        }
        line(held, closed)
    }

    fn to_slice<'a>(pair: &Pair<'a, Rule>) -> Slice<'a> {
        Slice::new(pair.as_str(), pair.as_span().start())
    }
}

impl<'a> Draft<'a> {
    fn line(&mut self, line: Line<'a>, slice: Slice<'a>) {
        let adjacent = self.end == Some(slice.start);
        self.end = Some(slice.end());
        if self.inline_evidence {
            return self.evidence_line(line, slice);
        }
        match line {
            Line::Comment => {
                self.end = None;
                self.opinion.ear.hear(slice, &self.opinion.reading.options.lexicon.words);
            }
            Line::Conflict => self.refuse(Cause::Ambiguous, conflict_markers(slice.trim().span())),
            Line::Hidden(held, true) => self.skip_hidden(held),
            Line::Hidden(_, false) => {
                self.refuse(Cause::Truncated, endless_comment(slice.trim().span()));
            }
            Line::Fence(held, closed) => self.fence(slice, held, closed, adjacent),
            Line::Field => match fields::split(slice) {
                Some(field) if field.known.is_some() => {
                    (self.opinion.ear.verdict_title, self.opinion.ear.blockers_title) =
                        (None, None);
                    self.field(field, slice);
                }
                field => self.stranger(slice, field, adjacent),
            },
            Line::Other => self.stranger(slice, None, adjacent),
        }
    }

    /// What some programs show as lines of their own.
    fn hear_behind_breaks(&mut self, slice: Slice<'a>) {
        for line in claims::behind_odd_breaks(slice) {
            if fields::split(line).is_some_and(|field| field.known.is_some()) {
                self.opinion
                    .ear
                    .claim(ear::blocker_in_prose(line.trim().span()), Cause::MisspeltKey);
            }
            self.opinion.ear.hear(line, &self.opinion.reading.options.lexicon.words);
        }
    }

    fn skip_hidden(&mut self, held: Slice<'a>) {
        let known = |line| fields::split(line).is_some_and(|field| field.known.is_some());
        if let Some(line) = held.lines().find(|line| known(*line)) {
            self.report(quoted_field(line.trim().span()));
        }
    }

    fn fence(&mut self, slice: Slice<'a>, held: Slice<'a>, closed: bool, adjacent: bool) {
        let titled =
            self.opinion.ear.verdict_title.is_some() || self.opinion.ear.blockers_title.is_some();
        if let Some(line) = held.lines().find(|line| titled && !line.trim().is_empty()) {
            self.opinion.ear.below_title(line, &self.opinion.reading.options.lexicon.words);
        }
        let mut fields = held.lines().filter_map(fields::split);
        if fields.any(|field| field.known.is_some()) || detect::is_json_verdict(held) {
            self.blocks.push((slice.trim().span(), held));
        } else if closed {
            self.stranger_text(slice, adjacent);
        }
        if !closed {
            self.refuse(Cause::Truncated, crate::codec::unclosed_fence(slice.trim().span()));
        }
    }

    /// A line without a known key.
    fn stranger(&mut self, line: Slice<'a>, field: Option<fields::Field<'a>>, adjacent: bool) {
        if let Some(field) = field
            && let Some(meant) = fields::meant(field.key.text)
            // `Blocked: no`
            && !(meant.starts_with("blocker") && claims::says_none(field.value.text))
        {
            self.opinion.reading.says_fail |= meant.starts_with("verdict") && says_fail(field);
            return self.refuse(Cause::MisspeltKey, misspelt_key(field.key, meant));
        }
        if let Some(value) = fields::verdict_without_colon(line) {
            self.opinion.reading.says_fail |= words::says_fail(value.text);
            return self.refuse(Cause::MisspeltKey, missing_colon(line.trim().span()));
        }
        self.opinion.ear.hear(line, &self.opinion.reading.options.lexicon.words);
        self.stranger_text(line, adjacent);
    }

    fn stranger_text(&mut self, line: Slice<'a>, adjacent: bool) {
        let indented = fields::indent(line.text) > 0;
        if self.goes_on(line, adjacent, indented) {
            return;
        }
        let body = line.trim();
        // A rule such as `---` is no prose.
        if self.opinion.said.is_none() && !body.text.chars().all(|c| "-*_=".contains(c)) {
            self.preface.get_or_insert(body.span());
        }
        if self.begun {
            self.report_stranger(body.span());
        }
    }
}

fn says_fail(field: fields::Field<'_>) -> bool {
    words::says_fail(field.value.text)
}

/// `<<<<<<< HEAD`
pub(in crate::codec) fn conflict_markers(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::conflict_markers")
        .message("the file holds two versions of itself")
        .label(at, "a merge conflict was left here")
        .help("resolve the conflict, or ask the reviewer again")
}

/// `<!-- verdict: pass` to the end of the file
fn endless_comment(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::endless_comment")
        .message("an HTML comment never ends")
        .label(at, "everything from here on is commented out")
        .help("close it with `-->`, or write comments with `#`")
}

/// `<!-- verdict: pass -->`
fn quoted_field(at: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::quoted_field")
        .message("a line inside an HTML comment looks like part of the verdict")
        .label(at, "not read")
        .help("take it out of the comment if it is meant, or remove it")
}

/// `verdct: pass`
pub(in crate::codec) fn misspelt_key(key: Slice<'_>, meant: &str) -> Diagnostic {
    let diagnostic = Diagnostic::error("assize::read::misspelt_key")
        .message(format!("`{}` is no key of a verdict file", key.text))
        .label(key.span(), format!("meant as `{meant}`?"));
    match crate::codec::odd_character(key.text) {
        Some(odd) => diagnostic.help(format!("write `{meant}:` in plain letters, without {odd}")),
        None => diagnostic.help(format!("did you mean `{meant}:`?")),
    }
}

/// `verdict = pass`
pub(in crate::codec) fn missing_colon(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::misspelt_key")
        .message("the verdict has no colon")
        .label(at, "meant as `verdict:`?")
        .help("write `verdict: pass`, `verdict: fail` or `verdict: warn`")
}
