//! The stages before the gate: each verdict is audited, each seat is asked about, and the gate sees what came of it.

use std::sync::Arc;

use super::mistakes::{given_differs, not_this_stage};
use super::run::Run;
use crate::engine::budget::Budget;
use crate::engine::eval::Focus;
use crate::engine::limits::LIMITS;
use crate::engine::policy::{Meaning, Rule};
use crate::engine::{Policy, Stage};
use crate::ir::{
    Audit, CellRef, ClosedDocket, Diagnostics, Evaluation, Given, NextStep, Outcome, Selection,
    StageAnswers, StageTrace, State,
};

/// What a policy of another stage than the gate answers.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The rule that decided; none when none holds.
    pub rule: Option<String>,
    /// Its line in the policy, from 1.
    pub line: Option<u32>,
    /// Its word: an outcome, an action, or one of the policy's own.
    pub word: Option<String>,
    /// The outcome of the word in an audit.
    pub outcome: Option<Outcome>,
    /// What is to be tried next, in a redispatch policy.
    pub action: Option<&'static str>,
    /// The rule's `because`.
    pub reason: Option<String>,
    /// The rule's `ask`: what is to be said to the reviewer.
    pub ask: Option<String>,
    /// The findings that the rule of an audit cites, by their places in the verdict.
    pub cites: Vec<usize>,
}

impl Policy {
    /// Audits every verdict before the gate is judged, by a policy of the audit stage.
    ///
    /// A verdict is no better than the outcome of its audit, and what a failing audit cites counts as blockers.
    ///
    /// # Errors
    ///
    /// The policy is not of the audit stage, or asks for a fact of this run as another type than this one.
    pub fn with_audit(self, audit: Self) -> Result<Self, Diagnostics> {
        self.with_stage(Stage::Audit, audit)
    }

    /// Asks what is to be tried next on every required and voting seat, before the gate is judged, by a policy of
    /// the redispatch stage.
    ///
    /// Who has not spoken and is excused is [`excused`](State::Excused) for the gate; who is missing and was
    /// asked again is awaited. All answers are [`actions`](crate::Ruling::actions) of the ruling.
    ///
    /// # Errors
    ///
    /// The policy is not of the redispatch stage, or asks for a fact of this run as another type than this one.
    pub fn with_redispatch(self, redispatch: Self) -> Result<Self, Diagnostics> {
        self.with_stage(Stage::Redispatch, redispatch)
    }

    fn with_stage(mut self, stage: Stage, policy: Self) -> Result<Self, Diagnostics> {
        if self.code.stage != Stage::Gate {
            return Err(self.told(vec![not_this_stage(
                &self.facts.name,
                self.code.stage,
                Stage::Gate,
            )]));
        }
        if policy.code.stage != stage {
            return Err(policy.told(vec![not_this_stage(
                &policy.facts.name,
                policy.code.stage,
                stage,
            )]));
        }
        self.stages.retain(|known| known.code.stage != stage);
        for (name, of) in policy.givens() {
            if let Some((_, known)) = self.givens().find(|(known, _)| *known == name)
                && known != of
            {
                return Err(policy.told(vec![given_differs(name, of.as_str(), known.as_str())]));
            }
        }
        let policy = if self.lowering { policy } else { policy.without_lowering() };
        self.stages.push(policy);
        self.stages.sort_by_key(|policy| policy.code.stage as u8);
        let facts = self.stages.iter().map(|policy| policy.facts().clone()).collect();
        Arc::make_mut(&mut self.facts).stages = facts;
        Ok(self)
    }

