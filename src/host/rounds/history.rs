//! What became of the findings of a work from round to round, and what each seat cost.

use std::collections::{BTreeMap, BTreeSet};

use super::{Hooked, JudgedFinding, JudgedRound, Rounds, is_report};
use crate::Diagnostics;
use crate::docket::Attempt;
use crate::host::{Files, Judged, attempts};
use crate::round::Round;

/// All rounds of a work.
#[derive(Clone, Debug)]
pub struct History {
    /// Its rounds, in their order.
    pub rounds: Vec<PastRound>,
    /// What was tried on each seat, in the order it was.
    pub attempts: BTreeMap<String, Vec<Attempt>>,
}

/// One round, and how its findings stand to those before.
#[derive(Clone, Debug)]
pub struct PastRound {
    /// The round.
    pub round: Round,
    /// What was last judged in it; none where nothing was.
    pub judged: Option<JudgedRound>,
    /// Whether the next one was begun.
    pub over: bool,
    /// How many reports lie there.
    pub written: usize,
    /// Found in it, and in no round before.
    pub new: Vec<JudgedFinding>,
    /// Found in it, and in a round before.
    pub repeated: Vec<JudgedFinding>,
    /// Found in the last judged round before, and not in it.
    pub resolved: Vec<JudgedFinding>,
    /// What hooks of agents' clients did in it.
    pub hooked: Hooked,
}

impl Rounds {
    /// All rounds, and how their findings stand to each other: the same finding has the same fingerprint.
    ///
    /// # Errors
    ///
    /// What is kept of a round, or what was tried, cannot be read: everything at once.
    pub fn history(&self, files: &dyn Files) -> Result<History, Diagnostics> {
        let mut wrong = Diagnostics::default();
        let mut rounds: Vec<PastRound> = Vec::new();
        let mut known: BTreeSet<String> = BTreeSet::new();
        let mut last: Vec<JudgedFinding> = Vec::new();
        for number in self.numbers(files)? {
            let read = self.round(files, number).map_err(|reason| wrong.push(reason));
            let judged = self.judged(files, number).map_err(|reason| wrong.push(reason));
            let hooked = self.hooked(files, number).map_err(|reason| wrong.push(reason));
            let (Ok(round), Ok(judged), Ok(hooked)) = (read, judged, hooked) else { continue };
            let found =
                judged.as_ref().map(|judged| distinct(&judged.findings)).unwrap_or_default();
            let (repeated, new) =
                found.iter().cloned().partition(|found| known.contains(&found.fingerprint));
            let here: BTreeSet<&str> =
                found.iter().map(|found| found.fingerprint.as_str()).collect();
            let gone = |before: &&JudgedFinding| !here.contains(before.fingerprint.as_str());
            let resolved = match judged {
                Some(_) => last.iter().filter(gone).cloned().collect(),
                None => Vec::new(),
            };
            known.extend(found.iter().map(|found| found.fingerprint.clone()));
            if judged.is_some() {
                last = found;
            }
            let names = files.names(&self.reports(files, number)).unwrap_or_default();
            let written = names.iter().filter(|name| is_report(name)).count();
            let over = self.is_over(files, number);
            rounds.push(PastRound {
                round,
                judged,
                over,
                written,
                new,
                repeated,
                resolved,
                hooked,
            });
        }
        let mut tried: BTreeMap<String, Vec<Attempt>> = BTreeMap::new();
        if let Some(path) = self.attempts(files) {
            match attempts(files, &path, &Judged::default()) {
                Ok(all) => all.into_iter().for_each(|attempt| {
                    tried.entry(attempt.seat.clone()).or_default().push(attempt);
                }),
                Err(more) => wrong.absorb(more),
            }
        }
        if wrong.is_empty() { Ok(History { rounds, attempts: tried }) } else { Err(wrong) }
    }
}

/// Each finding once, no matter who found it.
fn distinct(all: &[JudgedFinding]) -> Vec<JudgedFinding> {
    let mut seen = BTreeSet::new();
    all.iter().filter(|found| seen.insert(&found.fingerprint)).cloned().collect()
}
