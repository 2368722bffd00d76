//! What was made of a short text in one reading, kept.

use std::cell::RefCell;
use std::collections::HashMap;

/// What was made of short texts in one reading: a review says few things, and each of them often.
#[derive(Debug)]
pub(super) struct Memo<K, V>(RefCell<HashMap<Box<str>, Kept<K, V>>>);

/// What was made of one text.
type Kept<K, V> = Vec<(K, V)>;

impl<K, V> Default for Memo<K, V> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<K: Eq, V: Clone> Memo<K, V> {
    /// No longer text is kept, in bytes.
    const LONGEST: usize = 64;
    /// What is kept is given up at as many.
    const MOST: usize = 1024;

    /// What is made of a text, kept where the text is short.
    pub(super) fn of(&self, kind: K, text: &str, make: impl FnOnce() -> V) -> V {
        if text.len() > Self::LONGEST {
            return make();
        }
        let kept = self.0.borrow();
        let known = kept.get(text).into_iter().flatten().find(|known| known.0 == kind);
        if let Some((_, known)) = known {
            return known.clone();
        }
        drop(kept);
        let made = make();
        let mut kept = self.0.borrow_mut();
        if kept.len() >= Self::MOST {
            kept.clear();
        }
        kept.entry(text.into()).or_default().push((kind, made.clone()));
        made
    }
}
