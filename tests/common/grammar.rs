//! A grammar of pest as data: which of its rules a text takes, and texts that it describes.

#![allow(
    clippy::panic,
    reason = "a grammar that cannot be read fails its test; unit tests may panic anyway"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use pest_meta::ast::Expr;
use pest_meta::parser::{Rule, consume_rules, parse};

/// A grammar: its rules by name, and the first of them, which is for a whole text.
pub(crate) struct Grammar {
    rules: BTreeMap<String, Expr>,
    pub(crate) whole: String,
}

/// Reading of a text by a grammar. Blanks are never implied in these grammars, so the kinds of rules do not matter.
struct Reading<'g, 't> {
    grammar: &'g Grammar,
    text: &'t str,
    stack: Vec<&'t str>,
    /// The rules on the way that is being tried, with what each matched.
    way: Vec<(&'g str, Range<usize>)>,
    /// The rules that a look ahead matched: they decide whether or not that way goes on.
    ahead: BTreeSet<&'g str>,
}

impl Grammar {
    pub(crate) fn new(text: &str) -> Self {
        let rules = parse(Rule::grammar_rules, text).ok().and_then(|all| consume_rules(all).ok());
        let Some(rules) = rules else { panic!("no grammar: {text}") };
        let whole = rules.first().map(|rule| rule.name.clone()).unwrap_or_default();
        Self { rules: rules.into_iter().map(|rule| (rule.name, rule.expr)).collect(), whole }
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.rules.keys().map(String::as_str)
    }

    /// The rules that no other names: that for a whole text, and those that are asked of a part of one.
    pub(crate) fn entries(&self) -> Vec<&str> {
        let mut named = BTreeSet::new();
        for expr in self.rules.values() {
            named.extend(expr.iter_top_down().filter_map(|part| match part {
                Expr::Ident(name) => Some(name),
                _ => None,
            }));
        }
        self.names().filter(|name| !named.contains(*name)).collect()
    }

    /// The rules that a text takes from its beginning.
    pub(crate) fn taken<'g>(&'g self, entry: &'g str, text: &str) -> BTreeSet<&'g str> {
        let (stack, way, ahead) = (Vec::new(), Vec::new(), BTreeSet::new());
        let mut reading = Reading { grammar: self, text, stack, way, ahead };
        match reading.rule(entry, 0) {
            Some(_) => reading.way.into_iter().map(|(rule, _)| rule).chain(reading.ahead).collect(),
            None => BTreeSet::new(),
        }
    }

    /// What rules match in a whole text, those that match nothing left out.
    fn pieces(&self, text: &str) -> Vec<(&str, Range<usize>)> {
        let (stack, way, ahead) = (Vec::new(), Vec::new(), BTreeSet::new());
        let mut reading = Reading { grammar: self, text, stack, way, ahead };
        let _ = reading.rule(&self.whole, 0);
        reading.way.into_iter().skip(1).filter(|(_, place)| !place.is_empty()).collect()
    }

    /// Where a text by an expression, which stands at its beginning, ends.
    fn end_of(&self, expr: &Expr, text: &str) -> Option<usize> {
        let (stack, way, ahead) = (Vec::new(), Vec::new(), BTreeSet::new());
        Reading { grammar: self, text, stack, way, ahead }.read(expr, 0)
    }
}

impl<'g> Reading<'g, '_> {
    fn rule(&mut self, name: &'g str, at: usize) -> Option<usize> {
        let Some((name, expr)) = self.grammar.rules.get_key_value(name) else {
            return self.built_in(name, at);
        };
        let own = self.way.len();
        self.way.push((name, at..at));
        let end = self.read(expr, at)?;
        self.way[own].1.end = end;
        Some(end)
    }

    fn built_in(&mut self, name: &str, at: usize) -> Option<usize> {
        let rest = &self.text[at..];
        let one =
            |is: fn(char) -> bool| Some(at + rest.chars().next().filter(|c| is(*c))?.len_utf8());
        match name {
            "SOI" => (at == 0).then_some(at),
            "EOI" => rest.is_empty().then_some(at),
            "PEEK" => rest
                .starts_with(self.stack.last()?)
                .then(|| at + self.stack.last().map_or(0, |s| s.len())),
            "POP" => {
                let end = self.built_in("PEEK", at)?;
                self.stack.pop();
                Some(end)
            }
            "DROP" => self.stack.pop().map(|_| at),
            "ANY" => one(|_| true),
            "ASCII_DIGIT" => one(|c| c.is_ascii_digit()),
            "ASCII_ALPHA" => one(|c| c.is_ascii_alphabetic()),
            "ASCII_ALPHA_UPPER" => one(|c| c.is_ascii_uppercase()),
            "ASCII_ALPHA_LOWER" => one(|c| c.is_ascii_lowercase()),
            "ASCII_ALPHANUMERIC" => one(|c| c.is_ascii_alphanumeric()),
            "ALPHABETIC" => one(char::is_alphabetic),
            "NUMBER" => one(char::is_numeric),
            "WHITE_SPACE" => one(char::is_whitespace),
            _ => panic!("not known here: {name}"),
        }
    }

