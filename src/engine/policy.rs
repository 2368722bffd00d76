//! A compiled policy: items of the top level, checked and ready to be judged with.

mod builder;
mod shown;

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::eval::Node;
use super::facts::{Id, Type};
use super::lower::{LetType, ParamType};
pub(super) use super::rhai::Function;
use super::rhai::{Machine, Thunk};
use super::syntax::Expr;
use super::{GivenType, Policy, Stage};
use crate::ir::glob::is_pattern;
use crate::ir::{Bench, Given, Outcome, SeatPlace, Value};
use crate::source::{Source, Span};
pub(super) use builder::Builder;
pub(super) use shown::facts_of;

/// A compiled policy.
#[derive(Clone)]
pub(super) struct Compiled {
    pub(super) stage: Stage,
    pub(super) language: u32,
    pub(super) machine: Machine,
    pub(super) words: Vec<Word>,
    pub(super) params: Vec<Param>,
    pub(super) given: Vec<GivenFact>,
    /// What it asks the host for about each seat.
    pub(super) labels: Vec<SeatLabel>,
    pub(super) steps: Vec<Step>,
    /// Who must sit, but for parameters that name seats: those stand beside it, with how they count.
    pub(super) bench: Bench,
    pub(super) seat_params: Vec<(usize, Option<SeatPlace>)>,
    /// The seats that conditions ask for by name.
    pub(super) asked: BTreeSet<String>,
    /// What it asks the host for besides: what the change touches.
    pub(super) asks: Vec<(Id, Span)>,
    /// What it says that the linter finds and that is meant.
    pub(super) allows: Vec<Allow>,
    /// The policies that it extends.
    pub(super) bases: Vec<Policy>,
    /// Its `let`s, as they were checked.
    pub(super) lets: Vec<LetType>,
    /// Its `fn`s, and those of the files that it imports.
    pub(super) functions: Vec<Function>,
    /// The names that it introduces, in the order of its text.
    pub(super) declared: Vec<Declared>,
    /// Its own text, and those of the files that it imports: what spans lie in.
    pub(super) sources: Vec<Source>,
    /// What it was compiled with: names and texts.
    #[cfg_attr(
        not(feature = "trial"),
        expect(dead_code, reason = "mutants are compiled with them")
    )]
    pub(super) imports: Vec<(String, String)>,
    /// Whether it was compiled beforehand: rhai has parsed nothing of it.
    pub(super) frozen: bool,
}

/// `allow "unused_word" "the hosts say it";`
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Allow {
    /// The last part of a lint's code.
    pub(super) lint: String,
    pub(super) reason: String,
    /// Where the name stands.
    pub(super) at: Span,
}

/// A name that a policy introduces, and where it stands.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Declared {
    /// The word that introduces it: `param`, `rule`.
    pub(super) keyword: &'static str,
    pub(super) name: String,
    pub(super) at: Span,
}

impl Compiled {
    /// How early a rule decides among those that hold: the worst outcome first, then the word declared first, then
    /// the rule written first; of what can be tried next, the rule written first.
    pub(super) fn rank(&self, place: u32, rule: &Rule) -> impl Ord + use<> {
        let by_word = self.stage != Stage::Redispatch;
        let outcome = self.outcome(rule).filter(|_| by_word);
        (Reverse(outcome), rule.word.filter(|_| by_word), place)
    }

    /// Its rules and notes, in their order.
    pub(super) fn rules(&self) -> impl Iterator<Item = &Rule> {
        self.steps.iter().filter_map(|step| match step {
            Step::Rule(rule) => Some(&**rule),
            Step::Let(_) => None,
        })
    }

    /// Its expressions, in their order.
    pub(super) fn codes(&self) -> impl Iterator<Item = &Code> {
        self.steps.iter().flat_map(|step| match step {
            Step::Let(code) => vec![&**code],
            Step::Rule(rule) => rule.codes().collect(),
        })
    }

