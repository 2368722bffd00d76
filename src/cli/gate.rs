//! `assize gate`: reports to a ruling, a summary, an exit code.

mod publish;

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use super::NO_ANSWER;
use super::answer::{Answer, Format};
use super::asked::Asked;
use super::console::Console;
use super::front::first;
use super::inputs::Inputs;
use super::judging::{Judging, Ruled};
use super::reports::ReportArgs;
use super::targets::{Begun, LockWait, Targets};
use crate::emit::{self, json};
use crate::host::{Disk, Once, Writer};
use crate::{Diagnostic, Diagnostics, Ruling, host};
pub(super) use publish::{in_words, no_ruling_as, record, ruling_as};

/// What stands below the help of a gate; presets say other things.
pub(super) const EXAMPLES: &str = "\
Exit codes:
  0  open
  1  shut by a fail
  2  no answer: a usage, configuration or policy error, or something could not be written
  3  shut by a hold: a verdict is missing or cannot be read
With `--exit hook`: 0 open, 2 anything else.

Examples:
  assize gate reports
  assize gate reports --expect qa,quality,security --voting security
  assize gate reports --policy ours.rhai --set min_reviewers=2
  assize gate qa.md security.md --summary verdict-summary.kdl
  assize gate reports --stdout qa=qa.stdout
  assize gate reports --expect qa,security,quality --absent 'quality=errored:timed out after 240 s'
  assize gate ./reports --panel workflow --excuse 'quality=on leave'
  assize gate reports --policy ours --rules-from origin/main
  git diff --numstat origin/main...HEAD | assize gate reports --changed-from -
  assize gate round-2 --round 2 --previous round-1 --attempts attempts.kdl
  assize gate reports --policy ours --waivers waivers.kdl --today
  assize gate reports --format json --output ruling.json
  assize gate reports --report github --report sarif=out.sarif --report html=gate.html
  assize gate --docket docket.json --summary verdict-summary.kdl
  assize gate task-17 --panel dartai --wait 300
  assize gate task-17 --panel dartai --require-round
  assize gate reports --shadow ours.rhai
  assize gate reports --expect qa,security --with-docket >> archive/rounds.jsonl
  assize gate reports --exit hook";

/// Judge the reviewers' reports and say whether the work may go on
///
/// Reads one folder of reports, or files. Each file takes the seat it is named after: `qa.md`
/// is what `qa` has to say. Unless `--expect` names the reviewers, every file takes a seat, and
/// every seat must be readable and must not fail.
///
/// The summary is written as `verdict-summary.kdl` into the folder, also when there is no
/// ruling: then it says `gate "error" open=#false`. With `--docket` there is no folder, and only
/// `--summary` writes one.
#[derive(Args, Debug)]
#[command(mut_args(first), after_help = EXAMPLES)]
pub(super) struct Gate {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    reports: ReportArgs,
    #[command(flatten)]
    answer: Answer,
    /// Write the answer to a file instead of standard output; `-` is standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Files")]
    output: Option<PathBuf>,
    /// Write the summary to this file instead of into the folder
    #[arg(long, value_name = "FILE", conflicts_with = "no_summary", help_heading = "Files")]
    summary: Option<PathBuf>,
    #[command(flatten)]
    wait: LockWait,
    /// Write no summary; one that an earlier run left stays as it is
    #[arg(long, help_heading = "Files")]
    no_summary: bool,
    /// Judge by a second policy as well, which decides nothing: what it would say is reported and recorded
    #[arg(long, value_name = "FILE|NAME", help_heading = "Policy")]
    shadow: Option<String>,
    /// Show every rule, what it saw, and what would change the answer, as `assize explain` does
    #[arg(long, help_heading = "Policy")]
    explain: bool,
    /// Answer in one line of JSON that holds the ruling and all that it is about, so that `assize policy diff --on` can
    /// judge the round again by other policies
    #[arg(long, help_heading = "Files")]
    with_docket: bool,
    /// Whether the answer in JSON is one line behind others.
    #[arg(skip)]
    in_one_line: bool,
    /// Whether the reports are runs of one review, whose findings are counted.
    #[arg(skip)]
    runs: bool,
}

