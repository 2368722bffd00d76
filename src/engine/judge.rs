//! Judging a closed docket: every condition in order, one decision, the whole trace.

#[cfg(feature = "trial")]
mod about;
mod mistakes;
mod run;
mod stages;
#[cfg(feature = "trial")]
mod tried;

use std::borrow::Cow;
use std::sync::Arc;

use super::budget::Budget;
use super::eval::Focus;
use super::facts::Id;
use super::limits::LIMITS;
use super::policy::GivenFact;
use super::{Policy, Stage};
use crate::ir::open::{Lift, may_open, refused_outcome};
use crate::ir::{
    ClosedDocket, Decision, Diagnostic, Diagnostics, Evaluation, Given, Outcome, Ruling,
    StageAnswers,
};
use mistakes::{
    given_missing, given_of_another_type, given_outside, label_outside, misplaced, not_this_stage,
    not_told,
};
use run::Run;
pub use stages::Answer;
#[cfg(feature = "trial")]
pub(crate) use tried::{Branches, Tried};

/// The outcome of a policy, with those that it extends.
struct Judged {
    docket: ClosedDocket,
    decision: Decision,
    evaluation: Evaluation,
    lifts: Vec<Lift>,
}

impl Judged {
    fn outcome(&self) -> Outcome {
        match &self.decision {
            Decision::Opened(opening) => opening.outcome(),
            Decision::Shut(outcome) | Decision::Refused { outcome, .. } => *outcome,
        }
    }
}

impl Judged {
    /// The same, with cells and seats by their places in the docket of the policy that stands on it. Findings
    /// have the same places in both.
    fn moved_to(self, docket: &ClosedDocket) -> Self {
        let places = self.docket.places_in(docket);
        let mut evaluation = self.evaluation;
        let notes = evaluation.notes.iter_mut().map(|(_, cites)| cites);
        for selection in notes.chain([&mut evaluation.cites]) {
            places.move_selection(selection);
        }
        evaluation.operands.iter_mut().flatten().for_each(|seen| places.move_seen(seen));
        let mut lifts = self.lifts;
        lifts.iter_mut().for_each(|lift| places.move_selection(&mut lift.group));
        let decision = match self.decision {
            Decision::Refused { outcome, impediments } => Decision::Refused {
                outcome,
                impediments: impediments.into_iter().map(|found| found.moved(&places)).collect(),
            },
            decided => decided,
        };
        Self { docket: docket.clone(), decision, evaluation, lifts }
    }
}

impl Policy {
    /// Judges a docket: of the rules that hold, the one with the worst word decides, and when none holds
    /// the ruling is a hold. Policies of the stages before the gate come first, where it has any
    /// ([`with_audit`](Policy::with_audit), [`with_redispatch`](Policy::with_redispatch)).
    ///
    /// The same docket gives the same ruling, byte for byte.
    ///
    /// # Errors
    ///
    /// No ruling, and the gate stays shut: a `given` fact is missing, of another type or not one that it may be;
    /// the policy asks what the change touches, and no one told; the host seats somebody otherwise than the
    /// policy; a script errs or runs out of its budget; the policy is not for the gate.
    pub fn judge(&self, docket: &ClosedDocket) -> Result<Ruling, Diagnostics> {
        self.judged(docket, &Budget::new(LIMITS.operations))
    }

    pub(super) fn judged(
        &self,
        docket: &ClosedDocket,
        budget: &Budget,
    ) -> Result<Ruling, Diagnostics> {
        if self.code.stage != Stage::Gate {
            let wrong = not_this_stage(&self.facts.name, self.code.stage, Stage::Gate);
            return Err(self.told(vec![wrong]));
        }
        let answers = match self.stages.is_empty() {
            true => None,
            false => self.stage_answers(&*self.seated(docket)?)?,
        };
        let answers = answers.as_ref();
        let Judged { docket, decision, evaluation, .. } = self.decide(docket, answers, budget)?;
        Ok(Ruling::new(docket, Arc::clone(&self.facts), decision, evaluation))
    }

    pub(super) fn told(&self, items: Vec<Diagnostic>) -> Diagnostics {
        Diagnostics::new(vec![self.facts.source.clone()], items)
    }

