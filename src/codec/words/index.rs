//! The rows of a table that are small letters and blanks, found by their first word: made while Assize is compiled, so that
//! no run reads the tables anew.
#![expect(
    clippy::cast_possible_truncation,
    reason = "no table has 64 KiB, and a test finds every row of it; `try_from` is not const"
)]

use super::tokens::Tokens;

/// Chains of rows whose first words have the same hash, and rows of one table at most.
const MOST: usize = 1024;

/// A phrase in the text of its table.
#[derive(Clone, Copy)]
struct Slot {
    /// Of its first word.
    hash: u32,
    start: u32,
    len: u8,
    words: u8,
    /// An `s` follows its last word.
    plural: bool,
    /// Its list, counted from 1.
    list: u8,
    /// The next one of its chain, counted from 1.
    next: u16,
}

const NONE: Slot = Slot { hash: 0, start: 0, len: 0, words: 0, plural: false, list: 0, next: 0 };

/// Rows of other letters, of digits and signs, at most.
const MOST_ODD: usize = 96;

/// Lists of one table, at most.
const MOST_LISTS: usize = 64;

/// The rows of a text.
pub(super) struct Index {
    text: &'static str,
    heads: [u16; MOST],
    slots: [Slot; MOST],
    /// Where each row begins that is not plain, and its list.
    odd: [(u32, u8); MOST_ODD],
    odd_rows: usize,
    /// Where the head of each list begins.
    lists: [u32; MOST_LISTS],
    used_lists: u8,
}

impl std::fmt::Debug for Index {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Index").finish_non_exhaustive()
    }
}

/// FNV-1a.
const fn add(hash: u32, byte: u8) -> u32 {
    (hash ^ byte as u32).wrapping_mul(0x0100_0193)
}

const BASIS: u32 = 0x811c_9dc5;

/// What a word is found by.
pub(super) fn hash_of(word: &str) -> u32 {
    word.bytes().fold(BASIS, add)
}

/// The hash, cut to the number of chains.
const fn chain(hash: u32) -> usize {
    (hash ^ (hash >> 15)) as usize % MOST
}

impl Index {
    pub(super) const fn of(text: &'static str) -> Self {
        let bytes = text.as_bytes();
        let mut index = Self {
            text,
            heads: [0; MOST],
            slots: [NONE; MOST],
            odd: [(0, 0); MOST_ODD],
            odd_rows: 0,
            lists: [0; MOST_LISTS],
            used_lists: 0,
        };
        let (mut at, mut used) = (0, 0);
        while at < bytes.len() {
            let start = at;
            while at < bytes.len() && bytes[at] != b'\n' {
                at += 1;
            }
            if start < at && bytes[start] == b'[' {
                index.lists[index.used_lists as usize] = start as u32;
                index.used_lists += 1;
            } else if let Some(slot) = plain(bytes, start, at) {
                let slot = Slot { list: index.used_lists, ..slot };
                used = index.put(bytes, Slot { plural: false, ..slot }, used);
                if slot.plural {
                    used = index.put(bytes, slot, used);
                }
            } else if start < at && bytes[start] != b'#' {
                index.odd[index.odd_rows] = (start as u32, index.used_lists);
                index.odd_rows += 1;
            }
            at += 1;
        }
        index
    }

