//! Everything under judgement, while it is being gathered.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::closed::Role;
use super::columns::Columns;
use super::known::Known;
use super::{
    Attempt, Binding, Cause, ClosedDocket, Date, Decoded, Diagnostic, Format, Outcome, PanelFacts,
    Profile, ReadOptions, Recovery, Remark, Stake, Verdict, Waiver,
};
use crate::source::{Source, SourceId, composed_owned};

/// Everything under judgement: seats, what they submitted, and the facts of this run.
///
/// Fill it, [`close`](Docket::close) it, and let a policy judge it.
///
/// ```
/// use assize::{Absence, Docket, Source};
/// let mut docket = Docket::new("task-17").round(2).given("phase", 3);
/// docket.seat("qa");
/// docket.seat("security").weight(2);
/// docket.submit("qa", Source::new("qa.md", "verdict: pass\nconfidence: high\n"));
/// docket.absent("security", Absence::Errored("timed out after 240 s".into()));
/// assert_eq!(docket.close().cells().count(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Docket {
    pub(crate) id: String,
    pub(crate) round: u32,
    pub(crate) binding: Binding,
    pub(crate) options: ReadOptions,
    pub(crate) seats: Vec<Seat>,
    /// The place of each seat among `seats`, by its name.
    pub(crate) places: BTreeMap<String, usize>,
    pub(crate) submissions: Vec<Submission>,
    pub(crate) given: BTreeMap<String, Given>,
    pub(crate) attempts: Vec<Attempt>,
    pub(crate) waivers: Vec<Waiver>,
    pub(crate) changed: Option<Vec<String>>,
    pub(crate) lines_changed: Option<u64>,
    pub(crate) previous: Option<BTreeSet<String>>,
    pub(crate) known: Known,
    /// Whether no reviewer wrote it: its findings may have fingerprints that are only supposed.
    pub(crate) made_up: bool,
    pub(crate) overrides: bool,
    pub(crate) panel: Option<PanelFacts>,
    pub(crate) sources: Vec<Source>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Codes among them that are told once for all sources.
    told: BTreeSet<Cow<'static, str>>,
}

/// A place at the bench: one expected reviewer.
///
/// ```
/// use assize::Docket;
/// use assize::docket::Stake;
/// let mut docket = Docket::new("task-17");
/// docket.seat("security").weight(2);
/// docket.seat("style").stake(Stake::Observer);
/// let docket = docket.close();
/// let stakes: Vec<_> = docket.cells().map(|cell| (cell.stake(), cell.weight())).collect();
/// assert_eq!(stakes, [(Stake::Required, 2), (Stake::Observer, 1)]);
/// ```
#[derive(Clone, Debug)]
pub struct Seat {
    pub(crate) name: String,
    /// None: as the policy says, or else required, and a weight of 1.
    pub(crate) stake: Option<Stake>,
    pub(crate) weight: Option<u32>,
    pub(crate) named: bool,
    pub(crate) absence: Option<Absence>,
    pub(crate) labels: BTreeMap<String, String>,
}

/// Why a seat submitted nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Absence {
    /// Nothing arrived.
    Missing,
    /// Nothing arrived, and its time is not up: `at work since 120 s`.
    Awaiting(String),
    /// The reviewer could not do its job: `timed out after 240 s`.
    Errored(String),
    /// What arrived belongs to an earlier state of the work.
    Stale(String),
    /// Something is there and cannot be read.
    Unreadable(Cause, String),
    /// The seat's predicate is false for this change.
    Skipped(String),
    /// Somebody decided to go on without it. A blank reason leaves the seat missing.
    Excused(String),
}

/// A fact of this run, handed in by the host.
///
/// ```
/// use assize::Docket;
/// use assize::docket::{Date, Given};
/// let docket = Docket::new("task-17").given("phase", 3).given("today", Date::new(2026, 11, 21).unwrap());
/// assert_eq!(Given::from("nightly").type_name(), "text");
/// # let _ = docket;
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Given {
    /// A whole number.
    Int(i64),
    /// True or false.
    Bool(bool),
    /// A text.
    Text(String),
    /// A day.
    Date(Date),
    /// A list of texts.
    List(Vec<String>),
}

/// What was read from one source.
#[derive(Clone, Debug)]
pub(crate) struct Submission {
    pub(crate) seat: String,
    pub(crate) source: SourceId,
    pub(crate) format: Option<Format>,
    pub(crate) profile: Profile,
    pub(crate) verdicts: Vec<Verdict>,
    pub(crate) unreadable: Option<Cause>,
    pub(crate) missing: Vec<super::Subject>,
    pub(crate) recoveries: Vec<Recovery>,
    pub(crate) remarks: Vec<Remark>,
    pub(crate) says_fail: bool,
    /// Somebody speaks in it, readable or not.
    pub(crate) spoke: bool,
    /// Set when the source takes no seat, whatever it holds.
    pub(crate) unseated: Option<Role>,
}

