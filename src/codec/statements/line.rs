//! Names and values that stand in one line.

use std::ops::Range;

use super::name::{Name, NameKind, read_name};
use super::severity::{Rating, read_severity};
use super::value::{Value, ValueKind, read_value};
use crate::codec::words::{Rule, Shown, Words};

/// The last resort, only to shut (reading 5): a verdict label right before `:` or `=` anywhere in a line, what stands
/// behind it a stop or a doubt in capitals. Its ranges are those of the line.
pub(in crate::codec) fn last_resort<'a>(
    line: impl Into<Shown<'a>>,
    words: &Words,
) -> Option<Value> {
    let shown = line.into();
    if !words.may_label(shown.text) {
        return None;
    }
    let classes = words.classes_of_name(shown);
    let found = words.read(Rule::labels, classes.letters())?;
    let picks = found.iter().filter_map(|found| classes.bytes(found.parts.first()?.1.clone()));
    let shuts = |at: Range<usize>| {
        let value = read_value(shown.text.get(at.clone())?, words);
        let kinds = [ValueKind::Stop, ValueKind::Caution, ValueKind::Doubted];
        let shifted = |range: Range<usize>| at.start + range.start..at.start + range.end;
        let shut = kinds.contains(&value.kind) && value.capitals;
        shut.then(|| Value { word: shifted(value.word), tail: value.tail.map(shifted), ..value })
    };
    picks.filter(|at| !at.is_empty()).find_map(shuts)
}

/// What a line that ends in a colon introduces (reading 3, "Voice").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::codec) enum Introduction {
    /// `Example:`, `The previous review said:`: a line in the open below it is not the reviewer's, either.
    Outright,
    /// `The author wrote:`: a fence, a quotation, an element below it is not the reviewer's.
    Quoted,
}

/// What a line introduces as an example, or as another's. `In the requested format:` and `As I said before:` do not.
pub(in crate::codec) fn read_introduction<'a>(
    line: impl Into<Shown<'a>>,
    words: &Words,
) -> Option<Introduction> {
    let shown = line.into();
    let ends = shown.text.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '_'));
    if shown.text.len() > LONGEST_LINE || !ends.ends_with([':', '：']) {
        return None;
    }
    let classes = words.classes_of_line(shown);
    match words.read(Rule::introduces, classes.letters())?.first()?.rule {
        Rule::outright => Some(Introduction::Outright),
        Rule::loosely => Some(Introduction::Quoted),
        _ => None,
    }
}

/// No line that introduces is longer, in bytes.
const LONGEST_LINE: usize = 400;

/// What the items of a list, or the first cells of a table, define (reading 5): words of verdicts, or a scale of
/// severities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::codec) enum Defined {
    Verdicts,
    Severities,
}

/// Whether what stands first in each item is a list of words, each said once: `PASS`, `FAIL`. Other items may stand
/// beside them.
pub(in crate::codec) fn read_definitions<'a>(
    firsts: impl IntoIterator<Item = &'a str>,
    words: &Words,
) -> Option<Defined> {
    let (mut verdicts, mut severities) = (Vec::new(), Vec::new());
    for first in firsts {
        let value = read_value(first, words);
        let decides = [ValueKind::Stop, ValueKind::Go, ValueKind::Mild, ValueKind::Caution];
        match read_severity(first, words) {
            _ if value.alone && decides.contains(&value.kind) => {
                verdicts.push(first.get(value.word).unwrap_or(first).to_lowercase());
            }
            Rating::Known(severity) => severities.push(severity),
            _ => {}
        }
    }
    let is_scale = severities.windows(2).all(|pair| pair[0] != pair[1]) && severities.len() > 1;
    match (all_differ(&mut verdicts), is_scale) {
        (true, _) => Some(Defined::Verdicts),
        (_, true) => Some(Defined::Severities),
        _ => None,
    }
}

/// Whether several words stand there, and none twice.
fn all_differ(words: &mut [String]) -> bool {
    words.sort_unstable();
    words.len() > 1 && words.windows(2).all(|pair| pair[0] != pair[1])
}

/// A heading as name and value: cut at the first mark behind which a word of the table stands, where a label stands
/// before it. `Code review: approved`, `Verdict — REJECT`
pub(in crate::codec) fn split_heading(
    text: &str,
    words: &Words,
) -> Option<(Name, Value, Range<usize>)> {
    let marks = [": ", "：", " - ", " – ", " — ", " → ", " = "];
    let found = marks.iter().filter_map(|mark| Some((text.find(mark)?, mark.len())));
    let mut cuts: Vec<(usize, usize)> = found.collect();
    cuts.sort_unstable();
    cuts.into_iter().find_map(|(at, len)| {
        let behind = at + len..text.len();
        let value = read_value(text.get(behind.clone())?, words);
        let is_word =
            !matches!(value.kind, ValueKind::Unread | ValueKind::Empty | ValueKind::Leaning);
        let name = read_name(text.get(..at)?, words);
        (is_word || name.kind != NameKind::Other).then_some((name, value, behind))
    })
}
