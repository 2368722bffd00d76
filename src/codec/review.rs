//! Reviews that no exact format claims: their fields, what these say, where, and what follows.
//!
//! ```text
//! **Verdict:** APPROVE          a go of the whole: opens
//! - **Tests:** FAIL             a stop of a part: shown
//! ### Critical (1)              a finding that stops the work: doubts
//! ```
//!
//! Fields come from the document, what they say from statements; here is only the table of what that does.

mod findings;
mod level;
mod rounds;
mod said;
mod shapes;
mod table;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use level::Levels;
use said::{Said, all_said};
use table::{Effect, effect_of};

use super::document::{self, Document, Kind, NodeId, Text, Voice};
use super::statements::{NameKind, read_name};
use super::words::Words;
use crate::ir::{
    Cause, Decoded, Evidence, Finding, Format, Member, Outcome, Profile, ReadOptions, Remark,
    RemarkKind, Stated, Verdict,
};
use crate::source::{Source, Span};

/// What a review says.
#[derive(Debug, Default)]
pub(in crate::codec) struct Review {
    /// The verdict of the whole, and the words that say it.
    pub(in crate::codec) stated: Option<Stated>,
    /// Another of the whole, which says otherwise.
    pub(in crate::codec) other: Option<Span>,
    /// What doubts it, and verdicts of parts that stop.
    pub(in crate::codec) remarks: Vec<Remark>,
    /// A verdict that was announced and cannot be read.
    pub(in crate::codec) unread: Option<Span>,
    /// The text ends before it is whole.
    pub(in crate::codec) cut: Option<Span>,
    /// Statements of parts: they stop, or go, and decide nothing.
    pub(in crate::codec) parts: Vec<Remark>,
    pub(in crate::codec) findings: Vec<Finding>,
    /// Numbers that a record says, each with its name.
    pub(in crate::codec) numbers: Vec<Member>,
    /// Lines of prose outside the fields.
    pub(in crate::codec) unclaimed: u32,
    pub(in crate::codec) too_much: bool,
}

/// Reads a text as a review. Total.
pub(in crate::codec) fn read(text: &str, words: &Words) -> Review {
    match document::read(text, words) {
        Ok(document) => of_document(&document, text, words, None),
        Err(_) => Review { too_much: true, ..Review::default() },
    }
}

/// Reads a text beside the verdict of an exact format, which is the whole's: it can only shut.
pub(in crate::codec) fn read_beside(text: &str, outcome: Outcome, words: &Words) -> Review {
    match document::read(text, words) {
        Ok(document) => of_document(&document, text, words, Some(outcome)),
        Err(_) => Review { too_much: true, ..Review::default() },
    }
}

fn of_document(document: &Document, text: &str, words: &Words, beside: Option<Outcome>) -> Review {
    let mut all = all_said(document, words);
    rounds::keep_last(document, &mut all, words);
    let claims = shapes::read_records(document, text, words);
    all.retain(|said| !claims.read.contains(&document.span(said.field.node)));
    let levels = Levels::of(document, &all, words);
    let mut review = Review { cut: cut_at(document, words), ..Review::default() };
    // Verdicts of the whole: those that open, and those that do not.
    let mut stated: Vec<(Stated, bool)> = claims.stated.iter().map(|own| (*own, true)).collect();
    review.remarks.extend(claims.remarks.iter().cloned());
    let mut unread: Vec<&Said<'_>> = Vec::new();
    for said in &all {
        let (word, line) = (said.word(document), document.span_of(&said.field));
        let remark = |kind, says| Remark::new(kind, says, word, line);
        match effect_of(document, said, &levels) {
            Effect::States(outcome) => {
                let clear = said.name.kind.announces()
                    || said.is_nameless()
                    || levels.title == Some(said.field.node);
                stated.push((Stated { outcome, word }, clear));
            }
            Effect::Doubts(outcome) => review.remarks.push(remark(RemarkKind::Verdict, outcome)),
            Effect::Unclear => review.remarks.push(remark(RemarkKind::Unclear, Outcome::Hold)),
            Effect::Unread => unread.push(said),
            Effect::Part(outcome) => review.parts.push(remark(RemarkKind::Verdict, outcome)),
            Effect::Nothing => {}
        }
    }
    let worst = stated
        .iter()
        .map(|(stated, _)| *stated)
        .reduce(|one, other| if other.outcome > one.outcome { other } else { one });
    let clear = beside.is_some() || stated.iter().any(|(_, announced)| *announced);
    let opens = worst.map(|worst| worst.outcome.opens());
    let differs = |(other, _): &&(Stated, bool)| Some(other.outcome.opens()) != opens;
    review.other = stated.iter().find(differs).map(|(other, _)| other.word);
    review.unread = unread.first().map(|said| document.span_of(&said.field));
    review.unread = review.unread.or_else(|| {
        review
            .remarks
            .iter()
            .find(|remark| remark.kind == RemarkKind::Unclear)
            .map(|remark| remark.span)
    });
    if !clear {
        let doubts = unread.iter().map(|said| {
            let line = document.span_of(&said.field);
            Remark::new(RemarkKind::Unclear, Outcome::Hold, said.word(document), line)
        });
        review.remarks.extend(doubts);
    }
    if opens.or(beside.map(|_| true)) == Some(true) {
        review.remarks.extend(findings::doubting(document, &all, words));
    }
    review.stated = worst;
    review.findings = claims.findings;
    review.findings.extend(findings::located(document, text, words));
    review.numbers = claims.numbers;
    review.unclaimed = count_unclaimed(document, &all);
    review
}

