//! Reviews as people's tools write them: markdown or plain text with one labelled verdict.
//!
//! ```text
//! ### Verdict: APPROVE
//!
//! **Status**: NEEDS WORK
//!
//! ## Decision
//!
//! **Changes requested** - the plan is too coarse
//! ```
//!
//! It is tried after all exact formats. What a labelled line is, is in `grammar/labelled.pest`; which
//! labels and words there are is the lexicon.

mod end;
mod findings;
mod mistakes;

use crate::codec::ReadOptions;
use crate::codec::builder::DecodeLog;
use crate::codec::input::{Input, Recognition};
use crate::codec::interface::{Codec, Special};
use crate::codec::lexicon::{Label, Meaning, Says, is_condition};
use crate::codec::remarks::{self, Found, Labelled, Shape};
use crate::codec::text::lines::{self, Form, Line, Quoted};
use crate::codec::text::slice::Slice;
use crate::codec::text::tags::{may_hide, outside_tags, says_nothing};
use crate::codec::text::word::ODD_BREAKS;
use crate::ir::{Cause, Decoded, Format, Outcome, Profile, RemarkKind, Stated, Verdict};
use crate::source::Span;

pub(in crate::codec) const CODEC: Codec = Codec {
    grammar: Some(include_str!("../../../grammar/labelled.pest")),
    recognise,
    fenced: false,
    loose: true,
    decode,
    example: EXAMPLE,
    contract,
    schema: None,
    encode: None,
    holds: &[],
    special: Special::NONE,
};

const EXAMPLE: &str = "\
### Verdict: REVISE

### Blocking findings

1. src/pool.ts:88 the connection is never given back

### Minor

- src/pool.ts:12 the name `p` says nothing
";

fn contract(_options: &ReadOptions) -> String {
    format!(
        "Write your review in markdown, and state your verdict once, in a heading of its own:

    ### Verdict: APPROVE

- The word is `APPROVE` or `REVISE`. Write no condition behind it: what has to change before
  the work may go on makes it `REVISE`.
- List what stops the work as items below `### Blocking findings`, each with its file and line.
  Leave the heading out when there are none.
- List the rest below `### Minor`.
- What you quote stands in a fence or behind `>`.

Filled in:

{EXAMPLE}"
    )
}

/// Whether a text has a labelled verdict of its reviewer's own. It is asked last.
fn recognise(input: &Input<'_>) -> Recognition {
    if input.options.profile == Profile::Strict {
        return input.no("labelled reviews are not read with the `strict` profile");
    }
    if input.json().is_some() {
        return input.no("the text is JSON");
    }
    let found = find(&input.lines().lines, input);
    let speaks = found.iter().any(|found| decides(found) && !is_prose(found))
        || found.iter().any(|found| found.kind == RemarkKind::Alone);
    match speaks {
        true => Recognition::Yes("it has a labelled verdict"),
        false => input.no("no line is a labelled verdict, such as `### Verdict: APPROVE`"),
    }
}

/// Reads a text as a labelled review, whether or not it is one. Total.
fn decode(input: &Input<'_>) -> Decoded {
    let text = input.lines();
    let mut reading = DecodeLog::new(input.options);
    let mut verdict = Verdict::new(input.body.trim().span());
    let found = find(&text.lines, input);
    let deciding: Vec<&Found<'_>> = found.iter().filter(|found| decides(found)).collect();
    let (line, agreeing) = decide(&deciding, &found, &mut reading, &mut verdict);
    let fails = verdict.stated.is_some_and(|stated| stated.outcome == Outcome::Fail);
    verdict.findings = findings::read(&text.lines, &mut reading, fails);
    end::check(input.body, text, &found, &mut reading);
    hand_over(input, &agreeing, &mut reading);
    let decoded = reading.finish(input.source, Format::Labelled, vec![verdict]);
    match line {
        Some(line) => Decoded { why: why(input, line).into(), ..decoded },
        None => decoded,
    }
}

/// What the lines of a text say, and a fence that holds nothing but one labelled verdict.
fn find<'a>(lines: &[Line<'a>], input: &Input<'a>) -> Vec<Found<'a>> {
    let lexicon = &input.options.lexicon;
    let mut found = remarks::scan_lines(lines, lexicon);
    let mut held: Vec<Slice<'a>> = Vec::new();
    for line in lines {
        match line.quoted {
            Some(Quoted::Opens) => held.clear(),
            Some(Quoted::Inside) if !line.text.is_empty() => held.push(line.text),
            Some(Quoted::Closes) => {
                if let [only] = held[..]
                    && !only.text.starts_with(['{', '['])
                {
                    let alone = remarks::scan(only, lexicon);
                    found.extend(
                        alone.into_iter().filter(|found| decides(found) && is_clear(found)),
                    );
                }
                held.clear();
            }
            _ => {}
        }
    }
    goes_on_below(&mut found, lines);
    // Below `The author wrote:`, nothing is the reviewer's own.
    let introduced = lines::introduced(lines);
    let quoted = |at: usize| {
        let next = introduced.partition_point(|range| range.end <= at);
        introduced.get(next).is_some_and(|range| range.contains(&at))
    };
    found.retain(|found| !found.says.opens() || !quoted(found.start()));
    found
}