impl Docket {
    /// A docket with no one at the bench. `id` names the work under judgement.
    pub fn new(id: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            round: 1,
            binding: Binding::new(),
            options: ReadOptions::default(),
            seats: Vec::new(),
            places: BTreeMap::new(),
            submissions: Vec::new(),
            given: BTreeMap::new(),
            attempts: Vec::new(),
            waivers: Vec::new(),
            changed: None,
            lines_changed: None,
            previous: None,
            known: Known::default(),
            made_up: false,
            overrides: true,
            panel: None,
            sources: Vec::new(),
            diagnostics: Vec::new(),
            told: BTreeSet::new(),
        }
    }

    /// What it is bound to: the state of the work that was reviewed. A ruling and an opening name it.
    #[must_use]
    pub fn bind(mut self, binding: Binding) -> Self {
        self.options.head = binding.get("commit").map(str::to_owned).or(self.options.head);
        Self { binding, ..self }
    }

    /// Which round of review this is, from 1.
    #[must_use]
    pub fn round(mut self, round: u32) -> Self {
        self.round = round;
        self
    }

    /// How its sources are read. A source that was read with another profile is unreadable.
    ///
    /// ```
    /// use assize::{Docket, Outcome, Profile, ReadOptions, Source};
    /// let options = ReadOptions::default().profile(Profile::Strict).word("lgtm", Outcome::Pass);
    /// let mut docket = Docket::new("task-17").reading(options);
    /// docket.submit("qa", Source::new("qa.md", "verdict: lgtm\nconfidence: high\n"));
    /// let docket = docket.close();
    /// assert_eq!(docket.profile(), Profile::Strict);
    /// assert_eq!(docket.cells().next().unwrap().effective(), Some(Outcome::Pass));
    /// ```
    #[must_use]
    pub fn reading(mut self, options: ReadOptions) -> Self {
        let head = options.head.clone().or_else(|| self.options.head.take());
        self.options = ReadOptions { head, ..options };
        self
    }

    /// A fact of this run; a policy asks for it with `given NAME: TYPE;`.
    #[must_use]
    pub fn given(mut self, name: impl Into<String>, value: impl Into<Given>) -> Self {
        self.given.insert(name.into(), value.into());
        self
    }

    /// How its sources are read.
    pub fn read_options(&self) -> &ReadOptions {
        &self.options
    }

    /// The seat of this name, which is expected by name from then on. A new one counts as the policy says, and
    /// else is required and has weight 1. In its name a letter with its mark is one character (NFC).
    pub fn seat(&mut self, name: impl Into<String>) -> &mut Seat {
        let name = composed_owned(name.into());
        let place = *self.places.entry(name.clone()).or_insert_with(|| {
            let (stake, weight, absence) = (None, None, None);
            let labels = BTreeMap::new();
            self.seats.push(Seat { name, stake, weight, named: true, absence, labels });
            self.seats.len() - 1
        });
        &mut self.seats[place]
    }

    /// Hands in what was read from a seat's source. A seat that was never named is unexpected.
    pub fn submit_decoded(&mut self, seat: impl Into<String>, decoded: Decoded) {
        self.push(seat.into(), decoded, None);
    }

    /// Records a source that takes no seat: evidence, or text without a trace of a verdict.
    #[cfg(feature = "host")]
    pub(crate) fn submit_unseated(
        &mut self,
        name: impl Into<String>,
        decoded: Decoded,
        role: Role,
    ) {
        self.push(name.into(), decoded, Some(role));
    }

    fn push(&mut self, seat: String, mut decoded: Decoded, unseated: Option<Role>) {
        let seat = composed_owned(seat);
        let base = u32::try_from(self.sources.len()).unwrap_or(u32::MAX);
        let spoke = decoded.speaks();
        decoded.shift(base);
        let fails = |fragment: &Verdict| fragment.effective() == Some(Outcome::Fail);
        let says_fail = decoded.says_fail || decoded.fragments.iter().any(fails);
        self.sources.append(&mut decoded.sources);
        for diagnostic in decoded.diagnostics {
            if !diagnostic.is_said_once() || self.told.insert(diagnostic.code.clone()) {
                self.diagnostics.push(diagnostic);
            }
        }
        self.submissions.push(Submission {
            seat,
            source: SourceId(base),
            format: decoded.format,
            profile: decoded.profile,
            verdicts: decoded.verdicts,
            unreadable: decoded.unreadable,
            missing: decoded.missing,
            recoveries: decoded.recoveries,
            remarks: decoded.remarks,
            says_fail,
            spoke,
            unseated,
        });
    }

    /// Requires every seat but those of observers whose text cannot be used and may say something: no policy goes on
    /// without it.
    pub fn require_unheard(&mut self) {
        let hides = |own: &&Submission| own.spoke && own.unreadable.is_some();
        let hidden: BTreeSet<&str> =
            self.submissions.iter().filter(hides).map(|own| own.seat.as_str()).collect();
        for seat in self.seats.iter_mut().filter(|seat| seat.stake != Some(Stake::Observer)) {
            let gone = match &seat.absence {
                Some(Absence::Unreadable(cause, _)) => cause.hides_an_answer(),
                _ => false,
            };
            if gone || hidden.contains(seat.name.as_str()) {
                seat.stake = Some(Stake::Required);
            }
        }
    }

    /// Says why a seat submitted nothing. Names the seat when it is new.
    pub fn absent(&mut self, seat: impl Into<String>, absence: Absence) {
        self.seat(seat).absence = Some(absence);
    }

    /// Records something that was tried before.
    pub fn attempt(&mut self, attempt: Attempt) {
        let seat = composed_owned(attempt.seat);
        self.attempts.push(Attempt { seat, ..attempt });
    }

    /// Records a decision to live with a finding for a while.
    pub fn waive(&mut self, waiver: Waiver) {
        self.waivers.push(waiver);
    }

    /// Tells the paths that the change touches, with `/` between folders. A policy that asks for them
    /// judges nothing until they are told.
    #[must_use]
    pub fn changed<P: Into<String>>(mut self, paths: impl IntoIterator<Item = P>) -> Self {
        self.changed = Some(paths.into_iter().map(Into::into).collect());
        self
    }

    /// Tells how many lines the change adds and takes away. A policy that asks for it judges nothing
    /// until it is reported.
    #[must_use]
    pub fn lines_changed(mut self, lines: u64) -> Self {
        self.lines_changed = Some(lines);
        self
    }

    /// Tells the fingerprints of all that earlier rounds found. Without them every finding is new.
    ///
    /// ```
    /// let docket = assize::Docket::new("task-17").previous(["f1:5b0c"]);
    /// # let _ = docket;
    /// ```
    #[must_use]
    pub fn previous<P: Into<String>>(mut self, fingerprints: impl IntoIterator<Item = P>) -> Self {
        self.previous.get_or_insert_default().extend(fingerprints.into_iter().map(Into::into));
        self
    }

    /// Refuses every opening that lifts or excuses something.
    #[must_use]
    pub fn no_overrides(self) -> Self {
        Self { overrides: false, ..self }
    }

    /// Says which panel it was seated by; rulings name it.
    ///
    /// ```
    /// use assize::docket::PanelFacts;
    /// let text = "panel \"ours\" { seat \"qa\" }";
    /// let panel = PanelFacts::new("ours", "assize.kdl", assize::source::Sha256::of(text.as_bytes()));
    /// let docket = assize::Docket::new("task-17").seated_by(panel).close();
    /// assert_eq!(docket.panel().map(|panel| panel.name.as_str()), Some("ours"));
    /// ```
    #[must_use]
    pub fn seated_by(self, panel: PanelFacts) -> Self {
        Self { panel: Some(panel), ..self }
    }

    /// Adds something worth saying about the docket itself.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        if diagnostic.is_said_once() {
            self.told.insert(diagnostic.code.clone());
        }
        self.diagnostics.push(diagnostic);
    }

    /// Settles order, duplicates and staleness once; what comes out no longer changes.
    pub fn close(self) -> ClosedDocket {
        ClosedDocket::new(Columns::build(self))
    }
}