    /// Where what an expression matches ends; what does not match leaves nothing behind.
    fn read(&mut self, expr: &'g Expr, at: usize) -> Option<usize> {
        let (way, stack) = (self.way.len(), self.stack.clone());
        let end = self.matched(expr, at);
        if end.is_none() {
            self.way.truncate(way);
            self.stack = stack;
        }
        end
    }

    fn matched(&mut self, expr: &'g Expr, at: usize) -> Option<usize> {
        let rest = &self.text[at..];
        match expr {
            Expr::Str(text) => rest.starts_with(text.as_str()).then(|| at + text.len()),
            Expr::Insens(text) => {
                let head = rest.get(..text.len())?;
                head.eq_ignore_ascii_case(text).then(|| at + text.len())
            }
            Expr::Range(from, to) => {
                let c = rest.chars().next()?;
                let is_in = from.chars().next()? <= c && c <= to.chars().next()?;
                is_in.then(|| at + c.len_utf8())
            }
            Expr::Ident(name) => self.rule(name, at),
            Expr::PosPred(ahead) | Expr::NegPred(ahead) => {
                let (way, stack) = (self.way.len(), self.stack.clone());
                let found = self.read(ahead, at).is_some();
                self.ahead.extend(self.way.drain(way..).map(|(rule, _)| rule));
                self.stack = stack;
                (found == matches!(expr, Expr::PosPred(_))).then_some(at)
            }
            Expr::Seq(first, second) => self.read(first, at).and_then(|at| self.read(second, at)),
            Expr::Choice(one, other) => self.read(one, at).or_else(|| self.read(other, at)),
            Expr::Opt(one) => self.read(one, at).or(Some(at)),
            Expr::Rep(one) => self.times(one, at, 0, u32::MAX),
            Expr::RepOnce(one) => self.times(one, at, 1, u32::MAX),
            Expr::RepExact(one, n) => self.times(one, at, *n, *n),
            Expr::RepMin(one, n) => self.times(one, at, *n, u32::MAX),
            Expr::RepMax(one, n) => self.times(one, at, 0, *n),
            Expr::RepMinMax(one, least, most) => self.times(one, at, *least, *most),
            Expr::Push(one) => {
                let end = self.read(one, at)?;
                self.stack.push(&self.text[at..end]);
                Some(end)
            }
            Expr::PeekSlice(..) | Expr::Skip(_) => panic!("not known here: {expr:?}"),
        }
    }

    fn times(&mut self, one: &'g Expr, mut at: usize, least: u32, most: u32) -> Option<usize> {
        let mut times = 0;
        while times < most {
            match self.read(one, at) {
                Some(end) => at = end,
                None => break,
            }
            times += 1;
        }
        (times >= least).then_some(at)
    }
}

/// Random walks through a grammar: texts that it describes, but for what looks ahead.
pub(crate) struct Walk<'g, R> {
    pub(crate) grammar: &'g Grammar,
    /// A number below another one.
    pub(crate) below: R,
    /// What free text says.
    pub(crate) phrases: &'g [&'g str],
    stack: Vec<String>,
}

impl<'g, R: FnMut(usize) -> usize> Walk<'g, R> {
    /// Rules in rules: no text needs more.
    const DEEPEST: usize = 24;

