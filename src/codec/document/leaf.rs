//! Lines as a page shows them, with the way back to the bytes that they were written with.
//!
//! `**Verdict:**&nbsp;:x: ＦＡＩＬ` is shown as `Verdict: ❌ FAIL`, and `Verdict:` is strong.

use crate::source::{Span, is_hidden, is_joiner};

/// A range of what is shown; never over more than one line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::codec) struct Text {
    pub(in crate::codec) start: u32,
    pub(in crate::codec) end: u32,
}

impl Text {
    pub(in crate::codec) fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// A range inside this one, counted from its start.
    pub(in crate::codec) fn part(self, start: usize, end: usize) -> Self {
        Self { start: self.start + short(start), end: self.start + short(end) }
    }
}

/// How a range of a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::codec) enum Mark {
    Strong,
    Code,
    Struck,
    Linked,
    /// The text that stands for an image: `![P1](p1.svg)`.
    Image,
}

impl Mark {
    pub(super) const ALL: [Self; 5] =
        [Self::Strong, Self::Code, Self::Struck, Self::Linked, Self::Image];
}

/// A range that is drawn in some way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::codec) struct Marked {
    pub(in crate::codec) text: Text,
    pub(in crate::codec) mark: Mark,
}

/// All lines of a document, each with a line feed behind it.
#[derive(Debug, Default)]
pub(in crate::codec) struct Shown {
    text: String,
    /// Where a run begins, and the byte that it was written at.
    runs: Vec<(u32, u32)>,
    /// In the order of their starts.
    marks: Vec<Marked>,
}

impl Shown {
    pub(in crate::codec) fn get(&self, text: Text) -> &str {
        self.text.get(text.start as usize..text.end as usize).unwrap_or("")
    }

    /// The byte that a place of the shown text was written at.
    pub(in crate::codec) fn byte(&self, at: u32) -> u32 {
        let behind = self.runs.partition_point(|run| run.0 <= at);
        let Some(&(start, from)) = behind.checked_sub(1).and_then(|at| self.runs.get(at)) else {
            return at;
        };
        from + (at - start)
    }

    /// The bytes that a text was written with.
    pub(in crate::codec) fn span(&self, text: Text) -> Span {
        let start = self.byte(text.start);
        let last = if text.is_empty() { start } else { self.byte(text.end - 1) + 1 };
        Span::new(start as usize, last.max(start) as usize)
    }

    /// What is drawn in some way on the line that a text stands on.
    pub(in crate::codec) fn marks(&self, text: Text) -> &[Marked] {
        let (before, behind) = self.text.split_at((text.start as usize).min(self.text.len()));
        let start = short(before.rfind('\n').map_or(0, |at| at + 1));
        let end = short(before.len() + behind.find('\n').unwrap_or(behind.len()));
        let first = self.marks.partition_point(|marked| marked.text.start < start);
        let last = self.marks.partition_point(|marked| marked.text.start < end);
        self.marks.get(first..last).unwrap_or(&[])
    }

    /// Whether all of a text is drawn in some way, signs around it aside.
    pub(in crate::codec) fn is_all(&self, text: Text, mark: Mark) -> bool {
        let said = self.get(text);
        let inner = said.trim_matches(|c: char| !c.is_alphanumeric());
        let from = text.start + short(said.find(inner).unwrap_or(0));
        let end = from + short(inner.len());
        let mut at = from;
        for marked in self.marks(text).iter().filter(|marked| marked.mark == mark) {
            let gap = self.get(Text { start: at, end: marked.text.start.max(at) });
            if gap.chars().any(char::is_alphanumeric) {
                return false;
            }
            at = at.max(marked.text.end);
        }
        at >= end && !inner.is_empty()
    }

    pub(super) fn len(&self) -> u32 {
        short(self.text.len())
    }
}

