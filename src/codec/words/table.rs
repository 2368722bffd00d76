//! A table of phrases: each with its class, found by its first word, the longest first.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::tokens::{self, Shown, Tokens};
use crate::ir::{Outcome, Severity};

/// The words of names, and of values.
pub(super) const NAMES: &str = include_str!("../../../grammar/words/names.txt");
pub(super) const VALUES: &str = include_str!("../../../grammar/words/values.txt");
/// Those of lines that introduce an example, or what another wrote.
pub(super) const INTRODUCES: &str = include_str!("../../../grammar/words/introduces.txt");

/// What a table knows of a phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::codec) struct Entry {
    /// Its class, a letter of `statement.pest`.
    pub(in crate::codec) class: u8,
    /// What a verdict of this word is.
    pub(in crate::codec) outcome: Option<Outcome>,
    /// How bad a finding is that it names or marks.
    pub(in crate::codec) severity: Option<Severity>,
    /// Whether a name that has it is about a review.
    pub(in crate::codec) review: bool,
    /// Whether a value that nothing is known of says nothing below this name.
    pub(in crate::codec) weak: bool,
    /// Whether a name that has it is that of a part of the work.
    pub(in crate::codec) part: bool,
}

impl Entry {
    pub(super) const fn of(class: u8) -> Self {
        Self { class, outcome: None, severity: None, review: false, weak: false, part: false }
    }

    pub(super) const fn meaning(self, outcome: Outcome) -> Self {
        Self { outcome: Some(outcome), ..self }
    }

    pub(super) const fn rated(self, severity: Severity) -> Self {
        Self { severity: Some(severity), ..self }
    }

    pub(super) const fn of_part(self) -> Self {
        Self { part: true, ..self }
    }

    /// This one, unless the other is a word for something worse.
    pub(super) fn worst(self, own: Self) -> Self {
        let stops = own.outcome > self.outcome && own.outcome > Some(Outcome::Pass);
        if stops { own } else { self }
    }
}

/// One row of a table, as it is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::codec) struct Row {
    pub(in crate::codec) phrase: &'static str,
    pub(in crate::codec) entry: Entry,
    /// What such words are.
    pub(in crate::codec) list: &'static str,
    /// The document that it was read in, or `made`.
    pub(in crate::codec) source: &'static str,
}

/// The rows of a table: `[F critical] what they are`, then a phrase and its source a line.
pub(in crate::codec) fn rows(text: &'static str) -> impl Iterator<Item = Row> {
    let (mut entry, mut list) = (Entry::of(b'w'), "");
    text.lines().filter_map(move |line| match line.strip_prefix('[') {
        Some(line) => {
            let (head, title) = line.split_once("] ").unwrap_or((line, ""));
            (entry, list) = (read_head(head), title);
            None
        }
        None if line.is_empty() || line.starts_with('#') => None,
        None => {
            let (phrase, source) = line.rsplit_once(' ')?;
            Some(Row { phrase: phrase.trim_ascii_end(), entry, list, source })
        }
    })
}

/// `F critical`: a class, and what its words bring with them.
fn read_head(head: &str) -> Entry {
    let mut words = head.split(' ');
    let class = words.next().and_then(|class| class.bytes().next()).unwrap_or(b'w');
    words.fold(Entry::of(class), |entry, word| match word {
        "review" => Entry { review: true, ..entry },
        "weak" => Entry { weak: true, ..entry },
        word => match (word.parse(), word.parse()) {
            (Ok(outcome), _) => entry.meaning(outcome),
            (_, Ok(severity)) => entry.rated(severity),
            _ => entry,
        },
    })
}

/// Phrases by their first words.
#[derive(Debug, Default)]
pub(super) struct Table {
    phrases: HashMap<Cow<'static, str>, Vec<Known>, BuildHasherDefault<Fnv>>,
}

/// A phrase: the words behind its first one, with a blank between them, how many there are, and what it is.
#[derive(Debug)]
struct Known {
    rest: Cow<'static, str>,
    words: usize,
    entry: Entry,
}

/// FNV-1a: words are short, and what is looked up adds nothing to the table.
#[derive(Debug)]
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

impl Table {
    pub(super) fn is_empty(&self) -> bool {
        self.phrases.is_empty()
    }

    pub(super) fn of(text: &'static str) -> Self {
        let mut table = Self::default();
        for row in rows(text) {
            let one = row.phrase.strip_suffix("(s)").unwrap_or(row.phrase);
            // Nearly all are small letters and blanks, and need no tokens.
            if one.bytes().all(|byte| byte == b' ' || byte.is_ascii_lowercase()) {
                let (first, rest) = one.split_once(' ').unwrap_or((one, ""));
                table.insert(first.into(), rest.into(), row.entry);
            } else {
                table.add(one, row.entry);
            }
            if one != row.phrase {
                table.add(&format!("{one}s"), row.entry);
            }
        }
        table
    }

    /// Adds a phrase as it is written, with its signs and marks.
    pub(super) fn add(&mut self, phrase: &str, entry: Entry) {
        let tokens = tokens::split(Shown::from(phrase));
        let Some(first) = tokens.word(0) else { return };
        let rest: Vec<&str> = (1..tokens.list.len()).filter_map(|at| tokens.word(at)).collect();
        self.insert(first.to_owned().into(), rest.join(" ").into(), entry);
    }

    fn insert(&mut self, first: Cow<'static, str>, rest: Cow<'static, str>, entry: Entry) {
        let words = rest.split_terminator(' ').count();
        let like = self.phrases.entry(first).or_default();
        let at = like.partition_point(|known| known.words >= words);
        like.insert(at, Known { rest, words, entry });
    }

    /// Whether a phrase begins with the last of some tokens.
    pub(super) fn knows_last(&self, tokens: &Tokens) -> bool {
        let last = tokens.list.len().checked_sub(1).and_then(|last| tokens.word(last));
        last.is_some_and(|word| self.phrases.contains_key(word))
    }

    /// The longest phrase that the tokens from `at` on begin with: how many they are, and what they are.
    pub(super) fn longest(&self, tokens: &Tokens, at: usize) -> Option<(usize, Entry)> {
        let like = self.phrases.get(tokens.word(at)?)?;
        let is_next = |known: &Known| {
            let mut rest = known.rest.split_terminator(' ').enumerate();
            rest.all(|(next, word)| tokens.word(at + 1 + next) == Some(word))
        };
        let known = like.iter().find(|known| is_next(known))?;
        Some((known.words + 1, known.entry))
    }
}
