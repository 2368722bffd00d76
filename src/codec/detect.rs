//! Finding the verdict in a text: which format is it, if any?

use super::claims::{self, Claim};
use super::key::{self, Key};
use super::slice::Slice;
use super::words::{self, CPF_WORDS};
use crate::ir::Format;
use crate::source::Span;

/// What a text looks like.
#[derive(Debug)]
pub(super) enum Shape {
    /// Nothing but blanks and comments.
    Empty,
    /// A format, by what stands at a place in it, and why.
    Other(Format, Span, &'static str),
    /// A fence at the end that nothing closes.
    Unclosed(Span),
    /// `verdi`
    CutOff(Span),
    /// It has a line of a verdict file.
    VerdictFile,
    /// No trace of a verdict.
    Nothing(Span),
    /// pest was told to give up early.
    GaveUp,
}

/// Looks at the first line that says something, and only then at the rest.
pub(super) fn shape(text: &str) -> Shape {
    let whole = Slice::new(text, 0);
    let whole =
        whole.after(text.strip_prefix('\u{feff}').map_or(0, |rest| text.len() - rest.len()));
    let mut lines = whole.lines().map(Slice::trim).filter(|line| !line.is_empty());
    let Some(line) = lines.find(|line| !line.text.starts_with('#')) else { return Shape::Empty };
    first_line(line, whole).unwrap_or_else(|| anywhere(text, line))
}

/// What the first line that says something gives away.
fn first_line(line: Slice<'_>, whole: Slice<'_>) -> Option<Shape> {
    let other = |format, why| Some(Shape::Other(format, line.span(), why));
    if line.text.starts_with('{') || (line.text.starts_with('[') && is_json_array(whole, line)) {
        return other(Format::Json, "it begins like JSON");
    }
    let field = key::split(line)?;
    match field.known {
        Some(Key::VerdictFile) => other(Format::Pointer, "its first line points to a file"),
        Some(Key::Verdict) if is_cpf_word(field.value.text) => {
            other(Format::Cpf, "its first line has a word of CPF")
        }
        Some(_) => Some(Shape::VerdictFile),
        None if field.key.text.eq_ignore_ascii_case("scope") => {
            other(Format::Cpf, "its first line is the `SCOPE:` of CPF")
        }
        None if is_report(field) => other(Format::YamlBlock, "it begins like a report in YAML"),
        None => None,
    }
}

fn is_cpf_word(value: &str) -> bool {
    let word = value.split([' ', '\t', '(']).next().unwrap_or(value);
    CPF_WORDS.iter().any(|(known, _)| known.eq_ignore_ascii_case(word))
}

/// `[{` or `["`, the brackets perhaps on two lines.
fn is_json_array(whole: Slice<'_>, line: Slice<'_>) -> bool {
    let behind = whole.after(line.start + 1 - whole.start).trim();
    behind.text.starts_with(['{', '"']) && whole.trim().text.ends_with(']')
}

/// `qa_report:` and nothing behind it.
fn is_report(field: key::Field<'_>) -> bool {
    field.key.text.ends_with("_report") && field.value.is_empty()
}

/// Looks for a trace of a verdict in the whole text.
fn anywhere(text: &str, first: Slice<'_>) -> Shape {
    let Some(blocks) = grammar::blocks(text) else { return Shape::GaveUp };
    let (mut trace, mut fenced, mut unclosed) = (false, None, None);
    for (block, slice) in blocks {
        match block {
            Block::Sentinel => {
                return Shape::Other(
                    Format::PairReview,
                    slice.trim().span(),
                    "it has a block of a pair review",
                );
            }
            Block::Fence(held, closed) => {
                fenced = fenced.or(fenced_format(held).map(|format| (format, slice)));
                unclosed = (!closed).then_some(slice);
            }
            Block::Line => trace = trace || is_trace(slice),
        }
    }
    if let Some(slice) = unclosed {
        return Shape::Unclosed(slice.trim().span());
    }
    match fenced {
        Some((format, slice)) => {
            Shape::Other(format, slice.trim().span(), "it has a fenced block with a verdict")
        }
        None if trace => Shape::VerdictFile,
        None if "verdict:".starts_with(&first.text.to_ascii_lowercase())
            && first.end() == text.len() =>
        {
            Shape::CutOff(first.span())
        }
        None => Shape::Nothing(first.span()),
    }
}

/// A verdict, a blocker, or something that was meant as one.
fn is_trace(line: Slice<'_>) -> bool {
    let line = line.trim();
    let stated = key::split(line).is_some_and(|field| match field.known {
        // A report of tests may well have an `Evidence:` of its own.
        Some(known) => !matches!(known, Key::Evidence | Key::EvidencePath | Key::VerdictFile),
        None => key::meant(field.key.text).is_some(),
    });
    // So may it have a line `FAIL`.
    let claimed = claims::claim(line).is_some_and(|claim| !matches!(claim, Claim::Cry));
    stated || claimed || key::verdict_without_colon(line).is_some()
}

/// What a fenced block is, when it holds a verdict.
fn fenced_format(held: Slice<'_>) -> Option<Format> {
    let first = held.lines().map(Slice::trim).find(|line| !line.is_empty())?;
    if first.text.starts_with(['{', '[']) {
        let keys = ["\"verdict\"", "\"passed\"", "\"action\"", "\"findings\"", "\"pairs\""];
        return keys.iter().any(|key| held.text.contains(key)).then_some(Format::Json);
    }
    let mut fields = held.lines().filter_map(key::split);
    fields
        .any(|field| field.known == Some(Key::Verdict) || is_report(field))
        .then_some(Format::YamlBlock)
}

/// Whether a fenced block is JSON that speaks of a verdict or of blockers.
pub(super) fn is_json_verdict(held: Slice<'_>) -> bool {
    held.trim().text.starts_with(['{', '['])
        && ["\"verdict\"", "\"blocker"].iter().any(|key| held.text.contains(key))
}

/// Whether a line of the text states a fail, in whatever format.
pub(super) fn says_fail(text: &str) -> bool {
    // Members of JSON may share a line.
    text.split(['\n', '\r', ',', '{']).any(|line| {
        let line = line.trim_matches([' ', '\t', '"', '}', ']', '#']);
        let Some(field) = key::split(Slice::new(line, 0)) else { return false };
        let key = field.key.text.trim_matches('"');
        key.eq_ignore_ascii_case("verdict") && words::says_fail(field.value.text)
    })
}

/// What the grammar makes of a piece of a message.
enum Block<'a> {
    Sentinel,
    /// A fence; what it holds, and whether it is closed.
    Fence(Slice<'a>, bool),
    Line,
}

mod grammar {
    use pest::Parser;
    use pest::iterators::Pair;

    use super::{Block, Slice};

    #[derive(pest_derive::Parser)]
    #[grammar = "grammar/message.pest"]
    #[grammar = "grammar/common.pest"]
    struct Message;

    /// The pieces of a message. None when pest was told to give up early.
    pub(super) fn blocks(text: &str) -> Option<impl Iterator<Item = (Block<'_>, Slice<'_>)>> {
        let message = Message::parse(Rule::message, text).ok()?.next()?;
        Some(message.into_inner().filter_map(|pair| {
            let slice = to_slice(&pair);
            let block = match pair.as_rule() {
                Rule::sentinel => Block::Sentinel,
                Rule::fence => to_fence(pair),
                Rule::line => Block::Line,
                _ => return None,
            };
            Some((block, slice))
        }))
    }

    fn to_fence(pair: Pair<'_, Rule>) -> Block<'_> {
        let mut held = Slice::new("", pair.as_span().start());
        let mut closed = true;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::inside => held = to_slice(&part),
                Rule::unclosed => closed = false,
                _ => {}
            }
        }
        Block::Fence(held, closed)
    }

    fn to_slice<'a>(pair: &Pair<'a, Rule>) -> Slice<'a> {
        Slice::new(pair.as_str(), pair.as_span().start())
    }
}
