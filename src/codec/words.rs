//! The words of dartai verdict files, as a table.

use std::collections::BTreeMap;

use super::repairs::{BOLD_TOKEN, LEGACY_TOKEN, LETTER_CASE, QUOTED_TOKEN, Repair};
use super::text::slice::Slice;
use crate::ir::{Confidence, Outcome};

/// What a reviewer may say, and what it comes to.
pub(super) struct Word {
    /// As the format writes it; read in any case.
    word: &'static str,
    outcome: Outcome,
    /// `fail` when there is a blocker.
    fails_when_blocked: bool,
    legacy: bool,
}

const fn word(word: &'static str, outcome: Outcome) -> Word {
    Word { word, outcome, fails_when_blocked: false, legacy: false }
}

const fn legacy(word: &'static str, outcome: Outcome) -> Word {
    Word { word, outcome, fails_when_blocked: matches!(outcome, Outcome::Warn), legacy: true }
}

/// Every word of a dartai verdict file. A word stands before those it begins with.
pub(super) const WORDS: &[Word] = &[
    word("pass", Outcome::Pass),
    word("fail", Outcome::Fail),
    legacy("WARNING", Outcome::Warn),
    word("warn", Outcome::Warn),
    legacy("REJECT IMMEDIATELY", Outcome::Fail),
    legacy("REJECT", Outcome::Fail),
    legacy("STOP", Outcome::Fail),
    legacy("NEEDS_WORK", Outcome::Warn),
];

/// The words of a dartai verdict file that are not older ones.
pub(super) fn own() -> impl Iterator<Item = &'static str> {
    WORDS.iter().filter(|known| !known.legacy).map(|known| known.word)
}

/// The words of the Compact Pipe-Delimited Format (CPF): with one of these, `VERDICT:` is not a line of a verdict file.
pub(super) const CPF_WORDS: &[(&str, Outcome)] = &[
    ("GO", Outcome::Pass),
    ("CONDITIONAL", Outcome::Warn),
    ("NO-GO", Outcome::Fail),
    ("SPEC-UPDATE-NEEDED", Outcome::Fail),
];

/// The words that a reviewer is asked to use: those of the format, then the host's.
pub(super) fn asked_for(extra: &Extra) -> impl Iterator<Item = (&str, Outcome)> {
    let own = WORDS.iter().filter(|known| !known.legacy).map(|known| (known.word, known.outcome));
    own.chain(extra.iter().map(|(word, outcome)| (word.as_str(), *outcome)))
}

/// The words of confidence that a reviewer is asked to use.
pub(super) fn confidences() -> impl Iterator<Item = &'static str> {
    CONFIDENCE.iter().map(|(word, _)| *word)
}

/// Whether a value begins with a word of CPF.
pub(super) fn is_cpf(value: &str) -> bool {
    CPF_WORDS.iter().any(|(word, _)| begins_with(value, word))
}

/// Words of confidence.
const CONFIDENCE: &[(&str, Confidence)] =
    &[("high", Confidence::High), ("med", Confidence::Med), ("low", Confidence::Low)];

/// What a known word comes to.
#[derive(Clone, Copy)]
pub(super) struct Meaning {
    pub(super) outcome: Outcome,
    pub(super) fails_when_blocked: bool,
    /// What had to be overlooked to know it.
    pub(super) repair: Option<Repair>,
    /// Length of the word in bytes.
    pub(super) len: usize,
}

/// Words a host adds to those of the format.
pub(super) type Extra = BTreeMap<String, Outcome>;

/// The word that `text` begins with, at a word's end.
pub(super) fn leading_word(text: &str, extra: &Extra) -> Option<Meaning> {
    let own = WORDS.iter().find(|known| begins_with(text, known.word)).map(|known| Meaning {
        outcome: known.outcome,
        fails_when_blocked: known.fails_when_blocked,
        repair: match known.legacy {
            true => Some(LEGACY_TOKEN),
            false => (!text.starts_with(known.word)).then_some(LETTER_CASE),
        },
        len: known.word.len(),
    });
    own.or_else(|| {
        let longest = extra.iter().filter(|(known, _)| begins_with(text, known));
        longest.max_by_key(|(known, _)| known.len()).map(|(known, outcome)| Meaning {
            outcome: *outcome,
            fails_when_blocked: false,
            repair: (!text.starts_with(known.as_str())).then_some(LETTER_CASE),
            len: known.len(),
        })
    })
}

