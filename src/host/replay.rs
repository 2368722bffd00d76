//! Two policies on rounds that were recorded.

use std::collections::BTreeMap;
use std::path::Path;

use rayon::prelude::*;

use super::{Disk, Panel, Recorded, RecordedAs, RecordedRounds, RoundReader};
use crate::codec::Lexicon;
use crate::trial::{Progress, Ruled};
use crate::{Diagnostic, Diagnostics, Policy};

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
        let mut rounds = RecordedRounds::at(&Disk, folder)?;
        let reader = RoundReader::new(self.panel, self.lexicon, [old, new]);
        let first = old.facts().sha256.to_string();
        let ruled = |round: &Recorded| {
            let read = reader.read(&Disk, round)?;
            let of =
                |policy: &Policy| Ok::<_, Diagnostics>(Ruled::of(&policy.judge(&read.docket)?));
            let (from, to) = (of(old)?, of(new)?);
            let was = match read.recorded.clone() {
                None => Was::Unknown,
                Some(recorded) if recorded.sha256 != first => Was::ByAnother,
                Some(recorded) => match read.is_as_recorded(&recorded, from.outcome) {
                    true => Was::TheSame,
                    false => Was::Otherwise(recorded),
                },
            };
            self.progress.told(0, 1);
            Ok((from, to, was))
        };
        let mut wrong = Diagnostics::default();
        let (mut judged, mut refused) = (0, 0);
        let mut differ = Vec::new();
        let mut recorded = WasRecorded::default();
        loop {
            let few = rounds.next_few()?;
            if few.is_empty() {
                break;
            }
            self.progress.told(few.len(), 0);
            let all: Vec<Pair> = few.par_iter().map(ruled).collect();
            for (round, ruled) in few.into_iter().zip(all) {
                match ruled {
                    Ok((old, new, was)) => {
                        judged += 1;
                        recorded.add(&round.name, &old, was);
                        if old.outcome != new.outcome {
                            differ.push((round.name, old, new));
                        }
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
        }
        if refused > TOLD {
            wrong.push(more_not_judged(refused - TOLD));
        }
        let found = grouped_rounds(differ);
        match wrong.is_empty() {
            true => Ok(Replayed { rounds: judged, recorded: Some(recorded), ..found }),
            false => Err(wrong),
        }
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
