//! What a word that a host adds says already.

use super::{ValueKind, read_value};
use crate::codec::lexicon::{Meaning, MisleadingWord};
use crate::codec::words::Words;
use crate::ir::{Lexicon, Outcome};

impl Lexicon {
    /// Adds a word of a verdict. Formats take it where they ask for a word, too.
    ///
    /// # Errors
    ///
    /// A word that the tables or a format know as worse, in any spelling, or for something else that is no yes.
    pub fn add_word(
        &mut self,
        word: impl Into<String>,
        means: Outcome,
    ) -> Result<(), MisleadingWord> {
        let word = word.into();
        match says(&word) {
            Some(worse) if worse > means => {
                Err(MisleadingWord { word, meant: means, means: worse })
            }
            _ => {
                self.words.insert(word, means);
                Ok(())
            }
        }
    }

    /// Adds a word that makes a pass doubtful, as `conditional` does: what it comes to, the word
    /// does not tell, so that a verdict of this word is asked for again.
    ///
    /// # Errors
    ///
    /// A word that the tables or a format know as worse, in any spelling, or for something else that is no yes.
    pub fn add_caution(&mut self, word: impl Into<String>) -> Result<(), MisleadingWord> {
        let word = word.into();
        let meant = Meaning::Caution.outcome();
        match says(&word) {
            Some(means) if means > meant => Err(MisleadingWord { word, meant, means }),
            _ => {
                self.cautions.push(word);
                Ok(())
            }
        }
    }
}

/// What a word says to reviewers, however it is spelt. None where it says yes, or nothing that is known.
fn says(word: &str) -> Option<Outcome> {
    let words = Words::default();
    let classes = words.classes_of_value(word.into());
    let phrases = classes.phrases(0..classes.letters().len());
    let stated = phrases.iter().filter_map(|phrase| phrase.entry.outcome).max();
    let read = match (read_value(word, &words).kind, phrases) {
        (ValueKind::Stop, _) => stated.max(Some(Outcome::Hold)),
        (ValueKind::No, _) => Some(Outcome::Fail),
        (ValueKind::Mild, _) => Some(Outcome::Warn),
        (ValueKind::Caution | ValueKind::Doubted | ValueKind::Form, _) => Some(Outcome::Hold),
        // A yes, its signs, and words of no table.
        (_, [alone]) if b"GYtdw".contains(&alone.entry.class) => None,
        // `none`, `if`: a statement is made of it, and would be another one.
        (_, [_]) => stated.max(Some(Outcome::Hold)),
        (ValueKind::Unread, _) => stated.filter(|said| *said > Outcome::Pass),
        _ => None,
    };
    read.max(Lexicon::known_outcome(word))
}
