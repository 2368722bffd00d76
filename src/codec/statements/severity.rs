//! The one reader of severities: words, tags, badges, signs (R21).

use crate::codec::words::{Rule, Shown, Words};
use crate::ir::Severity;

/// How bad a finding is, as a text says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::codec) enum Rating {
    Known(Severity),
    /// `none`, `-`: no severity.
    Absent,
    /// Other words: the finding counts as high, and is reported.
    Unknown,
}

/// Reads a severity: a cell below its column, a tag, a badge, a member. `High`, `[P1]`, `🔴 Critical`, `C`.
pub(in crate::codec) fn read_severity<'a>(text: impl Into<Shown<'a>>, words: &Words) -> Rating {
    let shown = text.into();
    if words.is_prose(shown) {
        return Rating::Unknown;
    }
    let classes = words.classes_of_value(shown);
    let letters = classes.letters();
    let Some(found) = words.read(Rule::rating, letters) else {
        let signs = letters.char_indices().filter(|(_, letter)| "cat".contains(*letter));
        let rated = |(at, _)| classes.phrases(at..at + 1).first()?.entry.severity;
        let alone = !letters.contains(|letter: char| letter.is_ascii_uppercase() || letter == 'w');
        let sign = signs.filter_map(rated).max().filter(|_| alone);
        return sign.map_or(Rating::Unknown, Rating::Known);
    };
    if found.iter().any(|found| found.rule == Rule::absent) {
        return Rating::Absent;
    }
    let severity = |at: usize| classes.phrases(at..at + 1).first()?.entry.severity;
    let starts = found.iter().filter_map(|found| Some(found.parts.first()?.1.start));
    let levels: Vec<Severity> = starts.filter_map(severity).collect();
    // `High → Low`
    let last = letters.contains('~').then(|| levels.last().copied()).flatten();
    last.or(levels.iter().max().copied()).map_or(Rating::Unknown, Rating::Known)
}
