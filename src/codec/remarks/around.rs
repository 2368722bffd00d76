//! Elements that begin on a line of their own, and what stands in them: `<blockers>`, `<verdict>`.

use super::{Asks, Scanner, Title};
use crate::codec::lexicon::is_none;
use crate::codec::text::lines::{Form, Line};
use crate::codec::text::slice::Slice;
use crate::codec::text::tags::outside_tags;

/// Above every heading: an element has all of them in it.
pub(in crate::codec) const IN_ELEMENT: u8 = 0;

/// An element over several lines that holds one of text.
#[derive(Clone, Copy)]
pub(super) struct Around<'a> {
    name: Slice<'a>,
    /// The line that it begins on.
    tag: Slice<'a>,
}

/// The element that holds a line, and no other line that is not blank.
pub(super) fn element_around<'a>(lines: &[Line<'a>], at: usize) -> Option<Around<'a>> {
    let said = |line: &&Line<'_>| line.form != Form::Blank;
    let (above, below) = (&lines[..at], lines.get(at + 1..)?);
    let begins = above.iter().rev().find(said)?;
    let name = begins.begun_element()?;
    let ends = below.iter().find(said)?;
    // `<verdict status="draft">` may be about another.
    let plain = begins.text.text.strip_suffix('>').is_some_and(|tag| tag.ends_with(name.text));
    let alone = lines[at].form == Form::Text && !lines[at].text.text.contains('<');
    let ended = ends.text.text.starts_with("</") && ends.ends_element(name.text);
    (plain && alone && ended).then(|| Around { name, tag: begins.whole.trim() })
}

impl<'a> Scanner<'_, 'a> {
    /// `<verdict>`, `APPROVE` and `</verdict>` say what they would in one line. Whether it is that.
    pub(super) fn answers_element(&mut self, line: &Line<'a>, around: Around<'a>) -> bool {
        // A title above asks for the line itself, and `<verdict_reason>` is about something else.
        let asked = self.title.is_some() || self.element.is_some();
        if asked || self.lexicon.label_of_member(around.name.text).is_none() {
            return false;
        }
        self.said += 1;
        self.answers = Some(around.tag);
        self.tag(around.name, line.text, line.text, line.whole.trim());
        self.answers = None;
        true
    }

    /// `<blockers>` asks for findings up to its end; in it, the tags of others say nothing. Whether a line is no more than
    /// that.
    pub(super) fn begins_element(&mut self, line: &Line<'a>) -> bool {
        let Some(name) = line.begun_element() else { return false };
        let Some(asks @ Asks::Finding(_)) = self.asks_for(name) else {
            return self.element.is_some() && self.asks_for_findings();
        };
        self.element = Some(name);
        self.title = Some(Title {
            line: line.whole.trim(),
            level: Some(IN_ELEMENT),
            asks,
            answered: false,
            item: None,
        });
        true
    }

    /// With the element at hand ends what it and the titles in it ask for.
    pub(super) fn leave_element(&mut self, line: &Line<'a>) {
        let Some(name) = self.element else { return };
        if line.whole.start > name.start && line.ends_element(name.text) {
            (self.element, self.title) = (None, None);
        }
    }

    fn asks_for_findings(&self) -> bool {
        self.title.is_some_and(|title| matches!(title.asks, Asks::Finding(_)))
    }

    /// `<blocker>none</blocker>`, `<blocker></blocker>` in `<blockers>`
    pub(super) fn is_empty_child(&self, text: Slice<'_>) -> bool {
        if self.element.is_none() || !text.text.starts_with('<') {
            return false;
        }
        let said: String = outside_tags(text.text).collect();
        !said.contains(char::is_alphanumeric) || is_none(said.trim(), self.lexicon)
    }

    /// `## Critical issues` in `<critical_issues>`: what it asks for stands below it.
    pub(super) fn repeats_element(
        &self,
        line: &Line<'a>,
        text: Slice<'a>,
        level: Option<u8>,
    ) -> bool {
        let again = || self.title_asks(text, level, line.whole.trim());
        self.element.is_some()
            && matches!(line.form, Form::Text | Form::Heading(_))
            && matches!(again(), Some(Asks::Finding(_)))
    }
}
