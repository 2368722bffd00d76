//! The one rule: what was stated, what the findings imply, and what the rest of the text says.
//!
//! A remark can only shut: what is worse than stated doubts a verdict that opens, and what agrees,
//! or is better, changes nothing.

use std::borrow::Cow;
use std::collections::HashSet;

use super::ReadOptions;
use super::builder::{self, DecodeLog};
use super::mistakes::too_many_remarks;
use super::repairs;
use super::review::{self, Review};
use super::text::lines;
use super::text::slice::Slice;
use super::text::word::{ODD_BREAKS, has_odd_breaks};
use super::tree::json;
use super::words::Words;
use crate::ir::{
    Cause, Decoded, Evidence, FindingKind, Format, Member, Outcome, Profile, Remark, RemarkKind,
    Verdict,
};
use crate::source::{Source, SourceId, Span};

impl DecodeLog<'_> {
    /// Hands out what came of it: what the text says beside its fields is read for remarks, once. Verdicts
    /// of a text that cannot be used become fragments, and what they say of failing is kept.
    pub(in crate::codec) fn finish(
        mut self,
        source: &Source,
        format: Format,
        mut verdicts: Vec<Verdict>,
    ) -> Decoded {
        self.count_left_out();
        if self.options.profile == Profile::Strict && !self.repairs.is_empty() {
            self.cause.get_or_insert(Cause::RecoveryForbidden);
            self.diagnostics.extend(repairs::forbidden(&self.repairs));
        } else {
            self.diagnostics.extend(repairs::report(&self.repairs));
        }
        if verdicts.is_empty() {
            self.cause.get_or_insert(Cause::NoVerdict);
        }
        // What several verdicts are read from is looked at once.
        let mut seen = HashSet::new();
        for (place, verdict) in verdicts.iter().enumerate() {
            if seen.insert(verdict.span) {
                let own = rests_of_broken_lines(source, verdict.span);
                self.unclaimed.extend(own.map(|at| (at, Some(place))));
            }
        }
        let mut sources = vec![source.clone()];
        sources.extend(std::mem::take(&mut self.embedded).into_source(source));
        if self.options.remarks && !self.heard {
            let too_many = self.apply_remarks(&mut verdicts, &sources);
            too_many.into_iter().for_each(|at| self.refuse(Cause::TooMuch, too_many_remarks(at)));
        }
        let fails = verdicts.iter().any(|v| v.effective() == Some(Outcome::Fail));
        let unusable = self.cause.is_some();
        let (verdicts, fragments) =
            if unusable { (Vec::new(), verdicts) } else { (verdicts, Vec::new()) };
        let says_something = |verdict: &Verdict| {
            verdict.stated.is_some()
                || verdict.derived.is_some()
                || !verdict.findings.is_empty()
                || !verdict.criteria.is_empty()
                || !verdict.notes.is_empty()
                || !verdict.remarks.is_empty()
                || verdict.reviewer.is_some()
        };
        let fragments: Vec<Verdict> = fragments.into_iter().filter(says_something).collect();
        Decoded {
            sources,
            format: (self.cause != Some(Cause::NoVerdict)).then_some(format),
            profile: self.options.profile,
            says_fail: unusable && (self.says_fail || fails),
            remarks: match unusable {
                true => fragments.iter().flat_map(|verdict| verdict.remarks.clone()).collect(),
                false => Vec::new(),
            },
            verdicts,
            fragments,
            unreadable: self.cause,
            recoveries: self.repairs.iter().map(|(repair, at)| repair.at(*at)).collect(),
            diagnostics: self.diagnostics,
            ..Decoded::of(source.clone(), Vec::new())
        }
    }

    /// Looks at what stands beside the fields of each verdict, and in its free texts. What stands beside
    /// all of them is kept with each; where that is too much, once, and the first of it is given back.
    fn apply_remarks(&self, verdicts: &mut [Verdict], sources: &[Source]) -> Option<Span> {
        let words = &self.words;
        let texts = Texts { sources: sources.iter().map(Source::bytes).collect(), words };
        let unclaimed = &self.unclaimed;
        let beside =
            unclaimed.iter().filter(|(_, place)| place.is_none()).map(|(at, _)| *at).collect();
        let beside = texts.joined(beside);
        let mut found_beside: Vec<Remark> = Vec::new();
        let mut lines_beside = 0;
        for at in &beside {
            let (found, said) = texts.listen(*at);
            found_beside.extend(found);
            lines_beside += said;
        }
        let first_beside = beside.iter().find_map(|at| texts.first_line(*at));
        let times = found_beside.len().saturating_mul(verdicts.len());
        let too_many = found_beside.first().filter(|_| times > self.options.pieces);
        let too_many = too_many.map(|remark| remark.span);
        let mut own: Vec<Vec<Span>> = verdicts.iter().map(|_| Vec::new()).collect();
        for (at, place) in unclaimed {
            place.and_then(|place| own.get_mut(place)).into_iter().for_each(|own| own.push(*at));
        }
        for ((place, verdict), inside) in verdicts.iter_mut().enumerate().zip(own) {
            let inside = texts.joined(inside);
            // What was read in another text already is kept.
            let mut remarks: Vec<Remark> = std::mem::take(&mut verdict.remarks);
            let mut lines = verdict.unclaimed + lines_beside;
            if place == 0 || too_many.is_none() {
                remarks.extend(found_beside.iter().cloned());
            }
            for at in &inside {
                let (found, said) = texts.listen(*at);
                remarks.extend(found);
                lines += said;
            }
            let heard = |at: Span| lies_in_one(at, &beside) || lies_in_one(at, &inside);
            let notes = texts.joined_lines(&verdict.notes);
            for at in free_texts(verdict).into_iter().chain(notes).filter(|at| !heard(*at)) {
                remarks.extend(texts.listen_to_field(at));
            }
            for member in verdict.members.iter().filter(|m| !self.own.contains(&m.name)) {
                remarks.extend(texts.listen_to_member(member));
            }
            remarks
                .retain(|remark| remark.kind != RemarkKind::Finding || !self.is_past(remark.span));
            sort_remarks(&mut remarks);
            verdict.remarks = remarks;
            verdict.unclaimed = lines;
            let first = inside.iter().find_map(|at| texts.first_line(*at)).into_iter();
            let first = first.chain(first_beside).min_by_key(|at| (at.source.0, at.start));
            verdict.first_unclaimed = verdict.first_unclaimed.or(first);
        }
        too_many
    }
}

