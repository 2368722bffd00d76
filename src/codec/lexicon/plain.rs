//! Prose that says nothing of a verdict.

use super::read::{leading, word_len};
use super::tail::CONDITIONS;
use super::{Label, Lexicon, Meaning};
use crate::codec::text::fields;
use crate::ir::Severity;

/// Whether nothing in a text speaks of a verdict or of what stops the work: no word or sign of a verdict but one that
/// goes, no name of what is critical, no condition, no word that denies, and no letter that may look like another one.
pub(in crate::codec) fn is_plain(text: &str, lexicon: &Lexicon) -> bool {
    let denies = ["no", "not", "never", "cannot", "nothing", "none", "without"];
    let worse = |at: usize, c: char| {
        let rest = &text[at..];
        if fields::is_invisible(c) || (c.is_alphanumeric() && !c.is_ascii()) {
            return true;
        }
        if !c.is_alphanumeric() {
            return lexicon.meaning(&rest[..c.len_utf8()]).is_some_and(|sign| sign != Meaning::Go);
        }
        let word = &rest[..word_len(rest)];
        let is_one_of = |known: &[&str]| known.iter().any(|k| word.eq_ignore_ascii_case(k));
        let said = leading(rest, Label::Verdict, lexicon);
        said.is_some_and(|(_, meaning)| meaning != Meaning::Go)
            || lexicon.severity_named(word) == Some(Severity::Critical)
            || is_one_of(&CONDITIONS)
            || is_one_of(&denies)
            || ["n't", "n\u{2019}t"].iter().any(|not| word.to_lowercase().ends_with(not))
    };
    let mut before = ' ';
    let begins = |(_, c): &(usize, char)| {
        let goes_on = std::mem::replace(&mut before, *c).is_ascii_alphanumeric();
        !(goes_on && c.is_ascii_alphanumeric())
    };
    !text.char_indices().filter(begins).any(|(at, c)| worse(at, c))
}
