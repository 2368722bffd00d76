//! `assize quality instructions`: the file that a subagent reviews by.

use clap::Args;
use serde_json::json;

use super::super::answer::{Format, Shape};
use super::super::console::Console;
use super::super::rules::RulesFrom;
use super::super::words::ConfigArgs;
use super::step::{SessionArgs, StepArgs, refuse};
use crate::Diagnostics;
use crate::emit::json::SCHEMA_VERSION;
use crate::host::quality::{read_outputs, write_instructions};
use crate::host::{Files, Writer};
use crate::quality::{
    Step, StepRun, output_files, payload, review_instructions, subagent_instructions,
};

/// Write the file that a subagent reviews a step by, and print what the agent is asked to do with it
///
/// The file is `.deepwork/tmp/quality_review_SESSION_STEP.md` below the root. What outputs and notes hold stands in
/// a fence and in a quotation, so that it cannot change what is asked. Nothing is judged: the answer is `needs_work`
/// until somebody takes the review over with `finish --override`.
#[derive(Args, Debug)]
#[command(after_help = "\
Exit codes:
  0  the file was written
  2  no answer: the step or one of its files cannot be used, or the file could not be written

Examples:
  assize quality instructions step.kdl --session s1
  assize quality instructions step.kdl --session s1 --max-inline-files 0
  assize quality instructions step.kdl --session s1 --panel deepwork
  assize quality instructions step.kdl --session s1 --format json")]
pub(in crate::cli) struct Instructions {
    #[command(flatten)]
    step: StepArgs,
    #[command(flatten)]
    session: SessionArgs,
    /// The panel that says how many files are shown, such as `deepwork`, whose instructions only list them
    #[arg(long, value_name = "NAME", help_heading = "Step")]
    panel: Option<String>,
    #[command(flatten)]
    rules: RulesFrom,
    #[command(flatten)]
    config: ConfigArgs,
    #[command(flatten)]
    shape: Shape,
}

/// What was written, and what the agent reads.
pub(super) struct Written {
    /// From the root.
    pub(super) file: String,
    /// What the agent does with it.
    pub(super) told: String,
}

/// Writes the review instructions of a step.
pub(super) fn write(
    disk: &dyn Writer,
    (step, run): (&Step, &StepRun),
    root: &std::path::Path,
    max_inline_files: usize,
) -> Result<Written, Diagnostics> {
    let files: &dyn Files = disk;
    let read = read_outputs(files, root, &output_files(&step.outputs), max_inline_files)?;
    let payload = payload(&read, None, max_inline_files);
    let text = review_instructions(&step.reviews, &step.outputs, &payload, step.notes.as_deref());
    let file = write_instructions(disk, root, run, &text)?;
    let told = subagent_instructions(&file);
    Ok(Written { file, told })
}

impl Instructions {
    pub(super) fn run(&self, disk: &dyn Writer, console: &Console) -> u8 {
        match self.write(disk) {
            Ok(text) => console.answer(&text, 0),
            Err(reason) => refuse(&reason, self.shape, console),
        }
    }

    fn write(&self, disk: &dyn Writer) -> Result<String, Diagnostics> {
        let (step, root) = self.step.open(disk)?;
        let run = self.session.of(&step)?;
        let from = (&self.rules, &self.config);
        let most = self.step.max_inline_files_of(self.panel.as_deref(), disk, from)?;
        let written = write(disk, (&step, &run), &root, most)?;
        Ok(match self.shape.format() {
            Format::Text => written.told,
            Format::Json => {
                let value = json!({
                    "schema_version": SCHEMA_VERSION,
                    "status": "needs_work",
                    "step": run.step,
                    "session": run.session,
                    "review_file": written.file,
                    "feedback": written.told,
                    "failed_reviews": null,
                });
                crate::emit::json::print(&value)
            }
        })
    }
}
