//! The one table: what a statement does, by what it says and where it stands.

use super::legend::Legend;
use super::level::{Levels, is_of_root};
use super::said::Said;
use crate::codec::document::{Container, Document, Field, Kind, Mark, NodeId, Voice};
use crate::codec::statements::{NameKind, Sign, ValueKind};
use crate::ir::Outcome;

/// What a statement does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// It is a verdict of the whole.
    States(Outcome),
    /// It doubts a pass.
    Doubts(Outcome),
    /// A verdict that says neither.
    Unclear,
    /// A verdict was announced, and no known word stands there.
    Unread,
    /// It is about a part, and shown.
    Part(Outcome),
    Nothing,
}

/// The most words of an answer to a question; a longer one is a sentence.
const ANSWER: usize = 3;

/// What a statement does.
pub(super) fn effect_of(document: &Document, said: &Said<'_>, levels: &Levels<'_>) -> Effect {
    if said.is_silent() || said.name.kind.lists() || said.name.kind == NameKind::Legend {
        return Effect::Nothing;
    }
    // What a page does not show may say no.
    if said.field.container == Container::Comment && said.value.kind != ValueKind::Stop {
        return Effect::Nothing;
    }
    if said.unticked
        && (said.is_nameless() || said.name.kind.decides() || said.field.answer.is_some())
    {
        return unticked(document, said);
    }
    // `[!WARNING]` begins a box.
    let boxed = said.text.strip_prefix("[!").and_then(|word| word.strip_suffix(']'));
    if said.is_nameless() && boxed.is_some_and(|word| word.chars().all(char::is_alphabetic)) {
        return Effect::Nothing;
    }
    let part = levels.is_part(said);
    let outcome = said.value.outcome.unwrap_or(Outcome::Fail);
    match said.value.kind {
        ValueKind::Stop => stop(document, said, levels, part, outcome),
        _ if said.admits => stop(document, said, levels, part, Outcome::Fail),
        ValueKind::No if said.asks() || levels.is_unmet(said) => {
            stop(document, said, levels, part, Outcome::Fail)
        }
        ValueKind::Go | ValueKind::Mild => go(document, said, levels, part, outcome),
        ValueKind::Form if said.name.kind.decides() && !part => Effect::Unread,
        ValueKind::Caution | ValueKind::Doubted => {
            let kind = said.name.kind;
            let decides = kind.decides()
                || kind == NameKind::Program && is_of_program(document, said, levels);
            match (decides, part) {
                (true, false) => Effect::Unclear,
                (true, true) if is_of_all(document, said) => Effect::Unclear,
                _ => Effect::Nothing,
            }
        }
        ValueKind::Leaning | ValueKind::Form => Effect::Nothing,
        _ if said.name.kind == NameKind::Question => {
            let short = said.text.split_whitespace().count() <= ANSWER;
            let one = said.text.split_whitespace().count() <= 1;
            let neither = match said.value.kind {
                ValueKind::Unread => short,
                ValueKind::None => one,
                _ => false,
            };
            let unclear = neither && !part && !is_labelled(document, said, levels);
            if unclear { Effect::Unclear } else { Effect::Nothing }
        }
        ValueKind::Empty
            if !matches!(said.field.container, Container::Label | Container::Member) =>
        {
            Effect::Nothing
        }
        // `Order verdict: NOT CLEAR` is no less than a no, whatever else is clear.
        _ if said.name.kind.announces() && said.value.refuses => Effect::Unclear,
        _ if said.name.kind.announces() && !said.name.weak => Effect::Unread,
        _ => Effect::Nothing,
    }
}

/// A heading above boxes: one that is ticked speaks for itself, else the form was not filled in.
fn unticked(document: &Document, said: &Said<'_>) -> Effect {
    let item = said.field.answer.and_then(|answer| document.item(answer));
    let ticked = |item| {
        document.siblings(item).any(|at| document.kind(at) == Kind::Item { ticked: Some(true) })
    };
    match item {
        Some(item) if !ticked(item) && said.is_known() => Effect::Unclear,
        _ => Effect::Nothing,
    }
}

