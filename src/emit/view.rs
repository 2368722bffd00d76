//! Spans, diagnostics, findings and verdicts as they stand in JSON.
//!
//! The doc comments here become the descriptions of the JSON Schemas.

mod answer;
mod builder;

use std::borrow::Cow;

use serde::Serialize;

use crate::ir::{Confidence, FindingKind, Format, Level, Outcome, RemarkKind, Severity};

pub(crate) use answer::ReadSource;
pub(super) use answer::{NoRuling, ReadSources};
pub(super) use builder::{ViewBuilder, subject};

type Text<'a> = Cow<'a, str>;

/// A place in a source that a person can open.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Span<'a> {
    /// The name of the source: a path, `<stdin>`.
    source: &'a str,
    /// First byte, from 0.
    start: u32,
    /// First byte behind it.
    end: u32,
    /// Line of the first byte, from 1.
    line: u32,
    /// Column of the first byte, from 1, in characters.
    column: u32,
}

/// Something worth knowing, and what to do about it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Diagnostic<'a> {
    /// Its name, which stays the same when the message is reworded.
    code: &'a str,
    /// How bad.
    severity: Level,
    /// One sentence.
    message: &'a str,
    /// The next step.
    help: Option<&'a str>,
    /// The main place; null when it is about no text.
    span: Option<Span<'a>>,
}

/// A range of lines, both ends included.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Lines {
    /// First line, from 1.
    first: u32,
    /// Last line.
    last: u32,
}

/// Where in the work a finding lies.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Location<'a> {
    /// The reviewer's words for it.
    text: Text<'a>,
    /// The path in it; null when it names no file.
    path: Option<Text<'a>>,
    /// The lines in it.
    lines: Vec<Lines>,
    /// More files, when it names several.
    also: Vec<Place<'a>>,
}

/// One more file that a location names.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Place<'a> {
    /// The path.
    path: Text<'a>,
    /// The lines in it.
    lines: Vec<Lines>,
}

/// One thing a reviewer found.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Finding<'a> {
    /// `blocker` when it alone keeps its format's gate shut.
    kind: FindingKind,
    /// How bad; null where the format does not say.
    severity: Option<Severity>,
    /// What kind of thing, in the reviewer's word.
    category: Option<Text<'a>>,
    /// Where in the work; null when the reviewer named no place.
    location: Option<Location<'a>>,
    /// What was found, in the reviewer's words.
    text: Text<'a>,
    /// What the reviewer proposes to do about it; null when it proposes nothing.
    advice: Option<Text<'a>>,
    /// Who found it, where one verdict speaks for several.
    agents: Vec<Text<'a>>,
    /// What it is about, whatever line it has moved to; the same in the next round.
    fingerprint: String,
    /// Where the reviewer wrote it.
    span: Option<Span<'a>>,
}

/// What a reviewer declared.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Stated<'a> {
    /// The outcome of the word.
    outcome: Outcome,
    /// The reviewer's word.
    word: Text<'a>,
}

/// What is judged: the whole change, one criterion by its id, a note held against a gate, a batch
/// of a log, or one reviewer of a summary.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub(super) enum Subject<'a> {
    /// The change as a whole.
    Change,
    /// One criterion of a contract, by its id.
    Criterion(&'a str),
    /// One note held against one gate.
    Pair(Pair<'a>),
    /// One batch of a log, or one run of it.
    Batch(Batch<'a>),
    /// What a summary says of one reviewer.
    Reviewer(&'a str),
}

/// One batch of a log, or one run of it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Batch<'a> {
    /// The name of the batch: `B2`.
    batch: &'a str,
    /// Which of its runs; null for what the batch came to.
    run: Option<&'a str>,
}

/// One note held against one gate.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Pair<'a> {
    /// Path of the note.
    note: &'a str,
    /// Id of the gate.
    gate: &'a str,
}

/// One criterion and whether it was met.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Criterion<'a> {
    /// Its id or text.
    name: Text<'a>,
    /// Whether it was met; null when the reviewer did not say.
    outcome: Option<Outcome>,
    /// What the reviewer said about it.
    text: Option<Text<'a>>,
}

