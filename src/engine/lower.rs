//! Names and types of an expression, and what of it can be evaluated natively.

mod constant;
mod mistakes;
mod named;

pub(super) use mistakes::unknown_verb_of_any;
use mistakes::{
    all_of_no_state, cannot_compare, closure_with_block, names_its_group, needs_arguments,
    needs_closure, not_a_day, not_a_pattern, not_among, open_seat, open_word, stray_closure,
    unknown_function, unknown_name, unknown_verb, unknown_word, wrong_arguments, wrong_count,
    wrong_type,
};

use super::Stage;
use super::eval::{Node, is_word};
use super::facts::{Argument, Entry, Id, Type, VOCABULARY, fact_named, verb_named};
use super::glob::is_pattern;
use super::policy::{Function, GivenFact};
use super::rhai::is_built_in;
use super::syntax::{Expr, ExprKind, Op};
use crate::ir::{Date, Diagnostic};
use crate::source::Span;

pub(super) use constant::constant;
pub(super) use named::{is_state, says_which};

/// What is known where an expression stands.
pub(super) struct Names<'a> {
    pub(super) stage: Stage,
    pub(super) params: &'a [ParamType],
    pub(super) given: &'a [GivenFact],
    pub(super) lets: &'a [LetType],
    pub(super) functions: &'a [Function],
}

/// A parameter as the checker sees it.
#[derive(Clone, Debug)]
pub(super) struct ParamType {
    pub(super) name: String,
    pub(super) of: Type,
    /// Its choices, when they are listed.
    pub(super) choices: Option<Vec<String>>,
}

/// A `let` as the checker sees it.
#[derive(Clone, Debug)]
pub(super) struct LetType {
    pub(super) name: String,
    pub(super) of: Option<Type>,
    /// Whether it is evaluated natively.
    pub(super) native: bool,
    /// Whether it names the seats or findings that it is.
    pub(super) says_which: bool,
    /// Whether it chooses seats or subjects by what they are, so that `.all` may follow.
    pub(super) is_state: bool,
}

/// What an expression turned out to be.
#[derive(Clone, Debug, Default)]
pub(super) struct Checked {
    pub(super) of: Option<Type>,
    /// What evaluates it, unless only rhai can.
    pub(super) node: Option<Node>,
    /// Facts of the change that it asks for, and where they stand.
    pub(super) asks: Vec<(Id, Span)>,
    /// Seats that it names.
    pub(super) seats: Vec<String>,
    /// Parameters that name seats.
    pub(super) seat_params: Vec<usize>,
    pub(super) mistakes: Vec<Diagnostic>,
}

type Value = (Option<Type>, Option<Node>);

struct Checker<'a> {
    names: &'a Names<'a>,
    /// Parameters of the closures around, with their types.
    locals: Vec<(String, Option<Type>)>,
    out: Checked,
}

/// Checks an expression.
pub(super) fn check(names: &Names<'_>, expr: &Expr) -> Checked {
    let mut checker = Checker { names, locals: Vec::new(), out: Checked::default() };
    let (of, node) = checker.value(expr);
    checker.out.of = of;
    checker.out.node = node.filter(|_| checker.out.mistakes.is_empty());
    checker.out
}

/// The parts of a condition whose values explain it: what is compared, and what is true or
/// false between `&&`, `||` and `!`.
pub(super) fn operands(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::And(parts) | ExprKind::Or(parts) => parts.iter().flat_map(operands).collect(),
        ExprKind::Not(part) => operands(part),
        ExprKind::Binary { op, left, right } if !op.is_arithmetic() => {
            [operands(left), operands(right)].concat()
        }
        ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::Text(_) => Vec::new(),
        _ => vec![expr],
    }
}

/// The same tree with its operands marked, in the order of [`operands`].
pub(super) fn with_operands(names: &Names<'_>, expr: &Expr, next: &mut usize) -> Option<Node> {
    let all = |parts: &[Expr], next: &mut usize| -> Option<Vec<Node>> {
        parts.iter().map(|part| with_operands(names, part, next)).collect()
    };
    Some(match &expr.kind {
        ExprKind::And(parts) => Node::And(all(parts, next)?),
        ExprKind::Or(parts) => Node::Or(all(parts, next)?),
        ExprKind::Not(part) => Node::Not(Box::new(with_operands(names, part, next)?)),
        ExprKind::Binary { op, left, right } if !op.is_arithmetic() => {
            let left = with_operands(names, left, next)?;
            Node::Binary(*op, Box::new(left), Box::new(with_operands(names, right, next)?))
        }
        ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::Text(_) => check(names, expr).node?,
        _ => {
            let place = *next;
            *next += 1;
            Node::Operand(place, Box::new(check(names, expr).node?))
        }
    })
}

