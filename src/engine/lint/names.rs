//! Names that nobody uses, names that look like others, parameters that say nothing of themselves.

use std::collections::BTreeSet;

use super::mistakes::{looks_like, not_documented, not_used};
use super::{Checking, Lint};
use crate::engine::Stage;
use crate::engine::facts::vocabulary;
use crate::engine::policy::{Code, Declared, Function, GivenFact, Meaning, Rule, Step};
use crate::engine::syntax::{Expr, ExprKind};
use crate::ir::{Diagnostic, Outcome};
use crate::source::{Span, is_look_alike};

/// `param limit = 3 from 0 to 9;`, and nothing above it
pub(super) fn param_without_doc(checking: &Checking<'_>, lint: &Lint) -> Vec<Diagnostic> {
    let params = checking.declared(&["param"]).zip(&checking.code.params);
    let bare = params.filter(|(_, param)| param.doc.is_empty());
    bare.map(|(declared, _)| not_documented(lint, declared)).collect()
}

/// What the lint's own name says: `unused_param` is about `param`.
pub(super) fn unused(checking: &Checking<'_>, lint: &Lint) -> Vec<Diagnostic> {
    let keyword = lint.name().trim_start_matches("unused_");
    let used = Used::of(checking);
    let own = checking.code.declared.iter().filter(|declared| declared.keyword == keyword);
    let left = own.enumerate().filter(|(place, declared)| !used.has(checking, *place, declared));
    left.map(|(_, declared)| not_used(lint, declared)).collect()
}

/// What rules use, and what the `let`s and `fn`s use that rules use.
struct Used<'p> {
    names: BTreeSet<&'p str>,
    functions: BTreeSet<&'p str>,
}

impl<'p> Used<'p> {
    fn of(checking: &Checking<'p>) -> Self {
        let code = checking.code;
        let mut used = Self { names: BTreeSet::new(), functions: BTreeSet::new() };
        let rules = code.rules().flat_map(Rule::codes);
        let mut left: Vec<&'p Code> = rules.collect();
        while let Some(next) = left.pop() {
            used.functions.extend(checking.called_by(next).map(|function| function.name.as_str()));
            for name in &next.thunk.names {
                let own = code.steps.iter().find_map(|step| match step {
                    Step::Let(own) => Some(&**own).filter(|own| own.name.as_ref() == Some(name)),
                    Step::Rule(_) => None,
                });
                if used.names.insert(name) {
                    left.extend(own);
                }
            }
        }
        used
    }

    fn has(&self, checking: &Checking<'_>, place: usize, declared: &Declared) -> bool {
        let code = checking.code;
        let name = declared.name.as_str();
        match declared.keyword {
            "word" => is_said(checking, place),
            "fn" => self.functions.contains(name),
            "import" => {
                let scope = format!("{name}::");
                self.functions.iter().any(|called| called.starts_with(&scope))
            }
            // An extension may say again what a base is given.
            "given" => {
                let base = |given: &GivenFact| given.name == name;
                self.names.contains(name)
                    || code.bases.iter().any(|policy| policy.all_givens().into_iter().any(base))
            }
            _ => {
                let seats =
                    code.seat_params.iter().filter_map(|(param, _)| code.params.get(*param));
                self.names.contains(name) || seats.into_iter().any(|param| param.name == name)
            }
        }
    }
}

/// Whether a rule says a word, or a `pass` that becomes a `warn` does.
fn is_said(checking: &Checking<'_>, place: usize) -> bool {
    let code = checking.code;
    let warns = |place: usize| matches!(code.words.get(place), Some(word) if word.means == Meaning::Outcome(Outcome::Warn));
    let first_warn = warns(place) && !(0..place).any(warns);
    let passes = || code.rules().any(|rule| code.outcome(rule) == Some(Outcome::Pass));
    code.rules().any(|rule| rule.word == Some(place))
        || (code.stage == Stage::Gate && first_warn && passes())
}

impl<'p> Checking<'p> {
    /// The `fn`s that an expression calls, and those that they call.
    pub(super) fn called_by(&self, code: &Code) -> impl Iterator<Item = &'p Function> + use<'p> {
        let all = &self.code.functions;
        let named = |scope: &str, name: &str| {
            let own = |function: &&Function| function.name.strip_prefix(scope) == Some(name);
            all.iter().find(own)
        };
        let mut called: Vec<&'p Function> = Vec::new();
        code.expr
            .each(&mut |expr| called.extend(called_name(expr).and_then(|name| named("", name))));
        let mut at = 0;
        while let Some(&function) = called.get(at) {
            let scope = function.name.rfind("::").map_or("", |end| &function.name[..end + 2]);
            let mut found = Vec::new();
            for statement in &function.body {
                statement.each(&mut |expr| {
                    found.extend(called_name(expr).and_then(|name| named(scope, name)));
                });
            }
            for function in found {
                if !called.iter().any(|known| known.name == function.name) {
                    called.push(function);
                }
            }
            at += 1;
        }
        called.into_iter()
    }
}

fn called_name(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Call { name, .. } => Some(name),
        _ => None,
    }
}

/// `rule "round 1"` beside `rule "round l"`, `seat("QA")` beside `seat("qa")`
pub(super) fn look_alike(checking: &Checking<'_>, lint: &Lint) -> Vec<Diagnostic> {
    const ALIKE: [&[&str]; 4] =
        [&["param", "given", "let", "fn", "import"], &["rule", "note"], &["word"], &["seat"]];
    let mut found = Vec::new();
    for keywords in ALIKE {
        let own: Vec<&Declared> = checking.declared(keywords).collect();
        for (place, declared) in own.iter().enumerate() {
            let alike =
                |other: &str| other != declared.name && is_look_alike(other, &declared.name);
            let earlier = own[..place].iter().find(|other| alike(&other.name));
            let fact = keywords.contains(&"let").then(|| {
                let mut names = vocabulary(checking.code.stage).filter(|entry| entry.of.is_none());
                names.find(|entry| alike(entry.name)).map(|entry| entry.name)
            });
            match (earlier, fact.flatten()) {
                (Some(other), _) => {
                    found.push(looks_like(lint, declared, &other.name, Some(other.at)));
                }
                (None, Some(fact)) => found.push(looks_like(lint, declared, fact, None)),
                (None, None) => {}
            }
        }
    }
    found.extend(alike_seats(checking, lint));
    found
}

/// Seats that only conditions name: they stand at no place of their own.
fn alike_seats(checking: &Checking<'_>, lint: &Lint) -> Vec<Diagnostic> {
    let declared: Vec<&Declared> = checking.declared(&["seat"]).collect();
    let mut named: Vec<(&str, Span)> = Vec::new();
    let mut found = Vec::new();
    for code in checking.code.codes() {
        code.expr.each(&mut |expr| {
            let ExprKind::Call { name, args, .. } = &expr.kind else { return };
            if !matches!(name.as_str(), "seat" | "seats") {
                return;
            }
            for arg in args {
                arg.each(&mut |part| {
                    let ExprKind::Text(seat) = &part.kind else { return };
                    let own = declared.iter().map(|seat| (seat.name.as_str(), seat.at));
                    let other = own
                        .chain(named.iter().copied())
                        .find(|(other, _)| other != seat && is_look_alike(other, seat));
                    if let Some((other, at)) = other
                        && !named.iter().any(|(known, _)| known == seat)
                    {
                        let here = Declared { keyword: "seat", name: seat.clone(), at: part.span };
                        found.push(looks_like(lint, &here, other, Some(at)));
                    }
                    named.push((seat, part.span));
                });
            }
        });
    }
    found
}
