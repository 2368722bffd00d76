//! The `fn`s of a policy: the types of their parameters come from their calls.

use std::cell::RefCell;
use std::collections::HashMap;

use super::mistakes::{free_name, wrong_type};
use super::{Checker, Local, Names, Value};
use crate::engine::eval::Node;
use crate::engine::facts::Type;
use crate::engine::limits::LIMITS;
use crate::engine::policy::Function;
use crate::engine::syntax::{Expr, ExprKind, Statement};
use crate::ir::Diagnostic;
use crate::source::Span;

/// In how many ways a `fn` is checked, by what it is handed; beyond them nothing is known of what it gives.
const WAYS: usize = 32;

/// What calls of `fn`s give, by what they are handed: each is checked once.
#[derive(Debug, Default)]
pub(in crate::engine) struct Memo(RefCell<HashMap<String, Vec<Call>>>);

/// What a `fn` is handed, and what it then gives.
type Call = (Vec<Value>, Option<Type>);

/// A `fn` under way.
pub(super) struct Frame {
    pub(super) name: String,
    /// Whether nothing is known of what it is handed.
    pub(super) uncalled: bool,
    /// Names that are assigned to: what they are at first says nothing.
    assigned: Vec<String>,
    returns: Gives,
    depth: usize,
}

/// The outcome of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gives {
    /// Nothing: it never gets to its end.
    Never,
    One(Type),
    Unknown,
}

impl Gives {
    fn of(of: Option<Type>) -> Self {
        of.map_or(Self::Unknown, Self::One)
    }

    fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Never, one) | (one, Self::Never) => one,
            (one, two) if one == two => one,
            _ => Self::Unknown,
        }
    }

    /// Its type, where that can be told.
    pub(super) fn known(self) -> Option<Type> {
        match self {
            Self::One(of) => Some(of),
            Self::Never | Self::Unknown => None,
        }
    }
}

impl Frame {
    /// What stands before the names of functions in the same file: `helpers::`.
    pub(super) fn scope(&self) -> &str {
        let end = self.name.rfind("::").map_or(0, |at| at + 2);
        &self.name[..end]
    }
}

/// The `fn` that a name means in a file.
pub(super) fn named<'f>(
    functions: &'f [Function],
    scope: &str,
    name: &str,
) -> Option<&'f Function> {
    functions.iter().find(|function| function.name.strip_prefix(scope) == Some(name))
}

/// What is wrong with a `fn` whatever it is handed.
pub(in crate::engine) fn check_function(names: &Names<'_>, function: &Function) -> Vec<Diagnostic> {
    let mut checker = Checker::new(names);
    let unknown = function.params.iter().map(|_| (None, None)).collect();
    checker.body(function, unknown, true, 0);
    checker.out.mistakes
}

impl Names<'_> {
    /// Whether a name is one of the policy's top level, which a `fn` does not see.
    pub(super) fn is_of_the_top_level(&self, name: &str) -> bool {
        self.params.iter().any(|param| param.name == name)
            || self.given.iter().any(|given| given.name == name)
            || self.all_lets.iter().any(|own| own == name)
            || crate::engine::facts::fact_named(self.stage, name).is_some()
    }

    /// Whether a call is one of something whose own item is wrong.
    pub(super) fn is_broken_call(&self, name: &str) -> bool {
        let from = name.split_once("::").map_or(name, |(import, _)| import);
        self.broken.iter().any(|broken| broken == from)
    }
}

