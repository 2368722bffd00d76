//! A ruling on one line: each finding once, meant by its number elsewhere, and nothing of what is not known.
//!
//! The doc comments here become the descriptions of the JSON Schema.

mod view;

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Serialize;

use super::view::Subject;
use crate::ir::{
    Cause, Confidence, FindingKind, Level, Outcome, RemarkKind, Severity, Stake, State,
};

type Text<'a> = Cow<'a, str>;

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_false(value: &bool) -> bool {
    !value
}

impl Cites {
    fn is_empty(&self) -> bool {
        self.cells.is_empty() && self.findings.is_empty()
    }
}

/// A ruling on one line. What is empty, null or false is left out, and so is what is as usual.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "CompactRuling"))]
pub(crate) struct Ruling<'a> {
    /// The version of this shape. Additions do not change it.
    #[cfg_attr(test, schemars(extend("const" = 1)))]
    schema_version: u32,
    /// Which recorded round it is of: its folder or its file, and of lines its line.
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<&'a str>,
    /// The work under judgement.
    docket: Docket<'a>,
    /// `pass` and `warn` open the gate, `hold` and `fail` shut it.
    outcome: Outcome,
    /// The policy's word for the outcome; the outcome itself when an opening was refused.
    word: &'a str,
    /// Whether the gate is open. Nothing else says so.
    open: bool,
    /// The rule that decided, or that was refused; left out when no rule holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<Rule<'a>>,
    /// What was refused; left out when the rule's word stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<Refused<'a>>,
    /// The rule's `because`.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    /// The other rules that hold.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    also: Vec<Rule<'a>>,
    /// Notes that hold.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<Note<'a>>,
    /// What the rule points at.
    #[serde(skip_serializing_if = "Cites::is_empty")]
    cites: Cites,
    /// Every expected answer in the order of the seats, then the unexpected ones.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cells: Vec<Cell<'a>>,
    /// Every finding, in the order of the cells. Its number is its place here, from 0.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    findings: Vec<Finding<'a>>,
    /// What should happen next. `assize redispatch` says it in words that can be sent.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    actions: Vec<Action>,
    /// The cells whose `fail` or `hold` the policy lifted so that the gate opens.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lifts: Vec<usize>,
    /// How many seats the gate opened on where none of them was expected by name, which caps it at `warn`.
    #[serde(skip_serializing_if = "Option::is_none")]
    unnamed_seats: Option<usize>,
    /// The policy that judged.
    policy: Policy<'a>,
    /// What reading and gathering had to say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    diagnostics: Vec<Diagnostic<'a>>,
}

/// What a docket came to, beside the docket, which says the rest.
#[derive(Serialize)]
pub(super) struct Recorded<'a> {
    schema_version: u32,
    docket: Docket<'a>,
    outcome: Outcome,
    word: &'a str,
    open: bool,
    exit_code: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<Rule<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    policy: Policy<'a>,
}

/// A recorded round that could not be judged, and why. Its gate is shut.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "CompactNoRuling"))]
pub(crate) struct NoRuling<'a> {
    /// The version of this shape. Additions do not change it.
    #[cfg_attr(test, schemars(extend("const" = 1)))]
    schema_version: u32,
    /// Which recorded round: its folder or its file, and of lines its line.
    record: &'a str,
    /// Always `error`.
    #[cfg_attr(test, schemars(extend("const" = "error")))]
    outcome: &'static str,
    /// Always false.
    #[cfg_attr(test, schemars(extend("const" = false)))]
    open: bool,
    /// What is wrong with it.
    diagnostics: Vec<Diagnostic<'a>>,
}

/// The work under judgement.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "CompactDocket"))]
struct Docket<'a> {
    /// Its name.
    id: &'a str,
    /// Which round of review this is, from 1.
    round: u32,
    /// The state of the work that was reviewed: `commit`, `tree`, `changes`, `run`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    binding: BTreeMap<&'a str, &'a str>,
}

/// One rule or note of the policy.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "CompactRule"))]
struct Rule<'a> {
    /// Its name, which is its reason.
    name: &'a str,
    /// Its line in the policy, from 1.
    line: u32,
    /// The policy that it stands in, where that is one that the policy extends.
    #[serde(skip_serializing_if = "Option::is_none")]
    base: Option<&'a str>,
}

/// A rule wanted to open the gate and was not allowed to.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "CompactRefused"))]
struct Refused<'a> {
    /// The word it said.
    word: &'a str,
    /// Everything that stands against it.
    impediments: Vec<Impediment>,
}

/// One thing that stands against opening the gate.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "CompactImpediment"))]
struct Impediment {
    /// What kind, as in the whole ruling: `against`, `unsettled`.
    name: &'static str,
    /// The cell that it is about, by its place in `cells`, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    cell: Option<usize>,
}

