//! What a value says.

use std::ops::Range;
use std::rc::Rc;

use super::name::{Sign, worst_sign};
use crate::codec::words::{Classes, Matched, Rule, Shown, Words};
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
    /// It takes back a word that no table has, in capitals: `NOT CLEAR`.
    pub(in crate::codec) refuses: bool,
    /// Programs print its word: `failed`.
    pub(in crate::codec) describes: bool,
    /// Its word names a finding: `BLOCKER - the token is logged`.
    pub(in crate::codec) finds: bool,
    /// It only answers: `yes`, `true`, `ready`, a sign. Alone it opens nothing.
    pub(in crate::codec) answer: bool,
    /// Its words go on, with remarks or without: `APPROVED with nits`, but not `WARN`.
    pub(in crate::codec) goes: bool,
    /// The highest number of a count; 0 where it says that there is nothing.
    pub(in crate::codec) number: Option<u32>,
    /// The worst sign in front of it.
    pub(in crate::codec) sign: Option<Sign>,
    /// It says of itself that it is done: `fixed`, `the token was logged — fixed in 4f2a`.
    pub(in crate::codec) resolved: bool,
}

impl Value {
    /// It says that there is nothing, and then yes: `No blockers. APPROVE`.
    pub(in crate::codec) fn clears(&self) -> bool {
        matches!(self.kind, ValueKind::Go | ValueKind::Mild) && self.number == Some(0)
    }

    /// Words that no table knows.
    fn unread(text: &str) -> Self {
        Self {
            kind: ValueKind::Unread,
            outcome: None,
            word: 0..text.len(),
            tail: None,
            reason: false,
            alone: true,
            capitals: true,
            refuses: false,
            describes: false,
            finds: false,
            answer: false,
            goes: false,
            number: None,
            sign: None,
            resolved: false,
        }
    }
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
    /// `all fixed`, `fixed in 4f2a`; what a finding says at its end is asked of [`is_resolved`].
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
    if words.is_prose(shown) {
        return Value { resolved: is_resolved(shown, words), ..Value::unread(shown.text) };
    }
    let classes = words.classes_of_value(shown);
    let resolved = settles(classes.letters(), words);
    let (found, whole) = read_picked(classes.letters(), words);
    let found = found.as_deref().and_then(<[Matched]>::first);
    // The words that say it are the part of their rule.
    let parts = found.map(|found| &found.parts[..]).unwrap_or_default();
    let part = parts.get(1).map_or(whole.clone(), |part| shift(&part.1, whole.start));
    let (before, said) = (classes.slice(whole.start..part.start), classes.slice(part.clone()));
    let sign = worst_sign(before);
    let rule = found.map(|found| found.rule);
    let noted = found.is_some_and(|found| found.part(Rule::noted).is_some());
    // `No blockers. APPROVE` says that there is nothing, too.
    let cleared = whole.start > 0 && begins_with(Rule::cleared, classes.letters(), words);
    // Where a program makes pest give up, nothing is clear.
    let prose = classes.letters().is_empty() && !shown.text.trim().is_empty();
    let kind = match rule.map_or(ValueKind::Doubted, kind_of) {
        ValueKind::Empty if prose => ValueKind::Unread,
        ValueKind::Go if noted || sign == Some(Sign::Attention) => ValueKind::Mild,
        kind => kind,
    };
    let phrases = classes.phrases(part.clone());
    let stated = phrases.iter().filter_map(|phrase| phrase.entry.outcome).max();
    let refuses = rule == Some(Rule::negated) && phrases.iter().all(|phrase| phrase.capitals);
    // What is taken back is as much its word.
    let part = if rule == Some(Rule::negated) { whole.clone() } else { part };
    let phrases = classes.phrases(part.clone());
    let (tail, reason) = read_tail(&classes, part.end..whole.end, words);
    Value {
        refuses,
        kind,
        outcome: match kind {
            ValueKind::Stop => stated.or(Some(Outcome::Fail)),
            ValueKind::Go => Some(Outcome::Pass),
            ValueKind::Mild => Some(Outcome::Warn),
            _ => None,
        },
        alone: tail.is_none(),
        tail: tail.and_then(|tail| classes.bytes(tail)),
        reason,
        capitals: phrases.iter().all(|phrase| phrase.capitals),
        finds: said.contains('X') && phrases.iter().any(|phrase| phrase.entry.severity.is_some()),
        describes: phrases.iter().any(|phrase| phrase.entry.weak),
        answer: kind == ValueKind::Go && !said.contains('G'),
        goes: matches!(kind, ValueKind::Go | ValueKind::Mild) && !matches!(rule, Some(Rule::mild)),
        number: match kind {
            ValueKind::Count => phrases.iter().filter_map(|phrase| phrase.number).max(),
            ValueKind::None => Some(0),
            _ => cleared.then_some(0),
        },
        sign,
        // `APPROVED / CLOSED.` says more than that it is done.
        resolved: resolved && !matches!(kind, ValueKind::Go | ValueKind::Mild),
        word: classes.bytes(part).unwrap_or(0..shown.text.len()),
    }
}

