//! What every codec asks of an object: that there is one, and that nothing in it is overlooked.

use super::{Doc, Type, Value, check};
use crate::codec::builder::Reading;
use crate::codec::claims;
use crate::codec::input::{Fit, Task};
use crate::codec::member::{self, Told};
use crate::codec::text::fields;
use crate::ir::{Cause, Diagnostic, Member};
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
    let Some(Ok(document)) = task.json() else { return task.no("the text is no JSON object") };
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
pub(in crate::codec) fn keep_strangers(
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
            None if fails(&said, value) || fails_inside(value) => {
                reading.says_fail = true;
                reading.refuse(Cause::Ambiguous, second_verdict(at));
            }
            None if fields::decides(&said) && !says_nothing(value) => {
                reading.refuse(Cause::Ambiguous, second_verdict(at));
            }
            None => {
                reading.report(unknown_name(at));
            }
        }
        let text = value.place(&mut reading.embedded).unwrap_or_else(|| value.span());
        kept.push(Member { name: at, text });
    }
}

/// Whether a member speaks of failing, whatever format it is of: `"ok": false`.
pub(in crate::codec) fn fails(name: &str, value: Value<'_>) -> bool {
    match value.kind() {
        Type::Bool(said) => member::fails(name, Told::Bool(said)),
        Type::String => member::fails(name, Told::Text(&value.text().unwrap_or_default())),
        Type::Number => {
            let number = value.raw().text.parse().unwrap_or(f64::NAN);
            member::fails(name, Told::Number(number))
        }
        Type::List | Type::Object => member::fails(name, Told::Listed) && !is_nothing(value),
        Type::Null => false,
    }
}

/// `{"review": {"verdict": "fail"}}`: a fail at any depth of a member that nobody knows.
pub(in crate::codec) fn fails_inside(value: Value<'_>) -> bool {
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        for (name, value) in value.members() {
            if fails(&name.text().unwrap_or_default(), value) {
                return true;
            }
            open.push(value);
        }
        for item in value.items() {
            if item.text().is_some_and(|text| claims::says_fail(&text)) {
                return true;
            }
            open.push(item);
        }
    }
    false
}

/// `[]`, and an object of nothing: `{"total": 0}`.
fn is_nothing(value: Value<'_>) -> bool {
    match value.kind() {
        Type::Null | Type::Bool(false) => true,
        Type::Bool(true) => false,
        Type::Number => value.raw().text.parse().is_ok_and(|number: f64| number == 0.0),
        Type::String => says_nothing(value),
        Type::List => value.items().next().is_none(),
        // No deeper than a document may go.
        Type::Object => value.members().all(|(_, value)| is_nothing(value)),
    }
}

/// `null`, `[]`, `""`, `"none"`
fn says_nothing(value: Value<'_>) -> bool {
    match value.kind() {
        Type::Null => true,
        Type::List => value.items().next().is_none(),
        _ => value.text().is_some_and(|text| matches!(text.trim(), "" | "none")),
    }
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
        .message("the text is no JSON object")
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

/// `{"pased": true}`
fn misspelt_name(at: Span, meant: &str) -> Diagnostic {
    Diagnostic::error("assize::read::misspelt_name")
        .message(format!("a name is hard to tell from `{meant}`"))
        .label(at, "what stands here is not read")
        .help(format!("write `\"{meant}\"`, or another name that nobody takes for it"))
}

/// `{"passed": true, "blockers": ["SQL"]}`
pub(in crate::codec) fn second_verdict(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::second_verdict")
        .message("the answer holds a verdict of another format as well")
        .label(at, "which of the two counts is not certain")
        .help("answer in one format")
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
    Diagnostic::error("assize::read::template")
        .message("the form was handed back without being filled in")
        .label(at, "fill this in")
        .help("write the answer in place of what the form says")
}