/// Sources of 4 GiB are refused long before.
pub(super) fn short(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// A line on its way: runs of text, and what is drawn in some way.
#[derive(Debug, Default)]
pub(super) struct Draft {
    text: String,
    runs: Vec<(u32, u32)>,
    marks: Vec<Marked>,
    /// Where an open mark began, and how often it is open.
    open: [(u32, u32); Mark::ALL.len()],
}

impl Draft {
    pub(super) fn push(&mut self, text: &str, byte: u32) {
        self.runs.push((short(self.text.len()), byte));
        self.text.push_str(text);
    }

    pub(super) fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    pub(super) fn last(&self) -> &str {
        &self.text
    }

    pub(super) fn is_open(&self, mark: Mark) -> bool {
        self.open[mark as usize].1 > 0
    }

    pub(super) fn begin(&mut self, mark: Mark) {
        let at = short(self.text.len());
        let open = &mut self.open[mark as usize];
        if open.1 == 0 {
            open.0 = at;
        }
        open.1 += 1;
    }

    pub(super) fn end(&mut self, mark: Mark) {
        let end = short(self.text.len());
        let open = &mut self.open[mark as usize];
        open.1 = open.1.saturating_sub(1);
        if open.1 == 0 && open.0 < end {
            self.marks.push(Marked { text: Text { start: open.0, end }, mark });
            open.0 = end;
        }
    }

    /// Drops marks that were never closed: a paragraph has ended.
    pub(super) fn release(&mut self) {
        self.open = Default::default();
    }

    /// Ends the line: cleans it, and hands it to what is shown. Its place there.
    pub(super) fn finish(&mut self, shown: &mut Shown) -> Text {
        let end = short(self.text.len());
        for mark in Mark::ALL {
            let open = &mut self.open[mark as usize];
            if open.1 > 0 && open.0 < end {
                self.marks.push(Marked { text: Text { start: open.0, end }, mark });
            }
            open.0 = 0;
        }
        let start = shown.len();
        let map = clean(&self.text, &self.runs, shown);
        let place = |at: u32| match &map {
            None => start + at.min(end),
            Some(map) => map.get(at as usize).copied().unwrap_or(start),
        };
        let first = shown.marks.len();
        for marked in &self.marks {
            let text = Text { start: place(marked.text.start), end: place(marked.text.end) };
            if !text.is_empty() {
                shown.marks.push(Marked { text, ..*marked });
            }
        }
        if let Some(own) = shown.marks.get_mut(first..) {
            own.sort_by_key(|marked| marked.text.start);
        }
        let text = Text { start, end: shown.len() };
        shown.text.push('\n');
        self.text.clear();
        self.runs.clear();
        self.marks.clear();
        text
    }
}

/// Adds a line as it is shown. None where nothing moved, else the place of each of its bytes.
fn clean(text: &str, runs: &[(u32, u32)], shown: &mut Shown) -> Option<Vec<u32>> {
    let start = shown.len();
    let mut before = b' ';
    let plain = text.bytes().all(|byte| {
        let fits = matches!(byte, b'!'..=b'~') || (byte == b' ' && before != b' ');
        before = byte;
        fits
    });
    if plain && before != b' ' && text.matches(':').nth(1).is_none() {
        shown.text.push_str(text);
        shown.runs.extend(runs.iter().map(|(at, byte)| (start + at, *byte)));
        return None;
    }
    let mut map = vec![0; text.len() + 1];
    let mut run = 0;
    // The byte of the source, and that of what is shown, which the last run puts side by side.
    let mut last = (u32::MAX, 0);
    let mut put = |shown: &mut Shown, at: usize, said: &str| {
        while runs.get(run + 1).is_some_and(|next| next.0 as usize <= at) {
            run += 1;
        }
        let byte = runs.get(run).map_or(0, |run| run.1 + (short(at) - run.0));
        if shown.len().wrapping_sub(last.1) != byte.wrapping_sub(last.0) || last.0 == u32::MAX {
            shown.runs.push((shown.len(), byte));
            last = (byte, shown.len());
        }
        shown.text.push_str(said);
    };
    let (mut at, mut blank) = (0, None);
    while let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let rest = &text[at..];
        let (said, len) = match c {
            '\u{1b}' | '\u{9b}' => (None, sequence(rest)),
            ':' => match shortcode(rest) {
                Some((sign, len)) => (Some(Drawn::Sign(sign)), len),
                None => (Some(Drawn::Same), 1),
            },
            c => (drawn(c), c.len_utf8()),
        };
        map[at..at + len].fill(shown.len());
        match said {
            None => {}
            Some(Drawn::Blank) => blank = blank.or(Some(at)),
            Some(drawn) => {
                if let Some(blank) = blank.take()
                    && shown.len() > start
                {
                    put(shown, blank, " ");
                    map[at..at + len].fill(shown.len());
                }
                match drawn {
                    Drawn::Char(c) => put(shown, at, c.encode_utf8(&mut [0; 4])),
                    Drawn::Sign(sign) => put(shown, at, sign),
                    Drawn::Same | Drawn::Blank => put(shown, at, &rest[..len]),
                }
            }
        }
        at += len;
    }
    map[text.len()] = shown.len();
    Some(map)
}

/// What a character is shown as.
enum Drawn {
    Same,
    Blank,
    Char(char),
    Sign(&'static str),
}

fn drawn(c: char) -> Option<Drawn> {
    match c {
        '!'..='~' => Some(Drawn::Same),
        '\t' | '\n' | '\r' => Some(Drawn::Blank),
        '\u{fe00}'..='\u{fe0f}' => None,
        c if is_hidden(c) || is_joiner(c) => None,
        c if c.is_whitespace() => Some(Drawn::Blank),
        '\u{ff01}'..='\u{ff5e}' => {
            Some(Drawn::Char(char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c)))
        }
        _ => Some(Drawn::Same),
    }
}

