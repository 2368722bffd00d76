//! The names of a session and a step, as parts of the name of a file.

/// Longer ones are no names, and would be too long for a file.
const LONGEST: usize = 80;

/// A step in a session: what its files are called by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepRun {
    /// The session, `01HF3`.
    pub session: String,
    /// The step, `write-guide`.
    pub step: String,
}

impl StepRun {
    /// Where the review instructions lie, from the root of the project (`JOBS-REQ-004.2.8`).
    ///
    /// ```
    /// use assize::quality::StepRun;
    /// let run = StepRun { session: "s1".to_owned(), step: "write-guide".to_owned() };
    /// assert_eq!(run.instructions_file(), ".deepwork/tmp/quality_review_s1_write-guide.md");
    /// ```
    pub fn instructions_file(&self) -> String {
        format!(".deepwork/tmp/quality_review_{}_{}.md", self.session, self.step)
    }

    /// Where attempts and overrides are kept, from the root of the project.
    pub fn record_file(&self) -> String {
        format!(".deepwork/tmp/quality_review_{}_{}.json", self.session, self.step)
    }
}

/// Whether a text can name a session or a step: ASCII letters, digits, `-`, `_` and `.`, not with a dot first.
pub fn may_be_an_id(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    (1..=LONGEST).contains(&text.len()) && !text.starts_with('.') && text.chars().all(plain)
}
