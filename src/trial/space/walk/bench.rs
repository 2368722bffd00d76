//! A policy before a docket that is made into one neighbour after the other.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::engine::{Bare, Judge, Policy, Stage};
use crate::ir::{ClosedDocket, Diagnostics, Given, MadeAnswer, MadeWorld, Stamp};
use crate::trial::space::Space;

/// A policy before a docket that can be made into any other of a space.
pub(crate) struct Bench<'p> {
    pub(crate) policy: &'p Policy,
    pub(super) docket: ClosedDocket,
    /// The cells of each seat begin here.
    pub(super) first: Vec<usize>,
    /// How each choice leaves its cells.
    stamps: Arc<Vec<Vec<Stamp>>>,
    /// The same where its findings are told from the last to the first; empty where that is no other list.
    pub(super) turned: Arc<Vec<Vec<Stamp>>>,
    known: Arc<BTreeSet<String>>,
    /// What the run says, as the policy asks for it.
    given: Vec<Given>,
    /// The seat that passes a subject more than the others are asked about.
    more: Option<usize>,
    /// Whether something that it asks of the run is not told, or whom the run names cannot sit so.
    refuses: bool,
    /// What is made of its outcome: tests let it be wrong.
    twist: Option<&'p Twist>,
}

/// Makes something else of the outcome of a policy.
pub(crate) type Twist = dyn Fn(&ClosedDocket, Bare) -> Bare + Sync;

impl Clone for Bench<'_> {
    fn clone(&self) -> Self {
        Self {
            policy: self.policy,
            docket: ClosedDocket::new(self.docket.columns().clone()),
            first: self.first.clone(),
            stamps: Arc::clone(&self.stamps),
            turned: Arc::clone(&self.turned),
            given: self.given.clone(),
            more: self.more,
            twist: self.twist,
            refuses: self.refuses,
            known: Arc::clone(&self.known),
        }
    }
}

impl<'p> Bench<'p> {
    /// # Errors
    ///
    /// The policy refuses who sits.
    pub(crate) fn new(policy: &'p Policy, space: &Space) -> Result<Self, Diagnostics> {
        Self::of(policy, (space, &space.worlds[0]), None)
    }

    /// The same, where one seat passes a subject more than the others are asked about.
    pub(crate) fn with_more(
        policy: &'p Policy,
        space: &Space,
        seat: usize,
    ) -> Result<Self, Diagnostics> {
        Self::of(policy, (space, &space.worlds[0]), Some(seat))
    }

    fn of(
        policy: &'p Policy,
        (space, world): (&Space, &MadeWorld),
        more: Option<usize>,
    ) -> Result<Self, Diagnostics> {
        let plain = space.choices.plainest();
        let chosen = vec![plain; space.seats.len()];
        let made = space.docket(&chosen, world);
        let made = match more {
            Some(seat) => made.with_more(seat),
            None => made,
        };
        let mut docket = policy.bench_of(&made.docket().close())?;
        let subjects = space.scope.subjects.max(1);
        let behind = |seat: usize| usize::from(more.is_some_and(|more| more < seat));
        let first = (0..space.seats.len()).map(|seat| seat * subjects + behind(seat)).collect();
        let columns = docket.columns_mut();
        let mut stamps = Vec::with_capacity(space.choices.all.len());
        for choice in &space.choices.all {
            let own = choice.answers.iter().map(|answer| columns.stamp(0, answer));
            stamps.push(own.collect());
        }
        let mut turned = Vec::new();
        if space.stage == Stage::Audit {
            for choice in &space.choices.all {
                let own = choice.answers.iter().filter_map(MadeAnswer::turned);
                turned.push(own.map(|answer| columns.stamp(0, &answer)).collect());
            }
        }
        let known = columns.known();
        columns.reindex();
        let (stamps, turned) = (Arc::new(stamps), Arc::new(turned));
        let (known, given, refuses, twist) = (Arc::new(known), Vec::new(), false, None);
        Ok(Self { policy, docket, first, stamps, turned, known, given, more, refuses, twist })
    }

    /// The same in another world, where the run may name who is required.
    pub(super) fn entering(&self, space: &Space, world: &MadeWorld) -> Self {
        let own = match self.policy.is_seated_by_run() {
            true => Self::of(self.policy, (space, world), self.more).ok(),
            false => Some(self.clone()),
        };
        let is_refused = own.is_none();
        let mut own = own.unwrap_or_else(|| self.clone()).twisted(self.twist);
        own.be_in(world);
        own.refuses |= is_refused;
        own
    }

    /// The same, where something else is made of the outcome of the policy.
    pub(crate) fn twisted(self, twist: Option<&'p Twist>) -> Self {
        Self { twist, ..self }
    }

    pub(super) fn be_in(&mut self, world: &MadeWorld) {
        let known = Arc::clone(&self.known);
        self.docket.columns_mut().be_in(world, &known);
        let is_gate = self.policy.facts().stage == Stage::Gate.as_str();
        // Where it is not told, there is no ruling.
        self.given = self.policy.told_by(&self.docket).unwrap_or_default();
        self.refuses = is_gate && !self.policy.is_answered_by(&self.docket);
    }

    pub(super) fn put(&mut self, seat: usize, choice: u32) {
        let Self { docket, first, stamps, .. } = self;
        if let Some(first) = first.get(seat) {
            put(docket, *first, &stamps[choice as usize]);
        }
    }

    pub(super) fn judge(
        &mut self,
        judge: &mut Judge<'_>,
        seat: usize,
    ) -> Result<Bare, Diagnostics> {
        if self.refuses {
            return Ok(Bare::REFUSED);
        }
        self.docket.columns_mut().reindex();
        let cell = self.first.get(seat).copied().unwrap_or_default();
        let bare = judge.judge_told(&self.docket, cell, &self.given)?;
        Ok(self.twist.map_or(bare, |twist| twist(&self.docket, bare)))
    }
}

/// Lets the cells from this one on be as these stamps leave them.
pub(super) fn put(docket: &mut ClosedDocket, first: usize, stamps: &[Stamp]) {
    let columns = docket.columns_mut();
    for (more, stamp) in stamps.iter().enumerate() {
        columns.apply_stamp(first + more, stamp);
    }
}
