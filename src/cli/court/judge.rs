//! `assize court judge`: one round of a court, from the briefing to the record.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use serde::Serialize;

use super::super::answer::{Ending, Format, Shape};
use super::super::configured::{AskedBy, configured};
use super::super::console::Console;
use super::super::inputs::{POLICY, current_dir, pair, standard_input, twice};
use super::super::rules::RulesArgs;
use super::super::stages;
use super::super::targets::LockWait;
use super::super::words::ConfigArgs;
use super::PRESET;
use super::brief::BriefArgs;
use crate::codec::LIMIT;
use crate::emit::{json, text};
use crate::host::runner::{Invocation, run};
use crate::host::{
    COURT_VERDICT, Contents, Judged as Reports, STDIN, Writer, court_record, evidence, is_pipe,
    make_lockable, shown, write_record,
};
use crate::systems::court::{Briefing, Judged, Outcome, Record, Round, check_reply};
use crate::{Diagnostic, Diagnostics, Docket, Policy, ReadOptions, Ruling, Source, Stage, read};

/// Ask the court about a task, once a round, and rule on its verdict
///
/// Composes the briefing as `assize court brief` does. The command behind `--`, or that of `court` in `assize.kdl`, reads it on
/// its standard input, and nothing else, and prints the verdict (`assize contract court`); or `--reply` names a file with what
/// the court answered. With `--rules-from` it is the `assize.kdl` of that commit, so that no change chooses its court. The
/// verdict is judged by the policy `court` with every criterion of the contract: three of four is a fail, and an answer that
/// is out of the schema is no verdict (E_INVALID_VERDICT).
///
/// What the round came to is kept in `anvil/verify/court-verdict.json` in the work tree, which no briefing ever reads. A round
/// is a task, a hash of its briefing and `--round`; once the court has given a verdict in it, it is not asked again. While it is
/// asked the record says `pending`, and `error` where there is no ruling: neither opens anything.
#[derive(Args, Debug)]
#[command(after_help = "\
Exit codes:
  0  the court merges
  1  it asks for changes
  2  no ruling: a usage error, evidence that is missing or forbidden, a command that failed, a round that was judged
  3  it asks for clarification, or its answer is not a verdict
With `--exit hook`: 0 open, 2 anything else.

Examples:
  assize court judge --task T-17 --contract contract.yaml --worktree work --reply verdict.json
  assize court judge --task T-18 --contract contract.yaml --worktree work -- cat verdict.json")]
pub(in crate::cli) struct Judge {
    #[command(flatten)]
    briefed: BriefArgs,
    /// Which round this is of the same evidence
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Evidence",
          value_parser = clap::value_parser!(u32).range(1..))]
    round: u32,
    /// What the court answered, instead of a command; `-` is standard input
    #[arg(long, value_name = "FILE", help_heading = "Court")]
    reply: Option<PathBuf>,
    /// How long the command may take
    #[arg(long, value_name = "SECONDS", default_value_t = 240, help_heading = "Court",
          value_parser = clap::value_parser!(u32).range(1..))]
    timeout: u32,
    /// The command that asks the court, and its arguments; no shell reads it [default: that of `court` in assize.kdl]
    #[arg(last = true, value_name = "COMMAND", conflicts_with = "reply")]
    command: Vec<OsString>,
    /// A policy's name, or its file
    #[arg(long, value_name = "FILE|NAME", default_value = "court", help = POLICY, help_heading = "Policy")]
    policy: String,
    /// Set a parameter of the policy
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair, help_heading = "Policy")]
    set: Vec<(String, String)>,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    config: ConfigArgs,
    #[command(flatten)]
    shape: Shape,
    #[command(flatten)]
    ending: Ending,
    #[command(flatten)]
    wait: LockWait,
}

#[derive(Serialize)]
struct View<'a, V: Serialize> {
    schema_version: u32,
    #[serde(rename = "taskId")]
    task: &'a str,
    round: u32,
    #[serde(rename = "briefingHash")]
    briefing_hash: &'a str,
    open: bool,
    exit_code: u8,
    verdict: Option<V>,
    /// Who was asked; none where the answer was there.
    court: Option<&'a AskedBy>,
    record: String,
    ruling: &'a Ruling,
}

impl Judge {
    pub(super) fn run(&self, disk: &dyn Writer, console: &Console) -> u8 {
        match self.judge(disk, console) {
            Ok(code) => code,
            Err(reason) => stages::refuse(&reason, self.shape, console),
        }
    }

