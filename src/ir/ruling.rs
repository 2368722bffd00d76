//! What a policy decided about a docket, and why.

use std::sync::Arc;

use super::bits::Bits;
use super::closed::CellRef;
use super::open::{Impediment, Opening};
use super::{ClosedDocket, Date, FindingRef, Given, Outcome, Waiver};
use crate::source::{Sha256, Source, Span};

/// The origin of a policy that comes with Assize.
pub const BUILT_IN: &str = "built in";

/// What a policy decided about a docket, and why.
///
/// A ruling cannot be made by hand or read from a text; [`Ruling::opening`] is the only way to
/// learn that the gate is open.
#[derive(Clone, Debug)]
#[must_use]
pub struct Ruling {
    docket: ClosedDocket,
    policy: Arc<PolicyFacts>,
    decision: Decision,
    evaluation: Evaluation,
}

/// How it was decided.
#[derive(Clone, Debug)]
pub(crate) enum Decision {
    Opened(Arc<Opening>),
    Shut(Outcome),
    /// The rule would have opened and was not allowed to.
    Refused {
        outcome: Outcome,
        impediments: Vec<Impediment>,
    },
}

/// What an engine found out on the way to a decision.
#[derive(Clone, Debug, Default)]
pub(crate) struct Evaluation {
    /// The rule that decided, by its place among the policy's rules and notes; none when none holds.
    pub(crate) rule: Option<u32>,
    pub(crate) reason: Option<String>,
    pub(crate) cites: Selection,
    /// The other rules that hold.
    pub(crate) also: Vec<u32>,
    /// Notes that hold, and what they cite.
    pub(crate) notes: Vec<(u32, Selection)>,
    /// For each rule and note, in order: whether it holds.
    pub(crate) holds: Vec<bool>,
    /// The values of all operands, rule after rule; none for one that was not evaluated.
    pub(crate) operands: Vec<Option<Seen>>,
    /// The values of the policy's `given` facts, in the order they are declared.
    pub(crate) given: Vec<Given>,
    /// The outcome of each policy that it extends.
    pub(crate) bases: Vec<Outcome>,
}

/// A choice of cells or findings; its text is only made when somebody asks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Selection {
    /// Nothing was cited.
    #[default]
    Nothing,
    /// Some cells.
    Cells(Bits),
    /// Some findings.
    Findings(Bits),
    /// Some waivers.
    Waivers(Bits),
}

/// What a condition's operand was worth; its names are only made when somebody asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Seen {
    Value(Value),
    Seats(Bits),
    Findings(Bits),
}

/// The value of a parameter, or of a condition's operand that is not a set.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Value {
    /// True or false.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A text.
    Text(String),
    /// A list of texts.
    List(Vec<String>),
    /// A day.
    Date(Date),
}

/// As `--set` and `--given` take it: entries of a list stand between commas.
impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Given::from(self.clone()).fmt(f)
    }
}

impl From<Value> for Given {
    fn from(value: Value) -> Self {
        match value {
            Value::Bool(value) => Self::Bool(value),
            Value::Int(value) => Self::Int(value),
            Value::Text(text) => Self::Text(text),
            Value::List(entries) => Self::List(entries),
            Value::Date(day) => Self::Date(day),
        }
    }
}

/// What a condition's operand was worth.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Operand<'a> {
    /// True or false, a number, a text, a list of texts.
    Value(&'a Value),
    /// Some seats by name, in the docket's order.
    Seats(Vec<&'a str>),
    /// Some findings, in the docket's order.
    Findings(Vec<FindingRef<'a>>),
}

/// What a ruling needs to know about the policy behind it. Plain data.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PolicyFacts {
    /// Its name: `any-blocker`.
    pub name: String,
    /// Its stage: `gate`.
    pub stage: &'static str,
    /// Where it came from, where the host said so: `built in`, a path, a path in a commit.
    pub origin: Option<String>,
    /// SHA-256 of its text and of the texts it imports.
    pub sha256: Sha256,
    /// The version of the rule language it is written in.
    pub language: u32,
    /// Its text.
    pub source: Source,
    /// Its words, worst first.
    pub words: Vec<WordFacts>,
    /// Its parameters and their values.
    pub params: Vec<(String, Value)>,
    /// The names of its `given` facts.
    pub given: Vec<String>,
    /// Its rules and notes, in order; those of the policies that it extends stand before its own.
    pub rules: Vec<RuleFacts>,
    /// The policies that it extends: name and SHA-256.
    pub extends: Vec<(String, Sha256)>,
    /// The policies of the stages before the gate, in the order in which they were asked.
    pub stages: Vec<PolicyFacts>,
}

/// A word a policy decides with.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WordFacts {
    /// `NO-GO`.
    pub name: String,
    /// Its outcome.
    pub outcome: Outcome,
}

