//! Lines for a terminal. Whatever is put on a page is made visible first, so that no text can
//! act on the terminal or begin a line of its own.

use std::fmt::Write as _;

use super::visible::{visible, without_commands};
use super::width::{columns_of, fit};

/// What a piece of text is for; colours follow from it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    Plain,
    /// A heading.
    Strong,
    /// What can be skipped.
    Quiet,
    Good,
    Odd,
    Bad,
}

/// A part of a line.
struct Piece {
    style: Style,
    text: String,
    /// Where it leads.
    url: Option<String>,
}

/// A text that grows line by line.
pub(super) struct Page {
    text: String,
    line: Vec<Piece>,
    color: bool,
    width: usize,
}

/// Rows of a line that goes on are so many columns further in.
const HANG: usize = 4;
/// A line goes on for so many rows: as much as the widest page holds in one, on one of 50 columns.
const MOST_ROWS: usize = 5;
/// Narrower than this, nothing reads well.
const NARROWEST: usize = 40;

impl Style {
    /// Its SGR codes.
    fn codes(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Strong => "1",
            Self::Quiet => "2",
            Self::Good => "1;32",
            Self::Odd => "33",
            Self::Bad => "1;31",
        }
    }
}

impl Page {
    pub(super) fn new(color: bool, width: usize) -> Self {
        Self { text: String::new(), line: Vec::new(), color, width: width.max(NARROWEST) }
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// Appends to the line.
    pub(super) fn put(&mut self, style: Style, text: &str) -> &mut Self {
        self.link(style, text, None)
    }

    /// The same, leading somewhere.
    pub(super) fn link(&mut self, style: Style, text: &str, url: Option<String>) -> &mut Self {
        self.line.push(Piece { style, text: visible(text).into_owned(), url });
        self
    }

    /// Appends to the line, and fills it up to a column of `width`.
    pub(super) fn cell(&mut self, style: Style, text: &str, width: usize) -> &mut Self {
        let text = visible(text);
        let gap = width.saturating_sub(columns_of(&text));
        self.put(style, &text).put(Style::Plain, &" ".repeat(gap))
    }

    /// Ends the line. What is wider than the page goes on in rows below it, further in, and is cut behind [`MOST_ROWS`].
    pub(super) fn end(&mut self) {
        let line = std::mem::take(&mut self.line);
        let whole: String = line.iter().map(|piece| piece.text.as_str()).collect();
        let whole = whole.trim_end();
        let margin = whole.len() - whole.trim_start_matches(' ').len();
        let hang = (margin + HANG).min(self.width / 2);
        let (mut from, mut room) = (0, self.width);
        for row in 1.. {
            let rest = &whole[from..];
            let (shown, tail) = if row == MOST_ROWS { (rest, "") } else { broken(rest, room) };
            let cut = columns_of(shown) > room;
            let shown = if cut { fit(shown, room - 1) } else { shown.trim_end() };
            self.paint_part(&line, from, from + shown.len());
            self.text.push_str(if cut { "…\n" } else { "\n" });
            if tail.is_empty() {
                return;
            }
            self.text.push_str(&" ".repeat(hang));
            (from, room) = (whole.len() - tail.len(), self.width - hang);
        }
    }

    /// The bytes of a line from one place to another.
    fn paint_part(&mut self, line: &[Piece], from: usize, to: usize) {
        let mut start = 0;
        for piece in line {
            let end = start + piece.text.len();
            let (first, last) = (from.max(start), to.min(end));
            if first < last {
                self.paint(piece, &piece.text[first - start..last - start]);
            }
            start = end;
        }
    }

    /// One whole line.
    pub(super) fn line(&mut self, style: Style, text: &str) {
        self.put(style, text).end();
    }

    /// An empty line, unless there is one or nothing stands above.
    pub(super) fn gap(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    /// The text, with one line end behind it; nothing where nothing was put.
    pub(super) fn finish(mut self) -> String {
        let kept = self.text.trim_end_matches('\n').len();
        self.text.truncate(kept);
        if kept > 0 {
            self.text.push('\n');
        }
        without_commands(self.text)
    }

    fn paint(&mut self, piece: &Piece, text: &str) {
        let codes = piece.style.codes();
        if let Some(url) = piece.url.as_deref().filter(|_| !text.is_empty()) {
            let _ = write!(self.text, "\u{1b}]8;;{url}\u{1b}\\");
        }
        if self.color && !codes.is_empty() && !text.is_empty() {
            self.text.push_str(&format!("\u{1b}[{codes}m{text}\u{1b}[0m"));
        } else {
            self.text.push_str(text);
        }
        if piece.url.is_some() && !text.is_empty() {
            self.text.push_str("\u{1b}]8;;\u{1b}\\");
        }
    }
}

/// Breaks a visible text into rows of at most `width` columns, at blanks where it can;
/// what does not fit into `most` rows is cut.
pub(crate) fn rows(text: &str, width: usize, most: usize) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    let mut rest = text.trim_end();
    while columns_of(rest) > width {
        if rows.len() + 1 == most {
            rows.push(format!("{}…", fit(rest, width.saturating_sub(1))));
            return rows;
        }
        let (row, tail) = broken(rest, width);
        rows.push(row.to_owned());
        rest = tail;
    }
    if !rest.is_empty() || rows.is_empty() {
        rows.push(rest.to_owned());
    }
    rows
}

/// The first row of a text, broken at a blank where it can be, and what goes on behind it.
fn broken(text: &str, width: usize) -> (&str, &str) {
    if columns_of(text) <= width {
        return (text, "");
    }
    // A row holds at least one character, also one that is wider than the row.
    let first = text.chars().next().map_or(0, char::len_utf8);
    let full = fit(text, width).len().max(first);
    // The blank may stand right behind the row.
    let behind = full + usize::from(text[full..].starts_with(' '));
    let blank = text[..behind].rfind(' ').filter(|&at| columns_of(&text[..at]) > width / 2);
    let (row, tail) = text.split_at(blank.unwrap_or(full));
    (row, tail.trim_start_matches(' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_goes_on_and_no_text_begins_one() {
        let mut page = Page::new(false, 40);
        page.put(Style::Plain, "ok\nOPEN  pass\u{1b}[2K ").put(Style::Bad, &"x".repeat(50)).end();
        let rows = format!("    {}\n    {}\n", "x".repeat(36), "x".repeat(14));
        assert_eq!(page.finish(), format!("ok\\nOPEN  pass\\u{{1b}}[2K\n{rows}"));
    }

    #[test]
    fn a_line_that_goes_on_keeps_its_words_and_colours_and_ends() {
        let mut page = Page::new(true, 40);
        page.put(Style::Bad, "src/mail/queue.rs:64: ").put(Style::Plain, "a mail that bounces is ");
        page.put(Style::Quiet, "put back").end();
        page.put(Style::Plain, &"x ".repeat(400)).end();
        let text = page.finish();
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!(
            rows[..2],
            [
                "\u{1b}[1;31msrc/mail/queue.rs:64: \u{1b}[0ma mail that",
                "    bounces is \u{1b}[2mput back\u{1b}[0m"
            ]
        );
        assert_eq!(rows.len(), 2 + MOST_ROWS);
        assert!(
            rows[2..].iter().all(|row| columns_of(row) <= 40) && text.ends_with("x…\n"),
            "{text}"
        );
    }

    #[test]
    fn colour_is_only_used_when_asked_for() {
        let mut page = Page::new(true, 40);
        page.cell(Style::Good, "pass", 6).put(Style::Plain, "x").end();
        assert_eq!(page.finish(), "\u{1b}[1;32mpass\u{1b}[0m  x\n");
    }

    #[test]
    fn columns_are_counted_as_a_terminal_shows_them() {
        let mut page = Page::new(false, 40);
        page.cell(Style::Plain, "日本", 6).put(Style::Plain, "x").end();
        page.put(Style::Plain, &"日".repeat(30)).put(Style::Plain, "x").end();
        let rows = format!("{}\n    {}x\n", "日".repeat(20), "日".repeat(10));
        assert_eq!(page.finish(), format!("日本  x\n{rows}"));
    }

    #[test]
    fn rows_break_at_blanks_and_end() {
        assert_eq!(rows("one two three four", 10, 9), ["one two", "three four"]);
        assert_eq!(rows("abcdefghijkl", 5, 9), ["abcde", "fghij", "kl"]);
        assert_eq!(rows("abcdefghijklmnop", 5, 2), ["abcde", "fghi…"]);
        assert_eq!(rows("", 5, 2), [""]);
        assert_eq!(rows("日本 語日本", 5, 9), ["日本", "語日", "本"]);
        assert_eq!(rows("日本", 1, 9), ["日", "本"]);
    }
}
