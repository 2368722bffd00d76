//! What an envelope holds: an object of its own, or a text.

use super::{Decoded, Input, Value, completion, recognise, refused};
use crate::codec::input::Recognition;
use crate::codec::members::document::wrong_type;
use crate::codec::mistakes::mistake_rows;
use crate::codec::text::embed::Embedded;
use crate::codec::text::slice::Slice;
use crate::codec::tree::json::Type;
use crate::codec::{ReadOptions, agree, builder, traces};
use crate::ir::{Cause, Diagnostic, Format, Member, Outcome, Verdict};
use crate::source::{EncodingError, Source, SourceId, Span};

/// Reads what the agent answered, and hands over what else the envelope says.
pub(super) fn read_all(input: &Input<'_>, result: Value<'_>) -> Decoded {
    let mut decoded = read(input, result);
    let unknown = completion::unknown_members(result);
    let members = members(input, result.span(), unknown, &mut decoded);
    agree::add_remarks(&mut decoded, &[], &members, input.options);
    decoded
}

/// Members beside an answer, as what was read has their places.
pub(super) fn members<'d>(
    input: &Input<'_>,
    whole: Span,
    all: impl Iterator<Item = (Value<'d>, Value<'d>)>,
    decoded: &mut Decoded,
) -> Vec<Member> {
    let mut embedded = Embedded::default();
    let mut envelope = Verdict::new(whole);
    for (name, value) in all {
        let Some(name) = name.place(&mut embedded) else { continue };
        let text = value.place(&mut embedded).unwrap_or_else(|| value.span());
        envelope.members.push(Member { name, text });
    }
    let mut beside = Decoded::of(input.source.clone(), vec![envelope]);
    beside.sources.extend(embedded.into_source(input.source));
    decoded.adopt(&mut beside);
    beside.verdicts.pop().map(|envelope| envelope.members).unwrap_or_default()
}

/// Reads what the agent answered. An object comes first; an answer in the text beside it may only
/// be worse, and other text is handed over.
pub(super) fn read(input: &Input<'_>, result: Value<'_>) -> Decoded {
    let object = result.get("structured_output").filter(|value| value.kind() != Type::Null);
    let text = result.get("result").filter(|value| value.kind() != Type::Null);
    let asked =
        matches!(input.options.format, Some(Format::Quality | Format::Court | Format::PairBundle));
    match (object, text) {
        (None, _) if asked => {
            let at = result.get("structured_output").unwrap_or(result).span();
            refused(input, Cause::Errored, no_structured_output(at))
        }
        (None, None) => refused(input, Cause::NoVerdict, no_payload(result.span())),
        (None, Some(text)) => read_text(input, text, completion::says_whole(result)),
        (Some(object), None) => read_object(input, object),
        (Some(object), Some(text)) => {
            let decoded = read_object(input, object);
            let beside = read_text(input, text, completion::says_whole(result));
            compare(input, decoded, beside, object, text)
        }
    }
}

/// What the text says must not be worse than what the object says: a fail stands, and anything
/// else leaves open which of the two counts.
fn compare(
    input: &Input<'_>,
    mut decoded: Decoded,
    mut beside: Decoded,
    object: Value<'_>,
    text: Value<'_>,
) -> Decoded {
    let conflict = || conflicting_answers(object.span(), text.span());
    let outcome = decoded.effective().filter(|outcome| *outcome != Outcome::Fail);
    // A line is a remark as any other is; a structure is an answer of its own.
    let is_structure = match beside.format {
        Some(format) => format != Format::Review,
        None => beside.unreadable != Some(Cause::NoVerdict),
    };
    let other = beside.effective().filter(|_| is_structure);
    match (outcome, other) {
        // Nothing is worse than a fail; an object that cannot be used keeps what the text says.
        (None, _) => {
            decoded.says_fail |= decoded.unreadable.is_some() && beside.fails();
            return decoded;
        }
        (Some(_), Some(Outcome::Fail)) => {
            beside.verdicts.iter_mut().for_each(|verdict| verdict.contradictory = true);
            beside.diagnostics.push(conflict());
            return beside;
        }
        _ => {}
    }
    // A file that the text points to may say anything.
    let stated = other > outcome || (beside.says_fail && is_structure);
    let worse = stated || beside.pointer.is_some();
    if worse {
        decoded.says_fail |= beside.says_fail;
        builder::refuse(&mut decoded, Cause::Ambiguous, conflict());
    } else if text.kind() != Type::String {
        let wrong = wrong_type("`result`", "a string", text);
        builder::refuse(&mut decoded, Cause::Malformed, wrong);
    }
    // The text is the second source of its own reading.
    let said = beside.sources.get(1).map(|source| source.bytes().len());
    let at = SourceId(u32::try_from(decoded.sources.len()).unwrap_or(u32::MAX));
    decoded.adopt(&mut beside);
    let said = said.map(|len| Span::new(0, len).in_source(at));
    agree::add_remarks(&mut decoded, said.as_slice(), &[], input.options);
    decoded
}

