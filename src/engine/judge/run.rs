//! One policy on one docket: every condition in order, and the rule that decides.

use super::mistakes::{
    no_value, not_a_citation, not_a_text, not_evaluated, not_true_or_false, too_many_steps,
};
use crate::engine::Policy;
use crate::engine::budget::Budget;
use crate::engine::eval::{Env, EvalError, Focus, Node, Val, Watched};
use crate::engine::facts::{Id, fact_named};
use crate::engine::policy::{Code, Compiled, Operand, OperandValue, Overriding, Rule, Step};
use crate::engine::rhai::{Answer, Session, Thunk};
use crate::ir::open::Lift;
use crate::ir::{ClosedDocket, Diagnostic, Evaluation, Given, PolicyFacts, Seen, Selection, Value};
use crate::source::Span;

/// One judging under way.
pub(super) struct Run<'e> {
    code: &'e Compiled,
    facts: &'e PolicyFacts,
    docket: &'e ClosedDocket,
    focus: Focus,
    lowering: bool,
    given: &'e [Given],
    /// The value of each `let` so far; none when it is only rhai's.
    lets: Vec<Option<Val<'e>>>,
    /// The answer of each `let` that rhai gave.
    answers: Vec<Option<Answer>>,
    session: Option<Box<Session>>,
    /// What is left for all that is run in this judging, in either way.
    pub(super) budget: &'e Budget,
    /// What is being evaluated.
    at: Span,
    pub(super) evaluation: Evaluation,
    /// What the rules that hold ask to lift.
    pub(super) lifts: Vec<Lift>,
    /// What a redispatch policy wants to be said.
    pub(super) ask: Option<String>,
    pub(super) errors: Vec<Diagnostic>,
}

impl<'e> Run<'e> {
    pub(super) fn new(
        policy: &'e Policy,
        docket: &'e ClosedDocket,
        focus: Focus,
        given: &'e [Given],
        budget: &'e Budget,
    ) -> Self {
        Self {
            code: &policy.code,
            facts: &policy.facts,
            docket,
            focus,
            lowering: policy.lowering,
            given,
            lets: Vec::new(),
            answers: Vec::new(),
            session: None,
            budget,
            at: Span::default(),
            evaluation: Evaluation {
                holds: Vec::with_capacity(policy.code.steps.len()),
                ..Evaluation::default()
            },
            lifts: Vec::new(),
            ask: None,
            errors: Vec::new(),
        }
    }

