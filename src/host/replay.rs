//! Two policies on rounds that were recorded.

use std::collections::BTreeMap;
use std::path::Path;

use rayon::prelude::*;

use super::recorded::{ReadRound, Summary, SummarySeat};
use super::{
    ChangeFacts, Disk, Limits, Panel, Recorded, RecordedAs, Roster, SUMMARY, SaidAbsent, Seating,
    recorded_rounds,
};
use crate::codec::Lexicon;
use crate::docket::{Absence, Stake};
use crate::trial::{Progress, Ruled};
use crate::{Diagnostic, Diagnostics, Policy, ReadOptions};

/// So many rounds that cannot be judged are told; the others are counted.
const TOLD: usize = 5;

/// Where two policies differ on recorded rounds.
#[derive(Debug)]
pub struct Replayed {
    /// How many rounds were judged.
    pub rounds: usize,
    /// Those on which they differ, shut before and open now first.
    pub groups: Vec<RoundGroup>,
    /// What they were recorded as; none where that is one of the two sides.
    pub recorded: Option<WasRecorded>,
}

/// What rounds came to when they were judged, as their summaries and rulings say.
#[derive(Debug, Default)]
pub struct WasRecorded {
    /// Rounds that the first of the two policies judged.
    pub by_first: usize,
    /// Rounds that another policy judged, or the same one in another version.
    pub by_others: usize,
    /// Those that the first policy judged, and that come to something else now.
    pub otherwise: Vec<Otherwise>,
}

/// A round that does not come out as it was recorded, by the policy that judged it then.
#[derive(Debug)]
pub struct Otherwise {
    /// Its name.
    pub round: String,
    /// What it came to.
    pub recorded: RecordedAs,
    /// Its outcome.
    pub now: Ruled,
}

impl Otherwise {
    /// Whether it comes out better than it was recorded: what shut it then is not known.
    pub fn is_better(&self) -> bool {
        self.now.outcome < self.recorded.outcome
    }
}

/// Rounds on which they differ alike.
#[derive(Debug)]
pub struct RoundGroup {
    /// The outcome of the first.
    pub from: Ruled,
    /// The outcome of the second.
    pub to: Ruled,
    /// Their names, in order.
    pub rounds: Vec<String>,
}