/// A condition may begin the next line: `**Verdict:** APPROVE`, and below it `if the token goes`.
fn goes_on_below<'a>(found: &mut [Found<'a>], lines: &[Line<'a>]) {
    for found in found.iter_mut().filter(|found| found.says.opens()) {
        let stops = found.line.text.trim_end().ends_with(['.', '!']);
        let Some(labelled) = found.labelled.as_mut().filter(|_| !stops) else { continue };
        let below = &lines[lines.partition_point(|line| line.whole.start <= found.line.start)..];
        let next =
            below.iter().find(|line| labelled.shape != Shape::Tag || !says_nothing(line.text.text));
        let next = next.filter(|line| line.quoted.is_none() && line.form == Form::Text);
        let said = next.map(|line| line.text.trim_start_of(&['(', '*', '_']));
        let lower = |said: &Slice<'_>| said.text.starts_with(char::is_lowercase);
        if let Some(said) = said.filter(lower).filter(|said| is_condition(said.text)) {
            labelled.said.clear = false;
            labelled.said.tail = said;
        }
    }
}

/// Whether a labelled verdict is one that decides: labels that programs print, too, only as a
/// heading or in bold.
fn decides(found: &Found<'_>) -> bool {
    !is_member(found)
        && !may_be_hidden(found)
        && found.labelled.is_some_and(|Labelled { label, shape, said }| match label {
            Label::Verdict | Label::Decides | Label::Question => said.says != Says::Nothing,
            Label::Program => shape.is_marked() && is_clear_word(said.says, said.clear),
        })
}

/// `"decision": "PASS",`, `verdict="pass"`: what is left of JSON or KDL is not a line of a review.
fn is_member(found: &Found<'_>) -> bool {
    let Some(head) = head(found) else { return false };
    let label = head.trim_end_matches('"');
    outside_tags(label).any(|said| said.contains('"'))
        || (label.len() < head.len() && label.ends_with('='))
}

/// `<p hidden>Verdict: APPROVE</p>`: what a page may not show opens nothing.
fn may_be_hidden(found: &Found<'_>) -> bool {
    found.says.opens() && head(found).is_none_or(may_hide)
}

/// What stands in front of the word on its line. None where that is longer than any label with what is around it: a
/// line may hold many words.
fn head<'a>(found: &Found<'a>) -> Option<&'a str> {
    const LONGEST: usize = 1_000;
    let Some(Labelled { said, .. }) = found.labelled else { return Some("") };
    let behind = said.word.start.saturating_sub(found.line.start);
    let head = found.line.text.get(..behind).unwrap_or_default();
    let mut chars = head.char_indices().rev();
    let breaks = chars.by_ref().take(LONGEST).find(|(_, c)| ODD_BREAKS.contains(c));
    match breaks {
        Some((at, _)) => Some(&head[at..]),
        None => chars.next().is_none().then_some(head),
    }
}

/// Whether only prose stands behind the label: `## Decision` above a paragraph of many words.
fn is_prose(found: &Found<'_>) -> bool {
    found.labelled.is_none_or(|labelled| matches!(labelled.said.says, Says::Prose | Says::Nothing))
}

fn is_clear(found: &Found<'_>) -> bool {
    found.labelled.is_some_and(|labelled| is_clear_word(labelled.said.says, labelled.said.clear))
}

/// Whether a word decides: one that is known, with nothing behind it that takes it back. A
/// caution word is not clear.
fn is_clear_word(says: Says, clear: bool) -> bool {
    clear && matches!(says, Says::Word(meaning) if meaning != Meaning::Caution)
}

