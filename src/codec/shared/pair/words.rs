//! The words of pair reviews, as tables: what a result may say, and how bad a finding may be.

use super::grammar::marked;
use super::repairs::{LEGACY_TOKEN, LETTER_CASE};
use crate::codec::ReadOptions;
use crate::codec::lexicon::Finding;
use crate::codec::repairs::Repair;
use crate::codec::statements::says_fail;
use crate::codec::text::fields;
use crate::codec::text::slice::Slice;
use crate::codec::text::word::begins_with;
use crate::codec::words::Words;
use crate::ir::{FindingKind, Outcome, Severity};

/// What a result may say, and its outcome.
pub(in crate::codec) struct Word {
    /// As it is written; read in any case.
    pub(in crate::codec) word: &'static str,
    pub(in crate::codec) outcome: Outcome,
    /// The reviewer could not do its job.
    pub(in crate::codec) errs: bool,
    /// Still read, no longer asked for.
    legacy: bool,
}

const fn word(word: &'static str, outcome: Outcome) -> Word {
    Word { word, outcome, errs: false, legacy: false }
}

/// Every word of a result.
pub(in crate::codec) const WORDS: &[Word] = &[
    word("PASS", Outcome::Pass),
    word("WARN", Outcome::Warn),
    word("FAIL", Outcome::Fail),
    Word { errs: true, ..word("ERROR", Outcome::Hold) },
    UNKNOWN,
    Word { legacy: true, ..word("OK", Outcome::Pass) },
    Word { legacy: true, ..word("INFO", Outcome::Pass) },
];

/// What is written where a decision was looked for in vain; no one is asked to say it.
pub(in crate::codec) const UNKNOWN: Word = word("UNKNOWN", Outcome::Hold);

/// The words that a reviewer is asked to choose from.
pub(in crate::codec) fn asked_for() -> impl Iterator<Item = &'static Word> {
    WORDS.iter().filter(|known| !known.legacy && known.word != UNKNOWN.word)
}

/// The same as texts, for tables.
pub(in crate::codec) const CHOICES: [&str; 4] = {
    let mut words = [""; 4];
    let mut at = 0;
    while at < words.len() {
        words[at] = WORDS[at].word;
        at += 1;
    }
    words
};

/// `PASS|WARN|FAIL|ERROR`
pub(in crate::codec) fn choice() -> String {
    asked_for().map(|known| known.word).collect::<Vec<_>>().join("|")
}

/// What a value says.
#[derive(Clone, Copy)]
pub(in crate::codec) enum Value<'a> {
    Stated(StatedWord<'a>),
    /// `PASS|WARN|FAIL|ERROR`
    Template,
    Nothing,
    Unknown,
}

/// A word that is understood, and what follows it.
#[derive(Clone, Copy)]
pub(in crate::codec) struct StatedWord<'a> {
    pub(in crate::codec) outcome: Outcome,
    pub(in crate::codec) errs: bool,
    pub(in crate::codec) word: Slice<'a>,
    pub(in crate::codec) tail: Slice<'a>,
    pub(in crate::codec) markup: Option<&'static Repair>,
    pub(in crate::codec) spelling: Option<&'static Repair>,
}

impl StatedWord<'_> {
    /// What had to be overlooked to understand it.
    pub(in crate::codec) fn repairs(self) -> impl Iterator<Item = Repair> {
        self.markup.into_iter().chain(self.spelling).copied()
    }
}

/// What may stand behind a word: ` (2 nits)`, ` - see below`.
const TAILS: [&str; 5] = [" (", " - ", " – ", " — ", ": "];

