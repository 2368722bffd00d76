//! What was tried and decided before this judging, and by whom it was seated.

use std::collections::HashMap;

use super::Date;
use super::open::says_something;
use crate::source::Sha256;

/// What can be tried next on a seat, as the redispatch stage says it.
pub(crate) const ACTIONS: &[&str] = &[
    "accept",
    "nudge",
    "respawn",
    "second_opinion",
    "derive",
    "excuse",
    "fix",
    "update_spec",
    "escalate",
];

/// The action that ends an account of attempts: what comes behind it is counted anew.
pub(crate) const ACCEPT: &str = ACTIONS[0];

/// Something that was tried before this judging: a nudge, a second opinion.
///
/// ```
/// use assize::docket::Attempt;
/// let mut docket = assize::Docket::new("task-17");
/// docket.attempt(Attempt::new("qa", "nudge").round(2));
/// assert_eq!(docket.close().attempts()[0].action, "nudge");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Attempt {
    /// The seat it was tried on.
    pub seat: String,
    /// What was tried, in the words of the redispatch stage: `nudge`, `second_opinion`.
    pub action: String,
    /// The round it was tried in, from 1.
    pub round: u32,
}

/// Somebody's decision to live with findings for a while. It covers those that match all it names.
///
/// ```
/// use assize::Docket;
/// use assize::docket::{Date, Waiver};
/// let until = Date::new(2027, 1, 1).unwrap();
/// let waiver = Waiver::new("W-17", "dana", "goes with version 3", until);
/// let mut docket = Docket::new("task-17");
/// docket.waive(waiver.category("legacy-tls").path("src/tls/**"));
/// assert_eq!(docket.close().waivers()[0].id, "W-17");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Waiver {
    /// Its name.
    pub id: String,
    /// Only findings of this category.
    pub category: Option<String>,
    /// Only findings under this path: `src/tls/**`.
    pub path: Option<String>,
    /// Only the finding with this fingerprint: `f1:…`.
    pub fingerprint: Option<String>,
    /// Who decided, and answers for it. Without a name it covers nothing.
    pub owner: String,
    /// Why.
    pub reason: String,
    /// The last day that it covers.
    pub until: Date,
}

/// What a ruling names of the panel that says who sits.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PanelFacts {
    /// Its name: `dartai`.
    pub name: String,
    /// Where it came from: `built in`, a path, a path in a commit.
    pub origin: String,
    /// SHA-256 of the file that it stands in.
    pub sha256: Sha256,
}

impl PanelFacts {
    /// A panel by its name, where it came from, and the hash of its file.
    pub fn new(name: impl Into<String>, origin: impl Into<String>, sha256: Sha256) -> Self {
        Self { name: name.into(), origin: origin.into(), sha256 }
    }
}

impl Attempt {
    /// An attempt in the first round.
    pub fn new(seat: impl Into<String>, action: impl Into<String>) -> Self {
        Self { seat: seat.into(), action: action.into(), round: 1 }
    }

    /// The round it was tried in, from 1.
    #[must_use]
    pub fn round(self, round: u32) -> Self {
        Self { round, ..self }
    }
}

/// What was tried, in order, and found by its seat without a look at all others.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attempts {
    all: Vec<Attempt>,
    by_seat: HashMap<String, Vec<usize>>,
}

impl Attempts {
    pub(crate) fn all(&self) -> &[Attempt] {
        &self.all
    }

    /// What was tried on a seat, in order.
    pub(crate) fn of(&self, seat: &str) -> impl ExactSizeIterator<Item = &Attempt> {
        let places = self.by_seat.get(seat).map_or(&[][..], Vec::as_slice);
        places.iter().map(|place| &self.all[*place])
    }
}

impl Extend<Attempt> for Attempts {
    fn extend<T: IntoIterator<Item = Attempt>>(&mut self, more: T) {
        for attempt in more {
            self.by_seat.entry(attempt.seat.clone()).or_default().push(self.all.len());
            self.all.push(attempt);
        }
    }
}

impl FromIterator<Attempt> for Attempts {
    fn from_iter<T: IntoIterator<Item = Attempt>>(all: T) -> Self {
        let mut attempts = Self::default();
        attempts.extend(all);
        attempts
    }
}

impl Waiver {
    /// A waiver that names nothing yet, and so covers nothing.
    pub fn new(
        id: impl Into<String>,
        owner: impl Into<String>,
        reason: impl Into<String>,
        until: Date,
    ) -> Self {
        Self {
            id: id.into(),
            category: None,
            path: None,
            fingerprint: None,
            owner: owner.into(),
            reason: reason.into(),
            until,
        }
    }

    /// Whether it names somebody who answers for it; else it covers nothing.
    pub(crate) fn is_owned(&self) -> bool {
        says_something(&self.owner)
    }

    /// Only findings of this category.
    #[must_use]
    pub fn category(self, category: impl Into<String>) -> Self {
        Self { category: Some(category.into()), ..self }
    }

    /// Only findings under this path: `src/tls/**`.
    #[must_use]
    pub fn path(self, path: impl Into<String>) -> Self {
        Self { path: Some(path.into()), ..self }
    }

    /// Only the finding with this fingerprint: `f1:…`.
    #[must_use]
    pub fn fingerprint(self, fingerprint: impl Into<String>) -> Self {
        Self { fingerprint: Some(fingerprint.into()), ..self }
    }
}
