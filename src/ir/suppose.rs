//! A docket as it would be, had somebody said something else.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use super::columns::{Cell, Columns};
use super::{
    Attempt, ClosedDocket, Confidence, Finding, FindingKind, FindingRef, Given, Outcome, Severity,
    Stake, State, Stated, Subject, Verdict,
};
use crate::source::Span;

/// What would change a ruling.
///
/// A shut gate: what would open it. An open one: what would shut it, and where it is a `warn`, what would make it
/// a `pass`. One thing before two; where two are not enough, as few as were found.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct WhatIfs {
    /// What was found.
    pub found: Vec<WhatIf>,
    /// Whether nothing that reviewers could answer opens it, and facts of the run would.
    pub no_reviewer: bool,
    /// Whether everything was tried. A large docket, or a policy that takes many steps, is tried in part.
    pub tried_all: bool,
}

/// One ruling that would be given instead, and what it takes. It is a supposition: it opens nothing.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WhatIf {
    /// What would have to be otherwise, all of it.
    pub suppose: Vec<Suppose>,
    /// What the policy would come to; none where it says what to try next.
    pub outcome: Option<Outcome>,
    /// Its word for that.
    pub word: String,
    /// The name of the rule that would decide; `what it states` of a verdict that is worse than its audit.
    pub rule: String,
}

/// One thing that could be otherwise in a docket.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Suppose {
    /// A seat answers, is sure, and lists no findings.
    Says {
        /// The seat.
        seat: String,
        /// The subject it answers about; none for all that it was asked about.
        subject: Option<Subject>,
        /// Its answer.
        outcome: Outcome,
    },
    /// What is wrong at one place is not there; verdicts stay as they are stated.
    Without {
        /// Its findings, by their places in the docket.
        findings: Vec<usize>,
    },
    /// A seat states something else, and lists the same findings.
    States {
        /// The seat.
        seat: String,
        /// The subject it answers about.
        subject: Subject,
        /// What it states.
        outcome: Outcome,
    },
    /// A seat lists one more finding.
    Finds {
        /// The seat.
        seat: String,
        /// The subject it answers about.
        subject: Subject,
        /// How bad it is.
        severity: Severity,
    },
    /// Something is tried on a seat so many times more.
    Tried {
        /// The seat.
        seat: String,
        /// What is tried, in the words of the redispatch stage.
        action: String,
        /// How often.
        times: u32,
    },
    /// A fact of the run is something else.
    Given {
        /// Its name.
        name: String,
        /// What it would be.
        value: Given,
    },
    /// The change has another size.
    LinesChanged {
        /// How many lines it would change.
        lines: u64,
    },
}

/// `qa passes`, `one more `respawn` of qa`, `coverage is 800`
impl fmt::Display for Suppose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let about = |subject: &Subject| match subject {
            Subject::Change => String::new(),
            subject => format!(" of {subject}"),
        };
        match self {
            Self::Says { seat, subject, outcome } => {
                let about = subject.as_ref().map(about).unwrap_or_default();
                write!(f, "{seat} says {outcome}{about}")
            }
            Self::Without { findings } => match findings.len() {
                1 => f.write_str("one finding is not there"),
                many => write!(f, "{many} findings are not there"),
            },
            Self::States { seat, subject, outcome } => {
                write!(f, "{seat} states {outcome}{}", about(subject))
            }
            Self::Finds { seat, severity, .. } => write!(f, "{seat} finds one more {severity}"),
            Self::Tried { seat, action, times } => write!(f, "{seat} had {times} more {action}"),
            Self::Given { name, value } => write!(f, "{name} is {value}"),
            Self::LinesChanged { lines } => write!(f, "{lines} lines change"),
        }
    }
}

/// `pass by `everybody passed`, when qa says pass and coverage is 800`
impl fmt::Display for WhatIf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: Vec<String> = self.suppose.iter().map(ToString::to_string).collect();
        write!(f, "{} by `{}`, when {}", self.word, self.rule, all.join(" and "))
    }
}

impl Suppose {
    /// The findings that are not there.
    pub fn findings<'d>(&self, docket: &'d ClosedDocket) -> impl Iterator<Item = FindingRef<'d>> {
        let places = match self {
            Self::Without { findings } => findings.clone(),
            _ => Vec::new(),
        };
        let columns = docket.columns();
        let known = move |place: &usize| *place < columns.finding_cell.len();
        places.into_iter().filter(known).map(move |place| columns.finding(place))
    }
}