impl Checker<'_> {
    fn mistake(&mut self, mistake: Diagnostic) -> Value {
        self.out.mistakes.push(mistake);
        (None, None)
    }

    fn value(&mut self, expr: &Expr) -> Value {
        match &expr.kind {
            ExprKind::Bool(value) => (Some(Type::Bool), Some(Node::Bool(*value))),
            ExprKind::Int(value) => (Some(Type::Int), Some(Node::Int(*value))),
            ExprKind::Text(text) => (Some(Type::Text), Some(Node::Text(text.clone()))),
            ExprKind::List(entries) => self.list(entries),
            ExprKind::Name(name) => self.name(name, expr.span),
            ExprKind::Call { name, at, args } => self.call(name, *at, args),
            ExprKind::Member { of, name, at, args } => self.member(of, name, *at, args.as_deref()),
            ExprKind::And(parts) => self.connect(Node::And, parts),
            ExprKind::Or(parts) => self.connect(Node::Or, parts),
            ExprKind::Not(part) => {
                let node = self.truth(part);
                (Some(Type::Bool), node.map(|node| Node::Not(Box::new(node))))
            }
            ExprKind::Negate(part) => {
                let (of, node) = self.value(part);
                if of.is_some_and(|of| of != Type::Int) {
                    return self.mistake(wrong_type(part.span, Type::Int, of));
                }
                (Some(Type::Int), node.map(|node| Node::Negate(Box::new(node))))
            }
            ExprKind::Binary { op, left, right } => self.binary(*op, left, right, expr.span),
            ExprKind::Template(parts) => {
                parts.iter().for_each(|part| drop(self.value(part)));
                (Some(Type::Text), None)
            }
            ExprKind::Closure { .. } => self.mistake(stray_closure(expr.span)),
            ExprKind::Opaque(parts) => {
                parts.iter().for_each(|part| drop(self.value(part)));
                (None, None)
            }
        }
    }

    fn list(&mut self, entries: &[Expr]) -> Value {
        let mut texts = Some(Vec::new());
        for entry in entries {
            match self.value(entry) {
                (Some(Type::Text), Some(Node::Text(text))) => {
                    texts.iter_mut().for_each(|texts| texts.push(text.clone()));
                }
                _ => texts = None,
            }
        }
        match texts {
            Some(texts) => (Some(Type::List), Some(Node::List(texts))),
            None => (None, None),
        }
    }

    fn name(&mut self, name: &str, span: Span) -> Value {
        if let Some((_, of)) = self.locals.iter().rev().find(|(local, _)| local == name) {
            return (*of, None);
        }
        if let Some(place) = self.names.params.iter().position(|param| param.name == name) {
            return (Some(self.names.params[place].of), Some(Node::Param(place)));
        }
        if let Some(place) = self.names.given.iter().position(|given| given.name == name) {
            return (Some(self.names.given[place].of.of()), Some(Node::Given(place)));
        }
        if let Some(place) = self.names.lets.iter().position(|earlier| earlier.name == name) {
            let earlier = &self.names.lets[place];
            return (earlier.of, earlier.native.then_some(Node::Let(place)));
        }
        match fact_named(self.names.stage, name) {
            Some(entry) if entry.takes.is_empty() => {
                self.note(entry, span);
                (Some(entry.gives), Some(Node::Fact(entry.id, Vec::new())))
            }
            Some(entry) => self.mistake(needs_arguments(span, entry)),
            None => self.mistake(unknown_name(span, name, self.names)),
        }
    }

    fn note(&mut self, entry: &Entry, span: Span) {
        if matches!(entry.id, Id::Changed | Id::OnlyChanged | Id::LinesChanged) {
            self.out.asks.push((entry.id, span));
        }
    }

    fn call(&mut self, name: &str, at: Span, args: &[Expr]) -> Value {
        if let Some(entry) = fact_named(self.names.stage, name) {
            if entry.takes.len() != args.len() || args.is_empty() {
                return self.mistake(wrong_arguments(at, entry));
            }
            self.note(entry, at);
            let args = self.arguments(entry, args, None);
            return (Some(entry.gives), args.map(|args| Node::Fact(entry.id, args)));
        }
        let own = self.names.functions.iter().find(|function| function.name == name);
        match own {
            Some(function) if function.params != args.len() => {
                return self.mistake(wrong_count(at, function, args.len()));
            }
            Some(_) => {}
            None if is_built_in(name) => {}
            None => return self.mistake(unknown_function(at, name, self.names)),
        }
        args.iter().for_each(|arg| drop(self.value(arg)));
        (None, None)
    }

    fn member(&mut self, of: &Expr, name: &str, at: Span, args: Option<&[Expr]>) -> Value {
        if let Some((closure, group)) = borrowed_twice(of, args.unwrap_or_default()) {
            return self.mistake(names_its_group(closure, group));
        }
        let (of_type, of_node) = self.value(of);
        let Some(of_type) = of_type else {
            return self.unknown_receiver(name, at, args);
        };
        let Some(entry) = verb_named(self.names.stage, of_type, name) else {
            let plain = matches!(of_type, Type::Text | Type::Int | Type::List | Type::Bool);
            if plain && is_built_in(name) {
                args.unwrap_or_default().iter().for_each(|arg| drop(self.value(arg)));
                return (None, None);
            }
            return self.mistake(unknown_verb(at, name, of_type, self.names.stage));
        };
        if args.map_or(0, <[_]>::len) != entry.takes.len()
            || args.is_some() == entry.takes.is_empty()
        {
            return self.mistake(wrong_arguments(at, entry));
        }
        self.note(entry, at);
        if entry.id == Id::All && !is_state(self.names, of) {
            return self.mistake(all_of_no_state(at));
        }
        let args = self.arguments(entry, args.unwrap_or_default(), Some(of_type));
        let node = match (of_node, args) {
            (Some(of), Some(args)) if entry.id != Id::Filter => {
                Some(Node::Verb(entry.id, Box::new(of), args))
            }
            _ => None,
        };
        (Some(entry.gives), node)
    }

    /// A verb on something whose type only shows when it runs.
    fn unknown_receiver(&mut self, name: &str, at: Span, args: Option<&[Expr]>) -> Value {
        let known = is_built_in(name)
            || VOCABULARY.iter().any(|entry| entry.of.is_some() && entry.name == name)
            || self.names.functions.iter().any(|function| function.name == name);
        if !known {
            return self.mistake(unknown_verb_of_any(at, name));
        }
        for arg in args.unwrap_or_default() {
            if let ExprKind::Closure { params, body } = &arg.kind {
                self.closure(arg.span, params, body.as_deref(), None);
            } else {
                self.value(arg);
            }
        }
        (None, None)
    }

    fn closure(
        &mut self,
        at: Span,
        params: &[String],
        body: Option<&Expr>,
        of: Option<Type>,
    ) -> Value {
        let outer = self.locals.len();
        self.locals.extend(params.iter().map(|param| (param.clone(), of)));
        let value = match body {
            Some(body) => self.value(body),
            None => self.mistake(closure_with_block(at)),
        };
        self.locals.truncate(outer);
        value
    }

    fn arguments(&mut self, entry: &Entry, args: &[Expr], of: Option<Type>) -> Option<Vec<Node>> {
        let mut nodes = Some(Vec::new());
        for (argument, expr) in entry.takes.iter().zip(args) {
            let node = self.argument(entry, *argument, expr, of);
            nodes = match (nodes, node) {
                (Some(mut nodes), Some(node)) => {
                    nodes.push(node);
                    Some(nodes)
                }
                _ => None,
            };
        }
        nodes
    }

    fn argument(
        &mut self,
        entry: &Entry,
        argument: Argument,
        expr: &Expr,
        of: Option<Type>,
    ) -> Option<Node> {
        if argument == Argument::Filter {
            let ExprKind::Closure { params, body } = &expr.kind else {
                return self.mistake(needs_closure(expr.span)).1;
            };
            if params.len() != 1 {
                return self.mistake(needs_closure(expr.span)).1;
            }
            let (result, _) = self.closure(expr.span, params, body.as_deref(), of);
            if let (Some(result), Some(body)) = (result, body)
                && result != Type::Bool
            {
                self.mistake(wrong_type(body.span, Type::Bool, Some(result)));
            }
            return None;
        }
        let (found, node) = self.value(expr);
        let wanted = argument.expects();
        if found.is_some() && found != wanted {
            return self.mistake(wrong_type(expr.span, wanted.unwrap_or(Type::Bool), found)).1;
        }
        match argument {
            Argument::Word(words) => self.word(words, expr, node),
            Argument::Seat | Argument::Seats => self.seat(expr, node),
            Argument::Of(Type::Text) if entry.takes_a_pattern() => self.pattern(expr, node),
            Argument::Day => self.day(expr, node),
            _ => node,
        }
    }

    /// A typed word: it must be written out, or come from a parameter that lists its choices.
    fn word(
        &mut self,
        words: &'static [&'static str],
        expr: &Expr,
        node: Option<Node>,
    ) -> Option<Node> {
        let wrong = match &node {
            Some(Node::Text(text)) => (!is_word(words, text)).then(|| text.clone()),
            Some(Node::Param(place)) => match &self.names.params[*place].choices {
                Some(choices) => choices.iter().find(|choice| !is_word(words, choice)).cloned(),
                None => return self.mistake(open_word(expr.span)).1,
            },
            _ => return self.mistake(open_word(expr.span)).1,
        };
        match wrong {
            Some(wrong) => self.mistake(unknown_word(expr.span, &wrong, words)).1,
            None => node,
        }
    }

    fn seat(&mut self, expr: &Expr, node: Option<Node>) -> Option<Node> {
        match &node {
            Some(Node::Text(name)) => self.out.seats.push(name.clone()),
            Some(Node::List(names)) => self.out.seats.extend(names.iter().cloned()),
            Some(Node::Param(place)) => self.out.seat_params.push(*place),
            _ => return self.mistake(open_seat(expr.span)).1,
        }
        node
    }

    /// A pattern of paths that is written out must be one.
    fn pattern(&mut self, expr: &Expr, node: Option<Node>) -> Option<Node> {
        match &node {
            Some(Node::Text(text)) if !is_pattern(text) => self.mistake(not_a_pattern(expr.span)).1,
            _ => node,
        }
    }

    /// A day must be written out, so that it is known to be one.
    fn day(&mut self, expr: &Expr, node: Option<Node>) -> Option<Node> {
        match &node {
            Some(Node::Text(day)) if Date::parse(day).is_some() => node,
            _ => self.mistake(not_a_day(expr.span)).1,
        }
    }

    fn connect(&mut self, join: fn(Vec<Node>) -> Node, parts: &[Expr]) -> Value {
        let nodes: Vec<_> = parts.iter().map(|part| self.truth(part)).collect();
        (Some(Type::Bool), nodes.into_iter().collect::<Option<Vec<_>>>().map(join))
    }

    fn truth(&mut self, expr: &Expr) -> Option<Node> {
        let (of, node) = self.value(expr);
        if of.is_some_and(|of| of != Type::Bool) {
            return self.mistake(wrong_type(expr.span, Type::Bool, of)).1;
        }
        node
    }

    fn binary(&mut self, op: Op, left: &Expr, right: &Expr, span: Span) -> Value {
        let (left_type, left_node) = self.value(left);
        let (right_type, right_node) = self.value(right);
        let gives = if op.is_arithmetic() { Type::Int } else { Type::Bool };
        if let (Some(a), Some(b)) = (left_type, right_type) {
            let fits = if op.is_arithmetic() {
                a == Type::Int && b == Type::Int
            } else if op.is_equality() {
                a == b && matches!(a, Type::Int | Type::Bool | Type::Text | Type::Date)
            } else {
                a == b && matches!(a, Type::Int | Type::Date)
            };
            if !fits {
                return self.mistake(cannot_compare(span, op, a, b));
            }
        } else if let Some(group) = left_type.or(right_type).filter(|of| is_group(*of)) {
            return self.mistake(cannot_compare(span, op, group, group));
        }
        self.check_choice(&left_node, &right_node, right.span);
        self.check_choice(&right_node, &left_node, left.span);
        let node = match (left_node, right_node) {
            (Some(left), Some(right)) => Some(Node::Binary(op, Box::new(left), Box::new(right))),
            _ => None,
        };
        // With a side whose type is not known, `+` may as well join texts.
        let known = left_type.is_some() && right_type.is_some();
        ((known || !op.is_arithmetic()).then_some(gives), node)
    }

    /// `mode == "stict"`: a text compared with a parameter must be one of its choices.
    fn check_choice(&mut self, param: &Option<Node>, text: &Option<Node>, span: Span) {
        if let (Some(Node::Param(place)), Some(Node::Text(text))) = (param, text)
            && let Some(choices) = &self.names.params[*place].choices
            && !choices.contains(text)
        {
            let choices: Vec<&str> = choices.iter().map(String::as_str).collect();
            let mistake = not_among(span, text, &choices);
            self.mistake(mistake);
        }
    }
}

/// A closure that names what it runs over, and that name: rhai holds on to it meanwhile.
fn borrowed_twice<'e>(of: &'e Expr, args: &[Expr]) -> Option<(Span, &'e str)> {
    let mut root = of;
    while let ExprKind::Member { of, .. } = &root.kind {
        root = of;
    }
    let ExprKind::Name(group) = &root.kind else { return None };
    let names = |arg: &&Expr| match &arg.kind {
        ExprKind::Closure { params, body: Some(body) } => {
            !params.contains(group) && body.names(group)
        }
        _ => false,
    };
    args.iter().find(names).map(|closure| (closure.span, group.as_str()))
}

fn is_group(of: Type) -> bool {
    of.is_group()
}
