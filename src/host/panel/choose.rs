//! Which panel sits.

use super::{Panel, built_in_panels, mistakes};
use crate::diagnostic::Level;
use crate::host::{Config, Judged};
use crate::{Diagnostic, Diagnostics};

/// The panels that there are: those of an `assize.kdl`, and those that come with Assize.
#[derive(Clone, Debug, Default)]
pub struct Panels {
    /// Those of the file, in their order.
    pub own: Vec<Panel>,
    /// How the file is shown.
    pub file: Option<String>,
}

impl Panels {
    /// Those of a file that was found.
    pub fn of(config: &Config) -> Self {
        Self { own: config.panels.clone(), file: config.file.clone() }
    }

    /// The names of all of them, each once.
    pub fn names(&self) -> Vec<String> {
        let own = self.own.iter().map(|panel| panel.name.clone());
        let mut names: Vec<String> = own.collect();
        for name in built_in_panels() {
            if !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
        }
        names
    }

    /// All of them: those of the file first.
    pub fn all(&self) -> impl Iterator<Item = Panel> {
        self.own.iter().cloned().chain(built_in_panels().filter_map(Panel::built_in))
    }

    /// A panel by its name.
    ///
    /// # Errors
    ///
    /// Nothing has that name, or one of the file has that of one that comes with Assize: a change could bring it
    /// along, and no one would see which of the two is meant.
    pub fn find(&self, name: &str) -> Result<Panel, Diagnostics> {
        let own = self.own.iter().find(|panel| panel.name == name);
        match (own, Panel::built_in(name)) {
            (Some(own), Some(_)) => Err(Diagnostics::new(
                vec![own.source.clone()],
                vec![mistakes::two_meanings(own.at, name)],
            )),
            (Some(own), None) => Ok(own.clone()),
            (None, Some(built_in)) => Ok(built_in),
            (None, None) => Err(mistakes::unknown_panel(name, &self.names()).into()),
        }
    }
}

/// The panel that was named, or the only one of the file. None where there is no file with one.
///
/// # Errors
///
/// As [`Panels::find`]; and several in the file, of which none was named.
pub fn choose_panel(config: &Config, named: Option<&str>) -> Result<Option<Panel>, Diagnostics> {
    let panels = Panels::of(config);
    if let Some(name) = named {
        return panels.find(name).map(Some).map_err(|mut wrong| {
            // It may be called so in a file that is not used.
            config.remarks.iter().filter(|told| told.level > Level::Advice).for_each(|told| {
                wrong.push(told.clone());
            });
            wrong
        });
    }
    match panels.own.as_slice() {
        [] => Ok(None),
        [only] => Ok(Some(only.clone())),
        more => {
            let names: Vec<&str> = more.iter().map(|panel| panel.name.as_str()).collect();
            Err(mistakes::which_panel(config.file.as_deref().unwrap_or_default(), &names).into())
        }
    }
}

impl Panel {
    /// What stands against taking it for reports: it lies among them.
    pub fn misplaced(&self, judged: &Judged) -> Option<Diagnostic> {
        let base = self.base.as_deref()?;
        judged.holds(base).then(|| mistakes::among_reports(&self.name))
    }
}
