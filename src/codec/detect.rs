//! Finding the verdict in a text: which format is it, if any?

mod around;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use self::around::{begins_another, cut_line, hides, prose_disagrees, quoted_block};
use super::builder::{self, amend};
use super::claims::{self, Claim};
use super::ear::Ear;
use super::formats::codec;
use super::input::{Fit, Task};
use super::outcry;
use super::repairs::{FENCED, MULTIPLE_BLOCKS, PROSE_AROUND, Repair};
use super::text::fields::{self, Key};
use super::text::slice::Slice;
use super::words;
use crate::ir::{Cause, Decoded, Diagnostic, Finding, Format, Outcome, Subject, Tried, Verdict};
use crate::source::{Span, text_of};

/// Reads a text in whatever format it is in. One without a verdict may say fail all the same.
pub(super) fn decode(task: &Task<'_>) -> Decoded {
    let mut decoded = search(task);
    if decoded.unreadable == Some(Cause::NoVerdict)
        && !decoded.says_fail
        && let Some(at) = outcry::place(task)
    {
        decoded.says_fail = true;
        decoded.diagnostics.push(outcry::fails_without_verdict(at));
    }
    decoded
}

fn search(task: &Task<'_>) -> Decoded {
    if let Some(format) = task.options.format {
        return forced(task, format);
    }
    if task.first.is_empty() {
        return refuse(task, Cause::Empty, super::empty(task.text));
    }
    let mut tried = Vec::new();
    if let Some(decoded) = whole(task, &mut tried) {
        return decoded;
    }
    let Some(message) = Message::of(task) else {
        return super::given_up(task, Format::VerdictFile);
    };
    let decoded = message.decode(task, None);
    let mut decoded = decoded.unwrap_or_else(|| message.nothing(task));
    if decoded.format.is_none() {
        decoded.tried = tried;
    }
    decoded
}

/// Reads the text as a format that was asked for, wherever in it that stands.
fn forced(task: &Task<'_>, format: Format) -> Decoded {
    if let Fit::Yes(why) = (codec(format).recognise)(task) {
        return told(task, format, why);
    }
    let message = Message::of(task).and_then(|message| message.decode(task, Some(format)));
    message.unwrap_or_else(|| told(task, format, "it was asked for"))
}

fn told(task: &Task<'_>, format: Format, why: &'static str) -> Decoded {
    let decoded = (codec(format).decode)(task);
    match decoded.why {
        // A codec that knows more than that says so.
        Cow::Owned(_) => decoded,
        Cow::Borrowed(_) => Decoded { why: Cow::Borrowed(why), ..decoded },
    }
}

