//! A docket that no longer changes, and how to look at it.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use super::columns::{Cell, Columns};
use super::{
    Attempt, Audit, Binding, Cause, Confidence, Diagnostic, Finding, FindingKind, Format, Given,
    Lines, NextStep, Outcome, PanelFacts, Profile, Recovery, Remark, Stake, State, Subject,
    Verdict, Waiver, words,
};
use crate::source::{Source, SourceId, Span, text_of};

/// A docket that no longer changes. Cheap to clone.
#[derive(Clone, Debug)]
pub struct ClosedDocket(Arc<Columns>);

/// One source and what became of it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Input {
    /// Its place among the docket's sources.
    pub source: SourceId,
    /// How it was understood.
    pub format: Option<Format>,
    /// What it was used for.
    pub role: Role,
    /// Repairs that reading had to make.
    pub recoveries: Vec<Recovery>,
}

words! {
    /// What a source was used for.
    #[non_exhaustive]
    pub enum Role {
        /// It took a seat.
        Seat = "seat",
        /// It was not expected, and it can shut the gate.
        Unexpected = "unexpected",
        /// It is the evidence that a verdict cites.
        Evidence = "evidence",
        /// Text without a trace of a verdict.
        Ignored = "ignored",
    }
}

/// One cell of a closed docket.
#[derive(Clone, Copy, Debug)]
pub struct CellRef<'a> {
    pub(crate) docket: &'a Columns,
    pub(crate) index: usize,
}

/// One finding of a closed docket.
#[derive(Clone, Copy, Debug)]
pub struct FindingRef<'a> {
    pub(super) docket: &'a Columns,
    pub(super) index: usize,
}

impl ClosedDocket {
    pub(crate) fn new(columns: Columns) -> Self {
        Self(Arc::new(columns))
    }

    pub(crate) fn columns(&self) -> &Columns {
        &self.0
    }

    /// To make it into its neighbour; copies it where somebody else has it as well.
    #[cfg(feature = "trial")]
    pub(crate) fn columns_mut(&mut self) -> &mut Columns {
        Arc::make_mut(&mut self.0)
    }

    /// Names the work under judgement.
    pub fn id(&self) -> &str {
        &self.0.id
    }

    /// Which round of review this is, from 1.
    pub fn round(&self) -> u32 {
        self.0.round
    }

    /// What it is bound to: the state of the work that was reviewed.
    pub fn binding(&self) -> &Binding {
        &self.0.binding
    }

    /// The panel that it was seated by, where it was one.
    pub fn panel(&self) -> Option<&PanelFacts> {
        self.0.panel.as_ref()
    }

    /// The profile its sources were read with.
    pub fn profile(&self) -> Profile {
        self.0.profile
    }

    /// The sources that the spans of this docket lie in.
    pub fn sources(&self) -> &[Source] {
        &self.0.sources
    }

    /// What became of each source.
    pub fn inputs(&self) -> &[Input] {
        &self.0.inputs
    }

    /// What reading and gathering had to say.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.0.diagnostics
    }

    /// What was tried before this judging.
    pub fn attempts(&self) -> &[Attempt] {
        self.0.attempts.all()
    }

    /// Decisions to live with a finding for a while.
    pub fn waivers(&self) -> &[Waiver] {
        &self.0.waivers
    }

    /// A fact of this run.
    pub fn given(&self, name: &str) -> Option<&Given> {
        self.0.given.get(name)
    }

    /// Whether a redispatch policy was asked what is to be tried on each seat.
    pub(crate) fn redispatched(&self) -> bool {
        self.0.redispatched
    }

    /// The cells, in the order of the seats, unexpected ones last.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = CellRef<'_>> {
        (0..self.0.cells.len()).map(|index| self.0.cell(index))
    }
}

