//! A compiled policy: items of the top level, checked and ready to be judged with.

use std::collections::BTreeSet;

use super::eval::Node;
use super::facts::{Id, Type};
use super::lower::{self, Checked, LetType, Memo, Names, ParamType, constant, range};
pub(super) use super::rhai::Function;
use super::rhai::{Machine, Thunk};
use super::script::Script;
use super::syntax::Expr;
use super::{GivenType, Policy, Stage};
use crate::ir::{Bench, Diagnostic, Given, Outcome, SeatPlace, Value};
use crate::source::Span;

/// A compiled policy.
#[derive(Clone)]
pub(super) struct Compiled {
    pub(super) stage: Stage,
    pub(super) language: u32,
    pub(super) machine: Machine,
    pub(super) words: Vec<Word>,
    pub(super) params: Vec<Param>,
    pub(super) given: Vec<GivenFact>,
    pub(super) steps: Vec<Step>,
    /// Who must sit, but for parameters that name seats: those stand beside it, with how they count.
    pub(super) bench: Bench,
    pub(super) seat_params: Vec<(usize, Option<SeatPlace>)>,
    /// The seats that conditions ask for by name.
    pub(super) asked: BTreeSet<String>,
    /// What it asks the host for besides: what the change touches.
    pub(super) asks: Vec<(Id, Span)>,
    /// The policies that it extends.
    pub(super) bases: Vec<Policy>,
}

impl Compiled {
    /// What the word of a rule comes to; none for a note and for an action.
    pub(super) fn outcome(&self, rule: &Rule) -> Option<Outcome> {
        match &self.words.get(rule.word?)?.means {
            Meaning::Outcome(outcome) => Some(*outcome),
            Meaning::Action(_) => None,
        }
    }
}

/// One thing that is done in order when a docket is judged.
#[derive(Clone)]
pub(super) enum Step {
    Let(Code),
    Rule(Box<Rule>),
}

/// A rule, or a note when it has no word.
#[derive(Clone)]
pub(super) struct Rule {
    pub(super) name: String,
    pub(super) span: Span,
    /// None: `otherwise`.
    pub(super) when: Option<Code>,
    /// The condition as it is written, on one line.
    pub(super) condition: Option<String>,
    pub(super) operands: Vec<Operand>,
    pub(super) word: Option<usize>,
    pub(super) citing: Option<Code>,
    pub(super) because: Option<Code>,
    pub(super) ask: Option<Code>,
    pub(super) overriding: Option<Overriding>,
}

/// `overriding GROUP "reason"`
#[derive(Clone)]
pub(super) struct Overriding {
    pub(super) group: Code,
    pub(super) reason: String,
}

/// `given phase: int = 3 among [1, 2, 3]`
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GivenFact {
    pub(super) name: String,
    pub(super) of: GivenType,
    /// What it is where it is not given.
    pub(super) default: Option<Given>,
    /// What it may be; empty: anything of its type.
    pub(super) among: Vec<Given>,
}

/// A part of a condition whose value explains it.
#[derive(Clone)]
pub(super) struct Operand {
    pub(super) text: String,
    pub(super) value: OperandValue,
}

/// Where the value of an operand comes from.
#[derive(Clone)]
pub(super) enum OperandValue {
    Native(Node),
    /// Only rhai can evaluate it: run on its own, and paid for like any thunk.
    Rhai(Thunk),
    /// It is the whole condition, whose value is known.
    Condition,
    /// It cannot be taken out of its condition.
    Unknown,
}

/// An expression that is ready to run: natively when it lowers, else in rhai.
#[derive(Clone)]
pub(super) struct Code {
    pub(super) native: Option<Node>,
    pub(super) thunk: Thunk,
    pub(super) span: Span,
    pub(super) name: Option<String>,
}

/// A word of the policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) name: String,
    pub(super) means: Meaning,
}

/// What a word comes to. An action is never an outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Outcome(Outcome),
    Action(&'static str),
}

/// A parameter: the team's choice.
#[derive(Clone, Debug)]
pub(super) struct Param {
    pub(super) name: String,
    pub(super) value: Value,
    pub(super) range: ParamRange,
    pub(super) doc: String,
}

