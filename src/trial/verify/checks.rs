//! Checks of one docket, and of what a whole walk came to.

use std::collections::BTreeMap;

use super::report::{Property, Verified, Violation, Witness};
use super::{Chosen, Space, stage_of};
use crate::engine::{Bare, Policy, Stage};
use crate::ir::{
    ActionKind, CellRef, ClosedDocket, Diagnostics, FindingKind, Group, Outcome, Ruling, State,
};

/// What opens that must not: by no rule, or over somebody required.
pub(super) fn opens_wrongly(
    policy: &Policy,
    bare: Bare,
    docket: &ClosedDocket,
) -> Option<Property> {
    if !bare.outcome.opens() {
        return None;
    }
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

/// Whether somebody who counts lists a blocker.
pub(super) fn has_blocker(docket: &ClosedDocket) -> bool {
    let columns = docket.columns();
    let mut kinds = columns.finding_kind.iter().zip(&columns.finding_cell);
    kinds.any(|(kind, cell)| {
        *kind == FindingKind::Blocker && columns.cell(*cell as usize).stake().counts()
    })
}

/// Every blocker of a shut gate is cited, by the rule or a note, or its seat is told what to do.
pub(super) fn blockers_kept(
    policy: &Policy,
    space: &Space,
    shut: &BTreeMap<Option<u32>, (u32, Chosen)>,
    verified: &mut Verified,
) -> Result<(), Diagnostics> {
    for (_, chosen) in shut.values() {
        let made = chosen.docket(space);
        let ruling = policy.judge(&made.docket().close())?;
        if !ruling.outcome().opens() && loses_a_blocker(&ruling) {
            let witness = Some(Witness::of(policy, made)?);
            verified
                .violations
                .push(Violation { witness, ..Violation::of(Property::BlockersKept) });
        }
    }
    Ok(())
}

fn loses_a_blocker(ruling: &Ruling) -> bool {
    let mut cites = ruling.cites();
    cites.extend(ruling.notes().flat_map(|note| note.cites));
    let actions = ruling.actions();
    let mut cells = ruling.docket().cells();
    cells.any(|cell| {
        let told = actions.iter().any(|action| action.cell.seat() == cell.seat());
        let blockers = cell.findings().filter(|finding| finding.is_blocker());
        let kept = |span| {
            let own = cites.iter().filter(|cite| cite.cell.seat() == cell.seat());
            own.into_iter().any(|cite| cite.finding.is_none_or(|finding| finding.span() == span))
        };
        let lost = blockers.into_iter().any(|finding| !kept(finding.span()));
        cell.stake().counts() && cell.state() == State::Reported && !told && lost
    })
}

/// Rules that held on no docket, and rules that shut and never decided.
pub(super) fn dead_rules(policy: &Policy, held: u64, decided: u64, verified: &mut Verified) {
    let facts = policy.facts();
    let rules = facts.rules.iter().enumerate().take(64);
    for (place, rule) in rules.filter(|(_, rule)| rule.base.is_none()) {
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
            _ => continue,
        };
        let (name, rule) = (Some(dead.to_owned()), Some(rule.name.clone()));
        let told = Violation { name, rule, ..Violation::of(Property::NoDeadRule) };
        // Where something was not made up, a rule may hold by just that.
        match verified.beyond.is_empty() {
            true => verified.violations.push(told),
            false => verified.unsure.push(told),
        }
    }
}