impl ClosedDocket {
    /// The docket as it would be. What is judged of it is a supposition: nothing may open on it.
    pub(crate) fn supposing<'s>(&self, all: impl Iterator<Item = &'s Suppose> + Clone) -> Self {
        let mut columns = Columns::clone(self.columns());
        let removed = all.clone().filter_map(|supposed| match supposed {
            Suppose::Without { findings } => Some(findings),
            _ => None,
        });
        columns.remove(removed.flatten().copied());
        for supposed in all {
            match supposed {
                Suppose::Without { .. } => {}
                Suppose::Says { seat, subject, outcome } => {
                    columns.say(seat, subject.as_ref(), *outcome);
                }
                Suppose::States { seat, subject, outcome } => {
                    columns.change(seat, subject, |verdict| {
                        verdict.stated = Some(Stated { outcome: *outcome, word: Span::default() });
                    });
                }
                Suppose::Finds { seat, subject, severity } => {
                    columns.change(seat, subject, |verdict| verdict.find(*severity));
                }
                Suppose::Tried { seat, action, times } => {
                    let attempt = Attempt::new(seat, action).round(columns.round);
                    let attempts = std::iter::repeat_n(attempt, *times as usize);
                    columns.attempts.extend(attempts);
                }
                Suppose::Given { name, value } => {
                    columns.given.insert(name.clone(), value.clone());
                }
                Suppose::LinesChanged { lines } => columns.lines_changed = Some(*lines),
            }
        }
        columns.hold_stand_ins();
        columns.index_findings();
        columns.regroup();
        Self::new(columns)
    }
}

impl Columns {
    /// Takes findings, by their places in the docket, out of the verdicts that list them.
    fn remove(&mut self, findings: impl Iterator<Item = usize>) {
        let mut gone: BTreeMap<u32, BTreeSet<usize>> = BTreeMap::new();
        for finding in findings.filter(|finding| *finding < self.finding_cell.len()) {
            let found = self.finding(finding);
            if let Some(verdict) = self.cells[self.finding_cell[finding] as usize].verdict {
                gone.entry(verdict).or_default().insert(found.place());
            }
        }
        for (place, gone) in gone {
            let Some(verdict) = self.verdicts.get_mut(place as usize) else { continue };
            let verdict = Arc::make_mut(verdict);
            let mut at = 0..;
            verdict.findings.retain(|_| !at.next().is_some_and(|at| gone.contains(&at)));
            verdict.derive_again();
            self.report_again(place);
        }
    }

    /// Changes what a seat reports about a subject.
    fn change(&mut self, seat: &str, subject: &Subject, change: impl Fn(&mut Verdict)) {
        let own = self.cells.iter().filter(|cell| cell.seat == seat && cell.subject == *subject);
        let reported = own.filter(|cell| cell.state == State::Reported);
        let places: BTreeSet<u32> = reported.filter_map(|cell| cell.verdict).collect();
        for place in places {
            let Some(verdict) = self.verdicts.get_mut(place as usize) else { continue };
            change(Arc::make_mut(verdict));
            self.report_again(place);
        }
    }

    fn report_again(&mut self, place: u32) {
        let Some(verdict) = self.verdicts.get(place as usize) else { return };
        let reported =
            |cell: &&mut Cell| cell.verdict == Some(place) && cell.state == State::Reported;
        for cell in self.cells.iter_mut().filter(reported) {
            cell.report(verdict, place as usize);
        }
    }

    /// Lets a seat answer. One that has no cell gets one, as a source that was not expected has.
    fn say(&mut self, seat: &str, subject: Option<&Subject>, outcome: Outcome) {
        self.ignored.retain(|cell| cell.seat != seat);
        if !self.cells.iter().any(|cell| cell.seat == seat) {
            self.cells.push(Cell { weight: 0, ..Cell::of_seat(seat, Stake::Unexpected) });
        }
        for cell in self.cells.iter_mut().filter(|cell| cell.seat == seat) {
            let away = matches!(cell.state, State::Skipped | State::Excused);
            if away || subject.is_some_and(|subject| *subject != cell.subject) {
                continue;
            }
            let mut verdict = Verdict::new(Span::default());
            verdict.subject = cell.subject.clone();
            verdict.stated = Some(Stated { outcome, word: Span::default() });
            verdict.confidence = Some(Confidence::High);
            (cell.detail, cell.effective, cell.remarks) = (None, None, Vec::new());
            cell.report(&verdict, self.verdicts.len());
            self.verdicts.push(Arc::new(verdict));
        }
    }
}

impl Verdict {
    /// What is derived where something else was found; as it was where more than findings says what is.
    fn derive_again(&mut self) {
        let Some(besides) = self.derived_besides else { return };
        self.derived = Some(self.findings.iter().map(Finding::implies).fold(besides, Ord::max));
    }

    fn find(&mut self, severity: Severity) {
        let kind = match severity {
            Severity::Critical => FindingKind::Blocker,
            _ => FindingKind::Advisory,
        };
        let finding = Finding { severity: Some(severity), ..Finding::new(kind, Span::default()) };
        self.findings.push(finding);
        self.derive_again();
    }
}
