//! Lines that say how a review came out: `## Result: PASS`, and what is written instead.

use super::words::{self, Value};
use crate::codec::text::fields;
use crate::codec::text::slice::Slice;
use crate::codec::words::{self as shared, Extra};
use crate::ir::Outcome;
use crate::source::Span;

/// A line that says how a review came out.
#[derive(Clone, Copy)]
pub(super) struct Signal<'a> {
    pub(super) outcome: Outcome,
    pub(super) errs: bool,
    pub(super) word: Slice<'a>,
    pub(super) line: Span,
    pub(super) official: bool,
}

/// What a line states, before its value is read.
#[derive(Clone, Copy)]
pub(super) enum Statement<'a> {
    /// `## Result: PASS`
    Official(Slice<'a>),
    /// `Verdict: PASS`, `## PASS`
    Alias(Slice<'a>),
    /// `**PASS** so it goes`: the word, and what follows it.
    Leading(Slice<'a>, Slice<'a>),
    /// `## Result`, with the value below it.
    Title,
}

/// What a result is called.
const KEYS: [&str; 3] = ["result", "verdict", "outcome"];
/// Set before those: `Revised result: PASS`.
const REVISED: &str = "revised ";

/// What a heading states; its title is trimmed.
pub(super) fn in_heading<'a>(
    level: Slice<'_>,
    title: Slice<'a>,
    extra: &Extra,
) -> Option<Statement<'a>> {
    if let Some((key, value)) = keyed(title) {
        let plain = level.text.len() == 2 && key.text == "Result" && title.start == key.start;
        let exact = plain && title.text[key.text.len()..].starts_with(':');
        let official = level.text.len() == 2 && key.text.eq_ignore_ascii_case("result");
        return Some(match (value.is_empty(), official) {
            (true, false) => Statement::Title,
            (true, true) if exact => Statement::Title,
            (_, true) => Statement::Official(value),
            (false, false) => Statement::Alias(value),
        });
    }
    let bare = title.trim_start_of(&fields::MARKS).trim_end_of(&fields::MARKS);
    if KEYS.iter().any(|key| bare.text.eq_ignore_ascii_case(key)) {
        return Some(Statement::Title);
    }
    matches!(words::value(title, extra), Value::Said(said) if said.tail.is_empty())
        .then_some(Statement::Alias(title))
}

/// What a line without a heading states: `Verdict: PASS`, `- **Outcome:** PASS`.
pub(super) fn in_line<'a>(line: Slice<'a>, extra: &Extra) -> Option<Statement<'a>> {
    let (_, value) = keyed(fields::without_bullet(line))?;
    // Prose may well speak of a result: `Verdict: the author gives none`.
    matches!(words::value(value, extra), Value::Said(_) | Value::Template)
        .then_some(Statement::Alias(value))
}

/// `**PASS** so it goes` as the first thing of a block: the word, and what follows it.
pub(super) fn in_bold<'a>(line: Slice<'a>, extra: &Extra) -> Option<Statement<'a>> {
    ["**", "__"].iter().find_map(|mark| {
        let end = line.text.strip_prefix(mark)?.find(mark)?;
        let (word, tail) = line.after(mark.len()).split_at(end);
        let word = word.trim_end_of(&['.', ':', '!', ' ']);
        let alone = matches!(words::value(word, extra), Value::Said(said) if said.tail.is_empty());
        alone.then(|| Statement::Leading(word, tail.after(mark.len()).trim()))
    })
}

/// The key and the value of `Result: PASS`, however the key is dressed.
fn keyed(line: Slice<'_>) -> Option<(Slice<'_>, Slice<'_>)> {
    let field = fields::split(line)?;
    let key = field.key;
    let revised = key.text.get(..REVISED.len()).is_some_and(|s| s.eq_ignore_ascii_case(REVISED));
    let name = if revised { key.after(REVISED.len()) } else { key };
    KEYS.iter().any(|known| name.text.eq_ignore_ascii_case(known)).then_some((key, field.value))
}

/// The words behind `flagging as`, wherever in a line they stand.
pub(super) fn flagged<'a>(line: Slice<'a>, extra: &'a Extra) -> impl Iterator<Item = Slice<'a>> {
    let starts = shared::words_of(line.text).map(move |rest| line.text.len() - rest.len());
    starts.filter_map(move |at| {
        let as_word = behind_word(line.after(at), "flagging")?;
        let value = behind_word(as_word, "as")?;
        word_of(value, extra).is_some().then_some(value)
    })
}

/// What follows a word and the blanks behind it.
fn behind_word<'a>(text: Slice<'a>, word: &str) -> Option<Slice<'a>> {
    let head = text.text.get(..word.len())?;
    let rest = text.after(word.len());
    let behind = rest.trim_start_of(&[' ', '\t']);
    (head.eq_ignore_ascii_case(word) && behind.start > rest.start).then_some(behind)
}

/// The word that a text begins with, whatever follows it.
pub(super) fn word_of<'a>(text: Slice<'a>, extra: &Extra) -> Option<words::Said<'a>> {
    let text = text.trim_start_of(&fields::MARKS);
    let letter = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let end = text.text.find(|c| !letter(c)).unwrap_or(text.text.len());
    match words::value(text.split_at(end).0, extra) {
        Value::Said(said) => Some(said),
        _ => None,
    }
}
