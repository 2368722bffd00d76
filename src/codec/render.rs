//! A verdict as parts of text, for those who write one: what there is to hold, and what a format
//! cannot.

use std::borrow::Cow;
use std::collections::HashMap;

use super::ReadOptions;
use crate::ir::{Decoded, Diagnostic, Format, Lines, Location, Outcome, Subject, Verdict};
use crate::source::{Source, Span, text_of};

/// Verdicts, and the texts that their spans lie in.
#[derive(Clone, Copy)]
pub(in crate::codec) struct EncodeInput<'a> {
    pub(in crate::codec) sources: &'a [Source],
    pub(in crate::codec) verdicts: &'a [Verdict],
    /// Parts that may be left out.
    pub(in crate::codec) dropped: &'a [Part],
    /// How to read what was written again.
    pub(in crate::codec) read: Read,
}

/// Reading a source, handed down to those that write.
pub(in crate::codec) type Read = fn(&Source, &ReadOptions) -> Decoded;

impl<'a> EncodeInput<'a> {
    /// What a reviewer wrote at a place.
    pub(in crate::codec) fn text(&self, span: Span) -> Cow<'a, str> {
        text_of(self.sources, span)
    }

    /// Where a finding lies, with a line that the reviewer gave on its own.
    pub(in crate::codec) fn place(&self, location: &Location) -> Cow<'a, str> {
        place_in(self.sources, location)
    }

    /// Whether a part may be left out.
    pub(in crate::codec) fn drops(&self, part: Part) -> bool {
        self.dropped.contains(&part) && part.can_be_dropped()
    }
}

/// Where a finding lies, with a line that the reviewer gave on its own: `"file": "a.rs", "line": 3`.
pub(in crate::codec) fn place_in<'a>(sources: &'a [Source], location: &Location) -> Cow<'a, str> {
    let text = text_of(sources, location.text);
    match location.lines[..] {
        [Lines { first, .. }] if location.path == Some(location.text) => {
            Cow::Owned(format!("{text}:{first}"))
        }
        _ => text,
    }
}

/// Where a verdict says something that is read otherwise once it is written, of the parts that a format holds.
pub(in crate::codec) fn changed(
    (sources, verdict): (&[Source], &Verdict),
    (again, read): (&[Source], &Verdict),
    holds: &[Part],
) -> Option<Span> {
    let mut there = HashMap::<_, usize>::new();
    for (what, _, text) in texts(again, read, holds) {
        *there.entry((what, text)).or_default() += 1;
    }
    let wanted = texts(sources, verdict, holds);
    let count = wanted.len();
    let lost = wanted.into_iter().find(|(what, _, text)| {
        let found = there.get_mut(&(*what, text.clone())).filter(|times| **times > 0);
        found.map(|times| *times -= 1).is_none()
    });
    let more = || texts(again, read, holds).len() > count;
    lost.map(|(_, at, _)| at).or_else(|| more().then_some(verdict.span))
}

/// Every text of the parts that a format holds: which, of the how manieth of its kind, where, and as it is written.
fn texts(
    sources: &[Source],
    verdict: &Verdict,
    holds: &[Part],
) -> Vec<((Part, usize), Span, String)> {
    let (Verdict { findings, notes, .. }, mut all) = (verdict, Vec::new());
    let mut add = |part, nth, at: Span, text: Cow<'_, str>| {
        if holds.contains(&part) {
            all.push(((part, nth), at, text.replace("\r\n", "\n")));
        }
    };
    let whole = [
        (Part::Scope, verdict.scope),
        (Part::Summary, verdict.summary),
        (Part::Revision, verdict.revision),
    ];
    for (part, at) in whole.into_iter().filter_map(|(part, at)| Some((part, at?))) {
        add(part, 0, at, text_of(sources, at));
    }
    for (nth, finding) in findings.iter().enumerate() {
        let mut own = |part, at| add(part, nth, at, text_of(sources, at));
        finding.agents.iter().for_each(|at| own(Part::Agents, *at));
        finding.category.into_iter().for_each(|at| own(Part::Category, at));
        own(Part::Findings, finding.text);
        if let Some(location) = &finding.location {
            add(Part::Location, nth, location.text, place_in(sources, location));
        }
    }
    for (nth, (part, agents, fields)) in records(verdict).enumerate() {
        agents.iter().chain(&fields).for_each(|at| add(part, nth, *at, text_of(sources, *at)));
    }
    notes.iter().for_each(|at| add(Part::Notes, 0, *at, text_of(sources, *at)));
    all
}

