//! What was made of the texts of one docket, for the next: from round to round most reports stay as they are.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::codec::{ReadOptions, read};
use crate::ir::Decoded;
use crate::source::Source;

/// What was made of texts. It is shared by threads, and its size is bounded.
#[derive(Debug, Default)]
pub(crate) struct KnownTexts(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    by_text: HashMap<Box<[u8]>, Vec<Known>>,
    /// How the last of them was read.
    options: Arc<ReadOptions>,
    /// The length of those texts, in bytes.
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

    /// Reads a source as [`read`] does, or knows it from before: with the same name, the same bytes and the same options.
    pub(super) fn read(&self, source: &Source, options: &ReadOptions) -> Decoded {
        let (name, bytes) = (source.name(), source.bytes());
        if bytes.len() > Self::LONGEST {
            return read(source, options);
        }
        let is = |(how, made): &&Known| {
            made.sources.first().is_some_and(|own| own.name() == name) && **how == *options
        };
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = kept.by_text.get(bytes).into_iter().flatten().find(is);
        let known = known.map(|(_, made)| made.clone());
        drop(kept);
        if let Some(known) = known {
            return Decoded::clone(&known);
        }
        let made = read(source, options);
        let kept = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.bytes > Self::MOST {
            *kept = Kept::default();
        }
        kept.bytes += bytes.len() + Self::PLACE;
        let alike = kept.by_text.entry(bytes.into()).or_default();
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
        for _ in 0..2 {
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
        for at in 0..2 * most {
            drop(known.read(&Source::new("qa.md", format!("{at}")), &options));
        }
        let kept = known.0.lock().unwrap_or_else(PoisonError::into_inner);
        assert!(kept.by_text.len() <= most, "{}", kept.by_text.len());
        drop(kept);
        drop(known.read(&Source::new("qa.md", "a".repeat(KnownTexts::LONGEST + 1)), &options));
        let kept = known.0.lock().unwrap_or_else(PoisonError::into_inner);
        assert!(kept.by_text.keys().all(|text| text.len() <= KnownTexts::LONGEST));
    }
}
