//! `assize redispatch`: what to do about each seat, with the message to send.

use clap::Args;

use super::NO_ANSWER;
use super::answer::{Format, Shape};
use super::console::Console;
use super::inputs::Inputs;
use super::output::OutputArgs;
use super::stages::{self, Answered};
use super::targets::LockWait;
use crate::emit::{json, text};
use crate::host::Writer;
use crate::ir::ACTIONS;
use crate::ruling::ActionKind;
use crate::{Diagnostic, Diagnostics};

/// Say what to do about each reviewer: accept, ask again, excuse, call a person
///
/// Takes the same inputs as `assize gate`, and asks a redispatch policy about every required and voting seat. What was
/// tried before is reported with `--attempts`; what has been tried since the seat's last `accept` counts.
///
/// `--record` writes down what is reported; else nothing is written. Each action comes with the message to send: to the reviewer for `nudge` and `respawn`, to the author for `fix`, else to
/// anyone who acts on it. No gate is judged.
#[derive(Args, Debug)]
#[command(
    mut_arg("policy", |policy| policy.help("A redispatch policy's name, or its file [default: that of the panel, else `standard`]")),
    mut_arg("redispatch", |flag| flag.hide(true).conflicts_with("policy")),
    after_help = "\
Exit codes:
  0  what to do was told, whatever it is
  2  no answer: a usage, configuration or policy error

Examples:
  assize redispatch reports --expect qa,security
  assize redispatch reports --expect qa,security --attempts attempts.kdl
  assize redispatch reports --policy recovery --set inspector_retries=2
  assize redispatch reports --policy fix-loop --audit impl --attempts attempts.kdl
  assize redispatch task-17 --panel dartai --record
  assize redispatch reports --policy recovery --attempts attempts.kdl --explain
  assize redispatch reports --format json
  assize redispatch reports --json --output actions.json"
)]
pub(super) struct Redispatch {
    #[command(flatten)]
    inputs: Inputs,
    /// Write down in the round that was begun that what is reported is being done: `assize rounds TASK` counts it, and
    /// the next `assize redispatch` and `assize gate` know it
    #[arg(long, conflicts_with_all = ["docket", "attempts"])]
    record: bool,
    /// Show every rule on each seat, what it saw, and what would have something else tried
    #[arg(long, help_heading = "Policy")]
    explain: bool,
    #[command(flatten)]
    lock_wait: LockWait,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    shape: Shape,
}

impl Redispatch {
    pub(super) fn run(&self, disk: &dyn Writer, console: &Console) -> u8 {
        let inputs = || self.inputs.files(disk);
        self.output.answering(inputs, console, |console| self.answer(disk, console))
    }

    fn answer(&self, disk: &dyn Writer, console: &Console) -> u8 {
        let (ruling, traces) = match self.judge(disk, console) {
            Ok(judged) => judged,
            Err(reason) => return stages::refuse(&reason, self.shape, console),
        };
        let code = match self.shape.format() {
            Format::Json => {
                let traces = traces.as_deref();
                console.answer_with(&|out| json::write_actions(out, &ruling, traces), 0)
            }
            Format::Text => {
                let options = console.out_options();
                let told = text::actions(&ruling, &options);
                console.answer(&stages::explained(told, traces.as_deref(), &options), 0)
            }
        };
        if self.shape.format() == Format::Text && code != NO_ANSWER {
            console.remark(ruling.docket().sources(), ruling.docket().diagnostics());
        }
        code
    }

    /// Has a reviewer that has just answered asked again, where the policy says so, and writes that down: the message.
    pub(super) fn again(
        &self,
        seat: &str,
        disk: &dyn Writer,
        console: &Console,
    ) -> Result<Option<String>, Diagnostics> {
        let mut judging = self.inputs.open(disk);
        judging.look();
        let open = judging.round().map_err(|reason| Diagnostics::from(reason.clone()))?;
        let Some(open) = open else { return Err(no_round().into()) };
        let _held = self.lock_wait.lock_rounds(&open.rounds, disk, console)?;
        let (gate, docket) = judging.read_redispatch(console)?;
        let (ruling, _) = stages::judge(&gate, &docket.close(), false)?;
        let asked = ruling.actions().into_iter().find(|action| {
            let again = matches!(action.kind, ActionKind::Nudge | ActionKind::Respawn);
            again && action.cell.seat() == seat
        });
        let Some(asked) = asked else { return Ok(None) };
        let tried = [(seat.to_owned(), asked.kind.as_str().to_owned())];
        open.rounds.record_attempts(disk, open.round.round, &tried)?;
        Ok(Some(asked.message()))
    }

    fn judge(&self, disk: &dyn Writer, console: &Console) -> Result<Answered, Diagnostics> {
        let mut judging = self.inputs.open(disk);
        judging.look();
        if !self.record {
            let (gate, docket) = judging.read_redispatch(console)?;
            return stages::judge(&gate, &docket.close(), self.explain);
        }
        let open = judging.round().map_err(|reason| Diagnostics::from(reason.clone()))?;
        // What is wrong with the reports is told first.
        let Some(open) = open else {
            judging.read_redispatch(console)?;
            return Err(no_round().into());
        };
        // Held before anything is read, so that nothing is counted twice.
        let _held = self.lock_wait.lock_rounds(&open.rounds, disk, console)?;
        let (gate, docket) = judging.read_redispatch(console)?;
        let (ruling, traces) = stages::judge(&gate, &docket.close(), self.explain)?;
        let tried: Vec<(String, String)> = ruling
            .actions()
            .iter()
            .filter(|action| ACTIONS.contains(&action.kind.as_str()))
            .map(|action| (action.cell.seat().to_owned(), action.kind.as_str().to_owned()))
            .collect();
        open.rounds.record_attempts(disk, open.round.round, &tried)?;
        Ok((ruling, traces))
    }
}

/// `assize redispatch ./reports --record`, and no round was begun
fn no_round() -> Diagnostic {
    Diagnostic::error("assize::cli::no_round")
        .message("`--record` writes down what is tried in a round, and none was begun")
        .help("begin one before the reviewers are asked: `assize begin TASK`; or keep a file of your own: `--attempts`")
}
