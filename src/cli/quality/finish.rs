//! `assize quality finish`: may a step be finished, and what to do if not.

mod answer;

use std::path::Path;

use clap::Args;

use self::answer::{Finished, Status};
use super::super::NO_ANSWER;
use super::super::answer::{Ending, Format, Shape};
use super::super::console::Console;
use super::super::targets::LockWait;
use super::instructions;
use super::step::{ReviewerArgs, SessionArgs, StepArgs, left_out, refuse};
use crate::host::quality::{Record, load_record, missing_outputs, save_record};
use crate::host::{Lock, Writer, shown};
use crate::quality::{Override, Step, StepRun, judge_override, output_files, review_tasks};
use crate::{Diagnostic, Diagnostics, Outcome, Ruling};

/// As often as deepwork's own server lets a step be reviewed.
const MAX_ATTEMPTS: u32 = 3;
/// Shut by a hold.
const HELD: u8 = 3;

/// Say whether a step is finished: review it, count the attempt, and say what has to change
///
/// The answer is `next_step` when every review passed, `needs_work` with what has to change when one did not, and
/// `failed` once the attempts are used up. Attempts are counted for each session and step, before reviewers run, and
/// never reset; one that ends with an error or a hold is kept, and uses none up, but after as many of these in a row no one is
/// asked again either. With `--self-review` no reviewer is run:
/// the instructions for a subagent are written.
///
/// A review of an optional output that was left out is skipped, and named with its criteria: the step opens with `warn` at
/// best. So does one that asks for no review.
///
/// An override goes on without a review. It needs a reason and somebody who answers for it, opens with `warn` at best,
/// and is kept and shown from then on. Attempts and overrides are kept in `.deepwork/tmp` below the root.
#[derive(Args, Debug)]
#[command(after_help = "\
Exit codes:
  0  next_step: the step is finished
  1  needs_work, or failed: a review failed
  2  no answer: the step cannot be used, or a reviewer gave none
  3  needs_work: nothing was reviewed, or a subagent has to review it; failed: nobody gave a judgement
With `--exit hook`: 0 open, 2 anything else.

Examples:
  assize quality finish step.kdl --session s1
  assize quality finish step.kdl --session s1 --self-review
  assize quality finish step.kdl --session s1 --override 'reviewed by hand' --by dana
  assize quality finish step.kdl --session s1 --max-attempts 5 --format json")]
pub(in crate::cli) struct Finish {
    #[command(flatten)]
    step: StepArgs,
    #[command(flatten)]
    session: SessionArgs,
    /// Write review instructions for a subagent, and run no reviewer
    #[arg(long, conflicts_with_all = ["command", "timeout"], help_heading = "Reviewers")]
    self_review: bool,
    /// The panel that says how many files a self-review shows, such as `deepwork`, whose instructions only list them
    #[arg(long, value_name = "NAME", requires = "self_review", help_heading = "Step")]
    panel: Option<String>,
    /// Go on without a review, for this reason
    #[arg(long = "override", value_name = "REASON", requires = "by", help_heading = "Override")]
    reason: Option<String>,
    /// Who answers for the override
    #[arg(long, value_name = "NAME", requires = "reason", help_heading = "Override")]
    by: Option<String>,
    /// Review the step at most so often
    #[arg(long, value_name = "N", default_value_t = MAX_ATTEMPTS, value_parser = clap::value_parser!(u32).range(1..), help_heading = "Reviewers")]
    max_attempts: u32,
    #[command(flatten)]
    wait: LockWait,
    #[command(flatten)]
    reviewers: ReviewerArgs,
    #[command(flatten)]
    shape: Shape,
    #[command(flatten)]
    ending: Ending,
}

/// What is kept of the step, while no one else may change it.
struct Kept<'d> {
    disk: &'d dyn Writer,
    path: std::path::PathBuf,
    record: Record,
    _lock: Option<Lock>,
}

impl Finish {
    pub(super) fn run(&self, disk: &dyn Writer, console: &Console) -> u8 {
        match self.finish(disk, console) {
            Ok(mut finished) => {
                finished.code = self.ending.code(finished.code);
                self.ending.report(finished.code, &finished.print(Format::Text), console);
                let code = console.answer(&finished.print(self.shape.format()), finished.code);
                console.report(&finished.wrong);
                code
            }
            Err(reason) => refuse(&reason, self.shape, console),
        }
    }