impl Seat {
    /// How much its answer weighs; 1 unless set, here or in the policy.
    pub fn weight(&mut self, weight: u32) -> &mut Self {
        self.weight = Some(weight);
        self
    }

    /// What its answer counts for; required unless set, here or in the policy. A policy that says how the seat
    /// counts only bears that a voter is made required.
    pub fn stake(&mut self, stake: Stake) -> &mut Self {
        self.stake = Some(stake);
        self
    }

    /// Says that it is not expected by name: it sits because its file lies there.
    pub fn found(&mut self) -> &mut Self {
        self.named = false;
        self
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(value) => value.fmt(f),
            Self::Bool(value) => value.fmt(f),
            Self::Text(value) => value.fmt(f),
            Self::Date(value) => value.fmt(f),
            Self::List(entries) => f.write_str(&entries.join(",")),
        }
    }
}

impl Given {
    /// The name of its type, as a policy writes it: `int`, `bool`, `text`, `date`,
    /// `list`.
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Int(_) => "int",
            Self::Bool(_) => "bool",
            Self::Text(_) => "text",
            Self::Date(_) => "date",
            Self::List(_) => "list",
        }
    }
}

macro_rules! given_from {
    ($($from:ty => |$value:ident| $to:expr),* $(,)?) => {$(
        impl From<$from> for Given {
            fn from($value: $from) -> Self {
                $to
            }
        }
    )*};
}
given_from! {
    i32 => |value| Self::Int(value.into()),
    u32 => |value| Self::Int(value.into()),
    i64 => |value| Self::Int(value),
    bool => |value| Self::Bool(value),
    &str => |value| Self::Text(value.to_owned()),
    String => |value| Self::Text(value),
    Date => |value| Self::Date(value),
    Vec<String> => |value| Self::List(value),
}