    /// The expressions that rulings rest on: all but the texts of reasons and requests.
    pub(super) fn deciding(&self) -> impl Iterator<Item = &Code> {
        self.steps.iter().flat_map(|step| match step {
            Step::Let(code) => vec![&**code],
            Step::Rule(rule) => rule.deciding().collect(),
        })
    }

    /// The outcome of the word of a rule; none for a note and for an action.
    pub(super) fn outcome(&self, rule: &Rule) -> Option<Outcome> {
        match &self.words.get(rule.word?)?.means {
            Meaning::Outcome(outcome) => Some(*outcome),
            Meaning::Action(_) => None,
        }
    }
}

/// One thing that is done in order when a docket is judged.
#[derive(Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Step {
    Let(Box<Code>),
    Rule(Box<Rule>),
}

/// A rule, or a note when it has no word.
#[derive(Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Rule {
    pub(super) name: String,
    pub(super) span: Span,
    /// None: `otherwise`.
    pub(super) when: Option<Code>,
    /// The condition as it is written, on one line.
    pub(super) condition: Option<String>,
    pub(super) operands: Vec<Operand>,
    pub(super) word: Option<usize>,
    pub(super) citing: Option<Code>,
    pub(super) because: Option<Code>,
    pub(super) ask: Option<Code>,
    pub(super) overriding: Option<Overriding>,
}

impl Rule {
    /// Its condition and its tails.
    pub(super) fn codes(&self) -> impl Iterator<Item = &Code> {
        let lifts = self.overriding.iter().map(|overriding| &overriding.group);
        self.when.iter().chain(self.tails()).chain(lifts)
    }

    /// Its outcome rests on these: its condition, and what it cites and lifts.
    pub(super) fn deciding(&self) -> impl Iterator<Item = &Code> {
        let lifts = self.overriding.iter().map(|overriding| &overriding.group);
        self.when.iter().chain(&self.citing).chain(lifts)
    }

    /// What it cites, says and asks.
    pub(super) fn tails(&self) -> impl Iterator<Item = &Code> {
        self.citing.iter().chain(&self.because).chain(&self.ask)
    }
}

/// `overriding GROUP "reason"`
#[derive(Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Overriding {
    pub(super) group: Code,
    pub(super) reason: String,
}

/// `given phase: int = 3 among [1, 2, 3]`
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct GivenFact {
    pub(super) name: String,
    pub(super) of: GivenType,
    /// What it is where it is not given.
    pub(super) default: Option<Given>,
    /// What it may be; empty: anything of its type.
    pub(super) among: Vec<Given>,
    /// Whether the seats that it names are required: `seat on_call required;`.
    pub(super) is_required: bool,
}

/// `given team of seats: text among ["core", "web"]`
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct SeatLabel {
    pub(super) name: String,
    /// What it may be; empty: any text.
    pub(super) among: Vec<String>,
}

/// A part of a condition whose value explains it.
#[derive(Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Operand {
    pub(super) text: String,
    pub(super) value: OperandValue,
}

/// Where the value of an operand comes from.
#[derive(Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum OperandValue {
    Native(Node),
    /// Only rhai can evaluate it: run on its own, and paid for like any thunk.
    Rhai(Thunk),
    /// It is the whole condition, whose value is known.
    Condition,
    /// It cannot be taken out of its condition.
    Unknown,
}

/// An expression that is ready to run: natively when it lowers, else in rhai.
#[derive(Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Code {
    /// It as it is written.
    pub(super) expr: Expr,
    pub(super) native: Option<Node>,
    pub(super) thunk: Thunk,
    pub(super) span: Span,
    pub(super) name: Option<String>,
}

/// A word of the policy.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound(deserialize = "'de: 'static")))]
pub(super) struct Word {
    pub(super) name: String,
    pub(super) means: Meaning,
}

