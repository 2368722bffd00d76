//! Lines for a terminal. Whatever is put on a page is made visible first, so that no text can
//! act on the terminal or begin a line of its own.

use super::visible::visible;

/// What a piece of text is for; colours follow from it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Plain,
    /// A heading.
    Strong,
    /// What can be skipped.
    Quiet,
    Good,
    Odd,
    Bad,
}

/// A text that grows line by line.
pub(super) struct Page {
    text: String,
    line: Vec<(Style, String)>,
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
        self.line.push((style, visible(text).into_owned()));
        self
    }

    /// Appends to the line, and fills it up to a column of `width` characters.
    pub(super) fn cell(&mut self, style: Style, text: &str, width: usize) -> &mut Self {
        let text = visible(text);
        let gap = width.saturating_sub(text.chars().count());
        self.put(style, &text).put(Style::Plain, &" ".repeat(gap))
    }

    /// Ends the line; what is wider than the page is cut.
    pub(super) fn end(&mut self) {
        let line = std::mem::take(&mut self.line);
        let total: usize = line.iter().map(|(_, text)| text.chars().count()).sum();
        let keep = if total > self.width { self.width - 1 } else { total };
        let mut rest = keep;
        let last = line.iter().rposition(|(_, text)| !text.trim_end().is_empty());
        for (index, (style, text)) in line.iter().enumerate().take(last.map_or(0, |last| last + 1))
        {
            let mut shown: String = text.chars().take(rest).collect();
            rest -= shown.chars().count();
            if Some(index) == last && total == keep {
                shown.truncate(shown.trim_end().len());
            }
            self.paint(*style, &shown);
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

    pub(super) fn finish(mut self) -> String {
        let kept = self.text.trim_end_matches('\n').len();
        self.text.truncate(kept);
        self.text.push('\n');
        self.text
    }

    fn paint(&mut self, style: Style, text: &str) {
        let codes = style.codes();
        if self.color && !codes.is_empty() && !text.is_empty() {
            self.text.push_str(&format!("\u{1b}[{codes}m{text}\u{1b}[0m"));
        } else {
            self.text.push_str(text);
        }
    }
}

/// Breaks a visible text into rows of at most `width` characters, at blanks where it can;
/// what does not fit into `most` rows is cut.
pub(super) fn rows(text: &str, width: usize, most: usize) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    let mut rest: Vec<char> = text.trim_end().chars().collect();
    while rest.len() > width {
        if rows.len() + 1 == most {
            rest.truncate(width.saturating_sub(1));
            rest.push('…');
            break;
        }
        let blank = rest[..=width].iter().rposition(|&c| c == ' ').filter(|&at| at > width / 2);
        let tail = rest.split_off(blank.unwrap_or(width));
        rows.push(rest.iter().collect());
        rest = tail.into_iter().skip_while(|&c| c == ' ').collect();
    }
    rows.push(rest.iter().collect());
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
    fn rows_break_at_blanks_and_end() {
        assert_eq!(rows("one two three four", 10, 9), ["one two", "three four"]);
        assert_eq!(rows("abcdefghijkl", 5, 9), ["abcde", "fghij", "kl"]);
        assert_eq!(rows("abcdefghijklmnop", 5, 2), ["abcde", "fghi…"]);
        assert_eq!(rows("", 5, 2), [""]);
    }
}
