//! Scalars, spelt out: escapes, doubled quotation marks, folded lines.

use super::Style;
use crate::codec::text::embed::Embedded;
use crate::codec::text::slice::{BLANKS, Slice};
use crate::source::Span;

/// What a scalar says.
pub(in crate::codec) enum Text<'a> {
    /// As it is written.
    Here(Slice<'a>),
    /// In another spelling.
    Spelt(Spelt),
}

/// A text that is spelt otherwise in the source, in runs.
#[derive(Default)]
pub(in crate::codec) struct Spelt {
    text: String,
    /// Where a run begins in the text, and the bytes of the source that it was written with.
    runs: Vec<(usize, usize, usize)>,
}

impl Text<'_> {
    pub(in crate::codec) fn as_str(&self) -> &str {
        match self {
            Self::Here(slice) => slice.text,
            Self::Spelt(spelt) => &spelt.text,
        }
    }

    /// Where its runs begin, and the bytes of the source that they were written at.
    pub(in crate::codec) fn runs(&self) -> Vec<(u32, u32)> {
        match self {
            Self::Here(slice) => vec![(0, super::short(slice.start))],
            Self::Spelt(spelt) => {
                let run = |run: &(usize, usize, usize)| (super::short(run.0), super::short(run.1));
                spelt.runs.iter().map(run).collect()
            }
        }
    }

    /// Its place: in the source, or in what was spelt out.
    pub(in crate::codec) fn place(&self, embedded: &mut Embedded) -> Span {
        match self {
            Self::Here(slice) => slice.trim().span(),
            Self::Spelt(spelt) => spelt.place(embedded),
        }
    }
}

impl Spelt {
    fn push(&mut self, run: &str, at: usize, len: usize) {
        if !run.is_empty() {
            self.runs.push((self.text.len(), at, len));
            self.text.push_str(run);
        }
    }

    /// Drops blanks at the end that were not escaped.
    fn trim_end_from(&mut self, kept: usize) {
        let end = self.text.trim_end_matches([' ', '\t', '\r']).len().max(kept);
        self.text.truncate(end);
        while self.runs.last().is_some_and(|run| run.0 >= end) {
            self.runs.pop();
        }
    }

    fn place(&self, embedded: &mut Embedded) -> Span {
        let begun = embedded.begin();
        for (nth, (start, at, len)) in self.runs.iter().enumerate() {
            let end = self.runs.get(nth + 1).map_or(self.text.len(), |next| next.0);
            embedded.push(self.text.get(*start..end).unwrap_or(""), *at, *len);
        }
        embedded.end(begun)
    }
}

/// Where a quoted text ends: its closing mark.
pub(super) fn closing(inner: &str, style: Style) -> Option<usize> {
    let bytes = inner.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match (style, byte) {
            (Style::Double, b'\\') => at += 1,
            (Style::Double, b'"') => return Some(at),
            (Style::Single, b'\'') if bytes.get(at + 1) == Some(&b'\'') => at += 1,
            (Style::Single, b'\'') => return Some(at),
            _ => {}
        }
        at += 1;
    }
    None
}

