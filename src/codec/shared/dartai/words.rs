//! The words of dartai verdicts, as a table, and how a word is read.

use crate::codec::ReadOptions;
use crate::codec::builder::DecodeLog;
use crate::codec::lexicon::is_condition;
use crate::codec::repairs::{
    BOLD_TOKEN, CONFIDENCE_WORD, LEGACY_TOKEN, LETTER_CASE, QUOTED_TOKEN, Repair, repairs,
};
use crate::codec::statements::{self, ValueKind, read_value};
use crate::codec::text::fields::{self, Key};
use crate::codec::text::slice::Slice;
use crate::codec::text::tags::without_tag;
use crate::codec::text::word::begins_with;
use crate::ir::{Confidence, Outcome};
use crate::source::Span;

repairs! {
    /// `verdict: “fail”`
    QUOTED_WORD = "quoted_word", "a word is in typographic quotation marks",
        "read without its marks", "write the word plain";
}

/// What a reviewer may say, and its outcome.
struct Word {
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

/// Every word of a dartai verdict. A word stands before those it begins with.
const WORDS: &[Word] = &[
    word("pass", Outcome::Pass),
    word("fail", Outcome::Fail),
    legacy("WARNING", Outcome::Warn),
    word("warn", Outcome::Warn),
    legacy("REJECT IMMEDIATELY", Outcome::Fail),
    legacy("REJECT", Outcome::Fail),
    legacy("STOP", Outcome::Fail),
    legacy("NEEDS_WORK", Outcome::Warn),
];

/// Words of confidence.
const CONFIDENCE: &[(&str, Confidence)] =
    &[("high", Confidence::High), ("med", Confidence::Med), ("low", Confidence::Low)];

/// What may stand behind a verdict: ` (2 blockers)`, ` - see below`.
pub(in crate::codec) const TAILS: [&str; 4] = [" (", " - ", " – ", " — "];

/// The outcome of a known word.
#[derive(Clone, Copy)]
pub(in crate::codec) struct Meaning {
    pub(in crate::codec) outcome: Outcome,
    pub(in crate::codec) fails_when_blocked: bool,
    /// What had to be overlooked to know it.
    pub(in crate::codec) repair: Option<Repair>,
    /// Length of the word in bytes.
    len: usize,
}

/// A value of a `verdict:` line that is a known word, and what follows it.
#[derive(Clone, Copy)]
pub(in crate::codec) struct ReadWord<'a> {
    pub(in crate::codec) meaning: Meaning,
    pub(in crate::codec) word: Slice<'a>,
    pub(in crate::codec) tail: Slice<'a>,
    /// The marks around the word.
    pub(in crate::codec) markup: Option<Repair>,
}

/// The words that a reviewer is asked to use: those of the format, then the host's.
pub(in crate::codec) fn asked_for(
    options: &ReadOptions,
) -> impl Iterator<Item = (&str, Outcome)> + use<'_> {
    let own = WORDS.iter().filter(|known| !known.legacy).map(|known| (known.word, known.outcome));
    own.chain(extra(options))
}

/// The words that the host adds.
fn extra(options: &ReadOptions) -> impl Iterator<Item = (&str, Outcome)> + use<'_> {
    let words = options.lexicon.words.iter();
    words.map(|(word, outcome)| (word.as_str(), *outcome))
}

/// The words of confidence that a reviewer is asked to use.
pub(in crate::codec) fn confidences() -> impl Iterator<Item = &'static str> {
    CONFIDENCE.iter().map(|(word, _)| *word)
}

/// Reads a value of a `verdict:` line: the word and its tail, when nothing else is there.
pub(in crate::codec) fn read_word<'a>(
    value: Slice<'a>,
    options: &ReadOptions,
) -> Option<ReadWord<'a>> {
    let (word, behind, markup) = strip_markup(value);
    let meaning = leading_word(word.text, options)?;
    let (word, rest) = word.split_at(meaning.len);
    let tail = if behind.is_empty() { rest } else { behind };
    let alone = rest.is_empty() || behind.is_empty();
    let fits = tail.is_empty() || TAILS.iter().any(|start| tail.text.starts_with(start));
    (alone && fits).then(|| ReadWord { meaning, word, tail: tail.trim(), markup })
}

