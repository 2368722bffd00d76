//! `assize court brief`: what the court reads.

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use super::super::answer::{Format, Shape};
use super::super::console::Console;
use super::super::stages;
use crate::emit::json;
use crate::host::{DIFF, Files, Place, VERIFY_RESULT, Writer, evidence, write_atomic};
use crate::systems::court::{Briefing, Confidence, Evidence};
use crate::{Diagnostics, Source};

/// What a briefing is made of.
#[derive(Args, Clone, Debug)]
pub(super) struct BriefArgs {
    /// The name of the task
    #[arg(long, value_name = "ID", help_heading = "Evidence")]
    pub(super) task: String,
    /// The contract that the work was done by, in YAML or JSON
    #[arg(long, value_name = "FILE", help_heading = "Evidence")]
    contract: PathBuf,
    /// The work tree of the task, where the captured diff and the result of the verification lie
    #[arg(long, value_name = "PATH", default_value = ".", help_heading = "Evidence")]
    pub(super) worktree: PathBuf,
    /// The captured diff [default: anvil/diff.patch in the work tree]
    #[arg(long, value_name = "FILE", help_heading = "Evidence")]
    diff: Option<PathBuf>,
    /// The result of the verification, in JSON [default: anvil/verify/verify-result.json in the work tree]
    #[arg(long, value_name = "FILE", help_heading = "Evidence")]
    verify: Option<PathBuf>,
    /// How sure the verification is: a number such as 0.9, or `high`, `medium` or `low`
    #[arg(long, value_name = "SCORE", help_heading = "Evidence")]
    confidence: Option<Confidence>,
}

impl BriefArgs {
    /// Reads the evidence and composes the briefing; everything that is wrong at once.
    pub(super) fn compose(&self, disk: &dyn Files) -> Result<Briefing, Diagnostics> {
        let mut wrong = Diagnostics::default();
        let mut read = |named: Option<&Path>, inside: &str| -> Option<Source> {
            let found = evidence(disk, named, (&self.worktree, inside));
            found.map_err(|reason| wrong.push(reason)).ok()
        };
        let contract = read(Some(&self.contract), "");
        let diff = read(self.diff.as_deref(), DIFF);
        let verify = read(self.verify.as_deref(), VERIFY_RESULT);
        let (Some(contract), Some(diff), Some(verify)) = (contract, diff, verify) else {
            return Err(wrong);
        };
        Briefing::compose(&Evidence {
            task: &self.task,
            contract: &contract,
            diff: &diff,
            verify: &verify,
            confidence: self.confidence.clone(),
        })
    }

    /// Every file that is read.
    pub(super) fn files(&self) -> Vec<PathBuf> {
        let inside = |named: &Option<PathBuf>, inside: &str| {
            named.clone().unwrap_or_else(|| self.worktree.join(inside))
        };
        vec![self.contract.clone(), inside(&self.diff, DIFF), inside(&self.verify, VERIFY_RESULT)]
    }
}

/// Compose what a court reads of a task: the evidence, and nothing else
///
/// The briefing is one JSON object with five members: `taskId`, `contract`, `diff`, `verifyOutput`, `confidence`. A key that
/// tells why and not what (`plan`, `ledger`, `commit_message`, `prior_verdicts`, `narration`, `toolOutput`, `rationale`,
/// `implementer_reasoning`) is refused at any depth and in any spelling, with its path: E_COURT_INPUT_VIOLATION. So are a
/// contract or a result of the verification that is not of its shape, a result of another contract, and an empty diff.
///
/// The hash is the SHA-256 of the briefing as JavaScript's `JSON.stringify` writes it. `--output` writes exactly these bytes.
#[derive(Args, Debug)]
#[command(after_help = "\
Exit codes:
  0  the briefing was composed
  2  no briefing: a usage error, or evidence that is missing, forbidden or contradicts itself

Examples:
  assize court brief --task T-17 --contract contract.yaml --worktree work
  assize court brief --task T-17 --contract contract.yaml --worktree work --format json
  assize court brief --task T-17 --contract contract.yaml --worktree work --output briefing.json")]
pub(in crate::cli) struct Brief {
    #[command(flatten)]
    briefed: BriefArgs,
    #[command(flatten)]
    shape: Shape,
    /// Write the briefing to this file, byte by byte what is hashed, and print its hash alone
    #[arg(short, long, value_name = "FILE", help_heading = "Files")]
    output: Option<PathBuf>,
}

#[derive(Serialize)]
struct View<'a> {
    schema_version: u32,
    #[serde(rename = "taskId")]
    task: &'a str,
    #[serde(rename = "briefingHash")]
    briefing_hash: &'a str,
    criteria: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    briefing: Option<&'a Briefing>,
}

impl Brief {
    pub(super) fn run(&self, disk: &dyn Writer, console: &Console) -> u8 {
        let briefing = match self.briefed.compose(disk) {
            Ok(briefing) => briefing,
            Err(reason) => return stages::refuse(&reason, self.shape, console),
        };
        if let Some(output) = &self.output
            && let Err(reason) = self.write(disk, output, &briefing)
        {
            return stages::refuse(&reason.into(), self.shape, console);
        }
        let hash = briefing.hash();
        let view = View {
            schema_version: json::SCHEMA_VERSION,
            task: briefing.task(),
            briefing_hash: &hash,
            criteria: briefing.criteria(),
            briefing: self.output.is_none().then_some(&briefing),
        };
        match (self.shape.format(), &self.output) {
            (Format::Json, _) => console.answer(&json::print(&view), 0),
            (Format::Text, Some(_)) => console.answer(&format!("{hash}\n"), 0),
            (Format::Text, None) => {
                let shown = json::escaped(briefing.json());
                console.answer(&format!("{hash}\n{shown}\n"), 0)
            }
        }
    }

    /// Never over a file of the evidence.
    fn write(
        &self,
        disk: &dyn Writer,
        output: &Path,
        briefing: &Briefing,
    ) -> Result<(), crate::Diagnostic> {
        let place = disk.resolve(output).ok();
        let reads = |file: &PathBuf| place.is_some() && disk.resolve(file).ok() == place;
        if self.briefed.files().iter().any(reads) {
            return Err(super::over_evidence(output));
        }
        write_atomic(disk, &Place::Named(output.to_owned()), briefing.json(), "briefing")
    }
}
