//! What a name promises of its value.

use std::ops::Range;

use crate::codec::words::{Classes, Phrase, Rule, Shown, Words};
use crate::ir::Severity;

/// What the name of a field is (reading 5, "Name"), whole: `docs_gate` and `Verdict rationale` are other names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::codec) struct Name {
    pub(in crate::codec) kind: NameKind,
    /// The bytes of the label itself; those of the whole name where it is none.
    pub(in crate::codec) label: Range<usize>,
    /// The bytes before the label: `Overall`, a reviewer, a number.
    pub(in crate::codec) qualifier: Option<Range<usize>>,
    /// It speaks of another time, or of what is done: `Previous verdict`, `Resolved findings`. It says nothing.
    pub(in crate::codec) earlier: bool,
    /// It says when it would be one: `Verdict if fixed`. It says nothing.
    pub(in crate::codec) condition: bool,
    /// A yes below it waits for something: `Verdict (pending CI)`.
    pub(in crate::codec) waits: bool,
    /// What it names is done: `CRITICAL (fixed)`.
    pub(in crate::codec) settled: bool,
    /// How many there are, in brackets behind it: `Critical (2)`, `Blockers (none)`.
    pub(in crate::codec) count: Option<u32>,
    /// The number of its round: `Round 2 verdict`. The highest of a text counts (reading 6, "Rounds").
    pub(in crate::codec) round: Option<u32>,
    /// A word of it is about reviews: `QA status`, `Sign-off`.
    pub(in crate::codec) review: bool,
    /// How bad a finding is stands behind what it is called: `1. Token leak (Critical)`.
    pub(in crate::codec) titled: bool,
    /// It says who reviewed: `Reviewer`.
    pub(in crate::codec) by: bool,
    /// It is said of all that was reviewed: `Overall status`.
    pub(in crate::codec) overall: bool,
    /// No word of it narrows what it is about: `Review summary`, and not `Tests`.
    pub(in crate::codec) of_whole: bool,
    /// The same, with a word that sums up, and of no review among others: `5. Summary`, `Overall review`, `Conclusion`.
    pub(in crate::codec) sums_up: bool,
    /// A value of no known word announces nothing below it: `Recommendation`.
    pub(in crate::codec) weak: bool,
    /// It has a word that a host calls a part of the work.
    pub(in crate::codec) part: bool,
    /// The worst sign in it: `❌ Verdict`.
    pub(in crate::codec) sign: Option<Sign>,
}

/// What a name is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::codec) enum NameKind {
    Verdict,
    /// `Decision`, `Recommendation`, `Overall`
    Decision,
    /// Answered with yes or no: `Ready to merge?`
    Question,
    Gate,
    /// `Status`, `Result`, `Outcome`, `Assessment`: programs print them, too.
    Program,
    /// `Blocker`, `[P1]`; without a severity where none is said: `Issues`.
    Finding(Option<Severity>),
    /// A number behind it says how many there are, a yes that there are some: `blocker_count`, `Failures`.
    Tally(Option<Severity>),
    /// Its value is how bad a finding is.
    Severity,
    /// `error`: where it holds any, a program did not come to its end.
    Error,
    /// How sure the reviewer is: `Confidence`.
    Confidence,
    /// `line`: a number behind it is a place in a file.
    LineNumber,
    /// `Acceptance criteria`, `Checks`: a container of what must hold.
    Criteria,
    /// A boolean that asks whether it holds: `passed`, `met`.
    Asks,
    /// What is in it defines words.
    Legend,
    Other,
}

impl NameKind {
    /// Whether a verdict or a decision is announced.
    pub(in crate::codec) fn announces(self) -> bool {
        matches!(self, Self::Verdict | Self::Decision)
    }

    /// Whether a go under it opens.
    pub(in crate::codec) fn decides(self) -> bool {
        self.announces() || matches!(self, Self::Question | Self::Gate)
    }

    /// Whether a verdict may stand under it: `Status`, `Result` too.
    pub(in crate::codec) fn may_decide(self) -> bool {
        self.decides() || self == Self::Program
    }

