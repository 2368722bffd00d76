//! What would change a ruling: found by judging dockets that differ from it in one thing or two.

mod facts;
mod stages;

use super::Policy;
use super::budget::Budget;
use super::limits::LIMITS;
use crate::ir::{
    ActionKind, CellRef, ClosedDocket, Columns, Diagnostics, Outcome, Ruling, Stake, State,
    Suppose, TopicKey, WhatIf, WhatIfs,
};

impl Policy {
    /// What would change the ruling on a docket.
    ///
    /// ```
    /// use assize::{Docket, Policy, Source, Stage, built_in};
    /// let text = built_in(Stage::Gate, "any-blocker").unwrap();
    /// let policy = Policy::compile(Stage::Gate, "any-blocker", text)?;
    /// let mut docket = Docket::new("task-17");
    /// docket.seat("qa");
    /// docket.seat("security");
    /// docket.submit("qa", Source::new("qa.md", "verdict: pass\nconfidence: high\n"));
    /// let what_ifs = policy.what_ifs(&docket.close())?;
    /// let first = &what_ifs.found[0];
    /// assert_eq!((first.word.as_str(), first.rule.as_str()), ("pass", "everybody passed"));
    /// assert_eq!(first.suppose.len(), 1); // `security` passes
    /// # Ok::<(), assize::Diagnostics>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Policy::judge`].
    pub fn what_ifs(&self, docket: &ClosedDocket) -> Result<WhatIfs, Diagnostics> {
        let ruling = self.judge(docket)?;
        let columns = ruling.docket().columns();
        let ask = |supposed: &ClosedDocket| self.comes_to(supposed);
        let mut trials = Trials::new(docket, &ask, LIMITS.trials);
        let opens = |came: &Came| came.outcome.is_some_and(Outcome::opens);
        let (mut found, mut no_reviewer) = (Vec::new(), false);
        let outcome = ruling.outcome();
        if outcome.opens() {
            found.extend(trials.search(&worse(columns), &|came| !opens(came)));
            if outcome == Outcome::Warn {
                let passes = |came: &Came| came.outcome == Some(Outcome::Pass);
                found.extend(trials.search(&better(&ruling), &passes));
            }
        } else {
            let candidates = better(&ruling);
            found = trials.search(&candidates, &opens);
            if found.is_empty() {
                found.extend(trials.fewest(candidates.clone(), &opens));
            }
            let facts = self.facts_otherwise(docket);
            let no_answer = found.is_empty();
            found.extend(trials.nearest(&facts, &opens));
            if found.is_empty() {
                found.extend(trials.nearest_beside(&candidates, &facts, &opens));
            }
            no_reviewer = no_answer && !found.is_empty() && trials.tried_all;
        }
        Ok(WhatIfs { found, no_reviewer, tried_all: trials.tried_all })
    }

    /// What it says of a docket is reported, and the ruling itself never given away: no one said what it rests on.
    fn comes_to(&self, docket: &ClosedDocket) -> (Option<Came>, u64) {
        let budget = Budget::new(LIMITS.operations);
        let ruling = self.judged(docket, &budget).ok();
        let came = ruling.map(|ruling| Came {
            outcome: Some(ruling.outcome()),
            word: ruling.word().to_owned(),
            rule: ruling.rule_name().to_owned(),
        });
        (came, budget.steps_of(LIMITS.operations))
    }
}

/// The outcome of something that is supposed.
struct Came {
    /// None for an action.
    outcome: Option<Outcome>,
    word: String,
    rule: String,
}

/// Judgings of what is supposed.
struct Trials<'p> {
    docket: &'p ClosedDocket,
    /// The outcome of a docket, and the steps that this took; nothing where there is no answer.
    ask: &'p dyn Fn(&ClosedDocket) -> (Option<Came>, u64),
    /// Steps that are left for all of them.
    left: u64,
    tried_all: bool,
}

impl<'p> Trials<'p> {
    fn new(
        docket: &'p ClosedDocket,
        ask: &'p dyn Fn(&ClosedDocket) -> (Option<Came>, u64),
        left: u64,
    ) -> Self {
        Self { docket, ask, left, tried_all: true }
    }

    /// Each thing alone that leads to what is looked for; where none does, each two.
    fn search(&mut self, candidates: &[Suppose], wanted: &dyn Fn(&Came) -> bool) -> Vec<WhatIf> {
        let mut found = self.each(candidates, wanted);
        if found.is_empty() {
            let pairs = candidates.iter().enumerate().flat_map(|(place, one)| {
                candidates[place + 1..].iter().map(move |other| [one, other])
            });
            found = pairs
                .map_while(|two| self.tries().then(|| self.judge(&two, wanted)))
                .flatten()
                .collect();
        }
        found
    }

