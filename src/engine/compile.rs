//! From a policy's text to a [`Compiled`] policy: the closed top level, all mistakes at once.

use std::ops::Range;

use super::GivenType;
use super::Stage;
use super::facts::{ACTIONS, Type, VOCABULARY, fact_named, is_native, nearest};
use super::limits::LIMITS;
use super::lower::unknown_verb_of_any;
use super::policy::{Builder, Compiled, Function, Meaning, Param, ParamRange, Rule, Step, Word};
use super::rhai::{Machine, float, free_name_in_function, is_built_in};
use super::script::{Item, Kind, Script};
use super::syntax::{Expr, ExprKind};
use crate::ir::{Diagnostic, Outcome, Value};
use crate::source::{Source, Span};

/// The words that begin an item of the top level.
const ITEMS: &[&str] = &["word", "param", "given", "let", "fn", "import", "rule", "note"];
/// Words of rhai that begin a statement, so that one that strays into the top level is told
/// as one mistake.
const STRAYS: &[&str] =
    &["const", "export", "return", "if", "while", "for", "loop", "switch", "try", "private"];
const TAILS: &[&str] = &["citing", "because", "ask", "overriding"];
/// The words inside items, which can be no names either.
const INNER: &[&str] = &["when", "then", "otherwise", "means", "from", "to", "among"];

/// Compiles a policy's text. `imports` holds the texts that it may import, by name.
pub(super) fn compile(
    stage: Stage,
    source: &Source,
    imports: &[(String, String)],
) -> Result<Compiled, Vec<Diagnostic>> {
    let text = match source.text() {
        Ok(text) if text.len() <= LIMITS.text => text,
        Ok(text) => return Err(vec![too_long(text.len())]),
        Err(error) => return Err(vec![unreadable(&error.to_string())]),
    };
    let script = Script::scan(text);
    let clauses = [INNER, TAILS].concat();
    let items = script.items(|before, name| {
        ITEMS.contains(&name) || (STRAYS.contains(&name) && !clauses.contains(&before))
    });
    if items.len() > LIMITS.items {
        return Err(vec![too_many_items(items.len())]);
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
            lets: Vec::new(),
            seats: Vec::new(),
            seat_params: Vec::new(),
            later: Vec::new(),
            mistakes: Vec::new(),
        },
        declared: 0,
        steps: Vec::new(),
    };
    top.tokens();
    let language = top.language();
    // What rules may name comes first, wherever it stands.
    for item in &items {
        top.declare(item, imports);
    }
    top.declared = top.build.words.len();
    top.calls();
    for item in &items {
        top.step(item);
    }
    top.whole();
    let Top { build, steps, .. } = top;
    if !build.mistakes.is_empty() {
        let mut mistakes = without_aftermath(build.mistakes);
        mistakes.sort_by_key(|mistake| mistake.span().map(|span| span.start));
        mistakes.dedup();
        return Err(mistakes);
    }
    Ok(Compiled {
        stage,
        language,
        machine: build.machine,
        words: build.words,
        params: build.params,
        given: build.given,
        steps,
        seats: build.seats,
        seat_params: build.seat_params,
        later: build.later,
    })
}

