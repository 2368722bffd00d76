//! Expressions of a policy, parsed and checked one after the other.

use std::collections::BTreeSet;

use super::{Allow, Code, Function, GivenFact, Operand, OperandValue, Param, SeatLabel, Word};
use crate::engine::eval::Node;
use crate::engine::facts::{Id, Type};
use crate::engine::lower::{self, Checked, LetType, Memo, Names, ParamType};
use crate::engine::rhai::{Machine, Thunk};
use crate::engine::script::Script;
use crate::engine::syntax::Expr;
use crate::engine::{Policy, Stage};
use crate::ir::{Bench, Diagnostic, SeatPlace};
use crate::source::Span;

/// Checks expressions one after the other and collects what they need.
pub(in crate::engine) struct Builder<'a> {
    pub(in crate::engine) script: &'a Script,
    pub(in crate::engine) stage: Stage,
    pub(in crate::engine) machine: Machine,
    pub(in crate::engine) functions: Vec<Function>,
    pub(in crate::engine) words: Vec<Word>,
    pub(in crate::engine) params: Vec<Param>,
    pub(in crate::engine) given: Vec<GivenFact>,
    pub(in crate::engine) labels: Vec<SeatLabel>,
    pub(in crate::engine) lets: Vec<LetType>,
    pub(in crate::engine) bench: Bench,
    pub(in crate::engine) allows: Vec<Allow>,
    pub(in crate::engine) seat_params: Vec<(usize, Option<SeatPlace>)>,
    pub(in crate::engine) asked: BTreeSet<String>,
    pub(in crate::engine) asks: Vec<(Id, Span)>,
    pub(in crate::engine) bases: Vec<Policy>,
    pub(in crate::engine) mistakes: Vec<Diagnostic>,
    /// What calls of functions were found to give.
    pub(in crate::engine) memo: Memo,
    /// Names whose own items are wrong: that is reported where they stand, and not at every use.
    pub(in crate::engine) broken: Vec<String>,
    /// The name of every `let`.
    pub(in crate::engine) all_lets: Vec<String>,
}

