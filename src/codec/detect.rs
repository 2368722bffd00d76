//! Finding the verdict in a text: which format is it, if any?
//!
//! A text is held against the exact formats as a whole, then what its fences hold, then what is
//! around all of it is taken off, then it is held against the formats that ask for little. Every
//! further structure that some format knows is read, too: one that is worse shuts.

mod others;
mod wrapped;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::agree;
use super::builder::{self, amend};
use super::formats::codec;
use super::input::{Input, Nested, Recognition};
use super::lexicon;
use super::mistakes;
use super::repairs::{FENCED, MULTIPLE_BLOCKS, PROSE_AROUND, Repair};
use super::text::fields;
use super::text::lines::{self, Form, Line, Quoted, is_introduction};
use super::text::slice::Slice;
use super::traces::{is_json_verdict, says_fail};
use crate::ir::{
    Cause, Decoded, Diagnostic, Finding, Format, Outcome, Profile, Subject, Tried, Verdict,
};
use crate::source::{Span, text_of};

/// How those below read a text that stands in another.
pub(super) const NESTED: Nested = Nested { text: decode, fence };

/// Reads a text in whatever format it is in. One without a verdict may say something all the same.
pub(super) fn decode(input: &Input<'_>) -> Decoded {
    let mut decoded = search(input, 0);
    if decoded.verdicts.is_empty() && decoded.format.is_none() && input.options.remarks {
        let at = decoded.remarks.len();
        decoded.remarks.extend(agree::remarks_of(input.body, &input.options.lexicon));
        if let Some(remark) = decoded
            .remarks
            .get(at..)
            .and_then(|remarks| remarks.iter().find(|remark| remark.says > Outcome::Pass))
        {
            let told = says_something(remark.span);
            decoded.diagnostics.push(told);
        }
    }
    decoded
}

/// Fences around fences around the answer: nobody writes more.
const DEEPEST: usize = 3;

fn search(input: &Input<'_>, depth: usize) -> Decoded {
    if let Some(format) = input.options.format {
        return forced(input, format);
    }
    if input.first.is_empty() {
        // `# ...` alone is a comment; a review may be nothing but `### Verdict: APPROVE`.
        let headed = input.body.text.lines().any(|line| line.trim_start().starts_with("##"));
        let review = headed.then(|| first_that_fits(input, &formats(true), &mut Vec::new()));
        return review
            .flatten()
            .unwrap_or_else(|| refuse(input, Cause::Empty, mistakes::empty(input.text)));
    }
    let mut tried = Vec::new();
    if let Some(decoded) = whole(input, &mut tried) {
        return decoded;
    }
    let message = Message::of(input);
    if let Some(decoded) = message.decode(input, None) {
        return decoded;
    }
    if depth < DEEPEST
        && let Some(decoded) = wrapped::decode(input, depth)
    {
        return decoded;
    }
    if let Some(decoded) = first_that_fits(input, &formats(true), &mut tried) {
        return others::check(input, decoded, &[]);
    }
    let mut decoded = message.nothing(input);
    if decoded.format.is_none() {
        decoded.tried = tried;
    }
    decoded
}

/// The formats that a text has to be in exactly, or those that ask for little.
fn formats(loose: bool) -> Vec<Format> {
    Format::ALL.iter().copied().filter(|format| codec(*format).loose == loose).collect()
}

