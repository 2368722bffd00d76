//! `assize quality`: the quality gate of a step, from the payload of its reviewers to its end.

mod decide;
mod finish;
mod instructions;
mod payload;
mod run;
mod shape;
mod step;

use clap::Subcommand;

use super::console::Console;
use super::gate::Gate;
use crate::host::Writer;

pub(super) use decide::PRESET;

/// Review the outputs of a step by criteria, and judge what the reviewers say
///
/// A step, its outputs and the reviews that are asked of it are described in a file, `step.kdl`. `run` asks reviewers
/// and judges their answers, `finish` does so for a session and counts the attempts; `payload` and `instructions` give
/// what a reviewer reads. `decide` judges answers that are there already.
#[derive(Debug, Subcommand)]
#[command(after_help = "\
Examples:
  assize quality run step.kdl
  assize quality finish step.kdl --session s1
  assize quality decide result.json --criteria criteria.kdl")]
pub(super) enum Quality {
    Decide(Box<decide::Decide>),
    Payload(payload::Payload),
    Instructions(instructions::Instructions),
    Run(run::Run),
    Finish(finish::Finish),
}

impl Quality {
    /// What judges as `gate` does.
    pub(super) fn gate(&self) -> Option<&Gate> {
        match self {
            Self::Decide(decide) => Some(decide.gate()),
            _ => None,
        }
    }

    pub(super) fn run(self, disk: &dyn Writer, console: &Console) -> u8 {
        match self {
            Self::Decide(decide) => decide.into_gate().run(disk, console),
            Self::Payload(payload) => payload.run(disk, console),
            Self::Instructions(instructions) => instructions.run(disk, console),
            Self::Run(run) => run.run(disk, console),
            Self::Finish(finish) => finish.run(disk, console),
        }
    }
}
