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

    /// Ends the line; what is wider than the page is cut.
    pub(super) fn end(&mut self) {
        let line = std::mem::take(&mut self.line);
        let total: usize = line.iter().map(|piece| columns_of(&piece.text)).sum();
        let keep = if total > self.width { self.width - 1 } else { total };
        let mut rest = keep;
        let last = line.iter().rposition(|piece| !piece.text.trim_end().is_empty());
        for (index, piece) in line.iter().enumerate().take(last.map_or(0, |last| last + 1)) {
            let text = piece.text.as_str();
            let mut shown = fit(text, rest);
            // Nothing follows what is cut.
            rest = if shown.len() < text.len() { 0 } else { rest - columns_of(shown) };
            if Some(index) == last && total == keep {
                shown = shown.trim_end();
            }
            self.paint(piece, shown);
        }
        if total > keep {
            self.text.push('…');
        }
        self.text.push('\n');
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
    // A row holds at least one character, also one that is wider than the row.
    let first = |rest: &str| rest.chars().next().map_or(0, char::len_utf8);
    while columns_of(rest) > width {
        if rows.len() + 1 == most {
            rows.push(format!("{}…", fit(rest, width.saturating_sub(1))));
            return rows;
        }
        let full = fit(rest, width).len().max(first(rest));
        // The blank may stand right behind the row.
        let behind = full + usize::from(rest[full..].starts_with(' '));
        let blank = rest[..behind].rfind(' ').filter(|&at| columns_of(&rest[..at]) > width / 2);
        let (row, tail) = rest.split_at(blank.unwrap_or(full));
        rows.push(row.to_owned());
        rest = tail.trim_start_matches(' ');
    }
    if !rest.is_empty() || rows.is_empty() {
        rows.push(rest.to_owned());
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_at_the_width_and_never_broken_by_its_text() {
        let mut page = Page::new(false, 40);
        page.put(Style::Plain, "ok\nOPEN  pass\u{1b}[2K").put(Style::Bad, &"x".repeat(90)).end();
        assert_eq!(page.finish(), "ok\\nOPEN  pass\\u{1b}[2Kxxxxxxxxxxxxxxxx…\n".to_owned());
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
        assert_eq!(page.finish(), format!("日本  x\n{}…\n", "日".repeat(19)));
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
