//! Rows of sections: `H|coverage-gap|Spec 3.AC2|no design for it`.

use super::builder::{At, Last, VerdictBuilder};
use super::grammar::{self, Row, Rule};
use super::repairs::{ROW_SHAPE, ROW_STYLE, SEVERITY_WORD};
use super::tables::{self, Key, kind_of};
use super::text::stands_in;
use super::{look_alike, mistakes, wrong_rows};
use crate::codec::repairs::Repair;
use crate::codec::statements::is_none;
use crate::codec::text::location;
use crate::codec::text::slice::Slice;
use crate::ir::{Cause, Finding, Outcome, Severity};
use crate::source::Span;

/// Marks around a severity: `**C**`, `[H]`.
const MARKS: [char; 10] = ['*', '_', '`', '[', ']', '(', ')', '"', ':', ' '];

/// How many findings a reviewer may well have.
const USUAL: usize = 16;

/// Where a row stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In a section of rows: its columns are known.
    Own,
    /// In free text, where a number may well stand behind a letter: `C1` of a list of criteria.
    Stray,
}

/// A row that was recognised as a finding: the column of its severity, and the severity.
#[derive(Clone, Copy)]
struct Shape {
    lead: usize,
    severity: Severity,
    repair: Option<Repair>,
}

impl<'a> VerdictBuilder<'a> {
    /// A line below the header of a section with rows, by the rule of its rows.
    pub(super) fn row(&mut self, key: &'static Key, row: &Row<'a>) {
        self.touch();
        // Without the `NOTES:` that it belongs below.
        if stands_in(row.first().text).is_some() {
            return self.tag(row.whole.trim());
        }
        match key.rule {
            Rule::ISSUES => self.finding(row, 0),
            Rule::VERIFIED => self.finding(row, 1),
            _ => self.record(key, row),
        }
    }

    /// A row below `ISSUES:` or, with the agents in front of it, `VERIFIED:`.
    fn finding(&mut self, row: &Row<'a>, lead: usize) {
        let plain = row.first().text.starts_with(|c: char| c.is_alphanumeric());
        if plain
            && row.count >= lead + 4
            && let Some((severity, repair)) = self.severity(row.fields[lead].trim())
            // `C|H|...` below `VERIFIED:` may well be a row of another section.
            && (lead == 0 || self.severity(row.first().trim()).is_none())
        {
            return self.find(row, Shape { lead, severity, repair });
        }
        self.odd_finding(row.whole, lead);
    }

    /// A finding whose columns are known.
    fn find(&mut self, row: &Row<'a>, shape: Shape) {
        let (Shape { lead, severity, repair }, whole) = (shape, row.whole);
        let [category, location, last] = [1, 2, 3].map(|column| row.fields[lead + column]);
        // The last field has all further pipes.
        let text = whole.after(last.start - whole.start).trim();
        if text.is_empty() {
            return self.short(whole, Some(severity));
        }
        if text.start > last.start
            || row.fields().iter().take(lead + 3).any(|field| is_padded(*field))
        {
            self.report_style(whole.trim());
        }
        if let Some(repair) = repair {
            self.recover(repair, row.fields[lead].trim().span());
        }
        let (category, location) = (category.trim(), location.trim());
        for (field, name) in [(category, "category"), (location, "location")] {
            if field.is_empty() {
                self.report(wrong_rows::empty_field(whole.trim().span(), name));
            }
        }
        self.check_category(category);
        let agents = if lead == 0 { Vec::new() } else { self.agents(row) };
        if self.verdict.findings.is_empty() {
            // Enough for most reviews; an empty list would grow in many small steps.
            self.verdict.findings.reserve(USUAL);
        }
        self.verdict.findings.push(Finding {
            severity: Some(severity),
            category: (!category.is_empty()).then(|| category.span()),
            location: (!location.is_empty()).then(|| location::whole(location)),
            agents,
            span: whole.trim().span(),
            ..Finding::new(kind_of(Some(severity)), text.span())
        });
    }

    /// A row has marks around it, which is reported once.
    pub(super) fn report_style(&mut self, row: Slice<'a>) {
        if row.start >= self.reported_style {
            self.recover(ROW_STYLE, row.span());
        }
        self.reported_style = self.reported_style.max(row.end());
    }

    /// `rulebase+consistency`
    pub(super) fn agents(&mut self, row: &Row<'a>) -> Vec<Span> {
        let agents = row.agents();
        if agents.is_empty() {
            self.report(wrong_rows::empty_field(row.whole.trim().span(), "agents"));
        }
        agents
    }

    fn check_category(&mut self, category: Slice<'a>) {
        // Most rows name the category of the row above them.
        if category.text == self.last_category || category.is_empty() {
            return;
        }
        self.last_category = category.text;
        if tables::is_category(category.text) || !self.unknown_names.insert(category.text) {
            return;
        }
        if self.unknown_categories.len() < wrong_rows::NAMED {
            self.unknown_categories.push(category);
        }
    }

