//! `assize sdd close`: what became of a batch that is still open.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::mistakes;
use crate::cli::answer::{Format, Shape};
use crate::cli::console::Console;
use crate::cli::limits::LimitArgs;
use crate::cli::stages;
use crate::cli::targets::LockWait;
use crate::emit::json::SCHEMA_VERSION;
use crate::emit::visible::visible;
use crate::host::{Writer, review_log_of, review_log_text, write_log};
use crate::sdd::{Disposition, close_batch};
use crate::{Diagnostic, Diagnostics};

/// Write below a batch of a log what became of it
///
/// A review that fails is recorded without a disposition, for no one has mended anything yet. When somebody has, this command
/// writes the word: `NO-GO-FIXED`, `SPEC-UPDATE-CASCADED`, or `ESCALATED` where a person decides. It never makes a batch
/// better than it came to be: the log stays shut until the next review finds nothing, and a batch that is closed is not
/// closed again. The log is changed under its lock, whole or not at all, and nothing else in it is read differently.
#[derive(Args, Debug)]
#[command(after_help = "\
Exit codes:
  0  the batch is closed
  2  nothing was written: no such batch, one that is closed, a word that does not fit, a log that cannot be written

Examples:
  assize sdd close B1 NO-GO-FIXED --log verdicts.md
  assize sdd close B1 SPEC-UPDATE-CASCADED --feature login
  assize sdd close B2 ESCALATED --log verdicts.md --format json")]
pub(in crate::cli) struct Close {
    /// The batch, as its heading names it: `B3`
    #[arg(value_name = "BATCH")]
    batch: String,
    /// What became of it: `NO-GO-FIXED`, `SPEC-UPDATE-CASCADED`, `CONDITIONAL-TRACKED`, `CONDITIONAL-FIXED`, `GO-ACCEPTED`
    /// or `ESCALATED`
    #[arg(value_name = "DISPOSITION")]
    disposition: String,
    /// The log [default: `verdicts.md`]
    #[arg(long, value_name = "FILE", conflicts_with = "feature", help_heading = "Files")]
    log: Option<PathBuf>,
    /// The feature: its log is `specs/NAME/reviews/verdicts.md`
    #[arg(long, value_name = "NAME", help_heading = "Files")]
    feature: Option<String>,
    #[command(flatten)]
    wait: LockWait,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    shape: Shape,
}

impl Close {
    pub(super) fn run(&self, disk: &dyn Writer, console: &Console) -> u8 {
        match self.close(disk, console) {
            Ok((log, disposition)) => console.answer(&self.print(&log, disposition), 0),
            Err(reason) => stages::refuse(&reason, self.shape, console),
        }
    }

    fn close(
        &self,
        disk: &dyn Writer,
        console: &Console,
    ) -> Result<(PathBuf, Disposition), Diagnostics> {
        let known: Vec<&str> = Disposition::ALL.iter().map(|one| one.as_str()).collect();
        let said = self.disposition.trim().to_ascii_uppercase();
        let disposition = said.parse::<Disposition>();
        let disposition =
            disposition.map_err(|_| mistakes::not_a_disposition(&self.disposition, &known))?;
        if let Some(feature) = self.feature.as_deref().filter(|name| !mistakes::is_plain(name)) {
            return Err(mistakes::not_a_feature(feature).into());
        }
        let log = self.log.clone().unwrap_or_else(|| review_log_of(self.feature.as_deref()));
        if disk.resolve(&log).is_err() {
            return Err(no_log(&log).into());
        }
        let _held = self.wait.lock(&log, console)?;
        disk.sweep(&log);
        let source = review_log_text(disk, &log, &self.limits.limits())?;
        let text = close_batch(&source, &self.batch, disposition)?;
        write_log(disk, &log, &text)?;
        Ok((log, disposition))
    }

    fn print(&self, log: &Path, disposition: Disposition) -> String {
        let log = log.to_string_lossy();
        match self.shape.format() {
            Format::Text => {
                format!(
                    "{} is closed as {disposition} in {}\n",
                    visible(&self.batch),
                    visible(&log)
                )
            }
            Format::Json => {
                let value = json!({
                    "schema_version": SCHEMA_VERSION,
                    "batch": self.batch,
                    "disposition": disposition.as_str(),
                    "log": log,
                });
                crate::emit::json::print(&value)
            }
        }
    }
}

/// `--log nowhere.md`
fn no_log(log: &Path) -> Diagnostic {
    Diagnostic::error("assize::cli::no_log")
        .message(format!("the log `{}` does not exist", crate::host::shown(log)))
        .help("name the log that has the batch with `--log`, or its feature with `--feature`")
}
