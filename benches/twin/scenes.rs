//! What is judged in the benches, built both ways from the same texts.

use std::sync::Arc;

use assize::docket::ClosedDocket;
use assize::source::Sha256;
use assize::{Docket, Policy, Source, Stage};

use super::{Cell, read};

/// The policy that the twin is a twin of.
pub(crate) fn any_blocker(min_reviewers: i64) -> Policy {
    let text = include_str!("../../policies/gate/any-blocker.rhai");
    let mut policy = compiled(text);
    policy.set("min_reviewers", &min_reviewers.to_string()).expect("from 1 to 100");
    policy
}

/// A policy from its text.
pub(crate) fn compiled(text: &str) -> Policy {
    Policy::compile(Stage::Gate, "any-blocker.rhai", text).expect("it compiles")
}

/// What eight reviewers wrote; none where nothing arrived.
pub(crate) struct Scene {
    pub(crate) name: &'static str,
    pub(crate) min_reviewers: i64,
    pub(crate) files: Vec<(String, Option<String>)>,
}

impl Scene {
    /// The first rule holds and decides, the later ones do not hold.
    pub(crate) fn first() -> Self {
        Self::of(
            "judge first",
            1,
            &["pass", "pass", "fail", "pass", "pass", "fail", "pass", "pass"],
        )
    }

    /// The last rule is the only one that holds.
    pub(crate) fn last() -> Self {
        Self::of("judge last", 1, &["pass"; 8])
    }

    /// The first rule decides, and whatever can hold beside it holds too.
    pub(crate) fn worst() -> Self {
        Self::of("judge worst", 8, &["fail", "warn", "", "unsure", "pass", "warn", "fail", "pass"])
    }

    fn of(name: &'static str, min_reviewers: i64, words: &[&str]) -> Self {
        let names = ["qa", "security", "style", "api", "docs", "tests", "perf", "license"];
        let files = names.iter().zip(words).map(|(name, word)| {
            ((*name).to_owned(), (!word.is_empty()).then(|| verdict_file(word)))
        });
        Self { name, min_reviewers, files: files.collect() }
    }

    /// The docket as Assize gathers it.
    pub(crate) fn gather(&self) -> ClosedDocket {
        let mut docket = Docket::new("task-17");
        for (seat, file) in &self.files {
            docket.seat(seat);
            if let Some(text) = file {
                let source = Source::new(format!("{seat}.md"), text.as_bytes());
                std::hint::black_box(source.sha256());
                docket.submit(seat, source);
            }
        }
        docket.close()
    }

    /// The docket as the twin gathers it.
    pub(crate) fn gather_by_hand(&self) -> Arc<super::Docket> {
        let mut cells = Vec::with_capacity(self.files.len());
        let mut sources = Vec::with_capacity(self.files.len());
        for (seat, file) in &self.files {
            let verdict = file.as_ref().and_then(|text| {
                let bytes = text.as_bytes().to_vec();
                let verdict = read(&bytes).ok();
                let hash = Sha256::of(&bytes).0;
                sources.push((format!("{seat}.md"), bytes, hash));
                verdict
            });
            cells.push(Cell::new(seat, verdict));
        }
        Arc::new(super::Docket { sources, cells })
    }
}

/// A verdict file of the usual size.
fn verdict_file(word: &str) -> String {
    let confidence = if word == "unsure" { "low" } else { "high" };
    let word = if word == "unsure" { "pass" } else { word };
    let finding = match word {
        "fail" => "blocker: src/handler.ts:88 SQL built by concatenation with user input\n",
        "warn" => "advisory: src/query.ts:12-14 the pool is never drained\n",
        _ => "",
    };
    format!(
        "verdict: {word}\nconfidence: {confidence}\nscope: the whole change, and what calls it\n\
         {finding}advisory: src/handler.ts:120 the retry has no upper bound\n\
         advisory: src/cache.ts:7 the key leaves out the tenant\n\
         evidence: reports/details.md\n"
    )
}

/// One file with this many findings.
pub(crate) fn long_file(findings: usize) -> String {
    let mut text = String::from("verdict: warn\nconfidence: high\n");
    for n in 0..findings {
        text.push_str(&format!(
            "advisory: src/file{}.ts:{} the retry has no bound\n",
            n % 97,
            n + 1
        ));
    }
    text
}