/// The names that a policy's text imports, so that a host can hand in their texts.
///
/// ```
/// let text = r#"import "helpers" as helpers; rule "x" otherwise hold;"#;
/// assert_eq!(assize::imports_of(text), ["helpers"]);
/// ```
pub fn imports_of(text: &str) -> Vec<String> {
    let script = Script::scan(text);
    let imports = script.items(|_, name| ITEMS.contains(&name)).into_iter().filter_map(|item| {
        let name = script.tokens.get(item.tokens.start + 1)?;
        let import = script.is(item.tokens.start, "import") && name.kind == Kind::Text;
        import.then(|| script.text(*name).trim_matches('"').to_owned())
    });
    imports.collect()
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

    /// Mistakes that show in single tokens.
    fn tokens(&mut self) {
        let mut open = Vec::new();
        for token in self.script.tokens.clone() {
            match token.kind {
                Kind::Unclosed => self.mistake(unclosed(token.span())),
                Kind::Float => self.mistake(float(token.span())),
                Kind::Open => open.push(token),
                Kind::Close => {
                    let fits = open.pop().is_some_and(|opened| {
                        matches!(
                            (self.script.text(opened), self.script.text(token)),
                            ("(", ")") | ("[", "]") | ("{", "}")
                        )
                    });
                    if !fits {
                        self.mistake(stray_bracket(token.span()));
                    }
                }
                _ => {}
            }
        }
        if let Some(token) = open.first() {
            self.mistake(unclosed(token.span()));
        }
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
                self.mistake(not_at_the_top(self.at(index), &what));
            }
        }
    }

    fn language(&mut self) -> u32 {
        let mut unknown = Vec::new();
        for (line, at) in self.script.head(self.text) {
            match line.strip_prefix("language ").map(str::trim) {
                None | Some("1") => {}
                Some(other) => unknown.push(unknown_language(at, other)),
            }
        }
        self.build.mistakes.append(&mut unknown);
        1
    }

    fn declare(&mut self, item: &Item, imports: &[(String, String)]) {
        match self.word(item.tokens.start) {
            "word" => self.declare_word(item),
            "param" => self.declare_param(item),
            "given" => self.declare_given(item),
            "import" => self.import(item, imports),
            "fn" => self.function(item),
            _ => {}
        }
    }

    fn step(&mut self, item: &Item) {
        let first = item.tokens.start;
        let keyword = self.word(first).to_owned();
        let known = ITEMS.contains(&keyword.as_str());
        if known && !item.closed && self.kind(item.tokens.end - 1) != Some(Kind::Unclosed) {
            self.mistake(missing_semicolon(self.at(item.tokens.end - 1)));
        }
        match keyword.as_str() {
            "let" => self.let_(item),
            "rule" | "note" => self.rule(item, keyword == "note"),
            "word" | "param" | "given" | "import" | "fn" => {}
            _ => {
                let span = self.script.span(item.tokens.clone()).unwrap_or_default();
                let meant = nearest(&keyword, ITEMS.iter().copied());
                let near = meant.filter(|_| !STRAYS.contains(&keyword.as_str())).map(str::to_owned);
                self.mistake(closed_top_level(span, near.as_deref()));
            }
        }
    }

    /// `word "NO-GO" means fail`
    fn declare_word(&mut self, item: &Item) {
        let first = item.tokens.start;
        let shape = item.tokens.len() == 4
            && self.kind(first + 1) == Some(Kind::Text)
            && self.word(first + 2) == "means"
            && self.kind(first + 3) == Some(Kind::Name);
        let Some(name) = self.literal_text(first + 1).filter(|_| shape) else {
            return self.mistake(wrong_shape(self.span(item), "word \"NO-GO\" means fail;"));
        };
        let at = self.at(first + 3);
        let Some(means) = meaning(self.build.stage, self.word(first + 3)) else {
            let mistake = unknown_decision(at, self.word(first + 3), self.build.stage, &[]);
            return self.mistake(mistake);
        };
        if name.trim().is_empty() || self.build.words.iter().any(|word| word.name == name) {
            return self.mistake(taken(self.at(first + 1), &name, "another word"));
        }
        let plain = meaning(self.build.stage, &name.trim().to_lowercase());
        if plain.is_some_and(|plain| plain != means) {
            return self.mistake(misleading_word(self.span(item), &name));
        }
        if let (Some(Meaning::Outcome(last)), Meaning::Outcome(this)) =
            (self.build.words.last().map(|word| &word.means), &means)
            && this > last
        {
            let mistake = word_order(self.span(item), &name);
            self.mistake(mistake);
        }
        self.build.words.push(Word { name, means });
    }

    /// `given phase: int`
    fn declare_given(&mut self, item: &Item) {
        let first = item.tokens.start;
        let shape = item.tokens.len() == 4
            && self.kind(first + 1) == Some(Kind::Name)
            && self.word(first + 2) == ":";
        let of = match self.word(first + 3) {
            "int" => Some(GivenType::Int),
            "bool" => Some(GivenType::Bool),
            "text" => Some(GivenType::Text),
            "date" => Some(GivenType::Date),
            _ => None,
        };
        match of.filter(|_| shape) {
            None => self.mistake(wrong_shape(self.span(item), "given phase: int;")),
            Some(of) => {
                if let Some(name) = self.new_name(first + 1) {
                    self.build.given.push((name, of));
                }
            }
        }
    }

    /// `param min_verdicts = 1 from 1 to 100`, `param mode = "strict" among ["strict", "lenient"]`
    fn declare_param(&mut self, item: &Item) {
        let first = item.tokens.start;
        let whole = self.span(item);
        let clauses = self.clauses(first + 2..item.tokens.end, &["=", "from", "to", "among"]);
        let keywords: Vec<&str> = clauses.iter().map(|clause| clause.keyword.as_str()).collect();
        let ranged = match keywords[..] {
            ["=", "from", "to"] => true,
            ["=", "among"] => false,
            ["="] => return self.mistake(param_without_range(whole)),
            _ => return self.mistake(wrong_shape(whole, "param NAME = VALUE from LOW to HIGH;")),
        };
        let Some(name) = self.new_name(first + 1) else { return };
        let values: Vec<Option<Value>> =
            clauses.iter().map(|clause| self.literal(clause.tokens.clone())).collect();
        let range = match &values[1..] {
            [Some(Value::Int(low)), Some(Value::Int(high))] if ranged && low <= high => {
                ParamRange::Between(*low, *high)
            }
            [Some(Value::List(choices))] if !ranged && !choices.is_empty() => {
                ParamRange::Among(choices.clone())
            }
            _ => return self.mistake(empty_range(whole)),
        };
        let Some(Some(value)) = values.into_iter().next() else {
            return self.mistake(not_a_literal(whole));
        };
        let doc = self.script.doc_above(self.text, whole.start as usize);
        let param = Param { name, value, range, doc };
        if let Some(why) = param.misfit(&param.value) {
            return self.mistake(default_outside(whole, &why));
        }
        self.build.params.push(param);
    }

    /// `import "helpers" as helpers`
    fn import(&mut self, item: &Item, imports: &[(String, String)]) {
        let first = item.tokens.start;
        let whole = self.span(item);
        let shape = item.tokens.len() == 4
            && self.word(first + 2) == "as"
            && self.kind(first + 3) == Some(Kind::Name);
        let Some(path) = self.literal_text(first + 1).filter(|_| shape) else {
            return self.mistake(wrong_shape(whole, "import \"helpers.rhai\" as helpers;"));
        };
        let Some(name) = self.new_name(first + 3) else { return };
        let Some((_, text)) = imports.iter().find(|(known, _)| *known == path) else {
            return self.mistake(unknown_import(self.at(first + 1), &path));
        };
        let script = Script::scan(text);
        let mut machine = Machine::new();
        let mut functions = Vec::new();
        for item in script.items(|_, name| ITEMS.contains(&name)) {
            let span = script.span(item.tokens.clone()).unwrap_or_default();
            let is_fn = script.is(item.tokens.start, "fn");
            let added = is_fn.then(|| {
                let function = machine.function(&script, span)?;
                match no_function(self.build.stage, &function.name) {
                    true => Err(native_function(span, &function.name)),
                    false => Ok(function),
                }
            });
            match added {
                Some(Ok(function)) => functions.push(function),
                other => {
                    let why = other.and_then(Result::err).map(|mistake| mistake.message);
                    return self.mistake(bad_import(self.at(first + 1), &path, why.as_deref()));
                }
            }
        }
        if let Some(wrong) = unknown_calls(&functions).first() {
            return self.mistake(bad_import(self.at(first + 1), &path, Some(&wrong.message)));
        }
        if let Err(mistake) = self.build.machine.import(&name, &machine) {
            return self.mistake(mistake.label(whole, "imported here"));
        }
        let reached = functions.into_iter().map(|function| Function {
            name: format!("{name}::{}", function.name),
            calls: Vec::new(),
            ..function
        });
        self.build.functions.extend(reached);
    }

    fn function(&mut self, item: &Item) {
        let at = self.at(item.tokens.start + 1);
        let name = self.word(item.tokens.start + 1).to_owned();
        if no_function(self.build.stage, &name) {
            return self.mistake(native_function(at, &name));
        }
        if self.kind(item.tokens.start + 1) != Some(Kind::Name)
            || !self.script.is(item.tokens.start + 2, "(")
        {
            return self.mistake(wrong_shape(at, "fn NAME(ARGUMENTS) { … }"));
        }
        if self.build.params.iter().any(|param| param.name == name)
            || self.build.given.iter().any(|(given, _)| *given == name)
        {
            return self.mistake(taken(at, &name, "a `param` or `given`"));
        }
        match self.build.machine.function(self.script, self.span(item)) {
            Ok(function) => {
                if self.build.functions.iter().any(|known| known.name == function.name) {
                    return self.mistake(taken(at, &name, "another `fn`"));
                }
                self.build.functions.push(function);
            }
            Err(mistake) => self.mistake(mistake),
        }
    }

    /// `let agreed = reported.count`
    fn let_(&mut self, item: &Item) {
        let first = item.tokens.start;
        let value = self.script.span(first + 3..item.tokens.end);
        match value.filter(|_| self.word(first + 2) == "=") {
            None => self.mistake(wrong_shape(self.span(item), "let NAME = EXPRESSION;")),
            Some(span) => {
                if let Some(name) = self.new_name(first + 1)
                    && let Some(code) = self.build.let_(name, span)
                {
                    self.steps.push(Step::Let(code));
                }
            }
        }
    }

    fn rule(&mut self, item: &Item, note: bool) {
        let first = item.tokens.start;
        let whole = self.span(item);
        let form = if note {
            "note \"NAME\" when CONDITION citing GROUP;"
        } else {
            "rule \"NAME\" when CONDITION then WORD;"
        };
        let before = self.build.mistakes.len();
        let Some(name) = self.literal_text(first + 1) else {
            if self.build.mistakes.len() == before {
                self.mistake(wrong_shape(whole, form));
            }
            return;
        };
        let known = |step: &Step| matches!(step, Step::Rule(rule) if rule.name == name);
        if name.trim().is_empty() || self.steps.iter().any(known) {
            return self.mistake(taken(self.at(first + 1), &name, "another rule"));
        }
        let keywords = ["when", "then", "otherwise", "citing", "because", "ask", "overriding"];
        let clauses = self.clauses(first + 2..item.tokens.end, &keywords);
        let shape: Vec<&str> = clauses.iter().map(|clause| clause.keyword.as_str()).collect();
        let head = match shape[..] {
            ["when", "then", ..] if !note => 2,
            ["otherwise", ..] if !note => 1,
            ["when", "citing"] if note => 1,
            _ => return self.mistake(wrong_shape(whole, form)),
        };
        let mut rule = Rule {
            name,
            span: whole,
            when: None,
            operands: Vec::new(),
            word: None,
            citing: None,
            because: None,
            overriding: None,
        };
        let before = self.build.mistakes.len();
        if shape[0] == "when"
            && let Some(span) = self.clause_span(&clauses[0])
            && let Some((code, operands)) = self.build.condition(span)
        {
            rule.when = Some(code);
            rule.operands = operands;
        }
        if !note {
            rule.word = self.decision(&clauses[head - 1]);
        }
        for (place, clause) in clauses.iter().enumerate().skip(head) {
            if !TAILS.contains(&clause.keyword.as_str()) {
                self.mistake(wrong_shape(clause.at, form));
            } else if clauses[head..place].iter().any(|other| other.keyword == clause.keyword) {
                self.mistake(tail_twice(clause.at, &clause.keyword));
            } else if let Some(span) = self.clause_span(clause) {
                self.tail(&mut rule, clause, span);
            }
        }
        let unreachable = self.steps.iter().any(
            |step| matches!(step, Step::Rule(rule) if rule.when.is_none() && rule.word.is_some()),
        );
        if unreachable && !note {
            self.mistake(after_otherwise(whole));
        }
        if self.build.mistakes.len() == before {
            self.steps.push(Step::Rule(Box::new(rule)));
        }
    }

    fn tail(&mut self, rule: &mut Rule, clause: &Clause, span: Span) {
        match clause.keyword.as_str() {
            "citing" => {
                let groups = [Type::Cells, Type::Findings, Type::Topics, Type::Waivers];
                rule.citing = self.build.expression(span, &groups, "a citation");
            }
            "because" => rule.because = self.build.expression(span, &[Type::Text], "`because`"),
            "ask" if self.build.stage != Stage::Redispatch => self.mistake(ask_outside(clause.at)),
            "ask" => drop(self.build.expression(span, &[Type::Text], "`ask`")),
            _ => {
                let reason = (clause.tokens.len() == 1)
                    .then(|| self.literal_text(clause.tokens.start))
                    .flatten()
                    .filter(|reason| !reason.trim().is_empty());
                let opens = rule.word.is_some_and(|word| {
                    matches!(&self.build.words[word].means, Meaning::Outcome(o) if o.opens())
                });
                match reason {
                    _ if !opens => self.mistake(overriding_shut(clause.at)),
                    None => self.mistake(overriding_without_reason(span)),
                    Some(reason) => rule.overriding = Some(reason),
                }
            }
        }
    }

    /// The word a rule decides with: a bare name, or a declared text.
    fn decision(&mut self, clause: &Clause) -> Option<usize> {
        let span = self.clause_span(clause)?;
        let first = clause.tokens.start;
        let one = clause.tokens.len() == 1;
        let (name, bare) = match self.kind(first).filter(|_| one) {
            Some(Kind::Name) => (self.word(first).to_owned(), true),
            Some(Kind::Text) => (self.literal_text(first)?, false),
            _ => {
                let near = nearest(self.word(first + 1), TAILS.iter().copied());
                let near = near.filter(|_| clause.tokens.len() > 1).map(str::to_owned);
                self.mistake(not_a_word(span, near.as_deref()));
                return None;
            }
        };
        let known = self.build.words.iter().position(|word| word.name == name);
        match (known, bare, meaning(self.build.stage, &name)) {
            (Some(place), false, _) if place < self.declared => Some(place),
            (Some(place), true, Some(_)) => Some(place),
            (None, true, Some(means)) => {
                self.build.words.push(Word { name, means });
                Some(self.build.words.len() - 1)
            }
            _ => {
                let declared: Vec<&str> = self.build.words[..self.declared]
                    .iter()
                    .map(|word| word.name.as_str())
                    .collect();
                let mistake = unknown_decision(span, &name, self.build.stage, &declared);
                self.mistake(mistake);
                None
            }
        }
    }

    /// What functions call, now that all of them are known.
    fn calls(&mut self) {
        let mut mistakes = unknown_calls(&self.build.functions);
        self.build.mistakes.append(&mut mistakes);
    }

    /// Mistakes that show only in the whole.
    fn whole(&mut self) {
        let rules = |step: &Step| matches!(step, Step::Rule(rule) if rule.word.is_some());
        if self.build.mistakes.is_empty() && !self.steps.iter().any(rules) {
            self.mistake(no_rules());
        }
    }

    fn span(&self, item: &Item) -> Span {
        self.script.span(item.tokens.clone()).unwrap_or_default()
    }

    /// What follows a keyword; a mistake when nothing does.
    fn clause_span(&mut self, clause: &Clause) -> Option<Span> {
        let span = self.script.span(clause.tokens.clone());
        if span.is_none() {
            self.mistake(nothing_follows(clause.at, &clause.keyword));
        }
        span
    }

    /// Cuts tokens at keywords that stand outside all brackets.
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
        }
        clauses
    }

    fn literal_text(&mut self, index: usize) -> Option<String> {
        let span = (self.kind(index) == Some(Kind::Text)).then(|| self.at(index))?;
        match self.build.machine.expression(self.script, span) {
            Ok((Expr { kind: ExprKind::Text(text), .. }, _)) => Some(text),
            Ok(_) => None,
            Err(mistake) => {
                self.mistake(mistake);
                None
            }
        }
    }

    /// A number, a text or a list of texts that is written out.
    fn literal(&mut self, tokens: Range<usize>) -> Option<Value> {
        let span = self.script.span(tokens)?;
        let (expr, _) = self.build.machine.expression(self.script, span).ok()?;
        Some(match expr.kind {
            ExprKind::Int(value) => Value::Int(value),
            ExprKind::Text(text) => Value::Text(text),
            ExprKind::List(entries) => {
                let text = |entry: Expr| match entry.kind {
                    ExprKind::Text(text) => Some(text),
                    _ => None,
                };
                Value::List(entries.into_iter().map(text).collect::<Option<_>>()?)
            }
            _ => return None,
        })
    }

    /// A name that this policy introduces; a mistake when it is taken.
    fn new_name(&mut self, index: usize) -> Option<String> {
        let name = self.word(index).to_owned();
        let at = self.at(index);
        if self.kind(index) != Some(Kind::Name) {
            self.mistake(not_a_name(at));
            return None;
        }
        let plain = self.build.machine.expression(self.script, at);
        if !matches!(plain, Ok((Expr { kind: ExprKind::Name(_), .. }, _))) {
            self.mistake(not_a_name(at));
            return None;
        }
        let build = &self.build;
        let whose = if fact_named(build.stage, &name).is_some() {
            Some("a fact")
        } else if build.params.iter().any(|param| param.name == name) {
            Some("a `param`")
        } else if build.given.iter().any(|(given, _)| *given == name) {
            Some("a `given`")
        } else if build.lets.iter().any(|earlier| earlier.name == name) {
            Some("a `let`")
        } else if build.functions.iter().any(|function| function.name == name) {
            Some("a `fn`")
        } else if build.functions.iter().any(|f| f.name.starts_with(&format!("{name}::"))) {
            Some("an `import`")
        } else if [ITEMS, TAILS, INNER].concat().contains(&name.as_str()) {
            Some("a keyword")
        } else {
            None
        };
        match whose {
            Some(whose) => {
                self.mistake(taken(at, &name, whose));
                None
            }
            None => Some(name),
        }
    }
}

