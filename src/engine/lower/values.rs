//! The type of an expression, and what evaluates it.

use super::functions::named;
use super::mistakes::{
    all_of_no_state, free_name, group_in_text, names_its_group, needs_arguments, not_a_verb,
    of_rhai, stray_closure, unknown_function, unknown_name, unknown_verb, unknown_verb_of_any,
    wrong_arguments, wrong_count, wrong_type,
};
use super::{Checker, Value, is_state};
use crate::engine::eval::Node;
use crate::engine::facts::{Entry, Id, Type, VOCABULARY, fact_named, verb_named};
use crate::engine::rhai::is_own;
use crate::engine::syntax::{Expr, ExprKind};
use crate::source::Span;

impl Checker<'_> {
    pub(super) fn value(&mut self, expr: &Expr) -> Value {
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
                let node = self.number(part);
                (Some(Type::Int), node.map(|node| Node::Negate(Box::new(node))))
            }
            ExprKind::Binary { op, left, right } => self.binary(*op, left, right, expr.span),
            ExprKind::In { item, of } => self.contained(item, of, expr.span),
            ExprKind::Range { low, high, .. } => {
                self.number(low);
                self.number(high);
                (None, None)
            }
            ExprKind::Template(parts) => {
                for part in parts {
                    if let (Some(of), _) = self.value(part)
                        && of.is_group()
                    {
                        self.mistake(group_in_text(part.span, of));
                    }
                }
                (Some(Type::Text), None)
            }
            ExprKind::Closure { .. } => self.mistake(stray_closure(expr.span)),
            ExprKind::Block(body) => (self.block(body).known(), None),
            ExprKind::Opaque(parts) => {
                parts.iter().for_each(|part| drop(self.value(part)));
                (None, None)
            }
        }
    }

    fn list(&mut self, entries: &[Expr]) -> Value {
        // What a `fn` builds from an empty list may hold anything.
        if entries.is_empty() && self.frame.is_some() {
            return (None, None);
        }
        let values: Vec<Value> = entries.iter().map(|entry| self.value(entry)).collect();
        let texts = values.iter().map(|(_, node)| match node {
            Some(Node::Text(text)) => Some(text.clone()),
            _ => None,
        });
        let node = texts.collect::<Option<_>>().map(Node::List);
        let of = values.iter().all(|(of, _)| *of == Some(Type::Text)).then_some(Type::List);
        (of, node)
    }

    fn name(&mut self, name: &str, span: Span) -> Value {
        if let Some(local) = self.locals.iter().rev().find(|local| local.name == name) {
            return (local.of, local.known.clone());
        }
        if self.names.broken.iter().any(|broken| broken == name) {
            return (None, None);
        }
        if let Some(frame) = &self.frame {
            let mistake = match self.names.is_of_the_top_level(name) {
                true => free_name(span, name, &frame.name),
                false => unknown_name(span, name, self.names, &self.locals),
            };
            return self.mistake(mistake);
        }
        if let Some(place) = self.names.params.iter().position(|param| param.name == name) {
            return (Some(self.names.params[place].of), Some(Node::Param(place)));
        }
        if let Some(place) = self.names.given.iter().position(|given| given.name == name) {
            let of = self.names.given[place].of;
            let told = Node::Given(place);
            let node = match of.names_seats() {
                true => Node::Fact(Id::Told, vec![told]),
                false => told,
            };
            return (Some(of.of()), Some(node));
        }
        if let Some(place) = self.names.lets.iter().position(|earlier| earlier.name == name) {
            let earlier = &self.names.lets[place];
            return (earlier.of, earlier.node.is_some().then_some(Node::Let(place)));
        }
        match fact_named(self.names.stage, name) {
            Some(entry) if entry.takes.is_empty() => {
                self.note(entry, span);
                (Some(entry.gives), Some(Node::Fact(entry.id, Vec::new())))
            }
            Some(entry) => self.mistake(needs_arguments(span, entry)),
            None => self.mistake(unknown_name(span, name, self.names, &self.locals)),
        }
    }

    pub(super) fn note(&mut self, entry: &Entry, span: Span) {
        if entry.id.asks_the_host() {
            self.out.asks.push((entry.id, span));
        }
    }

    fn call(&mut self, name: &str, at: Span, args: &[Expr]) -> Value {
        if let Some(entry) = fact_named(self.names.stage, name) {
            if let Some(frame) = self.frame.as_ref().filter(|_| !entry.is_of_rhai()) {
                let mistake = free_name(at, name, &frame.name);
                return self.mistake(mistake);
            }
            if entry.takes.len() != args.len() || args.is_empty() {
                return self.mistake(wrong_arguments(at, entry));
            }
            self.note(entry, at);
            let args = self.arguments(entry, args, None);
            return (Some(entry.gives), args.map(|args| Node::Fact(entry.id, args)));
        }
        let scope = self.frame.as_ref().map_or("", |frame| frame.scope());
        let own = named(self.names.functions, scope, name);
        let values: Vec<Value> = args.iter().map(|arg| self.value(arg)).collect();
        match own {
            Some(function) if function.params.len() != args.len() => {
                self.mistake(wrong_count(at, function, args.len()))
            }
            Some(function) => (self.apply(function, values, at), None),
            None if self.names.is_broken_call(name) => (None, None),
            None if is_own(name) => self.mistake(of_rhai(at, name)),
            None => self.mistake(unknown_function(at, name, self.names)),
        }
    }

    fn member(&mut self, of: &Expr, name: &str, at: Span, args: Option<&[Expr]>) -> Value {
        if let Some((closure, group)) = borrowed_twice(of, args.unwrap_or_default()) {
            return self.mistake(names_its_group(closure, group));
        }
        let before = self.out.mistakes.len();
        let (of_type, of_node) = self.value(of);
        let Some(of_type) = of_type else {
            // What stands before it is wrong: the rest only follows from that.
            return match self.out.mistakes.len() > before {
                true => (None, None),
                false => self.unknown_receiver(name, at, args),
            };
        };
        let Some(entry) = verb_named(self.names.stage, of_type, name) else {
            let mistake = match self.other_than_a_verb(name, at) {
                // What rhai asks of texts and lists says nothing about groups.
                Some(mistake) if !(of_type.is_group() && is_own(name)) => mistake,
                _ => unknown_verb(at, name, of_type, self.names.stage, args),
            };
            return self.mistake(mistake);
        };
        if !entry.is_asked_with(args) {
            return self.mistake(wrong_arguments(at, entry));
        }
        self.note(entry, at);
        if entry.id == Id::All
            && self.frame.is_none()
            && !is_state(self.names, of)
            && !self.is_local(of)
        {
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

    /// Whether an expression stands on what a closure is handed.
    fn is_local(&self, of: &Expr) -> bool {
        match &of.kind {
            ExprKind::Name(name) => self.locals.iter().any(|local| local.name == *name),
            _ => false,
        }
    }

    /// What a name behind a dot is when it is no verb: a function of rhai's, or a `fn`.
    fn other_than_a_verb(&self, name: &str, at: Span) -> Option<crate::ir::Diagnostic> {
        let scope = self.frame.as_ref().map_or("", |frame| frame.scope());
        let fact = fact_named(self.names.stage, name).filter(|entry| !entry.takes.is_empty());
        if let Some(function) = named(self.names.functions, scope, name) {
            let form = format!("{}({})", function.name, function.params.join(", "));
            return Some(not_a_verb(at, name, &form));
        }
        if let Some(entry) = fact {
            return Some(not_a_verb(at, name, &entry.usage()));
        }
        is_own(name).then(|| of_rhai(at, name))
    }

    /// A verb on something whose type only shows when it runs.
    fn unknown_receiver(&mut self, name: &str, at: Span, args: Option<&[Expr]>) -> Value {
        let stage = self.names.stage;
        let named = |entry: &&Entry| {
            entry.of.is_some() && entry.name == name && entry.stages.contains(&stage)
        };
        let verbs: Vec<&Entry> = VOCABULARY.iter().filter(named).collect();
        let Some(first) = verbs.first() else {
            let other = self.other_than_a_verb(name, at);
            return self.mistake(other.unwrap_or_else(|| unknown_verb_of_any(at, name)));
        };
        let asked: Vec<&&Entry> = verbs.iter().filter(|entry| entry.is_asked_with(args)).collect();
        asked.iter().for_each(|entry| self.note(entry, at));
        let args = args.unwrap_or_default();
        match &asked[..] {
            [one, rest @ ..] if rest.iter().all(|other| other.takes == one.takes) => {
                self.arguments(one, args, None);
            }
            _ => args.iter().for_each(|arg| drop(self.value(arg))),
        }
        match &asked[..] {
            [] => self.mistake(wrong_arguments(at, first)),
            // Whatever it stands behind, it gives this.
            [one, rest @ ..] if rest.iter().all(|other| other.gives == one.gives) => {
                (Some(one.gives), None)
            }
            _ => (None, None),
        }
    }

    /// A value that must be a number.
    pub(super) fn number(&mut self, expr: &Expr) -> Option<Node> {
        self.expected(Type::Int, expr)
    }

    /// A value that must be true or false.
    pub(super) fn truth(&mut self, expr: &Expr) -> Option<Node> {
        self.expected(Type::Bool, expr)
    }

    pub(super) fn expected(&mut self, wanted: Type, expr: &Expr) -> Option<Node> {
        let (of, node) = self.value(expr);
        if of.is_some_and(|of| of != wanted) {
            return self.mistake(wrong_type(expr.span, wanted, of)).1;
        }
        node
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