/// What a parameter may be.
#[derive(Clone, Debug)]
pub(super) enum ParamRange {
    /// `from 1 to 100`: of a number; of the length of a text in characters; of the number of
    /// entries of a list.
    Between(i64, i64),
    /// `among ["strict", "lenient"]`: a text, or every entry of a list.
    Among(Vec<String>),
    /// Anything: a day.
    Any,
}

impl GivenFact {
    /// Whether it may have this value: of its type, and among its choices where there are some.
    pub(super) fn allows(&self, value: &Given) -> bool {
        self.of.fits(value) && (self.among.is_empty() || self.among.contains(value))
    }
}

impl Param {
    pub(super) fn of(&self) -> Type {
        match self.value {
            Value::Int(_) => Type::Int,
            Value::List(_) => Type::List,
            Value::Date(_) => Type::Date,
            _ => Type::Text,
        }
    }

    /// Why a value is outside the range; none when it fits.
    pub(super) fn misfit(&self, value: &Value) -> Option<String> {
        match (&self.range, value) {
            (ParamRange::Between(low, high), Value::Int(n)) => {
                (!(*low..=*high).contains(n)).then(|| format!("{n} is not from {low} to {high}"))
            }
            (ParamRange::Between(low, high), Value::Text(text)) => {
                let length = i64::try_from(text.chars().count()).unwrap_or(i64::MAX);
                (!(*low..=*high).contains(&length))
                    .then(|| format!("it is {length} characters long, not {low} to {high}"))
            }
            (ParamRange::Between(low, high), Value::List(list)) => {
                let length = i64::try_from(list.len()).unwrap_or(i64::MAX);
                (!(*low..=*high).contains(&length))
                    .then(|| format!("it has {length} entries, not {low} to {high}"))
            }
            (ParamRange::Among(choices), Value::Text(text)) => (!choices.contains(text))
                .then(|| format!("`{text}` is not one of {}", choices.join(", "))),
            (ParamRange::Among(choices), Value::List(list)) => {
                let odd = list.iter().find(|entry| !choices.contains(entry))?;
                Some(format!("`{odd}` is not one of {}", choices.join(", ")))
            }
            (ParamRange::Any, Value::Date(_)) => None,
            _ => Some("it has another type".to_owned()),
        }
    }
}

impl Code {
    /// Whether evaluating it can end in an error.
    pub(super) fn can_err(&self) -> bool {
        self.native.as_ref().is_none_or(Node::can_err)
    }
}

/// Checks expressions one after the other and collects what they need.
pub(super) struct Builder<'a> {
    pub(super) script: &'a Script,
    pub(super) stage: Stage,
    pub(super) machine: Machine,
    pub(super) functions: Vec<Function>,
    pub(super) words: Vec<Word>,
    pub(super) params: Vec<Param>,
    pub(super) given: Vec<GivenFact>,
    pub(super) lets: Vec<LetType>,
    pub(super) bench: Bench,
    pub(super) seat_params: Vec<(usize, Option<SeatPlace>)>,
    pub(super) asked: BTreeSet<String>,
    pub(super) asks: Vec<(Id, Span)>,
    pub(super) bases: Vec<Policy>,
    pub(super) mistakes: Vec<Diagnostic>,
    /// What calls of functions were found to give.
    pub(super) memo: Memo,
    /// Names whose own items are wrong: that is told where they stand, and not at every use.
    pub(super) broken: Vec<String>,
    /// The name of every `let`.
    pub(super) all_lets: Vec<String>,
}

