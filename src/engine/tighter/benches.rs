//! Who sits by two policies, and whether one of them seats as strictly as the other.

use crate::engine::Policy;
use crate::engine::eval::Node;
use crate::engine::facts::Id;
use crate::ir::{Group, SeatPlace, Stake};

/// Whether every docket has the same groups by both, and whatever keeps an older text shut keeps the new one shut.
pub(super) fn is_as_strict(old: &Policy, new: &Policy) -> bool {
    let (was, is) = (old.bench(), new.bench());
    let same_lists = {
        let lists = |policy: &Policy| -> Vec<(String, Option<SeatPlace>)> {
            let named = |(at, place): &(usize, Option<SeatPlace>)| {
                let name = policy.facts.params.get(*at).map(|(name, _)| name.clone());
                (name.unwrap_or_default(), *place)
            };
            policy.code.seat_params.iter().map(named).collect()
        };
        let of_runs = |policy: &Policy| -> Vec<String> {
            let required = policy.all_givens().into_iter().filter(|given| given.is_required);
            required.map(|given| given.name.clone()).collect()
        };
        lists(old) == lists(new) && of_runs(old) == of_runs(new)
    };
    if !same_lists {
        return false;
    }
    if was == is {
        return true;
    }
    if tells_stakes(old) || tells_stakes(new) || !is_tighter(was.others, is.others, false) {
        return false;
    }
    let plain_others =
        is.others.is_none_or(|place| place.weight.is_none() && place.stake != Stake::Observer);
    was.seats.keys().chain(is.seats.keys()).all(|name| {
        match (was.seats.get(name), is.seats.get(name)) {
            (Some(was), Some(is)) => is_tighter(*was, *is, true),
            // Whom a condition asks for is in no other group, and has to be there.
            (None, Some(None)) => plain_others,
            _ => false,
        }
    })
}

fn is_tighter(was: Option<SeatPlace>, is: Option<SeatPlace>, named: bool) -> bool {
    match (was, is) {
        (Some(was), Some(is)) => {
            let stake = was.stake == is.stake
                || named && (was.stake, is.stake) == (Stake::Voting, Stake::Required);
            stake && was.weight == is.weight && is.left_out.is_within(was.left_out)
        }
        (was, is) => was == is,
    }
}

/// Whether a policy may tell a required seat from a voter, or looks at what was not expected.
fn tells_stakes(policy: &Policy) -> bool {
    let mut tells = false;
    for code in policy.code.deciding() {
        let Some(node) = &code.native else { return true };
        node.each(&mut |node| {
            tells |= matches!(
                node,
                Node::Fact(Id::Group(Group::Required | Group::Voting | Group::Unexpected), _)
                    | Node::Verb(Id::Group(Group::Required | Group::Voting), ..)
            );
        });
    }
    tells
}