/// Whether a value says fail: in a field of a format whose words it has none of.
pub(in crate::codec) fn says_fail<'a>(text: impl Into<Shown<'a>>, words: &Words) -> bool {
    read_value(text, words).outcome == Some(Outcome::Fail)
}

/// Whether a list says that there is nothing in it: `None.`, `No blocking issues`, `0`, `all fixed`, `-`.
pub(in crate::codec) fn is_none<'a>(text: impl Into<Shown<'a>>, words: &Words) -> bool {
    let shown = text.into();
    let value = read_value(shown, words);
    match value.kind {
        ValueKind::None | ValueKind::No | ValueKind::Settled | ValueKind::Empty => true,
        _ if value.clears() => true,
        // `---`, but no cross.
        kind => kind != ValueKind::Stop && !shown.text.contains(char::is_alphanumeric),
    }
}

/// The same, and no more than that: `none found`, but not `None, except the index`, `no issue is ever closed by it`.
pub(in crate::codec) fn says_only_none<'a>(text: impl Into<Shown<'a>>, words: &Words) -> bool {
    let shown = text.into();
    // Most findings begin with a word that no table knows.
    let none = || {
        !words.is_prose(shown)
            && words.read(Rule::barely, words.classes_of_value(shown).letters()).is_some()
    };
    matches!(shown.text, "[]" | "[ ]" | "{}" | "{ }" | "~" | "—") || none()
}

/// Whether a text behind a word says why (R5): it does not only count (`2 blockers`) or point (`see below`).
pub(in crate::codec) fn gives_reason<'a>(text: impl Into<Shown<'a>>, words: &Words) -> bool {
    let classes = words.classes_of_value(text.into());
    read_tail(&classes, 0..classes.letters().len(), words).1
}

/// Whether a finding says of itself that it is done: `fixed`, `the token was logged — fixed in 4f2a`.
pub(in crate::codec) fn is_resolved<'a>(text: impl Into<Shown<'a>>, words: &Words) -> bool {
    let shown = text.into();
    words.may_settle(shown.text) && settles(words.classes_of_value(shown).letters(), words)
}

/// Whether a line makes a condition of what stands above it: `Provided that the tests pass.`
pub(in crate::codec) fn hinges<'a>(line: impl Into<Shown<'a>>, words: &Words) -> bool {
    let classes = words.classes_of_value(line.into());
    let first = classes.letters().find('I').and_then(|at| classes.phrases(at..at + 1).first());
    first.is_some_and(|condition| !condition.entry.weak)
        && words.read(Rule::hinges, classes.letters()).is_some()
}

fn settles(letters: &str, words: &Words) -> bool {
    letters.contains('Z') && words.read(Rule::resolved, letters).is_some()
}

/// A statement that letters are.
type Statement = Option<Rc<[Matched]>>;

/// The statement that letters are, and which of them: boxes and arrows hand on a part that is read by itself, once each.
fn read_picked(letters: &str, words: &Words) -> (Statement, Range<usize>) {
    let mut whole = 0..letters.len();
    let read = |range: &Range<usize>| {
        words.read(Rule::value, letters.get(range.clone()).unwrap_or_default())
    };
    for _ in 0..2 {
        let found = read(&whole);
        let first = found.as_deref().and_then(<[Matched]>::first);
        let picked = first.and_then(|found| Some((found.part(Rule::pick)?, found.rule)));
        let Some((picked, rule)) = picked else { return (found, whole) };
        let picked = shift(&picked, whole.start);
        // Behind an arrow the rest counts, behind a box what stands before the next one.
        whole = picked.start..if rule == Rule::boxed { picked.end } else { whole.end };
    }
    (read(&whole), whole)
}

fn begins_with(rule: Rule, letters: &str, words: &Words) -> bool {
    let found = words.read(Rule::value, letters);
    found.as_deref().and_then(<[Matched]>::first).is_some_and(|found| found.rule == rule)
}

fn shift(range: &Range<usize>, by: usize) -> Range<usize> {
    range.start + by..range.end + by
}

const fn kind_of(rule: Rule) -> ValueKind {
    match rule {
        Rule::stops | Rule::crossed => ValueKind::Stop,
        Rule::goes | Rule::ticked => ValueKind::Go,
        Rule::mild => ValueKind::Mild,
        Rule::caution | Rule::warned => ValueKind::Caution,
        Rule::doubted => ValueKind::Doubted,
        Rule::form | Rule::boxed => ValueKind::Form,
        Rule::leans => ValueKind::Leaning,
        Rule::denied => ValueKind::No,
        Rule::none => ValueKind::None,
        Rule::done => ValueKind::Settled,
        Rule::counted => ValueKind::Count,
        Rule::empty => ValueKind::Empty,
        _ => ValueKind::Unread,
    }
}

/// What follows the words, and whether it gives a reason.
fn read_tail(
    classes: &Classes,
    range: Range<usize>,
    words: &Words,
) -> (Option<Range<usize>>, bool) {
    if range.is_empty() {
        return (None, false);
    }
    let found = words.read(Rule::tail, classes.slice(range.clone()));
    let Some(found) = found.as_deref().and_then(<[Matched]>::first) else {
        return (None, false);
    };
    let tail = found.part(found.rule).map(|tail| shift(&tail, range.start));
    (tail, found.rule == Rule::reason)
}