impl Checker<'_> {
    /// The type that a call gives; mistakes that only show with what it hands over are told at their place
    /// in the `fn`, with the call beside them.
    pub(super) fn apply(
        &mut self,
        function: &Function,
        mut args: Vec<Value>,
        call: Span,
    ) -> Option<Type> {
        for (of, known) in &mut args {
            let plain = matches!(
                known,
                Some(Node::Text(_) | Node::Int(_) | Node::List(_) | Node::Param(_))
            );
            *known = known.take().filter(|_| plain && of.is_some());
        }
        let depth = self.frame.as_ref().map_or(0, |frame| frame.depth + 1);
        {
            let mut memo = self.names.memo.0.borrow_mut();
            let seen = memo.entry(function.name.clone()).or_default();
            if let Some((_, gives)) = seen.iter().find(|(known, _)| *known == args) {
                return *gives;
            }
            if seen.len() >= WAYS || depth > LIMITS.call_levels {
                return None;
            }
            // A call of itself, under way, gives what cannot be told yet.
            seen.push((args.clone(), None));
        }
        let before = self.out.mistakes.len();
        let uncalled = self.frame.as_ref().is_some_and(|frame| frame.uncalled);
        let gives = self.body(function, args.clone(), uncalled, depth);
        for mistake in self.out.mistakes.iter_mut().skip(before) {
            // The way to it, as far as it can be followed.
            if mistake.labels.len() < 4 {
                let label = crate::ir::Label { span: call, text: "called here".to_owned() };
                mistake.labels.push(label);
            }
        }
        let mut memo = self.names.memo.0.borrow_mut();
        let seen = memo.entry(function.name.clone()).or_default();
        if let Some((_, known)) = seen.iter_mut().find(|(known, _)| *known == args) {
            *known = gives;
        }
        gives
    }

    fn body(
        &mut self,
        function: &Function,
        args: Vec<Value>,
        uncalled: bool,
        depth: usize,
    ) -> Option<Type> {
        let mut assigned = Vec::new();
        assignments(&function.body, &mut assigned);
        let frame =
            Frame { name: function.name.clone(), uncalled, assigned, returns: Gives::Never, depth };
        let outer = self.frame.replace(frame);
        let locals = std::mem::take(&mut self.locals);
        for (name, value) in function.params.iter().zip(args) {
            self.declare(name, value);
        }
        let end = self.block(&function.body);
        self.locals = locals;
        let frame = std::mem::replace(&mut self.frame, outer);
        frame.map_or(Gives::Unknown, |frame| frame.returns).or(end).known()
    }

    fn declare(&mut self, name: &str, (of, known): Value) {
        let stays = |frame: &Frame| !frame.assigned.iter().any(|assigned| assigned == name);
        let known = known.filter(|_| self.frame.as_ref().is_some_and(stays));
        self.locals.push(Local { name: name.to_owned(), of, known });
    }

    /// The statements of a block, with names of their own.
    pub(super) fn block(&mut self, body: &[Statement]) -> Gives {
        let outer = self.locals.len();
        let mut last = Gives::Unknown;
        for statement in body {
            last = self.statement(statement);
        }
        self.locals.truncate(outer);
        last
    }

    fn statement(&mut self, statement: &Statement) -> Gives {
        match statement {
            Statement::Value(Expr { kind: ExprKind::Block(body), .. }) | Statement::Block(body) => {
                return self.block(body);
            }
            Statement::Value(value) => return Gives::of(self.value(value).0),
            Statement::Let { name, value } => {
                let value = value.as_ref().map_or((None, None), |value| self.value(value));
                self.declare(name, value);
            }
            Statement::Assign { name, at, op, value } => self.assign(name, *at, *op, value),
            Statement::If { condition, then, otherwise } => {
                self.truth(condition);
                return self.block(then).or(self.block(otherwise));
            }
            Statement::Loop { condition, body } => {
                condition.iter().for_each(|condition| drop(self.truth(condition)));
                self.block(body);
            }
            Statement::For { name, counter, over, body } => {
                let of = self.entries(over);
                let outer = self.locals.len();
                self.declare(name, (of, None));
                counter.iter().for_each(|counter| self.declare(counter, (Some(Type::Int), None)));
                self.block(body);
                self.locals.truncate(outer);
            }
            Statement::Switch { of, arms } => {
                self.value(of);
                for (condition, value) in arms {
                    self.truth(condition);
                    self.value(value);
                }
            }
            Statement::Return(value) => {
                let gives =
                    value.as_ref().map_or(Gives::Unknown, |value| Gives::of(self.value(value).0));
                if let Some(frame) = &mut self.frame {
                    frame.returns = frame.returns.or(gives);
                }
                return Gives::Never;
            }
            Statement::Other(parts) => parts.iter().for_each(|part| drop(self.value(part))),
        }
        Gives::Unknown
    }

    /// The type of what a `for` loop runs over.
    fn entries(&mut self, over: &Expr) -> Option<Type> {
        if let ExprKind::List(entries) = &over.kind {
            let types: Vec<_> = entries.iter().map(|entry| self.value(entry).0).collect();
            let first = types.first().copied().flatten();
            return first.filter(|_| types.iter().all(|of| *of == first));
        }
        let (of, _) = self.value(over);
        match (&over.kind, of) {
            (ExprKind::Range { .. }, _) => Some(Type::Int),
            (_, Some(Type::List)) => Some(Type::Text),
            (_, None) => None,
            (_, Some(of)) => {
                self.mistake(wrong_type(over.span, Type::List, Some(of)));
                None
            }
        }
    }

    /// `total += n`: a name keeps the type that it has at first.
    fn assign(
        &mut self,
        name: &str,
        at: Span,
        op: Option<crate::engine::syntax::Op>,
        value: &Expr,
    ) {
        let found = self.value(value);
        let Some(local) = self.locals.iter().rev().find(|local| local.name == name) else {
            let frame = self.frame.as_ref().map_or("", |frame| frame.name.as_str());
            let mistake = free_name(at, name, frame);
            self.mistake(mistake);
            return;
        };
        let has = local.of;
        let gives = match op {
            None => found.0,
            Some(op) => {
                if op.is_division() {
                    self.divisor(value, found.1.as_ref());
                }
                self.computed(op, (has, None), found, at.to(value.span)).0
            }
        };
        if let (Some(has), Some(gives)) = (has, gives)
            && has != gives
        {
            self.mistake(wrong_type(value.span, has, Some(gives)));
        }
    }
}

/// The names that statements assign to.
fn assignments(body: &[Statement], names: &mut Vec<String>) {
    for statement in body {
        match statement {
            Statement::Assign { name, .. } => names.push(name.clone()),
            Statement::If { then, otherwise, .. } => {
                assignments(then, names);
                assignments(otherwise, names);
            }
            Statement::Loop { body, .. }
            | Statement::For { body, .. }
            | Statement::Block(body)
            | Statement::Value(Expr { kind: ExprKind::Block(body), .. })
            | Statement::Let { value: Some(Expr { kind: ExprKind::Block(body), .. }), .. } => {
                assignments(body, names);
            }
            Statement::Switch { arms, .. } => {
                for (_, value) in arms {
                    if let ExprKind::Block(body) = &value.kind {
                        assignments(body, names);
                    }
                }
            }
            _ => {}
        }
    }
}
