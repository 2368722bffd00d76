//! `assize rounds`: the rounds of a work.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use super::answer::{Format, Shape};
use super::console::Console;
use super::open_round::{never_begun, rounds_of};
use super::output::OutputArgs;
use super::stages;
use super::words::ConfigArgs;
use crate::Diagnostics;
use crate::emit::visible::visible;
use crate::emit::width::pad;
use crate::host::{Files, History, Hooked, JudgedFinding, PastRound, Writer, time_of};

/// List the rounds of a work: what each came to, what is new, repeated and resolved, what was tried
///
/// A finding is the same in two rounds when its fingerprint is: what it says and where, whatever line it has moved to.
/// What was tried on a seat is what `assize redispatch TASK --record` has written down.
#[derive(Args, Debug)]
#[command(after_help = "\
Exit codes: 0 they are listed, 2 there is none, or what is kept cannot be read.

Examples:
  assize round list task-17 --panel dartai
  assize round list task-17 --panel dartai --format json")]
pub(super) struct RoundsCommand {
    /// The name of the work
    #[arg(value_name = "TASK")]
    task: PathBuf,
    /// The panel that says where its reviewers write [default: the only panel of `assize.kdl`] [env: ASSIZE_PANEL]
    #[arg(long, value_name = "NAME")]
    panel: Option<String>,
    #[command(flatten)]
    config: ConfigArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    shape: Shape,
}

impl RoundsCommand {
    pub(super) fn run(&self, disk: &dyn Writer, console: &Console) -> u8 {
        self.output.answering(
            || vec![self.task.clone()],
            console,
            |console| self.tell(disk, console),
        )
    }

    fn tell(&self, disk: &dyn Writer, console: &Console) -> u8 {
        match self.history(disk) {
            Ok(history) => {
                let told = match self.shape.format() {
                    Format::Text => text(&history),
                    Format::Json => crate::emit::json::print(&in_json(&history)),
                };
                console.answer(&told, 0)
            }
            Err(reason) => stages::refuse(&reason, self.shape, console),
        }
    }

    fn history(&self, files: &dyn Files) -> Result<History, Diagnostics> {
        let rounds = rounds_of(files, &self.task, self.panel.as_deref(), &self.config)?;
        let history = rounds.history(files)?;
        match history.rounds.is_empty() {
            true => Err(never_begun(&self.task).into()),
            false => Ok(history),
        }
    }
}

fn text(history: &History) -> String {
    let mut out = String::new();
    for past in &history.rounds {
        let round = &past.round;
        let bound = round.binding();
        let bound = match bound.get("commit") {
            Some(_) => format!(", {}", visible(&bound.in_brief())),
            None => String::new(),
        };
        let _ = writeln!(
            out,
            "round {}  {}  begun {}{bound}",
            round.round,
            pad(&visible(&came_to(past)), 9),
            time_of(round.begun)
        );
        for (what, found) in
            [("new", &past.new), ("again", &past.repeated), ("resolved", &past.resolved)]
        {
            for finding in found {
                let _ = writeln!(
                    out,
                    "    {}  {}: {}",
                    pad(what, 8),
                    visible(&finding.seat),
                    visible(&finding.text)
                );
            }
        }
        out += &of_hooks(&past.hooked);
    }
    for (seat, attempts) in &history.attempts {
        let _ = writeln!(out, "tried on {}: {}", visible(seat), counted(attempts));
    }
    out
}

/// What hooks of agents' clients did: how often an agent was sent on, and what the gate was when its turn was ended.
fn of_hooks(hooked: &Hooked) -> String {
    let sent = match hooked.blocked {
        0 => None,
        1 => Some("an agent was sent on once".to_owned()),
        times => Some(format!("an agent was sent on {times} times")),
    };
    let ended =
        hooked.ended.as_ref().map(|gate| format!("its turn was ended at {}", visible(gate)));
    let told = [sent, ended].into_iter().flatten().collect::<Vec<_>>().join("; ");
    if told.is_empty() { told } else { format!("    {}  {told}\n", pad("hooks", 8)) }
}

/// `fail`, `under way`, `2 written`
fn came_to(past: &PastRound) -> String {
    match &past.judged {
        Some(judged) => judged.word.clone(),
        None if past.over => "unjudged".to_owned(),
        None => "under way".to_owned(),
    }
}

/// `nudge 1, respawn 2`
fn counted(attempts: &[crate::docket::Attempt]) -> String {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for attempt in attempts {
        match counts.iter_mut().find(|(action, _)| *action == attempt.action) {
            Some((_, count)) => *count += 1,
            None => counts.push((&attempt.action, 1)),
        }
    }
    let told = counts.iter().map(|(action, count)| format!("{action} {count}"));
    told.collect::<Vec<_>>().join(", ")
}

fn in_json(history: &History) -> Value {
    let findings = |all: &[JudgedFinding]| -> Vec<Value> {
        let one = |found: &JudgedFinding| {
            json!({
                "seat": found.seat,
                "kind": found.kind,
                "fingerprint": found.fingerprint,
                "text": found.text,
            })
        };
        all.iter().map(one).collect()
    };
    let rounds = history.rounds.iter().map(|past| {
        let bound: serde_json::Map<String, Value> =
            past.round.bound.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
        json!({
            "round": past.round.round,
            "bound": bound,
            "panel": past.round.panel,
            "judged": past.judged.as_ref().map(|judged| json!({
                "outcome": judged.outcome,
                "word": judged.word,
                "open": judged.open,
                "policy": judged.asked.gate,
                "shadow": judged.shadow,
                "seats": judged.seats,
            })),
            "over": past.over,
            "written": past.written,
            "new": findings(&past.new),
            "repeated": findings(&past.repeated),
            "resolved": findings(&past.resolved),
            "hooks": {
                "sessions": past.hooked.sessions,
                "blocked": past.hooked.blocked,
                "ended": past.hooked.ended,
            },
        })
    });
    let attempts = history.attempts.iter().flat_map(|(seat, all)| {
        all.iter().map(move |attempt| {
            json!({
                "seat": seat,
                "action": attempt.action,
                "round": attempt.round,
            })
        })
    });
    json!({
        "schema_version": 1,
        "exit_code": 0,
        "rounds": rounds.collect::<Vec<_>>(),
        "attempts": attempts.collect::<Vec<_>>(),
    })
}
