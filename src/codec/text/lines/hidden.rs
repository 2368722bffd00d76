//! Elements of HTML over several lines whose text does not count: it is not shown, struck out, thought and not said, or
//! the name says that it is another's. `<div hidden>`, `<del>`, `<think>`, `<example>`

use std::ops::Range;

use super::introduction::names_anothers;
use super::{Form, Line, Quoted};
use crate::codec::text::tags::{Tag, is_one_of};

/// What models write around what they think, before they answer.
const DRAFTS: [&str; 4] = ["think", "thinking", "scratchpad", "draft"];

/// An element that is open.
struct Open<'a> {
    name: &'a str,
    start: usize,
    /// Nothing stands behind its tag on that line.
    alone: bool,
    /// How many of its name begin in it that have not ended, and itself.
    depth: usize,
}

/// Such elements that begin a line, each up to its end tag, or to the end of the text. What stands in one that ends is
/// quoted; in one that never does, it may say no.
pub(super) fn hide(lines: &mut [Line<'_>]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut open: Option<Open<'_>> = None;
    for line in lines.iter() {
        let text = line.whole.trim();
        if !text.text.contains('<') {
            continue;
        }
        match &mut open {
            Some(element) => {
                if let Some(end) = element.ends(text.text) {
                    found.push(element.start..text.start + end);
                    open = None;
                }
            }
            None if line.quoted.is_none() && line.form == Form::Text => {
                open = begins(text.text).map(|(name, behind)| Open {
                    name,
                    start: text.start,
                    alone: behind.trim().is_empty(),
                    depth: 1,
                });
                // Some programs leave out how a draft begins.
                if let Some(end) =
                    draft_ends(text.text).filter(|_| open.is_none() && found.is_empty())
                {
                    let first = lines.first().map_or(0, |line| line.whole.start);
                    found.push(first..text.start + end);
                }
            }
            None => {}
        }
    }
    let quoted = |line: &&mut Line<'_>| line.quoted.is_none() && line.form != Form::Blank;
    let mut closed = found.iter();
    let mut next = closed.next();
    for line in lines.iter_mut().filter(quoted) {
        while next.is_some_and(|range| range.end <= line.whole.start) {
            next = closed.next();
        }
        if next.is_some_and(|range| range.start < line.whole.start && line.whole.end() < range.end)
        {
            line.quoted = Some(Quoted::Comment);
        }
    }
    let last = lines.last().map_or(0, |line| line.whole.end());
    // `<s> is a token`: a line may only speak of one.
    let begun = open.filter(|element| element.alone || is_one_of(element.name, &DRAFTS));
    found.extend(begun.map(|element| element.start..last));
    found
}

/// The name of an element that a line begins with, whose text does not count, and that goes on in the lines below; and
/// what stands behind its tag.
fn begins(line: &str) -> Option<(&str, &str)> {
    let mut rest = line;
    loop {
        let (tag, behind) = Tag::read(rest)?;
        let hides = !tag.plain
            && !is_one_of(tag.name, &["img", "input", "br", "hr", "link", "meta"])
            || is_one_of(tag.name, &["del", "s", "strike", "script", "style"])
            || is_one_of(tag.name, &DRAFTS)
            || names_anothers(tag.name);
        if hides && !tag.closes && !rest[..rest.len() - behind.len()].ends_with("/>") {
            let mut ends = tags(behind).filter(|(_, other, _)| other.closes);
            let open = !ends.any(|(_, other, _)| names(&other, tag.name));
            return open.then_some((tag.name, behind));
        }
        rest = behind.trim_start();
    }
}

impl Open<'_> {
    /// Where a line ends the element. A draft may speak of how it ends: its tag counts at the start and at the end of a
    /// line.
    fn ends(&mut self, line: &str) -> Option<usize> {
        let edge = line.starts_with('<') || line.ends_with('>');
        if !edge && is_one_of(self.name, &DRAFTS) {
            return None;
        }
        for (at, tag, len) in tags(line).filter(|(_, tag, _)| names(tag, self.name)) {
            if line[..at].ends_with('`') {
                continue;
            }
            match tag.closes {
                true => self.depth -= 1,
                false => self.depth += 1,
            }
            if self.depth == 0 {
                return Some(at + len);
            }
        }
        None
    }
}

/// Where a line ends a draft whose beginning is missing: `</think>`, `It reads well.</think>`, but not `It knows <think>
/// and </think>`.
fn draft_ends(line: &str) -> Option<usize> {
    if !line.starts_with("</") && !line.ends_with('>') {
        return None;
    }
    let (at, tag, len) = tags(line).find(|(_, tag, _)| is_one_of(tag.name, &DRAFTS[..2]))?;
    let said = !line[..at].ends_with([' ', '`']);
    (tag.closes && (at == 0 || (at + len == line.len() && said))).then_some(at + len)
}

/// Whether a tag is of an element of this name: `</thinking>` ends `<think>` as well.
fn names(tag: &Tag<'_>, name: &str) -> bool {
    tag.name.eq_ignore_ascii_case(name)
        || (is_one_of(tag.name, &DRAFTS[..2]) && is_one_of(name, &DRAFTS[..2]))
}

/// The tags of a line, each with where it stands and how long it is.
fn tags(line: &str) -> impl Iterator<Item = (usize, Tag<'_>, usize)> {
    line.match_indices('<').filter_map(|(at, _)| {
        let (tag, behind) = Tag::read(&line[at..])?;
        Some((at, tag, line.len() - at - behind.len()))
    })
}
