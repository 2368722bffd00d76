//! What would change a ruling, as it stands in JSON.

use serde::Serialize;

use crate::emit::view::{Subject, subject};
use crate::emit::words;
use crate::ir::{self, Outcome, Ruling, Suppose};

/// What would change a ruling: what would open a shut gate, what would shut an open one.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct WhatIfs<'a> {
    /// Each way that was found.
    found: Vec<WhatIf<'a>>,
    /// Whether everything was tried: of a large docket only a part is.
    tried_all: bool,
}

/// One ruling that would be given instead. It is a supposition: it opens nothing.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WhatIf<'a> {
    /// What would have to be otherwise, all of it.
    suppose: Vec<Supposed<'a>>,
    /// What the policy would come to.
    outcome: Outcome,
    /// Its word for that.
    word: &'a str,
    /// The name of the rule that would decide.
    rule: &'a str,
}

/// One thing that would be otherwise.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
}

impl<'a> WhatIfs<'a> {
    pub(super) fn of(what_ifs: &'a ir::WhatIfs, ruling: &'a Ruling) -> Self {
        let supposed = |supposed: &'a Suppose| match supposed {
            Suppose::Says { seat, subject: about, outcome } => {
                Supposed::Says { seat, subject: about.as_ref().map(subject), outcome: *outcome }
            }
            Suppose::Without { .. } => Supposed::Without {
                findings: supposed.findings(ruling.docket()).map(words::finding_name).collect(),
            },
        };
        let view = |what_if: &'a ir::WhatIf| WhatIf {
            suppose: what_if.suppose.iter().map(supposed).collect(),
            outcome: what_if.outcome,
            word: &what_if.word,
            rule: &what_if.rule,
        };
        Self { found: what_ifs.found.iter().map(view).collect(), tried_all: what_ifs.tried_all }
    }
}