    /// What an audit policy makes of one verdict: an outcome, or nothing.
    ///
    /// ```
    /// use assize::{Docket, Outcome, Policy, Source, Stage};
    /// let text = "rule \"critical\" when findings.critical.some then fail;";
    /// let policy = Policy::compile(Stage::Audit, "mine", text)?;
    /// let mut docket = Docket::new("task-17");
    /// let reply = "verdict: warn\nconfidence: high\nblocker: src/a.rs:7 it leaks\n";
    /// docket.seat("qa");
    /// docket.submit("qa", Source::new("qa.md", reply));
    /// let docket = docket.close();
    /// let answer = policy.audit(&docket, docket.cells().next().unwrap())?;
    /// assert_eq!(answer.outcome, Some(Outcome::Fail));
    /// # Ok::<(), assize::Diagnostics>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Policy::judge`].
    pub fn audit(&self, docket: &ClosedDocket, cell: CellRef<'_>) -> Result<Answer, Diagnostics> {
        self.answer(Stage::Audit, docket, Focus::Cell(cell.index))
    }

    /// What a redispatch policy says is to be tried next on the seat of a cell.
    ///
    /// # Errors
    ///
    /// As [`Policy::judge`].
    pub fn redispatch(
        &self,
        docket: &ClosedDocket,
        cell: CellRef<'_>,
    ) -> Result<Answer, Diagnostics> {
        let seat = docket.columns().seat_of(cell.index);
        self.answer(Stage::Redispatch, docket, Focus::Seat(seat))
    }

    fn answer(
        &self,
        stage: Stage,
        docket: &ClosedDocket,
        focus: Focus,
    ) -> Result<Answer, Diagnostics> {
        if self.code.stage != stage {
            return Err(self.told(vec![not_this_stage(&self.facts.name, self.code.stage, stage)]));
        }
        let given = self.given_of(docket).map_err(|items| self.told(items))?;
        self.answer_about(docket, focus, &given, &Budget::new(LIMITS.operations))
    }

    fn answer_about(
        &self,
        docket: &ClosedDocket,
        focus: Focus,
        given: &[Given],
        budget: &Budget,
    ) -> Result<Answer, Diagnostics> {
        let (decided, evaluation, ask) = self.evaluate(docket, focus, given, budget)?;
        Ok(self.answer_of(docket, decided, evaluation, ask))
    }

