//! An element of HTML in front of other text: `<b>Blocker:</b> SQL`, `<td>Verdict</td><td>FAIL</td>`.

use super::markup::in_element;
use super::{Found, Label, Meaning, Says, Scanner, Shape, grammar, read_value};
use crate::codec::lexicon::Finding;
use crate::codec::text::slice::Slice;
use crate::ir::{Outcome, RemarkKind};

/// Elements that a label may stand in.
const STRONG: [&str; 2] = ["b", "strong"];
/// Nobody puts more elements into a line; each is a look at the rest of it.
const MOST: usize = 16;

impl<'a> Scanner<'_, 'a> {
    /// Reads the elements of a line, one behind the other. Whether one names something.
    pub(super) fn elements(
        &mut self,
        line: Slice<'a>,
        level: Option<u8>,
        whole: Slice<'a>,
    ) -> bool {
        let mut rest = line;
        let mut found = false;
        for at in 0..MOST {
            let text = in_element(rest).0;
            let read = grammar::labelled(text);
            let grammar::Read::Element(name, held, behind) = read else {
                return self.shape(read, text, level, whole) || found;
            };
            let held = without_tags(held);
            let begun = self.found.len();
            let named = self.element(name, held, behind, at == 0, whole);
            if named {
                // `<s>Verdict:</s> APPROVE` is struck out.
                if !STRONG.iter().any(|strong| name.text.eq_ignore_ascii_case(strong)) {
                    self.only_worse(begun);
                }
                return true;
            }
            let inner = grammar::labelled(held);
            found |= !matches!(inner, grammar::Read::Element(..))
                && self.shape(inner, held, level, whole);
            self.only_worse(begun);
            rest = behind.trim();
        }
        self.shape(grammar::Read::GaveUp, rest, level, whole)
    }

    /// What may be struck out or quoted, or stand in another place than here, does not state a verdict that
    /// goes on.
    pub(super) fn only_worse(&mut self, begun: usize) {
        let said = self.found.split_off(begun);
        let worse = |found: &Found<'_>| found.labelled.is_none() || !found.says.opens();
        self.found.extend(said.into_iter().filter(worse));
    }

    /// What an element holds is a label where a mark ends it or follows it, or where it is the first cell of a row.
    fn element(
        &mut self,
        name: Slice<'a>,
        held: Slice<'a>,
        behind: Slice<'a>,
        first: bool,
        whole: Slice<'a>,
    ) -> bool {
        if let Some(label) = self.lexicon.label_in(name.text) {
            return self.tag_with_text(label, held, whole);
        }
        let behind = behind.trim();
        let value = without_tags(behind);
        let begins = MARKS.iter().find(|mark| value.text.starts_with(**mark));
        if let Some(mark) = begins {
            let (mark, value) = value.split_at(mark.len());
            return self.marked(held, mark, value, None, whole);
        }
        let ends = MARKS.iter().find(|mark| held.text.ends_with(**mark));
        if let Some(mark) = ends {
            let (label, mark) = held.split_at(held.text.len() - mark.len());
            return self.marked(label, mark, value, None, whole);
        }
        let cell = |text: Slice<'a>| {
            let text = without_tags(text);
            let end = text.text.find('<').unwrap_or(text.text.len());
            Some(text.split_at(end)).filter(|(cell, _)| !cell.trim().is_empty())
        };
        let row = (first && value.start > behind.start).then(|| cell(behind)).flatten();
        row.is_some_and(|(second, rest)| {
            self.row(held, second, cell(rest).map(|(third, _)| third), whole)
        })
    }

    /// `<blocker>SQL</blocker>`, or `<blockers>` above what they are.
    pub(super) fn finding_tag(
        &mut self,
        finding: Finding,
        value: Slice<'a>,
        text: Slice<'a>,
        whole: Slice<'a>,
    ) -> bool {
        let empty = value.trim().is_empty() && text.text.contains("</");
        !empty && self.marked_finding(finding, value, None, whole)
    }

    /// Whether a line is nothing but the end of an element. What stood in it answers no title any more.
    pub(super) fn closes_tag(&mut self, text: Slice<'a>) -> bool {
        let inner = text.text.strip_prefix("</").and_then(|inner| inner.strip_suffix('>'));
        let Some(name) = inner.filter(|name| !name.contains(['<', '>'])) else { return false };
        let opens = |line: Slice<'_>| {
            let begun = line.text.strip_prefix('<').and_then(|begun| begun.strip_prefix(name));
            begun.is_some_and(|behind| behind.starts_with(['>', ' ']))
        };
        self.title = self.title.filter(|title| !opens(title.line));
        true
    }

    /// `<verdict>FAIL</verdict> since the token is logged`: what follows may take back a word that goes on.
    fn tag_with_text(&mut self, label: Label, held: Slice<'a>, whole: Slice<'a>) -> bool {
        let said = read_value(held, label, self.lexicon);
        match said.says {
            Says::Word(Meaning::Stop) => self.verdict(label, Shape::Tag, said, whole),
            _ => {
                self.note(RemarkKind::Unclear, Outcome::Hold, said.word, whole, None);
                true
            }
        }
    }
}

/// Marks between a label and its value.
const MARKS: [&str; 7] = [":", "：", "=", "?", "？", "—", "–"];

/// A text without the tags in front of it.
fn without_tags(text: Slice<'_>) -> Slice<'_> {
    let mut text = text.trim();
    while text.text.starts_with('<')
        && let Some(end) = text.text.find('>')
    {
        text = text.after(end + 1).trim();
    }
    text
}