/// Whether a name can be no `fn`: it would replace something, or read like it.
fn no_function(stage: Stage, name: &str) -> bool {
    is_native(name)
        || is_built_in(name)
        || meaning(stage, name).is_some()
        || [ITEMS, TAILS, INNER].concat().contains(&name)
}

/// Calls of functions that are neither among these nor known otherwise.
fn unknown_calls(functions: &[Function]) -> Vec<Diagnostic> {
    let known = |name: &str| {
        is_built_in(name)
            || VOCABULARY.iter().any(|entry| entry.of.is_some() && entry.name == name)
            || functions.iter().any(|function| function.name == name)
    };
    let calls = functions.iter().flat_map(|function| &function.calls);
    calls
        .filter(|(name, _)| name == "curry" || !known(name))
        .map(|(name, at)| {
            if is_native(name) {
                return free_name_in_function(*at, name);
            }
            unknown_verb_of_any(*at, name)
        })
        .collect()
}

/// Mistakes without those that only follow from something that never ends.
fn without_aftermath(mistakes: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let shape =
        ["syntax", "wrong_shape", "missing_semicolon", "not_at_the_top", "closed_top_level"];
    let open: Vec<Span> = mistakes
        .iter()
        .filter(|mistake| mistake.code == "assize::policy::unclosed")
        .filter_map(Diagnostic::span)
        .collect();
    let follows = |mistake: &Diagnostic| {
        let name = mistake.code.rsplit("::").next().unwrap_or_default();
        let reaches = |span: Span| open.iter().any(|open| span.end > open.start);
        shape.contains(&name) && mistake.span().is_some_and(reaches)
    };
    mistakes.into_iter().filter(|mistake| !follows(mistake)).collect()
}

