//! Reviews that no exact format claims: their fields, what these say, where, and what follows.
//!
//! ```text
//! **Verdict:** APPROVE          a go of the whole: opens
//! - **Tests:** FAIL             a stop of a part: shown
//! ### Critical (1)              a finding that stops the work: doubts
//! ```
//!
//! Fields come from the document, what they say from statements; here is only the table of what that does.

mod answer;
mod cells;
mod findings;
mod foreign;
mod legend;
mod level;
mod listed;
mod rated;
mod rounds;
mod rows;
mod said;
mod shapes;
mod table;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

use foreign::is_foreign;
use level::Levels;
pub use rows::{FieldEffect, FieldRow, UnknownHalf, fields};
use said::{Said, all_said};
pub(in crate::codec) use shapes::{LeftOut, Numbered, Why, of_answers};
use table::{Effect, effect_of};

use super::document::{self, Document, Field, Kind, Mark, Mended, NodeId, Text, Voice};
use super::statements::{
    NameKind, Rating, ValueKind, last_resort, read_name, read_severity, read_value,
};
use super::words::Words;
use crate::ir::{Confidence, Finding, Outcome, Remark, RemarkKind, Severity, Stated};
use crate::source::Span;

/// What a review says.
#[derive(Debug, Default)]
pub(in crate::codec) struct Review {
    /// The verdict of the whole, and the words that say it.
    pub(in crate::codec) stated: Option<Stated>,
    /// Another of the whole, which says otherwise.
    pub(in crate::codec) other: Option<Span>,
    /// What doubts it, and verdicts of parts that stop.
    pub(in crate::codec) remarks: Vec<Remark>,
    /// It is stated by the word of a finding: `BLOCKER - the token is logged`.
    pub(in crate::codec) finds: bool,
    /// The line that states it.
    pub(in crate::codec) line: Option<Span>,
    /// How sure the reviewer is, where a word of the whole says so.
    pub(in crate::codec) confidence: Option<Confidence>,
    /// A verdict that was announced and cannot be read.
    pub(in crate::codec) unread: Option<Unread>,
    /// A word that decides under a name that no table knows: the name, and the word.
    pub(in crate::codec) unnamed: Option<[Span; 2]>,
    /// Names and words of another language, of which one may be the verdict.
    pub(in crate::codec) foreign: Vec<[Span; 2]>,
    /// The verdict of a part that passes.
    pub(in crate::codec) apart: Option<Span>,
    /// A heading for a verdict, with nothing in it or below it.
    pub(in crate::codec) unworded: Option<Span>,
    /// What is begun and never ended: it hides what stands behind it.
    pub(in crate::codec) broken: Option<Span>,
    /// The text ends before it is whole.
    pub(in crate::codec) cut: Option<Span>,
    /// Statements of parts: they stop, or go, and decide nothing.
    pub(in crate::codec) parts: Vec<Remark>,
    pub(in crate::codec) findings: Vec<Finding>,
    /// Severities that no table knows.
    pub(in crate::codec) odd: Vec<Span>,
    /// Lines of prose outside the fields, and the first of them.
    pub(in crate::codec) unclaimed: (u32, Option<Span>),
    /// Rules of JSON that it breaks with a certain meaning.
    pub(in crate::codec) mended: Vec<(Mended, Span)>,
    /// A line of a merge that was not finished.
    pub(in crate::codec) conflict: Option<Span>,
    /// All of it is a record that states no verdict: what it lists is read.
    pub(in crate::codec) lists: bool,
    /// All of it is data.
    pub(in crate::codec) data: bool,
    /// Records that pass, and do not count.
    pub(in crate::codec) left_out: Vec<LeftOut>,
    /// Numbers that a record says, each with its name.
    pub(in crate::codec) numbers: Vec<Numbered>,
    /// Whose approval counts, in a list of a forge.
    pub(in crate::codec) approved_by: Vec<Span>,
    pub(in crate::codec) too_much: bool,
}

/// A verdict that was announced, and says neither yes nor no.
#[derive(Clone, Copy, Debug)]
pub(in crate::codec) struct Unread {
    pub(in crate::codec) line: Span,
    /// Its words; none where it has no value.
    pub(in crate::codec) word: Option<Span>,
    /// What stands behind them, or in their name, and may take them back.
    pub(in crate::codec) tail: Option<Span>,
    pub(in crate::codec) kind: ValueKind,
}

impl Review {
    /// The same, of a text that begins further on in its source.
    #[must_use]
    pub(in crate::codec) fn moved(mut self, by: usize) -> Self {
        self.each_span(&mut |span| {
            *span = Span::new(span.start as usize + by, span.end as usize + by);
        });
        self
    }

