//! Policies: rhai below a closed top level, compiled to our own tree, judged natively.

mod budget;
mod built_in;
mod compile;
mod eval;
mod facts;
mod judge;
mod limits;
mod lower;
mod policy;
mod rhai;
mod script;
mod syntax;

use std::fmt;
use std::sync::Arc;

pub use built_in::{built_in, built_in_names};
pub use compile::imports_of;
#[cfg(feature = "host")]
pub(crate) use facts::nearest;
pub use facts::{Argument, Entry, REVIEWER_WORDS, Type, VOCABULARY, vocabulary};

use self::policy::{Compiled, Meaning, Step};
use crate::ir::{
    Diagnostic, Diagnostics, Given, Outcome, PolicyFacts, RuleFacts, Value, WordFacts, words,
};
use crate::source::{Sha256, Source, Span};

words! {
    /// Which question a policy answers.
    pub enum Stage {
        /// The ruling on a docket.
        Gate = "gate",
        /// What one verdict comes to.
        Audit = "audit",
        /// What to do about one seat.
        Redispatch = "redispatch",
    }
}

words! {
    /// What `given NAME: TYPE;` asks for.
    #[non_exhaustive]
    pub enum GivenType {
        /// A whole number.
        Int = "int",
        /// True or false.
        Bool = "bool",
        /// A text.
        Text = "text",
        /// A day, `2026-11-21`.
        Date = "date",
        /// A list of texts.
        List = "list",
    }
}

/// A compiled policy. `Send + Sync`, cheap to clone, and judging never changes it.
///
/// ```
/// use assize::{Docket, Policy, Source, Stage};
///
/// let text = r#"
///     rule "a reviewer failed the change" when failed.some then fail citing failed.blockers;
///     rule "everybody passed" when passed.all then pass;
///     rule "not settled" otherwise hold;
/// "#;
/// let policy = Policy::compile(Stage::Gate, "ours.rhai", text)?;
/// let mut docket = Docket::new("task-17");
/// docket.seat("qa");
/// docket.submit("qa", Source::new("qa.md", "verdict: pass\nconfidence: high\n"));
/// assert!(policy.judge(&docket.close())?.opening().is_some());
/// # Ok::<(), assize::Diagnostics>(())
/// ```
#[derive(Clone)]
pub struct Policy {
    code: Arc<Compiled>,
    facts: Arc<PolicyFacts>,
    lowering: bool,
}

impl Policy {
    /// Compiles a policy. `name` is shown in rulings and messages: `ours.rhai`.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it, at once.
    pub fn compile(stage: Stage, name: &str, text: &str) -> Result<Self, Diagnostics> {
        Self::compile_with_imports(stage, name, text, &[])
    }

    /// Compiles a policy that imports files: `(name, text)` each, as the policy writes the
    /// name. Their texts are part of the policy's hash.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it, at once.
    pub fn compile_with_imports(
        stage: Stage,
        name: &str,
        text: &str,
        imports: &[(String, String)],
    ) -> Result<Self, Diagnostics> {
        let source = Source::new(name, text);
        match compile::compile(stage, &source, imports) {
            Ok(code) => {
                let facts = facts_of(&code, name, source, imports);
                Ok(Self { code: Arc::new(code), facts: Arc::new(facts), lowering: true })
            }
            Err(items) => {
                let imported = imports.iter().map(|(name, text)| Source::new(name, text.as_str()));
                Err(Diagnostics::new([source].into_iter().chain(imported).collect(), items))
            }
        }
    }