fn stop(
    document: &Document,
    said: &Said<'_>,
    levels: &Levels<'_>,
    part: bool,
    outcome: Outcome,
) -> Effect {
    if said.is_nameless() && !is_stop_line(document, said)
        || !said.name.kind.decides() && heads_none(said, levels)
    {
        return Effect::Nothing;
    }
    // `### Blocker` above a list: its findings are read as such.
    let at = said.field.answer.unwrap_or(said.field.node);
    let describes = said.value.describes || said.value.finds;
    if !said.name.kind.announces() && describes && levels.listing.contains(&at) {
        return Effect::Nothing;
    }
    let legend = levels.legend(said.field.node);
    match (legend, part) {
        (Some(Legend::Named), _) => return Effect::Nothing,
        (Some(Legend::Unnamed), _) => return Effect::Part(outcome),
        (None, false) => return Effect::States(outcome),
        _ => {}
    }
    let entry = said.field.container == Container::Entry && said.value.alone;
    let answers = levels.is_below_verdict(said.field.node);
    let alone = (said.is_nameless() || entry) && (!said.value.describes || answers);
    let data = document.data_of(said.field.node);
    let asked = data.is_some_and(|data| {
        said.asks() || is_of_root(document, &said.field) && !levels.is_log(data)
    });
    match is_of_all(document, said) || alone || asked || levels.is_criterion(said.field.node) {
        true => Effect::Doubts(outcome),
        false => Effect::Part(outcome),
    }
}

/// A verdict or a decision, and in a page `Ready to merge: No` or `Quality gate: FAIL`, which no word narrows: a no there doubts
/// the whole, also in a part.
fn is_of_all(document: &Document, said: &Said<'_>) -> bool {
    let column = said.field.container == Container::Column;
    let gates = match said.name.kind {
        NameKind::Question => said.name.of_whole,
        NameKind::Gate => said.name.of_whole && !column,
        NameKind::Program => said.name.of_whole && said.name.overall && !column,
        _ => false,
    };
    said.name.kind.announces() || gates && document.data_of(said.field.node).is_none()
}

/// `### Failed` above `None.` lists what there is not; so does a heading above that one.
fn heads_none(said: &Said<'_>, levels: &Levels<'_>) -> bool {
    let at = if said.is_nameless() { Some(said.field.node) } else { said.field.answer };
    at.is_some_and(|at| levels.none_below.contains(&at))
}

/// `## Sign-off` above `**Approver:** Mara`, and a title above `## Decision`: a line with a name of its own is no answer.
fn is_labelled(document: &Document, said: &Said<'_>, levels: &Levels<'_>) -> bool {
    let label = |at, field: &Field| field.container == Container::Label && field.node == at;
    let answer = said.field.answer.filter(|_| said.field.container == Container::Heading);
    answer.is_some_and(|at| {
        let title = Some(said.field.node) == levels.title;
        title && levels.heads_verdict(at)
            || document.fields_in(at).iter().any(|field| label(at, field))
    })
}

/// A line without a name that stops: the word alone, or in capitals or bold with a mark and a reason. A sign before
/// prose is none.
fn is_stop_line(document: &Document, said: &Said<'_>) -> bool {
    let word = said.value.word.clone();
    let behind = said.text.get(word.end..).unwrap_or_default();
    let mark = behind.trim_start_matches(['*', '_', '`', ' ']);
    let text = said.field.value.part(word.start, word.end);
    let is_word = said.text.get(word).is_some_and(|word| word.contains(char::is_alphanumeric));
    let loud = said.value.capitals || document.is_all(text, Mark::Strong);
    // `"FAILED" = the attack failed.` says what a word means.
    let quoted = mark.strip_prefix('"').map(str::trim_start);
    let defined = quoted.is_some_and(|mark| mark.starts_with('='));
    let reason = mark.starts_with(|c: char| !c.is_alphanumeric()) && !defined;
    said.value.alone || is_word && loud && reason
}