impl Builder<'_> {
    fn with_names<T>(&self, use_names: impl FnOnce(&Names<'_>) -> T) -> T {
        let params: Vec<_> = self.params.iter().map(ParamType::from).collect();
        use_names(&Names {
            stage: self.stage,
            params: &params,
            given: &self.given,
            labels: &self.labels,
            lets: &self.lets,
            functions: &self.functions,
            memo: &self.memo,
            broken: &self.broken,
            all_lets: &self.all_lets,
            words: &self.machine.words,
        })
    }

    /// Checks every `fn`, now that all of them are known.
    pub(in crate::engine) fn check_functions(&mut self) {
        let check =
            |function: &Function| self.with_names(|names| lower::check_function(names, function));
        let mistakes: Vec<_> = self.functions.iter().flat_map(check).collect();
        self.mistakes.extend(mistakes);
    }

    fn parse(&mut self, span: Span) -> Option<(Expr, Thunk)> {
        let parsed = self.machine.expression(self.script, span);
        parsed.map_err(|mistake| self.mistakes.push(mistake)).ok()
    }

    fn checked(&mut self, expr: &Expr) -> Checked {
        let mut checked = self.with_names(|names| lower::check(names, expr));
        self.mistakes.append(&mut checked.mistakes);
        self.asks.append(&mut checked.asks);
        for seat in checked.seats.drain(..) {
            self.bench.seats.entry(seat.clone()).or_default();
            self.asked.insert(seat);
        }
        self.seat_params.extend(checked.seat_params.drain(..).map(|place| (place, None)));
        for (place, at) in checked.pattern_params.drain(..) {
            let Some(param) = self.params.get_mut(place) else { continue };
            param.is_pattern = true;
            if param.misfit(&param.value).is_some() {
                self.mistakes.push(lower::not_a_pattern(at));
            }
        }
        checked
    }

    fn code(expr: Expr, native: Option<Node>, mut thunk: Thunk, span: Span) -> Code {
        thunk.counted = native.is_none();
        Code { expr, native, thunk, span, name: None }
    }

    /// An expression that must have one of these types, as far as that can be told.
    pub(in crate::engine) fn expression(
        &mut self,
        span: Span,
        wanted: &[Type],
        what: &str,
    ) -> Option<Code> {
        let (expr, thunk) = self.parse(span)?;
        let checked = self.checked(&expr);
        if let Some(of) = checked.of.filter(|of| !wanted.contains(of)) {
            self.mistakes.push(wrong_place(span, what, of));
            return None;
        }
        Some(Self::code(expr, checked.node, thunk, span))
    }

    /// The group of an override; a mistake unless it names what it lifts.
    pub(in crate::engine) fn lifted(&mut self, span: Span) -> Option<Code> {
        let (expr, thunk) = self.parse(span)?;
        let checked = self.checked(&expr);
        let lifts = matches!(checked.of, Some(Type::Seats | Type::Findings));
        if checked.of.is_some() && !lifts {
            self.mistakes.push(wrong_place(span, "what an override lifts", checked.of?));
            return None;
        }
        if !lifts || !self.with_names(|names| lower::says_which(names, &expr)) {
            self.mistakes.push(lifts_unnamed(span));
            return None;
        }
        // Where nobody told what was found before, everything is unseen, and nothing was seen.
        if self.with_names(|names| lower::untold(names, &expr)).grows {
            self.asks.push((Id::Unseen, span));
        }
        Some(Self::code(expr, checked.node, thunk, span))
    }

    /// The condition of a rule, with the operands that explain it, and its outcome if that does not
    /// depend on the docket.
    pub(in crate::engine) fn condition(
        &mut self,
        span: Span,
    ) -> Option<(Code, Vec<Operand>, Option<bool>)> {
        let (expr, thunk) = self.parse(span)?;
        let checked = self.checked(&expr);
        if let Some(of) = checked.of.filter(|of| *of != Type::Bool) {
            self.mistakes.push(wrong_place(span, "a condition", of));
            return None;
        }
        let always = checked.node.as_ref();
        let always = always.and_then(|node| self.with_names(|names| names.logic().constant(node)));
        let native = checked
            .node
            .and_then(|_| self.with_names(|names| lower::with_operands(names, &expr, &mut 0)));
        let operands = lower::operands(&expr).into_iter().map(|operand| Operand {
            text: self.text_of(operand.span),
            value: self.operand(operand, expr.span),
        });
        let operands = operands.collect();
        Some((Self::code(expr, native, thunk, span), operands, always))
    }

    fn operand(&self, operand: &Expr, condition: Span) -> OperandValue {
        if let Some(node) = self.with_names(|names| lower::check(names, operand).node) {
            return OperandValue::Native(node);
        }
        if operand.span == condition {
            return OperandValue::Condition;
        }
        match self.machine.expression(self.script, operand.span) {
            Ok((_, thunk)) => OperandValue::Rhai(thunk),
            Err(_) => OperandValue::Unknown,
        }
    }

    pub(in crate::engine) fn let_(&mut self, name: String, span: Span) -> Option<Code> {
        let Some((expr, thunk)) = self.parse(span) else {
            self.broken.push(name);
            return None;
        };
        let checked = self.checked(&expr);
        let node = checked.node.as_ref();
        let range = node.and_then(|node| self.with_names(|names| names.logic().range(node)));
        self.lets.push(LetType {
            name: name.clone(),
            of: checked.of,
            node: checked.node.clone(),
            says_which: self.with_names(|names| lower::says_which(names, &expr)),
            is_state: self.with_names(|names| lower::is_state(names, &expr)),
            untold: self.with_names(|names| lower::untold(names, &expr)),
            range,
        });
        Some(Code { name: Some(name), ..Self::code(expr, checked.node, thunk, span) })
    }

    /// The text of an expression on one line, with the brackets that belong to it.
    pub(in crate::engine) fn text_of(&self, span: Span) -> String {
        self.script.on_one_line(self.script.with_brackets(span))
    }
}

/// `citing reported.count`
fn wrong_place(span: Span, what: &str, found: Type) -> Diagnostic {
    let help = match (what, found) {
        ("a condition", of) if of.is_group() => {
            "ask whether there is any: `.some`, or none: `.none`"
        }
        ("a condition", Type::Int) => "compare it: `> 0`",
        ("a condition", _) => "a condition is true or false",
        ("`because`" | "`ask`", _) => "write a text: `\"…\"`, or one with `${…}` in back ticks",
        ("what an override lifts", _) => {
            "name seats, or findings: `seat(\"qa\")`, `findings.waived(today)`"
        }
        _ => "cite seats or findings, such as `failed.blockers`",
    };
    Diagnostic::error("assize::policy::wrong_type")
        .message(format!("{what} cannot be {}", found.as_str()))
        .label(span, format!("this is {}", found.as_str()))
        .help(help)
}

/// `overriding failed "we know"`
fn lifts_unnamed(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::overriding_unnamed")
        .message("an override must say what it lifts, not lift whatever there is")
        .label(span, "names neither seats nor a kind of findings")
        .help(
            "name seats, `seat(\"qa\")`, or findings by what they are: `findings.waived(today)`, \
             `findings.in_category(\"legacy-tls\")`; patterns and texts are written out, and leave something out",
        )
}
