//! Elements that begin on a line of their own, and what stands in them: `<blockers>`, `<verdict>`.

use super::{Asks, Scanner, Title};
use crate::codec::lexicon::{Label, Says, is_none, is_settled, read_value};
use crate::codec::text::lines::{self, Form, Line};
use crate::codec::text::slice::Slice;
use crate::codec::text::tags::{self, Tag, outside_tags, says_nothing};
use crate::ir::{Outcome, RemarkKind, Severity};

/// Above every heading: an element has all of them in it.
pub(in crate::codec) const IN_ELEMENT: u8 = 0;

/// An element over several lines that a line is the first one in.
#[derive(Clone, Copy)]
pub(super) struct Around<'a> {
    name: Slice<'a>,
    /// The line that it begins on.
    tag: Slice<'a>,
    /// What the line says in it.
    said: Slice<'a>,
    /// It holds nothing else.
    whole: bool,
}

/// An element that is named for findings, from its tag to its end.
pub(super) struct Element<'a> {
    name: Slice<'a>,
    /// What it asks for.
    title: Title<'a>,
    /// What was asked for where it begins.
    above: Option<Title<'a>>,
}

/// The element that a line is the first one in.
pub(super) fn element_around<'a>(lines: &[Line<'a>], at: usize) -> Option<Around<'a>> {
    let line = lines[at];
    if line.form != Form::Text {
        return None;
    }
    let filled = |line: &Line<'_>| line.form != Form::Blank;
    let begins = lines[..at].iter().rposition(filled)?;
    let name = lines::begun_element(lines, begins)?;
    let tag = lines[begins].text;
    // `<verdict status="draft">` may be about another.
    let plain = tag.text.strip_suffix('>').is_some_and(|tag| tag.ends_with(name.text));
    let (value, whole) = match tags::held_in(line.text.text, name.text) {
        Some((held, behind)) => (line.text.split_at(held.len()).0, behind.trim().is_empty()),
        None => {
            let end = lines[at + 1..].iter().find(|line| filled(line));
            let ends = |end: &Line<'_>| end.ends_element(name.text) && says_nothing(end.text.text);
            (line.text, end.is_some_and(ends))
        }
    };
    let shown = plain && !value.text.contains('<');
    shown.then(|| Around { name, tag: tag.trim(), said: value.trim(), whole })
}

impl<'a> Scanner<'_, 'a> {
    /// `<verdict>`, `APPROVE` and `</verdict>` say what they would in one line; of an element that holds more, the first line
    /// may stop. Whether it is that.
    pub(super) fn answers_element(&mut self, line: &Line<'a>, around: Around<'a>) -> bool {
        // A title above asks for the line itself, and `<verdict_reason>` is about something else.
        let asked = self.title.is_some() || !self.elements.is_empty();
        let Some(label) = self.lexicon.label_of_member(around.name.text).filter(|_| !asked) else {
            return false;
        };
        // `Verdict: FAIL` and `Blocker: SQL` say what they say anywhere.
        let said = read_value(around.said, label, self.lexicon);
        if !matches!(said.says, Says::Word(_)) || self.has_label(around.said) {
            return false;
        }
        let opens = said.says.outcome().is_some_and(Outcome::opens);
        // `<assessment>`, and `Fixes a race in the pool.` in it
        let ends = said.ends || (label == Label::Verdict && around.whole);
        let answers = ends && (around.whole || !opens);
        if answers {
            self.said += 1;
            self.answers = Some(around.tag);
            self.tag(around.name, around.said, around.said, line.whole.trim());
            self.answers = None;
        }
        answers
    }

    /// `<blockers>` asks for findings up to its end, and each element in it asks for them again. Whether a line is no more
    /// than that.
    pub(super) fn begins_element(&mut self, lines: &[Line<'a>], at: usize) -> bool {
        let line = &lines[at];
        let Some(name) = lines::begun_element(lines, at) else { return false };
        // `</blockers><critical>`
        self.leave_element(line);
        if let Some(asks @ Asks::Finding(_)) = self.asks_for(name) {
            let title = Title {
                line: line.whole.trim(),
                level: Some(IN_ELEMENT),
                asks,
                answered: false,
                item: None,
            };
            self.elements.push(Element { name, title, above: self.title });
        }
        let Some(element) = self.elements.last() else { return false };
        self.title = Some(element.title);
        true
    }

    /// `<blockers>The token is logged`, which is a finding once the element ends: `<Critical> is a new component` never does.
    pub(super) fn begins_in_line(&mut self, line: &Line<'a>) {
        if line.form != Form::Text {
            return;
        }
        let Some((tag, behind)) = Tag::read(line.text.text) else { return };
        let said = line.text.after(line.text.text.len() - behind.len()).trim();
        let name = Slice::new(tag.name, line.text.start + 1);
        let asks = matches!(self.asks_for(name), Some(Asks::Finding(Severity::Critical)));
        let says = !said.is_empty() && !is_none(said.text, self.lexicon) && !is_settled(said.text);
        if !tag.closes && tag.plain && asks && says && !line.ends_element(tag.name) {
            self.begun = Some((name, said));
        }
    }

    /// With an element ends what it and the titles in it ask for. Of what was asked for above, items may say more.
    pub(super) fn leave_element(&mut self, line: &Line<'a>) {
        if let Some((_, said)) = self.begun.take_if(|(name, _)| line.ends_element(name.text)) {
            self.note(RemarkKind::Finding, Outcome::Fail, said, said, None);
        }
        let ended = |element: &mut Element<'a>| {
            line.whole.start > element.name.start && line.ends_element(element.name.text)
        };
        let Some(element) = self.elements.pop_if(ended) else { return };
        let above = element.above.filter(|title| matches!(title.asks, Asks::Finding(_)));
        self.title = above.map(|title| Title { answered: true, ..title });
    }

    /// `<blocker>none</blocker>`, `<blocker></blocker>` in `<blockers>`
    pub(super) fn is_empty_child(&self, text: Slice<'_>) -> bool {
        if self.elements.is_empty() || !text.text.starts_with('<') {
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
        !self.elements.is_empty()
            && matches!(line.form, Form::Text | Form::Heading(_))
            && matches!(again(), Some(Asks::Finding(_)))
    }
}
