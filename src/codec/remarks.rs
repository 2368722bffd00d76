//! What lines outside the fields of a verdict say of it: the one place that looks at them.
//!
//! Three kinds of lines are remarks, in every format and in texts of none: a stop word that stands
//! alone, a labelled verdict, and a labelled finding. Prose is not understood.

mod finding;
mod found;
mod grammar;
mod markup;
mod pieces;

use super::lexicon::{Finding, Label, Lexicon, Meaning, ReadValue, Says, is_none, read_value};
use super::text::fields;
use super::text::lines::{self, Form, Line, Quoted};
use super::text::slice::Slice;
use crate::ir::{Outcome, RemarkKind, Severity};
pub(in crate::codec) use found::{Found, Labelled, Shape};
use markup::without_markup;
use pieces::{is_separator, pieces};

/// A title that the first line below it answers.
#[derive(Clone, Copy)]
struct Title<'a> {
    line: Slice<'a>,
    /// How deep a heading; none for a bold line, or one that ends in a mark.
    level: Option<u8>,
    asks: Asks,
    /// A ticked box below it did; there may be more of them.
    answered: bool,
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

/// The same, of lines that were told already.
pub(in crate::codec) fn scan_lines<'a>(lines: &[Line<'a>], lexicon: &Lexicon) -> Vec<Found<'a>> {
    scan_with(lines, lexicon, false)
}

