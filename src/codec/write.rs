//! From verdicts to text: what a format can hold, and what it cannot.

use std::borrow::Cow;

use super::formats::codec;
use super::{ReadOptions, read};
use crate::ir::{
    Decoded, Diagnostic, Diagnostics, Format, Lines, Location, Outcome, Subject, Verdict,
};
use crate::source::{Source, Span, text_of};

/// How to write verdicts.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct WriteOptions {
    /// Parts that may be left out where the format cannot hold them.
    pub drop: Vec<Part>,
}

/// Verdicts, and the texts that their spans lie in.
#[derive(Clone, Copy)]
pub(super) struct Spoken<'a> {
    pub(super) sources: &'a [Source],
    pub(super) verdicts: &'a [Verdict],
    /// Parts that may be left out.
    pub(super) dropped: &'a [Part],
}

impl<'a> Spoken<'a> {
    /// What a reviewer wrote at a place.
    pub(super) fn text(&self, span: Span) -> Cow<'a, str> {
        text_of(self.sources, span)
    }

    /// Where a finding lies, with a line that the reviewer gave on its own.
    pub(super) fn place(&self, location: &Location) -> Cow<'a, str> {
        place_in(self.sources, location)
    }

    /// Whether a part may be left out.
    pub(super) fn drops(&self, part: Part) -> bool {
        self.dropped.contains(&part) && part.can_be_dropped()
    }
}

/// Where a finding lies, with a line that the reviewer gave on its own: `"file": "a.rs", "line": 3`.
pub(super) fn place_in<'a>(sources: &'a [Source], location: &Location) -> Cow<'a, str> {
    let text = text_of(sources, location.text);
    match location.lines[..] {
        [Lines { first, .. }] if location.path == Some(location.text) => {
            Cow::Owned(format!("{text}:{first}"))
        }
        _ => text,
    }
}

