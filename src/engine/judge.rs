//! Judging a closed docket: every condition in order, one decision, the whole trace.

mod mistakes;

use std::sync::Arc;

use super::budget::Budget;
use super::eval::{Env, EvalError, Node, Val};
use super::limits::LIMITS;
use super::policy::{Code, Compiled, Operand, OperandValue, Rule, Step};
use super::rhai::{Answer, Session, Thunk};
use super::{Policy, Stage};
use crate::ir::open::{may_open, refused_outcome};
use crate::ir::{
    ClosedDocket, Decision, Diagnostic, Diagnostics, Evaluation, Given, Outcome, PolicyFacts,
    Ruling, Seen, Selection, Value,
};
use crate::source::Span;
use mistakes::{
    given_missing, given_of_another_type, no_value, not_a_citation, not_a_text, not_built,
    not_evaluated, not_true_or_false, stage_not_judged, too_many_steps,
};

impl Policy {
    /// Judges a docket: of the rules that hold, the one with the worst word decides, and when none holds
    /// the ruling is a hold.
    ///
    /// The same docket gives the same ruling, byte for byte.
    ///
    /// # Errors
    ///
    /// No ruling, and the gate stays shut: a `given` fact is missing or of
    /// another type; a script errs or runs out of its budget; the policy uses a fact that is
    /// not evaluated yet, or is not for the gate.
    pub fn judge(&self, docket: &ClosedDocket) -> Result<Ruling, Diagnostics> {
        self.judged(docket, &Budget::new(LIMITS.operations))
            .map_err(|items| Diagnostics::new(vec![self.facts.source.clone()], items))
    }

    pub(super) fn judged(
        &self,
        docket: &ClosedDocket,
        budget: &Budget,
    ) -> Result<Ruling, Vec<Diagnostic>> {
        let code = &*self.code;
        if code.stage != Stage::Gate {
            return Err(vec![stage_not_judged(code.stage)]);
        }
        if !code.later.is_empty() {
            return Err(vec![not_built(&code.later)]);
        }
        let given = given_of(code, docket)?;
        let docket = docket.expecting(self.seats());
        let mut run = Run {
            code,
            facts: &self.facts,
            docket: &docket,
            lowering: self.lowering,
            given: &given,
            lets: Vec::new(),
            answers: Vec::new(),
            session: None,
            budget,
            at: Span::default(),
            evaluation: Evaluation::default(),
            errors: Vec::new(),
        };
        let decided = run.all();
        let Run { mut evaluation, errors, .. } = run;
        if !errors.is_empty() {
            return Err(errors);
        }
        let outcome = decided.and_then(|rule| code.outcome(rule)).unwrap_or(Outcome::Hold);
        let overriding = decided.and_then(|rule| rule.overriding.as_deref());
        let overriding = overriding.filter(|_| docket.columns().overrides);
        let decision = if outcome.opens() {
            match may_open(&docket, outcome, overriding) {
                Ok(opening) => Decision::Opened(opening),
                Err(impediments) => Decision::Refused {
                    outcome: refused_outcome(&docket, &impediments),
                    impediments,
                },
            }
        } else {
            Decision::Shut(outcome)
        };
        evaluation.given = given;
        let docket = docket.into_owned();
        Ok(Ruling::new(docket, Arc::clone(&self.facts), decision, evaluation))
    }

    /// The seats that the policy names, in its text or through its parameters.
    fn seats(&self) -> impl Iterator<Item = &str> {
        let params = self.code.seat_params.iter().filter_map(|&place| self.facts.params.get(place));
        let named = params.flat_map(|(_, value)| match value {
            Value::Text(name) => std::slice::from_ref(name),
            Value::List(names) => names,
            _ => &[],
        });
        self.code.seats.iter().chain(named).map(String::as_str)
    }
}

/// The values of the policy's `given` facts.
fn given_of(code: &Compiled, docket: &ClosedDocket) -> Result<Vec<Given>, Vec<Diagnostic>> {
    let mut values = Vec::with_capacity(code.given.len());
    let mut wrong = Vec::new();
    for (name, of) in &code.given {
        match docket.columns().given.get(name) {
            Some(value) if of.fits(value) => values.push(value.clone()),
            Some(value) => wrong.push(given_of_another_type(name, of.as_str(), value)),
            None => wrong.push(given_missing(name, of.as_str())),
        }
    }
    if wrong.is_empty() { Ok(values) } else { Err(wrong) }
}

