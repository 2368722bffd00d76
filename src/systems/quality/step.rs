//! A step of a workflow: what it brings forth, and the reviews that are asked of it.

/// What `run_each` says of a review of all outputs together.
pub const WHOLE_STEP: &str = "step";

/// A step as it was finished: its outputs with their files, and its reviews.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// `write-guide`
    pub id: String,
    /// In the order in which they are declared.
    pub outputs: Vec<StepOutput>,
    /// In the order in which they are declared.
    pub reviews: Vec<Review>,
    /// What the author tells the reviewers.
    pub notes: Option<String>,
}

/// An output of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepOutput {
    /// `chapters`
    pub name: String,
    /// Whether it is one file or several.
    pub kind: OutputKind,
    /// From the root of the project; none where it was left out.
    pub paths: Vec<String>,
    /// Whether a step may be finished without it.
    pub optional: bool,
}

/// Whether an output is one file or several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputKind {
    /// `type="file"`
    File,
    /// `type="files"`: a review of it judges each file by itself.
    Files,
}

/// A review that is asked of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// [`WHOLE_STEP`], or the name of an output.
    pub run_each: String,
    /// What is asked.
    pub criteria: Vec<ReviewCriterion>,
    /// What the reviewer reads beside it (`additional_review_guidance`).
    pub guidance: Option<String>,
}

/// A criterion of a review: a name, and what has to be true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewCriterion {
    /// `AC2`
    pub name: String,
    /// `Every migration can be undone.`
    pub question: String,
}

impl ReviewCriterion {
    /// A criterion by its name.
    pub fn new(name: impl Into<String>, question: impl Into<String>) -> Self {
        Self { name: name.into(), question: question.into() }
    }
}

impl StepOutput {
    /// An output with its files.
    pub fn new<P: Into<String>>(
        name: impl Into<String>,
        kind: OutputKind,
        paths: impl IntoIterator<Item = P>,
    ) -> Self {
        let paths = paths.into_iter().map(Into::into).collect();
        Self { name: name.into(), kind, paths, optional: false }
    }
}

impl Review {
    /// A review of all outputs together, or of the one that `run_each` names.
    pub fn new(
        run_each: impl Into<String>,
        criteria: impl IntoIterator<Item = ReviewCriterion>,
    ) -> Self {
        Self { run_each: run_each.into(), criteria: criteria.into_iter().collect(), guidance: None }
    }

    /// Whether it judges all outputs together, also where an output is called so.
    pub fn is_of_the_step(&self) -> bool {
        self.run_each == WHOLE_STEP
    }
}
