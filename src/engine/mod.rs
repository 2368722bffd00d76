//! Policies: rhai below a closed top level, compiled to our own tree, judged natively.

#[cfg(feature = "trial")]
mod bare;
mod budget;
mod built_in;
#[cfg(feature = "trial")]
mod clauses;
mod compile;
mod constants;
mod eval;
mod facts;
#[cfg(feature = "serde")]
mod frozen;
mod judge;
mod limits;
mod lint;
mod logic;
mod lower;
mod params;
#[cfg(feature = "trial")]
mod parts;
mod policy;
#[cfg(feature = "trial")]
mod reads;
#[cfg(feature = "trial")]
mod rewrite;
mod rhai;
mod script;
mod syntax;
#[cfg(feature = "trial")]
mod tighter;
mod what_if;

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

#[cfg(feature = "trial")]
pub(crate) use bare::{Bare, Judge};
pub use built_in::{built_in, built_in_cases, built_in_names, default_policy};
#[cfg(feature = "trial")]
pub(crate) use clauses::Clause;
pub use compile::{imports_of, states_a_rule};
#[cfg(feature = "trial")]
pub(crate) use constants::{Constants, LINES, ROUND};
#[cfg(feature = "host")]
pub(crate) use facts::nearest;
#[cfg(feature = "trial")]
pub(crate) use facts::reviewers_mean;
pub use facts::{Argument, Entry, REVIEWER_WORDS, Type, VOCABULARY, vocabulary};
pub use judge::Answer;
#[cfg(feature = "trial")]
pub(crate) use judge::{Branches, Tried};
pub use lint::{LINTS, Lint};
#[cfg(feature = "trial")]
pub(crate) use parts::{Part, PartKind, breaks_a_statement};
#[cfg(feature = "trial")]
pub(crate) use reads::{GivenRead, OWNER, Reads, TOUCHED, labelled};

use self::compile::{Bases, mistakes};
use self::policy::{Compiled, GivenFact, facts_of};
use crate::ir::{Bench, Columns, Diagnostic, Diagnostics, Given, PolicyFacts, Stake, Value, words};
use crate::source::{Source, Span, composed, composed_owned};