    /// Sets a parameter from text: `min_verdicts` to `2`. Entries of a list stand between commas.
    ///
    /// # Errors
    ///
    /// No such parameter, another type, or outside the range. Nothing is changed then.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), Diagnostic> {
        let Some(place) = self.code.params.iter().position(|param| param.name == name) else {
            return Err(self.unknown_param(name));
        };
        let param = &self.code.params[place];
        let value = match param.value {
            Value::Int(_) => match text.trim().parse() {
                Ok(value) => Value::Int(value),
                Err(_) => return Err(param_type(name, text)),
            },
            Value::List(_) => {
                let entries = text.split(',').map(str::trim).filter(|entry| !entry.is_empty());
                Value::List(entries.map(str::to_owned).collect())
            }
            _ => Value::Text(text.to_owned()),
        };
        if let Some(why) = param.misfit(&value) {
            return Err(param_outside(name, &why, &param.doc));
        }
        Arc::make_mut(&mut self.facts).params[place].1 = value;
        Ok(())
    }

    fn unknown_param(&self, name: &str) -> Diagnostic {
        let known: Vec<&str> = self.code.params.iter().map(|param| param.name.as_str()).collect();
        let given = self.code.given.iter().any(|(given, _)| given == name);
        let help = match (facts::nearest(name, known.iter().copied()), known.is_empty()) {
            _ if given => {
                format!("`{name}` is a fact of this run: on the command line, `--given {name}=…`")
            }
            (Some(near), _) => format!("did you mean `{near}`?"),
            (None, true) => format!("`{}` has no parameters", self.facts.name),
            (None, false) => format!("`{}` has {}", self.facts.name, known.join(", ")),
        };
        Diagnostic::error("assize::policy::unknown_param")
            .message(format!("the policy has no parameter `{name}`"))
            .help(help)
    }

    /// What the policy asks the host for with `given`.
    pub fn givens(&self) -> impl Iterator<Item = (&str, GivenType)> {
        self.code.given.iter().map(|(name, of)| (name.as_str(), *of))
    }

    /// Runs every condition in rhai instead of natively: slower, and the same rulings.
    #[must_use]
    pub fn without_lowering(self) -> Self {
        Self { lowering: false, ..self }
    }

    /// The expressions that only rhai can run, by their place in the policy's text.
    pub fn thunks(&self) -> impl Iterator<Item = Span> {
        let codes = self.code.steps.iter().flat_map(|step| match step {
            Step::Let(code) => vec![code],
            Step::Rule(rule) => rule.when.iter().chain(&rule.citing).chain(&rule.because).collect(),
        });
        codes.filter(|code| code.native.is_none()).map(|code| code.span)
    }

    /// What is known about the policy.
    pub fn facts(&self) -> &PolicyFacts {
        &self.facts
    }
}

/// What a ruling shows of a policy.
fn facts_of(
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
    let words = code
        .words
        .iter()
        .map(|word| WordFacts { name: word.name.clone(), outcome: outcome(&word.means) });
    let rules = code.steps.iter().filter_map(|step| match step {
        Step::Rule(rule) => Some(RuleFacts {
            name: rule.name.clone(),
            line: source.line_column(rule.span.start).line,
            span: rule.span,
            word: rule.word.and_then(|word| u32::try_from(word).ok()),
            operands: rule.operands.iter().map(|operand| operand.text.clone()).collect(),
            overriding: rule.overriding.clone(),
        }),
        Step::Let(_) => None,
    });
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    PolicyFacts {
        name: file.strip_suffix(".rhai").unwrap_or(file).to_owned(),
        stage: code.stage.as_str(),
        sha256: Sha256::of(&hashed),
        language: code.language,
        words: words.collect(),
        params: code.params.iter().map(|p| (p.name.clone(), p.value.clone())).collect(),
        given: code.given.iter().map(|(name, _)| name.clone()).collect(),
        rules: rules.collect(),
        source,
    }
}

impl GivenType {
    fn of(self) -> Type {
        match self {
            Self::Int => Type::Int,
            Self::Bool => Type::Bool,
            Self::Text => Type::Text,
            Self::Date => Type::Date,
            Self::List => Type::List,
        }
    }

    fn fits(self, value: &Given) -> bool {
        self.as_str() == value.type_name()
    }
}

impl fmt::Debug for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Policy").field("facts", &self.facts).finish_non_exhaustive()
    }
}

/// `--set min_verdicts=two`
fn param_type(name: &str, text: &str) -> Diagnostic {
    Diagnostic::error("assize::policy::param_type")
        .message(format!("`{name}` is a whole number, not `{text}`"))
        .help(format!("write `{name}=2`"))
}

/// `--set min_verdicts=0`
fn param_outside(name: &str, why: &str, doc: &str) -> Diagnostic {
    let help = match doc {
        "" => "the range is in the policy, beside the parameter".to_owned(),
        _ => format!("choose a value in its range; the policy says of `{name}`: {doc}"),
    };
    Diagnostic::error("assize::policy::param_range")
        .message(format!("`{name}` cannot be set to this: {why}"))
        .help(help)
}
