//! What a ruling shows of a policy.

use super::{Compiled, Meaning, Step};
use crate::ir::{Outcome, PolicyFacts, RuleFacts, WordFacts};
use crate::source::{Sha256, Source};

/// What a ruling shows of a policy: plain data.
pub(in crate::engine) fn facts_of(
    code: &Compiled,
    name: &str,
    source: Source,
    imports: &[(String, String)],
) -> PolicyFacts {
    let mut hashed = source.bytes().to_vec();
    for (name, text) in imports {
        hashed.extend([b"\0", name.as_bytes(), b"\0", text.as_bytes()].concat());
    }
    let outcome = |means: &Meaning| match means {
        Meaning::Outcome(outcome) => *outcome,
        // An action is not an outcome; nothing can open with one.
        Meaning::Action(_) => Outcome::Hold,
    };
    let mut words: Vec<WordFacts> = code
        .words
        .iter()
        .map(|word| WordFacts { name: word.name.clone(), outcome: outcome(&word.means) })
        .collect();
    let mut rules = Vec::new();
    let mut params: Vec<_> =
        code.params.iter().map(|p| (p.name.clone(), p.value.clone())).collect();
    let mut given: Vec<String> = Vec::new();
    for base in &code.bases {
        let facts = &base.facts;
        let first = u32::try_from(words.len()).unwrap_or(u32::MAX);
        rules.extend(facts.rules.iter().map(|rule| RuleFacts {
            word: rule.word.map(|word| first + word),
            base: rule.base.clone().or_else(|| Some(facts.name.clone())),
            ..rule.clone()
        }));
        words.extend(facts.words.iter().cloned());
        params.extend(facts.params.iter().cloned());
        given.extend(facts.given.iter().cloned());
        hashed.extend(facts.sha256.0);
    }
    given.extend(code.given.iter().map(|given| given.name.clone()));
    let mut seen = std::collections::BTreeSet::new();
    given.retain(|name| seen.insert(name.clone()));
    rules.extend(code.steps.iter().filter_map(|step| match step {
        Step::Rule(rule) => Some(RuleFacts {
            name: rule.name.clone(),
            line: source.line_column(rule.span.start).line,
            span: rule.span,
            word: rule.word.and_then(|word| u32::try_from(word).ok()),
            condition: rule.condition.clone(),
            operands: rule.operands.iter().map(|operand| operand.text.clone()).collect(),
            overriding: rule.overriding.as_ref().map(|overriding| overriding.reason.clone()),
            base: None,
        }),
        Step::Let(_) => None,
    }));
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    PolicyFacts {
        name: file.strip_suffix(".rhai").unwrap_or(file).to_owned(),
        stage: code.stage.as_str(),
        origin: None,
        sha256: Sha256::of(&hashed),
        language: code.language,
        words,
        params,
        given,
        rules,
        extends: code
            .bases
            .iter()
            .map(|base| (base.facts.name.clone(), base.facts.sha256))
            .collect(),
        source,
        stages: Vec::new(),
    }
}
