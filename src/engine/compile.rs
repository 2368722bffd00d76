//! From a policy's text to a [`Compiled`] policy: the closed top level, all mistakes at once.

mod bench;
mod declare;
mod listed;
mod literals;
pub(super) mod mistakes;
mod rules;
mod shape;

use std::collections::BTreeSet;
use std::ops::Range;

use super::Stage;
use super::facts::{is_native, nearest};
use super::limits::LIMITS;
use super::lower::Memo;
use super::policy::{Builder, Compiled, Declared, Meaning, Step};
use super::rhai::{Machine, is_own};
use super::script::{Item, Kind, Script};
use crate::ir::{ACTIONS, Bench, Diagnostic};
use crate::source::{Source, SourceId, Span};
pub(super) use bench::Bases;
use listed::{token_mistakes, told_once, without_aftermath};

/// The words that begin an item of the top level.
pub(super) const ITEMS: &[&str] = &[
    "word", "param", "given", "seat", "others", "extends", "allow", "let", "fn", "import", "rule",
    "note",
];
/// Those of them that are facts as well: behind a clause they are no item.
const FACTS: &[&str] = &["seat", "others"];
/// Words of rhai that begin a statement, so that one that strays into the top level is reported
/// as one mistake.
const STRAYS: &[&str] =
    &["const", "export", "return", "if", "while", "for", "loop", "switch", "try", "private"];
const TAILS: &[&str] = &["citing", "because", "ask", "overriding"];
/// The words inside items, which cannot be names either.
const INNER: &[&str] = &["when", "then", "otherwise", "means", "from", "to", "among"];

/// Compiles a policy's text, with what it may import and stand on. A shipped one was compiled beforehand.
pub(super) fn compile(
    stage: Stage,
    source: &Source,
    bases: &Bases<'_>,
) -> Result<Compiled, Vec<Diagnostic>> {
    #[cfg(feature = "serde")]
    if bases.imports.is_empty()
        && let Some(known) = super::frozen::find(stage, source, bases.words)
    {
        return Ok(known);
    }
    compile_text(stage, source, bases)
}

/// The same, of any text.
pub(super) fn compile_text(
    stage: Stage,
    source: &Source,
    bases: &Bases<'_>,
) -> Result<Compiled, Vec<Diagnostic>> {
    let text = match source.text() {
        Ok(text) if text.len() <= LIMITS.text => text,
        Ok(text) => return Err(vec![mistakes::too_long(text.len())]),
        Err(error) => return Err(vec![mistakes::unreadable(&error.to_string())]),
    };
    let script = Script::scan(text);
    let clauses = [INNER, TAILS].concat();
    let items = script.items(|before, name| {
        let inside = clauses.contains(&before);
        let item = ITEMS.contains(&name) && !(inside && FACTS.contains(&name));
        item || (STRAYS.contains(&name) && !inside)
    });
    if items.len() > LIMITS.items {
        return Err(vec![mistakes::too_many_items(items.len())]);
    }
    let mut top = Top {
        text,
        script: &script,
        build: Builder {
            script: &script,
            stage,
            machine: Machine::new(),
            functions: Vec::new(),
            words: Vec::new(),
            params: Vec::new(),
            given: Vec::new(),
            labels: Vec::new(),
            lets: Vec::new(),
            bench: Bench::default(),
            allows: Vec::new(),
            seat_params: Vec::new(),
            asked: BTreeSet::new(),
            asks: Vec::new(),
            bases: Vec::new(),
            mistakes: Vec::new(),
            memo: Memo::default(),
            broken: Vec::new(),
            all_lets: Vec::new(),
        },
        declared: 0,
        steps: Vec::new(),
    };
    top.build.mistakes = token_mistakes(&script, SourceId(0));
    top.not_nested();
    let language = top.language();
    // What rules may name comes first, wherever it stands.
    for item in &items {
        top.declare(item, bases.imports);
    }
    top.declared = top.build.words.len();
    let own = top.build.words.iter().map(|word| word.name.clone());
    top.build.machine.words = own.chain(bases.words.iter().cloned()).collect();
    for item in &items {
        match top.word(item.tokens.start) {
            "seat" => top.declare_seat(item),
            "others" => top.declare_others(item),
            "extends" => top.declare_base(item, bases),
            "allow" => top.declare_allow(item),
            _ => {}
        }
    }
    top.build.check_functions();
    for item in &items {
        top.step(item);
    }
    top.check_bases();
    top.whole();
    if !top.build.mistakes.is_empty() {
        return Err(told_once(without_aftermath(top.build.mistakes)));
    }
    let declared = top.declared(&items);
    let sources =
        std::iter::once(source.clone()).chain(top.imported(&items, bases.imports)).collect();
    let Top { build, steps, .. } = top;
    Ok(Compiled {
        stage,
        language,
        machine: build.machine,
        words: build.words,
        params: build.params,
        given: build.given,
        labels: build.labels,
        steps,
        bench: build.bench,
        allows: build.allows,
        seat_params: build.seat_params,
        asked: build.asked,
        asks: build.asks,
        bases: build.bases,
        lets: build.lets,
        functions: build.functions,
        declared,
        sources,
        imports: bases.imports.to_vec(),
        frozen: false,
    })
}

