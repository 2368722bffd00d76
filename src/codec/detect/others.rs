//! Further structures beside a verdict: whatever some format knows is read, and what is worse shuts.

use std::collections::HashSet;

use super::message::fences;
use super::wrong::{cut_line, second_structure, too_many};
use super::{agreed_outcome, answers, broken, first_that_fits, formats, listed};
use crate::codec::builder;
use crate::codec::input::Input;
use crate::codec::text::fields;
use crate::codec::text::lines::{self, Form};
use crate::codec::text::slice::Slice;
use crate::codec::traces::is_json_verdict;
use crate::codec::tree::json;
use crate::ir::{Cause, Decoded, Evidence, Format, Outcome, Subject};
use crate::source::Span;

/// More structures of one kind than a review has: the text is not looked at any further.
const MOST: usize = 16;

/// Reads every structure that stands beside a verdict: in fences, unless all of them were `looked` at, and
/// at the top level. `read` are the fences that were read already.
pub(super) fn check(
    input: &Input<'_>,
    decoded: Decoded,
    read: &[Slice<'_>],
    looked: bool,
) -> Decoded {
    let mut decoded = decoded;
    let Some(outcome) = agreed_outcome(&decoded) else { return decoded };
    if outcome == Outcome::Fail {
        return decoded;
    }
    let claimed = claimed(&decoded);
    let free = |at: Slice<'_>| {
        let inside = |span: &Span| span.start as usize <= at.start && at.start < span.end as usize;
        !claimed.iter().any(inside)
            && !read.iter().any(|r| r.start <= at.start && at.start < r.end())
    };
    // What a log quotes of its runs, line for line, is part of it.
    let in_batch = |at: Slice<'_>| {
        at.text.starts_with(|c: char| c.is_ascii_uppercase())
            && decoded.verdicts.iter().any(|verdict| {
                matches!(verdict.subject, Subject::Batch { .. })
                    && (verdict.span.start as usize..verdict.span.end as usize).contains(&at.start)
            })
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
    let own = decoded.format;
    // Each with whether it may be in the format of the whole: in a fence it may.
    let mut candidates: Vec<(Slice<'_>, bool)> = Vec::new();
    if !looked {
        let found = fences(input.body, &text.lines);
        // A fence that is put around the answer, or cut by one inside it, is not another one.
        let holds = |fence: Slice<'_>| {
            let at = fence.span();
            claimed.iter().any(|span| at.start < span.end && span.start < at.end)
        };
        let apart = |fence: Slice<'_>| free(fence) && !holds(fence);
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
    let starts = starts(input.body, &text.lines).into_iter().filter(|at| !begins_there(*at));
    let starts: Vec<_> = starts.filter(|at| free(*at) && !in_batch(*at)).collect();
    // Fences lie side by side; what begins at the top level may go on to the end of the text.
    if let Some(beyond) = starts.get(MOST) {
        let at = beyond.split_at(0).0.span();
        builder::refuse(&mut decoded, Cause::Ambiguous, too_many(at));
        return decoded;
    }
    candidates.extend(starts.into_iter().map(|at| (at, false)));
    for (held, fenced) in candidates {
        let inner = input.inside(held);
        let found = match fenced {
            true => answers(&inner, None),
            false if inner.json().is_some_and(Result::is_err) => Vec::from_iter(broken(&inner)),
            false => {
                let json = inner.json().is_some();
                let other = |format: &Format| json || Some(*format) != own;
                let among: Vec<_> = formats(false).into_iter().filter(other).collect();
                let found = first_that_fits(&inner, &among, &mut Vec::new());
                found.map_or_else(|| listed(&inner, None), |found| vec![found])
            }
        };
        let said_nothing =
            |other: &&Decoded| matches!(other.unreadable, Some(Cause::Template | Cause::NoVerdict));
        let worse = |other: &&Decoded| agreed_outcome(other).is_none_or(|said| said > outcome);
        let mut found = found.iter().filter(|other| !said_nothing(other)).filter(worse);
        if let Some(other) = found.next() {
            decoded.says_fail |= agreed_outcome(other) == Some(Outcome::Fail) || other.says_fail;
            let told = second_structure(first_line(held).span(), other.format);
            builder::refuse(&mut decoded, Cause::Ambiguous, told);
            break;
        }
    }
    decoded
}

/// What the verdict has in its fields: its inline evidence, and the blocks of a text that has
/// several.
fn claimed(decoded: &Decoded) -> Vec<Span> {
    let mut claimed: Vec<Span> = Vec::new();
    for verdict in &decoded.verdicts {
        if let Some(Evidence::Inline(text)) = verdict.evidence {
            claimed.push(text);
        }
        if matches!(verdict.subject, Subject::Pair { .. }) {
            claimed.push(verdict.span);
        }
    }
    claimed
}

/// Where a line at the top level may begin a structure of its own.
fn starts<'a>(body: Slice<'a>, lines: &[lines::Line<'a>]) -> Vec<Slice<'a>> {
    let rest = |at: usize| body.after(at - body.start);
    let mut starts = Vec::new();
    let mut before = true;
    for line in lines {
        let own = line.quoted.is_none();
        let said = line.whole;
        let json = said.text.starts_with('{') || said.text.starts_with("[{");
        if own && (before || json) {
            if json {
                starts.extend(object(rest(said.start)));
            } else if begins(said) {
                starts.push(rest(said.start));
            }
        }
        before =
            line.form == Form::Blank || !own || line.form == Form::Rule || before_again(said.text);
    }
    starts
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
    let node = said.split_once(" \"").is_some_and(|(name, _)| {
        !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')
    });
    said.starts_with("===")
        || said.starts_with("## [")
        || said.starts_with("schema ")
        || (capital && said[name.len()..].starts_with(':'))
        || node
        || (fields::begins_a_key(said.trim()) && said.len() > 3)
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
    let sentinel = said.len() > 1 && "=== PAIR REVIEW".starts_with(said);
    object || sentinel || (!said.is_empty() && marks)
}

/// The object that a text begins with: to the end of its line, or to a line that closes it.
fn object(text: Slice<'_>) -> Option<Slice<'_>> {
    let whole = |end: usize| {
        let piece = text.split_at(end).0;
        json::parse(piece).ok().map(|_| piece)
    };
    let line = text.text.find('\n').unwrap_or(text.text.len());
    let closing =
        || ["\n}", "\n]"].iter().filter_map(|mark| text.text.find(mark).map(|at| at + 2)).min();
    let found = whole(line).or_else(|| whole(closing()?));
    // Broken, it is a verdict all the same.
    let broken = || text.split_at(closing().unwrap_or(line).max(line)).0;
    found.or_else(|| Some(broken()).filter(|piece| is_json_verdict(*piece)))
}

fn first_line(text: Slice<'_>) -> Slice<'_> {
    let text = text.trim();
    text.split_at(text.text.find('\n').unwrap_or(text.text.len())).0
}
