//! What a docket tries of a policy: which of its rules hold, and the outcome of each part of a condition by itself.
//!
//! A judging passes over what cannot change it, and its trace shows what explains it. Anyone who asks what was never
//! tried needs all of it.

use super::run::Run;
use super::stages::asked_seats;
use crate::engine::budget::Budget;
use crate::engine::eval::{Focus, Val};
use crate::engine::limits::LIMITS;
use crate::engine::lint::shadowed;
use crate::engine::logic::Logic;
use crate::engine::lower::{self, Memo, Names, ParamType};
use crate::engine::policy::{Compiled, OperandValue, Step};
use crate::engine::script::Script;
use crate::engine::syntax::{Expr, ExprKind, Statement};
use crate::engine::{Policy, Stage};
use crate::ir::{ClosedDocket, Diagnostics, RuleFacts, State};
use crate::source::Span;

/// What stands on a side of `&&` or `||`, or behind `!`.
pub(crate) struct Branch {
    pub(crate) span: Span,
    /// It as it is written, on one line.
    pub(crate) text: String,
    /// The rule or note in whose condition it stands, by its place; none in a `let`.
    pub(crate) rule: Option<usize>,
    /// Whether the whole condition is an `&&`, and this a side of it.
    pub(crate) needed: bool,
    /// Its outcome whatever the docket, where that can be seen.
    pub(crate) always: Option<bool>,
    value: OperandValue,
}

/// What a policy's text has that can be tried, and what can be seen of it without a docket.
pub(crate) struct Branches {
    pub(crate) all: Vec<Branch>,
    /// The outcome of the condition of each rule and note whatever the docket, where that can be seen.
    pub(crate) always: Vec<Option<bool>>,
    /// Where the name of each rule and note stands.
    pub(crate) names: Vec<Span>,
    /// The rule that decides whenever this one holds, where that can be seen.
    pub(crate) shadowed: Vec<Option<String>>,
    /// What is not looked into, because it has no value of its own: each `fn`, and closures; and how many operands and
    /// branches stand there.
    pub(crate) beyond: Vec<(String, usize)>,
}

/// What one judging tried.
pub(crate) struct Tried {
    /// The docket as the policy saw it.
    pub(crate) docket: ClosedDocket,
    /// Whether each of its own rules and notes holds.
    pub(crate) holds: Vec<bool>,
    /// The rule that decided; another policy's where it extends one.
    pub(crate) decided: Option<String>,
    /// The same, where it is one of its own, by its place.
    pub(crate) own: Option<usize>,
    /// What each branch came to; none where it cannot be evaluated by itself.
    pub(crate) branches: Vec<Option<bool>>,
}

impl Policy {
    /// What of its own text can be tried.
    pub(crate) fn branches(&self) -> Branches {
        let script = Script::scan(self.facts.source.text().unwrap_or_default());
        let code = &*self.code;
        let params: Vec<ParamType> = code.params.iter().map(ParamType::from).collect();
        let names = Names {
            stage: code.stage,
            params: &params,
            given: &code.given,
            labels: &code.labels,
            lets: &code.lets,
            functions: &code.functions,
            memo: &Memo::default(),
            broken: &[],
            all_lets: &[],
            words: &code.machine.words,
        };
        let logic = Logic::new(&params, &code.given, &code.lets).of_whole(&code.bench, LOOKS);
        let finding = Finding { code, script: &script, names: &names, logic: &logic };
        let mut all = Vec::new();
        let mut rule = 0;
        for step in &code.steps {
            match step {
                Step::Let(code) => finding.branches(&code.expr, None, &mut all),
                Step::Rule(of) => {
                    if let Some(when) = &of.when {
                        finding.branches(&when.expr, Some(rule), &mut all);
                    }
                    rule += 1;
                }
            }
        }
        let always = code.rules().map(|rule| {
            let native = rule.when.as_ref()?.native.as_ref()?;
            logic.constant(native)
        });
        let always = always.collect();
        let named = code.declared.iter().filter(|named| matches!(named.keyword, "rule" | "note"));
        let names = named.map(|named| named.at).collect();
        Branches { all, always, names, shadowed: shadowed(self), beyond: self.not_looked_into() }
    }

    /// What of its text has no value by itself, and decides with what is in it.
    fn not_looked_into(&self) -> Vec<(String, usize)> {
        let mut all: Vec<(String, usize)> = Vec::new();
        for function in &self.code.functions {
            let mut count = function.body.iter().map(Statement::ways).sum();
            function.body.iter().for_each(|statement| {
                statement.each(&mut |expr| count += expr.own_operands());
            });
            all.push((format!("`fn {}`", function.name), count));
        }
        let mut closures = 0;
        for code in self.code.deciding() {
            code.expr.each(&mut |part| {
                if let ExprKind::Closure { body: Some(body), .. } = &part.kind {
                    body.each(&mut |inner| closures += inner.own_operands());
                }
            });
        }
        all.push(("closures".to_owned(), closures));
        all.retain(|(_, count)| *count > 0);
        all
    }

    /// One of its own rules and notes, by its place among them.
    pub(crate) fn own_rule(&self, place: usize) -> Option<&RuleFacts> {
        let mut own = self.facts.rules.iter().filter(|rule| rule.base.is_none());
        own.nth(place)
    }