/// One rule or note of a policy.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RuleFacts {
    /// Its name, which is its reason.
    pub name: String,
    /// Its line, from 1.
    pub line: u32,
    /// Its place in the policy's text.
    pub span: Span,
    /// Its word, by its place among the policy's words; none for a note.
    pub word: Option<u32>,
    /// Its condition as it is written, on one line; none for an `otherwise`.
    pub condition: Option<String>,
    /// The texts of its condition's operands.
    pub operands: Vec<String>,
    /// The reason it gives for lifting what reviewers said.
    pub overriding: Option<String>,
    /// The policy it comes from, where that is one that the policy extends.
    pub base: Option<String>,
}

/// One line of the trace.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TraceEntry<'a> {
    /// The rule or note.
    pub rule: &'a RuleFacts,
    /// Whether it holds.
    pub holds: bool,
    /// The texts of its operands, and their values where they were evaluated.
    pub operands: Vec<(&'a str, Option<Operand<'a>>)>,
}

/// A note that holds.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct NoteRef<'a> {
    /// The note.
    pub note: &'a RuleFacts,
    /// What it cites.
    pub cites: Vec<Cite<'a>>,
    /// The waivers that it cites.
    pub waivers: Vec<&'a Waiver>,
}

/// One thing a rule points at.
///
/// ```
/// # use assize::{Docket, Policy, Source, Stage, built_in};
/// # let text = built_in(Stage::Gate, "any-blocker").unwrap();
/// # let policy = Policy::compile(Stage::Gate, "any-blocker", text)?;
/// # let mut docket = Docket::new("task-17");
/// # let text = "verdict: fail\nconfidence: high\nblocker: src/a.rs:7 it leaks\n";
/// # docket.seat("qa");
/// # docket.submit("qa", Source::new("qa.md", text));
/// let ruling = policy.judge(&docket.close())?;
/// let cite = &ruling.cites()[0];
/// assert_eq!(cite.cell.seat(), "qa");
/// assert_eq!(cite.finding.unwrap().in_full(), "src/a.rs:7 it leaks");
/// # Ok::<(), assize::Diagnostics>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Cite<'a> {
    /// The cell.
    pub cell: CellRef<'a>,
    /// The finding in it, when the rule points at findings.
    pub finding: Option<FindingRef<'a>>,
}

impl Ruling {
    pub(crate) fn new(
        docket: ClosedDocket,
        policy: Arc<PolicyFacts>,
        decision: Decision,
        evaluation: Evaluation,
    ) -> Self {
        Self { docket, policy, decision, evaluation }
    }

    /// `pass` and `warn` open, `fail` and `hold` shut.
    pub fn outcome(&self) -> Outcome {
        match &self.decision {
            Decision::Opened(opening) => opening.outcome(),
            Decision::Shut(outcome) | Decision::Refused { outcome, .. } => *outcome,
        }
    }

    /// The policy's word for the outcome: `NO-GO`.
    ///
    /// A refused opening has its outcome for a word; a `pass` that was capped at `warn` has the policy's first
    /// word for `warn`.
    pub fn word(&self) -> &str {
        match (&self.decision, self.rule_word()) {
            (Decision::Refused { outcome, .. }, _) => outcome.as_str(),
            (_, Some(word)) if word.outcome == self.outcome() => &word.name,
            _ => self.policy.word_for(self.outcome()),
        }
    }

    /// Proof that the gate is open; none when it is shut.
    pub fn opening(&self) -> Option<&Opening> {
        match &self.decision {
            Decision::Opened(opening) => Some(opening.as_ref()),
            Decision::Shut(_) | Decision::Refused { .. } => None,
        }
    }

    /// What kept the rule's word from opening the gate; none when nothing was refused.
    pub fn refused(&self) -> Option<&[Impediment]> {
        match &self.decision {
            Decision::Refused { impediments, .. } => Some(impediments),
            Decision::Opened(_) | Decision::Shut(_) => None,
        }
    }

    /// 0 open, 1 shut by a fail, 3 shut by a hold.
    pub fn exit_code(&self) -> u8 {
        match self.outcome() {
            Outcome::Pass | Outcome::Warn => 0,
            Outcome::Fail => 1,
            Outcome::Hold => 3,
        }
    }

    /// The rule that decided: of those that hold, the one with the worst word. None when no rule holds,
    /// which is a hold.
    pub fn rule(&self) -> Option<&RuleFacts> {
        self.policy.rules.get(self.evaluation.rule? as usize)
    }

    /// The name of the rule that decided, which is its reason: `no rule holds` when none did.
    pub fn rule_name(&self) -> &str {
        self.rule().map_or("no rule holds", |rule| &rule.name)
    }

    /// The word of the rule that decided, also when its opening was refused.
    pub fn rule_word(&self) -> Option<&WordFacts> {
        self.policy.words.get(self.rule()?.word? as usize)
    }

    /// The rule's `because`.
    pub fn reason(&self) -> Option<&str> {
        self.evaluation.reason.as_deref()
    }

    /// The other rules that hold, in order.
    pub fn also(&self) -> impl ExactSizeIterator<Item = &RuleFacts> {
        self.evaluation.also.iter().map(|&rule| &self.policy.rules[rule as usize])
    }

