//! What a change of a team's words makes of what reviewers say: told in sentences.

use crate::Outcome;
use crate::codec::Lexicon;
use crate::host::PanelChange;
use crate::verdict::Severity;

/// What a word is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum List {
    Verdict,
    Label,
    Finding,
    Severity,
    None,
    Introduction,
    Part,
}

/// A word of a team.
struct Word {
    list: List,
    word: String,
    /// What it stands for, in words.
    means: String,
    /// How bad that is.
    rank: usize,
}

/// Where a word of a condition stands, which lets nothing pass by itself.
const CONDITION: usize = 2;

/// All in which the words of a team differ from what they were.
pub fn word_changes(old: &Lexicon, new: &Lexicon) -> Vec<PanelChange> {
    let (before, now) = (words_of(old), words_of(new));
    let same = |one: &Word, other: &Word| {
        one.list == other.list && Lexicon::is_same(&one.word, &other.word)
    };
    let mut all = Vec::new();
    for was in &before {
        let is = now.iter().find(|is| same(was, is));
        let says = match is {
            Some(is) if is.means == was.means => continue,
            Some(is) => {
                format!("`{}` stands for {}; it stood for {}", is.word, is.means, was.means)
            }
            None => format!("`{}` does not stand for {} any more", was.word, was.means),
        };
        all.push(PanelChange { says, loosens: loosens(was.list, Some(was), is) });
    }
    for is in now.iter().filter(|is| !before.iter().any(|was| same(was, is))) {
        let says = format!("`{}` stands for {} now", is.word, is.means);
        all.push(PanelChange { says, loosens: loosens(is.list, None, Some(is)) });
    }
    if old.shapes != new.shapes {
        let says = "the shapes of records differ from what they were".to_owned();
        all.push(PanelChange { says, loosens: true });
    }
    all
}

/// Whether a gate may open by it that was shut.
fn loosens(list: List, was: Option<&Word>, is: Option<&Word>) -> bool {
    match (was.map(|was| was.rank), is.map(|is| is.rank)) {
        (Some(was), Some(is)) => is < was,
        (None, Some(is)) => match list {
            List::Verdict => is < CONDITION,
            // What stands behind it is an answer now; what was listed is nothing.
            List::Label | List::None => true,
            // What was the reviewer's own is another's, or a part's, and stops nothing.
            List::Introduction | List::Part => true,
            List::Finding => false,
            List::Severity => is < Severity::ALL.len() - 1,
        },
        // A word that is gone is not read any more.
        (Some(was), None) => match list {
            List::Verdict => was > 0,
            List::Label | List::Finding | List::Severity => true,
            // A yes of an example or a part may be one of the whole now.
            List::Introduction | List::Part => true,
            List::None => false,
        },
        (None, None) => false,
    }
}

fn words_of(lexicon: &Lexicon) -> Vec<Word> {
    let word =
        |list, word: &str, means: String, rank| Word { list, word: word.to_owned(), means, rank };
    let place =
        |severity: Severity| Severity::ALL.iter().position(|one| *one == severity).unwrap_or(0);
    let verdicts = lexicon.words.iter().map(|(own, outcome)| {
        let rank = match outcome {
            Outcome::Pass => 0,
            Outcome::Warn => 1,
            Outcome::Hold => CONDITION + 1,
            Outcome::Fail => CONDITION + 2,
        };
        word(List::Verdict, own, format!("`{outcome}`"), rank)
    });
    let cautions = lexicon.cautions.iter();
    let cautions =
        cautions.map(|own| word(List::Verdict, own, "a condition".to_owned(), CONDITION));
    let labels = lexicon.labels.iter();
    let labels = labels.map(|own| word(List::Label, own, "the name of a verdict".to_owned(), 0));
    let findings = lexicon.findings.iter().map(|(own, severity)| {
        word(
            List::Finding,
            own,
            format!("the name of a finding that is {severity}"),
            place(*severity),
        )
    });
    let severities = lexicon.severities.iter().map(|(own, severity)| {
        word(List::Severity, own, format!("{severity} in a finding"), place(*severity))
    });
    let none = lexicon.none.iter();
    let none = none.map(|own| word(List::None, own, "no finding at all".to_owned(), 0));
    let introductions = lexicon.introductions.iter();
    let introductions =
        introductions.map(|own| word(List::Introduction, own, "an introduction".to_owned(), 0));
    let parts = lexicon.parts.iter();
    let parts = parts.map(|own| word(List::Part, own, "the name of a part".to_owned(), 0));
    let names = labels.chain(findings).chain(severities).chain(none);
    verdicts.chain(cautions).chain(names).chain(introductions).chain(parts).collect()
}