/// What a bare word comes to in a stage.
fn meaning(stage: Stage, word: &str) -> Option<Meaning> {
    if stage == Stage::Redispatch {
        return ACTIONS
            .iter()
            .find(|action| **action == word)
            .map(|action| Meaning::Action(action));
    }
    let outcome = Outcome::WORST_FIRST.into_iter().find(|outcome| outcome.as_str() == word);
    outcome.map(Meaning::Outcome)
}

// ---------------------------------------------------------------- mistakes

fn too_long(bytes: usize) -> Diagnostic {
    Diagnostic::error("assize::policy::too_long")
        .message(format!("the policy is {bytes} bytes long; {} are allowed", LIMITS.text))
        .help("a policy is a page or two; keep data elsewhere")
}

fn too_many_items(items: usize) -> Diagnostic {
    Diagnostic::error("assize::policy::too_long")
        .message(format!("the policy has {items} statements; {} are allowed", LIMITS.items))
        .help("a policy is a page or two")
}

fn unreadable(why: &str) -> Diagnostic {
    Diagnostic::error("assize::policy::encoding")
        .message(format!("the policy cannot be read: {why}"))
        .help("save it as UTF-8 with LF or CRLF line ends")
}

/// `"abc`, `/* abc`, `(abc`
fn unclosed(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::unclosed")
        .message("this never ends")
        .label(span, "opened here")
        .help("close it")
}

