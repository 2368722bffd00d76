//! Lines that say how a review came out: `## Result: PASS`, and what is written instead.

use crate::codec::ReadOptions;
use crate::codec::shared::pair::{self as words, Value};
use crate::codec::text::fields;
use crate::codec::text::slice::Slice;
use crate::ir::Outcome;
use crate::source::Span;

/// A line that says how a review came out.
#[derive(Clone, Copy)]
pub(super) struct Signal<'a> {
    pub(super) outcome: Outcome,
    pub(super) errs: bool,
    pub(super) word: Slice<'a>,
    pub(super) tail: Slice<'a>,
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
    /// `## Result:`, with the value below it; whether it is the format's own line.
    Title(bool),
}

/// What a result is called.
const KEYS: [&str; 3] = ["result", "verdict", "outcome"];
/// Set before those: `Revised result: PASS`.
const REVISED: &str = "revised ";

/// What a heading states; its title is trimmed.
pub(super) fn in_heading<'a>(
    level: Slice<'_>,
    title: Slice<'a>,
    options: &ReadOptions,
) -> Option<Statement<'a>> {
    if let Some((key, value)) = keyed(title) {
        let official = level.text.len() == 2 && key.text.eq_ignore_ascii_case("result");
        return Some(match (value.is_empty(), official) {
            (true, official) => Statement::Title(official),
            (false, true) => Statement::Official(value),
            (false, false) => Statement::Alias(value),
        });
    }
    let bare = title.trim_start_of(&fields::MARKS).trim_end_of(&fields::MARKS);
    if KEYS.iter().any(|key| bare.text.eq_ignore_ascii_case(key)) {
        return Some(Statement::Title(false));
    }
    if let Some(value) = behind_key(title)
        && (words::is_look_alike(value.text)
            || matches!(words::value(value, options), Value::Stated(said)
                if said.tail.is_empty() && !said.outcome.opens()))
    {
        return Some(Statement::Alias(value));
    }
    let alone = level.text.len() == 2
        && matches!(words::value(title, options), Value::Stated(said) if said.tail.is_empty());
    alone.then_some(Statement::Alias(title))
}

/// The last word of a heading that begins with the name of a result, well spelt or not, and has
/// nothing but marks between the two: `Result (FAIL)`, `Results: FAIL`. It can only shut.
fn behind_key(title: Slice<'_>) -> Option<Slice<'_>> {
    let title = title.trim_start_of(&fields::MARKS);
    let end = title.text.find(|c: char| !c.is_alphanumeric()).unwrap_or(title.text.len());
    let (key, rest) = title.split_at(end);
    // Most titles are told by how long their first word is.
    let meant = (5..=24).contains(&end) && fields::meant_of(key.text, KEYS.into_iter()).is_some();
    let marks = [' ', '\t', ':', '-', '–', '—', '=', '>', '→', '(', '[', '*', '_', '`'];
    let value = rest.trim_start_of(&marks).trim_end_of(&[')', ']', '*', '_', '`', '.', '!']);
    (meant && value.start > rest.start).then_some(value)
}

/// What a line without a heading states: `Verdict: PASS`, `- **Outcome:** PASS`.
pub(super) fn in_line<'a>(line: Slice<'a>, options: &ReadOptions) -> Option<Statement<'a>> {
    let (_, value) = keyed(fields::without_bullet(line))?;
    // Prose may well speak of a result: `Verdict: the author gives none`.
    let read = words::value(value, options);
    (matches!(read, Value::Stated(_) | Value::Template) || words::is_look_alike(value.text))
        .then_some(Statement::Alias(value))
}

/// Whether a line, or a heading, states a fail.
pub(super) fn fails(line: Slice<'_>, options: &ReadOptions) -> bool {
    let value =
        keyed(line.trim_start_of(&['#', ' '])).map(|(_, value)| words::value(value, options));
    matches!(value, Some(Value::Stated(said)) if said.outcome == Outcome::Fail)
}

/// `**PASS** so it goes` as the first thing of a block: the word, and what follows it.
pub(super) fn in_bold<'a>(line: Slice<'a>, options: &ReadOptions) -> Option<Statement<'a>> {
    ["**", "__"].iter().find_map(|mark| {
        let end = line.text.strip_prefix(mark)?.find(mark)?;
        let (word, tail) = line.after(mark.len()).split_at(end);
        let word = word.trim_end_of(&['.', ':', '!', ' ']);
        let alone =
            matches!(words::value(word, options), Value::Stated(said) if said.tail.is_empty());
        alone.then(|| Statement::Leading(word, tail.after(mark.len()).trim()))
    })
}

/// The key and the value of `Result: PASS`, whatever marks stand around the key.
fn keyed(line: Slice<'_>) -> Option<(Slice<'_>, Slice<'_>)> {
    let field = fields::split(line)?;
    let key = field.key;
    let revised = key.text.get(..REVISED.len()).is_some_and(|s| s.eq_ignore_ascii_case(REVISED));
    let name = if revised { key.after(REVISED.len()) } else { key };
    KEYS.iter().any(|known| name.text.eq_ignore_ascii_case(known)).then_some((key, field.value))
}
