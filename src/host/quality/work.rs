//! The reviews of a step before and after their reviewers run: nothing in here waits.

use std::path::Path;

use serde::Serialize;

use super::super::Files;
use super::super::runner::{Invocation, Output};
use super::files::read_outputs;
use super::{ClaudeCli, QualityGateError};
use crate::systems::quality::{
    CriterionResult, FileContent, Judged, NOTHING_REVIEWED, Review, ReviewResult, ReviewTask,
    StepOutput, answer_schema, judge_answer, judge_left_out, judge_missing, judge_no_review,
    judge_without_criteria, payload, system_prompt,
};
use crate::{Diagnostic, Diagnostics, Outcome, ReadOptions, Ruling, Source};

/// What is asked of each of several reviews.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked<'a> {
    pub(super) root: &'a Path,
    pub(super) notes: Option<&'a str>,
    pub(super) max_inline_files: usize,
    pub(super) options: &'a ReadOptions,
}

/// A review that was run, or passed by itself.
#[derive(Debug)]
pub struct TaskReview {
    /// `step`, or the name of the output.
    pub run_each: String,
    /// The file that it judges; none for all outputs.
    pub target_file: Option<String>,
    /// How many files were in its payload.
    pub files: usize,
    /// The criteria that were not judged, because its output was left out.
    pub skipped: Vec<String>,
    /// What it came to, or why there is no answer.
    pub judged: Result<Judged, Diagnostics>,
}

/// A review that did not pass (`JOBS-REQ-004.7.7`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FailedReview {
    /// `step`, or the name of the output.
    pub review_run_each: String,
    /// The file that it judges; none for all outputs.
    pub target_file: Option<String>,
    /// Never true.
    pub passed: bool,
    /// What has to change.
    pub feedback: String,
    /// Criterion by criterion.
    pub criteria_results: Vec<CriterionResult>,
}

/// What all reviews of a step came to.
#[derive(Debug)]
pub struct Reviewed {
    /// In the order of the reviews, and of their files.
    pub tasks: Vec<TaskReview>,
    /// Where no review was asked for: a warning.
    pub nothing: Option<Ruling>,
}

impl TaskReview {
    /// What it came to, where there is an answer.
    pub fn result(&self) -> Option<&ReviewResult> {
        self.judged.as_ref().ok().map(|judged| &judged.result)
    }

    /// Whether no reviewer was asked, because none of its files exists.
    pub fn had_nothing(&self) -> bool {
        let nothing = |judged: &Judged| {
            judged.ruling.outcome() == Outcome::Hold && judged.result.feedback == NOTHING_REVIEWED
        };
        self.judged.as_ref().is_ok_and(nothing)
    }

    fn failed(&self) -> Option<FailedReview> {
        let result = self.result().filter(|result| !result.passed)?;
        Some(FailedReview {
            review_run_each: self.run_each.clone(),
            target_file: self.target_file.clone(),
            passed: false,
            feedback: result.feedback.clone(),
            criteria_results: result.criteria_results.clone(),
        })
    }
}

impl Reviewed {
    /// Those that did not pass, in their order.
    pub fn failures(&self) -> Vec<FailedReview> {
        self.tasks.iter().filter_map(TaskReview::failed).collect()
    }

    /// Why reviews have no answer, all of them.
    pub fn errors(&self) -> Diagnostics {
        let mut all = Diagnostics::default();
        for task in &self.tasks {
            if let Err(why) = &task.judged {
                all.absorb(why.clone());
            }
        }
        all
    }

    /// The rulings, worst first: that of each review, or the one on nothing.
    fn rulings(&self) -> impl Iterator<Item = &Ruling> {
        let judged = self.tasks.iter().filter_map(|task| task.judged.as_ref().ok());
        judged.map(|judged| &judged.ruling).chain(&self.nothing)
    }