/// What the value of a result says: `PASS`, `**Pass** (1 nit)`.
pub(in crate::codec) fn value<'a>(value: Slice<'a>, options: &ReadOptions) -> Value<'a> {
    if value.is_empty() {
        return Value::Nothing;
    }
    if is_template(value.text) {
        return Value::Template;
    }
    let (inner, behind, markup) = match marked(value) {
        Some((inner, behind, repair)) => (inner, behind, Some(repair)),
        None => (value, value.after(value.text.len()), None),
    };
    let Some((outcome, errs, len, spelling)) = leading(inner.text, options) else {
        return Value::Unknown;
    };
    let (word, rest) = inner.split_at(len);
    let rest_says = rest.text.contains(char::is_alphanumeric);
    let tail = if rest_says || behind.trim().is_empty() { rest } else { behind };
    let fits = tail.text.is_empty()
        || !tail.text.contains(char::is_alphanumeric)
        || (TAILS.iter().any(|start| tail.text.starts_with(start))
            || tail.text.starts_with([',', ';', '.']));
    match fits && (!rest_says || behind.trim().is_empty()) {
        true => {
            Value::Stated(StatedWord { outcome, errs, word, tail: tail.trim(), markup, spelling })
        }
        false => Value::Unknown,
    }
}

/// The word that a text begins with: its outcome, whether it is an error, and its length.
fn leading(
    text: &str,
    options: &ReadOptions,
) -> Option<(Outcome, bool, usize, Option<&'static Repair>)> {
    if let Some(known) = WORDS.iter().find(|known| begins_with(text, known.word)) {
        let exact = text.starts_with(known.word);
        let repair =
            if known.legacy { Some(&LEGACY_TOKEN) } else { (!exact).then_some(&LETTER_CASE) };
        return Some((known.outcome, known.errs, known.word.len(), repair));
    }
    let known = host_words(options).filter(|(known, _)| begins_with(text, known));
    let (known, outcome) = known.max_by_key(|(known, _)| known.len())?;
    let exact = text.starts_with(known);
    Some((outcome, false, known.len(), (!exact).then_some(&LETTER_CASE)))
}

/// The words of a verdict that the host added.
pub(in crate::codec) fn host_words(options: &ReadOptions) -> impl Iterator<Item = (&str, Outcome)> {
    let added = options.lexicon.words.iter();
    added.map(|(word, outcome)| (word.as_str(), *outcome))
}

/// `PASS|WARN|FAIL|ERROR`, `PASS / FAIL`, `<result>`
fn is_template(value: &str) -> bool {
    let value = value.trim_matches(['`', '*', ' ']);
    let enclosed = (value.starts_with('<') && value.ends_with('>'))
        || (value.starts_with('{') && value.ends_with('}'));
    let choice = value.contains(['|', '/', ',']) || value.contains(" or ");
    enclosed
        || (choice && value.split(['|', '/', ',']).flat_map(|part| part.split(" or ")).all(is_word))
}

/// Whether a text is one word of a result, or nothing.
pub(in crate::codec) fn is_word(text: &str) -> bool {
    let text = text.trim_matches(|c: char| !c.is_alphanumeric());
    text.is_empty() || WORDS.iter().any(|known| text.eq_ignore_ascii_case(known.word))
}

/// Whether a text is a word but for letters of other alphabets, or characters that take no room.
pub(in crate::codec) fn is_look_alike(text: &str) -> bool {
    let text = text.trim_matches(|c: char| c.is_ascii() && !c.is_alphanumeric());
    !text.is_ascii() && fields::meant_of(text, asked_for().map(|known| known.word)).is_some()
}

/// The known word that a strange one was meant to be.
pub(in crate::codec) fn nearest(text: &str) -> Option<&'static str> {
    if text.len() > 24 {
        return None;
    }
    let text = text.to_ascii_uppercase();
    asked_for()
        .map(|known| (strsim::osa_distance(&text, known.word), known.word))
        .filter(|(distance, _)| *distance <= 1)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, word)| word)
}

/// How bad a finding may be: the word before its colon.
pub(in crate::codec) struct Grade {
    /// As it is written; read in any case.
    pub(in crate::codec) word: &'static str,
    /// The outcome of the review with such a finding.
    pub(in crate::codec) outcome: Outcome,
    pub(in crate::codec) severity: Severity,
    /// Written for other words of the same severity.
    pub(in crate::codec) canonical: bool,
}

const fn grade(word: &'static str, outcome: Outcome, severity: Severity) -> Grade {
    Grade { word, outcome, severity, canonical: true }
}

