//! The panels that come with Assize.

use super::Panel;
use crate::host::config::read_text;
use crate::ruling::BUILT_IN;

const PANELS: &[(&str, &str)] = &[
    ("dartai", include_str!("../../../policies/panels/dartai.kdl")),
    ("workflow", include_str!("../../../policies/panels/workflow.kdl")),
    ("sdd-design", include_str!("../../../policies/panels/sdd-design.kdl")),
    ("sdd-impl", include_str!("../../../policies/panels/sdd-impl.kdl")),
    ("sdd-dead-code", include_str!("../../../policies/panels/sdd-dead-code.kdl")),
    ("sdd-wave", include_str!("../../../policies/panels/sdd-wave.kdl")),
    ("deepwork", include_str!("../../../policies/panels/deepwork.kdl")),
    ("commonplace", include_str!("../../../policies/panels/commonplace.kdl")),
    ("court", include_str!("../../../policies/panels/court.kdl")),
];

/// The names of the panels that come with Assize.
pub fn built_in_panels() -> impl Iterator<Item = &'static str> {
    PANELS.iter().map(|(name, _)| *name)
}

/// The text of a panel that comes with Assize, as it may stand in an `assize.kdl`.
pub fn built_in_panel_text(name: &str) -> Option<&'static str> {
    PANELS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

impl Panel {
    /// A panel that comes with Assize. It is read like any other.
    pub fn built_in(name: &str) -> Option<Self> {
        let text = built_in_panel_text(name)?;
        let told = read_text(&format!("{name}.kdl"), text).ok()?;
        let about = text.lines().next().and_then(|line| line.strip_prefix("//"));
        let about = about.unwrap_or_default().trim().to_owned();
        let panel = told.into_iter().next()?;
        Some(Self { origin: BUILT_IN.to_owned(), about, ..panel })
    }
}
