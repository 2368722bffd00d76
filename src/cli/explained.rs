//! Why an answer is what it is, beside the answer: what the policies before the gate saw, and what would change it.

use crate::docket::ClosedDocket;
use crate::emit::json::Explained;
use crate::emit::text::{self, TextOptions};
use crate::report::Section;
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

    /// The same for a report that folds it.
    pub(super) fn sections(&self, ruling: &Ruling, published: bool) -> Vec<Section> {
        let options = TextOptions { published, ..TextOptions::default() };
        let parts = [text::explain(ruling, &options), text::stage_traces(&self.stages, &options)];
        let trace =
            parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n");
        let changes = text::what_ifs(ruling, &self.what_ifs, &options);
        // Its title stands above it.
        let changes = changes.split_once('\n').map_or("", |(_, ways)| ways).to_owned();
        let all = [("What would change it", changes), ("Every rule, and what it saw", trace)];
        let all = all.into_iter().filter(|(_, text)| !text.is_empty());
        all.map(|(title, text)| Section { title, text }).collect()
    }

    pub(super) fn json(&self) -> Explained<'_> {
        Explained { what_ifs: &self.what_ifs, stages: &self.stages }
    }
}
