//! `assize redispatch`: what to do about each seat, with the message to send.

use clap::Args;

use super::NO_ANSWER;
use super::answer::{Format, Shape};
use super::console::Console;
use super::inputs::Inputs;
use super::stages;
use crate::emit::{json, text};
use crate::host::{Files, Writer};
use crate::{Diagnostics, Ruling};

/// Say what to do about each reviewer: accept, ask again, excuse, call a person
///
/// Takes the same inputs as `assize gate`, and asks a redispatch policy about every required and voting seat. What was
/// tried before is told with `--attempts`; what has been tried since the seat's last `accept` counts.
///
/// Each action comes with the message to send: to the reviewer for `nudge` and `respawn`, to the author for `fix`, else to
/// whoever acts on it. No gate is judged, and nothing is written.
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
  assize redispatch reports --format json"
)]
pub(super) struct Redispatch {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    shape: Shape,
}

impl Redispatch {
    pub(super) fn run(&self, disk: &dyn Writer, console: &Console) -> u8 {
        let ruling = match self.judge(disk, console) {
            Ok(ruling) => ruling,
            Err(reason) => return stages::refuse(&reason, self.shape, console),
        };
        let code = match self.shape.format() {
            Format::Json => console.answer_with(&|out| json::write_actions(out, &ruling), 0),
            Format::Text => console.answer(&text::actions(&ruling, &console.out_options()), 0),
        };
        if self.shape.format() == Format::Text && code != NO_ANSWER {
            console.remark(ruling.docket().sources(), ruling.docket().diagnostics());
        }
        code
    }

    fn judge(&self, disk: &dyn Files, console: &Console) -> Result<Ruling, Diagnostics> {
        let mut judging = self.inputs.open(disk);
        judging.look();
        let (gate, docket) = judging.read_redispatch(console)?;
        gate.judge(&docket.close())
    }
}
