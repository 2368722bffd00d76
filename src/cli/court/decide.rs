//! `assize court decide`: the outcome of a verdict on the criteria of a contract.

use std::path::PathBuf;

use clap::Args;

use super::super::gate::Gate;
use super::super::inputs::POLICY;
use super::PRESET;

/// Say whether a court merges: when every criterion of the contract passes
///
/// Takes what `assize gate` takes, and judges by the policy `court`: three of four is a fail. A criterion of the
/// contract that was not judged, one of another contract and one that is judged twice keep a merge shut. A verdict
/// is one JSON object (`assize contract court`); anything else is not read unless `--format-in` says so. A record that
/// `assize court judge` keeps is judged by the contract that it was made with, and only once the court gave a verdict.
#[derive(Args, Debug)]
#[command(
    mut_arg("policy", |policy| policy.default_value("court").help(POLICY)),
    after_help = "\
Exit codes: as `assize gate`, 0 open, 1 shut by a fail, 2 no answer, 3 shut by a hold.

Examples:
  assize court decide verdict.json --contract contract.yaml
  assize court decide verdict.json --contract contract.yaml --summary verdict-summary.kdl
  assize court decide verdict.json --criterion limits-hold --criterion keys-rotate --format json
  assize court decide verdict.json --contract contract.yaml --rules-from origin/main"
)]
pub(in crate::cli) struct Decide {
    /// The contract that the work was done by: YAML with a list `criteria`, of which each has an `id`
    #[arg(long, value_name = "FILE", conflicts_with = "docket",
          required_unless_present_any = ["criterion", "docket"], help_heading = "Docket")]
    contract: Option<PathBuf>,
    #[command(flatten)]
    gate: Gate,
}

impl Decide {
    pub(super) fn gate(&self) -> &Gate {
        &self.gate
    }

    /// The gate that it is.
    pub(super) fn into_gate(self) -> Gate {
        let Self { contract, gate } = self;
        gate.asked(PRESET.asks(contract.as_deref()))
    }
}
