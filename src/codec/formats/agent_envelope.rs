//! What a coding agent prints when it is asked to answer in JSON: an envelope around the answer.

mod completion;
mod payload;
mod shaped;

use std::borrow::Cow;

use crate::codec::ReadOptions;
use crate::codec::builder::{self, DecodeLog};
use crate::codec::input::{Input, Recognition};
use crate::codec::interface::{Codec, Special};
use crate::codec::mistakes::mistake_rows;
use crate::codec::text::fields;
use crate::codec::tree::json::{self, Type, Value};
use crate::ir::{Cause, Decoded, Diagnostic, Format};
use crate::source::Span;

pub(in crate::codec) const CODEC: Codec = Codec {
    grammar: Some(json::GRAMMAR),
    // A reviewer that quotes one has not answered in one.
    fenced: false,
    example: EXAMPLE,
    special: Special { envelope: true, ..Special::NONE },
    ..Codec::new(recognise, decode, contract)
};

const EXAMPLE: &str = r#"{
  "type": "result",
  "subtype": "success",
  "is_error": false,
  "result": "verdict: fail\nconfidence: high\nblocker: src/handler.ts:88 SQL built by concatenation\n"
}
"#;

fn contract(_options: &ReadOptions) -> String {
    "An envelope is written by the program that runs the reviewer, and by no reviewer. Have the
program print its answer as JSON (`--output-format json`, with `--json-schema` for an answer that
is JSON itself) and ask the reviewer for one of the other formats.
"
    .to_owned()
}

fn recognise(input: &Input<'_>) -> Recognition {
    let Some(document) = input.json_or_lines() else { return input.no("the text is not JSON") };
    let root = document.root();
    let is_lines = root.raw().text.starts_with('{') && root.kind() == Type::List;
    match root.kind() {
        Type::Object if is_result(root) => Recognition::Yes(TYPED),
        Type::Object if completion::is_untyped(root) => Recognition::Yes(UNTYPED),
        _ if shaped::shape_of(root, input.options).is_some() => Recognition::Yes(SHAPED),
        Type::List if is_transcript(root) && !is_lines => {
            Recognition::Yes("it is a list of typed objects")
        }
        Type::List if is_transcript(root) && has_marks(root) => {
            Recognition::Yes("its lines are typed objects")
        }
        _ => input.no("its `type` is not `result`, and it is not a list of typed objects"),
    }
}

/// Whether a list has what an agent's program writes at its start or at its end.
fn has_marks(list: Value<'_>) -> bool {
    let system = |item: Value<'_>| item.get("type").is_some_and(|kind| kind.is("system"));
    list.items().next().is_some_and(system) || list.items().any(is_result)
}

const SHAPED: &str = "it has the members of what an agent prints";
const TYPED: &str = "its `type` is `result`";
const UNTYPED: &str = "it has `is_error`, and is no answer";

fn is_result(value: Value<'_>) -> bool {
    value.get("type").is_some_and(|kind| kind.is("result"))
}

fn is_transcript(list: Value<'_>) -> bool {
    let typed = |item: Value<'_>| item.get("type").is_some_and(|kind| kind.kind() == Type::String);
    list.items().next().is_some() && list.items().all(typed)
}

fn decode(input: &Input<'_>) -> Decoded {
    let mut reading = DecodeLog::new(input.options);
    match answer(input, &mut reading) {
        Some(decoded) => decoded,
        None => {
            let decoded = reading.finish(input.source, Format::AgentEnvelope, Vec::new());
            Decoded { format: Some(Format::AgentEnvelope), ..decoded }
        }
    }
}