/// The options that an answer is read with: its format is not that of the envelope.
fn inside(options: &ReadOptions) -> ReadOptions {
    let format = options.format.filter(|format| *format != Format::AgentEnvelope);
    ReadOptions { format, ..options.clone() }
}

/// `"structured_output": {"passed": true}`
fn read_object(input: &Input<'_>, object: Value<'_>) -> Decoded {
    if object.kind() != Type::Object {
        let wrong = wrong_type("`structured_output`", "an object", object);
        return refused(input, Cause::Malformed, wrong);
    }
    let raw = object.raw();
    let Some(held) = input.text.get(raw.start..raw.end()) else {
        return refused(input, Cause::Malformed, no_payload(object.span()));
    };
    let options = inside(input.options);
    let held = Slice::new(held, raw.start);
    once(&Input::part(input.source, input.text, held, &options, input.nested), object.span())
}

/// `"result": "verdict: pass\nconfidence: high\n"`
pub(super) fn read_text(input: &Input<'_>, text: Value<'_>, whole: bool) -> Decoded {
    let name = format!("{} (result)", input.source.name());
    let Some(embedded) = text.to_source(name.clone(), whole) else {
        return refused(input, Cause::Malformed, wrong_type("`result`", "a string", text));
    };
    // Without its parent, so that it can be moved as any other text is.
    let alone = Source::new(name, embedded.bytes());
    let mut decoded = match alone.text() {
        Ok(inner) => {
            let options = inside(input.options);
            once(&Input::whole(&alone, inner, &options, input.nested), Span::new(0, inner.len()))
        }
        Err(error) => {
            let says_fail = traces::says_fail(&alone.lossy());
            let refused = refused(input, Cause::Encoding, odd_text(text.span(), error));
            return Decoded { says_fail, ..refused };
        }
    };
    decoded.shift(1);
    if let Some(first) = decoded.sources.first_mut() {
        *first = embedded;
    }
    decoded.sources.insert(0, input.source.clone());
    decoded
}

/// Reads an answer in any format but that of an envelope.
fn once(input: &Input<'_>, at: Span) -> Decoded {
    if let Recognition::Yes(_) = recognise(input) {
        return refused(input, Cause::Malformed, nested_envelope(at));
    }
    let mut decoded = (input.nested.text)(input);
    if decoded.format == Some(Format::AgentEnvelope) {
        builder::refuse(&mut decoded, Cause::Malformed, nested_envelope(at));
    }
    decoded
}

mistake_rows! {
    /// `{"type": "result", "subtype": "success"}`
    pub(super) error "assize::read::no_payload" no_payload(at: Span)
        "the envelope contains no answer", at "neither `structured_output` nor `result` in here", "run the reviewer again";
    /// `--as quality`, and `"structured_output": null`
    error "assize::read::no_structured_output" no_structured_output(at: Span)
        "the envelope has no `structured_output`, and an answer with a schema was asked for",
        at "no answer in here", "run the reviewer again with `--json-schema`; the text in `result` is not read";
    /// An envelope as the answer inside an envelope
    error "assize::read::nested_envelope" nested_envelope(at: Span)
        "the envelope contains another envelope", at "it is not certain whose answer this is", "hand in what the reviewer's own agent printed";
    /// `"structured_output": {"passed": true}` beside a `result` that says fail
    error "assize::read::conflicting_answers" conflicting_answers(object: Span, text: Span)
        "the two answers in the envelope do not agree", text "says something worse", object "than this", "run the reviewer again";
    /// `"result": "verdict: pass\rverdict: fail"`
    error "assize::read::odd_text" odd_text(at: Span, error: EncodingError)
        "people see different lines in the answer than programs do: {error}", at "not read", "have the reviewer end its lines with line feeds";
}