    /// A row that is not as it should be below `ISSUES:` or `VERIFIED:`.
    fn odd_finding(&mut self, whole: Slice<'a>, lead: usize) {
        let body = whole.trim();
        if body.text.starts_with('{') {
            return self.refuse(Cause::Template, mistakes::template(body.span()));
        }
        if grammar::begins(Rule::table_head, body) {
            // Rows belong below.
            self.last = Last::Key;
            return self.recover(ROW_STYLE, body.span());
        }
        let bare = without_markup(body, lead);
        if bare.text.len() != body.text.len() {
            self.report_style(body);
        }
        let row = Row::of(Rule::row_shape, bare);
        if self.lists_nothing(&row) {
            return;
        }
        let also =
            [lead, 0].into_iter().find_map(|column| Some((column, self.set_off(&row, column)?)));
        let row = match also {
            Some((column, at)) => row.cut_at(column, at),
            None => row,
        };
        let Some(shape) = self.shape(&row, lead, Place::Own) else {
            return self.malformed(whole, bare, lead);
        };
        if shape.lead != lead {
            self.recover(ROW_SHAPE, bare.span());
        }
        self.find(&row, shape);
        self.close_row(body);
    }

    /// `None` where rows belong is kept as a note.
    pub(super) fn lists_nothing(&mut self, row: &Row<'a>) -> bool {
        let none = row.count == 1 && self.says_none(row.whole.text);
        if none {
            self.verdict.notes.push(row.whole.span());
            self.report(wrong_rows::no_findings(row.whole.span()));
        }
        none
    }

    /// A row of a table has ended with its last pipe.
    pub(super) fn close_row(&mut self, row: Slice<'a>) {
        if self.last == Last::Text && row.text.starts_with('|') && row.text.ends_with('|') {
            self.last = Last::Whole;
        }
    }

    /// The columns of a row, if they are certain.
    fn shape(&self, row: &Row<'a>, lead: usize, place: Place) -> Option<Shape> {
        let severity = |column: usize| {
            let field = row.fields().get(column)?.trim();
            let styled = self.styled_severity(field);
            styled.or_else(|| self.numbered(field).filter(|_| place == Place::Own))
        };
        let (first, second) = (severity(0), severity(1));
        let (lead, (severity, repair)) = match (lead, first, second) {
            (0, Some(found), _) | (1, Some(found), None) => (0, found),
            (_, None, Some(found)) => (1, found),
            _ => return None,
        };
        (row.count >= lead + 4).then_some(Shape { lead, severity, repair })
    }

    pub(super) fn severity(&self, word: Slice<'_>) -> Option<(Severity, Option<Repair>)> {
        tables::severity(word.text, self.reading.options)
    }

    /// `**C**`, `[H]`
    fn styled_severity(&self, word: Slice<'_>) -> Option<(Severity, Option<Repair>)> {
        let plain = word.trim_start_of(&MARKS).trim_end_of(&MARKS);
        let (severity, repair) = self.severity(plain)?;
        let marked = plain.text.len() != word.text.len();
        Some((severity, repair.or(marked.then_some(ROW_STYLE))))
    }

    /// `C1`, `[H-2]`
    pub(super) fn numbered(&self, word: Slice<'_>) -> Option<(Severity, Option<Repair>)> {
        let plain = word.trim_start_of(&MARKS).trim_end_of(&MARKS);
        let severity = tables::numbered(plain.text, self.reading.options)?;
        Some((severity, Some(SEVERITY_WORD)))
    }

    /// Where a field ends with its severity, and goes on: `[C] interface-mismatch`, `C: interface-mismatch`.
    fn set_off(&self, row: &Row<'a>, column: usize) -> Option<usize> {
        let field = row.fields().get(column).filter(|_| row.count > 1)?;
        let set_off = grammar::ask(Rule::set_off, field.trim())?;
        let word = set_off.find(Rule::rated)?;
        self.severity(word).or_else(|| self.numbered(word))?;
        set_off.find(Rule::set_text).map(|text| text.start - 1)
    }

    /// A line that is not a row of its section. What it says of a severity still counts.
    fn malformed(&mut self, whole: Slice<'a>, bare: Slice<'a>, lead: usize) {
        let row = Row::of(Rule::row_shape, bare);
        let severity = |field: Slice<'_>| self.styled_severity(field.trim()).map(|(s, _)| s);
        let first = severity(row.first());
        let anywhere = bare.text.split('|').filter_map(|field| severity(Slice::new(field, 0)));
        let worst = anywhere.max();
        let leading = first.or_else(|| self.leading_severity(bare, row.count > 1));
        self.limit(worst.max(leading).map_or(Outcome::Warn, Severity::implies).max(Outcome::Warn));
        let options = self.reading.options;
        let alike = look_alike::in_row(&row, lead, options);
        let alike = alike.filter(|_| self.at_best < Outcome::Fail);
        let short = row.count < lead + 4 && (first.is_some() || row.count > 1);
        if short && alike.is_none() {
            return self.short(whole, leading);
        }
        if short || row.count == 1 {
            self.last = Last::Short;
        }
        if row.count == 1 && !short {
            // It may be a label, and the next line what stands below it.
            self.reading.unclaimed_in(0, whole.span());
        }
        let span = whole.trim().span();
        if let Some((field, severity)) = alike {
            self.refuse(Cause::Ambiguous, wrong_rows::look_alike(field, severity, span));
        } else {
            let first = (row.count > 1).then(|| row.first().trim());
            self.report(wrong_rows::malformed_row(span, first, self.at_best));
        }
        self.verdict
            .findings
            .push(Finding { severity: leading, ..Finding::new(kind_of(leading), span) });
    }

