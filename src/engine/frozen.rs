//! Shipped policies, compiled beforehand: a run that judges by one of them parses nothing.
//!
//! `policies/compiled.bin` is what this compiler makes of them. The test below compares them, and writes a new one beside it where
//! they differ.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Stage;
use super::facts::Id;
use super::lower::LetType;
use super::policy::{Allow, Compiled, Declared, GivenFact, Param, SeatLabel, Step, Word};
use super::rhai::Machine;
use crate::ir::{Bench, SeatPlace};
use crate::source::{Source, Span};

/// The policies, each by its stage and the SHA-256 of its text.
const ALL: &[u8] = include_bytes!("../../policies/compiled.bin");

/// A compiled policy that imports, extends and defines nothing, and runs nothing in rhai.
#[derive(Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
struct Frozen {
    language: u32,
    words: Vec<Word>,
    /// Those that reviewers may have said: the declared ones.
    said: Vec<String>,
    params: Vec<Param>,
    given: Vec<GivenFact>,
    labels: Vec<SeatLabel>,
    steps: Vec<Step>,
    bench: Bench,
    seat_params: Vec<(usize, Option<SeatPlace>)>,
    asked: BTreeSet<String>,
    asks: Vec<(Id, Span)>,
    allows: Vec<Allow>,
    lets: Vec<LetType>,
    declared: Vec<Declared>,
}

/// A policy as it was compiled, where its text is that of one that was compiled beforehand, byte for byte.
pub(super) fn find(stage: Stage, source: &Source, words: &[String]) -> Option<Compiled> {
    let sha256 = source.sha256();
    let all: Vec<(&str, [u8; 32], &'static [u8])> = postcard::from_bytes(ALL).ok()?;
    let known = all.into_iter().find(|known| (known.0, known.1) == (stage.as_str(), sha256.0));
    let frozen: Frozen = postcard::from_bytes(known?.2).ok()?;
    let words: Arc<[String]> = frozen.said.into_iter().chain(words.iter().cloned()).collect();
    Some(Compiled {
        stage,
        language: frozen.language,
        machine: Machine::of_words(words),
        words: frozen.words,
        params: frozen.params,
        given: frozen.given,
        labels: frozen.labels,
        steps: frozen.steps,
        bench: frozen.bench,
        seat_params: frozen.seat_params,
        asked: frozen.asked,
        asks: frozen.asks,
        allows: frozen.allows,
        bases: Vec::new(),
        lets: frozen.lets,
        functions: Vec::new(),
        declared: frozen.declared,
        sources: vec![source.clone()],
        imports: Vec::new(),
        frozen: true,
    })
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "the file is made here")]
mod tests {
    use super::*;
    use crate::engine::built_in::{built_in, built_in_names};
    use crate::engine::compile::{Bases, compile_text};
    use crate::engine::policy::{Code, OperandValue};

    /// A policy as it can be written down; none where rhai has to run something of it.
    fn freeze(code: &Compiled) -> Option<Frozen> {
        let lowered = |code: &Code| code.native.is_some();
        let watched = |rule: &crate::engine::policy::Rule| {
            rule.operands.iter().all(|part| !matches!(part.value, OperandValue::Rhai(_)))
        };
        let plain = code.functions.is_empty() && code.bases.is_empty() && code.imports.is_empty();
        let native = code.codes().all(lowered) && code.rules().all(watched);
        (plain && native).then(|| Frozen {
            language: code.language,
            words: code.words.clone(),
            said: code.machine.words.to_vec(),
            params: code.params.clone(),
            given: code.given.clone(),
            labels: code.labels.clone(),
            steps: code.steps.clone(),
            bench: code.bench.clone(),
            seat_params: code.seat_params.clone(),
            asked: code.asked.clone(),
            asks: code.asks.clone(),
            allows: code.allows.clone(),
            lets: code.lets.clone(),
            declared: code.declared.clone(),
        })
    }

    fn bytes_of(code: &Compiled) -> Option<Vec<u8>> {
        postcard::to_allocvec(&freeze(code)?).ok()
    }

    #[test]
    fn shipped_policies_are_as_they_are_compiled_now() {
        let (mut all, mut others) = (Vec::new(), Vec::new());
        for stage in [Stage::Gate, Stage::Audit, Stage::Redispatch] {
            for name in built_in_names(stage) {
                let source = Source::new(name, built_in(stage, name).unwrap_or_default());
                let code = compile_text(stage, &source, &Bases::of(&[], &[])).expect("a policy");
                match bytes_of(&code) {
                    Some(bytes) => all.push((stage.as_str(), source.sha256().0, bytes)),
                    None => others.push(name),
                }
            }
        }
        let bytes = postcard::to_allocvec(&all).expect("bytes");
        if bytes != ALL {
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/policies/compiled.bin.new");
            std::fs::write(path, &bytes).expect("the file is written");
        }
        assert!(bytes == ALL, "put `policies/compiled.bin.new` in the place of the old one");
        for stage in [Stage::Gate, Stage::Audit, Stage::Redispatch] {
            for name in built_in_names(stage).filter(|name| !others.contains(name)) {
                let source = Source::new(name, built_in(stage, name).unwrap_or_default());
                let found = find(stage, &source, &[]).expect("it is compiled beforehand");
                let own = all.iter().find(|own| own.1 == source.sha256().0);
                assert_eq!(bytes_of(&found).as_ref(), own.map(|own| &own.2), "{name}");
            }
        }
        // Rhai computes in them: a reason that is put together, a `fn`.
        let computing =
            ["budget", "payments", "rounds", "sdd-consensus", "sdd", "weighted-quorum", "recovery"];
        assert_eq!(others, computing);
    }

    #[test]
    fn words_of_a_host_and_other_texts_are_compiled_with_them() {
        let words = ["LGTM".to_owned()];
        let text = built_in(Stage::Gate, "any-blocker").unwrap_or_default();
        let source = Source::new("x", text);
        let found = find(Stage::Gate, &source, &words).expect("it is shipped");
        let parsed = compile_text(Stage::Gate, &source, &Bases::of(&[], &words));
        assert_eq!(found.machine.words, parsed.expect("a policy").machine.words);
        for (stage, text) in [(Stage::Gate, format!("{text}\n")), (Stage::Audit, text.to_owned())] {
            assert!(find(stage, &Source::new("any-blocker", text), &[]).is_none());
        }
    }
}