    pub(crate) fn new(grammar: &'g Grammar, phrases: &'g [&'g str], below: R) -> Self {
        Self { grammar, below, phrases, stack: Vec::new() }
    }

    pub(crate) fn text(&mut self) -> String {
        let mut made = String::new();
        self.stack.clear();
        self.rule(&self.grammar.whole, 0, &mut made);
        made
    }

    /// A text in which some pieces are others by the same rules.
    pub(crate) fn changed(&mut self, text: &str) -> String {
        let pieces = self.grammar.pieces(text);
        if pieces.is_empty() {
            return text.to_owned();
        }
        let times = 1 + (self.below)(3);
        let mut chosen: Vec<_> = (0..times).map(|_| &pieces[(self.below)(pieces.len())]).collect();
        chosen.sort_by_key(|(_, place)| std::cmp::Reverse(place.start));
        let (mut changed, mut behind) = (text.to_owned(), text.len());
        for (rule, place) in chosen.into_iter() {
            if place.end <= behind {
                let mut made = String::new();
                self.stack.clear();
                self.rule(rule, 0, &mut made);
                changed.replace_range(place.clone(), &made);
                behind = place.start;
            }
        }
        changed
    }

    fn rule(&mut self, name: &str, depth: usize, made: &mut String) {
        let Some(expr) = self.grammar.rules.get(name) else {
            return self.built_in(name, made);
        };
        if depth < Self::DEEPEST {
            self.make(expr, depth + 1, made);
        }
    }

    fn built_in(&mut self, name: &str, made: &mut String) {
        let one_of = match name {
            "SOI" | "EOI" => return,
            "PEEK" => return made.push_str(self.stack.last().map_or("", String::as_str)),
            "POP" => return made.push_str(&self.stack.pop().unwrap_or_default()),
            "DROP" => return drop(self.stack.pop()),
            "ASCII_DIGIT" | "NUMBER" => "0123456789",
            "WHITE_SPACE" => " \t",
            "ANY" => "ae1 .-*|:\"é\\",
            _ => "abCDxY",
        };
        let all: Vec<char> = one_of.chars().collect();
        made.push(all[(self.below)(all.len())]);
    }

    fn make(&mut self, expr: &'g Expr, depth: usize, made: &mut String) {
        match expr {
            Expr::Str(text) => made.push_str(text),
            Expr::Insens(text) => match (self.below)(2) {
                0 => made.push_str(text),
                _ => made.push_str(&text.to_uppercase()),
            },
            Expr::Range(from, to) => {
                let [from, to] = [from, to].map(|end| end.chars().next().map_or(0, u32::from));
                let at = from + u32::try_from((self.below)((to - from + 1) as usize)).unwrap_or(0);
                made.extend(char::from_u32(at));
            }
            Expr::Ident(name) => self.rule(name, depth, made),
            Expr::PosPred(_) | Expr::NegPred(_) => {}
            Expr::Seq(first, second) => {
                self.make(first, depth, made);
                self.make(second, depth, made);
            }
            Expr::Choice(..) => {
                let ways = alternatives(expr);
                let way = (self.below)(ways.len());
                self.make(ways[way], depth, made);
            }
            Expr::Opt(one) => self.times(one, 0, 1, depth, made),
            Expr::Rep(one) => self.times(one, 0, 6, depth, made),
            Expr::RepOnce(one) => self.times(one, 1, 6, depth, made),
            Expr::RepExact(one, n) => self.times(one, *n, *n, depth, made),
            Expr::RepMin(one, n) => self.times(one, *n, n + 3, depth, made),
            Expr::RepMax(one, n) => self.times(one, 0, *n, depth, made),
            Expr::RepMinMax(one, least, most) => self.times(one, *least, *most, depth, made),
            Expr::Push(one) => {
                let from = made.len();
                self.make(one, depth, made);
                self.stack.push(made[from..].to_owned());
            }
            Expr::PeekSlice(..) | Expr::Skip(_) => panic!("not known here: {expr:?}"),
        }
    }

    fn times(&mut self, one: &'g Expr, least: u32, most: u32, depth: usize, made: &mut String) {
        if let Expr::Seq(stop, any) = one
            && let (Expr::NegPred(stop), Expr::Ident(any)) = (&**stop, &**any)
            && any == "ANY"
        {
            return self.phrase(stop, made);
        }
        let times = least as usize + (self.below)((most - least + 1) as usize);
        (0..times).for_each(|_| self.make(one, depth, made));
    }

    /// Free text up to what ends it: `(!"\n" ~ ANY)*`.
    fn phrase(&mut self, stop: &Expr, made: &mut String) {
        let phrase = self.phrases[(self.below)(self.phrases.len())];
        let ends = |at: &usize| self.grammar.end_of(stop, &phrase[*at..]).is_some();
        let end = phrase.char_indices().map(|(at, _)| at).find(ends).unwrap_or(phrase.len());
        made.push_str(&phrase[..end]);
    }
}

fn alternatives(expr: &Expr) -> Vec<&Expr> {
    match expr {
        Expr::Choice(one, other) => [alternatives(one), alternatives(other)].concat(),
        expr => vec![expr],
    }
}