/// Finds the line that decides, and states what it says; with all lines that had a say in it.
fn decide<'f, 'a>(
    deciding: &[&'f Found<'a>],
    found: &'f [Found<'a>],
    reading: &mut DecodeLog<'_>,
    verdict: &mut Verdict,
) -> (Option<&'f Found<'a>>, Vec<&'f Found<'a>>) {
    let clear: Vec<&Found<'_>> = deciding.iter().copied().filter(|f| is_clear(f)).collect();
    let program = |found: &&&Found<'_>| {
        found.labelled.is_some_and(|labelled| labelled.label == Label::Program)
    };
    // A label of a verdict decides before one that programs print, too.
    let own: Vec<&Found<'_>> = clear.iter().filter(|found| !program(found)).copied().collect();
    let clear = if own.is_empty() { clear } else { own };
    let state = |found: &Found<'_>| Stated { outcome: found.says, word: found.text.trim().span() };
    let Some(first) = clear.first().copied() else {
        // A stop that stands alone is a fail.
        if let Some(alone) = found.iter().find(|found| found.kind == RemarkKind::Alone) {
            verdict.stated = Some(state(alone));
            return (Some(alone), vec![alone]);
        }
        let unclear = deciding.iter().copied().find(|found| !is_prose(found));
        match unclear.or(deciding.first().copied()) {
            Some(unclear) => refuse(unclear, reading),
            None => {
                let refusal = mistakes::no_verdict(verdict.span);
                reading.refuse(Cause::NoVerdict, refusal);
            }
        }
        return (None, Vec::new());
    };
    let worst = clear.iter().copied().max_by_key(|found| found.says).unwrap_or(first);
    // `APPROVED` and `APPROVED WITH NITS` agree: the second says more.
    let agrees = |found: &Found<'_>| {
        found.says == worst.says || (found.beside() == worst.beside() && found.says.opens())
    };
    let other = clear.iter().copied().find(|found| !agrees(found));
    let Some(other) = other else {
        verdict.stated = Some(state(if worst.says == first.says { first } else { worst }));
        return (Some(first), clear);
    };
    let fails = worst.says == Outcome::Fail;
    let conflict = mistakes::conflicting([worst.line.span(), other.line.span()], fails);
    verdict.stated = Some(state(worst));
    verdict.contradictory = fails;
    match fails {
        true => _ = reading.report(conflict),
        false => reading.refuse(Cause::Ambiguous, conflict),
    }
    (Some(worst), clear)
}

/// A labelled verdict that nobody can tell yes or no by.
fn refuse(found: &Found<'_>, reading: &mut DecodeLog<'_>) {
    let Some(Labelled { said, .. }) = found.labelled else { return };
    let word = said.word.trim();
    let (cause, diagnostic) = match said.says {
        Says::Template => (Cause::Template, mistakes::template(word.span())),
        Says::Word(Meaning::Caution) => (Cause::UnknownWord, mistakes::caution(word)),
        Says::Word(_) => (Cause::UnknownWord, mistakes::unclear_word(word, said.tail)),
        _ => (Cause::UnknownWord, mistakes::unknown_word(word, found.line)),
    };
    reading.says_fail |= found.says == Outcome::Fail;
    reading.refuse(cause, diagnostic);
}

/// All but the lines that decide is text beside the verdict.
fn hand_over(input: &Input<'_>, deciding: &[&Found<'_>], reading: &mut DecodeLog<'_>) {
    let lines = &input.lines().lines;
    let mut claimed: Vec<(usize, usize)> = deciding
        .iter()
        .map(|found| {
            let start = found.title.map_or(found.line.start, |title| title.start);
            let (opens, closes) = with_fence(lines, found.line);
            (start.min(opens), closes)
        })
        .collect();
    claimed.sort_unstable();
    let mut from = input.body.start;
    for (start, end) in claimed {
        if from < start {
            reading.unclaimed(Span::new(from, start));
        }
        from = from.max(end);
    }
    reading.unclaimed(Span::new(from, input.body.end()));
}

/// Where a line begins and ends, with the fence that it stands in.
fn with_fence(lines: &[Line<'_>], said: Slice<'_>) -> (usize, usize) {
    let at = lines.partition_point(|line| line.whole.end() <= said.start);
    let (above, below) = lines.split_at(at);
    match below.first().map(|line| line.quoted) {
        Some(Some(Quoted::Inside)) => {
            let is = |quoted: Quoted| move |line: &&Line<'_>| line.quoted == Some(quoted);
            let opens = above.iter().rev().find(is(Quoted::Opens));
            let closes = below.iter().find(is(Quoted::Closes));
            (
                opens.map_or(said.start, |line| line.whole.start),
                closes.map_or(said.end(), |line| line.whole.end()),
            )
        }
        _ => (said.start, said.end()),
    }
}

/// `line 3 says "### Verdict: APPROVE"`
fn why(input: &Input<'_>, found: &Found<'_>) -> String {
    const LONGEST: usize = 60;
    let line = 1 + input.text[..found.line.start].matches('\n').count();
    let said = found.line.trim().text;
    let shown: String = said.chars().take(LONGEST).collect();
    let dots = if shown.len() < said.len() { "…" } else { "" };
    format!("line {line} says `{shown}{dots}`")
}

/// The line above which nothing but blanks stands.
fn last_said<'l, 'a>(lines: &'l [Line<'a>]) -> Option<&'l Line<'a>> {
    lines.iter().rev().find(|line| line.form != Form::Blank)
}

#[cfg(test)]
mod tests;