impl<'a> CellRef<'a> {
    pub(super) fn cell(self) -> &'a Cell {
        &self.docket.cells[self.index]
    }

    /// Its place among the cells of the docket, from 0.
    pub fn index(self) -> usize {
        self.index
    }

    /// The seat's name.
    pub fn seat(self) -> &'a str {
        &self.cell().seat
    }

    /// What is judged.
    pub fn subject(self) -> &'a Subject {
        &self.cell().subject
    }

    /// What the seat's answer counts for.
    pub fn stake(self) -> Stake {
        self.cell().stake
    }

    /// How much it weighs.
    pub fn weight(self) -> u32 {
        self.cell().weight
    }

    /// What became of it.
    pub fn state(self) -> State {
        self.cell().state
    }

    /// Whether it is missing, and somebody is at it: its time is not up, or it was asked again.
    pub fn awaited(self) -> bool {
        self.cell().awaiting && self.state() == State::Missing
    }

    /// Whether its text cannot be used, and says something against the work, or may: no system goes on without it.
    pub fn is_unheard(self) -> bool {
        let lost = [State::Unreadable, State::Errored, State::Stale, State::Missing];
        lost.contains(&self.state()) && self.cell().may_have_answered()
    }

    /// Why it cannot be read.
    pub fn cause(self) -> Option<Cause> {
        self.cell().cause
    }

    /// Why it is in its state, in words, where somebody said so.
    pub fn detail(self) -> Option<&'a str> {
        self.cell().detail.as_deref()
    }

    /// The source it was read from.
    pub fn source(self) -> Option<&'a Source> {
        self.docket.sources.get(self.cell().source?.0 as usize)
    }

    /// What there is to say about the text of its source.
    pub(crate) fn diagnostics(self) -> impl Iterator<Item = &'a Diagnostic> {
        let source = self.cell().source.into_iter();
        source.flat_map(move |source| self.docket.diagnostics_about(source))
    }

    /// Its verdict, when one was read.
    pub fn verdict(self) -> Option<&'a Verdict> {
        self.docket.verdicts.get(self.cell().verdict? as usize).map(Arc::as_ref)
    }

    /// The outcome of its verdict, when one was read. A source that cannot be used results in `fail`
    /// where it says so in the fields of a format, else to nothing.
    pub fn effective(self) -> Option<Outcome> {
        self.cell().effective
    }

    /// How sure the reviewer is.
    pub fn confidence(self) -> Option<Confidence> {
        self.verdict()?.confidence
    }

    /// What an audit policy made of its verdict; none where none was asked, or no rule of it holds.
    pub fn audit(self) -> Option<&'a Audit> {
        self.cell().audit.as_deref()
    }

    /// How what it reports was understood.
    pub(crate) fn format(self) -> Option<Format> {
        self.cell().format
    }

    /// What is to be tried next on its seat, where a redispatch policy said so.
    pub(crate) fn next_step(self) -> Option<&'a NextStep> {
        self.cell().next.as_deref()
    }

    /// Whether its reviewer is not sure, or was asked and did not say; whether it was asked goes by
    /// the [format](Format::asks_confidence).
    pub fn unsure(self) -> bool {
        let unsure = |confidence| confidence == Confidence::Low;
        self.state() == State::Reported && self.confidence().map_or(self.asks_confidence(), unsure)
    }

    /// Whether it sits only because a condition of the policy asks for it.
    pub(crate) fn is_asked(self) -> bool {
        self.cell().asked
    }

    /// Whether its format asks how sure the reviewer is.
    pub(crate) fn asks_confidence(self) -> bool {
        self.cell().format.is_none_or(Format::asks_confidence)
    }

    /// Whether a line of its own beside its verdict says worse than a verdict that would open: see
    /// [`Verdict::doubted`].
    pub fn doubted(self) -> bool {
        self.state() == State::Reported && self.verdict().is_some_and(Verdict::doubted)
    }

    /// What the source says beside its fields, in the order it was written.
    pub fn remarks(self) -> &'a [Remark] {
        match self.verdict() {
            Some(verdict) => &verdict.remarks,
            None => &self.cell().remarks,
        }
    }

    /// The word the reviewer used.
    pub fn word(self) -> Option<Cow<'a, str>> {
        Some(text_of(&self.docket.sources, self.verdict()?.stated?.word))
    }

    /// What was found.
    pub fn findings(self) -> impl ExactSizeIterator<Item = FindingRef<'a>> {
        let Range { start, end } = self.cell().findings;
        (start as usize..end as usize).map(move |index| self.docket.finding(index))
    }
}