impl Gate {
    /// The same, asked for what a preset is about.
    pub(super) fn asked(mut self, asked: Asked) -> Self {
        self.inputs.ask(asked);
        self
    }

    /// The same, of runs of one review: each file that is given is one, by name.
    pub(super) fn of_runs(mut self) -> Self {
        self.runs = true;
        self.inputs.name_files();
        self
    }

    /// Gives reviewers so many seconds, unless that was said.
    pub(super) fn waits(&mut self, seconds: u32) {
        self.inputs.wait.get_or_insert(seconds);
    }

    /// Answers in a line of JSON, behind others.
    pub(super) fn answers_in_one_line(&mut self) {
        self.answer.be_json();
        self.in_one_line = true;
    }

    /// Whether something is read that cannot be read again.
    pub(super) fn takes_what_is_read_once(&self) -> bool {
        self.inputs.reads_once()
    }

    /// The folder of reports, where it is one.
    pub(super) fn folder(&self, disk: &dyn Writer) -> Option<PathBuf> {
        let mut judging = self.inputs.open(disk);
        judging.look();
        judging.folder().map(Path::to_owned)
    }

    /// Puts a summary that shuts in the place of the last one.
    pub(super) fn shut_first(&self, disk: &dyn Writer, console: &Console) {
        let mut judging = self.inputs.open(disk);
        judging.look();
        // What is wrong with it is told when the gate is judged.
        let _ = self.begin(disk, &judging, console);
    }

    /// How long reviewers have.
    pub(super) fn time_for_reviewers(&self) -> Duration {
        Duration::from_secs(u64::from(self.inputs.wait.unwrap_or_default()))
    }

    /// How much of it is left: since the beginning of the round, or since it is watched.
    pub(super) fn time_left(
        &self,
        disk: &dyn Writer,
        all: Duration,
        watched: Duration,
    ) -> Duration {
        let mut judging = self.inputs.open(disk);
        judging.look();
        let begun = judging.round().ok().flatten().map(|open| open.round.begun);
        let passed = begun.map_or(watched, |begun| {
            let passed = host::nanoseconds().saturating_sub(begun);
            Duration::from_nanos(u64::try_from(passed).unwrap_or_default()).max(watched.min(all))
        });
        all.saturating_sub(passed)
    }

    /// Judges what is there, and writes and tells nothing.
    pub(super) fn peek(&self, disk: &dyn Writer, console: &Console) -> Result<Ruling, Diagnostics> {
        let disk = &Once::new(disk);
        let mut judging = self.inputs.open(disk);
        judging.runs = self.runs;
        judging.look();
        judging.judge_once(&[], (None, false), console).map(|ruled| ruled.ruling)
    }

    /// Judges, and writes what a gate writes, without an answer.
    pub(super) fn settle(
        &self,
        disk: &dyn Writer,
        console: &Console,
    ) -> Result<Ruling, Diagnostics> {
        let disk = &Once::new(disk);
        let mut judging = self.inputs.open(disk);
        judging.look();
        let (targets, begun, wrong) = self.begin(disk, &judging, console);
        let judged = begun.map_err(Diagnostics::from).and_then(|begun| match wrong.is_empty() {
            true => {
                judging.judge(&begun.summaries, (None, false), console).map(|ruled| (ruled, begun))
            }
            false => Err(wrong),
        });
        let settled = judged.and_then(|(Ruled { ruling, .. }, _begun)| {
            if targets.wants_summary() {
                targets.put_summary(&emit::kdl::summary_beside(&ruling, None, &host::now()))?;
            }
            judging.keep(targets.disk(), &ruling, None)?;
            Ok(ruling)
        });
        settled.map_err(|mut reason| {
            record(&mut reason, &judging.run(), None, &targets, console);
            reason
        })
    }

    /// Whether a process of its own is to judge.
    pub(super) fn runs_apart(&self) -> bool {
        self.answer.runs_apart()
    }

    /// Says that the process that judged has ended without a ruling.
    pub(super) fn end(&self, why: Diagnostic, console: &Console) {
        let mut judging = self.inputs.open(&Disk);
        judging.look();
        self.refuse(why.into(), (&judging, &self.targets(&Disk, &judging).0), console);
    }

