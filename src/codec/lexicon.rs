//! Words in the fields of exact formats, those that a host adds, and how one is read.

mod finding;
mod index;
#[cfg(all(feature = "judge", feature = "serde"))]
mod misleading;
mod read;
mod table;
mod tail;

pub(in crate::codec) use tail::{is_condition, takes_back};

use super::text::fields::{self, MARKS};
pub use crate::ir::Lexicon;
pub(in crate::codec) use crate::ir::WordMeaning as Meaning;
use crate::ir::{Confidence, Outcome, Severity};

/// A word that reviewers or formats use for something worse than what it was to mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MisleadingWord {
    /// The word.
    pub word: String,
    /// What it was to mean.
    pub meant: Outcome,
    /// What it means to reviewers.
    pub means: Outcome,
}

impl std::fmt::Display for MisleadingWord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { word, meant, means } = self;
        write!(f, "`{word}` means `{means}` to reviewers, and cannot mean `{meant}`")
    }
}

impl std::error::Error for MisleadingWord {}

/// The name of a verdict or of a finding, which was to name something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MisleadingName(pub String);

impl std::fmt::Display for MisleadingName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}` names a verdict or a finding to reviewers", self.0)
    }
}

impl std::error::Error for MisleadingName {}

/// A word, where it names no verdict and no finding.
fn own_word(word: String) -> Result<String, MisleadingName> {
    let known = Lexicon::default();
    let names = known.label(&word).is_some() || known.finding(&word).is_some();
    let says = known.meaning(&word).is_some() || known.severity(&word).is_some();
    if names || says { Err(MisleadingName(word)) } else { Ok(word) }
}

/// What the name of a verdict promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::codec) enum Label {
    /// `Verdict`: whatever stands behind it is one.
    Verdict,
    /// `Recommendation`: decides where a word stands behind it.
    Decides,
    /// `Result`: programs print it too, so it decides only as a heading or in bold.
    Program,
    /// `Approved`: answered with yes or no.
    Question,
}

/// What the name of a finding promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::codec) enum Finding {
    /// `Blocker`: what stands behind it is one.
    Named(Severity),
    /// `Failures`, `Has blockers`: a number other than 0, or a yes, says that there are some.
    Counted,
    /// `Severity`: its value is one.
    Severity,
}

impl Lexicon {
    /// Adds a name of a verdict.
    pub fn add_label(&mut self, label: impl Into<String>) {
        self.labels.push(label.into());
    }

    /// Adds the name of a finding that stops the work when it is `critical`.
    pub fn add_finding(&mut self, label: impl Into<String>, severity: Severity) {
        self.findings.insert(label.into(), severity);
    }

    /// Adds a word for how bad a finding is. Formats take it, too.
    pub fn add_severity(&mut self, word: impl Into<String>, severity: Severity) {
        self.severities.insert(word.into(), severity);
    }

    /// Adds a word for how sure a reviewer is. Formats take it.
    pub fn add_confidence(&mut self, word: impl Into<String>, confidence: Confidence) {
        self.confidences.insert(word.into(), confidence);
    }

    /// Adds a word that says that there is nothing.
    pub fn add_none(&mut self, word: impl Into<String>) {
        self.none.push(word.into());
    }

    /// Adds a word of a line that introduces an example: what is below `Beispiel:` is not the reviewer's.
    ///
    /// # Errors
    ///
    /// The name of a verdict or of a finding, which introduces the reviewer's own.
    pub fn add_introduction(&mut self, word: impl Into<String>) -> Result<(), MisleadingName> {
        own_word(word.into()).map(|word| self.introductions.push(word))
    }

    /// Adds the name of a part of the work: what is below `Aufgabe 3` speaks for that part, and not for the whole.
    ///
    /// # Errors
    ///
    /// The name of a verdict or of a finding.
    pub fn add_part(&mut self, name: impl Into<String>) -> Result<(), MisleadingName> {
        own_word(name.into()).map(|name| self.parts.push(name))
    }

    /// What a word means to reviewers, host words left out. No format means worse by it: a test
    /// holds the words of formats to the table.
    pub(in crate::codec) fn known_outcome(word: &str) -> Option<Outcome> {
        let own = table::WORDS.iter().filter(|(known, _)| same(known, word));
        own.map(|(_, meaning)| meaning.outcome()).max()
    }

    /// What a word of a verdict means, those that were added included.
    ///
    /// ```
    /// use assize::Outcome;
    /// use assize::codec::Lexicon;
    /// assert_eq!(Lexicon::default().outcome("No-Go"), Some(Outcome::Fail));
    /// assert_eq!(Lexicon::default().outcome("freigegeben"), None);
    /// ```
    pub fn outcome(&self, word: &str) -> Option<Outcome> {
        self.meaning(word).map(Meaning::outcome)
    }

    /// Whether two words are one: case, blanks, `-` and `_` do not count.
    ///
    /// ```
    /// use assize::codec::Lexicon;
    /// assert!(Lexicon::is_same("NO-GO", "no go"));
    /// ```
    pub fn is_same(one: &str, other: &str) -> bool {
        same(one, other)
    }

    /// How bad a finding is that a word names or marks, those that were added included: what
    /// `Blocker` and `P1` come to.
    pub fn severity_named(&self, word: &str) -> Option<Severity> {
        let named = match self.finding(word) {
            Some(Finding::Named(severity)) => Some(severity),
            _ => None,
        };
        named.max(self.severity(word))
    }

    /// What a word of a verdict means. A host's comes first, unless the table knows worse.
    pub(in crate::codec) fn meaning(&self, word: &str) -> Option<Meaning> {
        let mut alike = table::WORD_ROWS.like(word).map(|row| &table::WORDS[row]);
        let own = alike.find(|(known, _)| same(known, word)).map(|(_, meaning)| *meaning);
        let host = self.words.iter().find(|(known, _)| same(known, word));
        let caution = || self.cautions.iter().any(|known| same(known, word));
        let host = host.map(|(_, outcome)| to_meaning(*outcome));
        let host = host.or_else(|| caution().then_some(Meaning::Caution));
        match (host, own) {
            (Some(host), Some(own)) if own.outcome() > host.outcome() => Some(own),
            (host, own) => host.or(own),
        }
    }

    /// What a name of a verdict is, alone.
    pub(in crate::codec) fn label(&self, name: &str) -> Option<Label> {
        let mut own = table::LABEL_ROWS.like(name).map(|row| &table::LABELS[row]);
        own.find(|(known, _)| same(known, name))
            .map(|(_, label)| *label)
            .or_else(|| self.labels.iter().any(|l| same(l, name)).then_some(Label::Verdict))
    }

    /// Whether a text of ASCII may hold a name of a verdict or of a finding. Such a name is made of
    /// whole words, so that the letters of one of them begin it. Names of a host may be anywhere.
    pub(in crate::codec) fn may_name(&self, text: &str) -> bool {
        let known = self.labels.is_empty() && self.findings.is_empty();
        !known || letters_of(text).any(|letters| table::NAME_STARTS.may_begin(letters))
    }

    /// Whether a text may begin with a word that stops.
    pub(in crate::codec) fn may_stop(&self, text: &str) -> bool {
        // Behind an arrow, or behind words that are struck out, the last word counts.
        let plain = text.is_ascii() && !text.contains('>') && !text.starts_with("~~");
        if !plain || !self.words.is_empty() {
            return true;
        }
        let body = text.trim_start_matches(|c: char| !c.is_ascii_alphanumeric());
        let letters = body.bytes().take_while(u8::is_ascii_alphabetic).count();
        table::STOP_STARTS.may_begin(&body.as_bytes()[..letters])
    }

    /// The severity that a word outside a format's scale stands for, in quotes and bold as well.
    pub(in crate::codec) fn severity(&self, word: &str) -> Option<Severity> {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        let host = self.severities.iter().find(|(known, _)| same(known, word));
        let own = || {
            let mut alike = table::SEVERITY_ROWS.like(word).map(|row| &table::SEVERITIES[row]);
            alike.find(|(known, _)| same(known, word))
        };
        host.map(|(_, severity)| *severity).or_else(|| own().map(|(_, severity)| *severity))
    }

    /// The severity that a word is meant as which begins one, is one edit away, or looks like it: `cri`, `critcal`, `hіgh`.
    pub(in crate::codec) fn severity_meant(&self, word: &str) -> Option<Severity> {
        // Of three letters, too many words are one edit away.
        let long = table::SEVERITIES.iter().filter(|(known, _)| known.len() > 3);
        let begins = |known: &str| {
            known.get(..word.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(word))
        };
        let begun = long.clone().find(|(known, _)| word.len() > 1 && begins(known));
        let meant = fields::meant_of(word, long.map(|(known, _)| *known));
        begun.map(|(_, severity)| *severity).or_else(|| self.severity(meant?))
    }
}