    /// Every rule on one verdict or seat, the one that decides, and what it asks.
    fn evaluate<'p>(
        &'p self,
        docket: &'p ClosedDocket,
        focus: Focus,
        given: &'p [Given],
        budget: &'p Budget,
    ) -> Result<(Option<&'p Rule>, Evaluation, Option<String>), Diagnostics> {
        let mut run = Run::new(self, docket, focus, given, budget);
        let decided = run.all();
        let Run { evaluation, ask, errors, .. } = run;
        if errors.is_empty() { Ok((decided, evaluation, ask)) } else { Err(self.told(errors)) }
    }

    /// What each policy before the gate saw of each verdict or seat, without what would change it.
    pub(in crate::engine) fn traces(
        &self,
        docket: &ClosedDocket,
    ) -> Result<Vec<StageTrace>, Diagnostics> {
        let mut traces = Vec::new();
        if self.stages.is_empty() {
            return Ok(traces);
        }
        let seated = self.seated(docket)?.into_owned();
        let answers = self.stage_answers(&seated)?.unwrap_or_default();
        // As the redispatch policy sees it, and as the gate does: cells have the same places in both.
        let audited = seated.with_answers(&StageAnswers { next: None, ..answers.clone() });
        let answered = seated.with_answers(&answers);
        for policy in &self.stages {
            let given = policy.given_of(&seated).map_err(|items| policy.told(items))?;
            let columns = seated.columns();
            let (seen, about): (_, Vec<(usize, Focus)>) = match policy.code.stage {
                Stage::Audit => {
                    let cells = columns.cells.iter().enumerate();
                    let reported = cells.filter(|(_, cell)| {
                        cell.verdict.is_some() && cell.state == State::Reported
                    });
                    (&seated, reported.map(|(at, _)| (at, Focus::Cell(at))).collect())
                }
                Stage::Redispatch => {
                    let seats = asked_seats(&audited);
                    let first = |seat: usize| columns.rows[seat].cells().start;
                    (&audited, seats.map(|seat| (first(seat), Focus::Seat(seat))).collect())
                }
                Stage::Gate => continue,
            };
            for (cell, focus) in about {
                let budget = Budget::new(LIMITS.operations);
                let (_, evaluation, _) = policy.evaluate(seen, focus, &given, &budget)?;
                let facts = Arc::clone(&policy.facts);
                let seen = seen.clone();
                traces.push(StageTrace::new((seen, answered.clone()), facts, cell, evaluation));
            }
        }
        Ok(traces)
    }

    fn answer_of(
        &self,
        docket: &ClosedDocket,
        decided: Option<&Rule>,
        evaluation: Evaluation,
        ask: Option<String>,
    ) -> Answer {
        let word = decided.and_then(|rule| self.code.words.get(rule.word?));
        let facts = evaluation.rule.and_then(|rule| self.facts.rules.get(rule as usize));
        let columns = docket.columns();
        let cites = match &evaluation.cites {
            Selection::Findings(cited) => {
                cited.iter().map(|finding| columns.finding(finding).place()).collect()
            }
            _ => Vec::new(),
        };
        Answer {
            rule: decided.map(|rule| rule.name.clone()),
            line: facts.map(|rule| rule.line),
            word: word.map(|word| word.name.clone()),
            outcome: decided.and_then(|rule| self.code.outcome(rule)),
            action: word.and_then(|word| match word.means {
                Meaning::Action(action) => Some(action),
                Meaning::Outcome(_) => None,
            }),
            reason: evaluation.reason,
            ask,
            cites,
        }
    }

    /// What the stages before the gate come to on a docket whose seats are known; none where there are no such stages.
    pub(in crate::engine) fn stage_answers(
        &self,
        docket: &ClosedDocket,
    ) -> Result<Option<StageAnswers>, Diagnostics> {
        if self.stages.is_empty() {
            return Ok(None);
        }
        let cells = u64::try_from(docket.cells().len()).unwrap_or(u64::MAX);
        let steps = LIMITS.operations.saturating_add(LIMITS.steps_a_verdict.saturating_mul(cells));
        self.stage_answers_within(docket, &Budget::new(steps)).map(Some)
    }

    fn stage_answers_within(
        &self,
        docket: &ClosedDocket,
        budget: &Budget,
    ) -> Result<StageAnswers, Diagnostics> {
        let mut answers = StageAnswers::default();
        for policy in &self.stages {
            let given = policy.given_of(docket).map_err(|items| policy.told(items))?;
            match policy.code.stage {
                Stage::Audit => policy.audit_all(docket, &given, budget, &mut answers)?,
                Stage::Redispatch => {
                    // Of a verdict it sees what the audit made of it.
                    let audited = docket.with_answers(&answers);
                    policy.ask_all(&audited, &given, budget, &mut answers)?;
                }
                Stage::Gate => {}
            }
        }
        Ok(answers)
    }

    fn audit_all(
        &self,
        docket: &ClosedDocket,
        given: &[Given],
        budget: &Budget,
        answers: &mut StageAnswers,
    ) -> Result<(), Diagnostics> {
        let columns = docket.columns();
        for (index, cell) in columns.cells.iter().enumerate() {
            let Some(verdict) = cell.verdict.filter(|_| cell.state == State::Reported) else {
                continue;
            };
            let answer = self.answer_about(docket, Focus::Cell(index), given, budget)?;
            if let Answer { rule: Some(rule), word: Some(word), outcome: Some(outcome), .. } =
                answer
            {
                let line = answer.line.unwrap_or_default();
                let (reason, cites) = (answer.reason, answer.cites);
                let audit = Audit { rule, line, word, outcome, reason, cites };
                answers.audits.insert(verdict, Arc::new(audit));
            }
        }
        Ok(())
    }

    fn ask_all(
        &self,
        docket: &ClosedDocket,
        given: &[Given],
        budget: &Budget,
        answers: &mut StageAnswers,
    ) -> Result<(), Diagnostics> {
        let columns = docket.columns();
        let next = answers.next.get_or_insert_default();
        for place in asked_seats(docket) {
            let row = &columns.rows[place];
            let answer = self.answer_about(docket, Focus::Seat(place), given, budget)?;
            let kind = answer.action.and_then(|action| action.parse().ok());
            if let (Some(kind), Some(rule)) = (kind, answer.rule) {
                let seat = columns.cell(row.cells().start).seat().to_owned();
                let reason = answer.reason.unwrap_or_else(|| rule.clone());
                let step = NextStep { kind, rule, reason, ask: answer.ask };
                next.insert(seat, Arc::new(step));
            }
        }
        Ok(())
    }
}

