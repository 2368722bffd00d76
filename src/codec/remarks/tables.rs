//! Findings in the columns of a table: a cell below `Severity` is labelled by it.

use super::Scanner;
use super::markup::without_markup;
use crate::codec::lexicon::{
    Finding, LONGEST_NAME, Label, counts_or_asks, has_exception, is_condition, is_done, is_none,
    is_noun, is_state, names_the_past, read_value, takes_back, words_of,
};
use crate::codec::text::lines::Line;
use crate::codec::text::slice::Slice;
use crate::codec::text::tags::decode_entities;
use crate::ir::{Outcome, RemarkKind, Severity};

/// A table whose title row says which of its columns holds how bad a finding is.
pub(super) struct Table {
    columns: Vec<Column>,
    /// The column `Severity`. Without one, what is critical may stand in any column of a table that lists what was
    /// found: `| # | Priority | Issue |`.
    severity: Option<usize>,
    /// Whether one of its columns says whether there is anything.
    asks: bool,
}

/// A column, by its title.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Column {
    /// `Severity`, but not `Original severity`.
    Severity,
    /// `Finding`, `Count`, `Open`, `Blocking?`: it says whether there is anything.
    Asks,
    /// `Status`, `Result`
    Status,
    /// `Fixed?`
    Done,
    Other,
}

impl Table {
    /// What the title row of a table makes of its columns; none where they say nothing of findings.
    fn of(titles: Slice<'_>, scanner: &Scanner<'_, '_>) -> Option<Self> {
        let mut lists = false;
        let columns: Vec<Column> = cells(titles)
            .map(|title| {
                lists |= is_list(title, scanner);
                scanner.column(title)
            })
            .collect();
        let severity = columns.iter().position(|column| *column == Column::Severity);
        let asks = columns.contains(&Column::Asks);
        (severity.is_some() || lists).then_some(Self { columns, severity, asks })
    }

    /// The cells of a row, each with its place and its column.
    fn cells<'a>(&self, row: Slice<'a>) -> impl Iterator<Item = (usize, Column, Slice<'a>)> {
        let columns = self.columns.iter().copied().chain(std::iter::repeat(Column::Other));
        cells(row).zip(columns).enumerate().map(|(at, (cell, column))| (at, column, cell))
    }

    /// The cell of a row that says that what it lists is critical, and where it stands.
    fn grade<'a>(&self, row: Slice<'a>, scanner: &Scanner<'_, '_>) -> Option<(usize, Slice<'a>)> {
        let graded = |(at, column, cell): &(usize, Column, Slice<'_>)| match self.severity {
            Some(severity) => severity == *at && scanner.says_critical(*cell, true),
            None => *column != Column::Asks && scanner.says_critical(*cell, false),
        };
        self.cells(row).find(graded).map(|(at, _, cell)| (at, cell))
    }

    /// Whether the other cells of a row leave nothing of it: what it lists is done (`Fixed in 4f2a`), went well (`PASS`),
    /// or there is none. Where no title asks whether there is any, the next cell tells: a word, or a dash behind no other.
    fn leaves_nothing(&self, grade: usize, row: Slice<'_>, scanner: &Scanner<'_, '_>) -> bool {
        let none = |cell: Slice<'_>| is_struck(cell) || is_none(cell.text, scanner.lexicon);
        let (mut tells, mut named) = (false, false);
        for (at, column, cell) in self.cells(row).filter(|(at, ..)| *at != grade) {
            let answers = match self.asks {
                true => column == Column::Asks,
                false => at == grade + 1 && (!named || cell.text.contains(char::is_alphanumeric)),
            };
            if (answers && none(cell)) || says_done(cell) || scanner.went_well(column, cell) {
                return true;
            }
            tells |= !none(cell) && scanner.lexicon.severity(cell.text).is_none();
            named |= cell.text.contains(char::is_alphabetic);
        }
        !tells
    }
}

