//! How a docket says its texts are read, and the words that none of them may hide anything with.

use std::collections::BTreeMap;

use super::read::Reader;
use super::values::{Name, Word};
use super::{mistakes, shape};
use crate::codec::lexicon::{MisleadingName, MisleadingWord};
use crate::codec::tree::json::Value;
use crate::codec::{Lexicon, ReadOptions};
use crate::ir::{Confidence, Outcome, Subject};
use crate::source::{Source, Span};

impl Reader<'_> {
    /// What the docket says of reading; else as it was told from outside.
    pub(super) fn options(&mut self, reading: shape::Reading) -> ReadOptions {
        let mut options = self.log.options.clone();
        options.profile = reading.profile.unwrap_or(options.profile);
        options.format = reading.format.or(options.format);
        options.formats = reading.formats.unwrap_or(options.formats);
        options.remarks = reading.remarks.unwrap_or(options.remarks);
        options.kind = reading.kind.or(options.kind);
        if let Some(expected) = reading.expected {
            options.expected = expected.into_iter().map(Subject::from).collect();
        }
        let lexicon = &mut options.lexicon;
        self.words(lexicon, reading.words, reading.cautions);
        for label in texts(reading.labels) {
            if Lexicon::names_a_finding(&label) {
                self.misleading("labels", &label, "a finding", "a verdict");
            } else if !lexicon.labels.contains(&label) {
                lexicon.add_label(label);
            }
        }
        let add = [Lexicon::add_finding, Lexicon::add_severity];
        let marks = [("findings", reading.findings), ("severities", reading.severities)];
        for ((list, marks), add) in marks.into_iter().zip(add) {
            for (word, severity) in self.distinct(list, marks) {
                match lexicon.worth_more(&word, severity) {
                    None => add(lexicon, word, severity),
                    Some(means) => {
                        self.misleading(
                            list,
                            &word,
                            &format!("`{means}`"),
                            &format!("`{severity}`"),
                        );
                    }
                }
            }
        }
        for (word, confidence) in self.distinct("confidences", reading.confidences) {
            let own = Confidence::ALL.iter().find(|own| Lexicon::is_same(own.as_str(), &word));
            let mut known = lexicon.confidences.iter();
            let known = known.find(|(known, _)| Lexicon::is_same(known, &word));
            match own.or(known.map(|(_, known)| known)).copied() {
                Some(other) if other != confidence => {
                    self.two_meanings("confidences", &word, &format!("`{other}`"));
                }
                _ => lexicon.add_confidence(word, confidence),
            }
        }
        for word in texts(reading.none) {
            if let Some(means) = Lexicon::is_something(&word) {
                self.misleading("none", &word, &means, "that there is nothing");
            } else if !lexicon.none.contains(&word) {
                lexicon.add_none(word);
            }
        }
        for word in texts(reading.introductions) {
            if let Err(MisleadingName(word)) = lexicon.add_introduction(word) {
                self.misleading(
                    "introductions",
                    &word,
                    "a verdict or a finding",
                    "an introduction",
                );
            }
        }
        for word in texts(reading.parts) {
            if let Err(MisleadingName(word)) = lexicon.add_part(word) {
                self.misleading("parts", &word, "a verdict or a finding", "a part");
            }
        }
        for Name(text) in reading.shapes.into_iter().flatten() {
            if let Err(wrong) = lexicon.add_shapes(&Source::new("shapes", text.as_str())) {
                self.refuse(mistakes::malformed_shapes(self.word("shapes", &text), &wrong));
            }
        }
        options
    }

    /// Adds words of verdicts to those that are known. None may say less than a reviewer means by it.
    fn words(
        &mut self,
        lexicon: &mut Lexicon,
        words: Option<BTreeMap<Word, Outcome>>,
        cautions: Option<Vec<Word>>,
    ) {
        let quoted = |wrong: MisleadingWord| [wrong.means, wrong.meant].map(|is| format!("`{is}`"));
        for (word, means) in self.distinct("words", words) {
            let other = added(lexicon, &word).filter(|other| *other != means.as_str());
            if let Some(other) = other {
                self.two_meanings("words", &word, &format!("`{other}`"));
            } else if let Err([means, meant]) = lexicon.add_word(&*word, means).map_err(quoted) {
                self.misleading("words", &word, &means, &meant);
            }
        }
        for word in texts(cautions) {
            match added(lexicon, &word) {
                Some("caution") => {}
                Some(other) => self.two_meanings("cautions", &word, &format!("`{other}`")),
                None => {
                    if let Err([means, meant]) = lexicon.add_caution(&*word).map_err(quoted) {
                        self.misleading("cautions", &word, &means, &meant);
                    }
                }
            }
        }
    }

    /// Words and what they are to mean, each once.
    fn distinct<T>(&mut self, list: &str, told: Option<BTreeMap<Word, T>>) -> Vec<(String, T)> {
        let mut found: Vec<(String, T)> = Vec::new();
        for (Word(word), means) in told.unwrap_or_default() {
            match found.iter().any(|(known, _)| Lexicon::is_same(known, &word)) {
                true => self.two_meanings(list, &word, "the same word in another spelling"),
                false => found.push((word, means)),
            }
        }
        found
    }

    fn misleading(&mut self, list: &str, word: &str, means: &str, meant: &str) {
        self.refuse(mistakes::misleading_word(self.word(list, word), word, means, meant));
    }

    fn two_meanings(&mut self, list: &str, word: &str, other: &str) {
        self.refuse(mistakes::two_meanings(self.word(list, word), word, other));
    }

    /// The place of a word in one of the lists.
    fn word(&self, list: &str, word: &str) -> Span {
        let list = self.root.get("reading").and_then(|reading| reading.get(list));
        let words = list.map(|list| list.members().map(|(name, _)| name).chain(list.items()));
        let at = words.and_then(|mut words| words.find(|value| value.is(word)));
        at.map_or(self.root.span(), Value::span)
    }
}

fn texts(words: Option<Vec<Word>>) -> impl Iterator<Item = String> {
    words.into_iter().flatten().map(|word| word.0)
}

/// What a word of a verdict is to mean that was added before, here or by the team.
fn added(lexicon: &Lexicon, word: &str) -> Option<&'static str> {
    let means = lexicon.words.iter().find(|(known, _)| Lexicon::is_same(known, word));
    let caution = || lexicon.cautions.iter().any(|known| Lexicon::is_same(known, word));
    means.map(|(_, outcome)| outcome.as_str()).or_else(|| caution().then_some("caution"))
}