    /// `[C] sql: the query is concatenated`
    fn leading_severity(&self, row: Slice<'a>, numbered: bool) -> Option<Severity> {
        let (word, set_off) = leading(row)?;
        let known = self.severity(word).filter(|_| set_off || word.text.len() > 1);
        known.or_else(|| self.numbered(word).filter(|_| numbered)).map(|(severity, _)| severity)
    }

    /// A row that has too few fields.
    fn short(&mut self, whole: Slice<'a>, severity: Option<Severity>) {
        let span = whole.trim().span();
        self.last = Last::Short;
        self.limit(severity.map_or(Outcome::Warn, Severity::implies).max(Outcome::Warn));
        self.report(wrong_rows::short_row(span, wrong_rows::word(self.at_best)));
        self.verdict.findings.push(Finding { severity, ..Finding::new(kind_of(severity), span) });
    }

    /// The severity of a row that stands alone.
    pub(super) fn severity_of_row(&self, row: &Row<'a>) -> Option<Severity> {
        let shape = |lead| self.shape(row, lead, Place::Stray);
        Some(shape(0).or_else(|| shape(1))?.severity)
    }

    /// `None.`, `No issues found`, `なし`
    pub(super) fn says_none(&self, text: &str) -> bool {
        let japanese = ["なし", "特になし", "該当なし", "無し", "問題なし"];
        is_none(text, &self.reading.words) || japanese.contains(&text.trim_end_matches('。'))
    }

    /// A row with a severity where no row belongs is a finding all the same.
    pub(super) fn stray_row(&mut self, whole: Slice<'a>) -> bool {
        if let Some(field) = look_alike::stray(whole, self.reading.options) {
            let row = whole.trim().span();
            let alike = wrong_rows::look_alike(field, Severity::Critical, row);
            self.refuse(Cause::Ambiguous, alike);
        }
        if !whole.text.contains('|') {
            return false;
        }
        let row = Row::of(Rule::row_shape, without_markup(whole.trim(), 0));
        let mut fields = row.fields().iter().map(|field| field.trim());
        // `C|H|M|L` are the titles of a table.
        if fields.clone().all(|field| self.styled_severity(field).is_some()) {
            return false;
        }
        // `| Critical | 2 | 2 | 0 |` counts, and none is left.
        let number =
            |count: Slice<'_>| !count.is_empty() && count.text.bytes().all(|b| b.is_ascii_digit());
        let mut counts = fields.clone().skip(1);
        if counts.clone().all(number) && counts.next_back().is_some_and(|left| left.text == "0") {
            return false;
        }
        if let Some(shape) = self.shape(&row, 0, Place::Stray) {
            self.report(wrong_rows::stray_row(row.whole.span()));
            self.find(&row, shape);
            self.close_row(whole.trim());
            return true;
        }
        let first = fields.next().and_then(|first| self.severity(first));
        if first.is_some() && self.at == At::Nowhere {
            self.short(whole, first.map(|(severity, _)| severity));
            return true;
        }
        false
    }
}

/// The word that a line begins with, and whether a mark sets it off: `[C] sql: the query is concatenated`.
pub(super) fn leading(line: Slice<'_>) -> Option<(Slice<'_>, bool)> {
    let leading = grammar::ask(Rule::leading, line)?;
    Some((leading.find(Rule::rated)?, leading.find(Rule::set).is_some()))
}

/// A row without the bullet or number in front of it, and without the pipes around it. Below
/// `VERIFIED:` a row may begin with a pipe when it names no agents.
pub(super) fn without_markup(body: Slice<'_>, lead: usize) -> Slice<'_> {
    let styled = grammar::ask(Rule::row_style, body);
    let row = styled.into_iter().flat_map(|row| row.parts()).find(|part| part.rule != Rule::EOI);
    row.map_or(body, |row| {
        let bare = row.find(Rule::bare);
        bare.filter(|_| lead == 0 || row.find(Rule::closed_row).is_some()).unwrap_or(row.text)
    })
}

/// Blanks around a field; what ends a line is none.
pub(super) fn is_padded(field: Slice<'_>) -> bool {
    let blank = |b: Option<&u8>| matches!(b, Some(b' ' | b'\t'));
    let bytes = field.text.as_bytes();
    blank(bytes.first()) || blank(bytes.last())
}
