//! `assize sdd`: reviews by inspectors and their auditor.

mod bench;
mod close;
mod mistakes;
mod record;
mod review;

use clap::Subcommand;

use super::console::Console;
use crate::Format;
use crate::host::Writer;

/// What an auditor writes.
const OF_AUDITOR: Format = Format::CpfAuditor;

/// What is read of auditors and inspectors.
const OF_REVIEWS: [Format; 3] = [Format::CpfAuditor, Format::CpfInspector, Format::SddYaml];

/// What is recorded.
const OF_LOG: Format = Format::VerdictsLog;

/// Judge and record reviews by inspectors and their auditor, in CPF
#[derive(Debug, Subcommand)]
#[command(after_help = "\
Examples:
  assize sdd review --kind impl inspectors/*.cpf --auditor verdict.cpf --no-log
  assize sdd close B1 NO-GO-FIXED --log verdicts.md")]
pub(super) enum Sdd {
    Review(Box<review::Review>),
    Close(close::Close),
}

impl Sdd {
    pub(super) fn run(&self, disk: &dyn Writer, console: &Console) -> u8 {
        match self {
            Self::Review(review) => review.run(disk, console),
            Self::Close(close) => close.run(disk, console),
        }
    }

    /// Whether a process of its own is to judge.
    pub(super) fn runs_apart(&self) -> bool {
        matches!(self, Self::Review(review) if review.runs_apart())
    }
}
