//! Reviewers' own lines, with file, place and label, drawn as miette draws them.

use super::page::{Page, Style, rows};
use super::place::{Place, Places};
use super::visible::visible;
use super::width::columns_of;
use crate::ir::{Diagnostic, Level};
use crate::source::Span;

/// A span to show, and what stands there; an empty label only shows the line.
pub(super) struct Mark {
    pub(super) span: Span,
    pub(super) label: String,
    pub(super) style: Style,
}

/// A line of an excerpt: where it begins and ends in its source, and the mark on it.
struct Line<'a> {
    place: Place<'a>,
    number: u32,
    start: usize,
    end: usize,
    mark: &'a Mark,
}

/// A reviewer's line is shown in at most so many rows.
const MOST_ROWS: usize = 4;
/// A mark over several lines shows at most so many of them.
const MOST_LINES: usize = 4;

/// Draws the marked lines, file by file, in the order of the text.
pub(super) fn draw(page: &mut Page, places: &Places<'_>, marks: &[Mark]) {
    let found = marks.iter().filter_map(|mark| Some((places.of(mark.span)?, mark)));
    let mut found: Vec<(Place<'_>, &Mark)> = found.collect();
    found.sort_by_key(|(place, _)| (place.span.source, place.span.start));
    let mut lines: Vec<Line<'_>> = Vec::new();
    for (place, mark) in found {
        // A line is drawn once, for the first mark on it: it is looked up once, too.
        let above = lines.last().filter(|above| above.place.span.source == place.span.source);
        if above.is_none_or(|above| (place.span.end as usize) > above.end) {
            push_lines(&mut lines, place, mark);
        }
    }
    lines.sort_by_key(|line| (line.place.span.source, line.number, line.place.span.start));
    let widest = lines.iter().map(|line| line.number).max().unwrap_or(1).to_string().len();
    let margin = " ".repeat(widest);
    for (index, line) in lines.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|index| lines.get(index));
        let before = before.filter(|before| before.place.span.source == line.place.span.source);
        if before.is_none() {
            let column = line.place.at.column;
            let name = format!("{}:{}:{column}", line.place.source.name(), line.number);
            page.put(Style::Quiet, &format!(" {margin} ╭─["))
                .put(Style::Plain, &name)
                .put(Style::Quiet, "]")
                .end();
        }
        if before.is_none_or(|before| before.number != line.number) {
            draw_line(page, line, &margin);
        }
        let after = lines.get(index + 1);
        if after.is_none_or(|after| after.place.span.source != line.place.span.source) {
            page.line(Style::Quiet, &format!(" {margin} ╰────"));
        }
    }
}

/// The lines that a mark lies on, the first few of them.
fn push_lines<'a>(lines: &mut Vec<Line<'a>>, place: Place<'a>, mark: &'a Mark) {
    let bytes = place.source.bytes();
    let mut at = place.span.start as usize;
    let last = (place.span.end as usize).max(at);
    for number in (place.at.line..).take(MOST_LINES) {
        let start = bytes[..at].iter().rposition(|&b| b == b'\n').map_or(0, |found| found + 1);
        let end = bytes[at..].iter().position(|&b| b == b'\n').map_or(bytes.len(), |n| at + n);
        lines.push(Line { place, number, start, end, mark });
        at = end + 1;
        if at >= last || at > bytes.len() {
            return;
        }
    }
}

fn draw_line(page: &mut Page, line: &Line<'_>, margin: &str) {
    let width = page.width().saturating_sub(margin.len() + 4);
    let bytes = line.place.source.bytes();
    let (from, to) = (line.place.span.start as usize, line.place.span.end as usize);
    // The mark must be seen, also far to the right in a file of one line.
    let far = from.clamp(line.start, line.end) - line.start > 2 * width;
    let start = if far { from } else { line.start };
    let piece = |from: usize, to: usize| {
        let enough = to.clamp(from, from + width * 4 * MOST_ROWS);
        let text = String::from_utf8_lossy(bytes.get(from..enough).unwrap_or_default());
        visible(text.trim_end_matches('\r')).into_owned()
    };
    let lead = if far { "…" } else { "" };
    let shown = rows(&format!("{lead}{}", piece(start, line.end)), width, MOST_ROWS);
    let number = format!("{:>width$}", line.number, width = margin.len());
    for (index, row) in shown.iter().enumerate() {
        let number = if index == 0 { &number } else { margin };
        page.put(Style::Quiet, &format!(" {number} │ ")).put(Style::Plain, row).end();
    }
    let label = &line.mark.label;
    if label.is_empty() || from < line.start {
        return;
    }
    if shown.len() > 1 {
        // Nothing is drawn below rows that are broken; what is said of them stands all the same.
        page.put(Style::Quiet, &format!(" {margin} · "));
        return page.put(line.mark.style, &format!("╰── {label}")).end();
    }
    let indent = columns_of(lead) + columns_of(&piece(start, from));
    let length = columns_of(piece(from, to.min(line.end)).trim_end()).max(1);
    let (before, after) = (length / 2, length - length / 2 - 1);
    page.put(Style::Quiet, &format!(" {margin} · "))
        .put(Style::Plain, &" ".repeat(indent))
        .put(line.mark.style, &format!("{}┬{}", "─".repeat(before), "─".repeat(after)))
        .end();
    page.put(Style::Quiet, &format!(" {margin} · "))
        .put(Style::Plain, &" ".repeat(indent + before))
        .put(line.mark.style, &format!("╰── {label}"))
        .end();
}

/// What reading had to say of these lines. What it says of several of them is reported once: each is marked above.
pub(super) fn tell_all(page: &mut Page, told: &[&Diagnostic]) {
    for (at, item) in told.iter().enumerate() {
        let same = |known: &&Diagnostic| known.message == item.message && known.help == item.help;
        if !told[..at].iter().any(same) {
            tell(page, item);
        }
    }
}

/// What reading had to say of these lines, and the next step.
fn tell(page: &mut Page, told: &Diagnostic) {
    let (sign, style) = match told.level {
        Level::Error => ("×", Style::Bad),
        Level::Warning => ("⚠", Style::Odd),
        Level::Advice => ("☞", Style::Quiet),
    };
    let width = page.width().saturating_sub(8);
    for (index, row) in rows(&visible(&told.message), width, MOST_ROWS).iter().enumerate() {
        let sign = if index == 0 { sign } else { " " };
        page.put(style, &format!("  {sign} ")).put(Style::Plain, row).end();
    }
    let help = told.help.iter().flat_map(|help| help.lines());
    let help = help.flat_map(|line| rows(&visible(line), width, MOST_ROWS));
    for (index, row) in help.enumerate() {
        let name = if index == 0 { "help: " } else { "      " };
        page.put(Style::Quiet, &format!("  {name}")).put(Style::Plain, &row).end();
    }
}
