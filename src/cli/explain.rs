//! `assize explain`: every rule, and what it saw.

use clap::Args;

use super::NO_ANSWER;
use super::answer::{Answer, Format};
use super::inputs::Inputs;
use super::talk::Talk;
use crate::emit::{json, text};

/// Judge as `gate` does, and show every rule and what it saw
///
/// Takes the same inputs as `assize gate`, ends with the same exit code, and writes no file.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  assize explain reports
  assize explain reports --expect qa,security --set min_verdicts=2

Exit codes: as `assize gate`.")]
pub(super) struct Explain {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    answer: Answer,
}

impl Explain {
    pub(super) fn run(&self, talk: &Talk) -> u8 {
        let ruling = match self.inputs.judge(talk) {
            Ok(ruling) => ruling,
            Err(reason) => {
                if let Some(text) = self.answer.format.no_ruling(&reason) {
                    talk.answer(&text, NO_ANSWER);
                }
                talk.report(&reason);
                return NO_ANSWER;
            }
        };
        let code = self.answer.code(&ruling);
        let text = match self.answer.format {
            Format::Text => text::explain(&ruling, &talk.out_options()),
            Format::Json => json::ruling(&ruling, code),
        };
        let code = talk.answer(&text, code);
        self.answer.talk_about(&ruling, text::untold_by_explain(&ruling), talk);
        code
    }
}
