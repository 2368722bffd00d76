//! `assize audit`: what the findings of a verdict amount to.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::Args;

use super::answer::{Ending, Format, Shape};
use super::console::Console;
use super::inputs::{current_dir, pair, twice};
use super::output::OutputArgs;
use super::reading::Reading;
use super::rules::RulesArgs;
use super::stages::Answered;
use super::{NO_ANSWER, NOT_ALL};
use super::{facts, stages};
use crate::emit::{json, text};
use crate::host::{Files, Judged, Writer};
use crate::policy::default_policy;
use crate::verdict::Kind;
use crate::{Diagnostics, Docket, Outcome, ReadOptions, Stage};

/// A verdict effectively fails.
const FAILS: u8 = 1;

/// Say what the findings of verdicts amount to, whatever word their reviewers chose
///
/// Reads texts in any format, as `parse` does, and asks an audit policy about each verdict. A verdict is never
/// better than what it states and what its format makes of its findings: an audit can only make it worse.
///
/// No gate is judged: no one is waited for, and nothing is opened or written.
#[derive(Args, Debug)]
#[command(after_help = "\
Exit codes, by the worst of the verdicts:
  0  all are effectively pass or warn
  1  one effectively fails
  2  no answer: a usage, configuration or policy error
  3  one is effectively hold, or a text holds no verdict that can be read
With `--exit hook`: 0 where all are effectively pass or warn, 2 anything else.

Examples:
  assize audit --kind impl auditor.cpf
  assize audit --policy dead-code-2026-03 reports
  assize audit --policy impl --set high_limit=5 auditor.cpf
  assize audit --kind impl --explain auditor.cpf
  assize audit --kind design --format json auditor.cpf
  assize audit --kind design --json auditor.cpf --output audit.json
  claude -p '…' | assize audit --kind impl -")]
pub(super) struct Audit {
    /// Files, folders of files, or `-` for standard input
    #[arg(value_name = "FILE", required = true)]
    paths: Vec<PathBuf>,
    /// An audit policy's name, or its file [default: that of `--kind`, else as-stated]
    #[arg(long, value_name = "FILE|NAME", help_heading = "Policy")]
    policy: Option<String>,
    /// Set a parameter of the policy
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair, help_heading = "Policy")]
    set: Vec<(String, String)>,
    /// A fact of this run that the policy asks for
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair, help_heading = "Policy")]
    given: Vec<(String, String)>,
    /// Show every rule on each verdict, what it saw, and what would change the outcome of the verdict
    #[arg(long, help_heading = "Policy")]
    explain: bool,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    shape: Shape,
    #[command(flatten)]
    ending: Ending,
}

impl Audit {
    pub(super) fn run(&self, disk: &dyn Writer, console: &Console) -> u8 {
        self.output.answering(|| self.paths.clone(), console, |console| self.answer(disk, console))
    }

    fn answer(&self, disk: &dyn Writer, console: &Console) -> u8 {
        let (ruling, traces) = match self.judge(disk, console) {
            Ok(judged) => judged,
            Err(reason) => return stages::refuse(&reason, self.shape, console),
        };
        let code = self.ending.code(match text::worst(ruling.docket()) {
            Outcome::Pass | Outcome::Warn => 0,
            Outcome::Fail => FAILS,
            Outcome::Hold => NOT_ALL,
        });
        self.ending.report(code, &text::audits(&ruling, &console.err_options()), console);
        let code = match self.shape.format() {
            Format::Json => {
                let traces = traces.as_deref();
                console.answer_with(&|out| json::write_audits(out, &ruling, traces, code), code)
            }
            Format::Text => {
                let options = console.out_options();
                let told = text::audits(&ruling, &options);
                console.answer(&stages::explained(told, traces.as_deref(), &options), code)
            }
        };
        if self.shape.format() == Format::Text && code != NO_ANSWER {
            console.remark(ruling.docket().sources(), text::untold_by_explain(&ruling));
        }
        code
    }

    fn judge(&self, disk: &dyn Files, console: &Console) -> Result<Answered, Diagnostics> {
        let judged = Judged::of(disk, &self.paths).only_read();
        let rules = self.rules.open(disk, |files| self.reading.config(files, &judged).ok())?;
        let asked = self.policy.as_deref().unwrap_or(self.by_kind());
        let (mut policy, remarks) =
            stages::find(&rules, (Stage::Audit, asked), &current_dir()?, &judged, console)?;
        let mut wrong = Diagnostics::from(twice("--set", &self.set));
        wrong.extend(twice("--given", &self.given));
        for (name, value) in &self.set {
            wrong.extend(policy.set_param(name, value).err());
        }
        let options = ReadOptions::default().profile(self.reading.profile.to_profile());
        let mut docket = Docket::new("audit").reading(options);
        for (name, value) in &self.given {
            match facts::read(&policy, name, value) {
                Ok(given) => docket = docket.given(name, given),
                Err(reason) => wrong.push(reason),
            }
        }
        let read = self.reading.read(&self.paths, console);
        let read = read.map_err(|reason| wrong.absorb(reason)).unwrap_or_default();
        if !wrong.is_empty() {
            return Err(wrong);
        }
        remarks.into_iter().for_each(|remark| docket.report(remark));
        // Each text takes a seat of its own, under its own name; one that is named twice is one.
        let mut names = BTreeSet::new();
        for read in read {
            let name = read.sources.first().map(|source| source.name().to_owned());
            let name = name.unwrap_or_default();
            if names.insert(name.clone()) {
                docket.seat(&name);
                docket.submit_decoded(&name, read);
            }
        }
        let gate = stages::any_gate()?.with_audit(policy)?;
        stages::judge(&gate, &docket.close(), self.explain)
    }

    /// The table of the kind of review, or what adds nothing.
    fn by_kind(&self) -> &'static str {
        match self.reading.kind() {
            Some(Kind::Design) => "design",
            Some(Kind::Impl) => "impl",
            Some(Kind::DeadCode) => "dead-code",
            None => default_policy(Stage::Audit),
        }
    }
}
