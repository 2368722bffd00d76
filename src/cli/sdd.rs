//! `assize sdd`: reviews by inspectors and their auditor.

mod bench;
mod mistakes;
mod record;
mod review;

use clap::Subcommand;

use super::console::Console;
use crate::host::Writer;

/// Judge and record reviews by inspectors and their auditor, in CPF
#[derive(Debug, Subcommand)]
#[command(after_help = "\
Examples:
  assize sdd review --kind impl inspectors/*.cpf --auditor verdict.cpf --no-log")]
pub(super) enum Sdd {
    Review(Box<review::Review>),
}

impl Sdd {
    pub(super) fn run(&self, disk: &dyn Writer, console: &Console) -> u8 {
        let Self::Review(review) = self;
        review.run(disk, console)
    }
}