/// The names of the files that a policy's text needs, so that a host can hand in their texts: what it imports,
/// and what it extends.
///
/// ```
/// let text = r#"import "helpers" as helpers; extends "ours"; rule "x" otherwise hold;"#;
/// assert_eq!(assize::policy::imports_of(text), ["helpers", "ours"]);
/// ```
pub fn imports_of(text: &str) -> Vec<String> {
    let script = Script::scan(text);
    let imports = script.items(|_, name| ITEMS.contains(&name)).into_iter().filter_map(|item| {
        let name = script.tokens.get(item.tokens.start + 1)?;
        let needs =
            matches!(script.text(*script.tokens.get(item.tokens.start)?), "import" | "extends");
        (needs && name.kind == Kind::Text).then(|| script.text(*name).trim_matches('"').to_owned())
    });
    imports.collect()
}

/// Whether a text states a rule, itself or by what it extends. What does not judges nothing: it is there to be imported.
///
/// ```
/// use assize::policy::states_a_rule;
/// assert!(states_a_rule(r#"rule "x" otherwise hold;"#));
/// assert!(!states_a_rule("fn half(n) { n / 2 }"));
/// ```
pub fn states_a_rule(text: &str) -> bool {
    let script = Script::scan(text);
    let items = script.items(|_, name| ITEMS.contains(&name));
    items.into_iter().any(|item| {
        let first = script.tokens.get(item.tokens.start);
        first.is_some_and(|token| matches!(script.text(*token), "rule" | "extends"))
    })
}

struct Top<'a> {
    text: &'a str,
    script: &'a Script,
    build: Builder<'a>,
    /// How many of the words were declared with `word`; the others are bare.
    declared: usize,
    steps: Vec<Step>,
}

/// A keyword of an item and what follows it.
struct Clause {
    keyword: String,
    at: Span,
    tokens: Range<usize>,
}

