//! A docket that is handed over whole: `--docket`.

use std::path::{Path, PathBuf};

use clap::Args;

use super::inputs::standard_input;
use super::reading::Reading;
use crate::host::{self, Config, DocketFile, Files, Judged, Rules};
use crate::{Diagnostics, Docket};

/// A docket that is handed over whole.
#[derive(Args, Clone, Debug)]
pub(super) struct DocketArgs {
    /// A docket in JSON in place of reports: it says who sits, what they wrote, and the facts of this run;
    /// `-` is standard input (`assize contract docket`). Where a round was begun for its work, the work that PATH
    /// names or else its `id`, it is held to that round
    #[arg(long, value_name = "FILE", conflicts_with_all = SAID, help_heading = "Docket")]
    docket: Option<PathBuf>,
}

/// What a docket says itself, by the names of the flags that say it otherwise.
pub(super) const SAID: [&str; 27] = [
    "expect",
    "voting",
    "observers",
    "absent",
    "excuse",
    "panel",
    "stdout",
    "task",
    "round",
    "bind",
    "wait",
    "given",
    "changed_from",
    "text",
    "previous",
    "waivers",
    "owners",
    "attempts",
    "today",
    "as",
    "format_in",
    "remarks",
    "profile",
    "kind",
    "pair",
    "criterion",
    "word",
];

impl DocketArgs {
    pub(super) fn is_told(&self) -> bool {
        self.docket.is_some()
    }

    /// The file, where it is one.
    pub(super) fn file(&self) -> Option<&PathBuf> {
        self.docket.as_ref().filter(|path| path.as_os_str() != "-")
    }

    /// Reads the docket. The words of the team are known as they are for reports.
    pub(super) fn read(
        &self,
        disk: &dyn Files,
        rules: &Rules<'_>,
        config: &Config,
        reading: &Reading,
    ) -> Result<Docket, Diagnostics> {
        let judged = Judged::of(disk, &[]);
        let (options, more) = reading.options_of((config, None), rules, &judged)?;
        let remarks = config.remarks.iter().cloned().chain(more);
        let limits = reading.limits();
        let from = match self.file() {
            Some(path) => DocketFile::File(path),
            None => DocketFile::Input(standard_input(limits.total_bytes)?),
        };
        let mut docket = host::docket(disk, from, &options, &limits)?;
        let changed = docket.changed.clone().unwrap_or_default();
        for remark in remarks.chain(rules.remarks(&changed)) {
            docket.report(remark);
        }
        Ok(docket)
    }
}

/// A file that is written: standard output has the answer.
pub(super) fn a_file(text: &str) -> Result<PathBuf, String> {
    match text {
        "" | "-" => Err("name a file: standard output has the answer".to_owned()),
        path => Ok(Path::new(path).to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use clap::{Arg, Command};

    use super::SAID;
    use crate::cli::Cli;

    /// Flags of `gate` and `explain` that say nothing of the docket.
    const BESIDE: [&str; 37] = [
        "audit",
        "code",
        "codes",
        "color",
        "config",
        "docket",
        "docket_out",
        "evidence",
        "exit",
        "explain",
        "fields",
        "format",
        "json",
        "judges",
        "limit_bytes",
        "limit_files",
        "limit_items",
        "limit_total_bytes",
        "limit_total_items",
        "lock_wait",
        "no_config",
        "no_lowering",
        "no_overrides",
        "no_summary",
        "output",
        "paths",
        "policy",
        "quiet",
        "redispatch",
        "report",
        "require_round",
        "rules_from",
        "set",
        "shadow",
        "summary",
        "verbose",
        "with_docket",
    ];

    #[test]
    fn every_flag_is_said_by_a_docket_or_stands_beside_it() {
        let mut known = Vec::new();
        for command in ["gate", "explain"] {
            let cli = Cli::whole();
            let flags = cli.find_subcommand(command).into_iter().flat_map(Command::get_arguments);
            known.extend(flags.map(Arg::get_id).map(ToString::to_string));
        }
        for flag in &known {
            let (said, beside) = (SAID.contains(&&**flag), BESIDE.contains(&&**flag));
            assert!(said != beside, "{flag}");
        }
        assert!(SAID.iter().all(|flag| known.iter().any(|known| known == flag)));
    }
}