/// The rows of an auditor that are no findings, in the order in which they are written: what they are, who is named, and the
/// fields.
pub(in crate::codec) fn records(
    verdict: &Verdict,
) -> impl Iterator<Item = (Part, &[Span], Vec<Span>)> {
    const NONE: &[Span] = &[];
    let Verdict { removed, resolved, steering, spec_feedback, .. } = verdict;
    let removed = removed.iter().map(|r| (Part::Removed, NONE, vec![r.agent, r.reason, r.text]));
    let resolved =
        resolved.iter().map(|r| (Part::Resolved, &r.agents[..], vec![r.resolution, r.text]));
    let steering = steering.iter().map(|r| (Part::Steering, NONE, vec![r.level, r.target, r.text]));
    let feedback =
        spec_feedback.iter().map(|r| (Part::SpecFeedback, NONE, vec![r.phase, r.spec, r.text]));
    removed.chain(resolved).chain(steering).chain(feedback)
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
            /// [`WriteOptions::drop`](super::WriteOptions::drop) may name it.
            pub fn can_be_dropped(self) -> bool {
                !ESSENTIAL.contains(&self)
            }

            fn in_words(self) -> &'static str {
                match self {
                    $(Self::$variant => $words,)*
                }
            }

            /// Where a verdict has this part; none when it has not.
            pub(in crate::codec) fn place(self, verdict: &Verdict) -> Option<Span> {
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
    Subject "subject" "a subject other than the whole change" |v| (v.subject != Subject::Change).then_some(v.span),
    /// Which kind of verdict.
    Kind "kind" "a kind" |v| v.kind.as_ref().map(|_| v.span),
    /// The reviewer's own word. Without it, what is written states the outcome of the verdict, or
    /// nothing.
    Stated "stated" "what the reviewer stated" |v| v.stated.map(|stated| stated.word),
    /// That the reviewer stated nothing. Without it, what the findings come to is written as if it
    /// had been stated.
    Unstated "unstated" "an outcome that nobody stated" |v| match v.stated {
        None => v.effective().map(|_| v.span),
        Some(_) => None,
    },
    /// A gate that is shut without anybody's fail.
    Hold "hold" "a verdict of `hold`" |v| stated_as(v, Outcome::Hold),
    /// A verdict that warns.
    Warn "warn" "a verdict between pass and fail" |v| stated_as(v, Outcome::Warn),
    /// What is wanted.
    Action "action" "an action" |v| v.action,
    /// How sure the reviewer is.
    Confidence "confidence" "a confidence" |v| v.confidence.map(|_| v.span),
    /// What was looked at.
    Scope "scope" "a scope" |v| v.scope,
    /// Its outcome.
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

/// The parts that a format can hold, by their names.
macro_rules! holds {
    ($($part:ident)*) => {
        &[$($crate::codec::render::Part::$part),*]
    };
}
pub(in crate::codec) use holds;

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

/// `confidence: high`, and a format without confidence
pub(in crate::codec) fn cannot_hold(to: Format, part: Part, at: Span) -> Diagnostic {
    let diagnostic = Diagnostic::error("assize::write::cannot_hold")
        .message(format!("`{to}` cannot hold {}", part.in_words()))
        .label(at, "would be lost");
    match part {
        Part::Stated | Part::Unstated => diagnostic.help(format!(
            "choose a format that can, or write only what it comes to with `--drop {part}`"
        )),
        _ if part.can_be_dropped() => diagnostic
            .help(format!("choose a format that can, or leave it out with `--drop {part}`")),
        _ => diagnostic.help("choose a format that can"),
    }
}

/// What verdicts have that a format cannot hold, and that must not be left out.
pub(in crate::codec) fn not_held(
    verdicts: &[Verdict],
    to: Format,
    holds: &[Part],
    drop: &[Part],
) -> Vec<Diagnostic> {
    let other = Part::ALL.iter().filter(|part| !holds.contains(part));
    let told = other.filter(|part| !(part.can_be_dropped() && drop.contains(part)));
    let placed = told.filter_map(|part| {
        let place = verdicts.iter().find_map(|verdict| part.place(verdict));
        place.map(|at| cannot_hold(to, *part, at))
    });
    placed.collect()
}