/// Reads the text as a format that was asked for, wherever in it that stands.
fn forced(input: &Input<'_>, format: Format) -> Decoded {
    // What is asked for decides, and what stands beside it can shut all the same.
    let asked = |why| match input.json() {
        Some(_) => told(input, format, why),
        None => others::check(input, told(input, format, why), &[]),
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
    let decoded = Message::of(input).decode(input, Some(format));
    decoded.unwrap_or_else(|| asked("it was asked for"))
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
            return Some(refuse(input, broken.cause, broken.diagnostic.clone()));
        }
        Some(Ok(_)) => {}
        None => {
            let decoded = first_that_fits(input, &formats(false), tried)?;
            return Some(others::check(input, decoded, &[]));
        }
    }
    let fits: Vec<(Format, &'static str)> = formats(false)
        .into_iter()
        .filter_map(|format| fits(input, format, tried).map(|why| (format, why)))
        .collect();
    match fits[..] {
        [] => first_that_fits(input, &formats(true), tried).or_else(|| {
            Some(Decoded {
                tried: std::mem::take(tried),
                ..refuse(input, Cause::NoVerdict, mistakes::nothing_known(input.first))
            })
        }),
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

/// A text, cut into lines and fences.
struct Message<'i, 'a> {
    text: &'i lines::Text<'a>,
    fences: Vec<Fence<'a>>,
}

/// A fence of the text, with its marks.
struct Fence<'a> {
    whole: Slice<'a>,
    held: Slice<'a>,
    /// A line introduces it as somebody else's: `An earlier version said:`.
    quoted: bool,
}

impl<'i, 'a> Message<'i, 'a> {
    fn of(input: &'i Input<'a>) -> Self {
        let text = input.lines();
        let fences = fences(input.body, &text.lines);
        Self { text, fences }
    }

    /// Reads the fences that hold a verdict, if there are any.
    fn decode(&self, input: &Input<'a>, only: Option<Format>) -> Option<Decoded> {
        let mut found: Vec<(Slice<'a>, Decoded)> = Vec::new();
        for found_fence in self.fences.iter().filter(|fence| !fence.quoted) {
            if let Some(decoded) = fence(&input.inside(found_fence.held), only)
                && (only.is_some() || !is_record(&decoded))
            {
                found.push((found_fence.whole, decoded));
            }
        }
        if let Some(at) = self.text.open_fence {
            let begins = self.text.lines.iter().find(|line| line.text.start == at);
            let span = begins.map_or(input.body.span(), |line| line.whole.trim().span());
            let alone = found.is_empty() && self.lone_open_fence(input, at);
            if !found.is_empty() || alone || only.is_some() {
                return Some(refuse(input, Cause::Truncated, mistakes::unclosed_fence(span)));
            }
        }
        // A form that was handed back beside the answer is not a second answer.
        let filled = |(_, decoded): &(_, Decoded)| decoded.unreadable != Some(Cause::Template);
        if found.iter().any(filled) {
            found.retain(filled);
        }
        let places: Vec<Slice<'a>> = found.iter().map(|(slice, _)| *slice).collect();
        let broken = found.iter().any(|(_, decoded)| decoded.format.is_none());
        let mut decoded = agreed(found)?;
        // Beside a block that cannot be read, what the rest of the text says of failing counts.
        decoded.says_fail |= broken && says_fail(input.text);
        self.note_repairs(&places, &mut decoded);
        agree::add_remarks(&mut decoded, &around(input.body, &places), &[], input.options);
        if let Some(last) = self.text.lines.last()
            && !matches!(last.quoted, Some(Quoted::Closes))
            && !input.body.text.ends_with('\n')
            && others::stops_in_a_start(last.whole)
        {
            let at = last.whole.trim().span();
            builder::refuse(&mut decoded, Cause::Truncated, cut_line(at));
        }
        Some(others::check(input, decoded, &places))
    }

    /// Whether a fence that nothing closes begins like a verdict.
    fn lone_open_fence(&self, input: &Input<'a>, at: usize) -> bool {
        let rest = &input.text[at..];
        let first = rest.lines().nth(1).map(str::trim).unwrap_or_default();
        let key = fields::split(Slice::new(first, 0)).is_some_and(|field| field.known.is_some());
        let begins = first.is_empty()
            || first.starts_with(['{', '['])
            || "verdict:".starts_with(&first.to_ascii_lowercase());
        key || begins || is_json_verdict(Slice::new(&rest[rest.find('\n').unwrap_or(0)..], 0))
    }

    /// What had to be overlooked to find the verdict.
    fn note_repairs(&self, verdicts: &[Slice<'a>], decoded: &mut Decoded) {
        let own = |line: &&Line<'a>| {
            line.form != Form::Blank
                && !verdicts
                    .iter()
                    .any(|v| v.start <= line.whole.start && line.whole.end() <= v.end())
        };
        let first = self.text.lines.iter().find(own).map(|line| line.whole.trim());
        let bare = decoded.format.is_some_and(|format| codec(format).example.starts_with("```"));
        let mut repairs: Vec<(Repair, Span)> = Vec::new();
        repairs.extend(first.map(|prose| (PROSE_AROUND, prose.span())));
        repairs.extend(verdicts.first().filter(|_| !bare).map(|at| (FENCED, at.trim().span())));
        amend(decoded, &repairs);
    }

    /// What to say of a text without a verdict that can be read.
    fn nothing(&self, input: &Input<'a>) -> Decoded {
        if let Some(at) = self.text.open_fence {
            return refuse(
                input,
                Cause::Truncated,
                mistakes::unclosed_fence(Span::new(at, at + 3)),
            );
        }
        let own = || self.text.lines.iter().filter(|line| line.quoted.is_none());
        for format in Format::ALL {
            let Some((is_trace, why)) = codec(*format).special.trace else { continue };
            if own().any(|line| is_trace(line.whole)) {
                return told(input, *format, why);
            }
        }
        let first = input.first;
        let begun = "verdict:".starts_with(&first.text.to_ascii_lowercase());
        if begun && first.end() == input.text.len() {
            return refuse(input, Cause::Truncated, mistakes::cut_off(first.span()));
        }
        let told = match self.heading_of_a_verdict(input) {
            Some(heading) => heading_without_word(heading.span()),
            None => mistakes::nothing_known(first),
        };
        refuse(input, Cause::NoVerdict, told)
    }

    /// `## Verdict`, with no word of a verdict in it or below it.
    fn heading_of_a_verdict(&self, input: &Input<'a>) -> Option<Slice<'a>> {
        let names_one = |line: &&Line<'a>| {
            let name = line.text.text.split(':').next().unwrap_or_default();
            let label = input.options.lexicon.label_in(name);
            matches!(label, Some(lexicon::Label::Verdict | lexicon::Label::Decides))
        };
        let own = self.text.lines.iter().filter(|line| line.quoted.is_none());
        let mut headings = own.filter(|line| matches!(line.form, Form::Heading(_)));
        headings.find(names_one).map(|line| line.whole.trim())
    }
}

/// The closed fences of a text.
fn fences<'a>(body: Slice<'a>, lines: &[Line<'a>]) -> Vec<Fence<'a>> {
    let mut fences = Vec::new();
    let mut open: Option<(&Line<'a>, bool)> = None;
    let mut before: Option<&Line<'a>> = None;
    for line in lines {
        match line.quoted {
            Some(Quoted::Opens) => {
                open = Some((line, before.is_some_and(|line| is_introduction(line.text.text))));
            }
            Some(Quoted::Closes) => {
                if let Some((opens, quoted)) = open.take() {
                    let piece = |from: usize, to: usize| {
                        Slice::new(&body.text[from - body.start..to - body.start], from)
                    };
                    let whole = piece(opens.whole.start, line.whole.end());
                    let inside = opens.whole.end()
                        + body.text[opens.whole.end() - body.start..]
                            .find('\n')
                            .map_or(0, |at| at + 1);
                    let held = piece(inside.min(line.whole.start), line.whole.start);
                    fences.push(Fence { whole, held, quoted });
                }
            }
            None if line.form != Form::Blank => before = Some(line),
            None | Some(Quoted::Inside) => {}
            // What the line introduces is this quotation, and not the next fence.
            Some(_) => before = None,
        }
    }
    fences
}

/// What stands before, between and behind some pieces.
fn around(body: Slice<'_>, pieces: &[Slice<'_>]) -> Vec<Span> {
    let mut sorted: Vec<Slice<'_>> = pieces.to_vec();
    sorted.sort_by_key(|piece| piece.start);
    let mut from = body.start;
    let mut around = Vec::new();
    for piece in sorted {
        if from < piece.start {
            around.push(Span::new(from, piece.start));
        }
        from = from.max(piece.end());
    }
    if from < body.end() {
        around.push(Span::new(from, body.end()));
    }
    around
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
        Some(Err(broken)) if is_json_verdict(input.body) => {
            Some(refuse(input, broken.cause, broken.diagnostic.clone()))
        }
        Some(Err(_)) => None,
        _ => first_that_fits(input, &among, &mut Vec::new()).or_else(|| {
            let json = input.json().is_some() && input.options.profile != Profile::Strict;
            (json && only.is_none())
                .then(|| first_that_fits(input, &formats(true), &mut Vec::new()))
                .flatten()
        }),
    }
}

/// Whether a text keeps or carries what others said: a log, a summary, an envelope. Such a text opens
/// nothing from inside a fence.
fn is_record(decoded: &Decoded) -> bool {
    let record =
        |verdict: &Verdict| matches!(verdict.subject, Subject::Batch { .. } | Subject::Reviewer(_));
    let asked = decoded.format.is_some_and(|format| codec(format).fenced);
    let opens = agreed_outcome(decoded).is_some_and(Outcome::opens);
    let carries = decoded.format.is_some_and(|format| codec(format).special.envelope);
    opens && (carries || !asked && decoded.verdicts.iter().any(record))
}

/// What a text comes to: the worst of its verdicts.
fn agreed_outcome(decoded: &Decoded) -> Option<Outcome> {
    decoded.verdicts.iter().filter_map(Verdict::effective).max()
}

/// What several blocks come to: what all say, or the fail that one says.
fn agreed(mut found: Vec<(Slice<'_>, Decoded)>) -> Option<Decoded> {
    let worst = agreed_outcome;
    if found.len() < 2 {
        return found.pop().map(|(_, decoded)| decoded);
    }
    let places: Vec<Span> = found.iter().map(|(slice, _)| slice.trim().span()).collect();
    let outcomes: Vec<Option<Outcome>> = found.iter().map(|(_, d)| worst(d)).collect();
    let same = outcomes[0].is_some() && outcomes.iter().all(|outcome| *outcome == outcomes[0]);
    let failing = outcomes.iter().position(|outcome| *outcome == Some(Outcome::Fail));
    let (_, mut decoded) = found.swap_remove(failing.unwrap_or(0));
    let mut others = Vec::new();
    for (_, mut other) in found {
        decoded.adopt(&mut other);
        decoded.says_fail |= other.says_fail || worst(&other) == Some(Outcome::Fail);
        decoded.diagnostics.append(&mut other.diagnostics);
        decoded.recoveries.append(&mut other.recoveries);
        others.append(&mut other.verdicts);
    }
    merge(&mut decoded, others);
    if same {
        amend(&mut decoded, &[(MULTIPLE_BLOCKS, places[1])]);
        return Some(decoded);
    }
    let conflict = conflicting_blocks(&places, failing.is_some());
    if failing.is_some() {
        decoded.verdicts.iter_mut().for_each(|verdict| verdict.contradictory = true);
        decoded.diagnostics.push(conflict);
    } else {
        builder::refuse(&mut decoded, Cause::Ambiguous, conflict);
    }
    Some(decoded)
}

/// Findings of other blocks about the same subject are kept, those that say the same once.
fn merge(decoded: &mut Decoded, others: Vec<Verdict>) {
    let Decoded { sources, verdicts, .. } = decoded;
    let told = |finding: &Finding| {
        let place = finding.location.as_ref().map(|location| location.text);
        let texts = [Some(finding.text), place, finding.category]
            .map(|span| span.map(|span| text_of(sources, span).into_owned()));
        (finding.kind, finding.severity, texts)
    };
    // The verdict about each subject, and what is told there, from the second block about it on.
    let mut about: HashMap<Subject, (usize, Option<HashSet<_>>)> = HashMap::new();
    for (at, verdict) in verdicts.iter().enumerate() {
        about.entry(verdict.subject.clone()).or_insert((at, None));
    }
    for mut other in others {
        let same = about.get_mut(&other.subject);
        match same.and_then(|(at, known)| Some((verdicts.get_mut(*at)?, known))) {
            Some((verdict, known)) => {
                let known =
                    known.get_or_insert_with(|| verdict.findings.iter().map(told).collect());
                other.findings.retain(|finding| known.insert(told(finding)));
                verdict.findings.append(&mut other.findings);
            }
            None => {
                about.insert(other.subject.clone(), (verdicts.len(), None));
                verdicts.push(other);
            }
        }
    }
}

/// `NO-GO`, and nothing more: a text in no format
fn says_something(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::remark_without_verdict")
        .message("the text is in no known format, but a line in it states a verdict or a finding")
        .label(at, "says so")
        .help("state the verdict as `### Verdict: APPROVE` or `### Verdict: REVISE`; a text that is only evidence does not state a verdict")
}

/// `## Verdict`, and the text ends, or goes on in prose
fn heading_without_word(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::no_verdict")
        .message(
            "the text has a heading for the verdict, but no known word for one in it or below it",
        )
        .label(at, "`APPROVE` or `REVISE` belongs here")
        .help("write `### Verdict: APPROVE` or `### Verdict: REVISE`, and the reasons below it")
}

/// `blocker`, and the text ends
fn cut_line(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::truncated")
        .message("the text ends where another verdict may have begun")
        .label(at, "cut off")
        .help("write the whole answer again, with a line end after the last line")
}

/// `{"passed": true, "action": "merge"}`
fn two_formats(one: Format, other: Format, at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::two_formats")
        .message(format!("the text is both `{one}` and `{other}`"))
        .label(at, "has the keys of both")
        .help("name the format that is meant with `--as`, or keep the keys of only one")
}

/// Two blocks, `verdict: pass` and `verdict: fail`
fn conflicting_blocks(places: &[Span], fail_stands: bool) -> Diagnostic {
    let diagnostic = Diagnostic::error("assize::read::conflicting_blocks")
        .message("two blocks state verdicts that do not agree")
        .help(match fail_stands {
            true => "the `fail` stands; write one block",
            false => "write one block",
        });
    let labels = places.iter().take(2).zip(["one of them", "the other"]);
    labels.fold(diagnostic, |diagnostic, (at, text)| diagnostic.label(*at, text))
}
