//! Further structures beside a verdict: whatever some format knows is read, and what is worse shuts.

use std::collections::HashSet;

use super::message::{Fence, fences};
use super::ranges::Ranges;
use super::wrong::{cut_line, second_structure, too_many};
use super::{BLOCKS, answers, broken, first_that_fits, fits, formats, listed, second_opinion};
use crate::codec::builder;
use crate::codec::formats::codec;
use crate::codec::input::Input;
use crate::codec::text::fields;
use crate::codec::text::lines::{self, Form};
use crate::codec::text::slice::Slice;
use crate::codec::traces::is_json_verdict;
use crate::codec::tree::json;
use crate::ir::{Cause, Decoded, Evidence, Format, Level, Outcome, Profile, Subject, Verdict};
use crate::source::Span;

/// More structures of one kind than a review has: the text is not looked at any further.
const MOST: usize = 16;

/// A text may be as short as this, and be looked at as often as one of this size.
const LITTLE: usize = 64 * 1024;

/// Reads every structure that stands beside a verdict: in fences, unless all of them were `looked` at, and
/// at the top level. `read` are the fences that were read already.
pub(super) fn check(
    input: &Input<'_>,
    decoded: Decoded,
    read: &[Slice<'_>],
    looked: bool,
) -> Decoded {
    let mut decoded = decoded;
    let Some(outcome) = decoded.effective() else { return decoded };
    if outcome == Outcome::Fail {
        return decoded;
    }
    let pairs = decoded.verdicts.iter().filter(|v| matches!(v.subject, Subject::Pair { .. }));
    let pairs: Vec<Span> = pairs.map(|verdict| verdict.span).collect();
    let claimed = inline_evidence(&decoded).chain(pairs.iter().copied());
    let claimed = Ranges::of(claimed.map(ends));
    let pairs = Ranges::of(pairs.into_iter().map(ends));
    let looked_at = Ranges::of(read.iter().map(|read| (read.start, read.end())));
    let free = |at: usize| !claimed.has(at) && !looked_at.has(at);
    // What a log quotes of its runs, line for line, is part of it.
    let batch = |verdict: &&Verdict| matches!(verdict.subject, Subject::Batch { .. });
    let batches = decoded.verdicts.iter().filter(batch);
    let batches = Ranges::of(batches.map(|verdict| ends(verdict.span)));
    let in_batch = |at: Slice<'_>| {
        at.text.starts_with(|c: char| c.is_ascii_uppercase()) && batches.has(at.start)
    };
    let text = input.lines();
    if let Some(last) = text.lines.last()
        && last.quoted.is_none()
        && !input.body.text.ends_with('\n')
        && stops_in_marks(last.whole)
    {
        let at = last.whole.trim().span();
        builder::refuse(&mut decoded, Cause::Truncated, cut_line(at));
        return decoded;
    }
    // What was read in fences may have another of its format at the top level; a whole text is one of its
    // format already.
    let own = decoded.format.filter(|_| read.is_empty());
    // Each with whether it may be in the format of the whole: in a fence it may.
    let mut candidates: Vec<(Slice<'_>, bool)> = Vec::new();
    let mut found = fences(input);
    // A fence around the block of a pair is taken off, and one inside it is heard.
    let around = |fence: &&Fence<'_>| {
        let (start, end) = (fence.whole.start, fence.whole.end());
        pairs.meets(start, end) && !pairs.contain(start, end)
    };
    let inside: Vec<Fence<'_>> =
        found.iter().filter(around).flat_map(|fence| fences(&input.inside(fence.held))).collect();
    found.extend(inside);
    let reopened = found.iter().filter(|fence| !fence.quoted).filter_map(|fence| fence.reopened);
    candidates.extend(reopened.filter(|held| !claimed.has(held.start)).map(|held| (held, true)));
    if !looked {
        // A fence that is put around the answer, or cut by one inside it, is not another one.
        let holds = |fence: Slice<'_>| claimed.meets(fence.start, fence.end());
        // In the block of a pair, a fence is a text in a text as it is behind it.
        let apart = |fence: Slice<'_>| {
            pairs.contain(fence.start, fence.end()) || free(fence.start) && !holds(fence)
        };
        let held = found.iter().filter(|fence| !fence.quoted && apart(fence.whole));
        candidates.extend(held.map(|fence| (fence.held, true)));
    }
    // Where a verdict itself begins, nothing is beside it.
    let verdicts: HashSet<usize> = decoded.verdicts.iter().map(|v| v.span.start as usize).collect();
    let first = input.body.trim().start;
    let begins_there = |at: Slice<'_>| {
        verdicts.contains(&at.start)
            || (at.start <= first && verdicts.iter().any(|start| *start <= first.max(at.start)))
    };
    let beside = |at: Slice<'_>| !begins_there(at) && free(at.start) && !in_batch(at);
    let known = |line: Slice<'_>| {
        let line = Input::part(input.source, input.text, line, input.options, input.nested);
        formats(false).into_iter().any(|format| fits(&line, format, &mut Vec::new()).is_some())
    };
    let starts = match starts(input.body, &text.lines, &beside, &known) {
        Ok(starts) => starts,
        Err(beyond) => {
            builder::refuse(&mut decoded, Cause::TooMuch, too_many(beyond));
            return decoded;
        }
    };
    candidates.extend(starts.into_iter().map(|at| (at, false)));
    let strict = input.options.profile == Profile::Strict;
    let standard = strict.then(|| input.options.clone().profile(Profile::Standard));
    for (held, fenced) in candidates {
        let inner = |options| match fenced {
            true => input.inside_with(held, options),
            false => Input::part(input.source, input.text, held, options, input.nested),
        };
        let mut found = read_as(&inner(input.options), fenced, own);
        // Listening is not repairing: what `strict` would not read as the verdict can shut all the same.
        if let Some(options) = &standard {
            found.extend(read_as(&inner(options), fenced, own));
        }
        if found.len() > BLOCKS {
            decoded.says_fail |= found.iter().any(Decoded::fails);
            builder::refuse(&mut decoded, Cause::TooMuch, too_many(first_line(held).span()));
            break;
        }
        // `BLOCKERS: NONE` above `**Verdict:** APPROVED`: what it cannot read is the verdict at hand.
        let stated = || decoded.verdicts.iter().filter_map(|verdict| verdict.stated);
        let is_ours = |at: Option<Span>| {
            at.is_some_and(|at| stated().any(|stated| stated.word.start == at.start))
        };
        // In a review every line was heard, by the table of reviews.
        let heard = !fenced && decoded.format.is_some_and(|format| codec(format).loose);
        let says_ours = |other: &Decoded| {
            let mut wrong = other.diagnostics.iter().filter(|told| told.level == Level::Error);
            !other.says_fail && (heard || wrong.all(|told| is_ours(told.span())))
        };
        let said_nothing = |other: &&Decoded| match other.unreadable {
            Some(Cause::NoVerdict) => !other.says_fail,
            Some(Cause::UnknownWord) => says_ours(other),
            cause => cause == Some(Cause::Template),
        };
        let worse = |other: &&Decoded| other.effective().is_none_or(|said| said > outcome);
        let mut found = found.iter().filter(|other| !said_nothing(other)).filter(worse);
        if let Some(other) = found.next() {
            decoded.says_fail |= other.fails();
            let format = other.format.filter(|format| Some(*format) != decoded.format);
            let told = second_structure(first_line(held).span(), format);
            builder::refuse(&mut decoded, Cause::Ambiguous, told);
            break;
        }
    }
    decoded
}

