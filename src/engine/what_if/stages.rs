//! What would change the answers of the stages before the gate: the outcome of a verdict, what is tried on a seat.

use super::{Came, Trials, topics};
use crate::engine::Policy;
use crate::engine::limits::LIMITS;
use crate::ir::{
    CellRef, ClosedDocket, Diagnostics, Format, Outcome, Severity, StageTrace, State, Subject,
    Suppose, WhatIf, WhatIfs,
};

/// So many attempts more are tried.
const MOST_ATTEMPTS: u32 = 5;

/// One cell of a docket, by name: what is supposed may move it.
struct Name {
    seat: String,
    subject: Subject,
}

impl Policy {
    /// What the policies before the gate saw of each verdict and of each seat, and what would change their answers.
    /// Nothing where the gate has no such policies.
    ///
    /// # Errors
    ///
    /// As [`Policy::judge`].
    pub fn stage_traces(&self, docket: &ClosedDocket) -> Result<Vec<StageTrace>, Diagnostics> {
        let traces = self.traces(docket)?;
        let mut left = LIMITS.trials;
        let traces = traces.into_iter().map(|trace| {
            let what_ifs = match trace.policy().stage == "audit" {
                true => self.of_verdict(docket, &trace, &mut left),
                false => self.of_seat(docket, &trace, &mut left),
            };
            trace.with(what_ifs)
        });
        Ok(traces.collect())
    }

    /// What would make a verdict better than it is; what would make one worse that could open.
    fn of_verdict(&self, docket: &ClosedDocket, trace: &StageTrace, left: &mut u64) -> WhatIfs {
        let (cell, name) = (trace.cell(), Name::of(trace.cell()));
        let Some(now) = cell.effective() else { return WhatIfs::default() };
        let ask = |docket: &ClosedDocket| self.stages_say(docket, &name, verdict_comes_to);
        let mut trials = Trials::new(docket, &ask, *left);
        let mut found = Vec::new();
        if now > Outcome::Pass {
            let better = |came: &Came| came.outcome.is_some_and(|outcome| outcome < now);
            let columns = docket.columns();
            let mut candidates = topics(columns, |listed| name.is(columns.cell(listed)));
            let stated = cell.verdict().and_then(|verdict| verdict.stated);
            if stated.is_some_and(|stated| stated.outcome != Outcome::Pass) {
                candidates.push(name.states(Outcome::Pass));
            }
            found = trials.search(&candidates, &better);
            if found.is_empty() {
                found.extend(trials.fewest(candidates, &better));
            }
            if found.is_empty() {
                found = trials.each(&[name.says(Outcome::Pass)], &better);
            }
        }
        if now.opens() && rates_findings(cell) {
            let worse = |came: &Came| came.outcome.is_some_and(|outcome| outcome > now);
            let finds = Severity::WORST_FIRST.map(|severity| name.finds(severity));
            found.extend(trials.each(&finds, &worse));
        }
        *left = trials.left;
        WhatIfs { found, no_reviewer: false, tried_all: trials.tried_all }
    }

    /// What would have something else tried on a seat: more of the same, or another answer.
    fn of_seat(&self, docket: &ClosedDocket, trace: &StageTrace, left: &mut u64) -> WhatIfs {
        let name = Name::of(trace.cell());
        let now = trace.cell().next_step().map(|step| step.kind.to_string());
        let ask = |docket: &ClosedDocket| self.stages_say(docket, &name, seat_comes_to);
        let mut trials = Trials::new(docket, &ask, *left);
        let other = |came: &Came| now.as_ref() != Some(&came.word);
        let mut found: Vec<WhatIf> = Vec::new();
        let again = now.as_deref().filter(|now| *now != "accept");
        let attempts = again.into_iter().flat_map(|action| {
            (1..=MOST_ATTEMPTS).map(|times| Suppose::Tried {
                seat: name.seat.clone(),
                action: action.to_owned(),
                times,
            })
        });
        found.extend(attempts.into_iter().find_map(|tried| trials.judge(&[&tried], &other)));
        let passes =
            Suppose::Says { seat: name.seat.clone(), subject: None, outcome: Outcome::Pass };
        found.extend(trials.judge(&[&passes], &other));
        *left = trials.left;
        WhatIfs { found, no_reviewer: false, tried_all: trials.tried_all }
    }

    /// What the stages say of a cell in another docket, and what that takes.
    fn stages_say(
        &self,
        docket: &ClosedDocket,
        name: &Name,
        of: fn(CellRef<'_>) -> Option<Came>,
    ) -> (Option<Came>, u64) {
        let answered = self.seated(docket).and_then(|seated| {
            let answers = self.stage_answers(&seated)?;
            Ok(answers.map(|answers| seated.with_answers(&answers)))
        });
        let came = answered
            .ok()
            .flatten()
            .and_then(|docket| docket.cells().find(|cell| name.is(*cell)).and_then(of));
        // Each cell is audited anew, and each seat asked about.
        let rules: usize = self.stages.iter().map(|policy| policy.facts().rules.len()).sum();
        let asked = docket.cells().len().saturating_mul(rules.saturating_mul(8));
        (came, u64::try_from(asked).unwrap_or(u64::MAX))
    }
}

fn verdict_comes_to(cell: CellRef<'_>) -> Option<Came> {
    let outcome = cell.effective()?;
    let (word, rule) = match cell.audit() {
        Some(audit) if audit.outcome == outcome => (audit.word.as_str(), audit.rule.as_str()),
        Some(_) => (outcome.as_str(), "what it states"),
        None => (outcome.as_str(), "no rule holds"),
    };
    Some(Came { outcome: Some(outcome), word: word.to_owned(), rule: rule.to_owned() })
}

fn seat_comes_to(cell: CellRef<'_>) -> Option<Came> {
    let step = cell.next_step()?;
    Some(Came { outcome: None, word: step.kind.to_string(), rule: step.rule.clone() })
}

/// Whether its format rates each finding, so that one more has a severity.
fn rates_findings(cell: CellRef<'_>) -> bool {
    cell.format().is_some_and(Format::rates_findings) && cell.state() == State::Reported
}

impl Name {
    fn of(cell: CellRef<'_>) -> Self {
        Self { seat: cell.seat().to_owned(), subject: cell.subject().clone() }
    }

    fn is(&self, cell: CellRef<'_>) -> bool {
        cell.seat() == self.seat && *cell.subject() == self.subject
    }

    fn states(&self, outcome: Outcome) -> Suppose {
        Suppose::States { seat: self.seat.clone(), subject: self.subject.clone(), outcome }
    }

    fn says(&self, outcome: Outcome) -> Suppose {
        let subject = Some(self.subject.clone());
        Suppose::Says { seat: self.seat.clone(), subject, outcome }
    }

    fn finds(&self, severity: Severity) -> Suppose {
        Suppose::Finds { seat: self.seat.clone(), subject: self.subject.clone(), severity }
    }
}