/// `failed.some)`
fn stray_bracket(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::unclosed")
        .message("this bracket closes nothing")
        .label(span, "no bracket of this kind is open")
        .help("remove it, or open one before")
}

/// `fn f() { rule "x" otherwise pass; }`
fn not_at_the_top(span: Span, what: &str) -> Diagnostic {
    Diagnostic::error("assize::policy::not_at_the_top")
        .message(format!("a `{what}` stands at the top of a policy, never inside something"))
        .label(span, "inside brackets or a function")
        .help("decisions are syntax: nothing can compute or reach one; move it to the top")
}

/// `//! language 7`
fn unknown_language(span: Span, version: &str) -> Diagnostic {
    Diagnostic::error("assize::policy::unknown_language")
        .message(format!("this version of Assize does not know language `{version}`"))
        .label(span, "says which language the policy is written in")
        .help("language 1 is known")
}

/// `rule "a" otherwise pass` before the next rule
fn missing_semicolon(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::missing_semicolon")
        .message("a `;` is missing")
        .label(span, "behind this")
        .help("every statement ends in `;`")
}

/// `return pass;`, `if failed.some { … }`, `fail`
fn closed_top_level(span: Span, near: Option<&str>) -> Diagnostic {
    let help = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("a policy is made of {}", ITEMS.join(", ")),
    };
    Diagnostic::error("assize::policy::closed_top_level")
        .message("this has no place at the top of a policy")
        .label(span, "decides nothing and may not stand here")
        .help(help)
}

