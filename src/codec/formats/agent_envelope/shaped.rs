//! What other agents print around an answer, by shapes (`grammar/shapes/`): where the answer is, what ends it, what says that
//! there is none.
//!
//! ```text
//! {"type": "thread.started", "thread_id": "0199a213"}
//! {"type": "item.completed", "item": {"type": "agent_message", "text": "### Verdict: APPROVE"}}
//! {"type": "turn.completed", "usage": {}}
//! ```

use super::payload;
use super::{Decoded, Input, Value, completion, conflicting_results, refused};
use crate::codec::mistakes::mistake_rows;
use crate::codec::review::of_answers;
use crate::codec::tree::json::Type;
use crate::codec::{ReadOptions, agree, builder};
use crate::ir::shape::ShapeNode;
use crate::ir::{Cause, Diagnostic, Format};
use crate::source::Span;

/// The shape that a text is in: those of the host are asked first.
pub(super) fn shape_of(root: Value<'_>, options: &ReadOptions) -> Option<ShapeNode> {
    let records = records(root);
    let has = |name: &str| records.iter().any(|record| record.get(name).is_some());
    let host = options.lexicon.shapes.iter();
    let mut shapes =
        host.filter(|shape| shape.all("answer").next().is_some()).chain(of_answers(has));
    let fits = |shape: &&ShapeNode| {
        shape.all("member").any(|member| records.iter().any(|record| fits(*record, member)))
    };
    shapes.find(fits).cloned()
}

/// Reads the last answer. One before it that says something else leaves open which of them counts.
pub(super) fn read(input: &Input<'_>, root: Value<'_>, shape: &ShapeNode) -> Decoded {
    let records = records(root);
    let answers = |node: &ShapeNode| {
        let own = records.iter().filter(|record| fits(**record, node));
        let paths = own.flat_map(|record| node.texts.iter().map(|path| (*record, path.clone())));
        paths.flat_map(|(record, path)| values(record, &path)).collect::<Vec<_>>()
    };
    let answers: Vec<Value<'_>> = shape.all("answer").flat_map(answers).collect();
    let ends = shape.all("done").next().is_some();
    let is_done = |record: &Value<'_>| shape.all("done").any(|done| fits(*record, done));
    let broken = records.iter().find(|record| shape.all("broken").any(|node| fits(**record, node)));
    let last = answers.last().copied();
    let mut decoded = match last {
        Some(last) => payload::read_text(input, last, ends),
        None => refused(input, Cause::NoVerdict, payload::no_payload(root.span())),
    };
    for earlier in answers.iter().rev().skip(1) {
        let other = payload::read_text(input, *earlier, ends);
        let differs = other.effective().is_some_and(|says| Some(says) != decoded.effective());
        if differs || other.fails() && !decoded.fails() {
            decoded.says_fail |= other.fails();
            let conflict = conflicting_results(earlier.span(), last.unwrap_or(*earlier).span());
            builder::refuse(&mut decoded, Cause::Ambiguous, conflict);
            break;
        }
    }
    let said = last.unwrap_or(root).span();
    if let Some(broken) = broken {
        let wrong = completion::agent_errored(broken.span(), said);
        builder::refuse(&mut decoded, Cause::Errored, wrong);
    } else if ends && !records.last().is_some_and(is_done) {
        let last = records.last().map_or(said, |record| record.span());
        builder::refuse(&mut decoded, Cause::Truncated, not_ended(last));
    } else if root.kind() == Type::Object {
        beside(input, root, last, &mut decoded);
    }
    if let Some(inner) = decoded.format {
        decoded.why = format!("{}, and what it contains is {inner}", super::SHAPED).into();
    }
    Decoded { format: Some(Format::AgentEnvelope), ..decoded }
}

/// What the members beside the answer say: they can only shut.
fn beside(input: &Input<'_>, root: Value<'_>, answer: Option<Value<'_>>, decoded: &mut Decoded) {
    let is_answer = |value: Value<'_>| answer.is_some_and(|answer| answer.span() == value.span());
    let others = root.members().filter(|(_, value)| !is_answer(*value));
    let members = payload::members(input, root.span(), others, decoded);
    agree::add_remarks(decoded, &[], &members, input.options);
}

/// The records of a list, or the one that is there.
fn records(root: Value<'_>) -> Vec<Value<'_>> {
    if root.kind() == Type::List { root.items().collect() } else { vec![root] }
}

/// What is at the end of a path of names; lists on the way give their entries.
fn values<'d>(record: Value<'d>, path: &str) -> Vec<Value<'d>> {
    path.split('.').fold(vec![record], |values, name| {
        let named = values.into_iter().filter_map(|value| value.get(name));
        named.flat_map(records).collect()
    })
}

/// Whether a record has the members of a node, with their values. What is null, or empty, is not there.
fn fits(record: Value<'_>, node: &ShapeNode) -> bool {
    let is_set = |value: &Value<'_>| value.kind() != Type::Null && !value.is("");
    let is = |value: &Value<'_>, text: &str| value.is(text) || value.raw().text == text;
    node.texts.iter().all(|path| values(record, path).iter().any(is_set))
        && node
            .properties
            .iter()
            .all(|(path, text)| values(record, path).iter().any(|at| is(at, text)))
}

mistake_rows! {
    /// A stream whose last record is not the one that ends it
    error "assize::read::no_result" not_ended(at: Span)
        "the agent did not come to the end of its answer", at "the last record, and it does not end it", "run the reviewer again";
}