macro_rules! parts {
    ($($(#[doc = $doc:literal])* $variant:ident $name:literal $words:literal $at:expr,)*) => {
        crate::ir::words! {
            /// A part of a verdict that a format may have no place for.
            #[non_exhaustive]
            pub enum Part {
                $($(#[doc = $doc])* $variant = $name,)*
            }
        }

        impl Part {
            /// Whether a verdict without this part is still the same one: whether
            /// [`WriteOptions::drop`] may name it.
            pub fn can_be_dropped(self) -> bool {
                !ESSENTIAL.contains(&self)
            }

            fn in_words(self) -> &'static str {
                match self {
                    $(Self::$variant => $words,)*
                }
            }

            /// Where a verdict has this part; none when it has not.
            pub(super) fn place(self, verdict: &Verdict) -> Option<Span> {
                let find: fn(&Verdict) -> Option<Span> = match self {
                    $(Self::$variant => $at,)*
                };
                find(verdict)
            }
        }
    };
}

parts! {
    /// The reviewer's name for itself.
    Reviewer "reviewer" "a reviewer's name" |v| v.reviewer,
    /// A subject that is not the whole change.
    Subject "subject" "a subject of its own" |v| (v.subject != Subject::Change).then_some(v.span),
    /// Which kind of verdict.
    Kind "kind" "a kind" |v| v.kind.as_ref().map(|_| v.span),
    /// The reviewer's own word. Without it, what is written states what the verdict comes to, or
    /// nothing.
    Stated "stated" "what the reviewer stated" |v| v.stated.map(|stated| stated.word),
    /// That the reviewer stated nothing. Without it, what the findings come to is written as if it
    /// had been stated.
    Unstated "unstated" "an outcome that nobody stated" |v| match v.stated {
        None => v.effective().map(|_| v.span),
        Some(_) => None,
    },
    /// A gate that is shut without anybody's fail.
    Hold "hold" "a verdict that holds" |v| stated_as(v, Outcome::Hold),
    /// A verdict that warns.
    Warn "warn" "a verdict between pass and fail" |v| stated_as(v, Outcome::Warn),
    /// What is wanted.
    Action "action" "an action" |v| v.action,
    /// How sure the reviewer is.
    Confidence "confidence" "a confidence" |v| v.confidence.map(|_| v.span),
    /// What was looked at.
    Scope "scope" "a scope" |v| v.scope,
    /// What it comes to.
    Summary "summary" "a summary" |v| v.summary,
    /// What was found.
    Findings "findings" "findings" |v| v.findings.first().map(|f| f.span),
    /// How bad a finding is.
    Severity "severity" "the severity of a finding" |v| in_findings(v, |f| f.severity.map(|_| f.span)),
    /// What kind of thing a finding is.
    Category "category" "the category of a finding" |v| in_findings(v, |f| f.category),
    /// Where a finding lies.
    Location "location" "the location of a finding" |v| in_findings(v, |f| f.location.as_ref().map(|l| l.text)),
    /// Who found it.
    Agents "agents" "who found a finding" |v| in_findings(v, |f| f.agents.first().copied()),
    /// What to do about it.
    Advice "advice" "what to do about a finding" |v| in_findings(v, |f| f.advice),
    /// Criteria that were checked.
    Criteria "criteria" "criteria" |v| v.criteria.first().map(|c| c.name),
    /// Findings that were thrown out.
    Removed "removed" "findings that were thrown out" |v| v.removed.first().map(|r| r.text),
    /// Conflicts that were settled.
    Resolved "resolved" "conflicts that were settled" |v| v.resolved.first().map(|r| r.text),
    /// Decisions to write down.
    Steering "steering" "decisions to write down" |v| v.steering.first().map(|s| s.text),
    /// Defects of the specification.
    SpecFeedback "spec-feedback" "defects of the specification" |v| v.spec_feedback.first().map(|f| f.text),
    /// Free text.
    Notes "notes" "notes" |v| v.notes.first().copied(),
    /// What the reviewer would write instead.
    Revision "revision" "a suggested revision" |v| v.revision,
    /// What else the text says by name.
    Members "members" "more named members" |v| v.members.first().map(|m| m.name),
    /// Marks.
    Tags "tags" "tags" |v| v.tags.first().copied(),
    /// Where the details are.
    Evidence "evidence" "evidence" |v| v.evidence.map(|e| match e {
        crate::ir::Evidence::Path(at) | crate::ir::Evidence::Inline(at) => at,
    }),
}

fn stated_as(verdict: &Verdict, outcome: Outcome) -> Option<Span> {
    verdict.stated.filter(|stated| stated.outcome == outcome).map(|stated| stated.word)
}

fn in_findings(
    verdict: &Verdict,
    find: impl Fn(&crate::ir::Finding) -> Option<Span>,
) -> Option<Span> {
    verdict.findings.iter().find_map(find)
}

/// Parts that must not be dropped: without them a verdict would be another one.
const ESSENTIAL: &[Part] = &[Part::Subject, Part::Hold, Part::Warn, Part::Findings];

/// Writes what was read in another format.
///
/// ```
/// use assize::codec::WriteOptions;
/// use assize::{Format, ReadOptions, Source, read, write};
/// let options = ReadOptions::default();
/// let text = "verdict: pass\nconfidence: high\n";
/// let decoded = read(&Source::new("qa.md", text), &options);
/// let block = write(&decoded, Format::YamlBlock, &WriteOptions::default())?;
/// assert!(block.starts_with("```yaml\nverdict: pass\nconfidence: high\n"));
/// # Ok::<(), assize::Diagnostics>(())
/// ```
///
/// # Errors
///
/// What was read is no verdict, the format cannot be written, cannot hold a part of the verdict
/// that [`WriteOptions::drop`] does not name, or would be read as something else.
pub fn write(decoded: &Decoded, to: Format, options: &WriteOptions) -> Result<String, Diagnostics> {
    let refuse = |items| Err(Diagnostics::new(decoded.sources.clone(), items));
    let codec = codec(to);
    let Some(encode) = codec.encode else { return refuse(vec![not_written(to)]) };
    if decoded.verdicts.is_empty() {
        return refuse(vec![nothing_to_write(to)]);
    }
    let wrong = not_held(&decoded.verdicts, to, options);
    if !wrong.is_empty() {
        return refuse(wrong);
    }
    let Decoded { sources, verdicts, .. } = decoded;
    let spoken = Spoken { sources, verdicts, dropped: &options.drop };
    let text = encode(&spoken).or_else(refuse)?;
    // Found out, as `assize parse` will, and as who asks for this format.
    for format in [None, Some(to)] {
        if let Err(wrong) = same_again(decoded, to, format, &spoken, &text) {
            return refuse(vec![wrong]);
        }
    }
    Ok(text)
}

/// What verdicts have that a format cannot hold, and that must not be left out.
pub(super) fn not_held(
    verdicts: &[Verdict],
    to: Format,
    options: &WriteOptions,
) -> Vec<Diagnostic> {
    let holds = codec(to).holds;
    let other = Part::ALL.iter().filter(|part| !holds.contains(part));
    let told = other.filter(|part| !(part.can_be_dropped() && options.drop.contains(part)));
    let placed = told.filter_map(|part| {
        let place = verdicts.iter().find_map(|verdict| part.place(verdict));
        place.map(|at| cannot_hold(to, *part, at))
    });
    placed.collect()
}

/// Whether what was written is read as verdicts that state the same and come to the same.
fn same_again(
    decoded: &Decoded,
    to: Format,
    format: Option<Format>,
    spoken: &Spoken<'_>,
    text: &str,
) -> Result<(), Diagnostic> {
    let kind = decoded.verdicts.first().and_then(|verdict| verdict.kind.as_deref());
    let options = ReadOptions {
        format,
        kind: kind.and_then(|kind| kind.parse().ok()),
        ..ReadOptions::default()
    };
    let again = read(&Source::new("written", text), &options);
    let again = match to {
        Format::VerdictsLog => super::formats::verdicts_log::unwrapped(decoded, again),
        _ => again,
    };
    let told = |decoded: &Decoded| -> Vec<_> {
        let one = |v: &Verdict| (v.subject.clone(), v.effective(), v.findings.len());
        decoded.verdicts.iter().map(one).collect()
    };
    if told(decoded) != told(&again) {
        let at = decoded.verdicts.first().map_or(Span::default(), |verdict| verdict.span);
        return Err(would_change(to, at));
    }
    let lost = decoded.verdicts.iter().zip(&again.verdicts).find_map(|(ours, theirs)| {
        let outcome = |verdict: &Verdict| verdict.stated.map(|stated| stated.outcome);
        let part = if ours.stated.is_some() { Part::Stated } else { Part::Unstated };
        let changed = outcome(ours) != outcome(theirs) && !spoken.drops(part);
        changed.then(|| cannot_hold(to, part, part.place(ours).unwrap_or(ours.span)))
    });
    lost.map_or(Ok(()), Err)
}

/// `convert --to pointer`
fn not_written(to: Format) -> Diagnostic {
    let written = Format::ALL.iter().filter(|format| codec(**format).encode.is_some());
    let listed: Vec<String> = written.map(|format| format!("`{format}`")).collect();
    Diagnostic::error("assize::write::not_written")
        .message(format!("`{to}` is only read, not written"))
        .help(format!("choose one that is written: {}", listed.join(", ")))
}

/// A source without a verdict
fn nothing_to_write(to: Format) -> Diagnostic {
    Diagnostic::error("assize::write::nothing_to_write")
        .message(format!("there is no verdict to write as `{to}`"))
        .help("read it with `assize parse` to see why")
}

/// `confidence: high`, and a format without confidence
pub(super) fn cannot_hold(to: Format, part: Part, at: Span) -> Diagnostic {
    let diagnostic = Diagnostic::error("assize::write::cannot_hold")
        .message(format!("`{to}` cannot hold {}", part.in_words()))
        .label(at, "would be lost");
    match part {
        Part::Stated | Part::Unstated => diagnostic.help(format!(
            "choose a format that can, or have only what it comes to written with `--drop {part}`"
        )),
        _ if part.can_be_dropped() => diagnostic
            .help(format!("choose a format that can, or leave it out with `--drop {part}`")),
        _ => diagnostic.help("choose a format that can"),
    }
}

/// What would be read as something else.
fn would_change(to: Format, at: Span) -> Diagnostic {
    Diagnostic::error("assize::write::would_change")
        .message(format!("as `{to}` the verdict would be read as another one"))
        .label(at, "comes to something else there")
        .help("choose another format")
}
