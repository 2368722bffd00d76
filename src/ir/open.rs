//! The one path to an open gate.

use super::bits::Bits;
use super::columns::{Cell, Columns, Group};
use super::places::Places;
use super::ruling::Selection;
use super::{CellRef, ClosedDocket, FindingKind, Outcome, Remark, RemarkKind, Stake, State};
use crate::source::Sha256;

/// Proof that the gate may open. Only `may_open` makes one, when a policy asks.
///
/// A host that takes an `Opening` where it merges cannot merge without a ruling:
///
/// ```
/// fn merge(opening: &assize::Opening) {
///     println!("{} in round {}", opening.docket().id(), opening.docket().round());
/// }
/// ```
///
/// It cannot be made by hand, although all that it is made of can be:
///
/// ```
/// let overrides: Vec<assize::ruling::Override> = vec![];
/// let (outcome, docket) = (assize::Outcome::Pass, assize::Docket::new("task-17").close());
/// ```
/// ```compile_fail,E0451
/// let overrides: Vec<assize::ruling::Override> = vec![];
/// let (outcome, docket) = (assize::Outcome::Pass, assize::Docket::new("task-17").close());
/// let forged = assize::Opening { outcome, docket, overrides };
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
#[derive(Debug)]
#[must_use]
pub struct Opening {
    outcome: Outcome,
    docket: ClosedDocket,
    policy: Sha256,
    overrides: Vec<Override>,
    excused: Vec<usize>,
    /// How many seats there are, where none of them was expected by name.
    unnamed: Option<usize>,
}

/// What a rule lifted so that the gate opens, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Override {
    /// The rule, by its place among the policy's rules.
    pub rule: u32,
    /// The policy's reason.
    pub reason: String,
    /// The cells whose `fail` or `hold` it lifts, by their places in the docket.
    pub lifts: Vec<usize>,
}

/// What a rule that holds asks to lift.
#[derive(Clone, Debug)]
pub(crate) struct Lift {
    pub(crate) rule: u32,
    pub(crate) reason: String,
    /// Cells of the seats it names, or findings.
    pub(crate) group: Selection,
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
    /// No required or voting seat has reported: there is nothing to open on.
    NothingCounts,
    /// Somebody has reported, and no one is in favour: no required or voting cell is effectively `pass` or
    /// `warn`.
    NobodyInFavour,
    /// A required cell is missing, unreadable, stale or errored; or the text of a voter cannot be read, may hide an
    /// answer, and the policy does not say that it may be left out.
    Unsettled {
        /// Its place among the cells.
        cell: usize,
    },
    /// A line beside the verdict of a required cell, or of a voter that may not be left out, says worse than the
    /// verdict.
    Doubted {
        /// Its place among the cells.
        cell: usize,
    },
    /// Only the `lenient` profile found the verdict of a required cell, or of a voter that may not be left out.
    Inferred {
        /// Its place among the cells.
        cell: usize,
    },
    /// A required cell is effectively `fail` or `hold`.
    Against {
        /// Its place among the cells.
        cell: usize,
    },
    /// A voter who was not named: anybody could have brought it along.
    UnnamedVoter {
        /// Its place among the cells.
        cell: usize,
    },
    /// A source that was not expected says fail or hold, or cannot be read.
    Unexpected {
        /// Its place among the cells.
        cell: usize,
    },
    /// Somebody excused a required or voting seat, and this docket is judged without overrides.
    Excused {
        /// Its place among the cells.
        cell: usize,
    },
}

/// Whether a policy that says `wanted` may open the gate for this docket.
///
/// Refuses with every impediment. Only what a reviewer said can be lifted, and then counts as `warn`.
/// What is lifted or excused, and a bench of which no one is expected by name, caps `pass` at `warn`.
pub(crate) fn may_open(
    docket: &ClosedDocket,
    policy: Sha256,
    wanted: Outcome,
    lifts: &[Lift],
) -> Result<Opening, Vec<Impediment>> {
    let CheckedOpening { outcome, overrides, excused, unnamed } =
        check_opening(docket.columns(), wanted, lifts)?;
    Ok(Opening { outcome, docket: docket.clone(), policy, overrides, excused, unnamed })
}

/// What an opening would be, were it one.
pub(crate) struct CheckedOpening {
    pub(crate) outcome: Outcome,
    pub(crate) overrides: Vec<Override>,
    excused: Vec<usize>,
    unnamed: Option<usize>,
}

