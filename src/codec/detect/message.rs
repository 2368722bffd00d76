//! A text with fences in it: a verdict in one of them, or none.

use std::ops::Range;

use super::merge::agreed;
use super::ranges::Ranges;
use super::wrong::{cut_line, endless_comment, too_many};
use super::{BLOCKS, answers, first_that_fits, formats, hidden, is_record, others, refuse, told};
use crate::codec::agree;
use crate::codec::builder::{self, amend};
use crate::codec::formats::codec;
use crate::codec::input::Input;
use crate::codec::mistakes;
use crate::codec::repairs::{FENCED, PROSE_AROUND, Repair};
use crate::codec::statements::read_introduction;
use crate::codec::text::fields;
use crate::codec::text::lines::{self, Form, Line, Quoted};
use crate::codec::text::slice::Slice;
use crate::codec::traces::{is_json_verdict, says_fail};
use crate::ir::{Cause, Decoded, Format, Outcome};
use crate::source::Span;

/// A text, cut into lines and fences.
pub(super) struct Message<'i, 'a> {
    input: &'i Input<'a>,
    fences: Vec<Fence<'a>>,
}

/// A fence of the text, with its marks.
pub(super) struct Fence<'a> {
    pub(super) whole: Slice<'a>,
    pub(super) held: Slice<'a>,
    /// What stands behind a line in it that opens a fence of its length: no one closed the first.
    pub(super) reopened: Option<Slice<'a>>,
    /// A line introduces it as somebody else's: `An earlier version said:`.
    pub(super) quoted: bool,
}

impl<'i, 'a> Message<'i, 'a> {
    pub(super) fn of(input: &'i Input<'a>) -> Self {
        Self { input, fences: fences(input) }
    }

    /// Its lines, which are told only where they are asked for.
    fn text(&self) -> &'i lines::Text<'a> {
        self.input.lines()
    }