    /// Whether it names what was found.
    pub(in crate::codec) fn finds(self) -> bool {
        matches!(self, Self::Finding(_) | Self::Tally(_))
    }

    /// Whether it lists what was found, or rates it.
    pub(in crate::codec) fn lists(self) -> bool {
        self.finds() || matches!(self, Self::Severity | Self::Error)
    }
}

/// A sign in front of a text, or in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::codec) enum Sign {
    Tick,
    Attention,
    Cross,
}

/// No name is longer, in bytes.
const LONGEST: usize = 160;

/// Reads a name: what stands before a mark, in a heading, above a column, as a key.
pub(in crate::codec) fn read_name<'a>(text: impl Into<Shown<'a>>, words: &Words) -> Name {
    let shown = text.into();
    let whole = 0..shown.text.len();
    if whole.is_empty() || whole.end > LONGEST {
        return other(whole);
    }
    let classes = words.classes_of_name(shown);
    let letters = classes.letters();
    let phrases = classes.phrases(0..letters.len());
    let part = phrases.iter().any(|phrase| phrase.entry.part);
    let by = phrases.iter().any(|phrase| phrase.entry.by);
    if classes.is_prose() {
        return Name { part, by, ..other(whole) };
    }
    let found = words.read(Rule::name, letters);
    // Where a program makes pest give up, each name is one that decides.
    let Some(found) = found.as_deref().and_then(<[_]>::first) else {
        return Name { kind: NameKind::Verdict, ..other(whole) };
    };
    let (labels, kind) = kind_of(found.rule);
    let taken = found.parts.first().map_or(0..letters.len(), |part| part.1.clone());
    let is_label = |letter: char| labels.contains(letter);
    let inner = letters.get(taken.clone()).unwrap_or_default();
    let first = inner.find(is_label).map(|at| taken.start + at);
    let label = first.map(|start| {
        let len =
            letters[start..].find(|letter| !is_label(letter)).unwrap_or(letters.len() - start);
        start..start + len
    });
    let label = label.unwrap_or(taken.clone());
    let severity = worst(classes.phrases(taken.clone()));
    let review = !matches!(found.rule, Rule::part_asks | Rule::mended)
        && phrases.iter().any(|phrase| phrase.entry.review);
    let of_whole = letters
        .bytes()
        .all(|letter| !letter.is_ascii_alphabetic() || b"OTPVDJQRcat".contains(&letter));
    let overall = letters.contains('T');
    let sums = |phrase: &Phrase| phrase.entry.sums || b"TP".contains(&phrase.entry.class);
    let one_of_reviews = |phrase: &Phrase| phrase.entry.review && phrase.entry.class == b'O';
    let sums_up =
        of_whole && phrases.iter().any(sums) && (overall || !phrases.iter().any(one_of_reviews));
    // `PR #12`
    let behind = letters.trim_start_matches(|class: char| !class.is_ascii_alphabetic());
    let bracket = letters.find(['(', '[']).filter(|at| *at >= label.end);
    Name {
        kind: match kind {
            NameKind::Finding(_) => NameKind::Finding(severity),
            NameKind::Tally(_) => NameKind::Tally(severity),
            // `Previous findings`
            _ if found.rule == Rule::earlier && is_of_findings(letters) => NameKind::Finding(None),
            kind => kind,
        },
        earlier: found.rule == Rule::earlier,
        condition: found.rule == Rule::when,
        waits: letters.contains('i') && words.read(Rule::waiting, letters).is_some(),
        settled: found.rule == Rule::mended
            || matches!(kind, NameKind::Finding(_)) && is_settled(&classes, shown.text, words),
        count: bracket.and_then(|at| count_in(&classes, at)),
        part,
        round: read_round(&classes, words),
        review,
        titled: found.part(Rule::titled).is_some(),
        by: by && kind == NameKind::Other,
        overall,
        of_whole,
        sums_up: sums_up && !behind.contains(['#', '@', '0']),
        weak: classes.phrases(label.clone()).iter().any(|phrase| phrase.entry.weak),
        sign: worst_sign(letters),
        qualifier: classes.bytes(taken.start..label.start).filter(|_| kind != NameKind::Other),
        label: classes.bytes(label).unwrap_or(whole),
    }
}

