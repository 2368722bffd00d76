//! `assize quality run`: all reviews of a step, run and judged.

use clap::Args;
use serde_json::json;

use super::super::NO_ANSWER;
use super::super::answer::{Ending, Format, Shape};
use super::super::configured::AskedBy;
use super::super::console::Console;
use super::shape;
use super::step::{ReviewerArgs, StepArgs, left_out, refuse};
use crate::emit::json::SCHEMA_VERSION;
use crate::host::Files;
use crate::quality::{Reviewed, Step};
use crate::{Diagnostics, Ruling};

/// Run a reviewer for each review of a step, and judge what they say
///
/// A review of `step` sees all outputs together; one of an output of several files is run for each of them. All run at
/// once. Each answer is judged by the policy `quality`: an answer that leaves a criterion out, or says that all passed
/// where one did not, fails. A reviewer that stalls is ended with its children when its time is up. Where one gives no
/// answer there is none for the step, after the others have ended. A review without a file that exists holds: nothing was
/// reviewed. One of an optional output that was left out is skipped, and named with its criteria: the step opens with `warn` at
/// best, as one does that asks for no review. Nothing is written.
///
/// The command stands behind `--`, or in `assize.kdl`; with `--rules-from`, in the one of that commit, so that what is
/// reviewed cannot choose what is run.
#[derive(Args, Debug)]
#[command(after_help = "\
Exit codes:
  0  every review passed
  1  one failed
  2  no answer: the step cannot be used, or a reviewer gave none
  3  shut by a hold: nothing was reviewed
With `--exit hook`: 0 open, 2 anything else.

Examples:
  assize quality run step.kdl
  assize quality run step.kdl --timeout 600 --jobs 2 --format json
  assize quality run step.kdl -- claude -p '{system_prompt}' --json-schema '{json_schema}'")]
pub(in crate::cli) struct Run {
    #[command(flatten)]
    step: StepArgs,
    #[command(flatten)]
    reviewers: ReviewerArgs,
    #[command(flatten)]
    shape: Shape,
    #[command(flatten)]
    ending: Ending,
}

impl Run {
    pub(super) fn run(&self, disk: &dyn Files, console: &Console) -> u8 {
        let (step, reviewed, asked) = match self.review(disk, console) {
            Ok(done) => done,
            Err(reason) => return refuse(&reason, self.shape, console),
        };
        let code = reviewed.ruling().map_or(NO_ANSWER, Ruling::exit_code);
        let code = self.ending.code(code);
        self.ending.report(code, &in_words(&reviewed, &asked, code), console);
        let code = console.answer(&self.print(&step, &reviewed, &asked, code), code);
        console.report(&reviewed.errors());
        code
    }

    fn review(
        &self,
        disk: &dyn Files,
        console: &Console,
    ) -> Result<(Step, Reviewed, AskedBy), Diagnostics> {
        let (step, root) = self.step.open(disk)?;
        let left_out = left_out(&step);
        if !left_out.is_empty() {
            return Err(Diagnostics::new(Vec::new(), left_out));
        }
        let most = self.step.max_inline_files();
        let reviewer = self.reviewers.reviewer(disk, console)?;
        let reviewed = self.reviewers.review((&step, &root), most, &reviewer, console)?;
        Ok((step, reviewed, reviewer.1))
    }

    fn print(&self, step: &Step, reviewed: &Reviewed, asked: &AskedBy, code: u8) -> String {
        let outcome = reviewed.outcome().map_or("error", |outcome| outcome.as_str());
        match self.shape.format() {
            Format::Json => {
                let value = json!({
                    "schema_version": SCHEMA_VERSION,
                    "step": step.id,
                    "reviewer": asked,
                    "outcome": outcome,
                    "open": code == 0,
                    "exit_code": code,
                    "reason": shape::reason(reviewed),
                    "reviews": shape::reviews_in_json(reviewed),
                    "failed_reviews": reviewed.failures(),
                });
                crate::emit::json::print(&value)
            }
            Format::Text => in_words(reviewed, asked, code),
        }
    }
}

fn in_words(reviewed: &Reviewed, asked: &AskedBy, code: u8) -> String {
    let outcome = reviewed.outcome().map_or("error", |outcome| outcome.as_str());
    let gate = if code == 0 { "OPEN" } else { "SHUT" };
    let (words, counted) = (shape::reviews_in_words(reviewed), shape::counted(reviewed));
    let asked = asked.told().unwrap_or_default();
    format!("{words}{gate} ({outcome}): {counted}\n{asked}")
}
