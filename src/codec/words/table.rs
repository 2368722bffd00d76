//! A table of phrases: each with its class, found by its first word, the longest first.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::index::Index;
use super::tokens::{self, Shown, Tokens};
use crate::ir::{Outcome, Severity};

pub(super) use assize_grammar::words::{INTRODUCES, NAMES, VALUES};

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
    /// Whether a name that has it says who reviewed.
    pub(in crate::codec) by: bool,
    /// Whether a value that nothing is known of says nothing below this name; whether a condition may begin a sentence.
    pub(in crate::codec) weak: bool,
    /// Whether a heading that has it sums up.
    pub(in crate::codec) sums: bool,
    /// Whether a name that has it is that of a part of the work.
    pub(in crate::codec) part: bool,
}

impl Entry {
    pub(super) const fn of(class: u8) -> Self {
        let (review, by, weak, sums, part) = (false, false, false, false, false);
        Self { class, outcome: None, severity: None, review, by, weak, sums, part }
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
        "by" => Entry { by: true, ..entry },
        "weak" => Entry { weak: true, ..entry },
        "sums" => Entry { sums: true, ..entry },
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
    /// The plain rows of Assize, and what the words of each list are.
    index: Option<&'static Index>,
    lists: Vec<Entry>,
    /// By the hash of their first words.
    phrases: HashMap<u32, Vec<Known>, BuildHasherDefault<Spread>>,
}

/// A phrase: its words with a blank between them, how many there are, and what it is.
#[derive(Debug)]
struct Known {
    phrase: String,
    words: usize,
    entry: Entry,
}

/// A hash for a map: what is looked up adds nothing to the table.
#[derive(Debug, Default)]
struct Spread(u64);

impl Hasher for Spread {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u32(u32::from(*byte)));
    }

    fn write_u32(&mut self, hash: u32) {
        self.0 = (self.0 ^ u64::from(hash)).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

impl Table {
    pub(super) fn is_empty(&self) -> bool {
        self.phrases.is_empty()
    }

    /// A table of Assize: its plain rows are in an index already, and the others, of signs and other letters, are added.
    pub(super) fn of(index: &'static Index) -> Self {
        let lists: Vec<Entry> = index.lists().map(read_head).collect();
        let mut table = Self { index: Some(index), ..Self::default() };
        for (phrase, list) in index.odd() {
            table.add(phrase, entry_of(&lists, list));
        }
        table.lists = lists;
        table
    }

    /// The rows of Assize, and what they are.
    pub(super) fn own(&self) -> impl Iterator<Item = (&'static str, Entry)> {
        let rows = self.index.into_iter().flat_map(Index::rows);
        rows.map(|(phrase, list)| (phrase, entry_of(&self.lists, list)))
    }

    /// Adds a phrase as it is written, with its signs and marks.
    pub(super) fn add(&mut self, phrase: &str, entry: Entry) {
        let tokens = tokens::split(Shown::from(phrase));
        let Some(first) = tokens.hash(0) else { return };
        let words = tokens.list.len();
        let phrase = (0..words).filter_map(|at| tokens.word(at)).collect::<Vec<_>>().join(" ");
        let like = self.phrases.entry(first).or_default();
        let at = like.partition_point(|known| known.words >= words);
        like.insert(at, Known { phrase, words, entry });
    }

    /// Whether a phrase begins with the last of some tokens.
    pub(super) fn knows_last(&self, tokens: &Tokens) -> bool {
        let own = |last| self.index.is_some_and(|index| index.begins(tokens, last));
        let begins = |known: &Known, word| known.phrase.split(' ').next() == Some(word);
        let added = |last| {
            let word = tokens.word(last).unwrap_or_default();
            self.like(tokens, last).iter().any(|known| begins(known, word))
        };
        tokens.list.len().checked_sub(1).is_some_and(|last| own(last) || added(last))
    }

    /// The longest phrase that the tokens from `at` on begin with: how many they are, and what they are.
    pub(super) fn longest(&self, tokens: &Tokens, at: usize) -> Option<(usize, Entry)> {
        let plain = self.index.and_then(|index| index.longest(tokens, at));
        let plain = plain.map(|(words, list)| (words, entry_of(&self.lists, list)));
        let odd = self.added(tokens, at);
        match (plain, odd) {
            (Some(plain), Some(odd)) => Some(if odd.0 > plain.0 { odd } else { plain }),
            (plain, odd) => plain.or(odd),
        }
    }

    fn added(&self, tokens: &Tokens, at: usize) -> Option<(usize, Entry)> {
        let is_next = |known: &&Known| {
            let mut words = known.phrase.split(' ').enumerate();
            words.all(|(next, word)| tokens.word(at + next) == Some(word))
        };
        let known = self.like(tokens, at).iter().find(is_next)?;
        Some((known.words, known.entry))
    }

    /// What was added whose first word has the hash of a token, the longest first.
    fn like(&self, tokens: &Tokens, at: usize) -> &[Known] {
        tokens.hash(at).and_then(|hash| self.phrases.get(&hash)).map_or(&[], Vec::as_slice)
    }
}

/// What the words of a list are, counted from 1.
fn entry_of(lists: &[Entry], list: u8) -> Entry {
    let at = usize::from(list).checked_sub(1);
    at.and_then(|at| lists.get(at)).copied().unwrap_or(Entry::of(b'w'))
}