fn other(whole: Range<usize>) -> Name {
    Name {
        kind: NameKind::Other,
        label: whole,
        qualifier: None,
        earlier: false,
        condition: false,
        waits: false,
        settled: false,
        count: None,
        round: None,
        review: false,
        titled: false,
        by: false,
        overall: false,
        of_whole: false,
        sums_up: false,
        weak: false,
        part: false,
        sign: None,
    }
}

/// The classes that make the label of a rule, and its kind.
fn kind_of(rule: Rule) -> (&'static str, NameKind) {
    match rule {
        Rule::verdict => ("V", NameKind::Verdict),
        Rule::decision => ("DT", NameKind::Decision),
        Rule::question => ("Q", NameKind::Question),
        Rule::gate => ("J", NameKind::Gate),
        Rule::program => ("P", NameKind::Program),
        Rule::finding => ("FK", NameKind::Finding(None)),
        Rule::tally => ("CFKA", NameKind::Tally(None)),
        Rule::severity => ("H", NameKind::Severity),
        Rule::error => ("M", NameKind::Error),
        Rule::confidence => ("N", NameKind::Confidence),
        Rule::line => ("L", NameKind::LineNumber),
        Rule::criteria => ("X", NameKind::Criteria),
        Rule::asks | Rule::part_asks => ("B", NameKind::Asks),
        Rule::mended => ("Z", NameKind::Asks),
        Rule::legend => ("Y", NameKind::Legend),
        _ => ("", NameKind::Other),
    }
}

fn worst(phrases: &[Phrase]) -> Option<Severity> {
    phrases.iter().filter_map(|phrase| phrase.entry.severity).max()
}

/// `Previous findings`, but not `Previous review`, `Findings of round 1`
fn is_of_findings(letters: &str) -> bool {
    letters.contains(['F', 'K']) && !letters.contains(['V', 'D', 'J', 'P', 'Q', 'R'])
}

/// `CRITICAL (fixed)`, but not `Critical (must be fixed)`, `Blockers (1 of 2 fixed)`
fn is_settled(classes: &Classes, text: &str, words: &Words) -> bool {
    let Some(done) = classes.letters().find('Z') else { return false };
    let bracket = classes.letters()[..done].rfind(['(', '[']);
    let inner = bracket.and_then(|at| classes.bytes(at + 1..classes.letters().len()));
    let Some(inner) = inner.and_then(|inner| text.get(inner)) else { return true };
    let inner = words.classes_of_value(inner.into());
    let part = inner.letters().contains("#v");
    !part && !inner.letters().contains(['Q', 'T', 'p', 'I', 'i', 's', 'O', 'E'])
}

/// `(2)`, `(none)`
fn count_in(classes: &Classes, bracket: usize) -> Option<u32> {
    let behind = bracket + 1..bracket + 2;
    match classes.letters().get(behind.clone())? {
        // `(none found)`, but not `(not fixed)`
        "n" => (!classes.letters()[bracket..].contains('Z')).then_some(0),
        _ => classes.phrases(behind).first()?.number,
    }
}

/// The number behind `round`, `iteration`, `attempt`, `re-review`.
fn read_round(classes: &Classes, words: &Words) -> Option<u32> {
    let letters = classes.letters();
    let found = letters.contains('R').then(|| words.read(Rule::rounds, letters))??;
    let at = found.first()?.parts.first()?.1.start;
    classes.phrases(at..at + 1).first()?.number
}

/// The worst sign among letters.
pub(super) fn worst_sign(letters: &str) -> Option<Sign> {
    let signs = letters.chars().filter_map(|letter| match letter {
        'c' => Some(Sign::Cross),
        'a' => Some(Sign::Attention),
        't' => Some(Sign::Tick),
        _ => None,
    });
    signs.max()
}
