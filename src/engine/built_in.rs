//! The policies that come with Assize.

use super::Stage;

const GATES: &[(&str, &str)] =
    &[("any-blocker", include_str!("../../policies/gate/any-blocker.rhai"))];

/// The text of a policy that comes with Assize. It compiles like any other.
pub fn built_in(stage: Stage, name: &str) -> Option<&'static str> {
    policies(stage).iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// The names of the policies that come with Assize for a stage.
pub fn built_in_names(stage: Stage) -> impl Iterator<Item = &'static str> {
    policies(stage).iter().map(|(name, _)| *name)
}

fn policies(stage: Stage) -> &'static [(&'static str, &'static str)] {
    match stage {
        Stage::Gate => GATES,
        Stage::Audit | Stage::Redispatch => &[],
    }
}
