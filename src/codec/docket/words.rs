//! How a docket says its texts are read, and the words that none of them may hide anything with.

use std::str::FromStr;

use super::mistakes;
use super::read::{Reader, says, word};
use crate::codec::lexicon::MisleadingWord;
use crate::codec::members::Read;
use crate::codec::tree::json::Value;
use crate::codec::{Lexicon, ReadOptions};
use crate::ir::{Confidence, Outcome, Severity};
use crate::source::Span;

/// A word, what it is to mean, and where it stands.
type Meaning<T> = (String, T, Span);

impl Reader<'_> {
    /// What the docket says of reading; else as it was told from outside.
    pub(super) fn options(&mut self, read: &Read<'_>) -> ReadOptions {
        let mut options = self.log.options.clone();
        if let Some(profile) = word(read, "profile") {
            options.profile = profile;
        }
        if let Some(format) = word(read, "format") {
            options.format = Some(format);
        }
        if let Some(formats) = self.texts(read, "formats") {
            options.formats = formats.iter().filter_map(|name| name.parse().ok()).collect();
        }
        if let Some(on) = says(read, "remarks") {
            options.remarks = on;
        }
        if let Some(kind) = word(read, "kind") {
            options.kind = Some(kind);
        }
        if read.get("expected").is_some() {
            options.expected =
                read.items("expected").filter_map(|value| self.subject(value)).collect();
        }
        self.lexicon(read, &mut options.lexicon);
        options
    }

    /// Adds the words of a docket to those that are known. None may say less than a reviewer means by it.
    fn lexicon(&mut self, read: &Read<'_>, lexicon: &mut Lexicon) {
        for (word, means, at) in self.meanings::<Outcome>(read, "words") {
            let known = added(lexicon, &word);
            if let Some(other) = known.filter(|other| *other != means.as_str()) {
                self.refuse(mistakes::two_meanings(at, &word, &format!("`{other}`")));
            } else if let Err(misleading) = lexicon.add_word(word, means) {
                self.misleading(at, &misleading);
            }
        }
        for (word, at) in self.listed(read, "cautions") {
            if let Some(other) = added(lexicon, &word) {
                if other != "caution" {
                    self.refuse(mistakes::two_meanings(at, &word, &format!("`{other}`")));
                }
            } else if let Err(misleading) = lexicon.add_caution(word) {
                self.misleading(at, &misleading);
            }
        }
        for (label, at) in self.listed(read, "labels") {
            if Lexicon::names_a_finding(&label) {
                self.refuse(mistakes::misleading_word(at, &label, "a finding", "a verdict"));
            } else if !lexicon.labels.contains(&label) {
                lexicon.add_label(label);
            }
        }
        for (word, severity, at) in self.meanings::<Severity>(read, "findings") {
            if self.may_be_worth(lexicon, &word, severity, at) {
                lexicon.add_finding(word, severity);
            }
        }
        for (word, severity, at) in self.meanings::<Severity>(read, "severities") {
            if self.may_be_worth(lexicon, &word, severity, at) {
                lexicon.add_severity(word, severity);
            }
        }
        for (word, confidence, at) in self.meanings::<Confidence>(read, "confidences") {
            let own = Confidence::ALL.iter().find(|own| Lexicon::is_same(own.as_str(), &word));
            let known =
                lexicon.confidences.iter().find(|(known, _)| Lexicon::is_same(known, &word));
            match own.or(known.map(|(_, known)| known)).copied() {
                Some(other) if other != confidence => {
                    self.refuse(mistakes::two_meanings(at, &word, &format!("`{other}`")));
                }
                _ => lexicon.add_confidence(word, confidence),
            }
        }
        for (word, at) in self.listed(read, "none") {
            if let Some(means) = Lexicon::is_something(&word) {
                let meant = "that there is nothing";
                self.refuse(mistakes::misleading_word(at, &word, &means, meant));
            } else if !lexicon.none.contains(&word) {
                lexicon.add_none(word);
            }
        }
    }

    fn misleading(&mut self, at: Span, word: &MisleadingWord) {
        let (means, meant) = (format!("`{}`", word.means), format!("`{}`", word.meant));
        self.refuse(mistakes::misleading_word(at, &word.word, &means, &meant));
    }

    fn may_be_worth(&mut self, lexicon: &Lexicon, word: &str, meant: Severity, at: Span) -> bool {
        let worth = lexicon.worth_more(word, meant);
        if let Some(means) = worth {
            let (means, meant) = (format!("`{means}`"), format!("`{meant}`"));
            self.refuse(mistakes::misleading_word(at, word, &means, &meant));
        }
        worth.is_none()
    }

    /// Words and what they are to mean, each once.
    fn meanings<T: FromStr>(&mut self, read: &Read<'_>, name: &str) -> Vec<Meaning<T>> {
        let mut found: Vec<Meaning<T>> = Vec::new();
        for (word, means) in read.get(name).into_iter().flat_map(Value::members) {
            let at = word.span();
            let (Some(word), Some(means)) = (word.text(), means.text()) else { continue };
            let Ok(means) = means.parse() else { continue };
            if Lexicon::is_same(&word, "") {
                self.refuse(mistakes::blank(at, name));
            } else if found.iter().any(|(known, ..)| Lexicon::is_same(known, &word)) {
                self.refuse(mistakes::two_meanings(at, &word, "the same word stands above"));
            } else {
                found.push((word.into_owned(), means, at));
            }
        }
        found
    }

    /// Words, of which none is blank.
    fn listed(&mut self, read: &Read<'_>, name: &str) -> Vec<(String, Span)> {
        let mut found = Vec::new();
        for value in read.items(name) {
            match value.text() {
                Some(word) if !Lexicon::is_same(&word, "") => {
                    found.push((word.into_owned(), value.span()));
                }
                Some(_) => self.refuse(mistakes::blank(value.span(), name)),
                None => {}
            }
        }
        found
    }
}

/// What a word of a verdict is to mean that was added before, here or by the team.
fn added(lexicon: &Lexicon, word: &str) -> Option<&'static str> {
    let means = lexicon.words.iter().find(|(known, _)| Lexicon::is_same(known, word));
    let caution = || lexicon.cautions.iter().any(|known| Lexicon::is_same(known, word));
    means.map(|(_, outcome)| outcome.as_str()).or_else(|| caution().then_some("caution"))
}