    fn judge(&self, disk: &dyn Writer, console: &Console) -> Result<u8, Diagnostics> {
        let path = self.briefed.worktree.join(COURT_VERDICT);
        if disk.resolve(&self.briefed.worktree).is_err() {
            return Err(no_worktree(&self.briefed.worktree).into());
        }
        if let Some(piped) = self.briefed.files().iter().find(|path| is_pipe(path)) {
            return Err(evidence_is_piped(piped).into());
        }
        make_lockable(disk, &path)?;
        let _held = self.wait.lock(&path, console)?;
        let record = court_record(disk, &path)?;
        let mut kept = Kept { disk, path, record };
        let briefing = match self.briefed.compose(disk) {
            Ok(briefing) => briefing,
            Err(reason) => return Err(kept.no_ruling(self.round_of(None), reason)),
        };
        let round = self.round_of(Some(&briefing));
        if kept.record.has_judged(&round) {
            return Err(already_judged(&round).into());
        }
        let policy = self.find(disk, console);
        let policy = policy.map_err(|reason| kept.no_ruling(round.clone(), reason))?;
        let court = self.court(disk, console);
        let court = court.map_err(|reason| kept.no_ruling(round.clone(), reason))?;
        kept.set(round.clone(), &briefing, Judged::Pending)?;
        let answered = self.answer(disk, &briefing, court.as_ref()).map_err(Diagnostics::from);
        // What was judged is what still lies there.
        let answered = answered.and_then(|source| match self.briefed.compose(disk) {
            Ok(now) if now.hash() == briefing.hash() => Ok(source),
            Ok(_) => Err(evidence_changed().into()),
            Err(mut reason) => {
                reason.push(evidence_changed());
                Err(reason)
            }
        });
        let ruled = answered.and_then(|source| self.rule(&policy, &briefing, &source));
        let (ruling, outcome) = ruled.map_err(|reason| kept.no_ruling(round.clone(), reason))?;
        kept.set(round, &briefing, Judged::Ruled(Box::new(outcome.clone())))?;
        let asked = court.map(|(_, asked)| asked);
        Ok(self.publish(&ruling, (&outcome, asked.as_ref()), (&briefing, &kept), console))
    }

    fn round_of(&self, briefing: Option<&Briefing>) -> Round {
        Round {
            task: self.briefed.task.clone(),
            number: self.round,
            briefing_hash: briefing.map(Briefing::hash),
        }
    }

    /// The policy that decides, before anybody is asked.
    fn find(&self, disk: &dyn Writer, console: &Console) -> Result<Policy, Diagnostics> {
        let judged = Reports::of(disk, &self.briefed.files()).only_read();
        let rules = self.rules.open(disk, |files| self.config.find(files, &judged).ok())?;
        let found =
            stages::find(&rules, (Stage::Gate, &self.policy), &current_dir()?, &judged, console);
        let (mut policy, remarks) = found?;
        console.remark(&[], &remarks);
        let mut wrong = Diagnostics::from(twice("--set", &self.set));
        for (name, value) in &self.set {
            wrong.extend(policy.set_param(name, value).err());
        }
        if wrong.is_empty() { Ok(policy) } else { Err(wrong) }
    }

    /// The command that is asked, and who named it; none where the answer is there.
    fn court(
        &self,
        disk: &dyn Writer,
        console: &Console,
    ) -> Result<Option<(Vec<OsString>, AskedBy)>, Diagnostics> {
        if self.reply.is_some() {
            return Ok(None);
        }
        if let Some(program) = self.command.first() {
            return Ok(Some((self.command.clone(), AskedBy::line(program))));
        }
        let judged = Reports::of(disk, &self.briefed.files()).only_read();
        let from = (&self.rules.from, &self.config);
        let named = configured(disk, from, &judged, |config| config.court, console)?;
        let named = named.ok_or_else(no_court)?;
        let argv = named.to_run().into_iter().map(OsString::from).collect();
        Ok(Some((argv, AskedBy::config(&named))))
    }

    /// What the court answers: it is given the briefing, and nothing else.
    fn answer(
        &self,
        disk: &dyn Writer,
        briefing: &Briefing,
        court: Option<&(Vec<OsString>, AskedBy)>,
    ) -> Result<Source, Diagnostic> {
        match &self.reply {
            Some(path) if path.as_os_str() == "-" => match standard_input(LIMIT)? {
                Contents::Whole(bytes) => Ok(Source::new(STDIN, bytes)),
                _ => Err(court_failed("it answered more than 16 MiB")),
            },
            Some(path) => evidence(disk, Some(path), (&self.briefed.worktree, "")),
            None => {
                let timeout = Duration::from_secs(u64::from(self.timeout));
                let (command, _) = court.ok_or_else(no_court)?;
                let court = Invocation::new(command).input(briefing.json()).timeout(timeout);
                let output = run(&court);
                match output.failure() {
                    None => Ok(Source::new("court", output.stdout)),
                    Some(why) => Err(court_failed(&why)),
                }
            }
        }
    }

