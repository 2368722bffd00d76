//! Dockets beside the small ones: larger in one way, and smaller in all others.

use super::{Expected, OTHERS, Scope, Sitting, Space};
use crate::engine::{Policy, Reads, Stage};

/// How many dockets of each such space are tried.
const MOST: u64 = 20_000;

impl Space {
    /// Dockets that are larger in one way and smaller in all others: many seats, many findings, facts beside each other.
    pub(crate) fn wide(policies: &[&Policy], panel: &[Expected]) -> Vec<Self> {
        /// No policy is asked about longer lists of findings.
        const LONGEST: i64 = 16;
        let reads = || Reads::of(policies.iter().copied());
        let counted = reads().numbers.range(..LONGEST).next_back().copied().unwrap_or_default();
        let findings = usize::try_from(counted).unwrap_or_default() + 1;
        let named = Self::named(&reads(), panel);
        let seats = usize::from(named.is_empty());
        let plain = policies.iter().all(|policy| policy.is_plain());
        let most = if plain { MOST } else { MOST / 8 };
        let many =
            [5, 7, OTHERS.len()].map(|seats| (reads(), Scope { seats, subjects: 1, findings: 0 }));
        let one = [
            (reads(), Scope { seats, subjects: 1, findings }),
            (reads().widened(), Scope { seats, subjects: 1, findings: 1 }),
        ];
        let space = |(reads, scope): (Reads, Scope)| {
            let sitting =
                Sitting { stage: Stage::Gate, named: named.clone(), asked: None, apart: false };
            // Where so many seats are named that none of it fits, there is none of it.
            Self::sitting(&reads, sitting, scope, most).ok()
        };
        many.into_iter().chain(one).filter_map(space).collect()
    }
}
