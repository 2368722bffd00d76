//! The clauses of a policy as values: what two texts of it have in common, and what was changed.

use super::Policy;
use std::collections::BTreeSet;

use super::compile::ITEMS;
use super::policy::ParamRange;
use super::script::{Item, Kind, Script};
use crate::ir::Value;
use crate::source::Span;

/// One item of the top level, by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clause {
    /// `rule "too few"`, `param n`, `others`.
    pub(crate) name: String,
    /// Its words without comments and blanks.
    says: Vec<String>,
    /// Those of them that decide: not what is only said of it, and nothing of a note.
    decides: Vec<String>,
    /// Where it is written, with its semicolon.
    pub(crate) span: Span,
}

/// The parts of a rule that decide nothing.
const ONLY_SAID: [&str; 3] = ["citing", "because", "ask"];

impl Policy {
    /// The clauses of its own text, in their order; those that are about the linter left out.
    pub(crate) fn clauses(&self) -> Vec<Clause> {
        let script = Script::scan(self.facts.source.text().unwrap_or_default());
        let items = script.items(|_, name| ITEMS.contains(&name));
        items.iter().filter_map(|item| clause(&script, item)).collect()
    }

    /// What a host can set another text of this policy to, and this one not, or beside another value of the others: name,
    /// the value there, and the nearest one that can be set here.
    pub(crate) fn set_otherwise(&self, new: &Self) -> Vec<(String, String, Option<String>)> {
        let mut all = Vec::new();
        for param in &new.code.params {
            let known = self.code.params.iter().find(|known| known.name == param.name);
            let nearest = |value: String| {
                let can = |text: &str| self.clone().set_param(&param.name, text).is_ok();
                let known = known?;
                match &known.range {
                    _ if can(&value) => Some(value),
                    ParamRange::Between(from, to) => {
                        let value: i64 = value.parse().ok()?;
                        Some(value.clamp(*from, *to).to_string())
                    }
                    ParamRange::Among(choices) => choices.first().cloned(),
                    ParamRange::Any => None,
                }
            };
            let values: Vec<String> = match (&param.range, &param.value) {
                (ParamRange::Between(from, to), Value::Int(_)) => {
                    let ends = known.map(|known| match known.range {
                        ParamRange::Between(from, to) => vec![from - 1, from, to, to + 1],
                        _ => Vec::new(),
                    });
                    let all = ends.into_iter().flatten().chain([*from, from + 1, to - 1, *to]);
                    let all: BTreeSet<i64> = all.filter(|n| (*from..=*to).contains(n)).collect();
                    all.iter().map(ToString::to_string).collect()
                }
                (ParamRange::Among(choices), Value::Text(_)) => choices.clone(),
                _ => Vec::new(),
            };
            all.extend(values.into_iter().map(|value| {
                let near = nearest(value.clone());
                (param.name.clone(), value, near)
            }));
        }
        all
    }

    /// Whether its clause names something, whatever it is called.
    pub(crate) fn lets_in_words(&self) -> String {
        let lets = self.clauses().into_iter().filter(|clause| clause.name.starts_with("let "));
        lets.map(|clause| clause.in_words()).collect::<Vec<_>>().join(" ")
    }

    /// The texts that it stands on: what it extends and imports, and what is asked before it.
    pub(crate) fn below(&self) -> Vec<(String, String)> {
        let base = |base: &Self| {
            let text = base.facts.source.text().unwrap_or_default().to_owned();
            [(base.facts.name.clone(), text)].into_iter().chain(base.below()).collect::<Vec<_>>()
        };
        let bases = self.code.bases.iter().chain(&self.stages).flat_map(base);
        bases.chain(self.code.imports.iter().cloned()).collect()
    }
}

fn clause(script: &Script, item: &Item) -> Option<Clause> {
    let tokens = script.tokens.get(item.tokens.clone())?;
    let kind = script.text(*tokens.first()?);
    if kind == "allow" {
        return None;
    }
    let end = item.tokens.end + usize::from(script.is(item.tokens.end, ";"));
    let span = script.span(item.tokens.start..end)?;
    let named = usize::from(kind != "others") + 1;
    let name = tokens.iter().take(named).map(|token| script.text(*token));
    let (mut depth, mut said, mut says, mut decides) =
        (0_usize, kind == "note", Vec::new(), Vec::new());
    for token in tokens.iter().skip(named) {
        let word = script.text(*token);
        depth += usize::from(token.kind == Kind::Open);
        depth = depth.saturating_sub(usize::from(token.kind == Kind::Close));
        if depth == 0 && token.kind == Kind::Name && kind == "rule" {
            said = ONLY_SAID.contains(&word) || said && word != "overriding";
        }
        says.push(word.to_owned());
        if !said {
            decides.push(word.to_owned());
        }
    }
    Some(Clause { name: name.collect::<Vec<_>>().join(" "), says, decides, span })
}

impl Clause {
    /// Whether both say the same.
    pub(crate) fn is_as(&self, other: &Self) -> bool {
        self.says == other.says
    }

    /// Whether both decide the same, whatever else they say.
    pub(crate) fn decides_as(&self, other: &Self) -> bool {
        self.decides == other.decides
    }

    /// All of it, in words that are told apart.
    pub(crate) fn in_words(&self) -> String {
        format!("{} {}", self.name, self.says.join(" "))
    }
}