    /// The policy rules on what was answered, with every criterion of the contract.
    fn rule(
        &self,
        policy: &Policy,
        briefing: &Briefing,
        answer: &Source,
    ) -> Result<(Ruling, Outcome), Diagnostics> {
        check_reply(answer, &briefing.hash())?;
        let formats = PRESET.formats().iter().copied();
        let options = ReadOptions::default().formats(formats).expected(briefing.subjects());
        let answer = read(answer, &options);
        let mut docket = Docket::new(briefing.task()).round(self.round).reading(options);
        docket = self.rules.tell(docket);
        docket.seat("court");
        docket.submit_decoded("court", answer.clone());
        let ruling = policy.judge(&docket.close())?;
        let outcome = Outcome::new(&answer, &ruling);
        Ok((ruling, outcome))
    }

    fn publish(
        &self,
        ruling: &Ruling,
        (outcome, asked): (&Outcome, Option<&AskedBy>),
        (briefing, kept): (&Briefing, &Kept<'_>),
        console: &Console,
    ) -> u8 {
        let code = self.ending.code(ruling.exit_code());
        self.ending.report(code, &text::ruling(ruling, &console.err_options()), console);
        let (hash, record) = (briefing.hash(), shown(&kept.path));
        match self.shape.format() {
            Format::Json => {
                let view = View {
                    schema_version: json::SCHEMA_VERSION,
                    task: briefing.task(),
                    round: self.round,
                    briefing_hash: &hash,
                    open: ruling.opening().is_some(),
                    exit_code: code,
                    verdict: outcome.verdict(),
                    court: asked,
                    record,
                    ruling,
                };
                console.answer(&json::print(&view), code)
            }
            Format::Text => {
                let ruled = text::ruling(ruling, &console.out_options());
                let asked = asked.and_then(AskedBy::told).unwrap_or_default();
                let told = format!("{ruled}\n{asked}briefing {hash}\nrecord   {record}\n");
                let code = console.answer(&told, code);
                console.remark(ruling.docket().sources(), text::untold_by_ruling(ruling));
                code
            }
        }
    }
}

/// The record while its round is judged.
struct Kept<'d> {
    disk: &'d dyn Writer,
    path: PathBuf,
    record: Record,
}

impl Kept<'_> {
    fn set(&mut self, round: Round, briefing: &Briefing, judged: Judged) -> Result<(), Diagnostic> {
        self.record.set(round, Some(briefing.contract_sha256()), judged);
        write_record(self.disk, &self.path, &self.record.to_json())
    }

    /// There is no ruling: where a record lies, it says so, and no longer what an earlier round came to.
    fn no_ruling(&mut self, round: Round, mut reason: Diagnostics) -> Diagnostics {
        let why: Vec<&str> = reason.items().iter().map(|item| item.message.as_str()).collect();
        self.record.set(round, None, Judged::Error(why.join("; ")));
        if self.disk.kind(&self.path).is_ok()
            && let Err(more) = write_record(self.disk, &self.path, &self.record.to_json())
        {
            reason.push(more);
        }
        reason
    }
}

/// `--worktree nowhere`
fn no_worktree(path: &std::path::Path) -> Diagnostic {
    Diagnostic::error("assize::cli::no_worktree")
        .message(format!("the work tree `{}` does not exist", shown(path)))
        .help("name the work tree that the task was done in with `--worktree`")
}

/// The same command again
fn already_judged(round: &Round) -> Diagnostic {
    Diagnostic::error("assize::cli::already_judged")
        .message(format!(
            "the court has judged this evidence of `{}` in round {}",
            shown(&round.task),
            round.number
        ))
        .help(format!(
            "its verdict stands in the record; a court is asked once a round. In another round of the task, say `--round {}`",
            round.number.saturating_add(1)
        ))
}

/// Neither a command nor a reply
fn no_court() -> Diagnostic {
    Diagnostic::error("assize::cli::no_court")
        .message("nobody says which command asks the court")
        .help(
            "write it behind `--`, or into `assize.kdl`: `court { command \"…\" \"…\" }`; or name what the court answered \
             with `--reply`",
        )
}

/// A diff that is captured anew while the court reads the last one
fn evidence_changed() -> Diagnostic {
    Diagnostic::error("assize::cli::evidence_changed")
        .message("the evidence was changed while the court was asked, so its answer is about something else")
        .help("let nobody write to the work tree meanwhile, then ask again")
}

/// `--contract <(command)`
fn evidence_is_piped(path: &Path) -> Diagnostic {
    Diagnostic::error("assize::cli::evidence_is_piped")
        .message(format!(
            "`{}` is a pipe, and evidence is read again once the court has answered",
            shown(path)
        ))
        .help("save what the command prints to a file, and name the file")
}

/// A command that ends with 1, or that takes too long
fn court_failed(why: &str) -> Diagnostic {
    Diagnostic::error("assize::cli::court_failed")
        .message(format!("the court gave no answer: {why}"))
        .help("nothing was ruled; look at the command behind `--`, then ask again")
}
