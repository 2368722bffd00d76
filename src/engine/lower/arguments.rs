//! What facts and verbs are handed.

use super::mistakes::{
    closure_with_block, needs_closure, nobody_is_enough, not_a_day, not_a_pattern, not_a_seat,
    not_among, open_label, open_seat, open_word, unknown_label, unknown_word, wrong_type,
};
use super::{Checker, Local, Value};
use crate::engine::eval::{Node, is_word};
use crate::engine::facts::{Argument, Entry, Type};
use crate::engine::syntax::{Expr, ExprKind};
use crate::ir::Date;
use crate::ir::glob::is_pattern;
use crate::source::Span;

impl Checker<'_> {
    pub(super) fn arguments(
        &mut self,
        entry: &Entry,
        args: &[Expr],
        of: Option<Type>,
    ) -> Option<Vec<Node>> {
        // All of them are checked, also behind one that does not lower.
        let pairs = entry.takes.iter().zip(args);
        let nodes: Vec<_> =
            pairs.map(|(wanted, expr)| self.argument(entry, *wanted, expr, of)).collect();
        if let (Some(Argument::Label), [Some(name), Some(value)], [_, said]) =
            (entry.takes.first(), nodes.as_slice(), args)
            && let Some(mistake) = self.never_said(name, value, said.span)
        {
            return self.mistake(mistake).1.map(|_| Vec::new());
        }
        nodes.into_iter().collect()
    }

    /// A text that a host never says of a seat, because the policy says what it may be.
    fn never_said(&self, name: &Node, value: &Node, at: Span) -> Option<crate::ir::Diagnostic> {
        let Node::Text(name) = name else { return None };
        let label = self.names.labels.iter().find(|label| label.name == *name)?;
        let said = match value {
            Node::Text(text) => std::slice::from_ref(text),
            Node::Param(place) => self.names.params.get(*place)?.choices.as_deref()?,
            _ => return None,
        };
        let among: Vec<&str> = label.among.iter().map(String::as_str).collect();
        let wrong =
            said.iter().find(|said| !among.contains(&said.as_str()) && !among.is_empty())?;
        Some(not_among(at, name, wrong, &among))
    }

    /// The name of what a host says of seats: written out, and asked for.
    fn label(&mut self, expr: &Expr, node: Option<Node>) -> Option<Node> {
        let known: Vec<&str> = self.names.labels.iter().map(|label| label.name.as_str()).collect();
        match &node {
            Some(Node::Text(name)) if known.contains(&name.as_str()) => node,
            Some(Node::Text(name)) if self.names.broken.contains(name) => None,
            Some(Node::Text(name)) => self.mistake(unknown_label(expr.span, name, &known)).1,
            _ => self.open(open_label(expr.span)),
        }
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
        let wanted = argument.to_type();
        if found.is_some() && found != wanted {
            return self.mistake(wrong_type(expr.span, wanted.unwrap_or(Type::Bool), found)).1;
        }
        match argument {
            Argument::Word(words) => self.word(words, expr, node),
            Argument::Seat | Argument::Seats => self.seat(expr, node),
            Argument::Label => self.label(expr, node),
            Argument::Day => self.day(expr, node),
            Argument::Of(Type::Text) if entry.takes_a_pattern() => self.pattern(expr, node),
            Argument::Of(Type::Int) if entry.id.counts_voices() => self.voices(expr, node),
            _ => node,
        }
    }

    pub(super) fn closure(
        &mut self,
        at: Span,
        params: &[String],
        body: Option<&Expr>,
        of: Option<Type>,
    ) -> Value {
        let outer = self.locals.len();
        let local = |name: &String| Local { name: name.clone(), of, known: None };
        self.locals.extend(params.iter().map(local));
        let value = match body {
            Some(Expr { kind: ExprKind::Block(_), .. }) | None => {
                self.mistake(closure_with_block(at))
            }
            Some(body) => self.value(body),
        };
        self.locals.truncate(outer);
        value
    }

    /// A typed word: it must be written out, or come from a parameter that lists its choices.
    fn word(
        &mut self,
        words: &'static [&'static str],
        expr: &Expr,
        node: Option<Node>,
    ) -> Option<Node> {
        let known = |text: &str| is_word(words, self.names.words, text);
        let wrong = match &node {
            Some(Node::Text(text)) => (!known(text)).then(|| text.clone()),
            Some(Node::Param(place)) => match &self.names.params[*place].choices {
                Some(choices) => choices.iter().find(|choice| !known(choice)).cloned(),
                None => return self.open(open_word(expr.span)),
            },
            _ => return self.open(open_word(expr.span)),
        };
        match wrong {
            Some(wrong) => {
                let mistake = unknown_word(expr.span, &wrong, words, self.names.words);
                self.mistake(mistake).1
            }
            None => node,
        }
    }

    fn seat(&mut self, expr: &Expr, node: Option<Node>) -> Option<Node> {
        let names = match &node {
            Some(Node::Text(name)) => std::slice::from_ref(name),
            Some(Node::List(names)) => names,
            _ => &[],
        };
        if let Some(mistake) = names.iter().find_map(|name| not_a_seat(expr.span, name)) {
            return self.mistake(mistake).1;
        }
        match &node {
            Some(Node::Text(name)) => self.out.seats.push(name.clone()),
            Some(Node::List(names)) => self.out.seats.extend(names.iter().cloned()),
            Some(Node::Param(place)) => self.out.seat_params.push(*place),
            _ => return self.open(open_seat(expr.span)),
        }
        node
    }

    /// A day must be written out, so that it is known to be one.
    fn day(&mut self, expr: &Expr, node: Option<Node>) -> Option<Node> {
        match &node {
            Some(Node::Text(day)) if Date::parse(day).is_some() => node,
            _ => self.mistake(not_a_day(expr.span)).1,
        }
    }

    /// So many reviewers at least, or so much of them: no one is not enough. What is computed is taken for 1
    /// where it results in less.
    fn voices(&mut self, expr: &Expr, node: Option<Node>) -> Option<Node> {
        let number = |node: &Node| matches!(node, Node::Int(_));
        let chosen = match &node {
            Some(Node::Negate(inner)) => number(inner),
            Some(node) => number(node) || matches!(node, Node::Param(_)),
            None => false,
        };
        let least =
            node.as_ref().filter(|_| chosen).and_then(|node| self.names.logic().range(node));
        match least.map(|(least, _)| least) {
            Some(least) if least < 1 => self.mistake(nobody_is_enough(expr.span)).1,
            _ => node,
        }
    }

    /// A pattern of paths that is written out must be one, and a parameter that is used as one, whatever it is set to.
    fn pattern(&mut self, expr: &Expr, node: Option<Node>) -> Option<Node> {
        match &node {
            Some(Node::Text(text)) if !is_pattern(text) => self.mistake(not_a_pattern(expr.span)).1,
            Some(Node::Param(place)) => {
                self.out.pattern_params.push((*place, expr.span));
                node
            }
            _ => node,
        }
    }

    /// A mistake, unless it may well be right in a call.
    pub(super) fn open(&mut self, mistake: crate::ir::Diagnostic) -> Option<Node> {
        if !self.frame.as_ref().is_some_and(|frame| frame.uncalled) {
            self.mistake(mistake);
        }
        None
    }
}
