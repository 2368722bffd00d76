//! Which way a parameter shuts the gate: found by turning it, and comparing on every small docket.

use super::report::{Property, Verified, Violation};
use super::{Expected, OneOf, Progress, Scope, Space, stage_of};
use crate::engine::{Policy, Stage};
use crate::ir::{Diagnostics, Value, words};
use crate::trial::{Turned, turned};

words! {
    /// What a larger value of a parameter does.
    #[non_exhaustive]
    pub enum Direction {
        /// It only makes rulings worse.
        Shuts = "a larger value shuts",
        /// It only makes rulings better.
        Opens = "a larger value opens",
        /// It does both, on different dockets.
        Both = "a larger value shuts some dockets and opens others",
        /// It changes what is tried next on a seat, and gives up no one more or less.
        Other = "a value changes what is tried next",
        /// It changes no ruling that was seen.
        Neither = "no value changes a ruling here",
    }
}

/// Which way a parameter shuts.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParamDirection {
    /// The parameter.
    pub name: String,
    /// What a larger value does.
    pub direction: Direction,
}

/// A policy with a number set otherwise: its neighbours, and as far as its range goes in a bench of this size.
pub(super) fn turned_by<'p>(
    policy: &'p Policy,
    name: &'p str,
    now: i64,
) -> impl Iterator<Item = (i64, Policy)> + 'p {
    let near = [
        now.checked_sub(1),
        now.checked_add(1),
        now.checked_sub(2),
        now.checked_add(2),
        now.checked_mul(2),
        Some(now / 2),
    ];
    near.into_iter().flatten().filter(move |value| *value != now).filter_map(move |value| {
        let mut other = policy.clone();
        other.set_param(name, &value.to_string()).ok()?;
        Some((value, other))
    })
}

/// So many ways to turn a parameter share what is tried for a policy.
const PART: OneOf = OneOf { gates: 6, others: 6 };

pub(super) fn directions(
    policy: &Policy,
    panel: &[Expected],
    progress: &Progress,
    verified: &mut Verified,
) -> Result<(), Diagnostics> {
    // What counts findings is an audit's.
    let findings = if stage_of(&[policy]) == Stage::Audit { 2 } else { 1 };
    let scope = Scope { findings, ..Scope::ONE_SUBJECT };
    let numbers: Vec<(String, i64)> = policy
        .facts()
        .params
        .iter()
        .filter_map(|(name, value)| match value {
            Value::Int(number) => Some((name.clone(), *number)),
            _ => None,
        })
        .collect();
    for (name, now) in numbers {
        let (mut shuts, mut opens, mut changes) = (false, false, false);
        for (value, other) in turned_by(policy, &name, now) {
            // Each of them is asked as well, and one docket of its direction is enough.
            for space in Space::some(&[policy, &other], panel, &[scope], PART)? {
                let space = space.telling(progress);
                let Turned { better, worse, other } = turned(policy, &other, &space)?;
                let (up, down) = if value > now { (better, worse) } else { (worse, better) };
                opens |= up;
                shuts |= down;
                changes |= other;
            }
        }
        let direction = match (shuts, opens) {
            (true, true) => Direction::Both,
            (true, false) => Direction::Shuts,
            (false, true) => Direction::Opens,
            (false, false) if changes => Direction::Other,
            (false, false) => Direction::Neither,
        };
        if direction == Direction::Both {
            let (name, rule) = (Some(direction.to_string()), Some(name.clone()));
            let found = Violation { name, rule, ..Violation::of(Property::Params) };
            verified.unsure.push(found);
        }
        verified.params.push(ParamDirection { name, direction });
    }
    Ok(())
}