/// `rule when failed.some then fail`
fn wrong_shape(span: Span, form: &str) -> Diagnostic {
    Diagnostic::error("assize::policy::wrong_shape")
        .message("this statement is not complete, or in another order")
        .label(span, "not understood")
        .help(format!("write it like this: `{form}`"))
}

/// `when then fail`
fn nothing_follows(span: Span, keyword: &str) -> Diagnostic {
    Diagnostic::error("assize::policy::wrong_shape")
        .message(format!("nothing follows `{keyword}`"))
        .label(span, "and then?")
        .help("write an expression behind it")
}

/// `param limit = 3;`
fn param_without_range(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::param_without_range")
        .message("a `param` says what it may be")
        .label(span, "no range")
        .help("add `from LOW to HIGH`, or `among [\"…\", \"…\"]`")
}

/// `param limit = 3 from 9 to 1;`
fn empty_range(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::param_range")
        .message("nothing is in this range")
        .label(span, "an empty range, or no range at all")
        .help("write two whole numbers, the lower one first, or a list of texts")
}

/// `param limit = failed.count from 1 to 9;`
fn not_a_literal(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::param_value")
        .message("the value of a `param` is written out")
        .label(span, "not a number, a text or a list of texts")
        .help("compute with `let`, choose with `param`")
}

