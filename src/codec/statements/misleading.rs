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

    /// Adds a word that makes a pass doubtful, as `conditional` does: what it means, the word
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
    // Reviewers count with numbers, whatever sign stands before one.
    if word.contains(char::is_numeric) && !word.contains(char::is_alphabetic) {
        return Some(Outcome::Hold);
    }
    let words = Words::default();
    let classes = words.classes_of_value(word.into());
    let phrases = classes.phrases(0..classes.letters().len());
    let stated = phrases.iter().filter_map(|phrase| phrase.entry.outcome).max();
    let read = match (read_value(word, &words).kind, phrases) {
        (ValueKind::Stop, _) => stated.max(Some(Outcome::Hold)),
        (ValueKind::No, _) => Some(Outcome::Fail),
        (ValueKind::Mild, _) => Some(Outcome::Warn),
        (ValueKind::Caution, _) => Some(Meaning::Caution.outcome()),
        (ValueKind::Doubted | ValueKind::Form, _) => Some(Outcome::Hold),
        // A yes, its signs, words of no table, and letters, which a team may give as grades.
        (_, [alone]) if b"GYtdwL".contains(&alone.entry.class) => None,
        // `none`, `if`: a statement is made of it, and would be another one.
        (_, [_]) if Lexicon::known_outcome(word).is_none() => Some(Outcome::Hold),
        (ValueKind::Unread, _) => stated.filter(|said| *said > Outcome::Pass),
        _ => None,
    };
    read.max(Lexicon::known_outcome(word))
}

#[cfg(test)]
mod tests {
    use crate::ir::{Lexicon, Outcome, Severity};

    /// The spellings that reading takes for one word.
    fn spellings(word: &str, stops: bool) -> Vec<String> {
        let wide = |c: char| {
            char::from_u32(c as u32 + 0xfee0).filter(|_| c.is_ascii_alphanumeric()).unwrap_or(c)
        };
        let alike = |c: char| match c {
            'a' => 'а',
            'o' => 'о',
            'e' => 'е',
            c => c,
        };
        let mut all = vec![
            word.to_owned(),
            word.to_uppercase(),
            // A path is one token, and no word.
            if word.contains('/') { word.to_owned() } else { word.chars().map(wide).collect() },
            word.replace(' ', "_"),
            word.replace(' ', "\u{a0}"),
            word.replace('\'', "\u{2019}"),
            format!("{word}\u{200b}"),
        ];
        if stops {
            all.push(word.chars().map(alike).collect());
        }
        all
    }

    #[test]
    fn no_spelling_of_a_word_that_is_no_yes_may_mean_pass() {
        for entry in Lexicon::default().entries() {
            let word = entry.word.trim_end_matches("(s)");
            if entry.table != "values" || !word.contains(char::is_alphanumeric) {
                continue;
            }
            let grade = word.len() == 1 && entry.means.parse::<Severity>().is_ok();
            let goes =
                entry.means == "pass" || grade || entry.list.starts_with("phrases that only look");
            for spelt in spellings(word, entry.means == "fail" && !word.contains(' ')) {
                let added = Lexicon::default().add_word(&*spelt, Outcome::Pass);
                assert_eq!(added.is_ok(), goes, "{spelt} ({})", entry.list);
            }
        }
        for word in ["reject it", "ＲＥＪＥＣＴ", "not a pass", "+2", "-2", "2/2", "100 %"] {
            assert!(Lexicon::default().add_word(word, Outcome::Pass).is_err(), "{word}");
        }
        for word in ["freigegeben", "no blocking issues", "承認", "ship it now"] {
            assert!(Lexicon::default().add_word(word, Outcome::Pass).is_ok(), "{word}");
        }
    }
}
