//! `assize quality decide`: reviews that judge the criteria they were given.

use std::path::PathBuf;

use clap::Args;

use super::super::asked::Preset;
use super::super::gate::Gate;
use super::super::inputs::POLICY;
use crate::Format;
use crate::host::SubjectFile;

pub(crate) const PRESET: Preset =
    Preset { formats: &[Format::Quality], file: SubjectFile::Criteria };

/// Say whether every criterion that was asked for was judged, and is met
///
/// Takes what `assize gate` takes, and judges by the policy `quality`. A criterion that a review leaves out is
/// missing and holds the gate; one that it does not meet fails it. A review is one JSON object (`assize contract
/// quality`); anything else is not read unless `--format-in` says so.
#[derive(Args, Debug)]
#[command(
    mut_arg("policy", |policy| policy.default_value("quality").help(POLICY)),
    after_help = "\
Exit codes: as `assize gate`, 0 open, 1 shut by a fail, 2 no answer, 3 shut by a hold.

Examples:
  assize quality decide result.json --criteria criteria.kdl
  assize quality decide reviews --criteria criteria.kdl --expect ann,ben
  assize quality decide result.json --criterion AC1 --criterion AC2 --format json
  assize quality decide result.json --criteria criteria.kdl --policy ours.rhai --set min_reviewers=2"
)]
pub(in crate::cli) struct Decide {
    /// The criteria that were asked for: KDL, one `criterion "AC2" "Every migration can be undone."` each
    #[arg(long, value_name = "FILE", conflicts_with = "docket",
          required_unless_present_any = ["criterion", "docket"], help_heading = "Docket")]
    criteria: Option<PathBuf>,
    #[command(flatten)]
    gate: Gate,
}

impl Decide {
    pub(super) fn gate(&self) -> &Gate {
        &self.gate
    }

    /// The gate that it is.
    pub(super) fn into_gate(self) -> Gate {
        self.gate.asked(PRESET.asks(self.criteria.as_deref()))
    }
}