/// What some programs show as a line of its own, and no field does: it may be more than the rest of its value.
fn rests_of_broken_lines(source: &Source, within: Span) -> impl Iterator<Item = Span> {
    let (start, end) = (within.start as usize, within.end as usize);
    // Of a log with many runs, each is read by itself: nobody looks at the whole for each.
    let own = source.bytes().get(start..end).filter(|_| within.source == SourceId(0));
    let own = own.and_then(|own| std::str::from_utf8(own).ok()).unwrap_or("");
    let own = Slice::new(if has_odd_breaks(own) { own } else { "" }, start);
    let lines = lines::read(own).lines.into_iter().filter(|line| line.quoted.is_none());
    lines.filter_map(|line| {
        let broken = line.whole.text.find(ODD_BREAKS)?;
        let behind = line.whole.after(broken);
        let width = behind.text.chars().next().map_or(0, char::len_utf8);
        Some(behind.after(width).span())
    })
}

/// Adds what stands beside verdicts that were read already: text around them, and members of what
/// they were handed in with.
pub(in crate::codec) fn add_remarks(
    decoded: &mut Decoded,
    unclaimed: &[Span],
    members: &[Member],
    options: &ReadOptions,
) {
    if !options.remarks {
        return;
    }
    let words = Words::new(&options.lexicon);
    let texts =
        Texts { sources: decoded.sources.iter().map(Source::bytes).collect(), words: &words };
    let (mut remarks, mut lines): (Vec<Remark>, u32) = (Vec::new(), 0);
    for at in texts.joined(unclaimed.to_vec()) {
        let (found, said) = texts.listen(at);
        remarks.extend(found);
        lines += said;
    }
    remarks.extend(members.iter().flat_map(|member| texts.listen_to_member(member)));
    let first = unclaimed.iter().find_map(|at| texts.first_line(*at));
    let times = (remarks.len() + members.len()).saturating_mul(decoded.verdicts.len());
    if times > options.pieces {
        let at = remarks.first().map_or(Span::new(0, 0), |remark| remark.span);
        builder::refuse(decoded, Cause::TooMuch, too_many_remarks(at));
    }
    if decoded.unreadable.is_some() {
        decoded.remarks.extend(remarks.iter().cloned());
    }
    for verdict in &mut decoded.verdicts {
        verdict.first_unclaimed = verdict.first_unclaimed.or(first);
        verdict.members.extend(members.iter().cloned());
        verdict.remarks.extend(remarks.iter().cloned());
        verdict.unclaimed += lines;
        sort_remarks(&mut verdict.remarks);
    }
}

