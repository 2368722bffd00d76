//! What lines outside the fields of a verdict say of it: the one place that looks at them.
//!
//! Three kinds of lines are remarks, in every format and in texts of none: a stop word that stands
//! alone, a labelled verdict, and a labelled finding. Prose is not understood.

mod around;
mod elements;
mod finding;
mod found;
mod grammar;
mod markup;
mod pieces;
mod titles;
mod verdict;

use super::lexicon::{Label, Lexicon, Says, read_value};
use super::text::fields;
use super::text::lines::{self, Form, Line, Quoted};
use super::text::slice::Slice;
use super::text::tags::{decode_entities, says_nothing};
use crate::ir::{Outcome, RemarkKind, Severity};
pub(in crate::codec) use around::IN_ELEMENT;
use around::{Element, element_around};
pub(in crate::codec) use found::{Found, Labelled, Shape};
use markup::{LOWEST, in_element, is_in_code, without_markup};
pub(in crate::codec) use pieces::without_settled;
use pieces::{is_flow, is_separator, listed, pieces};

/// A title that the first line below it answers.
#[derive(Clone, Copy)]
struct Title<'a> {
    line: Slice<'a>,
    /// How deep a heading; none for a bold line, or one that ends in a mark.
    level: Option<u8>,
    asks: Asks,
    /// A ticked box below it did; there may be more of them.
    answered: bool,
    /// How far the item is indented that it stands in.
    item: Option<usize>,
}

#[derive(Clone, Copy)]
enum Asks {
    Verdict(Label),
    Finding(Severity),
}

/// What may be read as a remark.
pub(in crate::codec) struct Scanner<'l, 'a> {
    lexicon: &'l Lexicon,
    title: Option<Title<'a>>,
    /// The title that the line at hand answers.
    answers: Option<Slice<'a>>,
    /// The elements that the line at hand stands in, the last one innermost.
    elements: Vec<Element<'a>>,
    /// The name of one that is named for what stops the work, and what stands behind its tag, while it goes on.
    begun: Option<(Slice<'a>, Slice<'a>)>,
    /// How far the item at hand is indented.
    item: Option<usize>,
    found: Vec<Found<'a>>,
    /// Whether the line at hand may be a row, and whether it is one of CPF, once that was asked: its pieces
    /// may be many.
    row: Option<bool>,
    cpf: Option<bool>,
    /// Lines are read that are told by their letters to say nothing, too.
    all: bool,
    /// Lines of the reviewer's own that are neither blank nor marks.
    pub(in crate::codec) said: usize,
}

/// What a text says beside the fields, as a reviewer would write it: in lines.
pub(in crate::codec) fn scan<'a>(text: Slice<'a>, lexicon: &Lexicon) -> Vec<Found<'a>> {
    let lines = lines::read(text).lines;
    scan_lines(&lines, lexicon)
}

/// The same, of lines that were told already, without what a line says to be another's verdict.
pub(in crate::codec) fn scan_lines<'a>(lines: &[Line<'a>], lexicon: &Lexicon) -> Vec<Found<'a>> {
    let mut found = scan_with(lines, lexicon, false).found;
    leave_anothers(&mut found, lines);
    found
}

/// Right below `The previous review said:`, a verdict is another's, unless more stands behind its word. A finding may be
/// open still.
fn leave_anothers(found: &mut Vec<Found<'_>>, lines: &[Line<'_>]) {
    let alone = |found: &Found<'_>| match (found.kind, found.labelled) {
        (RemarkKind::Alone, _) => true,
        (RemarkKind::Verdict, Some(labelled)) => {
            let mut words = found.line.text.split(|c: char| !c.is_alphanumeric());
            labelled.said.tail.is_empty() && !words.any(|word| word.eq_ignore_ascii_case("my"))
        }
        _ => false,
    };
    if found.iter().all(|found| found.says.opens()) {
        return;
    }
    let theirs = lines::told_by_another(lines);
    found.retain(|found| !alone(found) || theirs.binary_search(&found.start()).is_err());
}