    /// The docket with the seats that the policy asks for.
    pub(super) fn seated<'d>(
        &self,
        docket: &'d ClosedDocket,
    ) -> Result<Cow<'d, ClosedDocket>, Diagnostics> {
        docket.seated(&self.bench_in(docket.columns())).map_err(|wrong| {
            self.told(wrong.iter().map(|seat| misplaced(seat, &self.facts.name)).collect())
        })
    }

    /// Judges by the policies that it extends, each by itself, and then by its own rules. The worst stands.
    fn decide(
        &self,
        docket: &ClosedDocket,
        answers: Option<&StageAnswers>,
        budget: &Budget,
    ) -> Result<Judged, Diagnostics> {
        let bases = self.code.bases.iter().map(|base| base.decide(docket, answers, budget));
        let bases = bases.collect::<Result<Vec<Judged>, _>>()?;
        let given = self.given_of(docket).map_err(|items| self.told(items))?;
        let mut seated = self.seated(docket)?;
        if let Some(answers) = answers {
            seated = Cow::Owned(seated.with_answers(answers));
        }
        let mut run = Run::new(self, &seated, Focus::Docket, &given, budget);
        let own = run.all().and_then(|rule| self.code.outcome(rule));
        let Run { mut evaluation, lifts, errors, .. } = run;
        if !errors.is_empty() {
            return Err(self.told(errors));
        }
        evaluation.given = given;
        let open =
            |wanted, lifts: &[Lift]| match may_open(&seated, self.facts.sha256, wanted, lifts) {
                Ok(opening) => Decision::Opened(Arc::new(opening)),
                Err(impediments) => Decision::Refused {
                    outcome: refused_outcome(seated.columns(), &impediments),
                    impediments,
                },
            };
        if bases.is_empty() {
            let outcome = own.unwrap_or(Outcome::Hold);
            let decision =
                if outcome.opens() { open(outcome, &lifts) } else { Decision::Shut(outcome) };
            let docket = seated.into_owned();
            return Ok(Judged { docket, decision, evaluation, lifts });
        }
        // What a base points at stands in its own docket, where other seats may be missing.
        let bases: Vec<Judged> = bases.into_iter().map(|base| base.moved_to(&seated)).collect();
        let worst = bases.iter().map(Judged::outcome).max().unwrap_or(Outcome::Hold);
        let outcome = own.map_or(worst, |own| own.max(worst));
        // A tie is decided here: its rule says more than the one of a policy that it extends.
        let by_base = (own != Some(outcome))
            .then(|| bases.iter().position(|base| base.outcome() == outcome))
            .flatten();
        let mut lifts = Vec::new();
        let mut first = 0;
        for base in &bases {
            let own = |lift: &Lift| Lift { rule: first + lift.rule, ..lift.clone() };
            lifts.extend(base.lifts.iter().map(own));
            first += u32::try_from(base.evaluation.holds.len()).unwrap_or(u32::MAX);
        }
        let refused = by_base.and_then(|base| match &bases[base].decision {
            refused @ Decision::Refused { .. } => Some(refused.clone()),
            _ => None,
        });
        let decision = match refused {
            Some(refused) => refused,
            None if outcome.opens() => open(outcome, &lifts),
            None => Decision::Shut(outcome),
        };
        let evaluation = self.joined(bases, evaluation, by_base);
        Ok(Judged { docket: seated.into_owned(), decision, evaluation, lifts })
    }

    /// What was seen on the way, the policies that this one extends first.
    fn joined(&self, bases: Vec<Judged>, own: Evaluation, by_base: Option<usize>) -> Evaluation {
        let mut whole = Evaluation::default();
        let mut first = 0;
        let decides = by_base.unwrap_or(bases.len());
        let outcomes: Vec<Outcome> = bases.iter().map(Judged::outcome).collect();
        let parts = bases.into_iter().map(|base| base.evaluation).chain([own]);
        for (place, part) in parts.enumerate() {
            match part.rule {
                Some(rule) if place == decides => {
                    whole.rule = Some(first + rule);
                    whole.reason = part.reason;
                    whole.cites = part.cites;
                }
                Some(rule) => whole.also.push(first + rule),
                None => {}
            }
            whole.also.extend(part.also.iter().map(|rule| first + rule));
            whole.notes.extend(part.notes.into_iter().map(|(note, cites)| (first + note, cites)));
            first += u32::try_from(part.holds.len()).unwrap_or(u32::MAX);
            whole.holds.extend(part.holds);
            whole.operands.extend(part.operands);
            whole.given.extend(part.given);
        }
        whole.bases = outcomes;
        whole.given = self.givens_once(whole.given);
        whole
    }

    /// The values of the policy's `given` facts, and that it gets what it asks for.
    pub(super) fn given_of(&self, docket: &ClosedDocket) -> Result<Vec<Given>, Vec<Diagnostic>> {
        let mut values = Vec::with_capacity(self.code.given.len());
        let mut wrong = Vec::new();
        for given in &self.code.given {
            let GivenFact { name, of, default, .. } = given;
            match docket.columns().given.get(name).or(default.as_ref()) {
                Some(value) if given.allows(value) => values.push(value.clone()),
                Some(value) if of.fits(value) => wrong.push(given_outside(given, value)),
                Some(value) => wrong.push(given_of_another_type(name, of.as_str(), value)),
                None => wrong.push(given_missing(name, of.as_str())),
            }
        }
        let columns = docket.columns();
        for (seat, own) in &columns.known.labels {
            let asked = self.code.labels.iter().filter(|label| !label.among.is_empty());
            let said = asked.filter_map(|label| Some((label, own.get(&label.name)?)));
            let outside = said.filter(|(label, said)| !label.among.contains(said));
            wrong.extend(outside.map(|(label, said)| label_outside(seat, label, said)));
        }
        for (id, at) in &self.code.asks {
            let known = match id {
                Id::LinesChanged => columns.lines_changed.is_some(),
                Id::Unseen => columns.previous.is_some(),
                Id::Unowned => columns.changed.is_some() && columns.known.owners.is_some(),
                _ => columns.changed.is_some(),
            };
            if !known && !wrong.contains(&not_told(*id, *at)) {
                wrong.push(not_told(*id, *at));
            }
        }
        if wrong.is_empty() { Ok(values) } else { Err(wrong) }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Docket, Policy, Ruling, Source, Stage};

    /// Every shape of condition that has a short cut, and its neighbours that have none.
    const CONDITIONS: &[&str] = &[
        "failed.some",
        "failed.none",
        "!failed.some && reported.count >= limit",
        "reported.count == 2 || warned.some",
        "2 < reported.count",
        "limit != reported.count",
        "limit > 1",
        "-1 < reported.count",
        "reported.count + 1 > limit * 2",
        "reported.failed.some",
        "reported.failed.count == failed.count",
        "failed.count == failed.blockers.count",
        "mode == \"strict\"",
        "phase <= reported.count",
        "seat(\"qa\").passed.none",
        "failed.some == warned.some",
        "passed.all",
        "!(failed.some || unsettled.some)",
    ];

    fn dockets() -> impl Iterator<Item = Docket> {
        let replies = ["pass", "warn", "fail", ""];
        (0..replies.len().pow(3)).map(move |n| {
            let mut docket = Docket::new("x").given("phase", 2);
            for (seat, place) in [("qa", n % 4), ("security", n / 4 % 4), ("style", n / 16)] {
                docket.seat(seat);
                if !replies[place].is_empty() {
                    let finding = if n % 2 == 0 { "blocker: a.ts:1 x\n" } else { "" };
                    let text = format!("verdict: {}\nconfidence: high\n{finding}", replies[place]);
                    docket.submit(seat, Source::new(seat, text));
                }
            }
            docket
        })
    }

    #[test]
    fn short_cuts_come_to_what_rhai_comes_to() {
        for condition in CONDITIONS {
            let text = format!(
                "param limit = 2 from 0 to 9;\nparam mode = \"strict\" among [\"strict\", \"lax\"];\n\
                 given phase: int;\nrule \"a\" when {condition} then fail;\n\
                 note \"b\" when {condition} citing reported;\nrule \"c\" otherwise hold;"
            );
            let native = Policy::compile(Stage::Gate, "x", &text).unwrap();
            let oracle = native.clone().without_lowering();
            for docket in dockets().map(Docket::close) {
                let said = |ruling: Ruling| {
                    let trace: Vec<_> = ruling.trace().map(|entry| format!("{entry:?}")).collect();
                    (ruling.outcome(), trace)
                };
                let of = |policy: &Policy| said(policy.judge(&docket).unwrap());
                assert_eq!(of(&native), of(&oracle), "{condition}");
            }
        }
    }
}