/// Every severity of a finding, worst first. `error` ranks above `fail`.
pub(in crate::codec) const GRADES: &[Grade] = &[
    grade("error", Outcome::Fail, Severity::Critical),
    grade("fail", Outcome::Fail, Severity::High),
    grade("warn", Outcome::Warn, Severity::Medium),
    grade("info", Outcome::Pass, Severity::Info),
    Grade { canonical: false, ..grade("pass", Outcome::Pass, Severity::Info) },
    Grade { canonical: false, ..grade("ok", Outcome::Pass, Severity::Info) },
];

/// Their words as texts, for tables.
pub(in crate::codec) const SEVERITIES: [&str; GRADES.len()] = {
    let mut words = [""; GRADES.len()];
    let mut at = 0;
    while at < words.len() {
        words[at] = GRADES[at].word;
        at += 1;
    }
    words
};

/// What a word says of how bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::codec) struct Rating {
    pub(in crate::codec) kind: FindingKind,
    pub(in crate::codec) severity: Option<Severity>,
    /// The outcome of the review with such a finding.
    pub(in crate::codec) outcome: Outcome,
    /// Whether the word is known, and in lower case.
    pub(in crate::codec) spelling: Spelling,
}

/// How a word for a severity is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::codec) enum Spelling {
    Exact,
    OtherCase,
    /// A word of another format.
    Foreign,
    Unknown,
}

impl Rating {
    pub(in crate::codec) fn of(outcome: Outcome, severity: Severity, spelling: Spelling) -> Self {
        let kind = match outcome {
            Outcome::Fail => FindingKind::Blocker,
            _ => FindingKind::Advisory,
        };
        Self { kind, severity: Some(severity), outcome, spelling }
    }

    fn of_severity(severity: Severity, spelling: Spelling) -> Self {
        let outcome = match severity {
            Severity::Critical | Severity::High => Outcome::Fail,
            Severity::Medium | Severity::Low => Outcome::Warn,
            Severity::Info => Outcome::Pass,
        };
        Self::of(outcome, severity, spelling)
    }
}

/// A severity that is not known counts as high.
pub(in crate::codec) fn unknown_rating() -> Rating {
    Rating::of(Outcome::Fail, Severity::High, Spelling::Unknown)
}

/// What a word says of how bad a finding is; none when it is no known severity.
pub(in crate::codec) fn rate(word: &str, options: &ReadOptions) -> Option<Rating> {
    let cased = |known: &str| match word == known {
        true => Spelling::Exact,
        false => Spelling::OtherCase,
    };
    if let Some(known) = GRADES.iter().find(|known| word.eq_ignore_ascii_case(known.word)) {
        return Some(Rating::of(known.outcome, known.severity, cased(known.word)));
    }
    let mut hosts = options.lexicon.severities.iter();
    if let Some((known, severity)) = hosts.find(|(known, _)| word.eq_ignore_ascii_case(known)) {
        return Some(Rating::of_severity(*severity, cased(known)));
    }
    // `fаil`, with a letter of another alphabet
    let meant = || fields::meant_of(word, ["fail", "error"].into_iter());
    if !word.is_ascii() && meant().is_some() {
        return Some(Rating::of_severity(Severity::High, Spelling::Foreign));
    }
    let label = match options.lexicon.finding(word) {
        Some(Finding::Named(severity)) => Some(severity),
        _ => None,
    };
    let severity = options.lexicon.severity(word).or(label);
    let severity = severity.or_else(|| stops(word, options).then_some(Severity::High))?;
    Some(Rating::of_severity(severity, Spelling::Foreign))
}

/// Whether a text is a word, or a sign, that stops the work: `failed`, `❌`.
pub(in crate::codec) fn stops(text: &str, options: &ReadOptions) -> bool {
    says_fail(text, &Words::new(&options.lexicon))
}

/// The word to write for a finding; none when there is none that reads as the same.
pub(in crate::codec) fn grade_of(
    kind: FindingKind,
    severity: Option<Severity>,
) -> Option<&'static str> {
    let found = GRADES.iter().find(|known| {
        let rating = Rating::of(known.outcome, known.severity, Spelling::Exact);
        known.canonical && rating.kind == kind && rating.severity == severity
    });
    found.map(|known| known.word)
}

#[cfg(test)]
mod tests {
    use super::{CHOICES, asked_for};

    #[test]
    fn a_table_offers_what_is_asked_for() {
        assert!(asked_for().map(|known| known.word).eq(CHOICES));
    }
}
