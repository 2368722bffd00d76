//! Which panel sits.

use super::super::inputs::{Inputs, from_environment};
use crate::host::{self, Config, Panel, Rules, choose_panel};
use crate::{Diagnostic, Diagnostics};

/// The variable that says what `--panel` says.
pub(super) const VARIABLE: &str = "ASSIZE_PANEL";

impl Inputs {
    /// The panel that sits: as a flag or the environment says, else the only one of the file. A docket that is
    /// handed over whole says itself who sits.
    pub(super) fn choose(
        &self,
        config: &Config,
        rules: &Rules<'_>,
    ) -> Result<Option<Panel>, Diagnostics> {
        if self.whole.is_told() {
            return Ok(None);
        }
        let named = match &self.panel {
            Some(named) => Some(named.clone()),
            // What a preset asks for has another bench, whatever the environment says: that is told.
            None if self.is_preset() => return Ok(None),
            None => from_environment(VARIABLE, "ours")?,
        };
        seated(named.as_deref(), config, rules)
    }
}

/// The panel that a flag names, or else the environment, or else the only one of the file.
pub(in crate::cli) fn panel_of(
    named: Option<&str>,
    config: &Config,
    rules: &Rules<'_>,
) -> Result<Option<Panel>, Diagnostics> {
    match named {
        Some(named) => seated(Some(named), config, rules),
        None => seated(from_environment(VARIABLE, "ours")?.as_deref(), config, rules),
    }
}

fn seated(
    named: Option<&str>,
    config: &Config,
    rules: &Rules<'_>,
) -> Result<Option<Panel>, Diagnostics> {
    let mut panel = choose_panel(config, named)?;
    if let (Some(panel), Some(path)) = (&mut panel, &config.path)
        && panel.base.is_some()
    {
        panel.origin = rules.origin(path);
    }
    Ok(panel)
}

/// `ASSIZE_PANEL=ours assize consensus run1.cpf run2.cpf`
pub(super) fn panel_unused(named: &str) -> Diagnostic {
    Diagnostic::warning("assize::cli::panel_unused")
        .message(format!("`{VARIABLE}` names the panel `{}`, which does not sit here", host::shown(named)))
        .help("this command asks whom it is given; name the panel with `--panel` to seat it all the same")
}