    /// What stands in the brackets of each list: `F critical`
    pub(super) fn lists(&self) -> impl Iterator<Item = &'static str> {
        self.lists.iter().take(self.used_lists.into()).filter_map(|start| {
            let line = self.text.get(*start as usize + 1..)?;
            line.split_once(']').map(|head| head.0)
        })
    }

    /// The rows that are not plain: the phrase, and its list.
    pub(super) fn odd(&self) -> impl Iterator<Item = (&'static str, u8)> {
        self.odd.iter().take(self.odd_rows).filter_map(|(start, list)| {
            let line = self.text.get(*start as usize..)?.lines().next()?;
            Some((line.rsplit_once(' ')?.0.trim_ascii_end(), *list))
        })
    }

    /// Every row, without the `(s)` that it may end in, and its list.
    pub(super) fn rows(&self) -> impl Iterator<Item = (&'static str, u8)> {
        let used = self.slots.iter().take_while(|slot| slot.len > 0);
        let plain = used.filter(|slot| !slot.plural).filter_map(|slot| {
            let start = slot.start as usize;
            Some((self.text.get(start..start + usize::from(slot.len))?, slot.list))
        });
        plain.chain(self.odd())
    }

    const fn put(&mut self, bytes: &[u8], slot: Slot, used: usize) -> usize {
        let (mut hash, mut at) = (BASIS, slot.start as usize);
        let end = at + slot.len as usize;
        while at < end && bytes[at] != b' ' {
            hash = add(hash, bytes[at]);
            at += 1;
        }
        if slot.plural && at == end {
            hash = add(hash, b's');
        }
        let chain = chain(hash);
        self.slots[used] = Slot { hash, next: self.heads[chain], ..slot };
        self.heads[chain] = (used + 1) as u16;
        used + 1
    }

    /// The longest row that tokens begin with from `at` on: how many tokens it is, and its list.
    pub(super) fn longest(&self, tokens: &Tokens, at: usize) -> Option<(usize, u8)> {
        let fits = self.chain(tokens.hash(at)?).filter(|slot| {
            let mut words = slot.words_of(self.text).enumerate();
            words.all(|(nth, (word, plural))| is(tokens.word(at + nth), word, plural))
        });
        let longest =
            fits.reduce(|one, other| if other.words >= one.words { other } else { one })?;
        Some((longest.words.into(), longest.list))
    }

    /// Whether a row begins with the token at a place.
    pub(super) fn begins(&self, tokens: &Tokens, at: usize) -> bool {
        tokens.hash(at).is_some_and(|hash| {
            self.chain(hash).any(|slot| {
                let first = slot.words_of(self.text).next();
                first.is_some_and(|(first, plural)| is(tokens.word(at), first, plural))
            })
        })
    }

    /// The rows whose first words have a hash.
    fn chain(&self, hash: u32) -> impl Iterator<Item = &Slot> {
        let slot = |number: u16| self.slots.get(usize::from(number).checked_sub(1)?);
        let head = self.heads.get(chain(hash)).copied().unwrap_or_default();
        let all = std::iter::successors(slot(head), move |before| slot(before.next));
        all.filter(move |slot| slot.hash == hash)
    }
}

/// The phrase of a line, where it is small letters and blanks, `(s)` behind them or not. Its source stands last.
const fn plain(bytes: &[u8], start: usize, end: usize) -> Option<Slot> {
    let (mut at, mut len, mut words) = (start, 0, 0);
    let mut source = end;
    while source > start && bytes[source - 1] != b' ' {
        source -= 1;
    }
    while at < source && (bytes[at] == b' ' || bytes[at].is_ascii_lowercase()) {
        if bytes[at] != b' ' {
            words += (at == start || bytes[at - 1] == b' ') as u8;
            len = at + 1 - start;
        }
        at += 1;
    }
    let plural =
        at + 3 < source && bytes[at] == b'(' && bytes[at + 1] == b's' && bytes[at + 2] == b')';
    let whole = at == source || plural;
    match whole && len > 0 {
        true => Some(Slot { start: start as u32, len: len as u8, words, plural, ..NONE }),
        false => None,
    }
}

/// Whether a token is a word, or its plural.
fn is(token: Option<&str>, word: &str, plural: bool) -> bool {
    token.is_some_and(|token| match plural {
        true => token.strip_suffix('s') == Some(word),
        false => token == word,
    })
}

impl Slot {
    /// Its words, and whether an `s` follows.
    fn words_of<'t>(&self, text: &'t str) -> impl Iterator<Item = (&'t str, bool)> {
        let start = self.start as usize;
        let phrase = text.get(start..start + usize::from(self.len)).unwrap_or_default();
        let (last, plural) = (usize::from(self.words), self.plural);
        let words = phrase.split(' ').enumerate();
        words.map(move |(nth, word)| (word, plural && nth + 1 == last))
    }
}
