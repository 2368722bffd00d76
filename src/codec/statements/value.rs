//! What a value says.

use std::ops::Range;

use super::grammar::{self, Matched, Rule};
use super::name::{Sign, worst_sign};
use crate::codec::words::{Classes, Shown, Words};
use crate::ir::Outcome;

/// What a value says (reading 5, "Value"), by the words that it begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::codec) struct Value {
    pub(in crate::codec) kind: ValueKind,
    /// What a verdict of this word is; only of words that stop, go or warn.
    pub(in crate::codec) outcome: Option<Outcome>,
    /// The bytes of the words that say it; those of the whole text where none does.
    pub(in crate::codec) word: Range<usize>,
    /// The bytes of what stands behind them, without the marks between.
    pub(in crate::codec) tail: Option<Range<usize>>,
    /// What stands behind gives a reason, and does not only count or point (R5).
    pub(in crate::codec) reason: bool,
    /// Nothing but marks and signs stands beside the words.
    pub(in crate::codec) alone: bool,
    /// The words are capitals: `NO-GO`.
    pub(in crate::codec) capitals: bool,
    /// It only answers: `yes`, `true`, `ready`, a sign. Alone it opens nothing.
    pub(in crate::codec) answer: bool,
    /// The number of a count; 0 where it says that there is nothing.
    pub(in crate::codec) number: Option<u32>,
    /// The worst sign in front of it.
    pub(in crate::codec) sign: Option<Sign>,
}

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::codec) enum ValueKind {
    /// `REJECT`, `❌`
    Stop,
    /// `APPROVED`, and nothing takes it back.
    Go,
    /// `APPROVED with nits`, `WARN`: goes, with a warning.
    Mild,
    /// `CONDITIONAL`
    Caution,
    /// `PASS if the tests pass`, `PASS?`: a go that is taken back.
    Doubted,
    /// `PASS | FAIL`: not filled in.
    Form,
    /// `Proceed to phase 4`: neither opens nor doubts.
    Leaning,
    /// `No`: the answer to a question, and none as a list of findings.
    No,
    /// `None.`, `No blocking issues`
    None,
    /// `all fixed`, `the token was logged (fixed in 4f2a)`
    Settled,
    /// `2 blockers`
    Count,
    /// Other words, or a tick before them.
    Unread,
    /// Nothing, or marks alone.
    Empty,
}

/// Reads a value: what stands behind a mark, below a heading, in a cell.
pub(in crate::codec) fn read_value<'a>(text: impl Into<Shown<'a>>, words: &Words) -> Value {
    let shown = text.into();
    read_classes(&words.classes_of_value(shown), shown.text.len())
}

/// Reads the classes of a value of so many bytes.
pub(super) fn read_classes(classes: &Classes, len: usize) -> Value {
    let letters = classes.letters();
    let mut start = 0..letters.len();
    // Boxes and arrows hand on a part to be read by itself, once each.
    let mut found = read_statement(letters);
    for _ in 0..2 {
        let picked =
            found.as_ref().filter(|found| matches!(found.rule, Rule::boxed | Rule::turned));
        let Some(part) = picked.and_then(|found| found.part(Rule::pick)) else { break };
        let boxed = found.as_ref().is_some_and(|found| found.rule == Rule::boxed);
        // Behind an arrow the rest counts, behind a box what stands before the next one.
        let end = if boxed { start.start + part.end } else { start.end };
        start = start.start + part.start..end;
        found = read_statement(letters.get(start.clone()).unwrap_or_default());
    }
    let Some(found) = found else {
        // Where a program makes pest give up, nothing is clear.
        return of(ValueKind::Doubted, classes, start.clone(), start, len);
    };
    let said = found.parts.get(1).map_or(found.parts.first(), Some).map(|part| part.1.clone());
    let said = said.map_or(start.clone(), |said| start.start + said.start..start.start + said.end);
    let value = of(kind_of(&found, letters, &start), classes, said.clone(), start, len);
    let first = classes.phrases(said.clone()).first();
    let outcomes =
        || classes.phrases(said.clone()).iter().filter_map(|phrase| phrase.entry.outcome);
    match value.kind {
        ValueKind::Stop => Value { outcome: outcomes().max().or(Some(Outcome::Fail)), ..value },
        ValueKind::Go => Value {
            outcome: Some(Outcome::Pass),
            answer: !letters.get(said.clone()).unwrap_or_default().contains('G'),
            ..value
        },
        ValueKind::Mild => Value { outcome: Some(Outcome::Warn), ..value },
        ValueKind::Count => {
            let number =
                letters.find(['#', '@']).and_then(|at| classes.phrases(at..at + 1).first());
            Value { number: number.or(first).and_then(|phrase| phrase.number), ..value }
        }
        ValueKind::None => Value { number: Some(0), ..value },
        _ => value,
    }
}