/// The word that `text` begins with, at a word's end.
fn leading_word(text: &str, options: &ReadOptions) -> Option<Meaning> {
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
        let known = extra(options).filter(|(known, _)| begins_with(text, known));
        known.max_by_key(|(known, _)| known.len()).map(|(known, outcome)| Meaning {
            outcome,
            fails_when_blocked: false,
            repair: (!text.starts_with(known)).then_some(LETTER_CASE),
            len: known.len(),
        })
    })
}

/// Whether a value that is no verdict has a word in it that says fail.
pub(in crate::codec) fn says_fail(value: Slice<'_>, reading: &DecodeLog<'_>) -> bool {
    let fails = |at: &str| {
        leading_word(at, reading.options).is_some_and(|word| word.outcome == Outcome::Fail)
    };
    statements::says_fail(value.text, &reading.words) || starts_of_words(value.text).any(fails)
}

/// The rest of the text from the start of each word.
fn starts_of_words(text: &str) -> impl Iterator<Item = &str> {
    let letter = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let starts = text.char_indices().scan(false, move |inside, (at, c)| {
        let starts = letter(c) && !*inside;
        *inside = letter(c);
        Some(starts.then_some(at))
    });
    starts.flatten().map(|at| &text[at..])
}

/// A word without marks around it, what follows it, and the marks: `**FAIL** (see below)`.
pub(in crate::codec) fn strip_markup(value: Slice<'_>) -> (Slice<'_>, Slice<'_>, Option<Repair>) {
    const MARKS: [(&str, &[&str], Repair); 12] = [
        ("**", &["**"], BOLD_TOKEN),
        ("__", &["__"], BOLD_TOKEN),
        ("*", &["*"], BOLD_TOKEN),
        ("_", &["_"], BOLD_TOKEN),
        ("`", &["`"], QUOTED_TOKEN),
        ("\"", &["\""], QUOTED_TOKEN),
        ("'", &["'"], QUOTED_TOKEN),
        ("“", &["”", "“"], QUOTED_WORD),
        ("‘", &["’"], QUOTED_WORD),
        ("„", &["“", "”"], QUOTED_WORD),
        ("«", &["»"], QUOTED_WORD),
        ("»", &["«"], QUOTED_WORD),
    ];
    for (open, closers, repair) in MARKS {
        let Some(inner) = value.text.strip_prefix(open) else { continue };
        let found = closers.iter().find_map(|close| Some((inner.find(close)?, close.len())));
        let Some((end, close)) = found else { continue };
        let (word, rest) = value.after(open.len()).split_at(end);
        return (word, rest.after(close), Some(repair));
    }
    (value, value.after(value.text.len()), None)
}

/// The confidence a value stands for, and what had to be overlooked to know it.
pub(in crate::codec) fn read_confidence(
    value: Slice<'_>,
    options: &ReadOptions,
) -> Option<(Confidence, impl Iterator<Item = Repair> + use<>, Span)> {
    let (word, tail, markup) = strip_markup(value);
    let (confidence, repair) = confidence(word.text, options).filter(|_| tail.is_empty())?;
    Some((confidence, markup.into_iter().chain(repair), word.span()))
}

fn confidence(text: &str, options: &ReadOptions) -> Option<(Confidence, Option<Repair>)> {
    if text.eq_ignore_ascii_case("medium") {
        return Some((Confidence::Med, Some(CONFIDENCE_WORD)));
    }
    let known = CONFIDENCE.iter().find(|(word, _)| text.eq_ignore_ascii_case(word));
    if let Some((word, confidence)) = known {
        return Some((*confidence, (text != *word).then_some(LETTER_CASE)));
    }
    let mut hosts = options.lexicon.confidences.iter();
    let host = hosts.find(|(word, _)| text.eq_ignore_ascii_case(word));
    host.map(|(word, confidence)| (*confidence, (text != word.as_str()).then_some(LETTER_CASE)))
}

/// The word that a strange one was meant to be: one edit away, or two from a longer word.
/// Older words are read and never suggested: `skip` is not a misspelt `STOP`.
pub(in crate::codec) fn nearest_word<'o>(text: &str, options: &'o ReadOptions) -> Option<&'o str> {
    if text.len() > 24 {
        return None;
    }
    let text = text.to_lowercase();
    asked_for(options)
        .map(|(word, _)| (strsim::osa_distance(&text, &word.to_lowercase()), word))
        .filter(|(distance, word)| *distance <= if word.chars().count() <= 4 { 1 } else { 2 })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, word)| word)
}

