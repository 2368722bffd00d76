//! What every codec asks of an object: that there is one, and that nothing in it is overlooked.

use super::{Doc, Type, Value, check};
use crate::codec::builder::Reading;
use crate::codec::input::{Fit, Task};
use crate::codec::lexicon::{self, Label, Lexicon};
use crate::codec::mistakes::{self, misspelt_name};
use crate::codec::text::fields;
use crate::codec::text::slice::Slice;
use crate::ir::{Cause, Diagnostic, Member, Outcome};
use crate::source::Span;

/// The object that a body holds, which says nothing twice. None when it was refused.
pub(in crate::codec) fn object<'t>(
    task: &'t Task<'_>,
    reading: &mut Reading<'_>,
) -> Option<Value<'t>> {
    let document: &'t Doc<'_> = match task.json() {
        None => {
            reading.refuse(Cause::NoVerdict, no_json(task.first.span()));
            return None;
        }
        Some(Err(broken)) => {
            reading.refuse(broken.cause, broken.diagnostic.clone());
            return None;
        }
        Some(Ok(document)) => document,
    };
    if check(reading, document) {
        return None;
    }
    let root = document.root();
    if root.kind() != Type::Object {
        reading.refuse(Cause::Malformed, wrong_type("the document", "an object", root));
        return None;
    }
    Some(root)
}

/// Whether a body is an object with one of two names, or with one like them. The answers are why it
/// is, why it is by a name like them, and why it is not.
pub(in crate::codec) fn recognise(task: &Task<'_>, own: [&str; 2], why: [&'static str; 3]) -> Fit {
    let Some(Ok(document)) = task.json() else { return task.no("the text is not a JSON object") };
    let [has, has_like, has_not] = why;
    let root = document.root();
    if own.iter().any(|name| root.get(name).is_some()) {
        return Fit::Yes(has);
    }
    let mut names = root.members().filter_map(|(name, _)| name.text());
    match names.any(|name| fields::meant_of(&name, own.into_iter()).is_some()) {
        true => Fit::Yes(has_like),
        false => task.no(has_not),
    }
}

/// Keeps the members that a codec does not know. A name that one of its own is hard to tell from
/// makes the text unreadable.
pub(in crate::codec) fn keep_unknown_members(
    reading: &mut Reading<'_>,
    object: Value<'_>,
    known: &[&str],
    kept: &mut Vec<Member>,
) {
    for (name, value) in object.members() {
        if known.iter().any(|known| name.is(known)) {
            continue;
        }
        let Some(at) = name.place(&mut reading.embedded) else { continue };
        let said = name.text().unwrap_or_default();
        // What is short is one edit away from everything.
        let meant = fields::meant_of(&said, known.iter().copied())
            .filter(|meant| meant.len() > 3 || said.trim().eq_ignore_ascii_case(meant));
        match meant {
            Some(meant) => reading.refuse(Cause::MisspeltKey, misspelt_name(at, meant)),
            None => {
                reading.report(unknown_name(at));
            }
        }
        let text = value.place(&mut reading.embedded).unwrap_or_else(|| value.span());
        kept.push(Member { name: at, text });
    }
}

/// Whether a word that a format does not have says fail all the same: `"passed": "no"`.
pub(in crate::codec) fn says_fail(word: &str, label: Label, lexicon: &Lexicon) -> bool {
    let said = lexicon::read_value(Slice::new(word, 0), label, lexicon).says;
    said.outcome() == Some(Outcome::Fail)
}

/// Whether a text is a form's and was never filled in: `merge | request-changes`, `<criterion>`.
pub(in crate::codec) fn is_template(text: &str) -> bool {
    let text = text.trim();
    let enclosed = text.len() > 2 && text.starts_with('<') && text.ends_with('>');
    let choice = text.as_bytes().contains(&b'|');
    enclosed || choice && text.split(" | ").nth(1).is_some_and(|word| !word.trim().contains(' '))
}

/// `--as quality` and a text that is no JSON
fn no_json(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::no_json")
        .message("the text is not a JSON object")
        .label(at, "does not begin with `{\"`")
        .help("write one JSON object and nothing else")
}

/// `{"passed": "yes"}`
pub(in crate::codec) fn wrong_type(name: &str, wanted: &str, value: Value<'_>) -> Diagnostic {
    Diagnostic::error("assize::read::wrong_type")
        .message(format!("{name} is {}, not {wanted}", value.kind().in_words()))
        .label(value.span(), format!("{wanted} belongs here"))
        .help("write it as the schema has it; `assize contract` prints it")
}

/// `{"passed": true, "duration": 12}`
fn unknown_name(at: Span) -> Diagnostic {
    Diagnostic::advice("assize::read::unknown_name")
        .message("the format has no such name")
        .label(at, "kept, and decides nothing")
        .help("nothing needs to be done when this is meant for somebody else")
}

/// `{"action": "merge | request-changes"}`
pub(in crate::codec) fn template(at: Span) -> Diagnostic {
    mistakes::template(at, "fill this in", "write the answer in place of what the form says")
}
