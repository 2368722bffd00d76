//! Finding the verdict in a text: which format is it, if any?
//!
//! A text is held against the exact formats as a whole, then what its fences hold, then what is
//! around all of it is taken off, then it is held against the formats that ask for little. Every
//! further structure that some format knows is read, too: one that is worse shuts.

mod hidden;
mod merge;
mod message;
mod others;
mod ranges;
mod wrapped;
mod wrong;

use std::borrow::Cow;

use super::formats::codec;
use super::input::{Input, Nested, Recognition, has_more_pieces};
use super::mistakes;
use super::text::slice::Slice;
use super::traces::{is_json_verdict, says_fail};
use super::tree::json::{Type, Value};
use crate::ir::{Cause, Decoded, Diagnostic, Format, Outcome, Profile, Subject, Tried, Verdict};
use crate::source::Span;
use message::Message;
use wrong::{apart, says_something, two_formats, undeclared, unnamed, unworded};

/// How those below read a text that stands in another.
pub(super) const NESTED: Nested = Nested { text: decode, fence: second_opinion };

/// Reads a text in whatever format it is in. One without a verdict may say something all the same.
pub(super) fn decode(input: &Input<'_>) -> Decoded {
    let most = input.options.pieces;
    if has_more_pieces(input.body.text, most) {
        return refuse(input, Cause::TooMuch, mistakes::too_much(most));
    }
    let mut decoded = search(input, 0);
    let mute = decoded.verdicts.is_empty() && decoded.format.is_none();
    if mute && input.options.remarks {
        let remarks = &input.review().remarks;
        // Of JSON that is broken, that is told.
        let broken = matches!(input.json(), Some(Err(_)));
        if let Some(remark) = remarks.iter().find(|remark| remark.says > Outcome::Pass && !broken) {
            let told = says_something(remark.span, input.json().is_some());
            decoded.diagnostics.push(mistakes::among(&input.options.formats, told));
        }
        decoded.remarks.extend(remarks.iter().cloned());
    }
    decoded
}

/// Fences around fences around the answer: no one writes more.
const DEEPEST: usize = 3;

fn search(input: &Input<'_>, depth: usize) -> Decoded {
    let mut decoded = find(input, depth);
    hidden::check(input, &mut decoded);
    decoded
}

fn find(input: &Input<'_>, depth: usize) -> Decoded {
    if let Some(format) = input.options.format {
        return forced(input, format);
    }
    if input.first.is_empty() {
        // `# ...` alone is a comment; a review may be nothing but `### Verdict: APPROVE`.
        let headed = input.body.text.lines().any(|line| line.trim_start().starts_with("##"));
        let review = headed.then(|| first_that_fits(input, &formats(true), &mut Vec::new()));
        let empty = || mistakes::among(&input.options.formats, mistakes::empty(input.text));
        return review.flatten().unwrap_or_else(|| refuse(input, Cause::Empty, empty()));
    }
    let mut tried = Vec::new();
    if let Some(decoded) = whole(input, &mut tried) {
        return decoded;
    }
    let message = Message::of(input);
    if let Some(decoded) = message.decode(None) {
        return decoded;
    }
    if depth < DEEPEST
        && let Some(decoded) = wrapped::decode(input, depth)
    {
        return decoded;
    }
    // A review is read as a whole, with all that stands in it.
    if let Some(decoded) = first_that_fits(input, &formats(true), &mut tried) {
        return decoded;
    }
    let mut decoded = message.nothing();
    if decoded.format.is_none() {
        decoded.tried = tried;
    }
    decoded
}

/// The part of a text that is in a format: the whole, or what a fence holds.
pub(super) fn body_of<'a>(input: &Input<'a>, format: Format) -> Slice<'a> {
    let fits = |input: &Input<'_>| matches!((codec(format).recognise)(input), Recognition::Yes(_));
    let mut bodies = message::fences(input).into_iter().filter(|fence| !fence.quoted);
    let mut held =
        || bodies.find_map(|fence| fits(&input.inside(fence.held)).then_some(fence.held));
    match fits(input) {
        true => input.body,
        false => held().unwrap_or(input.body),
    }
}

/// The formats that a text has to be in exactly, or those that ask for little.
fn formats(loose: bool) -> Vec<Format> {
    Format::ALL.iter().copied().filter(|format| codec(*format).loose == loose).collect()
}

