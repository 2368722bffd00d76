//! Why an answer is what it is, beside the answer: what the policies before the gate saw, and what would change it.

use crate::docket::ClosedDocket;
use crate::emit::json::Explained;
use crate::emit::text::{self, TextOptions};
use crate::ruling::{StageTrace, WhatIfs};
use crate::{Diagnostics, Policy, Ruling};

/// Why a ruling is what it is.
pub(super) struct Explanation {
    what_ifs: WhatIfs,
    stages: Vec<StageTrace>,
}

impl Explanation {
    pub(super) fn of(policy: &Policy, docket: &ClosedDocket) -> Result<Self, Diagnostics> {
        Ok(Self { what_ifs: policy.what_ifs(docket)?, stages: policy.stage_traces(docket)? })
    }

    /// The ruling at length, every rule of every stage, and what would change it.
    pub(super) fn text(&self, ruling: &Ruling, options: &TextOptions) -> String {
        let stages = text::stage_traces(&self.stages, options);
        let changes = text::what_ifs(ruling, &self.what_ifs, options);
        let parts = [text::explain(ruling, options), stages, changes];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
    }

    pub(super) fn json(&self) -> Explained<'_> {
        Explained { what_ifs: &self.what_ifs, stages: &self.stages }
    }
}
