//! `assize pairs decide`: what reviews of pairs come to.

use std::path::PathBuf;

use clap::Args;

use super::super::gate::Gate;
use super::super::inputs::POLICY;
use super::PRESET;

/// Say whether no gate fails a note, and every pair was reviewed
///
/// Takes what `assize gate` takes, and judges by the policy `pairs`. A pair that the bundle leaves out is missing and
/// holds the gate; what it says of the others is kept, and warnings are cited. A bundle is Markdown or JSON
/// (`assize contract pair-review`, `pair-bundle`); anything else is not read unless `--format-in` says so. A folder that
/// `assize pairs ingest` keeps its records in holds one bundle of all of them, and is judged by it: where it is not what the
/// records say, there is no answer.
#[derive(Args, Debug)]
#[command(
    mut_arg("policy", |policy| policy.default_value("pairs").help(POLICY)),
    after_help = "\
Exit codes: as `assize gate`, 0 open, 1 shut by a fail, 2 no answer, 3 shut by a hold.

Examples:
  assize pairs decide bundle.md --pairs pairs.txt
  assize pairs decide bundle.json --pairs pairs.txt --format json
  assize pairs decide bundle.md --pair \"notes/cache.md :: evidence\"
  assize pairs decide bundle.md --pairs pairs.txt --set told_from=high"
)]
pub(in crate::cli) struct Decide {
    /// The pairs that were asked for: one line `notes/cache.md :: evidence` each, split by the first ` :: `
    #[arg(long, value_name = "FILE", conflicts_with = "docket",
          required_unless_present_any = ["pair", "docket"], help_heading = "Docket")]
    pairs: Option<PathBuf>,
    #[command(flatten)]
    gate: Gate,
}

impl Decide {
    pub(super) fn gate(&self) -> &Gate {
        &self.gate
    }

    /// The gate that it is.
    pub(super) fn into_gate(self) -> Gate {
        let Self { pairs, gate } = self;
        gate.asked(PRESET.asks(pairs.as_deref()))
    }
}