fn go(
    document: &Document,
    said: &Said<'_>,
    levels: &Levels<'_>,
    part: bool,
    outcome: Outcome,
) -> Effect {
    let node = said.field.node;
    if said.name.sign == Some(Sign::Cross) && said.name.kind.decides() {
        return Effect::Unclear;
    }
    let defined = [Some(node), said.field.answer].into_iter().flatten();
    let defined = { defined }.any(|at| levels.legend(at).is_some());
    let unfilled = levels.is_in_form(node);
    if part || said.odd_name || said.field.voice != Voice::Own || defined || unfilled {
        return Effect::Part(outcome);
    }
    let opens = match said.name.kind {
        _ if said.is_nameless() => is_lone(document, said, levels),
        NameKind::Program => is_of_program(document, said, levels),
        // The record of a grader: `"passed": true`
        NameKind::Asks => {
            said.name.review && document.is_data().is_some() && is_of_root(document, &said.field)
        }
        kind if kind.decides() => true,
        // `# Code review: approved`, `# ✅ Approved`
        _ => {
            let loud = said.name.review || said.value.capitals;
            let ticked = said.name.sign == Some(Sign::Tick) && said.value.alone;
            Some(node) == levels.title
                && match said.field.container {
                    Container::InHeading => loud,
                    Container::Sign => ticked && !said.value.answer,
                    _ => false,
                }
        }
    };
    if opens { Effect::States(outcome) } else { Effect::Part(outcome) }
}

/// A line that is a go word: the first or the last below no heading, the title, a line in a verdict's section; the first
/// below a heading that sums up a review.
fn is_lone(document: &Document, said: &Said<'_>, levels: &Levels<'_>) -> bool {
    let node = said.field.node;
    let word = said.field.value.part(said.value.word.start, said.value.word.end);
    // `**Approved.** Feel free to rename it.`, but not `**Approved** by the author.`
    let behind = said.text.get(said.value.word.end..).unwrap_or_default();
    let ends = behind.starts_with(['.', '!']);
    let strong = ends && document.is_all(word, Mark::Strong);
    let loud = (said.value.capitals || strong) && said.value.tail.is_some();
    if matches!(document.kind(node), Kind::Section { .. }) {
        return Some(node) == levels.title && said.value.alone && said.value.capitals;
    }
    if levels.answers.contains(&node) {
        return false;
    }
    let (first, last) = levels.lone;
    let placed = Some(node) == first
        || Some(node) == last
        || levels.is_below_verdict(node)
            && said.value.alone
            && (said.value.capitals || !is_step(document, node))
        || levels.is_review && levels.begins_sum(node);
    placed && !said.value.answer && (said.value.alone || loud)
}

/// `1. Fix the leak` above `2. Merge`: one of several items says what is to be done.
fn is_step(document: &Document, node: NodeId) -> bool {
    let item =
        document.item(node).filter(|at| matches!(document.kind(*at), Kind::Item { ticked: None }));
    item.is_some_and(|item| document.siblings(item).nth(1).is_some())
}

/// Where a status, a result, an outcome decides: the head of a review, data, a section of its own.
fn is_of_program(document: &Document, said: &Said<'_>, levels: &Levels<'_>) -> bool {
    let node = said.field.node;
    let section = matches!(document.kind(node), Kind::Section { .. });
    let data = document.data_of(node).is_some() && !document.is_in_front(node);
    match (section, data) {
        (true, _) => true,
        (_, true) => document.is_data().is_some() && is_of_root(document, &said.field),
        // `Audit result: PASS` in a paragraph below the title.
        _ => {
            levels.is_review && levels.is_head(node)
                || said.name.review && levels.is_lead(node)
                || levels.is_of_review(node)
        }
    }
}
