//! What the stages before the gate came to: audits of verdicts, and what is to be tried on seats.
//!
//! Both are facts for the gate. An audit can only make a verdict worse, and its `fail` rests on what it cites: those
//! findings are blockers from then on. An excuse takes out who has not spoken, and no one else.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::columns::{Cell, Columns};
use super::ruling::trace_of;
use super::{
    ActionKind, CellRef, ClosedDocket, Evaluation, Outcome, PolicyFacts, RuleFacts, State,
    TraceEntry, WhatIfs,
};

/// What an audit policy made of one verdict.
///
/// ```
/// use assize::{Docket, Outcome, Policy, Source, Stage, built_in};
/// let text = "rule \"too much\" when findings.count > 0 then fail citing findings;";
/// let audit = Policy::compile(Stage::Audit, "none-at-all", text)?;
/// let text = built_in(Stage::Gate, "any-blocker").unwrap();
/// let gate = Policy::compile(Stage::Gate, "any-blocker", text)?.with_audit(audit)?;
/// let mut docket = Docket::new("task-17");
/// let text = "verdict: warn\nconfidence: high\nadvisory: src/a.rs:7 a long name\n";
/// docket.seat("qa");
/// docket.submit("qa", Source::new("qa.md", text));
/// let ruling = gate.judge(&docket.close())?;
/// let audit = ruling.docket().cells().next().unwrap().audit().unwrap();
/// assert_eq!((audit.rule.as_str(), audit.outcome), ("too much", Outcome::Fail));
/// assert_eq!(ruling.outcome(), Outcome::Fail);
/// # Ok::<(), assize::Diagnostics>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Audit {
    /// The rule that decided.
    pub rule: String,
    /// Its line in the audit policy, from 1.
    pub line: u32,
    /// Its word: `NO-GO`.
    pub word: String,
    /// The outcome of the word. The verdict is no better than this.
    pub outcome: Outcome,
    /// The rule's `because`.
    pub reason: Option<String>,
    /// The findings that it cites, by their places in the verdict.
    pub(crate) cites: Vec<usize>,
}

/// What a redispatch policy says is to be tried next on a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NextStep {
    pub(crate) kind: ActionKind,
    /// The rule that decided.
    pub(crate) rule: String,
    /// The rule's `because`, else its name.
    pub(crate) reason: String,
    /// What the policy wants to be said.
    pub(crate) ask: Option<String>,
}

/// What the stages before the gate came to, on one docket.
#[derive(Clone, Debug, Default)]
pub(crate) struct StageAnswers {
    /// By the place of the verdict among all.
    pub(crate) audits: BTreeMap<u32, Arc<Audit>>,
    /// By seat. None where no redispatch policy was asked.
    pub(crate) next: Option<BTreeMap<String, Arc<NextStep>>>,
}

/// What a policy of a stage before the gate saw of one verdict or of one seat, and what would change its answer.
///
/// ```
/// use assize::{Docket, Policy, Source, Stage, built_in};
/// # let compile = |stage, name| Policy::compile(stage, name, built_in(stage, name).unwrap());
/// let gate = compile(Stage::Gate, "any-blocker")?.with_audit(compile(Stage::Audit, "impl")?)?;
/// let mut docket = Docket::new("audit");
/// let text = "VERDICT:CONDITIONAL\nSCOPE:cart\nVERIFIED:\ntest|C|test-failure|src/a.rs:7|it crashes\n";
/// docket.submit("auditor", Source::new("auditor.cpf", text));
/// let traces = gate.stage_traces(&docket.close())?;
/// assert_eq!(traces[0].cell().seat(), "auditor");
/// assert_eq!(traces[0].rule().unwrap().name, "a critical finding remains");
/// let better = &traces[0].what_ifs().found[0];
/// assert_eq!(better.word, "warn"); // without the finding, it comes to what the auditor states
/// # Ok::<(), assize::Diagnostics>(())
/// ```
#[derive(Clone, Debug)]
pub struct StageTrace {
    /// As this policy saw it.
    seen: ClosedDocket,
    /// With the answers of all stages.
    docket: ClosedDocket,
    policy: Arc<PolicyFacts>,
    cell: usize,
    evaluation: Evaluation,
    what_ifs: WhatIfs,
}

