//! What was made of the texts of one docket, for the next: from round to round most reports stay as they are.

use std::collections::hash_map::RandomState;
use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher;
use std::sync::{Arc, Mutex, PoisonError};

use crate::codec::{ReadOptions, read};
use crate::ir::Decoded;
use crate::source::Source;

/// What was made of texts that came twice. It is shared by threads, and its size is bounded.
#[derive(Debug, Default)]
pub(crate) struct KnownTexts(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    /// By the hash of the text.
    made: HashMap<u64, Vec<Known>>,
    /// The hashes of texts that came: most come once, and what was made of them is not kept.
    came: HashSet<u64>,
    hasher: RandomState,
    /// How the last of them was read.
    options: Arc<ReadOptions>,
    /// The length of the texts that are kept, in bytes.
    bytes: usize,
}

/// What was made of a text, and how it was read.
type Known = (Arc<ReadOptions>, Arc<Decoded>);

impl KnownTexts {
    /// No longer text is kept, in bytes.
    const LONGEST: usize = 1 << 16;
    /// What is kept is given up at as many bytes of text.
    const MOST: usize = 1 << 22;
    /// What a text costs however short it is.
    const PLACE: usize = 1 << 10;
    /// So many hashes are kept.
    const HASHES: usize = 1 << 16;

    /// Reads a source as [`read`] does, or knows it from before: with the same name, the same bytes and the same options.
    pub(super) fn read(&self, source: &Source, options: &ReadOptions) -> Decoded {
        let (name, bytes) = (source.name(), source.bytes());
        if bytes.len() > Self::LONGEST {
            return read(source, options);
        }
        let is = |(how, made): &&Known| {
            let own = made.sources.first();
            own.is_some_and(|own| own.name() == name && own.bytes() == bytes) && **how == *options
        };
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let hash = kept.hasher.hash_one(bytes);
        let known = kept.made.get(&hash).into_iter().flatten().find(is);
        if let Some(known) = known.map(|(_, made)| made.clone()) {
            drop(kept);
            return Decoded::clone(&known);
        }
        if kept.came.len() >= Self::HASHES {
            kept.came.clear();
        }
        let first = kept.came.insert(hash);
        drop(kept);
        let made = read(source, options);
        if first {
            return made;
        }
        let kept = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.bytes > Self::MOST {
            kept.made.clear();
            kept.bytes = 0;
        }
        kept.bytes += bytes.len() + Self::PLACE;
        let alike = kept.made.entry(hash).or_default();
        if *kept.options != *options {
            kept.options = Arc::new(options.clone());
        }
        alike.push((kept.options.clone(), Arc::new(made.clone())));
        made
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Outcome;

    const TEXT: &str = "verdict: fail\nconfidence: high\nblocker: src/a.rs:7 the pool leaks\n";

    #[test]
    fn a_known_text_is_what_reading_it_says() {
        let (known, options) = (KnownTexts::default(), ReadOptions::default());
        let by_word = ReadOptions::default().word("SHIP IT", Outcome::Pass);
        let texts = [TEXT, "verdict: SHIP IT\nconfidence: high\n", "nothing", ""];
        for _ in 0..3 {
            for text in texts {
                for name in ["qa.md", "security.md"] {
                    for how in [&options, &by_word] {
                        let source = Source::new(name, text);
                        let (again, made) = (known.read(&source, how), read(&source, how));
                        assert_eq!(format!("{again:?}"), format!("{made:?}"));
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_kept_is_bounded() {
        let (known, options) = (KnownTexts::default(), ReadOptions::default());
        let most = KnownTexts::MOST / KnownTexts::PLACE;
        // A quarter more than there is room for.
        for at in 0..most + most / 4 {
            let source = Source::new("qa.md", format!("{at}"));
            drop((known.read(&source, &options), known.read(&source, &options)));
        }
        let kept = || known.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = kept().made.len();
        assert!(count > 0 && count <= most + 1, "{count}");
        let long = Source::new("qa.md", "a".repeat(KnownTexts::LONGEST + 1));
        drop((known.read(&long, &options), known.read(&long, &options)));
        let same = |(_, made): &Known| made.sources[0].bytes() == long.bytes();
        assert!(!kept().made.values().flatten().any(same));
    }
}