    /// What a docket tries of it: a gate once, an audit with each verdict, a redispatch policy with each seat.
    ///
    /// # Errors
    ///
    /// As [`Policy::judge`].
    pub(crate) fn tried(
        &self,
        docket: &ClosedDocket,
        branches: &Branches,
    ) -> Result<Vec<Tried>, Diagnostics> {
        let columns = docket.columns();
        let foci: Vec<Focus> = match self.code.stage {
            Stage::Gate => return Ok(vec![self.gate_tried(docket, branches)?]),
            Stage::Audit => {
                let cells = columns.cells.iter().enumerate();
                let read = cells
                    .filter(|(_, cell)| cell.verdict.is_some() && cell.state == State::Reported);
                read.map(|(cell, _)| Focus::Cell(cell)).collect()
            }
            Stage::Redispatch => asked_seats(docket).map(Focus::Seat).collect(),
        };
        let each = foci.into_iter().map(|focus| {
            let mut tried = self.own_tried(docket, focus, branches)?;
            tried.decided =
                tried.own.and_then(|own| self.code.rules().nth(own)).map(|rule| rule.name.clone());
            Ok(tried)
        });
        each.collect()
    }

    fn gate_tried(&self, docket: &ClosedDocket, branches: &Branches) -> Result<Tried, Diagnostics> {
        let answers = match self.stages.is_empty() {
            true => None,
            false => self.stage_answers(&*self.seated(docket)?)?,
        };
        let whole = self.decide(docket, answers.as_ref(), &Budget::new(LIMITS.operations))?;
        let mut tried = self.own_tried(&whole.docket, Focus::Docket, branches)?;
        let before = self.facts.rules.len().saturating_sub(tried.holds.len());
        let decided = whole.evaluation.rule.map(|rule| rule as usize);
        tried.own = decided.and_then(|rule| rule.checked_sub(before));
        let rule = decided.and_then(|rule| self.facts.rules.get(rule));
        tried.decided = rule.map(|rule| rule.name.clone());
        Ok(tried)
    }

    /// Its own rules, on a docket as it sees it.
    fn own_tried(
        &self,
        docket: &ClosedDocket,
        focus: Focus,
        branches: &Branches,
    ) -> Result<Tried, Diagnostics> {
        let given = self.given_of(docket).map_err(|items| self.told(items))?;
        // Parts that a judging passes over are paid for apart, so that looking never ends it.
        let (budget, apart) = (Budget::new(LIMITS.operations), Budget::new(LIMITS.trials));
        let mut run = Run::new(self, docket, focus, &given, &budget);
        run.all();
        if !run.errors.is_empty() {
            return Err(self.told(run.errors));
        }
        run.budget = &apart;
        let values = branches.all.iter().map(|branch| match &branch.value {
            OperandValue::Native(node) => run.native(node).ok()?.truth().ok(),
            OperandValue::Rhai(thunk) => match run.in_rhai(thunk).ok()?.value()? {
                Val::Bool(value) => Some(value),
                _ => None,
            },
            OperandValue::Condition | OperandValue::Unknown => None,
        });
        let values = values.collect();
        let own = run.evaluation.rule.map(|rule| rule as usize);
        let holds = std::mem::take(&mut run.evaluation.holds);
        Ok(Tried { docket: docket.clone(), holds, decided: None, own, branches: values })
    }
}

/// Questions about one policy: as many as the linter asks.
const LOOKS: u32 = 200;

/// What is needed to find branches.
struct Finding<'a> {
    code: &'a Compiled,
    script: &'a Script,
    names: &'a Names<'a>,
    logic: &'a Logic<'a>,
}

impl Finding<'_> {
    /// Closures and templates are left out: what stands in them has no value of its own.
    fn branches(&self, expr: &Expr, rule: Option<usize>, all: &mut Vec<Branch>) {
        let top = matches!(expr.kind, ExprKind::And(_)).then_some(expr.span);
        self.below(expr, &mut |part, within| {
            let span = self.script.with_brackets(part.span);
            let checked = lower::check(self.names, part);
            let native = checked.node;
            let always = native.as_ref().and_then(|node| self.logic.constant(node));
            let value = match native {
                Some(node) => OperandValue::Native(node),
                None => match self.code.machine.expression(self.script, span) {
                    Ok((_, thunk)) => OperandValue::Rhai(thunk),
                    Err(_) => OperandValue::Unknown,
                },
            };
            let text = self.script.on_one_line(span);
            let needed = top == Some(within);
            all.push(Branch { span, text, rule, needed, always, value });
        });
    }

    fn below(&self, expr: &Expr, found: &mut dyn FnMut(&Expr, Span)) {
        match &expr.kind {
            ExprKind::And(parts) | ExprKind::Or(parts) => {
                for part in parts {
                    found(part, expr.span);
                    self.below(part, found);
                }
            }
            ExprKind::Not(part) => {
                found(part, expr.span);
                self.below(part, found);
            }
            ExprKind::Binary { left, right, .. } => {
                self.below(left, found);
                self.below(right, found);
            }
            ExprKind::In { item, .. } => self.below(item, found),
            ExprKind::Member { of, args, .. } => {
                self.below(of, found);
                args.iter().flatten().for_each(|part| self.below(part, found));
            }
            ExprKind::Call { args, .. } => args.iter().for_each(|part| self.below(part, found)),
            _ => {}
        }
    }
}
