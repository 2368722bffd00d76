//! The gate that runs reviewers, for hosts that wait for futures and for those that do not.

use std::fmt;
use std::path::Path;

use super::super::Disk;
use super::super::runner::{Invocation, Output, blocking, run_all, run_all_async};
use super::files::read_outputs;
use super::work::{Asked, Ready, conclude, prepare, reviewed, whole};
use super::{ClaudeCli, FailedReview, Reviewed};
use crate::systems::quality::{
    DEFAULT_MAX_INLINE_FILES, Judged, Review, ReviewCriterion, ReviewResult, ReviewTask, Step,
    StepOutput, output_files, payload, review_instructions, review_tasks,
};
use crate::{Diagnostic, Diagnostics, ReadOptions};

/// More reviewers than this at once only wait for each other.
const JOBS: usize = 8;

/// Reviews the outputs of a step by its criteria (`JOBS-REQ-004`).
///
/// ```no_run
/// # async fn finish(root: &std::path::Path) -> Result<(), assize::quality::QualityGateError> {
/// use assize::quality::{ClaudeCli, OutputKind, QualityGate, Review, ReviewCriterion, StepOutput};
///
/// let gate = QualityGate::new(Some(ClaudeCli::new()), None);
/// let outputs = [StepOutput::new("chapters", OutputKind::Files, ["docs/install.md", "docs/undo.md"])];
/// let criteria = [ReviewCriterion::new("AC1", "Every command is explained.")];
/// let reviews = [Review::new("chapters", criteria)];
/// for failed in gate.evaluate_reviews(&reviews, &outputs, root, None).await? {
///     println!("{:?}: {}", failed.target_file, failed.feedback);
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct QualityGate {
    cli: Option<ClaudeCli>,
    max_inline_files: usize,
    jobs: usize,
    options: ReadOptions,
}

/// Why there is no answer. The gate stays shut.
#[derive(Debug)]
pub struct QualityGateError {
    /// All that went wrong.
    pub why: Diagnostics,
    /// What became of the reviews that were run, those that have an answer among them.
    pub reviewed: Option<Box<Reviewed>>,
}

impl QualityGate {
    /// A gate that runs reviewers, or, without them, one that writes instructions for a review. More files than
    /// `max_inline_files`, 5 unless it is said, are listed and not shown.
    pub fn new(cli: Option<ClaudeCli>, max_inline_files: Option<usize>) -> Self {
        Self {
            cli,
            max_inline_files: max_inline_files.unwrap_or(DEFAULT_MAX_INLINE_FILES),
            jobs: JOBS,
            options: ReadOptions::default(),
        }
    }

    /// How many reviewers run at once.
    #[must_use]
    pub fn jobs(self, jobs: usize) -> Self {
        Self { jobs, ..self }
    }

    /// How answers are read; the profile `strict` holds a review without criteria.
    #[must_use]
    pub fn reading(self, options: ReadOptions) -> Self {
        Self { options, ..self }
    }

    /// More files than this are listed, and not shown.
    pub fn max_inline_files(&self) -> usize {
        self.max_inline_files
    }

    /// The review instructions of a step as a document in markdown (`JOBS-REQ-004.5`). No reviewer is needed.
    ///
    /// # Errors
    ///
    /// When an output leads out of the root.
    pub async fn build_review_instructions_file(
        &self,
        reviews: &[Review],
        outputs: &[StepOutput],
        root: &Path,
        notes: Option<&str>,
    ) -> Result<String, QualityGateError> {
        let (files, most, root) = (output_files(outputs), self.max_inline_files, root.to_owned());
        let read = waited(move || read_outputs(&Disk, &root, &files, most)).await??;
        Ok(review_instructions(reviews, outputs, &payload(&read, None, most), notes))
    }

    /// Asks a reviewer about all these outputs together (`JOBS-REQ-004.6`).
    ///
    /// # Errors
    ///
    /// When there is no reviewer, when it gives no answer, and when an output leads out of the root.
    pub async fn evaluate(
        &self,
        criteria: &[ReviewCriterion],
        outputs: &[StepOutput],
        root: &Path,
        notes: Option<&str>,
        guidance: Option<&str>,
    ) -> Result<ReviewResult, QualityGateError> {
        let guidance = guidance.map(str::to_owned);
        let review = Review { guidance, ..Review::new("step", criteria.iter().cloned()) };
        let tasks = [whole(&review, outputs)];
        let mut reviewed = self.run_tasks(&tasks, root, notes).await?;
        let task = reviewed.tasks.pop().ok_or_else(|| QualityGateError::from(lost()))?;
        match task.judged {
            Ok(judged) => Ok(judged.result),
            Err(why) => Err(why.into()),
        }
    }

    /// Runs all reviews of a step at once, and gives those that did not pass (`JOBS-REQ-004.7`). None that fails is not
    /// yet a pass: [`QualityGate::review`] tells where nothing was reviewed.
    ///
    /// # Errors
    ///
    /// When a reviewer gives no answer, after all others have ended: what they said is kept in the error.
    pub async fn evaluate_reviews(
        &self,
        reviews: &[Review],
        outputs: &[StepOutput],
        root: &Path,
        notes: Option<&str>,
    ) -> Result<Vec<FailedReview>, QualityGateError> {
        let tasks = review_tasks(reviews, outputs);
        if tasks.is_empty() {
            return Ok(Vec::new());
        }
        let reviewed = self.run_tasks(&tasks, root, notes).await?;
        let why = reviewed.errors();
        match why.is_empty() {
            true => Ok(reviewed.failures()),
            false => Err(QualityGateError { why, reviewed: Some(Box::new(reviewed)) }),
        }
    }