/// Whether `word` is how `text` begins, in any case, and ends there.
pub(super) fn begins_with(text: &str, word: &str) -> bool {
    // Most words are told by their first letter.
    let first = |text: &str| text.bytes().next().map(|b| b.to_ascii_lowercase());
    if first(text) != first(word) {
        return false;
    }
    let head = text.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word));
    let goes_on = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    head && !word.is_empty() && !text[word.len()..].starts_with(goes_on)
}

/// Whether some word in `text` says fail, in this format or another.
pub(super) fn says_fail(text: &str) -> bool {
    words_of(text).any(|at| fail_len(at).is_some())
}

/// The length of the word that says fail at the start of `text`.
pub(super) fn fail_len(text: &str) -> Option<usize> {
    let own = WORDS.iter().map(|known| (known.word, known.outcome));
    let mut fails = own.chain(CPF_WORDS.iter().copied());
    let word = fails.find(|(word, outcome)| *outcome == Outcome::Fail && begins_with(text, word));
    word.map(|(word, _)| word.len())
}

/// The rest of the text from the start of each word.
pub(super) fn words_of(text: &str) -> impl Iterator<Item = &str> {
    let letter = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let starts = text.char_indices().scan(false, move |inside, (at, c)| {
        let starts = letter(c) && !*inside;
        *inside = letter(c);
        Some(starts.then_some(at))
    });
    starts.flatten().map(|at| &text[at..])
}

/// A word without marks around it, what follows it, and the marks: `**FAIL** (see below)`.
pub(super) fn undress(value: Slice<'_>) -> (Slice<'_>, Slice<'_>, Option<Repair>) {
    for (mark, repair) in [
        ("**", BOLD_TOKEN),
        ("__", BOLD_TOKEN),
        ("*", BOLD_TOKEN),
        ("_", BOLD_TOKEN),
        ("`", QUOTED_TOKEN),
        ("\"", QUOTED_TOKEN),
        ("'", QUOTED_TOKEN),
    ] {
        let Some(inner) = value.text.strip_prefix(mark) else { continue };
        let Some(end) = inner.find(mark) else { continue };
        let (word, rest) = value.after(mark.len()).split_at(end);
        return (word, rest.after(mark.len()), Some(repair));
    }
    (value, value.after(value.text.len()), None)
}

/// The confidence a word stands for, and whether it is spelt as the format spells it.
pub(super) fn confidence(text: &str) -> Option<(Confidence, Option<Repair>)> {
    if text.eq_ignore_ascii_case("medium") {
        return Some((Confidence::Med, Some(super::repairs::CONFIDENCE_WORD)));
    }
    let (word, confidence) = CONFIDENCE.iter().find(|(word, _)| text.eq_ignore_ascii_case(word))?;
    Some((*confidence, (text != *word).then_some(LETTER_CASE)))
}

/// The word that a strange one was meant to be: one edit away, or two from a longer word.
/// Older words are read and never suggested: `skip` is no misspelt `STOP`.
pub(super) fn nearest_word<'a>(text: &str, extra: &'a Extra) -> Option<&'a str> {
    if text.len() > 24 {
        return None;
    }
    let text = text.to_lowercase();
    let known =
        WORDS.iter().filter(|w| !w.legacy).map(|w| w.word).chain(extra.keys().map(String::as_str));
    known
        .map(|word| (strsim::osa_distance(&text, &word.to_lowercase()), word))
        .filter(|(distance, word)| *distance <= if word.chars().count() <= 4 { 1 } else { 2 })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, word)| word)
}

#[cfg(feature = "judge")]
#[cfg(test)]
mod tests {
    use super::{CPF_WORDS, WORDS};
    use crate::policy::REVIEWER_WORDS;

    #[test]
    fn a_policy_can_ask_for_every_word_that_is_read() {
        let own = WORDS.iter().map(|known| known.word);
        for word in own.chain(CPF_WORDS.iter().map(|(word, _)| *word)) {
            assert!(REVIEWER_WORDS.contains(&word), "{word}");
        }
    }
}
