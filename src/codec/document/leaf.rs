//! Lines as a page shows them, with the way back to the bytes that they were written with.
//!
//! `**Verdict:**&nbsp;:x: ＦＡＩＬ` is shown as `Verdict: ❌ FAIL`, and `Verdict:` is strong.

use super::clean::clean;
use crate::source::Span;

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

/// All lines of a document, each with a line feed behind it.
#[derive(Debug, Default)]
pub(in crate::codec) struct Shown {
    pub(super) text: String,
    /// Where a run begins, and the byte that it was written at.
    pub(super) runs: Vec<(u32, u32)>,
    /// What is drawn in each way, in its order; none of a kind lies in another.
    drawn: [Vec<Text>; Mark::ALL.len()],
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

    /// What is drawn in some way in a text, and may go on beside it.
    pub(in crate::codec) fn drawn(&self, text: Text, mark: Mark) -> &[Text] {
        let all = &self.drawn[mark as usize];
        let first = all.partition_point(|drawn| drawn.end <= text.start);
        let behind = all.partition_point(|drawn| drawn.start < text.end);
        all.get(first..behind).unwrap_or(&[])
    }

    /// Whether all of a text is drawn in some way, signs around it aside.
    pub(in crate::codec) fn is_all(&self, text: Text, mark: Mark) -> bool {
        let drawn = self.drawn(text, mark);
        if drawn.is_empty() {
            return false;
        }
        let said = self.get(text);
        let inner = said.trim_matches(|c: char| !c.is_alphanumeric());
        let front = said.len() - said.trim_start_matches(|c: char| !c.is_alphanumeric()).len();
        let from = text.start + short(front);
        let end = from + short(inner.len());
        let mut at = from;
        for drawn in drawn {
            let gap = self.get(Text { start: at, end: drawn.start.max(at) });
            if gap.chars().any(char::is_alphanumeric) {
                return false;
            }
            at = at.max(drawn.end);
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
    marks: Vec<(Mark, Text)>,
    /// Where an open mark began, and how often it is open.
    open: [(u32, u32); Mark::ALL.len()],
}

impl Draft {
    pub(super) fn push(&mut self, text: &str, byte: u32) {
        self.runs.push((short(self.text.len()), byte));
        self.text.push_str(text);
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
            self.marks.push((mark, Text { start: open.0, end }));
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
                self.marks.push((mark, Text { start: open.0, end }));
            }
            open.0 = 0;
        }
        let start = shown.len();
        let moved = clean(&self.text, &self.runs, shown);
        let (shown_end, mut near) = (shown.len(), 0);
        let mut place = |at: u32| {
            // Places are asked for nearly in their order.
            if moved.get(near).is_some_and(|known| known.0 > at) {
                near = 0;
            }
            while moved.get(near + 1).is_some_and(|next| next.0 <= at) {
                near += 1;
            }
            let next = moved.get(near + 1).map_or(shown_end, |next| next.1);
            moved.get(near).map_or(start, |known| (known.1 + at.saturating_sub(known.0)).min(next))
        };
        for (mark, text) in &self.marks {
            let text = Text { start: place(text.start), end: place(text.end) };
            if !text.is_empty() {
                shown.drawn[*mark as usize].push(text);
            }
        }
        let text = Text { start, end: shown.len() };
        shown.text.push('\n');
        self.text.clear();
        self.runs.clear();
        self.marks.clear();
        text
    }
}

#[cfg(test)]
mod tests {
    use super::{Draft, Mark, Shown, Text};

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
            ("║ Tests: pass │ Verdict: FAIL   ║", "Tests: pass | Verdict: FAIL"),
            ("╔════╗", ""),
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
        let strong = all.drawn(line, Mark::Strong);
        assert_eq!((strong.len(), all.get(strong[0])), (1, "Verdict:"));
        assert!(!all.is_all(line, Mark::Strong));
        assert!(all.is_all(strong[0], Mark::Strong));
        assert!(all.drawn(Text { start: strong[0].end, ..line }, Mark::Strong).is_empty());
    }
}