/// Whether a place lies in one of some pieces, which are [`joined`](Texts::joined).
fn lies_in_one(at: Span, pieces: &[Span]) -> bool {
    let behind =
        pieces.partition_point(|piece| (piece.source.0, piece.start) <= (at.source.0, at.start));
    let piece = behind.checked_sub(1).and_then(|last| pieces.get(last));
    piece.is_some_and(|piece| piece.source == at.source && at.end <= piece.end)
}

/// In the order of the text, and each once.
fn sort_remarks(remarks: &mut Vec<Remark>) {
    remarks.sort_by_key(|remark| (remark.span.source.0, remark.span.start, remark.span.end));
    remarks.dedup_by(|one, other| one.text == other.text && one.says == other.says);
}

/// The free texts of a verdict but for its notes, in the spans that its fields have.
fn free_texts(verdict: &Verdict) -> Vec<Span> {
    let mut texts: Vec<Span> = verdict.summary.into_iter().collect();
    texts.extend(verdict.revision);
    if let Some(Evidence::Inline(text)) = verdict.evidence {
        texts.push(text);
    }
    let advisories = verdict.findings.iter().filter(|f| f.kind == FindingKind::Advisory);
    texts.extend(advisories.flat_map(|finding| [Some(finding.text), finding.advice]).flatten());
    texts.extend(verdict.criteria.iter().filter_map(|criterion| criterion.text));
    texts
}

/// The texts that spans lie in: the source, and what is spelt otherwise in it.
struct Texts<'s> {
    /// Of a source that is looked at again for every part of it, only pieces are looked at as text.
    sources: Vec<&'s [u8]>,
    words: &'s Words,
}

impl<'s> Texts<'s> {
    fn bytes(&self, source: SourceId) -> &'s [u8] {
        self.sources.get(source.0 as usize).copied().unwrap_or_default()
    }

    fn text(&self, at: Span) -> &'s str {
        let piece = self.bytes(at.source).get(at.start as usize..at.end as usize);
        piece.and_then(|piece| std::str::from_utf8(piece).ok()).unwrap_or_default()
    }

    /// The same with the blanks in front of it on its line: how far a first line is indented is part
    /// of what it says.
    fn indented(&self, at: Span) -> &'s str {
        let Some(before) = self.bytes(at.source).get(..at.start as usize) else { return "" };
        let said = before.iter().rposition(|b| !matches!(b, b' ' | b'\t'));
        let start = said.map_or(0, |last| last + 1);
        let begins = start == 0 || before[..start].ends_with(b"\n");
        let start = if begins { start } else { before.len() };
        self.text(Span { start: u32::try_from(start).unwrap_or(at.start), ..at })
    }

    /// Pieces with nothing but blanks between them, as one.
    fn joined(&self, mut pieces: Vec<Span>) -> Vec<Span> {
        pieces.sort_by_key(|at| (at.source.0, at.start));
        let mut joined: Vec<Span> = Vec::with_capacity(pieces.len());
        for at in pieces {
            if let Some(last) = joined.last_mut()
                && last.source == at.source
                && (at.start <= last.end
                    || self
                        .text(Span { start: last.end, end: at.start, source: at.source })
                        .trim()
                        .is_empty())
            {
                last.end = last.end.max(at.end);
                continue;
            }
            joined.push(at);
        }
        joined
    }

    /// Lines of the source that stand below each other, as one; texts that are spelt out elsewhere
    /// stay apart.
    fn joined_lines(&self, pieces: &[Span]) -> Vec<Span> {
        let own = |at: &Span| at.source == SourceId(0);
        let lines = pieces.iter().copied().filter(own).collect();
        let mut joined = self.joined(lines);
        joined.extend(pieces.iter().copied().filter(|at| !own(at)));
        joined
    }

    /// The first line of a piece that says something.
    fn first_line(&self, piece: Span) -> Option<Span> {
        let text = Slice::new(self.text(piece), piece.start as usize);
        let line = text.lines().find(|line| line.text.contains(char::is_alphanumeric))?;
        Some(line.trim().span().in_source(piece.source))
    }

    /// What a piece that no field claims says as a document of its own beside a verdict, and how many lines of it are no
    /// field. Its format sees to what is open in it, for a piece may be cut out of more.
    fn listen(&self, at: Span) -> (Vec<Remark>, u32) {
        let (heard, review) = self.read(at);
        let lines = review.unclaimed.0;
        (heard.remarks_of(Review { broken: None, ..review }, at), lines)
    }

    /// What the free text of a field says.
    fn listen_to_field(&self, at: Span) -> Vec<Remark> {
        let (heard, review) = self.read(at);
        heard.remarks_of(review, at)
    }

    fn read(&self, at: Span) -> (Piece<'s>, Review) {
        let text = self.indented(at);
        let heard = Piece::of(text, at.end as usize - text.len());
        let says = text.contains(char::is_alphanumeric) || !text.is_ascii();
        let review = says.then(|| review::read_beside(&heard.text, self.words));
        (heard, review.unwrap_or_default())
    }

    /// What a member says under its name: as data, where it is that, else as a text below it.
    fn listen_to_member(&self, member: &Member) -> Vec<Remark> {
        let (name, text) = (self.text(member.name), self.text(member.text).trim_end());
        // `<<: {blockers: [SQL]}`
        let name = if name.contains(char::is_alphanumeric) { name } else { "also" };
        let json = text.starts_with(['{', '[']) && json::parse(Slice::new(text, 0)).is_ok();
        // `Tracked:` above `Previous verdict: FAIL`
        let flow = text.starts_with(['{', '[']) && !text.contains('\n');
        let lines = !flow && (text.contains(['\n', ':']) || text.starts_with("- "));
        let said = match (json, lines) {
            (true, _) => {
                let mut said = "{".to_owned();
                json::write_string(&mut said, name);
                said + ": " + text + "}"
            }
            (_, true) => format!("{name}:\n{}\n", self.indented(member.text)),
            _ => format!("{name}: {text}\n"),
        };
        let review = review::read_beside(&said, self.words);
        if review.data || !lines {
            return remarks_of(review, member.text, &|_| member.text);
        }
        let inner = self.indented(member.text);
        let below = Piece::of(inner, member.text.end as usize - inner.len());
        let title = format!("## {name}\n\n");
        let review = review::read_beside(&format!("{title}{}", below.text), self.words);
        let title = u32::try_from(title.len()).unwrap_or(u32::MAX);
        remarks_of(review, Span::default(), &|span| match span.start.checked_sub(title) {
            Some(start) => below
                .place(Span { start, end: span.end - title, ..span })
                .in_source(member.text.source),
            None => member.text,
        })
    }
}

