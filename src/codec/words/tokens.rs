//! A text as tokens: words, numbers, marks, signs, each with its bytes.

use std::ops::Range;

use super::fold::{is_glyph, latin, plain};

/// A text as it is shown, and the ranges of it that are code, or struck out.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::codec) struct Shown<'a> {
    pub(in crate::codec) text: &'a str,
    pub(in crate::codec) code: &'a [Range<usize>],
    pub(in crate::codec) struck: &'a [Range<usize>],
}

impl<'a> From<&'a str> for Shown<'a> {
    fn from(text: &'a str) -> Self {
        Self { text, code: &[], struck: &[] }
    }
}

/// What a token is by its characters alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Word,
    /// A character of a script without blanks.
    Glyph,
    Number,
    /// `4/4`
    Whole,
    /// `3/4`
    Part,
    Zero,
    /// `4f2a`, `r3`
    Marked,
    /// `src/a.rs:7`
    Place,
    /// `[ ]`, `[x]`
    Box {
        ticked: bool,
    },
    Mark(u8),
    Sign,
}

/// The class of a sign that no table knows.
pub(super) const NO_CLASS: u8 = b' ';

impl Kind {
    /// The class of a token that no table knows.
    pub(super) const fn class(self) -> u8 {
        match self {
            Self::Word | Self::Glyph => b'w',
            Self::Number => b'#',
            Self::Whole => b'U',
            Self::Part => b'p',
            Self::Zero => b'0',
            Self::Marked => b'@',
            Self::Place => b'&',
            Self::Box { ticked: false } => b'o',
            Self::Box { ticked: true } => b'd',
            Self::Mark(mark) => mark,
            Self::Sign => NO_CLASS,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    /// Folded.
    pub(super) word: Box<str>,
    pub(super) at: Range<usize>,
    pub(super) number: Option<u32>,
    pub(super) capitals: bool,
    pub(super) code: bool,
    /// A letter of it looks like one of another alphabet.
    pub(super) look_alike: bool,
    /// No blank or mark stands before it.
    pub(super) joined: bool,
}

/// The tokens of a text; what is struck out is none.
pub(super) fn split(shown: Shown<'_>) -> Vec<Token> {
    let mut reader = Reader { shown, tokens: Vec::new(), no_place: 0 };
    let mut at = 0;
    while let Some(rest) = shown.text.get(at..).filter(|rest| !rest.is_empty()) {
        at = match struck_end(shown.struck, at) {
            Some(end) if end > at => end.min(shown.text.len()),
            _ => at + reader.read(at, rest),
        };
    }
    reader.tokens
}

fn struck_end(ranges: &[Range<usize>], at: usize) -> Option<usize> {
    holding(ranges, at).map(|range| range.end)
}

/// The range that holds a place; ranges are sorted.
fn holding(ranges: &[Range<usize>], at: usize) -> Option<&Range<usize>> {
    let next = ranges.partition_point(|range| range.end <= at);
    ranges.get(next).filter(|range| range.contains(&at))
}

struct Reader<'a> {
    shown: Shown<'a>,
    tokens: Vec<Token>,
    /// Up to here no place begins.
    no_place: usize,
}

impl Reader<'_> {
    /// Reads the token that a text begins with; returns its length.
    fn read(&mut self, at: usize, rest: &str) -> usize {
        let Some(first) = rest.chars().next() else { return 1 };
        let len = first.len_utf8();
        let Some(c) = plain(first) else { return len };
        if is_glyph(c) {
            self.push(Kind::Glyph, at..at + len, c.to_string());
            return len;
        }
        if c.is_alphanumeric() {
            return self.place(at, rest).unwrap_or_else(|| self.word(at, rest));
        }
        if let Some(ticked) = box_of(rest) {
            self.push(Kind::Box { ticked }, at..at + 3, rest[..3].to_lowercase());
            return 3;
        }
        let (mark, len) = match c {
            '.' | '!' | ',' | ';' | ':' | '(' | ')' | '[' | ']' | '?' | '|' | '/' | '<' => (c, len),
            '-' | '=' if rest[len..].starts_with('>') => ('~', len + 1),
            '→' => ('~', len),
            '=' | '>' => (c, len),
            '—' => ('-', len),
            // Between letters it joins them.
            '-' if joins(self.shown.text, at, len) => return len,
            '-' => ('-', len),
            '…' => ('.', len),
            '·' | '•' => (',', len),
            c if c.is_ascii() || c == ' ' || is_quote(c) => return len,
            c => {
                self.push(Kind::Sign, at..at + len, c.to_string());
                return len;
            }
        };
        let class = u8::try_from(mark).unwrap_or(b'.');
        self.push(Kind::Mark(class), at..at + len, mark.to_string());
        len
    }