fn read_statement(letters: &str) -> Option<Matched> {
    grammar::read(Rule::value, letters).and_then(|found| found.into_iter().next())
}

fn kind_of(found: &Matched, letters: &str, start: &Range<usize>) -> ValueKind {
    let before = found.parts.get(1).map_or(start.start, |part| start.start + part.1.start);
    let signs = worst_sign(letters.get(start.start..before).unwrap_or_default());
    match found.rule {
        Rule::stops => ValueKind::Stop,
        Rule::goes if found.part(Rule::noted).is_some() || signs == Some(Sign::Attention) => {
            ValueKind::Mild
        }
        Rule::goes => ValueKind::Go,
        Rule::mild => ValueKind::Mild,
        Rule::caution => ValueKind::Caution,
        Rule::doubted => ValueKind::Doubted,
        Rule::form => ValueKind::Form,
        Rule::leans => ValueKind::Leaning,
        Rule::denied => ValueKind::No,
        Rule::none => ValueKind::None,
        Rule::done => ValueKind::Settled,
        Rule::counted => ValueKind::Count,
        Rule::signed => {
            let said = letters.get(start.clone()).unwrap_or_default();
            let alone = !said
                .contains(|letter: char| letter.is_ascii_alphanumeric() && !"cat".contains(letter));
            match worst_sign(
                said.trim_end_matches(|letter| !"cat".contains(letter))
                    .split(|letter: char| letter.is_ascii_uppercase() || letter == 'w')
                    .next()
                    .unwrap_or_default(),
            ) {
                Some(Sign::Cross) => ValueKind::Stop,
                Some(Sign::Attention) if alone => ValueKind::Caution,
                Some(Sign::Tick) if alone => ValueKind::Go,
                _ => ValueKind::Unread,
            }
        }
        _ if letters
            .chars()
            .all(|letter| letter.is_ascii_punctuation() && letter != '#' && letter != '@') =>
        {
            ValueKind::Empty
        }
        _ => ValueKind::Unread,
    }
}

/// A value of a kind, with the places of what says it.
fn of(
    kind: ValueKind,
    classes: &Classes,
    said: Range<usize>,
    start: Range<usize>,
    len: usize,
) -> Value {
    let letters = classes.letters();
    let is_word = |letter: char| {
        letter.is_ascii_alphanumeric() && !"cat".contains(letter) || "#@&".contains(letter)
    };
    let behind = letters.get(said.end..start.end).unwrap_or_default();
    let tail = behind.find(is_word).map(|at| said.end + at..start.end);
    let has_reason = |tail: &Range<usize>| {
        grammar::read(Rule::reason, letters.get(tail.clone()).unwrap_or_default()).is_some()
    };
    Value {
        kind,
        outcome: None,
        reason: tail.as_ref().is_some_and(has_reason),
        alone: tail.is_none(),
        capitals: classes.phrases(said.clone()).iter().all(|phrase| phrase.capitals),
        answer: false,
        number: None,
        sign: worst_sign(letters.get(start.start..said.start).unwrap_or_default()),
        tail: tail.and_then(|tail| classes.bytes(tail)),
        word: classes.bytes(said).unwrap_or(0..len),
    }
}
