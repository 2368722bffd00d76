//! Whether a review came to its end, or was cut off.

use super::{DecodeLog, Form, Found, Line, Quoted, Slice, last_said, lines, mistakes};
use crate::codec::builder;
use crate::codec::lexicon::Says;
use crate::codec::lexicon::{Lexicon, is_none};
use crate::codec::text::fields::begins_a_key;
use crate::ir::{Cause, Outcome};

/// A text that stops inside a fence, a comment or an element that is named for findings, below an empty heading, behind a
/// colon, or without a line end inside a table or a clause, or inside a list and not at the end of a sentence.
pub(super) fn check(
    body: Slice<'_>,
    text: &lines::Text<'_>,
    found: &[Found<'_>],
    reading: &mut DecodeLog<'_>,
) {
    let Some(last) = last_said(&text.lines) else { return };
    let marks = |line: &&Line<'_>| {
        line.quoted.is_none()
            && ["<<<<<<< ", ">>>>>>> "].iter().any(|mark| line.whole.text.starts_with(mark))
    };
    if let Some(mark) = text.lines.iter().find(marks) {
        return reading.refuse(Cause::Ambiguous, mistakes::conflict_markers(mark.whole.span()));
    }
    let states = found.iter().any(|found| found.line.start == last.whole.trim().start);
    let quoted = last.quoted.is_some_and(|quoted| quoted != Quoted::Closes);
    let why = if text.open_fence.is_some() {
        "inside a fence"
    } else if text.open_comment.is_some() {
        "inside a comment"
    } else if stops_in_an_element(&text.lines, &reading.options.lexicon) {
        "inside an element"
    } else if quoted {
        return;
    } else if is_empty_heading(last, found, &reading.options.lexicon) {
        "below a heading, with nothing after it"
    } else if ends_with_a_colon(last.text.text) {
        "after a colon"
    } else if body.text.ends_with('\n') {
        return;
    } else if stops_in_a_clause(last.text.text) || (states && stops_behind_a_word(last.text.text)) {
        "in the middle of a clause, without a line end"
    } else if matches!(last.whole.trim().text, "-" | "*" | "+") {
        "in an item with nothing in it"
    } else if last.form == Form::Row {
        "inside a table, without a line end"
    } else if matches!(last.form, Form::Item { .. }) && !ends_sentence(last.text.text) {
        "in the middle of an item, without a line end"
    } else {
        return;
    };
    reading.says_fail |= found.iter().any(|found| found.is_remark() && found.says == Outcome::Fail);
    reading.refuse_first(Cause::Truncated, mistakes::truncated(last.whole.trim().span(), why));
}

/// Whether an element that is named for findings, and begins on a line of its own, never ends.
fn stops_in_an_element(said: &[Line<'_>], lexicon: &Lexicon) -> bool {
    let mut open: Vec<&str> = Vec::new();
    for (at, line) in said.iter().enumerate() {
        open.pop_if(|name| line.ends_element(name));
        let begun =
            lines::begun_element(said, at).filter(|name| lexicon.finding(name.text).is_some());
        open.extend(begun.map(|name| name.text));
    }
    !open.is_empty()
}

/// `## Findings`, and nothing below; a heading that states the verdict, or gives a choice of words for one, is not empty.
fn is_empty_heading(last: &Line<'_>, found: &[Found<'_>], lexicon: &Lexicon) -> bool {
    let template = |found: &Found<'_>| {
        found.labelled.is_some_and(|labelled| labelled.said.says == Says::Template)
    };
    let says = |found: &Found<'_>| found.is_remark() || template(found);
    matches!(last.form, Form::Heading(_))
        && !says_none(last.text.text, lexicon)
        && !found.iter().any(|found| says(found) && found.line.start == last.whole.trim().start)
}

/// `### Blockers: none`, `### No blockers`, `### Critical (0)`
fn says_none(heading: &str, lexicon: &Lexicon) -> bool {
    let value = heading.rsplit_once([':', '(', '—', '–']).map_or(heading, |(_, value)| value);
    let says = |text: &str| text.contains(char::is_alphanumeric) && is_none(text, lexicon);
    let denies = heading.get(..3).is_some_and(|no| no.eq_ignore_ascii_case("no "));
    (value.len() < heading.len() && says(value)) || (denies && says(heading))
}

/// `Findings:`, but not `Nice work :tada:`
fn ends_with_a_colon(text: &str) -> bool {
    let said = text.trim_end_matches(['*', '_', ' ']);
    let sign = |word: &str| {
        let name = word.strip_prefix(':').and_then(|word| word.strip_suffix(':'));
        name.is_some_and(|name| !name.is_empty() && !name.contains(':'))
    };
    said.ends_with(':') && !said.rsplit(' ').next().is_some_and(sign)
}

/// `verdict: pass,`, `verdict: "pass`, or the first letters of a key: `conf`.
fn stops_in_a_clause(text: &str) -> bool {
    let said = text.trim_end_matches(['*', '_', ' ']);
    said.ends_with([',', ';', '(']) || said.matches('"').count() % 2 == 1 || begins_a_key(said)
}

/// `**Verdict:** APPROVE (with the`, `**Verdict:** APPROVE —`
fn stops_behind_a_word(text: &str) -> bool {
    let said = text.trim_end_matches(['*', '_', ' ']);
    said.ends_with(['—', '–']) || said.matches('(').count() > said.matches(')').count()
}

/// Whether a text ends as a sentence, a bracket or a quotation does.
fn ends_sentence(text: &str) -> bool {
    text.trim_end_matches(['*', '_', ' ']).ends_with(builder::SENTENCE_ENDS)
}
