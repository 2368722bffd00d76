//! `assize court`: a judge who sees the evidence and nothing else.

mod brief;
mod decide;
mod judge;

use clap::Subcommand;

use super::asked::Preset;
use super::console::Console;
use super::gate::Gate;
use crate::Format;
use crate::host::{SubjectFile, Writer};

pub(super) const PRESET: Preset = Preset { formats: &[Format::Court], file: SubjectFile::Contract };

/// Judge a task by its evidence alone: what a court reads, asking it, and the outcome of its verdict
#[derive(Debug, Subcommand)]
#[command(after_help = "\
Examples:
  assize court brief --task T-17 --contract contract.yaml --worktree work
  assize court judge --task T-17 --contract contract.yaml --worktree work --reply verdict.json
  assize court decide verdict.json --contract contract.yaml")]
pub(super) enum Court {
    Brief(brief::Brief),
    Judge(judge::Judge),
    Decide(Box<decide::Decide>),
}

impl Court {
    /// The gate that it is, where it is one.
    pub(super) fn gate(&self) -> Option<&Gate> {
        match self {
            Self::Decide(decide) => Some(decide.gate()),
            Self::Brief(_) | Self::Judge(_) => None,
        }
    }

    pub(super) fn run(self, disk: &dyn Writer, console: &Console) -> u8 {
        match self {
            Self::Brief(brief) => brief.run(disk, console),
            Self::Judge(judge) => judge.run(disk, console),
            Self::Decide(decide) => decide.into_gate().run(disk, console),
        }
    }
}

/// `--output anvil/diff.patch`
fn over_evidence(path: &std::path::Path) -> crate::Diagnostic {
    crate::Diagnostic::error("assize::cli::over_evidence")
        .message(format!("`--output` names `{}`, which is evidence", crate::host::shown(path)))
        .help("name another file: the evidence stays as it is")
}