/// No name of a verdict or of a finding is longer, with what stands around it, in bytes.
pub(in crate::codec) const LONGEST_NAME: usize = 72;

fn to_meaning(outcome: Outcome) -> Meaning {
    match outcome {
        Outcome::Pass => Meaning::Go,
        Outcome::Warn => Meaning::Warn,
        Outcome::Hold => Meaning::Hold,
        Outcome::Fail => Meaning::Stop,
    }
}

/// The words of a label: letters and digits, cut where a small letter meets a capital
/// (`qaVerdict`). What stands in brackets is left out.
pub(in crate::codec) fn words_of(text: &str) -> impl Iterator<Item = &str> {
    let outside = text.find(['(', '[']).filter(|at| *at > 0 && text.ends_with([')', ']']));
    let text = &text[..outside.unwrap_or(text.len())];
    text.split(|c: char| !c.is_alphanumeric() && c != '\'').flat_map(|word| {
        let mut cuts = vec![0];
        let mut before = ' ';
        for (at, c) in word.char_indices() {
            if c.is_uppercase() && before.is_lowercase() {
                cuts.push(at);
            }
            before = c;
        }
        cuts.push(word.len());
        let pairs: Vec<_> = cuts.windows(2).map(|cut| &word[cut[0]..cut[1]]).collect();
        pairs.into_iter().filter(|part| !part.is_empty())
    })
}