/// The length of a sequence for terminals: `ESC [ 31 m`, `ESC ] 8 ; ; link BEL`.
pub(super) fn sequence(rest: &str) -> usize {
    let mut chars = rest.char_indices();
    let kind = match chars.next() {
        Some((_, '\u{9b}')) => '[',
        _ => chars.next().map_or(' ', |(_, c)| c),
    };
    let mut escaped = false;
    let last = match kind {
        '[' => chars.find(|(_, c)| matches!(c, '@'..='~')),
        ']' => chars.find(|(_, c)| {
            let ends = *c == '\u{7}' || (escaped && *c == '\\');
            escaped = *c == '\u{1b}';
            ends
        }),
        other => return (1 + other.len_utf8()).min(rest.len()),
    };
    last.map_or(rest.len(), |(at, c)| at + c.len_utf8())
}

/// `:white_check_mark:`, and its length.
fn shortcode(rest: &str) -> Option<(&'static str, usize)> {
    let name = rest.get(1..)?;
    let letter = |c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '+' | '-'));
    let end = name.find(letter).filter(|end| name[*end..].starts_with(':'))?;
    let (_, sign) = SHORTCODES.iter().find(|(known, _)| *known == &name[..end])?;
    Some((sign, end + 2))
}

/// Signs that reviews are written with, as services spell them.
const SHORTCODES: &[(&str, &str)] = &[
    ("white_check_mark", "✅"),
    ("heavy_check_mark", "✔"),
    ("ballot_box_with_check", "☑"),
    ("+1", "👍"),
    ("thumbsup", "👍"),
    ("green_circle", "🟢"),
    ("large_green_circle", "🟢"),
    ("x", "❌"),
    ("heavy_multiplication_x", "✖"),
    ("negative_squared_cross_mark", "❎"),
    ("no_entry", "⛔"),
    ("no_entry_sign", "🚫"),
    ("-1", "👎"),
    ("thumbsdown", "👎"),
    ("stop_sign", "🛑"),
    ("octagonal_sign", "🛑"),
    ("red_circle", "🔴"),
    ("rotating_light", "🚨"),
    ("orange_circle", "🟠"),
    ("large_orange_circle", "🟠"),
    ("yellow_circle", "🟡"),
    ("large_yellow_circle", "🟡"),
    ("blue_circle", "🔵"),
    ("large_blue_circle", "🔵"),
    ("warning", "⚠"),
    ("construction", "🚧"),
    ("exclamation", "❗"),
    ("bangbang", "‼"),
    ("question", "❓"),
    ("bulb", "💡"),
    ("information_source", "ℹ"),
    ("memo", "📝"),
    ("bug", "🐛"),
    ("lock", "🔒"),
    ("rocket", "🚀"),
    ("tada", "🎉"),
];

#[cfg(test)]
mod tests {
    use super::{Draft, Mark, Shown};

    fn shown(text: &str) -> (String, Vec<u32>) {
        let (mut draft, mut shown) = (Draft::default(), Shown::default());
        draft.push(text, 100);
        let line = draft.finish(&mut shown);
        let bytes = (line.start..line.end).map(|at| shown.byte(at)).collect();
        (shown.get(line).to_owned(), bytes)
    }

    #[test]
    fn a_line_is_shown_as_a_page_shows_it() {
        for (written, expected) in [
            ("Verdict: pass", "Verdict: pass"),
            ("  two\t words \u{a0} ", "two words"),
            ("結果：ＡＰＰＲＯＶＥ", "結果:APPROVE"),
            ("\u{200b}FA\u{ad}IL\u{feff}", "FAIL"),
            ("\u{1b}[1;31mFAIL\u{1b}[0m", "FAIL"),
            ("\u{1b}]8;;https://a.example\u{7}PASS\u{1b}]8;;\u{1b}\\", "PASS"),
            (":x: Rejected: a :lock: b", "❌ Rejected: a 🔒 b"),
            ("⚠\u{fe0f} CONCERNS", "⚠ CONCERNS"),
            ("a::b at 10:30:11", "a::b at 10:30:11"),
            ("\u{1b}[", ""),
        ] {
            assert_eq!(shown(written).0, expected, "{written:?}");
        }
    }

    #[test]
    fn every_letter_leads_back_to_its_byte() {
        let (text, bytes) = shown("  a \u{200b} :x:  Ｆ");
        assert_eq!(text, "a ❌ F");
        let at: Vec<u32> = text.char_indices().map(|(at, _)| bytes[at] - 100).collect();
        assert_eq!(at, [2, 3, 8, 11, 13]);
    }

    #[test]
    fn marks_keep_their_words() {
        let (mut draft, mut all) = (Draft::default(), Shown::default());
        draft.push("  so ", 0);
        draft.begin(Mark::Strong);
        draft.push("Ver\u{200b}dict:", 7);
        draft.end(Mark::Strong);
        draft.push(" FAIL", 22);
        let line = draft.finish(&mut all);
        let marks = all.marks(line);
        assert_eq!((marks.len(), all.get(marks[0].text)), (1, "Verdict:"));
        assert!(!all.is_all(line, Mark::Strong));
        assert!(all.is_all(marks[0].text, Mark::Strong));
    }
}
