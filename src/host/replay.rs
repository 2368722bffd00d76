//! Two policies on rounds that were recorded.

use std::collections::BTreeMap;
use std::path::Path;

use rayon::prelude::*;

use super::{Disk, Limits, Recorded, Roster, recorded_rounds};
use crate::codec::Lexicon;
use crate::trial::{Expected, Ruled};
use crate::{Diagnostic, Diagnostics, Docket, Policy, ReadOptions};

/// Where two policies differ on recorded rounds.
#[derive(Debug)]
pub struct Replayed {
    /// How many rounds were judged.
    pub rounds: usize,
    /// Those on which they differ, shut before and open now first.
    pub groups: Vec<RoundGroup>,
}

/// Rounds on which they differ alike.
#[derive(Debug)]
pub struct RoundGroup {
    /// What the first comes to.
    pub from: Ruled,
    /// What the second comes to.
    pub to: Ruled,
    /// Their names, in order.
    pub rounds: Vec<String>,
}

impl RoundGroup {
    /// Whether something is told better than it was.
    pub fn loosens(&self) -> bool {
        self.to.outcome < self.from.outcome
    }

    /// Whether something opens that was shut.
    pub fn opens(&self) -> bool {
        self.to.outcome.opens() && !self.from.outcome.opens()
    }
}

/// Judges every round below a folder by both, on all cores. One that cannot be read or judged is an error: what was
/// not compared cannot be called the same.
///
/// # Errors
///
/// There is no round; one cannot be read or judged.
pub fn replayed(
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
    let ruled = |round: &Recorded| -> Result<(Ruled, Ruled), Diagnostics> {
        let docket: Docket = round.docket(&Disk, &roster, &options, &limits)?;
        let docket = docket.close();
        let of = |policy: &Policy| Ok::<_, Diagnostics>(Ruled::of(&policy.judge(&docket)?));
        Ok((of(old)?, of(new)?))
    };
    let all: Vec<Result<(Ruled, Ruled), Diagnostics>> = rounds.par_iter().map(ruled).collect();
    let mut wrong = Diagnostics::default();
    let mut compared = Vec::with_capacity(rounds.len());
    for (round, ruled) in rounds.iter().zip(all) {
        match ruled {
            Ok((old, new)) => compared.push((round.name.clone(), old, new)),
            Err(reason) => {
                wrong.push(not_judged(&round.name));
                wrong.absorb(reason);
            }
        }
    }
    if wrong.is_empty() { Ok(grouped_rounds(compared)) } else { Err(wrong) }
}

/// Rounds by what they came to and come to; only those that differ.
pub fn grouped_rounds(compared: Vec<(String, Ruled, Ruled)>) -> Replayed {
    let rounds = compared.len();
    let mut groups: BTreeMap<(Ruled, Ruled), Vec<String>> = BTreeMap::new();
    let differ = compared.into_iter().filter(|(_, old, new)| old.outcome != new.outcome);
    for (name, old, new) in differ {
        groups.entry((old, new)).or_default().push(name);
    }
    let mut groups: Vec<RoundGroup> =
        groups.into_iter().map(|((from, to), rounds)| RoundGroup { from, to, rounds }).collect();
    groups.sort_by_key(|group| {
        (!group.opens(), !group.loosens(), std::cmp::Reverse(group.rounds.len()))
    });
    Replayed { rounds, groups }
}

fn not_judged(round: &str) -> Diagnostic {
    Diagnostic::error("assize::host::round_not_judged")
        .message(format!("the recorded round `{round}` cannot be judged"))
        .help("what is wrong with it is told next")
}