/// `param limit = 0 from 1 to 9;`
fn default_outside(span: Span, why: &str) -> Diagnostic {
    Diagnostic::error("assize::policy::param_range")
        .message(format!("the value is outside its own range: {why}"))
        .label(span, "does not fit")
        .help("change the value or the range")
}

/// `import "nowhere" as n;`
fn unknown_import(span: Span, path: &str) -> Diagnostic {
    Diagnostic::error("assize::policy::import")
        .message(format!("there is no `{path}` to import"))
        .label(span, "not beside the policy")
        .help("only files in the policy's own folder can be imported")
}

/// An imported file with something else than `fn`s.
fn bad_import(span: Span, path: &str, why: Option<&str>) -> Diagnostic {
    let why = why.unwrap_or("it holds more than `fn`s");
    Diagnostic::error("assize::policy::import")
        .message(format!("`{path}` cannot be imported: {why}"))
        .label(span, "imported here")
        .help("an imported file holds `fn`s and nothing else")
}

/// `fn some(x) { true }`
fn native_function(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("assize::policy::native_function")
        .message(format!("`{name}` belongs to Assize; no `fn` can be called so"))
        .label(span, "would replace it silently")
        .help("choose another name")
}

/// `let failed = 1;`
fn taken(span: Span, name: &str, whose: &str) -> Diagnostic {
    let (message, label) = if name.trim().is_empty() {
        ("a name cannot be blank".to_owned(), "says nothing")
    } else {
        (format!("`{name}` is the name of {whose} already"), "given again")
    };
    Diagnostic::error("assize::policy::name_taken")
        .message(message)
        .label(span, label)
        .help("choose another name")
}