    /// The same, with spans that begin and end between letters: what is shown as one letter may be written with more bytes.
    fn between_letters(mut self, text: &str) -> Self {
        self.each_span(&mut |span| {
            let (mut start, mut end) = (span.start as usize, (span.end as usize).min(text.len()));
            while !text.is_char_boundary(start) {
                start -= 1;
            }
            while !text.is_char_boundary(end) {
                end += 1;
            }
            *span = Span::new(start.min(end), end);
        });
        self
    }

    fn each_span(&mut self, change: &mut dyn FnMut(&mut Span)) {
        self.stated.iter_mut().for_each(|stated| change(&mut stated.word));
        let single = [
            &mut self.line,
            &mut self.unworded,
            &mut self.apart,
            &mut self.other,
            &mut self.broken,
            &mut self.cut,
            &mut self.conflict,
            &mut self.unclaimed.1,
        ];
        single.into_iter().flatten().for_each(&mut *change);
        self.unnamed.iter_mut().chain(&mut self.foreign).flatten().for_each(&mut *change);
        if let Some(unread) = &mut self.unread {
            change(&mut unread.line);
            [&mut unread.word, &mut unread.tail].into_iter().flatten().for_each(&mut *change);
        }
        let remarks = self.remarks.iter_mut().chain(&mut self.parts);
        remarks.for_each(|remark| remark.each_span(change));
        self.findings.iter_mut().for_each(|finding| finding.each_span(change));
        self.odd.iter_mut().for_each(&mut *change);
        for Numbered { member, .. } in &mut self.numbers {
            [&mut member.name, &mut member.text].into_iter().for_each(&mut *change);
        }
        self.approved_by.iter_mut().for_each(&mut *change);
        self.mended.iter_mut().for_each(|(_, span)| change(span));
    }
}

/// No more names of another language are shown.
const FOREIGN: usize = 3;

/// Reads a text as a review. Total.
pub(in crate::codec) fn read(text: &str, words: &Words) -> Review {
    match document::read(text, words) {
        Ok(document) => of_document(&document, text, words, false).between_letters(text),
        Err(_) => Review { too_much: true, ..Review::default() },
    }
}

/// Reads a text beside the verdict of an exact format, which is the whole's: it can only shut.
pub(in crate::codec) fn read_beside(text: &str, words: &Words) -> Review {
    if is_plain(text, words) {
        let line = Span::new(0, text.len());
        return Review { unclaimed: (1, Some(line)), ..Review::default() };
    }
    match document::read_part(text, words) {
        Ok(document) => of_document(&document, text, words, true).between_letters(text),
        Err(_) => Review { too_much: true, ..Review::default() },
    }
}

/// A line of plain words, of which the first is in no table of values: no mark in it makes a name, a list or more than code, and
/// no shape knows it. Such are most free texts of exact formats, and a document would say of each that it is no field.
fn is_plain(text: &str, words: &Words) -> bool {
    let bytes = text.as_bytes();
    let word = |at: Option<&u8>| at.is_some_and(u8::is_ascii_alphanumeric);
    let plain = |(at, byte): (usize, &u8)| match byte {
        b' ' | b'.' | b',' => true,
        b'`' => bytes.get(at + 1) != Some(&b'`'),
        b'-' | b'_' | b'/' | b'\'' => {
            word(bytes.get(at.wrapping_sub(1))) && word(bytes.get(at + 1))
        }
        byte => byte.is_ascii_alphanumeric(),
    };
    let begins = bytes.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'`');
    let ends = bytes.last().is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'.');
    begins
        && ends
        && text.len() <= document::MOST
        && bytes.iter().enumerate().all(plain)
        && shapes::are_none(text, words)
        && words.is_prose(text.into())
}