impl RoundGroup {
    /// Whether something is reported better than it was.
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
    /// Who sits; none: those whom the summary of a round names, or has a file in it.
    pub panel: Option<&'a Panel>,
    /// The words of reviewers.
    pub lexicon: &'a Lexicon,
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
        let roster = |summary: Option<&Summary>| self.roster([old, new], summary);
        let limits = Limits::default();
        let mut options = ReadOptions::default().lexicon(self.lexicon.clone());
        if let Some(panel) = self.panel {
            options = options.formats(panel.formats.clone()).kind(panel.kind);
            options.expected.clone_from(&panel.subjects);
        }
        let options = limits.apply(options);
        let first = old.facts().sha256.to_string();
        self.progress.told(rounds.len(), 0);
        let ruled = |round: &Recorded| {
            let read = round.read(&Disk, &roster, &options, &limits)?;
            let ReadRound { mut docket, recorded, in_folder } = read;
            if let Some(panel) = self.panel.filter(|_| in_folder) {
                docket = docket.seated_by(panel.facts());
                if !panel.overrides {
                    docket = docket.no_overrides();
                }
            }
            let docket = docket.close();
            let of = |policy: &Policy| Ok::<_, Diagnostics>(Ruled::of(&policy.judge(&docket)?));
            let (from, to) = (of(old)?, of(new)?);
            let was = match recorded {
                None => Was::Unknown,
                Some(recorded) if recorded.sha256 != first => Was::ByAnother,
                Some(recorded) => {
                    match ReadRound::is_as_recorded(&recorded, from.outcome, in_folder) {
                        true => Was::TheSame,
                        false => Was::Otherwise(recorded),
                    }
                }
            };
            self.progress.told(0, 1);
            Ok((from, to, was))
        };
        let all: Vec<Pair> = rounds.par_iter().map(ruled).collect();
        let mut wrong = Diagnostics::default();
        let mut refused = 0;
        let mut compared = Vec::with_capacity(rounds.len());
        let mut recorded = WasRecorded::default();
        for (round, ruled) in rounds.into_iter().zip(all) {
            match ruled {
                Ok((old, new, was)) => {
                    recorded.add(&round.name, &old, was);
                    compared.push((round.name, old, new));
                }
                Err(reason) => {
                    refused += 1;
                    if refused <= TOLD {
                        wrong.push(not_judged(&round));
                        wrong.absorb(reason);
                    }
                }
            }
        }
        if refused > TOLD {
            wrong.push(more_not_judged(refused - TOLD));
        }
        match wrong.is_empty() {
            true => Ok(Replayed { recorded: Some(recorded), ..grouped_rounds(compared) }),
            false => Err(wrong),
        }
    }

    /// Who sits in a round that lies in a folder: as the panel says, or its summary.
    fn roster(&self, policies: [&Policy; 2], summary: Option<&Summary>) -> Roster {
        let by_policy: Vec<String> =
            policies.iter().flat_map(|policy| policy.seats()).map(str::to_owned).collect();
        let said: &[SummarySeat] = summary.map_or(&[], |summary| &summary.seats);
        let mut roster = Roster { may_be_nobody: true, ..Roster::default() };
        match self.panel {
            Some(panel) => {
                let (mut chairs, _) = panel.chairs(&ChangeFacts::default());
                for chair in &mut chairs {
                    let own = said.iter().find(|seat| seat.name == chair.seat.name);
                    if let Some(Absence::Skipped(why)) = own.and_then(|seat| seat.absence.as_ref())
                    {
                        chair.skipped = Some(why.clone());
                    }
                }
                roster.panel = Some(Seating { panel: panel.name.clone(), chairs });
            }
            None => {
                let names: Vec<String> = said.iter().map(|seat| seat.name.clone()).collect();
                roster.expect = (!names.is_empty()).then_some(names);
                // What a policy says itself of how a seat counts is not taken from what was recorded.
                let by_policies = |name: &str, stake: Stake| {
                    let mut others = policies.iter().map(|policy| policy.stake_of_others());
                    others.any(|own| own == Some(stake)) || by_policy.iter().any(|own| own == name)
                };
                let of = |stake: Stake| {
                    let own = said.iter().filter(|seat| seat.stake == stake);
                    let own = own.filter(|seat| !by_policies(&seat.name, stake));
                    own.map(|seat| seat.name.clone()).collect()
                };
                (roster.voting, roster.observers) = (of(Stake::Voting), of(Stake::Observer));
            }
        }
        let sits = |name: &String| match &roster.panel {
            Some(seating) => {
                seating.chairs.iter().any(|c| c.seat.name == *name && c.skipped.is_none())
            }
            None => true,
        };
        let absent = said.iter().filter(|seat| sits(&seat.name));
        let absent = absent.filter_map(|seat| {
            let absence = seat.absence.clone()?;
            Some(SaidAbsent { flag: SUMMARY, seat: seat.name.clone(), absence })
        });
        roster.absences = absent.collect();
        roster.by_policy = by_policy;
        roster
    }
}

impl WasRecorded {
    fn add(&mut self, round: &str, now: &Ruled, was: Was) {
        match was {
            Was::Unknown => {}
            Was::ByAnother => self.by_others += 1,
            Was::TheSame => self.by_first += 1,
            Was::Otherwise(recorded) => {
                self.by_first += 1;
                self.otherwise.push(Otherwise {
                    round: round.to_owned(),
                    recorded,
                    now: now.clone(),
                });
            }
        }
    }
}

/// What a round was recorded as.
enum Was {
    Unknown,
    ByAnother,
    TheSame,
    Otherwise(RecordedAs),
}

/// What two policies come to on a round, and what it was recorded as.
type Pair = Result<(Ruled, Ruled, Was), Diagnostics>;

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
    Replayed { rounds, groups, recorded: None }
}

fn not_judged(round: &Recorded) -> Diagnostic {
    Diagnostic::error("assize::host::round_not_judged")
        .message(format!("the recorded round `{}` cannot be judged", round.name))
        .help(match round.is_line() {
            true => "what is wrong is told next; each line of a `*.jsonl` is one round, as `assize gate … --with-docket` prints it",
            false => "what is wrong with it is told next",
        })
}

/// `assize gate reports --json >> archive/rulings.jsonl`: each of its lines is no round.
fn more_not_judged(more: usize) -> Diagnostic {
    Diagnostic::error("assize::host::round_not_judged")
        .message(format!("{more} more recorded rounds cannot be judged"))
        .help("mend those above first, or move them out of the folder")
}
