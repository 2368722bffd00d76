//! Two policies on rounds that were recorded.

use std::collections::BTreeMap;
use std::path::Path;

use rayon::prelude::*;

use crate::codec::Lexicon;
use crate::host::{Disk, Limits, Recorded, Roster, recorded_rounds};
use crate::trial::Expected;
use crate::{Diagnostics, Docket, Outcome, Policy, ReadOptions};

/// Where two policies differ on recorded rounds.
pub(super) struct Replayed {
    pub(super) rounds: usize,
    pub(super) groups: Vec<Group>,
}

/// Rounds on which they differ alike.
pub(super) struct Group {
    pub(super) from: (Outcome, String),
    pub(super) to: (Outcome, String),
    /// Their names, in order.
    pub(super) rounds: Vec<String>,
}

impl Group {
    pub(super) fn loosens(&self) -> bool {
        self.to.0 < self.from.0
    }

    pub(super) fn opens(&self) -> bool {
        self.to.0.opens() && !self.from.0.opens()
    }
}

/// Judges every round below a folder by both, on all cores. One that cannot be read or judged is an error: what was
/// not compared cannot be called the same.
pub(super) fn replayed(
    folder: &Path,
    panel: &[Expected],
    lexicon: &Lexicon,
    (old, new): (&Policy, &Policy),
) -> Result<Replayed, Diagnostics> {
    let rounds = recorded_rounds(&Disk, folder)?;
    let names = panel.iter().map(|seat| seat.name.clone()).collect::<Vec<_>>();
    let roster = Roster {
        expect: (!names.is_empty()).then_some(names),
        by_policy: old.seats().chain(new.seats()).map(str::to_owned).collect(),
        may_be_nobody: true,
        ..Roster::default()
    };
    let options = ReadOptions::default().lexicon(lexicon.clone());
    let limits = Limits::default();
    type Ruled = ((Outcome, String), (Outcome, String));
    let ruled = |round: &Recorded| -> Result<Ruled, Diagnostics> {
        let docket: Docket = round.docket(&Disk, &roster, &options, &limits)?;
        let docket = docket.close();
        let of = |policy: &Policy| {
            let ruling = policy.judge(&docket)?;
            Ok::<_, Diagnostics>((ruling.outcome(), ruling.rule_name().to_owned()))
        };
        Ok((of(old)?, of(new)?))
    };
    let all: Vec<Result<Ruled, Diagnostics>> = rounds.par_iter().map(ruled).collect();
    let mut wrong = Diagnostics::default();
    let mut groups: BTreeMap<Ruled, Vec<String>> = BTreeMap::new();
    for (round, ruled) in rounds.iter().zip(all) {
        match ruled {
            Ok(ruled) if ruled.0.0 == ruled.1.0 => {}
            Ok(ruled) => groups.entry(ruled).or_default().push(round.name.clone()),
            Err(reason) => wrong.absorb(reason),
        }
    }
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let mut groups: Vec<Group> =
        groups.into_iter().map(|((from, to), rounds)| Group { from, to, rounds }).collect();
    groups.sort_by_key(|group| {
        (!group.opens(), !group.loosens(), std::cmp::Reverse(group.rounds.len()))
    });
    Ok(Replayed { rounds: rounds.len(), groups })
}