    /// Notes that hold.
    pub fn notes(&self) -> impl ExactSizeIterator<Item = NoteRef<'_>> {
        self.evaluation.notes.iter().map(|(note, cites)| NoteRef {
            note: &self.policy.rules[*note as usize],
            cites: self.cites_of(cites),
            waivers: self.waivers_of(cites),
        })
    }

    /// What the rule points at.
    pub fn cites(&self) -> Vec<Cite<'_>> {
        self.cites_of(&self.evaluation.cites)
    }

    /// The waivers that the rule points at.
    pub fn cited_waivers(&self) -> Vec<&Waiver> {
        self.waivers_of(&self.evaluation.cites)
    }

    fn waivers_of(&self, selection: &Selection) -> Vec<&Waiver> {
        let Selection::Waivers(waivers) = selection else { return Vec::new() };
        waivers.iter().filter_map(|place| self.docket.waivers().get(place)).collect()
    }

    fn cites_of(&self, selection: &Selection) -> Vec<Cite<'_>> {
        let columns = self.docket.columns();
        match selection {
            Selection::Nothing | Selection::Waivers(_) => Vec::new(),
            Selection::Cells(cells) => {
                cells.iter().map(|i| Cite { cell: columns.cell(i), finding: None }).collect()
            }
            Selection::Findings(findings) => findings
                .iter()
                .map(|i| columns.finding(i))
                .map(|finding| Cite { cell: finding.cell(), finding: Some(finding) })
                .collect(),
        }
    }

    /// Every rule and note in order, with what it saw.
    ///
    /// ```
    /// use assize::ruling::{Operand, Value};
    /// use assize::{Docket, Policy, Stage};
    /// let text = "rule \"somebody is missing\" when missing.count > 0 then hold;";
    /// let policy = Policy::compile(Stage::Gate, "mine", text)?;
    /// let mut docket = Docket::new("task-17");
    /// docket.seat("qa");
    /// let ruling = policy.judge(&docket.close())?;
    /// let entry = ruling.trace().next().unwrap();
    /// let (text, seen) = &entry.operands[0];
    /// assert_eq!(*text, "missing.count");
    /// assert!(matches!(seen, Some(Operand::Value(Value::Int(1)))));
    /// # Ok::<(), assize::Diagnostics>(())
    /// ```
    pub fn trace(&self) -> impl Iterator<Item = TraceEntry<'_>> {
        trace_of(&self.policy, &self.evaluation, &self.docket)
    }

    /// The docket that was judged.
    pub fn docket(&self) -> &ClosedDocket {
        &self.docket
    }

    /// The policy that judged it.
    pub fn policy(&self) -> &PolicyFacts {
        &self.policy
    }

    /// The outcome of each policy that it extends, by its name.
    pub fn bases(&self) -> impl Iterator<Item = (&str, Outcome)> {
        let names = self.policy.extends.iter().map(|(name, _)| name.as_str());
        names.zip(self.evaluation.bases.iter().copied())
    }

    /// The values of the policy's `given` facts.
    pub fn given(&self) -> impl Iterator<Item = (&str, &Given)> {
        self.policy.given.iter().map(String::as_str).zip(&self.evaluation.given)
    }
}

/// Every rule and note of a policy in order, with what it saw in a docket.
pub(super) fn trace_of<'a>(
    policy: &'a PolicyFacts,
    evaluation: &'a Evaluation,
    docket: &'a ClosedDocket,
) -> impl Iterator<Item = TraceEntry<'a>> {
    let mut first = 0;
    policy.rules.iter().zip(&evaluation.holds).map(move |(rule, &holds)| {
        let values = evaluation.operands.get(first..first + rule.operands.len());
        first += rule.operands.len();
        let values = values.unwrap_or_default().iter();
        let values = values.map(|seen| seen.as_ref().map(|seen| operand(docket, seen)));
        let operands = rule.operands.iter().map(String::as_str).zip(values).collect();
        TraceEntry { rule, holds, operands }
    })
}

fn operand<'a>(docket: &'a ClosedDocket, seen: &'a Seen) -> Operand<'a> {
    let columns = docket.columns();
    match seen {
        Seen::Value(value) => Operand::Value(value),
        Seen::Seats(set) => {
            let names = set.iter().filter_map(|seat| columns.seat(seat)).map(CellRef::seat);
            Operand::Seats(names.collect())
        }
        Seen::Findings(set) => Operand::Findings(set.iter().map(|i| columns.finding(i)).collect()),
    }
}

impl PolicyFacts {
    /// Where it came from, unless it is built in.
    pub(crate) fn own_origin(&self) -> Option<&str> {
        self.origin.as_deref().filter(|origin| *origin != BUILT_IN)
    }

    /// The policy's word for an outcome: its own where it declares one, else the outcome.
    pub fn word_for(&self, outcome: Outcome) -> &str {
        let own = self.words.iter().find(|word| word.outcome == outcome);
        own.map_or(outcome.as_str(), |word| &word.name)
    }
}
