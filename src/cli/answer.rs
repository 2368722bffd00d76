//! In which shape the answer comes, and with which exit code.

use clap::{Args, ValueEnum};

use super::NO_ANSWER;
use super::console::Console;
use crate::emit::{json, text};
use crate::{Diagnostic, Diagnostics, Ruling};

/// In which shape an answer is printed.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Shape {
    /// Print for a person or for a machine
    // What hands a docket over is JSON; where that is asked for otherwise, it is told.
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "text",
        default_value_if("with_docket", "true", "json")
    )]
    format: Format,
    /// The same as `--format json`
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl Shape {
    pub(super) fn format(self) -> Format {
        if self.json { Format::Json } else { self.format }
    }
}

/// In which shape the answer comes.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Answer {
    #[command(flatten)]
    shape: Shape,
    /// How to end: `hook` ends with 2 for every gate that is not open, reason on stderr
    #[arg(long, value_name = "HOW", default_value = "plain")]
    exit: Exit,
    /// This is the process that judges, for the one with this number
    #[arg(long, hide = true, require_equals = true)]
    judges: Option<u32>,
}

/// How a command ends that judges in the process that was started.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Ending {
    /// How to end: `hook` ends with 2 for all that is not open, reason on stderr. What ends this process by force ends it
    /// with another code, unlike `assize gate`
    #[arg(long, value_name = "HOW", default_value = "plain")]
    exit: Exit,
}

impl Ending {
    /// The code that the process ends with.
    pub(super) fn code(self, code: u8) -> u8 {
        match (code, self.exit) {
            (0, _) | (_, Exit::Plain) => code,
            (_, Exit::Hook) => NO_ANSWER,
        }
    }

    /// Says why it is not open where a hook's harness reads it.
    pub(super) fn report(self, code: u8, why: &str, console: &Console) {
        if code != 0 && self.exit == Exit::Hook {
            console.say(why);
        }
    }
}

/// How an answer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For a person
    Text,
    /// For a machine; `assize contract --help` says how to print its JSON Schema
    Json,
}

/// What the exit code tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Exit {
    /// 0 open, 1 shut by a fail, 2 no answer, 3 shut by a hold
    Plain,
    /// 0 open, 2 anything else, for scripts that go by the code; clients of agents take `assize hook`
    Hook,
}

impl Answer {
    pub(super) fn be_json(&mut self) {
        self.shape.json = true;
    }

    pub(super) fn format(self) -> Format {
        self.shape.format()
    }

    /// The code that a ruling ends the process with. Only an opening makes it 0.
    pub(super) fn code(self, ruling: &Ruling) -> u8 {
        match (ruling.opening(), self.exit) {
            (None, Exit::Hook) => NO_ANSWER,
            _ => ruling.exit_code(),
        }
    }

    /// Whether a process of its own is to judge: only an end that is known is reported as 0.
    pub(super) fn runs_apart(self) -> bool {
        self.exit == Exit::Hook && self.judges.is_none()
    }

    /// Whether a hook's harness gets the reason why the gate is not open, on standard error.
    pub(super) fn tells_harness(self, ruling: &Ruling) -> bool {
        self.exit == Exit::Hook && ruling.opening().is_none()
    }

    /// Says why the gate is not open where a hook's harness reads it, and the remarks that the
    /// answer does not show.
    pub(super) fn report(self, ruling: &Ruling, untold: Vec<&Diagnostic>, console: &Console) {
        if self.tells_harness(ruling) {
            console.say(&text::ruling(ruling, &console.err_options()));
        }
        if self.format() == Format::Text {
            console.remark(ruling.docket().sources(), untold);
        }
    }
}

impl Format {
    /// An error as data, where the format has a shape for it.
    pub(super) fn no_ruling(self, reason: &Diagnostics) -> Option<String> {
        self.tells_no_ruling().map(|told| told(reason))
    }

    /// How an error is reported as data, where it is.
    pub(super) fn tells_no_ruling(self) -> Option<fn(&Diagnostics) -> String> {
        let told: fn(&Diagnostics) -> String = |reason| json::no_ruling(reason, NO_ANSWER);
        (self == Self::Json).then_some(told)
    }
}