/// Reads the text as a format that was asked for, wherever in it that stands.
fn forced(input: &Input<'_>, format: Format) -> Decoded {
    // What is asked for decides, and what stands beside it can shut all the same.
    let asked = |why| match input.json() {
        Some(Ok(_)) => told(input, format, why),
        Some(Err(_)) => {
            let decoded = told(input, format, why);
            let opens = decoded.effective().is_some_and(Outcome::opens);
            broken(input).filter(|_| opens).unwrap_or(decoded)
        }
        None if codec(format).loose => told(input, format, why),
        None => others::check(input, told(input, format, why), &[], false),
    };
    if let Recognition::Yes(why) = (codec(format).recognise)(input) {
        return asked(why);
    }
    // It may come in the envelope of the program that runs the reviewer.
    for envelope in Format::ALL.iter().filter(|format| codec(**format).special.envelope) {
        if let Recognition::Yes(why) = (codec(*envelope).recognise)(input) {
            return told(input, *envelope, why);
        }
    }
    let message = Message::of(input);
    match message.decode(Some(format)) {
        Some(decoded) => decoded,
        None if message.quotes() => message.nothing(),
        None => asked("it was asked for"),
    }
}

fn told(input: &Input<'_>, format: Format, why: &'static str) -> Decoded {
    let decoded = (codec(format).decode)(input);
    match decoded.why {
        // A codec that knows more than that says so.
        Cow::Owned(_) => decoded,
        Cow::Borrowed(_) => Decoded { why: Cow::Borrowed(why), ..decoded },
    }
}

/// Holds the whole text against every exact format; of several formats in JSON only one may fit.
fn whole(input: &Input<'_>, tried: &mut Vec<Tried>) -> Option<Decoded> {
    match input.json() {
        Some(Err(broken)) => {
            let carries = |format: &Format| codec(*format).special.envelope;
            let mut envelopes = formats(false).into_iter().filter(carries);
            let fitting = |format| Some((format, fits(input, format, &mut Vec::new())?));
            if let Some((format, why)) = envelopes.find_map(fitting) {
                return Some(told(input, format, why));
            }
            let refused = || refuse(input, broken.cause, broken.diagnostic.clone());
            // It may break a rule with a certain meaning, or be no more than the begin of a page.
            return match (input.review().mended.is_empty(), input.review().stated) {
                (false, Some(_)) => first_that_fits(input, &formats(true), tried),
                (true, Some(_)) => None,
                _ => Some(refused()),
            };
        }
        Some(Ok(_)) => {}
        None => {
            let decoded = first_that_fits(input, &formats(false), tried)?;
            return Some(others::check(input, decoded, &[], false));
        }
    }
    let fitting = among_objects(input, tried);
    let fitting = fitting.or_else(|| first_that_fits(input, &formats(true), tried));
    fitting.or_else(|| Some(Decoded { tried: std::mem::take(tried), ..nothing_known(input) }))
}

/// What to say of a text that is in no known format: the word that decides under a name that no table knows, else how it
/// begins.
fn nothing_known(input: &Input<'_>) -> Decoded {
    let name = |at: Span| input.text.get(at.start as usize..at.end as usize).unwrap_or_default();
    // Where only exact formats are read, a name more helps nothing.
    let strict = input.options.profile == Profile::Strict;
    let review = input.review();
    let unknown = review.unnamed.filter(|_| !strict);
    let foreign = review.foreign.split_first().filter(|_| !strict);
    let told = match (review.unworded, review.apart, unknown, foreign) {
        (Some(heading), ..) => unworded(heading),
        (_, Some(part), ..) => apart(part),
        (_, _, Some(halves), _) => unnamed(halves, name(halves[0])),
        (.., Some((first, more))) => undeclared(*first, more, name),
        _ => mistakes::nothing_known(input.first),
    };
    refuse(input, Cause::NoVerdict, mistakes::among(&input.options.formats, told))
}

