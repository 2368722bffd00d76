//! What would change a ruling, as it stands in JSON.

use serde::Serialize;

use crate::emit::view::{Subject, subject};
use crate::emit::words;
use crate::ir::{self, ClosedDocket, Outcome, Severity, Suppose};

/// What would change a ruling: what would open a shut gate, what would shut an open one.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct WhatIfs<'a> {
    /// Each way that was found.
    found: Vec<WhatIf<'a>>,
    /// Whether nothing that reviewers could answer opens it, and facts of the run would.
    no_reviewer: bool,
    /// Whether everything was tried: of a large docket only a part is.
    tried_all: bool,
}

/// One ruling that would be given instead. It is a supposition: it opens nothing.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct WhatIf<'a> {
    /// What would have to be otherwise, all of it.
    suppose: Vec<Supposed<'a>>,
    /// What the policy would come to; null for an action.
    outcome: Option<Outcome>,
    /// Its word for that.
    word: &'a str,
    /// The name of the rule that would decide; `what it states` of a verdict that is worse than its audit.
    rule: &'a str,
}

/// One thing that would be otherwise.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Supposed<'a> {
    /// A seat answers, is sure, and lists no findings.
    Says {
        /// The seat.
        seat: &'a str,
        /// What it answers about; null for all that it was asked about.
        subject: Option<Subject<'a>>,
        /// Its answer.
        outcome: Outcome,
    },
    /// What is wrong at one place is not there; verdicts stay as they are stated.
    Without {
        /// Its findings by seat and place, from 1: `quality#1`.
        findings: Vec<String>,
    },
    /// A seat states something else, and lists the same findings.
    States {
        /// The seat.
        seat: &'a str,
        /// What it answers about.
        subject: Subject<'a>,
        /// What it states.
        outcome: Outcome,
    },
    /// A seat lists one more finding.
    Finds {
        /// The seat.
        seat: &'a str,
        /// What it answers about.
        subject: Subject<'a>,
        /// How bad it is.
        severity: Severity,
    },
    /// Something is tried on a seat so many times more.
    Tried {
        /// The seat.
        seat: &'a str,
        /// What is tried.
        action: &'a str,
        /// How often.
        times: u32,
    },
    /// A fact of the run is something else.
    Given {
        /// Its name.
        name: &'a str,
        /// What it would be, as text.
        value: String,
    },
    /// The change has another size.
    LinesChanged {
        /// How many lines it would change.
        lines: u64,
    },
}

impl<'a> WhatIfs<'a> {
    pub(super) fn of(what_ifs: &'a ir::WhatIfs, docket: &'a ClosedDocket) -> Self {
        let supposed = |supposed: &'a Suppose| match supposed {
            Suppose::Says { seat, subject: about, outcome } => {
                Supposed::Says { seat, subject: about.as_ref().map(subject), outcome: *outcome }
            }
            Suppose::Without { .. } => Supposed::Without {
                findings: supposed.findings(docket).map(words::finding_name).collect(),
            },
            Suppose::States { seat, subject: about, outcome } => {
                Supposed::States { seat, subject: subject(about), outcome: *outcome }
            }
            Suppose::Finds { seat, subject: about, severity } => {
                Supposed::Finds { seat, subject: subject(about), severity: *severity }
            }
            Suppose::Tried { seat, action, times } => {
                Supposed::Tried { seat, action, times: *times }
            }
            Suppose::Given { name, value } => Supposed::Given { name, value: value.to_string() },
            Suppose::LinesChanged { lines } => Supposed::LinesChanged { lines: *lines },
        };
        let view = |what_if: &'a ir::WhatIf| WhatIf {
            suppose: what_if.suppose.iter().map(supposed).collect(),
            outcome: what_if.outcome,
            word: &what_if.word,
            rule: &what_if.rule,
        };
        let ir::WhatIfs { found, no_reviewer, tried_all } = what_ifs;
        Self {
            found: found.iter().map(view).collect(),
            no_reviewer: *no_reviewer,
            tried_all: *tried_all,
        }
    }
}
