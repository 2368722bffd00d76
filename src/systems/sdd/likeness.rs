//! How much two texts speak of the same: words they share.

use std::collections::BTreeSet;

/// The words that a text is recognised by.
#[derive(Clone, Debug, Default)]
pub(super) struct Words(BTreeSet<String>);

/// Words that stand in any sentence.
const COMMON: &[&str] = &[
    "a", "an", "and", "any", "are", "as", "at", "be", "but", "by", "can", "does", "for", "from",
    "has", "have", "in", "is", "it", "its", "no", "not", "of", "on", "or", "so", "than", "that",
    "the", "this", "to", "was", "which", "with", "without",
];

/// Words that begin with so many of the same letters are forms of one.
const FORM: usize = 5;

/// Words that any issue may be about.
const GENERIC: &[&str] =
    &["code", "file", "finding", "function", "issue", "line", "problem", "rs", "src", "thing"];

impl Words {
    /// The words of some texts: letters and digits between anything else, without those that stand everywhere, and
    /// without the `s` at their end. Where a language puts no blanks between words, every two neighbouring
    /// characters are one.
    pub(super) fn of<'t>(texts: impl IntoIterator<Item = &'t str>) -> Self {
        let mut words = BTreeSet::new();
        for text in texts {
            for part in text.split(|c: char| !c.is_alphanumeric()) {
                add(part, &mut words);
            }
        }
        Self(words)
    }

    /// How many words both have.
    pub(super) fn shared(&self, other: &Self) -> usize {
        self.0.intersection(&other.0).count()
    }

    /// Whether both share at least so many percent of the words of the shorter one, and two words at least, or all of
    /// a single one.
    pub(super) fn alike(&self, other: &Self, percent: usize) -> bool {
        let shorter = self.0.len().min(other.0.len());
        let shared = self.shared(other);
        shared >= shorter.min(2) && shared > 0 && shared * 100 >= shorter * percent
    }

    /// The words that say what a text is about, and not only that it is about code.
    pub(super) fn significant(mut self) -> Self {
        self.0.retain(|word| !GENERIC.contains(&word.as_str()));
        self
    }

    /// The words of another text as well.
    pub(super) fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The words that another text has not, in whatever form: `refused` is one of `refusal`.
    pub(super) fn without(mut self, other: &Self) -> Self {
        self.0.retain(|word| !other.has_form_of(word));
        self
    }

    /// Whether both share a third of the words of the shorter one, in whatever form.
    pub(super) fn meets(&self, other: &Self) -> bool {
        let shorter = self.0.len().min(other.0.len());
        let shared = self.0.iter().filter(|word| other.has_form_of(word)).count();
        shared > 0 && shared * 3 >= shorter
    }

    fn has_form_of(&self, word: &str) -> bool {
        let begins = word.char_indices().nth(FORM).map_or(word, |(end, _)| &word[..end]);
        let numbers = word.starts_with(|c: char| c.is_ascii_digit());
        let long = !numbers && word.chars().count() >= FORM;
        let mut behind = self.0.range(begins.to_owned()..);
        self.0.contains(word)
            || (long && behind.next().is_some_and(|known| known.starts_with(begins)))
    }

    /// As [`Words::alike`], by two words at least, or by all words of both.
    pub(super) fn akin(&self, other: &Self, percent: usize) -> bool {
        let same = !self.0.is_empty() && self.0 == other.0;
        same || (self.shared(other) >= 2 && self.alike(other, percent))
    }

    /// Whether it has at least so many percent of the other's words.
    pub(super) fn covers(&self, other: &Self, percent: usize) -> bool {
        let wanted = other.0.len();
        wanted > 0 && self.shared(other) * 100 >= wanted * percent
    }
}

fn add(part: &str, words: &mut BTreeSet<String>) {
    let mut plain = String::new();
    let mut dense: Vec<char> = Vec::new();
    let mut finish = |dense: &mut Vec<char>| {
        words.extend(dense.windows(2).map(|two| two.iter().collect::<String>()));
        dense.clear();
    };
    for c in part.chars() {
        if is_dense(c) {
            dense.push(c);
        } else {
            finish(&mut dense);
            plain.extend(c.to_lowercase());
        }
    }
    finish(&mut dense);
    let stem = plain.strip_suffix('s').filter(|stem| stem.len() > 3).unwrap_or(&plain);
    if !stem.is_empty() && !COMMON.contains(&stem) {
        words.insert(stem.to_owned());
    }
}

/// Kana and Han, Hangul, Thai: written without blanks, or with few.
fn is_dense(c: char) -> bool {
    matches!(c as u32, 0x0E00..=0x0E7F | 0x3040..=0x30FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xAC00..=0xD7AF)
}

#[cfg(test)]
mod tests {
    use super::Words;

    fn alike(one: &str, other: &str) -> bool {
        Words::of([one]).alike(&Words::of([other]), 34)
    }

    #[test]
    fn what_is_reworded_is_alike() {
        assert!(alike(
            "needs a caching layer in front of it",
            "no caching layer: nobody asks for one"
        ));
        assert!(alike("旧フォーマットの説明が残っている", "フォーマットの説明が古い"));
        assert!(alike("unused", "unused"));
    }

    #[test]
    fn a_word_is_known_in_its_forms() {
        let rest = |one: &str, other: &str| Words::of([one]).without(&Words::of([other]));
        assert!(rest("refused tokens 40", "refusal of a token, 40").is_empty());
        assert!(!rest("login", "logout").is_empty() && !rest("line 12345", "12346").is_empty());
        assert!(Words::of(["forged"]).meets(&Words::of(["forgery of a token"])));
        let four = Words::of(["forged tokens kept here"]);
        assert!(!four.meets(&Words::of(["forged nobody else then"])));
    }

    #[test]
    fn what_is_about_something_else_is_not() {
        assert!(!alike("needs a caching layer", "the handler swallows an exception"));
        assert!(!alike("the handler leaks", "the handler is untested and too long to read"));
        assert!(!alike("", ""));
        assert!(!alike("the and of", "the and of"));
        assert!(!alike("説明が残っている", "検証に失敗する"));
    }
}
