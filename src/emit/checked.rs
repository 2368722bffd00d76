//! What `assize policy check` found, in JSON.
//!
//! ```
//! use assize::emit::checked::{Checked, json};
//! use assize::{Policy, Stage};
//! let text = "rule \"nobody failed it\" when failed.none then pass;\n";
//! let found = Policy::compile(Stage::Gate, "gate/ours.rhai", text)?.check();
//! let checked = [Checked { stage: "gate", name: "ours".into(), file: None, found }];
//! assert!(json(&checked, &Default::default(), 1).contains("\"stage\": \"gate\""));
//! # Ok::<(), assize::Diagnostics>(())
//! ```

use serde::Serialize;

use super::json::{SCHEMA_VERSION, print};
use super::view::{Diagnostic as View, ViewBuilder};
use crate::ir::Diagnostics;

/// What was found in one policy. Its sources are named by paths that a person can open.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The stage that it is for.
    pub stage: &'static str,
    /// Its name.
    pub name: String,
    /// Its file; none when it is built in.
    pub file: Option<String>,
    /// What was found.
    pub found: Diagnostics,
}

/// What was found in each policy.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct AllChecked<'a> {
    /// The version of this shape. Additions do not change it.
    #[cfg_attr(test, schemars(extend("const" = 1)))]
    schema_version: u32,
    /// What the process returns: 0 clean, 1 something was found, 2 a policy could not be checked.
    exit_code: u8,
    /// The policies that were checked.
    policies: Vec<OneChecked<'a>>,
    /// Why a policy could not be checked.
    diagnostics: Vec<View<'a>>,
}

/// What was found in one policy.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct OneChecked<'a> {
    /// Its stage: `gate`, `audit`, `redispatch`.
    stage: &'a str,
    /// Its name.
    name: &'a str,
    /// Whether it comes with Assize.
    built_in: bool,
    /// Its file; null when it is built in.
    file: Option<&'a str>,
    /// What was found; empty when it is clean.
    diagnostics: Vec<View<'a>>,
}

/// All that was found, and why policies could not be checked.
pub fn json(checked: &[Checked], wrong: &Diagnostics, exit_code: u8) -> String {
    let policies = checked.iter().map(OneChecked::of).collect();
    let diagnostics = views(wrong);
    print(&AllChecked { schema_version: SCHEMA_VERSION, exit_code, policies, diagnostics })
}

impl<'a> OneChecked<'a> {
    fn of(one: &'a Checked) -> Self {
        Self {
            stage: one.stage,
            name: &one.name,
            built_in: one.file.is_none(),
            file: one.file.as_deref(),
            diagnostics: views(&one.found),
        }
    }
}

fn views(found: &Diagnostics) -> Vec<View<'_>> {
    let views = ViewBuilder::new(found.sources());
    found.items().iter().map(|item| views.diagnostic(item)).collect()
}
