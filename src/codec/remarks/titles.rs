//! Headings and bold lines that ask for something, and what answers them.

use super::found::{Labelled, Shape};
use super::grammar;
use super::markup::{LOWEST, without_markup};
use super::{Asks, Scanner, Title};
use crate::codec::lexicon::{Finding, Label, ReadValue, Says, is_none, is_settled, read_value};
use crate::codec::text::fields;
use crate::codec::text::lines::{Form, Line};
use crate::codec::text::slice::Slice;
use crate::ir::{Outcome, RemarkKind, Severity};

impl<'a> Scanner<'_, 'a> {
    /// The first line below `## Verdict` or `### Critical`. Whether it was read as that.
    pub(super) fn below_title(
        &mut self,
        line: &Line<'a>,
        text: Slice<'a>,
        level: Option<u8>,
        titled_row: bool,
    ) -> bool {
        let Some(title) = self.title.take() else { return false };
        // A heading as high as the title ends what stands below it; what is only bold does not.
        let level = level.filter(|level| *level < LOWEST);
        if let (Some(level), Some(own)) = (level, title.level)
            && level <= own
        {
            return false;
        }
        if level.is_some() && title.level.is_none() {
            return false;
        }
        // Of a list, the next item as far left ends what stands below one: `- Critical:`, `  - None`, `- Minor:`.
        if title.item.zip(self.item).is_some_and(|(own, next)| next <= own)
            && (self.names_a_section(text) || (title.answered && text.text.ends_with(':')))
        {
            return false;
        }
        match title.asks {
            Asks::Finding(_) if self.repeats_element(line, text, level) => false,
            Asks::Finding(_) if self.is_empty_child(text) => {
                self.title = Some(title);
                true
            }
            Asks::Finding(severity) => {
                if matches!(line.form, Form::Item { ticked: Some(true) }) {
                    // Another item may be open.
                    self.title = Some(Title { answered: true, ..title });
                    return false;
                }
                let item = matches!(line.form, Form::Item { .. });
                if title.answered && !item {
                    return false;
                }
                let none = is_none(text.text, self.lexicon) || is_settled(text.text);
                if none || self.names_none(text) {
                    // Another item may say more.
                    self.title = item.then_some(Title { answered: true, ..title });
                    return true;
                }
                if line.form == Form::Row && (titled_row || !self.row_tells(text)) {
                    self.title = Some(title);
                    return true;
                }
                if severity == Severity::Critical {
                    self.note(RemarkKind::Finding, Outcome::Fail, text, text, None);
                }
                true
            }
            // A table below a title does not answer it.
            Asks::Verdict(_) if line.form == Form::Row => false,
            Asks::Verdict(label) => {
                let shape = Shape::Below;
                let boxed = match line.form {
                    Form::Item { ticked } => ticked.map(|ticked| (ticked, text)),
                    _ => fields::checkbox(text),
                };
                let Some((ticked, text)) = boxed else {
                    if title.answered || self.has_label(text) {
                        return false;
                    }
                    let said = read_value(text, label, self.lexicon);
                    let open = label != Label::Verdict && !matches!(said.says, Says::Word(_));
                    if open && self.is_another_title(line, text, level) {
                        return false;
                    }
                    // `### Verdict summary`
                    let title = without_markup(title.line.trim_start_of(&['#', ' ']));
                    if said.says == Says::Unclear && self.is_about(title.text, text) {
                        return false;
                    }
                    return self.verdict(label, Labelled { label, shape, said }, text);
                };
                let said = read_value(text, label, self.lexicon);
                let answers = matches!(said.says, Says::Word(_));
                self.title =
                    Some(Title { answered: title.answered || (ticked && answers), ..title });
                let says = if ticked { said.says } else { Says::Template };
                let said = ReadValue { says, ..said };
                answers && self.verdict(label, Labelled { label, shape, said }, text)
            }
        }
    }

    /// `### Blockers`, `**Blockers**` or `### Final verdict` below `## Assessment`, which prose may answer as well.
    fn is_another_title(&self, line: &Line<'a>, text: Slice<'a>, level: Option<u8>) -> bool {
        match self.title_asks(text, level, line.whole.trim()) {
            Some(Asks::Finding(_)) => true,
            Some(Asks::Verdict(_)) => {
                let name = without_markup(text).text;
                let last = self.lexicon.label_of_member(name);
                level.is_some_and(|level| level < LOWEST) && last == Some(Label::Verdict)
            }
            None => false,
        }
    }

    /// `Minor:`, `**Nits**`, `Low: the name is short`: what it names has a severity.
    fn names_a_section(&self, text: Slice<'a>) -> bool {
        let name = match grammar::labelled(text) {
            grammar::Read::Marked(name, ..) => name,
            _ if text.text.starts_with("**") && text.text.ends_with("**") => text,
            _ => return false,
        };
        let name = without_markup(name);
        let singular = name.text.strip_suffix('s').unwrap_or(name.text);
        self.finding(name).is_some()
            || self.lexicon.severity(name.text).is_some()
            || self.lexicon.severity(singular).is_some()
    }

    /// `Blockers: none`, below a heading that asks for them.
    fn names_none(&self, text: Slice<'a>) -> bool {
        let grammar::Read::Marked(name, _, value) = grammar::labelled(text) else { return false };
        let finding = self.finding(without_markup(name)).is_some();
        finding && !without_markup(value).is_empty() && is_none(value.text, self.lexicon)
    }

    /// Whether a line below a title answers to a label of its own. Behind `Approved: the pool is
    /// bounded and tested`, nothing answers `Approved`, so that it is the answer.
    pub(super) fn has_label(&self, text: Slice<'a>) -> bool {
        let (name, value) = match grammar::labelled(text) {
            grammar::Read::Marked(name, mark, value) if self.is_reason(name, mark, value) => {
                return false;
            }
            grammar::Read::Tag(name, value)
            | grammar::Read::Boxed(name, value)
            | grammar::Read::Marked(name, _, value) => (name, value),
            _ => return false,
        };
        let name = without_markup(name);
        if self.finding(name).is_some() {
            return true;
        }
        let Some(label) = self.lexicon.label_in(name.text) else { return false };
        !matches!(read_value(value, label, self.lexicon).says, Says::Prose | Says::Nothing)
    }

    /// `| Verdict | FAIL |` above a rule is no title row: its second cell is the answer to the first.
    pub(super) fn is_answer(&self, text: Slice<'a>) -> bool {
        let grammar::Read::Row(first, second, None) = grammar::labelled(text) else { return false };
        self.lexicon.label_in(without_markup(first).text) == Some(Label::Verdict)
            && matches!(read_value(second, Label::Verdict, self.lexicon).says, Says::Word(_))
    }

    /// A heading or a bold line that is only a label: what it asks for stands below.
    pub(super) fn title(&mut self, text: Slice<'a>, level: Option<u8>, whole: Slice<'a>) -> bool {
        let Some(asks) = self.title_asks(text, level, whole) else { return false };
        self.title = Some(Title { line: whole, level, asks, answered: false, item: self.item });
        true
    }

    /// What a line asks for as a title, if it is one.
    pub(super) fn title_asks(
        &self,
        text: Slice<'_>,
        level: Option<u8>,
        whole: Slice<'_>,
    ) -> Option<Asks> {
        let bold = text.text.starts_with("**") || text.text.starts_with("__");
        let marked = whole.text.trim_end_matches(['*', '_', ' ']).ends_with([':', '：', '?']);
        if level.is_none() && !bold && !marked {
            return None;
        }
        match self.asks_for(without_markup(text)) {
            // `**APPROVED**` is an answer, and `## Approved` the start of a section.
            Some(Asks::Verdict(Label::Question)) if !text.text.ends_with('?') && !marked => None,
            asks => asks,
        }
    }

    /// What a name asks for.
    pub(super) fn asks_for(&self, name: Slice<'_>) -> Option<Asks> {
        match self.finding(name) {
            Some(Finding::Named(severity)) => Some(Asks::Finding(severity)),
            Some(_) => None,
            None if name.text.split_whitespace().count() > 5 => None,
            None => self.lexicon.label_in(name.text).map(Asks::Verdict),
        }
    }
}
