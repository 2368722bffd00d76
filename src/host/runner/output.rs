//! What became of a run.

use std::fmt;
use std::time::Duration;

use super::super::shown;

/// What a command printed, and how its run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// How it ended.
    pub ending: Ending,
    /// What it had printed by then, at most as much as it was allowed.
    pub stdout: Vec<u8>,
    /// What it had said beside, cut off where it was too much.
    pub stderr: Vec<u8>,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By itself, with this code.
    Exited(i32),
    /// By a signal that somebody else sent, or by its own fault: a crash.
    Crashed(i32),
    /// Its time was up; it was ended with its children.
    TimedOut(Duration),
    /// It printed more than this many bytes; it was ended with its children.
    TooMuch(usize),
    /// This process was told to end, and ended it with its children.
    Interrupted,
    /// There is no such program, or it may not be run, or its folder is not there.
    NotStarted(String),
    /// The system does not say what became of it.
    Lost(String),
}

impl Output {
    /// A run that ended before anything was printed.
    pub(super) fn ended(ending: Ending) -> Self {
        Self { ending, stdout: Vec::new(), stderr: Vec::new() }
    }

    /// Whether it ended by itself, with the code 0. What it printed is still to be read.
    pub fn is_complete(&self) -> bool {
        self.ending == Ending::Exited(0)
    }

    /// Why what it printed is no answer, in one line with the last that it said on standard error; none when it
    /// ended as it should.
    pub fn failure(&self) -> Option<String> {
        if self.is_complete() {
            return None;
        }
        let text = String::from_utf8_lossy(&self.stderr);
        let last = text.lines().map(str::trim).rfind(|line| !line.is_empty());
        Some(match last {
            Some(line) => format!("{}: {}", self.ending, shown(line)),
            None => self.ending.to_string(),
        })
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exited(code) => write!(f, "it ended with the code {code}"),
            Self::Crashed(signal) => write!(f, "it was ended by the signal {signal}"),
            Self::TimedOut(after) => write!(f, "it was ended after {} s", seconds(*after)),
            Self::TooMuch(limit) => write!(f, "it printed more than {limit} bytes"),
            Self::Interrupted => f.write_str("it was interrupted"),
            Self::NotStarted(why) => write!(f, "it could not be started: {why}"),
            Self::Lost(why) => write!(f, "it got lost: {why}"),
        }
    }
}

/// `240`, `0.5`
fn seconds(time: Duration) -> String {
    match time.subsec_millis() {
        0 => time.as_secs().to_string(),
        millis => format!("{}.{millis:03}", time.as_secs()).trim_end_matches('0').to_owned(),
    }
}
