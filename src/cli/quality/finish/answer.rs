//! What `finish` answers.

use serde_json::json;

use super::super::super::answer::Format;
use super::super::super::configured::AskedBy;
use super::super::instructions::Written;
use super::super::shape;
use super::HELD;
use crate::Diagnostics;
use crate::emit::json::SCHEMA_VERSION;
use crate::emit::visible::visible;
use crate::host::quality::Record;
use crate::quality::{Override, Reviewed, StepRun};

/// What the agent that finishes the step does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    NextStep,
    NeedsWork,
    Failed,
    Error,
}

/// What came of finishing a step.
pub(super) struct Finished {
    pub(super) run: StepRun,
    pub(super) status: Status,
    pub(super) outcome: String,
    pub(super) code: u8,
    pub(super) attempts: u32,
    pub(super) max_attempts: u32,
    pub(super) feedback: Option<String>,
    pub(super) review_file: Option<String>,
    pub(super) reviewed: Option<Reviewed>,
    /// Who was asked.
    pub(super) asked: Option<AskedBy>,
    pub(super) overrides: Vec<Override>,
    pub(super) wrong: Diagnostics,
}

impl Status {
    fn as_str(self) -> &'static str {
        match self {
            Self::NextStep => "next_step",
            Self::NeedsWork => "needs_work",
            Self::Failed => "failed",
            Self::Error => "error",
        }
    }
}

impl Finished {
    pub(super) fn of(run: &StepRun, record: &Record, (outcome, code): (&str, u8)) -> Self {
        Self {
            run: run.clone(),
            status: Status::NeedsWork,
            outcome: outcome.to_owned(),
            code,
            attempts: record.spent(),
            max_attempts: super::MAX_ATTEMPTS,
            feedback: None,
            review_file: None,
            reviewed: None,
            asked: None,
            overrides: record.overrides.clone(),
            wrong: Diagnostics::default(),
        }
    }

    /// A subagent has to review it first (`JOBS-REQ-004.2.10`).
    pub(super) fn to_review(run: &StepRun, record: &Record, written: Written) -> Self {
        let finished = Self::of(run, record, ("hold", HELD));
        Self { feedback: Some(written.told), review_file: Some(written.file), ..finished }
    }

    /// No one is asked any more: the attempts are used up.
    pub(super) fn used_up(run: &StepRun, record: &Record, most: u32) -> Self {
        let told = format!("the quality gate failed after {most} attempts");
        Self::ended(Self::of(run, record, ("fail", 1)), &told, (record, most))
    }

    /// No one is asked any more: as many in a row gave no judgement.
    pub(super) fn in_vain(run: &StepRun, record: &Record, most: u32) -> Self {
        let told = format!("the last {} runs gave no judgement", record.in_vain());
        Self::ended(Self::of(run, record, ("hold", HELD)), &told, (record, most))
    }

    fn ended(finished: Self, told: &str, (record, most): (&Record, u32)) -> Self {
        let mut told = format!(
            "{told}; somebody has to look at it, and go on with `--override` or allow more with `--max-attempts`"
        );
        if let Some(said) = record.attempts.last().and_then(|last| last.feedback.as_deref()) {
            told += &format!(". Last: {said}");
        }
        Self { status: Status::Failed, feedback: Some(told), max_attempts: most, ..finished }
    }

    pub(super) fn print(&self, format: Format) -> String {
        match format {
            Format::Json => self.in_json(),
            Format::Text => self.in_words(),
        }
    }

    fn in_json(&self) -> String {
        let reviewed = self.reviewed.as_ref();
        let value = json!({
            "schema_version": SCHEMA_VERSION,
            "status": self.status.as_str(),
            "step": self.run.step,
            "session": self.run.session,
            "reviewer": self.asked,
            "outcome": self.outcome,
            "open": self.code == 0,
            "exit_code": self.code,
            "reason": reviewed.and_then(shape::reason),
            "attempts": self.attempts,
            "max_attempts": self.max_attempts,
            "feedback": self.feedback,
            "review_file": self.review_file,
            "reviews": reviewed.map(shape::reviews_in_json),
            "failed_reviews": reviewed.map(Reviewed::failures),
            "overrides": self.overrides,
        });
        crate::emit::json::print(&value)
    }

    fn in_words(&self) -> String {
        let mut out = String::new();
        if let Some(reviewed) = &self.reviewed {
            out = shape::reviews_in_words(reviewed);
        }
        let gate = if self.code == 0 { "OPEN" } else { "SHUT" };
        let status = self.status.as_str();
        out.push_str(&format!("{status}: {gate} ({})", self.outcome));
        if let Some(reviewed) = &self.reviewed {
            out.push_str(&format!(", {}", shape::counted(reviewed)));
        }
        if self.attempts > 0 {
            out.push_str(&format!(", attempt {} of {}", self.attempts, self.max_attempts));
        }
        out.push('\n');
        out.push_str(&self.asked.as_ref().and_then(AskedBy::told).unwrap_or_default());
        for given in &self.overrides {
            let (author, reason) = (visible(&given.author), visible(&given.reason));
            out.push_str(&format!("override by {author}: {reason}\n"));
        }
        match (&self.feedback, &self.reviewed) {
            // Each review has said it above.
            (Some(_), Some(_)) | (None, _) => {}
            // Ours, line by line.
            (Some(told), None) if self.review_file.is_some() => out.push_str(&format!("\n{told}")),
            (Some(told), None) => out.push_str(&format!("{}\n", visible(told))),
        }
        out
    }
}
