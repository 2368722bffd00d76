//! Line-oriented verdict files, as dartai defines them.

mod draft;
mod evidence;
mod findings;
mod statement;

use draft::Draft;

use super::slice::Slice;
use super::{ReadOptions, key};
use crate::ir::{Cause, Decoded, Diagnostic, Format};
use crate::source::{Source, Span};

/// Reads a text that has a line of a verdict file in it.
pub(super) fn decode(source: &Source, text: &str, options: &ReadOptions) -> Decoded {
    let Some(lines) = grammar::lines(text) else {
        let given_up = super::gave_up(Span::new(0, text.len()));
        let none = Decoded::unreadable(source.clone(), Cause::ReadError, given_up);
        return Decoded { profile: options.profile, format: Some(Format::VerdictFile), ..none };
    };
    let mut draft = Draft::new(text, options);
    for (line, slice) in lines {
        draft.line(line, slice);
    }
    draft.finish(source)
}

/// What the grammar makes of one line, or of a quotation of many.
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

mod grammar {
    use pest::Parser;
    use pest::iterators::Pair;

    use super::{Line, Slice};

    #[derive(pest_derive::Parser)]
    #[grammar = "grammar/verdict_file.pest"]
    #[grammar = "grammar/common.pest"]
    struct Lines;

    /// Every line with something on it. None when pest was told to give up early.
    pub(super) fn lines(text: &str) -> Option<impl Iterator<Item = (Line<'_>, Slice<'_>)>> {
        let file = Lines::parse(Rule::file, text).ok()?.next()?;
        Some(file.into_inner().filter_map(|pair| {
            let line = match pair.as_rule() {
                Rule::comment => Line::Comment,
                Rule::conflict => Line::Conflict,
                Rule::hidden => to_quotation(pair.clone(), Rule::remark, Line::Hidden),
                Rule::fence => to_quotation(pair.clone(), Rule::inside, Line::Fence),
                Rule::plain if pair.as_str().contains(':') => Line::Field,
                Rule::field => Line::Field,
                Rule::plain | Rule::other => Line::Other,
                _ => return None,
            };
            Some((line, to_slice(&pair)))
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
                self.heading(slice);
            }
            Line::Conflict => self.refuse(Cause::Ambiguous, conflict_markers(slice.trim().span())),
            Line::Hidden(held, true) => self.skip_hidden(held),
            Line::Hidden(_, false) => {
                self.refuse(Cause::Truncated, endless_comment(slice.trim().span()));
            }
            Line::Fence(held, closed) => self.fence(slice, held, closed, adjacent),
            Line::Field => match self.listed(slice) {
                Some(field) if field.known.is_some() => self.field(field, slice),
                field => self.stranger(slice, field, adjacent),
            },
            Line::Other => {
                let bare = self.bare_blockers.take();
                if let (Some(at), Some(item)) = (bare, key::item(slice))
                    && !findings::is_none(item.trim().text)
                {
                    self.refuse(Cause::MisspeltKey, blockers_without_colon(at, item.trim().span()));
                }
                let title = slice.trim();
                self.bare_blockers = key::is_bare_blockers(title).then_some(title.span());
                self.stranger(slice, None, adjacent);
            }
        }
    }

    /// The field of a line, and whether it is an item below a bare `Blockers`.
    fn listed(&mut self, line: Slice<'a>) -> Option<key::Field<'a>> {
        let field = key::split(line);
        let unknown = field.is_none_or(|field| field.known.is_none());
        if let (Some(at), Some(item), true) = (self.bare_blockers.take(), key::item(line), unknown)
        {
            self.refuse(Cause::MisspeltKey, blockers_without_colon(at, item.trim().span()));
        }
        field
    }

    /// A comment in the dress of a heading: `## Verdict: FAIL`, `## Blockers`.
    fn heading(&mut self, line: Slice<'a>) {
        let title = line.trim().trim_start_of(&['#', ' ']);
        self.bare_blockers = key::is_bare_blockers(title).then_some(title.span());
        if key::is_verdict_heading(line) {
            self.elsewhere.get_or_insert(line.trim().span());
            // A comment takes nothing back, but a person would read this one.
            if let Some(field) = key::split(title).filter(|field| says_fail(*field)) {
                self.mention(field, line.trim().span());
            }
        }
    }

    fn skip_hidden(&mut self, held: Slice<'a>) {
        let known = |line| key::split(line).is_some_and(|field| field.known.is_some());
        if let Some(line) = held.lines().find(|line| known(*line)) {
            self.report(quoted_field(line.trim().span()));
        }
    }

    fn fence(&mut self, slice: Slice<'a>, held: Slice<'a>, closed: bool, adjacent: bool) {
        let fields = held.lines().filter_map(key::split).filter(|field| field.known.is_some());
        let mut fields = fields.peekable();
        if fields.peek().is_some() {
            let verdicts = fields.filter(|field| field.known == Some(key::Key::Verdict));
            self.says_fail |=
                verdicts.fold(false, |so_far, f| so_far | super::words::says_fail(f.value.text));
            self.refuse(Cause::FormatNotRead, fenced_fields(slice.trim().span()));
        } else if closed {
            self.stranger_text(slice, adjacent);
        }
        if !closed {
            self.refuse(Cause::Truncated, super::unclosed_fence(slice.trim().span()));
        }
    }

    /// A line without a known key.
    fn stranger(&mut self, line: Slice<'a>, field: Option<key::Field<'a>>, adjacent: bool) {
        if let Some(field) = field {
            if let Some(meant) = key::meant(field.key.text) {
                self.says_fail |= meant.starts_with("verdict") && says_fail(field);
                return self.refuse(Cause::MisspeltKey, misspelt_key(field.key, meant));
            }
            if key::speaks_of_verdict(field.key.text) {
                self.mention(field, line.trim().span());
            }
        }
        if let Some(value) = key::verdict_without_colon(line) {
            self.says_fail |= super::words::says_fail(value.text);
            return self.refuse(Cause::MisspeltKey, missing_colon(line.trim().span()));
        }
        self.stranger_text(line, adjacent);
    }

    fn stranger_text(&mut self, line: Slice<'a>, adjacent: bool) {
        let indented = key::indent(line.text) > 0;
        if self.goes_on(line, adjacent, indented) {
            return;
        }
        let body = line.trim();
        if !self.begun {
            if body.text.contains(char::is_alphanumeric) {
                self.preface.get_or_insert(body.span());
            }
            return;
        }
        self.report_stranger(body.span(), adjacent);
    }
}

fn says_fail(field: key::Field<'_>) -> bool {
    super::words::says_fail(field.value.text)
}

/// `<<<<<<< HEAD`
fn conflict_markers(at: Span) -> Diagnostic {
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

/// A fenced block with `blocker:` lines below `verdict: pass`
fn fenced_fields(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::format_not_read")
        .message("a fenced block in a verdict file cannot be read yet")
        .label(at, "holds lines of a verdict")
        .help("write the lines without the fence, or quote them below `evidence:`")
}

/// `verdct: pass`
fn misspelt_key(key: Slice<'_>, meant: &str) -> Diagnostic {
    let diagnostic = Diagnostic::error("assize::read::misspelt_key")
        .message(format!("`{}` is no key of a verdict file", key.text))
        .label(key.span(), format!("meant as `{meant}`?"));
    match super::odd_character(key.text) {
        Some(odd) => diagnostic.help(format!("write `{meant}:` in plain letters, without {odd}")),
        None => diagnostic.help(format!("did you mean `{meant}:`?")),
    }
}

/// `verdict = pass`
fn missing_colon(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::misspelt_key")
        .message("the verdict has no colon")
        .label(at, "meant as `verdict:`?")
        .help("write `verdict: pass`, `verdict: fail` or `verdict: warn`")
}

/// `Blockers` or `## Blockers`, and a list below
fn blockers_without_colon(at: Span, item: Span) -> Diagnostic {
    Diagnostic::error("assize::read::misspelt_key")
        .message("a list of blockers has no `blockers:` above it")
        .label(at, "meant as `blockers:`?")
        .label(item, "listed below it")
        .help("write `blocker:` before each of them")
}
