//! Facts of the run as they might be: the values at which conditions turn, the nearest first.

use std::collections::BTreeMap;

use super::{Came, Trials};
use crate::engine::constants::{Constants, LINES};
use crate::engine::{GivenType, Policy};
use crate::ir::{ClosedDocket, Given, Suppose, WhatIf};

/// Of one fact no more values are tried in one direction.
const MOST: usize = 8;

impl Policy {
    /// What each fact of the run could be instead: in each direction the values at which a condition may turn.
    pub(super) fn facts_otherwise(&self, docket: &ClosedDocket) -> Vec<Vec<Suppose>> {
        let mut constants: BTreeMap<String, Constants> = BTreeMap::new();
        self.constants_below(&mut constants);
        let columns = docket.columns();
        let mut all: Vec<Vec<Suppose>> = Vec::new();
        for given in self.all_givens() {
            let own = constants.remove(&given.name).unwrap_or_default();
            let now = columns.given.get(&given.name).or(given.default.as_ref());
            let suppose = |value: Given| Suppose::Given { name: given.name.clone(), value };
            let groups = match given.among.is_empty() {
                true => values(given.of, now, &own),
                false => vec![given.among.clone()],
            };
            for mut group in groups {
                group.retain(|value| Some(value) != now && given.allows(value));
                group.truncate(MOST);
                all.push(group.into_iter().map(suppose).collect());
            }
        }
        if let (Some(now), Some(own)) = (columns.lines_changed, constants.get(LINES)) {
            let now = i64::try_from(now).unwrap_or(i64::MAX);
            for group in around(now, own) {
                let lines = group.into_iter().filter_map(|n| u64::try_from(n).ok()).take(MOST);
                all.push(lines.map(|lines| Suppose::LinesChanged { lines }).collect());
            }
        }
        all.retain(|group| !group.is_empty());
        all
    }

    fn constants_below(&self, all: &mut BTreeMap<String, Constants>) {
        self.compared(all);
        self.code.bases.iter().for_each(|base| base.constants_below(all));
    }
}

/// The values of a fact that may tell: in each direction a list.
fn values(of: GivenType, now: Option<&Given>, own: &Constants) -> Vec<Vec<Given>> {
    let texts = || own.texts.iter().filter(|text| !text.is_empty());
    match (of, now) {
        (GivenType::Bool, _) => [false, true].map(|value| vec![Given::Bool(value)]).to_vec(),
        (GivenType::Int, Some(Given::Int(now))) => {
            around(*now, own).map(|group| group.into_iter().map(Given::Int).collect()).to_vec()
        }
        (GivenType::Text, _) => texts().map(|text| vec![Given::Text(text.clone())]).collect(),
        (GivenType::List, Some(Given::List(now))) => texts()
            .map(|text| match now.contains(text) {
                true => now.iter().filter(|entry| *entry != text).cloned().collect(),
                false => now.iter().chain([text]).cloned().collect(),
            })
            .map(|entries| vec![Given::List(entries)])
            .collect(),
        _ => Vec::new(),
    }
}

/// The numbers at which a comparison turns: those above, and those below, the nearest first.
fn around(now: i64, own: &Constants) -> [Vec<i64>; 2] {
    let near = |n: &i64| [n.saturating_sub(1), *n, n.saturating_add(1)];
    let mut all: Vec<i64> = own.numbers.iter().flat_map(near).collect();
    all.sort_unstable();
    all.dedup();
    let above = all.iter().copied().filter(|n| *n > now).collect();
    [above, all.iter().rev().copied().filter(|n| *n < now).collect()]
}

impl Trials<'_> {
    /// Of each fact the nearest value that alone leads to what is looked for.
    pub(super) fn nearest(
        &mut self,
        facts: &[Vec<Suppose>],
        wanted: &dyn Fn(&Came) -> bool,
    ) -> Vec<WhatIf> {
        let first = |group: &Vec<Suppose>| group.iter().find_map(|one| self.judge(&[one], wanted));
        facts.iter().filter_map(first).collect()
    }

    /// Of each fact the nearest value that leads there beside all these answers, without those that can be left out; where
    /// none does, two of them.
    pub(super) fn nearest_beside(
        &mut self,
        answers: &[Suppose],
        facts: &[Vec<Suppose>],
        wanted: &dyn Fn(&Came) -> bool,
    ) -> Vec<WhatIf> {
        let beside = |facts: &[&Suppose]| -> Vec<Suppose> {
            answers.iter().chain(facts.iter().copied()).cloned().collect()
        };
        let mut found = Vec::new();
        for group in facts {
            let one = group.iter().find_map(|one| self.fewest(beside(&[one]), wanted));
            found.extend(one);
        }
        if !found.is_empty() {
            return found;
        }
        let pairs = facts.iter().enumerate().flat_map(|(at, group)| {
            let others = facts[at + 1..].iter().flatten();
            others.flat_map(move |other| group.iter().map(move |one| [one, other]))
        });
        for pair in pairs {
            if !self.tries() {
                break;
            }
            let two = self.fewest(beside(&pair), wanted);
            if two.is_some() {
                return two.into_iter().collect();
            }
        }
        found
    }
}