/// `let default = 1;`, `param größe = 1 from 1 to 9;`
fn not_a_name(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::not_a_name")
        .message("this cannot be a name")
        .label(span, "reserved, or made of other signs")
        .help("use letters from a to z, digits and `_`; some words are reserved by rhai")
}

/// `word "fail" means pass;`
fn misleading_word(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("assize::policy::misleading_word")
        .message(format!("`{name}` cannot mean something else than it says"))
        .label(span, "turns an outcome round")
        .help("choose another word")
}

/// `word "GO" means pass; word "NO-GO" means fail;`
fn word_order(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("assize::policy::word_order")
        .message(format!("`{name}` is worse than the word before it"))
        .label(span, "words stand worst first")
        .help("their order is the precedence: fail, hold, warn, pass")
}

/// `then failed.some`
fn not_a_word(span: Span, near: Option<&str>) -> Diagnostic {
    let help = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => "write `pass`, `warn`, `hold`, `fail`, or a text declared with `word`".to_owned(),
    };
    Diagnostic::error("assize::policy::not_a_word")
        .message("a rule decides with one word")
        .label(span, "not a word")
        .help(help)
}

/// `then psas`
fn unknown_decision(span: Span, word: &str, stage: Stage, declared: &[&str]) -> Diagnostic {
    let bare: &[&str] =
        if stage == Stage::Redispatch { ACTIONS } else { &["fail", "hold", "warn", "pass"] };
    let known = || bare.iter().chain(declared).copied();
    let help = match nearest(word, known()) {
        Some(near) if declared.contains(&near) => format!("did you mean `\"{near}\"`?"),
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("one of {}", known().collect::<Vec<_>>().join(", ")),
    };
    Diagnostic::error("assize::policy::unknown_word")
        .message(format!("`{word}` is no word of this policy"))
        .label(span, "decides nothing")
        .help(help)
}

/// `citing failed citing warned`
fn tail_twice(span: Span, keyword: &str) -> Diagnostic {
    Diagnostic::error("assize::policy::tail_twice")
        .message(format!("`{keyword}` is given twice"))
        .label(span, "the second one")
        .help("keep one")
}

/// A rule behind `otherwise`.
fn after_otherwise(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::after_otherwise")
        .message("this rule can never decide")
        .label(span, "stands behind an `otherwise`")
        .help("the rule with `otherwise` comes last")
}

/// `ask` in a gate.
fn ask_outside(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::ask_outside")
        .message("`ask` belongs to the redispatch stage")
        .label(span, "nobody is asked here")
        .help("remove it; `because` gives a reason")
}

/// `then fail overriding "…"`
fn overriding_shut(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::overriding_shut")
        .message("there is nothing to override: this rule does not open the gate")
        .label(span, "on a rule that shuts")
        .help("remove it")
}

/// `then warn overriding " "`
fn overriding_without_reason(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::overriding_without_reason")
        .message("an override gives its reason, in words that are written out")
        .label(span, "no reason that can be read beforehand")
        .help("write `overriding \"why\"`")
}

fn no_rules() -> Diagnostic {
    Diagnostic::error("assize::policy::no_rules")
        .message("the policy has no rule, so it could never decide")
        .help("write `rule \"NAME\" when CONDITION then WORD;`")
}
