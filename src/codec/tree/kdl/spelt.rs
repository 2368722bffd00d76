//! Characters that KDL wants escaped, raw in a text between quotation marks: upstream escapes
//! nothing but backslashes and quotation marks.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::codec::repairs::repairs;
use crate::codec::text::slice::Slice;
use crate::source::Span;

repairs! {
    /// `blocker="the \u{1b} is written raw"`
    RAW_CHARACTER = "raw_character", "a character is written as it is where KDL requires an escape",
        "read as it stands", "write it as an escape, such as `\\u{2028}`";
}

/// A body as the KDL crate can read it, and where its pieces stand in the body.
pub(in crate::codec) struct Spelt<'a> {
    pub(in crate::codec) text: Cow<'a, str>,
    body: Slice<'a>,
    /// For each escape that was put in: its end, and the end of what stands there in the body.
    shifts: Vec<(usize, usize)>,
    /// What was escaped.
    pub(in crate::codec) raw: Vec<Span>,
}

impl<'a> Spelt<'a> {
    fn plain(body: Slice<'a>) -> Self {
        Self { text: Cow::Borrowed(body.text), body, shifts: Vec::new(), raw: Vec::new() }
    }

    /// Escapes what must be, where it is certain which quotation mark closes which text. A body
    /// where that is not certain stays as it is, and the KDL crate says what is wrong with it.
    /// Texts behind these names may go on behind a line end.
    pub(in crate::codec) fn of(body: Slice<'a>, long: &[&str]) -> Self {
        Self::escaped(body, long).unwrap_or_else(|| Self::plain(body))
    }

    fn escaped(body: Slice<'a>, long: &[&str]) -> Option<Self> {
        let text = body.text;
        let mut spelt = Self { text: Cow::Owned(String::new()), ..Self::plain(body) };
        let mut clean = String::new();
        let mut copied = 0;
        let mut going = None;
        let mut opened: Option<usize> = None;
        let mut chars = text.char_indices();
        while let Some((at, c)) = chars.next() {
            let behind = &text[at + c.len_utf8()..];
            let Some(start) = opened else {
                match c {
                    '"' if behind.starts_with("\"\"") => return None,
                    '"' => (opened, going) = (Some(at), None),
                    '#' if behind.starts_with(['"', '#']) => return None,
                    '/' if behind.starts_with('*') => return None,
                    '/' if behind.starts_with('/') => {
                        // Up to the line end.
                        let len = behind.find('\n').unwrap_or(behind.len());
                        while chars.as_str().len() > behind.len() - len {
                            chars.next();
                        }
                    }
                    _ => {}
                }
                continue;
            };
            match c {
                '"' => opened = None,
                '\\' => _ = chars.next(),
                // What closes it is the same for each of its lines.
                '\n' | '\r' if !*going.get_or_insert_with(|| goes_on(text, start, at, long)) => {
                    return None;
                }
                c if is_forbidden(c) => {
                    clean.push_str(&text[copied..at]);
                    let _ = write!(clean, "{}", c.escape_unicode());
                    copied = at + c.len_utf8();
                    spelt.shifts.push((clean.len(), copied));
                    spelt.raw.push(Span::new(body.start + at, body.start + copied));
                }
                _ => {}
            }
        }
        if opened.is_some() || spelt.raw.is_empty() {
            return None;
        }
        clean.push_str(&text[copied..]);
        spelt.text = Cow::Owned(clean);
        Some(spelt)
    }

    /// Where a place of the spelt text lies in the body.
    fn original(&self, at: usize) -> usize {
        let before = self.shifts.partition_point(|(spelt, _)| *spelt <= at);
        let last = before.checked_sub(1).and_then(|last| self.shifts.get(last));
        let (spelt, original) = last.copied().unwrap_or_default();
        let at = original + (at - spelt);
        // Inside an escape.
        let next = self.shifts.get(before).map_or(usize::MAX, |(_, end)| *end);
        let mut at = at.min(next).min(self.body.text.len());
        while !self.body.text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }

    /// A piece of the body, by its place in the spelt text.
    pub(in crate::codec) fn slice(&self, start: usize, end: usize) -> Slice<'a> {
        let start = self.original(start);
        let end = self.original(end).max(start);
        Slice::new(&self.body.text[start..end], self.body.start + start)
    }

    /// The place of a piece of the spelt text.
    pub(in crate::codec) fn span(&self, at: Span) -> Span {
        self.slice(at.start as usize, at.end as usize).span()
    }
}

/// What KDL 2 allows nowhere, and what ends a line there.
fn is_forbidden(c: char) -> bool {
    (c.is_control() && c != '\t' && !('\u{80}'..='\u{9f}').contains(&c))
        || matches!(c, '\u{85}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}')
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// Whether the text that `start` opens goes on behind a line end: it stands behind one of the names,
/// and the next quotation mark closes it, for no line below it opens one of its own before that.
fn goes_on(text: &str, start: usize, at: usize, long: &[&str]) -> bool {
    let head = text[..start].trim_end_matches([' ', '\t']);
    let named = long.iter().any(|name| {
        let property = head.strip_suffix('=').is_some_and(|head| head.ends_with(name));
        let node = head.len() < start
            && head
                .strip_suffix(name)
                .is_some_and(|before| before.ends_with([' ', '\t', '\n', '{', ';']));
        property || node
    });
    if !named {
        return false;
    }
    let lines = text[at..].split('\n').skip(1);
    let Some(line) = lines.into_iter().find(|line| line.contains('"')) else { return false };
    let escaped = |line: &str, at: usize| {
        line[..at].bytes().rev().take_while(|b| *b == b'\\').count() % 2 == 1
    };
    let marks = || line.match_indices('"').filter(|(at, _)| !escaped(line, *at));
    let Some((closes, _)) = marks().next() else { return false };
    let behind = &line[closes + 1..];
    marks().count() % 2 == 1
        && (behind.is_empty() || behind.starts_with([' ', '\t', '\r', '}', ';']))
}
