//! Policies. (A stand-in while the engine is being written.)

use std::sync::Arc;

use crate::ir::open::{may_open, refused_outcome};
use crate::ir::{
    ClosedDocket, Decision, Diagnostic, Diagnostics, Draft, Group, Outcome, PolicyFacts, RuleFacts,
    Ruling, Selection, Value, WordFacts,
};
use crate::source::{Sha256, Source, Span};

/// Which question a policy answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// A verdict's outcome.
    Audit,
    /// What to do about a seat.
    Redispatch,
    /// The ruling on a docket.
    Gate,
}

impl Stage {
    /// The word for it, and the name of its folder.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Audit => "audit",
            Self::Redispatch => "redispatch",
            Self::Gate => "gate",
        }
    }
}

/// A compiled policy.
#[derive(Clone, Debug)]
pub struct Policy {
    facts: Arc<PolicyFacts>,
}

/// What `given NAME: TYPE;` asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GivenType {
    /// A whole number.
    Int,
    /// True or false.
    Bool,
    /// A text.
    Text,
    /// A day, `2026-11-21`.
    Date,
}

/// The text of a policy that comes with Assize.
pub fn built_in(stage: Stage, name: &str) -> Option<&'static str> {
    (stage == Stage::Gate && name == "any-blocker")
        .then_some(include_str!("../../policies/gate/any-blocker.rhai"))
}

/// The names of the policies that come with Assize for a stage.
pub fn built_in_names(stage: Stage) -> &'static [&'static str] {
    if stage == Stage::Gate { &["any-blocker"] } else { &[] }
}

impl Policy {
    /// Compiles a policy; all mistakes at once.
    pub fn compile(stage: Stage, name: &str, text: &str) -> Result<Self, Diagnostics> {
        let source = Source::new(name, text);
        if text.contains("BROKEN") {
            let items = vec![
                Diagnostic::error("assize::policy::unknown_name")
                    .message("nothing is called `BROKEN`")
                    .label(Span::new(0, 3), "not a fact")
                    .help("did you mean `failed`?"),
            ];
            return Err(Diagnostics { sources: vec![source], items });
        }
        let word = |name: &str, outcome| WordFacts { name: name.into(), outcome };
        let rule = |name: &str, needle: &str, word, operands: &[&str]| {
            let at = text.find(needle).unwrap_or(0);
            RuleFacts {
                name: name.into(),
                line: source.line_column(at as u32).line,
                span: Span::new(at, at + needle.len()),
                word,
                operands: operands.iter().map(|s| (*s).into()).collect(),
                overriding: None,
            }
        };
        let rules = vec![
            rule(
                "a reviewer failed the change",
                "rule \"a reviewer failed",
                Some(0),
                &["failed.some"],
            ),
            rule(
                "a verdict is missing or cannot be read",
                "rule \"a verdict is",
                Some(1),
                &["unsettled.some"],
            ),
            rule(
                "too few verdicts to decide",
                "rule \"too few",
                Some(1),
                &["reported.count", "min_verdicts"],
            ),
            rule("a reviewer is unsure", "note \"a reviewer", None, &["unsure.some"]),
            rule("passed with advisories", "rule \"passed with", Some(2), &["warned.some"]),
            rule("everybody passed", "rule \"everybody", Some(3), &["passed.all"]),
        ];
        Ok(Self {
            facts: Arc::new(PolicyFacts {
                name: name.trim_end_matches(".rhai").into(),
                stage: stage.as_str(),
                sha256: Sha256::of(text.as_bytes()),
                language: 1,
                source,
                words: vec![
                    word("fail", Outcome::Fail),
                    word("hold", Outcome::Hold),
                    word("warn", Outcome::Warn),
                    word("pass", Outcome::Pass),
                ],
                params: vec![("min_verdicts".into(), Value::Int(1))],
                given: vec![],
                rules,
            }),
        })
    }

    /// Sets a parameter from text: `min_verdicts`, `2`.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), Diagnostic> {
        let facts = Arc::make_mut(&mut self.facts);
        let Some(param) = facts.params.iter_mut().find(|(known, _)| known == name) else {
            return Err(Diagnostic::error("assize::policy::unknown_param")
                .message(format!("the policy has no parameter `{name}`"))
                .help("did you mean `min_verdicts`?"));
        };
        param.1 = Value::Int(value.parse().map_err(|_| {
            Diagnostic::error("assize::policy::param_type")
                .message(format!("`{name}` takes a whole number, not `{value}`"))
        })?);
        Ok(())
    }

    /// What the policy asks the host for.
    pub fn givens(&self) -> impl Iterator<Item = (&str, GivenType)> {
        [].into_iter()
    }

    /// Runs every condition in rhai instead of natively.
    #[must_use]
    pub fn without_lowering(self) -> Self {
        self
    }

    /// What is known about the policy.
    pub fn facts(&self) -> &PolicyFacts {
        &self.facts
    }

    /// Judges a docket.
    pub fn judge(&self, docket: &ClosedDocket) -> Result<Ruling, Diagnostics> {
        let c = docket.columns();
        let some = |g| !c.group(g).is_empty();
        let count = c.group(Group::Reported).count() as i64;
        let all = some(Group::Passed)
            && c.group(Group::Passed).count() == c.group(Group::Expected).count();
        let holds = [
            some(Group::Failed),
            some(Group::Unsettled),
            count < 1,
            some(Group::Unsure),
            some(Group::Warned),
            all,
        ];
        let Some(rule) = (0..6).find(|&i| i != 3 && holds[i]) else {
            return Err(Diagnostics {
                sources: vec![],
                items: vec![
                    Diagnostic::error("assize::policy::no_rule_holds")
                        .message("no rule of the policy holds"),
                ],
            });
        };
        let b = |i: usize| Some(Value::Bool(holds[i]));
        let group = [
            Group::Failed,
            Group::Unsettled,
            Group::Reported,
            Group::Unsure,
            Group::Warned,
            Group::Passed,
        ][rule];
        let draft = Draft {
            rule: rule as u32,
            reason: None,
            cites: Selection::Cells(c.group(group).clone()),
            also: (rule + 1..6).filter(|&i| i != 3 && holds[i]).map(|i| i as u32).collect(),
            notes: if holds[3] {
                vec![(3, Selection::Cells(c.group(Group::Unsure).clone()))]
            } else {
                vec![]
            },
            holds: holds.to_vec(),
            operands: vec![
                b(0),
                b(1),
                Some(Value::Int(count)),
                Some(Value::Int(1)),
                b(3),
                b(4),
                b(5),
            ],
            given: vec![],
        };
        let outcome = self.facts.words[self.facts.rules[rule].word.unwrap_or(0) as usize].outcome;
        let decision = if outcome.opens() {
            match may_open(docket, outcome, None) {
                Ok(opening) => Decision::Opened(opening),
                Err(impediments) => Decision::Refused {
                    outcome: refused_outcome(docket, &impediments),
                    impediments,
                },
            }
        } else {
            Decision::Shut(outcome)
        };
        Ok(Ruling::new(docket.clone(), Arc::clone(&self.facts), decision, draft))
    }
}
