//! For trials: the outcome of a policy of another stage than the gate about one cell.

use super::run::Run;
use super::stages::is_asked_about;
use crate::engine::bare::Bare;
use crate::engine::budget::Budget;
use crate::engine::eval::Focus;
use crate::engine::limits::LIMITS;
use crate::engine::policy::Meaning;
use crate::engine::{Policy, Stage};
use crate::ir::{ActionKind, ClosedDocket, Diagnostics, Outcome, State};

impl Policy {
    /// The outcome of the policy about a cell, and nothing else.
    pub(in crate::engine) fn bare_about(
        &self,
        docket: &ClosedDocket,
        cell: usize,
    ) -> Result<Bare, Diagnostics> {
        let columns = docket.columns();
        let own = columns.cell(cell);
        let focus = match self.code.stage {
            // Only verdicts that were read are audited, and only seats that count are asked about.
            Stage::Audit if own.state() != State::Reported => {
                let outcome = own.effective().unwrap_or(Outcome::Hold);
                return Ok(Bare { outcome, ..Bare::NOTHING });
            }
            Stage::Redispatch if !is_asked_about(own) => return Ok(Bare::NOTHING),
            Stage::Redispatch => Focus::Seat(columns.seat_of(cell)),
            _ => Focus::Cell(cell),
        };
        let given = self.given_of(docket).map_err(|items| self.told(items))?;
        let budget = Budget::new(LIMITS.operations);
        let mut run = Run::new(self, docket, focus, &given, &budget);
        let decided = run.all();
        let Run { evaluation, errors, .. } = run;
        if !errors.is_empty() {
            return Err(self.told(errors));
        }
        let mut holds = 0;
        for (place, holding) in evaluation.holds.iter().enumerate().take(64) {
            holds |= u64::from(*holding) << place;
        }
        let action = decided.and_then(|rule| match self.code.words.get(rule.word?)?.means {
            Meaning::Action(action) => action.parse().ok(),
            Meaning::Outcome(_) => None,
        });
        let audited = decided.and_then(|rule| self.code.outcome(rule));
        let outcome = match self.code.stage {
            Stage::Audit => own.effective().max(audited).unwrap_or(Outcome::Hold),
            _ if action == Some(ActionKind::Excuse) => Outcome::Warn,
            _ => Outcome::Hold,
        };
        Ok(Bare { outcome, rule: evaluation.rule, holds, action, ..Bare::NOTHING })
    }
}
