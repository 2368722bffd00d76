//! What was made of a text in one reading, kept.

use std::cell::RefCell;
use std::collections::HashMap;

/// What was made of texts in one reading: a review says few things, and each of them often.
#[derive(Debug)]
pub(super) struct Memo<K, V>(RefCell<Kept<K, V>>);

#[derive(Debug)]
struct Kept<K, V> {
    by_text: HashMap<Box<str>, Vec<(K, V)>>,
    /// The length of those texts, in bytes.
    bytes: usize,
}

impl<K, V> Default for Memo<K, V> {
    fn default() -> Self {
        Self(RefCell::new(Kept { by_text: HashMap::default(), bytes: 0 }))
    }
}

impl<K, V: Clone> Memo<K, V> {
    /// No longer text is kept, in bytes.
    const LONGEST: usize = 1 << 10;
    /// What is kept is given up at as many bytes of text.
    const MOST: usize = 1 << 16;
    /// What a text costs however short it is.
    const PLACE: usize = 64;

    /// What is made of a text, kept where the text is not long. `is` finds what was made of it for the same question, and `kind`
    /// gives the question to keep.
    pub(super) fn of(
        &self,
        text: &str,
        is: impl Fn(&K) -> bool,
        kind: impl FnOnce() -> K,
        make: impl FnOnce() -> V,
    ) -> V {
        if text.len() > Self::LONGEST {
            return make();
        }
        let kept = self.0.borrow();
        let known = kept.by_text.get(text).into_iter().flatten().find(|known| is(&known.0));
        if let Some((_, known)) = known {
            return known.clone();
        }
        drop(kept);
        let made = make();
        let kept = &mut *self.0.borrow_mut();
        if kept.bytes > Self::MOST {
            kept.by_text.clear();
            kept.bytes = 0;
        }
        kept.bytes += text.len() + Self::PLACE;
        let alike = kept.by_text.entry(text.into()).or_insert_with(|| Vec::with_capacity(1));
        alike.push((kind(), made.clone()));
        made
    }
}