/// Holds the whole text against every format; of several formats in JSON only one may fit.
fn whole(task: &Task<'_>, tried: &mut Vec<Tried>) -> Option<Decoded> {
    match task.json() {
        Some(Err(broken)) => {
            return Some(refuse(task, broken.cause, broken.diagnostic.clone()));
        }
        Some(Ok(_)) => {}
        None => return first_that_fits(task, Format::ALL, tried),
    }
    let fits: Vec<(Format, &'static str)> = (Format::ALL.iter())
        .filter_map(|&format| fits(task, format, tried).map(|why| (format, why)))
        .collect();
    match fits[..] {
        [] => Some(Decoded {
            tried: std::mem::take(tried),
            ..refuse(task, Cause::NoVerdict, super::no_verdict(task.first.span()))
        }),
        [(format, why)] => Some(told(task, format, why)),
        [(one, _), (other, _), ..] => {
            let at = task.body.trim().span();
            Some(refuse(task, Cause::Ambiguous, two_formats(one, other, at)))
        }
    }
}

fn first_that_fits(task: &Task<'_>, among: &[Format], tried: &mut Vec<Tried>) -> Option<Decoded> {
    let mut among = among.iter().copied();
    among.find_map(|format| fits(task, format, tried).map(|why| told(task, format, why)))
}

fn fits(task: &Task<'_>, format: Format, tried: &mut Vec<Tried>) -> Option<&'static str> {
    match (codec(format).recognise)(task) {
        Fit::Yes(why) => Some(why),
        Fit::No(at, why) => {
            tried.push(Tried::new(format, at, why));
            None
        }
    }
}

/// Gives up on a text, or on what a fence holds; that it says fail is kept.
fn refuse(task: &Task<'_>, cause: Cause, diagnostic: Diagnostic) -> Decoded {
    Decoded {
        profile: task.options.profile,
        says_fail: says_fail(if task.fenced { task.body.text } else { task.text }),
        ..Decoded::unreadable(task.source.clone(), cause, diagnostic)
    }
}

/// A text, cut into lines and fences.
struct Message<'a> {
    pieces: Vec<(Block<'a>, Slice<'a>)>,
}

impl<'a> Message<'a> {
    /// None when pest was told to give up early.
    fn of(task: &Task<'a>) -> Option<Self> {
        Some(Self { pieces: grammar::blocks(task.body)?.collect() })
    }

    /// Reads the fences that hold a verdict, if there are any.
    fn decode(&self, task: &Task<'a>, only: Option<Format>) -> Option<Decoded> {
        let open = self.pieces.iter().find_map(|(block, slice)| {
            matches!(block, Block::Fence(_, false)).then_some(slice.trim().span())
        });
        let mut found: Vec<(Slice<'a>, Decoded)> = Vec::new();
        for (block, slice) in &self.pieces {
            if let Block::Fence(held, true) = block
                && let Some(decoded) = fence(&task.inside(*held), only)
            {
                found.push((*slice, decoded));
            }
        }
        if let Some(at) = open {
            return Some(refuse(task, Cause::Truncated, super::unclosed_fence(at)));
        }
        // A form that was handed back beside the answer is no second answer.
        let filled = |(_, decoded): &(_, Decoded)| decoded.unreadable != Some(Cause::Template);
        if found.iter().any(filled) {
            found.retain(filled);
        }
        let places: Vec<Slice<'a>> = found.iter().map(|(slice, _)| *slice).collect();
        let broken = found.iter().any(|(_, decoded)| decoded.format.is_none());
        let mut decoded = agreed(found)?;
        // Beside a block that cannot be read, what the rest of the text says of failing counts.
        decoded.says_fail |= broken && says_fail(task.text);
        self.heed(task, &places, &mut decoded);
        if let Some((Block::Line, last)) = self.pieces.last()
            && begins_another(*last)
        {
            builder::refuse(&mut decoded, Cause::Truncated, cut_line(last.trim().span()));
        }
        Some(decoded)
    }

    /// Prose around a verdict: what it says of failing is heard.
    fn heed(&self, task: &Task<'a>, verdicts: &[Slice<'a>], decoded: &mut Decoded) {
        let mut ear = Ear::default();
        let mut first = None;
        let (mut before, mut hidden, mut quoted) = (None, None, None);
        let words = &task.options.words;
        let known: HashSet<usize> = verdicts.iter().map(|verdict| verdict.start).collect();
        for (block, slice) in &self.pieces {
            if known.contains(&slice.start) {
                quoted = quoted.or(hidden).or(before.filter(|line| claims::quotes(*line)));
                // `Here is my verdict:` speaks of this block, not of what follows it.
                ear.verdict_title = None;
                continue;
            }
            hidden = hides(*slice, hidden);
            before = Some(slice.trim());
            quoted = quoted.or(before.filter(|line| claims::disowns(*line)));
            first = first.or(Some(slice.trim()));
            let Block::Line = block else { continue };
            match fields::split(*slice).filter(|field| field.known == Some(Key::Verdict)) {
                Some(field) if !slice.trim().text.starts_with('>') => {
                    ear.mention(field.value, slice.trim().span(), words);
                }
                _ => ear.hear(*slice, words),
            }
            for line in claims::behind_odd_breaks(*slice) {
                ear.hear(line, words);
            }
        }
        let bare = matches!(decoded.format, Some(Format::YamlBlock | Format::LegacyReport));
        let mut repairs: Vec<(Repair, Span)> = Vec::new();
        repairs.extend(first.map(|prose| (PROSE_AROUND, prose.span())));
        repairs.extend(verdicts.first().filter(|_| !bare).map(|at| (FENCED, at.trim().span())));
        amend(decoded, &repairs);
        let effective = decoded.verdicts.iter().filter_map(Verdict::effective).max();
        let Some(outcome) = effective.filter(|outcome| *outcome != Outcome::Fail) else { return };
        let at = verdicts.first().map_or(task.body.span(), |fence| fence.trim().span());
        let worse = ear.mention.filter(|(mentioned, _)| *mentioned > outcome);
        if let Some(other) = worse.map(|(_, other)| other).or(ear.unclear) {
            decoded.says_fail |= worse.is_some_and(|(said, _)| said == Outcome::Fail);
            builder::refuse(decoded, Cause::Ambiguous, prose_disagrees(at, other));
        } else if let Some((cause, diagnostic)) = ear.claim {
            builder::refuse(decoded, cause, diagnostic);
        } else if let Some(line) = quoted {
            builder::refuse(decoded, Cause::Ambiguous, quoted_block(at, line.span()));
        }
    }

    /// What to say of a text without a verdict that can be read.
    fn nothing(&self, task: &Task<'a>) -> Decoded {
        let lines = || self.pieces.iter().filter(|(block, _)| matches!(block, Block::Line));
        if lines().any(|(_, slice)| is_trace(*slice)) {
            return told(task, Format::VerdictFile, "it has a line of a verdict file");
        }
        let first = task.first;
        let begun = "verdict:".starts_with(&first.text.to_ascii_lowercase());
        if begun && first.end() == task.text.len() {
            return refuse(task, Cause::Truncated, super::cut_off(first.span()));
        }
        let mut nothing = refuse(task, Cause::NoVerdict, super::no_verdict(first.span()));
        if let Some(at) = self.outcry(task) {
            nothing.says_fail = true;
            nothing.diagnostics.push(outcry::fails_without_verdict(at));
        }
        nothing
    }

    /// `{"approved": false}` in a fence
    fn outcry(&self, task: &Task<'a>) -> Option<Span> {
        let said = |(_, slice): &&(Block<'_>, Slice<'_>)| !slice.trim().is_empty();
        let alone = self.pieces.iter().filter(said).nth(1).is_none();
        self.pieces.iter().find_map(|(block, _)| match block {
            Block::Fence(held, true) => outcry::place_in_fence(&task.inside(*held), alone),
            _ => None,
        })
    }
}

/// Reads what a fence holds, when that is a verdict.
pub(super) fn fence(task: &Task<'_>, only: Option<Format>) -> Option<Decoded> {
    let among: Vec<Format> = match only {
        Some(format) => vec![format],
        None => Format::ALL.iter().copied().filter(|&format| codec(format).fenced).collect(),
    };
    let speaks = matches!(task.json(), Some(Err(_))) && is_json_verdict(task.body);
    match task.json() {
        Some(Err(broken)) if speaks => Some(refuse(task, broken.cause, broken.diagnostic.clone())),
        _ => first_that_fits(task, &among, &mut Vec::new()),
    }
}

/// What several blocks come to: what all say, or the fail that one says.
fn agreed(mut found: Vec<(Slice<'_>, Decoded)>) -> Option<Decoded> {
    let worst = |decoded: &Decoded| decoded.verdicts.iter().filter_map(Verdict::effective).max();
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

/// A verdict, a blocker, or something that was meant as one.
fn is_trace(line: Slice<'_>) -> bool {
    let line = line.trim();
    let stated = fields::split(line).is_some_and(|field| match field.known {
        // A report of tests may well have an `Evidence:` of its own.
        Some(known) => !matches!(known, Key::Evidence | Key::EvidencePath | Key::VerdictFile),
        None => fields::meant(field.key.text).is_some(),
    });
    // So may it have a line `FAIL`, and any prose may call something critical.
    let claimed = claims::claim(line)
        .is_some_and(|claim| !matches!(claim, Claim::Cry | Claim::Serious | Claim::Critical));
    stated || claimed || fields::verdict_without_colon(line).is_some()
}

/// Whether a fenced block is JSON that speaks of a verdict, of blockers or of criteria.
pub(super) fn is_json_verdict(held: Slice<'_>) -> bool {
    const KEYS: [&str; 5] =
        ["\"verdict\"", "\"blocker", "\"passed\"", "\"per_criterion\"", "\"criteria_results\""];
    held.trim().text.starts_with(['{', '[']) && KEYS.iter().any(|key| held.text.contains(key))
}

/// Whether a line of the text states a fail, in whatever format.
pub(super) fn says_fail(text: &str) -> bool {
    // Members of JSON may share a line.
    text.split(['\n', '\r', ',', '{']).any(|line| {
        let line = line.trim_matches([' ', '\t', '"', '}', ']', '#']);
        let Some(field) = fields::split(Slice::new(line, 0)) else { return false };
        let key = field.key.text.trim_matches('"');
        match key {
            "passed" => field.value.text.starts_with("false"),
            _ => key.eq_ignore_ascii_case("verdict") && words::says_fail(field.value.text),
        }
    })
}

/// `{"passed": true, "action": "merge"}`
fn two_formats(one: Format, other: Format, at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::two_formats")
        .message(format!("the text is both `{one}` and `{other}`"))
        .label(at, "has the keys of both")
        .help("name the format that is meant with `--as`, or leave the keys of one")
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

/// What the grammar makes of a piece of a message.
enum Block<'a> {
    /// A fence; what it holds, and whether it is closed.
    Fence(Slice<'a>, bool),
    Line,
}

mod grammar {
    use pest::Parser;
    use pest::iterators::Pair;

    use super::{Block, Slice};

    #[derive(pest_derive::Parser)]
    #[grammar = "grammar/message.pest"]
    #[grammar = "grammar/common.pest"]
    struct Message;

    /// The pieces of a message. None when pest was told to give up early.
    pub(super) fn blocks(body: Slice<'_>) -> Option<impl Iterator<Item = (Block<'_>, Slice<'_>)>> {
        let message = Message::parse(Rule::message, body.text).ok()?.next()?;
        Some(message.into_inner().flat_map(move |pair| {
            let whole = to_slice(&pair, body.start);
            let (fence, lines) = match pair.as_rule() {
                Rule::fence => (Some((to_fence(pair, body.start), whole)), None),
                _ => (None, Some(whole.lines().map(|line| (Block::Line, line)))),
            };
            fence.into_iter().chain(lines.into_iter().flatten())
        }))
    }

    fn to_fence(pair: Pair<'_, Rule>, offset: usize) -> Block<'_> {
        let mut held = Slice::new("", offset + pair.as_span().start());
        let mut closed = true;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::inside => held = to_slice(&part, offset),
                Rule::unclosed => closed = false,
                _ => {}
            }
        }
        Block::Fence(held, closed)
    }

    fn to_slice<'a>(pair: &Pair<'a, Rule>, offset: usize) -> Slice<'a> {
        Slice::new(pair.as_str(), offset + pair.as_span().start())
    }
}
