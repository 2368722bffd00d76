//! The linter: what a policy that compiles is likely to get wrong, seen without running it.
//!
//! A lint is a row of [`LINTS`]; what it says stands beside its check. Lints look at the compiled policy and at the
//! fact table, and reason by [`Logic`].

mod conditions;
mod mistakes;
mod names;
mod openings;
mod seats;
mod silence;
mod text;

use super::Policy;
use super::eval::Node;
use super::logic::Logic;
use super::lower::ParamType;
use super::policy::{Allow, Compiled, Declared, Rule};
use crate::ir::{Diagnostic, Diagnostics, Level, Outcome};
use crate::source::Span;
use mistakes::allows_nothing;

/// How many questions are asked of [`Logic`] at most, each of which may take all its steps.
const QUESTIONS: u32 = 200;

/// Something that `assize policy check` looks for.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Lint {
    /// Its code: `assize::lint::unused_param`.
    pub code: &'static str,
    /// How bad it is; what is advice makes no policy unclean.
    pub level: Level,
    /// What it is about, in a sentence.
    pub doc: &'static str,
    check: fn(&Checking<'_>, &Self) -> Vec<Diagnostic>,
}

type Check = fn(&Checking<'_>, &Lint) -> Vec<Diagnostic>;

const fn warn(code: &'static str, check: Check, doc: &'static str) -> Lint {
    Lint { code, level: Level::Warning, doc, check }
}

/// What is reported of an `allow` once all else was found.
const IDLE_ALLOW: &str = "assize::lint::idle_allow";

/// Every lint, in the order of what they are about: rules, openings, seats, names, the text.
pub const LINTS: &[Lint] = &[
    warn("assize::lint::never_holds", conditions::never_holds, "A condition can never be true."),
    warn(
        "assize::lint::always_holds",
        conditions::always_holds,
        "A condition is true whatever the reviewers say.",
    ),
    warn(
        "assize::lint::never_decides",
        conditions::never_decides,
        "Whenever the rule holds, another one that comes before it does, too.",
    ),
    warn(
        "assize::lint::too_much",
        conditions::too_much,
        "There are more conditions than can be compared with each other.",
    ),
    warn(
        "assize::lint::needless_override",
        openings::needless_override,
        "An override that can never be needed: there is nothing to lift, or another rule shuts.",
    ),
    warn(
        "assize::lint::opens_without_reports",
        openings::opens_without_reports,
        "A rule that opens asks for nobody who reported.",
    ),
    warn(
        "assize::lint::none_of_skippable",
        openings::none_of_skippable,
        "A rule that opens asks `none` of seats that it names, which is true when they are skipped.",
    ),
    warn(
        "assize::lint::quorum_of_reported",
        seats::quorum_of_reported,
        "A rule that opens holds votes against a share of who reported, which shrinks as reviewers crash.",
    ),
    warn(
        "assize::lint::quorum_of_required",
        seats::quorum_of_required,
        "A quorum where every seat is required: one of them that fails shuts the gate whatever the others say.",
    ),
    warn(
        "assize::lint::unmentioned_state",
        seats::unmentioned_state,
        "No rule of a redispatch policy asks for seats that are missing, unreadable, stale or errored.",
    ),
    warn(
        "assize::lint::silent_seats",
        silence::silent_seats,
        "A gate opens while a voter is missing, errored, stale or unreadable, and says no more than where it passes.",
    ),
    warn(
        "assize::lint::unsaid_dissent",
        silence::unsaid_dissent,
        "A gate opens while a voter fails the change, and says no more than where it passes.",
    ),
    warn(
        "assize::lint::unseated_list",
        seats::unseated_list,
        "A condition asks for the seats of a list, and no `seat` says how they count.",
    ),
    warn("assize::lint::empty_seats", seats::empty_seats, "`seats([])` is nobody."),
    warn(
        "assize::lint::look_alike",
        names::look_alike,
        "Two names can hardly be told from each other.",
    ),
    warn("assize::lint::unused_param", names::unused, "No rule uses the `param`."),
    warn("assize::lint::unused_given", names::unused, "No rule uses the `given`."),
    warn("assize::lint::unused_word", names::unused, "No rule says the `word`."),
    warn(
        "assize::lint::unread_word",
        names::unread_word,
        "A condition asks who said a word of the policy that is read in no reviewer's answer.",
    ),
    warn("assize::lint::unused_let", names::unused, "No rule uses the `let`."),
    warn("assize::lint::unused_fn", names::unused, "No rule calls the `fn`."),
    warn("assize::lint::unused_import", names::unused, "No rule calls a `fn` of the file."),
    warn(
        "assize::lint::param_without_doc",
        names::param_without_doc,
        "A `param` does not say what it is for.",
    ),
    warn(
        "assize::lint::hidden_sign",
        text::hidden_sign,
        "A sign that is not seen, or that turns the text around it.",
    ),
    warn(IDLE_ALLOW, |_, _| Vec::new(), "An `allow` that silences nothing; it is looked at last."),
    Lint {
        code: "assize::lint::runs_in_rhai",
        level: Level::Advice,
        doc: "An expression that only rhai can run, so that no tool can look into it.",
        check: text::runs_in_rhai,
    },
];

impl Lint {
    /// The last part of its code: `unused_param`.
    pub fn name(&self) -> &'static str {
        self.code.rsplit("::").next().unwrap_or(self.code)
    }

    /// A finding of it, whose message and places follow.
    fn found(&self, message: impl Into<String>) -> Diagnostic {
        let found = match self.level {
            Level::Advice => Diagnostic::advice(self.code),
            Level::Warning => Diagnostic::warning(self.code),
            Level::Error => Diagnostic::error(self.code),
        };
        found.message(message)
    }
}