fn scan_with<'a>(lines: &[Line<'a>], lexicon: &Lexicon, all: bool) -> Vec<Found<'a>> {
    let mut scanner = Scanner {
        lexicon,
        title: None,
        answers: None,
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
        let blank = |line: Option<&Line<'_>>| {
            // So is a line that is nothing but a tag.
            let tag = |line: &Line<'_>| {
                let said = line.text.text;
                said.starts_with('<') && said.ends_with('>') && said.matches('<').count() == 1
            };
            line.is_none_or(|line| line.form == Form::Blank || line.quoted.is_some() || tag(line))
        };
        let before = at.checked_sub(1).and_then(|at| lines.get(at));
        let behind = lines.get(at + 1);
        let edge = |line: Option<&Line<'_>>| {
            blank(line) || line.is_some_and(|line| matches!(line.form, Form::Heading(_)))
        };
        let underlined = line.form == Form::Text
            && behind.is_some_and(|behind| behind.form == Form::Rule && behind.quoted.is_none())
            && blank(before);
        let alone = line.form == Form::Text && edge(before) && (edge(behind) || underlined);
        let titled_row = line.form == Form::Row && behind.is_some_and(|next| is_separator(next));
        scanner.line(line, Surroundings { alone, underlined, titled_row });
    }
    scanner.found
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
        for text in pieces(line.text) {
            self.said += 1;
            self.piece(line, text, around);
        }
    }

    fn piece(&mut self, line: &Line<'a>, text: Slice<'a>, around: Surroundings) {
        let level = match line.form {
            Form::Heading(level) => Some(level),
            _ if around.underlined => Some(1),
            _ => None,
        };
        self.answers = self.title.map(|title| title.line);
        let below = self.below_title(line, text, level, around.titled_row);
        self.answers = None;
        if below || around.titled_row {
            return;
        }
        let begun = self.found.len();
        self.says(line, text, level, around);
        // What is ticked is no finding any more, and a verdict in a box that is not, nobody's.
        if let Form::Item { ticked: Some(ticked) } = line.form {
            let said = self.found.split_off(begun);
            self.found.extend(
                said.into_iter().filter(|found| ticked != (found.kind == RemarkKind::Finding)),
            );
        }
    }

    fn says(&mut self, line: &Line<'a>, text: Slice<'a>, level: Option<u8>, around: Surroundings) {
        let whole = line.whole.trim();
        let text = text.trim_start_of(&['–', '—', '•', '·', ' ']);
        let found = match self.names_nothing(text, whole) {
            true => false,
            false => self.shape(grammar::labelled(text), text, level, whole),
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
            grammar::Read::Tag(name, value) => self.labelled(name, value, Shape::Tag, whole),
            grammar::Read::Boxed(name, value) => self.boxed(name, value, whole),
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

    /// The first line below `## Verdict` or `### Critical`. Whether it was read as that.
    fn below_title(
        &mut self,
        line: &Line<'a>,
        text: Slice<'a>,
        level: Option<u8>,
        titled_row: bool,
    ) -> bool {
        let Some(title) = self.title.take() else { return false };
        // A heading as high as the title ends what stands below it.
        if let (Some(level), Some(own)) = (level, title.level)
            && level <= own
        {
            return false;
        }
        if level.is_some() && title.level.is_none() {
            return false;
        }
        match title.asks {
            Asks::Finding(severity) => {
                if matches!(line.form, Form::Item { ticked: Some(true) }) {
                    return false;
                }
                let item = matches!(line.form, Form::Item { .. });
                if title.answered && !item {
                    return false;
                }
                if is_none(text.text, self.lexicon) {
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
                let boxed = match line.form {
                    Form::Item { ticked } => ticked.map(|ticked| (ticked, text)),
                    _ => fields::checkbox(text),
                };
                let Some((ticked, text)) = boxed else {
                    if title.answered || self.has_label(text) {
                        return false;
                    }
                    let said = read_value(text, label, self.lexicon);
                    return self.verdict(label, Shape::Below, said, text);
                };
                let said = read_value(text, label, self.lexicon);
                let answers = matches!(said.says, Says::Word(_));
                self.title =
                    Some(Title { answered: title.answered || (ticked && answers), ..title });
                let says = if ticked { said.says } else { Says::Template };
                answers && self.verdict(label, Shape::Below, ReadValue { says, ..said }, text)
            }
        }
    }

    /// Whether a line below a title answers to a label of its own. Behind `Approved: the pool is
    /// bounded and tested`, nothing answers `Approved`, so that it is the answer.
    fn has_label(&self, text: Slice<'a>) -> bool {
        let (name, value) = match grammar::labelled(text) {
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

    /// `Ready to merge? No`, but not `Verdict?`.
    fn question(
        &mut self,
        label: Slice<'a>,
        value: Slice<'a>,
        shape: Shape,
        whole: Slice<'a>,
    ) -> bool {
        match self.lexicon.label_in(without_markup(label).text) {
            Some(_) => {
                let said = read_value(value, Label::Question, self.lexicon);
                self.verdict(Label::Question, shape, said, whole)
            }
            None => false,
        }
    }

    /// A heading or a bold line that is only a label: what it asks for stands below.
    fn title(&mut self, text: Slice<'a>, level: Option<u8>, whole: Slice<'a>) -> bool {
        let bold = text.text.starts_with("**") || text.text.starts_with("__");
        let marked = whole.text.trim_end_matches(['*', '_', ' ']).ends_with([':', '：', '?']);
        if level.is_none() && !bold && !marked {
            return false;
        }
        let name = without_markup(text);
        let asks = match self.finding(name) {
            Some(Finding::Named(severity)) => Some(Asks::Finding(severity)),
            Some(_) => None,
            None if name.text.split_whitespace().count() > 5 => None,
            None => self.lexicon.label_in(name.text).map(Asks::Verdict),
        };
        // `**APPROVED**` is an answer, and `## Approved` the start of a section.
        let asks = match asks {
            Some(Asks::Verdict(Label::Question)) if !text.text.ends_with('?') && !marked => None,
            asks => asks,
        };
        let Some(asks) = asks else { return false };
        self.title = Some(Title { line: whole, level, asks, answered: false });
        true
    }

    fn labelled(
        &mut self,
        label: Slice<'a>,
        value: Slice<'a>,
        shape: Shape,
        whole: Slice<'a>,
    ) -> bool {
        let name = without_markup(label);
        let known = self.lexicon.label_in(name.text);
        let Some(label) = known.or_else(|| look_alike(name.text)) else { return false };
        let said = read_value(value, label, self.lexicon);
        if known.is_none() && said.says.outcome().is_some_and(Outcome::opens) {
            // It may look like a label to people, and opens nothing.
            self.note(RemarkKind::Unclear, Outcome::Hold, said.word, whole, None);
            return true;
        }
        self.verdict(label, shape, said, whole)
    }

    /// A label and what stands behind it on its line.
    fn verdict(
        &mut self,
        label: Label,
        shape: Shape,
        said: ReadValue<'a>,
        whole: Slice<'a>,
    ) -> bool {
        let labelled = Some(Labelled { label, shape, said });
        let (kind, says) = match said.says {
            Says::Word(meaning) => {
                let strong = matches!(label, Label::Verdict | Label::Question);
                if meaning == Meaning::Stop && !strong && !said.ends {
                    // `Recommendation: reject malformed input early`
                    return false;
                }
                let says = Says::Word(meaning).outcome().unwrap_or(Outcome::Hold);
                (RemarkKind::Verdict, says)
            }
            Says::Unclear if matches!(label, Label::Verdict | Label::Question) => {
                (RemarkKind::Unclear, Outcome::Hold)
            }
            Says::Unclear | Says::Prose | Says::Template | Says::Nothing => {
                // A reader of labelled reviews has to know that a label stands there.
                self.note(RemarkKind::Verdict, Outcome::Pass, said.word, whole, labelled);
                return true;
            }
        };
        self.note(kind, says, said.word, whole, labelled);
        true
    }

    /// `**NO-GO**`, and nothing else in its paragraph; a heading only in capitals.
    fn alone(&mut self, text: Slice<'a>, heading: bool, whole: Slice<'a>) {
        const LONGEST: usize = 48;
        if text.text.len() > LONGEST || !(self.all || self.lexicon.may_stop(text.text)) {
            return;
        }
        let said = read_value(text, Label::Verdict, self.lexicon);
        let stops = said.says == Says::Word(Meaning::Stop)
            && said.ends
            && !said.tail.text.contains(char::is_alphanumeric);
        let capitals = !said.word.text.contains(char::is_lowercase);
        if stops && (capitals || !heading) {
            self.note(RemarkKind::Alone, Outcome::Fail, said.word, whole, None);
        }
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

/// `vеrdict` with a letter of another alphabet: it is meant to be read as one.
fn look_alike(name: &str) -> Option<Label> {
    let meant = || fields::meant_of(name, std::iter::once("verdict"));
    (!name.is_ascii() && meant().is_some()).then_some(Label::Verdict)
}

#[cfg(test)]
mod tests;