    /// The ruling that is worst; none where a review has no answer.
    pub fn ruling(&self) -> Option<&Ruling> {
        let answered = self.tasks.iter().all(|task| task.judged.is_ok());
        let rank = |ruling: &&Ruling| (ruling.opening().is_none(), ruling.outcome());
        self.rulings().max_by_key(rank).filter(|_| answered)
    }

    /// What all came to; none where a review has no answer.
    pub fn outcome(&self) -> Option<Outcome> {
        self.ruling().map(Ruling::outcome)
    }
}

/// What a task waits for.
#[derive(Debug)]
pub(super) enum Ready {
    /// Nothing: there are no criteria.
    Judged(Box<Result<Judged, Diagnostics>>),
    /// A reviewer.
    ToRun(Box<Invocation>),
}

/// A task with its payload read.
pub(super) fn prepare(
    files: &dyn Files,
    task: &ReviewTask<'_>,
    cli: &ClaudeCli,
    asked: Asked<'_>,
) -> Result<Ready, Diagnostics> {
    let Review { criteria, guidance, run_each } = task.review;
    if task.left_out {
        return Ok(Ready::Judged(Box::new(judge_left_out(run_each))));
    }
    if criteria.is_empty() {
        return Ok(Ready::Judged(Box::new(judge_without_criteria(asked.options))));
    }
    let read = read_outputs(files, asked.root, &task.files, asked.max_inline_files)?;
    // Nothing to look at, whether no file was named or none exists: nobody is asked.
    if read.iter().all(|read| read.content == FileContent::NotFound) {
        return Ok(Ready::Judged(Box::new(judge_missing())));
    }
    let payload = payload(&read, asked.notes, asked.max_inline_files);
    let prompt = system_prompt(criteria, asked.notes, guidance.as_deref());
    let told = (prompt.as_str(), answer_schema());
    let run = cli.invocation((told.0, &told.1), payload, asked.root, task.timeout());
    Ok(Ready::ToRun(Box::new(run)))
}

/// What a reviewer printed, judged.
pub(super) fn conclude(
    task: &ReviewTask<'_>,
    output: &Output,
    options: &ReadOptions,
) -> Result<Judged, Diagnostics> {
    let name = name_of(task);
    if let Some(why) = output.failure() {
        return Err(runner_failed(&name, &why).into());
    }
    judge_answer(&task.review.criteria, &Source::new(name, output.stdout.clone()), options)
}

/// All reviews, with what became of each.
pub(super) fn reviewed(
    tasks: &[ReviewTask<'_>],
    judged: Vec<Result<Judged, Diagnostics>>,
) -> Result<Reviewed, QualityGateError> {
    let nothing = match tasks.is_empty() {
        true => Some(judge_no_review().map_err(QualityGateError::from)?),
        false => None,
    };
    let tasks = tasks.iter().zip(judged).map(|(task, judged)| TaskReview {
        run_each: task.review.run_each.clone(),
        target_file: task.target_file.clone(),
        files: task.files.len(),
        skipped: match task.left_out {
            true => task.review.criteria.iter().map(|one| one.name.clone()).collect(),
            false => Vec::new(),
        },
        judged,
    });
    Ok(Reviewed { tasks: tasks.collect(), nothing })
}

/// `answer of the review of chapters: docs/undo.md`
fn name_of(task: &ReviewTask<'_>) -> String {
    match &task.target_file {
        Some(file) => format!("review of {}: {file}", task.review.run_each),
        None => format!("review of {}", task.review.run_each),
    }
}

/// A review of all these outputs together.
pub(super) fn whole<'r>(review: &'r Review, outputs: &[StepOutput]) -> ReviewTask<'r> {
    let files = crate::systems::quality::output_files(outputs);
    ReviewTask { review, target_file: None, files, left_out: false }
}

/// The reviewer ended without an answer.
fn runner_failed(name: &str, why: &str) -> Diagnostic {
    Diagnostic::error("assize::quality::runner_failed")
        .message(format!("the {name} has no answer: {why}"))
        .help("nothing is taken for passed; look at the command, or give it more time with `--timeout`")
}
