//! A line, cleaned: blanks, signs, letters and invisible characters as a page shows them.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::leaf::{Shown, short};
use crate::source::{is_hidden, is_joiner};

/// The signs of shortcodes.
static SHORTCODES: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let rows = assize_grammar::words::SHORTCODES.lines();
    rows.filter(|row| !row.starts_with('#'))
        .filter_map(|row| row.split_once(' '))
        .map(|(name, sign)| (name, sign.trim()))
        .collect()
});

/// A line on its way to what is shown.
struct Cleaner<'a> {
    text: &'a str,
    runs: &'a [(u32, u32)],
    /// The run that is looked at.
    run: usize,
    shown: &'a mut Shown,
    start: u32,
    /// Up to here all is shown; a blank that stands behind it, which is only shown before what follows.
    done: usize,
    blank: Option<(usize, u32)>,
    /// Places of the line, and where they are shown.
    moved: Vec<(u32, u32)>,
}

/// Adds a line as it is shown: places of it, and where they are now.
pub(super) fn clean(text: &str, runs: &[(u32, u32)], shown: &mut Shown) -> Vec<(u32, u32)> {
    let start = shown.len();
    let (run, done, blank) = (0, 0, None);
    let mut cleaner = Cleaner { text, runs, run, shown, start, done, blank, moved: Vec::new() };
    let (bytes, mut at, mut before) = (text.as_bytes(), 0, b' ');
    while let Some(&byte) = bytes.get(at) {
        let same = match byte {
            b':' => !bytes.get(at + 1).is_some_and(|c| c.is_ascii_lowercase() || b"+-".contains(c)),
            b' ' => is_plain(before) && bytes.get(at + 1).is_some_and(|next| is_plain(*next)),
            byte => is_plain(byte),
        };
        before = byte;
        at += if same { 1 } else { cleaner.odd(at) };
    }
    cleaner.show(text.len());
    cleaner.moved
}

fn is_plain(byte: u8) -> bool {
    matches!(byte, b'!'..=b'~')
}

impl Cleaner<'_> {
    /// Shows all up to a place as it is.
    fn show(&mut self, to: usize) {
        let (mut from, text) = (self.done, self.text);
        self.done = to;
        while from < to {
            let next = self.runs.get(self.run + 1).map_or(usize::MAX, |run| run.0 as usize);
            if next <= from {
                self.run += 1;
                continue;
            }
            let end = next.min(to);
            self.put(from, text.get(from..end).unwrap_or(""));
            from = end;
        }
    }

    /// Shows a text for what was written at a place.
    fn put(&mut self, at: usize, said: &str) {
        if let Some((blank, byte)) = self.blank.take()
            && self.shown.len() > self.start
        {
            self.add(blank, byte, " ");
        }
        self.add(at, self.byte(at), said);
    }

    fn byte(&self, at: usize) -> u32 {
        let run = self.runs.get(self.run).copied().unwrap_or_default();
        run.1 + short(at).saturating_sub(run.0)
    }

    fn add(&mut self, at: usize, byte: u32, said: &str) {
        let here = self.shown.len();
        let last = self.shown.runs.last().filter(|last| last.0 >= self.start);
        if last.is_none_or(|last| here - last.0 != byte.wrapping_sub(last.1)) {
            self.shown.runs.push((here, byte));
        }
        self.moved.push((short(at), here));
        self.shown.text.push_str(said);
    }

    /// A character that may be shown otherwise; how long it is.
    fn odd(&mut self, at: usize) -> usize {
        let rest = &self.text[at..];
        let Some(c) = rest.chars().next() else { return 1 };
        let (drawn, len) = match c {
            '\u{1b}' | '\u{9b}' => (None, sequence(rest)),
            ':' => match shortcode(rest) {
                Some((sign, len)) => (Some(Drawn::Sign(sign)), len),
                None => (Some(Drawn::Same), 1),
            },
            ' ' => (Some(Drawn::Blank), 1),
            // Between fields it is a bar like any other; around a line it is the side of a box.
            '│' | '┃' | '║' if self.shown.len() > self.start && is_inside(rest) => {
                (Some(Drawn::Char('|')), c.len_utf8())
            }
            c => (drawn(c), c.len_utf8()),
        };
        let Some(Drawn::Same) = drawn else {
            self.show(at);
            while self.runs.get(self.run + 1).is_some_and(|run| run.0 as usize <= at) {
                self.run += 1;
            }
            match drawn {
                Some(Drawn::Char(c)) => self.put(at, c.encode_utf8(&mut [0; 4])),
                Some(Drawn::Sign(sign)) => self.put(at, sign),
                Some(Drawn::Blank) => self.blank = self.blank.or(Some((at, self.byte(at)))),
                _ => {}
            }
            self.done = at + len;
            return len;
        };
        len
    }
}

/// Whether words stand behind a bar.
fn is_inside(rest: &str) -> bool {
    /// Further off is the end of the line.
    const NEAR: usize = 80;
    rest.chars().take(NEAR).any(char::is_alphanumeric)
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
        c if c.is_whitespace() || matches!(c, '\u{2500}'..='\u{257f}') => Some(Drawn::Blank),
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
    let sign = SHORTCODES.get(&name[..end])?;
    Some((sign, end + 2))
}
