//! What the commands of a step have in common: the step, its root, its session, and its reviewers.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use super::super::NO_ANSWER;
use super::super::answer::{Format, Shape};
use super::super::configured::{AskedBy, configured};
use super::super::console::Console;
use super::super::progress::Bar;
use super::super::rules::RulesFrom;
use super::super::words::ConfigArgs;
use crate::emit::json;
use crate::host::quality::read_step;
use crate::host::runner::Output;
use crate::host::{Files, Judged, Kind, Panels, current_dir, shown};
use crate::quality::{
    ClaudeCli, DEFAULT_MAX_INLINE_FILES, QualityGate, QualityGateError, Reviewed, Step, StepRun,
    may_be_an_id, review_tasks,
};
use crate::{Diagnostic, Diagnostics};

/// The step.
#[derive(Args, Debug)]
pub(super) struct StepArgs {
    /// What describes the step: KDL, or `-` for standard input
    #[arg(value_name = "STEP")]
    step: PathBuf,
    /// The root of the project, which the paths of outputs start from [default: the current folder]
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath, help_heading = "Step")]
    root: Option<PathBuf>,
    /// What the author tells the reviewers, instead of the notes of the step
    #[arg(long, value_name = "TEXT", help_heading = "Step")]
    notes: Option<String>,
    /// List files instead of showing them when there are more than this [default: 5]
    #[arg(long, value_name = "N", help_heading = "Step")]
    max_inline_files: Option<usize>,
}

/// The session that a step belongs to.
#[derive(Args, Debug)]
pub(super) struct SessionArgs {
    /// The session; files of the step are called by it
    #[arg(long, value_name = "ID", help_heading = "Step")]
    session: String,
}

/// Who reviews, and how.
#[derive(Args, Debug)]
pub(super) struct ReviewerArgs {
    /// Give each review this long [default: 240, and 30 more for each file beyond 5]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Reviewers")]
    timeout: Option<u32>,
    /// Run at most so many reviewers at once
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..), help_heading = "Reviewers")]
    jobs: u16,
    /// The command that reviews: `{system_prompt}` and `{json_schema}` stand for what it reads, the payload is on its
    /// standard input [default: that of `quality` in assize.kdl, else claude --print --output-format json
    /// --system-prompt {system_prompt} --json-schema {json_schema} -p --]
    #[arg(last = true, value_name = "COMMAND", help_heading = "Reviewers")]
    command: Vec<String>,
    #[command(flatten)]
    pub(super) rules: RulesFrom,
    #[command(flatten)]
    pub(super) config: ConfigArgs,
}

impl StepArgs {
    /// The step, and the root that its paths start from.
    pub(super) fn open(&self, files: &dyn Files) -> Result<(Step, PathBuf), Diagnostics> {
        let root = match &self.root {
            Some(root) => files.resolve(root).map_err(|error| no_root(root, &error))?,
            None => current_dir().map_err(|error| no_root(Path::new("."), &error))?,
        };
        match files.kind(&root) {
            Ok(Kind::Folder) => {}
            Ok(_) => return Err(no_root(&root, &io::ErrorKind::NotADirectory.into()).into()),
            Err(error) => return Err(no_root(&root, &error).into()),
        }
        let mut step = read_step(files, &self.step)?;
        if let Some(notes) = &self.notes {
            step.notes = Some(notes.clone());
        }
        Ok((step, root))
    }

    pub(super) fn max_inline_files(&self) -> usize {
        self.max_inline_files.unwrap_or(DEFAULT_MAX_INLINE_FILES)
    }

    /// The same of a self-review: the line says it, else the panel, where one was named.
    pub(super) fn max_inline_files_of(
        &self,
        panel: Option<&str>,
        disk: &dyn Files,
        (rules, config): (&RulesFrom, &ConfigArgs),
    ) -> Result<usize, Diagnostics> {
        let Some(name) = panel else { return Ok(self.max_inline_files()) };
        let (_, config) = rules.open_with(disk, config, &Judged::default())?;
        let panel = Panels::of(&config).find(name)?;
        let own = panel.self_review_inline_files.and_then(|most| usize::try_from(most).ok());
        Ok(self.max_inline_files.or(own).unwrap_or(DEFAULT_MAX_INLINE_FILES))
    }
}

