//! Rows of sections: `H|coverage-gap|Spec 3.AC2|no design for it`.

use super::builder::{At, Last, VerdictBuilder};
use super::repairs::{ROW_SHAPE, ROW_STYLE, SEVERITY_WORD};
use super::tables::{self, Key};
use super::text::stands_in;
use super::{Line, look_alike, mistakes, wrong_rows};
use crate::codec::repairs::Repair;
use crate::codec::statements::is_none;
use crate::codec::text::fields;
use crate::codec::text::location;
use crate::codec::text::slice::Slice;
use crate::ir::{Cause, Finding, FindingKind, Outcome, Severity};
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
    /// A line below the header of a section with rows.
    pub(super) fn row(&mut self, key: Key, line: &Line<'a>, whole: Slice<'a>) {
        self.touch();
        // Without the `NOTES:` that it belongs below.
        if stands_in(line.first().text).is_some() {
            return self.tag(whole.trim());
        }
        match key {
            Key::Issues => self.finding(line, whole, 0),
            Key::Verified => self.finding(line, whole, 1),
            _ => self.record(key, line, whole),
        }
    }

    /// A row below `ISSUES:` or, with the agents in front of it, `VERIFIED:`.
    fn finding(&mut self, line: &Line<'a>, whole: Slice<'a>, lead: usize) {
        let plain = line.first().text.starts_with(|c: char| c.is_alphanumeric());
        if plain
            && line.count >= lead + 4
            && let Some((severity, repair)) = self.severity(line.fields[lead].trim())
        {
            let shape = Shape { lead, severity, repair };
            // `C|H|...` below `VERIFIED:` may well be a row of another section.
            if lead == 0 || self.severity(line.first().trim()).is_none() {
                return self.find(line, shape, whole);
            }
        }
        self.odd_finding(whole, lead);
    }

    /// A finding whose columns are known.
    fn find(&mut self, line: &Line<'a>, shape: Shape, whole: Slice<'a>) {
        let Shape { lead, severity, repair } = shape;
        let [category, location, text] = [1, 2, 3].map(|column| {
            line.fields.get(lead + column).copied().unwrap_or(whole.after(whole.text.len()))
        });
        // The last field has all further pipes.
        let text = whole.after(text.start - whole.start).trim();
        if text.is_empty() {
            return self.short(whole, Some(severity));
        }
        let fields = line.fields.iter().take(lead + 3);
        let last = line.fields.get(lead + 3).is_some_and(|field| text.start > field.start);
        if last || fields.into_iter().any(|field| is_padded(*field)) {
            self.report_style(whole.trim());
        }
        if let Some(repair) = repair {
            self.recover(repair, line.fields[lead].trim().span());
        }
        let (category, location) = (category.trim(), location.trim());
        for (field, name) in [(category, "category"), (location, "location")] {
            if field.is_empty() {
                self.report(wrong_rows::empty_field(whole.trim().span(), name));
            }
        }
        self.check_category(category);
        let agents = if lead == 0 { Vec::new() } else { self.agents(line.first(), whole) };
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
    pub(super) fn agents(&mut self, field: Slice<'a>, row: Slice<'a>) -> Vec<Span> {
        let mut agents = Vec::with_capacity(1 + field.text.bytes().filter(|b| *b == b'+').count());
        let mut at = field.start;
        for agent in field.text.split('+') {
            let agent = Slice::new(agent, at);
            at = agent.end() + 1;
            if !agent.trim().is_empty() {
                agents.push(agent.trim().span());
            }
        }
        if agents.is_empty() {
            self.report(wrong_rows::empty_field(row.trim().span(), "agents"));
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
        if body.text.chars().all(|c| "|-:=+ \t".contains(c)) || is_titles(body.text) {
            // Rows belong below.
            self.last = Last::Key;
            return self.recover(ROW_STYLE, body.span());
        }
        let row = without_markup(body, lead);
        if row.text.len() != body.text.len() {
            self.report_style(body);
        }
        let line = Line::of(row);
        if line.count == 1 && self.says_none(row.text) {
            self.verdict.notes.push(row.span());
            return self.report(wrong_rows::no_findings(row.span()));
        }
        let also = [lead, 0].into_iter().find_map(|column| self.set_off(&line, column));
        let set_off = also.map(|at| Line::cut_also(row, 5, Some(at - row.start)));
        let line = set_off.unwrap_or(line);
        let Some(shape) = self.shape(&line, lead, Place::Own) else {
            return self.malformed(whole, row, lead);
        };
        if shape.lead != lead {
            self.recover(ROW_SHAPE, row.span());
        }
        self.find(&line, shape, row);
        self.close_row(body);
    }

    /// A row of a table has ended with its last pipe.
    pub(super) fn close_row(&mut self, row: Slice<'a>) {
        if self.last == Last::Text && row.text.starts_with('|') && row.text.ends_with('|') {
            self.last = Last::Whole;
        }
    }

    /// The columns of a row, if they are certain.
    fn shape(&self, line: &Line<'a>, lead: usize, place: Place) -> Option<Shape> {
        let severity = |column: usize| {
            let field = line.fields.get(column).filter(|_| column < line.count)?.trim();
            let styled = self.styled_severity(field);
            styled.or_else(|| self.numbered(field).filter(|_| place == Place::Own))
        };
        let (first, second) = (severity(0), severity(1));
        let at = |lead: usize, found: Option<(Severity, Option<Repair>)>| {
            let (severity, repair) = found?;
            (line.count >= lead + 4).then_some(Shape { lead, severity, repair })
        };
        match (lead, first.is_some(), second.is_some()) {
            (0, true, _) | (1, true, false) => at(0, first),
            (_, false, true) => at(1, second),
            _ => None,
        }
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
    fn set_off(&self, line: &Line<'a>, column: usize) -> Option<usize> {
        let field = line.fields.get(column).filter(|_| column < line.count && line.count > 1)?;
        let word = field.trim().trim_start_of(&MARKS);
        let end = word.text.find(|c: char| !c.is_alphanumeric())?;
        let (word, rest) = word.split_at(end);
        let behind = rest.trim_start_of(&[']', ')', '*', '`', '"', ':']);
        let text = behind.trim_start_of(&[' ']);
        let marked = behind.start > rest.start && text.start > behind.start && !text.is_empty();
        let known = self.severity(word).or_else(|| self.numbered(word));
        known.filter(|_| marked).map(|_| text.start - 1)
    }

    /// A line that is not a row of its section. What it says of a severity still counts.
    fn malformed(&mut self, whole: Slice<'a>, row: Slice<'a>, lead: usize) {
        let line = Line::of(row);
        let severity = |field: Slice<'_>| self.styled_severity(field.trim()).map(|(s, _)| s);
        let first = severity(line.first());
        let anywhere = row.text.split('|').filter_map(|field| severity(Slice::new(field, 0)));
        let worst = anywhere.max();
        let leading = first.or_else(|| self.leading_severity(row, line.count > 1));
        self.limit(worst.max(leading).map_or(Outcome::Warn, Severity::implies).max(Outcome::Warn));
        let options = self.reading.options;
        let alike = look_alike::in_row(row, &line, lead, options);
        let alike = alike.filter(|_| self.at_best < Outcome::Fail);
        let short = line.count < lead + 4 && (first.is_some() || line.count > 1);
        if short && alike.is_none() {
            return self.short(whole, leading);
        }
        if short || line.count == 1 {
            self.last = Last::Short;
        }
        if line.count == 1 && !short {
            // It may be a label, and the next line what stands below it.
            self.reading.unclaimed_in(0, whole.span());
        }
        let span = whole.trim().span();
        if let Some((field, severity)) = alike {
            self.refuse(Cause::Ambiguous, wrong_rows::look_alike(field, severity, span));
        } else {
            let first = (line.count > 1).then(|| line.first().trim());
            self.report(wrong_rows::malformed_row(span, first, self.at_best));
        }
        self.verdict
            .findings
            .push(Finding { severity: leading, ..Finding::new(kind_of(leading), span) });
    }

    /// `[C] sql: the query is concatenated`
    fn leading_severity(&self, row: Slice<'a>, numbered: bool) -> Option<Severity> {
        let start = row.text.find(char::is_alphabetic).unwrap_or(row.text.len());
        let body = row.after(start);
        let end = body.text.find(|c: char| !c.is_alphanumeric()).unwrap_or(body.text.len());
        let (word, rest) = body.split_at(end);
        let set_off =
            rest.text.trim_start_matches(' ').starts_with([']', ')', ':', '*', '-', '|', '：']);
        let known = self.severity(word).filter(|_| set_off || word.text.len() > 1);
        known.or_else(|| self.numbered(word).filter(|_| numbered)).map(|(severity, _)| severity)
    }

    /// A row that has too few fields.
    fn short(&mut self, whole: Slice<'a>, severity: Option<Severity>) {
        let span = whole.trim().span();
        self.last = Last::Short;
        self.limit(severity.map_or(Outcome::Warn, Severity::implies).max(Outcome::Warn));
        self.report(wrong_rows::short_row(span, self.at_best));
        self.verdict.findings.push(Finding { severity, ..Finding::new(kind_of(severity), span) });
    }

    /// The severity of a row that stands alone.
    pub(super) fn severity_of_row(&self, line: &Line<'a>) -> Option<Severity> {
        if line.count < 4 {
            return None;
        }
        let shape = |lead| self.shape(line, lead, Place::Stray);
        let shape = shape(0).or_else(|| shape(1))?;
        Some(shape.severity)
    }

    /// `None.`, `No issues found`, `なし`
    pub(super) fn says_none(&self, text: &str) -> bool {
        let japanese = ["なし", "特になし", "該当なし", "無し", "問題なし"];
        is_none(text, &self.reading.words) || japanese.contains(&text.trim_end_matches('。'))
    }

    /// A row with a severity where no row belongs is a finding all the same.
    pub(super) fn stray_row(&mut self, line: &Line<'a>, whole: Slice<'a>) -> bool {
        if let Some(field) = look_alike::stray(whole, self.reading.options) {
            let row = whole.trim().span();
            let alike = wrong_rows::look_alike(field, Severity::Critical, row);
            self.refuse(Cause::Ambiguous, alike);
        }
        if line.count < 2 {
            return false;
        }
        let row = without_markup(whole.trim(), 0);
        let line = Line::of(row);
        // `C|H|M|L` are the titles of a table.
        let severities = line.fields.iter().take(line.count);
        let severities = severities.filter(|field| self.styled_severity(field.trim()).is_some());
        if severities.count() == line.count {
            return false;
        }
        // `| Critical | 2 | 2 | 0 |` counts, and none is left.
        let mut counts = line.fields.iter().take(line.count).skip(1).map(|field| field.trim().text);
        let number = |count: &str| !count.is_empty() && count.bytes().all(|b| b.is_ascii_digit());
        if counts.clone().all(number) && counts.next_back().is_some_and(|left| left == "0") {
            return false;
        }
        if let Some(shape) = self.shape(&line, 0, Place::Stray).filter(|_| line.count >= 4) {
            self.report(wrong_rows::stray_row(row.span()));
            self.find(&line, shape, row);
            self.close_row(whole.trim());
            return true;
        }
        let first = self.severity(line.first().trim()).map(|(severity, _)| severity);
        if first.is_some() && self.at == At::Nowhere {
            self.short(whole, first);
            return true;
        }
        false
    }
}

/// Only what is critical shuts the gate by itself.
fn kind_of(severity: Option<Severity>) -> FindingKind {
    match severity {
        Some(Severity::Critical) => FindingKind::Blocker,
        _ => FindingKind::Advisory,
    }
}

/// A row without the bullet or number in front of it, and without the pipes around it. Below
/// `VERIFIED:` a row may begin with a pipe when it names no agents.
pub(super) fn without_markup(body: Slice<'_>, lead: usize) -> Slice<'_> {
    let row = fields::item(body).unwrap_or(body);
    let inner = match row.text.strip_prefix('|') {
        Some(rest) if lead == 0 || rest.trim_end().ends_with('|') => row.after(1),
        _ => return row,
    };
    inner.trim_end_of(&[' ', '\t', '|']).trim()
}

/// `| Severity | Category | Location | Description |`
fn is_titles(text: &str) -> bool {
    let mut fields = text.split('|').map(str::trim).filter(|field| !field.is_empty());
    let titles = |field: &str, names: &[&str]| names.iter().any(|n| n.eq_ignore_ascii_case(field));
    fields.next().is_some_and(|f| titles(f, &["sev", "severity", "agent", "agents", "#"]))
        && fields.any(|field| titles(field, &["category"]))
}

/// Blanks around a field; what ends a line is none.
pub(super) fn is_padded(field: Slice<'_>) -> bool {
    let blank = |b: Option<&u8>| matches!(b, Some(b' ' | b'\t'));
    let bytes = field.text.as_bytes();
    blank(bytes.first()) || blank(bytes.last())
}
