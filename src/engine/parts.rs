//! What stands where in a policy's text, for anyone who writes something else in its place.

use super::compile::ITEMS;
use super::policy::{Code, ParamRange, Step};
use super::script::{Item, Kind, Script};
use super::syntax::{Expr, ExprKind};
use super::{Policy, Stage};
use crate::ir::{Outcome, Value};
use crate::source::{SourceId, Span};

/// A part of a policy's text, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) kind: PartKind,
    pub(crate) span: Span,
}

/// What stands there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PartKind {
    /// A whole item with its semicolon, by the word that begins it: `rule`, `seat`.
    Item(&'static str),
    /// The condition of a rule or note.
    Condition,
    /// What a rule decides: its outcome, or an action of a redispatch policy.
    Word(Option<Outcome>),
    /// An operator between two values: `&&`, `<`.
    Sign,
    /// A side of `&&`; otherwise of `||`.
    Side { of_and: bool },
    /// `!`, without what it denies.
    Not,
    /// A number in an expression.
    Number(i64),
    /// A text in an expression.
    Text(String),
    /// What is asked of something: `some` in `failed.some`.
    Member(String),
    /// The default of a parameter, and what it may be where that is listed.
    Default(Value, Vec<String>),
}

/// What in a text keeps it from being a part of one statement, wherever it is put: that one ends in it, a comment, or what
/// does not close. What stands within a string is none of these.
pub(crate) fn breaks_a_statement(text: &str) -> Option<&'static str> {
    let script = Script::scan(text);
    let has = |kind: Kind| script.tokens.iter().any(|token| token.kind == kind);
    if has(Kind::Semicolon) {
        return Some("it is more than a condition");
    }
    if has(Kind::Unclosed) {
        return Some("a comment or a string in it does not close");
    }
    (!script.comments.is_empty()).then_some("a comment stands in it")
}

impl Policy {
    /// The parts of its own text that decide, in no order. What is only said or cited is none.
    pub(crate) fn parts(&self) -> Vec<Part> {
        let text = self.facts.source.text().unwrap_or_default();
        let script = Script::scan(text);
        let mut found = Parts { script: &script, all: Vec::new() };
        for item in script.items(|_, name| ITEMS.contains(&name)) {
            found.item(&item);
            if script.is(item.tokens.start, "param") {
                let name = script.tokens.get(item.tokens.start + 1);
                let name = name.map_or("", |&name| script.text(name));
                let param = self.code.params.iter().find(|param| param.name == name);
                if let Some(param) = param {
                    let choices = match &param.range {
                        ParamRange::Among(choices) => choices.clone(),
                        ParamRange::Between(..) | ParamRange::Any => Vec::new(),
                    };
                    found.default(&item, param.value.clone(), choices);
                }
            }
        }
        for step in &self.code.steps {
            match step {
                Step::Let(code) => found.code(code),
                Step::Rule(rule) => {
                    if let Some(when) = &rule.when {
                        found.add(PartKind::Condition, when.span);
                        found.code(when);
                    }
                    if let Some(overriding) = &rule.overriding {
                        found.code(&overriding.group);
                    }
                    let outcome = match self.code.stage {
                        Stage::Redispatch => None,
                        Stage::Gate | Stage::Audit => self.code.outcome(rule),
                    };
                    found.word(rule.span, outcome);
                }
            }
        }
        // Those of an imported file belong to that file.
        for function in self.code.functions.iter().filter(|own| !own.name.contains("::")) {
            function.body.iter().for_each(|statement| {
                statement.each(&mut |expr| found.expr(expr));
            });
        }
        found.all
    }
}

struct Parts<'a> {
    script: &'a Script,
    all: Vec<Part>,
}

impl Parts<'_> {
    fn add(&mut self, kind: PartKind, span: Span) {
        if span.start < span.end && span.source == SourceId(0) {
            self.all.push(Part { kind, span });
        }
    }

    fn item(&mut self, item: &Item) {
        let word = ITEMS.iter().find(|word| self.script.is(item.tokens.start, word));
        let end = item.tokens.end + usize::from(self.script.is(item.tokens.end, ";"));
        if let (Some(word), Some(span)) = (word, self.script.span(item.tokens.start..end)) {
            self.add(PartKind::Item(word), span);
        }
    }

    /// `param NAME = DEFAULT from …`
    fn default(&mut self, item: &Item, value: Value, choices: Vec<String>) {
        let first = item.tokens.start + 3;
        let ends =
            |index: &usize| self.script.is(*index, "from") || self.script.is(*index, "among");
        let end = (first..item.tokens.end).find(ends).unwrap_or(item.tokens.end);
        if let Some(span) = self.script.span(first..end) {
            self.add(PartKind::Default(value, choices), span);
        }
    }

    /// What stands behind `then` or `otherwise`.
    fn word(&mut self, rule: Span, outcome: Option<Outcome>) {
        let tokens =
            self.script.token_at(rule.start as usize)..self.script.token_at(rule.end as usize);
        let says = |index: &usize| {
            let name = self.script.tokens.get(*index).is_some_and(|token| token.kind == Kind::Name);
            name && (self.script.is(*index, "then") || self.script.is(*index, "otherwise"))
        };
        let word = tokens.into_iter().find(says).and_then(|says| self.script.tokens.get(says + 1));
        if let Some(word) = word {
            self.add(PartKind::Word(outcome), word.span());
        }
    }

    fn code(&mut self, code: &Code) {
        code.expr.each(&mut |expr| self.expr(expr));
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::And(parts) | ExprKind::Or(parts) => {
                let of_and = matches!(expr.kind, ExprKind::And(_));
                for part in parts {
                    let side = self.script.with_brackets(part.span);
                    self.add(PartKind::Side { of_and }, side);
                }
                parts.windows(2).for_each(|pair| self.sign(&pair[0], &pair[1]));
            }
            ExprKind::Binary { left, right, .. } => self.sign(left, right),
            ExprKind::Not(_) => {
                let at = expr.span.start as usize;
                self.add(PartKind::Not, Span::new(at, at + 1));
            }
            ExprKind::Int(value) => self.add(PartKind::Number(*value), expr.span),
            ExprKind::Text(text) => self.add(PartKind::Text(text.clone()), expr.span),
            ExprKind::Member { name, at, .. } => self.add(PartKind::Member(name.clone()), *at),
            _ => {}
        }
    }

    /// What stands between two values, but for brackets.
    fn sign(&mut self, left: &Expr, right: &Expr) {
        let between = Span { start: left.span.end, end: right.span.start, ..left.span };
        let text = self.script.blanked_at(between);
        let outside = |c: char| c.is_whitespace() || c == '(' || c == ')';
        let before = text.len() - text.trim_start_matches(outside).len();
        let start = between.start as usize + before;
        let len = text.trim_matches(outside).len();
        self.add(PartKind::Sign, Span::new(start, start + len));
    }
}