/// Every answer that stands there: in a fence, or at the top level in another format than the whole text.
fn read_as(inner: &Input<'_>, fenced: bool, own: Option<Format>) -> Vec<Decoded> {
    if fenced {
        let found = answers(inner, None);
        let other = || Vec::from_iter(second_opinion(inner, None));
        return if found.is_empty() { other() } else { found };
    }
    let json = inner.json().is_some();
    if inner.json().is_some_and(Result::is_err) {
        return Vec::from_iter(broken(inner));
    }
    let other = |format: &Format| json || Some(*format) != own;
    let among: Vec<_> = formats(false).into_iter().filter(other).collect();
    let found = first_that_fits(inner, &among, &mut Vec::new());
    found.map_or_else(|| listed(inner, None), |found| vec![found])
}

/// What verdicts have in their fields as inline evidence.
fn inline_evidence(decoded: &Decoded) -> impl Iterator<Item = Span> {
    decoded.verdicts.iter().filter_map(|verdict| match verdict.evidence {
        Some(Evidence::Inline(text)) => Some(text),
        _ => None,
    })
}

/// Where a line at the top level may begin a structure of its own, beside the verdict; or else the line
/// from which on there are too many.
fn starts<'a>(
    body: Slice<'a>,
    lines: &[lines::Line<'a>],
    beside: &dyn Fn(Slice<'a>) -> bool,
    known: &dyn Fn(Slice<'a>) -> bool,
) -> Result<Vec<Slice<'a>>, Span> {
    let rest = |at: usize| body.after(at - body.start);
    let closes = |line: &lines::Line<'_>| line.whole.text.starts_with(['}', ']']);
    let mut closing = lines.iter().filter(|line| closes(line)).peekable();
    let mut looked = 0;
    let mut starts = Vec::new();
    let (mut before, mut in_summary) = (true, false);
    for (place, line) in lines.iter().enumerate() {
        let own = line.quoted.is_none();
        let said = line.whole;
        let json = said.text.starts_with('{') || said.text.starts_with("[{");
        while closing.next_if(|line| line.whole.start <= said.start).is_some() {}
        let opens = || begins(said) || opens_a_mapping(said, lines.get(place + 1));
        // The gate of a summary needs no blank line above it: nothing else is written like it.
        let node = own && is_node(said.text);
        let glued = node && !in_summary && known(said);
        in_summary = node && (in_summary || glued);
        if own && (json || before && opens() || glued) && beside(rest(said.start)) {
            let close = closing.peek().map(|line| line.whole.start + 1);
            let close = || close.unwrap_or_else(|| paragraph(&lines[place..]));
            match json {
                true => starts.extend(object(rest(said.start), said, &close, &mut looked)),
                false => starts.push(rest(said.start)),
            }
            // Fences lie side by side; what begins at the top level may go on to the end of the text.
            if starts.len() > MOST || looked > MOST * body.text.len().max(LITTLE) {
                return Err(said.span());
            }
        }
        before =
            line.form == Form::Blank || !own || line.form == Form::Rule || before_again(said.text);
    }
    Ok(starts)
}

