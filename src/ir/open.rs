//! The one path to an open gate.

use super::columns::Group;
use super::{CellRef, ClosedDocket, Outcome, State};

/// Proof that the gate may open. Only `may_open` makes one, when a policy asks.
///
/// A host that takes an `Opening` where it merges cannot merge without a ruling:
///
/// ```
/// fn merge(_: &assize::Opening) {}
/// ```
///
/// It cannot be made by hand, although all that it is made of can be:
///
/// ```
/// let overridden: Vec<assize::ruling::Impediment> = vec![];
/// let (outcome, reason) = (assize::Outcome::Pass, None::<String>);
/// ```
/// ```compile_fail,E0451
/// let overridden: Vec<assize::ruling::Impediment> = vec![];
/// let (outcome, reason) = (assize::Outcome::Pass, None::<String>);
/// let forged = assize::Opening { outcome, overridden, reason };
/// ```
///
/// Nor can it be read from a text, as other things can:
///
/// ```
/// let read: Result<String, _> = serde_json::from_str("{}");
/// ```
/// ```compile_fail,E0277
/// let forged: Result<assize::Opening, _> = serde_json::from_str("{}");
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Opening {
    outcome: Outcome,
    overridden: Vec<Impediment>,
    reason: Option<String>,
}

/// Why the gate must stay shut, whatever a policy says.
///
/// ```
/// # use assize::{Docket, Policy, Stage};
/// let policy = Policy::compile(Stage::Gate, "yes", "rule \"yes\" when failed.none then pass;")?;
/// let mut docket = Docket::new("task-17");
/// docket.seat("qa");
/// let ruling = policy.judge(&docket.close())?;
/// let names: Vec<_> = ruling.refused().unwrap().iter().map(|found| found.name()).collect();
/// assert_eq!(names, ["nothing_counts", "unsettled"]);
/// # Ok::<(), assize::Diagnostics>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Impediment {
    /// No required or voting seat has reported: there is nothing to open on. Cannot be overridden.
    NothingCounts,
    /// A required cell is missing, unreadable, stale or errored.
    Unsettled {
        /// Its place among the cells.
        cell: usize,
    },
    /// A line beside the verdict of a required cell says worse than the verdict.
    Doubted {
        /// Its place among the cells.
        cell: usize,
    },
    /// A required cell is effectively `fail` or `hold`.
    Against {
        /// Its place among the cells.
        cell: usize,
    },
    /// Only the `lenient` profile found the cell's verdict.
    Inferred {
        /// Its place among the cells.
        cell: usize,
    },
    /// A source nobody expected says fail or hold, or cannot be read.
    Unexpected {
        /// Its place among the cells.
        cell: usize,
    },
}

/// Whether a policy that says `wanted` may open the gate for this docket.
///
/// Refuses with every impediment. A reason to override, if it is not blank, lifts all of them
/// but [`Impediment::NothingCounts`]. An excused required cell caps `pass` at `warn`.
pub(crate) fn may_open(
    docket: &ClosedDocket,
    wanted: Outcome,
    overriding: Option<&str>,
) -> Result<Opening, Vec<Impediment>> {
    let impediments = impediments(docket);
    let reason = overriding.map(str::trim).filter(|reason| says_something(reason));
    let barred = impediments.contains(&Impediment::NothingCounts)
        || (!impediments.is_empty() && reason.is_none())
        || !wanted.opens();
    if barred {
        return Err(impediments);
    }
    let columns = docket.columns();
    let excused = columns.group(Group::Excused).meets(columns.group(Group::Required));
    let outcome = if excused { wanted.max(Outcome::Warn) } else { wanted };
    Ok(Opening { outcome, overridden: impediments, reason: reason.map(str::to_owned) })
}

/// Whether a reason is more than blanks and signs that nobody sees.
pub(crate) fn says_something(reason: &str) -> bool {
    reason.contains(char::is_alphanumeric)
}

/// Everything that stands against opening, whatever a policy says.
fn impediments(docket: &ClosedDocket) -> Vec<Impediment> {
    let columns = docket.columns();
    let group = |group| columns.group(group);
    let required = group(Group::Required);
    let mut found = Vec::new();
    if group(Group::Reported).is_empty() {
        found.push(Impediment::NothingCounts);
    }
    for state in [Group::Missing, Group::Unreadable, Group::Stale, Group::Errored] {
        let cells = group(state).and(required);
        found.extend(cells.iter().map(|cell| Impediment::Unsettled { cell }));
    }
    for outcome in [Group::Failed, Group::Held] {
        let cells = group(outcome).and(required);
        let spoke = |cell: &usize| columns.cell(*cell).state() == State::Reported;
        found.extend(cells.iter().filter(spoke).map(|cell| match columns.cell(cell).doubted() {
            true => Impediment::Doubted { cell },
            false => Impediment::Against { cell },
        }));
    }
    found.extend(group(Group::Inferred).iter().map(|cell| Impediment::Inferred { cell }));
    found.extend(group(Group::Against).iter().map(|cell| Impediment::Unexpected { cell }));
    found
}

/// What a refused opening becomes: `fail` where a required cell or an unexpected source
/// effectively fails, else `hold`.
pub(crate) fn refused_outcome(docket: &ClosedDocket, impediments: &[Impediment]) -> Outcome {
    let fails = impediments.iter().any(|impediment| match impediment {
        Impediment::Unsettled { cell }
        | Impediment::Against { cell }
        | Impediment::Unexpected { cell } => {
            docket.columns().cell(*cell).effective() == Some(Outcome::Fail)
        }
        _ => false,
    });
    if fails { Outcome::Fail } else { Outcome::Hold }
}

impl Opening {
    /// `pass` or `warn`.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// What would have kept the gate shut, had the policy not overridden it.
    pub fn overridden(&self) -> &[Impediment] {
        &self.overridden
    }

    /// The policy's reason for overriding, when it gave one.
    pub fn override_reason(&self) -> Option<&str> {
        self.reason.as_deref()
    }
}

impl Impediment {
    /// A name for it: `nothing_counts`, `unsettled`, …
    pub fn name(self) -> &'static str {
        match self {
            Self::NothingCounts => "nothing_counts",
            Self::Unsettled { .. } => "unsettled",
            Self::Doubted { .. } => "doubted",
            Self::Against { .. } => "against",
            Self::Inferred { .. } => "inferred",
            Self::Unexpected { .. } => "unexpected",
        }
    }

    /// The cell it is about.
    pub fn cell(self, docket: &ClosedDocket) -> Option<CellRef<'_>> {
        match self {
            Self::NothingCounts => None,
            Self::Unsettled { cell }
            | Self::Doubted { cell }
            | Self::Against { cell }
            | Self::Inferred { cell }
            | Self::Unexpected { cell } => {
                (cell < docket.columns().cells.len()).then(|| docket.columns().cell(cell))
            }
        }
    }
}
