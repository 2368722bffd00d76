//! `assize quality payload`: what a reviewer of a step reads.

use clap::{Args, ValueEnum};

use super::super::answer::{Format, Shape};
use super::super::console::Console;
use super::step::{StepArgs, refuse};
use crate::Diagnostics;
use crate::emit::json::SCHEMA_VERSION;
use crate::host::Files;
use crate::host::quality::read_outputs;
use crate::quality::{answer_schema, output_files, payload, system_prompt};

/// Print what a reviewer of all outputs reads: the outputs, and what their author says
///
/// Files are shown one below the other, or only listed where there are too many. A line of a file or a note that
/// imitates a delimiter is shown behind `| `. Files outside the root are refused. With `--part prompt` prints what the
/// reviewer of each review reads before, its criteria and how to answer; with `--part schema` the schema of its answer.
#[derive(Args, Debug)]
#[command(after_help = "\
Exit codes:
  0  printed
  2  no answer: the step or one of its files cannot be used

Examples:
  assize quality payload step.kdl
  assize quality payload step.kdl --notes 'The last chapter is a draft.' --max-inline-files 0
  assize quality payload step.kdl --part prompt
  assize quality payload step.kdl --format json")]
pub(in crate::cli) struct Payload {
    #[command(flatten)]
    step: StepArgs,
    /// What to print
    #[arg(long, value_name = "PART", default_value = "payload")]
    part: Part,
    #[command(flatten)]
    shape: Shape,
}

/// What a reviewer is handed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    /// The outputs and notes, on its standard input
    Payload,
    /// What it reads before, for each review
    Prompt,
    /// The JSON Schema of its answer
    Schema,
}

impl Payload {
    pub(super) fn run(&self, disk: &dyn Files, console: &Console) -> u8 {
        match self.texts(disk) {
            Ok(texts) => console.answer(&self.print(&texts), 0),
            Err(reason) => refuse(&reason, self.shape, console),
        }
    }

    fn texts(&self, disk: &dyn Files) -> Result<Vec<String>, Diagnostics> {
        let (step, root) = self.step.open(disk)?;
        let (most, notes) = (self.step.max_inline_files(), step.notes.as_deref());
        let files = read_outputs(disk, &root, &output_files(&step.outputs), most)?;
        Ok(match self.part {
            Part::Payload => vec![payload(&files, notes, most)],
            Part::Schema => vec![answer_schema()],
            Part::Prompt => {
                let prompt = |review: &crate::quality::Review| {
                    system_prompt(&review.criteria, notes, review.guidance.as_deref())
                };
                step.reviews.iter().map(prompt).collect()
            }
        })
    }

    fn print(&self, texts: &[String]) -> String {
        match self.shape.format() {
            Format::Text => texts.iter().map(|text| text.trim_end().to_owned() + "\n").collect(),
            Format::Json => {
                let part = match self.part {
                    Part::Payload => "payload",
                    Part::Prompt => "prompt",
                    Part::Schema => "schema",
                };
                let value = serde_json::json!({
                    "schema_version": SCHEMA_VERSION, "part": part, "texts": texts,
                });
                crate::emit::json::print(&value)
            }
        }
    }
}
