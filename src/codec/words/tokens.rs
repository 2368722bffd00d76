//! A text as tokens: words, numbers, marks, signs, each with its bytes.

use std::ops::Range;

use super::fold::{is_glyph, latin, plain};
use super::index::hash_of;

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

/// A text as tokens, and all their letters folded.
#[derive(Debug, Default)]
pub(super) struct Tokens {
    pub(super) list: Vec<Token>,
    folded: String,
}

impl Tokens {
    /// The folded letters of a token.
    pub(super) fn word(&self, at: usize) -> Option<&str> {
        self.folded.get(self.list.get(at)?.folded.clone())
    }

    /// The hash of its folded letters, by which tables find them.
    pub(super) fn hash(&self, at: usize) -> Option<u32> {
        Some(self.list.get(at)?.hash)
    }
}

#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    /// Its folded letters, a range of [`Tokens::folded`].
    folded: Range<usize>,
    hash: u32,
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
pub(super) fn split(shown: Shown<'_>) -> Tokens {
    let mut reader = Reader::of_all(shown);
    while reader.next() {}
    reader.tokens
}

/// The tokens of a text up to its first word.
pub(super) fn split_first(shown: Shown<'_>) -> Tokens {
    let mut reader = Reader::of(shown);
    let is_word = |token: &Token| matches!(token.kind, Kind::Word | Kind::Glyph);
    while !reader.tokens.list.last().is_some_and(is_word) && reader.next() {}
    reader.tokens
}

/// The range that holds a place; ranges are sorted.
fn holding(ranges: &[Range<usize>], at: usize) -> Option<&Range<usize>> {
    let next = ranges.partition_point(|range| range.end <= at);
    ranges.get(next).filter(|range| range.contains(&at))
}

struct Reader<'a> {
    shown: Shown<'a>,
    tokens: Tokens,
    at: usize,
    /// Up to here no place begins.
    no_place: usize,
}

impl<'a> Reader<'a> {
    fn of(shown: Shown<'a>) -> Self {
        Self { shown, tokens: Tokens::default(), at: 0, no_place: 0 }
    }

    /// The same, with room for all tokens of most texts.
    fn of_all(shown: Shown<'a>) -> Self {
        let len = shown.text.len();
        let list = Vec::with_capacity(len / 4 + 4);
        let tokens = Tokens { list, folded: String::with_capacity(len) };
        Self { tokens, ..Self::of(shown) }
    }

    /// Goes on by one token, or by a character that is none; false at the end.
    fn next(&mut self) -> bool {
        let Some(rest) = self.shown.text.get(self.at..).filter(|rest| !rest.is_empty()) else {
            return false;
        };
        self.at = match holding(self.shown.struck, self.at) {
            Some(struck) => struck.end.min(self.shown.text.len()),
            None => self.at + self.read(self.at, rest),
        };
        true
    }