fn of_document(document: &Document, text: &str, words: &Words, beside: bool) -> Review {
    let mut all = all_said(document, words);
    rounds::keep_last(document, &mut all, words);
    let claims = shapes::read_records(document, text, words);
    all.retain(|said| !claims.read.contains(&document.span(said.field.node)));
    let levels = Levels::of(document, &all, words);
    let broken = broken_at(document, text, words);
    let mut review =
        Review { broken, cut: broken.or_else(|| open_mark(document)), ..Review::default() };
    // Verdicts of the whole: those that open, and those that do not.
    let own = claims.stated.iter().map(|own| (*own, own.word, true));
    let mut stated: Vec<(Stated, Span, bool)> = own.collect();
    review.remarks.extend(claims.remarks.iter().cloned());
    let mut unread: Vec<&Said<'_>> = Vec::new();
    // A gate or a question of the whole is answered.
    let mut decided = false;
    let mut unclear: Vec<&Said<'_>> = Vec::new();
    let mut asides: Vec<Remark> = Vec::new();
    for said in &all {
        let (word, line) = (said.word(document), document.span_of(&said.field));
        let remark = |kind, says| Remark::new(kind, says, word, line);
        match effect_of(document, said, &levels) {
            Effect::States(outcome) => {
                let clear = said.name.kind.announces()
                    || said.is_nameless()
                    || levels.title == Some(said.field.node);
                decided |= said.name.kind.decides();
                review.finds |= !outcome.opens() && said.value.finds;
                stated.push((Stated { outcome, word }, line, clear));
            }
            Effect::Doubts(outcome) => {
                // What data in a page says doubts a pass, and is no word about a text that has none.
                let data = document.data_of(said.field.node).is_some();
                let aside = data && document.is_data().is_none() && !said.name.kind.announces();
                let doubts = if aside { &mut asides } else { &mut review.remarks };
                doubts.push(remark(RemarkKind::Verdict, outcome));
            }
            Effect::Unclear => {
                review.remarks.push(remark(RemarkKind::Unclear, Outcome::Hold));
                unclear.push(said);
            }
            Effect::Unread => unread.push(said),
            Effect::Part(outcome) => {
                let node = said.field.node;
                let page = !document.is_in_inner_page(node) && document.data_of(node).is_none();
                let own = said.name.kind.decides() && outcome.opens() && levels.is_part(said);
                review.apart = review.apart.or((own && page).then_some(line));
                review.parts.push(remark(RemarkKind::Verdict, outcome));
            }
            Effect::Nothing => {}
        }
    }
    review.remarks.extend(last_resorts(document, &all, words));
    if beside || !stated.is_empty() {
        review.remarks.append(&mut asides);
    }
    let worse = |one: (Stated, Span), other: (Stated, Span)| {
        if other.0.outcome > one.0.outcome { other } else { one }
    };
    let worst = stated.iter().map(|(stated, line, _)| (*stated, *line)).reduce(worse);
    let opens = worst.map(|(worst, _)| worst.outcome.opens());
    let differs = |(other, ..): &&(Stated, Span, bool)| Some(other.outcome.opens()) != opens;
    review.other = stated.iter().find(differs).map(|(other, ..)| other.word);
    let first = unread.first().or(unclear.first());
    review.unread = first.map(|said| unread_of(document, said));
    // A record whose word its shape does not list, or a label in a sentence: `Verdict: APPROVE WITH CONDITIONS`
    let unlisted = review.remarks.iter().find(|remark| remark.kind == RemarkKind::Unclear);
    review.unread = review.unread.or_else(|| {
        unlisted.map(|remark| {
            let word = text.get(remark.text.start as usize..remark.text.end as usize);
            let kind = read_value(word.unwrap_or_default(), words).kind;
            Unread { line: remark.span, word: Some(remark.text), tail: None, kind }
        })
    });
    if !beside && stated.iter().all(|(_, _, announced)| !announced) {
        let doubts = unread.iter().filter(|said| !(decided && levels.is_part(said))).map(|said| {
            let line = document.span_of(&said.field);
            Remark::new(RemarkKind::Unclear, Outcome::Hold, said.word(document), line)
        });
        review.remarks.extend(doubts);
    }
    // Beside a no, a finding is its reason.
    if opens != Some(false) {
        review.remarks.extend(findings::doubting(document, &all, &levels, words));
    }
    (review.stated, review.line) = worst.unzip();
    let sure = |said: &&Said<'_>| {
        let own = said.field.voice == Voice::Own && !said.is_silent();
        said.name.kind == NameKind::Confidence && own && !levels.is_part(said)
    };
    review.confidence = all.iter().filter(sure).find_map(|said| {
        Some(match read_severity(said.text, words) {
            Rating::Known(Severity::Low) => Confidence::Low,
            Rating::Known(Severity::Medium) => Confidence::Med,
            Rating::Known(Severity::High) => Confidence::High,
            _ => return None,
        })
    });
    let listed = listed::read(document, text, &all, words, opens == Some(true));
    let unnamed = all.iter().find(|said| said.unknown() == Some(UnknownHalf::Name));
    review.unnamed = unnamed.map(|said| [document.bytes_of(said.field.name), said.word(document)]);
    if stated.is_empty() && review.unnamed.is_none() {
        let foreign = document.fields().iter().filter(|field| is_foreign(document, field, words));
        let halves = |field: &Field| [field.name, field.value].map(|text| document.bytes_of(text));
        review.foreign = foreign.map(halves).take(FOREIGN).collect();
    }
    let bare = |said: &&Said<'_>| {
        let empty = said.value.kind == ValueKind::Empty;
        said.name.kind.announces() && empty && !said.is_silent()
    };
    review.unworded = all.iter().find(bare).map(|said| document.span_of(&said.field));
    (review.findings, review.odd) = (claims.findings, listed.odd);
    review.findings.extend(listed.findings);
    (review.numbers, review.approved_by) = (claims.numbers, claims.approved_by);
    review.left_out = claims.left_out;
    review.unclaimed = unclaimed(document, &all);
    let said = |at: &NodeId| matches!(document.kind(*at), Kind::Line | Kind::Section { .. });
    let mut lines = document.inside(NodeId::ROOT).filter(said);
    let is_mark = |at: &NodeId| {
        let text = document.shown(document.text(*at));
        document.voice(*at) == Voice::Own && text.starts_with("<<<<<<< ")
    };
    review.conflict = lines.find(is_mark).map(|at| document.bytes_of(document.text(at)));
    review.data = document.is_data().is_some();
    review.lists = review.data && claims.lists && review.stated.is_none();
    review.mended = document.mended().to_vec();
    review
}

