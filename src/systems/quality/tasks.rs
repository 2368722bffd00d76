//! What is to be reviewed by itself, and how long each review may take (`JOBS-REQ-004.7`, `JOBS-REQ-004.8`).

use std::num::TryFromIntError;

use super::files::OutputFile;
use super::step::{OutputKind, Review, StepOutput};

/// Seconds that a review of up to five files may take.
pub const BASE_TIMEOUT: u64 = 240;
/// The files that the base covers.
const COVERED: usize = 5;
/// Seconds for each file beyond.
const EACH: u64 = 30;

/// One review to run: of all outputs, or of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewTask<'r> {
    /// The review that it belongs to.
    pub review: &'r Review,
    /// The file that it judges; none for all outputs.
    pub target_file: Option<String>,
    /// What is in its payload.
    pub files: Vec<OutputFile>,
    /// Whether its output was left out, as it may be: the review is skipped, and named.
    pub left_out: bool,
}

impl ReviewTask<'_> {
    /// How many seconds it may take.
    pub fn timeout(&self) -> u64 {
        review_timeout(self.files.len())
    }
}

/// How many seconds a review of so many files may take.
///
/// ```
/// use assize::quality::review_timeout;
/// assert_eq!([0, 1, 5, 6, 10].map(review_timeout), [240, 240, 240, 270, 390]);
/// ```
pub fn review_timeout(files: usize) -> u64 {
    let beyond: Result<u64, TryFromIntError> = files.saturating_sub(COVERED).try_into();
    BASE_TIMEOUT.saturating_add(EACH.saturating_mul(beyond.unwrap_or(u64::MAX)))
}

/// The files of all outputs, in the order in which the outputs are declared.
pub fn output_files(outputs: &[StepOutput]) -> Vec<OutputFile> {
    outputs.iter().flat_map(files_of).collect()
}

fn files_of(output: &StepOutput) -> impl Iterator<Item = OutputFile> {
    let named = |path: &String| OutputFile { output: output.name.clone(), path: path.clone() };
    output.paths.iter().map(named)
}

/// The tasks of all reviews, in their order: one for all outputs together, one for each file of an output of several
/// files, one for an output of one file, and one without a file for an output that has none.
pub fn review_tasks<'r>(reviews: &'r [Review], outputs: &[StepOutput]) -> Vec<ReviewTask<'r>> {
    reviews.iter().flat_map(|review| tasks_of(review, outputs)).collect()
}

fn tasks_of<'r>(review: &'r Review, outputs: &[StepOutput]) -> Vec<ReviewTask<'r>> {
    let one = |target_file, files| ReviewTask { review, target_file, files, left_out: false };
    if review.is_of_the_step() {
        return vec![one(None, output_files(outputs))];
    }
    let named = outputs.iter().find(|output| output.name == review.run_each);
    let Some(output) = named else { return vec![one(None, Vec::new())] };
    let each = |file: OutputFile| one(Some(file.path.clone()), vec![file]);
    match (output.kind, output.paths.as_slice()) {
        (_, []) => vec![ReviewTask { left_out: output.optional, ..one(None, Vec::new()) }],
        (OutputKind::Files, _) | (OutputKind::File, [_]) => files_of(output).map(each).collect(),
        (OutputKind::File, _) => vec![one(None, files_of(output).collect())],
    }
}