/// A finding that was thrown out.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Removed<'a> {
    /// Who had reported it.
    agent: Text<'a>,
    /// Why it was thrown out.
    reason: Text<'a>,
    /// What it said.
    text: Text<'a>,
}

/// A conflict between reviewers that was settled.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Resolved<'a> {
    /// Who disagreed.
    agents: Vec<Text<'a>>,
    /// How it was settled.
    resolution: Text<'a>,
    /// What the conflict was.
    text: Text<'a>,
}

/// A decision to write down.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Steering<'a> {
    /// `CODIFY` or `PROPOSE`.
    level: Text<'a>,
    /// The file to write it into.
    target: Text<'a>,
    /// The decision.
    text: Text<'a>,
}

/// A defect of the specification.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct SpecFeedback<'a> {
    /// `specifications` or `design`.
    phase: Text<'a>,
    /// Which specification.
    spec: Text<'a>,
    /// What is wrong with it.
    text: Text<'a>,
}

/// Something a text says under a name of its own.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Member<'a> {
    /// The name.
    name: Text<'a>,
    /// What it says.
    text: Text<'a>,
}

/// Where the details of a verdict are.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum Details<'a> {
    /// A path, which no one followed.
    Path(Text<'a>),
    /// The rest of the reviewer's text.
    Inline(Text<'a>),
}

/// What one reviewer said about one subject.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Verdict<'a> {
    /// The reviewer's own name for itself, where the format has one.
    reviewer: Option<Text<'a>>,
    /// What was judged.
    subject: Subject<'a>,
    /// Which kind of verdict, where the format has kinds.
    kind: Option<&'a str>,
    /// What the reviewer declared.
    stated: Option<Stated<'a>>,
    /// What its own findings imply by the format's rules.
    derived: Option<Outcome>,
    /// The worst of what was stated, derived and audited. It is computed, and read from nowhere.
    effective: Option<Outcome>,
    /// What the reviewer wants done, where the format says so.
    action: Option<Text<'a>>,
    /// How sure the reviewer is; null when it did not say.
    confidence: Option<Confidence>,
    /// What the reviewer looked at.
    scope: Option<Text<'a>>,
    /// Its outcome in a few words.
    summary: Option<Text<'a>>,
    /// What was found, in the order it was written.
    findings: Vec<Finding<'a>>,
    /// Criteria that were checked one by one.
    criteria: Vec<Criterion<'a>>,
    /// Findings that were thrown out.
    removed: Vec<Removed<'a>>,
    /// Conflicts that were settled.
    resolved: Vec<Resolved<'a>>,
    /// Decisions to write down.
    steering: Vec<Steering<'a>>,
    /// Defects of the specification.
    spec_feedback: Vec<SpecFeedback<'a>>,
    /// Free text.
    notes: Vec<Text<'a>>,
    /// What the reviewer would write instead.
    revision: Option<Text<'a>>,
    /// What else the text says under a name of its own.
    members: Vec<Member<'a>>,
    /// Marks such as `PARTIAL:name|reason`.
    tags: Vec<Text<'a>>,
    /// Where the details are.
    evidence: Option<Details<'a>>,
    /// Whether only the `lenient` profile found this verdict.
    inferred: bool,
    /// What the text says beside its fields, in the order it was written.
    remarks: Vec<Remark<'a>>,
    /// How many lines of prose stand outside the fields. They decide nothing.
    unclaimed: u32,
}

/// A labelled line beside the fields of a verdict. It can shut a gate and never opens one.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Remark<'a> {
    /// What kind of line.
    kind: RemarkKind,
    /// What it says. A finding says `fail`, a word that cannot be read as an outcome says `hold`.
    says: Outcome,
    /// The words that say it.
    text: Text<'a>,
    /// The whole line.
    span: Option<Span<'a>>,
}

/// A format that a text is not in, and where that showed.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Tried<'a> {
    /// The format.
    format: Format,
    /// What its reader looked for.
    why: &'a str,
    /// Where it gave up.
    span: Option<Span<'a>>,
}

/// A repair that reading had to make.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Recovery<'a> {
    /// Its name.
    name: &'a str,
    /// The text that was repaired.
    span: Option<Span<'a>>,
}