impl<'a> FindingRef<'a> {
    /// The finding as its reader made it.
    pub fn finding(self) -> Option<&'a Finding> {
        let cell = self.cell();
        let place = self.index.checked_sub(cell.cell().findings.start as usize)?;
        cell.verdict()?.findings.get(place)
    }

    /// Whether it alone keeps the gate shut: by its reader, or because an audit that fails cites it.
    pub fn is_blocker(self) -> bool {
        self.docket.finding_kind.get(self.index) == Some(&FindingKind::Blocker)
    }

    /// The cell it belongs to.
    pub fn cell(self) -> CellRef<'a> {
        self.docket.cell(self.docket.finding_cell[self.index] as usize)
    }

    /// Its place among the findings of the docket, from 0.
    pub fn index(self) -> usize {
        self.index
    }

    /// Its place among the findings of its cell, from 0.
    pub fn place(self) -> usize {
        self.index - self.cell().cell().findings.start as usize
    }

    /// What was found, in the reviewer's words.
    pub fn text(self) -> Cow<'a, str> {
        self.finding().map_or(Cow::Borrowed(""), |f| text_of(&self.docket.sources, f.text))
    }

    /// Where, unless the words say so themselves, and what was found, in the reviewer's words.
    pub fn in_full(self) -> Cow<'a, str> {
        let text = self.text();
        let location =
            self.finding().and_then(|finding| Some((finding, finding.location.as_ref()?)));
        let Some((finding, location)) = location else { return text };
        let inside = location.text.source == finding.text.source
            && finding.text.start <= location.text.start
            && location.text.end <= finding.text.end;
        let place = text_of(&self.docket.sources, location.text);
        if inside || place.trim().is_empty() {
            return text;
        }
        Cow::Owned([&*place, " ", &*text].concat())
    }

    /// The whole of it in the reviewer's text.
    pub fn span(self) -> Span {
        self.finding().map_or_else(Span::default, |finding| finding.span)
    }

    /// Where in the work, in the reviewer's words.
    pub fn location(self) -> Option<Cow<'a, str>> {
        Some(text_of(&self.docket.sources, self.finding()?.location.as_ref()?.text))
    }

    /// The first file that it names.
    pub fn path(self) -> Option<Cow<'a, str>> {
        Some(text_of(&self.docket.sources, self.finding()?.location.as_ref()?.path?))
    }

    /// All files that it names.
    pub fn paths(self) -> impl Iterator<Item = Cow<'a, str>> {
        let location = self.finding().and_then(|finding| finding.location.as_ref());
        let first = location.and_then(|location| location.path);
        let more = location.into_iter().flat_map(|location| &location.also).map(|place| place.path);
        first.into_iter().chain(more).map(move |span| text_of(&self.docket.sources, span))
    }

    /// All files that it names, and the lines in each.
    pub(crate) fn places(self) -> impl Iterator<Item = (Cow<'a, str>, &'a [Lines])> {
        let location = self.finding().and_then(|finding| finding.location.as_ref());
        let first = location.and_then(|one| Some((one.path?, one.lines.as_slice())));
        let more = location.into_iter().flat_map(|location| &location.also);
        let more = more.map(|place| (place.path, place.lines.as_slice()));
        let all = first.into_iter().chain(more);
        all.map(move |(path, lines)| (text_of(&self.docket.sources, path), lines))
    }

    /// The first and the last line that it names in the first file.
    pub fn lines(self) -> Option<(u32, u32)> {
        let lines = &self.finding()?.location.as_ref()?.lines;
        let first = lines.iter().map(|lines| lines.first).min()?;
        Some((first, lines.iter().map(|lines| lines.last).max()?))
    }

    /// What kind of thing, in the reviewer's word.
    pub fn category(self) -> Option<Cow<'a, str>> {
        Some(text_of(&self.docket.sources, self.finding()?.category?))
    }
}