impl SessionArgs {
    pub(super) fn of(&self, step: &Step) -> Result<StepRun, Diagnostic> {
        match may_be_an_id(&self.session) {
            true => Ok(StepRun { session: self.session.clone(), step: step.id.clone() }),
            false => Err(not_an_id(&self.session)),
        }
    }
}

impl ReviewerArgs {
    /// The command that reviews, and who named it: the line, else `assize.kdl`, else no one.
    pub(super) fn reviewer(
        &self,
        disk: &dyn Files,
        console: &Console,
    ) -> Result<(ClaudeCli, AskedBy), Diagnostics> {
        if let Some(program) = self.command.first() {
            let cli = ClaudeCli::command(self.command.iter().cloned())?;
            return Ok((cli, AskedBy::line(program.as_ref())));
        }
        let from = (&self.rules, &self.config);
        let named = configured(disk, from, &Judged::default(), |config| config.quality, console)?;
        let Some(named) = named else {
            return Ok((ClaudeCli::new(), AskedBy::default(ClaudeCli::PROGRAM)));
        };
        match ClaudeCli::command(named.to_run()) {
            Ok(cli) => Ok((cli, AskedBy::config(&named))),
            Err(wrong) => Err(named.refuse(wrong.items().to_vec())),
        }
    }

    /// Runs all reviews of a step, and shows how far they are.
    pub(super) fn review(
        &self,
        (step, root): (&Step, &Path),
        max_inline_files: usize,
        reviewer: &(ClaudeCli, AskedBy),
        console: &Console,
    ) -> Result<Reviewed, Diagnostics> {
        let mut cli = reviewer.0.clone();
        if let Some(seconds) = self.timeout {
            cli = cli.timeout(Duration::from_secs(u64::from(seconds)));
        }
        let gate = QualityGate::new(Some(cli), Some(max_inline_files)).jobs(usize::from(self.jobs));
        let count = review_tasks(&step.reviews, &step.outputs).len();
        let bar = (count > 0).then(|| Bar::timing(console, count, "reviews"));
        let told = |_, _: &Output| bar.iter().for_each(Bar::step);
        let reviewed = gate.review_and_wait(step, root, &told);
        drop(bar);
        reviewed.map_err(|QualityGateError { why, .. }| why)
    }
}

/// There is no answer, and why.
pub(super) fn refuse(reason: &Diagnostics, shape: Shape, console: &Console) -> u8 {
    if shape.format() == Format::Json {
        console.answer(&json::no_ruling(reason, NO_ANSWER), NO_ANSWER);
    }
    console.report(reason);
    NO_ANSWER
}

/// The outputs that are no option, and have no file.
pub(super) fn left_out(step: &Step) -> Vec<Diagnostic> {
    let left_out = step.outputs.iter().filter(|output| output.paths.is_empty() && !output.optional);
    left_out.map(|output| no_output(&output.name)).collect()
}

/// `output "guide" type="file"`
fn no_output(name: &str) -> Diagnostic {
    Diagnostic::error("assize::cli::output_left_out")
        .message(format!("the step has no file for its output `{}`", shown(name)))
        .help("name one with `file`, or say `optional=#true` where the step may be finished without it")
}

/// `--root nowhere`
fn no_root(root: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::error("assize::cli::no_root")
        .message(format!("the root `{}` cannot be used: {error}", shown(root)))
        .help("name the folder that the paths of the outputs start from")
}

/// `--session ../s1`
fn not_an_id(session: &str) -> Diagnostic {
    Diagnostic::error("assize::cli::not_an_id")
        .message(format!("`{}` cannot name a session: files are called by it", shown(session)))
        .help("use letters, digits, `-`, `_` and `.`, at most 80, and no dot at the start")
}