fn scan_with<'l, 'a>(lines: &[Line<'a>], lexicon: &'l Lexicon, all: bool) -> Scanner<'l, 'a> {
    let mut scanner = Scanner {
        lexicon,
        title: None,
        answers: None,
        elements: Vec::new(),
        begun: None,
        item: None,
        found: Vec::new(),
        row: None,
        cpf: None,
        all,
        said: 0,
    };
    for (at, line) in lines.iter().enumerate() {
        // Below `## Verdict`, a fence of one line is its answer.
        let answer = line.quoted == Some(Quoted::Inside)
            && scanner.title.is_some()
            && at.checked_sub(1).is_some_and(|at| lines[at].quoted == Some(Quoted::Opens))
            && lines.get(at + 1).is_some_and(|next| next.quoted == Some(Quoted::Closes));
        if line.quoted.is_some() && !answer {
            continue;
        }
        if line.form == Form::Blank {
            continue;
        }
        if element_around(lines, at).is_some_and(|around| scanner.answers_element(line, around)) {
            continue;
        }
        if scanner.begins_element(lines, at) {
            scanner.said += 1;
            continue;
        }
        let blank = |line: Option<&Line<'_>>| {
            // So is a line that is nothing but tags.
            line.is_none_or(|line| {
                line.form == Form::Blank || line.quoted.is_some() || says_nothing(line.text.text)
            })
        };
        let before = at.checked_sub(1).and_then(|at| lines.get(at));
        let behind = lines.get(at + 1);
        // A rule ends what stands below a title of findings; right below a text it underlines it.
        if line.form == Form::Rule && blank(before) {
            let answers = |title: Title<'a>| Title { answered: true, ..title };
            scanner.title = scanner.title.map(|title| match title.asks {
                Asks::Verdict(_) => title,
                // What is an item may still belong to it.
                Asks::Finding(_) => answers(title),
            });
        }
        // Nor is a heading or a field part of a paragraph.
        let apart = |line: &Line<'_>| {
            matches!(line.form, Form::Heading(_) | Form::Rule) || fields::is_field(line.text)
        };
        // A rule right below a text underlines it, and what follows belongs to that.
        let above = at.checked_sub(2).and_then(|at| lines.get(at));
        let underlines =
            before.is_some_and(|line| line.form == Form::Rule) && at > 1 && !blank(above);
        let edge = |line: Option<&Line<'_>>| blank(line) || line.is_some_and(apart);
        let underlined = line.form == Form::Text
            && behind.is_some_and(|behind| behind.form == Form::Rule && behind.quoted.is_none())
            && blank(before);
        let alone =
            line.form == Form::Text && edge(before) && !underlines && (edge(behind) || underlined);
        let titled_row = line.form == Form::Row && behind.is_some_and(|next| is_separator(next));
        scanner.line(line, Surroundings { alone, underlined, titled_row });
        scanner.leave_element(line);
        scanner.begins_in_line(line);
    }
    scanner
}

/// What stands around a line.
#[derive(Clone, Copy)]
struct Surroundings {
    /// A paragraph of one line.
    alone: bool,
    /// Underlined, so that it is a heading.
    underlined: bool,
    /// The title row of a table.
    titled_row: bool,
}

