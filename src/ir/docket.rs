//! Everything under judgement, while it is being gathered.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::closed::Role;
use super::columns::Columns;
use super::{
    Cause, ClosedDocket, Decoded, Diagnostic, Format, Outcome, Profile, ReadOptions, Recovery,
    Remark, Stake, Verdict,
};
use crate::source::{Source, SourceId};

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
    pub(super) id: String,
    pub(super) round: u32,
    pub(super) options: ReadOptions,
    pub(super) seats: Vec<Seat>,
    /// The place of each seat among `seats`, by its name.
    pub(super) places: BTreeMap<String, usize>,
    pub(super) submissions: Vec<Submission>,
    pub(super) given: BTreeMap<String, Given>,
    pub(super) attempts: Vec<Attempt>,
    pub(super) waivers: Vec<Waiver>,
    pub(super) sources: Vec<Source>,
    pub(super) diagnostics: Vec<Diagnostic>,
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
    pub(super) name: String,
    pub(super) stake: Stake,
    pub(super) weight: u32,
    pub(super) absence: Option<Absence>,
}

/// Why a seat submitted nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Absence {
    /// Nothing arrived.
    Missing,
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
pub enum Given {
    /// A whole number.
    Int(i64),
    /// True or false.
    Bool(bool),
    /// A text.
    Text(String),
    /// A day.
    Date(Date),
}

/// A day of the Gregorian calendar: `2026-11-21`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

/// Something that was tried before this judging: a nudge, a second opinion.
///
/// ```
/// let mut docket = assize::Docket::new("task-17");
/// docket.attempt("qa", "nudge");
/// assert_eq!(docket.close().attempts()[0].action, "nudge");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The seat it was tried on.
    pub seat: String,
    /// What was tried, in the words of the redispatch stage: `nudge`, `second_opinion`.
    pub action: String,
}

/// Somebody's decision to live with a finding for a while.
///
/// ```
/// use assize::Docket;
/// use assize::docket::{Date, Waiver};
/// let mut docket = Docket::new("task-17");
/// docket.waive(Waiver {
///     fingerprint: "f1:5b0c".into(),
///     reason: "goes with version 3".into(),
///     by: "dana".into(),
///     until: Date::new(2027, 1, 1).unwrap(),
/// });
/// assert_eq!(docket.close().waivers().len(), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiver {
    /// Which finding, by its fingerprint as text: `f1:…`.
    pub fingerprint: String,
    /// Why.
    pub reason: String,
    /// Who decided.
    pub by: String,
    /// The last day it holds.
    pub until: Date,
}

/// What was read from one source.
#[derive(Clone, Debug)]
pub(super) struct Submission {
    pub(super) seat: String,
    pub(super) source: SourceId,
    pub(super) format: Option<Format>,
    pub(super) profile: Profile,
    pub(super) verdicts: Vec<Verdict>,
    pub(super) unreadable: Option<Cause>,
    pub(super) missing: Vec<super::Subject>,
    pub(super) recoveries: Vec<Recovery>,
    pub(super) remarks: Vec<Remark>,
    pub(super) says_fail: bool,
    /// Set when the source takes no seat, whatever it holds.
    pub(super) unseated: Option<Role>,
}

impl Docket {
    /// A docket with nobody at the bench. `id` names the work under judgement.
    pub fn new(id: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            round: 1,
            options: ReadOptions::default(),
            seats: Vec::new(),
            places: BTreeMap::new(),
            submissions: Vec::new(),
            given: BTreeMap::new(),
            attempts: Vec::new(),
            waivers: Vec::new(),
            sources: Vec::new(),
            diagnostics: Vec::new(),
            told: BTreeSet::new(),
        }
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
        self.options = options;
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

    /// The seat of this name; a new one is required and has weight 1.
    pub fn seat(&mut self, name: impl Into<String>) -> &mut Seat {
        let name = name.into();
        let place = *self.places.entry(name.clone()).or_insert_with(|| {
            self.seats.push(Seat { name, stake: Stake::Required, weight: 1, absence: None });
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
        let base = u32::try_from(self.sources.len()).unwrap_or(u32::MAX);
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
            unseated,
        });
    }

    /// Says why a seat submitted nothing. Names the seat when it is new.
    pub fn absent(&mut self, seat: impl Into<String>, absence: Absence) {
        self.seat(seat).absence = Some(absence);
    }

    /// Records something that was tried before.
    pub fn attempt(&mut self, seat: impl Into<String>, action: impl Into<String>) {
        self.attempts.push(Attempt { seat: seat.into(), action: action.into() });
    }

    /// Records a decision to live with a finding for a while.
    pub fn waive(&mut self, waiver: Waiver) {
        self.waivers.push(waiver);
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
    /// How much its answer weighs; 1 unless set.
    pub fn weight(&mut self, weight: u32) -> &mut Self {
        self.weight = weight;
        self
    }

    /// What its answer counts for; required unless set.
    pub fn stake(&mut self, stake: Stake) -> &mut Self {
        self.stake = stake;
        self
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl Date {
    /// A day, if there is one: month 1 to 12, day 1 to the month's last.
    pub fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let leap =
            year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let last = match month {
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            4 | 6 | 9 | 11 => 30,
            2 if leap => 29,
            2 => 28,
            _ => return None,
        };
        (1..=last).contains(&day).then_some(Self { year, month, day })
    }

    /// Reads `2026-11-21`, and nothing looser.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        let shape = bytes.len() == 10 && bytes[4] == b'-' && bytes[7] == b'-';
        let digits = bytes.iter().enumerate().all(|(i, b)| i == 4 || i == 7 || b.is_ascii_digit());
        if !(shape && digits) {
            return None;
        }
        Self::new(text[..4].parse().ok()?, text[5..7].parse().ok()?, text[8..].parse().ok()?)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl fmt::Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(value) => value.fmt(f),
            Self::Bool(value) => value.fmt(f),
            Self::Text(value) => value.fmt(f),
            Self::Date(value) => value.fmt(f),
        }
    }
}

impl Given {
    /// The name of its type, as a policy writes it: `int`, `bool`, `text`, `date`.
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Int(_) => "int",
            Self::Bool(_) => "bool",
            Self::Text(_) => "text",
            Self::Date(_) => "date",
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
}

#[cfg(test)]
mod tests {
    use super::Date;

    #[test]
    fn dates_are_days_that_exist() {
        assert_eq!(Date::parse("2026-11-21").map(|d| d.to_string()).as_deref(), Some("2026-11-21"));
        assert!(Date::parse("2024-02-29").is_some() && Date::parse("2023-02-29").is_none());
        for odd in ["2026-13-01", "2026-00-10", "2026-04-31", "2026-4-1", "+026-04-01", "20260401"]
        {
            assert_eq!(Date::parse(odd), None, "{odd}");
        }
        assert!(Date::parse("2026-01-31") < Date::parse("2026-02-01"));
    }
}