impl Style {
    /// What a scalar in this style says.
    pub(super) fn spell(self, token: Slice<'_>) -> Text<'_> {
        let one_line = !token.text.contains('\n');
        match self {
            Self::Plain if one_line => Text::Here(token),
            Self::Double if one_line && !token.text.contains('\\') => Text::Here(token),
            Self::Single if one_line && !token.text.contains('\'') => Text::Here(token),
            Self::Plain | Self::Single => Text::Spelt(folded(token, self)),
            Self::Double => Text::Spelt(folded(token, Self::Double)),
            Self::Literal(indent) => block(token, indent as usize, false),
            Self::Folded(indent) => block(token, indent as usize, true),
        }
    }
}

/// A text of several lines, or with escapes: a line end is a blank, an empty line is a line end.
fn folded(token: Slice<'_>, style: Style) -> Spelt {
    let mut spelt = Spelt::default();
    let (mut lines, mut nth) = (token.lines().peekable(), 0);
    // Line ends since the last text, and where they begin.
    let mut breaks: Option<(usize, usize)> = None;
    while let Some(line) = lines.next() {
        let last = lines.peek().is_none();
        let mut body = line;
        if nth > 0 {
            body = body.trim_start_of(&[' ', '\t']);
        }
        if !last {
            body = body.trim_end_of(&['\n', '\r']);
        }
        nth += 1;
        if let Some((count, from)) = breaks
            && (last || !body.trim().is_empty())
        {
            let feeds = "\n".repeat(count - 1);
            let run = if feeds.is_empty() { " " } else { &feeds };
            spelt.push(run, from, body.start - from);
            breaks = None;
        }
        if breaks.is_some() && body.trim().is_empty() {
            breaks = breaks.map(|(count, from)| (count + 1, from));
            continue;
        }
        let (kept, joined) = line_of(&mut spelt, body, style);
        if last {
            break;
        }
        if joined {
            continue; // `\` at the end of a line takes the line end with it
        }
        spelt.trim_end_from(kept);
        breaks = Some((
            1,
            spelt
                .runs
                .last()
                .map_or(body.start, |run| run.1 + run.2)
                .max(body.trim_end_of(&BLANKS).end()),
        ));
    }
    spelt
}

/// Spells out one line. What has to stay although it is blank, and whether the next line follows
/// without a gap.
fn line_of(spelt: &mut Spelt, body: Slice<'_>, style: Style) -> (usize, bool) {
    let mut kept = spelt.text.len();
    let mark = match style {
        Style::Double => '\\',
        Style::Single => '\'',
        _ => {
            spelt.push(body.text, body.start, body.text.len());
            return (kept, false);
        }
    };
    let mut rest = body;
    while let Some(at) = rest.text.find(mark) {
        let (plain, behind) = rest.split_at(at);
        spelt.push(plain.text, plain.start, plain.text.len());
        let (run, len) = match style {
            Style::Single => (Some('\''), 2.min(behind.text.len())),
            _ => unescape(behind.text),
        };
        if len == 1 && style == Style::Double {
            return (spelt.text.len(), true);
        }
        let mut letter = [0; 4];
        let run = run.map_or(behind.split_at(len).0.text, |c| c.encode_utf8(&mut letter));
        spelt.push(run, behind.start, len);
        kept = spelt.text.len();
        rest = behind.after(len);
    }
    spelt.push(rest.text, rest.start, rest.text.len());
    (kept, false)
}

/// What an escape stands for, and its length; none when it stands for nothing and is kept.
fn unescape(text: &str) -> (Option<char>, usize) {
    let Some(code) = text[1..].chars().next() else { return (None, 1) };
    let len = 1 + code.len_utf8();
    let plain = match code {
        '0' => '\0',
        'a' => '\u{7}',
        'b' => '\u{8}',
        't' | '\t' => '\t',
        'n' => '\n',
        'v' => '\u{b}',
        'f' => '\u{c}',
        'r' => '\r',
        'e' => '\u{1b}',
        ' ' | '"' | '/' | '\\' => code,
        'N' => '\u{85}',
        '_' => '\u{a0}',
        'L' => '\u{2028}',
        'P' => '\u{2029}',
        'x' => return numbered(text, 2),
        'u' => return numbered(text, 4),
        'U' => return numbered(text, 8),
        _ => return (None, len),
    };
    (Some(plain), len)
}

/// `\u00e9`, and the two halves `\ud83e\udd80` that JSON writes for one character.
fn numbered(text: &str, digits: usize) -> (Option<char>, usize) {
    let number = |from: usize| {
        let digits = text.get(from..from + digits)?;
        digits.bytes().all(|b| b.is_ascii_hexdigit()).then_some(())?;
        u32::from_str_radix(digits, 16).ok()
    };
    let len = 2 + digits;
    match number(2) {
        Some(high @ 0xd800..0xdc00) if text.get(len..len + 2) == Some("\\u") => {
            match number(len + 2) {
                Some(low @ 0xdc00..0xe000) => {
                    let code = 0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00);
                    (char::from_u32(code), len * 2)
                }
                _ => (Some('\u{fffd}'), len),
            }
        }
        Some(code) => (Some(char::from_u32(code).unwrap_or('\u{fffd}')), len),
        None => (None, 2),
    }
}

/// The lines below `|` or `>`, without line ends behind the last.
fn block(body: Slice<'_>, indent: usize, folds: bool) -> Text<'_> {
    let lines = || {
        body.lines().map(|line| {
            let line = line.trim_end_of(&['\n', '\r']);
            let blanks = line.text.bytes().take_while(|b| matches!(b, b' ' | b'\t')).count();
            line.after(blanks.min(indent))
        })
    };
    let said = |line: &Slice<'_>| !line.trim().is_empty();
    let mut full = lines().filter(said);
    if let (Some(line), None) = (full.next(), full.next()) {
        return Text::Here(line.trim());
    }
    let mut spelt = Spelt::default();
    let (mut blank, mut before): (usize, Option<(usize, bool)>) = (0, None);
    for line in lines() {
        if !said(&line) {
            blank += 1;
            continue;
        }
        let spaced = line.text.starts_with([' ', '\t']);
        let (from, feeds) = match before {
            None => (body.start, blank),
            Some((end, was)) if folds && !was && !spaced => (end, blank),
            Some((end, _)) => (end, blank + 1),
        };
        let run = "\n".repeat(feeds);
        let run = if run.is_empty() && before.is_some() { " " } else { &run };
        spelt.push(run, from, line.start.saturating_sub(from));
        spelt.push(line.text, line.start, line.text.len());
        (blank, before) = (0, Some((line.end(), spaced)));
    }
    Text::Spelt(spelt)
}
