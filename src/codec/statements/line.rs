//! Names and values that stand in one line.

use std::ops::Range;

use super::grammar::{self, Rule};
use super::name::{Name, NameKind, read_name};
use super::value::{Value, ValueKind, read_value};
use crate::codec::words::{Shown, Words};

/// The last resort, only to shut (reading 5): a verdict label right before `:` or `=` anywhere in a line, what stands
/// behind it a stop or a doubt in capitals. Its ranges are those of the line.
pub(in crate::codec) fn last_resort<'a>(
    line: impl Into<Shown<'a>>,
    words: &Words,
) -> Option<Value> {
    let shown = line.into();
    if !shown.text.contains([':', '=', '：', '＝']) {
        return None;
    }
    let classes = words.classes_of_name(shown);
    let found = grammar::read(Rule::labels, classes.letters())?;
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

/// A heading as name and value: cut at the first mark behind which a word of the table stands, where a label stands
/// before it. `Code review: approved`, `Verdict — REJECT`
pub(in crate::codec) fn split_heading<'a>(
    text: &'a str,
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