words! {
    /// Which question a policy answers.
    #[derive(PartialOrd, Ord)]
    pub enum Stage {
        /// The ruling on a docket.
        Gate = "gate",
        /// The outcome of one verdict.
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
        /// The name of a seat: the policy sees who of the bench it is.
        Seat = "seat",
        /// Names of seats.
        Seats = "seats",
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
    /// Who must sit, for it and for the policies that it extends.
    bench: Arc<Bench>,
    /// The policies of the stages before the gate, at most one of each.
    stages: Vec<Policy>,
    /// What its parameters were set to, in order.
    set: Vec<(String, String)>,
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
        Self::compile_with_words(stage, name, text, imports, &[])
    }

    /// The same, for reviewers who have words of their own besides those of the policy: what `said("LGTM, nit")` may ask
    /// for.
    ///
    /// ```
    /// use assize::{Policy, Stage};
    /// let text = r#"rule "a nit" when reported.said("LGTM, nit").some then hold;"#;
    /// let words = ["LGTM, nit".to_owned()];
    /// assert!(Policy::compile_with_words(Stage::Gate, "ours.rhai", text, &[], &words).is_ok());
    /// assert!(Policy::compile(Stage::Gate, "ours.rhai", text).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it, at once.
    pub fn compile_with_words(
        stage: Stage,
        name: &str,
        text: &str,
        imports: &[(String, String)],
        words: &[String],
    ) -> Result<Self, Diagnostics> {
        let source = Source::new(name, text);
        match compile::compile(stage, &source, &Bases::of(imports, words)) {
            Ok(code) => Self::of(code, name, source.clone(), imports)
                .map_err(|item| Diagnostics::new(vec![source], vec![item])),
            Err(items) => {
                let imported = imports.iter().map(|(name, text)| Source::new(name, text.as_str()));
                Err(Diagnostics::new([source].into_iter().chain(imported).collect(), items))
            }
        }
    }

    fn of(
        code: Compiled,
        name: &str,
        source: Source,
        imports: &[(String, String)],
    ) -> Result<Self, Diagnostic> {
        let facts = facts_of(&code, name, source, imports);
        let (code, bench) = (Arc::new(code), Arc::default());
        let facts = Arc::new(facts);
        let (stages, set) = (Vec::new(), Vec::new());
        let mut policy = Self { code, facts, bench, stages, set, lowering: true };
        policy.seat()?;
        Ok(policy)
    }

    /// Settles who must sit, from what it says, its parameters and the policies that it extends.
    fn seat(&mut self) -> Result<(), Diagnostic> {
        let mut bench = Bench::default();
        for base in &self.code.bases {
            bench.tighten(&base.bench);
        }
        let mut own = self.code.bench.clone();
        let mut asked: Vec<&str> = self.code.asked.iter().map(String::as_str).collect();
        for (param, place) in &self.code.seat_params {
            let names = match self.facts.params.get(*param) {
                Some((_, Value::Text(name))) => std::slice::from_ref(name),
                Some((_, Value::List(names))) => names,
                _ => &[],
            };
            for name in names {
                if let Some(mistake) = lower::not_a_seat(self.first_of(name), name) {
                    return Err(mistake);
                }
                let seat = own.seats.entry(composed_owned(name.clone())).or_default();
                match (*seat, *place) {
                    (_, None) => asked.push(name),
                    (Some(one), Some(other)) if one != other => {
                        return Err(mistakes::seated_otherwise(self.first_of(name), name));
                    }
                    (_, Some(place)) => *seat = Some(place),
                }
            }
        }
        // As dockets name them; a seat that a condition asks for has no place of its own.
        for (name, place) in std::mem::take(&mut own.seats) {
            let seat = own.seats.entry(composed_owned(name)).or_default();
            *seat = seat.or(place);
        }
        bench.tighten(&own);
        let observes = |name: &str| {
            let place = bench.seats.get(composed(name).as_ref()).copied().flatten();
            place.is_some_and(|place| place.stake == Stake::Observer)
        };
        if let Some(name) = asked.iter().find(|name| observes(name)) {
            return Err(mistakes::asks_an_observer(self.first_of(name), name));
        }
        self.bench = Arc::new(bench);
        Ok(())
    }

    /// Who must sit in a run: also the seats that its host names where the policy requires them.
    fn bench_in(&self, columns: &Columns) -> Cow<'_, Bench> {
        let mut bench = Cow::Borrowed(&*self.bench);
        for given in self.all_givens().into_iter().filter(|given| given.is_required) {
            let value = columns.given.get(&given.name).or(given.default.as_ref());
            let names = match value {
                Some(Given::Text(name)) => std::slice::from_ref(name),
                Some(Given::List(names)) => names,
                _ => &[],
            };
            let named = names.iter().map(|name| composed(name).into_owned());
            bench.to_mut().by_run.extend(named);
        }
        bench
    }

    /// Where its text first has a name between quotation marks.
    fn first_of(&self, name: &str) -> Span {
        let text = self.facts.source.text().unwrap_or_default();
        let quoted = format!("\"{name}\"");
        let at = text.find(&quoted).map(|at| Span::new(at, at + quoted.len()));
        at.unwrap_or_default()
    }

    fn bench(&self) -> &Bench {
        &self.bench
    }

    /// The names that it takes: of parameters, words and rules, its own and of those that it extends.
    fn all_names(&self) -> impl Iterator<Item = &str> {
        let params = self.facts.params.iter().map(|(name, _)| name.as_str());
        let words = self.facts.words.iter().filter(|word| word.name != word.outcome.as_str());
        let rules = self.facts.rules.iter().map(|rule| rule.name.as_str());
        params.chain(words.map(|word| word.name.as_str())).chain(rules)
    }

    fn all_givens(&self) -> Vec<&GivenFact> {
        let bases = self.code.bases.iter().flat_map(Self::all_givens);
        bases.chain(&self.code.given).collect()
    }

    /// The values of all `given` facts, one for each name, from those of each policy in turn.
    fn givens_once(&self, values: Vec<Given>) -> Vec<Given> {
        let mut seen: Vec<&str> = Vec::new();
        let givens = self.all_givens().into_iter().zip(values);
        let mut kept = Vec::new();
        for (given, value) in givens {
            if !seen.contains(&given.name.as_str()) {
                seen.push(&given.name);
                kept.push(value);
            }
        }
        kept
    }

    /// Says where the policy came from; rulings name it.
    ///
    /// ```
    /// use assize::{Policy, Stage};
    /// let policy = Policy::compile(Stage::Gate, "ours.rhai", "rule \"no\" otherwise hold;")?;
    /// let policy = policy.with_origin(".assize/policies/gate/ours.rhai");
    /// assert_eq!(policy.facts().origin.as_deref(), Some(".assize/policies/gate/ours.rhai"));
    /// # Ok::<(), assize::Diagnostics>(())
    /// ```
    #[must_use]
    pub fn with_origin(mut self, origin: impl Into<String>) -> Self {
        Arc::make_mut(&mut self.facts).origin = Some(origin.into());
        self
    }

    /// The words of a team that it was compiled with, its own among them.
    pub(crate) fn words_of_team(&self) -> &[String] {
        &self.code.machine.words
    }

    /// What the policy asks the host for with `given`.
    pub fn givens(&self) -> impl Iterator<Item = (&str, GivenType)> {
        let mut seen = std::collections::BTreeSet::new();
        let stages = self.stages.iter().flat_map(Self::all_givens);
        let all = self.all_givens().into_iter().chain(stages);
        let once = all.filter(move |given| seen.insert(&given.name));
        once.map(|given| (given.name.as_str(), given.of))
    }

    /// What it asks a host of each seat, its own and that of the policies that it extends: `given team of seats: text;`.
    #[cfg(feature = "cli")]
    pub(crate) fn labels(&self) -> Vec<&str> {
        let own = self.code.labels.iter().map(|label| label.name.as_str());
        self.code.bases.iter().flat_map(Self::labels).chain(own).collect()
    }

    /// The seats that `seat NAME …;` names, its own and those of the policies that it extends.
    pub fn seats(&self) -> impl Iterator<Item = &str> {
        let seats = self.bench.seats.iter();
        seats.filter_map(|(name, place)| place.map(|_| name.as_str()))
    }

    /// How the seats count that it does not name, where it says so: `others voting;`.
    #[cfg(feature = "host")]
    pub(crate) fn stake_of_others(&self) -> Option<Stake> {
        self.bench.others.map(|place| place.stake)
    }

    /// The seats that its own text names, in a `seat` or in a condition, and where it does so first.
    pub fn named_seats(&self) -> impl Iterator<Item = (&str, Span)> {
        let seats = self.bench.seats.keys().map(|name| (name.as_str(), self.first_of(name)));
        seats.filter(|(_, at)| at.start < at.end)
    }

    /// Runs every condition in rhai instead of natively: slower, and the same rulings.
    #[must_use]
    pub fn without_lowering(self) -> Self {
        let stages = self.stages.into_iter().map(Self::without_lowering).collect();
        let mut code = self.code;
        if code.frozen {
            // A text that was compiled before compiles; would it not, running it is an error, which leaves the gate shut.
            let bases = Bases::of(&[], &[]);
            let parsed = compile::compile_text(code.stage, &self.facts.source, &bases);
            if let Ok(mut parsed) = parsed {
                parsed.machine.words = Arc::clone(&code.machine.words);
                code = Arc::new(parsed);
            }
        }
        Self { lowering: false, stages, code, ..self }
    }

    /// The expressions that only rhai can run, by their place in the policy's text.
    pub fn thunks(&self) -> impl Iterator<Item = Span> {
        let codes = self.code.codes();
        codes.filter(|code| code.native.is_none()).map(|code| code.span)
    }

    /// What is known about the policy.
    pub fn facts(&self) -> &PolicyFacts {
        &self.facts
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
            Self::Seat | Self::Seats => Type::Seats,
        }
    }

    /// Whether it names seats.
    pub(crate) fn names_seats(self) -> bool {
        matches!(self, Self::Seat | Self::Seats)
    }

    /// The type that a host hands in.
    fn told_as(self) -> &'static str {
        match self {
            Self::Seat => Self::Text.as_str(),
            Self::Seats => Self::List.as_str(),
            other => other.as_str(),
        }
    }

    fn fits(self, value: &Given) -> bool {
        self.told_as() == value.type_name()
    }
}

impl fmt::Debug for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Policy").field("facts", &self.facts).finish_non_exhaustive()
    }
}
