//! Which command is asked: the one behind `--`, else the one of `assize.kdl`, else what there is without both.

use serde::Serialize;

use super::console::Console;
use super::rules::RulesFrom;
use super::words::ConfigArgs;
use crate::host::{CONFIG_USED, Config, ConfiguredCommand, Files, Judged, shown};
use crate::{Diagnostic, Diagnostics};

/// Where a command was named, for anyone who reads the answer.
#[derive(Clone, Debug, Serialize)]
pub(super) struct AskedBy {
    /// The program, as it was named.
    pub(super) program: String,
    /// `command line`, `default`, or the file that names it.
    pub(super) from: String,
    /// The SHA-256 of that file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) sha256: Option<String>,
}

impl AskedBy {
    /// It stands behind `--`.
    pub(super) fn line(program: &std::ffi::OsStr) -> Self {
        Self {
            program: program.to_string_lossy().into_owned(),
            from: "command line".into(),
            sha256: None,
        }
    }

    /// No one names another one.
    pub(super) fn default(program: &str) -> Self {
        Self { program: program.to_owned(), from: "default".into(), sha256: None }
    }

    /// `assize.kdl` names it.
    pub(super) fn config(command: &ConfiguredCommand) -> Self {
        let program = command.argv.first().cloned().unwrap_or_default();
        Self { program, from: command.file.clone(), sha256: Some(command.sha256()) }
    }

    /// What a person reads: nothing where the command stands on the line that they typed.
    pub(super) fn told(&self) -> Option<String> {
        self.sha256.as_ref()?;
        Some(format!("asked    {}, as {} says\n", shown(&self.program), shown(&self.from)))
    }
}

/// The command that `assize.kdl` names: that of a commit, where the rules come from one.
pub(super) fn configured(
    disk: &dyn Files,
    (rules, config): (&RulesFrom, &ConfigArgs),
    judged: &Judged,
    which: fn(Config) -> Option<ConfiguredCommand>,
    console: &Console,
) -> Result<Option<ConfiguredCommand>, Diagnostics> {
    let (rules, config) = rules.open_with(disk, config, judged)?;
    // It is not read with anybody's words.
    let remarks = config.remarks.iter().filter(|remark| remark.code != CONFIG_USED);
    console.remark(&[], remarks);
    let command = which(config);
    console.remark(&[], &rules.remarks(&[]));
    if let Some(command) = &command
        && let Some(program) = command.program()
        && rules.is_of_change(&program)
    {
        return Err(command.refuse(vec![of_change(command)]));
    }
    Ok(command)
}

/// `court { command "./tools/judge" }` with `--rules-from origin/main`
fn of_change(command: &ConfiguredCommand) -> Diagnostic {
    let program = command.argv.first().map(String::as_str).unwrap_or_default();
    Diagnostic::error("assize::cli::command_of_change")
        .message(format!(
            "`{}` lies in the work tree, so the change that is judged could bring another one along",
            shown(program)
        ))
        .help("name a program outside of the work tree, or one that is found by `PATH`")
}