impl Policy {
    /// What is likely to be wrong with it, though it compiles: see [`LINTS`]. What it extends is not looked at, and what
    /// it says with `allow` that it means is advice.
    ///
    /// ```
    /// use assize::{Policy, Stage};
    /// let text = r#"
    ///     //! No one is against it.
    ///     rule "a reviewer failed the change" when failed.some then fail;
    ///     rule "nobody failed it" when failed.none then pass;
    /// "#;
    /// let found = Policy::compile(Stage::Gate, "ours.rhai", text)?.check();
    /// let codes: Vec<&str> = found.items().iter().map(|found| &*found.code).collect();
    /// assert_eq!(codes, ["assize::lint::silent_seats", "assize::lint::opens_without_reports"]);
    /// # Ok::<(), assize::Diagnostics>(())
    /// ```
    pub fn check(&self) -> Diagnostics {
        let params: Vec<ParamType> = self.code.params.iter().map(ParamType::from).collect();
        let checking = Checking::of(self, &params);
        let mut found: Vec<Diagnostic> =
            LINTS.iter().flat_map(|lint| (lint.check)(&checking, lint)).collect();
        for allow in &self.code.allows {
            let allowed = found.iter_mut().filter(|found| allow.is_of(found));
            let silenced = allowed.map(|found| found.be_allowed(&allow.reason)).count();
            let idle = LINTS.iter().filter(|lint| silenced == 0 && lint.code == IDLE_ALLOW);
            found.extend(idle.map(|lint| allows_nothing(lint, allow)));
        }
        found.sort_by_key(|found| found.span().map(|span| (span.source, span.start)));
        Diagnostics::new(self.code.sources.clone(), found)
    }
}

impl Allow {
    fn is_of(&self, found: &Diagnostic) -> bool {
        found.code.rsplit("::").next() == Some(self.lint.as_str())
    }
}

impl Diagnostic {
    /// Makes it advice: the policy says that it is meant.
    fn be_allowed(&mut self, reason: &str) {
        self.level = Level::Advice;
        self.message = format!("allowed, {reason}: {}", self.message);
    }
}

/// A policy that is looked at.
struct Checking<'p> {
    policy: &'p Policy,
    code: &'p Compiled,
    /// Rules and notes, and their conditions where they are native.
    rules: Vec<(&'p Rule, Option<Node>)>,
    logic: Logic<'p>,
}

/// For each rule and note of a policy, the name of the one that decides whenever it holds, where that can be seen.
#[cfg(feature = "trial")]
pub(super) fn shadowed(policy: &Policy) -> Vec<Option<String>> {
    let params: Vec<ParamType> = policy.code.params.iter().map(ParamType::from).collect();
    let checking = Checking::of(policy, &params);
    let found = conditions::shadowed(&checking);
    let of = |place: usize| found.iter().find(|shadow| shadow.place == place)?.by;
    (0..checking.rules.len()).map(|place| of(place).map(|rule| rule.name.clone())).collect()
}

impl<'p> Checking<'p> {
    fn of(policy: &'p Policy, params: &'p [ParamType]) -> Self {
        let code = &*policy.code;
        let logic = Logic::new(params, &code.given, &code.lets).of_whole(&code.bench, QUESTIONS);
        let plain = |rule: &Rule| logic.plain(rule.when.as_ref()?.native.as_ref()?);
        let rules = code.rules().map(|rule| (rule, plain(rule))).collect();
        Self { policy, code, rules, logic }
    }

    /// The names that the policy introduces with one of these words.
    fn declared(&self, keywords: &'p [&str]) -> impl Iterator<Item = &'p Declared> {
        self.code.declared.iter().filter(|declared| keywords.contains(&declared.keyword))
    }

    /// Where the name of a rule stands.
    fn name_of(&self, rule: &Rule) -> Span {
        let name = self.declared(&["rule", "note"]).find(|declared| declared.name == rule.name);
        name.map_or(rule.span, |declared| declared.at)
    }

    /// Where the condition of a rule stands.
    fn condition_of(&self, rule: &Rule) -> Span {
        rule.when.as_ref().map_or(rule.span, |when| when.span)
    }

    /// The rules that open a gate by themselves, with their conditions where they are native.
    fn openings(&self) -> impl Iterator<Item = (&'p Rule, &Node)> {
        let gate = self.policy.facts().stage == "gate" && self.code.bases.is_empty();
        let opens = |rule: &Rule| self.code.outcome(rule).is_some_and(Outcome::opens);
        let opens = move |rule: &&(&'p Rule, Option<Node>)| gate && opens(rule.0);
        self.rules.iter().filter(opens).filter_map(|(rule, when)| Some((*rule, when.as_ref()?)))
    }

    /// The rules that shut a gate, with their conditions where they are native.
    fn shutting(&self) -> impl Iterator<Item = (&'p Rule, &Node)> {
        let shuts = |rule: &Rule| self.code.outcome(rule).is_some_and(|outcome| !outcome.opens());
        let shuts = move |rule: &&(&'p Rule, Option<Node>)| shuts(rule.0);
        self.rules.iter().filter(shuts).filter_map(|(rule, when)| Some((*rule, when.as_ref()?)))
    }
}