/// Sentences with a label of a verdict somewhere in them, and a no in capitals behind it. A line with a name of its own
/// is none, but for a count: `P0=0 P1=0 Verdict=NO-GO`
fn last_resorts(document: &Document, all: &[Said<'_>], words: &Words) -> Vec<Remark> {
    let is_named = |said: &&Said<'_>| {
        let known = said.name.kind != NameKind::Other && said.value.number.is_none();
        !said.is_nameless() && (said.is_silent() || known)
    };
    let named: HashSet<NodeId> = all.iter().filter(is_named).map(|said| said.field.node).collect();
    let free = |said: &&Said<'_>| {
        said.is_nameless() && !said.states() && !named.contains(&said.field.node)
    };
    let found = all.iter().filter(free).filter_map(|said| {
        let value = last_resort(said.text, words)?;
        let at = said.field.value.part(value.word.start, value.word.end);
        let coded = !document.drawn(at, Mark::Code).is_empty();
        let (kind, says) = match value.outcome {
            Some(outcome) => (RemarkKind::Verdict, outcome),
            None => (RemarkKind::Unclear, Outcome::Hold),
        };
        let line = document.span_of(&said.field);
        (!coded).then(|| Remark::new(kind, says, document.bytes_of(at), line))
    });
    found.collect()
}

fn unread_of(document: &Document, said: &Said<'_>) -> Unread {
    let has_value = !said.field.value.is_empty() && said.value.kind != ValueKind::Empty;
    let tail = said.value.tail.clone();
    let tail = tail.map(|at| said.field.value.part(at.start, at.end));
    Unread {
        line: document.span_of(&said.field),
        word: has_value.then(|| said.word(document)),
        tail: said.name.waits.then_some(said.field.name).or(tail).map(|at| document.bytes_of(at)),
        kind: if said.unticked { ValueKind::Form } else { said.value.kind },
    }
}

/// What is neither whole nor ended: an object, a fence, a comment, an element that names a verdict or findings.
fn broken_at(document: &Document, source: &str, words: &Words) -> Option<Span> {
    let begins_line = |at: NodeId| {
        let before = source.get(..document.span(at).start as usize).unwrap_or_default();
        before.trim_end_matches([' ', '\t', '>']).ends_with('\n') || before.trim().is_empty()
    };
    let is_named = |at| read_name(document.shown(document.text(at)), words).kind != NameKind::Other;
    let cut = document.inside(NodeId::ROOT).find(|at| {
        let kind = document.kind(*at);
        let ends = match kind {
            Kind::Cut => true,
            Kind::Code | Kind::Comment => document.is_open(*at),
            Kind::Element => document.is_open(*at) && begins_line(*at) && is_named(*at),
            _ => false,
        };
        ends && matches!(document.voice(*at), Voice::Own | Voice::Code | Voice::Hidden)
    });
    cut.map(|at| document.span(at))
}

/// A last word behind which a mark stands open: `Verdict: APPROVED,`
fn open_mark(document: &Document) -> Option<Span> {
    let last = document.lone_lines().1.map(|at| document.text(at));
    let opens = |text: &Text| document.shown(*text).ends_with([',', '(', '[']);
    last.filter(opens).map(|text| document.bytes_of(text))
}

/// Lines in the reviewer's own voice that are no field: how many, and the first.
fn unclaimed(document: &Document, all: &[Said<'_>]) -> (u32, Option<Span>) {
    let lines = document.inside(NodeId::ROOT);
    let own =
        lines.filter(|at| document.kind(*at) == Kind::Line && document.voice(*at) == Voice::Own);
    let claimed = |at: &NodeId| {
        let first = all.partition_point(|said| said.field.node < *at);
        all.get(first..)
            .unwrap_or_default()
            .iter()
            .take_while(|said| said.field.node == *at)
            .any(|said| said.states() && said.value.kind != ValueKind::Unread)
    };
    let mut free = own.filter(|at| !claimed(at)).peekable();
    let first = free.peek().map(|at| document.bytes_of(document.text(*at)));
    (u32::try_from(free.count()).unwrap_or(u32::MAX), first)
}