    /// `src/a.rs:7`, `a.rs#L7-L9`, `https://…`: a run without a blank that has a suffix, or a scheme.
    fn place(&mut self, at: usize, rest: &str) -> Option<usize> {
        if at < self.no_place {
            return None;
        }
        let in_run = |c: char| {
            c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | '\\' | ':' | '#' | '@')
        };
        let len = rest.find(|c: char| !in_run(c)).unwrap_or(rest.len());
        self.no_place = at + len;
        let run = rest[..len].trim_end_matches(['.', ':', '-', '/', '#']);
        let file = run.split(':').next().unwrap_or_default();
        let file = file.split('#').next().unwrap_or_default();
        let (stem, suffix) = file.rsplit_once('.')?;
        let is_suffix = (1..=5).contains(&suffix.len())
            && suffix.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
            && suffix.bytes().any(|b| b.is_ascii_lowercase());
        let is_place = run.contains("://") || (is_suffix && stem.ends_with(char::is_alphanumeric));
        if !is_place {
            return None;
        }
        self.push(Kind::Place, at..at + run.len(), run.to_lowercase());
        Some(run.len())
    }

    /// A word up to its end, or up to the capital that begins the next one: `qaVerdict`.
    fn word(&mut self, at: usize, rest: &str) -> usize {
        let (mut word, mut end, mut before) = (String::new(), rest.len(), ' ');
        let (mut lower, mut ascii, mut other, mut is_number) = (false, false, false, true);
        for (index, c) in rest.char_indices() {
            let Some(c) = plain(c) else { continue };
            let mut behind = rest[index..].chars().skip(1);
            let next = behind.next().unwrap_or(' ');
            let number = matches!(c, '.' | ',' | '/') && next.is_ascii_digit() && is_number;
            // `n/a`
            let abbreviated = c == '/' && word == "n" && matches!(next, 'a' | 'A');
            let abbreviated = abbreviated && !behind.next().is_some_and(char::is_alphanumeric);
            is_number &= c.is_ascii_digit() || number;
            let within = (c.is_alphanumeric() && !is_glyph(c))
                || (c == '\'' && index > 0)
                || number
                || abbreviated;
            if !within || (c.is_uppercase() && before.is_lowercase()) {
                end = index;
                break;
            }
            lower |= c.is_lowercase();
            ascii |= c.is_ascii_alphabetic();
            other |= !c.is_ascii() && latin_of(c).is_some();
            word.extend(c.to_lowercase());
            before = c;
        }
        let look_alike = ascii && other;
        if look_alike {
            word = word.chars().map(|c| latin_of(c).unwrap_or(c)).collect();
        }
        let word = word.trim_end_matches('\'').to_owned();
        let kind = kind_of(&word);
        let number = word.split('/').next().and_then(|count| count.parse().ok());
        self.push(kind, at..at + end, word);
        if let Some(token) = self.tokens.last_mut() {
            (token.look_alike, token.number) = (look_alike, number);
            token.capitals = !lower;
        }
        end.max(1)
    }

    fn push(&mut self, kind: Kind, at: Range<usize>, word: String) {
        let joined = self.tokens.last().is_some_and(|token| token.at.end == at.start);
        let code = holding(self.shown.code, at.start).is_some();
        self.tokens.push(Token {
            kind,
            word: word.into_boxed_str(),
            at,
            number: None,
            capitals: true,
            code,
            look_alike: false,
            joined,
        });
    }
}

fn latin_of(c: char) -> Option<char> {
    c.to_lowercase().next().and_then(latin)
}

fn kind_of(word: &str) -> Kind {
    if !word.bytes().any(|b| b.is_ascii_digit()) {
        return Kind::Word;
    }
    if !word.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b',' | b'/')) {
        return Kind::Marked;
    }
    match word.split_once('/') {
        _ if word.bytes().all(|b| !b.is_ascii_digit() || b == b'0') => Kind::Zero,
        Some((done, _)) if done.bytes().all(|b| b == b'0') => Kind::Zero,
        Some((done, of)) if done == of => Kind::Whole,
        Some(_) => Kind::Part,
        _ => Kind::Number,
    }
}

/// `[ ]`, `[x]`
fn box_of(rest: &str) -> Option<bool> {
    match rest.as_bytes().get(..3)? {
        b"[ ]" => Some(false),
        b"[x]" | b"[X]" => Some(true),
        _ => None,
    }
}

/// Whether a hyphen stands between letters: `NO-GO`, but not `PASS - all met`.
fn joins(text: &str, at: usize, len: usize) -> bool {
    let before = text[..at].chars().next_back().is_some_and(char::is_alphanumeric);
    before && text[at + len..].starts_with(char::is_alphanumeric)
}

fn is_quote(c: char) -> bool {
    matches!(c, '“' | '”' | '„' | '«' | '»' | '‹' | '›' | '‚' | '§' | '×')
}
