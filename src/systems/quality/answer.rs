//! The outcome of an answer of a reviewer: read by the codec, judged by the policy `quality` (`JOBS-REQ-004.9`).

use serde::Serialize;

use super::override_record::judge_excused;
use super::step::ReviewCriterion;
use crate::codec::{self, ReadOptions};
use crate::engine::{Policy, Stage, built_in};
use crate::ir::{
    Decoded, Diagnostic, Diagnostics, Docket, Format, Level, Outcome, Ruling, Subject,
};
use crate::source::Source;

/// What a review without criteria says (`JOBS-REQ-004.6.1`).
pub const AUTO_PASS: &str = "No quality criteria defined - auto-passing";
/// What stands where a reviewer says nothing (`JOBS-REQ-004.9.3`).
pub const NO_FEEDBACK: &str = "No feedback provided";
/// What stands where no file of a review exists.
pub const NOTHING_REVIEWED: &str = "No file of this review exists, so nothing was reviewed";

/// The seat of anyone who reviews.
const SEAT: &str = "quality";

/// What a review came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReviewResult {
    /// Whether the gate opened, whatever the reviewer said.
    pub passed: bool,
    /// What the reviewer said, and why that counts as failed where it does not say so itself.
    pub feedback: String,
    /// What it said of each criterion.
    pub criteria_results: Vec<CriterionResult>,
}

/// What a reviewer said of a criterion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CriterionResult {
    /// Its name.
    pub criterion: String,
    /// Whether it is met.
    pub passed: bool,
    /// Why.
    pub feedback: Option<String>,
}

/// A review, and the ruling on it.
#[derive(Debug)]
pub struct Judged {
    /// What it came to.
    pub result: ReviewResult,
    /// Why.
    pub ruling: Ruling,
}

/// Reads an answer, bare or in the envelope of `claude -p`, and judges it: every criterion has to be judged once, and be
/// met.
///
/// # Errors
///
/// When it cannot be read as an answer: no JSON, an envelope that says `is_error`, one without `structured_output`.
pub fn judge_answer(
    criteria: &[ReviewCriterion],
    answer: &Source,
    options: &ReadOptions,
) -> Result<Judged, Diagnostics> {
    let asked = criteria.iter().map(|criterion| Subject::Criterion(criterion.name.clone()));
    let options = options.clone().format(Format::Quality).expected(asked);
    let decoded = codec::read(answer, &options);
    if decoded.unreadable.is_some() || decoded.verdicts.is_empty() {
        return Err(not_an_answer(decoded));
    }
    let mut result = said(&decoded);
    let worst: Vec<String> = errors(&decoded).map(|found| found.message.clone()).collect();
    let mut docket = Docket::new("quality-review").reading(options);
    docket.seat(SEAT);
    docket.submit_decoded(SEAT, decoded);
    let ruling = policy()?.judge(&docket.close())?;
    result.passed = ruling.opening().is_some();
    if !result.passed {
        let why = if worst.is_empty() { ruling.rule_name().to_owned() } else { worst.join("; ") };
        let says_so = result.criteria_results.iter().any(|criterion| !criterion.passed);
        if !worst.is_empty() || !says_so {
            result.feedback = format!("{} ({why})", result.feedback);
        }
    }
    Ok(Judged { result, ruling })
}

/// What a bare answer says: `passed` is false and `feedback` is [`NO_FEEDBACK`] where they are missing, and
/// `criteria_results` is empty.
///
/// # Errors
///
/// When it is not an answer.
///
/// ```
/// let result = assize::quality::parse_result(&[], r#"{"feedback": "half done"}"#)?;
/// assert!(!result.passed && result.criteria_results.is_empty());
/// # Ok::<(), assize::Diagnostics>(())
/// ```
pub fn parse_result(criteria: &[ReviewCriterion], data: &str) -> Result<ReviewResult, Diagnostics> {
    let answer = Source::new("answer", data);
    judge_answer(criteria, &answer, &ReadOptions::default()).map(|judged| judged.result)
}

/// The outcome of a review without criteria: the answer that no one has to give, judged as any other. Under the profile
/// `strict` it holds.
///
/// # Errors
///
/// None but those of the policy.
pub fn judge_without_criteria(options: &ReadOptions) -> Result<Judged, Diagnostics> {
    let answer =
        format!(r#"{{"passed": true, "feedback": "{AUTO_PASS}", "criteria_results": []}}"#);
    judge_answer(&[], &Source::new("no criteria", answer), options)
}

/// The outcome of a review of whose files none exists: no one is asked, and the gate is shut.
///
/// # Errors
///
/// None but those of the policy.
pub fn judge_missing() -> Result<Judged, Diagnostics> {
    let feedback = NOTHING_REVIEWED.to_owned();
    let result = ReviewResult { passed: false, feedback, criteria_results: Vec::new() };
    let mut docket = Docket::new("quality-review");
    docket.seat(SEAT);
    Ok(Judged { result, ruling: policy()?.judge(&docket.close())? })
}

/// The ruling on a review whose output was left out, as it may be: no reviewer is asked, and the gate opens with `warn` at best.
///
/// # Errors
///
/// None but those of the policy.
pub fn judge_left_out(output: &str) -> Result<Judged, Diagnostics> {
    let feedback =
        format!("The output `{output}` is optional and was left out, so nothing was reviewed");
    let ruling = judge_excused("step", &feedback)?;
    let passed = ruling.opening().is_some();
    Ok(Judged { result: ReviewResult { passed, feedback, criteria_results: Vec::new() }, ruling })
}

/// The ruling on a step that asks for no review: the gate opens with `warn` at best.
///
/// # Errors
///
/// None but those of the policy.
pub fn judge_no_review() -> Result<Ruling, Diagnostics> {
    judge_excused("step", "the step asks for no review, so nobody looked at it")
}

fn policy() -> Result<Policy, Diagnostics> {
    let name = "quality";
    Policy::compile(Stage::Gate, name, built_in(Stage::Gate, name).unwrap_or_default())
}

/// What the reviewer said; nothing here decides.
fn said(decoded: &Decoded) -> ReviewResult {
    let text = |span| decoded.text(span).trim().to_owned();
    let verdict = decoded.verdicts.first();
    let feedback = verdict.and_then(|verdict| verdict.summary).map(text);
    let feedback = feedback.filter(|feedback| !feedback.is_empty());
    let criteria = verdict.map(|verdict| verdict.criteria.as_slice()).unwrap_or_default();
    let criterion = |found: &crate::ir::Criterion| CriterionResult {
        criterion: text(found.name),
        passed: found.outcome == Some(Outcome::Pass),
        feedback: found.text.map(text).filter(|text| !text.is_empty()),
    };
    ReviewResult {
        passed: false,
        feedback: feedback.unwrap_or_else(|| NO_FEEDBACK.to_owned()),
        criteria_results: criteria.iter().map(criterion).collect(),
    }
}

fn errors(decoded: &Decoded) -> impl Iterator<Item = &Diagnostic> {
    decoded.diagnostics.iter().filter(|found| found.level == Level::Error)
}

/// What was printed is not an answer.
fn not_an_answer(decoded: Decoded) -> Diagnostics {
    let Decoded { sources, diagnostics, .. } = decoded;
    let mut found: Vec<Diagnostic> =
        diagnostics.into_iter().filter(|found| found.level == Level::Error).collect();
    if found.is_empty() {
        found.push(
            Diagnostic::error("assize::quality::not_an_answer")
                .message("what the reviewer printed is not an answer to a quality review")
                .help("have it print one JSON object: `assize contract quality` shows it"),
        );
    }
    Diagnostics::new(sources, found)
}