    fn finish(&self, disk: &dyn Writer, console: &Console) -> Result<Finished, Diagnostics> {
        let (step, root) = self.step.open(disk)?;
        let run = self.session.of(&step)?;
        // What is wrong with an override is told before anything is kept.
        let given = match (&self.by, &self.reason) {
            (Some(by), Some(reason)) => Some(Override::new(by, reason)?),
            _ => None,
        };
        check_outputs(disk, &root, &step)?;
        let kept = self.open(disk, (&root, &run), console)?;
        match given {
            Some(given) => kept.overridden(given, &run),
            // Where nobody is to be asked, no instructions are followed.
            None if self.self_review && asks_somebody(&step) => {
                let from = (&self.reviewers.rules, &self.reviewers.config);
                let most = self.step.max_inline_files_of(self.panel.as_deref(), disk, from)?;
                let written = instructions::write(disk, (&step, &run), &root, most)?;
                Ok(Finished::to_review(&run, &kept.record, written))
            }
            None => self.reviewed(kept, (&step, &run), &root, console),
        }
    }

    fn open<'d>(
        &self,
        disk: &'d dyn Writer,
        (root, run): (&Path, &StepRun),
        console: &Console,
    ) -> Result<Kept<'d>, Diagnostics> {
        let mut held = None;
        let (path, record) = load_record(disk, root, run, &mut |path| {
            held = Some(self.wait.lock(path, console)?);
            Ok(())
        })?;
        Ok(Kept { disk, path, record, _lock: held })
    }

    /// Runs the reviews, once more.
    fn reviewed(
        &self,
        mut kept: Kept<'_>,
        (step, run): (&Step, &StepRun),
        root: &Path,
        console: &Console,
    ) -> Result<Finished, Diagnostics> {
        let asks = asks_somebody(step);
        if asks && kept.record.spent() >= self.max_attempts {
            return Ok(Finished::used_up(run, &kept.record, self.max_attempts));
        }
        if asks && kept.record.in_vain() >= self.max_attempts {
            return Ok(Finished::in_vain(run, &kept.record, self.max_attempts));
        }
        // What cannot be asked is no attempt.
        let reviewer = self.reviewers.reviewer(kept.disk, console)?;
        if asks {
            kept.record.begin();
            kept.save()?;
        }
        let most = self.step.max_inline_files();
        let reviewed = match self.reviewers.review((step, root), most, &reviewer, console) {
            Ok(reviewed) => reviewed,
            Err(why) => {
                let mut all = why;
                if asks {
                    kept.record.end("error", None);
                    all.extend(kept.save().err());
                }
                return Err(all);
            }
        };
        let feedback: Vec<String> =
            reviewed.failures().into_iter().map(|failed| failed.feedback).collect();
        let feedback = (!feedback.is_empty()).then(|| feedback.join("; "));
        let outcome = reviewed.outcome().map_or("error", Outcome::as_str);
        let mut saved = Ok(());
        if asks {
            kept.record.end(outcome, feedback.clone());
            saved = kept.save();
        }
        let code = reviewed.ruling().map_or(NO_ANSWER, Ruling::exit_code);
        let mut finished = Finished::of(run, &kept.record, (outcome, code));
        let last = kept.record.spent() >= self.max_attempts;
        finished.status = match code {
            0 => Status::NextStep,
            NO_ANSWER => Status::Error,
            _ if last => Status::Failed,
            _ => Status::NeedsWork,
        };
        finished.feedback = feedback.filter(|_| code != 0);
        finished.wrong = reviewed.errors();
        finished.max_attempts = self.max_attempts;
        finished.reviewed = Some(reviewed);
        finished.asked = Some(reviewer.1);
        match saved {
            Ok(()) => Ok(finished),
            // What is not kept has not happened.
            Err(why) => Err(why.into()),
        }
    }
}

impl Kept<'_> {
    fn save(&self) -> Result<(), Diagnostic> {
        save_record(self.disk, &self.path, &self.record)
    }

    fn overridden(mut self, given: Override, run: &StepRun) -> Result<Finished, Diagnostics> {
        let ruling = judge_override(&given)?;
        self.record.overrides.push(given);
        self.save()?;
        let code = ruling.exit_code();
        let mut finished = Finished::of(run, &self.record, (ruling.outcome().as_str(), code));
        finished.status = if code == 0 { Status::NextStep } else { Status::NeedsWork };
        Ok(finished)
    }
}

/// Whether a review of the step has something to look at.
fn asks_somebody(step: &Step) -> bool {
    review_tasks(&step.reviews, &step.outputs).iter().any(|task| !task.left_out)
}

/// Every output that is no option is there, and so are the files that are named.
fn check_outputs(disk: &dyn Writer, root: &Path, step: &Step) -> Result<(), Diagnostics> {
    let mut wrong = left_out(step);
    let missing = missing_outputs(disk, root, &output_files(&step.outputs))?;
    wrong.extend(missing.iter().map(|file| no_file(&file.path, &file.output)));
    if wrong.is_empty() { Ok(()) } else { Err(Diagnostics::new(Vec::new(), wrong)) }
}

/// A file that was not written
fn no_file(path: &str, output: &str) -> Diagnostic {
    Diagnostic::error("assize::cli::output_missing")
        .message(format!(
            "the file `{}` of the output `{}` does not exist",
            shown(path),
            shown(output)
        ))
        .help("write it, or name another; paths start from `--root`")
}