/// The letters of a text of ASCII, where they stand together, cut where words are.
fn letters_of(text: &str) -> impl Iterator<Item = &[u8]> {
    let bytes = text.as_bytes();
    let cut = |one: &u8, next: &u8| {
        one.is_ascii_alphabetic() != next.is_ascii_alphabetic()
            || (one.is_ascii_lowercase() && next.is_ascii_uppercase())
    };
    let parts = bytes.chunk_by(move |one, next| !cut(one, next));
    parts.filter(|part| part[0].is_ascii_alphabetic())
}

/// What does not count when words are compared.
fn is_gap(c: char) -> bool {
    matches!(c, ' ' | '-' | '_' | '\t' | '\u{a0}' | '\u{2010}' | '\u{2011}')
}

/// Whether two words are one: without case, blanks, `-` and `_`.
pub(in crate::codec) fn same(one: &str, other: &str) -> bool {
    if one.is_ascii() && other.is_ascii() {
        let mut one = one.bytes().filter(|b| !is_gap(char::from(*b)));
        let mut other = other.bytes().filter(|b| !is_gap(char::from(*b)));
        return loop {
            match (one.next(), other.next()) {
                (None, None) => break true,
                (Some(a), Some(b)) if a.eq_ignore_ascii_case(&b) => {}
                _ => break false,
            }
        };
    }
    letters_alone(one).eq(letters_alone(other))
}

/// The letters of a word, each in its lower case.
fn letters_alone(word: &str) -> impl Iterator<Item = char> {
    let letters = word.chars().filter(|c| !is_gap(*c)).flat_map(char::to_lowercase);
    letters.map(|c| if c == '\u{2019}' { '\'' } else { c })
}

/// Marks around a word, which say nothing.
pub(in crate::codec) fn is_markup(c: char) -> bool {
    MARKS.contains(&c) || matches!(c, '~' | '"' | '\'' | '“' | '”' | '‘' | '’' | '«' | '»')
}