impl<'a> Scanner<'_, 'a> {
    fn line(&mut self, line: &Line<'a>, around: Surroundings) {
        if line.form == Form::Rule || is_separator(line) {
            return;
        }
        (self.row, self.cpf) = (None, None);
        // No value of several stands alone.
        let around = Surroundings { alone: around.alone && !is_flow(line.text), ..around };
        for (text, settled) in pieces(line.text, self.lexicon) {
            self.said += 1;
            let begun = self.found.len();
            self.piece(line, text, around);
            self.leave_out(begun, settled);
        }
        for (value, settled) in listed(line.text, self.lexicon).into_iter().flatten() {
            // Nobody knows what it belongs to, so it neither answers a title nor is one.
            let title = self.title.take();
            let begun = self.found.len();
            self.says(line, value, None, Surroundings { alone: false, ..around });
            self.leave_out(begun, settled);
            self.title = title;
        }
    }

    /// Findings that were found since, where they are settled.
    fn leave_out(&mut self, begun: usize, settled: bool) {
        if settled {
            let said = self.found.split_off(begun);
            self.found.extend(said.into_iter().filter(|f| f.kind != RemarkKind::Finding));
        }
    }

    fn piece(&mut self, line: &Line<'a>, text: Slice<'a>, around: Surroundings) {
        let plain = fields::without_struck(text);
        let (held, element) = in_element(plain);
        // `</details>- [ ] Blocker: SQL`
        let item = fields::item(held).filter(|_| held.start > plain.start);
        let text = item.unwrap_or(held);
        if text.is_empty() {
            return;
        }
        // In an alert, it is measured behind its mark.
        let whole = line.whole.text;
        let inner = whole.trim_start().strip_prefix('>').unwrap_or(whole);
        self.item = matches!(line.form, Form::Item { .. }).then(|| fields::indent(inner));
        let level = match line.form {
            Form::Heading(level) => Some(level),
            _ if around.underlined => Some(1),
            // In an item, what is bold is no heading of others.
            Form::Text => element,
            _ => element.filter(|level| *level < LOWEST),
        };
        self.answers = self.title.map(|title| title.line);
        self.answer_as_shown(text, line.whole.trim());
        let below = self.below_title(line, text, level, around.titled_row);
        self.answers = None;
        if below || (around.titled_row && !self.is_answer(text)) {
            return;
        }
        let begun = self.found.len();
        // A text of an item may begin with its box.
        let (boxed, text) = match (line.form, fields::checkbox(text)) {
            (Form::Item { ticked: Some(ticked) }, _) => (Some(ticked), text),
            (_, Some((ticked, behind))) if text.text.starts_with('[') => (Some(ticked), behind),
            _ => (None, text),
        };
        match decode_entities(text.text) {
            Some(decoded) => self.decoded(&decoded, line, text, level, around),
            None => self.says(line, text, level, around),
        }
        // What is ticked is no finding any more, and a verdict in a box that is not, nobody's.
        if let Some(ticked) = boxed {
            let said = self.found.split_off(begun);
            self.found.extend(
                said.into_iter().filter(|found| ticked != (found.kind == RemarkKind::Finding)),
            );
        }
    }

    /// `## Verdict`, and `&#70;AIL` below it: an answer that says something worse in the characters that it is shown in.
    fn answer_as_shown(&mut self, text: Slice<'a>, whole: Slice<'a>) {
        let Some(Title { asks: Asks::Verdict(label), answered: false, .. }) = self.title else {
            return;
        };
        let Some(shown) = decode_entities(text.text) else { return };
        let said = |text| read_value(text, label, self.lexicon).says.outcome();
        let worse = |outcome: &Outcome| !outcome.opens() && said(text) != Some(*outcome);
        if said(Slice::new(shown.trim(), 0)).filter(worse).is_some() {
            self.note(RemarkKind::Unclear, Outcome::Hold, text, whole, None);
        }
    }

    /// `&#86;erdict&colon; FAIL`: what counts is what a line says in the characters that it is shown in. Where only these
    /// say something worse it is unclear, and holds; nothing is read from them that opens.
    fn decoded(
        &mut self,
        decoded: &str,
        line: &Line<'a>,
        text: Slice<'a>,
        level: Option<u8>,
        around: Surroundings,
    ) {
        let begun = self.found.len();
        self.says(line, text, level, around);
        let heading = if level.is_some() { "# " } else { "" };
        let shown = format!("{heading}{}", decoded.trim());
        let scanner = self.apart(&shown);
        let asks = scanner.title.map(|title| (title.asks, title.answered));
        if scanner.says_worse(around.alone || level.is_some()).is_none() {
            let said = self.found.split_off(begun);
            self.found.extend(said.into_iter().filter(|found| found.beside().opens()));
        } else if self.found[begun..].iter().all(|found| found.beside().opens()) {
            self.note(RemarkKind::Unclear, Outcome::Hold, text, line.whole.trim(), None);
        }
        // `## Verdict&nbsp;`: what it asks for stands in the lines below.
        if let (None, Some((asks, answered))) = (self.title, asks) {
            self.title =
                Some(Title { line: line.whole.trim(), level, asks, answered, item: self.item });
        }
    }

    /// A text of its own, read like the one at hand.
    fn apart<'t>(&self, text: &'t str) -> Scanner<'_, 't> {
        scan_with(&lines::read(Slice::new(text, 0)).lines, self.lexicon, self.all)
    }

    /// What was found that is worse than a pass.
    fn says_worse(&self, alone: bool) -> Option<RemarkKind> {
        let mut worse = self.found.iter().filter(|found| {
            found.is_remark()
                && !found.beside().opens()
                && (alone || found.kind != RemarkKind::Alone)
        });
        worse.next().map(|found| found.kind)
    }

    fn says(&mut self, line: &Line<'a>, text: Slice<'a>, level: Option<u8>, around: Surroundings) {
        let whole = line.whole.trim();
        let text = text.trim_start_of(&['–', '—', '•', '·', ' ']);
        // `### 1. [Critical] SQL`
        let text = fields::item(text).filter(|_| level.is_some()).unwrap_or(text);
        let found = match self.names_nothing(text, whole) {
            true => false,
            false => {
                self.shape(grammar::labelled(text), text, level, whole)
                    // `Overall <b>verdict</b>: FAIL`, `It is small.<br>Verdict: FAIL`
                    || ((text.text.contains("</") || text.text.contains("<br"))
                        && !text.text.starts_with('<')
                        && self.elements(text, whole))
            }
        };
        if !found && (around.alone || level.is_some()) {
            self.alone(text, level.is_some(), whole);
        }
    }

    /// Whether a line is told by its letters to name neither a verdict nor a finding, whatever the
    /// grammar makes of it: most lines are.
    fn names_nothing(&mut self, text: Slice<'a>, whole: Slice<'a>) -> bool {
        let head = || grammar::head(text.text);
        !self.all
            && head().is_some_and(|head| !self.lexicon.may_name(head))
            && !*self.row.get_or_insert_with(|| whole.text.contains('|'))
    }

    /// A line by its shape. Whether it names something.
    fn shape(
        &mut self,
        read: grammar::Read<'a>,
        text: Slice<'a>,
        level: Option<u8>,
        whole: Slice<'a>,
    ) -> bool {
        match read {
            grammar::Read::Row(first, second, more) => self.row(first, second, more, whole),
            grammar::Read::Tag(name, value) => self.tag(name, value, text, whole),
            grammar::Read::Elements => self.elements(text, whole),
            grammar::Read::Boxed(name, value) => self.boxed(name, value, whole),
            grammar::Read::Marked(_, mark, _) if is_in_code(text.text, mark.start - text.start) => {
                false
            }
            grammar::Read::Marked(label, mark, value) => {
                self.marked(label, mark, value, level, whole)
            }
            grammar::Read::Bare => self.title(text, level, whole),
            // Nobody knows what it says.
            grammar::Read::GaveUp => {
                self.note(RemarkKind::Unclear, Outcome::Hold, text, whole, None);
                true
            }
        }
    }

    /// `<verdict>FAIL</verdict>`, `<blocker>SQL</blocker>`
    fn tag(
        &mut self,
        name: Slice<'a>,
        value: Slice<'a>,
        text: Slice<'a>,
        whole: Slice<'a>,
    ) -> bool {
        // `<Critical> is a new component`
        let closed = text.text.ends_with('>') && !without_markup(value).is_empty();
        match self.finding(name).filter(|_| closed) {
            Some(finding) => self.marked_finding(finding, value, None, whole),
            None => self.labelled(name, value, Shape::Tag, whole),
        }
    }

    /// `Verdict: FAIL`, `Blocker: SQL`, `## Verdict:`
    fn marked(
        &mut self,
        label: Slice<'a>,
        mark: Slice<'a>,
        value: Slice<'a>,
        level: Option<u8>,
        whole: Slice<'a>,
    ) -> bool {
        let name = without_markup(label);
        if self.cpf_row(whole) {
            return true;
        }
        if self.is_reason(label, mark, value) {
            return false;
        }
        if let Some(finding) = self.finding(name) {
            return self.marked_finding(finding, value, level, whole);
        }
        // `**Result:** ❌`
        let bare = value.trim_start_of(&['*', '_', ' ']);
        let signs = || read_value(bare, Label::Verdict, self.lexicon).says;
        if without_markup(value).is_empty() && !matches!(signs(), Says::Word(_)) {
            return self.title(Slice::new(&whole.text[..0], whole.start).max(label), level, whole);
        }
        let bold = label.trim().text.starts_with(['*', '_']);
        let shape = match level {
            Some(_) => Shape::Heading,
            None if bold => Shape::Bold,
            None => Shape::Plain,
        };
        let question = mark.text.starts_with(['?', '？']);
        if question {
            return self.question(label, value, shape, whole);
        }
        self.labelled(label, value, shape, whole)
    }

    fn note(
        &mut self,
        kind: RemarkKind,
        says: Outcome,
        text: Slice<'a>,
        line: Slice<'a>,
        labelled: Option<Labelled<'a>>,
    ) {
        let title = self.answers;
        self.found.push(Found { kind, says, text, line, title, labelled });
    }
}

#[cfg(test)]
mod tests;
