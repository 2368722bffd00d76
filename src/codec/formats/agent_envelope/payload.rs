//! What an envelope holds: an object of its own, or a text.

use super::{Decoded, Task, Value, recognise, refused, settled};
use crate::codec::builder;
use crate::codec::formats::pair_review;
use crate::codec::input::Fit;
use crate::codec::text::slice::Slice;
use crate::codec::tree::json::{Type, wrong_type};
use crate::codec::{ReadOptions, claims, detect};
use crate::ir::{Cause, Diagnostic, Outcome};
use crate::source::{EncodingError, Source, Span};

/// Reads what the agent answered. An object comes first; a text beside it may only be worse.
pub(super) fn read(task: &Task<'_>, result: Value<'_>) -> Decoded {
    let object = result.get("structured_output").filter(|value| value.kind() != Type::Null);
    let text = result.get("result").filter(|value| value.kind() != Type::Null);
    match (object, text) {
        (None, None) => refused(task, Cause::NoVerdict, no_payload(result.span())),
        (None, Some(text)) => read_text(task, text),
        (Some(object), None) => read_object(task, object),
        (Some(object), Some(text)) => {
            let mut decoded = read_object(task, object);
            let beside = read_text(task, text);
            weigh(&mut decoded, &beside, object.span(), text.span());
            hear(task.options, &mut decoded, object, text);
            decoded
        }
    }
}

/// What the text says must not be worse than what the object says.
fn weigh(decoded: &mut Decoded, beside: &Decoded, object: Span, text: Span) {
    let Some(outcome) = settled(decoded).filter(|outcome| *outcome != Outcome::Fail) else {
        decoded.says_fail |= decoded.unreadable.is_some() && fails(beside);
        return;
    };
    let worse = settled(beside).is_some_and(|other| other > outcome);
    // A file that the text points to may say anything.
    if worse || beside.says_fail || beside.pointer.is_some() {
        decoded.says_fail |= fails(beside);
        builder::refuse(decoded, Cause::Ambiguous, conflicting_answers(object, text));
    }
}

/// What the text says in passing is heard, too: `Result - FAIL`, `not ready to merge`.
fn hear(options: &ReadOptions, decoded: &mut Decoded, object: Value<'_>, text: Value<'_>) {
    let Some(outcome) = settled(decoded).filter(|outcome| outcome.opens()) else { return };
    let Some(said) = text.text() else {
        let diagnostic = wrong_type("`result`", "a string", text);
        return builder::refuse(decoded, Cause::Malformed, diagnostic);
    };
    let worse = pair_review::against(&said, outcome, options);
    // So few words are no summary of a long review.
    let short = said.split_whitespace().count() <= 5
        && (claims::alarms(&said) || claims::alarms(&said.replace('-', " ")));
    if worse.is_some() || short {
        decoded.says_fail |= short || worse == Some(Outcome::Fail);
        let conflict = conflicting_answers(object.span(), text.span());
        builder::refuse(decoded, Cause::Ambiguous, conflict);
    }
}

fn fails(decoded: &Decoded) -> bool {
    decoded.says_fail || settled(decoded) == Some(Outcome::Fail)
}

/// The options that an answer is read with: its format is not that of the envelope.
fn inside(options: &ReadOptions) -> ReadOptions {
    ReadOptions { format: None, ..options.clone() }
}

/// `"structured_output": {"passed": true}`
fn read_object(task: &Task<'_>, object: Value<'_>) -> Decoded {
    if object.kind() != Type::Object {
        let wrong = wrong_type("`structured_output`", "an object", object);
        return refused(task, Cause::Malformed, wrong);
    }
    let raw = object.raw();
    let Some(held) = task.text.get(raw.start..raw.end()) else {
        return refused(task, Cause::Malformed, no_payload(object.span()));
    };
    let options = inside(task.options);
    let held = Slice::new(held, raw.start);
    once(&Task::part(task.source, task.text, held, &options), object.span())
}

/// `"result": "verdict: pass\nconfidence: high\n"`
fn read_text(task: &Task<'_>, text: Value<'_>) -> Decoded {
    let name = format!("{} (result)", task.source.name());
    let Some(embedded) = text.to_source(name.clone()) else {
        return refused(task, Cause::Malformed, wrong_type("`result`", "a string", text));
    };
    // Without its parent, so that it can be moved as any other text is.
    let alone = Source::new(name, embedded.bytes());
    let mut decoded = match alone.text() {
        Ok(inner) => {
            let options = inside(task.options);
            once(&Task::whole(&alone, inner, &options), Span::new(0, inner.len()))
        }
        Err(error) => {
            let says_fail = detect::says_fail(&alone.lossy());
            let refused = refused(task, Cause::Encoding, odd_text(text.span(), error));
            return Decoded { says_fail, ..refused };
        }
    };
    decoded.shift(1);
    if let Some(first) = decoded.sources.first_mut() {
        *first = embedded;
    }
    decoded.sources.insert(0, task.source.clone());
    decoded
}

/// Reads an answer in any format but that of an envelope.
fn once(task: &Task<'_>, at: Span) -> Decoded {
    match recognise(task) {
        Fit::Yes(_) => refused(task, Cause::Malformed, nested_envelope(at)),
        Fit::No(..) => detect::decode(task),
    }
}

/// `{"type": "result", "subtype": "success"}`
fn no_payload(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::no_payload")
        .message("the envelope holds no answer")
        .label(at, "neither `structured_output` nor `result` in here")
        .help("run the reviewer again")
}

/// An envelope as the answer inside an envelope
fn nested_envelope(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::nested_envelope")
        .message("the envelope holds another envelope")
        .label(at, "whose answer this is cannot be told")
        .help("hand in what the reviewer's own agent printed")
}

/// `"structured_output": {"passed": true}` beside a `result` that says fail
fn conflicting_answers(object: Span, text: Span) -> Diagnostic {
    Diagnostic::error("assize::read::conflicting_answers")
        .message("the two answers in the envelope do not agree")
        .label(text, "says something worse")
        .label(object, "than this")
        .help("run the reviewer again")
}

/// `"result": "verdict: pass\rverdict: fail"`
fn odd_text(at: Span, error: EncodingError) -> Diagnostic {
    Diagnostic::error("assize::read::odd_text")
        .message(format!("the answer shows people other lines than programs: {error}"))
        .label(at, "not read")
        .help("have the reviewer end its lines with line feeds")
}
