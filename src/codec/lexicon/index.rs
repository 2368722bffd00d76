//! The tables by their first letters, worked out when they are compiled: most words are told by
//! them.

use super::is_gap;

/// The rows of a table that begin with each letter, as bits; the last are those that begin with
/// none.
pub(super) struct Rows([u128; 27]);

impl Rows {
    pub(super) const fn of<T>(table: &[(&str, T)]) -> Self {
        assert!(table.len() <= 128, "a row is a bit");
        let mut rows = [0; 27];
        let mut at = 0;
        while at < table.len() {
            rows[slot(table[at].0.as_bytes()[0])] |= 1 << at;
            at += 1;
        }
        Self(rows)
    }

    /// The rows that a word may be, in their order.
    pub(super) fn like(&self, word: &str) -> impl Iterator<Item = usize> + use<> {
        let first = word.chars().find(|c| !is_gap(*c));
        // A letter of several bytes is none of the alphabet.
        let first = first.map(|c| if c.is_ascii() { c as u8 } else { 0 });
        let mut rows = first.map_or(0, |first| self.0[slot(first)]);
        std::iter::from_fn(move || {
            let row = rows.trailing_zeros();
            rows &= rows.wrapping_sub(1);
            (row < u128::BITS).then_some(row as usize)
        })
    }
}

/// Which two letters words of the tables begin with.
pub(super) struct Starts([u32; 27]);

impl Starts {
    pub(super) const NONE: Self = Self([0; 27]);

    /// With those rows of a table that are chosen.
    pub(super) const fn with<T>(mut self, table: &[(&str, T)], chosen: &[bool]) -> Self {
        let mut at = 0;
        while at < table.len() {
            let word = table[at].0.as_bytes();
            if chosen[at] {
                // `p0` begins with one letter.
                let second = if word.len() > 1 { slot(word[1]) } else { 26 };
                self.0[slot(word[0])] |= 1 << second;
            }
            at += 1;
        }
        self
    }

    /// Whether a word of the tables may begin with these letters.
    pub(super) fn may_begin(&self, letters: &[u8]) -> bool {
        match letters {
            [] => false,
            [only] => self.0[slot(*only)] != 0,
            [first, second, ..] => self.0[slot(*first)] & (1 << slot(*second)) != 0,
        }
    }
}

const fn slot(byte: u8) -> usize {
    match byte.to_ascii_lowercase() {
        letter @ b'a'..=b'z' => (letter - b'a') as usize,
        _ => 26,
    }
}