    /// Each thing alone that leads to what is looked for.
    fn each(&mut self, candidates: &[Suppose], wanted: &dyn Fn(&Came) -> bool) -> Vec<WhatIf> {
        candidates.iter().filter_map(|one| self.judge(&[one], wanted)).collect()
    }

    /// Everything at once, without what can be left out one after the other.
    fn fewest(&mut self, mut all: Vec<Suppose>, wanted: &dyn Fn(&Came) -> bool) -> Option<WhatIf> {
        let mut found = self.judge(&all.iter().collect::<Vec<_>>(), wanted)?;
        for place in (0..all.len()).rev() {
            let rest = || all.iter().enumerate().filter(|(at, _)| *at != place);
            if let Some(without) =
                self.judge(&rest().map(|(_, one)| one).collect::<Vec<_>>(), wanted)
            {
                found = without;
                all.remove(place);
            }
        }
        Some(found)
    }

    fn tries(&self) -> bool {
        self.left > 0
    }

    /// The outcome of a docket in which all this is so, if that is what is looked for.
    fn judge(&mut self, supposed: &[&Suppose], wanted: &dyn Fn(&Came) -> bool) -> Option<WhatIf> {
        let columns = self.docket.columns();
        let copied = 64 + columns.cells.len() + columns.finding_cell.len();
        self.left = self.left.saturating_sub(u64::try_from(copied).unwrap_or(u64::MAX));
        if !self.tries() {
            self.tried_all = false;
            return None;
        }
        let docket = self.docket.supposing(supposed.iter().copied());
        let (came, steps) = (self.ask)(&docket);
        self.left = self.left.saturating_sub(steps);
        let Came { outcome, word, rule } = came.filter(wanted)?;
        let suppose = supposed.iter().copied().cloned().collect();
        Some(WhatIf { suppose, outcome, word, rule })
    }
}

/// What would make a docket better: anyone who does not pass passes, and what was found is gone.
fn better(ruling: &Ruling) -> Vec<Suppose> {
    let columns = ruling.docket().columns();
    let mut supposed = Vec::new();
    for row in &columns.rows {
        let lacking: Vec<_> = row
            .cells()
            .map(|cell| columns.cell(cell))
            .filter(|cell| !matches!(cell.state(), State::Skipped | State::Excused))
            .filter(|cell| cell.effective() != Some(Outcome::Pass) || cell.unsure())
            .collect();
        let Some(first) = lacking.first() else { continue };
        let passes = |subject| Suppose::Says {
            seat: first.seat().to_owned(),
            subject,
            outcome: Outcome::Pass,
        };
        if supposed.contains(&passes(None)) {
            // A source that nobody expected, by the name of a seat.
            continue;
        }
        supposed.push(passes(None));
        if lacking.len() > 1 {
            supposed.extend(lacking.iter().map(|cell| passes(Some(cell.subject().clone()))));
        }
    }
    supposed.extend(topics(columns, |_| true));
    supposed
        .extend(columns.rows.iter().filter_map(|row| tried_again(columns.cell(row.cells().start))));
    supposed
}

/// What is to be tried next on a seat, had it been tried once more.
fn tried_again(cell: CellRef<'_>) -> Option<Suppose> {
    let next = cell.next_step()?.kind;
    let ends = matches!(next, ActionKind::Accept | ActionKind::Excuse | ActionKind::Escalate);
    let (seat, action) = (cell.seat().to_owned(), next.to_string());
    (!ends).then_some(Suppose::Tried { seat, action, times: 1 })
}

/// What would make it worse: anyone who is in favour fails.
fn worse(columns: &Columns) -> Vec<Suppose> {
    let seats = columns.rows.iter().map(|row| columns.cell(row.cells().start));
    let counting = seats.filter(|seat| seat.stake() != Stake::Unexpected);
    let counting = counting.filter(|seat| !matches!(seat.state(), State::Skipped | State::Excused));
    let fails = counting.map(|seat| Suppose::Says {
        seat: seat.seat().to_owned(),
        subject: None,
        outcome: Outcome::Fail,
    });
    fails.collect()
}

/// What was found in some cells, by what it is about.
fn topics(columns: &Columns, of: impl Fn(usize) -> bool) -> Vec<Suppose> {
    let listed = |finding: &usize| of(columns.finding_cell[*finding] as usize);
    let all = (0..columns.finding_cell.len()).filter(listed);
    let free = |_| Ok::<(), std::convert::Infallible>(());
    let Ok(topics) = columns.topics(all, TopicKey::Exact, 0, &free);
    let places = |topic: &[u32]| topic.iter().map(|finding| *finding as usize).collect();
    topics.iter().map(|topic| Suppose::Without { findings: places(topic) }).collect()
}