/// The outcome of a word. An action is never an outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Meaning {
    Outcome(Outcome),
    Action(&'static str),
}

/// A parameter: the team's choice.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Param {
    pub(super) name: String,
    pub(super) value: Value,
    pub(super) range: ParamRange,
    /// Whether it is used as a pattern of paths.
    pub(super) is_pattern: bool,
    pub(super) doc: String,
}

/// What a parameter may be.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum ParamRange {
    /// `from 1 to 100`: of a number; of the length of a text in characters; of the number of
    /// entries of a list.
    Between(i64, i64),
    /// `among ["strict", "lenient"]`: a text, or every entry of a list.
    Among(Vec<String>),
    /// Anything: a day.
    Any,
}

impl GivenFact {
    /// Whether a host tells both alike.
    pub(super) fn is_asked_like(&self, other: &Self) -> bool {
        (self.of, &self.default, &self.among) == (other.of, &other.default, &other.among)
    }

    /// Whether it may have this value: of its type, and among its choices where there are some.
    pub(super) fn allows(&self, value: &Given) -> bool {
        let names = match value {
            Given::Text(name) if self.of.names_seats() => !name.trim().is_empty(),
            Given::List(names) if self.of.names_seats() => {
                names.iter().all(|name| !name.trim().is_empty())
            }
            _ => true,
        };
        names && self.of.fits(value) && (self.among.is_empty() || self.among.contains(value))
    }
}

impl Param {
    pub(super) fn of(&self) -> Type {
        match self.value {
            Value::Int(_) => Type::Int,
            Value::List(_) => Type::List,
            Value::Date(_) => Type::Date,
            _ => Type::Text,
        }
    }

    /// Why a value is outside the range; none when it fits.
    pub(super) fn misfit(&self, value: &Value) -> Option<String> {
        match (&self.range, value) {
            (_, Value::Text(text)) if self.is_pattern && !is_pattern(text) => {
                Some(format!("`{text}` is not a pattern of paths"))
            }
            (ParamRange::Between(low, high), Value::Int(n)) => {
                (!(*low..=*high).contains(n)).then(|| format!("{n} is not from {low} to {high}"))
            }
            (ParamRange::Between(low, high), Value::Text(text)) => {
                let length = i64::try_from(text.chars().count()).unwrap_or(i64::MAX);
                (!(*low..=*high).contains(&length))
                    .then(|| format!("it is {length} characters long, not {low} to {high}"))
            }
            (ParamRange::Between(low, high), Value::List(list)) => {
                let length = i64::try_from(list.len()).unwrap_or(i64::MAX);
                (!(*low..=*high).contains(&length))
                    .then(|| format!("it has {length} entries, not {low} to {high}"))
            }
            (ParamRange::Among(choices), Value::Text(text)) => (!choices.contains(text))
                .then(|| format!("`{text}` is not one of {}", choices.join(", "))),
            (ParamRange::Among(choices), Value::List(list)) => {
                let odd = list.iter().find(|entry| !choices.contains(entry))?;
                Some(format!("`{odd}` is not one of {}", choices.join(", ")))
            }
            (ParamRange::Any, Value::Date(_)) => None,
            _ => Some("it has another type".to_owned()),
        }
    }
}

impl Code {
    /// Whether evaluating it can end in an error.
    pub(super) fn can_err(&self) -> bool {
        self.native.as_ref().is_none_or(Node::can_err)
    }
}

impl From<&Param> for ParamType {
    fn from(param: &Param) -> Self {
        let choices = match &param.range {
            ParamRange::Among(choices) => Some(choices.clone()),
            ParamRange::Between(..) | ParamRange::Any => None,
        };
        let range = match (&param.range, &param.value) {
            (ParamRange::Between(low, high), Value::Int(_)) => {
                Some(((*low).into(), (*high).into()))
            }
            _ => None,
        };
        Self { name: param.name.clone(), of: param.of(), choices, range }
    }
}