impl StageTrace {
    pub(crate) fn new(
        (seen, answered): (ClosedDocket, ClosedDocket),
        policy: Arc<PolicyFacts>,
        cell: usize,
        evaluation: Evaluation,
    ) -> Self {
        Self { seen, docket: answered, policy, cell, evaluation, what_ifs: WhatIfs::default() }
    }

    pub(crate) fn with(self, what_ifs: WhatIfs) -> Self {
        Self { what_ifs, ..self }
    }

    /// The policy.
    pub fn policy(&self) -> &PolicyFacts {
        &self.policy
    }

    /// The verdict that was audited; of the seat that was asked about, its first cell. As the gate sees it.
    pub fn cell(&self) -> CellRef<'_> {
        self.docket.columns().cell(self.cell)
    }

    /// The docket as the gate sees it.
    pub fn docket(&self) -> &ClosedDocket {
        &self.docket
    }

    /// The rule that decided; none when no rule holds.
    pub fn rule(&self) -> Option<&RuleFacts> {
        self.policy.rules.get(self.evaluation.rule? as usize)
    }

    /// The rule's word: an outcome, an action, or one of the policy's own.
    pub fn word(&self) -> Option<&str> {
        let word = self.policy.words.get(self.rule()?.word? as usize)?;
        Some(&word.name)
    }

    /// Every rule and note in order, with what it saw.
    pub fn trace(&self) -> impl Iterator<Item = TraceEntry<'_>> {
        trace_of(&self.policy, &self.evaluation, &self.seen)
    }

    /// What would change the outcome of the verdict; what would have something else tried on the seat.
    pub fn what_ifs(&self) -> &WhatIfs {
        &self.what_ifs
    }
}

impl Audit {
    /// Whether the `fail` of the verdict rests on a finding, by its place in the verdict.
    pub(super) fn blames(&self, finding: usize) -> bool {
        self.outcome == Outcome::Fail && self.cites.contains(&finding)
    }
}

impl ClosedDocket {
    /// The same docket as the gate sees it.
    pub(crate) fn with_answers(&self, answers: &StageAnswers) -> Self {
        let mut columns = Columns::clone(self.columns());
        for index in 0..columns.cells.len() {
            columns.take_audit(index, answers);
        }
        columns.hold_stand_ins();
        if let Some(next) = &answers.next {
            columns.redispatched = true;
            for row in columns.rows.clone() {
                columns.take_step(&row.cells().collect::<Vec<_>>(), next);
            }
        }
        columns.index_findings();
        columns.regroup();
        Self::new(columns)
    }
}

impl Columns {
    fn take_audit(&mut self, index: usize, answers: &StageAnswers) {
        let cell = &mut self.cells[index];
        let Some(place) = cell.verdict.filter(|_| cell.state == State::Reported) else { return };
        let Some(audit) = answers.audits.get(&place) else { return };
        let Some(verdict) = self.verdicts.get_mut(place as usize) else { return };
        let verdict = Arc::make_mut(verdict);
        verdict.audited = verdict.audited.max(Some(audit.outcome));
        cell.report(verdict, place as usize);
        cell.audit = Some(Arc::clone(audit));
    }

    /// What is to be tried on the seat that has these cells.
    fn take_step(&mut self, cells: &[usize], next: &BTreeMap<String, Arc<NextStep>>) {
        let Some(first) = cells.first().and_then(|first| self.cells.get(*first)) else { return };
        if !first.stake.counts() {
            return;
        }
        let Some(step) = next.get(&first.seat).cloned() else { return };
        let spoke = |cell: &Cell| cell.state == State::Reported || cell.may_have_answered();
        let silent = !cells.iter().any(|&cell| spoke(&self.cells[cell]));
        for &cell in cells {
            self.cells[cell].take_step(&step, silent);
        }
    }
}

impl Cell {
    fn take_step(&mut self, step: &Arc<NextStep>, silent: bool) {
        self.next = Some(Arc::clone(step));
        let lacks = matches!(
            self.state,
            State::Missing | State::Unreadable | State::Stale | State::Errored
        );
        match step.kind {
            ActionKind::Excuse if silent && lacks => self.be_excused(&step.reason),
            // Somebody who was asked for it is at it.
            ActionKind::Nudge | ActionKind::Respawn if self.state == State::Missing => {
                self.awaiting = true;
            }
            _ => {}
        }
    }
}
