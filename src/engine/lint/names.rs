//! Names that no one uses, names that look like others, parameters that say nothing of themselves.

use std::collections::{BTreeMap, BTreeSet};

use super::mistakes::{looks_like, not_documented, not_read, not_used};
use super::{Checking, Lint};
use crate::engine::Stage;
use crate::engine::eval::same_word;
use crate::engine::facts::{Id, fact_named, reviewers_mean, vocabulary};
use crate::engine::policy::{Code, Declared, Function, GivenFact, Meaning, Param, Rule, Step};
use crate::engine::syntax::{Expr, ExprKind};
use crate::ir::{Diagnostic, Outcome, Value};
use crate::source::{Span, drawn};

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

/// `word "LGTM, nit" means warn;` and `reported.said("LGTM, nit")`, where no reviewer's answer is read as that word.
pub(super) fn unread_word(checking: &Checking<'_>, lint: &Lint) -> Vec<Diagnostic> {
    let own: Vec<&Declared> = checking.declared(&["word"]).collect();
    let team = checking.policy.words_of_team().get(own.len()..).unwrap_or_default();
    let mut asked: Vec<&str> = Vec::new();
    for code in checking.code.codes() {
        code.expr.each(&mut |expr| {
            let (ExprKind::Member { name, args: Some(args), .. }
            | ExprKind::Call { name, args, .. }) = &expr.kind
            else {
                return;
            };
            let texts = args.iter().filter_map(|arg| match &arg.kind {
                ExprKind::Text(text) => Some(text.as_str()),
                _ => None,
            });
            asked.extend(texts.filter(|_| name == "said"));
        });
    }
    let is_asked = |own: &Declared| asked.iter().any(|word| same_word(word, &own.name));
    let is_read = |own: &Declared| {
        reviewers_mean(&own.name).is_some() || team.iter().any(|word| same_word(word, &own.name))
    };
    let unread = own.into_iter().filter(|own| is_asked(own) && !is_read(own));
    unread.map(|own| not_read(lint, own)).collect()
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
                    || is_asked_for(checking, "having", name)
                    || code.given.iter().any(|given| base(given) && given.is_required)
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
        || code.words.get(place).is_some_and(|word| is_asked_for(checking, "said", &word.name))
        || (code.stage == Stage::Gate && first_warn && passes())
}

/// `said("LGTM, nit")`: whether a condition asks who said a word, or whom a panel says something of.
fn is_asked_for(checking: &Checking<'_>, verb: &str, word: &str) -> bool {
    let mut asked = false;
    checking.code.codes().for_each(|code| {
        code.expr.each(&mut |expr| {
            if let ExprKind::Call { name, args, .. }
            | ExprKind::Member { name, args: Some(args), .. } = &expr.kind
                && name == verb
            {
                asked |= args
                    .iter()
                    .any(|arg| matches!(&arg.kind, ExprKind::Text(text) if same_word(text, word)));
            }
        });
    });
    asked
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

/// Names that may be confused, by how they are drawn: each as it is written, and where it stands first.
#[derive(Default)]
struct Drawn<'p>(BTreeMap<String, (&'p str, Option<Span>)>);

impl<'p> Drawn<'p> {
    /// Adds a name; another one that looks like it, which was there before.
    fn add(&mut self, name: &'p str, at: Option<Span>) -> Option<(&'p str, Option<Span>)> {
        let known = *self.0.entry(drawn(name)).or_insert((name, at));
        (known.0 != name).then_some(known)
    }
}

/// `rule "round 1"` beside `rule "round l"`, `seat("QA")` beside `seat("qa")`
pub(super) fn look_alike(checking: &Checking<'_>, lint: &Lint) -> Vec<Diagnostic> {
    const ALIKE: [&[&str]; 3] =
        [&["param", "given", "let", "fn", "import"], &["rule", "note"], &["word"]];
    let mut found = Vec::new();
    for keywords in ALIKE {
        let mut names = Drawn::default();
        if keywords.contains(&"let") {
            let facts = vocabulary(checking.code.stage).filter(|entry| entry.of.is_none());
            // None of them looks like another.
            facts.for_each(|fact| _ = names.add(fact.name, None));
        }
        for own in checking.declared(keywords) {
            let other = names.add(&own.name, Some(own.at));
            found.extend(other.map(|(other, at)| looks_like(lint, own, other, at)));
        }
    }
    found.extend(alike_seats(checking, lint));
    found
}

/// Seats that are declared, and those that conditions name, which stand at no place of their own.
fn alike_seats(checking: &Checking<'_>, lint: &Lint) -> Vec<Diagnostic> {
    let declared = checking.declared(&["seat"]).map(|seat| (seat.name.as_str(), seat.at));
    let mut named: Vec<(&str, Span)> = declared.collect();
    // `seat humans voting;` seats those of a list.
    for declared in checking.declared(&["param"]) {
        let list = checking.code.params.iter().enumerate().find(|(place, param)| {
            param.name == declared.name
                && checking.code.seat_params.iter().any(|(seats, _)| seats == place)
        });
        if let Some((_, Param { value: Value::List(seats), .. })) = list {
            named.extend(seats.iter().map(|seat| (seat.as_str(), declared.at)));
        }
    }
    let stage = checking.code.stage;
    for code in checking.code.codes() {
        code.expr.each(&mut |expr| {
            let ExprKind::Call { name, args, .. } = &expr.kind else { return };
            let fact = fact_named(stage, name);
            if fact.is_some_and(|fact| matches!(fact.id, Id::Seat | Id::Seats)) {
                args.iter().for_each(|arg| {
                    arg.each(&mut |part| {
                        if let ExprKind::Text(seat) = &part.kind {
                            named.push((seat, part.span));
                        }
                    });
                });
            }
        });
    }
    let (mut names, mut told) = (Drawn::default(), BTreeSet::new());
    let mut found = Vec::new();
    for (name, at) in named {
        if let Some((other, other_at)) = names.add(name, Some(at))
            && told.insert(name)
        {
            let own = Declared { keyword: "seat", name: name.to_owned(), at };
            found.push(looks_like(lint, &own, other, other_at));
        }
    }
    found
}
