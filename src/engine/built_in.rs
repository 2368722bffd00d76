//! The policies that come with Assize.

mod cases;

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

/// The files of the cases of a policy that comes with Assize: their paths in its folder, and their texts.
pub fn built_in_cases(
    stage: Stage,
    name: &str,
) -> impl Iterator<Item = (&'static str, &'static str)> {
    let all = match stage {
        Stage::Gate => cases::GATES,
        Stage::Audit | Stage::Redispatch => &[],
    };
    let folder = format!("{name}/");
    all.iter().filter_map(move |(path, text)| Some((path.strip_prefix(&folder)?, *text)))
}

fn policies(stage: Stage) -> &'static [(&'static str, &'static str)] {
    match stage {
        Stage::Gate => GATES,
        Stage::Audit | Stage::Redispatch => &[],
    }
}
