//! The clauses of a policy as values: what two texts of it have in common, and what was changed.

use super::Policy;
use super::compile::ITEMS;
use super::facts::{Id, VOCABULARY};
use super::policy::ParamRange;
use super::script::{Item, Kind, Script};
use crate::ir::{Outcome, Stake};
use crate::source::Span;

/// One item of the top level that decides, by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clause {
    /// `rule "too few"`, `param n`, `others`.
    pub(crate) name: String,
    /// Its words without comments, blanks, and what is only said of it.
    says: Vec<String>,
    /// Where it is written, with its semicolon.
    pub(crate) span: Span,
    /// Whether nothing in it is counted, matched or computed.
    pub(crate) is_plain: bool,
}

/// The parts of a rule that decide nothing.
const ONLY_SAID: [&str; 3] = ["citing", "because", "ask"];

impl Policy {
    /// The clauses of its own text that decide, in their order.
    pub(crate) fn clauses(&self) -> Vec<Clause> {
        let script = Script::scan(self.facts.source.text().unwrap_or_default());
        let items = script.items(|_, name| ITEMS.contains(&name));
        items.iter().filter_map(|item| clause(&script, item)).collect()
    }

    /// Whether a clause of another text of this policy lets a host set a parameter only to what it could be set to here.
    pub(crate) fn allows_all_of(&self, other: &Self, clause: &Clause) -> bool {
        let param = |policy: &Self| {
            let name = clause.name.strip_prefix("param ")?;
            let param = policy.code.params.iter().find(|param| param.name == name)?;
            Some((param.value.clone(), param.range.clone()))
        };
        let Some(((value, own), (other_value, other))) = param(self).zip(param(other)) else {
            return false;
        };
        value == other_value
            && match (own, other) {
                (ParamRange::Between(from, to), ParamRange::Between(least, most)) => {
                    from <= least && most <= to
                }
                (ParamRange::Among(own), ParamRange::Among(other)) => {
                    other.iter().all(|choice| own.contains(choice))
                }
                (ParamRange::Any, ParamRange::Any) => true,
                _ => false,
            }
    }

    /// The texts that it stands on: what it extends and imports.
    pub(crate) fn below(&self) -> Vec<(String, String)> {
        let base = |base: &Self| {
            let text = base.facts.source.text().unwrap_or_default().to_owned();
            [(base.facts.name.clone(), text)].into_iter().chain(base.below()).collect::<Vec<_>>()
        };
        let bases = self.code.bases.iter().flat_map(base);
        bases.chain(self.code.imports.iter().cloned()).collect()
    }
}

fn clause(script: &Script, item: &Item) -> Option<Clause> {
    let tokens = script.tokens.get(item.tokens.clone())?;
    let kind = script.text(*tokens.first()?);
    if matches!(kind, "note" | "allow") {
        return None;
    }
    let end = item.tokens.end + usize::from(script.is(item.tokens.end, ";"));
    let span = script.span(item.tokens.start..end)?;
    let named = usize::from(kind != "others") + 1;
    let name = tokens.iter().take(named).map(|token| script.text(*token));
    let (mut depth, mut said, mut says, mut is_plain) = (0_usize, false, Vec::new(), kind != "fn");
    for token in tokens.iter().skip(named) {
        let word = script.text(*token);
        depth += usize::from(token.kind == Kind::Open);
        depth = depth.saturating_sub(usize::from(token.kind == Kind::Close));
        if depth == 0 && token.kind == Kind::Name && kind == "rule" {
            said = ONLY_SAID.contains(&word) || said && word != "overriding";
        }
        if !said {
            is_plain &= match token.kind {
                Kind::Name => is_plain_word(word),
                kind => matches!(kind, Kind::Sign | Kind::Open | Kind::Close | Kind::Semicolon),
            };
            says.push(word.to_owned());
        }
    }
    let is_plain = is_plain && matches!(kind, "rule" | "seat" | "others");
    Some(Clause { name: name.collect::<Vec<_>>().join(" "), says, span, is_plain })
}

/// `failed`, `some`, `when`, `hold`, `voting`: what is there or not, and no number of it.
fn is_plain_word(word: &str) -> bool {
    const PLAIN: [&str; 6] = ["some", "none", "all", "when", "then", "otherwise"];
    PLAIN.contains(&word)
        || VOCABULARY.iter().any(|fact| fact.name == word && matches!(fact.id, Id::Group(_)))
        || word.parse::<Outcome>().is_ok()
        || word.parse::<Stake>().is_ok()
}

impl Clause {
    /// Whether both say the same.
    pub(crate) fn is_as(&self, other: &Self) -> bool {
        self.says == other.says
    }
}