    /// Reads the fences that hold a verdict, if there are any.
    pub(super) fn decode(&self, only: Option<Format>) -> Option<Decoded> {
        let input = self.input;
        if !may_have_fences(input.body.text) {
            return None;
        }
        let mut found: Vec<(Slice<'a>, Decoded)> = Vec::new();
        let said = input.body.trim();
        for found_fence in self.fences.iter().filter(|fence| !fence.quoted) {
            let inner = input.inside(found_fence.held);
            let read = answers(&inner, only);
            if found.len() + read.len() > BLOCKS {
                let at = others::first_line(found_fence.whole).span();
                let mut refused = refuse(input, Cause::TooMuch, too_many(at));
                let blocks = found.iter().map(|(_, block)| block).chain(&read);
                refused.says_fail |= blocks.into_iter().any(Decoded::fails);
                return Some(refused);
            }
            let used = |decoded: &Decoded| only.is_some() || !is_record(decoded);
            for decoded in read.into_iter().filter(used) {
                // A fence around the whole answer is none: what it holds is read like any text.
                let whole = found_fence.whole;
                let decoded = match whole.start <= said.start && said.end() <= whole.end() {
                    true => others::check(&inner, decoded, &[], false),
                    false => decoded,
                };
                found.push((found_fence.whole, decoded));
            }
        }
        if let Some(at) = self.text().open_fence {
            let begins = self.text().lines.iter().find(|line| line.text.start == at);
            let span = begins.map_or(input.body.span(), |line| line.whole.trim().span());
            let alone = found.is_empty() && self.lone_open_fence(at);
            if !found.is_empty() || alone || only.is_some() {
                return Some(refuse(input, Cause::Truncated, mistakes::unclosed_fence(span)));
            }
        }
        // A comment that never ends may hide another block.
        let hidden = self.text().open_comment.map(|at| &input.text[at..]);
        if let Some(hidden) = hidden.filter(|text| !found.is_empty() && text.starts_with("<!--")) {
            let at = input.text.len() - hidden.len();
            return Some(refuse(input, Cause::Truncated, endless_comment(Span::new(at, at + 4))));
        }
        // A form that was handed back beside the answer is not a second answer.
        let filled = |(_, decoded): &(_, Decoded)| decoded.unreadable != Some(Cause::Template);
        if found.iter().any(filled) {
            found.retain(filled);
        }
        // What `<think>` or `<del>` holds opens nothing.
        found.retain(|(at, decoded)| {
            let opens = decoded.effective().is_some_and(Outcome::opens);
            !opens || self.text().hides(at.start).is_none()
        });
        let mut places: Vec<Slice<'a>> = found.iter().map(|(slice, _)| *slice).collect();
        // Of a list, all answers stand in one place.
        places.dedup_by_key(|place| place.start);
        let broken = found.iter().any(|(_, decoded)| decoded.format.is_none());
        let mut decoded = agreed(found)?;
        // Beside a block that cannot be read, what the rest of the text says of failing counts.
        decoded.says_fail |= broken && says_fail(input.text);
        self.note_repairs(&places, &mut decoded);
        agree::add_remarks(&mut decoded, &around(input.body, &places), &[], input.options);
        if let Some(last) = self.text().lines.last()
            && !matches!(last.quoted, Some(Quoted::Closes))
            && !input.body.text.ends_with('\n')
            && others::stops_in_a_start(last.whole)
        {
            let at = last.whole.trim().span();
            builder::refuse(&mut decoded, Cause::Truncated, cut_line(at));
        }
        Some(others::check(input, decoded, &places, only.is_none()))
    }

    /// Whether a fence that nothing closes begins like a verdict.
    fn lone_open_fence(&self, at: usize) -> bool {
        let rest = &self.input.text[at..];
        let first = rest.lines().nth(1).map(str::trim).unwrap_or_default();
        let key = fields::split(Slice::new(first, 0)).is_some_and(|field| field.known.is_some());
        let begins = first.is_empty()
            || first.starts_with(['{', '['])
            || "verdict:".starts_with(&first.to_ascii_lowercase());
        key || begins || is_json_verdict(Slice::new(&rest[rest.find('\n').unwrap_or(0)..], 0))
    }

    /// What had to be overlooked to find the verdict.
    fn note_repairs(&self, verdicts: &[Slice<'a>], decoded: &mut Decoded) {
        let ranges = Ranges::of(verdicts.iter().map(|verdict| (verdict.start, verdict.end())));
        let own = |line: &&Line<'a>| {
            line.form != Form::Blank && !ranges.contain(line.whole.start, line.whole.end())
        };
        let first = self.text().lines.iter().find(own).map(|line| line.whole.trim());
        let bare = decoded.format.is_some_and(|format| codec(format).example.starts_with("```"));
        let mut repairs: Vec<(Repair, Span)> = Vec::new();
        repairs.extend(first.map(|prose| (PROSE_AROUND, prose.span())));
        repairs.extend(verdicts.first().filter(|_| !bare).map(|at| (FENCED, at.trim().span())));
        amend(decoded, &repairs);
    }

    /// Whether a fence stands in it that a line introduces as somebody else's.
    pub(super) fn quotes(&self) -> bool {
        self.fences.iter().any(|fence| fence.quoted)
    }

    /// What to say of a text without a verdict that can be read.
    pub(super) fn nothing(&self) -> Decoded {
        let input = self.input;
        if let Some(at) = self.text().open_fence {
            return refuse(
                input,
                Cause::Truncated,
                mistakes::unclosed_fence(Span::new(at, at + 3)),
            );
        }
        if let Some(element) = self.text().hidden.first()
            && let Some(at) = verdict_in(input, element)
        {
            return refuse(input, Cause::Ambiguous, hidden::told(input, element, at));
        }
        if input.review().apart.is_some() {
            return super::nothing_known(input);
        }
        let own = || self.text().lines.iter().filter(|line| line.quoted.is_none());
        for format in Format::ALL {
            let Some((is_trace, why)) = codec(*format).special.trace else { continue };
            if own().any(|line| is_trace(line.whole)) {
                return told(input, *format, why);
            }
        }
        let first = input.first;
        let begun = "verdict:".starts_with(&first.text.to_ascii_lowercase());
        if begun && first.end() == input.text.len() {
            return refuse(input, Cause::Truncated, mistakes::cut_off(first.span()));
        }
        super::nothing_known(input)
    }
}

/// The verdict in an element whose text does not count, if that holds one.
fn verdict_in(input: &Input<'_>, element: &Range<usize>) -> Option<Span> {
    let body = input.body;
    let inner =
        Slice::new(&body.text[element.start - body.start..element.end - body.start], element.start);
    let (_, below) = inner.first_line();
    let held = input.inside(below);
    let fences = fences(&held);
    let answer = fences.iter().find(|fence| !answers(&input.inside(fence.held), None).is_empty());
    if let Some(fence) = answer {
        return Some(fence.whole.trim().span());
    }
    let decoded = first_that_fits(&held, &formats(true), &mut Vec::new())?;
    let stated = decoded.verdicts.first().and_then(|verdict| verdict.stated);
    stated.map(|stated| stated.word)
}

/// Whether the marks of a fence stand in a text.
fn may_have_fences(text: &str) -> bool {
    // One byte is looked for many times faster than three.
    text.contains('`') && text.contains("```") || text.contains('~') && text.contains("~~~")
}

/// The closed fences of a text.
pub(super) fn fences<'a>(input: &Input<'a>) -> Vec<Fence<'a>> {
    if !may_have_fences(input.body.text) {
        return Vec::new();
    }
    let (body, lines) = (input.body, &input.lines().lines);
    let introduces = |line: &Line<'_>| read_introduction(line.text.text, input.words()).is_some();
    let mut fences = Vec::new();
    let mut open: Option<(&Line<'a>, bool)> = None;
    let mut reopened: Option<usize> = None;
    let mut before: Option<&Line<'a>> = None;
    for line in lines {
        match line.quoted {
            Some(Quoted::Opens) => {
                open = Some((line, before.is_some_and(introduces)));
                reopened = None;
            }
            Some(Quoted::Closes) => {
                if let Some((opens, quoted)) = open.take() {
                    let piece = |from: usize, to: usize| {
                        Slice::new(&body.text[from - body.start..to - body.start], from)
                    };
                    let whole = piece(opens.whole.start, line.whole.end());
                    let inside = opens.whole.end()
                        + body.text[opens.whole.end() - body.start..]
                            .find('\n')
                            .map_or(0, |at| at + 1);
                    let held = piece(inside.min(line.whole.start), line.whole.start);
                    let quoted = quoted || is_a_diff(opens.text.text, held);
                    let reopened = reopened.take().map(|from| piece(from, line.whole.start));
                    fences.push(Fence { whole, held, reopened, quoted });
                }
                // What the line introduces is this fence, and not the next one.
                before = None;
            }
            None if line.form != Form::Blank => before = Some(line),
            Some(Quoted::Inside) => {
                if let Some((opens, _)) = open
                    && lines::opens_again(opens.text.text, line.text.text)
                {
                    let behind = line.whole.end() + 1;
                    reopened.get_or_insert(behind.min(body.end()));
                }
            }
            None => {}
            // What the line introduces is this quotation, and not the next fence.
            Some(_) => before = None,
        }
    }
    fences
}

/// "```diff", and lines of one: they are those of other texts.
fn is_a_diff(opens: &str, held: Slice<'_>) -> bool {
    let name = opens.trim_start_matches(['`', '~']).trim();
    ["diff", "patch"].iter().any(|known| name.eq_ignore_ascii_case(known))
        && held.lines().any(|line| line.text.starts_with(['+', '-', '@']))
}

/// What stands before, between and behind some pieces, but for blanks.
fn around(body: Slice<'_>, pieces: &[Slice<'_>]) -> Vec<Span> {
    let mut sorted: Vec<Slice<'_>> = pieces.to_vec();
    sorted.sort_by_key(|piece| piece.start);
    let mut from = body.start;
    let mut around = Vec::new();
    for piece in sorted {
        if !body.text[from - body.start..piece.start - body.start].trim().is_empty() {
            around.push(Span::new(from, piece.start));
        }
        from = from.max(piece.end());
    }
    if !body.text[from - body.start..].trim().is_empty() {
        around.push(Span::new(from, body.end()));
    }
    around
}