/// One judging under way.
struct Run<'e> {
    code: &'e Compiled,
    facts: &'e PolicyFacts,
    docket: &'e ClosedDocket,
    lowering: bool,
    given: &'e [Given],
    /// The value of each `let` so far; none when it is only rhai's.
    lets: Vec<Option<Val<'e>>>,
    /// The answer of each `let` that rhai gave.
    answers: Vec<Option<Answer>>,
    session: Option<Box<Session>>,
    /// What is left for all that is run in this judging, in either way.
    budget: &'e Budget,
    /// What is being evaluated.
    at: Span,
    evaluation: Evaluation,
    errors: Vec<Diagnostic>,
}

impl<'e> Run<'e> {
    /// Every step in order; the rule that decides.
    fn all(&mut self) -> Option<&'e Rule> {
        let code = self.code;
        let mut held: Vec<(u32, &Rule)> = Vec::new();
        let mut place = 0;
        self.evaluation.holds.reserve_exact(self.facts.rules.len());
        let operands = self.facts.rules.iter().map(|rule| rule.operands.len()).sum();
        self.evaluation.operands.reserve_exact(operands);
        for step in &code.steps {
            match step {
                Step::Let(code) => {
                    let known = self.let_(code);
                    self.check_budget("the `let`", code.name.as_deref().unwrap_or_default())?;
                    if !known {
                        // Nothing behind a name without a value can be trusted.
                        return None;
                    }
                }
                Step::Rule(rule) => {
                    let holds = match &rule.when {
                        Some(when) => self.holds(when, &rule.operands),
                        // `otherwise` comes last.
                        None => held.is_empty(),
                    };
                    self.evaluation.holds.push(holds);
                    if holds && rule.word.is_some() {
                        held.push((place, rule));
                    } else if holds {
                        let cites = self.selection(rule.citing.as_ref());
                        self.evaluation.notes.push((place, cites));
                    }
                    let what = if rule.word.is_some() { "the rule" } else { "the note" };
                    self.check_budget(what, &rule.name)?;
                    place += 1;
                }
            }
        }
        // The worst outcome, then the word declared first, then the rule written first.
        let rank = |rule: &Rule| (std::cmp::Reverse(code.outcome(rule)), rule.word);
        let (decided, rule) = held.iter().copied().min_by_key(|(_, rule)| rank(rule))?;
        for (place, other) in held {
            if place == decided {
                self.evaluation.rule = Some(place);
                self.evaluation.cites = self.selection(rule.citing.as_ref());
                self.evaluation.reason =
                    rule.because.as_ref().and_then(|because| self.text(because));
            } else {
                self.evaluation.also.push(place);
                // Its tails are evaluated as well: an error in any of them is no ruling.
                let tails = [other.citing.as_ref(), other.because.as_ref()];
                for tail in tails.into_iter().flatten().filter(|tail| tail.can_err()) {
                    self.value(tail);
                }
            }
            self.check_budget("the rule", &other.name)?;
        }
        Some(rule)
    }

    /// None, and an error, once the budget is spent: then judging ends.
    fn check_budget(&mut self, what: &str, name: &str) -> Option<()> {
        if self.budget.is_spent() {
            self.errors.push(too_many_steps(what, name, self.at));
            return None;
        }
        Some(())
    }

    /// An error, unless it only says that the budget is spent.
    fn fail(&mut self, error: Diagnostic) {
        if !self.budget.is_spent() {
            self.errors.push(error);
        }
    }

    fn holds(&mut self, when: &'e Code, operands: &'e [Operand]) -> bool {
        let first = self.evaluation.operands.len();
        self.evaluation.operands.resize_with(first + operands.len(), || None);
        self.at = when.span;
        let native = when.native.as_ref().map(|node| {
            let env = env(self.docket, self.facts, self.given, &self.lets, self.budget);
            let seen = &mut self.evaluation.operands[first..];
            node.holds(&env, &mut |place, value| seen[place] = Some(value.to_seen()))
        });
        let holds = match native {
            Some(holds) if self.lowering => holds.map_err(|error| not_evaluated(when, error)),
            _ => self.in_rhai(&when.thunk).and_then(|answer| match answer.value() {
                Some(Val::Bool(holds)) => Ok(holds),
                _ => Err(not_true_or_false(when)),
            }),
        };
        // What a `&&` or `||` passed over is looked at all the same: it belongs into the trace.
        for (place, operand) in (first..).zip(operands) {
            if self.evaluation.operands[place].is_none() && !self.budget.is_spent() {
                self.evaluation.operands[place] = match (&operand.value, &holds) {
                    (OperandValue::Native(node), _) => self.native(node).ok().map(|v| v.to_seen()),
                    (OperandValue::Rhai(thunk), _) => {
                        let answer = self.in_rhai(thunk).ok();
                        answer.and_then(|answer| answer.value()).map(|v| v.to_seen())
                    }
                    (OperandValue::Condition, Ok(holds)) => Some(Seen::Value(Value::Bool(*holds))),
                    (OperandValue::Condition, Err(_)) | (OperandValue::Unknown, _) => None,
                };
            }
        }
        holds.unwrap_or_else(|error| {
            self.fail(error);
            false
        })
    }

    fn let_(&mut self, code: &'e Code) -> bool {
        let (value, answer) = match self.evaluated(code) {
            Ok((value, answer)) => (Ok(value), answer),
            Err(error) => (Err(error), None),
        };
        self.answers.push(answer);
        match value {
            Ok(value) => self.lets.push(value),
            Err(error) => {
                self.lets.push(None);
                self.fail(error);
            }
        }
        self.errors.is_empty()
    }

    /// The value of an expression: in our own words, and as rhai gave it.
    fn evaluated(
        &mut self,
        code: &'e Code,
    ) -> Result<(Option<Val<'e>>, Option<Answer>), Diagnostic> {
        self.at = code.span;
        // Without lowering it is evaluated here as well: this is what it costs in either way.
        let native = code.native.as_ref().map(|node| self.native(node));
        match native {
            Some(value) if self.lowering => match value {
                Ok(value) => Ok((Some(value), None)),
                Err(error) => Err(not_evaluated(code, error)),
            },
            _ => self.in_rhai(&code.thunk).map(|answer| (answer.value(), Some(answer))),
        }
    }

    /// Evaluates natively, what is then copied included.
    fn native(&self, node: &'e Node) -> Result<Val<'e>, EvalError> {
        let env = env(self.docket, self.facts, self.given, &self.lets, self.budget);
        let value = node.eval(&env, &mut |_, _| {})?;
        self.budget.visit(value.visits(env.columns))?;
        Ok(value)
    }

    /// The value of an expression; none, and an error, when it has none.
    fn value(&mut self, code: &'e Code) -> Option<Val<'e>> {
        let value = self.evaluated(code).and_then(|(value, _)| value.ok_or_else(|| no_value(code)));
        value.map_err(|error| self.fail(error)).ok()
    }

    fn selection(&mut self, citing: Option<&'e Code>) -> Selection {
        let Some(code) = citing else { return Selection::Nothing };
        match self.value(code) {
            Some(Val::Cells(set)) => Selection::Cells(set.into_owned()),
            Some(Val::Findings(set)) => Selection::Findings(set.into_owned()),
            Some(_) => {
                self.errors.push(not_a_citation(code));
                Selection::Nothing
            }
            None => Selection::Nothing,
        }
    }

    fn text(&mut self, code: &'e Code) -> Option<String> {
        match self.value(code)? {
            Val::Text(text) => Some(text.into_owned()),
            _ => {
                self.errors.push(not_a_text(code));
                None
            }
        }
    }

    fn in_rhai(&mut self, thunk: &Thunk) -> Result<Answer, Diagnostic> {
        let mut session =
            self.session.take().unwrap_or_else(|| self.code.machine.session(self.docket));
        let answer = session.run(thunk, self.budget, |session, name| self.name(session, name));
        self.session = Some(session);
        answer
    }

    /// The value of a name, as scripts see it.
    fn name(&self, session: &Session, name: &str) -> Option<Answer> {
        if let Some(place) = self.let_named(name) {
            if let Some(answer) = self.answers.get(place)?.clone() {
                return Some(answer);
            }
            return self.lets.get(place)?.as_ref().map(|value| session.give(value));
        }
        if let Some((_, value)) = self.facts.params.iter().find(|(param, _)| param == name) {
            return Some(session.give(&Val::from(value)));
        }
        if let Some(place) = self.facts.given.iter().position(|given| given == name) {
            return self.given.get(place).map(|given| session.give(&Val::from(given)));
        }
        session.fact(super::facts::fact_named(Stage::Gate, name)?.id)
    }

    fn let_named(&self, name: &str) -> Option<usize> {
        let lets = self.code.steps.iter().filter_map(|step| match step {
            Step::Let(code) => Some(code.name.as_deref()),
            Step::Rule(_) => None,
        });
        lets.into_iter().position(|known| known == Some(name))
    }
}

/// What the native parts of a judging are evaluated on.
fn env<'e, 'a>(
    docket: &'a ClosedDocket,
    facts: &'a PolicyFacts,
    given: &'a [Given],
    lets: &'e [Option<Val<'a>>],
    budget: &'e Budget,
) -> Env<'e, 'a> {
    Env { columns: docket.columns(), params: &facts.params, given, lets, budget }
}

// ---------------------------------------------------------------- mistakes

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
