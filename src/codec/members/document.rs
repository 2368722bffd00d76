//! What every codec asks of a JSON document: that it is one object, and which.

use crate::codec::builder::DecodeLog;
use crate::codec::input::{Input, Recognition};
use crate::codec::lexicon::Label;
use crate::codec::mistakes;
use crate::codec::mistakes::mistake_rows;
use crate::codec::statements::{ValueKind, read_value};
use crate::codec::text::fields;
use crate::codec::tree::json::{Doc, Type, Value, check};
use crate::codec::words::Words;
use crate::ir::{Cause, Diagnostic, Outcome};
use crate::source::Span;

/// The object that a body holds; one that says anything twice is refused, and read on. None where
/// there is none.
pub(in crate::codec) fn object<'t>(
    input: &'t Input<'_>,
    reading: &mut DecodeLog<'_>,
) -> Option<Value<'t>> {
    let document: &'t Doc<'_> = match input.json() {
        None => {
            reading.refuse(Cause::NoVerdict, no_json(input.first.span()));
            return None;
        }
        Some(Err(broken)) => {
            reading.refuse(broken.cause, broken.diagnostic.clone());
            return None;
        }
        Some(Ok(document)) => document,
    };
    // What it says is read all the same: a `fail` stands.
    check(reading, document);
    let root = document.root();
    if root.kind() != Type::Object {
        reading.refuse(Cause::Malformed, wrong_type("the document", "an object", root));
        return None;
    }
    Some(root)
}

/// Whether a body is an object with one of two names, or with one like them. The answers are why it
/// is, why it is by a name like them, and why it is not.
pub(in crate::codec) fn recognise(
    input: &Input<'_>,
    own: [&str; 2],
    why: [&'static str; 3],
) -> Recognition {
    let Some(Ok(document)) = input.json() else { return input.no("the text is not a JSON object") };
    let [has, has_like, has_not] = why;
    let root = document.root();
    if own.iter().any(|name| root.get(name).is_some()) {
        return Recognition::Yes(has);
    }
    let mut names = root.members().filter_map(|(name, _)| name.text());
    match names.any(|name| fields::meant_of(&name, own.into_iter()).is_some()) {
        true => Recognition::Yes(has_like),
        false => input.no(has_not),
    }
}

/// Members by which a reviewer says that it did not finish.
pub(in crate::codec) const ERRORS: [&str; 4] = ["error", "errors", "is_error", "exception"];

/// Whether a value says that there is nothing: `null`, `false`, `[]`, `""`.
pub(in crate::codec) fn is_nothing(value: Value<'_>) -> bool {
    match value.kind() {
        Type::Null | Type::Bool(false) => true,
        Type::List => value.items().next().is_none(),
        Type::Object => value.members().next().is_none(),
        Type::String => value.is(""),
        _ => false,
    }
}

/// Whether a word that a format does not have says fail all the same: `"passed": "no"`.
pub(in crate::codec) fn says_fail(word: &str, label: Label, words: &Words) -> bool {
    let said = read_value(word, words);
    let denied = label == Label::Question && said.kind == ValueKind::No;
    denied || said.outcome == Some(Outcome::Fail)
}

/// Whether a text is a form's and was never filled in: `merge | request-changes`, `<criterion>`.
pub(in crate::codec) fn is_template(text: &str) -> bool {
    let text = text.trim();
    let enclosed = text.len() > 2 && text.starts_with('<') && text.ends_with('>');
    // A table is not one.
    let choice = text.as_bytes().contains(&b'|') && !text.starts_with('|');
    enclosed || choice && text.split(" | ").nth(1).is_some_and(|word| !word.trim().contains(' '))
}

/// `{"passed": "yes"}`
pub(in crate::codec) fn wrong_type(name: &str, wanted: &str, value: Value<'_>) -> Diagnostic {
    let what = format!("{name} is {}", value.kind().in_words());
    wrong_value(value.span(), &what, wanted)
}

/// `{"action": "merge | request-changes"}`
pub(in crate::codec) fn template(at: Span) -> Diagnostic {
    mistakes::template(at, "fill this in", "write the answer in place of what the form says")
}

mistake_rows! {
    /// `--as quality` and a text that is no JSON
    error "assize::read::no_json" no_json(at: Span)
        "the text is not a JSON object", at "does not begin with `{{\"`", "write one JSON object and nothing else";
    /// ``"`passed` is a string"``, and what is wanted in its place
    pub(in crate::codec) error "assize::read::wrong_type" wrong_value(at: Span, what: &str, wanted: &str)
        "{what}, not {wanted}", at "{wanted} belongs here", "write {wanted} instead; `assize contract` shows the whole form";
    /// `"error": "timed out"`
    pub(in crate::codec) error "assize::read::reviewer_errored" errored(at: Span)
        "the reviewer says that it did not finish", at "what went wrong", "run the reviewer again";
}