/// What a text says beside a verdict: what stops, what is unclear, what a finding says. A text that is too large, too deep
/// or cut may say anything.
fn remarks_of(review: Review, whole: Span, place: &dyn Fn(Span) -> Span) -> Vec<Remark> {
    let unheard = review.too_much.then_some(whole).or(review.broken);
    let unheard = unheard.map(|at| Remark::new(RemarkKind::Unclear, Outcome::Hold, at, at));
    let stops = review.stated.filter(|stated| !stated.outcome.opens());
    let kind = if review.finds { RemarkKind::Finding } else { RemarkKind::Verdict };
    let stated = stops.map(|stated| Remark::new(kind, stated.outcome, stated.word, stated.word));
    let all = stated.into_iter().chain(unheard).chain(review.remarks);
    all.map(|remark| Remark { text: place(remark.text), span: place(remark.span), ..remark })
        .collect()
}

/// A text without the blanks that all of its lines begin with, and where each of these was.
struct Piece<'t> {
    text: Cow<'t, str>,
    /// For each line, where it begins here and in the source.
    lines: Vec<(usize, usize)>,
}

impl<'t> Piece<'t> {
    fn of(text: &'t str, start: usize) -> Self {
        let blanks = |line: &str| line.len() - line.trim_start_matches(' ').len();
        let lines = || text.split_inclusive('\n');
        let said = lines().filter(|line| !line.trim().is_empty());
        let margin = said.map(blanks).min().unwrap_or_default();
        if margin == 0 {
            return Self { text: Cow::Borrowed(text), lines: vec![(0, start)] };
        }
        let (mut out, mut places, mut at) = (String::with_capacity(text.len()), Vec::new(), start);
        for line in lines() {
            let cut = margin.min(blanks(line));
            places.push((out.len(), at + cut));
            out.push_str(&line[cut..]);
            at += line.len();
        }
        Self { text: Cow::Owned(out), lines: places }
    }

    fn remarks_of(&self, review: Review, at: Span) -> Vec<Remark> {
        let whole = Span::new(0, self.text.len());
        remarks_of(review, whole, &|span| self.place(span).in_source(at.source))
    }

    fn place(&self, span: Span) -> Span {
        let at = |at: u32| {
            let behind = self.lines.partition_point(|(here, _)| *here <= at as usize);
            let (here, there) =
                self.lines.get(behind.saturating_sub(1)).copied().unwrap_or_default();
            at as usize - here.min(at as usize) + there
        };
        Span::new(at(span.start), at(span.end))
    }
}