/// Holds JSON against every exact format: only one may fit.
fn among_objects(input: &Input<'_>, tried: &mut Vec<Tried>) -> Option<Decoded> {
    let fits: Vec<(Format, &'static str)> = formats(false)
        .into_iter()
        .filter_map(|format| fits(input, format, tried).map(|why| (format, why)))
        .collect();
    match fits[..] {
        [] => None,
        [(format, why)] => Some(told(input, format, why)),
        [(one, _), (other, _), ..] => {
            let at = input.body.trim().span();
            Some(refuse(input, Cause::Ambiguous, two_formats(one, other, at)))
        }
    }
}

fn first_that_fits(input: &Input<'_>, among: &[Format], tried: &mut Vec<Tried>) -> Option<Decoded> {
    let mut among = among.iter().copied();
    among.find_map(|format| fits(input, format, tried).map(|why| told(input, format, why)))
}

fn fits(input: &Input<'_>, format: Format, tried: &mut Vec<Tried>) -> Option<&'static str> {
    match (codec(format).recognise)(input) {
        Recognition::Yes(why) => Some(why),
        Recognition::No(at, why) => {
            tried.push(Tried::new(format, at, why));
            None
        }
    }
}

/// Gives up on a text, or on what a fence holds; that it says fail is kept.
fn refuse(input: &Input<'_>, cause: Cause, diagnostic: Diagnostic) -> Decoded {
    Decoded {
        profile: input.options.profile,
        says_fail: says_fail(if input.fenced { input.body.text } else { input.text }),
        ..Decoded::unreadable(input.source.clone(), cause, diagnostic)
    }
}

/// JSON that is broken, and was meant as a verdict.
fn broken(input: &Input<'_>) -> Option<Decoded> {
    match input.json() {
        Some(Err(broken)) if is_json_verdict(input.body) => {
            Some(refuse(input, broken.cause, broken.diagnostic.clone()))
        }
        _ => None,
    }
}

/// Reads what a fence holds, when that is a verdict in an exact format.
fn fence(input: &Input<'_>, only: Option<Format>) -> Option<Decoded> {
    let among: Vec<Format> = match only {
        Some(format) => vec![format],
        None => {
            // What belongs into a fence comes before what may stand in one all the same.
            let own = formats(false).into_iter().filter(|format| codec(*format).fenced);
            let other = formats(false).into_iter().filter(|format| !codec(*format).fenced);
            let fits = |format: &Format| input.json().is_none() || codec(*format).special.envelope;
            own.chain(other.filter(fits)).collect()
        }
    };
    if input.first.is_empty() {
        return None;
    }
    match input.json() {
        Some(Err(_)) => broken(input),
        Some(Ok(_)) if only.is_none() => among_objects(input, &mut Vec::new()),
        _ => first_that_fits(input, &among, &mut Vec::new()),
    }
}

/// Reads what a fence holds beside a verdict: one in an exact format, or a review in JSON.
fn second_opinion(input: &Input<'_>, only: Option<Format>) -> Option<Decoded> {
    let json = input.json().is_some() && only.is_none();
    let loose = || first_that_fits(input, &formats(true), &mut Vec::new());
    fence(input, only).or_else(|| json.then(loose).flatten())
}

/// More blocks with a verdict, or answers in a list, than anybody writes: the text is not looked at any
/// further.
const BLOCKS: usize = 256;

/// Reads what a fence holds: one answer, or a list of them in JSON.
fn answers<'a>(inner: &Input<'a>, only: Option<Format>) -> Vec<Decoded> {
    fence(inner, only).map_or_else(|| listed(inner, only), |decoded| vec![decoded])
}

/// Reads the objects of a list in JSON, each of which may be an answer: one more than there may be tells
/// that they are too many.
fn listed<'a>(inner: &Input<'a>, only: Option<Format>) -> Vec<Decoded> {
    let Some(Ok(document)) = inner.json() else { return Vec::new() };
    let mut objects = Vec::new();
    push_objects(document.root(), &mut objects);
    let read = |at: Slice<'_>| {
        let held = inner.body.after(at.start - inner.body.start).split_at(at.text.len()).0;
        fence(&inner.inside(held), only)
    };
    objects.into_iter().filter_map(|item| read(item.raw())).take(BLOCKS + 1).collect()
}

/// The objects of a list, and of the lists in it: no deeper than a document may go.
fn push_objects<'d>(list: Value<'d>, objects: &mut Vec<Value<'d>>) {
    for item in list.items() {
        match item.kind() {
            Type::Object => objects.push(item),
            _ => push_objects(item, objects),
        }
    }
}

/// Whether a text keeps or carries what others said: a log, a summary, an envelope. Such a text opens
/// nothing from inside a fence.
fn is_record(decoded: &Decoded) -> bool {
    let record =
        |verdict: &Verdict| matches!(verdict.subject, Subject::Batch { .. } | Subject::Reviewer(_));
    let asked = decoded.format.is_some_and(|format| codec(format).fenced);
    let opens = decoded.effective().is_some_and(Outcome::opens);
    let carries = decoded.format.is_some_and(|format| codec(format).special.envelope);
    opens && (carries || !asked && decoded.verdicts.iter().any(record))
}