/// A note that holds.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "CompactNote"))]
struct Note<'a> {
    /// Its name, which is what it says.
    name: &'a str,
    /// Its line in the policy, from 1.
    line: u32,
    /// What it points at.
    #[serde(skip_serializing_if = "Cites::is_empty")]
    cites: Cites,
    /// The waivers that it points at, by name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    waivers: Vec<&'a str>,
}

/// What a rule or a note points at.
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "CompactCites"))]
struct Cites {
    /// Whole cells, by their places in `cells`, from 0.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cells: Vec<usize>,
    /// Findings, by their numbers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    findings: Vec<usize>,
}

/// One expected answer, or one that was not expected.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "CompactCell"))]
struct Cell<'a> {
    /// The seat.
    seat: &'a str,
    /// What it judges; left out for the change as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    subject: Option<Subject<'a>>,
    /// What its answer counts for; left out where it is `required`.
    #[serde(skip_serializing_if = "Option::is_none")]
    stake: Option<Stake>,
    /// How much it weighs; left out where that is 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<u32>,
    /// What became of it; left out where it is `reported`.
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<State>,
    /// Why it cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<Cause>,
    /// The name of what was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a str>,
    /// The worst of what was stated, derived and audited.
    #[serde(skip_serializing_if = "Option::is_none")]
    effective: Option<Outcome>,
    /// What the reviewer declared; left out where it is `effective`.
    #[serde(skip_serializing_if = "Option::is_none")]
    stated: Option<Outcome>,
    /// What its own findings imply by the format's rules; left out where it is `effective`.
    #[serde(skip_serializing_if = "Option::is_none")]
    derived: Option<Outcome>,
    /// What the audit policy made of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    audit: Option<Audit<'a>>,
    /// Whether a line of its own beside the verdict says worse, so that it is effectively `hold`.
    #[serde(skip_serializing_if = "is_false")]
    doubted: bool,
    /// Whether it is missing, and somebody is at it.
    #[serde(skip_serializing_if = "is_false")]
    awaiting: bool,
    /// How sure the reviewer is; left out when it did not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<Confidence>,
    /// What was found, by the numbers of the findings.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    findings: Vec<usize>,
    /// What its source says beside the fields.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    remarks: Vec<Remark<'a>>,
}

/// What an audit policy made of a verdict.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "CompactAudit"))]
struct Audit<'a> {
    /// The rule that decided.
    rule: &'a str,
    /// Its word.
    word: &'a str,
    /// The outcome of the word.
    outcome: Outcome,
}

/// A labelled line beside the fields of a verdict.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "CompactRemark"))]
struct Remark<'a> {
    /// What kind of line.
    kind: RemarkKind,
    /// What it says.
    says: Outcome,
    /// The words that say it.
    text: Text<'a>,
    /// Its line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
}

/// One thing that a reviewer found.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "CompactFinding"))]
struct Finding<'a> {
    /// `blocker` when it alone keeps its format's gate shut.
    kind: FindingKind,
    /// How bad; left out where the format does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    severity: Option<Severity>,
    /// What kind of thing, in the reviewer's word.
    #[serde(skip_serializing_if = "Option::is_none")]
    category: Option<Text<'a>>,
    /// Where in the work, in the reviewer's words.
    #[serde(skip_serializing_if = "Option::is_none")]
    location: Option<Text<'a>>,
    /// The path in it; left out where it is the whole location.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<Text<'a>>,
    /// The lines in it, first and last.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<(u32, u32)>,
    /// More files, when it names several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    also: Vec<Text<'a>>,
    /// What was found, in the reviewer's words.
    text: Text<'a>,
    /// What the reviewer proposes to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<Text<'a>>,
    /// Who found it, where one verdict speaks for several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    agents: Vec<Text<'a>>,
    /// What it is about, whatever line it has moved to; the same in the next round.
    fingerprint: String,
    /// Its line in the source of its cell, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
}

/// What should happen next.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "CompactAction"))]
struct Action {
    /// What to do: `fix`, `redispatch`, or a word of a redispatch policy.
    kind: &'static str,
    /// For whom, by the place of the cell, from 0.
    cell: usize,
    /// Why.
    reason: String,
    /// The findings it is about, by their numbers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    findings: Vec<usize>,
}

/// The policy that judged.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "CompactPolicy"))]
struct Policy<'a> {
    /// Its name.
    name: &'a str,
    /// SHA-256 of its text and of the texts it imports, in hexadecimal.
    sha256: String,
    /// The policies of the stages before the gate.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stages: Vec<Policy<'a>>,
}

/// Something worth knowing.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "CompactDiagnostic"))]
struct Diagnostic<'a> {
    /// Its name, which stays the same when the message is reworded.
    code: &'a str,
    /// How bad.
    severity: Level,
    /// One sentence.
    message: &'a str,
    /// The next step.
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
    /// The text that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a str>,
    /// The line in it, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
}