    /// Every step in order; the rule that decides.
    pub(super) fn all(&mut self) -> Option<&'e Rule> {
        let code = self.code;
        let mut decided: Option<(u32, &Rule)> = None;
        let (mut place, mut first) = (0, 0);
        let operands = code.rules().map(|rule| rule.operands.len()).sum();
        self.evaluation.operands = std::iter::repeat_with(|| None).take(operands).collect();
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
                        Some(when) => self.holds(when, &rule.operands, first),
                        // `otherwise` comes last.
                        None => decided.is_none(),
                    };
                    self.evaluation.holds.push(holds);
                    if holds && rule.word.is_some() {
                        let rank = |(place, rule): (u32, &Rule)| code.rank(place, rule);
                        if decided.is_none_or(|before| rank((place, rule)) < rank(before)) {
                            decided = Some((place, rule));
                        }
                    } else if holds {
                        let cites = self.selection(rule.citing.as_ref());
                        self.evaluation.notes.push((place, cites));
                    }
                    let what = if rule.word.is_some() { "the rule" } else { "the note" };
                    self.check_budget(what, &rule.name)?;
                    place += 1;
                    first += rule.operands.len();
                }
            }
        }
        let (decided, rule) = decided?;
        for (place, other) in (0..).zip(code.rules()) {
            if other.word.is_none() || !self.evaluation.holds[place as usize] {
                continue;
            }
            if place == decided {
                self.evaluation.rule = Some(place);
                self.evaluation.cites = self.selection(rule.citing.as_ref());
                self.evaluation.reason =
                    rule.because.as_ref().and_then(|because| self.text(because));
                self.ask = rule.ask.as_ref().and_then(|ask| self.text(ask));
            } else {
                self.evaluation.also.push(place);
                // Its tails are evaluated as well: an error in any of them is no ruling.
                let tails = [other.citing.as_ref(), other.because.as_ref(), other.ask.as_ref()];
                for tail in tails.into_iter().flatten().filter(|tail| tail.can_err()) {
                    self.value(tail);
                }
            }
            if let Some(Overriding { group, reason }) = &other.overriding {
                let group = self.selection(Some(group));
                self.lifts.push(Lift { rule: place, reason: reason.clone(), group });
            }
            self.check_budget("the rule", &other.name)?;
        }
        Some(rule)
    }

    /// None, and an error, once the budget is spent: then judging ends.
    #[inline]
    fn check_budget(&mut self, what: &str, name: &str) -> Option<()> {
        if self.budget.is_spent() { self.end(what, name) } else { Some(()) }
    }

    #[cold]
    fn end(&mut self, what: &str, name: &str) -> Option<()> {
        self.errors.push(too_many_steps(what, name, self.at));
        None
    }

    /// An error, unless it only says that the budget is spent.
    fn fail(&mut self, error: Diagnostic) {
        if !self.budget.is_spent() {
            self.errors.push(error);
        }
    }

    /// Whether a condition holds; the values of its operands are kept from the place `first` on.
    fn holds(&mut self, when: &'e Code, operands: &'e [Operand], first: usize) -> bool {
        self.at = when.span;
        let columns = self.docket.columns();
        let native = when.native.as_ref().map(|node| {
            let env = env(self.docket, self.focus, self.facts, self.given, &self.lets, self.budget);
            let seen = &mut self.evaluation.operands[first..];
            node.holds(&env, &mut |place, value| {
                seen[place] = Some(match value {
                    Watched::Bool(value) => Seen::Value(Value::Bool(value)),
                    Watched::Int(value) => Seen::Value(Value::Int(value)),
                    Watched::Val(value) => value.to_seen(columns),
                });
            })
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
                    (OperandValue::Native(node), _) => {
                        self.native(node).ok().map(|v| v.to_seen(columns))
                    }
                    (OperandValue::Rhai(thunk), _) => {
                        let answer = self.in_rhai(thunk).ok();
                        answer.and_then(|answer| answer.value()).map(|v| v.to_seen(columns))
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
    pub(super) fn native(&self, node: &'e Node) -> Result<Val<'e>, EvalError> {
        let env = env(self.docket, self.focus, self.facts, self.given, &self.lets, self.budget);
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
        let Some(value) = self.value(code) else { return Selection::Nothing };
        value.selection(self.docket.columns()).unwrap_or_else(|| {
            self.errors.push(not_a_citation(code));
            Selection::Nothing
        })
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

    pub(super) fn in_rhai(&mut self, thunk: &Thunk) -> Result<Answer, Diagnostic> {
        let mut session = self
            .session
            .take()
            .unwrap_or_else(|| self.code.machine.session(self.docket, self.focus));
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
            return self.lets.get(place)?.as_ref().map(|value| session.give(value.clone()));
        }
        if let Some((_, value)) = self.facts.params.iter().find(|(param, _)| param == name) {
            return Some(session.give(Val::from(value)));
        }
        if let Some(place) = self.code.given.iter().position(|given| given.name == name) {
            let value = Val::from(self.given.get(place)?);
            return match self.code.given[place].of.names_seats() {
                true => session.fact(Id::Told, &[value]),
                false => Some(session.give(value)),
            };
        }
        session.fact(fact_named(self.code.stage, name)?.id, &[])
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
    focus: Focus,
    facts: &'a PolicyFacts,
    given: &'a [Given],
    lets: &'e [Option<Val<'a>>],
    budget: &'e Budget,
) -> Env<'e, 'a> {
    Env { columns: docket.columns(), focus, params: &facts.params, given, lets, budget }
}