/// `pass | fail | warn`, `<pass|fail>`, `pass / fail`, `<verdict>`
pub(in crate::codec) fn is_template(value: &str) -> bool {
    let value = without_tag(Slice::new(value, 0)).text;
    let enclosed = value.starts_with('<') && value.ends_with('>');
    let choice = value.contains(['|', '/']) || value.contains(" or ");
    let parts = || value.split(['|', '/']).flat_map(|part| part.split(" or "));
    enclosed || (choice && parts().all(is_word))
}

fn is_word(text: &str) -> bool {
    let text = text.trim_matches(|c: char| !c.is_alphanumeric());
    let whole = |known: &Word| begins_with(text, known.word) && known.word.len() == text.len();
    text.is_empty() || WORDS.iter().any(whole)
}

/// Whether a line without a known key was meant to state a verdict: `verdict = pass`.
pub(in crate::codec) fn verdict_without_colon(line: Slice<'_>) -> Option<Slice<'_>> {
    let body = fields::without_bullet(line.trim()).trim_start_of(&fields::MARKS);
    let word = |c: char| c.is_alphanumeric() || fields::is_invisible(c);
    let end = body.text.find(|c| !word(c)).unwrap_or(body.text.len());
    let (key, rest) = body.split_at(end);
    if !matches!(fields::lookup(key.text), Some(Key::Verdict))
        && !matches!(fields::meant(key.text), Some("verdict" | "verdicts"))
    {
        return None;
    }
    let value = rest.text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let value = Slice::new(value, rest.end() - value.len()).trim();
    WORDS.iter().any(|known| begins_with(value.text, known.word)).then_some(value)
}

/// What a tail behind a word that does not stop the work says of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::codec) enum Tail {
    /// `(STOP)`, `- fail: the index is gone`
    Stops,
    /// `(if the tests pass)`, `- except for the index`
    Condition,
    /// `(2 remarks)`
    Reason,
}

pub(in crate::codec) fn read_tail(tail: Slice<'_>, reading: &DecodeLog<'_>) -> Tail {
    if is_condition(tail.text) {
        return Tail::Condition;
    }
    // `(no, FAIL)` answers like a question.
    let said = read_value(tail.text, &reading.words);
    // `(blocker: the token is logged)` is a finding.
    let stops = said.kind == ValueKind::No || said.kind == ValueKind::Stop && !said.finds;
    let own = tail.trim_start_of(&['(', '-', '–', '—', ' ', '*', '_', '`', '"', '\'']);
    let fails =
        leading_word(own.text, reading.options).is_some_and(|word| word.outcome == Outcome::Fail);
    if stops || fails { Tail::Stops } else { Tail::Reason }
}

/// A number beside a list: how many findings it has.
pub(in crate::codec) fn count(text: &str) -> Option<usize> {
    let digits = !text.is_empty() && text.len() <= 6 && text.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tail_stops_limits_or_gives_a_reason() {
        let options = ReadOptions::default();
        let reading = DecodeLog::new(&options);
        let tail = |text| read_tail(Slice::new(text, 0), &reading);
        for text in ["(STOP)", "- fail: the index is gone", "(FAIL on Windows)", "(no, FAIL)"] {
            assert_eq!(tail(text), Tail::Stops, "{text}");
        }
        for text in ["(if the tests pass)", "— except for the index", "- but see below"] {
            assert_eq!(tail(text), Tail::Condition, "{text}");
        }
        for text in ["(2 remarks)", "- all tests pass", "(0 failed)", "(no blockers)"] {
            assert_eq!(tail(text), Tail::Reason, "{text}");
        }
    }

    #[test]
    fn a_verdict_without_its_colon_is_noticed() {
        let value = |line| verdict_without_colon(Slice::new(line, 0)).map(|v| v.text);
        assert_eq!(value("verdict = pass"), Some("pass"));
        assert_eq!(value("**Verdict** - FAIL"), Some("FAIL"));
        assert_eq!(value("verdict：pass\n"), Some("pass"));
        assert_eq!(value("the verdict is in"), None);
    }

    #[cfg(feature = "judge")]
    #[test]
    fn a_policy_can_ask_for_every_word_that_is_read() {
        for known in WORDS {
            assert!(crate::policy::REVIEWER_WORDS.contains(&known.word), "{}", known.word);
        }
    }
}