impl Top<'_> {
    fn mistake(&mut self, mistake: Diagnostic) {
        self.build.mistakes.push(mistake);
    }

    fn word(&self, index: usize) -> &str {
        self.script.tokens.get(index).map_or("", |&token| self.script.text(token))
    }

    fn kind(&self, index: usize) -> Option<Kind> {
        self.script.tokens.get(index).map(|token| token.kind)
    }

    fn at(&self, index: usize) -> Span {
        self.script.tokens.get(index).map_or_else(Span::default, |token| token.span())
    }

    /// Statements of the top level that stand inside something.
    fn not_nested(&mut self) {
        let mut depth = 0i32;
        for index in 0..self.script.tokens.len() {
            match self.kind(index) {
                Some(Kind::Open) => depth += 1,
                Some(Kind::Close) => depth -= 1,
                _ => {}
            }
            let nested = depth > 0
                && matches!(self.word(index), "rule" | "note" | "param" | "word")
                && self.kind(index + 1) == Some(Kind::Text);
            if nested {
                let what = self.word(index).to_owned();
                self.mistake(mistakes::not_at_the_top(self.at(index), &what));
            }
        }
    }

    fn language(&mut self) -> u32 {
        let mut unknown = Vec::new();
        for (line, at) in self.script.head(self.text) {
            match line.strip_prefix("language ").map(str::trim) {
                None | Some("1") => {}
                Some(other) => unknown.push(mistakes::unknown_language(at, other)),
            }
        }
        self.build.mistakes.append(&mut unknown);
        1
    }

    fn declare(&mut self, item: &Item, imports: &[(String, String)]) {
        match self.word(item.tokens.start) {
            "word" => self.declare_word(item),
            "param" => self.named(item, 1, |top| top.declare_param(item)),
            "given" => self.named(item, 1, |top| top.declare_given(item)),
            "import" => self.named(item, 3, |top| top.import(item, imports)),
            "fn" => self.named(item, 1, |top| top.function(item)),
            "let" => {
                let name = self.word(item.tokens.start + 1).to_owned();
                self.build.all_lets.push(name);
            }
            _ => {}
        }
    }

    /// Declares what an item names; when something is wrong with it, that is reported once.
    fn named(&mut self, item: &Item, name: usize, declare: impl FnOnce(&mut Self)) {
        let before = self.build.mistakes.len();
        declare(self);
        if self.build.mistakes.len() > before {
            self.broken(item.tokens.start + name);
        }
    }

    fn step(&mut self, item: &Item) {
        let first = item.tokens.start;
        let keyword = self.word(first).to_owned();
        let known = ITEMS.contains(&keyword.as_str());
        match keyword.as_str() {
            "let" => self.let_(item),
            "rule" | "note" => self.rule(item, keyword == "note"),
            "word" | "param" | "given" | "seat" | "others" | "extends" | "allow" | "import"
            | "fn" => {}
            _ => {
                let span = self.script.span(item.tokens.clone()).unwrap_or_default();
                let meant = nearest(&keyword, ITEMS.iter().copied());
                let near = meant.filter(|_| !STRAYS.contains(&keyword.as_str())).map(str::to_owned);
                self.mistake(mistakes::closed_top_level(span, near.as_deref()));
            }
        }
        // What is wrong with the statement comes first: of two mistakes at one place only one is told.
        if known && !item.closed && self.kind(item.tokens.end - 1) != Some(Kind::Unclosed) {
            self.mistake(mistakes::missing_semicolon(self.at(item.tokens.end - 1)));
        }
    }

    /// `let agreed = reported.count`
    fn let_(&mut self, item: &Item) {
        let first = item.tokens.start;
        let value = self.script.span(first + 3..item.tokens.end);
        match value.filter(|_| self.word(first + 2) == "=") {
            None => {
                self.misshapen(item, "let NAME = EXPRESSION;");
                self.broken(first + 1);
            }
            Some(span) => match self.new_name(first + 1) {
                Some(name) => {
                    let code = self.build.let_(name, span);
                    self.steps.extend(code.map(|code| Step::Let(Box::new(code))));
                }
                None => self.broken(first + 1),
            },
        }
    }

    /// The names that the items introduce, and where they stand.
    fn declared(&mut self, items: &[Item]) -> Vec<Declared> {
        let mut declared = Vec::new();
        for item in items {
            let first = item.tokens.start;
            let known = ITEMS.iter().find(|known| **known == self.word(first));
            let Some(&keyword) = known else { continue };
            let at = first + if keyword == "import" { 3 } else { 1 };
            let name = match self.kind(at) {
                Some(Kind::Text) => self.literal_text(at),
                Some(Kind::Name) if keyword != "others" => Some(self.word(at).to_owned()),
                _ => None,
            };
            declared.extend(name.map(|name| Declared { keyword, name, at: self.at(at) }));
        }
        declared
    }

    /// The texts that spans in imported `fn`s lie in, each in its place; empty where it is not imported.
    fn imported(&mut self, items: &[Item], imports: &[(String, String)]) -> Vec<Source> {
        let paths = items.iter().filter(|item| self.script.is(item.tokens.start, "import"));
        let paths: Vec<usize> = paths.map(|item| item.tokens.start + 1).collect();
        let names: Vec<String> =
            paths.into_iter().filter_map(|path| self.literal_text(path)).collect();
        let text = |(name, text): &(String, String)| {
            Source::new(name.as_str(), if names.contains(name) { text.as_str() } else { "" })
        };
        imports.iter().map(text).collect()
    }

    /// Mistakes that show only in the whole.
    fn whole(&mut self) {
        let rules = |step: &Step| matches!(step, Step::Rule(rule) if rule.word.is_some());
        let stands = !self.build.bases.is_empty();
        if self.build.mistakes.is_empty() && !stands && !self.steps.iter().any(rules) {
            self.mistake(mistakes::no_rules());
        }
    }

    /// Nothing is said of the uses of this name: what is wrong with it was told.
    fn broken(&mut self, index: usize) {
        let name = self.word(index).to_owned();
        self.build.broken.push(name);
    }

    fn span(&self, item: &Item) -> Span {
        self.script.span(item.tokens.clone()).unwrap_or_default()
    }

    /// What follows a keyword; a mistake when nothing does.
    fn clause_span(&mut self, clause: &Clause) -> Option<Span> {
        let span = self.script.span(clause.tokens.clone());
        if span.is_none() {
            self.mistake(mistakes::nothing_follows(clause.at, &clause.keyword));
        }
        span
    }

    /// Cuts tokens at keywords that stand outside all brackets. What stands before the first one is a clause
    /// without a keyword, which no form has.
    fn clauses(&self, tokens: Range<usize>, keywords: &[&str]) -> Vec<Clause> {
        let mut clauses: Vec<Clause> = Vec::new();
        let mut depth = 0i32;
        for index in tokens.clone() {
            match self.kind(index) {
                Some(Kind::Open) => depth += 1,
                Some(Kind::Close) => depth -= 1,
                Some(Kind::Name | Kind::Sign)
                    if depth == 0
                        && keywords.contains(&self.word(index))
                        && !self.script.is(index.wrapping_sub(1), ".") =>
                {
                    if let Some(last) = clauses.last_mut() {
                        last.tokens.end = index;
                    }
                    clauses.push(Clause {
                        keyword: self.word(index).to_owned(),
                        at: self.at(index),
                        tokens: index + 1..tokens.end,
                    });
                }
                _ => {}
            }
            if clauses.is_empty() {
                clauses.push(Clause {
                    keyword: String::new(),
                    at: self.at(index),
                    tokens: tokens.clone(),
                });
            }
        }
        clauses
    }
}

/// Whether a name can be no `fn`: it would replace something, or read like it.
fn no_function(stage: Stage, name: &str) -> bool {
    is_native(name)
        || is_own(name)
        || meaning(stage, name).is_some()
        || [ITEMS, TAILS, INNER].concat().contains(&name)
}

/// The outcome of a bare word in a stage.
fn meaning(stage: Stage, word: &str) -> Option<Meaning> {
    if stage == Stage::Redispatch {
        return ACTIONS
            .iter()
            .find(|action| **action == word)
            .map(|action| Meaning::Action(action));
    }
    word.parse().ok().map(Meaning::Outcome)
}