/// What stands against opening, or the outcome of the opening.
pub(crate) fn check_opening(
    columns: &Columns,
    wanted: Outcome,
    lifts: &[Lift],
) -> Result<CheckedOpening, Vec<Impediment>> {
    let overrides = if columns.overrides { lifted(columns, lifts) } else { Vec::new() };
    let mut free = columns.no_cells();
    overrides.iter().flat_map(|found| &found.lifts).for_each(|&cell| free.insert(cell));
    let impediments = impediments(columns, &free);
    if !impediments.is_empty() || !wanted.opens() {
        return Err(impediments);
    }
    let counting =
        || (0..).zip(&columns.cells).filter(|(_, cell): &(usize, &Cell)| cell.stake.counts());
    let excused = counting().filter(|(_, cell)| cell.state == State::Excused);
    let excused: Vec<usize> = excused.map(|(place, _)| place).collect();
    // Who was skipped says nothing about who should have spoken.
    let named = counting().any(|(_, cell)| cell.state != State::Skipped && cell.named);
    let unnamed = (!named).then(|| columns.group(Group::Expected).count());
    let capped = !overrides.is_empty() || !excused.is_empty() || unnamed.is_some();
    let outcome = if capped { wanted.max(Outcome::Warn) } else { wanted };
    Ok(CheckedOpening { outcome, overrides, excused, unnamed })
}

/// Whether a reason is more than blanks and signs that are invisible.
pub(crate) fn says_something(reason: &str) -> bool {
    reason.contains(char::is_alphanumeric)
}

/// What the rules lift between them.
///
/// Seats are lifted whole, so far as they have spoken. A `fail` is explained by findings where it lists a
/// blocker, all of its blockers are among those of all rules together, and its text says nothing worse beside
/// its fields: a blocker that stands there is among no one's findings.
fn lifted(columns: &Columns, lifts: &[Lift]) -> Vec<Override> {
    let mut explained = columns.no_findings();
    for lift in lifts {
        if let Selection::Findings(findings) = &lift.group {
            explained = explained.or(findings);
        }
    }
    let spoke = |&cell: &usize| {
        let cell = columns.cell(cell);
        cell.stake().counts()
            && cell.state() == State::Reported
            && !cell.effective().is_some_and(Outcome::opens)
    };
    let blockers = |cell: usize| {
        let findings = columns.cells[cell].findings.clone();
        (findings.start as usize..findings.end as usize)
            .filter(|&finding| columns.finding_kind[finding] == FindingKind::Blocker)
    };
    let is_explained = |&cell: &usize| {
        columns.cell(cell).effective() == Some(Outcome::Fail)
            && blockers(cell).next().is_some()
            && blockers(cell).all(|finding| explained.contains(finding))
            && !columns.cell(cell).remarks().iter().any(says_more)
    };
    let lifted = lifts.iter().map(|lift| {
        let cells: Vec<usize> = match &lift.group {
            Selection::Cells(cells) => cells.iter().filter(spoke).collect(),
            Selection::Findings(own) => (0..columns.cells.len())
                .filter(|&cell| blockers(cell).any(|finding| own.contains(finding)))
                .filter(spoke)
                .filter(is_explained)
                .collect(),
            Selection::Nothing | Selection::Waivers(_) => Vec::new(),
        };
        Override { rule: lift.rule, reason: lift.reason.clone(), lifts: cells }
    });
    lifted.filter(|found| !found.lifts.is_empty()).collect()
}

/// Whether a remark says more than that the verdict is what it is.
fn says_more(remark: &Remark) -> bool {
    remark.kind != RemarkKind::Verdict && !remark.says.opens()
}

/// Everything that stands against opening, whatever a policy says, when what is in `free` counts as `warn`.
fn impediments(columns: &Columns, free: &Bits) -> Vec<Impediment> {
    let mut found = Vec::new();
    let opens = |cell: &Cell| cell.effective.is_some_and(Outcome::opens);
    let mut counts = false;
    let mut favour = false;
    for (index, cell) in columns.cells.iter().enumerate() {
        let reported = cell.state == State::Reported;
        let lifted = free.contains(index);
        if cell.stake.counts() {
            counts |= reported;
            favour |= reported && (opens(cell) || lifted);
        }
        match (cell.stake, cell.state) {
            (Stake::Unexpected, _) if !(reported && opens(cell)) => {
                found.push(Impediment::Unexpected { cell: index });
            }
            (Stake::Required | Stake::Voting, State::Excused) if !columns.overrides => {
                found.push(Impediment::Excused { cell: index });
            }
            (Stake::Voting, State::Reported) if !cell.named => {
                found.push(Impediment::UnnamedVoter { cell: index });
            }
            (Stake::Required, State::Reported) if !lifted && !opens(cell) => {
                let against = Impediment::Against { cell: index };
                found.push(unreliable(columns, index).unwrap_or(against));
            }
            // What a voter says is for the policy to weigh; here it is not known what that is.
            (Stake::Voting, State::Reported) if !lifted && !cell.left_out.doubted => {
                found.extend(unreliable(columns, index));
            }
            (Stake::Voting, State::Unreadable)
                if cell.may_have_answered() && !cell.left_out.unreadable =>
            {
                found.push(Impediment::Unsettled { cell: index });
            }
            (
                Stake::Required,
                State::Missing | State::Unreadable | State::Stale | State::Errored,
            ) => found.push(Impediment::Unsettled { cell: index }),
            _ => {}
        }
    }
    match (counts, favour) {
        (false, _) => found.insert(0, Impediment::NothingCounts),
        (true, false) => found.insert(0, Impediment::NobodyInFavour),
        (true, true) => {}
    }
    found
}