/// What the agent answered. None when there is no answer, which was told.
fn answer(input: &Input<'_>, reading: &mut DecodeLog<'_>) -> Option<Decoded> {
    let document = match (input.json_or_lines(), input.json()) {
        (Some(document), _) => document,
        (None, Some(Err(broken))) => {
            reading.refuse(broken.cause, broken.diagnostic.clone());
            return None;
        }
        _ => {
            reading.refuse(Cause::NoVerdict, no_envelope(input.first.span()));
            return None;
        }
    };
    if json::check(reading, document) {
        return None;
    }
    let root = document.root();
    if let Some(shape) = shaped::shape_of(root, input.options) {
        return Some(shaped::read(input, root, &shape));
    }
    let results: Vec<Value<'_>> = match root.kind() {
        Type::List => root.items().filter(|item| is_result(*item)).collect(),
        _ => vec![root],
    };
    let Some((last, before)) = results.split_last() else {
        reading.refuse(Cause::Truncated, no_result(root.span()));
        return None;
    };
    let behind = root.items().skip_while(|item| item.span() != last.span()).skip(1);
    if let Some(odd) = odd_item(root, behind) {
        reading.says_fail |= payload::read(input, odd).fails();
        reading.refuse(Cause::Ambiguous, went_on(odd.span(), last.span()));
        return None;
    }
    let mut decoded = read(input, *last);
    for earlier in before {
        let other = read(input, *earlier);
        if other.effective() != decoded.effective() {
            decoded.says_fail |= other.fails();
            let conflict = conflicting_results(earlier.span(), last.span());
            builder::refuse(&mut decoded, Cause::Ambiguous, conflict);
            break;
        }
    }
    if let Some(inner) = decoded.format {
        let why = if completion::is_untyped(root) { UNTYPED } else { TYPED };
        decoded.why = Cow::Owned(format!("{why}, and what it contains is {inner}"));
    }
    decoded.format = Some(Format::AgentEnvelope);
    Some(decoded)
}

/// An item that is almost a result, or goes on behind the last one.
fn odd_item<'d>(root: Value<'d>, mut behind: impl Iterator<Item = Value<'d>>) -> Option<Value<'d>> {
    let kind = |item: Value<'d>| item.get("type").and_then(Value::text).unwrap_or_default();
    let almost = |item: &Value<'d>| {
        !is_result(*item) && fields::meant_of(&kind(*item), ["result"].into_iter()).is_some()
    };
    let failed = |item: &Value<'d>| {
        let subtype = item.get("subtype").and_then(Value::text).unwrap_or_default();
        kind(*item) != "system" || subtype.contains("error")
    };
    root.items().find(almost).or_else(|| behind.find(failed))
}

/// Reads one result: first whether the agent came to its end, then what it answered. What an agent
/// answered that did not is kept beside the cause.
fn read(input: &Input<'_>, result: Value<'_>) -> Decoded {
    let Some((cause, diagnostic)) = completion::failure(result) else {
        return payload::read_all(input, result);
    };
    let mut answer = payload::read(input, result);
    // It may stand under another name.
    let mut others = completion::unknown_members(result);
    let says_fail = answer.fails()
        || others.any(|(_, value)| {
            value.kind() == Type::String && payload::read_text(input, value, false).fails()
        });
    if answer.verdicts.is_empty() && answer.fragments.is_empty() {
        return Decoded { says_fail, ..refused(input, cause, diagnostic) };
    }
    answer.unreadable = Some(cause);
    answer.diagnostics.clear();
    builder::refuse(&mut answer, cause, diagnostic);
    Decoded { says_fail, ..answer }
}

fn refused(input: &Input<'_>, cause: Cause, diagnostic: Diagnostic) -> Decoded {
    let profile = input.options.profile;
    Decoded { profile, ..Decoded::unreadable(input.source.clone(), cause, diagnostic) }
}

mistake_rows! {
    /// `--as agent-envelope` and a text that is no JSON
    error "assize::read::no_envelope" no_envelope(at: Span)
        "the text is not an envelope of an agent", at "does not begin like JSON", "have the agent print its answer as JSON";
    /// `[{"type": "system"}, {"type": "assistant"}]`
    error "assize::read::no_result" no_result(at: Span)
        "the agent never gave a result", at "nothing in here has the type `result`", "run the reviewer again";
    /// `[{"type": "result"}, {"type": "assistant"}]`
    error "assize::read::went_on" went_on(at: Span, last: Span)
        "the agent continued after its result, or has another one",
        at "not expected here", last "its last result", "run the reviewer once, and hand in what it printed";
    /// Two results, one that passes and one that fails
    error "assize::read::conflicting_results" conflicting_results(one: Span, other: Span)
        "two results of the agent do not agree", other "the last", one "another before it", "run the reviewer once, and hand in what it printed";
}
