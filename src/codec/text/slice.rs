//! A piece of a text that knows where it stands.

use std::fmt;

use crate::source::Span;

/// A piece of a text that knows where it stands. Only blanks and tabs count as blank.
#[derive(Clone, Copy, Debug)]
pub(in crate::codec) struct Slice<'a> {
    pub(in crate::codec) text: &'a str,
    pub(in crate::codec) start: usize,
}

/// Blanks inside and around a line; a carriage return only stands before a line feed.
pub(in crate::codec) const BLANKS: [char; 4] = [' ', '\t', '\r', '\n'];

impl fmt::Display for Slice<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}

impl<'a> Slice<'a> {
    pub(in crate::codec) fn new(text: &'a str, start: usize) -> Self {
        Self { text, start }
    }

    pub(in crate::codec) fn end(self) -> usize {
        self.start + self.text.len()
    }

    pub(in crate::codec) fn span(self) -> Span {
        Span::new(self.start, self.end())
    }

    /// What stands at a place in it; none where that is not in it.
    pub(in crate::codec) fn get(self, at: Span) -> Option<&'a str> {
        let place = |at: u32| (at as usize).checked_sub(self.start);
        self.text.get(place(at.start)?..place(at.end)?)
    }

    /// The same, and nothing where that is not in it.
    pub(in crate::codec) fn text_of(self, at: Span) -> &'a str {
        self.get(at).unwrap_or_default()
    }

    pub(in crate::codec) fn is_empty(self) -> bool {
        self.text.is_empty()
    }

    /// The first `at` bytes, and what follows them.
    pub(in crate::codec) fn split_at(self, at: usize) -> (Self, Self) {
        let (head, tail) = self.text.split_at(at);
        (Self::new(head, self.start), Self::new(tail, self.start + at))
    }

    /// What follows the first `n` bytes.
    pub(in crate::codec) fn after(self, n: usize) -> Self {
        self.split_at(n).1
    }

    pub(in crate::codec) fn trim_start_of(self, chars: &[char]) -> Self {
        self.after(self.text.len() - self.text.trim_start_matches(chars).len())
    }

    pub(in crate::codec) fn trim_end_of(self, chars: &[char]) -> Self {
        Self::new(self.text.trim_end_matches(chars), self.start)
    }

    pub(in crate::codec) fn trim(self) -> Self {
        let bytes = self.text.as_bytes();
        let said = |b: &u8| !matches!(b, b' ' | b'\t' | b'\r' | b'\n');
        let start = bytes.iter().position(said).unwrap_or(bytes.len());
        let end = bytes.iter().rposition(said).map_or(start, |last| last + 1);
        Self::new(&self.text[start..end], self.start + start)
    }

    /// The text between a pair of marks, if they enclose it: `"pass"`, `**pass**`.
    pub(in crate::codec) fn inside(self, open: &str, close: &str) -> Option<Self> {
        let inner = self.text.strip_prefix(open)?.strip_suffix(close)?;
        Some(Self::new(inner, self.start + open.len()))
    }

    /// Its first line, if that begins with a letter or is empty, and what follows it. Every grammar of lines
    /// tells these first, line by line, and many a text holds no others.
    pub(in crate::codec) fn plain_line(self) -> Option<(Self, Self)> {
        let first = *self.text.as_bytes().first()?;
        (first == b'\n' || first.is_ascii_alphabetic()).then(|| self.first_line())
    }

    /// Its first line, with its line end, and the rest.
    pub(in crate::codec) fn first_line(self) -> (Self, Self) {
        self.split_at(self.text.find('\n').map_or(self.text.len(), |at| at + 1))
    }

    /// Its lines, with their line ends.
    pub(in crate::codec) fn lines(self) -> impl Iterator<Item = Self> {
        let mut at = self.start;
        self.text.split_inclusive('\n').map(move |line| {
            let slice = Self::new(line, at);
            at = slice.end();
            slice
        })
    }
}