    /// How it answers: a docket is printed in JSON only.
    fn answer(&self) -> Answer {
        let mut answer = self.answer;
        if self.with_docket {
            answer.be_json();
        }
        answer
    }

    fn targets<'d>(
        &self,
        disk: &'d dyn Writer,
        judging: &Judging<'_>,
    ) -> (Targets<'d>, Vec<Diagnostic>) {
        let (files, folder) = (judging.files(), judging.folder());
        let (mut targets, mut wrong) = Targets::choose(
            disk,
            &files,
            folder,
            self.summary.as_deref(),
            self.no_summary,
            self.output.as_deref(),
        );
        wrong.extend(targets.add_reports(&self.reports, &files, folder));
        (targets, wrong)
    }

    pub(super) fn run(&self, disk: &dyn Writer, console: &Console) -> u8 {
        let disk = &Once::new(disk);
        let mut judging = self.inputs.open(disk);
        (judging.hands_over, judging.runs) = (self.with_docket, self.runs);
        // The last summary shuts before anything is read, as soon as it is known where it lies.
        let early = judging.stands().then(|| self.begin(disk, &judging, console));
        let moved = judging.look();
        let (targets, begun, mut reason) = match early {
            Some(early) if !moved => early,
            _ => self.begin(disk, &judging, console),
        };
        let begun = match begun {
            Ok(begun) => begun,
            Err(held) => {
                reason.push(held);
                return self.refuse(reason, (&judging, &targets), console);
            }
        };
        // One that is written elsewhere leaves what lies in the folder as it is, too.
        if (self.no_summary || self.summary.is_some())
            && let Some(warning) =
                judging.folder().and_then(|folder| Targets::left_open(disk, folder))
        {
            console.remark(&[], &[warning]);
        }
        let beside = (self.shadow.as_deref(), self.explain || self.reports.explains());
        match judging.judge(&begun.summaries, beside, console) {
            Ok(ruled) if reason.is_empty() => self.publish(&ruled, (&judging, &targets), console),
            Ok(_) => self.refuse(reason, (&judging, &targets), console),
            Err(more) => {
                reason.absorb(more);
                self.refuse(reason, (&judging, &targets), console)
            }
        }
    }

    /// Chooses the files that are written, and shuts the last summary; and what is wrong with them.
    fn begin<'d>(
        &self,
        disk: &'d dyn Writer,
        judging: &Judging<'_>,
        console: &Console,
    ) -> (Targets<'d>, Result<Begun, Diagnostic>, Diagnostics) {
        let (mut targets, mut wrong) = self.targets(disk, judging);
        if self.with_docket && self.answer.format() == Format::Text {
            wrong.push(docket_as_text());
        }
        let no_ruling = self.no_ruling();
        let told = |why: &Diagnostics| no_ruling.map_or_else(|| in_words(why), |told| told(why));
        let run = judging.run();
        let report = |kind, why: &Diagnostics| no_ruling_as(kind, &run, why);
        let begun = targets.begin(&run, self.wait, (&told, &report), console);
        (targets, begun, Diagnostics::from(wrong))
    }

    /// How it is reported as data that there is no ruling.
    fn no_ruling(&self) -> Option<fn(&Diagnostics) -> String> {
        let told: fn(&Diagnostics) -> String = match self.in_one_line || self.with_docket {
            true => |reason| json::no_ruling_line(reason, NO_ANSWER),
            false => |reason| json::no_ruling(reason, NO_ANSWER),
        };
        (self.answer().format() == Format::Json).then_some(told)
    }

    fn refuse(
        &self,
        mut reason: Diagnostics,
        (judging, targets): (&Judging<'_>, &Targets<'_>),
        console: &Console,
    ) -> u8 {
        record(&mut reason, &judging.run(), self.no_ruling(), targets, console);
        if self.summary.is_none() && !self.no_summary {
            targets.shut_in(&judging.may_lie_in(), &judging.run(), &reason);
        }
        console.report(&reason);
        NO_ANSWER
    }
}

/// `assize gate reports --with-docket --format text`
fn docket_as_text() -> Diagnostic {
    Diagnostic::error("assize::cli::docket_as_text")
        .message("`--with-docket` prints JSON, and `--format text` asks for text")
        .help("leave one of them out")
}