impl<'a> Scanner<'_, 'a> {
    /// A row of a table: its titles, or what stands below them. Of a row that is critical by its titles, nothing else
    /// makes a finding.
    pub(super) fn table_row(&mut self, line: &Line<'a>, titled: bool) {
        let row = line.whole.trim();
        match self.table.take() {
            None if titled => self.table = Table::of(row, self),
            None => {}
            Some(table) => {
                if let Some((at, cell)) = table.grade(row, self) {
                    self.graded = true;
                    if !is_struck(cell) && !table.leaves_nothing(at, row, self) {
                        self.note(RemarkKind::Finding, Outcome::Fail, cell, row, None);
                    }
                }
                self.table = Some(table);
            }
        }
    }

    fn column(&self, title: Slice<'_>) -> Column {
        let name = without_markup(title);
        if name.text.len() > LONGEST_NAME {
            return Column::Other;
        }
        if is_done(name.text.trim_end_matches('?')) {
            return Column::Done;
        }
        if names_the_past(name.text) {
            return Column::Other;
        }
        let last = words_of(name.text).last().unwrap_or_default();
        let severity = |word: &str| self.lexicon.finding(word) == Some(Finding::Severity);
        if words_of(name.text).any(severity) {
            Column::Severity
        } else if is_noun(last)
            || is_state(last)
            || counts_or_asks(last)
            || self.lexicon.finding(last).is_some()
        {
            Column::Asks
        } else if self.lexicon.label_in(name.text) == Some(Label::Program) {
            Column::Status
        } else {
            Column::Other
        }
    }

    /// Whether a cell says that something is critical: in a word, or with more behind it in a column of severities.
    fn says_critical(&self, cell: Slice<'_>, severity: bool) -> bool {
        let shown = decode_entities(cell.text);
        let cell = shown.as_deref().map_or(cell, |shown| Slice::new(shown, 0));
        let said = without_markup(cell);
        self.finding(said) == Some(Finding::Named(Severity::Critical))
            || self.lexicon.severity(said.text) == Some(Severity::Critical)
            || (severity && self.names_critical(said.text))
    }

    /// `✅ PASS`, `**Accepted in substance.** The claim is narrowed`; `yes` below `Fixed?`. A sign alone says so only
    /// below such a title, or below `Status`.
    fn went_well(&self, column: Column, cell: Slice<'_>) -> bool {
        let label = if column == Column::Done { Label::Question } else { Label::Verdict };
        let said = read_value(cell, label, self.lexicon);
        let word = said.word.text.contains(char::is_alphanumeric);
        let tail = said.tail;
        let sentence = is_bold_sentence(cell.text) && said.ends;
        let clear =
            said.clear || (sentence && !is_condition(tail.text) && !takes_back(tail, self.lexicon));
        column != Column::Asks
            && (word || matches!(column, Column::Status | Column::Done))
            && clear
            && said.says.outcome() == Some(Outcome::Pass)
    }
}

/// `**Accepted in substance.** The claim is narrowed`
fn is_bold_sentence(cell: &str) -> bool {
    let bold = cell.strip_prefix("**").and_then(|behind| behind.split_once("**"));
    bold.is_some_and(|(sentence, _)| sentence.ends_with('.'))
}

/// Whether a title says that its table lists what was found: `Issue`, `Open findings`.
fn is_list(title: Slice<'_>, scanner: &Scanner<'_, '_>) -> bool {
    let name = without_markup(title).text;
    let list = |word: &str| is_noun(word) || scanner.lexicon.names_a_list(word);
    name.len() <= LONGEST_NAME && words_of(name).last().is_some_and(list) && !names_the_past(name)
}

/// The cells of a row, trimmed. `\|` stands in a cell, and a bar at the end opens none.
pub(super) fn cells(row: Slice<'_>) -> impl Iterator<Item = Slice<'_>> {
    let row = row.trim();
    let row = if row.text.starts_with('|') { row.after(1) } else { row };
    let closed = row.text.ends_with('|') && !row.text.ends_with("\\|");
    let text = if closed { &row.text[..row.text.len() - 1] } else { row.text };
    let (mut at, mut escaped) = (row.start, false);
    let bar = move |c: char| {
        let bar = c == '|' && !escaped;
        escaped = c == '\\' && !escaped;
        bar
    };
    text.split(bar).map(move |cell| {
        let slice = Slice::new(cell, at);
        at = slice.end() + 1;
        slice.trim()
    })
}

/// Whether a cell says that what its row lists is done, and nothing that takes it back: `Fixed. Target now in place`,
/// `✅ Resolved in 4f2a`, but not `Fixed (still open in the pool)`.
pub(super) fn says_done(cell: Slice<'_>) -> bool {
    let end = cell.text.find(['.', ':', ';', '—', '–', '(']).unwrap_or(cell.text.len());
    let (clause, behind) = cell.text.split_at(end);
    let open = |word: &str| is_state(word) || word.eq_ignore_ascii_case("still");
    is_done(clause)
        && !has_exception(behind)
        && !behind.split(|c: char| !c.is_alphanumeric()).any(open)
}

/// `~~leak~~`
pub(super) fn is_struck(cell: Slice<'_>) -> bool {
    let text = cell.text.trim_matches(['*', '_', ' ']);
    text.len() > 4 && text.starts_with("~~") && text.ends_with("~~")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_cut_into_its_cells() {
        let found = |row| cells(Slice::new(row, 7)).map(|cell| (cell.text, cell.start)).collect();
        let told: Vec<(&str, usize)> = found("| a \\| b | é |  | c |");
        assert_eq!(told, [("a \\| b", 9), ("é", 18), ("", 24), ("c", 26)]);
        let open: Vec<(&str, usize)> = found("| a | b");
        assert_eq!(open, [("a", 9), ("b", 13)]);
    }

    #[test]
    fn what_is_done_is_told_from_what_is_not() {
        for cell in [
            "Fixed",
            "✅ Resolved",
            "Resolved in 4f2a",
            "**Fixed.** Target now in place",
            "Fixed: the pool is closed",
            "Addressed (round 2)",
        ] {
            assert!(says_done(Slice::new(cell, 0)), "{cell}");
        }
        for cell in [
            "Open",
            "Not fixed",
            "Fixed?",
            "Fixed pools overflow",
            "To be fixed",
            "Fixed (still in the log)",
            "Fixed, but not in the log",
            "Fixed. One caller remaining",
        ] {
            assert!(!says_done(Slice::new(cell, 0)), "{cell}");
        }
    }
}
