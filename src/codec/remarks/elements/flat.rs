//! What a line of HTML shows, and what stands between its pieces.

use super::names_something;
use crate::codec::remarks::Scanner;
use crate::codec::text::slice::Slice;
use crate::codec::text::tags::{Tag, held_in, is_one_of};

/// Elements that change how words look, in the middle of them too.
const INLINE: [&str; 15] = [
    "b", "strong", "i", "em", "u", "code", "span", "a", "sub", "sup", "small", "kbd", "font",
    "mark", "big",
];
/// Elements that put words apart, and change nothing about what they say.
const BLOCKS: [&str; 21] = [
    "td", "th", "tr", "p", "div", "li", "ul", "ol", "dl", "dt", "dd", "table", "tbody", "thead",
    "summary", "details", "center", "section", "br", "hr", "img",
];
/// What ends where one of these does is answered before.
const ENDERS: [&str; 4] = ["tr", "li", "p", "div"];

/// What stands between two pieces of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    /// `<b>`
    Inline,
    /// `<td>`, and whether it ends what stands in front of it.
    Block { ends: bool },
    /// `<s>`, `<verdict>`: nobody knows what it says of its words.
    Odd,
    /// `:`, `—`
    Mark,
    /// `(`, in front of an answer.
    Bracket,
    /// `,`
    Clause,
}

impl Edge {
    /// Whether a label may end here.
    pub(super) fn ends_a_name(self) -> bool {
        !matches!(self, Self::Bracket | Self::Clause)
    }
}

/// What a line shows: its text without tags, and what stood between its pieces.
pub(super) struct FlatLine<'a> {
    pub(super) text: String,
    /// Where each begins and ends in the text.
    pub(super) edges: Vec<(usize, usize, Edge)>,
    /// Elements that are named for what they hold, and where that begins: `<verdict>FAIL</verdict>`.
    pub(super) named: Vec<(&'a str, usize)>,
    /// Those of them that end in the line.
    pub(super) closed: Vec<&'a str>,
    /// All cells are titles: `<tr><th>Verdict</th><th>Notes</th></tr>`.
    pub(super) titles: bool,
    /// An element is among them that may change what its words say.
    pub(super) odd: bool,
}

impl<'a> FlatLine<'a> {
    pub(super) fn of(line: &'a str, scanner: &Scanner<'_, '_>) -> Self {
        let mut shown = Self {
            text: String::with_capacity(line.len()),
            edges: Vec::new(),
            named: Vec::new(),
            closed: Vec::new(),
            titles: false,
            odd: false,
        };
        let (mut titles, mut cells, mut codes) = (false, false, true);
        let mut rest = line;
        while let Some(c) = rest.chars().next() {
            if c == '`'
                && let Some(end) = rest[1..].find('`')
            {
                // What is in code is neither a tag nor a mark.
                let (code, behind) = rest.split_at(end + 2);
                shown.text.push_str(code);
                rest = behind;
                continue;
            }
            if c == '<'
                && let Some((tag, behind)) = Tag::read(rest)
            {
                titles |= is_one_of(tag.name, &["th"]);
                cells |= is_one_of(tag.name, &["td"]);
                rest = behind;
                if codes && !tag.closes && is_one_of(tag.name, &["code"]) {
                    if let Some((code, behind)) = held_in(behind, tag.name) {
                        shown.text.extend(["`", code, "`"]);
                        rest = behind;
                        continue;
                    }
                    // Nor does one end further on.
                    codes = false;
                }
                shown.tag(tag, scanner);
                continue;
            }
            let (len, edge) = match c {
                // `<td nowrap>`: what a page does not show may be a word of it.
                '<' | '>' => (1, Edge::Odd),
                ':' | '：' | '=' | '?' | '？' | '—' | '–' | '|' | '→' => {
                    (c.len_utf8(), Edge::Mark)
                }
                ' ' if rest.starts_with(" - ") => (3, Edge::Mark),
                '-' if rest.starts_with("->") => (2, Edge::Mark),
                '(' | '[' => (1, Edge::Bracket),
                ',' | ';' => (1, Edge::Clause),
                '.' if rest[1..].starts_with(' ') => (1, Edge::Clause),
                _ => {
                    shown.text.push(c);
                    rest = &rest[c.len_utf8()..];
                    continue;
                }
            };
            shown.odd |= edge == Edge::Odd;
            let begun = shown.text.len();
            shown.text.push_str(&rest[..len]);
            shown.edges.push((begun, shown.text.len(), edge));
            rest = &rest[len..];
        }
        shown.titles = titles && !cells;
        shown
    }

    fn tag(&mut self, tag: Tag<'a>, scanner: &Scanner<'_, '_>) {
        let begun = self.text.len();
        let edge = if is_one_of(tag.name, &INLINE) {
            Edge::Inline
        } else {
            self.text.push_str(" | ");
            let heading = matches!(tag.name.as_bytes(), [b'h' | b'H', b'1'..=b'6']);
            match heading || is_one_of(tag.name, &BLOCKS) {
                true => Edge::Block { ends: tag.closes && is_one_of(tag.name, &ENDERS) },
                false => Edge::Odd,
            }
        };
        self.odd |= edge == Edge::Odd;
        self.edges.push((begun, self.text.len(), edge));
        if edge == Edge::Odd && names_something(Slice::new(tag.name, 0), scanner) {
            match tag.closes {
                true if self.closed.contains(&tag.name) => {}
                true => self.closed.push(tag.name),
                false => self.named.push((tag.name, self.text.len())),
            }
        }
    }

    /// The end of the line that begins here and stands by itself, label, mark and value, with no element in it:
    /// `<li>Blockers: none</li>`.
    pub(super) fn own_line(&self, start: usize, next: usize) -> Option<usize> {
        let mut value = None;
        let mut end = self.text.len();
        let (mut seen, mut letters) = (start, false);
        for (at, behind, edge) in self.edges[next..].iter().copied() {
            match edge {
                Edge::Inline | Edge::Odd => return None,
                Edge::Block { .. } => {
                    end = at;
                    break;
                }
                Edge::Mark => value = value.or(Some(behind)),
                // `[P0] SQL`
                Edge::Bracket if value.is_none() => {
                    letters |= self.text[seen..at].contains(char::is_alphabetic);
                    seen = at;
                    value = (!letters).then_some(behind);
                }
                Edge::Bracket | Edge::Clause => {}
            }
        }
        let marks = |c: char| c.is_whitespace() || matches!(c, '*' | '_');
        let value = self.text.get(value?..end)?;
        (!self.odd && !value.trim_matches(marks).is_empty()).then_some(end)
    }

    /// Where what answers a label begins, behind its marks.
    pub(super) fn value_at(&self, end: usize) -> usize {
        let signs: &[char] = &[':', '：', '=', '|', '—', '–', '-', '?', '？', '→', ' ', '\t'];
        self.text.len() - self.text[end..].trim_start_matches(signs).len()
    }
}
