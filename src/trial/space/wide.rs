//! Dockets beside the small ones: larger in one way, and smaller in all others.

use std::collections::BTreeSet;

use super::worlds::Guide;
use super::{Expected, Scope, Sitting, Space};
use crate::engine::{Judge, Policy, Reads};
use crate::ir::{MadeAnswer, MadeDocket, MadeSeat, MadeWorld, Outcome, Stake, Subject};

/// How many dockets of each such space are tried.
const MOST: u64 = 60_000;
/// No policy is asked about more seats.
const MOST_SEATS: i64 = 120;
/// How many judgings of crowds there are, each of which takes as long as it is large.
const MOST_OF_CROWDS: usize = 1_500_000;

impl Space {
    /// Dockets that are larger in one way and smaller in all others: many seats, many findings, facts beside each other; and
    /// those in which the host seats otherwise. What changed clauses name is tried most.
    pub(crate) fn wide(
        policies: &[&Policy],
        panel: &[Expected],
        changed: &BTreeSet<&str>,
    ) -> Vec<Self> {
        let reads = Reads::of(policies.iter().copied());
        let named = Self::named(&reads, panel);
        let plain = policies.iter().all(|policy| policy.is_plain());
        let most = if plain { MOST } else { MOST / 24 };
        let stakes: &[Option<Stake>] = match reads.others_open {
            true => &[None, Some(Stake::Voting)],
            false => &[None],
        };
        let shuts = |world: &MadeWorld| shutting(policies, &named, world);
        let names = |name: &str| changed.contains(name);
        let guide = Guide { shuts: &shuts, names: &names };
        let space = |reads: &Reads, named: &[Expected], stake, scope| {
            // Of a crowd it is tried who answers what, and not every order.
            let most = if reads.narrow { u64::MAX } else { most };
            let sitting = Sitting { stake, ..Sitting::of_gate(named.to_vec()) };
            // Where so many seats are named that none of it fits, there is none of it.
            Self::sitting(reads, sitting, scope, most, Some(&guide)).ok()
        };
        let of = |seats, findings| Scope { seats, subjects: 1, findings };
        let widened = reads.clone().widened();
        let one = usize::from(named.is_empty());
        let longest = lists_of(&reads);
        let mut all: Vec<Self> = Vec::new();
        for stake in stakes {
            all.extend(space(&widened, &named, *stake, of(one, longest)));
            all.extend(stake.and_then(|_| space(&reads, &named, *stake, of(3, 1))));
            let without = reads.seated_otherwise();
            let without = without.iter().filter(|name| !panel.iter().any(|own| own.name == **name));
            for name in without.clone() {
                let there: Vec<Expected> =
                    named.iter().filter(|own| own.name != *name).cloned().collect();
                all.extend(space(&reads, &there, *stake, of(2, 0)));
            }
            if without.count() > 1 {
                let there: Vec<Expected> = panel.to_vec();
                all.extend(space(&reads, &there, *stake, of(3, 0)));
            }
        }
        let mut left = if plain { MOST_OF_CROWDS } else { MOST_OF_CROWDS / 2000 };
        for (seats, stake) in
            sizes(&reads).into_iter().flat_map(|n| stakes.iter().map(move |s| (n, s)))
        {
            let Some(mut crowd) =
                space(&reads.clone().narrowed(), &named, *stake, of(0, usize::from(reads.topics)))
            else {
                continue;
            };
            let kinds = crowd.choices.all.len();
            let whole = seats + named.len();
            let takes = crowd.worlds.len() * kinds * kinds * whole * whole.div_ceil(8);
            if whole == 0 || crowd.named != named.len() || takes > left {
                continue;
            }
            left -= takes;
            crowd.crowd(&named, seats, *stake, &reads);
            all.push(crowd);
        }
        all
    }
}

/// How many seats there may be where something turns: few of them, and as many as stand in a number, or one more or less.
fn sizes(reads: &Reads) -> Vec<usize> {
    let near = reads.numbers.range(2..MOST_SEATS).flat_map(|n| [n - 1, *n, n + 1]);
    let all: BTreeSet<usize> =
        (0..=13).chain(near).filter_map(|n| usize::try_from(n).ok()).collect();
    all.into_iter().collect()
}

/// The longest list of findings that may tell.
fn lists_of(reads: &Reads) -> usize {
    const LONGEST: i64 = 1000;
    let counted = reads.numbers.range(..LONGEST).next_back().copied().unwrap_or_default();
    // As many as two kinds are counted beside each other.
    usize::try_from(counted + 1).unwrap_or_default().max(20)
}

/// How many rules shut the gate although all pass.
fn shutting(policies: &[&Policy], named: &[Expected], world: &MadeWorld) -> usize {
    let one = [Expected::new("ann")];
    let seats = if named.is_empty() { &one[..] } else { named };
    let seats = seats.iter().map(|seat| MadeSeat {
        name: seat.name.clone(),
        stake: seat.stake,
        weight: seat.weight,
        answers: vec![MadeAnswer::says(Outcome::Pass)],
    });
    let (subjects, world) = (vec![Subject::Change], world.clone());
    let docket = MadeDocket { subjects, seats: seats.collect(), world }.docket().close();
    let of = |policy: &&Policy| {
        let shut = policy.facts().rules.iter().take(64).enumerate().filter(|(_, rule)| {
            let word = rule.word.and_then(|word| policy.facts().words.get(word as usize));
            word.is_some_and(|word| !word.outcome.opens())
        });
        let bare = policy.bench_of(&docket).and_then(|docket| Judge::new(policy).judge(&docket, 0));
        match bare {
            Ok(bare) => shut.filter(|(at, _)| bare.holds >> at & 1 == 1).count(),
            Err(_) => policy.facts().rules.len(),
        }
    };
    policies.iter().map(of).sum()
}
