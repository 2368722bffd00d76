//! `assize pairs`: reviews of notes, one for each note and gate.

mod contract;
mod decide;
mod ingest;
mod warnings;

use clap::Subcommand;

use super::asked::Preset;
use super::console::Console;
use super::gate::Gate;
use crate::Format;
use crate::host::{SubjectFile, Writer};

pub(super) const PRESET: Preset =
    Preset { formats: &[Format::PairReview, Format::PairBundle], file: SubjectFile::Pairs };

/// Ask for reviews of pairs of a note and a gate, keep them, and judge them
#[derive(Debug, Subcommand)]
#[command(after_help = "\
Examples:
  assize pairs contract --note notes/cache.md --gate evidence.md --gate clarity.md
  assize pairs ingest bundle.md --pairs pairs.txt --into kept
  assize pairs warnings bundle.md
  assize pairs decide bundle.md --pairs pairs.txt")]
pub(super) enum Pairs {
    Contract(contract::Contract),
    Ingest(ingest::Ingest),
    Warnings(warnings::Warnings),
    Decide(Box<decide::Decide>),
}

impl Pairs {
    /// The gate that it is, where it is one.
    pub(super) fn gate(&self) -> Option<&Gate> {
        match self {
            Self::Decide(decide) => Some(decide.gate()),
            _ => None,
        }
    }

    pub(super) fn run(self, disk: &dyn Writer, console: &Console) -> u8 {
        match self {
            Self::Contract(contract) => contract.run(disk, console),
            Self::Ingest(ingest) => ingest.run(disk, console),
            Self::Warnings(warnings) => warnings.run(disk, console),
            Self::Decide(decide) => decide.into_gate().run(disk, console),
        }
    }
}
