//! Two policies on rounds that were recorded.

use std::collections::BTreeMap;
use std::path::Path;

use rayon::prelude::*;

use super::kept::{SHARDS, shard_of};
use super::{Disk, Kept, KeptUse, Limits, Recorded, Roster, recorded_rounds};
use crate::codec::Lexicon;
use crate::trial::{Expected, Progress, Ruled};
use crate::{Decoded, Diagnostic, Diagnostics, Policy, ReadOptions, Source, read};

/// Where two policies differ on recorded rounds.
#[derive(Debug)]
pub struct Replayed {
    /// How many rounds were judged.
    pub rounds: usize,
    /// Those on which they differ, shut before and open now first.
    pub groups: Vec<RoundGroup>,
    /// What was taken from what earlier runs kept; none where nothing is kept.
    pub kept: Option<KeptUse>,
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

/// How recorded rounds are judged by two policies.
#[derive(Clone, Copy)]
pub struct Replay<'a> {
    /// Who sits, as a panel names them.
    pub panel: &'a [Expected],
    /// The words of reviewers.
    pub lexicon: &'a Lexicon,
    /// Where is kept what was read, for the next run.
    pub kept: Option<&'a Kept>,
    /// Told how far it is.
    pub progress: &'a Progress,
}

impl Replay<'_> {
    /// Judges every round below a folder by both, on all cores. One that cannot be read or judged is an error: what was
    /// not compared cannot be called the same.
    ///
    /// # Errors
    ///
    /// There is no round; one cannot be read or judged.
    pub fn run(
        &self,
        folder: &Path,
        (old, new): (&Policy, &Policy),
    ) -> Result<Replayed, Diagnostics> {
        let rounds = recorded_rounds(&Disk, folder)?;
        let names = self.panel.iter().map(|seat| seat.name.clone()).collect::<Vec<_>>();
        let roster = Roster {
            expect: (!names.is_empty()).then_some(names),
            by_policy: old.seats().chain(new.seats()).map(str::to_owned).collect(),
            may_be_nobody: true,
            ..Roster::default()
        };
        let limits = Limits::default();
        let options = limits.apply(ReadOptions::default().lexicon(self.lexicon.clone()));
        self.progress.told(rounds.len(), 0);
        let ruled = |round: &Recorded, reading: &mut Reading<'_>| {
            let docket = round.docket_read_by(&Disk, &roster, &options, &limits, reading)?;
            let docket = docket.close();
            let of = |policy: &Policy| Ok::<_, Diagnostics>(Ruled::of(&policy.judge(&docket)?));
            let both = Ok((of(old)?, of(new)?));
            self.progress.told(0, 1);
            both
        };
        let (all, kept): (Vec<Pair>, Option<KeptUse>) = match self.kept {
            None => (rounds.par_iter().map(|round| ruled(round, &mut read)).collect(), None),
            Some(kept) => {
                let (all, kept) = in_shards(&rounds, kept, &options, &ruled);
                (all, Some(kept))
            }
        };
        let mut wrong = Diagnostics::default();
        let mut compared = Vec::with_capacity(rounds.len());
        for (round, ruled) in rounds.into_iter().zip(all) {
            match ruled {
                Ok((old, new)) => compared.push((round.name, old, new)),
                Err(reason) => {
                    wrong.push(not_judged(&round.name));
                    wrong.absorb(reason);
                }
            }
        }
        match wrong.is_empty() {
            true => Ok(Replayed { kept, ..grouped_rounds(compared) }),
            false => Err(wrong),
        }
    }
}

/// What two policies come to on a round.
type Pair = Result<(Ruled, Ruled), Diagnostics>;
/// Who says what a source comes to.
type Reading<'a> = dyn FnMut(&Source, &ReadOptions) -> Decoded + 'a;

/// Judges rounds shard by shard, so that only a part of what is kept is in memory; in the order of the rounds.
fn in_shards(
    rounds: &[Recorded],
    kept: &Kept,
    options: &ReadOptions,
    ruled: &(dyn Fn(&Recorded, &mut Reading<'_>) -> Pair + Sync),
) -> (Vec<Pair>, KeptUse) {
    let mut shards: Vec<Vec<usize>> = vec![Vec::new(); SHARDS];
    for (at, round) in rounds.iter().enumerate() {
        shards[shard_of(&round.name)].push(at);
    }
    let judged = |(number, own): (usize, Vec<usize>)| {
        let mut shard = kept.shard(&Disk, number, options);
        let judged: Vec<(usize, Pair)> = own
            .into_iter()
            .map(|at| (at, ruled(&rounds[at], &mut |source, options| shard.read(source, options))))
            .collect();
        let mut used = kept.keep(&Disk, number, shard);
        if judged.is_empty() {
            // What is not of this run is nobody's to complain about.
            used.refused = 0;
        }
        (judged, used)
    };
    let shards = shards.into_par_iter().enumerate();
    let shards: Vec<(Vec<(usize, Pair)>, KeptUse)> = shards.map(judged).collect();
    let mut all = Vec::with_capacity(rounds.len());
    let mut used = KeptUse::default();
    for (judged, own) in shards {
        all.extend(judged);
        used = used.add(own);
    }
    all.sort_by_key(|(at, _)| *at);
    (all.into_iter().map(|(_, pair)| pair).collect(), used)
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
    Replayed { rounds, groups, kept: None }
}

fn not_judged(round: &str) -> Diagnostic {
    Diagnostic::error("assize::host::round_not_judged")
        .message(format!("the recorded round `{round}` cannot be judged"))
        .help("what is wrong with it is told next")
}