/// A line that is itself a start does not hide the next one.
fn before_again(line: &str) -> bool {
    line.ends_with(['}', ':']) || line.starts_with('#')
}

/// Whether a line begins a structure that is not markdown: `=== PAIR REVIEW`, `VERDICT:NO-GO`,
/// `gate "fail"`, `## [B2]`, `<!--`.
pub(super) fn begins(line: Slice<'_>) -> bool {
    let said = line.text;
    let name = said.split([' ', ':']).next().unwrap_or_default();
    let capital = name.len() > 3 && name.bytes().all(|b| b.is_ascii_uppercase() || b == b'_');
    said.starts_with("===")
        || said.starts_with("## [")
        || said.starts_with("schema ")
        || (capital && said[name.len()..].starts_with(':'))
        || is_node(said)
        || (fields::begins_a_key(said.trim()) && said.len() > 3)
}

/// `gate "fail"`
fn is_node(line: &str) -> bool {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_lowercase() || c == '-');
    rest.len() < line.len() && rest.starts_with(" \"")
}

/// Whether a line is the key of what is indented below it: `qa_report:`.
fn opens_a_mapping(line: Slice<'_>, next: Option<&lines::Line<'_>>) -> bool {
    let key = line.text.trim_end().strip_suffix(':').unwrap_or_default();
    let word = |byte: u8| byte.is_ascii_lowercase() || matches!(byte, b'_' | b'-');
    let deeper = next.is_some_and(|next| next.whole.text.starts_with([' ', '\t']));
    deeper && !key.is_empty() && key.bytes().all(word)
}

/// Whether a last line without a line end stops where another structure may have begun: `{"pas`,
/// `=== PAIR REV`, `blocker`, or the first marks of a fence.
pub(super) fn stops_in_a_start(line: Slice<'_>) -> bool {
    let said = line.text.trim();
    stops_in_marks(line) || fields::begins_a_key(said) || begins(line)
}

/// The same, of a structure that begins with marks: no other text stops in them.
fn stops_in_marks(line: Slice<'_>) -> bool {
    let said = line.text.trim();
    let closed = [('{', '}'), ('[', ']')].iter();
    let mut closed = closed.filter(|(open, _)| said.starts_with(*open));
    let object = closed.next().is_some_and(|(_, close)| !said.ends_with(*close));
    let marks = ["`", "~"].iter().any(|mark| said.trim_matches(|c| mark.contains(c)).is_empty());
    let sentinel = !said.is_empty() && "=== PAIR REVIEW".starts_with(said);
    object || sentinel || (!said.is_empty() && marks)
}

/// Where the lines end that stand together with the first one: an object that is never closed goes on so far.
fn paragraph(lines: &[lines::Line<'_>]) -> usize {
    let own = |line: &&lines::Line<'_>| line.quoted.is_none() && line.form != Form::Blank;
    lines.iter().take_while(own).last().map_or(0, |line| line.whole.end())
}

/// The object that a text begins with: to the end of its line, or to where a line closes it, or else as far as
/// its lines stand together. How many bytes were looked at is added.
fn object<'a>(
    text: Slice<'a>,
    line: Slice<'a>,
    close: &dyn Fn() -> usize,
    looked: &mut usize,
) -> Option<Slice<'a>> {
    let whole = |end: usize| {
        let piece = text.split_at(end).0;
        json::parse(piece).ok().map(|_| piece)
    };
    let line = line.text.len();
    whole(line).or_else(|| {
        let close = (close() - text.start).max(line);
        *looked += close;
        // Broken, it is a verdict all the same.
        let broken = || text.split_at(close).0;
        whole(close).or_else(|| Some(broken()).filter(|piece| is_json_verdict(*piece)))
    })
}

fn ends(span: Span) -> (usize, usize) {
    (span.start as usize, span.end as usize)
}

pub(super) fn first_line(text: Slice<'_>) -> Slice<'_> {
    let text = text.trim();
    text.split_at(text.text.find('\n').unwrap_or(text.text.len())).0
}
