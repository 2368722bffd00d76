//! Trying cases from a team's own tests.

use std::fmt;
use std::path::Path;

use super::{Asked, find_cases};
use crate::Diagnostics;
use crate::host::{Config, Disk, Judged, current_dir, shown};
use crate::trial::Report;

/// Cases that failed, or that could not be read.
pub struct TrialFailed {
    /// All that was tried.
    pub report: Report,
}

/// Tries the cases of all policies in a folder, or of one policy by its file, as `assize policy test` does. A relative
/// path is taken from the folder that the test runs in: for `cargo test` that of the package.
///
/// ```
/// let report = assize::trial::run("policies/gate/any-blocker.rhai")?;
/// assert!(report.count() > 10);
/// # Ok::<(), assize::trial::TrialFailed>(())
/// ```
///
/// # Errors
///
/// A case failed, something could not be read, or there is no case. It shows what was expected and what was answered.
pub fn run_cases(place: impl AsRef<Path>) -> Result<Report, TrialFailed> {
    let asked =
        Asked { names: vec![place.as_ref().to_string_lossy().into_owned()], ..Asked::default() };
    let here = current_dir().unwrap_or_default();
    let mut wrong = Diagnostics::default();
    let config = Config::find(&Disk, &here, None, &Judged::default());
    let config = config.map_err(|reason| wrong.absorb(reason)).unwrap_or_default();
    let mut found = find_cases(&Disk, &asked, &here, &config);
    wrong.absorb(std::mem::take(&mut found.wrong));
    let report = Report::of(found.suites, wrong, || {});
    if report.exit_code() == 0 { Ok(report) } else { Err(TrialFailed { report }) }
}

/// Shown by `unwrap` and by a test that returns it, so it reads like the command.
impl fmt::Debug for TrialFailed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for TrialFailed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let failed = self.report.failures().count();
        writeln!(f, "{failed} of {} cases failed", self.report.count())?;
        for (suite, case, tried) in self.report.failures() {
            writeln!(f, "\n{} {}: {}", suite.stage, suite.name, shown(&case.name))?;
            writeln!(f, "{}", case.place)?;
            write!(f, "{}", tried.difference(case))?;
        }
        for item in self.report.unread().items() {
            writeln!(f, "\n{}: {}", item.code, item.message)?;
            item.help.iter().try_for_each(|help| writeln!(f, "  help: {help}"))?;
        }
        if self.report.count() == 0 {
            writeln!(f, "\nthere is no case")?;
        }
        Ok(())
    }
}

impl std::error::Error for TrialFailed {}