impl Builder<'_> {
    fn with_names<T>(&self, use_names: impl FnOnce(&Names<'_>) -> T) -> T {
        let params: Vec<_> = self.params.iter().map(ParamType::from).collect();
        use_names(&Names {
            stage: self.stage,
            params: &params,
            given: &self.given,
            lets: &self.lets,
            functions: &self.functions,
            memo: &self.memo,
            broken: &self.broken,
            all_lets: &self.all_lets,
        })
    }

    /// Checks every `fn`, now that all of them are known.
    pub(super) fn check_functions(&mut self) {
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
        checked
    }

    fn code(native: Option<Node>, mut thunk: Thunk, span: Span) -> Code {
        thunk.counted = native.is_none();
        Code { native, thunk, span, name: None }
    }

    /// An expression that must have one of these types, as far as that can be told.
    pub(super) fn expression(&mut self, span: Span, wanted: &[Type], what: &str) -> Option<Code> {
        let (expr, thunk) = self.parse(span)?;
        let checked = self.checked(&expr);
        if let Some(of) = checked.of.filter(|of| !wanted.contains(of)) {
            self.mistakes.push(wrong_place(span, what, of));
            return None;
        }
        Some(Self::code(checked.node, thunk, span))
    }

    /// The group of an override; a mistake unless it names what it lifts.
    pub(super) fn lifted(&mut self, span: Span) -> Option<Code> {
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
        // Where nobody told what was found before, everything is unseen.
        if self.with_names(|names| lower::asks_unseen(names, &expr)) {
            self.asks.push((Id::Unseen, span));
        }
        Some(Self::code(checked.node, thunk, span))
    }

    /// The condition of a rule, with the operands that explain it, and what it comes to if that does not
    /// depend on the docket.
    pub(super) fn condition(&mut self, span: Span) -> Option<(Code, Vec<Operand>, Option<bool>)> {
        let (expr, thunk) = self.parse(span)?;
        let checked = self.checked(&expr);
        if let Some(of) = checked.of.filter(|of| *of != Type::Bool) {
            self.mistakes.push(wrong_place(span, "a condition", of));
            return None;
        }
        let always = checked.node.as_ref();
        let always = always.and_then(|node| self.with_names(|names| constant(node, names)));
        let native = checked
            .node
            .and_then(|_| self.with_names(|names| lower::with_operands(names, &expr, &mut 0)));
        let operands = lower::operands(&expr).into_iter().map(|operand| Operand {
            text: self.text_of(operand.span),
            value: self.operand(operand, expr.span),
        });
        let operands = operands.collect();
        Some((Self::code(native, thunk, span), operands, always))
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

    pub(super) fn let_(&mut self, name: String, span: Span) -> Option<Code> {
        let Some((expr, thunk)) = self.parse(span) else {
            self.broken.push(name);
            return None;
        };
        let checked = self.checked(&expr);
        let node = checked.node.as_ref();
        let range = node.and_then(|node| self.with_names(|names| range(node, names)));
        self.lets.push(LetType {
            name: name.clone(),
            of: checked.of,
            native: checked.node.is_some(),
            says_which: self.with_names(|names| lower::says_which(names, &expr)),
            is_state: self.with_names(|names| lower::is_state(names, &expr)),
            range,
            constant: node.and_then(|node| self.with_names(|names| constant(node, names))),
            asks_unseen: self.with_names(|names| lower::asks_unseen(names, &expr)),
        });
        Some(Code { name: Some(name), ..Self::code(checked.node, thunk, span) })
    }

    /// The text of an expression on one line, with the brackets that belong to it.
    pub(super) fn text_of(&self, span: Span) -> String {
        let (mut first, mut last) = (
            self.script.token_at(span.start as usize),
            self.script.token_at(span.end as usize).saturating_sub(1),
        );
        let depth = |first: usize, last: usize| {
            let mut depth = 0i32;
            let mut lowest = 0;
            for token in self.script.tokens.get(first..=last).unwrap_or_default() {
                match self.script.text(*token) {
                    "(" => depth += 1,
                    ")" => depth -= 1,
                    _ => {}
                }
                lowest = lowest.min(depth);
            }
            (lowest, depth)
        };
        while depth(first, last).0 < 0 && first > 0 {
            first -= 1;
        }
        while depth(first, last).1 > 0 && last + 1 < self.script.tokens.len() {
            last += 1;
        }
        let whole = self.script.span(first..last + 1).unwrap_or(span);
        let text = self.script.blanked.get(whole.start as usize..whole.end as usize);
        text.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

impl From<&Param> for ParamType {
    fn from(param: &Param) -> Self {
        let choices = match &param.range {
            ParamRange::Among(choices) => Some(choices.clone()),
            ParamRange::Between(..) | ParamRange::Any => None,
        };
        let range = match (&param.range, &param.value) {
            (ParamRange::Between(low, high), Value::Int(_)) => {
                Some(((*low).into(), (*high).into()))
            }
            _ => None,
        };
        Self { name: param.name.clone(), of: param.of(), choices, range }
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
