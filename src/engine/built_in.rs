//! The policies that come with Assize.

/// One row a policy, and one a case of it with its files: `policies/STAGE/NAME.rhai` and
/// `policies/STAGE/NAME/CASE/FILE`.
macro_rules! shipped {
    ($stage:literal as $list:ident: $($name:literal { $($case:literal: $($file:literal)*;)* })*) => {
        pub(super) const $list: &[super::Shipped] = &[$(super::Shipped {
            name: $name,
            text: include_str!(concat!("../../../policies/", $stage, "/", $name, ".rhai")),
            cases: &[$($((
                concat!($case, "/", $file),
                include_str!(concat!("../../../policies/", $stage, "/", $name, "/", $case, "/", $file)),
            ),)*)*],
        }),*];
    };
}

mod shipped;

use super::Stage;

/// A policy that comes with Assize, and the files of its cases by their paths in its folder.
struct Shipped {
    name: &'static str,
    text: &'static str,
    cases: &'static [(&'static str, &'static str)],
}

/// The text of a policy that comes with Assize. It compiles like any other.
pub fn built_in(stage: Stage, name: &str) -> Option<&'static str> {
    find(stage, name).map(|policy| policy.text)
}

/// The names of the policies that come with Assize for a stage.
pub fn built_in_names(stage: Stage) -> impl Iterator<Item = &'static str> {
    policies(stage).iter().map(|policy| policy.name)
}

/// The policy of a stage that judges, and is copied, where none is named.
pub fn default_policy(stage: Stage) -> &'static str {
    match stage {
        Stage::Gate => "any-blocker",
        Stage::Audit => "as-stated",
        Stage::Redispatch => "standard",
    }
}

/// The files of the cases of a policy that comes with Assize: their paths in its folder, and their texts.
pub fn built_in_cases(
    stage: Stage,
    name: &str,
) -> impl Iterator<Item = (&'static str, &'static str)> {
    find(stage, name).map_or(&[] as &[_], |policy| policy.cases).iter().copied()
}

fn find(stage: Stage, name: &str) -> Option<&'static Shipped> {
    policies(stage).iter().find(|policy| policy.name == name)
}

fn policies(stage: Stage) -> &'static [Shipped] {
    match stage {
        Stage::Gate => shipped::GATE,
        Stage::Audit => shipped::AUDIT,
        Stage::Redispatch => shipped::REDISPATCH,
    }
}