/// Where a text is cut: what is neither whole nor ended.
fn cut_at(document: &Document, words: &Words) -> Option<Span> {
    let is_named = |at| read_name(document.shown(document.text(at)), words).kind != NameKind::Other;
    let cut = document.inside(NodeId::ROOT).find(|at| {
        let kind = document.kind(*at);
        let ends = match kind {
            Kind::Cut => true,
            Kind::Code | Kind::Comment => document.is_open(*at),
            Kind::Element => document.is_open(*at) && is_named(*at),
            _ => false,
        };
        ends && matches!(document.voice(*at), Voice::Own | Voice::Code | Voice::Hidden)
    });
    // A last word behind which a mark stands open: `Verdict: APPROVED,`
    let last = document.lone_lines().1.map(|at| document.text(at));
    let opens = |text: &Text| document.shown(*text).ends_with([',', '(', '[']);
    let last = last.filter(opens).map(|text| document.bytes_of(text));
    cut.map(|at| document.span(at)).or(last)
}

/// Lines in the reviewer's own voice that are no field.
fn count_unclaimed(document: &Document, all: &[Said<'_>]) -> u32 {
    let lines = document.inside(NodeId::ROOT);
    let own =
        lines.filter(|at| document.kind(*at) == Kind::Line && document.voice(*at) == Voice::Own);
    let claimed = |at: &NodeId| {
        let first = all.partition_point(|said| said.field.node < *at);
        all.get(first..)
            .unwrap_or_default()
            .iter()
            .take_while(|said| said.field.node == *at)
            .any(Said::states)
    };
    u32::try_from(own.filter(|at| !claimed(at)).count()).unwrap_or(u32::MAX)
}

/// What the texts of an exact format's verdict say beside it: each is a review of its own, with that verdict as the whole's.
pub(in crate::codec) fn read_all_beside(decoded: &mut Decoded, options: &ReadOptions) {
    let words = Words::new(&options.lexicon);
    let Some(text) = decoded.source().and_then(|source| source.text().ok()).map(str::to_owned)
    else {
        return;
    };
    for verdict in &mut decoded.verdicts {
        let Some(outcome) = verdict.effective().filter(|outcome| outcome.opens()) else { continue };
        let free = free_texts(verdict, text.len());
        let pieces = free.into_iter().filter_map(|at| text.get(at.start as usize..at.end as usize));
        for piece in pieces {
            let review = read_beside(&without_margin(piece), outcome, &words);
            let at = verdict.span;
            let stop = review.stated.filter(|stated| !stated.outcome.opens());
            let stop = stop.map(|stated| Remark::new(RemarkKind::Verdict, stated.outcome, at, at));
            verdict.remarks.extend(stop.into_iter().chain(review.remarks));
        }
    }
}

/// What stands around a verdict, and its free texts; lines that follow each other are one.
fn free_texts(verdict: &Verdict, len: usize) -> Vec<Span> {
    let (start, end) = (verdict.span.start as usize, verdict.span.end as usize);
    let notes = verdict.notes.first().zip(verdict.notes.last());
    let evidence = match verdict.evidence {
        Some(Evidence::Inline(text)) => Some(text),
        _ => None,
    };
    let inner = [verdict.summary, evidence, verdict.revision];
    let inner = inner
        .into_iter()
        .flatten()
        .chain(notes.map(|(first, last)| Span { end: last.end, ..*first }));
    [Span::new(0, start), Span::new(end.min(len), len)]
        .into_iter()
        .chain(inner)
        .filter(|at| at.start < at.end)
        .collect()
}

/// A text without the blanks that all of its lines begin with.
fn without_margin(text: &str) -> Cow<'_, str> {
    let said = text.lines().skip(1).filter(|line| !line.trim().is_empty());
    let margin =
        said.map(|line| line.len() - line.trim_start_matches(' ').len()).min().unwrap_or(0);
    if margin == 0 {
        return Cow::Borrowed(text);
    }
    let first = text.lines().next().map(str::trim_start);
    let rest = text.lines().skip(1).map(|line| line.get(margin..).unwrap_or_default());
    Cow::Owned(first.into_iter().chain(rest).flat_map(|line| [line, "\n"]).collect())
}

/// A review as what came of reading a source.
pub(in crate::codec) fn decode(
    source: &Source,
    text: &str,
    options: &ReadOptions,
    format: Option<Format>,
) -> Decoded {
    let mut words = Words::new(&options.lexicon);
    words.file = source.name().to_owned();
    let review = read(text, &words);
    let mut verdict = Verdict::new(Span::new(0, text.len()));
    let cause = match review.stated {
        _ if review.too_much => Some(Cause::TooMuch),
        _ if options.profile == Profile::Strict => Some(Cause::NoVerdict),
        Some(stated) if stated.outcome.opens() && review.cut.is_some() => Some(Cause::Truncated),
        Some(_) => None,
        None if review.unread.is_some() => Some(Cause::UnknownWord),
        None => Some(Cause::NoVerdict),
    };
    verdict.stated = review.stated;
    verdict.contradictory = review.other.is_some();
    verdict.findings = review.findings;
    verdict.remarks = review.remarks;
    verdict.unclaimed = review.unclaimed;
    verdict.members = review.numbers;
    let unusable = cause.is_some();
    Decoded {
        format: format.filter(|_| !unusable),
        why: Cow::Borrowed("it states a verdict in a field"),
        profile: options.profile,
        unreadable: cause,
        remarks: if unusable { verdict.remarks.clone() } else { Vec::new() },
        fragments: if unusable { vec![verdict.clone()] } else { Vec::new() },
        verdicts: if unusable { Vec::new() } else { vec![verdict] },
        ..Decoded::of(source.clone(), Vec::new())
    }
}
