//! Rows of HTML whose cells stand in lines of their own: `<td>Verdict</td>`, and below it `<td>FAIL</td>`.

use super::Scanner;
use crate::codec::text::lines::Line;
use crate::codec::text::slice::Slice;
use crate::codec::text::tags::{Tag, is_one_of};
use crate::ir::{Outcome, RemarkKind};

/// So many cells are read as one row.
const MOST: usize = 16;

/// Cells that stand below each other.
pub(super) struct Row<'a> {
    /// All of them, as one line.
    text: String,
    first: Slice<'a>,
    last: Slice<'a>,
}

/// The row that ends in a line, if that is a cell: one of at least two.
pub(super) fn row_above<'a>(lines: &[Line<'a>], at: usize) -> Option<Row<'a>> {
    let is_last = |at: usize| !lines.get(at + 1).is_some_and(is_cell);
    if !is_cell(&lines[at]) || !is_last(at) {
        return None;
    }
    let cells = lines[..=at].iter().rev().take_while(|line| is_cell(line)).take(MOST).count();
    let row = &lines[at + 1 - cells..=at];
    (cells > 1).then(|| Row {
        text: row.iter().map(|line| line.text.text).collect(),
        first: row[0].whole.trim(),
        last: lines[at].whole.trim(),
    })
}

fn is_cell(line: &Line<'_>) -> bool {
    let Some((tag, _)) = line.quoted.is_none().then(|| Tag::read(line.text.text)).flatten() else {
        return false;
    };
    let name = line.text.text.strip_suffix('>').and_then(|text| Some(text.rsplit_once("</")?.1));
    !tag.closes
        && is_one_of(tag.name, &["td", "th", "dt", "dd"])
        && name.is_some_and(|name| name.eq_ignore_ascii_case(tag.name))
}

impl<'a> Scanner<'_, 'a> {
    /// A row says what it would say in one line, unless one of its cells says something by itself.
    pub(super) fn row_in_lines(&mut self, row: &Row<'a>) {
        let told = self.found.last().is_some_and(|found| found.line.start >= row.first.start);
        let kind = match self.apart(&row.text).says_worse(false) {
            Some(_) if told => return,
            Some(RemarkKind::Finding) => RemarkKind::Finding,
            Some(_) => RemarkKind::Unclear,
            None => return,
        };
        self.note(kind, Outcome::Hold, row.last, row.last, None);
    }
}