/// Why a verdict that opens, as it is stated, is a hold all the same.
fn unreliable(columns: &Columns, index: usize) -> Option<Impediment> {
    if columns.cells[index].effective != Some(Outcome::Hold) {
        return None;
    }
    let cell = columns.cell(index);
    match cell.doubted() {
        true => Some(Impediment::Doubted { cell: index }),
        false if cell.verdict().is_some_and(|verdict| verdict.inferred) => {
            Some(Impediment::Inferred { cell: index })
        }
        false => None,
    }
}

/// What a refused opening becomes: `fail` where a required cell or an unexpected source
/// effectively fails, else `hold`.
pub(crate) fn refused_outcome(columns: &Columns, impediments: &[Impediment]) -> Outcome {
    let fails = impediments.iter().any(|impediment| match impediment {
        Impediment::Unsettled { cell }
        | Impediment::Against { cell }
        | Impediment::Unexpected { cell } => columns.cell(*cell).effective() == Some(Outcome::Fail),
        _ => false,
    });
    if fails { Outcome::Fail } else { Outcome::Hold }
}

impl Opening {
    /// `pass` or `warn`.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// The docket that it opens, with its name, its round and the texts that were read for it. It opens no other.
    pub fn docket(&self) -> &ClosedDocket {
        &self.docket
    }

    /// SHA-256 of the policy that opened it.
    pub fn policy(&self) -> Sha256 {
        self.policy
    }

    /// What was lifted, rule by rule.
    pub fn overrides(&self) -> &[Override] {
        &self.overrides
    }

    /// The cells that were excused.
    pub fn excused(&self) -> impl Iterator<Item = CellRef<'_>> {
        self.excused.iter().map(|&cell| self.docket.columns().cell(cell))
    }

    /// How many seats there are, where none of them was expected by name: a reviewer who never wrote cannot be
    /// told from one who was never asked.
    pub fn unnamed(&self) -> Option<usize> {
        self.unnamed
    }
}

impl Override {
    /// The cells whose `fail` or `hold` it lifts.
    pub fn cells<'d>(&self, docket: &'d ClosedDocket) -> impl Iterator<Item = CellRef<'d>> {
        let known = self.lifts.iter().filter(|&&cell| cell < docket.columns().cells.len());
        known.map(|&cell| docket.columns().cell(cell))
    }
}

/// What it is about, without the name of a seat: [`Impediment::cell`] has that.
impl std::fmt::Display for Impediment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::NothingCounts => "no verdict that counts has arrived",
            Self::NobodyInFavour => "no reviewer whose verdict counts is in favour",
            Self::Unsettled { .. } => "a verdict that counts is missing or cannot be read",
            Self::Doubted { .. } => "a line beside a verdict that counts denies it",
            Self::Against { .. } => "a required reviewer is against it",
            Self::Inferred { .. } => "a verdict that counts was only inferred",
            Self::UnnamedVoter { .. } => "a voter was not expected by name",
            Self::Unexpected { .. } => "a source that was not expected does not pass",
            Self::Excused { .. } => "a reviewer is excused, and overrides are not allowed",
        })
    }
}

impl Impediment {
    /// The same in another docket.
    pub(crate) fn moved(mut self, places: &Places) -> Self {
        if let Some(cell) = self.place() {
            *cell = places.cell(*cell);
        }
        self
    }

    /// The place of the cell that it is about.
    fn place(&mut self) -> Option<&mut usize> {
        match self {
            Self::NothingCounts | Self::NobodyInFavour => None,
            Self::Unsettled { cell }
            | Self::Doubted { cell }
            | Self::Against { cell }
            | Self::Inferred { cell }
            | Self::UnnamedVoter { cell }
            | Self::Unexpected { cell }
            | Self::Excused { cell } => Some(cell),
        }
    }

    /// A name for it: `nothing_counts`, `unsettled`, …
    pub fn name(self) -> &'static str {
        match self {
            Self::NothingCounts => "nothing_counts",
            Self::NobodyInFavour => "nobody_in_favour",
            Self::Unsettled { .. } => "unsettled",
            Self::Doubted { .. } => "doubted",
            Self::Against { .. } => "against",
            Self::Inferred { .. } => "inferred",
            Self::UnnamedVoter { .. } => "unnamed_voter",
            Self::Unexpected { .. } => "unexpected",
            Self::Excused { .. } => "excused",
        }
    }

    /// The cell it is about.
    pub fn cell(mut self, docket: &ClosedDocket) -> Option<CellRef<'_>> {
        let cell = *self.place()?;
        (cell < docket.columns().cells.len()).then(|| docket.columns().cell(cell))
    }
}
