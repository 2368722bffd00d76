//! Checks of one docket, and of what a whole walk came to.

use std::collections::HashMap;

use super::report::{Property, Verified, Violation, Witness};
use super::walk::Chosen;
use super::{Space, stage_of};
use crate::engine::{Bare, Policy, Stage};
use crate::ir::{
    Action, ActionKind, CellRef, Cite, ClosedDocket, Diagnostics, Group, Outcome, Ruling, State,
};
use crate::source::Span;

/// What is wrong with an opening: it stands on no rule, or goes over somebody required.
pub(super) fn opens_wrongly(
    policy: &Policy,
    bare: Bare,
    docket: &ClosedDocket,
) -> Option<Property> {
    let rules = &policy.facts().rules;
    let rule = bare.rule.and_then(|rule| rules.get(rule as usize));
    let word = rule.and_then(|rule| policy.facts().words.get(rule.word? as usize));
    let holds = bare.rule.is_some_and(|rule| rule > 63 || bare.holds >> rule & 1 == 1);
    if !holds || !word.is_some_and(|word| word.outcome.opens()) {
        return Some(Property::Claimed);
    }
    let columns = docket.columns();
    let required = columns.group(Group::Required);
    let any = |groups: &[Group]| {
        groups.iter().any(|group| !columns.group(*group).and(required).is_empty())
    };
    let lacking = any(&[Group::Missing, Group::Unreadable, Group::Stale, Group::Errored]);
    let against = !bare.lifts && any(&[Group::Failed, Group::Held]);
    (lacking || against).then_some(Property::FailClosed)
}

/// What an audit or a redispatch policy must not say about a cell.
pub(super) fn goes_too_far(stage: Stage, bare: Bare, cell: CellRef<'_>) -> bool {
    match stage {
        Stage::Gate => false,
        Stage::Audit => {
            let stated = cell.effective().filter(|_| cell.state() == State::Reported);
            stated.is_some_and(|stated| bare.outcome < stated)
        }
        Stage::Redispatch => match bare.action {
            Some(ActionKind::Excuse) => {
                let shut = cell.effective().is_some_and(|said| !said.opens());
                shut || cell.state() == State::Reported
            }
            Some(ActionKind::Accept) => {
                cell.state() != State::Reported && cell.effective().is_none()
            }
            _ => false,
        },
    }
}

/// Whether somebody is asked, and not a person called.
pub(super) fn asks(action: Option<ActionKind>) -> bool {
    use ActionKind::{Derive, Fix, Nudge, Respawn, SecondOpinion, UpdateSpec};
    matches!(action, Some(Nudge | Respawn | SecondOpinion | Derive | Fix | UpdateSpec))
}

/// Whether a reviewer is asked.
pub(super) fn asks_a_reviewer(action: Option<ActionKind>) -> bool {
    use ActionKind::{Nudge, Respawn, SecondOpinion};
    matches!(action, Some(Nudge | Respawn | SecondOpinion))
}

/// What tells one shut docket with blockers from another one, as far as what is reported of its blockers goes: the rule that
/// decides, whether it was refused, all that hold, and what the seats with blockers answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Blocked {
    rule: Option<u32>,
    refused: bool,
    holds: u64,
    /// Their answers. No more seats have blockers than there are findings.
    answers: [u32; MOST_FINDINGS],
}

/// No scope has more findings.
const MOST_FINDINGS: usize = 2;

impl Blocked {
    /// None where the gate is open, or no one lists a blocker.
    pub(super) fn of(space: &Space, chosen: &[u32], bare: Bare) -> Option<Self> {
        if bare.outcome.opens() {
            return None;
        }
        let mut answers = [u32::MAX; MOST_FINDINGS];
        let blocking = chosen.iter().filter(|choice| space.choices.all[**choice as usize].blocks);
        answers.iter_mut().zip(blocking).for_each(|(place, choice)| *place = *choice);
        (answers[0] != u32::MAX).then_some(Self {
            rule: bare.rule,
            refused: bare.refused,
            holds: bare.holds,
            answers,
        })
    }
}

/// What a ruling tells of findings: those that its rule and its notes cite, and those that somebody is to mend. Of a cell that
/// is cited whole, all.
pub(super) type ToldFindings = dyn Fn(&Ruling, &CellRef<'_>, Span) -> bool + Sync;

fn tells(ruling: &Ruling, cell: &CellRef<'_>, finding: Span) -> bool {
    let own = |seat: CellRef<'_>| seat.seat() == cell.seat();
    let mut cites = ruling.cites();
    cites.extend(ruling.notes().flat_map(|note| note.cites));
    let cited = |cite: &Cite<'_>| cite.finding.is_none_or(|cited| cited.span() == finding);
    let listed = |action: &Action<'_>| action.findings().iter().any(|one| one.span() == finding);
    cites.iter().any(|cite| own(cite.cell) && cited(cite))
        || ruling.actions().iter().any(|action| own(action.cell) && listed(action))
}

/// Every blocker of a shut gate is cited, by the rule or a note, or listed for its author: on the plainest docket of each kind.
pub(super) fn blockers_kept(
    policy: &Policy,
    space: &Space,
    shut: &HashMap<Blocked, (u32, Chosen)>,
    falsified: Option<&ToldFindings>,
    verified: &mut Verified,
) -> Result<(), Diagnostics> {
    let tells = falsified.unwrap_or(&tells);
    let mut plainest: Vec<(u32, Blocked)> =
        shut.iter().map(|(kind, (cost, _))| (*cost, *kind)).collect();
    plainest.sort_unstable();
    for (_, kind) in plainest {
        let Some((_, chosen)) = shut.get(&kind) else { continue };
        let made = chosen.docket(space);
        let ruling = policy.judge(&made.docket().close())?;
        if !ruling.outcome().opens() && loses_a_blocker(&ruling, tells) {
            let witness = Some(Witness::of(policy, made)?);
            verified
                .violations
                .push(Violation { witness, ..Violation::of(Property::BlockersKept) });
            return Ok(());
        }
    }
    Ok(())
}

fn loses_a_blocker(ruling: &Ruling, tells: &ToldFindings) -> bool {
    let mut cells = ruling.docket().cells();
    cells.any(|cell| {
        let mut blockers = cell.findings().filter(|finding| finding.is_blocker());
        cell.stake().counts()
            && cell.state() == State::Reported
            && blockers.any(|finding| !tells(ruling, &cell, finding.span()))
    })
}

/// Rules that held on no docket, and rules that shut and never decided.
pub(super) fn dead_rules(policy: &Policy, held: u64, decided: u64) -> Vec<Violation> {
    let facts = policy.facts();
    let rules = facts.rules.iter().enumerate().take(64);
    let dead = rules.filter(|(_, rule)| rule.base.is_none()).filter_map(|(place, rule)| {
        let word = rule.word.and_then(|word| facts.words.get(word as usize));
        let (held, decided) = (held >> place & 1 == 1, decided >> place & 1 == 1);
        // Of a gate, a rule that opens may stand behind better ones; elsewhere each has its own answer.
        let shuts = match stage_of(&[policy]) {
            Stage::Gate => word.is_some_and(|word| word.outcome > Outcome::Warn),
            Stage::Audit => word.is_some(),
            Stage::Redispatch => rule.word.is_some(),
        };
        let dead = match (held, decided) {
            (false, _) => "never holds",
            (true, false) if shuts => "never decides",
            _ => return None,
        };
        let (name, rule) = (Some(dead.to_owned()), Some(rule.name.clone()));
        Some(Violation { name, rule, ..Violation::of(Property::NoDeadRule) })
    });
    dead.collect()
}