    /// Reads the token that a text begins with; returns its length.
    fn read(&mut self, at: usize, rest: &str) -> usize {
        match rest.as_bytes() {
            [b' ', ..] => return 1,
            [first, ..] if first.is_ascii_alphanumeric() => {
                let run = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
                // Behind most words stands a blank, which ends no place: a place has a dot or a colon in it.
                let place = rest[run..].starts_with(in_place).then(|| self.place(at, rest));
                let len = place.flatten().unwrap_or_else(|| self.word(at, rest, run));
                self.count();
                return len;
            }
            _ => {}
        }
        let Some(first) = rest.chars().next() else { return 1 };
        let len = first.len_utf8();
        let c = if first.is_ascii() { Some(first) } else { plain(first) };
        let Some(c) = c else { return len };
        if is_glyph(c) {
            self.push(Kind::Glyph, at..at + len, |folded| folded.push(c));
            return len;
        }
        if c.is_alphanumeric() {
            return self.place(at, rest).unwrap_or_else(|| self.long_word(at, rest));
        }
        if let Some(ticked) = box_of(rest) {
            let mark = if ticked { "[x]" } else { "[ ]" };
            self.push(Kind::Box { ticked }, at..at + 3, |folded| folded.push_str(mark));
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
                self.push(Kind::Sign, at..at + len, |folded| folded.push(c));
                return len;
            }
        };
        let class = u8::try_from(mark).unwrap_or(b'.');
        self.push(Kind::Mark(class), at..at + len, |folded| folded.push(mark));
        len
    }

    /// `src/a.rs:7`, `a.rs#L7-L9`, `https://…`: a run without a blank that has a suffix, or a scheme.
    fn place(&mut self, at: usize, rest: &str) -> Option<usize> {
        if at < self.no_place {
            return None;
        }
        let plain = |b: &u8| b.is_ascii_alphanumeric() || is_joint(char::from(*b));
        let plain = rest.bytes().take_while(plain).count();
        // Most runs have neither a dot nor a colon.
        let len = match rest.as_bytes().get(plain) {
            Some(b'.' | b':' | 0x80..) => {
                plain + rest[plain..].find(|c: char| !in_place(c)).unwrap_or(rest.len() - plain)
            }
            _ => plain,
        };
        self.no_place = at + len;
        if len == plain {
            return None;
        }
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
        self.push(Kind::Place, at..at + run.len(), |folded| folded.push_str(run));
        Some(run.len())
    }

    /// A word up to its end, or up to the capital that begins the next one: `qaVerdict`. It begins with a run of Latin letters
    /// and digits.
    fn word(&mut self, at: usize, rest: &str, run: usize) -> usize {
        let ascii = &rest[..run];
        let goes_on = match rest.as_bytes().get(run) {
            None => false,
            Some(b'.' | b',' | b'/') => {
                ascii.bytes().all(|b| b.is_ascii_digit()) || ascii.eq_ignore_ascii_case("n")
            }
            Some(next) => !next.is_ascii() || *next == b'\'',
        };
        if goes_on {
            return self.long_word(at, rest);
        }
        let (mut before, mut end, mut capitals, mut digits) = (b' ', run, true, false);
        for (at, byte) in ascii.bytes().enumerate() {
            if before.is_ascii_lowercase() && byte.is_ascii_uppercase() {
                end = at;
                break;
            }
            capitals &= !byte.is_ascii_lowercase();
            digits |= byte.is_ascii_digit();
            before = byte;
        }
        let word = &ascii[..end];
        let kind = if digits { kind_of(word) } else { Kind::Word };
        self.push(kind, at..at + end, |folded| {
            let from = folded.len();
            folded.push_str(word);
            folded[from..].make_ascii_lowercase();
        });
        if let Some(token) = self.tokens.list.last_mut() {
            token.number = if kind == Kind::Word { None } else { word.parse().ok() };
            token.capitals = capitals;
        }
        end
    }

    /// A word of any letters, with an apostrophe in it, or a number with marks in it: `don't`, `4/4`, `n/a`.
    fn long_word(&mut self, at: usize, rest: &str) -> usize {
        let (mut word, mut end, mut before) = (String::new(), rest.len(), ' ');
        let (mut lower, mut ascii, mut other, mut is_number) = (false, false, false, true);
        for (index, c) in rest.char_indices() {
            let Some(c) = plain(c) else { continue };
            let mut behind = rest[index..].chars().skip(1);
            let next = behind.next().unwrap_or(' ');
            let number = matches!(c, '.' | ',' | '/') && next.is_ascii_digit() && is_number;
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
        let word = word.trim_end_matches('\'');
        self.push(kind_of(word), at..at + end, |folded| folded.push_str(word));
        if let Some(token) = self.tokens.list.last_mut() {
            token.number = word.split('/').next().and_then(|count| count.parse().ok());
            (token.look_alike, token.capitals) = (look_alike, !lower);
        }
        end.max(1)
    }

    /// `3 of 3` is one token, as `3/3` is.
    fn count(&mut self) {
        let tokens = &mut self.tokens;
        let [before @ .., done, of, all] = &mut tokens.list[..] else { return };
        // `Round 3 of 3` is the third one.
        if before.last().is_some_and(|before| !matches!(before.kind, Kind::Mark(_))) {
            return;
        }
        if tokens.folded.get(of.folded.clone()) != Some("of") {
            return;
        }
        let (Some(number), Some(most)) = (done.number, all.number) else { return };
        if number != most || [done.kind, all.kind] != [Kind::Number; 2] {
            return;
        }
        done.kind = Kind::Whole;
        done.at.end = all.at.end;
        tokens.list.truncate(tokens.list.len() - 2);
    }

    fn push(&mut self, kind: Kind, at: Range<usize>, fold: impl FnOnce(&mut String)) {
        let tokens = &mut self.tokens;
        let joined = tokens.list.last().is_some_and(|token| token.at.end == at.start);
        let code = holding(self.shown.code, at.start).is_some();
        let start = tokens.folded.len();
        fold(&mut tokens.folded);
        tokens.list.push(Token {
            kind,
            folded: start..tokens.folded.len(),
            hash: hash_of(&tokens.folded[start..]),
            at,
            number: None,
            capitals: true,
            code,
            look_alike: false,
            joined,
        });
    }
}

/// Marks that stand inside words and places alike.
fn is_joint(c: char) -> bool {
    matches!(c, '_' | '-' | '/' | '\\' | '#' | '@')
}

/// What a place is made of.
fn in_place(c: char) -> bool {
    c.is_alphanumeric() || is_joint(c) || matches!(c, '.' | ':')
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
