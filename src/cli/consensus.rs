//! `assize consensus`: several runs of one review.

use clap::Args;

use super::gate::Gate;
use super::inputs::POLICY;

/// Weigh several runs of one review: what do they agree on?
///
/// Each file is one run, and every run votes. A finding that enough of the runs report is agreed, and the rest is
/// noise; the frequencies are shown with what another key would make of them. Takes what `assize gate` takes, and
/// judges by the policy `consensus` (`assize policy show consensus`).
#[derive(Args, Debug)]
#[command(
    mut_arg("policy", |policy| policy.default_value("consensus").help(POLICY)),
    after_help = "\
Exit codes: as `assize gate`, 0 open, 1 shut by a fail, 2 no answer, 3 shut by a hold.

Examples:
  assize consensus run1.cpf run2.cpf run3.cpf
  assize consensus run*.cpf --kind impl --set share=75
  assize consensus runs --expect V1,V2,V3 --set key=lines --set near=5
  assize consensus run1.cpf run2.cpf --format json"
)]
pub(super) struct Consensus {
    #[command(flatten)]
    gate: Gate,
}

impl Consensus {
    pub(super) fn gate(&self) -> &Gate {
        &self.gate
    }

    /// The gate that it is.
    pub(super) fn into_gate(self) -> Gate {
        self.gate.of_runs()
    }
}