pub(super) fn is_asked_about(cell: CellRef<'_>) -> bool {
    cell.stake().counts() && !matches!(cell.state(), State::Skipped | State::Excused)
}

/// The seats that a redispatch policy is asked about, by their places.
pub(super) fn asked_seats(docket: &ClosedDocket) -> impl Iterator<Item = usize> {
    let columns = docket.columns();
    let live = |cell: usize| is_asked_about(columns.cell(cell));
    let rows = columns.rows.iter().enumerate();
    rows.filter(move |(_, row)| row.cells().any(live)).map(|(place, _)| place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::budget::VISITS;
    use crate::engine::{built_in, built_in_names};
    use crate::ir::Attempt;
    use crate::{Docket, Source};

    /// So many seats that fail and pass by turns, each of which was tried twice.
    fn docket(seats: usize) -> ClosedDocket {
        let mut docket = Docket::new("task-17");
        for place in 0..seats {
            let seat = format!("s{place}");
            let (verdict, rows) = match place % 3 {
                0 => ("GO", ""),
                1 => ("CONDITIONAL", "VERIFIED:\ntest|M|test-failure|a.rs:7|it fails\n"),
                _ => ("NO-GO", "VERIFIED:\ntest|C|data-loss|a.rs:7|it loses data\n"),
            };
            docket.seat(&seat);
            let text = format!("VERDICT:{verdict}\nSCOPE:cart\n{rows}");
            docket.submit(&seat, Source::new(format!("{seat}.cpf"), text));
            for action in ["fix", "respawn"] {
                docket.attempt(Attempt::new(&seat, action));
            }
        }
        docket.close()
    }

    /// So many sets a rule may look through for one seat.
    const SETS: u64 = 40;

    /// Each seat and verdict is asked about in turn, so anyone who looks at all others for each takes steps that grow with
    /// their square.
    #[test]
    fn steps_before_the_gate_grow_with_the_seats_and_not_faster() {
        let steps = |gate: &Policy, seats: usize| {
            let budget = Budget::new(1 << 40);
            gate.stage_answers_within(&docket(seats), &budget).unwrap();
            budget.steps_of(1 << 40)
        };
        let gate = built_in(Stage::Gate, "any-blocker").unwrap();
        let gate = Policy::compile(Stage::Gate, "any-blocker", gate).unwrap();
        let mut tried = 0;
        for stage in [Stage::Audit, Stage::Redispatch] {
            for name in built_in_names(stage) {
                let policy = Policy::compile(stage, name, built_in(stage, name).unwrap()).unwrap();
                // What is asked about the others looks at them.
                if built_in(stage, name).unwrap().contains("others.")
                    || policy.givens().next().is_some()
                {
                    continue;
                }
                let gate = gate.clone().with_stage(stage, policy).unwrap();
                let [some, more] = [150, 600].map(|seats| steps(&gate, seats));
                // A set over all seats or findings is held in words of 64, of which each is a visit.
                let words = SETS * 600 * 600_u64.div_ceil(64) / VISITS;
                let most = some * 5 + words;
                assert!(more <= most, "{name}: {more} of {most} steps, after {some} for a quarter");
                tried += 1;
            }
        }
        assert!(tried >= 6, "{tried}");
    }
}