    /// The same, with every answer and its ruling. Where no review is asked for, the ruling is a warning.
    ///
    /// # Errors
    ///
    /// When there is no reviewer, or an output leads out of the root. A reviewer without an answer is reported beside those
    /// that have one: [`Reviewed::errors`].
    pub async fn review(&self, step: &Step, root: &Path) -> Result<Reviewed, QualityGateError> {
        let tasks = review_tasks(&step.reviews, &step.outputs);
        self.run_tasks(&tasks, root, step.notes.as_deref()).await
    }

    /// As [`QualityGate::review`], and waits. `told` is called for each review that has ended, by its place among those that
    /// run a reviewer. What tells this process to end, ends the reviewers.
    ///
    /// # Errors
    ///
    /// As [`QualityGate::review`].
    pub fn review_and_wait(
        &self,
        step: &Step,
        root: &Path,
        told: &(dyn Fn(usize, &Output) + Sync),
    ) -> Result<Reviewed, QualityGateError> {
        let tasks = review_tasks(&step.reviews, &step.outputs);
        let ready = self.prepare_all(&tasks, root, step.notes.as_deref())?;
        let outputs = run_all(to_run(&ready), self.jobs, told);
        reviewed(&tasks, self.conclude_all(&tasks, ready, outputs))
    }

    async fn run_tasks(
        &self,
        tasks: &[ReviewTask<'_>],
        root: &Path,
        notes: Option<&str>,
    ) -> Result<Reviewed, QualityGateError> {
        let ready = self.prepare_async(tasks, root, notes).await?;
        let outputs = run_all_async(to_run(&ready), self.jobs, &|_, _| {}).await;
        reviewed(tasks, self.conclude_all(tasks, ready, outputs))
    }

    /// Files are read where that keeps no other task waiting (`JOBS-REQ-004.4.1`).
    async fn prepare_async(
        &self,
        tasks: &[ReviewTask<'_>],
        root: &Path,
        notes: Option<&str>,
    ) -> Result<Vec<Ready>, QualityGateError> {
        let (gate, root, notes) = (self.clone(), root.to_owned(), notes.map(str::to_owned));
        let reviews: Vec<_> = tasks.iter().map(|task| task.review.clone()).collect();
        let part =
            |task: &ReviewTask<'_>| (task.target_file.clone(), task.files.clone(), task.left_out);
        let parts: Vec<_> = tasks.iter().map(part).collect();
        waited(move || {
            let own = reviews.iter().zip(parts);
            let own = own.map(|(review, (target_file, files, left_out))| ReviewTask {
                review,
                target_file,
                files,
                left_out,
            });
            gate.prepare_all(&own.collect::<Vec<_>>(), &root, notes.as_deref())
        })
        .await?
    }

    fn prepare_all(
        &self,
        tasks: &[ReviewTask<'_>],
        root: &Path,
        notes: Option<&str>,
    ) -> Result<Vec<Ready>, QualityGateError> {
        let own = ClaudeCli::new();
        let asked = tasks.iter().any(|task| !task.left_out && !task.review.criteria.is_empty());
        let cli = match &self.cli {
            Some(cli) => cli,
            // Nobody is asked, so nobody is missed.
            None if !asked => &own,
            None => return Err(no_reviewer().into()),
        };
        let (max_inline_files, options) = (self.max_inline_files, &self.options);
        let asked = Asked { root, notes, max_inline_files, options };
        let mut wrong = Diagnostics::default();
        let mut ready = Vec::with_capacity(tasks.len());
        for task in tasks {
            match prepare(&Disk, task, cli, asked) {
                Ok(one) => ready.push(one),
                Err(why) => wrong.absorb(why),
            }
        }
        if wrong.is_empty() { Ok(ready) } else { Err(wrong.into()) }
    }

    fn conclude_all(
        &self,
        tasks: &[ReviewTask<'_>],
        ready: Vec<Ready>,
        outputs: Vec<Output>,
    ) -> Vec<Result<Judged, Diagnostics>> {
        let mut outputs = outputs.into_iter();
        let one = |(task, ready)| match ready {
            Ready::Judged(judged) => *judged,
            Ready::ToRun(_) => match outputs.next() {
                Some(output) => conclude(task, &output, &self.options),
                None => Err(lost().into()),
            },
        };
        tasks.iter().zip(ready).map(one).collect()
    }
}

fn to_run(ready: &[Ready]) -> Vec<Invocation> {
    let run = |ready: &Ready| match ready {
        Ready::ToRun(run) => Some((**run).clone()),
        Ready::Judged(_) => None,
    };
    ready.iter().filter_map(run).collect()
}

async fn waited<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, QualityGateError> {
    blocking(work).await.ok_or_else(|| lost().into())
}

impl From<Diagnostics> for QualityGateError {
    fn from(why: Diagnostics) -> Self {
        Self { why, reviewed: None }
    }
}

impl From<Diagnostic> for QualityGateError {
    fn from(why: Diagnostic) -> Self {
        Diagnostics::from(why).into()
    }
}

impl fmt::Display for QualityGateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let messages = self.why.items().iter().map(|item| item.message.as_str());
        f.write_str(&messages.collect::<Vec<_>>().join("; "))
    }
}

impl std::error::Error for QualityGateError {}

/// `QualityGate::new(None, None)`
fn no_reviewer() -> Diagnostic {
    Diagnostic::error("assize::quality::no_reviewer")
        .message("this gate has no command that reviews")
        .help("give it one, or have its review instructions followed by a subagent")
}

/// The runtime was ended meanwhile.
fn lost() -> Diagnostic {
    Diagnostic::error("assize::quality::runner_failed")
        .message("the review was given up before it had an answer")
        .help("run it again")
}
